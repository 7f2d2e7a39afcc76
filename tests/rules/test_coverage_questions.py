"""
One test or more for every row `Q` of the coverage table in `scorer.rules.coverage`.

The questions are those on which the authorities contradict each other. Each is
shown on a log, or a settlement, where the answers differ, together with the
answer that every preset gives; of a question that is refused, what the refusal
rests on.
"""

from __future__ import annotations

from dataclasses import fields
from itertools import combinations
from typing import Any, get_args

import pytest

from scorer.rules.cards import Rank, ranks
from scorer.rules.claims import Category, PointClaim
from scorer.rules.company import Rounding, rounded
from scorer.rules.deal import fold
from scorer.rules.deal_state import Setting
from scorer.rules.house_rules import house_rules, value_to_data
from scorer.rules.lines import LineKind
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.reckoning import point_points
from scorer.rules.ruleset import RULE_FIELDS, Ruleset
from scorer.rules.seats import BySeat, Player, Seat
from scorer.rules.sentences import line_sentence
from scorer.rules.settlement import half, settle, settle_target
from scorer.rules.statements import Statement
from tests.rules.presets import COLUMNS
from tests.rules.strategies import begun

PLAYERS = (Player("A"), Player("B"))

TWENTY_NINE = "E point 5 making 49; Y equal; E quint major; Y good; E quatorze of aces; Y good; "
"""Elder has twenty-nine and younger nothing but her equal point."""

THIRTY_TWO = "E point 5; Y not good; E quint major; Y good; E tierce to nine; E quatorze of aces; Y good; "
"""Elder has thirty-two, all of it after the point, in which younger said that she is better."""

SEVENTEEN = "E no point; E no sequence; E quatorze of tens; Y good; E trio of aces; "
"""Elder has seventeen, and younger nothing."""

NOTHING = "E no point; E no sequence; E no set; "


def ruleset(base: str = "portland", **house: Any) -> Ruleset:
    """A preset, with house rules in plain words."""
    return house_rules(COLUMNS[base], house)


def points(log: str, base: str = "portland", **house: Any) -> tuple[int, ...]:
    """What elder and younger score."""
    rules = ruleset(base, **house)
    return fold(rules, parse_log(begun(rules) + log, rules)).require().score.values


def refusal(log: str, base: str = "portland", setting: Setting | None = None, **house: Any) -> Rule | None:
    """Why the last statement of *log*, and no earlier one, is refused; `None` if it is not."""
    rules = ruleset(base, **house)
    statements = parse_log(begun(rules) + log, rules)
    folded = fold(rules, statements, setting or Setting())
    assert folded.position in (None, len(statements) - 1)
    return None if folded.refusal is None else folded.refusal.rule


def partie(rules: Ruleset, *deals: tuple[int, int]) -> Partie:
    """A partie of deals known by the points of A and of B."""
    return play_partie(PartieRecord(rules, PLAYERS, tuple(DealRecord(scores=scores) for scores in deals)))


def pays(played: Partie) -> int:
    """What a finished partie pays."""
    assert played.settlement is not None
    return played.settlement.points


def in_each_preset(field: str) -> str:
    """The value of *field* in each preset, in the order of the presets."""
    return " ".join(str(value_to_data(getattr(rules, field))) for rules in COLUMNS.values())


# Pique, repique and the thirty


@pytest.mark.parametrize(
    ("log", "category", "chronological"),
    [
        ("E point 8; Y good; E huitieme; Y good; E tierce major; E no set; Y trio of tens; ", (30, 3), (60, 3)),
        (THIRTY_TWO + "Y point 6; ", (33, 6), (63, 6)),
        (TWENTY_NINE, (60, 0), (60, 0)),
        (NOTHING + "Y point 6; Y sixieme major; Y trio of tens; Y trio of kings; Y trio of queens; ", (1, 91), (1, 91)),
    ],
    ids=["three tens after 29", "a point before 32", "only an equal point", "younger's own repique"],
)
def test_question_01_order_for_pique(log: str, category: tuple[int, int], chronological: tuple[int, int]) -> None:
    """Elder leads once; whether younger's good hand comes before that lead is the question."""
    assert points(log + "tricks E1", pique_order="category") == category
    assert points(log + "tricks E1", pique_order="chronological") == chronological


