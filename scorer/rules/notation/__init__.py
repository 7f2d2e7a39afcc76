"""The text form of a deal: statements in the words of the game.

One statement a line, or several separated by semicolons; ``#`` begins a remark. The topic *A partie
as text* of the program's help lists the forms. Those of other books are read too, and written in
one canonical form.

>>> from scorer.rules.presets import PORTLAND
>>> log = parse_log("e Point of five; y HOW MANY?; e makes 49 in hearts; y good", PORTLAND)
>>> print(format_log(log))
E point 5
Y how many
E making 49 in hearts
Y good
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from ..claims import SetClaim
from ..errors import NotationError
from ..forms import Field, Form, Maybe
from ..grammar import OF, RANK, SEAT, SET_NAME, SETS
from ..play import TRICKS
from ..reading import Reader, Unread, clauses
from ..ruleset import Ruleset
from ..seats import Seat
from ..statements import (
    SAID_BY_SEAT,
    Called,
    Inserted,
    Log,
    Statement,
    Struck,
    TricksCounted,
    TrickTaken,
    format_statement,
)

DEEPEST = 9
"""Deeper nesting of strikes and insertions is not read;
shallower is left to the rules to refuse.
"""


class Said(NamedTuple):
    """A statement and where it begins (1-based line and column)."""

    statement: Statement
    line: int
    column: int


def read_log(text: str, rules: Ruleset) -> tuple[Said, ...]:
    """Read a log, each statement with its location; the pack of *rules* says how low *minor* is.

    Line and column of the `NotationError` are those of the wrong word.
    """
    found: list[Said] = []
    readers = [Reader(clause, rules, _read_one) for clause in clauses(text) if clause]
    while readers:
        reader = readers.pop(0)
        found += _read_ranked_later(reader, readers) or _read_statement(reader)
        reader.finish()
    return tuple(found)


def _read_ranked_later(reader: Reader, following: list[Reader]) -> list[Said]:
    """Read ``E trio; Y equal; E kings``, where the rank is said when asked for;
    otherwise read nothing.
    """
    if len(following) < 2:
        return []
    caller, *called = reader.words
    asks, answer = following[:2]
    names_set = len(called) == 1 and called[0].text in SETS
    if not names_set or [word.text for word in asks.words[1:]] != ["equal"]:
        return []
    seat = SEAT.value(reader)
    count = SET_NAME.value(reader)
    for each in (asks, answer):
        if (SEAT.value(each) is seat) is (each is asks):
            each.next = 0
            raise each.error(Unread.RANK_ASKED())
    claim = SetClaim(count, RANK_LATER.read(answer)["rank"])
    answer.finish()
    del following[:2]
    return [Said(Called(seat, claim), caller.line, caller.column)]


RANK_LATER = Form(Maybe(OF), Field("rank", RANK))
"""The rank of a set, where it is said when asked for."""


@lru_cache(maxsize=1024)  # all tables of a club say the same
def parse_log(text: str, rules: Ruleset) -> Log:
    """Read a log; see `read_log`."""
    return tuple(said.statement for said in read_log(text, rules))


UNSEATED = (TricksCounted, Struck, Inserted)
"""The statements that begin with a word of their own, beside tricks."""


def _read_statement(reader: Reader) -> list[Said]:
    word = reader.words[reader.next]
    if TRICKS.fits(reader):
        return _read_tricks(reader)
    for kind in UNSEATED:
        statement = kind.read(reader)
        if statement is not None:
            return [Said(statement, word.line, word.column)]
    seat = SEAT.value(reader)
    return [Said(_read_said_by(seat, reader), word.line, word.column)]


def _read_said_by(seat: Seat, reader: Reader) -> Statement:
    for kind in SAID_BY_SEAT:
        said = kind.read(reader, seat)
        if said is not None:
            return said
    raise reader.error(Unread.NO_STATEMENT())


def _read_tricks(reader: Reader) -> list[Said]:
    TRICKS.read(reader, {})
    found: list[Said] = []
    while not found or not reader.ends():
        position = reader.next
        taken, tricks = TrickTaken.read_run(reader)
        word = reader.words[position]
        found += [Said(taken, word.line, word.column)] * tricks
    return found


def _read_one(reader: Reader) -> Statement:
    """Read the statement that a correction names, after its word."""
    after = reader.words[reader.next - 1].text
    reader.nested += 1
    if reader.nested > DEEPEST:
        raise reader.error(Unread.NESTED())
    found = _read_statement(reader) if reader.peek() else []
    if len(found) != 1:
        raise reader.error(Unread.ONE_STATEMENT(word=after))
    return found[0].statement


def format_log(log: Log) -> str:
    """Write a log, one statement a line, consecutive tricks on one; `parse_log` reads it back."""
    lines: list[str] = []
    for kind, alike in groupby(log, type):
        if kind is not TrickTaken:
            lines += map(format_statement, alike)
            continue
        tricks = [each for each in alike if isinstance(each, TrickTaken)]
        runs = [taken.as_runs(len(list(same))) for taken, same in groupby(tricks)]
        lines.append(f"tricks {' '.join(runs)}")
    return "\n".join(lines)
