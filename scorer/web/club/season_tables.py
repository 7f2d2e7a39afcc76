"""View models of a season: its standings, and the results that are not yet final."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...ledger.ratings import CONFIDENCE, Rating, is_provisional
from ...ledger.standings import Row, explain
from ...ledger.terms import TWO, TieBreak
from ...rules.words import number_words
from ...service.club.companies import plays_in
from ...service.club.records import PostedPartie
from ...service.club.seasons import Season, season_rules
from ...service.club.signing import Standing, State
from ...service.club.standings import SeasonNow, place_words
from ..figures import counted, first_up, grouped, signed, when
from .slices import Slice, slices

A_PAGE = 100
"""Rows on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """One row of the standings."""

    rank: str
    member: int
    name: str
    rating: str
    why: str
    parties: str
    won: int
    points: str
    match_points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage:
    """The standings of a season; *match_points* says whether they have a column."""

    season: Season
    summary: str
    order: str
    match_points: bool
    rows: tuple[StandingsRow, ...]
    slices: tuple[Slice, ...]
    unsettled: str
    of_companies: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A partie that is not posted yet."""

    code: str
    names: str
    state: str
    totals: str
    over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A partie that is still open to correction, with its entry."""

    entry: int
    names: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsettledPage:
    """The results of a season that are not yet final."""

    season: Season
    pending: tuple[Pending, ...]
    correctable: tuple[Period, ...]
    correction_rule: str
    slices: tuple[Slice, ...]


def order_words(order: Sequence[TieBreak]) -> str:
    """
    Return the order of the tie-breaks in words.

    >>> order_words((TieBreak.POINTS, TieBreak.HEAD_TO_HEAD))
    'points, then head-to-head'
    """
    return ", then ".join(each.value for each in order)


def rating_words(rating: Rating | None, provisional: int) -> str:
    """
    Return a rating with its 95 % interval.

    >>> rating_words(Rating(1612.4, 50.0, 0.06, 12), 10), rating_words(Rating(1500.0, 200.0, 0.06, 3), 10)
    ('1,612 ± 98', '1,500 ± 392, provisional')
    """
    if rating is None:
        return ""
    mark = ", provisional" if is_provisional(rating, provisional) else ""
    return f"{grouped(round(rating.rating))} ± {grouped(round(CONFIDENCE * rating.deviation))}{mark}"


def standings_page(now: SeasonNow, start: int, *, whole: bool) -> StandingsPage:
    """Return the standings from row *start*, or with *whole* all rows on one page to print."""
    rows = now.table.rows
    start = start if 1 <= start <= len(rows) else 1
    terms = now.season.terms
    return StandingsPage(
        season=now.season,
        summary=f"{_so_far(now)}. {season_rules(terms).title}.",
        order=f"Ranked by {order_words(terms.order)}.",
        match_points=TieBreak.MATCH_POINTS in terms.order,
        rows=tuple(_row(row, now) for row in (rows if whole else rows[start - 1 : start - 1 + A_PAGE])),
        slices=slices(len(rows), A_PAGE, 0 if whole else start),
        unsettled=_unsettled(now),
        of_companies=terms.frame != TWO,
    )


def _so_far(now: SeasonNow) -> str:
    """Return how much was played; a company's parties count for each member, so they are not added up."""
    terms = now.season.terms
    if terms.frame == TWO:
        return f"After {counted(now.parties, 'partie')}"
    return f"{first_up(plays_in(terms))}, scorecard by scorecard"


def _row(row: Row, now: SeasonNow) -> StandingsRow:
    tally, terms = row.tally, now.season.terms
    rating = rating_words(now.table.ratings.get(row.member), terms.provisional)
    why = [explain(row, now.names)]
    periods = now.periods.of.get(row.member, 0)
    if periods:
        why.append(f"{_many(periods, 'correction period')} still open")
    return StandingsRow(
        rank=place_words(row.rank, shared=row.shared),
        member=row.member,
        name=now.names[row.member],
        rating=rating,
        why="; ".join(each for each in why if each),
        parties=grouped(tally.parties),
        won=tally.won,
        points=signed(tally.balance),
        match_points=grouped(tally.score),
    )


def _many(number: int, word: str) -> str:
    return f"{number_words(number) if number <= 12 else grouped(number)} {word}{'' if number == 1 else 's'}"


def _unsettled(now: SeasonNow) -> str:
    parts = []
    if now.unposted:
        parts.append(f"{_many(now.unposted, 'result')} not posted yet")
    if now.periods.count:
        parts.append(f"{_many(now.periods.count, 'result')} still open to correction")
    return first_up("; ".join(parts))


def unsettled_page(
    now: SeasonNow, standings: Iterable[Standing], periods: Iterable[PostedPartie], start: int
) -> UnsettledPage:
    """
    Return the results of a season that are not yet final.

    Args:
        now: the season.
        standings: the parties that are not posted yet.
        periods: one page of the parties still open to correction, latest first.
        start: the number of the first of them, from 1.
    """
    hours = counted(now.season.terms.correction_hours, "hour")
    return UnsettledPage(
        season=now.season,
        pending=tuple(_pending(each, now.names) for each in standings),
        correctable=tuple(_period(each, now.names) for each in periods),
        correction_rule=f"Both players can agree to a correction within {hours}.",
        slices=slices(now.periods.count, A_PAGE, start),
    )


def _period(period: PostedPartie, members: Mapping[int, str]) -> Period:
    names = " and ".join(members[member] for member in period.members)
    return Period(entry=period.entry, names=names, until=f"until {when(period.correctable_until)}")


def _pending(standing: Standing, members: Mapping[int, str]) -> Pending:
    sheet = standing.sheet
    names = [members[member] for member in standing.place.members]
    state = standing.state.value
    if standing.state is State.UNSIGNED:
        state = f"unsigned: {names[0]} and {names[1]} to sign"
    if standing.state is State.HALF_SIGNED:
        missing = [name for name, signed_as in zip(names, sheet.signatures, strict=True) if signed_as is None]
        state = f"half signed: {' and '.join(missing)} to sign"
    if any(each.deal is None for each in sheet.partie.deals):
        state += ", from paper"
    return Pending(
        code=sheet.code,
        names=" and ".join(names),
        state=state,
        totals=f"{sheet.partie.totals[0]} – {sheet.partie.totals[1]}",
        over=sheet.partie.is_over,
    )
