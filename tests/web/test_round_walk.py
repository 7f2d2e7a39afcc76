"""The walk of three and of four: whose turn it is, and that everything that may be called can be tapped."""

from __future__ import annotations

import pytest

from scorer.rules.claims import CALLED
from scorer.rules.deal import Deal, fold
from scorer.rules.legal import legal_next
from scorer.rules.notation import format_statement, parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.seats import BySeat, Seat
from scorer.rules.statements import Called, Exchanged, TrickTaken
from scorer.web.keys import Key, Question
from scorer.web.walk import question

NORMAND, VOLEUR = PRESETS["normand"], PRESETS["voleur"]
TABLE = ("Ada", "Ben", "Cem", "Dora")


def dealt(rules: str, log: str = "") -> Deal:
    return fold(PRESETS[rules], parse_log(log, PRESETS[rules])).require()


def asked(deal: Deal, pick: str = "", number: int = 0) -> Question:
    found = question(deal, BySeat(TABLE[: deal.rules.players]), pick, number=number)
    assert found is not None
    return found


def keys(question: Question) -> list[Key]:
    return [key for row in question.rows for key in row.keys] + list(question.quiet)


def passes(letter: str) -> str:
    return "; ".join(f"{letter} no {category.value}" for category in CALLED)


@pytest.mark.parametrize(
    ("rules", "log", "heading"),
    [
        ("normand", "", "Cem deals and exchanges"),
        ("normand", "T exchange 2", "Ada calls the point"),
        ("normand", "T exchange 2; E no point", "Ada calls sequences"),
        ("normand", f"T exchange 2; {passes('E')}", "Ben calls the point"),
        ("normand", f"{passes('E')}; {passes('Y')}; T no point; T no set", "Cem calls sequences"),
        ("normand", "tricks E1:1", "Trick 2: whose? How many count?"),
        ("voleur", "", "Ada calls the point"),
        ("voleur", f"{passes('E')}; {passes('Y')}; {passes('T')}; F no point; F no sequence", "Dora calls sets"),
    ],
)
def test_each_in_turn_is_asked_class_by_class(rules: str, log: str, heading: str) -> None:
    assert asked(dealt(rules, log)).heading == heading


def test_the_exchange_is_the_dealers() -> None:
    deal = dealt("normand")
    offered = [key.said for row in asked(deal).rows for key in row.keys]
    assert offered == [format_statement(each) for each in legal_next(deal) if isinstance(each, Exchanged)]


@pytest.mark.parametrize(
    ("rules", "seat"), [(rules, seat) for rules in ("normand", "voleur") for seat in PRESETS[rules].seats]
)
def test_every_call_of_every_seat_can_be_tapped(rules: str, seat: Seat) -> None:
    opening = ["T exchange 2"] if rules == "normand" else []
    opening += [passes(each.letter) for each in Seat if each < seat]
    for number, category in enumerate(CALLED):
        before = [f"{seat.letter} no {each.value}" for each in CALLED[:number]]
        deal = dealt(rules, "; ".join((*opening, *before)))
        first = asked(deal)
        tapped = {key.said for key in keys(first) if key.said}
        for key in keys(first):
            if key.pick and key.pick != "play":
                tapped |= {each.said for each in keys(asked(deal, key.pick)) if each.said}
        legal = {
            format_statement(each)
            for each in legal_next(deal)
            if isinstance(each, Called) and each.seat is seat and each.claim.category is category
        }
        assert legal
        assert legal <= tapped


def test_nothing_more_passes_over_all_that_is_left() -> None:
    deal = dealt("normand", "T exchange 2; E point 5 making 44")
    nothing = next(key for key in keys(asked(deal)) if key.label == "No more calls")
    assert nothing.said == "E no sequence; E no set"
    whole = next(key for key in keys(asked(dealt("normand", "T exchange 2"))) if key.label == "No calls")
    assert whole.said == passes("E")


def test_a_further_call_of_the_same_class_stays_at_hand() -> None:
    deal = dealt("normand", "E point 5 making 44; E tierce major")
    further = next(key for key in keys(asked(deal)) if "another sequence" in key.label)
    assert asked(deal, further.pick).heading == "Ada calls sequences"


@pytest.mark.parametrize(("rules", "number", "note"), [("normand", 0, "1 – 0 – 0"), ("normand", 1, "0 – 1 – 0")])
def test_the_counts_on_a_trick_stand_in_the_order_of_the_columns(rules: str, number: int, note: str) -> None:
    deal = dealt(rules, "; ".join(passes(letter) for letter in "EYT"))
    led = next(key for key in keys(asked(deal, number=number)) if key.said == "tricks E1:1")
    assert led.note == note


def test_the_calls_can_be_left_for_the_tricks() -> None:
    assert asked(dealt("voleur"), "play").heading.startswith("Trick 1")
    assert question(dealt("voleur", "tricks E8:1"), BySeat(TABLE)) is None


@pytest.mark.parametrize("rules", ["normand", "voleur"])
def test_every_trick_can_be_tapped(rules: str) -> None:
    deal = dealt(rules, "tricks E1:1")
    legal = {format_statement(each) for each in legal_next(deal) if isinstance(each, TrickTaken)}
    assert legal == {key.said for key in keys(asked(deal)) if key.said.startswith("tricks")}
