"""Ways in which a deal may go on for a seat that may make a bonus: what it calls, in which class an
opponent is good, and every trick its own.

Each is legal by the log alone: whether a pack has the cards is not asked, as the table does not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from scorer.rules.claims import CALLED, Category
from scorer.rules.deal import Deal, extend
from scorer.rules.deal_state import CallStatus
from scorer.rules.legal import legal_calls, legal_of
from scorer.rules.lines import LineKind
from scorer.rules.reckoning import claim_points
from scorer.rules.seats import ELDER, YOUNGER, Seat
from scorer.rules.statements import (
    Answer,
    Answered,
    Called,
    CarteRougeShown,
    HeadSaid,
    PipsSaid,
    TrickTaken,
)

LONGEST = 9
ALONE = [(length,) for length in range(LONGEST, 2, -1)]
TWO = [(long, short) for long in range(LONGEST, 3, -1) for short in range(3, long)]
SETS = ((4, 4, 4), (4, 4), (4,), (3, 3, 3, 3), (3,), ())


@dataclass(frozen=True)
class Plan:
    """What a side calls where it may, as long as its hand has room for it.

    Attributes:
        point: whether it calls the best point.
        sequences: their lengths, in the order in which they are called.
        sets: the same.
        answer: what younger answers to a call that is pending.
        replaces: elder calls by the plan in place of a call that is pending.
        rouge: whether it shows a carte rouge.
    """

    point: bool = False
    sequences: tuple[int, ...] = ()
    sets: tuple[int, ...] = ()
    answer: Answer | None = None
    replaces: bool = False
    rouge: bool = True


NOTHING = Plan(rouge=False)


def plans(deal: Deal, *, most: bool = False) -> Iterator[Plan]:
    """Yield the plans for a deal, those that call more first; with *most*, only those that call all
    that there is room for.
    """
    long = [lengths * 4 for lengths in ALONE]
    replacing = (False, True) if deal.pending else (False,)
    if most:
        sequences = [*long, *TWO, ()]
        for replaces, some, sets in product(replacing, sequences, (SETS[0], SETS[3])):
            yield Plan(point=True, sequences=some, sets=sets, replaces=replaces)
        return
    answers: tuple[Answer | None, ...] = (None, Answer.NOT_GOOD) if deal.pending else (None,)
    sequences = [*long, (), *ALONE, *TWO]
    for some, replaces, answer, point, sets in product(
        sequences, replacing, answers, (True, False), SETS
    ):
        yield Plan(point, some, sets, answer, replaces)


def side(deal: Deal, seat: Seat) -> list[Seat]:
    """Return the seat and its partners."""
    return [seat, *deal.rules.partners(seat)]


def is_made(deal: Deal, kind: LineKind, seat: Seat) -> bool:
    """Return whether the side of a seat has made a bonus."""
    return any(line.kind is kind and line.seat in side(deal, seat) for line in deal.lines)


def is_good(deal: Deal, seat: Seat, category: Category) -> bool:
    """Return whether an opponent of a seat scores in a class."""
    kind = LineKind(category.value)
    others = deal.rules.opponents(seat)
    return any(line.kind is kind and line.points and line.seat in others for line in deal.lines)


def played_on(deal: Deal, seat: Seat, plan: Plan, good_in: Category | None = None) -> Deal:
    """Return a deal that went on by a plan of one seat, with every trick its own; an opponent is
    good in a class, if any, and calls nothing else.
    """
    if not deal.state.play_begun:
        deal = _called(deal, seat, plan, good_in)
        for rouge in legal_of(deal, CarteRougeShown):
            if plan.rouge and rouge.seat in side(deal, seat):
                deal = extend(deal, (rouge,)).require()
    return won_by(deal, seat)


def _called(deal: Deal, seat: Seat, plan: Plan, good_in: Category | None) -> Deal:
    deal = _answered(deal, seat, plan, good_in)
    opponents = [deal.state.caller(each) for each in deal.rules.opponents(seat)]
    own = [deal.state.caller(each) for each in side(deal, seat)]
    for caller in deal.rules.seats:
        for category in CALLED:
            if caller in own and (category is not good_in or deal.state.counts_losers(category)):
                deal = _call(deal, caller, category, plan)
            elif caller in opponents and category is good_in and not is_good(deal, seat, category):
                deal = _call_best(deal, caller, category)
    if deal.rules.sides > 2:
        deal = _equalled(deal, opponents, good_in)
    return deal


def _equalled(deal: Deal, opponents: Sequence[Seat], good_in: Category | None) -> Deal:
    """Return the deal after opponents have called what equals the best of another, so that nobody
    is good.
    """
    for category in CALLED:
        good = [entry for entry in deal.state.scoring(category) if entry.seat in opponents]
        if not good or category is good_in:
            continue
        for caller in opponents:
            equal = Called(caller, good[0].claim)
            if caller is not good[0].seat:
                deal = extend(deal, (equal,)).deal
    return deal


def _answered(deal: Deal, seat: Seat, plan: Plan, good_in: Category | None) -> Deal:
    """Return the deal after the answer that is owed: by the plan, or in favour of a seat."""
    if deal.pending is None:
        return deal
    category = deal.pending
    if deal.state.categories[category].status is CallStatus.ASKED:
        said: list[PipsSaid | HeadSaid] = [*legal_of(deal, PipsSaid), *legal_of(deal, HeadSaid)]
        deal = extend(deal, (said[-1],)).require()
    is_own = deal.state.caller(seat) is ELDER
    if is_own and plan.replaces and category is not good_in:
        return _call(deal, ELDER, category, plan, answer=plan.answer or Answer.GOOD)
    in_favour = Answer.GOOD if is_own else Answer.NOT_GOOD
    against = Answer.NOT_GOOD if is_own else Answer.GOOD
    answer = against if category is good_in else plan.answer or in_favour
    return extend(deal, (Answered(YOUNGER, answer),)).require()


def _call(
    deal: Deal, caller: Seat, category: Category, plan: Plan, answer: Answer = Answer.GOOD
) -> Deal:
    """Return the deal after the calls of a seat in a class, each of them answered."""
    if category is Category.POINT:
        deal = _call_best(deal, caller, category) if plan.point else deal
        return _settled(deal, answer)
    for length in plan.sets if category is Category.SET else plan.sequences:
        calls = [
            each for each in legal_calls(deal, caller, category) if each.claim.length == length
        ]
        if calls:
            deal = _settled(extend(deal, (_best(deal, calls),)).require(), answer)
    return _settled(deal, answer)


def _call_best(deal: Deal, caller: Seat, category: Category) -> Deal:
    calls = legal_calls(deal, caller, category)
    return _settled(extend(deal, (_best(deal, calls),)).require()) if calls else deal


def _best(deal: Deal, calls: list[Called] | tuple[Called, ...]) -> Called:
    def worth(called: Called) -> tuple[int, int, int]:
        length, height = called.claim.strength
        return claim_points(deal.rules, called.claim), length, height or 0

    return max(calls, key=worth)


def _settled(deal: Deal, answer: Answer = Answer.GOOD) -> Deal:
    if deal.pending is None:
        return deal
    return extend(deal, (Answered(YOUNGER, answer),)).require()


def won_by(deal: Deal, seat: Seat) -> Deal:
    """Return the deal with every trick that is left won by a side, or lost in a deal that is played
    to lose; with as many counting cards as the pack still has.
    """
    while not deal.is_over:
        winner = _winner(deal, seat)
        tricks = [each for each in legal_of(deal, TrickTaken) if each.seat is winner]
        best = _most_for(deal, seat, tricks)
        is_led_against = deal.state.leader not in side(deal, seat)
        left = 1 if deal.rules.in_partnership or is_led_against else deal.rules.hand
        deal = extend(deal, (best,) * left).deal  # up to the first that the pack has no cards for
    return deal


def _most_for(deal: Deal, seat: Seat, tricks: Sequence[TrickTaken]) -> TrickTaken:
    """Return the trick with the most counting cards of those that give an opponent least."""
    if len(tricks) == 1:
        return tricks[0]
    others = deal.rules.opponents(seat)

    def worth(trick: TrickTaken) -> tuple[int, int]:
        then = extend(deal, (trick,)).require()
        return -sum(then.score[each] for each in others), trick.tens or 0

    return max(tricks, key=worth)


def _winner(deal: Deal, seat: Seat) -> Seat:
    """Return who wins the next trick: of partners the one who does not lead it, which scores
    more.
    """
    if deal.state.auction.minus:
        return deal.rules.opponents(seat)[0]
    others = [each for each in side(deal, seat) if each is not deal.state.leader]
    return others[0] if deal.rules.in_partnership else seat
