"""
Verdicts: whether any cards allow everything that was said, what conflicts if none do, and all of it in words.

>>> from scorer.rules.deal import fold
>>> from scorer.rules.notation import parse_log
>>> from scorer.rules.presets import PORTLAND
>>> def verdict(log):
...     return check(fold(PORTLAND, parse_log(log, PORTLAND)).require()).finding.name
>>> verdict("E point 5; Y good; E quart major; Y good; E quatorze of aces; Y good")
'POSSIBLE'
>>> verdict("E point 5; Y how many; E making 51; Y good; E quart major; Y good")
'POSSIBLE'
>>> verdict("E point 5; Y not good; E quatorze of kings; Y good; Y point 6; Y quart major")
'IMPOSSIBLE'

>>> from scorer.rules.presets import NORMAND
>>> calls = parse_log("E trio of kings; Y quatorze of queens; T quart major", NORMAND)
>>> check(fold(NORMAND, calls).require()).finding.name
'IMPOSSIBLE'

>>> from scorer.rules.claims import SetClaim
>>> from scorer.rules.cards import Rank
>>> kings = Assertion(Seat.ELDER, Says.HOLDS, claim=SetClaim(4, Rank.KING))
>>> assertion_words(kings)
"elder's four kings"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import combinations
from typing import TypeVar

from ..cards import Card
from ..claims import CALLED, Category, Claim, PointClaim, SetClaim
from ..deal import Deal
from ..opening import exchange_limits, forbids_sinking
from ..seats import BySeat, Seat
from ..sentences import Names, claim_words, seat_names
from ..words import number_words, times_words
from .assertions import COUNTED, OF_THE_PLAY, Assertion, Says, assertions
from .demands import Dealt, Demands, dealt, demand, face_ranks, fill, no_demands, run_of
from .full_declaration import Calls, calls_of, demand_nothing_sunk_in_round
from .grid import begun, deal_out
from .holdings import SUITS, suit_of
from .readings import Case, Found, Meaning, Sunk, meanings
from .search import Holdings, search
from .single_hand import reach_of

# Three and four players
#
# Pips and heads are always said, and no answer has to be understood; so all that
# was said can be meant in one way only. What is not so simple is how many hands
# want the same cards, and how many classes somebody can have sunk. Hands of which
# nothing is demanded are left out, their cards being among those left over; and
# the fewest that must have sunk are found by what cannot all be candid together.


T = TypeVar("T")


class Round:
    """What was said by more than two."""

    def __init__(self, deal: Deal, said: Sequence[Assertion]) -> None:
        self.deal, self.said = deal, said
        self._hands: dict[tuple[Seat, frozenset[Sunk]], Demands] = {}
        self._found: dict[tuple[frozenset[Sunk], Dealt | None, tuple[Seat, ...]], Found | None] = {}
        self._nothing = no_demands(deal.rules)

    @cached_property
    def _calls(self) -> Calls:
        return calls_of(self.deal)

    def hand(self, seat: Seat, candid: frozenset[Sunk]) -> Demands:
        """The demands on one hand of which nothing is sunk in its *candid* classes."""
        key = seat, candid
        if key not in self._hands:
            hand = self._any(seat)
            for category in CALLED:
                if (seat, category) in candid:
                    demand_nothing_sunk_in_round(hand, self.deal.state, self._calls, seat, category)
            for each in self.said:
                if each.seat is seat and each.says not in COUNTED:
                    demand(self.deal.rules, hand, each)
            self._hands[key] = hand
        return self._hands[key]

    def _can_have_played(self, hands: Mapping[Seat, Demands]) -> bool:
        """Whether each of *hands*, looked at alone, can have the cards that its tricks tell of."""
        for seat, hand in hands.items():
            counted = [each for each in self.said if each.seat is seat and each.says in COUNTED]
            if counted:
                alone = replace(hand)
                for each in counted:
                    demand(self.deal.rules, alone, each)
                if alone.is_too_much or not reach_of([alone], 0, None, nought=False).is_possible:
                    return False
        return True

    def suspects(self) -> Sequence[Assertion]:
        """Things said that cannot all be, of as few seats as may be; all that was said cannot."""
        rules, none = self.deal.rules, frozenset[Sunk]()
        groups = [seats for many in range(1, rules.players) for seats in combinations(rules.seats, many)]
        for tried in (self._can_begin, self.find):
            for seats in groups:
                said = [each for each in self.said if each.seat in seats]
                if not tried(none, dealt(rules, said), seats):
                    return said
        return self.said

    def sinkings(self, classes: Sequence[Sunk], known: Dealt | None) -> Iterator[tuple[Sunk, ...]]:
        """
        Which of *classes* can have been sunk, not none of them, the fewest first; the next, if that was not enough.

        Of classes that cannot all be candid one was sunk; so nothing is tried
        that leaves all of them candid. There is nothing to be tried at all
        where what was said cannot be.
        """
        if self.find(frozenset(), known) is None:
            return
        candid, together = [*classes], []
        while True:
            together.append(self._never_candid(candid, known))
            sunk = fewest_of(together, classes)
            yield sunk
            candid = [each for each in classes if each not in sunk]

    def _never_candid(self, candid: Sequence[Sunk], known: Dealt | None) -> frozenset[Sunk]:
        """Some of the *candid* classes, not all of which can be: of one seat and few, or of all seats and alike."""

        def can_be(classes: Sequence[Sunk]) -> bool:
            seats = dict.fromkeys(seat for seat, _ in classes)
            return self._can_begin(frozenset(classes), known, tuple(seats))

        def can_all_be(categories: Sequence[Category]) -> bool:
            return self.find(frozenset(each for each in candid if each[1] in categories), known) is not None

        own = ([each for each in candid if each[0] is seat] for seat in self.deal.rules.seats)
        never = next((classes for classes in own if not can_be(classes)), None)
        if never is not None:
            return frozenset(least(never, can_be))
        categories = least(CALLED[::-1], can_all_be)
        return frozenset(each for each in candid if each[1] in categories)

    def find(self, candid: frozenset[Sunk], known: Dealt | None, seats: Iterable[Seat] | None = None) -> Found | None:
        """
        Hands that make everything true with nothing sunk in the *candid* classes, and what was demanded of them.

        Args:
            candid: the classes.
            known: what a carte blanche says of the hands as dealt.
            seats: whose hands are in question, if not all; anything will do for the others.
        """
        every = self.deal.rules.seats
        key = candid, known, tuple(every if seats is None else seats)
        if key not in self._found:
            self._found[key] = self._find(self._in_question(*key), known)
        return self._found[key]

    def _find(self, hands: Mapping[Seat, Demands], known: Dealt | None) -> Found | None:
        every = self.deal.rules.seats
        found = dict.fromkeys(every, (0,) * len(SUITS))
        if not self._can_have_played(hands):
            return None
        if hands:
            holdings = deal_out([*hands.values()], known, self._reserved(hands))
            if holdings is None:
                return None
            found.update(zip(hands, holdings, strict=True))
        return tuple(found.values()), [hands.get(seat, self._nothing) for seat in every]

    def _can_begin(self, candid: frozenset[Sunk], known: Dealt | None, seats: Iterable[Seat]) -> bool:
        """Whether it is not seen at once that `find` finds nothing."""
        hands = self._in_question(candid, known, seats)
        return not hands or any(True for _ in begun([*hands.values()], known, self._reserved(hands)))

    def _in_question(self, candid: frozenset[Sunk], known: Dealt | None, seats: Iterable[Seat]) -> dict[Seat, Demands]:
        """The demands on those hands of *seats* of which there are any; if a blank one was dealt, on every hand."""
        hands = {seat: self.hand(seat, frozenset([each for each in candid if each[0] is seat])) for seat in seats}
        if known is None:
            return {seat: hand for seat, hand in hands.items() if hand != self._nothing}
        return {seat: hands.get(seat) or self._any(seat) for seat in self.deal.rules.seats}

    def _any(self, seat: Seat) -> Demands:
        """A hand of *seat* of which nothing is demanded."""
        return no_demands(self.deal.rules, may_be_long=self.deal.state.may_be_long[seat])

    def _reserved(self, hands: Sized) -> int:
        """The cards of the hands that are not among *hands*."""
        return self.deal.rules.hand * (self.deal.rules.players - len(hands))


def fewest_of(sets: Sequence[frozenset[T]], every: Sequence[T]) -> tuple[T, ...]:
    """The fewest of *every*, the first such, of which each of *sets* has one."""
    ways = (some for many in range(len(every) + 1) for some in combinations(every, many))
    return next(some for some in ways if all(not each.isdisjoint(some) for each in sets))


def least(things: Sequence[T], allows: Callable[[Sequence[T]], bool]) -> list[T]:
    """*things*, which cannot all be, without those that are not needed for that."""
    kept = [*things]
    for one in things:
        fewer = [each for each in kept if each is not one]
        if not allows(fewer):
            kept = fewer
    return kept


# The checker
#
# Of three hands and of four it asks the same.


class Finding(Enum):
    """What the pack allows of a deal's claims."""

    POSSIBLE = "possible"
    SUNK = "sunk"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Witness:
    """
    Cards with which everything that was said is true.

    Attributes:
        hands: each seat's hand after the exchange.
        discards: what each seat threw away, where a carte blanche tells; else nothing.
        left_over: the cards that are in no hand, those thrown away among them.
    """

    hands: BySeat[tuple[Card, ...]]
    discards: BySeat[tuple[Card, ...]]
    left_over: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    What the checker found.

    Attributes:
        finding: possible, possible only if somebody sank, or impossible.
        witness: cards that show it; `None` if it is impossible.
        sunk: the fewest seats and classes in which something was sunk.
        conflict: things said that cannot all be, every one of them needed.
        forbidden: whether the deal forbids sinking, as a minus deal may.
    """

    finding: Finding
    witness: Witness | None = None
    sunk: tuple[Sunk, ...] = ()
    conflict: tuple[Assertion, ...] = ()
    forbidden: bool = False


def check(deal: Deal) -> Verdict:
    """
    Whether some cards of the pack allow everything that was said in *deal*, so far as it goes.

    Exact for what was called: "impossible" only if no hands exist, and
    "possible only if somebody sank" only if none exist in which nothing was
    sunk. Of the play it uses necessary conditions alone (`assertions.played`),
    so that hands which it calls possible need not be playable trick by trick;
    of more than two players each hand is held against the tricks by itself.
    """
    return Checker(deal).verdict()


class Checker:
    """The questions that can be asked of one deal."""

    def __init__(self, deal: Deal) -> None:
        self.deal, self.rules, self.table = deal, deal.rules, deal.state
        self.said = assertions(deal)
        self.known = dealt(deal.rules, self.said)
        self.suit = suit_of(deal.rules.lowest)
        self._meaning = Meaning if deal.rules.players == 2 else Round
        self.classes = tuple((seat, category) for seat in deal.score.seats for category in CALLED)

    def verdict(self) -> Verdict:
        """Possible, possible only if somebody sank, or impossible."""
        witness = self.witness(frozenset(self.classes))
        if witness is not None:
            return Verdict(Finding.POSSIBLE, witness)
        sunk, witness = self._fewest_sunk()
        if witness is None:
            return Verdict(Finding.IMPOSSIBLE, conflict=self.conflict())
        return Verdict(Finding.SUNK, witness, sunk, forbidden=forbids_sinking(self.table))

    def allows(self, said: Sequence[Assertion]) -> bool:
        """Whether some cards make all of *said* true, whatever was sunk."""
        return self._meaning(self.deal, said).find(frozenset(), dealt(self.rules, said)) is not None

    def witness(self, candid: frozenset[Sunk]) -> Witness | None:
        """Cards with which all that was said is true and nothing is sunk in the *candid* classes, or `None`."""
        found = self._meant.find(candid, self.known)
        return None if found is None else self._fill(*found)

    @cached_property
    def _meant(self) -> Meaning | Round:
        """Everything that was said, in every way in which it can be meant."""
        return self._meaning(self.deal, self.said)

    def _fewest_sunk(self) -> tuple[tuple[Sunk, ...], Witness | None]:
        """The fewest classes that must be sunk, at least one, and cards with which no other is, if there are any."""
        ways = self._meant.sinkings(self.classes, self.known)
        tried = ((sunk, self.witness(frozenset(self.classes).difference(sunk))) for sunk in ways)
        return next(((sunk, witness) for sunk, witness in tried if witness is not None), ((), None))

    def conflict(self) -> tuple[Assertion, ...]:
        """Things said that cannot all be, every one of them needed; to be asked only where all that was said cannot."""
        for one in self.said:
            if one.rival is not None and not self.allows((one,)):
                return self._weakened([one])
        suspects = sorted(self._meant.suspects(), key=lambda one: one.says not in OF_THE_PLAY)
        kept = least(suspects, self.allows)  # what cannot be whatever was played is told without the play
        return self._weakened(sorted(kept, key=lambda one: one.says in OF_THE_PLAY))

    def _weakened(self, kept: list[Assertion]) -> tuple[Assertion, ...]:
        """The conflict with each claim as first called, where what was said of it afterwards is not needed."""
        for place, one in enumerate(kept):
            less = one.first_said
            if less is not one and not self.allows([*kept[:place], less, *kept[place + 1 :]]):
                kept[place] = less
        return tuple(kept)

    def _fill(self, found: Holdings, hands: Sequence[Demands]) -> Witness:
        cards = [
            [
                Card(rank, SUITS[place])
                for place, holding in enumerate(each)
                for rank in reversed(self.suit.ranks)
                if holding & self.suit.bit(rank)
            ]
            for each in found
        ]
        sizes = [max(hand.low, len(each)) for hand, each in zip(hands, cards, strict=True)]
        full, thrown = fill(self.rules, cards, sizes, self.known)
        left = tuple(card for card in self.rules.pack if not any(card in hand for hand in full))
        return Witness(BySeat(tuple(map(tuple, full))), BySeat(tuple(map(tuple, thrown))), left)


# False claims
#
# A false call costs its maker nothing where he could not have held what he
# named, for then it misled nobody. Hand and discards count together: what he
# threw away he did hold.
#
# Source: Cavendish, Laws 53 and 54.


Wish = Callable[[Sequence[Demands]], None]
"""One way in which a claim can have been held, as further demands on the hands."""


def could_have_held(deal: Deal, seat: Seat, claim: Claim) -> bool | None:
    """
    Whether *seat* could possibly have held *claim*, in hand and discards together, by all else that was said.

    `None` where all else that was said cannot be, so that nothing follows
    from it. Exact in the same sense as `check`, sinking allowed. What was or was not
    exchanged counts: of cards thrown away there are no more than were taken.

    >>> from scorer.rules.cards import Rank
    >>> from scorer.rules.deal import fold
    >>> from scorer.rules.notation import parse_log
    >>> from scorer.rules.presets import PORTLAND
    >>> deal = fold(PORTLAND, parse_log("E trio of kings; Y not good; Y quatorze of aces", PORTLAND)).require()
    >>> could_have_held(deal, Seat.ELDER, SetClaim(3, Rank.KING))
    True
    >>> could_have_held(deal, Seat.ELDER, SetClaim(3, Rank.ACE))
    False
    """
    checker = Checker(deal)
    said = [each for each in checker.said if each.seat is not seat or not _rests_on(each, claim)]
    known = dealt(deal.rules, said)
    for wish in _wishes(deal, seat, claim, blank=known is not None and known.blank[seat]):
        if any(_can_be(hands, wish, known, nought=deal.rules.nought) for hands in _hands(deal, said)):
            return True
    return False if checker.allows(said) else None


def _hands(deal: Deal, said: Sequence[Assertion]) -> Iterator[list[Demands]]:
    """The demands on the hands of all seats, in each way in which *said* can be meant."""
    seats = deal.rules.seats
    if len(seats) > 2:
        table = Round(deal, said)
        yield [table.hand(seat, frozenset()) for seat in seats]
        return
    for meant in meanings(deal, said):
        case = Case(deal, meant)
        yield [case.hand(seat, frozenset()) for seat in seats]


def _can_be(hands: Sequence[Demands], wish: Wish, known: Dealt | None, *, nought: bool) -> bool:
    """Whether *hands* can be that are demanded, and *wish* be true of them."""
    wish(hands)
    if any(hand.is_too_much for hand in hands):
        return False
    if len(hands) > 2:
        return deal_out(hands, known, 0) is not None
    reaches = [reach_of(hands, number, known, nought=nought) for number in range(len(hands))]
    return search(hands, reaches, known) is not None


def _rests_on(said: Assertion, claim: Claim) -> bool:
    """Whether what somebody said of his own hand is that he holds *claim*, or lacks it, or that it covers his cards."""
    return claim in said.claims or (said.says in (Says.HOLDS, Says.LACKS) and said.claim == claim)


def _wishes(deal: Deal, seat: Seat, claim: Claim, *, blank: bool) -> Iterator[Wish]:
    """Every way in which *seat* can have held *claim*; a *blank* hand threw away no court card."""
    rules, exchanged = deal.rules, deal.state.exchanged[seat]
    thrown = exchange_limits(deal.state, seat)[1] if exchanged is None else exchanged
    faces = face_ranks(rules) if blank else ()
    if isinstance(claim, SetClaim):
        yield _set_wish(seat, claim, 0 if claim.rank in faces else thrown)
        return
    suit = suit_of(rules.lowest)
    if isinstance(claim, PointClaim):
        holdings = suit.members(suit.making(claim.length, claim.pips))
    else:
        holdings = suit.together((run_of(claim),))
    kept = sum(map(suit.bit, faces))
    for place, named in enumerate(SUITS):
        if claim.suit in (None, named):
            for holding in holdings:
                yield _suit_wish(seat, place, holding, kept, thrown)


def _set_wish(seat: Seat, claim: SetClaim, thrown: int) -> Wish:
    def wish(hands: Sequence[Demands]) -> None:
        for other, hand in enumerate(hands):
            if other == seat:
                kept = max(claim.count - thrown, hand.least.get(claim.rank, 0))
                hand.least[claim.rank] = kept
            else:
                hand.at_most(claim.rank, len(SUITS) - claim.count)

    return wish


def _suit_wish(seat: Seat, place: int, cards: int, kept: int, thrown: int) -> Wish:
    def wish(hands: Sequence[Demands]) -> None:
        for other, hand in enumerate(hands):
            if other == seat:
                family = hand.suit.family(
                    lambda h: not cards & kept & ~h and (cards & ~h).bit_count() <= thrown and bool(cards or not h)
                )
                hand.one_of(family, SUITS[place])
            else:
                hand.allowed[place] &= hand.suit.lacking(cards)

    return wish


# In words


SEATS: Names = seat_names(len(Seat))
"""The names of the seats where no player's are known, however many there are."""


