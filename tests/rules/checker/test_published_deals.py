"""What the books print: deals that were played, and examples that no cards allow."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.rules.cards import parse_hand
from scorer.rules.checker import Finding, Verdict, assertion_words, check
from scorer.rules.claims import Category
from scorer.rules.deal import Deal, fold
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND
from scorer.rules.seats import TWO, Seat
from tests.published import ids
from tests.rules.checker.agreement import assert_conflicts, assert_witnessed
from tests.rules.checker.meaning import EVERY_CLASS, said_in
from tests.rules.checker.oracle import candid, fewest, true_of
from tests.rules.checker.sat import Formula, Solver
from tests.rules.test_vectors import DEALS, WITH_CARDS, ruleset, score


def deal_of(log: str) -> Deal:
    return fold(PORTLAND, parse_log(log, PORTLAND)).require()


def checked(log: str) -> Verdict:
    """The verdict, which the solver must find too."""
    deal, solver = deal_of(log), Solver()
    verdict, said = check(deal), said_in(deal)
    finding, sinks = fewest(lambda classes: solver.possible(deal, classes, said))
    assert verdict.finding.value == finding
    if verdict.finding is Finding.IMPOSSIBLE:
        assert_conflicts(deal, verdict, solver.possible)
    else:
        assert frozenset(verdict.sunk) in (sinks or {frozenset()})
        assert_witnessed(deal, verdict)
    solver.close()
    return verdict


@pytest.mark.parametrize("row", DEALS, ids=ids(DEALS))
def test_a_published_deal_is_possible(row: dict[str, Any]) -> None:
    """Nothing was sunk in those that do not say so."""
    deal = score(row, ruleset(row["scored"][0]))
    verdict = check(deal)

    assert verdict.finding is not Finding.IMPOSSIBLE
    assert_witnessed(deal, verdict)
    with Formula(deal) as formula:
        assert formula.possible(EVERY_CLASS) is (verdict.finding is Finding.POSSIBLE)


@pytest.mark.parametrize("row", WITH_CARDS, ids=ids(WITH_CARDS))
def test_the_cards_of_a_published_deal_make_true_what_was_said(row: dict[str, Any]) -> None:
    deal = score(row, ruleset(row["scored"][0]))
    elder, younger = (frozenset(parse_hand(row["hand"][seat.word])) for seat in TWO)

    assert true_of((elder, younger), deal)
    classes = [each for each in EVERY_CLASS if each[1].value not in row.get("sunk", ())]
    if all(candid((elder, younger), deal, *each) for each in classes) and "sunk" not in row:
        assert check(deal).finding is Finding.POSSIBLE


@pytest.mark.parametrize("rank", ["tens", "knaves", "queens", "kings", "aces"])
def test_a_point_of_seven_with_quint_quart_tierce_and_a_set_cannot_be(rank: str) -> None:
    """Parlett's example of a repique: no hand of 225,792,840 holds that."""
    verdict = checked(f"E point 7; Y good; E quint; Y good; E quart; E tierce; E trio of {rank}; Y good")

    assert verdict.finding is Finding.IMPOSSIBLE
    assert [assertion_words(each) for each in verdict.conflict] == [
        "elder's point of seven",
        "elder's quint",
        "elder's quart",
        "elder's tierce",
        f"elder's three {rank}",
    ]


@pytest.mark.parametrize("without", ["E point 7; Y good; ", "E quart; ", "E tierce; ", "; E trio of aces; Y good"])
def test_any_less_of_it_can(without: str) -> None:
    log = "E point 7; Y good; E quint; Y good; E quart; E tierce; E trio of aces; Y good"
    assert checked(log.replace(without, "")).finding is not Finding.IMPOSSIBLE


@pytest.mark.parametrize("head", ["nine", "ten", "knave", "queen", "king", "ace"])
@pytest.mark.parametrize(
    ("first", "second", "third"), [("aces", "kings", "queens"), ("aces", "kings", "tens"), ("queens", "knaves", "tens")]
)
def test_nobody_has_an_equal_sequence_against_two_quatorzes_and_a_trio(
    head: str, first: str, second: str, third: str
) -> None:
    """Parlett's other example: eleven cards in three ranks leave one card, and of two ranks none to the other hand."""
    verdict = checked(
        "E point 3; Y good; "
        f"E tierce; Y equal; E to {head}; Y equal; Y quatorze of {first}; Y quatorze of {second}; Y trio of {third}"
    )

    assert verdict.finding is Finding.IMPOSSIBLE


def test_without_the_sequence_the_point_can_be_equal() -> None:
    verdict = checked(
        "E point 4; Y equal; E making 34; Y equal; Y quatorze of aces; Y quatorze of kings; Y trio of queens"
    )
    assert verdict.finding is Finding.IMPOSSIBLE
    equal = checked(
        "E point 3; Y equal; E making 31; Y equal; Y quatorze of tens; Y quatorze of knaves; Y trio of aces"
    )
    assert equal.finding is not Finding.IMPOSSIBLE


def test_two_quints_and_a_point_of_seven_against_four_aces() -> None:
    """
    Wikipedia's example, possible only if younger sank a sequence.

    The source of its impossibility counts the hands that declare just that,
    and there are none: seven cards of a suit without its ace are a septieme.
    But a septieme may be called a quint.
    """
    verdict = checked("E quatorze of aces; Y good; Y point 7; Y quint; Y quint")

    assert verdict.finding is Finding.SUNK
    assert verdict.sunk == ((Seat.YOUNGER, Category.SEQUENCE),)


def test_septieme_and_quint_against_four_aces() -> None:
    assert checked("E quatorze of aces; Y good; Y point 7; Y septieme; Y quint").finding is Finding.POSSIBLE
