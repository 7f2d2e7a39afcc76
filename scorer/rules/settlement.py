"""The settlement: what a finished partie pays, step by step.

>>> from scorer.rules.presets import PORTLAND
>>> settle(PORTLAND, (125, 81)).points
306
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from .reasons import Settling
from .ruleset import Ruleset
from .sources import source_in_force


class Step(NamedTuple):
    settling: Settling
    source: str
    args: Mapping[str, Any]


class Settlement(NamedTuple):
    """What each loser pays each winner: points, or parties where the stake is by the partie.

    `winner` numbers players or sides from 0; `rubicon`: the loser did not cross it, `lurch`: the
    loser pays double; `in_parties`: what is paid are parties.
    """

    winner: int | None
    points: int
    rubicon: bool = False
    lurch: bool = False
    steps: tuple[Step, ...] = ()
    in_parties: bool = False


def _step(rules: Ruleset, settling: Settling, rule: str, **args: Any) -> Step:
    """Return a step that follows from *rule*."""
    return Step(settling, source_in_force(rule, rules), args)


@lru_cache(maxsize=4096)  # after a tap most of what the table asks was asked before
def settle(rules: Ruleset, totals: tuple[int, int], level: int | None = None) -> Settlement:
    """Settle a partie of deals by its totals, extra deals included, which were played because both
    had *level* points after the usual ones; `None` if none were.

    The loser pays the difference and the bonus, or under the Rubicon the sum of both totals and the
    bonus.

    Source: Cavendish, Laws 71 to 73.
    """
    low, high = sorted(totals)
    steps = [] if level is None else [_tied(rules, level)]
    if low == high:
        steps.append(_step(rules, Settling.DRAWN, "tie_deals", points=high))
        return Settlement(None, 0, steps=tuple(steps))
    winner = totals.index(high)
    loser = 1 - winner
    who = {"winner": winner, "loser": loser}
    steps.append(_step(rules, Settling.MORE_POINTS, "deals", **who, high=high, low=low))
    rubicon = rules.rubicon is not None and low < rules.rubicon
    if rules.rubicon is not None:
        crossed = Settling.NOT_CROSSED if rubicon else Settling.CROSSED
        steps.append(_step(rules, crossed, "rubicon", loser=loser, low=low, rubicon=rules.rubicon))
    if rubicon:
        pays = high + low
        added = {"high": high, "low": low, "sum": pays}
        if rules.rubicon is not None and high < rules.rubicon:
            # What the loser objects to: the winner has not crossed either
            text = Settling.SUM_OF_BOTH_UNDER
            steps.append(_step(rules, text, "rubicon_mode", rubicon=rules.rubicon, **added))
        else:
            steps.append(_step(rules, Settling.SUM, "rubicon_mode", **added))
    else:
        pays = high - low
        steps.append(
            _step(rules, Settling.DIFFERENCE, "partie_bonus", high=high, low=low, difference=pays)
        )
    bonus = rules.partie_bonus
    if bonus:
        steps.append(
            _step(
                rules,
                Settling.BONUS,
                "partie_bonus",
                before=pays,
                bonus=bonus,
                after=pays + bonus,
            )
        )
    return Settlement(winner, pays + bonus, rubicon=rubicon, steps=tuple(steps))


def _tied(rules: Ruleset, level: int) -> Step:
    """Return why extra deals were played."""
    number = rules.tie_deals
    text = Settling.TIED_ONCE if number == 1 else Settling.TIED
    return _step(rules, text, "tie_deals", points=level, deals=rules.deals, number=number)


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
    reached = {"winner": winner, "high": high, "target": target}
    steps = [_step(rules, Settling.REACHED, "target", **reached)]
    lurch = rules.lurch and low < half(target)
    if rules.lurch:
        lurched = Settling.LURCHED if lurch else Settling.NOT_LURCHED
        steps.append(_step(rules, lurched, "lurch", loser=loser, low=low, half=half(target)))
    times = 2 if lurch else 1
    if rules.pays_parties:
        return Settlement(winner, times, lurch=lurch, steps=tuple(steps), in_parties=True)
    difference = high - low
    steps.append(
        _step(rules, Settling.DIFFERENCE, "stakes", high=high, low=low, difference=difference)
    )
    if lurch:
        doubled = {"before": difference, "after": 2 * difference}
        steps.append(_step(rules, Settling.DOUBLED, "lurch", **doubled))
    return Settlement(winner, times * difference, lurch=lurch, steps=tuple(steps))


def settle_series(
    rules: Ruleset, won: tuple[int, int], winner: int, last: Settlement
) -> Settlement:
    step = _step(
        rules,
        Settling.SERIES,
        "parties_to_win",
        winner=winner,
        won=won[winner],
        lost=won[1 - winner],
        needed=rules.parties_to_win,
    )
    steps = (*last.steps, step)
    return Settlement(winner, won[winner], lurch=last.lurch, steps=steps, in_parties=True)


# How far a correction moves what is paid


FAR = 50
"""The most points by which what is paid may move and the change is still a small one."""


def for_first(settlement: Settlement | None) -> int:
    """Return what the first player wins; negative if the player pays."""
    if settlement is None or settlement.winner is None:
        return 0
    return settlement.points if settlement.winner == 0 else -settlement.points


def crossing(settlement: Settlement | None) -> tuple[object, ...]:
    """Return who wins, and whether the loser crosses the Rubicon and is lurched."""
    return () if settlement is None else (settlement.winner, settlement.rubicon, settlement.lurch)


def moves_far(before: Iterable[int], after: Iterable[int]) -> bool:
    """Return whether one of several figures moves by more than `FAR` points."""
    return any(abs(was - now) > FAR for was, now in zip(before, after, strict=True))


def asks_twice(before: Settlement | None, after: Settlement | None) -> bool:
    """Return whether a correction is large enough to be agreed to twice, with both settlements in
    sight: it changes who wins, who crosses the Rubicon or is lurched, or what is paid by more than
    `FAR` points.

    >>> from scorer.rules.presets import PORTLAND
    >>> asks_twice(settle(PORTLAND, (120, 99)), settle(PORTLAND, (120, 100)))
    True
    >>> asks_twice(settle(PORTLAND, (160, 100)), settle(PORTLAND, (151, 110)))
    False
    """
    if crossing(before) != crossing(after):
        return True
    return moves_far([for_first(before)], [for_first(after)])
