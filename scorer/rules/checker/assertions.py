"""
Assertions: what a deal's statements say about the cards.

A call says that its caller holds something; *equal* that younger does too;
*not good* that she holds something better; *how many* that her point has as
many cards, without which she may not ask; *good* says nothing for certain, for
what she holds she may sink. The tricks say what follows from them for certain:
that somebody was without an ace, or how many cards that count in play, and how
many that do not, somebody had. Each assertion names the statements that make
it, so that a conflict of assertions is a conflict of things that were said.

Source: Cavendish, Laws 18, 46 to 52, 54, 57 and 65.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from ..cards import Suit
from ..claims import CALLED, Category, Claim, PointClaim
from ..deal import Deal
from ..deal_state import DealState, Entry, Status, Trick
from ..play import cards_played
from ..ruleset import CarteBlancheWhen, PointCompare
from ..seats import Seat


class Says(Enum):
    """What an assertion says; the attributes of `Assertion` it uses are named beside it."""

    HOLDS = auto()  # claim: the seat holds it, as a whole or as part of more
    LACKS = auto()  # claim: the seat was found not to hold it
    EQUALS = auto()  # rival: the seat holds as good a one
    AS_LONG = auto()  # rival: the seat's point has as many cards
    ASKS = auto()  # rival: the same, for the seat asked what it makes
    BEATS = auto()  # rival: the seat holds a better one
    BLANK = auto()  # the seat's hand was a carte blanche as dealt
    STILL_BLANK = auto()  # and is one after the exchange
    EXCHANGED = auto()  # cards
    SHORT = auto()  # cards
    ALL_SCORED = auto()  # claims: they name every card the seat holds
    NO_TRICK = auto()  # the seat won no trick, and so does not hold every ace
    PLAYED_HIGH = auto()  # cards: the seat played so many that count in play
    PLAYED_LOW = auto()  # cards: the seat played so many that do not

    __hash__ = object.__hash__


COUNTED = (Says.PLAYED_HIGH, Says.PLAYED_LOW)
"""What the tricks say of the cards that count in play, and of those that do not."""

OF_THE_PLAY = (Says.NO_TRICK, *COUNTED)
"""What the tricks say, and no call."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """
    One thing that was said about the cards.

    Attributes:
        seat: of whose hand it speaks.
        says: what it says.
        claim: the claim that is or is not held.
        rival: the opponent's claim that it is held against.
        called: `claim` or `rival` as it was first called, before pips or
            head were said.
        cards: how many cards, for what counts them.
        claims: every claim that scored, for a carte rouge.
        made_at: 0-based positions of the statements that make it.
    """

    seat: Seat
    says: Says
    claim: Claim | None = None
    rival: Claim | None = None
    called: Claim | None = None
    cards: int = 0
    claims: tuple[Claim, ...] = ()
    made_at: tuple[int, ...] = ()

    @property
    def category(self) -> Category | None:
        """The class it speaks of, if it speaks of one."""
        claim = self.claim or self.rival
        return None if claim is None else claim.category

    @property
    def first_said(self) -> Assertion:
        """The assertion without the pips or the head that were said after its claim was called."""
        if self.called is None or self.called in (self.claim, self.rival):
            return self
        if self.claim is not None:
            return replace(self, claim=self.called, made_at=self.made_at[:1])
        return replace(self, rival=self.called)

    def knowing(self, call: Claim, known: Claim) -> Assertion:
        """The assertion with *known* for *call*, the same claim with pips or head that were not said."""
        if self.claim == call:
            return replace(self, claim=known)
        if call not in self.claims:
            return self
        place = self.claims.index(call)
        return replace(self, claims=(*self.claims[:place], known, *self.claims[place + 1 :]))


def assertions(deal: Deal) -> tuple[Assertion, ...]:
    """
    Everything that the statements of *deal* say for certain about the cards, in the order of the classes.

    What was withdrawn or raised before it was answered says nothing; what was
    found false says that it is not held.
    """
    table = deal.state
    found = [said for seat in deal.score.seats for said in _dealt(table, seat)]
    for category in CALLED:
        state = table.categories[category]
        found += [_claimed(tied) for tied, _ in state.ties]
        found += [_claimed(entry) for entries in state.entries for entry in entries]
        found += _answers(table, category)
    for seat in deal.score.seats:
        at = table.rouge[seat]
        if at is not None:
            good = (entry for category in CALLED for entry in table.scoring(category))
            scored = tuple(entry.claim for entry in good if entry.seat is seat)
            found.append(Assertion(seat, Says.ALL_SCORED, claims=scored, made_at=(at,)))
    return (*found, *played(table))


def played(table: DealState) -> tuple[Assertion, ...]:
    """
    What the tricks of a deal say for certain about the cards.

    Whoever holds all four aces wins the trick to which he plays the first of
    them: he leads it, or has to follow suit with it. So a hand that has won
    no trick, and has fewer than four cards left, had not all four.

    Where only some cards count in play, those that do and those that do not
    are told from half of the tricks on, before which they tell too little; but
    not where noughts are played.
    """
    return (*_without_tricks(table), *_cards_counted(table))


def _without_tricks(table: DealState) -> Iterator[Assertion]:
    for seat in table.rules.seats:
        size = table.rules.hand - table.short[seat] + (table.rules.talon if table.may_be_long[seat] else 0)
        enough = table.tricks[: size + 1 - len(Suit)]
        if len(Suit) <= size == len(enough) + len(Suit) - 1 and seat not in {trick.winner for trick in table.tricks}:
            yield Assertion(seat, Says.NO_TRICK, made_at=_positions(enough))


def _cards_counted(table: DealState) -> Iterator[Assertion]:
    rules, tricks = table.rules, table.tricks
    if rules.counts_every_card or rules.nought or 2 * len(tricks) < table.tricks_to_play:
        return
    high, low, either = cards_played(rules, tricks)
    if table.quick_count:  # in which tricks they were is not said; the other had no more of them than tricks
        high, low = ((max(0, sum(each) + either - len(tricks)),) * rules.players for each in (high, low))
    for says, played in zip(COUNTED, (high, low), strict=True):
        for seat, cards in zip(rules.seats, played, strict=True):
            if cards:
                yield Assertion(seat, says, cards=cards, made_at=_positions(tricks))


def _positions(tricks: Iterable[Trick]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(trick.position for trick in tricks))


def _dealt(table: DealState, seat: Seat) -> list[Assertion]:
    """What is said of a hand by the carte blanche, the exchange and a short hand."""
    found_late = table.rules.carte_blanche_when is CarteBlancheWhen.AFTER_EXCHANGE
    blank = (Says.STILL_BLANK,) if found_late else (Says.BLANK, Says.STILL_BLANK)
    found = [Assertion(seat, says, made_at=(at,)) for says, at in zip(blank, table.blanks[seat], strict=False)]
    at = table.exchanged_at[seat]
    if at is not None:
        found.append(Assertion(seat, Says.EXCHANGED, cards=table.exchanged[seat] or 0, made_at=(at,)))
    if table.short[seat] and table.short_at is not None:
        found.append(Assertion(seat, Says.SHORT, cards=table.short[seat], made_at=(table.short_at,)))
    return found


def _claimed(entry: Entry) -> Assertion:
    """What a call says, or its having been found false."""
    if entry.false:
        return Assertion(entry.seat, Says.LACKS, claim=entry.claim, made_at=entry.because[-1:])
    made_at = entry.because[:1] + (() if entry.detailed_at is None else (entry.detailed_at,))
    return Assertion(entry.seat, Says.HOLDS, claim=entry.claim, called=entry.called, made_at=made_at)


def equal_number_at(table: DealState, category: Category) -> int | None:
    """
    Where younger said that hers has as many cards as elder's call, or `None` if she did not.

    She says so with *equal*, or by asking what a point makes (Law 46), if
    points are compared by their number of cards first.
    """
    state = table.categories[category]
    by_number = category is Category.POINT and table.rules.point_compare is PointCompare.LENGTH_THEN_PIPS
    return state.asked_at if by_number else state.equal_number_at


def _is_as_long(claim: Claim, other: Claim) -> bool:
    return isinstance(claim, PointClaim) and isinstance(other, PointClaim) and claim.length >= other.length


def _answers(table: DealState, category: Category) -> list[Assertion]:
    """What younger's answers say that she holds."""
    state = table.categories[category]
    found = [
        Assertion(Seat.YOUNGER, Says.EQUALS, rival=tied.claim, called=tied.called, made_at=(at,))
        for tied, at in state.ties
    ]
    if not state.entries[Seat.ELDER]:
        return found
    rival, called = state.leading.claim, state.leading.called
    number_at = equal_number_at(table, category)
    says = Says.ASKS if state.equal_number_at is None else Says.AS_LONG
    told = says is Says.ASKS and any(_is_as_long(entry.claim, called) for entry in state.unrefuted(Seat.YOUNGER))
    if number_at is not None and not told:  # a point of hers that is as long says it too
        found.append(Assertion(Seat.YOUNGER, says, rival=called, called=called, made_at=(number_at,)))
    if state.status in (Status.EQUAL, Status.NOT_GOOD):
        says = Says.EQUALS if state.status is Status.EQUAL else Says.BEATS
        found.append(Assertion(Seat.YOUNGER, says, rival=rival, called=called, made_at=state.answered_at))
    return found
