"""The score of a deal, from what was claimed and how the tricks fell; and of a partie or the series
it belongs to.

Classes are counted in order: carte blanche, point, sequences from long to short, sets, play, cards;
in a partie to a target the deal stops at the point that reaches it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .cards import Card, Claims
from .laws import Laws

ELDER = 0
IN_HAND = ("carte blanche", "carte rouge", "point", "sequence", "set", "repique")


@dataclass(frozen=True)
class Trick:
    """One trick: who led, who won, and which of its cards are a ten or better."""

    leader: int
    winner: int
    good_lead: bool = True
    good_winner: bool = True
    tens: int = 0


@dataclass(frozen=True)
class Contract:
    """So many tricks to win, or in a minus deal to lose;
    *times* is 1, 2 if doubled, 4 if redoubled.
    """

    bidder: int
    tricks: int
    minus: bool
    times: int


@dataclass(frozen=True)
class Facts:
    """All that happened in a deal, by seats."""

    claims: tuple[Claims, ...]
    tricks: tuple[Trick, ...]
    conceded: int | None = None
    contract: Contract | None = None

    @property
    def minus(self) -> bool:
        return self.contract is not None and self.contract.minus


@dataclass(frozen=True)
class Line:
    """Points of one side, and what for."""

    side: int
    points: int
    what: str
    trick: int = -1
    """In the play: the trick, from 0."""


@dataclass
class Score:
    """A deal, scored: its lines in the order in which they are counted,
    and its bonuses by the side that made them.
    """

    lines: list[Line]
    points: list[int] = field(default_factory=list)
    bonuses: dict[str, int] = field(default_factory=dict)
    reached: int | None = None
    """The side that reached the target."""
    carry: int = 0
    """The cards that go to the next deal."""

    @property
    def won_in_hand(self) -> bool:
        return self.reached is not None and self.lines[-1].what in IN_HAND


def score(
    laws: Laws, facts: Facts, before: Sequence[int] = (), target: int = 0, carry: int = 0
) -> Score:
    """Score a deal.

    Args:
        before: each side's points in the partie before this deal.
        target: what ends the partie; 0 for none.
        carry: what the last deal's cards add to those of this one.
    """
    hand = hand_lines(laws, facts)
    play = play_lines(laws, facts)
    lines = _with_repique(laws, facts, hand)
    cards, carry = card_lines(laws, facts, carry)
    if any(line.what == "repique" and line.side == ELDER for line in lines):
        lines += play + cards
    else:
        lines += _with_pique(laws, facts, hand, play, cards)
    if facts.contract is not None:
        lines.append(_contract_line(facts))
    scored = Score([], [0] * laws.sides, carry=carry)
    for line in lines:
        scored.lines.append(line)
        scored.points[line.side] += line.points
        if line.what in ("repique", "pique", "capot"):
            scored.bonuses[line.what] = line.side
        if target and before[line.side] + scored.points[line.side] >= target:
            scored.reached = line.side
            break
    return scored


# In hand


def class_winners(laws: Laws, facts: Facts) -> list[int | None]:
    """The seats with the good point, sequences and sets; nobody where two sides are level."""
    bests = (
        [each.point.strength(laws) if each.point else (0, 0) for each in facts.claims],
        [max((run.strength for run in each.runs), default=(0, 0)) for each in facts.claims],
        [max((kind.strength for kind in each.sets), default=(0, 0)) for each in facts.claims],
    )
    return [_best(laws, each) for each in bests]


def _best(laws: Laws, claims: Sequence[tuple[int, int]]) -> int | None:
    seats = [seat for seat, each in enumerate(claims) if each == max(claims) != (0, 0)]
    return seats[0] if len({seat % laws.sides for seat in seats}) == 1 else None


def hand_lines(laws: Laws, facts: Facts) -> list[Line]:
    """What is counted before play, class by class; a carte rouge as soon as it is complete."""
    lines = []
    covered = [set[Card]() for _ in facts.claims]

    def count(seat: int, points: int, what: str, cards: frozenset[Card]) -> None:
        lines.append(Line(seat % laws.sides, points, what))
        held = facts.claims[seat].hand
        missing = held - covered[seat]
        covered[seat] |= cards
        if laws.rouge and missing and not held - covered[seat]:
            lines.append(Line(seat % laws.sides, laws.rouge, "carte rouge"))

    for seat, each in enumerate(facts.claims):
        if each.blank:
            lines.append(Line(seat % laws.sides, laws.blank, "carte blanche"))
    by_point, by_runs, by_sets = class_winners(laws, facts)
    if by_point is not None:
        point = facts.claims[by_point].point
        assert point is not None
        count(by_point, point.worth(laws), "point", point.cards)
    for seat in _counting(laws, facts, by_runs):
        for run in sorted(facts.claims[seat].runs, key=lambda run: run.strength, reverse=True):
            count(seat, run.worth, "sequence", run.cards)
    for seat in _counting(laws, facts, by_sets):
        for kind in sorted(facts.claims[seat].sets, key=lambda kind: kind.strength, reverse=True):
            count(seat, kind.worth, "set", kind.cards)
    return lines


def _counting(laws: Laws, facts: Facts, winner: int | None) -> list[int]:
    if winner is None:
        return []
    return [
        seat
        for seat in range(laws.seats)
        if seat == winner or (laws.shared and seat % 2 == winner % 2)
    ]


# The play


def play_lines(laws: Laws, facts: Facts) -> list[Line]:
    """What is counted trick by trick; the lead before the capture, and then the last trick."""
    lines = []
    for number, trick in enumerate(facts.tricks):
        leader = trick.leader % laws.sides
        winner = trick.winner % laws.sides
        captured = trick.leader != trick.winner
        if laws.play == "club":
            if trick.good_lead or not laws.tens_only:
                lines.append(Line(leader, 1, "lead", number))
            if captured and (trick.good_winner or not laws.tens_only):
                lines.append(Line(winner, 1, "capture", number))
        elif laws.play == "capture two":
            if captured and number == 0:
                lines.append(Line(leader, 1, "first lead", number))
            lines.append(Line(winner, 2 if captured else 1, "trick", number))
        elif laws.play == "captured tens":
            if trick.tens:
                lines.append(Line(winner, trick.tens, "tens", number))
        else:
            lines.append(Line(1 - winner if facts.minus else winner, 1, "trick", number))
    if laws.last and facts.tricks:
        lines.append(
            Line(facts.tricks[-1].winner % laws.sides, laws.last, "last", len(facts.tricks) - 1)
        )
    return lines


def card_lines(laws: Laws, facts: Facts, carry: int) -> tuple[list[Line], int]:
    """What is counted for most of the tricks, or all of them;
    and what is carried to the next deal.
    """
    if facts.conceded is not None:
        return [Line(1 - facts.conceded, 13, "conceded"), Line(1 - facts.conceded, 10, "cards")], 0
    won = [
        sum(trick.winner % laws.sides == side for trick in facts.tricks)
        for side in range(laws.sides)
    ]
    side = won.index(max(won))
    if won.count(won[side]) > 1 or (2 * won[side] <= laws.hand and not laws.most_tricks):
        return [], carry + 10 if laws.carried else 0
    if won[side] < laws.hand:
        return [Line(side, 10 + carry, "cards")], 0
    if laws.capot_on_top:
        return [Line(side, 10 + carry, "cards"), Line(side, 30, "capot")], 0
    return [Line(side, 40, "capot")], 0


def _contract_line(facts: Facts) -> Line:
    contract = facts.contract
    assert contract is not None
    won = sum(trick.winner == contract.bidder for trick in facts.tricks)
    over = (len(facts.tricks) - won if contract.minus else won) - contract.tricks
    return Line(
        contract.bidder if over >= 0 else 1 - contract.bidder,
        10 * abs(over) * contract.times,
        "contract",
    )


# Repique and pique


def _with_repique(laws: Laws, facts: Facts, hand: list[Line]) -> list[Line]:
    """*hand* with the bonus of the side that makes thirty before another side counts anything."""
    needed = 21 if facts.minus else laws.repique[0]
    total = [0] * laws.sides
    for at, line in enumerate(hand, 1):
        if line.side == ELDER or line.what != "carte rouge" or laws.rouge_for_younger:
            total[line.side] += line.points
        against = hand if laws.any_valid else hand[:at]
        if total[line.side] >= needed and all(each.side == line.side for each in against):
            return [*hand[:at], Line(line.side, laws.repique[1], "repique"), *hand[at:]]
    return list(hand)


def _with_pique(
    laws: Laws, facts: Facts, hand: list[Line], play: list[Line], cards: list[Line]
) -> list[Line]:
    """*play* and *cards* with elder's bonus for thirty in hand
    and play before another side counts anything.
    """
    untouched = play + cards
    if facts.conceded is not None or (laws.any_valid and any(line.side != ELDER for line in hand)):
        return untouched
    ordered = hand + play
    if laws.spoken_order:
        blank = [line for line in hand if line.what == "carte blanche"]
        elders = [line for line in hand if line.side == ELDER and line.what != "carte blanche"]
        youngers = [line for line in hand if line.side != ELDER and line.what != "carte blanche"]
        leads = 1 if laws.play != "flat" and play and play[0].side == ELDER else 0
        ordered = [*blank, *elders, *play[:leads], *youngers, *play[leads:]]
    if laws.ten_at_seventh and all(trick.winner == ELDER for trick in facts.tricks[:7]):
        after = max(
            (at for at, line in enumerate(ordered) if line.trick >= 0 and line.trick < 7),
            default=-1,
        )
        at = after + 1 if after >= 0 else len(hand)
        ten = next(line for line in cards if line.what == "cards")
        ordered = [*ordered[:at], Line(ELDER, ten.points, "cards", 6), *ordered[at:]]
    needed = 21 if facts.minus else laws.pique[0]
    total = 0
    for line in ordered:
        if line.side != ELDER:
            return untouched
        total += line.points
        if line.trick >= 0 and total >= needed:
            return _placed(line, Line(ELDER, laws.pique[1], "pique"), ordered, play, cards)
    return untouched


def _placed(
    reached: Line, bonus: Line, ordered: list[Line], play: list[Line], cards: list[Line]
) -> list[Line]:
    """*play* and *cards*, with *bonus* after the line that *reached* it,
    and the ten where it helped.
    """
    counted = ordered[: next(at for at, line in enumerate(ordered) if line is reached) + 1]
    lines = [line for line in counted if line.trick >= 0]
    ten = [line for line in lines if line.what == "cards"]
    rest = [line for line in play if not any(line is each for each in lines)]
    return [*lines, bonus, *rest, *(line for line in cards if not (ten and line.what == "cards"))]


# A partie, or the series it belongs to: what each deal adds, when it ends, and how it is settled


@dataclass(frozen=True)
class Ended:
    """A partie that is over; its sides are the players in the order of the file."""

    after: int
    totals: tuple[int, ...]
    winner: int | None
    points: int
    rubicon: bool = False
    lurch: bool = False
    target: int = 0


@dataclass
class Series:
    """Parties that are played one after another until the series is won; usually one."""

    laws: Laws
    deals: list[tuple[int, ...]] = field(default_factory=list)
    """Each deal's points, by players."""
    scores: list[Score | None] = field(default_factory=list)
    """How each deal was scored; nothing for one of which only the points are known."""
    ended: list[Ended] = field(default_factory=list)
    carry: int = 0

    def __post_init__(self) -> None:
        self.totals = [0] * self.laws.sides
        self.won = [0] * self.laws.sides
        self.dealt = 0

    @property
    def over(self) -> bool:
        drawn = any(each.winner is None for each in self.ended)
        return drawn or any(won >= self.laws.parties for won in self.won)

    @property
    def target(self) -> int:
        """What ends the partie that is being played."""
        last = all(won == self.laws.parties - 1 for won in self.won)
        return self.laws.decider if self.laws.decider and last else self.laws.target

    @property
    def last_deal(self) -> bool:
        """Whether the next deal is the last one before any extra deals."""
        return self.dealt == len(self.laws.weights) - 1

    @property
    def ends_with_next(self) -> bool:
        """Whether the partie can end with the next deal, whatever its points."""
        extra = self.dealt == len(self.laws.weights) + self.laws.tie_deals - 1
        return not self.laws.target and (self.last_deal or extra)

    def player(self, side: int) -> int:
        """The player, or pair, that is *side* in the next deal:
        the seats move on by one from deal to deal.
        """
        return (side + len(self.deals)) % self.laws.sides

    def scored(self, facts: Facts) -> Score:
        before = [self.totals[self.player(side)] for side in range(self.laws.sides)]
        return score(self.laws, facts, before, self.target, self.carry)

    @property
    def weight(self) -> int:
        return self.laws.weights[self.dealt] if self.dealt < len(self.laws.weights) else 1

    def add(self, facts: Facts) -> None:
        scored = self.scored(facts)
        by_player = sorted((self.player(side), points) for side, points in enumerate(scored.points))
        reached = None if scored.reached is None else self.player(scored.reached)
        self.carry = scored.carry
        self.add_points(tuple(points for _, points in by_player), scored, reached)

    def add_points(
        self, points: tuple[int, ...], scored: Score | None = None, reached: int | None = None
    ) -> None:
        """Count the next deal by the *points* that it brings the players;
        *reached* is who won the race with it.
        """
        self.totals = [
            total + self.weight * each for total, each in zip(self.totals, points, strict=True)
        ]
        self.deals.append(points)
        self.scores.append(scored)
        self.dealt += 1
        if self.laws.target:
            if reached is not None:
                self._end(self._raced(reached))
        else:
            extra = self.dealt - len(self.laws.weights)
            if extra == self.laws.tie_deals or (
                extra == 0 and self.totals.count(max(self.totals)) == 1
            ):
                self._end(self._settled())

    def _end(self, ended: Ended) -> None:
        self.ended.append(ended)
        if ended.winner is not None:
            self.won[ended.winner] += ended.points if self.laws.target else self.laws.parties
        self.totals = [0] * self.laws.sides
        self.dealt = 0
        self.carry = 0

    def _raced(self, winner: int) -> Ended:
        others = [total for side, total in enumerate(self.totals) if side != winner]
        lurch = self.laws.lurch and max(others) < (self.target + 1) // 2
        points = (self.totals[winner] - min(others) if self.laws.by_point else 1) * (
            2 if lurch else 1
        )
        return Ended(
            len(self.deals) - 1, tuple(self.totals), winner, points, lurch=lurch, target=self.target
        )

    def _settled(self) -> Ended:
        """A partie of a number of deals, settled by the Rubicon."""
        most = max(self.totals)
        least = min(self.totals)
        if most == least:
            return Ended(len(self.deals) - 1, tuple(self.totals), None, 0)
        rubicon = least < self.laws.rubicon
        points = (most + least if rubicon else most - least) + self.laws.bonus
        winner = self.totals.index(most)
        return Ended(len(self.deals) - 1, tuple(self.totals), winner, points, rubicon=rubicon)
