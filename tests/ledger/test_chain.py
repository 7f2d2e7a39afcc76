"""The chain: an entry has one text, and whatever is changed in a book is found and named."""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.chain import LETTERS, check, digest, read, receipt, write
from scorer.ledger.entries import Account, Adjusted, Commodity, Entry, Posting
from tests.ledger.builders import Book, any_entries, drawn, score_card, won
from tests.rows import each_row
from tests.thorough import examples

Chain = list[tuple[int, str, str]]

ENTRY = Entry(
    7,
    "2026-01-05T19:30:00Z",
    "director Ann",
    Adjusted(1, 2, -20, 0, "late", "terms 4"),
    (Posting(Account(1, 0), Commodity.POINTS, 20), Posting(Account(1, 2), Commodity.POINTS, -20)),
    "ab" * 32,
)

TEXT = (
    '{"at":"2026-01-05T19:30:00Z","author":"director Ann","body":{"law":"terms 4","match_points":0,"member":2,'
    '"points":-20,"reason":"late","season":1},"kind":"adjusted","number":7,'
    '"postings":[[1,0,"points",20],[1,2,"points",-20]],"previous":"' + "ab" * 32 + '"}'
)


@cache
def _book() -> tuple[tuple[int, str, str], ...]:
    found = Book()
    numbers = [found.partie(each) for each in score_card()]
    found.post(Adjusted(1, 2, -20, 0, "late", "terms 4"))
    found.reverse(numbers[3])
    found.partie(won(2, 1, 338, rubicon=True), instead_of=numbers[3])
    found.partie(drawn(1, 2))
    return tuple(found.texts)


def book() -> Chain:
    """The score card of Cavendish with a penalty, a reversal and a correction."""
    return list(_book())


def found(chain: Chain) -> list[str]:
    return [fault.what for link in check(chain) for fault in link.faults]


def test_an_entry_has_one_text_and_one_digest() -> None:
    """They are written down, because every receipt that was ever given hangs on them."""
    assert write(ENTRY) == TEXT
    assert read(TEXT) == ENTRY
    assert digest(TEXT) == "95731ffe5870d8edca2ae54548058a05b384d4beb9343f1e7eb302de1615fc0b"


@given(any_entries)
def test_every_entry_round_trips(entry: Entry) -> None:
    assert read(write(entry)) == entry


def changed(**values: Any) -> str:
    return json.dumps({**json.loads(TEXT), **values})


@each_row("values", "words")
def test_an_entry_with_something_else_in_it_is_refused(values: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"{words}$"):
        read(changed(**values))


@pytest.mark.parametrize("text", ["", "[" * 100_000, "[]", TEXT[:-1], changed(at=None)], ids=len)
def test_text_that_is_not_an_entry_is_refused(text: str) -> None:
    assert text != TEXT
    with pytest.raises(ValueError):  # noqa: PT011 (one error for all that cannot be read)
        read(text)


def rewritten(index: int, old: str, new: str, digested: bool = True) -> Chain:
    """The book with one entry changed, which is given a digest that fits."""
    chain = book()
    number, text, stored = chain[index]
    changed = text.replace(old, new) if old else text[:-1]
    assert changed != text
    chain[index] = number, changed, digest(changed) if digested else stored
    return chain


def without(first: int, last: int) -> Chain:
    return book()[:first] + book()[last:]


CHANGES: dict[str, Callable[..., Chain]] = {"rewritten": rewritten, "without": without}


@each_row("change", "args", "faults")
def test_a_changed_book_is_found_and_its_entry_named(
    change: str, args: tuple[Any, ...], faults: tuple[str, ...]
) -> None:
    assert found(CHANGES[change](*args)) == [*faults]


@examples(100)
@given(st.data())
def test_one_changed_character_is_found_and_its_entry_named(data: st.DataObject) -> None:
    """By its digest; if that is made to fit, by the link of the next entry."""
    chain = book()
    index = data.draw(st.integers(0, len(chain) - 2))
    number, text, stored = chain[index]
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters(exclude_categories=["Cs"]).filter(lambda each: each != text[at]))
    changed = text[:at] + other + text[at + 1 :]
    chain[index] = number, changed, stored
    assert found(chain)[0].startswith(f"entry {number} was changed")
    chain[index] = number, changed, digest(changed)
    assert f"entry {number + 1} does not follow entry {number}: the chain is broken there" in found(chain)


# Receipts


def test_receipts_differ_by_entry_and_player() -> None:
    """They are of 32 letters that are not mistaken for each other."""
    first, second = receipt(7, 0, digest(TEXT)), receipt(7, 1, digest(TEXT))
    assert re.fullmatch(rf"7A-[{LETTERS}]{{4}}-[{LETTERS}]{{4}}", first)
    assert second.startswith("7B-")
    assert len({first[2:], second[2:], receipt(7, 0, digest(changed(author="director Ben")))[2:]}) == 3
    assert len(set(LETTERS) - set("01IO")) == 32
