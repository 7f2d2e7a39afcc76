"""Reading the text form of a log, every word with its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ..cards import Rank
from ..claimable import heads
from ..claims import SEQUENCE_NAMES, Category, Claim, PointClaim, SequenceClaim, SetClaim
from ..errors import NotationError
from ..ruleset import Ruleset
from ..seats import Seat
from ..statements import (
    Answer,
    Answered,
    Asked,
    Bid,
    Called,
    CarteBlancheShown,
    CarteRougeShown,
    Conceded,
    Declined,
    Doubled,
    Exchanged,
    FoundFalse,
    HeadSaid,
    Inserted,
    Log,
    Passed,
    PipsSaid,
    PlayedShort,
    Proved,
    ReckonedNothing,
    Redoubled,
    Statement,
    Struck,
    TricksCounted,
    TrickTaken,
    Waived,
    Withdrawn,
)
from ..words import CATEGORIES, RANKS, RUNS, SEATS, SEQUENCES, SETS
from .tokens import Reader, clauses

_RUN = re.compile(r"([eytf])([0-9]{0,2})(?::([0-2]))?")
DEEPEST = 9
"""Strikes and insertions within each other are read so deep, for the rules to refuse them."""


class Said(NamedTuple):
    """A statement and where its words begin (1-based line and column)."""

    statement: Statement
    line: int
    column: int


def read_log(text: str, rules: Ruleset) -> tuple[Said, ...]:
    """
    Read a log, each statement with its place.

    Args:
        text: the statements.
        rules: the ruleset, whose pack says how low *minor* is.

    Raises:
        NotationError: a statement cannot be read; line and column are those
            of the word at fault.
    """
    found: list[Said] = []
    readers = [Reader(words, rules) for words in clauses(text) if words]
    makes: int | None = None
    while readers:
        reader = readers.pop(0)
        said = _read_ranked_later(reader, readers) or _read_statement(reader)
        reader.finish()
        if reader.makes is not None:
            makes = reader.makes
        found += said if makes is None else [_making(each, makes) for each in said]
    return tuple(found)


def _making(said: Said, makes: int) -> Said:
    """Younger's point, with what it makes, if she has said that already in denying elder's."""
    match said.statement:
        case Called(Seat.YOUNGER, PointClaim(length, None, suit)) if length:
            return said._replace(statement=Called(Seat.YOUNGER, PointClaim(length, makes, suit)))
        case Called(Seat.YOUNGER, PointClaim(_, int(pips))) if pips != makes:
            raise NotationError(f"younger's point made {makes} when she answered", said.line, said.column)
    return said


def _read_ranked_later(reader: Reader, following: list[Reader]) -> list[Said]:
    """
    A set whose rank is said when it is asked for, in three statements; else nothing is read.

    ``E trio; Y equal; E kings`` is read as ``E trio of kings``.
    """
    caller, called = reader.words[0], [word.text for word in reader.words[1:]]
    asked = [[word.text for word in each.words[1:]] for each in following[:2]]
    if len(asked) < 2 or len(called) != 1 or called[0] not in SETS or asked[0] != ["equal"]:
        return []
    seat, count = reader.seat(), SETS[reader.take()]
    for answer in following[:2]:
        if (answer.seat() is seat) is (answer is following[0]):
            answer.next = 0
            raise answer.error("the other seat asks of which rank the set is, and the one that called it says")
    answer = following[1]
    answer.accept("of")
    claim = SetClaim(count, answer.rank())
    answer.finish()
    del following[:2]
    return [Said(Called(seat, claim), caller.line, caller.column)]


def parse_log(text: str, rules: Ruleset) -> Log:
    """Read a log; see `read_log`."""
    return tuple(said.statement for said in read_log(text, rules))


def _read_statement(reader: Reader) -> list[Said]:
    word = reader.words[reader.next]
    if reader.accept("tricks"):
        return _read_tricks(reader)
    if reader.accept("count"):
        statement: Statement = _read_count(reader)
    elif reader.accept("strike"):
        statement = _read_strike(reader)
    elif reader.accept("insert"):
        statement = _read_insertion(reader)
    else:
        seat = reader.seat()
        statement = _read_said(reader, seat)
    return [Said(statement, word.line, word.column)]


def _read_tricks(reader: Reader) -> list[Said]:
    found: list[Said] = []
    while not found or reader.peek() not in ("", "before"):
        match = _RUN.fullmatch(reader.peek())
        if match is None:
            raise reader.error("tricks are written as runs of winners, as in E5 Y5 E2")
        word = reader.words[reader.next]
        letter, count, tens = match.groups()
        reader.refuse_seat(SEATS[letter])
        reader.next += 1
        taken = TrickTaken(Seat(SEATS[letter]), None if tens is None else int(tens))
        found += [Said(taken, word.line, word.column)] * (int(count) if count else 1)
        if count and not int(count):
            reader.next -= 1
            raise reader.error("a run has at least one trick")
    return found


def _read_count(reader: Reader) -> TricksCounted:
    match = re.fullmatch(r"e([0-9]{1,2})", reader.peek())
    if match is None:
        raise reader.error("the count begins with elder's tricks, as in E7")
    reader.next += 1
    reader.expect("last")
    last = reader.seat()
    reader.expect("play")
    points = re.fullmatch(r"([0-9]{1,3})(?:[-–]([0-9]{1,3}))?", reader.peek())
    if points is None:
        raise reader.error("elder's points in play were expected here")
    reader.next += 1
    younger = None if points[2] is None else int(points[2])
    first = reader.number() if reader.accept("first") else None
    return TricksCounted(int(match[1]), last, int(points[1]), first, younger)


def _read_strike(reader: Reader) -> Struck:
    number = reader.number()
    if not reader.accept("for"):
        return Struck(number - 1)
    return Struck(number - 1, _read_one(reader, "for"))


def _read_insertion(reader: Reader) -> Inserted:
    statement = _read_one(reader, "insert")
    reader.expect("before")
    return Inserted(reader.number() - 1, statement)


def _read_one(reader: Reader, after: str) -> Statement:
    reader.strikes += 1
    if reader.strikes > DEEPEST:
        raise reader.error("these strikes put nothing right but each other")
    found = _read_statement(reader) if reader.peek() else []
    if len(found) != 1:
        raise reader.error(f"one statement was expected after '{after}'")
    return found[0].statement


def _read_said(reader: Reader, seat: Seat) -> Statement:
    if reader.accept("not", "good") or reader.accept("not", "good:"):
        return _read_denial(reader, seat)
    for words, make in _FIXED:
        if reader.accept(*words):
            return make(seat)
    if reader.accept("exchange") or reader.accept("exchanges"):
        return Exchanged(seat, reader.number())
    if reader.accept("bids") or reader.accept("bid"):
        minus = reader.accept("minus")
        return Bid(seat, reader.number(), minus)
    if reader.accept("short"):
        return PlayedShort(seat, reader.number())
    if reader.accept("no"):
        more = reader.accept("more")
        if reader.peek() not in CATEGORIES:
            raise reader.error("point, sequence or set was expected here")
        return Declined(seat, CATEGORIES[reader.take()], more)
    if reader.accept("making") or reader.accept("makes"):
        if seat is Seat.YOUNGER and not reader.peek():
            return Asked(seat, Category.POINT)
        return PipsSaid(seat, reader.number(), reader.suit())
    if reader.accept("to") or reader.peek() in {"the", *RANKS}:
        reader.accept("the")
        return HeadSaid(seat, reader.rank(), reader.suit())
    if reader.is_number() and reader.peek() not in SETS:
        return PipsSaid(seat, reader.number(), reader.suit())
    if reader.accept("shows") or reader.accept("proves"):
        return Proved(seat, _read_claim(reader))
    if reader.accept("withdraws"):
        return Withdrawn(seat, _read_claim(reader))
    if reader.accept("false"):
        return FoundFalse(seat, _read_claim(reader))
    return Called(seat, _read_claim(reader))


def _read_denial(reader: Reader, seat: Seat) -> Answered:
    """*Not good*, after which she may say what her own point makes: ``not good: 39``."""
    says = reader.words[reader.next - 1].text == "good:" or reader.accept("making") or reader.accept("i", "have")
    if says or reader.is_number():
        reader.makes = reader.number()
    return Answered(seat, Answer.NOT_GOOD)


_FIXED: tuple[tuple[tuple[str, ...], Callable[[Seat], Statement]], ...] = (
    (("carte", "blanche"), CarteBlancheShown),
    (("carte", "rouge"), CarteRougeShown),
    (("good",), lambda seat: Answered(seat, Answer.GOOD)),
    (("equal",), lambda seat: Answered(seat, Answer.EQUAL)),
    (("how", "many"), lambda seat: Asked(seat, Category.POINT)),
    (("how", "high"), lambda seat: Asked(seat, Category.SEQUENCE)),
    (("reckons", "nothing"), ReckonedNothing),
    (("passes",), Passed),
    (("pass",), Passed),
    (("doubles",), Doubled),
    (("redoubles",), Redoubled),
    (("waives",), Waived),
    (("concedes",), Conceded),
)


def _read_claim(reader: Reader) -> Claim:
    if reader.accept("point"):
        reader.accept("of")
        length = reader.number()
        if length == 0:
            return PointClaim(0)
        pips = reader.number() if reader.accept("making") or reader.accept("makes") else None
        return PointClaim(length, pips, reader.suit())
    if reader.peek() in RUNS:
        reader.take()
        reader.expect("of")
        return _read_run(reader)
    if reader.peek() in SEQUENCES:
        length = SEQUENCES[reader.take()]
        return SequenceClaim(length, _read_head(reader, length), reader.suit())
    if reader.peek() in SETS:
        count = SETS[reader.take()]
        reader.accept("of")
        return SetClaim(count, reader.rank())
    raise reader.error("nothing that is said at the table begins so")


def _read_run(reader: Reader) -> SequenceClaim:
    """A run by the number of its cards: ``run of four to the queen``."""
    length = reader.number()
    if length == 0:
        return SequenceClaim(0)
    if length not in SEQUENCE_NAMES:
        reader.next -= 1
        raise reader.error(f"a run has {min(SEQUENCE_NAMES)} to {max(SEQUENCE_NAMES)} cards, or is of nought")
    return SequenceClaim(length, _read_head(reader, length), reader.suit())


def _read_head(reader: Reader, length: int) -> Rank | None:
    if reader.accept("major"):
        return Rank.ACE
    possible = heads(reader.rules, length)
    if possible and reader.accept("minor"):
        return possible[0]
    if reader.accept("to"):
        reader.accept("the")
        return reader.rank()
    return None
