"""The chain: an entry has one text, and whatever is changed in a book is found and named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.chain import BEGINNING, LETTERS, digest, dispute_digest, faults, read, receipt, record_digest, write
from scorer.ledger.entries import Account, Adjusted, Commodity, Entered, Entry, Posting
from tests.ledger.builders import Book, drawn, score_card, won
from tests.ledger.strategies import entries
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


def book() -> Chain:
    """The score card of Cavendish with a penalty, a reversal and a correction."""
    found = Book()
    numbers = [found.partie(each) for each in score_card()]
    found.post(Adjusted(1, 2, -20, 0, "late", "terms 4"))
    found.reverse(numbers[3])
    found.partie(won(2, 1, 338, rubicon=True), instead_of=numbers[3])
    found.partie(drawn(1, 2))
    return found.texts


def found(chain: Chain) -> list[str]:
    return [fault.what for fault in faults(chain)]


# ---------------------------------------------------------------------------------------------------------------------
# The text of an entry


def test_an_entry_has_one_text_and_one_digest() -> None:
    """They are written down, because every receipt that was ever given hangs on them."""
    assert write(ENTRY) == TEXT
    assert read(TEXT) == ENTRY
    assert digest(TEXT) == "95731ffe5870d8edca2ae54548058a05b384d4beb9343f1e7eb302de1615fc0b"


@given(entries)
def test_every_entry_round_trips(entry: Entry) -> None:
    assert read(write(entry)) == entry
    assert write(read(write(entry))) == write(entry)


def changed(**values: Any) -> str:
    return json.dumps({**json.loads(TEXT), **values})


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("[" * 100_000, id="lists without end"),
        pytest.param("[]", id="a list"),
        pytest.param(TEXT[:-1], id="half of it"),
        pytest.param(changed(kind="promised"), id="a kind that there is not"),
        pytest.param(changed(kind="entered"), id="another kind"),
        pytest.param(changed(number="7"), id="a number in words"),
        pytest.param(changed(number=True), id="a truth for a number"),
        pytest.param(changed(at=None), id="no time"),
        pytest.param(changed(postings=[[1, 0, "points"]]), id="a posting without an amount"),
        pytest.param(changed(postings=[[1, 0, "pounds", 20]]), id="a commodity that there is not"),
        pytest.param(changed(postings=[[1, 0, "points", 0.5]]), id="half a point"),
        pytest.param(changed(more=1), id="something more"),
    ],
)
def test_text_that_is_not_an_entry_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (one error for all that cannot be read)
        read(text)


# ---------------------------------------------------------------------------------------------------------------------
# What was changed is found


def test_an_unchanged_book_has_no_faults() -> None:
    assert found(book()) == []
    assert found([]) == []


def rewritten(chain: Chain, place: int, change: Callable[[str], str]) -> Chain:
    """A chain in which one entry was changed and given a digest that fits."""
    number, text, _ = chain[place]
    chain[place] = number, change(text), digest(change(text))
    return chain


def test_a_changed_text_is_found() -> None:
    chain = book()
    number, text, stored = chain[4]
    chain[4] = number, text.replace('"points":476', '"points":475'), stored

    assert found(chain) == ["entry 5 was changed: its text does not match its digest"]


def test_a_changed_digest_breaks_the_chain() -> None:
    chain = rewritten(book(), 4, lambda text: text.replace('"points":476', '"points":475'))

    assert found(chain) == ["entry 6 does not follow entry 5: the chain is broken there"]


def test_postings_that_do_not_balance_are_found() -> None:
    chain = rewritten(book(), 9, lambda text: text.replace('[1,2,"points",338]', '[1,2,"points",339]'))

    assert found(chain)[0] == "entry 10 does not balance: +1 points"


def test_an_unreadable_entry_is_found() -> None:
    assert found(rewritten(book(), 10, lambda text: text[:-1])) == ["entry 11 cannot be read"]


def test_a_wrong_entry_number_is_found() -> None:
    chain = rewritten(book(), 10, lambda text: text.replace('"number":11', '"number":12'))

    assert found(chain) == ["entry 11 says that it is entry 12"]


@pytest.mark.parametrize(
    ("places", "words"),
    [
        (slice(3, 4), "entry 4 is missing"),
        (slice(3, 6), "entries 4 to 6 are missing"),
        (slice(0, 1), "entry 1 is missing"),
    ],
)
def test_a_missing_entry_is_found(places: slice, words: str) -> None:
    chain = book()
    del chain[places]

    assert found(chain)[0] == words
    assert "does not follow" in found(chain)[1]


def test_a_repeated_entry_is_found() -> None:
    chain = book()
    chain.insert(5, chain[2])

    assert found(chain)[0] == "entry 3 is where entry 6 should be"


@examples(300)
@given(st.data())
def test_one_changed_character_is_found_and_its_entry_named(data: st.DataObject) -> None:
    chain = book()
    place = data.draw(st.integers(0, len(chain) - 1))
    number, text, stored = chain[place]
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters(exclude_categories=["Cs"]).filter(lambda each: each != text[at]))
    chain[place] = number, text[:at] + other + text[at + 1 :], stored

    assert next(iter(faults(chain))).number == number


@examples(100)
@given(st.data())
def test_a_changed_entry_with_a_matching_digest_is_found_at_the_next_entry(data: st.DataObject) -> None:
    chain = book()
    place = data.draw(st.integers(0, len(chain) - 2))
    at = data.draw(st.integers(0, len(chain[place][1]) - 1))
    chain = rewritten(chain, place, lambda text: text[:at] + "~" + text[at + 1 :])

    assert any(re.match(rf"entry {place + 2} does not follow entry {place + 1}", each) for each in found(chain))


# ---------------------------------------------------------------------------------------------------------------------
# Receipts


def test_receipts_differ_by_entry_and_player() -> None:
    stored = digest(TEXT)
    first, second = receipt(7, 0, stored), receipt(7, 1, stored)

    assert re.fullmatch(rf"7A-[{LETTERS}]{{4}}-[{LETTERS}]{{4}}", first)
    assert second.startswith("7B-")
    assert first[2:] != second[2:]


def test_a_changed_entry_has_another_receipt() -> None:
    assert receipt(7, 0, digest(TEXT)) != receipt(7, 0, digest(changed(author="director Ben")))


def test_receipt_letters_have_no_look_alikes() -> None:
    assert len(set(LETTERS)) == 32
    assert not set(LETTERS) & set("01IO")


def test_record_digest_depends_on_every_row() -> None:
    """How it was opened, what was said and when, where one deal ends and the next begins, and who signed."""
    opened, said = {"first": "Ann", "second": "Ben"}, [("E point 5", "one", "20:00"), ("Y good", "two", "20:01")]
    of = {
        record_digest(opened, [said], []),
        record_digest(opened, [said[:1], said[1:]], []),
        record_digest(opened, [[*said[:1], ("Y good", "two", "20:02")]], []),
        record_digest(opened, [[*said[:1], ("Y equal", "two", "20:01")]], []),
        record_digest({**opened, "first": "Ada"}, [said], []),
        record_digest(opened, [said], [(0, "Ann", "20:03")]),
    }

    assert len(of) == 6


def test_dispute_digest_depends_on_every_field() -> None:
    asked: list[Any] = [0, "correction", "a trick", 3, "strike 12", "20:03"]
    others = [
        [*asked[:place], other, *asked[place + 1 :]] for place, other in enumerate((1, "call", "", 2, "", "20:04"))
    ]

    assert len({dispute_digest(*each) for each in (asked, *others)}) == 7


def test_the_first_entry_carries_the_beginning() -> None:
    first = Entry(1, "", "", Entered(1, 1), (), BEGINNING)

    assert found([(1, write(first), digest(write(first)))]) == []
