"""Demands: what the cards of one seat must be, suit by suit and rank by rank, with cartes blanches and rouges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple, assert_never

from ..cards import Card, Rank
from ..cards import Suit as CardSuit
from ..claims import Better, Claim, PointClaim, SequenceClaim, SetClaim, compare
from ..ruleset import BlankOf, PointCompare, Ruleset
from ..seats import Seat
from .assertions import Assertion, Says
from .holdings import NOUGHT, SUITS, UNABLE, Run, Suit, suit_of

# Carte blanche
#
# A blank hand is dealt twelve plain cards. It discards some of them, and can
# hold no more court cards than it took; what it discarded lies, plain, outside
# both hands.
#
# Source: Cavendish, Laws 18, 21, 22 and 34.


def face_ranks(rules: Ruleset) -> tuple[Rank, ...]:
    """The ranks that a carte blanche is without."""
    lowest = Rank.KNAVE if rules.carte_blanche_blank_of is BlankOf.COURTS else Rank.TEN
    return tuple(rank for rank in rules.ranks if lowest <= rank <= Rank.KING)


@dataclass(frozen=True)
class Dealt:
    """
    What is known of the hands as dealt.

    Attributes:
        ranks: the ranks that a carte blanche is without.
        court: the court cards of the pack, so counted.
        plain: the other cards of the pack.
        blank: for each seat whether it was dealt a carte blanche.
        taken: for each seat the numbers of cards that it may have exchanged.
        talon: the most cards exchanged in all.
    """

    ranks: tuple[Rank, ...]
    court: int
    plain: int
    blank: tuple[bool, ...]
    taken: tuple[range, ...]
    talon: int

    def faces_of(self, seat: int, full: Sequence[int]) -> tuple[int, int]:
        """
        The fewest and the most court cards that the hand of *seat* can have.

        A blank hand has at most as many as it took. The plain cards of all
        hands and of the blank hands' discards are no more than the pack's;
        and a blank hand threw away at least as many as it now has courts.

        Args:
            seat: whose hand.
            full: the cards of each hand.
        """
        taken = self.taken[seat]
        others = [other for other in range(len(full)) if other != seat]
        elsewhere = sum(min(full[other], self.court) for other in others if not self.blank[other])
        least = sum(full) - self.plain - elsewhere
        if self.blank[seat]:
            return max(0, least + taken[0]), taken[-1]
        return max(0, least), self.court

    @lru_cache(maxsize=4096)  # noqa: B019 - it is small, and hands are found again and again with as many courts
    def fits(
        self, courts: tuple[int, ...], cards: tuple[int, ...], full: tuple[int, ...]
    ) -> tuple[tuple[int, int], ...] | None:
        """
        How the hands can have come about: for each seat its court cards and the cards it took; `None` if they cannot.

        Args:
            courts: the court cards of each hand so far.
            cards: all its cards so far.
            full: its cards when it is filled with any that are left over.
        """
        more = zip(courts, cards, full, strict=True)
        for ends in product(*(range(court, court + size - so_far + 1) for court, so_far, size in more)):
            outside = self.plain - (sum(full) - sum(ends))
            if sum(ends) > self.court or outside < 0:
                continue
            taken = [
                next((cards for cards in taken if cards >= end or not blank), None)
                for end, blank, taken in zip(ends, self.blank, self.taken, strict=True)
            ]
            if None in taken:
                continue
            took = [each or 0 for each in taken]
            thrown = sum(each for each, blank in zip(took, self.blank, strict=True) if blank)
            if sum(took) <= self.talon and thrown <= outside:
                return tuple(zip(ends, took, strict=True))
        return None


def dealt(rules: Ruleset, said: Sequence[Assertion]) -> Dealt | None:
    """What *said* says of the hands as dealt, or `None` if no carte blanche was."""
    blank = {each.seat for each in said if each.says is Says.BLANK}
    if not blank:
        return None
    exchanged = {each.seat: each.cards for each in said if each.says is Says.EXCHANGED}
    limits = _exchanges(rules, exchanged.get(Seat.ELDER, rules.elder_exchange_min))
    ranks = face_ranks(rules)
    court = 4 * len(ranks)
    return Dealt(
        ranks,
        court,
        len(rules.pack) - court,
        tuple(seat in blank for seat in rules.seats),
        tuple(
            range(exchanged[seat], exchanged[seat] + 1) if seat in exchanged else limits[seat] for seat in rules.seats
        ),
        rules.talon,
    )


def _exchanges(rules: Ruleset, elder: int) -> Mapping[Seat, range]:
    """The numbers of cards that each seat may exchange if elder took so many; of more than two only the dealer may."""
    if rules.players > 2:
        none: dict[Seat, range] = dict.fromkeys(rules.seats, range(1))
        return {**none, rules.dealer: range(rules.dealer_exchange_min, rules.dealer_exchange_max + 1)}
    left = rules.talon - elder
    least, most = min(rules.younger_exchange_min, left), min(rules.younger_exchange_max or left, left)
    return {
        Seat.ELDER: range(rules.elder_exchange_min, rules.elder_exchange_max + 1),
        Seat.YOUNGER: range(least, most + 1),
    }


def is_face(rules: Ruleset, card: Card) -> bool:
    """Whether *card* is one that a carte blanche is without."""
    return card.rank in face_ranks(rules)


def fill(
    rules: Ruleset, hands: Sequence[Sequence[Card]], sizes: Sequence[int], known: Dealt | None
) -> tuple[list[list[Card]], list[list[Card]]]:
    """
    Full hands from hands that lack cards, and what was thrown away where a carte blanche tells.

    Returns:
        The hands, and the discards of each seat that was dealt a carte blanche.
    """
    full = [list(hand) for hand in hands]
    free = [card for card in reversed(rules.pack) if not any(card in hand for hand in hands)]
    ways = None
    if known is not None:
        courts = tuple(sum(is_face(rules, card) for card in hand) for hand in hands)
        ways = known.fits(courts, tuple(len(hand) for hand in hands), tuple(sizes))
    for seat, hand in enumerate(full):
        court = None if ways is None else ways[seat][0]
        _take(rules, hand, free, sizes[seat], court)
    thrown: list[list[Card]] = [[] for _ in hands]
    if known is not None and ways is not None:
        plain = [card for card in free if not is_face(rules, card)]
        for seat, (_, cards) in enumerate(ways):
            if known.blank[seat]:
                thrown[seat], plain = plain[:cards], plain[cards:]
    return full, thrown


def _take(rules: Ruleset, hand: list[Card], free: list[Card], size: int, court: int | None) -> None:
    """Move cards from *free* to *hand* until it has *size*, *court* of them court cards if that is given."""
    faces = face_ranks(rules)
    while len(hand) < size:
        wants_face = court is not None and sum(card.rank in faces for card in hand) < court
        card = next(card for card in free if court is None or (card.rank in faces) == wants_face)
        hand.append(card)
        free.remove(card)


# Carte rouge
#
# Each claim that scored covers some cards: a run or a point in one suit, a
# trio in three suits of the four. So beside the runs, the suits have to serve
# the point, and for each trio the one suit that does without; each of them is
# served once. What a suit then shows is all that it holds.


class Rouge(NamedTuple):
    """
    The claims that name every card of a hand.

    Attributes:
        runs: how many of the runs of the hand are among them, the first ones.
        points: for each suit the family of what the point can be there; nothing if no point is among them.
        trios: the rank of each trio.
        quatorzes: the rank of each quatorze.
        whole_point: the point is the whole of a suit.
    """

    runs: int
    points: tuple[int, ...]
    trios: tuple[Rank, ...]
    quatorzes: tuple[Rank, ...]
    whole_point: bool

    @property
    def served(self) -> int:
        """How many things some suit has to serve, beside runs."""
        return bool(self.points) + len(self.trios)

    def in_suit(self, place: int) -> Rouge:
        """The claims as they can be in one suit."""
        return self._replace(points=self.points[place : place + 1])


def rouge_of(suit: Suit, claims: Iterable[Claim], runs: int, *, whole_point: bool) -> Rouge:
    """The carte rouge of *claims*, so many of a hand's *runs*, the first ones, among them."""
    points: tuple[int, ...] = ()
    sets: dict[int, list[Rank]] = {3: [], 4: []}
    for claim in claims:
        if isinstance(claim, PointClaim):
            family = suit.making(claim.length, claim.pips)
            points = tuple(family if claim.suit in (None, each) else 0 for each in SUITS)
        elif isinstance(claim, SetClaim):
            sets[claim.count].append(claim.rank)
    return Rouge(runs, points, tuple(sets[3]), tuple(sets[4]), whole_point)


