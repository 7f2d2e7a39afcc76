"""Checking claims: what is asked again is known,
and with which statement a deal became impossible.
"""

import pytest

from scorer.rules import checker
from scorer.rules.cards import Rank
from scorer.rules.claims import PointClaim, SetClaim
from scorer.rules.deal import Deal, fold
from scorer.rules.findings import Finding
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from scorer.table.checking import check, could_have_held, forget, turned_at
from tests.rows import each_row

KINGS = "E point 5; Y not good; E no sequence; E quatorze of kings; Y good"
"""Elder has all four kings; what younger may not have after it is any king."""


def dealt(log: str, rules: Ruleset = PORTLAND) -> Deal:
    return fold(rules, parse_log(log, rules)).require()


def test_a_repeated_check_is_cached() -> None:
    forget()
    found = check(dealt(KINGS))
    assert check(dealt(KINGS)) is found is not check(dealt(f"{KINGS}; Y point 6"))
    forget()
    assert check(dealt(KINGS)) is not found


@pytest.mark.parametrize("tricks", ["tricks E1 Y1", "tricks E7 Y5"])
def test_trick_winners_do_not_change_the_verdict(tricks: str) -> None:
    """With the first younger too has called no point, which everybody has;
    with the others nothing more is said.
    """
    calls = "E exchange 5; Y exchange 3; E no point; E no sequence; E no set"
    begun = check(dealt(f"{calls}; tricks E1"))
    assert check(dealt(f"{calls}; {tricks}")) is begun
    assert [seat for seat, _ in begun.sunk] == [Seat.ELDER, Seat.YOUNGER]
    assert [seat for seat, _ in check(dealt(calls)).sunk] == [Seat.ELDER]


ACES = "E point 5; Y good; E no sequence; E quatorze of aces; Y good"


def test_a_trick_is_checked_only_if_it_limits_the_cards() -> None:
    """Whoever has four aces wins a trick: of nine without one it is known,
    and the rest say no more.
    """
    begun = check(dealt(f"{ACES}; tricks Y1"))
    assert all(check(dealt(f"{ACES}; tricks Y{number}")) is begun for number in range(2, 9))
    lost = check(dealt(f"{ACES}; tricks Y9"))
    assert begun.finding == Finding.POSSIBLE
    assert lost.finding == Finding.IMPOSSIBLE
    assert all(check(dealt(f"{ACES}; tricks {won}")) is lost for won in ("Y10", "Y12", "Y9 E3"))
    assert check(dealt(f"{ACES}; tricks Y8 E4")).finding is Finding.POSSIBLE


@pytest.mark.parametrize(
    "after", ["", "; Y false point 6", "; strike 9", "; Y false point 6; tricks E1"]
)
def test_what_is_found_after_a_trick_still_counts(after: str) -> None:
    """What is dropped from a log is only the tricks at its end."""
    deal = dealt(f"{KINGS}; Y point 6; Y quart major; tricks E2{after}")
    assert checker.check(deal) == check(deal)


# The statement that made it impossible


@each_row
def test_the_turn_is_the_statement_that_made_the_deal_impossible(
    rules: str, log: str, turn: int | None
) -> None:
    """Or of its correction, if that did."""
    assert turned_at(dealt(log, PRESETS[rules])) == turn


# False claims


def test_could_have_held_goes_by_the_other_statements() -> None:
    """Younger has all the aces; of a deal that is impossible without the claim nothing is known."""
    deal = dealt("E trio of kings; Y not good; Y quatorze of aces")
    assert could_have_held(deal, Seat.ELDER, SetClaim(3, Rank.KING)) is True
    assert could_have_held(deal, Seat.ELDER, SetClaim(3, Rank.ACE)) is False
    deal = dealt(f"{KINGS}; Y point 6; Y quart major")
    assert could_have_held(deal, Seat.YOUNGER, PointClaim(6)) is None
    assert could_have_held(deal, Seat.ELDER, SetClaim(4, Rank.KING)) is not None
