"""
The Laws of Piquet au Cent, where they differ and reach the score.

Their paragraphs are unnumbered in Cavendish; the letters are those in which
the project's summary of the rules takes them. Left out: the deal (a, b), the
loss of the partie by touching the wrong cards (d), looking at cards left (e),
what must be shown (h), and when an error of marking may be put right (l).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.seats import Player

Lines = Callable[..., list[str]]
Points = Callable[..., tuple[int, int]]
Refused = Callable[..., tuple[int, Rule] | None]

CENT = "cent-32"

# c. Younger may exchange nothing, and tells a carte blanche after elder has taken in.


@pytest.mark.parametrize("cards", range(4))
def test_c_younger_exchanges_none_to_three(refused: Refused, cards: int) -> None:
    assert refused(f"E exchange 5; Y exchange {cards}", CENT) is None
    assert refused("E exchange 5; Y exchange 4", CENT) == (1, Rule.EXCHANGE_LIMIT)


def test_c_elder_must_exchange(refused: Refused) -> None:
    assert refused("E exchange 0", CENT) == (0, Rule.EXCHANGE_LIMIT)


def test_c_younger_tells_her_carte_blanche_after_elder_has_exchanged(score: Points, refused: Refused) -> None:
    assert score("E exchange 5; Y carte blanche; Y exchange 0", CENT) == (0, 10)
    assert refused("E exchange 5; E carte blanche", CENT) == (1, Rule.BLANK_BEFORE_EXCHANGE)


# f. Pips of the point, head of the sequence and rank of the set are said with the call.


@pytest.mark.parametrize(
    ("log", "rule"),
    [
        ("E point 5", Rule.SAY_PIPS),
        ("E quint", Rule.SAY_HEAD),
        ("Y point 5", Rule.SAY_PIPS),
        ("Y quint", Rule.SAY_HEAD),
    ],
)
def test_f_a_number_alone_is_not_enough(refused: Refused, log: str, rule: Rule) -> None:
    assert refused(log, CENT) == (0, rule)


def test_f_nothing_is_left_to_ask(lines: Lines, refused: Refused) -> None:
    log = "E point 5 making 49; Y good; E quint to king; Y good; E trio of kings; Y good"
    assert lines(log, CENT) == ["E point 5", "E sequence 15", "E set 3"]
    assert refused("E point 5 making 49; Y how many", CENT) == (1, Rule.ALREADY_STATED)
    assert refused("E quint to king; Y how high", CENT) == (1, Rule.ALREADY_STATED)


# g. Elder is bound by a call lower than his holding; a wrong name may be corrected before the lead.


@pytest.mark.parametrize(
    ("log", "at"),
    [
        pytest.param("E tierce to queen; Y good; E quart to king", 2, id="a longer sequence"),
        pytest.param("E tierce to queen; Y good; E tierce to king", 2, id="a higher sequence"),
        pytest.param("E trio of kings; Y good; E quatorze of aces", 2, id="a quatorze"),
        pytest.param("E trio of kings; Y good; E trio of aces", 2, id="a higher trio"),
        pytest.param("E point 4 making 39; E point 5 making 49", 1, id="a larger point before the reply"),
        pytest.param("E tierce to queen; E quart to king", 1, id="a longer sequence before the reply"),
        pytest.param("E trio of kings; E quatorze of kings", 1, id="a quatorze before the reply"),
    ],
)
def test_g_elder_cannot_reckon_more_than_he_called(refused: Refused, log: str, at: int) -> None:
    assert refused(log, CENT) == (at, Rule.BOUND_BY_CALL)


def test_g_elder_reckons_what_is_lesser(lines: Lines) -> None:
    log = "E quart to king; Y good; E tierce major; E trio of kings; Y good; E trio of tens"
    assert lines(log, CENT) == ["E sequence 4", "E sequence 3", "E set 3", "E set 3"]


def test_g_younger_is_not_bound(lines: Lines) -> None:
    """The law is elder's: only he gains by hiding what he holds from the one who must answer."""
    log = "E no sequence; E no set; Y tierce to ten; Y quart to king; Y trio of tens; Y quatorze of kings"
    assert lines(log, CENT) == ["Y sequence 4", "Y sequence 3", "Y set 14", "Y set 3"]


