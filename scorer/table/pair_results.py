"""The finished parties of a pair, and what they add up to.

A pair is two people who play with each other. Their page shows one of them on the left, number 0,
and the other on the right, number 1; a result has everything in that order, wherever the two sat.
Sums are added to each other, so that a year is the sum of its parties, in the book as on a phone
that keeps its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from operator import add
from typing import NamedTuple

from ..rules.figures import Side, side_of
from ..rules.house_rules import name_of
from ..rules.partie import Partie
from .great_lines import OF_LINES, MomentKind, great_lines


class DealMoment(NamedTuple):
    """A great moment of a partie: in which deal, from 0, and whose, 0 or 1."""

    deal: int
    kind: MomentKind
    whose: int


class BestDeal(NamedTuple):
    """The most that a player made in a deal, and in which of a partie, from 0."""

    points: int
    deal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairResult:
    """A finished partie of a pair.

    Attributes:
        day: on which it was played, in ISO 8601; *opened_at* orders those of a day.
        rules: in a line, as `house_rules.rules_named` reads it.
        winner: 0, 1, or `None` if it is level.
        paid: what the loser pays: points, or parties where those are the stake (*in_parties*).
        rubicon: the loser did not cross it.
        best: of each player.
        deals: how many were played, of which *unknown* have only totals: what was said in them is
            not known.
        to_elder: how many deals brought elder more points than younger.
        to_younger: likewise.
        moments: in the order of the deals, without those of unknown deals.
        note: a line that the players have added; empty for none.
    """

    code: str
    day: str
    opened_at: str
    rules: str
    winner: int | None
    paid: int
    in_parties: bool
    rubicon: bool
    sides: tuple[Side, Side]
    best: tuple[BestDeal, BestDeal]
    deals: int
    unknown: int
    to_elder: int
    to_younger: int
    moments: tuple[DealMoment, ...] = ()
    note: str = ""

    @property
    def year(self) -> str:
        return self.day[:4]

    @property
    def change(self) -> int:
        """Return how many points the balance moved, to the left if positive."""
        if self.winner is None or self.in_parties:
            return 0
        return -self.paid if self.winner else self.paid


def result_for(
    partie: Partie, *, left: int, code: str, day: str, opened_at: str, note: str = ""
) -> PairResult:
    """Return the result of a finished partie of two in which the left player of their page was
    number *left*; `ValueError` for a partie that is not over.
    """
    settlement = partie.settlement
    if settlement is None or partie.record.rules.players != 2:
        raise ValueError("only a partie of two that is over has a result for a pair")
    order = (left, 1 - left)
    winner = None if settlement.winner is None else order.index(settlement.winner)
    elders = [partie.record.elder(each.number) for each in partie.deals]
    by_seat = [
        (each.points[elder], each.points[1 - elder])
        for each, elder in zip(partie.deals, elders, strict=True)
    ]
    first, second = order
    return PairResult(
        code=code,
        day=day,
        opened_at=opened_at,
        rules=name_of(partie.record.rules),
        winner=winner,
        paid=settlement.points,
        in_parties=settlement.in_parties,
        rubicon=settlement.rubicon,
        sides=(side_of(partie, first), side_of(partie, second)),
        best=(_best(partie, first), _best(partie, second)),
        deals=len(partie.deals),
        unknown=sum(each.deal is None for each in partie.deals),
        to_elder=sum(elder > younger for elder, younger in by_seat),
        to_younger=sum(younger > elder for elder, younger in by_seat),
        moments=tuple(_moments(partie, left)),
        note=note,
    )


def _best(partie: Partie, player: int) -> BestDeal:
    """Return the first of the deals in which *player* made the most."""
    return max(
        (BestDeal(each.points[player], each.number) for each in partie.deals),
        key=lambda best: best.points,
    )


def _moments(partie: Partie, left: int) -> Iterable[DealMoment]:
    for each in partie.deals:
        if each.deal is None:
            continue
        elder = partie.record.elder(each.number)
        found = [
            DealMoment(each.number, OF_LINES[kind], int((elder + seat) % 2 != left))
            for seat, kind in great_lines(each.deal)
        ]
        yield from sorted(found)


# Sums


@dataclass(frozen=True, slots=True)
class PlayerSums:
    """What one of a pair has made in their parties.

    Attributes:
        won: parties.
        points_won: what the other paid, in points.
        parties_won: likewise in parties, where those are the stake.
        rubicons: parties won in which the other did not cross it.
        as_elder: points in *elder_deals*.
        as_younger: points in *younger_deals*.
        piques: with the repiques and capots, of the deals that are known by what was said.
    """

    won: int = 0
    points_won: int = 0
    parties_won: int = 0
    rubicons: int = 0
    as_elder: int = 0
    as_younger: int = 0
    elder_deals: int = 0
    younger_deals: int = 0
    piques: int = 0
    repiques: int = 0
    capots: int = 0

    def __add__(self, other: PlayerSums) -> PlayerSums:
        return PlayerSums(*map(add, figures_of(self), figures_of(other)))


PLAYER_SUMS = tuple(each.name for each in fields(PlayerSums))


def figures_of(sums: PlayerSums) -> tuple[int, ...]:
    """Return the figures of a player, in the order of `PLAYER_SUMS`."""
    return tuple(getattr(sums, name) for name in PLAYER_SUMS)


@dataclass(frozen=True, slots=True)
class PairSums:
    """Parties of a pair added up.

    Attributes:
        level: how many of the *parties* nobody won.
        with_unknown: in how many of them a deal has only totals.
        deals: how many were played in all, of which *unknown* have only totals.
        to_elder: deals that brought elder more points; *to_younger* likewise.
    """

    parties: int = 0
    level: int = 0
    with_unknown: int = 0
    deals: int = 0
    unknown: int = 0
    to_elder: int = 0
    to_younger: int = 0
    left: PlayerSums = PlayerSums()
    right: PlayerSums = PlayerSums()

    @property
    def players(self) -> tuple[PlayerSums, PlayerSums]:
        return self.left, self.right

    @property
    def balance(self) -> int:
        """Return by how many points the left player is ahead; negative if the right one is."""
        return self.left.points_won - self.right.points_won

    @property
    def balance_in_parties(self) -> int:
        """Return the same in parties, of those that were played for parties."""
        return self.left.parties_won - self.right.parties_won

    def __add__(self, other: PairSums) -> PairSums:
        counts = {name: getattr(self, name) + getattr(other, name) for name in PAIR_COUNTS}
        return PairSums(**counts, left=self.left + other.left, right=self.right + other.right)


PAIR_COUNTS = tuple(each.name for each in fields(PairSums) if each.name not in ("left", "right"))
"""What is counted of both together."""


def sums_of(result: PairResult) -> PairSums:
    """Return the sums of one partie."""
    return PairSums(
        parties=1,
        level=int(result.winner is None),
        with_unknown=int(result.unknown > 0),
        deals=result.deals,
        unknown=result.unknown,
        to_elder=result.to_elder,
        to_younger=result.to_younger,
        left=_player_sums(result, 0),
        right=_player_sums(result, 1),
    )


def _player_sums(result: PairResult, player: int) -> PlayerSums:
    won = result.winner == player
    side = result.sides[player]
    return PlayerSums(
        won=int(won),
        points_won=result.paid if won and not result.in_parties else 0,
        parties_won=result.paid if won and result.in_parties else 0,
        rubicons=int(won and result.rubicon),
        as_elder=side.as_elder,
        as_younger=side.as_younger,
        elder_deals=side.elder_deals,
        younger_deals=side.younger_deals,
        piques=side.piques,
        repiques=side.repiques,
        capots=side.capots,
    )


class Period(NamedTuple):
    """The parties of a year by the same rules."""

    year: str
    rules: str


def by_period(results: Iterable[PairResult]) -> dict[Period, PairSums]:
    """Return the sums of *results* by year and rules."""
    found: dict[Period, PairSums] = {}
    for result in results:
        period = Period(result.year, result.rules)
        found[period] = found.get(period, PairSums()) + sums_of(result)
    return found


def in_all(sums: Iterable[PairSums]) -> PairSums:
    """Return the sum of *sums*."""
    found = PairSums()
    for each in sums:
        found += each
    return found


# In the order in which they were played


class PairStep(NamedTuple):
    """What a partie did to the balance: its *change*, to the left if positive, and who won."""

    day: str
    change: int
    winner: int | None
    code: str


def pair_steps(results: Sequence[PairResult]) -> list[PairStep]:
    """Return the steps of results, the earliest first."""
    ordered = sorted(results, key=lambda each: (each.day, each.opened_at, each.code))
    return [PairStep(each.day, each.change, each.winner, each.code) for each in ordered]


class WinningRun(NamedTuple):
    """Parties that one player won one after another: how many, and the days of the first and the
    last; 0 and no days if there is none.
    """

    length: int
    begun: str = ""
    ended: str = ""


def longest_run(steps: Iterable[PairStep], player: int) -> WinningRun:
    """Return the first of the longest runs of a player, 0 or 1; a level partie ends a run."""
    longest = WinningRun(0)
    length = 0
    begun = ""
    for step in steps:
        if step.winner != player:
            length = 0
            continue
        length += 1
        if length == 1:
            begun = step.day
        if length > longest.length:
            longest = WinningRun(length, begun, step.day)
    return longest


# The best of a player


class BestOf(NamedTuple):
    """The most that a player made in a deal, and by which they won a partie: the figure, the code
    of the partie, its day, and the deal from 0, -1 of a partie.
    """

    figure: int
    code: str
    day: str
    deal: int = -1


def best_deal(results: Iterable[PairResult], player: int) -> BestOf | None:
    """Return the deal in which a player, 0 or 1, made the most; of several the earliest."""
    found = None
    for result in results:
        points, deal = result.best[player]
        if found is None or (-points, result.day) < (-found.figure, found.day):
            found = BestOf(points, result.code, result.day, deal)
    return found


def best_partie(results: Iterable[PairResult], player: int) -> BestOf | None:
    """Return the partie that a player won by the most points; of several the earliest."""
    found = None
    for result in results:
        if result.winner != player or result.in_parties:
            continue
        if found is None or (-result.paid, result.day) < (-found.figure, found.day):
            found = BestOf(result.paid, result.code, result.day)
    return found
