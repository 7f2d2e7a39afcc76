"""
What remains: the calls that a seat may still make, and the most that they and the play can score.

No rule is written here: every claim is asked whether it is refused. The sums
are upper bounds. They use what holds for every call: a seat has one point,
and within a class it names no more cards than a hand has (Law 9). That the
three classes share the same twelve cards is ignored, as it is for calls.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache

from .called import Status, claim_cards
from .calls import Called
from .claimable import every_claim
from .claims import CALLED, Category, Claim
from .options import CardsToPique, TrickCount, UnprovedDenial
from .reasons import Rule
from .reckoning import claim_points
from .ruleset import Ruleset
from .seats import Seat
from .table import DealState

_OF_THE_CLAIM = {
    Rule.BOUND_BY_CALL,
    Rule.NOT_BETTER,
    Rule.NOT_LESSER,
    Rule.RANK_CALLED,
    Rule.SAID_ALREADY,
    Rule.TOO_MANY_CARDS,
}
"""The refusals of one claim, beside which another of its class may be called; by any other the class is closed."""


@lru_cache(maxsize=64)
def _claims(rules: Ruleset, category: Category) -> tuple[Claim, ...]:
    return tuple(every_claim(rules, category))


@lru_cache(maxsize=64)
def _most_of_cards(rules: Ruleset, category: Category) -> tuple[int, ...]:
    """Return the most points that calls of *category* can make, by number of cards from none to a hand."""
    worth: dict[int, int] = {}
    for claim in _claims(rules, category):
        cards = claim_cards(claim)
        worth[cards] = max(worth.get(cards, 0), claim_points(rules, claim))
    most = [worth.pop(0, 0)]  # a nought is called once and takes no card
    for cards in range(1, rules.hand + 1):
        most.append(max([most[-1], *(most[cards - n] + points for n, points in worth.items() if n <= cards)]))
    return tuple(most)


def may_call(deal: DealState, seat: Seat, category: Category) -> bool:
    """Return whether *seat* may still call in *category*, if a pending call can be answered either way."""
    if deal.rules.players > 2:
        return category in deal.unspoken(seat)
    if deal.categories[category].declined[seat]:
        return False
    if deal.pending is category:
        return True
    answered = copy(deal)
    answered.pending = None
    for claim in _claims(deal.rules, category):
        refused = Called(seat, claim).refuse(answered)
        if refused is None or refused.rule not in _OF_THE_CLAIM:
            return refused is None
    return False


def still_open(deal: DealState, seat: Seat) -> tuple[Category, ...]:
    """Return the categories in which nothing of *seat* counts, but it may still call something that does."""
    return tuple(
        category
        for category in CALLED
        if all(entry.seat is not seat for entry in deal.scoring(category)) and may_call(deal, seat, category)
    )


def most_in_class(deal: DealState, seat: Seat, category: Category) -> int:
    """
    Return the most points that *seat* can still add in *category*.

    That is one point; or the best sequences or sets from the cards that its
    good claims have not named, for any call may be followed by lesser ones.
    With no call left, it is what younger denied without outbidding it, where
    that scores for elder after the lead.
    """
    rules = deal.rules
    if not may_call(deal, seat, category):
        return _denied(deal, seat, category)
    if category is Category.POINT:
        return max(claim_points(rules, claim) for claim in _claims(rules, category))
    named = sum(claim_cards(entry.claim) for entry in deal.scoring(category) if entry.seat is seat)
    return _most_of_cards(rules, category)[rules.hand - named]


def _denied(deal: DealState, seat: Seat, category: Category) -> int:
    """Return what elder called in *category* and younger denied without outbidding it, where that may score."""
    state = deal.categories[category]
    if seat is Seat.YOUNGER or deal.rules.unproved_denial is UnprovedDenial.NOBODY:
        return 0
    if state.status is not Status.NOT_GOOD or deal.scoring(category):
        return 0
    return sum(claim_points(deal.rules, entry.claim) for entry in state.unrefuted(Seat.ELDER))


def most_in_play(deal: DealState) -> int:
    """Return the most that the remaining tricks can add to one seat's thirty."""
    rules = deal.rules
    a_trick = 1 if rules.trick_count in (TrickCount.CLUB, TrickCount.FLAT, TrickCount.LOST) else 2
    most = a_trick * (rules.hand - len(deal.tricks))
    if rules.last_to_pique:
        most += rules.last_points
    if rules.capot_to_pique:
        most += rules.capot_points
    if rules.cards_to_pique is CardsToPique.AT_SEVENTH_TRICK and len(deal.tricks) <= rules.hand // 2:
        most += rules.cards_points + deal.setting.carried
    return most
