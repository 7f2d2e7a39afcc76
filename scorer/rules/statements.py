"""
Statements: what was said or shown at the table, in the past tense.

A deal is a log of these. No statement holds points: a score is only ever what
`scorer.rules.deal.fold` derives from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .cards import Rank, Suit
from .claims import Category, Claim
from .seats import Seat


class Answer(Enum):
    """Younger's reply to a call."""

    GOOD = "good"
    EQUAL = "equal"
    NOT_GOOD = "not good"


@dataclass(frozen=True, slots=True)
class CarteBlancheShown:
    """*seat* announced a carte blanche (Laws 18 to 20)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Bid:
    """*seat* undertook to win *tricks* tricks, or if *minus* to lose so many, where the hands are bid for."""

    seat: Seat
    tricks: int
    minus: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """*seat* passed in the auction."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Doubled:
    """*seat* doubled the other's bid."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Redoubled:
    """*seat* redoubled his own bid, which the other had doubled."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Exchanged:
    """*seat* exchanged *cards* cards with the talon (Laws 21, 22, 32)."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class Called:
    """
    *seat* called *claim*.

    Elder's first call of a category waits for younger's answer; while it
    waits, a further call of that category replaces it (Law 50). Once it is
    good, further calls are his lesser holdings. Younger's calls follow
    elder's first lead and wait for nobody.
    """

    seat: Seat
    claim: Claim


@dataclass(frozen=True, slots=True)
class Declined:
    """*seat* calls nothing in *category*; with *more*, nothing more beside what it has called."""

    seat: Seat
    category: Category
    more: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """*seat* asked what the point makes (``how many``) or to what card the sequence goes (``how high``)."""

    seat: Seat
    category: Category


@dataclass(frozen=True, slots=True)
class PipsSaid:
    """*seat* said what his point makes: *pips*, in *suit* if he named it."""

    seat: Seat
    pips: int
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class HeadSaid:
    """*seat* said the head of his sequence: *top*, in *suit* if he named it."""

    seat: Seat
    top: Rank
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """*seat* answered the call that waits; said again at once, it is withdrawn for this one (Law 51)."""

    seat: Seat
    answer: Answer


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """*seat* took back *claim*, an over-call, before younger played to the first trick (Law 52)."""

    seat: Seat
    claim: Claim


@dataclass(frozen=True, slots=True)
class Proved:
    """*seat* was asked to show *claim*, which had been allowed, and did (Law 55)."""

    seat: Seat
    claim: Claim


@dataclass(frozen=True, slots=True)
class FoundFalse:
    """*seat* was found not to hold *claim*, too late to correct it (Law 54)."""

    seat: Seat
    claim: Claim


@dataclass(frozen=True, slots=True)
class ReckonedNothing:
    """*seat* pays the penalty of Laws 25, 27, 28, 31, 33, 35 or 58: nothing of his counts in this deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Waived:
    """*seat* waived the penalty that his opponent had incurred (Law 44)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayedShort:
    """*seat* plays with *cards* cards too few, which his opponent counts as tricks (Law 57)."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class CarteRougeShown:
    """*seat* showed that every card he holds has scored, where the ruleset plays a carte rouge."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Conceded:
    """*seat* threw up the last deal before a card was played."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """
    *seat* won the next trick.

    Attributes:
        seat: the winner.
        tens: where only cards of ten or better count, how many of this trick
            do: under the club count the lead, and the winning card if the
            second player won; under the count of captured cards, both cards.
            `None` where every card counts.
    """

    seat: Seat
    tens: int | None = None


@dataclass(frozen=True, slots=True)
class TricksCounted:
    """
    The play in one statement, the short way.

    Attributes:
        elder: tricks elder won, 0 to 12.
        last: who won the last trick.
        play: elder's points in play, the last trick's extra point included.
        first: tricks elder won before younger's first, said only where a
            pique depends on it.
        younger_play: younger's points in play, said only where they do not
            follow from elder's (cards of ten or better captured).
    """

    elder: int
    last: Seat
    play: int
    first: int | None = None
    younger_play: int | None = None


@dataclass(frozen=True, slots=True)
class Struck:
    """
    The statement at *position* of this log was struck out, or put right as *instead*.

    The log itself never changes: whoever reads it leaves out what was struck.
    A strike may itself be struck, which brings the statement back.

    Attributes:
        position: 0-based, earlier than this statement's own.
        instead: what was in truth said there; `None` for nothing.
    """

    position: int
    instead: Statement | None = None


@dataclass(frozen=True, slots=True)
class Inserted:
    """
    *statement* was said just before the one at *position* of this log, and was left out.

    It is cited by the position of the insertion; whoever strikes that position
    removes it, or corrects it where it stands.

    Attributes:
        position: 0-based, earlier than this statement's own. It marks a place,
            whether what was said there is struck or not.
        statement: what was left out; neither a strike nor an insertion.
    """

    position: int
    statement: Statement


Statement = (
    CarteBlancheShown
    | Bid
    | Passed
    | Doubled
    | Redoubled
    | Exchanged
    | Called
    | Declined
    | Asked
    | PipsSaid
    | HeadSaid
    | Answered
    | Withdrawn
    | Proved
    | FoundFalse
    | ReckonedNothing
    | Waived
    | PlayedShort
    | CarteRougeShown
    | Conceded
    | TrickTaken
    | TricksCounted
    | Struck
    | Inserted
)

Log = tuple[Statement, ...]


CORRECTIONS = frozenset({Struck, Inserted})
"""The statements that change what an earlier part of the log says."""


def effective(log: Log) -> tuple[tuple[int, Statement], ...]:
    """
    What of *log* stands, each statement with the position it is cited by.

    Strikes are left out, as is what they struck; a statement put right stands
    at the place of the one it replaces and is cited by that place. Of two
    strikes of one statement the later holds. An inserted statement stands
    where it was said, and is cited by the position of its insertion, so that
    positions need not rise. A strike or an insertion whose position is not an
    earlier one does nothing; `fold` refuses it.

    >>> log = (TrickTaken(Seat.ELDER), TrickTaken(Seat.YOUNGER), Struck(1))
    >>> effective(log)
    ((0, TrickTaken(seat=<Seat.ELDER: 0>, tens=None)),)
    """
    if CORRECTIONS.isdisjoint(map(type, log)):
        return tuple(enumerate(log))
    standing: list[Statement | None] = list(log)
    settled: set[int] = set()
    for position in range(len(log) - 1, -1, -1):
        statement = standing[position]
        if isinstance(statement, Struck):
            standing[position] = None
            if 0 <= statement.position < position and statement.position not in settled:
                settled.add(statement.position)
                standing[statement.position] = statement.instead
    found: list[tuple[int, Statement]] = []
    for position in in_order(log):
        statement = standing[position]
        if isinstance(statement, Inserted):
            statement = statement.statement if 0 <= statement.position < position else None
        if statement is not None:
            found.append((position, statement))
    return tuple(found)


def in_order(log: Log) -> tuple[int, ...]:
    """
    Return every position of *log* in the order in which the deal went: an insertion before the place it names.

    Of two insertions before one place the earlier comes first.

    >>> in_order((TrickTaken(Seat.ELDER), Inserted(0, TrickTaken(Seat.YOUNGER))))
    (1, 0)
    """
    order: list[int] = []
    for position, statement in enumerate(log):
        if isinstance(statement, Inserted) and 0 <= statement.position < position:
            order.insert(order.index(statement.position), position)
        else:
            order.append(position)
    return tuple(order)