def test_question_01_order_for_pique_in_each_preset() -> None:
    chronological = [base for base, rules in COLUMNS.items() if rules.pique_order.name == "CHRONOLOGICAL"]
    assert chronological == ["modern", "wikipedia"]


def test_question_02_the_ten_for_the_cards_in_each_preset() -> None:
    seventh = [base for base, rules in COLUMNS.items() if rules.cards_to_pique.name == "AT_SEVENTH_TRICK"]
    assert seventh == ["wikipedia", "cent-36"]


@pytest.mark.parametrize(
    ("younger", "expected"), [("", (20 + 8 + 10 + 30, 6)), ("Y tierce to nine; ", (20 + 8 + 10, 3 + 6))]
)
@pytest.mark.parametrize("order", ["category", "chronological"])
def test_question_02_the_ten_helps_only_while_younger_has_nothing(
    order: str, younger: str, expected: tuple[int, int]
) -> None:
    log = f"E point 6; Y good; E no sequence; E quatorze of aces; Y good; {younger}tricks E7 Y5"
    assert points(log, cards_to_pique="at_seventh_trick", pique_order=order) == expected


@pytest.mark.parametrize(("base", "tricks"), [("cent-32", "E9:1 Y1:0 E2:0"), ("cent-36", "E6:0 Y1:0 E5:2")])
def test_question_02_the_ten_at_the_end_is_too_late_even_if_younger_wins_nothing_that_counts(
    base: str, tricks: str
) -> None:
    """Nineteen in hand and ten in play are twenty-nine, and younger's one trick holds nothing."""
    log = f"E no point; E sixieme to king; Y good; E trio of aces; Y good; tricks {tricks}"
    assert points(log, base) == (19 + 10 + 10, 0)


@pytest.mark.parametrize("base", COLUMNS)
def test_question_03_capot_is_never_part_of_the_thirty(base: str) -> None:
    assert not COLUMNS[base].capot_to_pique


def test_question_03_capot_leaves_29_what_it_was() -> None:
    quatorze = "E no point; E no sequence; E quatorze of aces; Y good; tricks E12"
    assert points("E no point; E sixieme to king; Y good; tricks E12") == (16 + 13 + 40, 0)
    assert points(quatorze, "meyer-1888") == (14 + 12 + 3 + 40, 0)


def test_question_04_the_last_trick_completes_a_pique() -> None:
    assert in_each_preset("last_to_pique") == " ".join(["True"] * 10)
    assert points(SEVENTEEN + "tricks E12") == (17 + 12 + 1 + 30 + 40, 0)


def test_question_05_equality_bars_nothing_unless_a_club_will_have_it() -> None:
    assert in_each_preset("equality_blocks") == " ".join(["False"] * 10)
    assert points(TWENTY_NINE + "tricks E1") == (30 + 30, 0)
    assert points(TWENTY_NINE + "tricks E1", equality_blocks=True) == (30, 0)


def test_question_06_what_bars_a_repique() -> None:
    """Younger's three aces come after elder's thirty-seven."""
    log = "E point 6; Y good; E sixieme to king; Y good; E quint to king; E no set; Y trio of aces"
    assert points(log) == (37 + 60, 3)
    assert points(log, repique_blocked_by="anything_valid") == (37, 3)
    anything = [base for base, rules in COLUMNS.items() if rules.repique_blocked_by.name == "ANYTHING_VALID"]
    assert anything == ["meyer-1888"]


def test_question_07_a_barred_point_still_bars() -> None:
    """Younger asked what the point makes, and so may not score her longer one (Cavendish, Law 46)."""
    asked = THIRTY_TWO.replace("E point 5; Y", "E point 5; Y how many; E making 49; Y", 1) + "Y point 6"
    assert points(asked) == (32, 0)
    assert points(asked, barred_blocks=False) == (32 + 60, 0)


def test_question_07_a_penalised_point_still_bars() -> None:
    """Younger reckons nothing, and her better point bars all the same (Cavendish, Law 58)."""
    penalised = THIRTY_TWO + "Y point 6; Y reckons nothing"
    assert points(penalised) == (32, 0)
    assert points(penalised, barred_blocks=False) == (32 + 60, 0)


