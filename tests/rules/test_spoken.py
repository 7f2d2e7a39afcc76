"""What was said at the table, and what is open, in words."""

from __future__ import annotations

from typing import get_args

import pytest

from scorer.rules.claims import Category
from scorer.rules.deal import fold
from scorer.rules.house_rules import house_rules
from scorer.rules.lines import LineKind
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.seats import BySeat, Seat
from scorer.rules.statements import Statement, TrickTaken, statement_sentence
from scorer.rules.watch import Watch, watch, watch_sentence

PORTLAND = PRESETS["portland"]
NAMES = BySeat(("Ada", "Bea"))

SAID = [
    ("E carte blanche", "elder: carte blanche"),
    ("Y carte rouge", "younger: carte rouge"),
    ("E exchange 5", "elder: exchanges five"),
    ("Y exchange 0", "younger: exchanges nought"),
    ("Y short 1", "younger: plays one short"),
    ("E point 5", "elder: point of five"),
    ("E point 5 making 49 in hearts", "elder: point of five making 49 in hearts"),
    ("Y quint major", "younger: quint major"),
    ("E quart to queen in spades", "elder: quart to the queen in spades"),
    ("Y quatorze of tens", "younger: four tens"),
    ("E trio of knaves", "elder: three knaves"),
    ("E point of nought", "elder: point of nought"),
    ("E no point", "elder: no point"),
    ("Y no sequence", "younger: no sequence"),
    ("E no set", "elder: no set"),
    ("Y how many", "younger: how many?"),
    ("Y how high", "younger: how high?"),
    ("E making 49", "elder: making 49"),
    ("E making 49 in hearts", "elder: making 49 in hearts"),
    ("E to queen", "elder: to the queen"),
    ("E to ace in clubs", "elder: to the ace in clubs"),
    ("Y good", "younger: good"),
    ("Y equal", "younger: equal"),
    ("Y not good", "younger: not good"),
    ("E withdraws point 6", "elder: withdraws point of six"),
    ("E shows quart major", "elder: shows quart major"),
    ("Y false trio of aces", "younger: three aces found false"),
    ("E reckons nothing", "elder: reckons nothing"),
    ("Y waives", "younger: waives the penalty"),
    ("E bids 7", "elder: bids seven"),
    ("Y bids minus 12", "younger: bids minus twelve"),
    ("E passes", "elder: passes"),
    ("Y doubles", "younger: doubles"),
    ("E redoubles", "elder: redoubles"),
    ("E concedes", "elder: concedes the deal"),
    ("tricks E1", "trick to elder"),
    ("tricks Y1:0", "trick to younger, nought counting"),
    ("tricks E1:2", "trick to elder, two counting"),
]

STRUCK = [
    ("E point 5; strike 1", "statement 1 removed"),
    ("E point 5; Y good; strike 2 for Y not good", "statement 2 corrected: younger: not good"),
    ("tricks E1; strike 1 for tricks Y1", "statement 1 corrected: trick to younger"),
    ("E no set; insert E trio of aces before 1", "inserted before statement 1: elder: three aces"),
]

EVERY = [*SAID, *STRUCK]


def statement(said: str) -> Statement:
    """The last statement of *said*."""
    return parse_log(said, PORTLAND)[-1]


@pytest.mark.parametrize(("said", "sentence"), EVERY, ids=[said for said, _ in EVERY])
def test_a_statement_in_words(said: str, sentence: str) -> None:
    """With the seat where nobody is named, with the player's name where somebody is."""
    assert statement_sentence(statement(said)) == sentence
    named = sentence.replace("elder", "Ada").replace("younger", "Bea")
    assert statement_sentence(statement(said), NAMES) == named != sentence or "removed" in sentence


COUNTED = [
    pytest.param("count E7 last E play 9", ("seven tricks", "last to Ada", "9"), id="as usual"),
    pytest.param("count E12 last E play 13", ("twelve tricks", "last to Ada", "13"), id="every trick"),
    pytest.param("count E0 last Y play 1", ("nought tricks", "last to Bea", "1 in play"), id="none"),
    pytest.param("count E7 last Y play 9 first 3", ("seven tricks", "three", "first", "last to Bea", "9"), id="order"),
    pytest.param("count E7 last E play 9-6", ("seven tricks", "last to Ada", "9 to 6"), id="both counts"),
    pytest.param("count E1 last E play 3", ("one trick,", "last to Ada", "3"), id="one trick"),
]