def _of_claim(said: Assertion) -> str:
    assert said.claim is not None
    return claim_words(said.claim)


def _rival(said: Assertion, names: Names) -> str:
    assert said.rival is not None
    return f"to {names[said.seat.other]}'s {claim_words(said.rival)}"


_WORDS: Mapping[Says, Callable[[Assertion, Names], str]] = {
    Says.HOLDS: lambda said, names: _of_claim(said),
    Says.LACKS: lambda said, names: f"{_of_claim(said)} found false",
    Says.EQUALS: lambda said, names: f"'equal' {_rival(said, names)}",
    Says.AS_LONG: lambda said, names: f"'equal' {_rival(said, names)}",
    Says.ASKS: lambda said, names: f"'how many' {_rival(said, names)}",
    Says.BEATS: lambda said, names: f"'not good' {_rival(said, names)}",
    Says.BLANK: lambda said, names: "carte blanche",
    Says.STILL_BLANK: lambda said, names: "carte blanche after the exchange",
    Says.EXCHANGED: lambda said, names: f"exchange of {number_words(said.cards)}",
    Says.SHORT: lambda said, names: f"hand {number_words(said.cards)} short",
    Says.ALL_SCORED: lambda said, names: "carte rouge",
    Says.PLAYED_HIGH: lambda said, names: f"play of {_cards(said)} that {_count(said, 'counts', 'count')}",
    Says.PLAYED_LOW: lambda said, names: f"play of {_cards(said)} that {_count(said, 'does', 'do')} not count",
}