def test_question_08_what_was_sunk_bars_nothing_for_nobody_said_it() -> None:
    """Younger said *not good* and then sank the point that was better."""
    assert points(THIRTY_TWO + "Y no point") == (32 + 60, 0)
    names = [f.name for f in RULE_FIELDS] + [kind.__name__.lower() for kind in get_args(Statement)]
    assert [name for name in names if "sunk" in name or "sink" in name] == ["minus_sinking"]
    assert not COLUMNS["auction"].minus_sinking  # for what the claim checker says of it; no point hangs on it


@pytest.mark.parametrize("base", COLUMNS)
def test_question_09_threshold_is_thirty_in_every_preset(base: str) -> None:
    """Where elder's first lead scores nothing, twenty-nine are as near as thirty."""
    pique = 29 if base == "auction" else 30
    assert (COLUMNS[base].repique_threshold, COLUMNS[base].pique_threshold) == (30, pique)


def test_question_09_threshold_of_twenty_as_in_voleur() -> None:
    assert points("E quatorze of aces; Y good; tricks E6", pique_threshold=20) == (14 + 6 + 30, 0)
    assert points("E quint major; Y good; E tierce to nine; E trio of aces; Y good; Y no point") == (21, 0)
    assert points(
        "E quint major; Y good; E tierce to nine; E trio of aces; Y good; Y no point", repique_threshold=20
    ) == (21 + 60, 0)


def test_question_10_a_bonus_is_added_and_spoken_as_sixty_or_ninety() -> None:
    deal = fold(PORTLAND, parse_log(TWENTY_NINE + "tricks E1", PORTLAND)).deal
    (pique,) = [line for line in deal.lines if line.kind.value == "pique"]
    assert (pique.points, pique.running) == (30, 60)
    assert line_sentence(pique).startswith("pique: twenty-nine, sixty")
    log = "E point 5; Y good; E quint major; Y good; E quatorze of aces; Y good"
    (repique,) = [line for line in fold(PORTLAND, parse_log(log, PORTLAND)).deal.lines if line.kind.value == "repique"]
    assert (repique.points, repique.running) == (60, 94)
    assert line_sentence(repique).startswith("repique: thirty-four, ninety-four")


def test_question_11_pique_by_younger_is_nowhere_made_though_low_leads_score_nothing() -> None:
    log = NOTHING + "Y quint major; Y quatorze of aces; tricks Y1:1"
    assert in_each_preset("pique_seat") == " ".join(["elder"] * 10)
    assert points(log, "cent-32") == (0, 30)
    assert points(log, "cent-32", pique_seat="either") == (0, 60)


def test_question_12_pique_and_capot_stand_together() -> None:
    assert points(SEVENTEEN + "tricks E12") == (100, 0)


def test_question_12_repique_and_capot_make_the_greatest_deal_there_is() -> None:
    log = (
        "E point 3 making 31; Y good; E tierce major; Y good; E tierce major; E tierce major; E tierce major; "
        "E quatorze of aces; Y good; E quatorze of kings; E quatorze of queens; tricks E12"
    )
    assert points(log) == (3 + 12 + 42 + 60 + 13 + 40, 0)


# The point


def test_question_13_a_square_point_of_six_is_at_once_a_repique() -> None:
    meyer = "E point 6; Y good; E no sequence; E no set; Y no sequence; Y no set"
    assert points(meyer, "meyer-1888") == (36 + 60, 0)
    assert points(meyer, "meyer-1888", point_value="length") == (6, 0)
    assert points("E point 5; Y good", point_value="length_squared") == (25, 0)
    squared = [base for base, rules in COLUMNS.items() if rules.point_value.name == "LENGTH_SQUARED"]
    assert squared == ["meyer-1888"]


def test_question_14_a_point_of_three_cards() -> None:
    assert points("E point 3; Y good") == (3, 0)
    assert refusal("E point 3", point_min=4) is Rule.POINT_TOO_SHORT
    assert [base for base, rules in COLUMNS.items() if rules.point_min] == ["wikipedia", "cent-36"]


def suits(lowest: Rank) -> list[tuple[Rank, ...]]:
    """Everything that a hand can hold of one suit."""
    every = ranks(lowest)
    return [held for length in range(1, len(every) + 1) for held in combinations(every, length)]