@lru_cache(maxsize=256)
def all_scored(
    suit: Suit,
    rouge: Rouge,
    runs: tuple[Run, ...],
    first: int,
    *,
    whole: bool,
    no_more: bool,
    nought: bool,
) -> tuple[tuple[int, int], ...]:
    """
    What a suit can serve of a carte rouge, as bits, and the holdings of which every card is then covered.

    Args:
        suit: the suits of the pack.
        rouge: the claims that scored, as they can be in this suit.
        runs: the runs of the hand as they can be in this suit, a bit for each.
        first: the bit of the point; then one for each trio that the suit does without.
        whole: the runs are whole runs of the hand.
        no_more: and they are all its runs.
        nought: an empty suit is a run.
    """
    found: dict[int, int] = {}
    for chosen in suit.choices(runs):
        scored = tuple(runs[number] for number in chosen if number < rouge.runs)
        others = tuple(runs[number] for number in chosen if number >= rouge.runs)
        every = (*scored, *others)
        within = suit.showing(every, nothing_more=no_more, nought=nought) if whole else suit.containing(every)
        served = sum(1 << number for number in chosen)
        placings = suit.together(scored)
        for stored in ((each,) for each in placings) if whole or others else (placings,):
            for more, ranks, limit, points in _beside(suit, rouge, first):
                covered = suit.of({run | point | ranks for run in stored for point in points}) & limit & within
                if whole or others:
                    covered = _shown(suit, covered, stored[0], scored, others, whole=whole)
                if covered:
                    found[served | more] = found.get(served | more, 0) | covered
    return tuple(found.items())


