"""The terms of a season, published before its first partie, and its stakes:
what points are worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from ..rules.messages import Message, Text
from .late import LATE
from .results import Result

# Stakes, in whole numbers of the smallest unit of the money
#
# Source: Cavendish on stakes. The rate is per point or per hundred. Odd points below 50 are
# dropped, at some tables below 25; threepenny points settle in forties; at sixpenny and shilling
# points nothing below a pound counts. The chouette's card already rounds to tens; there each winner
# is paid by their own balance, odd points dropped, and the losers pay the sum.


class Doubling(Enum):
    NEVER = "never"
    FOR_A_LURCH = "for a lurch"
    FOR_A_RUBICON = "for a Rubicon"


class Settled(Enum):
    EACH_PARTIE = "after each partie"
    AT_CLOSE = "on the balance between two members, when the season closes"


class StakesText(Text):
    """What points are worth, and each step of what a loser pays.

    No oracle asks them: they follow from terms of a season, and each is in `tests/ledger`.
    """

    A_POINT = "{rate} {unit} a point"
    A_HUNDRED = "{rate} {unit} a hundred"
    A_PARTIE = "{rate} {unit} a partie"
    ODD_POINTS = "{points} {points:point/points}; odd points below {least} are dropped: {number}"
    WORTH = "{number} at {stake}: {amount} {unit}"
    WORTH_AND_FRACTION = "{number} at {stake}: {amount} {unit}; the fraction is dropped"
    ODD_MONEY = "{number} {unit}; odd {unit} below {least} are dropped: {amount} {unit}"
    FOR_A_LURCH = "doubled for a lurch: {amount} {unit}"
    FOR_A_RUBICON = "doubled for a Rubicon: {amount} {unit}"


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is played for.

    The `rate` is in the smallest unit, for `per` points: 1 or 100; or per partie, if the rules pay
    by `parties`. Odd points below `points_step` are dropped (1 for none, 25, 40 or 50), as is odd
    money below `money_step` (1 for none, 240 for whole pounds of 240 pence).
    """

    rate: int
    per: int = 100
    points_step: int = 1
    money_step: int = 1
    doubled: Doubling = Doubling.NEVER
    settled: Settled = Settled.EACH_PARTIE
    unit: str = "pence"
    parties: bool = False

    @property
    def words(self) -> Message:
        """Return the rate in words.

        >>> for each in (Stakes(12, per=1), Stakes(240), Stakes(50, per=1, parties=True)):
        ...     print(each.words)
        12 pence a point
        240 pence a hundred
        50 pence a partie
        """
        text = StakesText.A_HUNDRED
        if self.parties:
            text = StakesText.A_PARTIE
        elif self.per == 1:
            text = StakesText.A_POINT
        return text(rate=self.rate, unit=self.unit)


POINTS_STEPS = (1, 25, 40, 50)


def validate(stakes: Stakes) -> None:
    """Refuse stakes that cannot be paid; the `ValueError` names every mistake.

    >>> validate(Stakes(0, per=10))  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    ...
    ValueError: the rate must be at least 1 pence; stakes are per point or per hundred, not per 10
    points
    """
    found = tuple(_mistakes(stakes))
    if found:
        raise ValueError("; ".join(found))


def _mistakes(stakes: Stakes) -> Iterator[str]:
    unit = stakes.unit
    if not unit.strip() or not unit.isprintable():
        yield "enter the smallest unit of the money in one line, such as pence"
        unit = "of the smallest unit"
    if stakes.rate < 1:
        yield f"the rate must be at least 1 {unit}"
    if stakes.per not in (1, 100):
        yield f"stakes are per point or per hundred, not per {stakes.per} points"
    if stakes.points_step not in POINTS_STEPS:
        yield (
            f"odd points are dropped below 25, 40 or 50, or not at all (1), not below "
            f"{stakes.points_step}"
        )
    if stakes.parties and (stakes.per != 1 or stakes.points_step != 1):
        yield "the rules pay by the partie: the rate is for one partie, and no points are dropped"
    if stakes.parties and stakes.doubled is Doubling.FOR_A_LURCH:
        yield "a lurch already counts two parties: do not double it again"
    if stakes.money_step < 1:
        yield (
            f"odd money is dropped below a number of {unit}, or not at all (1), not below "
            f"{stakes.money_step}"
        )
    if stakes.doubled is not Doubling.NEVER and stakes.settled is Settled.AT_CLOSE:
        yield (
            f"stakes doubled {stakes.doubled.value} must be settled after each partie: "
            "the balance of a season has neither lurch nor Rubicon"
        )


