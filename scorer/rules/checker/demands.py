"""Demands: constraints on the cards of one hand, by suit and by rank,
with cartes blanches and rouges.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple, assert_never

from ..cards import Card, Rank
from ..cards import Suit as CardSuit
from ..claims import Better, Claim, PointClaim, SequenceClaim, SetClaim, compare
from ..findings import Assertion, Says
from ..opening import exchange_limits
from ..ruleset import PointCompare, Ruleset
from ..seats import Seat
from .holdings import SUITS, Bound, Run, SuitHoldings, suit_of

# A blank hand is dealt plain cards only. After the exchange it holds no more
# court cards than it took, and its discards, all plain, lie outside both hands.
#
# Source: Cavendish, Laws 18, 21, 22 and 34.


@dataclass(frozen=True)
class DealtBlanks:
    """The constraints that cartes blanches put on the hands as dealt.

    Attributes:
        blank: for each seat whether it was dealt one.
        exchanges: the numbers of cards that the seats may have exchanged; of a hand not blank only
            the fewest matters.
    """

    rules: Ruleset
    blank: tuple[bool, ...]
    exchanges: tuple[tuple[int, ...], ...]


def dealt_blanks(rules: Ruleset, said: Sequence[Assertion]) -> DealtBlanks | None:
    """Return the constraints of the cartes blanches in *said*, or `None` without one."""
    blank = {each.seat for each in said if each.says is Says.BLANK}
    if not blank:
        return None
    exchanged = {each.seat: each.cards for each in said if each.says is Says.EXCHANGED}
    elder = exchanged.get(Seat.ELDER, rules.elder_exchange_min)
    taken = {seat: exchange_limits(rules, seat, elder) for seat in rules.seats}
    taken |= {seat: (cards, cards) for seat, cards in exchanged.items()}
    ways = (
        range(least, most + 1 if seat in blank else least + 1)
        for seat, (least, most) in taken.items()
    )
    return DealtBlanks(
        rules,
        tuple(seat in blank for seat in rules.seats),
        tuple(took for took in product(*ways) if sum(took) <= rules.talon),
    )


def fill(
    rules: Ruleset,
    hands: Sequence[Sequence[Card]],
    sizes: Sequence[int],
    blanks: DealtBlanks | None,
) -> tuple[list[list[Card]], list[list[Card]]]:
    """Return the hands filled up to *sizes* from the free cards,
    and the discards of each blank hand.
    """
    free = [card for card in reversed(rules.pack) if not any(card in hand for hand in hands)]
    full: list[list[Card]] = []
    for hand, size in zip(hands, sizes, strict=True):
        more = size - len(hand)
        full.append([*hand, *free[:more]])
        free = free[more:]
    thrown: list[list[Card]] = [[] for _ in hands]
    if blanks is None:
        return full, thrown
    plain = [card for card in free if card.rank not in rules.face_ranks]
    blank = [seat for seat in rules.seats if blanks.blank[seat]]
    # every court card of a blank hand came with the exchange
    courts = {seat: sum(card.rank in rules.face_ranks for card in full[seat]) for seat in blank}
    took = next(
        took for took in blanks.exchanges if all(took[seat] >= courts[seat] for seat in blank)
    )
    for seat in blank:
        thrown[seat] = plain[: took[seat]]
        plain = plain[took[seat] :]
    return full, thrown


class Rouge(NamedTuple):
    """The claims that name every card of a hand.

    Attributes:
        runs: how many of the hand's runs are among them; these come first.
        points: for each suit the family of holdings that make the point; empty if no point is among
            them.
        whole_point: the point is the whole of a suit.
    """

    runs: int
    points: tuple[int, ...]
    trios: tuple[Rank, ...]
    quatorzes: tuple[Rank, ...]
    whole_point: bool

    @property
    def served(self) -> int:
        """Return how many demands besides runs some suit has to serve."""
        return bool(self.points) + len(self.trios)

    def in_suit(self, index: int) -> Rouge:
        return self._replace(points=self.points[index : index + 1])


def in_suits(family: int, named: CardSuit | None) -> tuple[int, ...]:
    """Return *family* for every suit, or for the suit *named* alone."""
    return tuple([family if named in (None, each) else 0 for each in SUITS])


def rouge_of(suit: SuitHoldings, claims: Iterable[Claim], runs: int, *, whole_point: bool) -> Rouge:
    """Return the carte rouge of *claims*; the first *runs* runs of the hand are among them."""
    points: tuple[int, ...] = ()
    sets = []
    for claim in claims:
        if isinstance(claim, PointClaim):
            family = suit.making(claim.length, claim.pips)
            points = in_suits(family, claim.suit)
        elif isinstance(claim, SetClaim):
            sets.append(claim)
    return Rouge(
        runs=runs,
        points=points,
        trios=tuple(each.rank for each in sets if each.count == 3),
        quatorzes=tuple(each.rank for each in sets if each.count == 4),
        whole_point=whole_point,
    )


# Assertions make demands on a hand (`demand`), and so does having sunk nothing
# (`assertions.demand_nothing_sunk`). `grid` looks for cards that meet all of them.


def run_of(claim: SequenceClaim) -> Run:
    """Return the run of *claim* without its suit."""
    return claim.length, 0 if claim.top is None else int(claim.top)


def is_within(families: Sequence[int], others: Sequence[int]) -> bool:
    """Return whether in every suit the holdings of *families* are among those of *others*."""
    return not any(family & ~other for family, other in zip(families, others, strict=True))


@dataclass(eq=False)
class Demands:
    """The constraints on one seat's hand.

    Attributes:
        low: the fewest cards in the hand, `high` the most.
        allowed: for each suit the family of allowed holdings.
        disjunctions: for each, a family per suit; in at least one suit the holding must be in it.
        runs: claims to be shown with disjoint cards, each with its suit if that was named.
        whole_runs: each of them is a whole run of the hand.
        no_other_runs: they are all the runs of the hand.
        whole_point: a point called is the whole of a suit.
        least: the fewest cards of a rank, where bounded; `most` the most.
        counting: the ranks that count in play, as the bits of a holding, if the play bounds them.
        high_cards: the fewest cards of those ranks; `low_cards` of the others.
        scored: the claims that name every card, for a carte rouge.
        nought: an empty suit counts as a point and a run.
    """

    suit: SuitHoldings
    low: int
    high: int
    allowed: list[int]
    disjunctions: list[tuple[int, ...]] = field(default_factory=list)
    runs: list[tuple[Run, CardSuit | None]] = field(default_factory=list)
    whole_runs: bool = False
    no_other_runs: bool = False
    whole_point: bool = False
    least: dict[Rank, int] = field(default_factory=dict)
    most: dict[Rank, int] = field(default_factory=dict)
    counting: int = 0
    high_cards: int = 0
    low_cards: int = 0
    scored: tuple[Claim, ...] | None = None
    nought: bool = False

    @property
    def scored_runs(self) -> tuple[list[tuple[Run, CardSuit | None]], Rouge | None]:
        """Return the runs, those of a carte rouge first, and the carte rouge."""
        if self.scored is None:
            return self.runs, None
        scored = [
            (run_of(claim), claim.suit) for claim in self.scored if isinstance(claim, SequenceClaim)
        ]
        runs = [*scored, *(run for run in self.runs if run not in scored)]
        return runs, rouge_of(self.suit, self.scored, len(scored), whole_point=self.whole_point)

    @property
    def needed_disjunctions(self) -> tuple[tuple[int, ...], ...]:
        """Return the disjunctions without those that another or a run implies,
        which would only widen the search.
        """
        if not self.disjunctions:
            return ()
        every = list(dict.fromkeys(self.disjunctions))
        met = [*every, *(in_suits(self.suit.containing((run,)), named) for run, named in self.runs)]
        return tuple(
            one
            for one in every
            if not any(is_within(other, one) for other in met if other is not one)
        )

    @property
    def accepts_extra(self) -> bool:
        """Return whether a hand that meets the demands still does with more cards,
        up to its size.
        """
        bound_by_calls = self.whole_runs or self.whole_point or self.scored is not None
        bound_by_cards = self.most or self.counting or self.low < self.high
        if bound_by_calls or bound_by_cards or self.nought:
            return False
        return self.allowed.count(self.suit.everything) == len(SUITS)

    def is_free(self, size: int) -> bool:
        """Return whether any hand of *size* cards meets the demands."""
        if self.least or self.runs or self.disjunctions:
            return False
        return self.accepts_extra and self.low == size

    def most_of(self, ranks: Iterable[Rank]) -> int:
        return min(self.high, sum(self.most.get(rank, len(SUITS)) for rank in ranks))

    def limit(self, family: int) -> None:
        """Restrict the holding of every suit to *family*."""
        self.allowed = [each & family for each in self.allowed]

    def one_of(self, family: int, named: CardSuit | None = None) -> None:
        """Demand a holding of *family* in some suit, or in the suit *named*."""
        self.disjunctions.append(in_suits(family, named))

    def at_least(self, claim: SetClaim) -> None:
        self.least[claim.rank] = max(claim.count, self.least.get(claim.rank, 0))

    def at_most(self, rank: Rank, count: int) -> None:
        self.most[rank] = min(count, self.most.get(rank, len(SUITS)))


def no_demands(rules: Ruleset, most: int) -> Demands:
    """Return a hand of which only the size is known,
    *most* being the most cards that it can have.
    """
    suit = suit_of(rules.lowest)
    return Demands(suit, rules.hand, most, [suit.everything] * len(SUITS), nought=rules.nought)


def demand(rules: Ruleset, hand: Demands, said: Assertion) -> None:
    """Add the demands of *said* to *hand*. A better set is a choice of demands,
    left to `better_sets`.
    """
    claim = said.claim or said.rival
    match said.says:
        case Says.HOLDS | Says.EQUALS:  # the most frequent
            assert claim is not None
            _hold(hand, claim, in_suit=said.says is Says.HOLDS)
        case Says.SHORT:
            hand.low = hand.high = rules.hand - said.cards
        case Says.STILL_BLANK:
            hand.limit(hand.suit.lacks[sum(map(hand.suit.bit, rules.face_ranks))])
        case Says.ALL_SCORED:
            hand.scored = said.claims
        case Says.LACKS:
            _lack(hand, claim)
        case Says.NO_TRICK:
            hand.at_most(Rank.ACE, len(SUITS) - 1)
        case Says.PLAYED_HIGH:
            hand.counting = cards_that_count(rules)
            hand.high_cards = said.cards
        case Says.PLAYED_LOW:
            hand.counting = cards_that_count(rules)
            hand.low_cards = said.cards
        case Says.AS_LONG | Says.ASKS:
            assert isinstance(claim, (PointClaim, SequenceClaim))
            hand.one_of(as_long(rules, claim))
        case Says.BEATS:
            if isinstance(claim, PointClaim):
                beaten = point_family(rules, ((claim.essence, NOT_BETTER),))
                hand.one_of(hand.suit.everything & ~beaten)
            elif isinstance(claim, SequenceClaim):
                beaten = hand.suit.against_run(((claim.essence, NOT_BETTER),), nought=rules.nought)
                hand.one_of(hand.suit.everything & ~beaten)
        case Says.BLANK | Says.EXCHANGED:
            pass  # they concern the hand as dealt: see `DealtBlanks`
        case _:
            assert_never(said.says)


def _hold(hand: Demands, claim: Claim, *, in_suit: bool) -> None:
    """Demand *claim*, or with *in_suit* false an equal one in any suit."""
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
    """Return the ranks that count in play as the bits of a holding."""
    bit = suit_of(rules.lowest).bit
    return sum(bit(rank) for rank in rules.ranks if rank >= rules.trick_min_rank)


EQUAL = frozenset({Better.EQUAL})
WORSE = frozenset({Better.NO})
NO_BETTER = frozenset({Better.NO, Better.EQUAL})
NOT_BETTER = frozenset({Better.NO, Better.EQUAL, Better.UNKNOWN})


def point_family(rules: Ruleset, bound: Bound) -> int:
    """Return the family of holdings within *bound* as points; what is no point is within any."""
    by_pips = rules.point_compare is PointCompare.PIPS
    return suit_of(rules.lowest).against_point(bound, no_point(rules), by_pips=by_pips)


def no_point(rules: Ruleset) -> int:
    """Return the family of holdings that are no point under *rules*."""
    return suit_of(rules.lowest).no_point(
        rules.point_min, rules.point_min_pips, nought=rules.nought
    )


@lru_cache(maxsize=1024)
def most_within(rules: Ruleset, bound: Bound) -> tuple[tuple[Rank, int], ...]:
    """Return the most cards of each rank whose set would not be within *bound*."""
    beyond = {}
    for rank in filter(rules.carries_set, rules.ranks):
        for count in (4, 3):
            claim = SetClaim(count, rank)
            if not any(compare(claim, other) in wanted for other, wanted in bound):
                beyond[rank] = count - 1  # the trio decides, if it is beyond too
    return tuple(beyond.items())


def as_long(rules: Ruleset, claim: PointClaim | SequenceClaim) -> int:
    """Return the family of holdings with as long a point or run as *claim*,
    or a nought that equals it.
    """
    suit = suit_of(rules.lowest)
    if isinstance(claim, PointClaim):
        longs = sum(suit.sized[claim.length :])
    else:
        longs = suit.containing(((claim.length, 0),))
    if nought_is_as_long(rules, claim):
        longs |= suit.sized[0]
    return longs


def nought_is_as_long(rules: Ruleset, claim: PointClaim | SequenceClaim) -> bool:
    """Return whether noughts are played and one compares as equal in length to *claim*."""
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
    for index, suit in enumerate(SUITS):
        if claim.suit in (None, suit):
            hand.allowed[index] &= ~family


def better_sets(rules: Ruleset, rival: SetClaim) -> tuple[SetClaim, ...]:
    """Return the least sets that beat *rival*; any hand with a better set holds one of these."""
    carrying = list(filter(rules.carries_set, rules.ranks))
    above = [SetClaim(rival.count, rank) for rank in carrying if rank > rival.rank]
    if rival.count == 4:
        return tuple(above)
    # a quatorze of a higher rank has the trio in it
    return (*above, *(SetClaim(4, rank) for rank in carrying if rank <= rival.rank))


def detailed_versions(
    rules: Ruleset, rival: PointClaim | SequenceClaim
) -> Iterable[PointClaim | SequenceClaim]:
    """Return *rival* with each pips or head that it can have, the easiest to beat first."""
    if isinstance(rival, PointClaim):
        return (replace(rival, pips=pips) for pips in rules.possible_pips(rival.length))
    return (replace(rival, top=top) for top in rules.ranks[rival.length - 1 :])
