"""
Stakes: what the points of a partie are worth, in whole numbers of the smallest unit.

Source: Cavendish on stakes, as `rules.md` 6.4 has it: so much a point or a
hundred; odd points below fifty, or at some tables below 25, are dropped;
three-penny points settle in forties; at sixpenny and shilling points nothing
below a pound counts. His rounding to tens belongs to the chouette, whose card
has it done already. There everybody who wins is paid by his own balance, odd
points dropped, and whoever lost pays the sum of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from .canonical import later


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
        parties: what is won are parties, by rules that pay by the partie, so the rate is for one of them.
    """

    rate: int
    per: int = 100
    points_step: int = 1
    money_step: int = 1
    doubled: Doubled = Doubled.NEVER
    settled: Settled = Settled.EACH_PARTIE
    unit: str = "pence"
    parties: bool = later(default=False)

    @property
    def words(self) -> str:
        """
        The rate as it is spoken.

        >>> Stakes(12, per=1).words, Stakes(240).words, Stakes(50, per=1, parties=True).words
        ('12 pence a point', '240 pence a hundred', '50 pence a partie')
        """
        for_what = "a partie" if self.parties else "a point" if self.per == 1 else "a hundred"
        return f"{self.rate} {self.unit} {for_what}"


POINTS_STEPS = (1, 25, 40, 50)
"""The odd points that may be dropped: none, those below 25 or 50, and those that make no forty."""


def validate(stakes: Stakes) -> None:
    """
    Refuse stakes that nobody could pay by.

    Raises:
        ValueError: the message says everything that is to be put right.

    >>> validate(Stakes(0, per=10))
    Traceback (most recent call last):
    ...
    ValueError: the rate must be at least 1 pence; stakes are so much a point or a hundred, not for every 10 points
    """
    found = tuple(_nonsense(stakes))
    if found:
        raise ValueError("; ".join(found))


def _nonsense(stakes: Stakes) -> Iterator[str]:
    unit = stakes.unit
    if not unit.strip() or not unit.isprintable():
        yield "name the smallest unit of the money in one line, such as pence"
        unit = "of the smallest unit"
    if stakes.rate < 1:
        yield f"the rate must be at least 1 {unit}"
    if stakes.per not in (1, 100):
        yield f"stakes are so much a point or a hundred, not for every {stakes.per} points"
    if stakes.points_step not in POINTS_STEPS:
        yield f"odd points are dropped below 25, 40 or 50, or not at all (1), not below {stakes.points_step}"
    if stakes.parties and (stakes.per != 1 or stakes.points_step != 1):
        yield "the rules pay by the partie: the rate is for one, and no points are dropped"
    if stakes.parties and stakes.doubled is Doubled.FOR_A_LURCH:
        yield "a lurch counts two parties already: do not double it again"
    if stakes.money_step < 1:
        yield f"odd money is dropped below a number of {unit}, or not at all (1), not below {stakes.money_step}"
    if stakes.doubled is not Doubled.NEVER and stakes.settled is Settled.AT_CLOSE:
        yield (
            f"stakes doubled {stakes.doubled.value} must be settled after each partie: "
            "the balance of a season has neither lurch nor Rubicon"
        )


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
        The amount in the smallest unit, with its arithmetic. What is lost in
        each step is lost to the winner: nothing is rounded up.

    Raises:
        ValueError: the points are negative.

    Source: Cavendish on stakes, as `rules.md` 6.4 has it.

    >>> for step in paid(Stakes(240, points_step=50), 245).steps:
    ...     print(step)
    245 points; odd points below 50 are dropped: 200
    200 at 240 pence a hundred: 480 pence
    """
    if points < 0:
        raise ValueError(f"points lost are not negative: {points}")
    steps: list[str] = []
    counted = points - points % stakes.points_step
    if stakes.points_step > 1:
        steps.append(f"{points} points; odd points below {stakes.points_step} are dropped: {counted}")
    amount, rest = divmod(counted * stakes.rate, stakes.per)
    left = "; a part of one is dropped" if rest else ""
    steps.append(f"{counted} at {stakes.words}: {amount} {stakes.unit}{left}")
    if stakes.money_step > 1:
        whole = amount - amount % stakes.money_step
        steps.append(
            f"{amount} {stakes.unit}; odd {stakes.unit} below {stakes.money_step} are dropped: {whole} {stakes.unit}"
        )
        amount = whole
    if (stakes.doubled is Doubled.FOR_A_LURCH and lurch) or (stakes.doubled is Doubled.FOR_A_RUBICON and rubicon):
        steps.append(f"doubled {stakes.doubled.value}: {2 * amount} {stakes.unit}")
        amount *= 2
    return Payment(amount, tuple(steps))


def shared_out(stakes: Stakes, moves: Sequence[int]) -> tuple[int, ...]:
    """
    What the card of a company costs and brings, member by member, in the smallest unit.

    Args:
        stakes: what is played for.
        moves: the balance of each member; what they do not add up to is the pool's.

    Returns:
        To each who won what his balance is worth, odd points and money
        dropped; the losers pay the sum, each as much of it as he lost of all
        that was lost, and a unit that cannot be divided falls to who lost
        most. What is left of the pool is paid into it to the last unit.

    Source: Cavendish on stakes, as `rules.md` 6.4 has it, for one who pays;
    among several who lost the division is unsourced.

    >>> shared_out(Stakes(120, points_step=50), (190, -500, 310))
    (180, -540, 360)
    """
    won = [paid(stakes, max(each, 0)).amount for each in moves]
    lost = [max(-each, 0) for each in moves]
    pool = max(-sum(moves), 0) * stakes.rate // stakes.per
    owed, all_lost = sum(won) + pool, sum(lost)
    pays = [owed * each // all_lost if all_lost else 0 for each in lost]
    for place in sorted(range(len(lost)), key=lambda place: -lost[place])[: owed - sum(pays)]:
        pays[place] += 1
    return tuple(gets - gives for gets, gives in zip(won, pays, strict=True))
