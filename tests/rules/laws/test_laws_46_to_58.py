"""
Laws 46 to 58: calling and showing, and hands too short or too long.

Left out, since it reaches no score: what must be shown on request (55).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from scorer.rules.reasons import Rule

Lines = Callable[..., list[str]]
Points = Callable[..., tuple[int, int]]
Refused = Callable[..., tuple[int, Rule] | None]

# Law 46: elder calls his point first; its number is enough; who asks gives up a longer point.


def test_law_46_the_number_of_the_point_is_enough(lines: Lines) -> None:
    assert lines("E point 5; Y good") == ["E point 5"]


@pytest.mark.parametrize(
    ("log", "at"),
    [
        ("E quint major; Y good; E point 6", 2),
        ("E quatorze of aces; Y good; E point 6", 2),
        ("E no sequence; E point 6", 1),
        ("E quint major; Y not good; E no point", 2),
    ],
)
def test_law_46_elder_calls_his_point_first_or_loses_it(refused: Refused, log: str, at: int) -> None:
    assert refused(log) == (at, Rule.POINT_CALLED_FIRST)


@pytest.mark.parametrize("asks", ["Y how many", "Y equal"])
def test_law_46_who_asks_cannot_score_a_longer_point(lines: Lines, asks: str) -> None:
    assert lines(f"E point 4; {asks}; E making 41; Y not good; Y point 5") == ["Y point 0"]


@pytest.mark.parametrize("asks", ["Y how many", "Y equal"])
def test_law_46_who_asks_may_score_a_better_point_of_the_same_number(lines: Lines, asks: str) -> None:
    assert lines(f"E point 4; {asks}; E making 36; Y not good; Y point 4 making 41") == ["Y point 4"]


@pytest.mark.parametrize(
    ("calls", "expected", "bonus"),
    [
        pytest.param("E sixieme major; Y good; E quatorze of aces; Y good", 30, 60, id="repique"),
        pytest.param("E quint major; Y good; E quatorze of aces; Y good", 29, 30, id="pique"),
    ],
)
def test_law_46_the_longer_point_asked_away_still_bars(score: Points, calls: str, expected: int, bonus: int) -> None:
    asked = f"E point 6; Y how many; E making 60; Y not good; {calls}"
    assert score(f"{asked}; Y point 7; tricks E1") == (expected + 1, 0)
    assert score(f"{asked}; Y no point; tricks E1") == (expected + 1 + bonus, 0)


# Law 47: younger need not call the point first, and nobody need call sequences next.

YOUNGER = ("Y point 5", "Y quint major", "Y quatorze of aces")


@pytest.mark.parametrize("order", list(permutations(YOUNGER)), ids=", ".join)
def test_law_47_younger_calls_in_any_order(lines: Lines, order: tuple[str, ...]) -> None:
    elder = "E point 4; Y not good; E tierce to ten; Y not good; E trio of tens; Y not good"
    expected = ["Y point 5", "Y sequence 15", "Y set 14", "Y repique 60"]
    assert lines(f"{elder}; {'; '.join(order)}") == expected


def test_law_47_elder_may_call_sets_before_sequences(lines: Lines) -> None:
    log = "E point 6; Y good; E quatorze of aces; Y good; E sixieme major; Y good"
    assert lines(log) == ["E point 6", "E sequence 16", "E set 14", "E repique 60"]


def test_law_47_elder_may_call_no_point_and_then_sets(lines: Lines) -> None:
    assert lines("E no point; E trio of aces; Y good; E tierce major; Y good") == ["E sequence 3", "E set 3"]


def test_law_47_nobody_need_call_anything(lines: Lines) -> None:
    assert lines("tricks E12") == ["E lead 12", "E last 1", "E capot 40"]


# Law 48: length alone is enough where it is good; else the head is said.


def test_law_48_the_number_of_a_sequence_is_enough_if_it_is_good(lines: Lines) -> None:
    assert lines("E quint; Y good") == ["E sequence 15"]
    assert lines("E quint; Y not good; Y quint") == ["Y sequence 15"]


@pytest.mark.parametrize("asks", ["Y how high", "Y equal"])
@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("E to ace; Y good", ["E sequence 4"]),
        ("E to king; Y equal", []),
        ("E to queen; Y not good; Y quart major", ["Y sequence 4"]),
    ],
)
def test_law_48_elder_says_the_head_of_an_equal_number(lines: Lines, asks: str, head: str, expected: list[str]) -> None:
    assert lines(f"E quart; {asks}; {head}") == expected


# Law 49: a call that is good lets elder reckon all that he has of its class, greater or lesser.


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("E tierce to ten; Y good; E quint major; E quart to king", ["E sequence 15", "E sequence 4", "E sequence 3"]),
        ("E trio of tens; Y good; E quatorze of aces; E trio of kings", ["E set 14", "E set 3", "E set 3"]),
    ],
    ids=["sequences", "sets"],
)
def test_law_49_a_good_call_lets_elder_reckon_everything_in_its_class(
    lines: Lines, log: str, expected: list[str]
) -> None:
    assert lines(log) == expected


# Law 50: elder may raise a low call until younger replies.


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("E point 4; E point 6; Y good", ["E point 6"]),
        ("E point 5 making 44; E point 5 making 50; Y good", ["E point 5"]),
        ("E tierce; E quint major; Y good", ["E sequence 15"]),
        ("E trio of tens; E quatorze of tens; Y good", ["E set 14"]),
    ],
)
def test_law_50_elder_raises_his_call_before_the_reply(lines: Lines, log: str, expected: list[str]) -> None:
    assert lines(log) == expected


@pytest.mark.parametrize(
    ("log", "at", "rule"),
    [
        ("E point 4; Y good; E point 6", 2, Rule.ONE_POINT),
        ("E point 4; Y not good; E point 6", 2, Rule.ANSWERED_NOT_GOOD),
        ("E tierce; Y not good; E quint major", 2, Rule.ANSWERED_NOT_GOOD),
        ("E trio of tens; Y good; E quatorze of tens", 2, Rule.RANK_CALLED),
        ("E point 4; Y how many; E point 6", 2, Rule.ELDER_TO_SAY),
        ("E point 4; Y equal; E making 41; Y equal; E point 6", 4, Rule.CLASS_VOID),
    ],
)
def test_law_50_elder_cannot_raise_his_call_after_the_reply(refused: Refused, log: str, at: int, rule: Rule) -> None:
    assert refused(log) == (at, rule)


# Law 51: younger may take back a wrong "good" or "equal" before elder's next call or lead.


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("E point 5; Y good; Y not good; Y point 6", ["Y point 6"]),
        ("E point 5 making 49; Y good; Y equal", []),
        ("E point 5 making 49; Y equal; Y not good; Y point 5 making 50", ["Y point 5"]),
        ("E point 5 making 49; Y equal; Y good", ["E point 5"]),
        ("E quart; Y good; Y how high; E to king; Y not good; Y quart major", ["Y sequence 4"]),
        ("E trio of kings; Y good; Y not good; Y trio of aces", ["Y set 3"]),
    ],
)
def test_law_51_younger_corrects_good_or_equal_in_time(lines: Lines, log: str, expected: list[str]) -> None:
    assert lines(log) == expected


@pytest.mark.parametrize(
    ("log", "at"),
    [
        ("E point 5; Y good; E quint major; Y good; E trio of aces; Y good; tricks E1; Y not good", 7),
        ("E point 5; Y good; E no sequence; Y not good", 3),
        ("E quint major; Y good; E tierce to ten; Y not good", 3),
    ],
    ids=["elder has led", "elder has declined the next", "elder has called his lesser one"],
)
def test_law_51_younger_corrects_too_late(refused: Refused, log: str, at: int) -> None:
    assert refused(log) == (at, Rule.NOTHING_TO_ANSWER)


def test_law_51_not_good_is_never_taken_back(refused: Refused) -> None:
    assert refused("E point 5; Y not good; Y good") == (2, Rule.NOTHING_TO_ANSWER)


# Law 52: an over-call that was allowed is put right before younger plays to the first trick.


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        pytest.param("E point 6; Y good; E withdraws point 6", [], id="elder's only call"),
        pytest.param("E point 6; Y good; E withdraws point 6; E point 5; Y good", ["E point 5"], id="a lesser call"),
        pytest.param("E point 6; E withdraws point 6; E point 5; Y good", ["E point 5"], id="before the reply"),
        pytest.param(
            "E point 6; Y good; E quint major; Y good; E withdraws point 6; E point 5; Y good",
            ["E point 5", "E sequence 15"],
            id="the point, though sequences were called",
        ),
        pytest.param(
            "E point 6; Y good; E withdraws point 6; Y point 4", ["Y point 4"], id="younger's point becomes good"
        ),
        pytest.param(
            "E point 5; Y how many; E making 49; Y good; E withdraws point 5 making 49; Y point 5",
            ["Y point 5"],
            id="younger's point becomes good though she asked",
        ),
        pytest.param(
            "E quart major; Y good; Y trio of aces; E withdraws quart major; Y tierce to ten",
            ["Y sequence 3", "Y set 3"],
            id="younger's sequence becomes good",
        ),
        pytest.param(
            "E quint major; Y good; E quart to king; E withdraws quart to king", ["E sequence 15"], id="a further call"
        ),
        pytest.param(
            "E quint major; Y good; E quart to king; E tierce to ten; E withdraws quint major; Y good",
            ["E sequence 4", "E sequence 3"],
            id="the best of what is left is answered again",
        ),
        pytest.param(
            "E quint major; Y good; E tierce to ten; E withdraws quint major; Y not good; Y quart to king",
            ["Y sequence 4"],
            id="what is left is not good",
        ),
        pytest.param(
            "E quatorze of aces; Y good; Y point 5; E withdraws quatorze of aces; E trio of aces; Y good",
            ["Y point 5", "E set 3"],
            id="after younger has called her point",
        ),
        pytest.param("E no set; Y trio of aces; Y withdraws trio of aces", [], id="younger's call"),
        pytest.param(
            "E no set; Y quatorze of aces; Y withdraws quatorze of aces; Y trio of aces",
            ["Y set 3"],
            id="younger's call made lesser",
        ),
    ],
)
def test_law_52_an_over_call_is_put_right(lines: Lines, log: str, expected: list[str]) -> None:
    assert lines(log) == expected


@pytest.mark.parametrize(
    ("log", "at", "rule"),
    [
        ("E point 6; Y good; tricks E1; E withdraws point 6", 3, Rule.PLAY_BEGUN),
        ("E point 6; Y good; E withdraws point 5", 2, Rule.NOT_CLAIMED),
        ("E point 6; Y good; Y withdraws point 6", 2, Rule.NOT_CLAIMED),
        ("E point 6; Y good; E quint major; E withdraws point 6", 3, Rule.UNANSWERED),
    ],
)
def test_law_52_what_cannot_be_withdrawn(refused: Refused, log: str, at: int, rule: Rule) -> None:
    assert refused(log) == (at, rule)


# Law 53: a misnomer is harmless, so nothing is recorded of it and the suit decides nothing.


@pytest.mark.parametrize("suit", ["spades", "hearts", "diamonds", "clubs"])
def test_law_53_the_suit_named_does_not_matter(score: Points, suit: str) -> None:
    calls = f"E point 5 in hearts; Y good; E quart major in {suit}; Y good"
    assert score(calls) == (9, 0)
    assert score(f"{calls}; E withdraws quart major in hearts") == (5, 0)
    assert score(f"{calls}; tricks E12; E false quart major in clubs; Y waives") == (5 + 13 + 40, 0)


def test_law_53_elder_names_the_suit_with_the_pips_or_the_head(score: Points) -> None:
    log = "E point 5; Y how many; E making 49 in clubs; Y good; E quart; Y how high; E to ace in clubs; Y good"
    assert score(log) == (9, 0)


# Law 54: a false call, allowed and not put right in time, costs its maker everything he has in the deal.

CALLS = "E point 5; Y good; E trio of kings; Y good"
PLAY = "tricks E7 Y5"
"""Elder has 5 and 3 in hand, 8 in play and the cards; younger has 6 in play."""


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        pytest.param(f"{CALLS}; {PLAY}", (26, 6), id="never found"),
        pytest.param(f"{CALLS}; E false trio of kings; {PLAY}", (23, 6), id="before a card: void, and no more"),
        pytest.param(f"{CALLS}; tricks E3; E false trio of kings; tricks E4 Y5", (0, 6), id="during the play"),
        pytest.param(f"{CALLS}; {PLAY}; E false trio of kings", (0, 6), id="after the play"),
        pytest.param(f"{CALLS}; {PLAY}; E false trio of kings; Y waives", (23, 6), id="waived: the claim stays void"),
        pytest.param(
            f"{CALLS}; {PLAY}; E false trio of kings; Y waives; E false point 5", (0, 6), id="a second, not waived"
        ),
        pytest.param(
            f"E trio of kings; Y not good; Y trio of aces; {PLAY}; E false trio of kings",
            (18, 3 + 6),
            id="a call that was never good costs nothing",
        ),
        pytest.param(f"E no set; Y trio of kings; {PLAY}; Y false trio of kings", (18, 0), id="younger's call"),
        pytest.param(
            f"E no set; Y trio of kings; Y trio of tens; {PLAY}; Y false trio of kings; E waives",
            (18, 3 + 6),
            id="younger's call, waived",
        ),
    ],
)
def test_law_54_a_false_call_reckons_nothing_in_the_deal(score: Points, log: str, expected: tuple[int, int]) -> None:
    assert score(log) == expected


@pytest.mark.parametrize(
    ("calls", "false", "opponent", "expected"),
    [
        pytest.param("E point 6; Y good", "E false point 6", "Y point 4", (0, 6 + 4), id="point"),
        pytest.param("E quart major; Y good", "E false quart major", "Y tierce to ten", (0, 6 + 3), id="sequence"),
        pytest.param("E trio of aces; Y good", "E false trio of aces", "Y quatorze of tens", (0, 6 + 14), id="set"),
        pytest.param("Y trio of aces", "Y false trio of aces", "E trio of tens", (18 + 3, 0), id="by younger"),
        pytest.param(
            "E quart; Y equal; E to king; Y equal", "E false quart to king", "Y quart to king", (0, 6 + 4), id="equal"
        ),
        pytest.param(
            "E quint major; Y good; E tierce to ten",
            "E false quint major",
            "Y tierce to knave",
            (0, 6 + 3),
            id="better than a correct call made in addition",
        ),
    ],
)
def test_law_54_the_opponent_reckons_what_is_good_when_the_false_call_is_gone(
    score: Points, calls: str, false: str, opponent: str, expected: tuple[int, int]
) -> None:
    assert score(f"{calls}; {PLAY}; {false}; {opponent}") == expected


def test_law_54_the_opponent_reckons_all_that_he_holds_in_the_class(score: Points) -> None:
    log = f"E trio of aces; Y good; {PLAY}; E false trio of aces; Y quatorze of tens; Y trio of queens"
    assert score(log) == (0, 6 + 14 + 3)


def test_law_54_elders_call_that_a_false_one_beat_is_good_again(lines: Lines) -> None:
    log = f"E trio of tens; Y not good; Y trio of kings; {PLAY}; Y false trio of kings; E waives"
    assert lines(log)[0] == "E set 3"


@pytest.mark.parametrize(
    ("log", "rule"),
    [
        ("E quint major; Y good; E quart to king; tricks E1; E false quint major; Y quart to queen", Rule.NOT_BETTER),
        ("E trio of kings; Y good; tricks E1; E false trio of kings; Y point 6", Rule.OMITTED),
        ("E trio of kings; Y good; tricks E1; E false trio of kings; E quatorze of aces", Rule.OMITTED),
        ("E trio of kings; Y good; tricks E1; E false trio of aces", Rule.NOT_CLAIMED),
        ("E trio of kings; Y good; tricks E1; E false trio of kings; E false trio of kings", Rule.NOT_CLAIMED),
        ("E trio of kings; E false trio of kings", Rule.UNANSWERED),
    ],
    ids=["barred by a correct call", "another class", "the offender's own", "not called", "found already", "no reply"],
)
def test_law_54_what_is_not_reckoned_or_found(refused: Refused, log: str, rule: Rule) -> None:
    found = refused(log)
    assert found is not None
    assert found[1] is rule


def test_law_54_where_no_penalty_is_played_the_claim_alone_is_void(score: Points) -> None:
    assert score(f"{CALLS}; {PLAY}; E false trio of kings", "wikipedia") == (23, 6)


def test_law_54_a_false_call_bars_nothing(score: Points) -> None:
    """Younger's thirty waits behind elder's point until that is found false."""
    log = "E point 6; Y good; E no sequence; E no set; Y sixieme major; Y quatorze of aces; tricks Y12"
    assert score(log) == (6 + 1, 30 + 13 + 40)
    assert score(f"{log}; E false point 6") == (0, 30 + 60 + 13 + 40)


def test_law_54_what_is_reckoned_late_still_makes_a_repique(score: Points) -> None:
    log = f"E point 4; Y not good; E no sequence; E trio of aces; Y good; Y point 6; Y quint to king; {PLAY}"
    assert score(log) == (3 + 18, 21 + 6)
    assert score(f"{log}; E false trio of aces; Y quatorze of tens") == (0, 21 + 14 + 60 + 6)


# Law 56: what was omitted cannot be reckoned once younger has played; until then it can.


@pytest.mark.parametrize(
    "call", ["E trio of aces", "E quint major", "E point 6", "Y trio of knaves", "Y quint major", "Y point 6"]
)
def test_law_56_nothing_omitted_is_reckoned_after_the_first_trick(refused: Refused, call: str) -> None:
    assert refused(f"tricks E1; {call}") == (1, Rule.OMITTED)


def test_law_56_elder_adds_a_lesser_holding_until_younger_plays(lines: Lines, refused: Refused) -> None:
    calls = "E trio of aces; Y good; Y point 5; Y tierce to ten;"
    assert lines(f"{calls} E trio of tens") == ["Y point 5", "Y sequence 3", "E set 3", "E set 3"]
    assert refused(f"{calls} tricks E1; E trio of tens") == (5, Rule.OMITTED)


def test_law_56_elder_adds_a_class_of_which_younger_has_not_spoken(lines: Lines) -> None:
    log = "E point 5; Y good; Y tierce to ten; E trio of aces; Y good"
    assert lines(log) == ["E point 5", "Y sequence 3", "E set 3"]


@pytest.mark.parametrize("spoken", ["Y trio of knaves", "Y no set"])
def test_law_56_elder_adds_what_beats_younger_until_she_plays(lines: Lines, spoken: str) -> None:
    """Cavendish, Case IV: younger calls knaves, and elder may still reckon the aces that he omitted."""
    assert lines(f"E point 5; Y good; {spoken}; E trio of aces; Y good") == ["E point 5", "E set 3"]


# Law 57: a short hand pays no penalty; the cards that cannot be played to are the opponent's tricks.


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        # Elder's eleven leads, one trick more, the last and the capot: twelve tricks are his.
        pytest.param("Y short 1; tricks E11", (11 + 1 + 1 + 40, 0), id="capot with the card that was not played"),
        pytest.param("E short 1; tricks E11", (11 + 10, 1 + 1), id="no capot when the opponent counts a trick"),
        # Six leads and one lost; younger captures one, leads four and has the trick and the last: six each.
        pytest.param("E short 1; tricks E6 Y5", (7, 1 + 4 + 1 + 1), id="six tricks each"),
        pytest.param("Y short 3; tricks Y9", (1 + 3 + 1, 1 + 8 + 10), id="elder counts three, younger has nine"),
    ],
)
def test_law_57_the_opponent_counts_what_a_short_hand_lacks(score: Points, log: str, expected: tuple[int, int]) -> None:
    assert score(log) == expected


@pytest.mark.parametrize(
    ("hand", "expected"), [(18, 18 + 12 + 1 + 30 + 40), (17, 17 + 13 + 30 + 40), (16, 16 + 13 + 40)]
)
def test_law_57_the_counted_trick_and_the_last_help_to_a_pique(score: Points, hand: int, expected: int) -> None:
    """Elder's twelfth and last trick is counted, not played, and is a trick as any other."""
    calls = {
        18: "E point 4; Y good; E quatorze of aces; Y good",
        17: "E no point; E quatorze of aces; Y good; E trio of kings",
        16: "E point 6; Y good; E quart major; Y good; E trio of aces; Y good; E trio of kings",
    }
    assert score(f"Y short 1; {calls[hand]}; tricks E11") == (expected, 0)


