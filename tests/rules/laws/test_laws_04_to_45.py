"""
Laws 4 to 45: cutting, dealing, carte blanche, discarding and taking in.

Left out, since nothing that they say reaches the score: the cut and the deal
(4 to 17), how a carte blanche is shown (19), the order of the talon (23, 24),
looking at cards left (36, 37) and the tables for a wrong deal (38 to 43).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorer.rules.reasons import Rule

Lines = Callable[..., list[str]]
Points = Callable[..., tuple[int, int]]
Refused = Callable[..., tuple[int, Rule] | None]

# Law 18: carte blanche scores first, saves a pique or repique, and counts towards one.


def test_law_18_carte_blanche_scores_first_and_makes_a_repique(lines: Lines) -> None:
    log = "E carte blanche; E point 5; Y good; E quint to knave; Y good"
    assert lines(log) == ["E carte blanche 10", "E point 5", "E sequence 15", "E repique 60"]


def test_law_18_carte_blanche_is_first_whoever_holds_it(lines: Lines) -> None:
    assert lines("E exchange 5; Y carte blanche; Y exchange 3; E point 5; Y good") == [
        "Y carte blanche 10",
        "E point 5",
    ]


def test_law_18_carte_blanche_helps_younger_to_a_repique(lines: Lines) -> None:
    log = "Y carte blanche; E no point; E no sequence; E no set; Y point 5; Y quint minor"
    assert lines(log) == ["Y carte blanche 10", "Y point 5", "Y sequence 15", "Y repique 60"]


def test_law_18_carte_blanche_helps_to_a_pique(lines: Lines) -> None:
    hand = "E carte blanche; E point 6; Y good; E quart to ten; Y good;"
    assert lines(f"{hand} tricks E10") == [
        "E carte blanche 10",
        "E point 6",
        "E sequence 4",
        "E lead 10",
        "E pique 30",
    ]


THIRTY_NINE_IN_HAND = "E point 6; Y good; E sixieme major; Y good; E quatorze of aces; Y good; E trio of kings"
TWENTY_NINE_IN_HAND = (
    "E point 5; Y good; E quint major; Y good; E trio of aces; Y good; E trio of kings; E trio of tens"
)


@pytest.mark.parametrize(
    ("log", "kept", "lost"),
    [
        pytest.param(THIRTY_NINE_IN_HAND, 39 + 1, 60, id="repique"),
        pytest.param(TWENTY_NINE_IN_HAND, 29 + 1, 30, id="pique"),
    ],
)
def test_law_18_carte_blanche_saves_a_pique_or_a_repique(score: Points, log: str, kept: int, lost: int) -> None:
    """The same deal is scored with and without it."""
    assert score(f"{log}; tricks E1") == (kept + lost, 0)
    assert score(f"Y carte blanche; {log}; tricks E1") == (kept, 10)


def test_law_18_elders_carte_blanche_saves_him_from_youngers_repique(score: Points) -> None:
    younger = "E no point; E no sequence; E no set; Y point 7; Y septieme to king; Y trio of kings; Y trio of tens"
    assert score(younger) == (0, 30 + 60)
    assert score(f"E carte blanche; {younger}") == (10, 30)


# Law 20: it is told at once, before the player's own exchange; the opponent may have exchanged already.


@pytest.mark.parametrize(
    "log",
    [
        "E carte blanche; E exchange 5; Y exchange 3",
        "Y carte blanche; E exchange 5; Y exchange 3",
        "E exchange 5; Y carte blanche; Y exchange 3",
        "E carte blanche",
    ],
)
def test_law_20_carte_blanche_is_told_before_ones_own_exchange(refused: Refused, log: str) -> None:
    assert refused(log) is None


@pytest.mark.parametrize(
    ("log", "at", "rule"),
    [
        pytest.param("E exchange 5; E carte blanche", 1, Rule.BLANK_BEFORE_EXCHANGE, id="elder has exchanged"),
        pytest.param(
            "E exchange 5; Y exchange 3; Y carte blanche", 2, Rule.BLANK_BEFORE_EXCHANGE, id="younger has exchanged"
        ),
        pytest.param("E point 5; Y good; Y carte blanche", 2, Rule.CALLS_BEGUN, id="the calls have begun"),
        pytest.param("tricks E1; Y carte blanche", 1, Rule.CALLS_BEGUN, id="the play has begun"),
        pytest.param("E carte blanche; E carte blanche", 1, Rule.SAID_ALREADY, id="twice"),
        pytest.param("E carte blanche; Y carte blanche", 1, Rule.TWO_BLANKS, id="both, which no pack can deal"),
    ],
)
def test_law_20_carte_blanche_is_refused_later(refused: Refused, log: str, at: int, rule: Rule) -> None:
    assert refused(log) == (at, rule)


# Laws 21, 22, 32 and 34: how many cards each may exchange.


@pytest.mark.parametrize("cards", range(9))
def test_law_21_elder_exchanges_one_to_five(refused: Refused, cards: int) -> None:
    legal = 1 <= cards <= 5
    assert refused(f"E exchange {cards}") == (None if legal else (0, Rule.EXCHANGE_LIMIT))


@pytest.mark.parametrize("elder", range(1, 6))
def test_law_22_and_34_younger_exchanges_one_to_all_that_is_left(refused: Refused, elder: int) -> None:
    legal = [cards for cards in range(10) if refused(f"E exchange {elder}; Y exchange {cards}") is None]
    assert legal == list(range(1, 8 - elder + 1))


def test_law_24_the_exchange_is_made_once(refused: Refused) -> None:
    assert refused("E exchange 5; E exchange 4") == (1, Rule.SAID_ALREADY)
    assert refused("E exchange 5; Y exchange 3; Y exchange 2") == (2, Rule.SAID_ALREADY)


def test_law_24_the_exchange_precedes_the_calls(refused: Refused) -> None:
    assert refused("E point 5; Y good; E exchange 5") == (2, Rule.CALLS_BEGUN)
    assert refused("tricks E1; E exchange 5") == (1, Rule.CALLS_BEGUN)


def test_law_32_elder_says_first_how_many_he_takes(refused: Refused) -> None:
    assert refused("Y exchange 3") == (0, Rule.ELDER_EXCHANGES_FIRST)


# Laws 25, 27 to 29, 31, 33 and 35: faults in discarding and taking in after which a player reckons nothing.

FAULTS = [
    pytest.param("E", id="law_25_elder_takes_back_his_discard"),
    pytest.param("Y", id="law_25_younger_takes_back_her_discard"),
    pytest.param("E", id="law_27_elder_lifts_younger_cards"),
    pytest.param("Y", id="law_27_younger_lifts_elder_cards"),
    pytest.param("E", id="law_28_elder_mixes_younger_cards"),
    pytest.param("Y", id="law_29_younger_mixes_elder_cards"),
    pytest.param("E", id="law_31_elder_takes_too_many"),
    pytest.param("Y", id="law_31_younger_takes_too_many"),
    pytest.param("E", id="law_33_elder_lifts_what_he_leaves"),
    pytest.param("Y", id="law_35_younger_lifts_what_she_leaves"),
]

BOTH_SCORE = "E point 5; Y good; E quart major; Y good; Y quatorze of tens; Y trio of queens; tricks E5 Y5 E2"
"""Elder 9 in hand, 9 in play and the cards; younger 17 in hand and 6 in play (Cavendish, worked example)."""


def test_the_deal_that_the_faults_are_tried_on_scores_28_to_23(score: Points) -> None:
    assert score(BOTH_SCORE) == (28, 23)


@pytest.mark.parametrize("seat", FAULTS)
def test_laws_25_to_35_the_offender_reckons_nothing(score: Points, seat: str) -> None:
    expected = (0, 23) if seat == "E" else (28, 0)
    assert score(f"E exchange 5; Y exchange 3; {seat} reckons nothing; {BOTH_SCORE}") == expected


@pytest.mark.parametrize("seat", ["E", "Y"])
def test_laws_25_to_35_the_penalty_may_be_recorded_at_any_time(score: Points, seat: str) -> None:
    early = score(f"{seat} reckons nothing; {BOTH_SCORE}")
    assert score(BOTH_SCORE.replace("tricks", f"{seat} reckons nothing; tricks")) == early
    assert score(f"{BOTH_SCORE}; {seat} reckons nothing") == early


def test_laws_25_to_35_both_may_reckon_nothing(score: Points) -> None:
    assert score(f"E reckons nothing; {BOTH_SCORE}; Y reckons nothing") == (0, 0)


def test_a_penalty_is_laid_once(refused: Refused) -> None:
    assert refused("E reckons nothing; E reckons nothing") == (1, Rule.SAID_ALREADY)


# Laws 26 and 30: faults after which a player has too few cards; the play of a short hand is Law 57's.


@pytest.mark.parametrize(
    ("short", "tricks", "expected"),
    [
        # Elder leads six and loses the seventh lead; younger leads four more and counts one trick and the last.
        pytest.param("E short 1", "E6 Y5", (7, 1 + 4 + 1 + 1), id="law_26_elder_leaves_a_card_in_his_discard"),
        # Five leads and one lost; younger captures one, leads three, and counts three tricks, the last and the cards.
        pytest.param("E short 3", "E5 Y4", (6, 1 + 3 + 3 + 1 + 10), id="law_30_elder_discards_three_too_many"),
        # Six leads and one lost, two tricks counted, the last and the cards; younger captures one and leads three.
        pytest.param("Y short 2", "E6 Y4", (7 + 2 + 1 + 10, 4), id="law_30_younger_discards_two_too_many"),
    ],
)
def test_laws_26_and_30_the_opponent_counts_the_missing_cards_as_tricks(
    score: Points, short: str, tricks: str, expected: tuple[int, int]
) -> None:
    assert score(f"E exchange 5; Y exchange 3; {short}; tricks {tricks}") == expected


# Law 44: the opponent may waive a penalty of reckoning nothing.


@pytest.mark.parametrize(("offender", "opponent"), [("E", "Y"), ("Y", "E")])
def test_law_44_a_waived_penalty_costs_nothing(lines: Lines, offender: str, opponent: str) -> None:
    waived = f"{offender} reckons nothing; {opponent} waives; {BOTH_SCORE}"
    assert lines(waived) == lines(BOTH_SCORE)
    assert lines(f"{offender} reckons nothing; {BOTH_SCORE}; {opponent} waives") == lines(BOTH_SCORE)


def test_law_44_only_the_opponent_can_waive(refused: Refused) -> None:
    assert refused("E reckons nothing; E waives") == (1, Rule.NO_PENALTY)
    assert refused("Y waives") == (0, Rule.NO_PENALTY)


def test_law_44_a_penalty_is_waived_once_and_a_new_one_stands(score: Points, refused: Refused) -> None:
    assert refused("E reckons nothing; Y waives; Y waives") == (2, Rule.NO_PENALTY)
    assert score(f"E reckons nothing; Y waives; E reckons nothing; {BOTH_SCORE}") == (0, 23)


def test_law_44_each_penalty_is_waived_for_itself(score: Points) -> None:
    assert score(f"E reckons nothing; Y reckons nothing; E waives; {BOTH_SCORE}") == (0, 23)
