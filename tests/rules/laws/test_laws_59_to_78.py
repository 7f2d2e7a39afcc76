"""
Laws 59 to 78: playing, scoring, and the partie.

Left out, since they reach no score: when a played card may be taken back (59),
looking through the tricks (60), packs and bystanders (75 to 78).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from scorer.rules.deal import fold
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.scoring import announced
from scorer.rules.seats import Player
from scorer.rules.settlement import settle

Lines = Callable[..., list[str]]
Points = Callable[..., tuple[int, int]]
Refused = Callable[..., tuple[int, Rule] | None]

# Laws 61 to 64: what the hand scores.


def test_law_61_carte_blanche_scores_ten(score: Points) -> None:
    assert score("E carte blanche") == (10, 0)
    assert score("Y carte blanche") == (0, 10)


@pytest.mark.parametrize("cards", range(3, 9))
def test_law_62_a_good_point_scores_one_for_each_card(score: Points, cards: int) -> None:
    assert score(f"E point {cards}; Y good") == (cards, 0)
    assert score(f"E no point; Y point {cards}") == (0, cards)


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        pytest.param("E point 5 making 44; Y good", (5, 0), id="five low cards beat four high ones"),
        pytest.param("E point 4 making 41; Y not good; Y point 5 making 44", (0, 5), id="and the other way round"),
        pytest.param("E point 4 making 40; Y not good; Y point 4 making 41", (0, 4), id="pips decide equal numbers"),
        pytest.param("E point 3 making 28; Y not good; Y point 3 making 31", (0, 3), id="a point of three"),
        pytest.param("E point 4; Y equal; E making 41; Y equal", (0, 0), id="equal: nobody scores"),
    ],
)
def test_law_62_the_largest_point_is_good(score: Points, log: str, expected: tuple[int, int]) -> None:
    assert score(log) == expected


@pytest.mark.parametrize(
    ("value", "points"),
    [("length", 5), ("length_squared", 25), ("flat_five", 5), ("less_one_at_four", 4), ("tenth_of_pips", 4)],
)
def test_law_62_by_house_rule_the_value_of_five_cards_making_44_is_another(
    score: Points, value: str, points: int
) -> None:
    assert score("E point 5 making 44; Y good", point_value=value, point_pips="always") == (points, 0)


@pytest.mark.parametrize(
    ("name", "points"),
    [("tierce", 3), ("quart", 4), ("quint", 15), ("sixieme", 16), ("septieme", 17), ("huitieme", 18)],
)
def test_law_63_what_sequences_score(score: Points, name: str, points: int) -> None:
    assert score(f"E {name} major; Y good") == (points, 0)
    assert score(f"E no sequence; Y {name} major") == (0, points)


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        pytest.param("E quart minor; Y good", (4, 0), id="a quart minor beats a tierce major"),
        pytest.param("E tierce major; Y not good; Y quart minor", (0, 4), id="and the other way round"),
        pytest.param("E tierce to knave; Y not good; Y tierce major", (0, 3), id="of equal length the higher"),
        pytest.param("E quart to queen; Y good; E tierce to nine", (7, 0), id="a lesser run counts with the best"),
        pytest.param("E tierce major; Y equal", (0, 0), id="equal: nobody scores"),
    ],
)
def test_law_63_the_longest_then_the_highest_sequence_is_good(
    score: Points, log: str, expected: tuple[int, int]
) -> None:
    assert score(log) == expected


@pytest.mark.parametrize("lesser", ["E tierce to king", "Y tierce minor"])
def test_law_63_equal_best_sequences_leave_no_lesser_one_to_either(refused: Refused, lesser: str) -> None:
    assert refused(f"E tierce major; Y equal; {lesser}") == (2, Rule.CLASS_VOID)


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        pytest.param("E tierce to king; Y good; E tierce to ten", (6, 0), id="elder's lesser runs"),
        pytest.param("E tierce to ten; Y not good; Y tierce to queen", (0, 3), id="younger's better lesser run"),
        pytest.param("Y tierce to ten", (0, 3), id="younger's, elder having none"),
    ],
)
def test_law_63_by_house_rule_only_the_equal_runs_are_lost(score: Points, log: str, expected: tuple[int, int]) -> None:
    assert score(f"E tierce major; Y equal; {log}", sequence_tie="tied_only") == expected


@pytest.mark.parametrize(
    ("log", "at"),
    [
        ("E quint major", 2),
        ("Y quint major", 2),
        ("E tierce to ten; Y good; E quint major", 4),
        ("E tierce to ten; Y not good; Y quint major", 4),
    ],
)
def test_law_63_by_house_rule_nothing_above_the_equal_runs_can_follow(refused: Refused, log: str, at: int) -> None:
    """Where the best were equal, neither can have anything better to call."""
    assert refused(f"E tierce to queen; Y equal; {log}", sequence_tie="tied_only") == (at, Rule.NOT_LESSER)


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        pytest.param("E quatorze of tens; Y good; E trio of knaves", (17, 0), id="four tens beat three aces"),
        pytest.param("E trio of aces; Y not good; Y quatorze of tens", (0, 14), id="and the other way round"),
        pytest.param("E trio of tens; Y not good; Y trio of knaves", (0, 3), id="of trios the highest"),
        pytest.param("E trio of aces; Y good; E trio of tens", (6, 0), id="a lesser trio counts with the best"),
    ],
)
def test_law_64_four_beat_three_and_high_beats_low(score: Points, log: str, expected: tuple[int, int]) -> None:
    assert score(log) == expected


@pytest.mark.parametrize(
    ("log", "at", "rule"),
    [
        ("E quatorze of tens; Y not good; Y trio of aces", 2, Rule.NOT_BETTER),
        ("E trio of aces; Y equal", 1, Rule.SETS_NEVER_EQUAL),
        ("E quatorze of nines", 0, Rule.NO_SUCH_SET),
    ],
)
def test_law_64_what_sets_cannot_be(refused: Refused, log: str, at: int, rule: Rule) -> None:
    assert refused(log) == (at, rule)


@pytest.mark.parametrize(
    ("nought", "better", "not_better", "points"),
    [
        ("E point of nought", "Y point 5 making 51", "Y point 5 making 50", 5),
        ("E sequence of nought", "Y quint major", "Y quint to king", 15),
    ],
    ids=["point", "sequence"],
)
def test_laws_62_and_63_by_house_rule_an_empty_suit_makes_fifty_and_a_half(
    score: Points, refused: Refused, nought: str, better: str, not_better: str, points: int
) -> None:
    """It stands just below the best five cards, and scores five for the point and ten for the sequence."""
    assert score(f"{nought}; Y good", nought=True) == (5 if "point" in nought else 10, 0)
    assert score(f"{nought}; Y not good; {better}", nought=True) == (0, points)
    assert refused(f"{nought}; Y not good; {not_better}", nought=True) == (2, Rule.NOT_BETTER)


ALL_VALID = {"losers_in_class": "all_valid"}


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("E quint major; Y good; Y quart to king", (15, 4)),
        ("E quart to king; Y not good; E tierce to ten; Y quint major; Y tierce to nine", (7, 18)),
        ("E trio of tens; Y not good; Y trio of aces", (3, 3)),
        ("E quart to king; Y equal", (0, 0)),
        ("E quart to king", (0, 0)),
        ("E point 5; Y not good; Y point 6", (0, 6)),
    ],
    ids=[
        "elder's is best",
        "younger's is best",
        "sets",
        "equal: nobody",
        "not yet answered",
        "the point is one's alone",
    ],
)
def test_laws_63_and_64_by_house_rule_the_loser_of_a_class_counts_his_own(
    score: Points, log: str, expected: tuple[int, int]
) -> None:
    assert score(log, **ALL_VALID) == expected


def test_laws_63_and_68_by_house_rule_what_the_loser_counts_bars_a_repique(score: Points) -> None:
    calls = "E no point; E quint major; Y good; E quatorze of aces; Y good; E trio of kings; Y no point"
    assert score(f"{calls}; Y quart to ten", **ALL_VALID) == (32, 4)
    assert score(f"{calls}; Y no sequence", **ALL_VALID) == (32 + 60, 0)


# Laws 65 and 66: the play and the cards.

WORKED_EXAMPLE = "E point 5; Y good; E quart major; Y good; Y quatorze of tens; Y trio of queens; tricks E5 Y5 E2"


def test_law_65_the_play_is_counted_aloud_as_cavendish_prints_it() -> None:
    """Elder counts nine and leads: ten; younger counts seventeen; and each card led or won with is told in turn."""
    deal = fold(PORTLAND, parse_log(WORKED_EXAMPLE, PORTLAND)).require()
    counts = " ".join(f"{line.seat.letter}{line.running}" for line in announced(deal.state))
    assert counts == ("E5 E9 E10 Y14 Y17 E11 E12 E13 E14 E15 Y18 Y19 Y20 Y21 Y22 Y23 E16 E17 E18 E28")


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        ("E12", (12 + 1, 0)),
        ("Y12", (1, 1 + 11 + 1)),
        ("E6 Y6", (6 + 1, 1 + 5 + 1)),
        ("E5 Y5 E2", (5 + 1 + 1 + 1 + 1, 1 + 4 + 1)),
        ("Y1 E11", (1 + 1 + 10 + 1, 1 + 1)),
        ("Y1 E1 Y1 E1 Y1 E1 Y1 E1 Y1 E1 Y1 E1", (6 + 6 + 1, 6 + 6)),
    ],
)
def test_law_65_one_for_each_lead_and_capture_and_one_more_for_the_last(
    lines: Lines, tricks: str, expected: tuple[int, int]
) -> None:
    play = [line.split() for line in lines(f"tricks {tricks}") if line.split()[1] not in ("cards", "capot")]
    points = {seat: sum(int(line[2]) for line in play if line[0] == seat) for seat in "EY"}
    assert (points["E"], points["Y"]) == expected


@pytest.mark.parametrize("elder", range(13))
def test_law_66_seven_tricks_take_the_cards_and_twelve_the_capot(lines: Lines, elder: int) -> None:
    tricks = " ".join(f"{seat}{won}" for seat, won in (("E", elder), ("Y", 12 - elder)) if won)
    taken = [line for line in lines(f"tricks {tricks}") if "cards" in line or "capot" in line]
    expected = {0: ["Y capot 40"], 6: [], 12: ["E capot 40"]}
    assert taken == expected.get(elder, ["E cards 10"] if elder > 6 else ["Y cards 10"])


# Law 67: the order of reckoning, whatever the order of calling.

CALLS = ("E quatorze of aces; Y good", "E tierce to ten; Y good", "Y carte blanche")


@pytest.mark.parametrize("order", list(permutations(CALLS[:2])), ids=["sets first", "sequences first"])
def test_law_67_the_order_of_reckoning(lines: Lines, order: tuple[str, ...]) -> None:
    log = f"{CALLS[2]}; E point 4; Y not good; {'; '.join(order)}; Y point 5; tricks E7 Y5"
    assert lines(log) == [
        "Y carte blanche 10",
        "Y point 5",
        "E sequence 3",
        "E set 14",
        "E lead 8",
        "Y lead 4",
        "Y trick 1",
        "Y last 1",
        "E cards 10",
    ]


# Law 68: repique.

HUITIEME = "E point 8; Y good; E huitieme major; Y good"


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        pytest.param(f"{HUITIEME}; E quart to king", (30 + 60, 0), id="thirty exactly"),
        pytest.param(f"{HUITIEME}; E tierce to king", (29, 0), id="twenty-nine"),
        pytest.param(
            "E point 7; Y good; E septieme major; Y good; E quint to knave; Y trio of aces; Y trio of kings",
            (39 + 60, 6),
            id="younger's sets reckon later",
        ),
        pytest.param(
            "E point 4; Y not good; E quart to king; Y good; E quatorze of aces; Y good; E quatorze of kings; "
            "Y point 6",
            (32, 6),
            id="younger's point reckons earlier",
        ),
        pytest.param(
            "E point 5; Y equal; E making 49; Y equal; E quint major; Y good; E quart to king; "
            "E quatorze of aces; Y good",
            (33 + 60, 0),
            id="an equal point bars nothing",
        ),
        pytest.param(
            "E point 4; Y equal; E making 38; Y equal; E no sequence; E no set; "
            "Y quatorze of aces; Y quatorze of queens; Y trio of tens",
            (0, 31 + 60),
            id="younger's, in sets alone",
        ),
        pytest.param(
            "E point 4; Y not good; E tierce to knave; Y not good; E trio of aces; Y good; tricks E1",
            (3 + 1, 0),
            id="neither has thirty",
        ),
        pytest.param(
            "E point 4; Y not good; E tierce to knave; Y not good; E trio of aces; Y good; "
            "Y point 8; Y huitieme major; Y quart to king; tricks E1",
            (3 + 1, 30 + 60),
            id="younger's, before elder's set and his lead",
        ),
    ],
)
def test_law_68_repique_is_thirty_in_hand_before_the_other_can_reckon(
    score: Points, log: str, expected: tuple[int, int]
) -> None:
    assert score(log) == expected


def test_law_68_a_repique_leaves_no_pique_to_make(score: Points) -> None:
    assert score(f"{HUITIEME}; E quart to king; tricks E12") == (30 + 60 + 13 + 40, 0)


NO_POINT_CALLED = "E quint major; Y good; E quart to king; E quatorze of aces; Y good"
POINT_DENIED = f"E point 4; Y not good; {NO_POINT_CALLED}"
NO_SEQUENCE_CALLED = "E point 4; Y good; E quatorze of aces; Y good; E quatorze of kings"


@pytest.mark.parametrize(
    ("log", "elder"),
    [
        pytest.param(NO_POINT_CALLED, 33, id="younger may yet have the point"),
        pytest.param(f"{NO_POINT_CALLED}; Y no point", 33 + 60, id="she has none"),
        pytest.param(f"{NO_POINT_CALLED}; Y point 6", 33, id="she has one"),
        pytest.param(f"{NO_POINT_CALLED}; tricks E1", 33 + 60 + 1, id="she has played without one"),
        pytest.param(POINT_DENIED, 33, id="she denied elder's point"),
        pytest.param(f"{POINT_DENIED}; Y no point", 33 + 60, id="she denied it and sank her own"),
        pytest.param(NO_SEQUENCE_CALLED, 32, id="she may yet have a sequence"),
        pytest.param(f"{NO_SEQUENCE_CALLED}; Y no sequence", 32 + 60, id="she has no sequence"),
        pytest.param(f"{HUITIEME}; E quart to king", 30 + 60, id="a set of hers would reckon too late"),
    ],
)
def test_law_68_a_repique_waits_until_nothing_can_bar_it(score: Points, log: str, elder: int) -> None:
    assert score(log)[0] == elder


ROUGE_ELDER = "E point 4; Y good; E quart to king; Y good; E quart to ten; E carte rouge"
ROUGE_YOUNGER = "E no point; E no sequence; E no set; Y point 4; Y quart to king; Y quart to ten; Y carte rouge"


@pytest.mark.parametrize(
    ("to_thirty", "elder", "younger"), [("never", 32, 32), ("elder", 32 + 60, 32), ("either", 32 + 60, 32 + 60)]
)
def test_law_68_by_house_rule_a_carte_rouge_helps_to_thirty(
    score: Points, to_thirty: str, elder: int, younger: int
) -> None:
    """Twelve in hand and twenty for the carte rouge, which is complete with the sequences, before sets."""
    house = {"carte_rouge": 20, "carte_rouge_to_thirty": to_thirty}
    assert score(ROUGE_ELDER, **house) == (elder, 0)
    assert score(f"{ROUGE_ELDER}; Y trio of tens", **house) == (elder, 3)
    assert score(ROUGE_YOUNGER, **house) == (0, younger)


@pytest.mark.parametrize("to_thirty", ["never", "either"])
def test_law_69_by_house_rule_a_carte_rouge_helps_to_a_pique_as_it_does_to_a_repique(
    score: Points, to_thirty: str
) -> None:
    """Fifteen in hand, ten for the carte rouge and five leads."""
    hand = "E point 4; Y good; E quart to king; Y good; E trio of tens; Y good; E quart to ten; E carte rouge"
    house = {"carte_rouge": 10, "carte_rouge_to_thirty": to_thirty}
    assert score(f"{hand}; tricks E5", **house) == (15 + 10 + 5 + (30 if to_thirty == "either" else 0), 0)


@pytest.mark.parametrize("gone", ["E withdraws quart to ten", "tricks E1; E false quart to ten; Y waives"])
def test_law_68_by_house_rule_a_carte_rouge_falls_with_a_claim_that_it_rests_on(lines: Lines, gone: str) -> None:
    assert "E carte rouge 20" in lines(ROUGE_ELDER, carte_rouge=20)
    assert "E carte rouge 20" not in lines(f"{ROUGE_ELDER}; {gone}", carte_rouge=20)


# Law 69: pique.

TWENTY_NINE = "E quint major; Y good; E quatorze of aces; Y good"
TWENTY_THREE = "E point 5; Y good; E quint major; Y good; E trio of aces; Y good"
TWENTY = "E point 5; Y good; E quint major; Y good"
SEVENTEEN = "E no point; E quatorze of aces; Y good; E trio of kings"
SIXTEEN = "E no point; E sixieme to king; Y good"


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        pytest.param(f"{TWENTY_THREE}; tricks E7", (30 + 30, 0), id="the thirtieth in play"),
        pytest.param(f"{TWENTY_THREE}; tricks E6", (29, 0), id="the twenty-ninth"),
        pytest.param(f"E point 5; Y equal; E making 49; Y equal; {TWENTY_NINE}; tricks E1", (60, 0), id="equal point"),
        pytest.param(f"{TWENTY_NINE}; tricks Y1", (60, 1), id="the first lead, though it loses"),
        pytest.param(f"{TWENTY_NINE}; Y point 5; tricks E1", (30, 5), id="younger's point reckons first"),
        pytest.param(f"{HUITIEME}; E tierce to king; Y trio of tens; tricks E1", (30, 3), id="and so do her sets"),
        pytest.param(f"{TWENTY}; tricks E9 Y3", (30 + 30 + 10, 1 + 2 + 1), id="the lead that loses is the thirtieth"),
        pytest.param(f"{TWENTY}; tricks E8 Y1 E3", (20 + 13 + 10, 2), id="younger wins a trick first"),
        pytest.param(f"{TWENTY}; tricks E7 Y5", (20 + 8 + 10, 6), id="the cards do not help"),
        pytest.param(f"{SEVENTEEN}; tricks E12", (100, 0), id="the last trick helps"),
        pytest.param(f"{SIXTEEN}; tricks E12", (16 + 13 + 40, 0), id="the capot does not"),
        pytest.param(
            "E no point; E no sequence; E no set; Y quint major; Y quatorze of aces; tricks Y12",
            (1, 82),
            id="younger makes none",
        ),
    ],
)
def test_law_69_pique_is_elders_thirty_in_hand_and_play(score: Points, log: str, expected: tuple[int, int]) -> None:
    assert score(log) == expected


# Law 70: an error of counting is put right, which a log does by striking the statement.


def test_law_70_a_miscount_is_put_right(score: Points) -> None:
    log = "E point 5; Y good; E quatorze of aces; Y good; tricks E12"
    assert score(log) == (19 + 30 + 13 + 40, 0)
    assert score(f"{log}; strike 3 for E trio of aces") == (8 + 13 + 40, 0)
    assert score(f"{log}; strike 16 for tricks Y1") == (19 + 30 + 12 + 10, 2)


# Laws 71 to 74: the partie.


def partie(rules: str, *scores: tuple[int, int]) -> Partie:
    """A partie of which only the totals of its deals are known."""
    players = Player("A"), Player("B")
    return play_partie(PartieRecord(PRESETS[rules], players, tuple(DealRecord(scores=each) for each in scores)))


LEVEL = [(20, 10), (10, 20), (30, 30), (15, 15), (25, 25), (12, 12)]


def test_law_71_more_points_in_six_deals_win() -> None:
    five = partie("portland", *LEVEL[:5])
    assert not five.is_over
    six = partie("portland", *LEVEL[:5], (12, 13))
    assert six.settlement is not None
    assert (six.settlement.winner, six.totals) == (1, (112, 113))


@pytest.mark.parametrize(
    ("extra", "winner", "points"),
    [([(25, 10), (5, 5)], 0, 142 - 127 + 100), ([(9, 10), (5, 5)], 1, 101), ([(9, 10), (10, 9)], None, 0)],
    ids=["the first wins", "the second wins", "level again: drawn"],
)
def test_law_71_a_tie_brings_one_deal_each_and_no_more(
    extra: list[tuple[int, int]], winner: int | None, points: int
) -> None:
    assert not partie("portland", *LEVEL).is_over
    assert not partie("portland", *LEVEL, extra[0]).is_over
    settlement = partie("portland", *LEVEL, *extra).settlement
    assert settlement is not None
    assert (settlement.winner, settlement.points) == (winner, points)


def test_law_71_note_in_four_deals_the_first_and_last_count_double() -> None:
    assert partie("four-deal", (20, 10), (30, 5), (0, 40), (25, 25)).totals == (120, 115)


def test_law_71_note_extra_deals_count_single() -> None:
    level = [(20, 20), (30, 30), (10, 10), (25, 25)]
    tied = partie("four-deal", *level)
    assert (tied.is_over, tied.totals) == (False, (130, 130))
    assert partie("four-deal", *level, (7, 3), (1, 2)).totals == (138, 135)


@pytest.mark.parametrize(
    ("totals", "points", "source"),
    [
        ((131, 113), 118, "Cavendish"),
        ((130, 100), 130, "Cavendish: exactly a hundred is safe"),
        ((105, 101), 104, "Wikipedia"),
        ((101, 120), 119, "pagat"),
        ((100, 120), 120, "exactly a hundred is safe"),
    ],
)
def test_law_72_the_difference_and_a_hundred(totals: tuple[int, int], points: int, source: str) -> None:
    settlement = settle(PRESETS["portland"], totals)
    assert (settlement.points, settlement.rubicon) == (points, False), source


@pytest.mark.parametrize(
    ("totals", "points", "source"),
    [
        ((125, 81), 306, "Cavendish"),
        ((120, 98), 318, "Hoffmann"),
        ((99, 120), 319, "pagat"),
        ((97, 89), 286, "Wikipedia: though the winner has not crossed either"),
        ((51, 49), 200, "neither has crossed"),
        ((75, 301), 476, "Cavendish, score card"),
    ],
)
def test_law_73_the_sum_and_a_hundred_if_the_loser_has_not_crossed(
    totals: tuple[int, int], points: int, source: str
) -> None:
    settlement = settle(PRESETS["portland"], totals)
    assert (settlement.points, settlement.rubicon) == (points, True), source


def test_law_74_each_players_own_figure_is_the_one_recorded() -> None:
    """A deal from two pads takes each player's figure for himself, whoever sat where."""
    deals = partie("portland", (27, 13), (15, 31)).deals
    assert [deal.points for deal in deals] == [(27, 13), (15, 31)]
    assert [[player.name for player in deal.seats] for deal in deals] == [["A", "B"], ["B", "A"]]
