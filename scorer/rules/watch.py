"""The bonus watch: which pique or repique is still open, how many points it has,
and what would close it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple, assert_never

from .bounds import Calls, may_still_call, most_in_class, most_in_play, still_open
from .claims import CALLED, Category
from .deal import Deal, Phase, extend
from .deal_state import DealState
from .language import LanguageForm
from .legal import legal_of
from .lines import Line, LineKind
from .messages import Message, Text
from .names import RoleName
from .ruleset import BlockedBy, CardsToPique, Order, PiqueSeat, Ruleset, TrickCount
from .scoring import (
    bars_before,
    in_order,
    may_show_rouge,
    play_with_ten,
    reckon,
    rouge_helps,
    towards_thirty,
)
from .seats import ELDER, Seat
from .sentences import SEATS, Names
from .statements import Answered, TrickTaken

# From the public facts the watch says what the scans for repique and pique in `scoring` still need.
# What it knows of further calls and tricks are the upper bounds of `bounds`. So it says that a
# class closes a bonus only if no bound reaches the threshold once an opponent is good in it.


class Stage(Enum):
    """What a bonus still depends on."""

    CALLS = auto()  # further calls, and the tricks for a pique
    OTHERS_CALLS = auto()  # only those of others, because it has enough points
    BEGINNING = auto()  # nothing: it is made when the play begins
    TRICKS = auto()  # only the tricks


class NextTrick(Enum):
    """What the next trick does to a pique."""

    MAKES = auto()  # it makes it, won or lost
    CLOSES = auto()  # it closes it if one seat wins it
    MAY_CLOSE = auto()  # the same, but only with some cards in it
    NEITHER = auto()


class Watch(NamedTuple):
    """One bonus that is still open.

    Attributes:
        seat: who may make it; of partners the first of the side.
        sides: the side of each seat.
        points: the points that count towards it so far, of the `threshold` that makes it.
        closing: the categories in which an opponent who is good closes it for certain.
        may_close: those in which that closes it unless enough is reckoned before.
        taker: who closes it by a trick, or may.
    """

    kind: LineKind
    seat: Seat
    sides: Sequence[int]
    points: int
    threshold: int
    stage: Stage = Stage.CALLS
    closing: tuple[Category, ...] = ()
    may_close: tuple[Category, ...] = ()
    next_trick: NextTrick = NextTrick.NEITHER
    taker: Seat | None = None

    @property
    def needs(self) -> int:
        return max(0, self.threshold - self.points)


def watch(deal: Deal, calls: Calls = Calls.IN_TURN) -> tuple[Watch, ...]:
    """Return the bonuses that further *calls* and the tricks leave open, the nearest first;
    none before the contract of an auction, which sets the threshold.
    """
    unsettled = deal.phase in (Phase.AUCTION, Phase.OVER)
    if unsettled or any(line.kind in (LineKind.REPIQUE, LineKind.PIQUE) for line in deal.lines):
        return ()
    if deal.state.play_begun:
        calls = Calls.OVER
    repiques = _repiques(deal, calls)
    piques = _piques(deal, calls, repiques)
    return tuple(sorted([*repiques, *piques], key=lambda each: each.needs))


# Repique


def _repiques(deal: Deal, calls: Calls) -> list[Watch]:
    state = deal.state
    if state.play_begun:
        return []
    hand, _, _ = reckon(state)
    found = []
    for seat in state.rules.seats[: state.rules.sides]:
        watch = _repique_of(state, hand, seat, calls)
        if watch is not None:
            found.append(watch)
    return found


def _repique_of(state: DealState, hand: Sequence[Line], seat: Seat, calls: Calls) -> Watch | None:
    """Return how far a repique of *seat* has come, or `None` if it has no point or cannot be made.

    *hand* are the lines before the play, in the order in which they are reckoned.
    """
    rules = state.rules
    bar = next((line for line in hand if _bars(state, seat, line, calls)), None)
    anything_bars = rules.repique_blocked_by is BlockedBy.ANYTHING_VALID
    if state.reckons_nothing(seat) or (bar is not None and anything_bars):
        return None
    # What is reckoned after another has scored does not count towards it.
    before = hand if bar is None else hand[: hand.index(bar)]
    count = _count(rules, before, seat)
    reached = _reached(rules, before, seat)
    most = count + _most_remaining(state, seat, calls, [bar.category] if bar else [])
    if not count or (reached is None and most < rules.repique_threshold):
        return None
    closing = []
    may_close = []
    for category in _open_to_others(state, seat, calls):
        if reached is not None and not bars_before(rules, category, reached):
            continue
        # Without the class that another takes, is there still enough?
        barring = [category] if bar is None else [category, bar.category]
        if _most_beside(state, before, seat, barring) < rules.repique_threshold:
            closing.append(category)
        else:
            may_close.append(category)
    stage = Stage.CALLS
    if reached is not None and not _is_contested(state, hand, seat, reached):
        stage = Stage.OTHERS_CALLS if closing or may_close else Stage.BEGINNING
    return Watch(
        kind=LineKind.REPIQUE,
        seat=seat,
        sides=rules.side_of,
        points=count,
        threshold=rules.repique_threshold,
        stage=stage,
        closing=tuple(closing),
        may_close=tuple(may_close),
    )


def _is_contested(state: DealState, hand: Sequence[Line], seat: Seat, reached: Category) -> bool:
    """Return whether an opponent reckons before the class in which *seat* has enough, so that a
    repique needs a call that outbids it.
    """
    others = state.rules.opponents(seat)
    return any(
        line.seat in others and line.reckons and bars_before(state.rules, line.category, reached)
        for line in hand
    )


def _open_to_others(state: DealState, seat: Seat, calls: Calls) -> tuple[Category, ...]:
    """Return the categories in which an opponent may still call something that bars a bonus."""
    found: set[Category] = set()
    for other in state.rules.opponents(seat):
        if state.rules.barred_blocks or not state.reckons_nothing(other):
            found.update(still_open(state, state.caller(other), calls))
    return tuple(category for category in CALLED if category in found)


def _bars(state: DealState, seat: Seat, line: Line, calls: Calls) -> bool:
    """Return whether *line* is an opponent's and bars the bonus of *seat*:
    nobody can outbid or equal it any more.
    """
    if state.rules.side_of[line.seat] == state.rules.side_of[seat] or not line.reckons:
        return False
    if line.kind not in (LineKind.POINT, LineKind.SEQUENCE, LineKind.SET):
        return True
    others = [state.caller(each) for each in state.rules.opponents(line.seat)]
    first = [each for each in others if _begins(state, each, line.category)]
    return state.counts_losers(line.category) or not any(
        may_still_call(state, each, line.category, calls) for each in first
    )


def _begins(state: DealState, seat: Seat, category: Category) -> bool:
    """Return whether a call of *seat* in *category* can outbid: round the table its first can."""
    return not state.rules.round_the_table or category in state.unspoken(seat)


def _most_remaining(state: DealState, seat: Seat, calls: Calls, barring: Sequence[Category]) -> int:
    """Return the most that *seat* can still add in hand, only before opponents who are good in the
    *barring* classes.

    A carte blanche is ignored: it is announced before the calls, when everything is open.
    """
    rules = state.rules
    most = 0
    for each in (seat, *rules.partners(seat)):
        caller = state.caller(each)
        for category in CALLED:
            if all(_is_before(state, caller, category, bar) for bar in barring):
                most += most_in_class(state, caller, category, calls)
    earliest = min(barring, key=rules.order.index, default=None)
    helps = rouge_helps(rules, seat) and state.rouge[seat] is None
    if helps and (most or may_show_rouge(state, seat, earliest)):
        most += rules.carte_rouge
    return most


def _most_beside(
    state: DealState, lines: Sequence[Line], seat: Seat, barring: Sequence[Category]
) -> int:
    """Return the most that *seat* can reckon, of *lines* and by every legal call, before opponents
    who are good in the *barring* classes.
    """
    rules = state.rules
    if rules.repique_blocked_by is BlockedBy.ANYTHING_VALID:
        return 0
    earlier = [
        line
        for line in lines
        if all(_is_before(state, state.caller(seat), line.category, bar) for bar in barring)
    ]
    return _count(rules, earlier, seat) + _most_remaining(state, seat, Calls.LEGAL, barring)


def _is_before(state: DealState, seat: Seat, category: Category, other: Category) -> bool:
    """Return whether *seat* reckons in *category* before an opponent who is good in the *other*.

    In one class only one of them reckons; where both do, elder's comes first.
    """
    if category is other:
        return seat is ELDER and state.counts_losers(category)
    return state.rules.order.index(category) < state.rules.order.index(other)


def _reached(rules: Ruleset, lines: Sequence[Line], seat: Seat) -> Category | None:
    """Return the class of the line with which *seat* has enough for a repique, or `None`."""
    count = 0
    for line in lines:
        count += _count(rules, (line,), seat)
        if count >= rules.repique_threshold:
            return line.category
    return None


# Pique


class _Pique(NamedTuple):
    """The points towards a pique that is open.

    Attributes:
        leads: elder's first lead, before the calls of others, may make it.
    """

    points: int
    leads: bool


def _piques(deal: Deal, calls: Calls, repiques: Sequence[Watch]) -> list[Watch]:
    rules = deal.state.rules
    seats = (ELDER,) if rules.pique_seat is PiqueSeat.ELDER else rules.seats[: rules.sides]
    found = []
    for seat in seats:
        pique = _open_pique(deal, seat, calls)
        repique = next((each for each in repiques if each.seat is seat), None)
        if pique is not None and not _is_forestalled(deal, repique):
            found.append(_watch_pique(deal, seat, pique, calls, repique))
    return found


def _is_forestalled(deal: Deal, repique: Watch | None) -> bool:
    """Return whether a seat that has enough in hand makes a repique, or else nothing: what bars
    the repique bars the pique too, unless elder's lead comes before it. Round the table an equal
    call may still take points away.

    What is not good counts if nobody shows what is better.
    """
    if repique is None:
        return False
    rules = deal.rules
    in_order_of_classes = rules.pique_order is Order.CATEGORY and not rules.round_the_table
    if repique.needs:
        return in_order_of_classes and _is_made_by_silence(deal, repique.seat)
    return in_order_of_classes or repique.stage is Stage.BEGINNING


def _is_made_by_silence(deal: Deal, seat: Seat) -> bool:
    """Return whether a seat makes a repique if nobody calls any more, whatever younger answers to
    the call that waits for it.
    """
    answered = [extend(deal, (answer,)).deal for answer in legal_of(deal, Answered)]
    side_of = deal.rules.side_of
    for each in answered or [deal]:
        begun = _begin_play(each)
        maker = None if begun is None else begun.made_by(LineKind.REPIQUE)
        if maker is None or side_of[maker] != side_of[seat]:
            return False
    return True


def _begin_play(deal: Deal) -> Deal | None:
    """Return the deal with its first trick; `None` while more must be said before it."""
    tricks = legal_of(deal, TrickTaken)
    return extend(deal, (tricks[0],)).deal if tricks else None


def _open_pique(deal: Deal, seat: Seat, calls: Calls) -> _Pique | None:
    """Return how far a pique of *seat* has come, or `None` if it has no point or cannot be made."""
    state = deal.state
    rules = state.rules
    hand, play, _ = reckon(state)
    if rules.cards_to_pique is CardsToPique.AT_SEVENTH_TRICK:
        play = play_with_ten(state)
    count = _count(rules, [*hand, *play], seat)
    if not count or state.reckons_nothing(seat) or _is_led_against(state, seat):
        return None
    remaining = 0 if state.play_begun else _most_remaining(state, seat, calls, [])
    if count + remaining + most_in_play(state, seat) < rules.pique_threshold:
        return None
    leads = seat is ELDER and _lead_may_make(state, hand, remaining)
    ordered = in_order(rules.pique_order, hand, play)
    if leads:
        ordered = [line for line in ordered if line.kind is LineKind.CARTE_BLANCHE]
    if any(_bars(state, seat, line, calls) for line in ordered):
        return None
    return _Pique(count, leads)


def _is_led_against(state: DealState, seat: Seat) -> bool:
    """Return whether an opponent leads the next trick, and the lead alone scores and bars."""
    against = state.rules.side_of[state.leader] != state.rules.side_of[seat]
    scores = _leads_count(state.rules) and not state.reckons_nothing(state.leader)
    return against and scores


def _lead_may_make(state: DealState, hand: Sequence[Line], remaining: int) -> bool:
    """Return whether *remaining* more in hand and elder's first lead, said before the calls of
    others, can make a pique.
    """
    rules = state.rules
    if rules.pique_order is Order.CATEGORY or state.play_begun:
        return False
    if rules.trick_count not in (TrickCount.CLUB, TrickCount.TWO_FOR_CAPTURE):
        return False
    return _count(rules, hand, ELDER) + remaining + 1 >= rules.pique_threshold


def _leads_count(rules: Ruleset) -> bool:
    """Return whether a lead scores even if it loses the trick."""
    return rules.trick_count is TrickCount.CLUB and rules.counts_every_card


def _watch_pique(
    deal: Deal, seat: Seat, pique: _Pique, calls: Calls, repique: Watch | None
) -> Watch:
    """Return what is said of an open pique."""
    state = deal.state
    rules = state.rules
    found = Watch(
        kind=LineKind.PIQUE,
        seat=seat,
        sides=rules.side_of,
        points=pique.points,
        threshold=rules.pique_threshold,
    )
    own = [state.caller(each) for each in (seat, *rules.partners(seat))]
    makes_it = pique.leads and _leads_count(rules) and found.needs <= 1
    if repique is None and not _any_may_call(state, own, calls):
        others = [state.caller(each) for each in rules.opponents(seat)]
        if not _any_may_call(state, others, calls):
            return _with_next_trick(deal, found)
        if makes_it:
            return found._replace(stage=Stage.TRICKS, next_trick=NextTrick.MAKES)
    closing = []
    may_close = []
    for category in _open_to_others(state, seat, calls):
        if seat is not ELDER or not _lead_makes_beside(state, category, Calls.LEGAL):
            closing.append(category)
        elif repique is None and not makes_it and _lead_makes_beside(state, category, calls):
            may_close.append(category)  # beside an open repique, that one says it
    return found._replace(closing=tuple(closing), may_close=tuple(may_close))


def _any_may_call(state: DealState, seats: Sequence[Seat], calls: Calls) -> bool:
    """Return whether any of *seats* is thought to call again, or may show a carte rouge."""
    if state.play_begun:
        return False
    if any(may_show_rouge(state, seat, None) for seat in seats):
        return True
    return any(
        may_still_call(state, seat, category, calls) for seat in seats for category in CALLED
    )


def _lead_makes_beside(state: DealState, category: Category, calls: Calls) -> bool:
    """Return whether after further *calls* elder's first lead can make a pique although another is
    good in *category*.
    """
    hand, _, _ = reckon(state)
    kind = LineKind(category.value)
    lines = hand
    remaining = _most_remaining(state, ELDER, calls, [])
    if not state.counts_losers(category):
        lines = [line for line in hand if line.kind is not kind]
        remaining -= most_in_class(state, state.caller(ELDER), category, calls)
    return _lead_may_make(state, lines, remaining)


def _with_next_trick(deal: Deal, found: Watch) -> Watch:
    """Return what is said of a pique on which only the tricks bear: each trick that may follow is
    tried.
    """
    side_of = deal.rules.side_of
    own = side_of[found.seat]
    ours: set[_After] = set()
    theirs: set[_After] = set()
    for trick in legal_of(deal, TrickTaken):
        after = _after(deal, trick, found.seat)
        if side_of[trick.seat] == own:
            ours.add(after)
        else:
            theirs.add(after)
    opponent = deal.rules.opponents(found.seat)[0]
    next_trick = NextTrick.NEITHER
    taker = None
    if ours == theirs == {_After.MADE}:
        next_trick = NextTrick.MAKES
    elif _After.CLOSED in theirs:
        taker = opponent
        next_trick = NextTrick.CLOSES if len(theirs) == 1 else NextTrick.MAY_CLOSE
    elif _After.CLOSED in ours:
        taker = found.seat
        next_trick = NextTrick.CLOSES if len(ours) == 1 else NextTrick.MAY_CLOSE
    return found._replace(stage=Stage.TRICKS, next_trick=next_trick, taker=taker)


class _After(Enum):
    """What has become of a pique with a trick."""

    MADE = auto()
    OPEN = auto()
    CLOSED = auto()


def _after(deal: Deal, trick: TrickTaken, seat: Seat) -> _After:
    then = extend(deal, (trick,)).deal
    maker = then.made_by(LineKind.PIQUE)
    if maker is not None and then.rules.side_of[maker] == then.rules.side_of[seat]:
        return _After.MADE
    is_closed = then.is_over or _open_pique(then, seat, Calls.OVER) is None
    return _After.CLOSED if is_closed else _After.OPEN


def _count(rules: Ruleset, lines: Sequence[Line], seat: Seat) -> int:
    side_of = rules.side_of
    return sum(
        line.points
        for line in lines
        if side_of[line.seat] == side_of[seat] and towards_thirty(rules, line)
    )


# In words


class Watching(Text):
    """How far an open bonus has come.

    Each says that so many points of the side count towards the bonus, and that some legal way leads
    to it: by calls in their turn and tricks; if only the opponent's calls can bar it; with any
    first trick; or by tricks alone.
    """

    REPIQUE_OPEN = "Repique open for {who}: {points} of {threshold}."
    REPIQUE_DEPENDS = "Repique depends on {other:’s} calls: {points} of {threshold}."
    REPIQUE_BEGINS = "Repique for {who} when the play begins: {points} of {threshold}."
    PIQUE_OPEN = "Pique open for {who}: {points} of {threshold}."
    PIQUE_IN_PLAY = "Pique in {left:point} for {who}: {points} of {threshold}."
    PIQUE_NEXT = "Pique for {who}: {points} of {threshold}."


class WatchEnding(Text):
    """What closes an open bonus, or makes it.

    If it closes, nothing that follows makes it; if it may close, it is still made in one way and
    not in another.
    """

    CLOSES = "Closes if {other} {other:is/are} good in {classes:or}."
    MAY_CLOSE = "May close if {other} {other:is/are} good in {classes:or}."
    LEAD_MAKES = "{who:’s up} lead makes it."
    TRICK_CLOSES = "A trick to {taker} closes it."
    TRICK_MAY_CLOSE = "A trick to {taker} may close it."


class GoodIn(Text):
    """A class in which a player is good."""

    POINT = "the point"
    SEQUENCES = "sequences"
    SETS = "sets"


GOOD_IN = {
    Category.POINT: GoodIn.POINT,
    Category.SEQUENCE: GoodIn.SEQUENCES,
    Category.SET: GoodIn.SETS,
}

ANOTHER = RoleName(LanguageForm.ANOTHER)
OTHER_SIDE = RoleName(LanguageForm.OTHER_SIDE)
"""Who plays against one of three players, and against partners."""


def watch_messages(watch: Watch, names: Names = SEATS) -> tuple[Message, ...]:
    """Return the sentences about an open bonus, the first of how far it has come.

    *names* are those of the sides, by seats.
    """
    who = names[watch.seat]
    other = _opponent(watch, names)
    found = [_first_message(watch, who, other)]
    if watch.closing:
        found.append(WatchEnding.CLOSES(other=other, classes=_good_in(watch.closing)))
    if watch.may_close:
        found.append(WatchEnding.MAY_CLOSE(other=other, classes=_good_in(watch.may_close)))
    taker = who if watch.taker is watch.seat else other
    match watch.next_trick:
        case NextTrick.MAKES:
            found.append(WatchEnding.LEAD_MAKES(who=who))
        case NextTrick.CLOSES:
            found.append(WatchEnding.TRICK_CLOSES(taker=taker))
        case NextTrick.MAY_CLOSE:
            found.append(WatchEnding.TRICK_MAY_CLOSE(taker=taker))
        case NextTrick.NEITHER:
            pass
        case _:
            assert_never(watch.next_trick)
    return tuple(found)


def _good_in(categories: Sequence[Category]) -> tuple[Message, ...]:
    return tuple(GOOD_IN[category]() for category in categories)


def _opponent(watch: Watch, names: Names) -> str:
    """Return the name of the opponent, or what several are called."""
    if len(watch.sides) == 2:
        return names[watch.seat.other]
    return OTHER_SIDE if len(set(watch.sides)) == 2 else ANOTHER


def _first_message(watch: Watch, who: str, other: str) -> Message:
    points = watch.points
    threshold = watch.threshold
    match watch.stage:
        case Stage.CALLS:
            is_repique = watch.kind is LineKind.REPIQUE
            text = Watching.REPIQUE_OPEN if is_repique else Watching.PIQUE_OPEN
            return text(who=who, points=points, threshold=threshold)
        case Stage.OTHERS_CALLS:
            return Watching.REPIQUE_DEPENDS(other=other, points=points, threshold=threshold)
        case Stage.BEGINNING:
            return Watching.REPIQUE_BEGINS(who=who, points=points, threshold=threshold)
        case Stage.TRICKS if watch.needs:
            left = watch.needs
            text = Watching.PIQUE_IN_PLAY
            return text(left=left, who=who, points=points, threshold=threshold)
        case Stage.TRICKS:
            return Watching.PIQUE_NEXT(who=who, points=points, threshold=threshold)
        case _:
            assert_never(watch.stage)