class Payment(NamedTuple):
    amount: int
    steps: tuple[Message, ...]


def paid(stakes: Stakes, points: int, *, rubicon: bool = False, lurch: bool = False) -> Payment:
    """Return what *points* cost the loser; `ValueError` if negative. Each step rounds down, to the
    loser's advantage.

    >>> for step in paid(Stakes(240, points_step=50), 245).steps:
    ...     print(step)
    245 points; odd points below 50 are dropped: 200
    200 at 240 pence a hundred: 480 pence
    """
    if points < 0:
        raise ValueError(f"points lost cannot be negative: {points}")
    unit = stakes.unit
    steps: list[Message] = []
    counted = points - points % stakes.points_step
    if stakes.points_step > 1:
        least = stakes.points_step
        steps.append(StakesText.ODD_POINTS(points=points, least=least, number=counted))
    amount, rest = divmod(counted * stakes.rate, stakes.per)
    worth = StakesText.WORTH_AND_FRACTION if rest else StakesText.WORTH
    steps.append(worth(number=counted, stake=stakes.words, amount=amount, unit=unit))
    if stakes.money_step > 1:
        whole = amount - amount % stakes.money_step
        least = stakes.money_step
        steps.append(StakesText.ODD_MONEY(number=amount, unit=unit, least=least, amount=whole))
        amount = whole
    doubled = {Doubling.NEVER: False, Doubling.FOR_A_LURCH: lurch, Doubling.FOR_A_RUBICON: rubicon}
    if doubled[stakes.doubled]:
        amount *= 2
        steps.append(StakesText[stakes.doubled.name](amount=amount, unit=unit))
    return Payment(amount, tuple(steps))


