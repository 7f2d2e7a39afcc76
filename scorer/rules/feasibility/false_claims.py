"""
False claims: whether somebody could possibly have held what he claimed.

A false call costs its maker nothing where he could not have held what he
named, for then it misled nobody. Hand and discards count together: what he
threw away he did hold.

Source: Cavendish, Laws 53 and 54.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..claims import Claim, PointClaim, SetClaim
from ..deal import Deal
from ..opening import exchange_limits
from ..seats import Seat
from .assertions import Assertion, Says
from .cases import Case
from .checker import Checker
from .deal_out import deal_out
from .dealt import Dealt, dealt, face_ranks
from .demands import Demands, run_of
from .holdings import SUITS, suit_of
from .meanings import meanings
from .reach import reach_of
from .round_table import Round
from .search import search

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