def test_question_15_one_less_at_four_is_what_the_tenth_of_the_pips_leaves() -> None:
    """The two agree on every holding of 32 cards, and take one off the 16 with nine, eight and seven and no ace."""
    less, tenth = (ruleset(point_value=value, point_pips="always") for value in ("less_one_at_four", "tenth_of_pips"))
    short = []
    for held in suits(Rank.SEVEN):
        claim = PointClaim(len(held), sum(rank.pips for rank in held))
        assert point_points(less, claim) == point_points(tenth, claim)
        if point_points(less, claim) == len(held) - 1:
            short.append(held)
        else:
            assert point_points(less, claim) == len(held)
    low = {Rank.SEVEN, Rank.EIGHT, Rank.NINE}
    assert len(short) == 16
    assert short == [held for held in suits(Rank.SEVEN) if low <= set(held) and Rank.ACE not in held]


@pytest.mark.parametrize(("lowest", "overlapping"), [(Rank.SEVEN, []), (Rank.SIX, [(3, 4), (4, 5), (5, 6), (6, 7)])])
def test_question_16_more_pips_are_more_cards_but_for_the_sixes(
    lowest: Rank, overlapping: list[tuple[int, int]]
) -> None:
    rules = COLUMNS["portland" if lowest is Rank.SEVEN else "cent-36"]
    made = {n: {sum(r.pips for r in held) for held in suits(lowest) if len(held) == n} for n in rules.pips_of_length}
    assert {n: tuple(sorted(pips)) for n, pips in made.items()} == {n: rules.possible_pips(n) for n in made}
    assert [(n, n + 1) for n in range(3, len(made)) if max(made[n]) >= min(made[n + 1])] == overlapping


def test_question_17_pips_are_always_announced_where_points_are_called_by_them() -> None:
    always = [base for base in COLUMNS if refusal("E point 5", base) is Rule.SAY_PIPS]
    assert always == ["cent-32", "french-150"]
    assert refusal("E point 5", "wikipedia", point_pips="always") is Rule.SAY_PIPS


# Sequences and sets


@pytest.mark.parametrize("base", COLUMNS)
@pytest.mark.parametrize("seat", ["E", "Y"])
def test_question_18_a_tie_voids_lesser_runs_too(base: str, seat: str) -> None:
    tie = f"E quart to knave; Y equal; {seat} tierce to nine"
    assert refusal(tie, base) is Rule.CLASS_VOID
    assert refusal(tie, base, sequence_tie="tied_only") is None


def test_question_19_the_losers_own_runs_count_only_by_the_french_reading() -> None:
    log = "E quint major; Y good; Y tierce to nine"
    assert in_each_preset("losers_in_class") == " ".join(["none"] * 10)
    assert refusal(log, "french-150") is Rule.ELDER_IS_GOOD
    assert points(log, "french-150", losers_in_class="all_valid") == (15, 3)


@pytest.mark.parametrize("base", COLUMNS)
def test_question_20_a_quint_is_fifteen_and_the_next_sixteen(base: str) -> None:
    assert points("E quint major; Y good", base) == (15, 0)
    assert points("E sixieme major; Y good", base) == (16, 0)


@pytest.mark.parametrize("base", COLUMNS)
def test_question_21_nines_are_no_set_and_sets_never_tie(base: str) -> None:
    assert refusal("E quatorze of nines", base) is Rule.NO_SUCH_SET
    assert refusal("E trio of tens; Y equal", base) is Rule.SETS_NEVER_EQUAL


# Carte blanche and carte rouge


def test_question_22_carte_blanche_is_of_courts_as_dealt_but_for_meyer() -> None:
    assert in_each_preset("carte_blanche_blank_of") == " ".join(
        ["courts"] * 7 + ["courts_and_tens", "courts", "courts"]
    )
    assert in_each_preset("carte_blanche_when") == " ".join(["dealt"] * 7 + ["after_exchange", "dealt", "dealt"])


def test_question_23_carte_blanche_twice() -> None:
    log = "E carte blanche; E exchange 5; E carte blanche"
    assert points(log, carte_blanche_when="both") == (10 + 10, 0)
    assert refusal(log + "; E carte blanche", carte_blanche_when="both") is Rule.SAID_ALREADY
    assert [base for base, rules in COLUMNS.items() if rules.carte_blanche_when.name == "BOTH"] == []


def test_question_24_two_blanks_both_score_and_save_each_other() -> None:
    log = "E carte blanche; Y carte blanche; E point 5; Y good; E quint major; Y good; E quatorze of aces; Y good; "
    assert points(log + "tricks E1", "cent-36", trick_count="flat", trick_min_rank="six") == (10 + 34 + 1, 10)
    assert points(log, "cent-36", carte_blanche_both="annul") == (34 + 60, 0)