@pytest.mark.parametrize(("said", "parts"), COUNTED)
def test_a_quick_count_in_words(said: str, parts: tuple[str, ...]) -> None:
    """How many tricks, who took the last, and what the play made."""
    sentence = statement_sentence(statement(said), NAMES)
    assert [part for part in parts if part not in sentence] == []


@pytest.mark.parametrize("said", ["count E7 last Y play 9", "count E0 last Y play 1"])
def test_a_quick_count_says_whose_tricks_they_are(said: str) -> None:
    """The last trick was Bea's; the tricks that are counted are Ada's all the same."""
    assert "Ada" in statement_sentence(statement(said), NAMES)
    assert "elder" in statement_sentence(statement(said))


def test_every_statement_has_its_words() -> None:
    """A kind of statement that somebody adds is added here."""
    said = {type(statement(each)) for each, _ in EVERY} | {type(statement("count E7 last E play 9"))}
    assert said == set(get_args(Statement))


def test_words_do_not_depend_on_the_order_of_names() -> None:
    taken = TrickTaken(Seat.YOUNGER)
    assert statement_sentence(taken, BySeat(("Bea", "Ada"))) == "trick to Ada"


POINT, SEQUENCE, SET = Category.POINT, Category.SEQUENCE, Category.SET

OPEN = [
    pytest.param(
        Watch(LineKind.REPIQUE, Seat.ELDER, 23, 30, (SET,), in_play=False),
        "Repique open for Ada: 23 of 30. Closes if Bea is good in sets.",
        id="a repique",
    ),
    pytest.param(
        Watch(LineKind.REPIQUE, Seat.YOUNGER, 21, 30, (), in_play=False),
        "Repique open for Bea: 21 of 30.",
        id="a repique that nothing closes",
    ),
    pytest.param(
        Watch(LineKind.REPIQUE, Seat.ELDER, 32, 30, (POINT, SEQUENCE), in_play=False),
        "Repique depends on Bea's calls: 32 of 30. Closes if Bea is good in the point or sequences.",
        id="a repique that waits",
    ),
    pytest.param(
        Watch(LineKind.PIQUE, Seat.ELDER, 20, 30, (SEQUENCE, SET), in_play=False),
        "Pique open for Ada: 20 of 30. Closes if Bea is good in sequences or sets.",
        id="a pique in hand",
    ),
    pytest.param(
        Watch(LineKind.PIQUE, Seat.ELDER, 27, 30, (), in_play=True),
        "Pique in three for Ada: 27 of 30. A trick to Bea closes it.",
        id="a pique in play",
    ),
]


@pytest.mark.parametrize(("open_bonus", "sentence"), OPEN)
def test_an_open_bonus_in_words(open_bonus: Watch, sentence: str) -> None:
    """How far it has come, and what would close it; with names and without."""
    assert watch_sentence(open_bonus, NAMES) == sentence
    assert watch_sentence(open_bonus) == sentence.replace("Ada", "elder").replace("Bea", "younger")


def open_pique(log: str, **house: str) -> str:
    """The sentence of the one bonus that is open."""
    rules = house_rules(PORTLAND, house)
    (found,) = watch(fold(rules, parse_log(log, rules)).require())
    return watch_sentence(found, NAMES)


TWENTY_NINE = "E point 5; Y good; E quint; Y good; E trio of aces; Y good; tricks E6"


def test_the_lead_that_makes_the_pique_is_not_said_to_be_closed_by_losing_it() -> None:
    """One is needed, Ada leads, and the lead counts before the trick does, whoever wins it (Laws 65 and 69)."""
    after = fold(PORTLAND, parse_log(f"{TWENTY_NINE}; tricks Y1", PORTLAND)).require()
    assert after.made_by(LineKind.PIQUE) is Seat.ELDER
    assert "closes" not in open_pique(TWENTY_NINE)


def test_where_a_lost_lead_scores_nothing_a_trick_closes_the_pique() -> None:
    assert "A trick to Bea closes it" in open_pique(TWENTY_NINE, trick_count="flat")