def _cards(said: Assertion) -> str:
    return times_words(said.cards, "card", "cards")


def _count(said: Assertion, one: str, many: str) -> str:
    return one if said.cards == 1 else many


def assertion_words(said: Assertion, names: Names = SEATS) -> str:
    """What was said, as a thing that can or cannot be: *elder's four kings*."""
    if said.says is Says.NO_TRICK:
        return f"the play in which {names[said.seat]} won no trick"
    return f"{names[said.seat]}'s {_WORDS[said.says](said, names)}"


def sunk_words(sunk: Sunk, names: Names = SEATS) -> str:
    """Who sank what: *younger sank a set*."""
    seat, category = sunk
    return f"{names[seat]} sank {'a point' if category is Category.POINT else f'a {category.value}'}"


def verdict_sentence(verdict: Verdict, names: Names = SEATS) -> str:
    """What the checker found, in a sentence without its full stop."""
    if verdict.finding is Finding.POSSIBLE:
        return "possible"
    if verdict.finding is Finding.SUNK:
        against = "; sinking is forbidden in a minus deal" if verdict.forbidden else ""
        return f"possible if {_listed([sunk_words(each, names) for each in verdict.sunk])}{against}"
    said = [assertion_words(each, names) for each in verdict.conflict]
    return _listed(said) + {1: " can't be", 2: " can't both be"}.get(len(said), " can't all be")


def _listed(words: Sequence[str]) -> str:
    *before, last = words
    return f"{', '.join(before)} and {last}" if before else last


def could_have_held_sentence(seat: Seat, *, could: bool, names: Names = SEATS) -> str:
    """What Law 53 asks of a false claim, answered."""
    if could:
        return f"by what was said, {names[seat]} could have held it, in hand and discards together"
    return f"by what was said, {names[seat]} could not possibly have held it, in hand and discards together"