def test_question_24_one_blank_of_youngers_saves_her_from_forty() -> None:
    log = "Y carte blanche; E point 6; Y good; E sixieme major; Y good; E tierce major; E quatorze of kings; Y good; "
    assert points(log + "tricks E1") == (6 + 16 + 3 + 14 + 1, 10)


def test_question_25_when_carte_blanche_must_be_told_scores_nothing() -> None:
    log = "E exchange 5; Y carte blanche; Y exchange 3; tricks E12"
    assert points(log, carte_blanche_told="at_once") == points(log, carte_blanche_told="younger_after_elder")
    waits = [base for base, rules in COLUMNS.items() if rules.carte_blanche_told.name == "YOUNGER_AFTER_ELDER"]
    assert waits == ["card-game-heaven", "cent-32"]


def test_question_26_carte_rouge_is_off_and_counts_where_the_last_card_is_covered() -> None:
    log = "E point 6 in hearts; Y good; E sixieme to king in spades; Y good; {}E no set; Y trio of aces{}; tricks E6 Y6"
    early, late = log.format("E carte rouge; ", ""), log.format("", "; E carte rouge")
    assert in_each_preset("carte_rouge") == " ".join(["0"] * 10)
    for said in (early, late):
        # the sequences cover the last card, and her aces reckon after them
        assert [points(said, "wikipedia", carte_rouge=worth)[0] for worth in (10, 20, 40)] == [99, 109, 129]
        assert points(said, "wikipedia", carte_rouge=20, carte_rouge_to_thirty="never")[0] == 49


@pytest.mark.parametrize(
    ("calls", "after"),
    [
        pytest.param("point 6; quint; trio of kings", Category.SET, id="the sets complete it"),
        pytest.param("point 6; sixieme", Category.SEQUENCE, id="two suits"),
        pytest.param("point 7; septieme; quart; trio of tens", Category.SET, id="the run is within the point"),
        pytest.param("point 6; sixieme; quart; trio of tens", Category.SET, id="a trio is of three suits"),
        pytest.param("point 5; quint major; quart to ten; tierce to nine; trio of aces", Category.SEQUENCE, id="runs"),
    ],
)
def test_question_26_the_claim_that_completes_the_cover_is_found_where_suits_are_not_said(
    calls: str, after: Category
) -> None:
    rules = house_rules(PRESETS["portland"], {"carte_rouge": 20})
    called = "; ".join(f"Y {call}" for call in calls.split("; "))
    deal = fold(rules, parse_log(f"E no point; E no sequence; E no set; {called}; Y carte rouge", rules)).require()
    rouge = next(line for line in deal.lines if line.kind is LineKind.CARTE_ROUGE)
    assert rouge.args["after"] is after


@pytest.mark.parametrize(
    ("log", "rule"),
    [
        ("E point 5 making 51; Y not good; Y point of nought", Rule.NOT_BETTER),
        ("E point 5 making 50; Y not good; Y point of nought", None),
        ("E point 6; Y not good; Y point of nought", Rule.NOT_BETTER),
        ("E no point; E quint major; Y not good; Y sequence of nought", Rule.NOT_BETTER),
        ("E no point; E quint to king; Y not good; Y sequence of nought", None),
    ],
)
def test_question_27_an_empty_suit_stands_at_fifty_and_a_half(log: str, rule: Rule | None) -> None:
    assert refusal(log, nought=True) is rule


def test_question_27_an_empty_suit_scores_five_as_a_point_and_ten_as_a_sequence() -> None:
    assert points("E point of nought; Y good; E sequence of nought; Y good", nought=True) == (5 + 10, 0)
    assert refusal("E point of nought") is Rule.NOT_PLAYED
    assert refusal("E sequence of nought") is Rule.NOT_PLAYED


# The exchange


@pytest.mark.parametrize("base", COLUMNS)
def test_question_28_younger_takes_none_only_where_her_source_lets_her(base: str) -> None:
    may = base in ("modern", "card-game-heaven", "cent-32", "auction")
    assert (refusal("E exchange 4; Y exchange 0", base) is None) is may


