"""Players: a member's record, two members head to head, the ratings and the club's records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, request

from ...ledger.entries import SheetPosted
from ...ledger.records import RecordKind, Records
from ...ledger.results import CardResult, Meeting, Tally
from ...rules.company import Frame
from ...rules.company.record import frame_words, listed
from ...service.club.posting import Posted
from ...service.club.records import MemberNow, PostedPartie
from ..formatting import counted, day, grouped, parse_number, signed
from ..phones import the_club_services
from ..rights import maybe_actor, the_club
from .forms import LONGEST, club_page, slices, start_of
from .standings import A_PAGE, rating_picture, rating_words, records_of

bp = Blueprint("players", __name__, url_prefix="/c/<club>")

PARTIES_A_PAGE = 50
"""Parties of a member on one page."""

OPPONENTS_A_PAGE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One figure of a record; *entry* is the entry it comes from, or 0."""

    label: str
    figure: str
    entry: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PartieLine:
    title: str
    note: str
    points: str
    totals: str
    entry: int


def _summary(now: MemberNow) -> str:
    tally = now.tally
    drawn = f", {tally.drawn} drawn" if tally.drawn else ""
    results = f"{counted(tally.parties, 'partie')}: {tally.won} won, {tally.lost} lost{drawn}."
    if now.rank is None or not tally.parties:
        return results
    return f"Rank {now.rank[0]} of {now.rank[1]}. {results}"


def _seats(tally: Tally) -> tuple[Fact, ...]:
    return (
        Fact(label="Average deal as elder", figure=_average(tally.as_elder, tally.elder_deals)),
        Fact(label="Average deal as younger", figure=_average(tally.as_younger, tally.younger_deals)),
    )


def _feats(records: Records) -> tuple[Fact, ...]:
    labels = (
        ("Largest win", RecordKind.MARGIN, ""),
        ("Largest loss", RecordKind.LOSS, ""),
        ("Highest total", RecordKind.TOTAL, ""),
        ("Lowest total", RecordKind.LOWEST, ""),
        ("Longest run", RecordKind.RUN, " won"),
    )
    return tuple(
        Fact(label=label, figure=f"{grouped(records[kind].figure)}{unit}", entry=records[kind].first)
        for label, kind, unit in labels
        if kind in records
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
    assert isinstance(body, SheetPosted)
    assert isinstance(body.result, CardResult)
    own = next(share for share in body.result.shares if share.member == member)
    others = listed([names[each] for each in body.members if each != member])
    played = frame_words(Frame(body.result.frame), len(body.members))
    return PartieLine(
        title=f"with {others}",
        note=f"{day(posted.entry.at)}, {played}, {counted(own.parties, 'partie')}",
        points=signed(own.balance),
        totals="",
        entry=posted.entry.number,
    )


def _average(points: int, deals: int) -> str:
    """
    Return points per deal, to a tenth.

    >>> _average(85, 3), _average(0, 0)
    ('28.3', 'no deal yet')
    """
    return f"{points / deals:.1f}" if deals else "no deal yet"


def partie_words(row: PostedPartie, member: int) -> str:
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


def _meeting_words(meeting: Meeting, first: str, second: str) -> str:
    """
    Return the balance of two members' parties with each other.

    >>> _meeting_words(Meeting(parties=2), "Ada", "Ben")
    '2 parties with each other; level in points.'
    """
    if not meeting.parties:
        return "They have not met."
    met = f"{counted(meeting.parties, 'partie')} with each other"
    if not meeting.balance:
        return f"{met}; level in points."
    return f"{met}; {first if meeting.balance > 0 else second} is {grouped(abs(meeting.balance))} points ahead."


@bp.get("/players/<int:member>/")
def player(club: str, member: int) -> tuple[str, int]:
    season = parse_number(request.args.get("season", ""), LONGEST)
    in_season = season if season >= 0 else None
    now = the_club_services().records.of_member(the_club().id, member, in_season)
    total = sum(each.parties for each in now.meetings.values())
    start = start_of(request.args.get("from", ""), total, PARTIES_A_PAGE)
    found = the_club_services().records.parties(the_club().id, member, start, PARTIES_A_PAGE, season=in_season)
    met = list(now.meetings.items())
    first = start_of(request.args.get("opponents", ""), len(met), OPPONENTS_A_PAGE)
    figures = (*_points(now.tally), *(_between_two(now.tally) if total else ()), *(_seats(now.tally) if total else ()))
    return club_page(
        "player.html",
        now=now,
        title=now.season.terms.name if now.season else "All seasons",
        summary=_summary(now),
        figures=(*figures, *_feats(now.records)),
        rating=rating_words(now.ratings[-1][1] if now.ratings else None, now.provisional),
        picture=rating_picture(now.ratings),
        cards=[_card_line(posted, member, now.names) for posted in now.cards],
        opponents=met[first - 1 : first - 1 + OPPONENTS_A_PAGE],
        opponent_slices=slices(len(met), OPPONENTS_A_PAGE, first),
        parties=[
            _partie_line(row, member, now.names[row.members[1 - row.player_of(member)]], found.days)
            for row in found.parties
        ],
        slices=slices(total, PARTIES_A_PAGE, start),
        reads_book=maybe_actor() is not None,
    )


@bp.get("/players/<int:member>/against/<int:other>")
def two(club: str, member: int, other: int) -> tuple[str, int]:
    now = the_club_services().records.of_two(the_club().id, member, other)
    first, second = (now.names[each] for each in now.members)
    own, others = now.meetings
    start = start_of(request.args.get("from", ""), own.parties, PARTIES_A_PAGE)
    played = the_club_services().records.parties(the_club().id, member, start, PARTIES_A_PAGE, other=other)
    figures = (
        ("Parties won", own.won, own.lost),
        ("Drawn", own.drawn, own.drawn),
        ("Points received", own.points_won, own.points_lost),
        ("Rubicons inflicted", own.rubicons_inflicted, others.rubicons_inflicted),
    )
    found = {
        "members": now.members,
        "names": (first, second),
        "summary": _meeting_words(own, first, second),
        "figures": figures,
        "parties": [_partie_line(row, member, now.seasons[row.season], played.days) for row in played.parties],
        "slices": slices(own.parties, PARTIES_A_PAGE, start),
        "reads_book": maybe_actor() is not None,
    }
    return club_page("two.html", **found)


@bp.get("/ratings")
def ratings(club: str) -> tuple[str, int]:
    now = the_club_services().records.ratings(the_club().id)
    start = start_of(request.args.get("from", ""), len(now.rated), A_PAGE)
    rated, parts = now.rated[start - 1 : start - 1 + A_PAGE], slices(len(now.rated), A_PAGE, start)
    return club_page("ratings.html", now=now, rated=rated, start=start, parts=parts)


@bp.get("/records")
def records(club: str) -> tuple[str, int]:
    return club_page("records.html", **records_of(the_club()))
