"""View models of a season: its standings, and what of it is not settled yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...ledger.ratings import CONFIDENCE, Rating, is_provisional
from ...ledger.standings import Row, explain
from ...ledger.terms import TWO, TieBreak
from ...rules.words import number_words
from ...service.club.companies import plays_in
from ...service.club.records import PostedPartie
from ...service.club.seasons import season_rules
from ...service.club.signing import Standing, State
from ...service.club.standings import SeasonNow, place_words
from ..figures import counted, first_up, grouped, signed, when
from .slices import Slice, slices

A_PAGE = 100
"""Rows of the standings on one page."""


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
    span: int
    rows: tuple[StandingsRow, ...]
    slices: tuple[Slice, ...]
    whole: bool
    unsettled: str
    stakes: bool
    of_companies: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """A partie that is not in the book yet."""

    code: str
    names: str
    state: str
    totals: str
    over: bool


@dataclass(frozen=True, slots=True)
class Period:
    """A partie that can still be corrected: its entry, who played it, and until when."""

    entry: int
    names: str
    until: str


@dataclass(frozen=True, slots=True)
class UnsettledPage:
    """What of a season is not settled yet."""

    season: int
    name: str
    waiting: tuple[Waiting, ...]
    correctable: tuple[Period, ...]
    correctable_words: str
    slices: tuple[Slice, ...]


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
    match_points = TieBreak.MATCH_POINTS in terms.order
    return StandingsPage(
        now.season.number,
        terms.name,
        f"{_so_far(now)}. {season_rules(terms).title}.",
        f"Order: {order_words(terms.order)}.",
        now.season.closed,
        match_points,
        5 if match_points else 4,
        tuple(_row(row, now) for row in shown),
        slices(len(rows), A_PAGE, 0 if whole else start),
        whole,
        _unsettled(now),
        terms.stakes is not None,
        terms.frame != TWO,
    )


def _so_far(now: SeasonNow) -> str:
    """How much has been played; the parties of a company count for everybody in it, so they are not added up."""
    terms = now.season.terms
    if terms.frame == TWO:
        return f"After {counted(now.parties, 'partie')}"
    return f"{first_up(plays_in(terms))}, card by card"


def _row(row: Row, now: SeasonNow) -> StandingsRow:
    tally, terms = row.tally, now.season.terms
    rating = rating_words(now.table.ratings.get(row.member), terms.provisional)
    why = [explain(row, now.names)]
    periods = now.periods.of.get(row.member, 0)
    if periods:
        why.append(f"{_many(periods, 'correction period')} still open")
    return StandingsRow(
        place_words(row.rank, shared=row.shared),
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
    if now.periods.count:
        said.append(f"{_many(now.periods.count, 'result')} still open to correction")
    return first_up("; ".join(said))


def unsettled_page(
    now: SeasonNow, standings: Iterable[Standing], periods: Iterable[PostedPartie], start: int
) -> UnsettledPage:
    """
    What of a season is not settled yet: the parties that wait, and those that can still be corrected.

    Args:
        now: the season.
        standings: the parties that wait.
        periods: those of one page that can still be corrected, the latest first.
        start: the first of them, from 1.
    """
    words = f"Both players may agree to a correction within {counted(now.season.terms.correction_hours, 'hour')}."
    return UnsettledPage(
        now.season.number,
        now.season.terms.name,
        tuple(_waiting(each, now.names) for each in standings),
        tuple(_period(each, now.names) for each in periods),
        words,
        slices(now.periods.count, A_PAGE, start),
    )


def _period(period: PostedPartie, members: Mapping[int, str]) -> Period:
    names = " and ".join(members[member] for member in period.members)
    return Period(period.entry, names, f"until {when(period.correctable_until)}")


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
