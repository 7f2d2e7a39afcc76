"""The chain of entries: each carries the digest of the entry before it, so that every change shows.

A receipt is the entry's number, the player's letter, and eight letters derived from the entry's
digest. Its holder can check that the book still says what it said when the receipt was given.
"""

from __future__ import annotations

import hashlib
import json
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from .entries import BODIES, Account, Commodity, Entry, Posting, sums
from .late import is_late

# Frozen dataclasses as canonical JSON, so that an entry has exactly one text


T = TypeVar("T")

Reader = Callable[[Any], Any]
"""Makes a value from plain data; raises ValueError."""

_SCALARS = frozenset({int, str, bool, float, type(None)})


def to_data(value: Any) -> Any:
    """Return *value* as dictionaries, lists, strings and numbers;
    an enum member as its name in lower case.

    A late field (`scorer.ledger.late`) is left out where it has its default.
    """
    if type(value) in _SCALARS:
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return _fields_of(value)
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple | list):
        return [to_data(each) for each in value]
    assert isinstance(value, Mapping), "entries have nothing else"
    return {str(key): to_data(each) for key, each in value.items()}


def _fields_of(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    usual = _usual(kind)
    found = {}
    for name in _hints(kind):
        of_field = getattr(value, name)
        if name not in usual or of_field != usual[name]:
            found[name] = to_data(of_field)
    return found


def from_data(kind: type[T], data: Any) -> T:
    """Return the dataclass *kind* that `to_data` wrote;
    `ValueError` if the data does not fit it.
    """
    read: Reader = _reader(cast("Any", kind))
    return cast("T", read(data))


def canonical(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


@cache
def _usual(kind: type) -> dict[str, Any]:
    """Return the defaults of the late fields of a dataclass."""
    return {each.name: each.default for each in fields(kind) if is_late(each)}


@cache
def _reader(hint: Any) -> Reader:
    """Make the reader of a type, once per type,
    because a book has hundreds of thousands of values.
    """
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _either(get_args(hint))
    if origin is tuple:
        kinds = get_args(hint)
        return _series(_reader(kinds[0])) if kinds[-1] is ... else _row(kinds)
    if origin is not None or hint is Any:
        return lambda data: data
    if is_dataclass(hint):
        return _fields(cast("Any", hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(hint)
    return _scalar(hint)


def _either(kinds: Sequence[Any]) -> Reader:
    """Make the reader of one of several dataclasses, which it knows by their fields;
    or of a value or `None`.
    """
    first, *others = (_reader(kind) for kind in kinds if kind is not type(None))
    if not others:
        return lambda data: None if data is None else first(data)
    by_fields = {frozenset(_hints(kind)): _reader(kind) for kind in kinds}

    def reader(data: Any) -> Any:
        names = frozenset(data) if isinstance(data, dict) else frozenset()
        return by_fields.get(names, first)(data)

    return reader


def _series(read: Reader) -> Reader:
    """Make the reader of a list of any length."""

    def reader(data: Any) -> Any:
        if not isinstance(data, list):
            raise ValueError(f"a list was expected, not {data!r}")
        return tuple([read(each) for each in data])

    return reader


def _row(kinds: Sequence[Any]) -> Reader:
    """Make the reader of a list with a value of each kind."""
    readers = [_reader(kind) for kind in kinds]

    def reader(data: Any) -> Any:
        if not isinstance(data, list) or len(data) != len(readers):
            raise ValueError(f"a list of {len(readers)} was expected, not {data!r}")
        return tuple([read(each) for read, each in zip(readers, data, strict=True)])

    return reader


def _fields(kind: Any) -> Reader:
    """Make the reader of a dataclass, of which late fields with their defaults are left out."""
    readers = {name: _reader(each) for name, each in _hints(kind).items()}
    usual = _usual(kind)
    needed = readers.keys() - usual.keys()

    def reader(data: Any) -> Any:
        if not isinstance(data, dict) or not needed <= data.keys() <= readers.keys():
            raise ValueError(f"the fields {', '.join(readers)} were expected, not {data!r}")
        found = {name: read(data[name]) for name, read in readers.items() if name in data}
        for name in usual.keys() & found.keys():
            # An entry has exactly one text.
            if found[name] == usual[name]:
                raise ValueError(f"{name} was expected to be left out, not {found[name]!r}")
        return kind(**found)

    return reader


def _member(kind: type[Enum]) -> Reader:
    """Make the reader of an enum, whose members are written by their names in lower case."""
    members = {name.lower(): member for name, member in kind.__members__.items()}

    def reader(data: Any) -> Any:
        if not isinstance(data, str) or data not in members:
            raise ValueError(f"{data!r} is not a {kind.__name__}")
        return members[data]

    return reader


def _scalar(kind: type) -> Reader:
    """Make the reader of a number, a text or a truth value."""

    def reader(data: Any) -> Any:
        if type(data) is not kind:
            raise ValueError(f"{kind.__name__} was expected, not {data!r}")
        return data

    return reader


# The chain


BEGINNING = "0" * 64

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The alphabet of receipts: 32 letters, without look-alikes."""


HOLDERS = "ABCDEFGHJKLM"
"""A letter for each player of an entry, in order."""


@dataclass(frozen=True, slots=True)
class _Written:
    """The serialised form of an entry; a posting is season, member, commodity and amount."""

    number: int
    at: str
    author: str
    kind: str
    body: Any
    postings: tuple[tuple[int, int, Commodity, int], ...]
    previous: str


def write(entry: Entry) -> str:
    postings = tuple(
        (each.account.season, each.account.member, each.commodity, each.amount)
        for each in entry.postings
    )
    return canonical(
        to_data(
            _Written(
                number=entry.number,
                at=entry.at,
                author=entry.author,
                kind=entry.kind,
                body=entry.body,
                postings=postings,
                previous=entry.previous,
            )
        )
    )


def readable(text: str) -> Entry | None:
    try:
        return read(text)
    except ValueError:
        return None


def read(text: str) -> Entry:
    """Parse what `write` wrote; `ValueError` if the text is not an entry."""
    try:
        data: Any = json.loads(text)
    except RecursionError:
        raise ValueError("this is not an entry: it is nested too deeply") from None
    written = from_data(_Written, data)
    if written.kind not in BODIES:
        raise ValueError(f"this is not an entry: '{written.kind}' is not a kind of entry")
    postings = tuple(
        Posting(Account(season, member), commodity, amount)
        for season, member, commodity, amount in written.postings
    )
    body = from_data(BODIES[written.kind], written.body)
    return Entry(
        number=written.number,
        at=written.at,
        author=written.author,
        body=body,
        postings=postings,
        previous=written.previous,
    )


METHODS = ("sha256",)
"""Methods of `hashlib`: the last makes new digests, and digests made by any of them are verified.

A digest begins with the name of its method, as in `sha3_256:5f1c…`; without a name it was made by
the first.
"""


def digest(text: str, like: str = "") -> str:
    """Return the digest of a text, by the method of the digest *like* if one is given; empty if
    that is unknown.

    >>> digest("Ada")[:12], digest("Ada", like="md5:00ff")
    ('99a563ab2f6e', '')
    """
    method = (like.rpartition(":")[0] or METHODS[0]) if like else METHODS[-1]
    if method not in METHODS:
        return ""
    made = hashlib.new(method, text.encode()).hexdigest()
    return made if method == METHODS[0] else f"{method}:{made}"


def digests(text: str) -> list[str]:
    """Return the digests of a text by every method.

    >>> digests("Ada") == [digest("Ada")]
    True
    """
    return [digest(text, f"{method}:") for method in METHODS]


def seal(name: str, salt: str, like: str = "") -> str:
    """Return a name as it is in the book: a digest that says nothing once the member's *salt* is
    gone.

    >>> seal("Ada", "00ff")[:12]
    '42c9e8922d8e'
    """
    return digest(f"{salt}:{name!s}", like)


def receipt(number: int, player: int, entry_digest: str) -> str:
    """Return the receipt of the player with index *player* for an entry.

    >>> receipt(217, 0, "00" * 32)
    '217A-GLG4-JNHE'
    """
    return f"{number}{HOLDERS[player]}-{short(digest(f'{player}:{entry_digest}', entry_digest))}"


def short(whole: str) -> str:
    """Return a digest in eight letters, for people to compare.

    >>> short("00ff" * 16)
    '2SZ3-JZ52'
    """
    bits = int(whole.rpartition(":")[2][:10] or "0", 16)
    letters = "".join(LETTERS[bits >> 5 * position & 31] for position in range(8))
    return f"{letters[:4]}-{letters[4:]}"


class ChainFault(NamedTuple):
    number: int
    what: str


class CheckedEntry(NamedTuple):
    """An entry as `check` found it; `number` is the stored one,
    `entry` is `None` if the text cannot be read.
    """

    number: int
    entry: Entry | None
    faults: tuple[ChainFault, ...]


def check(texts: Iterable[tuple[int, str, str]]) -> Iterator[CheckedEntry]:
    """Check a chain of numbers, texts and stored digests:
    its digests, links, gaps, and sums that are not 0.
    """
    expected = 1
    previous = BEGINNING
    for number, text, stored in texts:
        found = list(_out_of_order(number, expected))
        if digest(text, stored) != stored:
            found.append(
                ChainFault(
                    number, f"entry {number} was changed: its text does not match its digest"
                )
            )
        entry = readable(text)
        if entry is None:
            found.append(ChainFault(number, f"entry {number} cannot be read"))
        else:
            found += _out_of_line(number, entry, previous)
        yield CheckedEntry(number, entry, tuple(found))
        expected = number + 1
        previous = stored


def _out_of_order(number: int, expected: int) -> Iterator[ChainFault]:
    if number == expected + 1:
        yield ChainFault(expected, f"entry {expected} is missing")
    elif number > expected:
        yield ChainFault(expected, f"entries {expected} to {number - 1} are missing")
    if number < expected:
        yield ChainFault(number, f"entry {number} is where entry {expected} should be")


def _out_of_line(number: int, entry: Entry, previous: str) -> Iterator[ChainFault]:
    if entry.number != number:
        yield ChainFault(number, f"entry {number} says that it is entry {entry.number}")
    if entry.previous != previous:
        yield ChainFault(
            number, f"entry {number} does not follow entry {number - 1}: the chain is broken there"
        )
    for commodity, amount in sums(entry.postings).items():
        if amount:
            yield ChainFault(
                number, f"entry {number} does not balance: {amount:+} {commodity.value}"
            )


def mark(words: Sequence[str]) -> str:
    """Return two letters that tell a changed row from an unchanged one, without proving anything.

    >>> mark(("E point 5", "deal 1", "2026-09-01T20:00:00+00:00"))
    'TC'
    """
    bits = int.from_bytes(hashlib.sha256("\n".join(words).encode()).digest()[:2])
    return LETTERS[bits & 31] + LETTERS[bits >> 5 & 31]


_cells = json.JSONEncoder(
    separators=(",", ":")
).encode  # made once, because a book has millions of rows


def row_digest(previous: str, *cells: object, like: str = "") -> str:
    """Return the digest of a row beside the book, which covers the digest of the row before it.

    >>> row_digest("", 0, 1, "Y good")[:12] == row_digest("", 0, 1, "Y good.")[:12]
    False
    """
    return digest(_cells([previous, *cells]), like)
