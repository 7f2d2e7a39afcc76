"""Stakes: what the points of a partie are worth, in whole numbers of the smallest unit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Doubled(Enum):
    """When a stake is paid twice."""

    NEVER = "never"
    FOR_A_LURCH = "for a lurch"
    FOR_A_RUBICON = "for a Rubicon"


class Settled(Enum):
    """When stakes are paid."""

    EACH_PARTIE = "after each partie"
    AT_CLOSE = "on the balance between two members, when the season closes"


@dataclass(frozen=True, slots=True)
class Stakes:
    """
    What is played for.

    Attributes:
        rate: so many of the smallest unit,
        per: for so many points: 1 or 100.
        points_step: odd points below this are dropped: 1 for none, 25, 40 or 50.
        money_step: odd money below this is dropped: 1 for none, 240 for whole pounds of 240 pence.
        doubled: when the stake is paid twice.
        settled: when it is paid.
        unit: the smallest unit's name.
    """

    rate: int
    per: int = 100
    points_step: int = 1
    money_step: int = 1
    doubled: Doubled = Doubled.NEVER
    settled: Settled = Settled.EACH_PARTIE
    unit: str = "pence"


@dataclass(frozen=True, slots=True)
class Payment:
    """What is paid, and the steps that lead to it, in words."""

    amount: int
    steps: tuple[str, ...]


def paid(stakes: Stakes, points: int, *, rubicon: bool = False, lurch: bool = False) -> Payment:
    """
    What so many points cost the loser.

    Args:
        stakes: what is played for.
        points: the points lost, not negative.
        rubicon: the loser did not cross the Rubicon.
        lurch: the loser was lurched.

    Returns:
        The amount in the smallest unit, with its arithmetic.

    Source: Cavendish on stakes, as `rules.md` 6.4 has it.
    """
    counted = points - points % stakes.points_step
    amount = counted * stakes.rate // stakes.per
    amount -= amount % stakes.money_step
    twice = (stakes.doubled is Doubled.FOR_A_LURCH and lurch) or (stakes.doubled is Doubled.FOR_A_RUBICON and rubicon)
    return Payment(amount * 2 if twice else amount, ())
