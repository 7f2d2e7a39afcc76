"""
The cases that Cavendish decided, as far as they reach the score.

Left out, since they turn on how the cards are handled: III, V, X to XII, XV and XVI.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PORTLAND
from scorer.rules.reasons import Rule
from scorer.rules.seats import Player

Lines = Callable[..., list[str]]
Points = Callable[..., tuple[int, int]]
Refused = Callable[..., tuple[int, Rule] | None]

CASE_I = "E point 4; Y equal; E making 41; Y not good; Y point 5"


def test_case_i_equal_bars_the_longer_point_and_elder_does_not_score_his(lines: Lines) -> None:
    assert lines(CASE_I) == ["Y point 0"]


def test_case_i_elder_has_not_made_a_further_call_by_saying_his_pips(refused: Refused) -> None:
    """So it is not too late for younger to correct herself (Law 51)."""
    assert refused("E point 4; Y equal; E making 41; Y not good") is None


@pytest.mark.parametrize(
    ("log", "elder", "bonus"),
    [
        pytest.param("E sixieme major; Y good; E quatorze of aces; Y good; tricks E1", 31, 60, id="repique"),
        pytest.param("E quint major; Y good; E quatorze of aces; Y good; tricks E1", 30, 30, id="pique"),
    ],
)
def test_case_i_the_longer_point_still_saves_pique_and_repique(score: Points, log: str, elder: int, bonus: int) -> None:
    barred = CASE_I.removesuffix("Y point 5")
    assert score(f"{barred} {log.replace('tricks', 'Y point 5; tricks')}") == (elder, 0)
    assert score(f"{barred} {log}") == (elder + bonus, 0)


def test_case_ii_tens_are_reckoned_when_the_kings_that_were_allowed_are_not_held(score: Points) -> None:
    calls = "E point 5; Y good; E trio of kings; Y good; tricks E7 Y5"
    assert score(calls) == (5 + 3 + 18, 6)
    assert score(f"{calls}; E false trio of kings; Y quatorze of tens") == (0, 14 + 6)


CASE_IV = "E point 5; Y good; E tierce major in hearts; Y good; E tierce major in clubs"


@pytest.mark.parametrize("call", ["E trio of aces", "Y trio of knaves"])
def test_case_iv_aces_forgotten_are_lost_and_knaves_do_not_become_good(refused: Refused, call: str) -> None:
    assert refused(f"{CASE_IV}; tricks E1; {call}") == (6, Rule.OMITTED)


@pytest.mark.parametrize("spoken", ["", "Y trio of knaves;"])
def test_case_iv_the_aces_may_be_reckoned_until_younger_plays(lines: Lines, spoken: str) -> None:
    """A call of knaves does not prevent it: elder may object, and then he must reckon his aces."""
    log = f"{CASE_IV}; {spoken} E trio of aces; Y good; tricks E1"
    assert lines(log) == ["E point 5", "E sequence 3", "E sequence 3", "E set 3", "E lead 1"]


def test_case_vi_younger_finds_her_carte_blanche_after_elder_has_taken_in(score: Points) -> None:
    assert score("E exchange 5; Y carte blanche; Y exchange 3") == (0, 10)


def test_case_vii_who_asks_which_queen_is_out_has_allowed_three(lines: Lines, refused: Refused) -> None:
    """The question is recorded as the answer that it is."""
    calls = "E point 5; Y good; E trio of queens; Y good"
    assert lines(calls) == ["E point 5", "E set 3"]
    assert refused(f"{calls}; Y trio of kings") == (4, Rule.ELDER_IS_GOOD)


def test_case_viii_a_trio_with_a_card_not_held_is_a_false_claim(score: Points) -> None:
    calls = "E point 5; Y good; E trio of kings; Y good; tricks E7 Y5"
    assert score(f"{calls}; E false trio of kings") == (0, 6)


def test_case_ix_four_knaves_corrected_to_three_are_not_good(lines: Lines) -> None:
    """What elder has learnt by it has no remedy, and he pays no penalty."""
    log = (
        "E point 5; Y good; E quatorze of knaves; Y good; E withdraws quatorze of knaves; E trio of knaves; Y not good"
    )
    assert lines(f"{log}; Y trio of aces; tricks E1") == ["E point 5", "Y set 3", "E lead 1"]


def test_case_xiii_a_card_left_on_the_table_and_announced_so_makes_a_short_hand(score: Points) -> None:
    assert score("E exchange 5; Y exchange 2; Y short 1; tricks E6 Y5") == (7 + 1 + 1 + 10, 5)


def test_case_xiv_younger_who_lifts_too_early_takes_elders_card_and_reckons_nothing(score: Points) -> None:
    calls = "E point 5; Y good; Y trio of aces; tricks E7 Y5"
    assert score(f"E exchange 4; Y exchange 4; Y reckons nothing; {calls}") == (5 + 18, 0)


def test_case_xvii_thirteen_cards_whatever_their_cause_reckon_nothing(score: Points) -> None:
    assert score("E reckons nothing; E point 5; Y good; Y trio of aces; tricks E7 Y5") == (0, 3 + 6)


@pytest.mark.parametrize(("long", "winner"), [("E", "Y"), ("Y", "E")])
def test_case_xix_the_twelfth_trick_is_the_last_though_a_thirteenth_card_is_left(
    lines: Lines, refused: Refused, long: str, winner: str
) -> None:
    log = f"{long} reckons nothing; tricks {long}6 {winner}6"
    assert f"{winner} last 1" in lines(log)
    assert refused(f"{log}; tricks {long}1") == (13, Rule.DEAL_OVER)


def test_case_xx_carte_blanche_announced_before_the_exchange_may_be_shown_after_it(score: Points) -> None:
    assert score("E carte blanche; E exchange 5; Y exchange 3; E point 4; Y good") == (14, 0)


@pytest.mark.parametrize("seat", ["E", "Y"])
def test_case_xxi_carte_blanche_survives_a_later_penalty(lines: Lines, seat: str) -> None:
    """It is scored before a card is taken in; whatever comes after it the penalty takes away."""
    log = f"{seat} carte blanche; E exchange 5; Y exchange 3; {seat} reckons nothing; E point 4; Y not good; Y point 5"
    points = {"E": ["E carte blanche 10", "Y point 5"], "Y": ["Y carte blanche 10", "Y point 0"]}
    assert lines(log) == points[seat]


CASE_XXII = (
    "E point 5; Y equal; E making 50; Y equal; E quart major; Y good; E tierce to queen; E quatorze of knaves; Y good"
)


def case_xxii(log: str) -> Partie:
    """The last deal of a partie, elder having 62 and younger 92 before it."""
    earlier = [DealRecord(scores=(92, 62)), *[DealRecord(scores=(0, 0))] * 4]
    players = Player("B"), Player("A")
    return play_partie(PartieRecord(PORTLAND, players, (*earlier, DealRecord(parse_log(log, PORTLAND)))))


@pytest.mark.parametrize(
    ("log", "totals", "winner", "points"),
    [
        pytest.param(
            f"Y reckons nothing; {CASE_XXII}; tricks E5 Y6 E1", (92, 91), "B", 283, id="with thirteen cards she wins"
        ),
        pytest.param(f"{CASE_XXII}; Y concedes", (92, 106), "A", 298, id="with twelve she would have lost"),
    ],
)
def test_case_xxii_a_blunder_worth_581_points(log: str, totals: tuple[int, int], winner: str, points: int) -> None:
    """Her thirteenth card divides the tricks; neither player crosses the Rubicon, and one penalty swings 283 + 298."""
    finished = case_xxii(log)
    assert finished.settlement is not None
    assert finished.settlement.winner is not None
    assert finished.totals == totals
    assert finished.record.players[finished.settlement.winner].name == winner
    assert (finished.settlement.points, finished.settlement.rubicon) == (points, True)
