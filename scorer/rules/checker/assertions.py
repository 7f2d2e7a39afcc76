"""What a deal's statements assert about the cards, and what having sunk nothing demands of a hand.

A call asserts that its caller holds the claim. *Equal* asserts that younger holds as good a one,
*not good* that they hold a better one. *How many* asserts a point of as many cards, without which
younger may not ask. *Good* asserts nothing, because a player may sink. The tricks assert that a
hand lacked an ace, or how many counting and other cards it held. Each assertion names the
statements that make it, so a conflict of assertions is a conflict of statements.

Source: Cavendish, Laws 18, 46 to 52, 54, 57 and 65.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import assert_never

from ..cards import Suit
from ..claims import CALLED, Better, Category, Claim, PointClaim, SetClaim, is_stated
from ..deal import Deal
from ..deal_state import WAITING, CalledClaim, CallStatus, CategoryState, DealState, Trick
from ..findings import Assertion, Says
from ..play import cards_played
from ..ruleset import CarteBlancheWhen, LesserCount, PointCompare, Ruleset, TieSequence
from ..seats import Seat
from ..statements import Called, Declined, TrickTaken, effective
from .demands import (
    EQUAL,
    NO_BETTER,
    NOT_BETTER,
    WORSE,
    Demands,
    detailed_versions,
    most_within,
    no_point,
    point_family,
)
from .holdings import Bound


def assertions(deal: Deal) -> tuple[Assertion, ...]:
    """Return everything that *deal* asserts, ordered by class; a claim found false asserts that it
    is not held.

    A call that was withdrawn, or raised before its answer, asserts nothing.
    """
    deal_state = deal.state
    found = [said for seat in deal.score.seats for said in _deal_assertions(deal_state, seat)]
    for category in CALLED:
        state = deal_state.categories[category]
        found += [_claimed(tie.entry) for tie in state.ties]
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
    """Return what the tricks of a deal assert.

    A player who holds all four aces wins the trick to which they play the first of them: they lead
    it, or follow suit with it. So a hand that has won no trick while it had four cards or more did
    not hold all four.

    Where only some cards count in play, the numbers of counting and of other cards follow, except
    where noughts are played. They are asserted from half of the tricks on; before that they rule
    out too little to be worth the search.
    """
    return (*_without_tricks(deal_state), *_cards_counted(deal_state))


def _without_tricks(deal_state: DealState) -> Iterator[Assertion]:
    rules = deal_state.rules
    for seat in rules.seats:
        size = deal_state.most_cards(seat) - deal_state.short[seat]
        tricks = deal_state.tricks[: size + 1 - len(Suit)]
        is_played = len(tricks) == size + 1 - len(Suit) > 0
        # a count does not say who won which
        ordered = deal_state.tricks if deal_state.quick_count else tricks
        if is_played and all(trick.winner is not seat for trick in ordered):
            yield Assertion(seat, Says.NO_TRICK, cards=len(tricks), made_at=_positions(tricks))


def _cards_counted(deal_state: DealState) -> Iterator[Assertion]:
    rules = deal_state.rules
    tricks = deal_state.tricks
    if rules.counts_every_card or rules.nought or 2 * len(tricks) < deal_state.tricks_to_play:
        return
    high, low, either = cards_played(rules, tricks)
    if deal_state.quick_count:
        # no tricks are named, and of the cards of each kind the other seat played at most one to
        # each trick
        high = (max(0, sum(high) + either - len(tricks)),) * rules.players
        low = (max(0, sum(low) + either - len(tricks)),) * rules.players
    for says, played in ((Says.PLAYED_HIGH, high), (Says.PLAYED_LOW, low)):
        for seat, cards in zip(rules.seats, played, strict=True):
            if cards:
                yield Assertion(seat, says, cards=cards, made_at=_positions(tricks))


def _positions(tricks: Iterable[Trick]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(trick.position for trick in tricks))


def _deal_assertions(deal_state: DealState, seat: Seat) -> list[Assertion]:
    """Return what the carte blanche, the exchange and a short hand assert."""
    found_late = deal_state.rules.carte_blanche_when is CarteBlancheWhen.AFTER_EXCHANGE
    blank = (Says.STILL_BLANK,) if found_late else (Says.BLANK, Says.STILL_BLANK)
    found = [
        Assertion(seat, says, made_at=(at,))
        for says, at in zip(blank, deal_state.blanks[seat], strict=False)
    ]
    at = deal_state.exchanged_at[seat]
    if at is not None:
        cards = deal_state.exchanged[seat] or 0
        found.append(Assertion(seat, Says.EXCHANGED, cards=cards, made_at=(at,)))
    at = deal_state.short_at
    if deal_state.short[seat] and at is not None:
        found.append(Assertion(seat, Says.SHORT, cards=deal_state.short[seat], made_at=(at,)))
    return found


def _claimed(entry: CalledClaim) -> Assertion:
    if entry.false:
        return Assertion(entry.seat, Says.LACKS, claim=entry.claim, made_at=entry.because[-1:])
    made_at = entry.because[:1]
    if entry.detailed_at is not None:
        made_at += (entry.detailed_at,)
    return Assertion(
        entry.seat, Says.HOLDS, claim=entry.claim, called=entry.called, made_at=made_at
    )


def equal_number_at(deal_state: DealState, category: Category) -> int | None:
    """Return where younger said that their claim has as many cards as elder's call, or `None`.

    They say so with *equal*, or ask what a point makes (Law 46) if points are compared by their
    number of cards first.
    """
    state = deal_state.categories[category]
    by_length = deal_state.rules.point_compare is PointCompare.LENGTH_THEN_PIPS
    if category is Category.POINT and by_length:
        return state.asked_at
    return state.equal_number_at


def _answers(deal_state: DealState, category: Category) -> list[Assertion]:
    """Return what younger's answers assert."""
    state = deal_state.categories[category]
    found = [
        Assertion(Seat.YOUNGER, Says.EQUALS, rival=tied.claim, called=tied.called, made_at=(at,))
        for tied, at in state.ties
    ]
    if not state.entries[Seat.ELDER]:
        return found
    rival = state.leading.claim
    called = state.leading.called
    number_at = equal_number_at(deal_state, category)
    says = Says.ASKS if state.equal_number_at is None else Says.AS_LONG
    longest = max([entry.claim.length for entry in state.unrefuted(Seat.YOUNGER)], default=-1)
    # a call of a point as long asserts already what the question does
    is_implied = says is Says.ASKS and isinstance(called, PointClaim) and longest >= called.length
    if number_at is not None and not is_implied:
        found.append(
            Assertion(Seat.YOUNGER, says, rival=called, called=called, made_at=(number_at,))
        )
    if state.status in (CallStatus.EQUAL, CallStatus.NOT_GOOD):
        says = Says.EQUALS if state.status is CallStatus.EQUAL else Says.BEATS
        found.append(
            Assertion(Seat.YOUNGER, says, rival=rival, called=called, made_at=state.answered_at)
        )
    return found


