"""The settlement: what a finished partie pays, step by step.

>>> from scorer.rules.presets import PORTLAND
>>> settle(PORTLAND, (125, 81)).points
306
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from .reasons import Settling
from .ruleset import Ruleset


class Step(NamedTuple):
    settling: Settling
    source: str
    args: Mapping[str, Any]


class Settlement(NamedTuple):
    """What each loser pays each winner: points, or parties where the stake is by the partie.

    `winner` numbers players or sides from 0; `rubicon`: the loser did not cross it, `lurch`: the
    loser pays double.
    """

    winner: int | None
    points: int
    rubicon: bool
    lurch: bool
    steps: tuple[Step, ...]


@lru_cache(maxsize=4096)  # after a tap most of what the table asks was asked before
def settle(rules: Ruleset, totals: tuple[int, int]) -> Settlement:
    """Settle a partie of deals by its totals, extra deals included.

    The loser pays the difference and the bonus, or under the Rubicon the sum of both totals and the
    bonus.

    Source: Cavendish, Laws 71 to 73.
    """
    if totals[0] == totals[1]:
        level = Step(Settling.DRAWN, rules.sources["tie_deals"], {"points": totals[0]})
        return Settlement(None, 0, False, False, (level,))
    winner = 0 if totals[0] > totals[1] else 1
    loser = 1 - winner
    high = totals[winner]
    low = totals[loser]
    args: dict[str, Any] = {"winner": winner, "loser": loser, "high": high, "low": low}
    steps = [Step(Settling.MORE_POINTS, rules.sources["deals"], args)]
    rubicon = rules.rubicon is not None and low < rules.rubicon
    if rules.rubicon is not None:
        crossed = Settling.NOT_CROSSED if rubicon else Settling.CROSSED
        steps.append(
            Step(
                crossed,
                rules.sources["rubicon"],
                {"loser": loser, "low": low, "rubicon": rules.rubicon},
            )
        )
    pays = high + low if rubicon else high - low
    if rubicon:
        steps.append(
            Step(
                Settling.SUM, rules.sources["rubicon_mode"], {"high": high, "low": low, "sum": pays}
            )
        )
    else:
        args = {"high": high, "low": low, "difference": pays}
        steps.append(Step(Settling.DIFFERENCE, rules.sources["partie_bonus"], args))
    if rules.partie_bonus:
        args = {"before": pays, "bonus": rules.partie_bonus, "after": pays + rules.partie_bonus}
        steps.append(Step(Settling.BONUS, rules.sources["partie_bonus"], args))
    return Settlement(winner, pays + rules.partie_bonus, rubicon, False, tuple(steps))


def half(target: int) -> int:
    """Return the points that save a lurch: half the target, rounded up."""
    return (target + 1) // 2


def settle_target(rules: Ruleset, totals: tuple[int, ...], winner: int, target: int) -> Settlement:
    """Settle a partie to a target, won by *winner*.

    Each loser pays one partie, or two if one of two is lurched. Where the stake is by the point
    they pay the difference of the totals, doubled for a lurch.

    Source: Cavendish, Laws of Piquet au Cent; German Wikipedia for points.
    """
    loser = min((side for side in range(len(totals)) if side != winner), key=totals.__getitem__)
    high = totals[winner]
    low = totals[loser]
    reached = Step(
        Settling.REACHED,
        rules.sources["target"],
        {"winner": winner, "high": high, "target": target},
    )
    steps = [reached]
    lurch = rules.lurch and low < half(target)
    if rules.lurch:
        lurched = Settling.LURCHED if lurch else Settling.NOT_LURCHED
        steps.append(
            Step(
                lurched, rules.sources["lurch"], {"loser": loser, "low": low, "half": half(target)}
            )
        )
    times = 2 if lurch else 1
    if rules.pays_parties:
        return Settlement(winner, times, False, lurch, tuple(steps))
    difference = high - low
    args = {"high": high, "low": low, "difference": difference}
    steps.append(Step(Settling.DIFFERENCE, rules.sources["stakes"], args))
    if lurch:
        steps.append(
            Step(
                Settling.DOUBLED,
                rules.sources["lurch"],
                {"before": difference, "after": 2 * difference},
            )
        )
    return Settlement(winner, times * difference, False, lurch, tuple(steps))


def settle_series(
    rules: Ruleset, won: tuple[int, int], winner: int, last: Settlement
) -> Settlement:
    args = {
        "winner": winner,
        "won": won[winner],
        "lost": won[1 - winner],
        "needed": rules.parties_to_win,
    }
    step = Step(Settling.SERIES, rules.sources["parties_to_win"], args)
    return Settlement(winner, won[winner], False, last.lurch, (*last.steps, step))