def _beside(suit: Suit, rouge: Rouge, first: int) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """
    What a suit can serve beside runs.

    Yields:
        It as bits; the cards of sets; the family of what the holding can then be; and each way to show the point.
    """
    sets = sum(map(suit.bit, rouge.quatorzes))
    trios = [*map(suit.bit, rouge.trios)]
    ways: list[tuple[int, int, tuple[int, ...]]] = [(0, suit.everything, (0,))]
    if rouge.points:
        (family,) = rouge.points
        limit = family if rouge.whole_point or family == suit.sized[0] else suit.everything
        ways.append((1 << first, limit, suit.members(family)))
        first += 1
    for (served, limit, points), without in product(ways, product((False, True), repeat=len(trios))):
        lacking = sum(1 << first + number for number, each in enumerate(without) if each)
        ranks = sets | sum(trio for trio, each in zip(trios, without, strict=True) if not each)
        yield served | lacking, ranks, limit, points


def _shown(
    suit: Suit, family: int, stored: int, scored: tuple[Run, ...], others: tuple[Run, ...], *, whole: bool
) -> int:
    """The holdings of *family* that show *others* too beside what is *stored*, all as *whole* runs if wanted."""

    def shows(holding: int) -> bool:
        rest = holding & ~stored
        if not whole:
            return any(not cards & ~rest for cards in suit.together(others))
        beside = (stored << 1 | stored >> 1) & rest
        return not beside and bool(
            suit.showing(scored, nothing_more=True, nought=NOUGHT in scored) >> stored & 1
            and suit.showing(others, nothing_more=False, nought=NOUGHT in others) >> rest & 1
        )

    return suit.of(filter(shows, suit.members(family)))


# All demands
#
# Assertions make demands on a hand (`demand`), and so does having sunk nothing
# (`scorer.rules.checker.full_declaration`); `scorer.rules.checker.search` looks
# for cards that meet the demands on every hand at once.


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