def shared_out(stakes: Stakes, moves: Sequence[int]) -> tuple[int, ...]:
    """Return what each member of a company receives, in the smallest unit; negative if they pay.

    Winners receive what their balance is worth, odd points and money dropped. The losers pay the
    sum in proportion to their losses; units that cannot be divided fall to the largest loss. The
    pool's balance, which the others leave over, is paid to the last unit.

    Source: Cavendish on stakes, for one loser; the division among several is unsourced.

    >>> shared_out(Stakes(120, points_step=50), (190, -500, 310))
    (180, -540, 360)
    """
    won = [paid(stakes, max(each, 0)).amount for each in moves]
    lost = [max(-each, 0) for each in moves]
    pool = max(-sum(moves), 0) * stakes.rate // stakes.per
    owed = sum(won) + pool
    all_lost = sum(lost)
    pays = [owed * each // all_lost if all_lost else 0 for each in lost]
    for index in sorted(range(len(lost)), key=lambda index: -lost[index])[: owed - sum(pays)]:
        pays[index] += 1
    return tuple(gets - gives for gets, gives in zip(won, pays, strict=True))


class Owed(NamedTuple):
    payer: int
    payee: int
    amount: int


EXACT = 16
"""The maximum number of members with a balance for whom the fewest payments are found exactly."""


class Payments(NamedTuple):
    """Payments that settle all balances; `is_fewest` says that no fewer would."""

    payments: tuple[Owed, ...]
    is_fewest: bool


def fewest_payments(balances: Mapping[int, int]) -> Payments:
    """Return who pays whom so that everyone receives their balance, which is negative for who owes;
    all must sum to 0.

    Balances that cancel each other exactly are settled first, which never costs a payment. If more
    than `EXACT` members remain, the largest debt is then paid to the largest claim until all are
    settled, which may need a few more payments than the fewest.

    >>> [tuple(each) for each in fewest_payments({1: 70, 2: -20, 3: 30, 4: -30, 5: -50}).payments]
    [(2, 1, 20), (4, 3, 30), (5, 1, 50)]
    """
    if sum(balances.values()):
        raise ValueError("balances must sum to 0")
    return _fewest(tuple(sorted((member, amount) for member, amount in balances.items() if amount)))


@lru_cache(maxsize=64)
def _fewest(balances: tuple[tuple[int, int], ...]) -> Payments:
    left = dict(balances)
    payments = list[Owed]()
    for member, amount in balances:
        others = [each for each in left if member in left and left[each] == -amount]
        for other in others[:1]:
            payments += _largest_first({each: left.pop(each) for each in (member, other)})
    is_exact = len(left) <= EXACT
    for group in _groups(left) if is_exact else [left]:
        payments += _largest_first(group)
    return Payments(tuple(sorted(payments)), is_exact)


def _largest_first(balances: Mapping[int, int]) -> Iterator[Owed]:
    """Settle balances that sum to 0 by at most one payment fewer than there are members."""
    left = dict(balances)
    while left:
        payer = min(left, key=left.__getitem__)
        payee = max(left, key=left.__getitem__)
        amount = min(-left[payer], left[payee])
        yield Owed(payer, payee, amount)
        left[payer] += amount
        left[payee] -= amount
        left = {member: balance for member, balance in left.items() if balance}


def _groups(balances: Mapping[int, int]) -> Iterator[dict[int, int]]:
    """Split balances that sum to 0 into the most groups that do; a group of n members needs n - 1
    payments.

    A subset of the members is a number with a bit for each. `most[subset]` is the number of subsets
    that sum to 0 which one can pass, by adding its members one after another in the best order.
    """
    sums = [0]
    for amount in balances.values():
        sums += [each + amount for each in sums]
    bits = [1 << index for index in range(len(balances))]
    most = [0]
    for subset in range(1, len(sums)):
        most.append((sums[subset] == 0) + max([most[subset ^ bit] for bit in bits if subset & bit]))
    left = dict(zip(bits, balances.items(), strict=True))
    subset = len(sums) - 1
    group = dict[int, int]()
    while left:
        last = max(left, key=lambda bit: most[subset ^ bit])
        member, amount = left.pop(last)
        group[member] = amount
        subset ^= last
        if sums[subset] == 0:
            yield group
            group = {}


TWO = "two"


class Format(Enum):
    OPEN = "open: any parties count"
    SINGLE = "single round robin"
    DOUBLE = "double round robin"
    KNOCK_OUT = "knock-out"
    SWISS = "Swiss: in each round equal scores meet"


class Withdrawal(Enum):
    COUNT_PLAYED = "played parties count; remaining ones become byes"
    FORFEIT = "played parties count; remaining ones are forfeited"
    ANNUL_UNDER_HALF = (
        "all parties are annulled if fewer than half were played; otherwise the "
        "remaining ones are forfeited"
    )


class TieBreak(Enum):
    """A tie-break; its value is its label on pages."""

    POINTS = "points"
    MATCH_POINTS = "match points"
    WON = "parties won"
    POINTS_WON = "points received"
    HEAD_TO_HEAD = "head-to-head"
    RUBICONS_INFLICTED = "Rubicons inflicted"
    RUBICONS_SUFFERED = "Rubicons suffered, fewer first"
    AVERAGE = "average margin"
    SONNEBORN_BERGER = "Sonneborn-Berger"
    BUCHHOLZ = "Buchholz"
    CAPOTS = "capots"
    FEWER_PARTIES = "fewer parties"
    ROUND_REACHED = "round reached"
    RANK_BEFORE = "rank in the season before"

    @property
    def noun(self) -> str:
        """Return its label without which of two figures comes first."""
        return self.value.split(",")[0]


@dataclass(frozen=True, slots=True)
class SeasonTerms:
    """The terms of a season; they do not change.

    `rules` is the whole ruleset as plain data (`scorer.rules.house_rules.ruleset_to_data`). `win`,
    `draw`, `loss` and `bye` are in match points. Both players may agree to a correction for
    `correction_hours` after posting. A rating is provisional for the first `provisional` parties.
    `frame` is `two`, or the frame for more players and its options
    (`scorer.rules.company.terms_named`).

    The first and the last day are in ISO 8601, or empty. If a member withdraws, their remaining
    fixtures are forfeited after `grace_days`. A forfeit costs `forfeit_points`, or with
    `forfeit_average` the average win of the season if that is more, so that nobody who expects to
    lose gains by staying away: by Law 72 a lost partie costs at least 101. A play-off comes `after`
    the season of this number, whose first `seeds` take part. `rounds` is the number of rounds of a
    Swiss, and `absence` what a round of it gives in match points to who sits it out, `None` as much
    as a draw. Without `counts_results_only`, results that were taken in without their deals are
    listed, and do not count: in no standings, rating, record or stakes.
    """

    name: str
    rules: Any
    format: Format = Format.OPEN
    order: tuple[TieBreak, ...] = (
        TieBreak.POINTS,
        TieBreak.HEAD_TO_HEAD,
        TieBreak.RUBICONS_INFLICTED,
    )
    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int = 2
    stakes: Stakes | None = None
    withdrawal: Withdrawal = Withdrawal.FORFEIT
    correction_hours: int = 24
    forfeit_points: int = 200
    provisional: int = 10
    frame: str = TWO
    first_day: str = ""
    last_day: str = ""
    grace_days: int = 0
    forfeit_average: bool = False
    after: int = 0
    seeds: int = 0
    rounds: int = 0
    absence: int | None = field(default=None, metadata=LATE)
    counts_results_only: bool = field(default=True, metadata=LATE)

    def counts(self, result: Result) -> bool:
        """Return whether a result counts in the season."""
        return self.counts_results_only or not result.is_result_only

    def bye_points(self, *, absent: bool) -> int:
        """Return the match points of a bye, or of a round that a member sits out because they are
        *absent*.

        >>> swiss = SeasonTerms("Winter", None, Format.SWISS, draw=1, bye=2)
        >>> swiss.bye_points(absent=False), swiss.bye_points(absent=True)
        (2, 1)
        """
        if not absent:
            return self.bye
        return self.draw if self.absence is None else self.absence

    def forfeit_cost(self, points: int, parties: int) -> int:
        """Return what a forfeit costs when *parties* of the season were won by *points* altogether.

        >>> terms = SeasonTerms("Winter", None, forfeit_points=200, forfeit_average=True)
        >>> terms.forfeit_cost(points=0, parties=0), terms.forfeit_cost(points=1001, parties=4)
        (200, 250)
        """
        average = points // parties if self.forfeit_average and parties else 0
        return max(self.forfeit_points, average)

    @property
    def is_for_two(self) -> bool:
        """Return whether two play each partie, and not a company.

        >>> SeasonTerms("Winter", None).is_for_two
        True
        """
        return self.frame == TWO

    @property
    def has_rubicon(self) -> bool:
        """Return whether its rules have a Rubicon.

        >>> SeasonTerms("Winter", {"values": {"rubicon": "none"}}).has_rubicon
        False
        """
        values = (self.rules or {}).get("values", {})
        return isinstance(values.get("rubicon"), int)

    @property
    def frame_name(self) -> str:
        """Return the frame without its options.

        >>> SeasonTerms("Winter", None, frame="round table stake=3").frame_name
        'round table'
        """
        return " ".join(word for word in self.frame.split() if "=" not in word)

    @property
    def ranking(self) -> tuple[TieBreak, ...]:
        """Return the tie-breaks that rank, the first of which is the round reached in a knock-out.

        Terms of knock-outs that were published before there was this tie-break do not name it, and
        theirs follow it: the winner of the final comes first whatever the others have.

        >>> cup = SeasonTerms("Cup", None, Format.KNOCK_OUT, (TieBreak.POINTS,))
        >>> [each.value for each in cup.ranking]
        ['round reached', 'points']
        """
        if self.format is not Format.KNOCK_OUT:
            return self.order
        return (
            TieBreak.ROUND_REACHED,
            *(each for each in self.order if each is not TieBreak.ROUND_REACHED),
        )

    def match_points(self, winner: int | None) -> tuple[int, int]:
        """Return the match points of both players; *winner* is 0, 1 or `None`."""
        if winner is None:
            return self.draw, self.draw
        return (self.win, self.loss) if winner == 0 else (self.loss, self.win)
