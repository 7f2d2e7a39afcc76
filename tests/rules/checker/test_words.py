"""The checker's findings, as sentences."""

from __future__ import annotations

import pytest

from scorer.rules.claims import PointClaim
from scorer.rules.findings import Assertion, Says, assertion_words, could_have_held_sentence
from scorer.rules.seats import Seat

POINT = PointClaim(5)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Assertion(Seat.ELDER, Says.HOLDS, claim=POINT), "elder's point of five"),
        (Assertion(Seat.ELDER, Says.LACKS, claim=POINT), "elder's point of five found false"),
        (Assertion(Seat.YOUNGER, Says.EQUALS, rival=POINT), "younger's 'equal' to elder's point of five"),
        (Assertion(Seat.YOUNGER, Says.AS_LONG, rival=POINT), "younger's 'equal' to elder's point of five"),
        (Assertion(Seat.YOUNGER, Says.ASKS, rival=POINT), "younger's 'how many' to elder's point of five"),
        (Assertion(Seat.YOUNGER, Says.BEATS, rival=POINT), "younger's 'not good' to elder's point of five"),
        (Assertion(Seat.ELDER, Says.BLANK), "elder's carte blanche"),
        (Assertion(Seat.ELDER, Says.STILL_BLANK), "elder's carte blanche after the exchange"),
        (Assertion(Seat.ELDER, Says.EXCHANGED, cards=5), "elder's exchange of five"),
        (Assertion(Seat.ELDER, Says.SHORT, cards=2), "elder's hand two short"),
        (Assertion(Seat.ELDER, Says.ALL_SCORED), "elder's carte rouge"),
    ],
)
def test_every_assertion_has_words(said: Assertion, words: str) -> None:
    assert assertion_words(said) == words


@pytest.mark.parametrize(
    ("could", "words"), [(True, "younger could have held it"), (False, "younger could not possibly have held it")]
)
def test_what_could_have_been_held_is_a_sentence(could: bool, words: str) -> None:
    sentence = could_have_held_sentence(Seat.YOUNGER, could=could)

    assert sentence == f"by what was said, {words}, in hand and discards together"