def test_g_a_wrong_name_is_corrected_before_the_lead(lines: Lines, refused: Refused) -> None:
    log = "E trio of kings; Y good; E withdraws trio of kings; E trio of aces; Y good"
    assert lines(log, CENT) == ["E set 3"]
    assert refused("E trio of kings; Y good; tricks E1:1; E withdraws trio of kings", CENT) == (3, Rule.PLAY_BEGUN)


# i. Younger abides by good and equal; a denial that she does not make good lets elder reckon after his lead.


@pytest.mark.parametrize(
    "log",
    [
        "E point 5 making 49; Y good; Y not good",
        "E point 5 making 49; Y equal; Y not good",
        "E quint to king; Y good; Y equal",
        "E trio of kings; Y good; Y not good",
    ],
)
def test_i_younger_cannot_take_back_good_or_equal(refused: Refused, log: str) -> None:
    found = refused(log, CENT)
    assert found is not None
    assert found[0] == 2


@pytest.mark.parametrize(
    ("call", "line", "better"),
    [
        ("E point 5 making 49", "E point 5", "Y point 5 making 50"),
        ("E quint to king", "E sequence 15", "Y quint major"),
        ("E trio of kings", "E set 3", "Y trio of aces"),
    ],
    ids=["point", "sequence", "set"],
)
def test_i_a_denial_not_made_good_lets_elder_reckon(lines: Lines, call: str, line: str, better: str) -> None:
    denied = f"{call}; Y not good"
    assert lines(denied, CENT) == []
    assert lines(f"{denied}; tricks E1:0", CENT) == [line]
    assert lines(f"{denied}; {better}; tricks E1:0", CENT) == [line.replace("E", "Y", 1)]


def test_i_what_elder_reckons_after_his_lead_helps_to_a_repique(score: Points) -> None:
    calls = "E point 6 making 58; Y not good; E quint major; Y good; E quatorze of aces; Y good"
    assert score(calls, CENT) == (29, 0)
    assert score(f"{calls}; tricks E1:0", CENT) == (35 + 60, 0)


def test_i_under_the_portland_laws_a_denial_not_made_good_gives_nobody_the_point(lines: Lines) -> None:
    assert lines("E point 5; Y not good; tricks E1") == ["E lead 1"]


# j. A false set reckons nothing that deal; what was omitted dies with the first card.


def test_j_a_false_set_reckons_nothing_that_deal(score: Points) -> None:
    log = "E point 5 making 49; Y good; E trio of kings; Y good; tricks E12:1"
    assert score(log, CENT) == (5 + 3 + 12 + 1 + 40, 0)
    assert score(f"{log}; E false trio of kings; Y quatorze of tens", CENT) == (0, 14)


@pytest.mark.parametrize("call", ["E trio of tens", "E tierce to king"], ids=["lesser set", "omitted sequence"])
def test_j_what_elder_omitted_is_lost_once_he_has_led(refused: Refused, call: str) -> None:
    """Younger's first call follows elder's lead, and so tells of it."""
    calls = "E no point; E trio of aces; Y good"
    assert refused(f"{calls}; {call}", CENT) is None
    assert refused(f"{calls}; Y point 5 making 49; {call}", CENT) == (4, Rule.OMITTED)


@pytest.mark.parametrize("call", ["E trio of aces", "Y trio of aces"])
def test_j_nobody_reckons_what_he_omitted_after_the_first_trick(refused: Refused, call: str) -> None:
    assert refused(f"tricks E1:0; {call}", CENT) == (1, Rule.OMITTED)


# k. By agreement points ending in four lose one, and nine, eight and seven do not count in play.