# Having sunk nothing
#
# What a player who sank nothing can hold beside the claims called is bounded, in each class, by
# claims of their own or of others. Of two players each calls the best claim and, where it is good,
# all others. They say *good* only to a call that can be better than their own best, and *equal*
# only to one as good as it. A class still open for speech demands no more than what was said in it.
#
# A player who has as many cards as a number that was called need not ask what it makes: they may
# know, or be content. *Good* to a number says that they have nothing as good as the best that the
# call can be.
#
# *Equal* to a number of cards speaks of the best claim too: a player with a longer one has sunk
# part of it, even if the words are true. *Not good* promises a better claim; if it is never called,
# it was lost and not sunk, because it was announced. *How many* says *equal* of the number of cards
# (Law 46); *how high* says nothing. After an *equal* nobody had to call the rest: a second run as
# good as the equal one cannot be called, even where a lesser one can.
#
# Where perhaps only good calls are recorded, what is missing says nothing. A seat with no call in a
# class, or with *no point*, may have had one that was not good. Where calls that are not the best
# count too, *good* says nothing, and neither does a call after which better ones may have been
# equal.
#
# Source: Cavendish, Laws 46 to 50, 56 and 62 to 64; of *good* to as many cards, Encyclopædia
# Britannica, 9th edition, volume 19, page 116.
#
# Of three and four players each calls the best claim in each class and, where that beats everything
# the other sides called, all others. They may pass over a claim that is worse than a call heard
# from another side, because it cannot be good, but not one that is equal, because it stops the
# other from scoring. The same holds for calls of the partner, equal ones included, unless partners
# both score all they hold.
#
# *Heard* are the calls made before the player passed, or before the first card if they never did,
# even if withdrawn or found false later. Until then the player may still speak, so calls of
# sequences and sets demand only what they say. A player has one point; calling it is calling the
# best.
#
# No source covers this; it applies the reading for two players where nobody answers.