def test_question_29_germans_change_three_at_least() -> None:
    assert refusal("E exchange 2", "meyer-1888") is Rule.EXCHANGE_LIMIT
    assert refusal("E exchange 3; Y exchange 2", "meyer-1888") is Rule.EXCHANGE_LIMIT
    assert refusal("E exchange 5; Y exchange 3", "meyer-1888") is None


def test_question_30_with_36_cards_elder_takes_seven_or_eight() -> None:
    assert refusal("E exchange 7; Y exchange 5", "cent-36") is None
    assert refusal("E exchange 8", "cent-36") is Rule.EXCHANGE_LIMIT
    cotton: dict[str, Any] = {"elder_exchange_max": 8, "younger_exchange_max": 4}
    assert refusal("E exchange 8; Y exchange 4", "cent-36", **cotton) is None


# The play


def test_question_31_trick_count_of_the_worked_hand_46_to_9() -> None:
    """Card Game Heaven's worked hand, nine tricks to three, of which the club makes 46 to 8."""
    log = "E point 6; Y good; E sixieme; Y good; E tierce; E no set; Y trio of aces; tricks Y1 E9 Y2"
    assert points(log, "card-game-heaven") == (46, 9)
    assert points(log, "portland") == (46, 8)


@pytest.mark.parametrize(("first_lead", "won", "lost"), [("no", 13, 0), ("if_lost", 13, 1), ("always", 14, 1)])
def test_question_32_elders_first_lead_where_captures_count_two(first_lead: str, won: int, lost: int) -> None:
    assert points("tricks E12", "card-game-heaven", first_lead=first_lead) == (won + 40, 0)
    assert points("tricks Y12", "card-game-heaven", first_lead=first_lead) == (lost, 2 + 11 + 1 + 40)


def test_question_33_low_cards_count_for_nothing_in_the_old_presets() -> None:
    assert in_each_preset("trick_min_rank") == "seven seven seven seven seven ten ten seven seven seven"
    low = "tricks E7:0 Y1:1 Y4:0"
    assert points(low, "cent-32") == (10, 1 + 1)
    assert points("tricks E7 Y5", "portland") == (8 + 10, 5 + 1)


def test_question_34_captured_cards_are_counted_by_one_source_alone() -> None:
    captured = [base for base, rules in COLUMNS.items() if rules.trick_count.name == "CAPTURED_CARDS"]
    assert captured == ["cent-36"]
    assert points("tricks E7:1 Y5:2", "cent-36") == (7 + 10, 10)


def test_question_35_last_trick() -> None:
    assert in_each_preset("last_points") == "1 1 1 1 1 0 1 3 1 0"
    assert points("tricks E12", "meyer-1888", capot_form="in_place") == (12 + 3 + 40, 0)


def test_question_36_ten_for_the_last_trick_in_both_readings() -> None:
    """In place of the one, or in place of the cards with one for each trick; younger wins the last of twelve."""
    beside: dict[str, Any] = {"last_points": 10}
    instead: dict[str, Any] = {"last_points": 0, "cards_basis": "last_trick", "trick_count": "flat"}
    assert points("tricks E7 Y5", **beside) == (8 + 10, 5 + 10)
    assert points("tricks E7 Y5", **instead) == (7, 5 + 10)


def test_question_37_six_tricks_each() -> None:
    assert in_each_preset("cards_tie") == " ".join(["nobody"] * 7 + ["carried", "nobody", "nobody"])
    rules = COLUMNS["meyer-1888"]
    level, next_deal = (DealRecord(log=parse_log(log, rules)) for log in ("tricks E6 Y6", "tricks E7 Y5"))
    played = play_partie(PartieRecord(rules, PLAYERS, (level, next_deal)))
    assert [deal.points for deal in played.deals] == [(7, 6 + 3), (5 + 3, 8 + 20)]


@pytest.mark.parametrize("base", COLUMNS)
def test_question_38_capot_is_forty_with_the_cards_in_every_preset(base: str) -> None:
    tens = "" if COLUMNS[base].counts_every_card else ":1"
    deal = fold(COLUMNS[base], parse_log(f"{begun(COLUMNS[base])}tricks E12{tens}", COLUMNS[base])).require()
    assert sum(line.points for line in deal.lines if line.kind.value in ("cards", "capot")) == 40


