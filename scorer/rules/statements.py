"""Statements: what was said or shown at the table, in the past tense, and the corrections of it.

A deal is a log of these. No statement holds points: `scorer.rules.deal.fold` derives every score
from them. Each kind is a class that owns its grammar (see `grammar`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self, cast, get_args

from .calls import (
    AboutClaim,
    Answer,
    Answered,
    Asked,
    Called,
    Calling,
    Declined,
    HeadSaid,
    PipsSaid,
    Withdrawn,
)
from .forms import Field, Form, Maybe, OneStatement, match, words
from .grammar import NUMBER, Seated
from .laws import Matter, Subject
from .messages import Message, Text
from .opening import Bid, CarteBlancheShown, Doubled, Exchanged, Opening, Passed, Redoubled
from .penalties import (
    CarteRougeShown,
    Conceded,
    FoundFalse,
    Penalty,
    PlayedShort,
    Proved,
    ReckonedNothing,
    Waived,
)
from .play import TricksCounted, TrickTaken
from .reading import Reader
from .seats import BySeat
from .sentences import SEATS


class StatementText(Text):
    """Statements with who made them, and corrections."""

    SAID = "{who}: {what}"
    REMOVED = "statement {number} removed"
    CORRECTED = "statement {number} corrected: {what}"
    INSERTED = "inserted before statement {number}: {what}"


SaidBySeat = Opening | Calling | Penalty
"""The statements that begin with the seat that says them."""

Spoken = Opening | Calling | TrickTaken | TricksCounted | Penalty
"""What is said at the table."""


@dataclass(frozen=True, slots=True)
class Struck:
    """The statement at *position* of this log was removed, or corrected to *instead*.

    The log itself never changes: `effective` leaves out what was struck. A strike may itself be
    struck, which restores the statement. The position is 0-based and earlier than this statement's
    own.
    """

    position: int
    instead: Statement | None = None

    subject: ClassVar = Subject.HOUSE_RULES
    matters: ClassVar = (Matter.RECORD,)
    forms: ClassVar = (
        Form(
            words("strike"),
            Field("number", NUMBER),
            Maybe(words("for"), Field("instead", OneStatement())),
        ),
    )

    @property
    def written(self) -> str:
        strike = f"strike {self.position + 1}"
        if self.instead is None:
            return strike
        return f"{strike} for {format_statement(self.instead)}"

    def message(self, names: BySeat[str]) -> Message:
        number = self.position + 1
        if self.instead is None:
            return StatementText.REMOVED(number=number)
        return StatementText.CORRECTED(number=number, what=statement_message(self.instead, names))

    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        found = match(cls.forms, reader)
        return None if found is None else cls(found["number"] - 1, found.get("instead"))


@dataclass(frozen=True, slots=True)
class Inserted:
    """*statement* was said just before the one at *position* of this log, and was left out.

    It is cited by the position of the insertion; a strike of that removes it, or corrects it where
    it was inserted. The position is 0-based and earlier than this statement's own, whether or not
    the statement there is struck.
    """

    position: int
    statement: Statement

    subject: ClassVar = Subject.HOUSE_RULES
    matters: ClassVar = (Matter.RECORD,)
    forms: ClassVar = (
        Form(
            words("insert"),
            Field("statement", OneStatement()),
            words("before"),
            Field("number", NUMBER),
        ),
    )

    @property
    def written(self) -> str:
        return f"insert {format_statement(self.statement)} before {self.position + 1}"

    def message(self, names: BySeat[str]) -> Message:
        what = statement_message(self.statement, names)
        return StatementText.INSERTED(number=self.position + 1, what=what)

    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        found = match(cls.forms, reader)
        return None if found is None else cls(found["number"] - 1, found["statement"])


Correction = Struck | Inserted
Statement = Spoken | Correction
Log = tuple[Statement, ...]

SAID_BY_SEAT: tuple[type[SaidBySeat], ...] = get_args(SaidBySeat)
SPOKEN: tuple[type[Spoken], ...] = get_args(Spoken)
CORRECTIONS = frozenset({Struck, Inserted})

REPLIES = (Asked, PipsSaid, HeadSaid, Answered)
"""What is said about a pending call."""

ANSWERS = (Answered, Asked)
"""After any other statement the last answer can no longer be replaced."""

BETWEEN_TWO = (*REPLIES, TricksCounted, Conceded, PlayedShort, Waived)
"""What only two players say to each other."""

AFTER_THE_AUCTION = (Exchanged, Called, Declined, TrickTaken, TricksCounted, PlayedShort)
"""What is said under a contract, where the hands are bid for."""


def format_statement(statement: Statement) -> str:
    """Write one statement in its canonical form."""
    if isinstance(statement, Seated):
        return f"{statement.seat.letter} {statement.written}"
    return statement.written


def statement_message(statement: Statement, names: BySeat[str] = SEATS) -> Message:
    """Return who said what, as the timeline and the undo key show it."""
    if isinstance(statement, Seated):
        return StatementText.SAID(who=names[statement.seat], what=statement.spoken)
    return statement.message(names)


def effective(log: Log) -> tuple[tuple[int, Spoken], ...]:
    """Return the current statements of *log*, each with the position it is cited by.

    Strikes and what they struck are left out. A corrected statement has the position of the one it
    replaces; the later of two strikes of one statement counts. An inserted statement comes where it
    was said, and is cited by the position of its insertion, so positions need not rise. A
    correction of a correction, or of what is not earlier, does nothing; `fold` refuses it.

    >>> from scorer.rules.seats import Seat
    >>> log = (TrickTaken(Seat.ELDER), TrickTaken(Seat.YOUNGER), Struck(1))
    >>> effective(log)
    ((0, TrickTaken(seat=<Seat.ELDER: 0>, tens=None)),)
    """
    if CORRECTIONS.isdisjoint(map(type, log)):
        return cast("tuple[tuple[int, Spoken], ...]", tuple(enumerate(log)))
    current: list[Statement | None] = list(log)
    settled: set[int] = set()
    for position in range(len(log) - 1, -1, -1):
        statement = current[position]
        if isinstance(statement, Struck):
            current[position] = None
            if 0 <= statement.position < position and statement.position not in settled:
                settled.add(statement.position)
                current[statement.position] = statement.instead
    found: list[tuple[int, Spoken]] = []
    for position in in_order(log):
        statement = current[position]
        if isinstance(statement, Inserted):
            statement = statement.statement if 0 <= statement.position < position else None
        if statement is not None and not isinstance(statement, Correction):
            found.append((position, statement))
    return tuple(found)


def in_order(log: Log) -> tuple[int, ...]:
    """Return every position of *log* in the order of the deal: an insertion before the position it
    names.

    Of two insertions before one position the earlier comes first.

    >>> from scorer.rules.seats import Seat
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
