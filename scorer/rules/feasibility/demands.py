"""
Demands: what the cards of one seat must be, suit by suit and rank by rank.

Assertions make demands on a hand (`demand`), and so does having sunk nothing
(`scorer.rules.feasibility.candour`); `scorer.rules.feasibility.search` looks
for cards that meet the demands on every hand at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple, assert_never

from ..cards import Rank
from ..cards import Suit as CardSuit
from ..claims import Better, Claim, PointClaim, SequenceClaim, SetClaim, compare
from ..options import PointCompare
from ..ruleset import Ruleset
from .assertions import Assertion, Says
from .dealt import face_ranks
from .holdings import SUITS, UNABLE, Run, Suit, suit_of
from .rouge import Rouge, rouge_of


def run_of(claim: SequenceClaim) -> Run:
    """The run that is claimed, its suit aside."""
    return claim.length, 0 if claim.top is None else int(claim.top)


class FrozenDemands(NamedTuple):
    """What `Demands` come to, as a key to what was found for them; what is counted of the ranks is not in it."""

    suit: Suit
    low: int
    high: int
    allowed: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]
    runs: tuple[tuple[Run, ...], ...]
    whole_runs: bool
    no_more_runs: bool
    least: tuple[tuple[int, int], ...]
    rouge: Rouge | None
    is_loose: bool


@dataclass
class Demands:
    """
    What one seat's hand must be.

    Attributes:
        suit: the suits of the pack.
        low: fewest cards in the hand.
        high: most cards in the hand.
        allowed: for each suit the family of the holdings it may be.
        tokens: families one for each suit, of which some suit's holding must be one.
        runs: claims that must be shown, no card serving two, each with its suit if that was named.
        whole_runs: each of these is a whole run of the hand.
        no_more_runs: and they are all its runs.
        whole_point: a point called is the whole of a suit.
        least: the fewest cards of a rank, where that is demanded.
        most: the most cards of a rank, where that is demanded.
        counting: the ranks that count in play, as the bits of a holding, if it is known how many the hand has of them.
        high_cards: the fewest cards that do.
        low_cards: the fewest that do not.
        scored: the claims that name every card of the hand, if it is a carte rouge.
        is_loose: as `is_boundless` was when all demands were made; cards may then be added to any that meet them.
    """

    suit: Suit
    low: int
    high: int
    allowed: list[int]
    tokens: list[tuple[int, ...]] = field(default_factory=list)
    runs: list[tuple[Run, CardSuit | None]] = field(default_factory=list)
    whole_runs: bool = False
    no_more_runs: bool = False
    whole_point: bool = False
    least: dict[Rank, int] = field(default_factory=dict)
    most: dict[Rank, int] = field(default_factory=dict)
    counting: int = 0
    high_cards: int = 0
    low_cards: int = 0
    scored: tuple[Claim, ...] | None = None
    is_loose: bool = False

    @property
    def frozen(self) -> FrozenDemands:
        """The demands as they stand."""
        runs, rouge = self.runs, None
        if self.scored is not None:
            scored = [(run_of(claim), claim.suit) for claim in self.scored if isinstance(claim, SequenceClaim)]
            runs = [*scored, *(run for run in self.runs if run not in scored)]
            rouge = rouge_of(self.suit, self.scored, len(scored), whole_point=self.whole_point)
        return FrozenDemands(
            self.suit,
            self.low,
            self.high,
            tuple(self.allowed),
            tuple(self.tokens),
            tuple(tuple(run if named in (None, each) else UNABLE for run, named in runs) for each in SUITS),
            self.whole_runs,
            self.no_more_runs,
            tuple((int(rank), count) for rank, count in self.least.items()),
            rouge,
            self.is_loose,
        )

    @property
    def is_boundless(self) -> bool:
        """Whether a hand that meets the demands still does with more cards."""
        bound = self.most or self.whole_runs or self.whole_point or self.scored is not None
        return not bound and all(family == self.suit.everything for family in self.allowed)

    @property
    def is_too_much(self) -> bool:
        """Whether the runs, or the sets, are demanded of more cards than the hand has, or too many of one rank."""
        runs = sum(length for (length, _), _ in self.runs)
        ranks = any(count > self.most.get(rank, len(SUITS)) for rank, count in self.least.items())
        played = self.high_cards + self.low_cards
        return max(runs, sum(self.least.values()), played) > self.high or ranks

    def most_of(self, ranks: Iterable[Rank]) -> int:
        """The most cards of *ranks* that the hand can have."""
        return min(self.high, sum(self.most.get(rank, len(SUITS)) for rank in ranks))

    def limit(self, family: int) -> None:
        """Demand that the holding of every suit is one of *family*."""
        self.allowed = [each & family for each in self.allowed]

    def one_of(self, family: int, named: CardSuit | None = None) -> None:
        """Demand that some suit, or the one *named*, has a holding of *family*."""
        self.tokens.append(tuple(family if named in (None, each) else 0 for each in SUITS))

    def at_least(self, claim: SetClaim) -> None:
        """Demand so many cards of a rank."""
        self.least[claim.rank] = max(claim.count, self.least.get(claim.rank, 0))

    def at_most(self, rank: Rank, count: int) -> None:
        """Demand no more than *count* cards of a rank."""
        self.most[rank] = min(count, self.most.get(rank, len(SUITS)))


def no_demands(rules: Ruleset, *, may_be_long: bool = False) -> Demands:
    """A hand of which nothing is known but its size; it may have more cards, dealt or taken (Laws 25 to 35 and 58)."""
    suit = suit_of(rules.lowest)
    most = rules.hand + (rules.talon if may_be_long else 0)
    return Demands(suit, rules.hand, most, [suit.everything] * len(SUITS))


def demand(rules: Ruleset, hand: Demands, said: Assertion) -> None:
    """Demand of *hand* what *said* says of it; a better set is one of several demands, and left to `better_sets`."""
    claim = said.claim or said.rival
    match said.says:
        case Says.SHORT:
            hand.low = hand.high = rules.hand - said.cards
        case Says.STILL_BLANK:
            hand.limit(hand.suit.lacking(sum(map(hand.suit.bit, face_ranks(rules)))))
        case Says.ALL_SCORED:
            hand.scored = said.claims
        case Says.LACKS:
            _lack(hand, claim)
        case Says.NO_TRICK:
            hand.at_most(Rank.ACE, len(SUITS) - 1)
        case Says.PLAYED_HIGH:
            hand.counting, hand.high_cards = cards_that_count(rules), said.cards
        case Says.PLAYED_LOW:
            hand.counting, hand.low_cards = cards_that_count(rules), said.cards
        case Says.HOLDS | Says.EQUALS:
            assert claim is not None
            _hold(hand, claim, in_suit=said.says is Says.HOLDS)
        case Says.AS_LONG | Says.ASKS:
            assert isinstance(claim, (PointClaim, SequenceClaim))
            hand.one_of(as_long(rules, claim))
        case Says.BEATS:
            if isinstance(claim, PointClaim):
                hand.one_of(point_family(rules, claim, BETTER))
            elif isinstance(claim, SequenceClaim):
                beaten = hand.suit.against_run(claim.essence, NOT_BETTER, nought=rules.nought)
                hand.one_of(hand.suit.everything & ~beaten)
        case Says.BLANK | Says.EXCHANGED:
            pass  # of the hand as it was dealt
        case _:
            assert_never(said.says)


def _hold(hand: Demands, claim: Claim, *, in_suit: bool) -> None:
    """Demand *claim* of the hand, or with no regard to its suit as good a one."""
    match claim:
        case SequenceClaim():
            hand.runs.append((run_of(claim), claim.suit if in_suit else None))
        case PointClaim(length, pips, suit):
            just = hand.suit.making(length, pips)
            whole = hand.whole_point or not length
            hand.one_of(just if whole else hand.suit.above(just), suit if in_suit else None)
        case SetClaim():
            hand.at_least(claim)
        case _:
            assert_never(claim)


def cards_that_count(rules: Ruleset) -> int:
    """The ranks that count in play, as the bits of a holding."""
    return sum(suit_of(rules.lowest).bit(rank) for rank in rules.ranks if rank >= rules.trick_min_rank)


BETTER = frozenset({Better.YES})
WORSE = frozenset({Better.NO})
NO_BETTER = frozenset({Better.NO, Better.EQUAL})
NOT_BETTER = frozenset({Better.NO, Better.EQUAL, Better.UNKNOWN})


def point_family(rules: Ruleset, claim: PointClaim, wanted: frozenset[Better]) -> int:
    """The family of the holdings that stand so to *claim* as a point under *rules*."""
    by_pips = rules.point_compare is PointCompare.PIPS
    return suit_of(rules.lowest).against_point(claim.essence, wanted, no_point(rules), by_pips=by_pips)


def no_point(rules: Ruleset) -> int:
    """The family of the holdings that are no point under *rules*."""
    return suit_of(rules.lowest).no_point(rules.point_min, rules.point_min_pips, nought=rules.nought)


def as_long(rules: Ruleset, claim: PointClaim | SequenceClaim) -> int:
    """The family of the holdings with as long a point or run as *claim*, or with a nought that stands for one."""
    suit = suit_of(rules.lowest)
    longs = suit.at_least(claim.length) if isinstance(claim, PointClaim) else suit.containing(((claim.length, 0),))
    return longs | suit.sized[0] if nought_is_as_long(rules, claim) else longs


def nought_is_as_long(rules: Ruleset, claim: PointClaim | SequenceClaim) -> bool:
    """Whether a nought counts, and as just as many cards as *claim* has."""
    return rules.nought and compare(type(claim)(0), type(claim)(claim.length)) is Better.UNKNOWN


def _lack(hand: Demands, claim: Claim | None) -> None:
    """Demand that *hand* does not hold *claim*."""
    if isinstance(claim, SetClaim):
        hand.at_most(claim.rank, claim.count - 1)
        return
    if isinstance(claim, PointClaim):
        just = hand.suit.making(claim.length, claim.pips)
        family = hand.suit.above(just) if claim.length else just
    else:
        assert claim is not None
        family = hand.suit.containing((run_of(claim),))
    for place, suit in enumerate(SUITS):
        if claim.suit in (None, suit):
            hand.allowed[place] &= ~family


def better_sets(rules: Ruleset, rival: SetClaim) -> tuple[SetClaim, ...]:
    """The least sets that are better than *rival*: whoever has a better one has one of these."""
    trios = [SetClaim(3, rank) for rank in rules.ranks if rules.carries_set(rank) and rank > rival.rank]
    if rival.count == 4:
        return tuple(replace(each, count=4) for each in trios)
    lesser = [SetClaim(4, rank) for rank in rules.ranks if rules.carries_set(rank) and rank <= rival.rank]
    return (*trios, *lesser)


def known_further(rules: Ruleset, rival: PointClaim | SequenceClaim) -> Iterable[PointClaim | SequenceClaim]:
    """*rival* with each of the pips or heads it can have, if they were not said; those easiest to beat first."""
    if isinstance(rival, PointClaim):
        return (replace(rival, pips=pips) for pips in rules.possible_pips(rival.length))
    return (replace(rival, top=top) for top in rules.ranks[rival.length - 1 :])
