"""Bounds: what a seat may still call in a deal, and the most that calls and tricks can still add.

No rule is written here: every claim is asked whether it is refused. The sums are upper bounds: a
seat has one point, and within a class it names no more cards than a hand has (Law 9). That the
three classes share the same cards is ignored, as it is for calls.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import lru_cache
from typing import assert_never

from .calls import Called
from .cards import Rank
from .claims import CALLED, Better, Category, Claim, SetClaim, compare
from .deal_state import FACTORS, CallStatus, DealState
from .grammar import every_claim
from .reasons import OF_ONE
from .reckoning import claim_points
from .ruleset import (
    CardsTie,
    CardsToPique,
    CarteBlancheWhen,
    FirstLead,
    Penalties,
    PointCompare,
    Ruleset,
    TrickCount,
    UnprovedDenial,
)
from .seats import ELDER, YOUNGER, Seat


class Calls(Enum):
    """Which further calls are thought of: all that are legal; those that nobody has passed over; or
    none, because the first trick is next.
    """

    LEGAL = auto()
    IN_TURN = auto()
    OVER = auto()


@lru_cache(maxsize=64)
def _claims(rules: Ruleset, category: Category) -> tuple[Claim, ...]:
    return tuple(every_claim(rules, category))


@lru_cache(maxsize=256)
def _most_of_cards(
    rules: Ruleset,
    category: Category,
    highest: Claim | None = None,
    called: frozenset[Rank] = frozenset(),
) -> tuple[int, ...]:
    """Return the most points that calls of *category* can make, none better than *highest*, by
    number of cards from none to the longest hand; sets, each of one rank that is not *called*.
    """
    by_pips = rules.point_compare is PointCompare.PIPS
    worth: dict[int, int] = {}
    sets: dict[Rank, list[SetClaim]] = {}
    for claim in _claims(rules, category):
        if highest is not None and compare(claim, highest, by_pips=by_pips) is Better.YES:
            continue
        if isinstance(claim, SetClaim):
            sets.setdefault(claim.rank, []).append(claim)
        else:
            worth[claim.length] = max(worth.get(claim.length, 0), claim_points(rules, claim))
    longest = rules.hand + rules.talon
    most = [worth.pop(0, 0)]  # a nought is called once and takes no card
    for cards in range(1, longest + 1):
        with_one_more = [most[cards - n] + points for n, points in worth.items() if n <= cards]
        most.append(max([most[-1], *with_one_more]))
    for rank in sets.keys() - called:
        without = most
        most = []
        for cards in range(longest + 1):
            with_rank = [
                without[cards - claim.count] + claim_points(rules, claim)
                for claim in sets[rank]
                if claim.count <= cards
            ]
            most.append(max([without[cards], *with_rank]))
    return tuple(most)


def may_call(deal: DealState, seat: Seat, category: Category) -> bool:
    """Return whether *seat* may still call in *category*,
    whichever way a pending call is answered.
    """
    if deal.rules.round_the_table:
        return category in deal.unspoken(seat)
    if deal.categories[category].declined[seat]:
        return False
    if deal.pending is category:
        return True
    if category is Category.POINT and deal.categories[category].unrefuted(seat):
        # younger's may have been named in the answer to elder's, and can only be repeated
        return False
    answered = deal if deal.pending is None else deal.as_answered()
    for claim in _claims(deal.rules, category):
        refused = Called(seat, claim).refuse(answered)
        if refused is None or refused.rule not in OF_ONE:
            return refused is None
    return False


def may_still_call(deal: DealState, seat: Seat, category: Category, calls: Calls) -> bool:
    """Return whether *seat* may be thought to call in *category*, for the first time or again.

    In turn, elder is finished once younger speaks, and any seat with what it has called once it
    speaks of another class.
    """
    if calls is Calls.OVER:
        return False
    state = deal.categories[category]
    legal = may_call(deal, seat, category)
    if deal.rules.round_the_table and state.entries[seat]:
        legal = _may_call_again(deal, seat, category)
    if calls is Calls.LEGAL or not legal:
        return legal
    if deal.pending is category or state.recalled or state.reopened[seat]:
        return True
    if not deal.rules.round_the_table and seat is ELDER and deal.younger_called:
        return False
    return not state.entries[seat] or deal.spoken_of[seat] is category


def _may_call_again(deal: DealState, seat: Seat, category: Category) -> bool:
    """Return whether *seat* may call another sequence or set round the table."""
    if category is Category.POINT or deal.play_begun or deal.categories[category].declined[seat]:
        return False
    return deal.has_room(seat, category)


def still_open(deal: DealState, seat: Seat, calls: Calls) -> tuple[Category, ...]:
    """Return the categories in which nothing of *seat* counts,
    but it may still make its first call that does.
    """
    found = []
    for category in CALLED:
        counts = any(entry.seat is seat for entry in deal.scoring(category))
        first = not deal.rules.round_the_table or category in deal.unspoken(seat)
        is_open = not counts and first and may_still_call(deal, seat, category, calls)
        if is_open and not _is_unbeatable(deal, seat, category):
            found.append(category)
    return tuple(found)


def _is_unbeatable(deal: DealState, seat: Seat, category: Category) -> bool:
    """Return whether elder's set waits for an answer of *seat*, and none is better.

    Points and sequences may be equal to any, which bars too; no two sets are.
    """
    waits = deal.pending is category and seat is YOUNGER and not deal.rules.round_the_table
    called = deal.categories[category].entries[ELDER]
    if category is not Category.SET or not waits or not called:
        return False
    highest = called[-1].claim.essence
    return not any(
        compare(claim, highest, by_pips=False) is Better.YES
        for claim in _claims(deal.rules, category)
    )


def most_in_class(deal: DealState, seat: Seat, category: Category, calls: Calls) -> int:
    """Return the most points that *seat* can still add in *category*.

    That is one point; or the best sequences or sets from the cards that its good claims have not
    named, because lesser ones may follow any call. With no call left, it is what younger denied
    without outbidding it, where that scores.
    """
    if not may_still_call(deal, seat, category, calls):
        return _denied(deal, seat, category)
    if category is Category.POINT:
        return _most_of_point(deal, seat)
    return _most_beside_named(deal, seat, category, calls)


def _most_of_point(deal: DealState, seat: Seat) -> int:
    """Return what the best point is worth that *seat* may call: for younger at two hands, none that
    elder's question has ruled out.
    """
    rules = deal.rules
    state = deal.categories[Category.POINT]
    answers = seat is YOUNGER and not rules.round_the_table
    return max(
        claim_points(rules, claim)
        for claim in _claims(rules, Category.POINT)
        if not (answers and state.asked_away(claim))
    )


def _most_beside_named(deal: DealState, seat: Seat, category: Category, calls: Calls) -> int:
    """Return the most that sequences or sets are worth which *seat* may yet call, with one that
    waits for its answer.
    """
    rules = deal.rules
    state = deal.categories[category]
    # Elder begins with the best, and where the rules are strict is held to that.
    bound = seat is ELDER and rules.penalties is Penalties.STRICT
    is_held = bound and state.entries[ELDER] and not rules.round_the_table
    highest = state.leading.claim.essence if is_held else None
    claims = [entry.claim for entry in state.unrefuted(seat)]
    if deal.pending is category and calls is Calls.LEGAL:
        claims = []  # another call may take the place of this one
    called = frozenset(claim.rank for claim in claims if isinstance(claim, SetClaim))
    named = sum(entry.claim.length for entry in deal.scoring(category) if entry.seat is seat)
    pending = 0
    if deal.pending is category and seat is ELDER and calls is Calls.IN_TURN:
        # the rules let elder call something else before the answer, but nobody does
        claim = state.leading.claim
        named += claim.length
        pending = claim_points(rules, claim)
    return pending + _most_of_cards(rules, category, highest, called)[deal.most_cards(seat) - named]


def _denied(deal: DealState, seat: Seat, category: Category) -> int:
    """Return the points that elder called in *category* and younger denied without outbidding,
    where they may score.
    """
    state = deal.categories[category]
    if seat is YOUNGER or deal.rules.unproved_denial is UnprovedDenial.NOBODY:
        return 0
    if state.status is not CallStatus.NOT_GOOD or deal.scoring(category):
        return 0
    return sum(claim_points(deal.rules, entry.claim) for entry in state.unrefuted(ELDER))


def most_in_play(deal: DealState, seat: Seat) -> int:
    """Return the most that the remaining tricks can add to the thirty of the side of *seat*."""
    rules = deal.rules
    most = _most_in_tricks(deal, seat)
    if rules.last_to_pique:
        most += rules.last_points
    if rules.capot_to_pique:
        most += rules.capot_points
    has_all = all(trick.winner is seat for trick in deal.tricks) or rules.in_partnership
    before_seventh = len(deal.tricks) <= rules.hand // 2
    at_seventh = rules.cards_to_pique is CardsToPique.AT_SEVENTH_TRICK
    if at_seventh and before_seventh and has_all:
        most += rules.cards_points + deal.setting.carried
    return most


def _most_in_tricks(deal: DealState, seat: Seat) -> int:
    rules = deal.rules
    left = rules.hand - len(deal.tricks)
    captures = 0 if rules.side_of[deal.leader] == rules.side_of[seat] else 1
    match rules.trick_count:
        case TrickCount.FLAT | TrickCount.LOST:
            return left
        case TrickCount.CLUB:
            # where an opponent leads, only the trick that takes it scores
            return _most_in_trick(rules) * left - (captures if rules.in_partnership else 0)
        case TrickCount.TWO_FOR_CAPTURE:
            begins = seat is ELDER and not deal.tricks and rules.first_lead is FirstLead.ALWAYS
            return left + captures + (1 if begins else 0)
        case TrickCount.CAPTURED_CARDS:
            counting = sum(card.rank >= rules.trick_min_rank for card in rules.pack)
            played = sum(trick.tens for trick in deal.tricks)
            return min(_most_in_trick(rules) * left, counting - played)
        case _:
            assert_never(rules.trick_count)


def _most_in_trick(rules: Ruleset) -> int:
    match rules.trick_count:
        case TrickCount.FLAT | TrickCount.LOST:
            return 1
        case TrickCount.CLUB:
            # partners may score both the lead and the trick that takes it
            return 2 if rules.in_partnership else 1
        case TrickCount.TWO_FOR_CAPTURE | TrickCount.CAPTURED_CARDS:
            return 2
        case _:
            assert_never(rules.trick_count)


@lru_cache(maxsize=64)
def most_in_deal(rules: Ruleset, earlier: int) -> int:
    """Return a bound on the points of a side in a deal; *earlier* deals may all have carried their
    cards forward.

    A side may never reach it: the best calls, the bonus and the best play need not go together.

    >>> from scorer.rules.presets import PRESETS
    >>> most_in_deal(PRESETS["portland"], 0)
    205
    >>> [most_in_deal(PRESETS["meyer-1888"], earlier) for earlier in (0, 1)]
    [263, 273]
    """
    point = max(claim_points(rules, claim) for claim in _claims(rules, Category.POINT))
    called = point + sum(
        _most_of_cards(rules, category)[rules.hand]
        for category in (Category.SEQUENCE, Category.SET)
    )
    blank = rules.carte_blanche * (2 if rules.carte_blanche_when is CarteBlancheWhen.BOTH else 1)
    in_hand = (called + blank + rules.carte_rouge) * rules.players // rules.sides
    first_lead = 0 if rules.first_lead is FirstLead.NO else 1
    play = _most_in_trick(rules) * rules.hand + first_lead + rules.last_points
    cards = max(rules.cards_points, rules.capot_points)
    if rules.cards_tie is CardsTie.CARRIED:
        cards += rules.cards_points * earlier
    contract = rules.contract_points * rules.hand * FACTORS[-1] if rules.auction else 0
    return in_hand + max(rules.repique_bonus, rules.pique_bonus) + play + cards + contract
