"""The checker's findings, as sentences."""

from __future__ import annotations

import pytest

from scorer.rules.checker import Assertion, Says, assertion_words, check, could_have_held_sentence, verdict_sentence
from scorer.rules.claims import PointClaim
from scorer.rules.deal import fold
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND
from scorer.rules.seats import Seat
from scorer.rules.sentences import seat_names
from tests.rules.checker.rounds import ROUND

POINT = PointClaim(5)


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        ("E point 5; Y good", "possible"),
        ("E quint; Y not good; Y quint; tricks E1", "possible if elder sank a point and younger sank a point"),
        ("E quatorze of aces; Y not good", "younger's 'not good' to elder's four aces can't be"),
        (
            "E quatorze of kings; Y good; Y quart major in hearts",
            "younger's quart major in hearts and elder's four kings can't both be",
        ),
        (
            "E quatorze of aces; Y good; E quatorze of kings; E trio of queens; E short 2",
            "elder's hand two short, elder's four aces, elder's four kings and elder's three queens can't all be",
        ),
    ],
)
def test_a_verdict_is_a_sentence(log: str, sentence: str) -> None:
    assert verdict_sentence(check(fold(PORTLAND, parse_log(log, PORTLAND)).require())) == sentence


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


@pytest.mark.parametrize(
    ("rules", "log", "sentence"),
    [
        ("normand", "E no point; T no point", "possible if elder sank a point and third sank a point"),
        (
            "voleur",
            "F quart major in hearts; T trio of kings; E trio of queens; Y tierce to king in hearts",
            "younger's tierce to the king in hearts and fourth's quart major in hearts can't both be",
        ),
    ],
)
def test_a_verdict_names_every_seat(rules: str, log: str, sentence: str) -> None:
    verdict = check(fold(ROUND[rules], parse_log(log, ROUND[rules])).require())
    assert verdict_sentence(verdict) == sentence
    assert verdict_sentence(verdict, seat_names(ROUND[rules].players)) == sentence