@pytest.mark.parametrize(
    ("cards", "pips", "points"),
    [(3, 24, 2), (3, 25, 3), (4, 34, 3), (5, 44, 4), (5, 49, 5), (6, 54, 5), (7, 64, 6), (7, 68, 7), (8, 75, 8)],
)
def test_k_a_point_ending_in_four_loses_one(score: Points, cards: int, pips: int, points: int) -> None:
    log = f"E point {cards} making {pips}; Y good"
    assert score(log, CENT) == (cards, 0)
    assert score(log, CENT, point_value="less_one_at_four") == (points, 0)


def test_k_low_cards_do_not_count_in_play(lines: Lines) -> None:
    """Elder leads an ace and a nine; the nine is taken by a ten, and younger leads an eight that a king takes."""
    assert lines("tricks E1:1 Y1:1 E1:1", CENT) == ["E lead 1", "E trick 1", "Y trick 1"]
    assert lines("tricks E1 Y1 E1", CENT, trick_min_rank="seven") == ["E lead 2", "Y lead 1", "E trick 1", "Y trick 1"]


# m. A partie is a hundred up, a lurch under fifty counts double, and three win the series.


def series(*scores: tuple[int, int]) -> Partie:
    """A series of parties of which only the totals of each deal are known."""
    deals = tuple(DealRecord(scores=each) for each in scores)
    return play_partie(PartieRecord(PRESETS[CENT], (Player("A"), Player("B")), deals))


@pytest.mark.parametrize(
    ("totals", "worth"), [((100, 49), 2), ((100, 50), 1), ((130, 99), 1), ((0, 100), 2), ((99, 99), None)]
)
def test_m_a_hundred_wins_and_under_fifty_is_double(totals: tuple[int, int], worth: int | None) -> None:
    finished = series(totals).finished
    assert [each.settlement.points for each in finished] == ([] if worth is None else [worth])


@pytest.mark.parametrize(
    ("scores", "winner", "points"),
    [
        pytest.param([(100, 60), (100, 60), (100, 60)], 0, 3, id="three single parties"),
        pytest.param([(100, 40), (60, 100), (100, 60)], 0, 3, id="a double and a single"),
        pytest.param([(60, 100), (40, 100)], 1, 3, id="a single and a double"),
        pytest.param([(100, 40), (100, 40)], 0, 4, id="two doubles"),
    ],
)
def test_m_three_parties_win_the_series(scores: list[tuple[int, int]], winner: int, points: int) -> None:
    assert series(*scores[:-1]).settlement is None
    settlement = series(*scores).settlement
    assert settlement is not None
    assert (settlement.winner, settlement.points) == (winner, points)


@pytest.mark.parametrize(
    ("said", "winner", "totals"),
    [("Y point 5 making 49", 1, (90, 101)), ("Y no point", 0, (105, 96))],
    ids=["younger's point comes first", "she has none"],
)
def test_m_a_hundred_in_hand_waits_for_what_reckons_before_it(said: str, winner: int, totals: tuple[int, int]) -> None:
    """Elder's quint makes his hundred, but a point of younger's would make hers earlier in the order of reckoning."""
    players = Player("A"), Player("B")
    log = "E no point; E quint major; Y good"
    earlier = (DealRecord(scores=(45, 48)), DealRecord(scores=(45, 48)))
    waiting, said_so = (
        PartieRecord(PRESETS[CENT], players, (*earlier, DealRecord(parse_log(text, PRESETS[CENT]))))
        for text in (log, f"{log}; {said}")
    )
    assert play_partie(waiting).finished == ()
    assert [(each.settlement.winner, each.totals) for each in play_partie(said_so).finished] == [(winner, totals)]


def test_m_the_partie_stops_as_soon_as_a_hundred_is_reached() -> None:
    log = parse_log("E point 6 making 58; Y good; E sixieme major; Y good", PRESETS[CENT])
    players = Player("A"), Player("B")
    record = PartieRecord(PRESETS[CENT], players, (DealRecord(scores=(50, 80)), DealRecord(log)))
    finished = play_partie(record).finished
    assert [(each.totals, each.settlement.winner) for each in finished] == [((50, 102), 1)]
