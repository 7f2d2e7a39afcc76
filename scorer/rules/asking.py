"""The dialogue of a deal: who is asked what next, and the usual answers in the order of the table.

Everything that an answer says is legal (`legal_next`), but not everything legal is asked for: elder
speaks of the point before the sequences, younger answers before calling, and nobody is asked for a
call that the answers have made useless. What is left out may still be said.

>>> from scorer.rules.deal import fold
>>> from scorer.rules.notation import parse_log
>>> from scorer.rules.presets import PORTLAND
>>> log = parse_log("E exchange 5; Y exchange 3; E point 5", PORTLAND)
>>> next_ask(fold(PORTLAND, log).deal)
Ask(younger, answer, point: Y good, Y not good, Y how many)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from itertools import product
from typing import TypeAlias

from .claims import CALLED, Category, PointClaim, SetClaim
from .deal import Deal, Phase, extend
from .deal_state import CallStatus
from .legal import legal_calls, legal_next, legal_of
from .notation import format_statement
from .scoring import race_awaits
from .seats import Seat
from .statements import (
    Answer,
    Answered,
    Asked,
    Bid,
    Called,
    Declined,
    Doubled,
    Exchanged,
    HeadSaid,
    Log,
    Passed,
    PipsSaid,
    Redoubled,
    Statement,
    TrickTaken,
    effective,
)

SeatAndCategory: TypeAlias = tuple[Seat, Category]
"""Who may call, and what."""

USUAL_SEQUENCES = 2
"""The most sequences that a player calls, but for tierces beside a point of three."""

SHORTEST_POINT = 3
"""Twelve cards in four suits have three of one; fewer may be called, and seldom are."""

TO_A_BID: tuple[type[Passed | Doubled | Redoubled], ...] = (Passed, Doubled, Redoubled)
"""The answers to a bid, in the order in which they are offered."""


class AskFor(Enum):
    """What a player, or the table, is asked for.

    - ``AUCTION``: a bid, or an answer to one;
    - ``EXCHANGE``: the number of cards that are exchanged;
    - ``ANSWER``: whether elder's call is good; ``PIPS`` and ``HEAD``: what younger asked of it;
    - ``CALL``: a call of one class, in turn, or none of it;
    - ``MORE_CALLS``: what else is called before the play, which may begin instead;
    - ``RACE``: a call, or that there is none, on which a race to the target hangs;
    - ``TRICK``: who takes the next trick.
    """

    AUCTION = "auction"
    EXCHANGE = "exchange"
    ANSWER = "answer"
    PIPS = "pips"
    HEAD = "head"
    CALL = "call"
    MORE_CALLS = "more calls"
    RACE = "race"
    TRICK = "trick"

    __hash__ = object.__hash__  # as for Suit


@dataclass(frozen=True, slots=True, repr=False)
class Ask:
    """What is asked in a deal.

    Attributes:
        seat: who is asked; `None` where the table says who took a trick.
        what: what they are asked for.
        categories: the classes of calls that it is about, the foremost first; none for the other
            questions.
        answers: the usual answers in the order of the table; each is one statement, or several that
            are said in one breath, such as both exchanges.
    """

    seat: Seat | None
    what: AskFor
    answers: tuple[Log, ...]
    categories: tuple[Category, ...] = ()

    @property
    def category(self) -> Category | None:
        """The class that it is about, the foremost of several."""
        return self.categories[0] if self.categories else None

    @property
    def words(self) -> tuple[str, ...]:
        """The answers in the words of a log, which `Game.say` takes."""
        return tuple("; ".join(map(format_statement, answer)) for answer in self.answers)

    def __repr__(self) -> str:
        asked = [
            "the table" if self.seat is None else self.seat.word,
            self.what.value,
            *[category.value for category in self.categories],
        ]
        shown = list(self.words[:MOST_SHOWN])
        if len(self.words) > MOST_SHOWN:
            shown.append(f"and {len(self.words) - MOST_SHOWN} more")
        return f"Ask({', '.join(asked)}: {', '.join(shown)})"


MOST_SHOWN = 5
"""The most answers that the representation of an `Ask` names."""


def next_ask(deal: Deal) -> Ask | None:
    """Return what is asked next in *deal*; `None` when it is over."""
    return None if deal.is_over else Speaking(deal).next()


def is_rare(called: Called) -> bool:
    """Return whether a call is a point that only somebody who sinks calls."""
    return isinstance(called.claim, PointClaim) and 0 < called.claim.length < SHORTEST_POINT


def has_detail(called: Called) -> bool:
    """Return whether a call names the pips of a point or the head of a sequence."""
    claim = called.claim
    if isinstance(claim, SetClaim):
        return False
    return (claim.pips if isinstance(claim, PointClaim) else claim.top) is not None


def strength_of(called: Called) -> tuple[int, int]:
    """Return what orders calls of one class: their length, and then pips, head or rank."""
    length, detail = called.claim.strength
    return length, detail or 0


def _each(statements: Iterable[Statement]) -> tuple[Log, ...]:
    """Return answers of one statement each."""
    return tuple((each,) for each in statements)


@dataclass(frozen=True)
class Speaking:
    """A deal that is not over, and who speaks next in it.

    Each method asks one thing, or returns `None` where it does not arise; `next` asks them in the
    order in which people speak.
    """

    deal: Deal

    def next(self) -> Ask:
        """Return what is asked next."""
        if self.deal.rules.round_the_table:
            steps: tuple[Callable[[], Ask | None], ...] = (
                self.exchange,
                self.call_in_turn,
                self.race_round_the_table,
            )
        else:
            steps = (
                self.auction,
                self.exchange,
                self.reply,
                self.elders_call,
                self.elders_other,
                self.youngers_calls,
            )
        for step in steps:
            asked = step()
            if asked is not None:
                return asked
        return self.trick()

    # What may be said

    @cached_property
    def offered(self) -> Callable[[Seat, Category], tuple[Called, ...]]:
        """What returns the calls that a seat may make in a category."""

        @cache
        def calls(seat: Seat, category: Category) -> tuple[Called, ...]:
            return legal_calls(self.deal, seat, category)

        return calls

    @cached_property
    def offers(self) -> dict[SeatAndCategory, tuple[Called, ...]]:
        """The calls that may be made, where there are any."""
        every = {called: self.offered(*called) for called in product(self.deal.rules.seats, CALLED)}
        return {called: calls for called, calls in every.items() if calls}

    def usual(self, seat: Seat, category: Category) -> tuple[Called, ...]:
        """Return the calls of a category that a seat is offered: not the rare ones, sets from four
        aces down, and of points and sequences the length alone where that may be said.
        """
        calls = [each for each in self.offered(seat, category) if not is_rare(each)]
        if category is Category.SET:
            return tuple(sorted(calls, key=strength_of, reverse=True))
        bare = {each.claim.length for each in calls if not has_detail(each)}
        return tuple(
            each for each in calls if each.claim.length not in bare or not has_detail(each)
        )

    @cached_property
    def declines(self) -> dict[SeatAndCategory, Declined]:
        """The statements that a race in hand awaits: a seat has nothing, or nothing more, in a
        category.
        """
        awaited = race_awaits(self.deal.state)
        legal = legal_of(self.deal, Declined) if awaited else ()
        declines = {(each.seat, each.category): each for each in legal}
        return {called: declines[called] for called in awaited if called in declines}

    @cached_property
    def takers(self) -> tuple[TrickTaken, ...]:
        """Who may take the next trick, with its cards where captured cards count."""
        return legal_of(self.deal, TrickTaken)

    @cached_property
    def last_called(self) -> SeatAndCategory | None:
        """Who made the last call, and of what."""
        called = [each for _, each in effective(self.deal.log) if isinstance(each, Called)]
        return (called[-1].seat, called[-1].claim.category) if called else None

    def usually_has_another(self, seat: Seat, category: Category) -> bool:
        """Return whether to ask a player for another of a class before what comes next.

        A third sequence is too rare to be asked for each time.
        """
        if category is not Category.SEQUENCE:
            return True
        called = self.deal.state.categories[category].entries[seat]
        return len(called) < USUAL_SEQUENCES

    # Two players

    def auction(self) -> Ask | None:
        """Ask for a bid or the answer to one."""
        if self.deal.phase is not Phase.AUCTION:
            return None
        answers = {type(each): each for each in legal_next(self.deal, TO_A_BID)}
        said = [answers[kind] for kind in TO_A_BID if kind in answers]
        bids = legal_of(self.deal, Bid)
        return Ask(self.deal.state.auction.turn, AskFor.AUCTION, _each((*bids, *said)))

    def exchange(self) -> Ask | None:
        """Ask how many cards are exchanged, of elder for both in one breath."""
        options = () if self.deal.state.play_begun else legal_of(self.deal, Exchanged)
        if not options:
            return None
        seat = options[0].seat
        answers = _each(options)
        if not self.deal.rules.round_the_table and seat is Seat.ELDER:
            answers = (self.both_exchange(options), *answers)
        return Ask(seat, AskFor.EXCHANGE, answers)

    def both_exchange(self, options: Sequence[Exchanged]) -> tuple[Exchanged, Exchanged]:
        """Return what both usually say: elder takes the most, and younger the rest."""
        most = max(each.cards for each in options)
        elders = Exchanged(Seat.ELDER, most)
        then = extend(self.deal, (elders,)).deal
        rest = max(each.cards for each in legal_of(then, Exchanged))
        return elders, Exchanged(Seat.YOUNGER, rest)

    def reply(self) -> Ask | None:
        """Ask for the answer to elder's call, or for what younger asked of it."""
        category = self.deal.pending
        if category is None:
            return None
        if self.deal.state.categories[category].status is not CallStatus.ASKED:
            answers = {each.answer: each for each in legal_of(self.deal, Answered)}
            asks = legal_of(self.deal, Asked)
            replies: list[Statement] = [answers[Answer.GOOD], answers[Answer.NOT_GOOD]]
            if asks:
                replies.append(asks[0])
            elif Answer.EQUAL in answers:
                replies.append(answers[Answer.EQUAL])
            return Ask(Seat.YOUNGER, AskFor.ANSWER, _each(replies), (category,))
        if category is Category.POINT:
            return Ask(Seat.ELDER, AskFor.PIPS, _each(legal_of(self.deal, PipsSaid)), (category,))
        heads = reversed(legal_of(self.deal, HeadSaid))
        return Ask(Seat.ELDER, AskFor.HEAD, _each(heads), (category,))

    def elders_call(self) -> Ask | None:
        """Ask for elder's next class: the point, sequences, then sets."""
        state = self.deal.state
        seat = Seat.ELDER
        if state.younger_called or state.play_begun:
            return None
        if any(awaited is seat for awaited, _ in self.declines):
            return None  # a race hangs on elder's next word
        for category in CALLED:
            is_open = state.categories[category].status is CallStatus.OPEN
            is_askable = is_open and state.has_room(seat, category)
            if not is_askable or not self.offered(seat, category):
                continue
            none = Declined(seat, category)
            nothing = (none,) if none in legal_of(self.deal, Declined) else ()
            answers = _each((*self.usual(seat, category), *nothing))
            return Ask(seat, AskFor.CALL, answers, (category,))
        return None

    def elders_other(self) -> Ask | None:
        """Ask for another of elder's after a good one, while younger has nothing to call.

        Otherwise younger is asked, as that is what usually follows.
        """
        last = self.last_called
        if self.deal.state.play_begun or self.declines:
            return None
        if last is None or last not in self.offers:
            return None
        seat, category = last
        if seat is not Seat.ELDER or category is Category.POINT or self.youngers_turns():
            return None
        *_, (_, said_last) = effective(self.deal.log)
        if not isinstance(said_last, Answered | Called):
            return None
        answers = _each((*self.usual(seat, category), *self.takers))
        return Ask(seat, AskFor.MORE_CALLS, answers, (category,))

    def youngers_calls(self) -> Ask | None:
        """Ask for younger's calls: the one class that is left or owed, or several; or the play."""
        if self.deal.state.play_begun:
            return None
        if self.declines:
            return self.race()
        shown = self.youngers_classes()
        if not shown:
            return None
        calls = [call for each in shown for call in self.usual(Seat.YOUNGER, each)]
        return Ask(Seat.YOUNGER, AskFor.MORE_CALLS, _each((*calls, *self.takers)), shown)

    def youngers_classes(self) -> tuple[Category, ...]:
        """Return the classes of which younger is asked together, the first of them foremost.

        What a 'not good' owes is called alone.
        """
        if self.owed:
            return self.owed[:1]
        turns = self.youngers_turns()
        entries = self.deal.state.categories
        uncalled = tuple(each for each in turns if not entries[each].entries[Seat.YOUNGER])
        return uncalled or tuple(turns[:1])

    @cached_property
    def owed(self) -> tuple[Category, ...]:
        """The classes in which younger said 'not good' and has called nothing yet."""
        entries = self.deal.state.categories
        uncalled = [
            each for each in self.youngers_turns() if not entries[each].entries[Seat.YOUNGER]
        ]
        return tuple(each for each in uncalled if entries[each].status is CallStatus.NOT_GOOD)

    def youngers_turns(self) -> list[Category]:
        """Return what younger may call in turn, first what a 'not good' owes.

        That is a class that elder's call did not win, and more of the class that younger called
        last.
        """
        seat = Seat.YOUNGER
        states = self.deal.state.categories
        turns = []
        for category in CALLED:
            status = states[category].status
            is_lost = status in (CallStatus.OPEN, CallStatus.NOT_GOOD)
            if (seat, category) not in self.offers or not self.deal.state.has_room(seat, category):
                continue
            if states[category].entries[seat]:
                is_last = (seat, category) == self.last_called
                is_in_turn = is_last and self.usually_has_another(seat, category)
            else:
                is_in_turn = is_lost
            if is_in_turn:
                turns.append(category)
        return sorted(turns, key=lambda each: states[each].status is not CallStatus.NOT_GOOD)

    def race(self) -> Ask:
        """Ask for what a race in hand awaits: no trick is played before it is known."""
        seat, category = next(iter(self.declines))
        answers = _each((*self.declines.values(), *self.usual(seat, category)))
        return Ask(seat, AskFor.RACE, answers, (category,))

    # Three and four players
    #
    # Nobody answers a call. Each seat in turn calls or has no more calls.

    def call_in_turn(self) -> Ask | None:
        """Ask the first seat that has not spoken on a class;
        `None` once all have, or a card is played.
        """
        state = self.deal.state
        if state.play_begun:
            return None
        for seat in self.deal.rules.seats:
            left = state.unspoken(seat)
            if left:
                return self.call_of(seat, left)
        return None

    def call_of(self, seat: Seat, left: Sequence[Category]) -> Ask:
        """Ask a seat for the first class that it has *left* to speak of; that it has none of it, or
        no more calls at all, comes last.
        """
        category = left[0]
        awaited = [decline for (each, _), decline in self.declines.items() if each is seat]
        nothing = [Declined(seat, each) for each in left]
        others = [decline for decline in nothing if decline not in awaited]
        passes: Log = (*others, *awaited)  # the last of them may decide a race
        none: tuple[Log, ...] = ((Declined(seat, category),),) if len(left) > 1 else ()
        answers = (*_each(self.usual(seat, category)), *none, passes)
        return Ask(seat, AskFor.CALL, answers, (category,))

    def race_round_the_table(self) -> Ask | None:
        """Ask who wins a race to the target, once all have called;
        `None` if no race awaits an answer.
        """
        if self.deal.state.play_begun or not self.declines:
            return None
        seat, category = next(iter(self.declines))
        own = [each for each in self.declines.values() if each.seat is seat]
        answers = _each((*own, *self.usual(seat, category)))
        return Ask(seat, AskFor.RACE, answers, (category,))

    # The play

    def trick(self) -> Ask:
        """Ask who takes the next trick."""
        return Ask(None, AskFor.TRICK, _each(self.takers))
