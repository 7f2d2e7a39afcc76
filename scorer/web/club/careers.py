"""View models of what the parties say of a member, and of two members against each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...ledger.entries import CompanyPosted
from ...ledger.records import Feat, Outcome
from ...ledger.results import Tally
from ...rules.frames import Frame
from ...rules.frames.words import frame_words, listed
from ...service.club.posting import Posted
from ...service.club.records import MemberNow, PostedPartie, TwoNow
from ..figures import counted, day, grouped, signed
from .cross_tables import score_words
from .pictures import RatingPicture, rating_picture
from .season_tables import rating_words
from .slices import Slice, slices

LISTED = 50
"""Parties of a member on one page."""

LETTERS = {Outcome.WON: "W", Outcome.DRAWN: "D", Outcome.LOST: "L"}
"""How a run of form is written."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure of a record, in words, and where it comes from: the entry's number, or 0."""

    what: str
    figure: str
    entry: int = 0


@dataclass(frozen=True, slots=True)
class Letter:
    """One partie in the run of form: a letter, and the word it stands for."""

    letter: str
    word: str


@dataclass(frozen=True, slots=True)
class PartieLine:
    """A partie in a list."""

    title: str
    said: str
    points: str
    totals: str
    entry: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """What a member's parties with another come to."""

    member: int
    name: str
    score: str
    points: str


@dataclass(frozen=True, slots=True)
class SeasonLink:
    """A season in which a member takes part."""

    number: int
    name: str
    shown: bool


@dataclass(frozen=True, slots=True)
class MemberPage:
    """A member's page."""

    member: int
    name: str
    season: int
    title: str
    said: str
    seasons: tuple[SeasonLink, ...]
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


@dataclass(frozen=True, slots=True)
class TwoPage:
    """Two members against each other."""

    members: tuple[int, int]
    names: tuple[str, ...]
    said: str
    figures: tuple[tuple[str, str, str], ...]
    parties: tuple[PartieLine, ...]


def member_page(now: MemberNow, start: int) -> MemberPage:
    """The page of a member, with the parties from the *start*-th on, the latest being the first."""
    tally, record = now.tally, now.record
    drawn = f", {tally.drawn} drawn" if tally.drawn else ""
    said = f"{counted(tally.parties, 'partie')}: {tally.won} won, {tally.lost} lost{drawn}."
    if now.place is not None and tally.parties:
        said = f"Place {now.place[0]} of {now.place[1]}. {said}"
    rating = now.ratings[-1][1] if now.ratings else None
    shown = now.parties[start - 1 : start - 1 + LISTED]
    return MemberPage(
        now.member,
        now.names[now.member],
        now.season.number if now.season else 0,
        now.season.terms.name if now.season else "All seasons",
        said,
        tuple(
            SeasonLink(each.number, each.terms.name, now.season is not None and each.number == now.season.number)
            for each in now.seasons
        ),
        (*_points(tally), *(_between_two(tally) if now.parties else ())),
        (
            Fact("As elder, a deal", _average(record.as_elder)),
            Fact("As younger, a deal", _average(record.as_younger)),
        )
        if now.parties
        else (),
        tuple(
            Fact(what, _feat(feat, word), feat.first)
            for what, feat, word in (
                ("Most won in a partie", record.best, ""),
                ("Most lost in a partie", record.worst, ""),
                ("Highest total", record.highest, ""),
                ("Lowest total", record.lowest, ""),
                ("Longest run", record.run, "won"),
            )
            if feat is not None
        ),
        tuple(Letter(LETTERS[each], each.value) for each in record.form),
        rating_words(rating, now.provisional),
        rating_picture(now.ratings),
        tuple(
            Opponent(other, now.names[other], score_words(meeting), signed(meeting.balance))
            for other, meeting in now.meetings.items()
        ),
        tuple(_card_line(posted, now.member, now.names) for posted in now.cards),
        tuple(
            _partie_line(row, now.member, now.names[row.members[1 - row.player_of(now.member)]], now.days)
            for row in shown
        ),
        slices(len(now.parties), LISTED, start),
    )


