"""
What a deal's statements assert about the cards.

A call asserts that its caller holds the claim. *Equal* asserts that younger holds as good a one, *not good* that they
hold a better one. *How many* asserts a point of as many cards, without which younger may not ask. *Good* asserts
nothing, because a player may sink. The tricks assert that a hand lacked an ace, or how many counting and other cards it
held. Each assertion names the statements that make it, so a conflict of assertions is a conflict of statements.

Source: Cavendish, Laws 18, 46 to 52, 54, 57 and 65.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..cards import Suit
from ..claims import CALLED, Category, Claim, PointClaim
from ..deal import Deal
from ..deal_state import DealState, Entry, Status, Trick
from ..findings import COUNTED, Assertion, Says
from ..play import cards_played
from ..ruleset import CarteBlancheWhen, PointCompare
from ..seats import Seat


def assertions(deal: Deal) -> tuple[Assertion, ...]:
    """
    Return everything that *deal* asserts, ordered by class; a claim found false asserts that it is not held.

    A call that was withdrawn, or raised before its answer, asserts nothing.
    """
    deal_state = deal.state
    found = [said for seat in deal.score.seats for said in _deal_assertions(deal_state, seat)]
    for category in CALLED:
        state = deal_state.categories[category]
        found += [_claimed(tied) for tied, _ in state.ties]
        found += [_claimed(entry) for entries in state.entries for entry in entries]
        found += _answers(deal_state, category)
    for seat in deal.score.seats:
        at = deal_state.rouge[seat]
        if at is not None:
            good = (entry for category in CALLED for entry in deal_state.scoring(category))
            scored = tuple(entry.claim for entry in good if entry.seat is seat)
            found.append(Assertion(seat, Says.ALL_SCORED, claims=scored, made_at=(at,)))
    return (*found, *played(deal_state))


def played(deal_state: DealState) -> tuple[Assertion, ...]:
    """
    Return what the tricks of a deal assert.

    A player who holds all four aces wins the trick to which they play the first of them: they lead it, or follow suit
    with it. So a hand that has won no trick and has fewer than four cards left did not hold all four.

    Where only some cards count in play, the numbers of counting and of other cards follow, except where noughts are
    played. They are asserted from half of the tricks on; before that they rule out too little to be worth the search.
    """
    return (*_without_tricks(deal_state), *_cards_counted(deal_state))


def _without_tricks(deal_state: DealState) -> Iterator[Assertion]:
    rules, winners = deal_state.rules, {trick.winner for trick in deal_state.tricks}
    for seat in rules.seats:
        size = rules.hand - deal_state.short[seat] + (rules.talon if deal_state.may_be_long[seat] else 0)
        tricks = deal_state.tricks[: size + 1 - len(Suit)]
        if len(Suit) <= size == len(tricks) + len(Suit) - 1 and seat not in winners:
            yield Assertion(seat, Says.NO_TRICK, made_at=_positions(tricks))


def _cards_counted(deal_state: DealState) -> Iterator[Assertion]:
    rules, tricks = deal_state.rules, deal_state.tricks
    if rules.counts_every_card or rules.nought or 2 * len(tricks) < deal_state.tricks_to_play:
        return
    high, low, either = cards_played(rules, tricks)
    if deal_state.quick_count:  # no tricks are named; each seat played at most one card to each
        high, low = ((max(0, sum(each) + either - len(tricks)),) * rules.players for each in (high, low))
    for says, played in zip(COUNTED, (high, low), strict=True):
        for seat, cards in zip(rules.seats, played, strict=True):
            if cards:
                yield Assertion(seat, says, cards=cards, made_at=_positions(tricks))


def _positions(tricks: Iterable[Trick]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(trick.position for trick in tricks))


def _deal_assertions(deal_state: DealState, seat: Seat) -> list[Assertion]:
    """Return what the carte blanche, the exchange and a short hand assert."""
    found_late = deal_state.rules.carte_blanche_when is CarteBlancheWhen.AFTER_EXCHANGE
    blank = (Says.STILL_BLANK,) if found_late else (Says.BLANK, Says.STILL_BLANK)
    found = [Assertion(seat, says, made_at=(at,)) for says, at in zip(blank, deal_state.blanks[seat], strict=False)]
    at = deal_state.exchanged_at[seat]
    if at is not None:
        found.append(Assertion(seat, Says.EXCHANGED, cards=deal_state.exchanged[seat] or 0, made_at=(at,)))
    if deal_state.short[seat] and deal_state.short_at is not None:
        found.append(Assertion(seat, Says.SHORT, cards=deal_state.short[seat], made_at=(deal_state.short_at,)))
    return found


def _claimed(entry: Entry) -> Assertion:
    if entry.false:
        return Assertion(entry.seat, Says.LACKS, claim=entry.claim, made_at=entry.because[-1:])
    made_at = entry.because[:1] + (() if entry.detailed_at is None else (entry.detailed_at,))
    return Assertion(entry.seat, Says.HOLDS, claim=entry.claim, called=entry.called, made_at=made_at)


def equal_number_at(deal_state: DealState, category: Category) -> int | None:
    """
    Return where younger said that their claim has as many cards as elder's call, or `None`.

    They say so with *equal*, or ask what a point makes (Law 46) if points are compared by their number of cards first.
    """
    state = deal_state.categories[category]
    by_number = category is Category.POINT and deal_state.rules.point_compare is PointCompare.LENGTH_THEN_PIPS
    return state.asked_at if by_number else state.equal_number_at


def _is_as_long(claim: Claim, other: Claim) -> bool:
    return isinstance(claim, PointClaim) and isinstance(other, PointClaim) and claim.length >= other.length


def _answers(deal_state: DealState, category: Category) -> list[Assertion]:
    """Return what younger's answers assert."""
    state = deal_state.categories[category]
    found = [
        Assertion(Seat.YOUNGER, Says.EQUALS, rival=tied.claim, called=tied.called, made_at=(at,))
        for tied, at in state.ties
    ]
    if not state.entries[Seat.ELDER]:
        return found
    rival, called = state.leading.claim, state.leading.called
    number_at = equal_number_at(deal_state, category)
    says = Says.ASKS if state.equal_number_at is None else Says.AS_LONG
    is_implied = says is Says.ASKS and any(_is_as_long(entry.claim, called) for entry in state.unrefuted(Seat.YOUNGER))
    if number_at is not None and not is_implied:  # a call of a point as long asserts it already
        found.append(Assertion(Seat.YOUNGER, says, rival=called, called=called, made_at=(number_at,)))
    if state.status in (Status.EQUAL, Status.NOT_GOOD):
        says = Says.EQUALS if state.status is Status.EQUAL else Says.BEATS
        found.append(Assertion(Seat.YOUNGER, says, rival=rival, called=called, made_at=state.answered_at))
    return found
