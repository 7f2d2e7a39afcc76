"""A partie, or the series it belongs to: what each deal adds, when it ends, and how it is settled."""

from dataclasses import dataclass, field

from .laws import Laws
from .scoring import Facts, Score, score


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
        """The player, or pair, that is *side* in the next deal: the seats move on by one from deal to deal."""
        return (side + len(self.deals)) % self.laws.sides

    def scored(self, facts: Facts) -> Score:
        before = [self.totals[self.player(side)] for side in range(self.laws.sides)]
        return score(self.laws, facts, before, self.target, self.carry)

    @property
    def weight(self) -> int:
        return self.laws.weights[self.dealt] if self.dealt < len(self.laws.weights) else 1

    def add(self, facts: Facts) -> None:
        scored = self.scored(facts)
        by_player = [0] * self.laws.sides
        for side, points in enumerate(scored.points):
            by_player[self.player(side)] = points
        reached = None if scored.reached is None else self.player(scored.reached)
        self.carry = scored.carry
        self.add_points(tuple(by_player), scored, reached)

    def add_points(self, points: tuple[int, ...], scored: Score | None = None, reached: int | None = None) -> None:
        """Count the next deal by the *points* that it brings the players; *reached* is who won the race with it."""
        self.totals = [total + self.weight * each for total, each in zip(self.totals, points, strict=True)]
        self.deals.append(points)
        self.scores.append(scored)
        self.dealt += 1
        if self.laws.target:
            if reached is not None:
                self._end(self._raced(reached))
        else:
            extra = self.dealt - len(self.laws.weights)
            if extra == self.laws.tie_deals or (extra == 0 and self.totals.count(max(self.totals)) == 1):
                self._end(self._settled())

    def _end(self, ended: Ended) -> None:
        self.ended.append(ended)
        if ended.winner is not None:
            self.won[ended.winner] += ended.points if self.laws.target else self.laws.parties
        self.totals, self.dealt, self.carry = [0] * self.laws.sides, 0, 0

    def _raced(self, winner: int) -> Ended:
        others = [total for side, total in enumerate(self.totals) if side != winner]
        lurch = self.laws.lurch and max(others) < (self.target + 1) // 2
        margin = self.totals[winner] - min(others) if self.laws.by_point else 1
        points = 2 * margin if lurch else margin
        return Ended(len(self.deals) - 1, tuple(self.totals), winner, points, lurch=lurch, target=self.target)

    def _settled(self) -> Ended:
        """A partie of a number of deals, settled by the Rubicon."""
        most, least = max(self.totals), min(self.totals)
        if most == least:
            return Ended(len(self.deals) - 1, tuple(self.totals), None, 0)
        rubicon = least < self.laws.rubicon
        points = (most + least if rubicon else most - least) + self.laws.bonus
        winner = self.totals.index(most)
        return Ended(len(self.deals) - 1, tuple(self.totals), winner, points, rubicon=rubicon)
