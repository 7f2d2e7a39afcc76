"""What the sentences about claims say, read back from their messages and put to a SAT solver.

Nothing here asks the checker: a message is read by its texts and their values alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack

from scorer.rules.claims import Category, is_stated
from scorer.rules.deal import Deal
from scorer.rules.findings import Asserted, Says, SeatClass, Sinking
from scorer.rules.messages import Message, Text
from scorer.rules.names import Name
from scorer.rules.seats import BySeat, Seat
from scorer.rules.sentences import Names
from scorer.rules.statements import Bid, effective
from tests import there
from tests.rules.checker.agreement import smallest_answers
from tests.rules.checker.demands import Cards, fits
from tests.rules.checker.meaning import ClassOf, Said, classes_of, said_in
from tests.rules.checker.sat import Formula

PLAYERS = tuple(map(Name, ("Ada", "Ben", "Cem", "Dora")))

COUNTED = (Says.PLAYED_HIGH, Says.PLAYED_LOW)


def names_of(deal: Deal) -> Names:
    return BySeat(PLAYERS[: deal.rules.players])


class Solver:
    """Whether there are cards that make *said* true.

    Of more than two players the cards that a hand played are held against that hand alone, as the
    help says.
    """

    def __init__(self, deal: Deal, said: Sequence[Said]) -> None:
        self.deal = deal
        together = [each for each in said if deal.rules.players == 2 or each.says not in COUNTED]
        played = {each.seat for each in said if each not in together}
        alone = {seat: [each for each in said if each.seat is seat] for seat in played}
        self.all = Formula(deal, together)
        self._alone = {seat: Formula(deal, own) for seat, own in alone.items()}

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        with ExitStack() as stack:
            for formula in (self.all, *self._alone.values()):
                stack.enter_context(formula)

    def possible(self, declared: Iterable[ClassOf] = (), hands: Sequence[Cards] = ()) -> bool:
        """Return whether there are such cards, with nothing sunk in the *declared* classes;
        only these *hands*, if they are given.
        """
        classes = [*declared]
        return self.all.possible(classes, hands) and all(
            formula.possible([each for each in classes if each[0] is seat])
            for seat, formula in self._alone.items()
        )

    def answers(self) -> set[frozenset[SeatClass]]:
        """Return every smallest choice of classes that makes it possible if something was sunk in
        each: only the empty one if nothing need have been, and none if it is impossible.
        """
        if not self.possible():
            return set()
        return set(map(frozenset, smallest_answers(self, classes_of(self.deal.rules)))) or {
            frozenset()
        }

    def sunk_by(self, hands: Sequence[Cards]) -> frozenset[SeatClass]:
        """Return in which classes players with these hands sank something."""
        classes = classes_of(self.deal.rules)
        return frozenset(each for each in classes if not self.possible([each], hands))


# Reading messages

CLASSES = {
    Sinking.A_POINT: Category.POINT,
    Sinking.A_SEQUENCE: Category.SEQUENCE,
    Sinking.A_SET: Category.SET,
}


def texts_in(message: Message) -> Iterator[Text]:
    """Yield the text of a message and those of the messages in it."""
    yield message.text
    for value in message.values.values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Message):
                yield from texts_in(each)


def answer_in(message: Message) -> frozenset[SeatClass]:
    """Return who is said to have sunk what in one answer."""
    parts = message.values["sunk"] if message.text is Sinking.ALL_OF else (message,)
    return frozenset(
        (Seat(PLAYERS.index(part.values["who"])), category)
        for part in parts
        for category in classes_in(part)
    )


def classes_in(part: Message) -> Sequence[Category]:
    """Return the classes that one player is said to have sunk."""
    if part.text is Sinking.OWN:
        classes: tuple[Category, ...] = part.values["classes"]
        return classes
    return [CLASSES[each.text] for each in part.values["sunk"]]


def said_by(message: Message, deal: Deal) -> Said:
    """Return what a noun phrase of a conflict says that was said in *deal*."""
    assert isinstance(message.text, Asserted)
    values = message.values
    seat = Seat(PLAYERS.index(values["who"]))
    claim = values.get("claim") or values.get("rival")
    says = Says.AS_LONG if message.text is Asserted.ASKS else Says[message.text.name]
    if says is Says.EQUALS and not is_stated(there(claim)):
        says = Says.AS_LONG
    rouge = [each for each in said_in(deal) if each.says is says is Says.ALL_SCORED]
    claims = next((each.claims for each in rouge if each.seat is seat), ())
    return Said(seat, says, claim, values.get("cards", 0), claims)


def was_said(one: Said, deal: Deal) -> bool:
    """Return whether *one* was said in *deal*, perhaps with pips or a head that it leaves out."""
    number = {Says.EQUALS: Says.AS_LONG}
    for each in said_in(deal):
        is_alike = number.get(each.says, each.says) is number.get(one.says, one.says)
        if each == one:
            return True
        if not is_alike or each.seat is not one.seat:
            continue
        if one.claim is not None and each.claim is not None and fits(one.claim, each.claim):
            return True
    return False


def forbids_sinking(deal: Deal) -> bool:
    """Return whether the last bid is to lose tricks, and the rules allow no sinking then."""
    bids = [said for _, said in effective(deal.log) if isinstance(said, Bid)]
    return bool(bids) and bids[-1].minus and not deal.rules.minus_sinking