def demand_nothing_sunk(
    hand: Demands, deal: Deal, seat: Seat, category: Category, detailed: Claim | None = None
) -> None:
    """Add to *hand* the demands of *seat* having sunk nothing in *category*.

    *detailed* is the seat's first call with assumed pips or head that were not said. After a
    penalty or a claim found false the seat no longer follows the ordinary dialogue, and nothing is
    demanded.
    """
    deal_state = deal.state
    rules = deal.rules
    state = deal.state.categories[category]
    if not _is_recorded(deal_state, seat, category):
        return
    called = [*state.entries[seat], *(tied for tied, _ in state.ties if tied.seat is seat)]
    off_the_path = any(entry.false for entry in called) or deal_state.penalised[seat] is not None
    if off_the_path or (seat is Seat.ELDER and state.status in WAITING):
        return
    bounds: list[Bound] | None
    if rules.round_the_table:
        bounds = _round_bounds(deal, seat, category)
    else:
        bounds = _bounds(deal_state, seat, category, detailed)
    if bounds is None:
        return
    match category:
        case Category.POINT:
            hand.whole_point = True
            for bound in bounds:
                hand.limit(point_family(rules, bound) if bound else no_point(rules))
        case Category.SEQUENCE:
            hand.whole_runs = True
            hand.no_other_runs = () in bounds
            for bound in filter(None, bounds):
                hand.limit(hand.suit.against_run(bound, nought=rules.nought))
        case Category.SET | Category.CARTE_BLANCHE | Category.PLAY | Category.CARDS:
            # of these only sets are called
            _demand_no_other_sets(hand, rules, called, bounds)
        case _:
            assert_never(category)


def _demand_no_other_sets(
    hand: Demands, rules: Ruleset, called: Iterable[CalledClaim], bounds: Iterable[Bound]
) -> None:
    """Add to *hand* that it has no more of a rank than *called*, and of the ranks that were not
    called only what is within the *bounds*.
    """
    of_rank = {
        entry.claim.rank: entry.claim.count for entry in called if isinstance(entry.claim, SetClaim)
    }
    for rank, count in of_rank.items():
        hand.at_most(rank, count)
    for bound in bounds:
        for rank, most in most_within(rules, bound):
            if rank not in of_rank:
                hand.at_most(rank, most)


def _is_recorded(deal_state: DealState, seat: Seat, category: Category) -> bool:
    """Return whether what is recorded in *category* tells what *seat* did not call.

    Once elder has called or declined, younger's silence is an answer.
    """
    rules = deal_state.rules
    state = deal_state.categories[category]
    if state.ties:
        return True
    every = deal_state.has_every_call
    tied_only = rules.sequence_tie is TieSequence.TIED_ONLY
    if category is Category.SEQUENCE and tied_only and not every:
        return False
    seats = {seat} if rules.round_the_table else {seat, Seat.ELDER}
    return any(state.entries[each] or (every and state.declined[each]) for each in seats)


def _bounds(
    deal_state: DealState, seat: Seat, category: Category, detailed: Claim | None
) -> list[Bound]:
    """Return what bounds what *seat*, of two, holds in *category* besides its calls."""
    state = deal_state.categories[category]
    bounds: list[Bound] = []
    if category is not Category.POINT:
        bounds = [()] if _called_everything(deal_state, category, seat) else []
    elif _called_nothing(deal_state, state, seat):
        bounds = [()]
    else:
        bounds = [
            (((detailed or entry.claim).essence, NOT_BETTER),) for entry in state.entries[seat]
        ]
    rival = _rival(deal_state, category, seat)
    if rival is not None:
        claim, wanted = rival
        if seat is Seat.ELDER and category is Category.SEQUENCE and detailed is not None:
            claim = detailed
        bounds.append(
            ((claim.essence, wanted), *((tied.claim.essence, EQUAL) for tied, _ in state.ties))
        )
    return bounds


