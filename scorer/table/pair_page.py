"""The page of a pair: the score between the two, the balance over time, and every partie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .pair_results import BestOf, PairResult, PairStep, PairSums, Period
from .recording import Sheet


class PairSettled(NamedTuple):
    """A line that closed the account of a pair.

    Attributes:
        day: on which it was settled, in ISO 8601.
        points: that were open then, to the left player if positive.
        owed: for these points, with its unit.
        line: what the players have added; empty for nothing.
    """

    day: str
    points: int
    owed: str
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAccount:
    """What a pair plays for.

    Attributes:
        amount: of a point, as a decimal.
        unit: of the amount, such as a currency; empty for none.
        open_points: the balance less all that was settled, to the left player if positive.
        settled: the latest first.
    """

    amount: str
    unit: str
    open_points: int
    settled: Sequence[PairSettled] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PairHistory:
    """What a page about a pair shows, with at most a page of their parties.

    Attributes:
        names: of the left and the right player, from their latest partie.
        periods: the sums of all their parties.
        steps: of the parties by the filter, the earliest first.
        results: a page of these parties, the latest first, of *count* in all.
        best_deals: of each player, by the filter; *best_parties* likewise.
        running: the parties that are not over, the latest first.
        left_out: how many parties do not count.
    """

    names: tuple[str, str]
    periods: Mapping[Period, PairSums]
    steps: Sequence[PairStep]
    results: Sequence[PairResult]
    count: int
    best_deals: tuple[BestOf | None, BestOf | None]
    best_parties: tuple[BestOf | None, BestOf | None]
    account: PairAccount | None = None
    running: Sequence[Sheet] = ()
    left_out: int = 0
