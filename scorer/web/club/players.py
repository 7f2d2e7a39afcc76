"""Players: a member's record, two members head to head, the ratings and the club's records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from flask import Blueprint, render_template, request

from ...ledger.entries import CompanyPosted
from ...ledger.records import Outcome
from ...ledger.results import Meeting, Tally
from ...rules.company import Frame
from ...rules.company.record import frame_words, listed
from ...service.club.posting import Posted
from ...service.club.records import MemberNow, PostedPartie, TwoNow
from ...service.club.seasons import Season
from ..formatting import counted, day, grouped, signed
from ..phones import the_club_services
from ..rights import maybe_actor, the_club
from . import standings
from .forms import Slice, slices, start_of
from .standings import A_PAGE, RatingPicture, rating_picture, rating_words, score_words

# The view models


PARTIES_A_PAGE = 50
"""Parties of a member on one page."""

LETTERS = {Outcome.WON: "W", Outcome.DRAWN: "D", Outcome.LOST: "L"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One figure of a record; *entry* is the entry it comes from, or 0."""

    label: str
    figure: str
    entry: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One partie in the recent form: a letter, and the word for a screen reader."""

    letter: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartieLine:
    """A partie in a list."""

    title: str
    note: str
    points: str
    totals: str
    entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """A member's results against another."""

    member: int
    name: str
    score: str
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberPage:
    """A member's page; *season* is 0 for all seasons."""

    member: int
    name: str
    season: int
    title: str
    summary: str
    seasons: tuple[Season, ...]
    figures: tuple[Fact, ...]
    seats: tuple[Fact, ...]
    feats: tuple[Fact, ...]
    form: tuple[Letter, ...]
    rating: str
    picture: RatingPicture | None
    opponents: tuple[Opponent, ...]
    cards: tuple[PartieLine, ...]
    parties: tuple[PartieLine, ...]
    slices: tuple[Slice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoPage:
    """Two members against each other."""

    members: tuple[int, int]
    names: tuple[str, ...]
    summary: str
    figures: tuple[tuple[str, str, str], ...]
    parties: tuple[PartieLine, ...]


def member_page(now: MemberNow, start: int) -> MemberPage:
    """Return the page of a member, with the parties from number *start* (the latest is 1)."""
    shown = now.parties[start - 1 : start - 1 + PARTIES_A_PAGE]
    return MemberPage(
        member=now.member,
        name=now.names[now.member],
        season=now.season.number if now.season else 0,
        title=now.season.terms.name if now.season else "All seasons",
        summary=_summary(now),
        seasons=tuple(now.seasons),
        figures=(*_points(now.tally), *(_between_two(now.tally) if now.parties else ())),
        seats=_seats(now) if now.parties else (),
        feats=_feats(now),
        form=tuple(Letter(letter=LETTERS[each], word=each.value) for each in now.record.form),
        rating=rating_words(now.ratings[-1][1] if now.ratings else None, now.provisional),
        picture=rating_picture(now.ratings),
        opponents=tuple(
            Opponent(member=other, name=now.names[other], score=score_words(meeting), points=signed(meeting.balance))
            for other, meeting in now.meetings.items()
        ),
        cards=tuple(_card_line(posted, now.member, now.names) for posted in now.cards),
        parties=tuple(
            _partie_line(row, now.member, now.names[row.members[1 - row.player_of(now.member)]], now.days)
            for row in shown
        ),
        slices=slices(len(now.parties), PARTIES_A_PAGE, start),
    )


def _summary(now: MemberNow) -> str:
    tally = now.tally
    drawn = f", {tally.drawn} drawn" if tally.drawn else ""
    results = f"{counted(tally.parties, 'partie')}: {tally.won} won, {tally.lost} lost{drawn}."
    if now.rank is None or not tally.parties:
        return results
    return f"Rank {now.rank[0]} of {now.rank[1]}. {results}"


def _seats(now: MemberNow) -> tuple[Fact, ...]:
    return (
        Fact(label="Average deal as elder", figure=_average(now.record.as_elder)),
        Fact(label="Average deal as younger", figure=_average(now.record.as_younger)),
    )


def _feats(now: MemberNow) -> tuple[Fact, ...]:
    record = now.record
    feats = (
        ("Largest win", record.best, ""),
        ("Largest loss", record.worst, ""),
        ("Highest total", record.highest, ""),
        ("Lowest total", record.lowest, ""),
        ("Longest run", record.run, " won"),
    )
    return tuple(
        Fact(label=label, figure=f"{grouped(feat.figure)}{unit}", entry=feat.first)
        for label, feat, unit in feats
        if feat is not None
    )


def _points(tally: Tally) -> tuple[Fact, ...]:
    adjusted = (Fact(label="Adjusted by the director", figure=signed(tally.adjusted)),) if tally.adjusted else ()
    return (
        Fact(label="Points", figure=signed(tally.balance)),
        Fact(label="Received", figure=grouped(tally.points_won)),
        Fact(label="Paid", figure=grouped(tally.points_lost)),
        *adjusted,
    )


def _between_two(tally: Tally) -> tuple[Fact, ...]:
    """Return the figures that only parties between two have."""
    figures = [
        ("Rubicons inflicted", tally.rubicons_inflicted),
        ("Rubicons suffered", tally.rubicons_suffered),
        ("Piques", tally.piques),
        ("Repiques", tally.repiques),
        ("Capots", tally.capots),
    ]
    if tally.forfeits:
        figures.append(("Forfeits", tally.forfeits))
    return tuple(Fact(label=label, figure=str(figure)) for label, figure in figures)


def _card_line(posted: Posted, member: int, names: Mapping[int, str]) -> PartieLine:
    body = posted.entry.body
    assert isinstance(body, CompanyPosted)
    own = next(share for share in body.shares if share.member == member)
    others = listed([names[each] for each in body.members if each != member])
    played = frame_words(Frame(body.frame), len(body.members))
    return PartieLine(
        title=f"with {others}",
        note=f"{day(posted.entry.at)}, {played}, {counted(own.parties, 'partie')}",
        points=signed(own.balance),
        totals="",
        entry=posted.entry.number,
    )


def _average(average: Fraction | None) -> str:
    """
    Return points per deal, to a tenth.

    >>> _average(Fraction(85, 3)), _average(None)
    ('28.3', 'no deal yet')
    """
    return "no deal yet" if average is None else f"{float(average):.1f}"


def partie_words(row: PostedPartie, member: int) -> str:
    """Return the result of a partie from a member's side."""
    result = row.result
    if result.forfeit:
        return "won by forfeit" if row.margin(member) > 0 else "forfeited"
    words = ["drawn" if result.winner is None else "won" if row.members[result.winner] == member else "lost"]
    if result.rubicon:
        words.append("Rubicon")
    if result.lurch:
        words.append("lurched")
    if result.from_paper:
        words.append("from paper")
    return ", ".join(words)


def _partie_line(row: PostedPartie, member: int, title: str, days: Mapping[int, str]) -> PartieLine:
    own = row.player_of(member)
    totals = "" if row.result.forfeit else f"{row.result.sides[own].total} – {row.result.sides[1 - own].total}"
    return PartieLine(
        title=title,
        note=f"{day(days[row.first_entry])}, {partie_words(row, member)}",
        points=signed(row.margin(member)),
        totals=totals,
        entry=row.entry,
    )


def two_page(now: TwoNow) -> TwoPage:
    """Return the page of two members, from the first one's side."""
    first, second = (now.names[member] for member in now.members)
    meeting = now.found.meeting
    rubicons = [
        sum(row.result.rubicon for row in now.parties if row.result.winner == row.player_of(member))
        for member in now.members
    ]
    drawn = str(meeting.drawn)
    return TwoPage(
        members=now.members,
        names=(first, second),
        summary=_meeting_words(meeting, first, second),
        figures=(
            ("Parties won", str(meeting.won), str(meeting.lost)),
            ("Drawn", drawn, drawn),
            ("Points received", grouped(meeting.points_won), grouped(meeting.points_lost)),
            ("Rubicons inflicted", str(rubicons[0]), str(rubicons[1])),
        ),
        parties=tuple(_partie_line(row, now.members[0], now.seasons[row.season], now.days) for row in now.parties),
    )


def _meeting_words(meeting: Meeting, first: str, second: str) -> str:
    if not meeting.parties:
        return "They have not met."
    met = f"{counted(meeting.parties, 'partie')} with each other"
    if not meeting.balance:
        return f"{met}; level in points."
    return f"{met}; {first if meeting.balance > 0 else second} is {grouped(abs(meeting.balance))} points ahead."


# The pages


bp = Blueprint("players", __name__, url_prefix="/c/<club>")


@bp.get("/players/<int:member>/")
def player(club: str, member: int) -> str:
    """Show a member's record in one season or in all."""
    asked = request.args.get("season", "")
    season = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 8 else None
    now = the_club_services().records.of_member(the_club().id, member, season)
    start = start_of(request.args.get("from", ""), len(now.parties), PARTIES_A_PAGE)
    page = member_page(now, start)
    return render_template("club/player.html", club=the_club(), page=page, reads_book=maybe_actor() is not None)


@bp.get("/players/<int:member>/against/<int:other>")
def two(club: str, member: int, other: int) -> str:
    """Show all parties between two members."""
    page = two_page(the_club_services().records.of_two(the_club().id, member, other))
    return render_template("club/two.html", club=the_club(), page=page, reads_book=maybe_actor() is not None)


@bp.get("/ratings")
def ratings(club: str) -> str:
    """List the ratings of all members."""
    now = the_club_services().records.ratings(the_club().id)
    page = standings.ratings_page(now, start_of(request.args.get("from", ""), len(now.rated), A_PAGE))
    return render_template("club/ratings.html", club=the_club(), page=page)


@bp.get("/records")
def records(club: str) -> str:
    """List the club's records."""
    page = standings.records_page(the_club_services().records.of_club(the_club().id))
    return render_template("club/records.html", club=the_club(), page=page, reads_book=maybe_actor() is not None)