def _points(tally: Tally) -> tuple[Fact, ...]:
    """What was moved, whoever played."""
    given = (Fact("Given or taken by the director", signed(tally.adjusted)),) if tally.adjusted else ()
    return (
        Fact("Points", signed(tally.balance)),
        Fact("Received", grouped(tally.points_won)),
        Fact("Paid", grouped(tally.points_lost)),
        *given,
    )


def _between_two(tally: Tally) -> tuple[Fact, ...]:
    """What only the parties between two tell."""
    return (
        Fact("Rubicons inflicted", str(tally.rubicons_inflicted)),
        Fact("Rubicons suffered", str(tally.rubicons_suffered)),
        Fact("Piques", str(tally.piques)),
        Fact("Repiques", str(tally.repiques)),
        Fact("Capots", str(tally.capots)),
        *((Fact("Forfeits", str(tally.forfeits)),) if tally.forfeits else ()),
    )


def _card_line(posted: Posted, member: int, names: Mapping[int, str]) -> PartieLine:
    """A card of a company: with whom, what they played, and what it moved for the member."""
    body = posted.entry.body
    assert isinstance(body, CompanyPosted)
    own = next(share for share in body.shares if share.member == member)
    others = listed([names[each] for each in body.members if each != member])
    played = frame_words(Frame(body.frame), len(body.members))
    said = f"{day(posted.entry.at)}, {played}, {counted(own.parties, 'partie')}"
    return PartieLine(f"with {others}", said, signed(own.balance), "", posted.entry.number)


def _average(average: Fraction | None) -> str:
    """
    Points a deal, to a tenth.

    >>> _average(Fraction(85, 3)), _average(None)
    ('28.3', 'no deal yet')
    """
    return "no deal yet" if average is None else f"{float(average):.1f}"


def _feat(feat: Feat, word: str) -> str:
    return f"{grouped(feat.figure)} {word}".strip()


def partie_words(row: PostedPartie, member: int) -> str:
    """What a partie was for a member, in a few words."""
    result = row.result
    if result.forfeit:
        return "won by forfeit" if row.margin(member) > 0 else "forfeited"
    said = ["drawn" if result.winner is None else "won" if row.members[result.winner] == member else "lost"]
    if result.rubicon:
        said.append("Rubicon")
    if result.lurch:
        said.append("lurched")
    if result.from_paper:
        said.append("from paper")
    return ", ".join(said)


def _partie_line(row: PostedPartie, member: int, title: str, days: Mapping[int, str]) -> PartieLine:
    own = row.player_of(member)
    totals = "" if row.result.forfeit else f"{row.result.sides[own].total} – {row.result.sides[1 - own].total}"
    said = f"{day(days[row.first_entry])}, {partie_words(row, member)}"
    return PartieLine(title, said, signed(row.margin(member)), totals, row.entry)


def two_page(now: TwoNow) -> TwoPage:
    """Two members against each other."""
    first, second = (now.names[member] for member in now.members)
    meeting = now.found.meeting
    ahead = first if meeting.balance > 0 else second
    said = f"{counted(meeting.parties, 'partie')} with each other"
    said += f"; {ahead} is {grouped(abs(meeting.balance))} points ahead." if meeting.balance else "; level in points."
    rubicons = [
        sum(row.result.rubicon for row in now.parties if row.result.winner == row.player_of(member))
        for member in now.members
    ]
    drawn = str(meeting.drawn)
    return TwoPage(
        now.members,
        (first, second),
        said if meeting.parties else "They have not met.",
        (
            ("Parties won", str(meeting.won), str(meeting.lost)),
            ("Drawn", drawn, drawn),
            ("Points received", grouped(meeting.points_won), grouped(meeting.points_lost)),
            ("Rubicons inflicted", str(rubicons[0]), str(rubicons[1])),
        ),
        tuple(_partie_line(row, now.members[0], now.seasons[row.season], now.days) for row in now.parties),
    )