def _called_nothing(deal_state: DealState, state: CategoryState, seat: Seat) -> bool:
    """Return whether *seat* called nothing that it could have called, and no longer can."""
    has_answered = seat is Seat.YOUNGER and state.status is not CallStatus.OPEN
    if state.entries[seat] or state.reopened[seat] or has_answered:
        return False
    return state.declined[seat] or bool(deal_state.tricks)


def _called_everything(deal_state: DealState, category: Category, seat: Seat) -> bool:
    """Return whether *seat*, sinking nothing, has called all its sequences or sets."""
    state = deal_state.categories[category]
    if state.reopened[seat] or not (deal_state.tricks or _called_nothing(deal_state, state, seat)):
        return False
    if state.status is CallStatus.NOT_GOOD and seat is Seat.YOUNGER:
        return bool(state.entries[seat])
    if state.status is CallStatus.EQUAL or state.ties:
        return False
    if deal_state.counts_losers(category) or state.status is CallStatus.OPEN:
        return True
    return seat is Seat.ELDER and state.status is CallStatus.GOOD


def _rival(
    deal_state: DealState, category: Category, seat: Seat
) -> tuple[Claim, frozenset[Better]] | None:
    """Return the call that bounds the best claim of *seat*,
    and the allowed outcomes of comparing with it.
    """
    state = deal_state.categories[category]
    if seat is Seat.ELDER:
        denied = state.status is CallStatus.NOT_GOOD and not deal_state.counts_losers(category)
        bound = (denied or state.status is CallStatus.EQUAL) and not state.reopened[seat]
        return (state.leading.claim, NOT_BETTER) if bound else None
    match state.status:
        case CallStatus.GOOD:
            if not deal_state.has_every_call and deal_state.counts_losers(category):
                return None
            call = state.leading.claim
            if not isinstance(call, SetClaim) and not is_stated(call):
                *_, call = detailed_versions(deal_state.rules, call)
            return call, WORSE
        case CallStatus.EQUAL:
            return state.leading.claim, NO_BETTER
        case CallStatus.OPEN | CallStatus.CALLED | CallStatus.ASKED | CallStatus.NOT_GOOD:
            if equal_number_at(deal_state, category) is None:
                return None
            return state.leading.called, NOT_BETTER
        case _:
            assert_never(state.status)


def _round_bounds(deal: Deal, seat: Seat, category: Category) -> list[Bound] | None:
    """Return what bounds what *seat*, of more than two, holds in *category* besides its calls;
    `None` before it speaks.

    A seat that may call late, because another's claim was false, must only have called whole
    claims. A player with the best claim of all has called the rest too; one who called another has
    nothing better.
    """
    deal_state = deal.state
    state = deal.state.categories[category]
    called = state.entries[seat]
    is_over = (state.declined[seat] or deal_state.play_begun) and not state.reopened[seat]
    if not called and not is_over:
        return None
    best = deal_state.best(called)
    if best is not None and category is Category.POINT:
        return [((best.claim.essence, NOT_BETTER),)]
    if not is_over:
        return []
    heard = _heard(deal, seat, category)
    if best is None:
        return [heard]
    is_best = all(deal_state.compare(best.claim, claim) is Better.YES for claim, _ in heard)
    return [() if is_best else ((best.claim.essence, NO_BETTER),)]


def _heard(deal: Deal, seat: Seat, category: Category) -> Bound:
    """Return the best call of the other sides and of the partner that *seat* heard,
    for which others may be sunk.
    """
    rules = deal.rules
    deal_state = deal.state
    if deal_state.counts_losers(category):
        return ()
    passes = Declined(seat, category)
    said = (said for _, said in effective(deal.log))
    before = takewhile(lambda each: not isinstance(each, TrickTaken) and each != passes, said)
    calls = (each for each in before if isinstance(each, Called))
    heard = [each for each in calls if each.claim.category is category]
    excuses = [(rules.opponents(seat), WORSE)]
    if category is Category.POINT or rules.lesser_count is LesserCount.HOLDER:
        excuses.append((rules.partners(seat), NO_BETTER))
    bound = []
    for whose, wanted in excuses:
        best = deal_state.best([each for each in heard if each.seat in whose])
        if best is not None:
            bound.append((best.claim.essence, wanted))
    return tuple(bound)
