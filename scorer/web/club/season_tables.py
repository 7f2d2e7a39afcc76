"""View models of a season: its standings, its cross-table, and what of it is not settled yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...ledger.meetings import Meeting
from ...ledger.ratings import CONFIDENCE, Rating, is_provisional
from ...ledger.standings import Row
from ...ledger.terms import Terms, TieBreak
from ...ledger.why import why_words
from ...rules.words import number_words
from ...service.club.seasons import season_rules
from ...service.club.signing import Standing, State
from ...service.club.standings import CrossTable, SeasonNow, place_words
from ..figures import counted, grouped, signed

A_PAGE = 100
"""Rows of the standings on one page."""

A_SIDE = 20
"""Rows and columns of the cross-table on one page."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a long table: its first row, what it is called, and whether it is the one that is shown."""

    start: int
    words: str
    shown: bool


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One row of the standings."""

    place: str
    member: int
    name: str
    rating: str
    why: str
    parties: str
    won: int
    points: str
    match_points: str


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings of a season."""

    season: int
    name: str
    said: str
    order: str
    closed: bool
    match_points: bool
    rows: tuple[StandingsRow, ...]
    slices: tuple[Slice, ...]
    whole: bool
    unsettled: str
    stakes: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """How one member did against another: in parties, in points; empty if they have not met, or are the same."""

    other: int
    name: str
    parties: str
    points: str
    own: bool
    won: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One member against the others."""

    place: str
    member: int
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CrossPage:
    """Who beat whom."""

    season: int
    name: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[CrossRow, ...]
    row_slices: tuple[Slice, ...]
    column_slices: tuple[Slice, ...]
    start: int
    start_column: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """A partie that is not in the book yet."""

    code: str
    names: str
    state: str
    totals: str
    over: bool


@dataclass(frozen=True, slots=True)
class UnsettledPage:
    """What of a season is not settled yet."""

    season: int
    name: str
    waiting: tuple[Waiting, ...]
    correctable: tuple[int, ...]
    correctable_words: str


def slices(total: int, size: int, start: int) -> tuple[Slice, ...]:
    """
    The parts of a long table; none if it is short.

    >>> [(each.words, each.shown) for each in slices(230, 100, 101)]
    [('1 to 100', False), ('101 to 200', True), ('201 to 230', False)]
    """
    if total <= size:
        return ()
    starts = range(1, total + 1, size)
    return tuple(Slice(each, f"{each} to {min(each + size - 1, total)}", each == start) for each in starts)


def order_words(order: Sequence[TieBreak]) -> str:
    """
    By what places are decided, in words.

    >>> order_words((TieBreak.POINTS, TieBreak.HEAD_TO_HEAD))
    'points, then head-to-head'
    """
    return ", then ".join(each.value for each in order)


def rating_words(rating: Rating | None, provisional: int) -> str:
    """
    A rating with its uncertainty.

    >>> rating_words(Rating(1612.4, 50.0, 0.06, 12), 10), rating_words(Rating(1500.0, 200.0, 0.06, 3), 10)
    ('1,612 ± 98', '1,500 ± 392, provisional')
    """
    if rating is None:
        return ""
    mark = ", provisional" if is_provisional(rating, provisional) else ""
    return f"{grouped(round(rating.rating))} ± {grouped(round(CONFIDENCE * rating.deviation))}{mark}"


def standings_page(now: SeasonNow, start: int, *, whole: bool) -> StandingsPage:
    """
    The standings of a season.

    Args:
        now: the season.
        start: the first row of the page, from 1.
        whole: every row on one page, to be printed.
    """
    rows = now.table.rows
    start = start if 1 <= start <= len(rows) else 1
    shown = rows if whole else rows[start - 1 : start - 1 + A_PAGE]
    terms = now.season.terms
    return StandingsPage(
        now.season.number,
        terms.name,
        f"After {counted(now.parties, 'partie')}, {season_rules(terms).title}.",
        f"Order: {order_words(terms.order)}.",
        now.season.closed,
        TieBreak.MATCH_POINTS in terms.order,
        tuple(_row(row, now) for row in shown),
        slices(len(rows), A_PAGE, 0 if whole else start),
        whole,
        _unsettled(now),
        terms.stakes is not None,
    )


def _row(row: Row, now: SeasonNow) -> StandingsRow:
    tally, terms = row.tally, now.season.terms
    rating = rating_words(now.table.ratings.get(row.member), terms.provisional)
    why = [why_words(row, now.names)]
    periods = now.correctable.of.get(row.member, 0) if now.correctable.complete else 0
    if periods:
        why.append(f"{_many(periods, 'correction period')} still open")
    return StandingsRow(
        place_words(row.place, shared=row.shared),
        row.member,
        now.names[row.member],
        rating,
        "; ".join(each for each in why if each),
        grouped(tally.parties),
        tally.won,
        signed(tally.balance),
        grouped(tally.score),
    )


def _many(number: int, word: str) -> str:
    return f"{number_words(number) if number <= 12 else grouped(number)} {word}{'' if number == 1 else 's'}"


def _unsettled(now: SeasonNow) -> str:
    said = []
    if now.unposted:
        said.append(f"{_many(now.unposted, 'result')} not in the book yet")
    many = len(now.correctable.entries)
    if many:
        more = "" if now.correctable.complete else "more than "
        said.append(f"{more}{_many(many, 'result')} still open to correction")
    words = "; ".join(said)
    return words[:1].upper() + words[1:]


def cross_page(found: CrossTable, start: int, start_column: int) -> CrossPage:
    """Who beat whom: the rows from *start* on, against the members of the columns from *start_column* on."""
    members = found.order[start - 1 : start - 1 + A_SIDE]
    others = found.order[start_column - 1 : start_column - 1 + A_SIDE]
    rows = tuple(
        CrossRow(
            found.places[member],
            member,
            found.names[member],
            tuple(_cell(member, other, found) for other in others),
        )
        for member in members
    )
    return CrossPage(
        found.season.number,
        found.season.terms.name,
        tuple((found.places[other], found.names[other]) for other in others),
        rows,
        slices(len(found.order), A_SIDE, start),
        slices(len(found.order), A_SIDE, start_column),
        start,
        start_column,
    )


def _cell(member: int, other: int, found: CrossTable) -> Cell:
    meeting = found.meetings.get((member, other), Meeting())
    name = found.names[other]
    if not meeting.parties:
        return Cell(other, name, "", "", member == other, won=False)
    return Cell(other, name, score_words(meeting), signed(meeting.balance), own=False, won=meeting.balance > 0)


def score_words(meeting: Meeting) -> str:
    """
    Parties won and lost, and those drawn if there are any.

    >>> score_words(Meeting(parties=3, won=2, lost=1)), score_words(Meeting(parties=2, won=1, drawn=1))
    ('2–1', '1–0, 1 drawn')
    """
    return f"{meeting.won}–{meeting.lost}" + (f", {meeting.drawn} drawn" if meeting.drawn else "")


def start_of(asked: str, total: int, size: int) -> int:
    """
    The first row of the part of a table that is asked for; 1 for anything else.

    >>> start_of("101", 230, 100), start_of("150", 230, 100), start_of("999", 230, 100), start_of("x", 230, 100)
    (101, 101, 1, 1)
    """
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 8 else 1
    return (number - 1) // size * size + 1 if 1 <= number <= total else 1


def unsettled_page(now: SeasonNow, standings: Iterable[Standing]) -> UnsettledPage:
    """What of a season is not settled yet: the parties that wait, and those that can still be corrected."""
    many = now.correctable.entries
    words = f"Both players may agree to a correction within {counted(now.season.terms.correction_hours, 'hour')}."
    if not now.correctable.complete:
        words += f" The latest {len(many)} are listed."
    return UnsettledPage(
        now.season.number,
        now.season.terms.name,
        tuple(_waiting(each, now.names) for each in standings),
        many,
        words,
    )


def _waiting(standing: Standing, members: Mapping[int, str]) -> Waiting:
    sheet = standing.sheet
    names = [members[member] for member in standing.place.members]
    state = standing.state.value
    if standing.state is State.UNSIGNED:
        state = f"unsigned: {names[0]} and {names[1]} to sign"
    if standing.state is State.HALF_SIGNED:
        waits = [name for name, signed_as in zip(names, sheet.signatures, strict=True) if signed_as is None]
        state = f"half signed: {' and '.join(waits)} to sign"
    if any(each.deal is None for each in sheet.partie.deals):
        state += ", from paper"
    totals = f"{sheet.partie.totals[0]} – {sheet.partie.totals[1]}"
    return Waiting(sheet.code, " and ".join(names), state, totals, sheet.partie.is_over)


def provisional_words(terms: Terms) -> str:
    """What *provisional* means in a season."""
    return f"A rating is provisional until {counted(terms.provisional, 'partie')}."
