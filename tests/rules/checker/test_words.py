"""The checker's findings, as sentences."""

from typing import Any

import pytest

from scorer.rules.claims import PointClaim
from scorer.rules.findings import Assertion, Says, assertion_words, could_have_held_sentence
from scorer.rules.seats import Seat
from tests.rows import each_row


@each_row("seat", "says", "more", "words")
def test_every_assertion_has_words(seat: Seat, says: Says, more: dict[str, int], words: str) -> None:
    """A claim, or that of the other, is a point of so many."""
    named: dict[str, Any] = {name: number if name == "cards" else PointClaim(number) for name, number in more.items()}
    assert assertion_words(Assertion(seat, says, **named)) == words


@pytest.mark.parametrize(
    ("could", "words"),
    [(True, "may have held it, discards included"), (False, "cannot have held it, even with the discards")],
)
def test_what_could_have_been_held_is_a_sentence(could: bool, words: str) -> None:
    sentence = could_have_held_sentence(Seat.YOUNGER, could=could)

    assert sentence == f"by what was said, younger {words}"