def test_law_57_a_short_hand_is_found_when_its_cards_give_out(score: Points) -> None:
    """Nobody knows of the missing card before the last trick but one is over."""
    assert score("tricks E6 Y5; Y short 1") == score("Y short 1; tricks E6 Y5") == (7 + 1 + 1 + 10, 5)


# Law 58: a long hand reckons nothing, but its cards still bar the opponent.


@pytest.mark.parametrize(("log", "elder"), [("Y no point", 33 + 60), ("Y point 6", 33)])
def test_law_58_a_long_hand_still_bars_a_repique(score: Points, log: str, elder: int) -> None:
    calls = (
        "Y reckons nothing; E point 5; Y not good; E quint major; Y good; E quart to king; E quatorze of aces; Y good"
    )
    assert score(f"{calls}; {log}") == (elder, 0)


@pytest.mark.parametrize("tricks", ["E1", "Y1"])
def test_law_58_elders_first_lead_comes_before_any_trick_of_a_long_hand(score: Points, tricks: str) -> None:
    calls = "Y reckons nothing; E quint major; Y good; E quatorze of aces; Y good"
    assert score(f"{calls}; tricks {tricks}") == (29 + 1 + 30, 0)


def test_law_58_a_long_hands_trick_bars_a_later_pique(score: Points) -> None:
    """Elder has 28 and leads; if younger wins, though she may not count it, his thirtieth comes too late."""
    calls = "E no point; E quatorze of aces; Y good; E quatorze of kings"
    assert score(f"{calls}; tricks E1 Y1") == (28 + 2 + 30, 1)
    assert score(f"{calls}; tricks Y1 E1") == (28 + 2, 1 + 1)
    assert score(f"Y reckons nothing; {calls}; tricks Y1 E1") == (28 + 2, 0)


def test_law_58_by_house_rule_a_long_hand_bars_nothing(score: Points) -> None:
    calls = "Y reckons nothing; E no point; E quatorze of aces; Y good; E quatorze of kings; Y point 5; tricks Y1 E1"
    assert score(calls, barred_blocks=False) == (28 + 2 + 30, 0)