def test_question_38_capot_written_as_thirty_more_scores_the_same() -> None:
    log = "E no point; E sixieme to king; Y good; tricks E12"
    assert points(log, capot_form="in_place") == (16 + 13 + 40, 0)
    assert points(log, capot_form="on_top") == (16 + 13 + 40, 0)


# The partie and money


def test_question_39_draw_after_two_more_deals() -> None:
    drawn = partie(PORTLAND, *[(30, 30)] * 8)
    assert drawn.settlement is not None
    assert (drawn.settlement.winner, drawn.settlement.points) == (None, 0)
    assert not partie(PORTLAND, *[(30, 30)] * 7).is_over
    assert in_each_preset("tie_deals") == "2 2 2 2 2 0 0 0 0 1"


def test_question_40_rubicon_is_held_against_all_eight_deals() -> None:
    """Level at ninety after six; the loser crosses in the extra deals."""
    assert pays(partie(PORTLAND, *[(15, 15)] * 6, (10, 20), (10, 5))) == 115 - 110 + 100


def test_question_41_four_deals_with_the_first_and_last_doubled() -> None:
    rules = COLUMNS["four-deal"]
    assert partie(rules, (30, 10), (20, 20), (20, 20), (40, 25)).totals == (180, 110)
    level = partie(rules, (30, 30), (20, 20), (20, 20), (30, 30), (7, 3), (5, 5))
    assert level.totals == (160 + 12, 160 + 8)
    assert pays(level) == 4 + 100


def test_question_42_both_under_a_hundred() -> None:
    assert settle(PORTLAND, (97, 89)).points == 97 + 89 + 100


def test_question_43_a_hundred_or_more() -> None:
    assert in_each_preset("target") == "none none none none none 100 100 100 150 none"
    assert in_each_preset("decider_target") == " ".join(["none"] * 8 + ["221", "none"])
    assert [partie(ruleset("cent-36", target=101), (points, 0)).is_over for points in (100, 101)] == [False, True]


@pytest.mark.parametrize(("order", "winner"), [("category", Seat.YOUNGER), ("chronological", Seat.ELDER)])
def test_question_44_first_past_the_post(order: str, winner: Seat) -> None:
    """Both can reach it: younger by the point, which reckons first, elder by the quatorze that he called first."""
    rules = ruleset("cent-36", target_order=order)
    log = parse_log("E no point; E no sequence; E quatorze of aces; Y good; Y point 5 making 45", rules)
    assert fold(rules, log, Setting(before=BySeat((95, 98)), target=100)).deal.stopped is winner


def test_question_44_a_club_may_finish_the_deal() -> None:
    at_once = Setting(before=BySeat((95, 95)), target=100)
    assert refusal("E point 5; Y good; E no sequence", "cent-36", at_once) is Rule.DEAL_OVER
    assert in_each_preset("stop_rule") == " ".join(["finish_deal"] * 5 + ["at_once"] * 4 + ["finish_deal"])
    played = partie(ruleset("cent-36", stop_rule="finish_deal"), (90, 90), (15, 20))
    assert played.settlement is not None
    assert played.settlement.winner == 1


@pytest.mark.parametrize(("target", "saves"), [(100, 50), (101, 51), (150, 75)])
def test_question_45_lurch_is_under_half_the_target_rounded_up(target: int, saves: int) -> None:
    rules = ruleset("cent-32", target=target)
    assert half(target) == saves
    assert settle_target(rules, (target, saves - 1), 0, target).points == 2
    assert settle_target(rules, (target, saves), 0, target).points == 1


def test_question_46_first_dealer_in_each_preset() -> None:
    assert in_each_preset("first_dealer") == (
        "higher_chooses lower_deals higher_deals cut higher_chooses cut lower_deals lots lower_deals cut"
    )


def test_question_47_rounding_to_tens_is_a_choice_of_the_chouette() -> None:
    """A partie's own settlement knows nothing of it."""
    assert [rounded(points) for points in (415, 416)] == [410, 420]
    assert [rounded(points, Rounding.NONE) for points in (415, 416)] == [415, 416]
    assert not [f.name for f in RULE_FIELDS if "chouette" in f.name]
    assert settle(PORTLAND, (418, 103)).points == 418 - 103 + 100
    assert settle(PORTLAND, (416, 100)).points == 416


@pytest.mark.parametrize("rounding", [0, 25, 50])
def test_question_48_rounding_of_stakes_is_for_whoever_pays_and_leaves_the_points_alone(rounding: int) -> None:
    assert settle(ruleset(stake_rounding=rounding), (120, 101)).points == 119
    assert (PORTLAND.stake_rounding, PORTLAND.stakes.name) == (50, "PER_POINT")


def test_question_49_conceding_the_last_deal_gives_thirteen_and_the_cards() -> None:
    assert points("E point 5; Y good; E concedes") == (5, 13 + 10)
    assert points(TWENTY_NINE + "Y concedes") == (29 + 13 + 10, 0)


def test_question_49_conceding_is_for_the_last_deal_before_play() -> None:
    assert refusal("E concedes", setting=Setting(final=False)) is Rule.NOT_LAST_DEAL
    assert refusal("tricks E1; Y concedes") is Rule.PLAY_BEGUN
    assert [base for base in COLUMNS if refusal("E concedes", base) is None] == ["portland", "four-deal"]


# Disputes and penalties


def test_question_50_too_many_cards_score_nothing_still_bar_and_may_be_waived() -> None:
    log = THIRTY_TWO + "Y point 6; tricks E7 Y5; Y reckons nothing"
    assert points(log) == (32 + 8 + 10, 0)
    assert points(log + "; E waives") == (32 + 8 + 10, 6 + 6)


def test_question_51_too_few_cards_are_tricks_of_the_opponents() -> None:
    """Younger is two short: ten tricks are played, and elder counts seven and the last."""
    assert points("Y short 2; tricks E5 Y5") == (6 + 2 + 1 + 10, 5)
    assert refusal("Y short 2; tricks E5 Y6") is Rule.DEAL_OVER


@pytest.mark.parametrize(
    ("base", "elder"),
    [("portland", 0), ("wikipedia", 18), ("card-game-heaven", 17), ("french-150", 0)],
)
def test_question_52_false_claim_costs_the_deal_or_only_itself(base: str, elder: int) -> None:
    log = "E no point; E no sequence; E trio of kings; Y good; tricks E7 Y5; E false trio of kings"
    assert points(log, base)[Seat.ELDER] == elder


def test_question_52_false_claim_opens_its_class_to_the_opponent() -> None:
    log = "E trio of kings; Y good; tricks E7 Y5; E false trio of kings; Y trio of tens"
    assert points(log) == (0, 3 + 6)
    assert points(log + "; Y waives") == (18, 3 + 6)


@pytest.mark.parametrize(("omission", "rule"), [("younger_plays", None), ("first_card", Rule.OMITTED)])
def test_question_53_forgotten_set_after_elder_has_led(omission: str, rule: Rule | None) -> None:
    """Younger's calls show that elder has led; she has not yet played."""
    log = "E point 5; Y not good; Y point 6; E trio of kings"
    assert refusal(log, omission=omission) is rule


@pytest.mark.parametrize("omission", ["younger_plays", "first_card"])
def test_question_53_forgotten_set_after_the_first_trick_is_lost(omission: str) -> None:
    assert refusal("E point 5; Y good; tricks E1; E trio of kings", omission=omission) is Rule.OMITTED
    assert refusal("E point 5; Y good; tricks E1; Y trio of kings", omission=omission) is Rule.OMITTED


def test_question_54_edit_window_in_each_preset() -> None:
    assert in_each_preset("edit_window") == (
        "next_hand_seen next_hand_seen deal_ends deal_ends next_hand_seen partie_ends partie_ends deal_ends "
        "partie_ends next_hand_seen"
    )
    sourced = [base for base, rules in COLUMNS.items() if rules.source("edit_window") != "unsourced"]
    assert sourced == ["portland", "four-deal", "cent-32"]


def test_question_54_edit_window_scores_nothing() -> None:
    log = TWENTY_NINE + "tricks E7 Y5"
    expected = points(log)
    assert [points(log, edit_window=word) for word in ("deal_ends", "partie_ends")] == [expected, expected]


def test_question_55_two_written_scores_are_no_matter_for_one_log() -> None:
    """A deal has one log or one pair of totals, and no rule or statement says whose figure is whose."""
    assert [f.name for f in fields(DealRecord)] == ["log", "scores"]
    names = [f.name for f in RULE_FIELDS] + [kind.__name__.lower() for kind in get_args(Statement)]
    assert not [name for name in names if "written" in name or "record" in name or "figure" in name]
