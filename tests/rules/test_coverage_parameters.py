"""
One test or more for every row `P` of the coverage table in `scorer.rules.coverage`.

A parameter that scores is shown on a log where its values differ; one that
scores nothing carries what each preset's source says, and changes no score.
"""

from __future__ import annotations

from typing import Any

import pytest

from scorer.rules.cards import parse_hand
from scorer.rules.deal import fold
from scorer.rules.deal_state import Setting
from scorer.rules.errors import ContradictoryRules
from scorer.rules.hands import declare, is_blank
from scorer.rules.house_rules import house_rules, value_to_data
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import BySeat, Player, Seat
from scorer.rules.settlement import settle, settle_target
from tests.rules.presets import COLUMNS
from tests.rules.strategies import begun

PLAYERS = (Player("A"), Player("B"))

TWENTY_NINE = "E point 5 making 49; Y equal; E quint major; Y good; E quatorze of aces; Y good; "
"""Elder has twenty-nine and younger nothing; her equal point does not count."""

WORKED_DEAL = (
    "E exchange 5; Y exchange 3; E point 5; Y how many; E making 49; Y good; E quart major; Y good; "
    "E trio of knaves; Y not good; Y quatorze of tens; Y trio of queens; tricks E5 Y5 E2"
)
"""The worked deal of Cavendish: 28 to 23."""

NOTHING = "E no point; E no sequence; E no set; "


def ruleset(base: str = "portland", **house: Any) -> Ruleset:
    """A preset, with house rules in plain words."""
    return house_rules(COLUMNS[base], house)


def points(log: str, base: str = "portland", **house: Any) -> tuple[int, ...]:
    """What elder and younger score."""
    rules = ruleset(base, **house)
    return fold(rules, parse_log(begun(rules) + log, rules)).require().score.values


def lines(log: str, kind: str, base: str = "portland", **house: Any) -> list[int]:
    """The points of every line of *kind*."""
    rules = ruleset(base, **house)
    return [line.points for line in fold(rules, parse_log(log, rules)).require().lines if line.kind.value == kind]


def refusal(log: str, base: str = "portland", **house: Any) -> Rule | None:
    """Why the last statement of *log*, and no earlier one, is refused; `None` if it is not."""
    rules = ruleset(base, **house)
    statements = parse_log(begun(rules) + log, rules)
    folded = fold(rules, statements)
    assert folded.position in (None, len(statements) - 1)
    return None if folded.refusal is None else folded.refusal.rule


def partie(rules: Ruleset, *deals: tuple[int, int] | str) -> Partie:
    """A partie of deals known by their logs, or by the points of A and of B."""
    records = (
        DealRecord(log=parse_log(each, rules)) if isinstance(each, str) else DealRecord(scores=each) for each in deals
    )
    return play_partie(PartieRecord(rules, PLAYERS, tuple(records)))


def exchanges(base: str, seat: str, before: str = "", **house: Any) -> list[int]:
    """How many cards *seat* may exchange."""
    return [cards for cards in range(13) if refusal(f"{before}{seat} exchange {cards}", base, **house) is None]


def each_preset(values: str) -> pytest.MarkDecorator:
    """Every preset with its number out of *values*, in the order of the presets."""
    return pytest.mark.parametrize(
        ("base", "value"), list(zip(COLUMNS, map(int, values.split()), strict=True)), ids=list(COLUMNS)
    )


def stated(field: str) -> str:
    """The value of *field* in each preset, in order; in brackets where the source is silent and the choice ours."""
    words = ((str(value_to_data(getattr(rules, field))), rules.source(field)) for rules in COLUMNS.values())
    return " ".join(f"[{word}]" if source == "unsourced" else word for word, source in words)


def everything_scored(rules: Ruleset) -> list[object]:
    """The lines of deals in which every kind of thing happens, and two settlements."""
    logs = (
        WORKED_DEAL,
        TWENTY_NINE + "tricks E12",
        "E carte blanche; E exchange 5; E point 8; Y good; E huitieme; Y good; count E6 last Y play 8",
    )
    deals = [fold(rules, parse_log(log, rules)).require().lines for log in logs]
    return [deals, settle(rules, (120, 101)), settle(rules, (97, 89))]


# The pack and the deal


def test_parameter_deck_of_36_cards_has_a_run_of_nine() -> None:
    assert [len(rules.pack) for rules in COLUMNS.values()] == [32, 32, 32, 32, 32, 36, 32, 32, 32, 32]
    assert refusal("E neuvieme") is Rule.NO_SUCH_RUN
    assert points("E neuvieme; Y good", "cent-36") == (19, 0)


def test_parameter_players_each_have_a_score() -> None:
    assert [len(fold(rules, ()).deal.score.values) for rules in PRESETS.values()] == [2] * 12 + [3, 4]
    with pytest.raises(ContradictoryRules, match="two and three play each for himself"):
        ruleset(players=3)
    with pytest.raises(ContradictoryRules, match="two, three or four players"):
        ruleset(players=5)


def test_parameter_hand_says_how_many_tricks_there_are() -> None:
    assert points("tricks E12") == (12 + 1 + 40, 0)
    assert points("tricks E11", hand=11, talon=10) == (11 + 1 + 40, 0)
    assert refusal("tricks E12", hand=11, talon=10) is Rule.DEAL_OVER


@each_preset("3 3 3 3 3 7 3 3 3 3")
def test_parameter_talon_leaves_younger_what_elder_did_not_take(base: str, value: int) -> None:
    assert max(exchanges(base, "Y", "E exchange 5; ")) == value


@each_preset("1 1 1 1 1 1 1 3 1 0")
def test_parameter_elder_min(base: str, value: int) -> None:
    assert min(exchanges(base, "E")) == value


@each_preset("5 5 5 5 5 7 5 5 5 5")
def test_parameter_elder_max(base: str, value: int) -> None:
    assert max(exchanges(base, "E")) == value


@each_preset("1 0 1 0 1 1 0 3 1 0")
def test_parameter_younger_min_is_nothing_at_all_in_some(base: str, value: int) -> None:
    assert min(exchanges(base, "Y", "E exchange 3; ")) == value


def test_parameter_younger_max_is_all_that_elder_left_or_fewer() -> None:
    assert exchanges("portland", "Y", "E exchange 1; ") == [1, 2, 3, 4, 5, 6, 7]
    assert exchanges("portland", "Y", "E exchange 1; ", younger_exchange_max=3) == [1, 2, 3]


def test_parameter_peek_elder_is_as_its_sources_say() -> None:
    assert stated("elder_peek") == "own own own own own [own] own [own] [own] [own]"


@pytest.mark.parametrize("house", [{"elder_peek": "both"}, {"discard_consulted": False}])
def test_parameter_peek_elder_at_talon_or_discard_scores_nothing(house: dict[str, Any]) -> None:
    assert everything_scored(ruleset(**house)) == everything_scored(PORTLAND)


def test_parameter_peek_younger_is_as_its_sources_say() -> None:
    assert stated("younger_peek") == (
        "elected elected [both] exposed_or_hidden elected [both] elected [own] [elected] [elected]"
    )


@pytest.mark.parametrize("word", ["own", "exposed_or_hidden", "both"])
def test_parameter_peek_younger_scores_nothing(word: str) -> None:
    assert everything_scored(ruleset(younger_peek=word)) == everything_scored(PORTLAND)


# Carte blanche and carte rouge


def test_parameter_cb_value() -> None:
    assert points("E carte blanche") == (10, 0)
    assert points("Y carte blanche", carte_blanche=20) == (0, 20)
    assert refusal("E carte blanche", carte_blanche=0) is Rule.NOT_PLAYED


def test_parameter_cb_blank_of_courts_alone_or_of_tens_too() -> None:
    with_a_ten = parse_hand("AS TS 9S 8S AH 9H 8H 7H AD 9D 8D 7D")
    without = parse_hand("AS 7S 9S 8S AH 9H 8H 7H AD 9D 8D 7D")
    assert is_blank(COLUMNS["portland"], with_a_ten)
    assert not is_blank(COLUMNS["meyer-1888"], with_a_ten)
    assert is_blank(COLUMNS["meyer-1888"], without)


@pytest.mark.parametrize(
    ("when", "log", "rule"),
    [
        ("dealt", "E carte blanche", None),
        ("dealt", "E exchange 5; E carte blanche", Rule.BLANK_BEFORE_EXCHANGE),
        ("after_exchange", "E carte blanche", Rule.BLANK_AFTER_EXCHANGE),
        ("after_exchange", "E exchange 5; E carte blanche", None),
        ("both", "E carte blanche; E exchange 5; E carte blanche", None),
        ("both", "E exchange 5; E carte blanche", Rule.BLANK_BEFORE_EXCHANGE),
        ("dealt", "E carte blanche; E exchange 5; E carte blanche", Rule.BLANK_BEFORE_EXCHANGE),
        ("both", "E carte blanche; E carte blanche", Rule.SAID_ALREADY),
    ],
)
def test_parameter_cb_when(when: str, log: str, rule: Rule | None) -> None:
    assert refusal(log, carte_blanche_when=when) is rule


@pytest.mark.parametrize(("both", "expected"), [("both_score", (10, 10)), ("annul", (0, 0))])
def test_parameter_cb_both_with_36_cards(both: str, expected: tuple[int, int]) -> None:
    assert points("E carte blanche; Y carte blanche", "cent-36", carte_blanche_both=both) == expected


def test_parameter_cb_both_is_impossible_with_32_cards() -> None:
    assert refusal("E carte blanche; Y carte blanche") is Rule.TWO_BLANKS


@pytest.mark.parametrize(
    ("to_thirty", "elder", "younger"), [("never", 43, 43), ("elder", 103, 43), ("either", 103, 103)]
)
def test_parameter_carte_rouge_helps_to_a_thirty_only_where_allowed(to_thirty: str, elder: int, younger: int) -> None:
    rouge: dict[str, Any] = {"carte_rouge": 20, "carte_rouge_to_thirty": to_thirty}
    by_elder = "E point 5; Y good; E quint major; Y good; E trio of kings; Y good; E carte rouge"
    by_younger = NOTHING + "Y point 5; Y quint major; Y trio of kings; Y carte rouge"
    assert points(by_elder, **rouge) == (elder, 0)
    assert points(by_younger, **rouge) == (0, younger)


@pytest.mark.parametrize("value", [10, 20, 40, 50])
def test_parameter_carte_rouge_is_worth_what_the_club_says(value: int) -> None:
    twelve = "E point 5; Y good; E quart major; Y good; E trio of tens; Y good; E carte rouge"
    assert points(twelve, carte_rouge=value, carte_rouge_to_thirty="never") == (5 + 4 + 3 + value, 0)


def test_parameter_carte_rouge_wants_every_card_and_a_club_that_plays_it() -> None:
    nine = "E point 5; Y good; E quart major; Y good; E carte rouge"
    assert refusal(nine, carte_rouge=20) is Rule.NOT_EVERY_CARD
    assert refusal(nine) is Rule.NOT_PLAYED


# The calls


@pytest.mark.parametrize(
    ("compare", "short_point", "long_point"),
    [("length_then_pips", Rule.NOT_BETTER, None), ("pips", None, Rule.NOT_BETTER)],
)
def test_parameter_point_compare_names_two_winners_with_36_cards(
    compare: str, short_point: Rule | None, long_point: Rule | None
) -> None:
    """Four cards can make 41 where five make 40."""
    house: dict[str, Any] = {"point_compare": compare, "point_pips": "always"}
    assert refusal("E point 5 making 40; Y not good; Y point 4 making 41", "cent-36", **house) is short_point
    assert refusal("E point 4 making 41; Y not good; Y point 5 making 40", "cent-36", **house) is long_point


@pytest.mark.parametrize(("compare", "length"), [("length_then_pips", 5), ("pips", 4)])
def test_parameter_point_compare_chooses_a_hands_best_point(compare: str, length: int) -> None:
    hand = parse_hand("AS KS QS JS TH 9H 8H 7H 6H 7D 7C 6C")
    best = declare(ruleset("cent-36", point_compare=compare, point_pips="always"), hand).point
    assert best is not None
    assert best.length == length


@pytest.mark.parametrize(
    ("claim", "length", "less_one", "tenth", "squared"),
    [
        ("point 3 making 24", 3, 2, 2, 9),
        ("point 4 making 35", 4, 4, 4, 16),
        ("point 5 making 44", 5, 4, 4, 25),
        ("point 5 making 51", 5, 5, 5, 25),
        ("point 6 making 54", 6, 5, 5, 36),
        ("point 6 making 57", 6, 6, 6, 36),
    ],
)
def test_parameter_point_value(claim: str, length: int, less_one: int, tenth: int, squared: int) -> None:
    def point(value: str) -> list[int]:
        return lines(f"E {claim}; Y good", "point", point_value=value, point_pips="always")

    assert point("length") == [length]
    assert point("less_one_at_four") == [less_one]
    assert point("tenth_of_pips") == [tenth]
    assert point("length_squared") == [squared]
    assert point("flat_five") == [5]


@each_preset("1 1 4 1 1 4 1 1 1 1")
def test_parameter_point_min(base: str, value: int) -> None:
    lowest = {1: 7, 2: 15, 3: 24, 4: 34}
    called = [n for n, pips in lowest.items() if refusal(f"E point {n} making {pips}", base) is None]
    assert min(called) == value


def test_parameter_point_min_leaves_a_hand_of_three_in_each_suit_without_a_point() -> None:
    hand = parse_hand("AS KS QS AH KH QH AD KD QD AC KC QC")
    assert declare(ruleset("wikipedia"), hand).point is None
    best = declare(PORTLAND, hand).point
    assert best is not None
    assert best.pips == 31


def test_parameter_point_ask_wants_the_pips_at_once_or_only_when_asked() -> None:
    assert refusal("E point 5", point_pips="always") is Rule.SAY_PIPS
    assert refusal("E point 5 making 49", point_pips="always") is None
    assert points("E point 5; Y how many; E making 49; Y good") == (5, 0)


def test_parameter_point_ask_has_its_counterpart_in_the_head_of_a_sequence() -> None:
    assert refusal("E quart", sequence_heads="always") is Rule.SAY_HEAD
    assert refusal("E quart to knave", sequence_heads="always") is None
    assert points("E quart; Y how high; E to knave; Y good") == (4, 0)


@pytest.mark.parametrize("base", COLUMNS)
def test_parameter_tie_point_scores_for_nobody(base: str) -> None:
    assert points("E point 5 making 49; Y equal", base) == (0, 0)
    assert refusal("E point 5 making 49; Y equal; Y point 6 making 57", base) is Rule.CLASS_VOID


def test_parameter_tie_seq_voids_the_class_or_only_the_equal_ones() -> None:
    tie = "E quart to knave; Y equal; "
    assert refusal(tie + "E tierce to nine") is Rule.CLASS_VOID
    assert refusal(tie + "Y tierce to nine") is Rule.CLASS_VOID
    assert points(tie + "E tierce to nine; Y good", sequence_tie="tied_only") == (3, 0)
    assert points(tie + "Y tierce to nine", sequence_tie="tied_only") == (0, 3)


@pytest.mark.parametrize(
    ("run", "value"),
    [("tierce", 3), ("quart", 4), ("quint", 15), ("sixieme", 16), ("septieme", 17), ("huitieme", 18)],
)
@pytest.mark.parametrize("base", COLUMNS)
def test_parameter_seq_table(base: str, run: str, value: int) -> None:
    assert points(f"E {run} major; Y good", base) == (value, 0)


@pytest.mark.parametrize("base", COLUMNS)
def test_parameter_set_table(base: str) -> None:
    assert points("E quatorze of tens; Y good; E trio of aces", base) == (14 + 3, 0)
    assert points("E quatorze of tens; Y good; E trio of aces", base, quatorze_points=13) == (13 + 3, 0)


def test_parameter_set_min_rank() -> None:
    assert points("E trio of tens; Y good") == (3, 0)
    assert refusal("E trio of nines") is Rule.NO_SUCH_SET
    assert points("E trio of nines; Y good", set_min_rank="nine") == (3, 0)


def test_parameter_losers_in_class_count_their_own_runs_and_sets_but_never_a_point() -> None:
    both = "E quint major; Y good; E quatorze of aces; Y good; Y tierce to nine; Y trio of kings"
    assert points(both, losers_in_class="all_valid") == (15 + 14, 3 + 3)
    assert refusal("E quint major; Y good; Y tierce to nine") is Rule.ELDER_IS_GOOD
    assert refusal("E point 6; Y good; Y point 5", losers_in_class="all_valid") is Rule.ELDER_IS_GOOD


# Order, repique, pique

YOUNGERS_POINT = (
    "E point 5; Y not good; E quint major; Y good; E tierce to nine; E quatorze of aces; Y good; Y point 6; "
)
"""Elder has thirty-two without the point, which is younger's."""

YOUNGERS_SET = "E point 6; Y good; E sixieme to king; Y good; E quint to king; E no set; Y trio of aces; "
"""Elder has thirty-seven before sets, in which younger is good."""


def test_parameter_order_decides_what_reckons_before_the_thirty() -> None:
    point_last = ["carte_blanche", "sequence", "set", "point", "play", "cards"]
    assert points(YOUNGERS_POINT) == (32, 6)
    assert points(YOUNGERS_POINT, order=point_last) == (32 + 60, 6)


@pytest.mark.parametrize(("basis", "elder"), [("earlier", 37 + 60), ("anything_valid", 37)])
def test_parameter_rp_order_basis_is_the_class_or_no_order_at_all(basis: str, elder: int) -> None:
    assert points(YOUNGERS_SET, repique_blocked_by=basis) == (elder, 3)


@pytest.mark.parametrize("basis", ["earlier", "anything_valid"])
def test_parameter_rp_blocked_by_a_better_point_on_either_basis(basis: str) -> None:
    assert points(YOUNGERS_POINT, repique_blocked_by=basis) == (32, 6)


def test_parameter_rp_blocked_by_something_valid_that_younger_may_still_call() -> None:
    sets_unspoken = YOUNGERS_SET.partition("E no set")[0]
    assert points(sets_unspoken) == (97, 0)
    assert points(sets_unspoken, repique_blocked_by="anything_valid") == (37, 0)
    assert points(sets_unspoken + "E no set; Y no set", repique_blocked_by="anything_valid") == (97, 0)


def test_parameter_rp_bonus_and_its_threshold() -> None:
    assert points(TWENTY_NINE) == (29, 0)
    assert points(TWENTY_NINE, repique_threshold=29) == (29 + 60, 0)
    assert points(TWENTY_NINE, repique_threshold=20, repique_bonus=70) == (29 + 70, 0)


def test_parameter_p_order_basis() -> None:
    """Elder has a point of eight, a huitième and a tierce, and leads; younger's three tens are good."""
    log = "E point 8; Y good; E huitieme; Y good; E tierce major; E no set; Y trio of tens; tricks E1"
    assert points(log, pique_order="category") == (30, 3)
    assert points(log, pique_order="chronological") == (30 + 30, 3)


@pytest.mark.parametrize("basis", ["earlier", "anything_valid"])
def test_parameter_p_order_basis_class_by_class_is_barred_by_anything_in_hand(basis: str) -> None:
    """Whatever younger reckons in hand comes before the play, so both readings bar the same."""
    log = "E point 8; Y good; E huitieme; Y good; E tierce major; E no set; Y trio of tens; tricks E1"
    assert points(log, pique_blocked_by=basis) == (30, 3)


def test_parameter_p_order_basis_has_youngers_calls_before_elders_second_lead() -> None:
    """A first lead that scores nothing is a lead all the same, and younger calls after it."""
    log = "E no point; E quint major; Y good; E quatorze of aces; Y good; Y point 6 making 57; tricks E1:0 E1:1"
    assert points(log, "cent-32", pique_order="chronological") == (30, 6)


def test_parameter_p_bonus() -> None:
    assert points(TWENTY_NINE + "tricks E1") == (30 + 30, 0)
    assert points(TWENTY_NINE + "tricks E1", pique_bonus=40) == (30 + 40, 0)


def test_parameter_p_threshold() -> None:
    assert points(TWENTY_NINE + "tricks E1", pique_threshold=31) == (30, 0)
    assert points(TWENTY_NINE + "tricks E2", pique_threshold=31) == (31 + 30, 0)


@pytest.mark.parametrize(("seat", "younger"), [("elder", 30), ("either", 60)])
def test_parameter_p_seat(seat: str, younger: int) -> None:
    """Where low leads score nothing younger may be the first to reckon."""
    log = NOTHING + "Y quint major; Y quatorze of aces; tricks Y1:1"
    assert points(log, "cent-32", pique_seat=seat) == (0, younger)


@pytest.mark.parametrize(
    ("tricks", "never", "at_seventh"), [("E7 Y5", (38, 6), (38 + 30, 6)), ("E6 Y1 E5", (43, 2), (43, 2))]
)
def test_parameter_cards10_to_p(tricks: str, never: tuple[int, int], at_seventh: tuple[int, int]) -> None:
    """Elder has twenty; seven tricks running make thirty-seven with the ten, and twenty-seven without."""
    log = f"E point 6; Y good; E no sequence; E quatorze of aces; Y good; tricks {tricks}"
    assert points(log) == never
    assert points(log, cards_to_pique="at_seventh_trick") == at_seventh


@pytest.mark.parametrize(
    ("preset", "hand", "tricks", "elder"),
    [
        pytest.param("wikipedia", "E point 5", "E12", 12 + 13 + 10 + 30 + 30, id="twelve in hand, every trick"),
        pytest.param("wikipedia", "E point 5", "E8 Y4", 12 + 8 + 1 + 10 + 30, id="twelve in hand, eight tricks"),
        pytest.param("wikipedia", "E point 5", "E7 Y5", 12 + 7 + 1 + 10 + 30, id="the eighth lead lost"),
        pytest.param("wikipedia", "E point 4", "E7 Y5", 11 + 7 + 1 + 10, id="eleven in hand"),
        pytest.param("wikipedia", "E point 7", "E7 Y5", 14 + 7 + 1 + 10 + 30, id="fourteen in hand, the ten itself"),
        pytest.param("cent-36", "E point 5", "E7:1 E1:1 Y4:0", 12 + 8 + 10 + 30, id="captured cards"),
    ],
)
def test_parameter_cards10_to_p_counts_from_the_seventh_trick_on(
    preset: str, hand: str, tricks: str, elder: int
) -> None:
    """Twelve in hand, seven leads and the ten are twenty-nine: the eighth lead makes the pique, whoever wins it."""
    log = f"{hand}; Y good; E quart; Y good; E trio of aces; Y good; tricks {tricks}"
    assert points(log, preset)[0] == elder


def test_parameter_capot_to_p() -> None:
    """Sixteen in hand and thirteen in play are twenty-nine."""
    log = "E no point; E sixieme to king; Y good; tricks E12"
    assert points(log) == (16 + 13 + 40, 0)
    assert points(log, capot_to_pique=True) == (16 + 13 + 40 + 30, 0)


def test_parameter_lasttrick_to_p() -> None:
    """Seventeen in hand and twelve leads are twenty-nine; the last trick is the thirtieth point."""
    log = "E no point; E no sequence; E quatorze of tens; Y good; E trio of aces; tricks E12"
    assert points(log) == (17 + 13 + 30 + 40, 0)
    assert points(log, last_to_pique=False) == (17 + 13 + 40, 0)


# The play


@pytest.mark.parametrize(
    ("count", "lowest", "tricks", "elder", "younger"),
    [
        ("club", "seven", "E7 Y5", 7 + 1, 5),
        ("two_for_capture", "seven", "E7 Y5", 7, 2 + 4),
        ("flat", "seven", "E7 Y5", 7, 5),
        ("captured_cards", "ten", "E7:1 Y5:2", 7, 10),
        ("club", "ten", "E7:1 Y1:1 Y4:0", 7, 1),
    ],
    ids=["LW", "T12", "F1", "CAP10", "LW10"],
)
def test_parameter_trick_mode(count: str, lowest: str, tricks: str, elder: int, younger: int) -> None:
    """Elder wins the first seven tricks, younger the last five; the cards are elder's, the last trick younger's."""
    score = points(f"tricks {tricks}", trick_count=count, trick_min_rank=lowest)
    assert score == (elder + 10, younger + 1)


def test_parameter_trick_min_rank() -> None:
    """A lead of ten or better that is lost scores as one that wins, a low one not at all."""
    assert points("tricks E7:0 Y1:2 Y4:1", trick_min_rank="ten") == (1 + 10, 1 + 4 + 1)
    assert refusal("tricks E1", trick_min_rank="ten") is Rule.SAY_TENS
    assert refusal("tricks E1:1") is Rule.NO_TENS


@pytest.mark.parametrize("last", [0, 1, 3, 10])
def test_parameter_last_bonus(last: int) -> None:
    assert points("tricks E7 Y5", last_points=last) == (18, 5 + last)


def test_parameter_cards_value() -> None:
    assert points("tricks E7 Y5") == (8 + 10, 6)
    assert points("tricks E7 Y5", cards_points=20) == (8 + 20, 6)


def test_parameter_cards_basis() -> None:
    assert points("tricks E7 Y5", cards_basis="majority") == (8 + 10, 6)
    assert points("tricks E7 Y5", cards_basis="last_trick") == (8, 6 + 10)


@pytest.mark.parametrize(("tie", "next_elder"), [("nobody", 8 + 10), ("carried", 8 + 30)])
def test_parameter_cards_tie(tie: str, next_elder: int) -> None:
    played = partie(ruleset(cards_tie=tie), "tricks E6 Y6", "tricks E6 Y6", "tricks E7 Y5")
    assert [deal.points for deal in played.deals] == [(7, 7), (7, 7), (next_elder, 6)]


@pytest.mark.parametrize(("form", "cards", "capot"), [("in_place", [], [40]), ("on_top", [10], [30])])
def test_parameter_capot_value(form: str, cards: list[int], capot: list[int]) -> None:
    assert lines("tricks E12", "cards", capot_form=form) == cards
    assert lines("tricks E12", "capot", capot_form=form) == capot
    assert points("tricks E12", capot_form=form) == (13 + 40, 0)


# The partie


def test_parameter_end_mode() -> None:
    assert partie(PORTLAND, *[(60, 0)] * 5).settlement is None
    assert partie(PORTLAND, *[(60, 0)] * 6).is_over
    assert partie(COLUMNS["cent-36"], (60, 0), (60, 0)).is_over


@pytest.mark.parametrize(("base", "deals"), [("portland", 6), ("four-deal", 4)])
def test_parameter_deals(base: str, deals: int) -> None:
    assert not partie(COLUMNS[base], *[(20, 10)] * (deals - 1)).is_over
    assert partie(COLUMNS[base], *[(20, 10)] * deals).is_over


def test_parameter_deal_weights() -> None:
    assert partie(PORTLAND, (10, 0), (1, 0), (2, 0), (30, 0)).totals == (43, 0)
    assert partie(COLUMNS["four-deal"], (10, 0), (1, 0), (2, 0), (30, 0)).totals == (20 + 1 + 2 + 60, 0)


def test_parameter_target() -> None:
    cent, hundred_and_one = COLUMNS["cent-36"], ruleset("cent-36", target=101)
    assert [partie(cent, (points, 0)).is_over for points in (99, 100)] == [False, True]
    assert [partie(hundred_and_one, (points, 0)).is_over for points in (100, 101)] == [False, True]


def test_parameter_target_of_the_deciding_partie() -> None:
    level = ((150, 90), (90, 150))
    french = COLUMNS["french-150"]
    assert [partie(french, *level, (points, 0)).is_over for points in (220, 221)] == [False, True]


@pytest.mark.parametrize(
    ("order", "winner", "expected"), [("category", Seat.YOUNGER, (0, 5)), ("chronological", Seat.ELDER, (14, 0))]
)
def test_parameter_near_target_order(order: str, winner: Seat, expected: tuple[int, int]) -> None:
    """Younger's point reckons before elder's quatorze, though it is called after it."""
    rules = ruleset("cent-32", target_order=order)
    log = parse_log("E no point; E no sequence; E quatorze of aces; Y good; Y point 5 making 45", rules)
    deal = fold(rules, log, Setting(before=BySeat((90, 95)), target=100)).deal
    assert deal.stopped is winner
    assert deal.score.values == expected


def test_parameter_stop_rule() -> None:
    """Elder B reaches the hundred with his point; younger A would pass him in play."""
    point = "E point 5 making 45; Y good"
    whole = point + "; E no sequence; E no set; Y quatorze of aces; tricks Y1:2 Y11:1"
    at_once = partie(ruleset("cent-36", stop_rule="at_once"), (95, 95), point)
    finished = partie(ruleset("cent-36", stop_rule="finish_deal", trick_count="club", last_points=1), (95, 95), whole)
    assert [deal.totals for deal in at_once.deals] == [(95, 95), (95, 100)]
    assert [deal.totals for deal in finished.deals] == [(95, 95), (95 + 14 + 12 + 1 + 40, 95 + 5 + 1)]
    assert at_once.settlement is not None
    assert finished.settlement is not None
    assert (at_once.settlement.winner, finished.settlement.winner) == (1, 0)


def test_parameter_tie_break() -> None:
    level = [(50, 50)] * 6
    assert not partie(PORTLAND, *level).is_over
    assert not partie(PORTLAND, *level, (20, 0)).is_over
    drawn = partie(PORTLAND, *level, (20, 0), (0, 20)).settlement
    assert drawn is not None
    assert (drawn.winner, drawn.points) == (None, 0)
    assert partie(ruleset(tie_deals=1), *level, (20, 0)).is_over


@pytest.mark.parametrize(("totals", "pays"), [((100, 120), 120), ((101, 120), 119), ((99, 120), 319), ((125, 81), 306)])
def test_parameter_rubicon(totals: tuple[int, int], pays: int) -> None:
    assert settle(PORTLAND, totals).points == pays


def test_parameter_rubicon_may_be_moved_or_left_out() -> None:
    assert settle(ruleset(rubicon=150), (151, 120)).points == 151 + 120 + 100
    assert settle(ruleset(rubicon=None), (120, 98)).points == 120 - 98 + 100


@pytest.mark.parametrize(("bonus", "pays"), [(0, 19), (100, 119), (150, 169)])
def test_parameter_partie_bonus(bonus: int, pays: int) -> None:
    assert settle(ruleset(partie_bonus=bonus), (120, 101)).points == pays


@pytest.mark.parametrize("base", ["portland", "modern", "wikipedia", "card-game-heaven", "four-deal"])
def test_parameter_rubicon_mode_adds_the_totals_whatever_the_winner_has(base: str) -> None:
    assert settle(COLUMNS[base], (97, 89)).points == 97 + 89 + 100


def test_parameter_lurch() -> None:
    assert settle_target(COLUMNS["cent-32"], (100, 49), 0, 100).points == 2
    assert settle_target(COLUMNS["cent-32"], (100, 50), 0, 100).points == 1
    assert settle_target(COLUMNS["cent-36"], (100, 49), 0, 100).points == 1


def test_parameter_match_is_won_by_three_of_which_a_double_counts_two() -> None:
    cent, single, double = COLUMNS["cent-32"], (100, 60), (100, 0)
    assert [partie(cent, *[single] * played).is_over for played in (2, 3)] == [False, True]
    assert [partie(cent, double, *[single] * played).is_over for played in (0, 1)] == [False, True]


# Disputes and money


def test_parameter_first_dealer_is_as_its_sources_say() -> None:
    assert stated("first_dealer") == (
        "higher_chooses lower_deals higher_deals [cut] higher_chooses [cut] lower_deals lots lower_deals [cut]"
    )


@pytest.mark.parametrize("word", ["higher_deals", "lower_deals", "cut", "lots"])
def test_parameter_first_dealer_scores_nothing(word: str) -> None:
    assert everything_scored(ruleset(first_dealer=word)) == everything_scored(PORTLAND)


def test_parameter_stakes_are_as_their_sources_say() -> None:
    assert stated("stakes") == (
        "per_point [per_point] [per_point] [per_point] per_point [per_partie] per_partie per_partie per_partie "
        "[per_point]"
    )


def test_parameter_stakes_are_rounded_in_the_club_alone() -> None:
    rounding = {base: rules.stake_rounding for base, rules in COLUMNS.items()}
    assert rounding == dict.fromkeys(COLUMNS, 0) | {"portland": 50, "four-deal": 50}


@pytest.mark.parametrize("rounding", [0, 25])
def test_parameter_stakes_are_rounded_when_they_are_paid_and_not_before(rounding: int) -> None:
    assert everything_scored(ruleset(stake_rounding=rounding)) == everything_scored(PORTLAND)


FALSE_SET = "E point 5; Y good; E no sequence; E trio of kings; Y good; tricks E7 Y5; E false trio of kings"
"""Without the set elder has his point and eighteen in play."""


@pytest.mark.parametrize(("penalties", "elder"), [("full", 0), ("void", 23), ("strict", 0)])
def test_parameter_penalties_for_a_false_set(penalties: str, elder: int) -> None:
    assert points(FALSE_SET, penalties=penalties) == (elder, 6)


@pytest.mark.parametrize("penalties", ["full", "strict"])
def test_parameter_penalties_may_be_waived_where_there_are_any(penalties: str) -> None:
    assert points(FALSE_SET + "; Y waives", penalties=penalties) == (23, 6)
    assert refusal(FALSE_SET + "; Y waives", penalties="void") is Rule.NO_PENALTY


@pytest.mark.parametrize(("penalties", "rule"), [("full", None), ("void", None), ("strict", Rule.BOUND_BY_CALL)])
def test_parameter_penalties_bind_elder_to_a_low_call(penalties: str, rule: Rule | None) -> None:
    assert refusal("E tierce to nine; Y good; E quart major", penalties=penalties) is rule


@pytest.mark.parametrize(("unproved", "elder"), [("nobody", 1), ("elder", 5 + 1)])
def test_parameter_penalties_for_denying_a_point_and_calling_none(unproved: str, elder: int) -> None:
    log = "E point 5; Y not good; Y no point"
    assert points(log, unproved_denial=unproved) == (0, 0)
    assert points(log + "; tricks E1", unproved_denial=unproved) == (elder, 0)


def test_parameter_show_duty_is_as_its_sources_say() -> None:
    assert stated("show_duty") == (
        "on_request on_request [silent] on_demand on_request [silent] shown_or_lost [silent] [shown_or_lost] "
        "[on_request]"
    )


@pytest.mark.parametrize(
    ("base", "log", "rule"),
    [
        ("portland", "E point 5; Y good; E shows point 5", None),
        ("portland", "E point 5; Y good; tricks E7 Y5; E shows point 5", None),
        ("portland", "E point 5 making 49; Y equal; E shows point 5 making 49", None),
        ("portland", "E no point; E no sequence; E no set; Y point 5; tricks E1; Y shows point 5", None),
        ("card-game-heaven", "E quint; Y good; E shows quint", None),
        ("wikipedia", "E quint; Y good; E shows quint", Rule.NOT_DEMANDED),
        ("cent-32", "E quint to ace; Y good; E shows quint to ace", Rule.NOT_DEMANDED),
    ],
)
def test_parameter_show_duty_says_whether_a_claim_is_shown_when_asked(base: str, log: str, rule: Rule | None) -> None:
    """Where it is shown unasked or lost, a claim that was not shown is found false: it is void, and no more."""
    assert refusal(log, base) is rule


def test_parameter_show_duty_what_was_shown_or_lost_is_lost_without_a_penalty() -> None:
    log = "E no point; E quint to ace; Y good; E false quint to ace; "
    assert points(log + "Y tierce to ten", "cent-32") == (0, 3)
    assert points(log + "E no set; tricks E1:1", "cent-32") == (1, 0)


@pytest.mark.parametrize("word", ["on_demand", "shown_or_lost", "silent"])
def test_parameter_show_duty_scores_nothing(word: str) -> None:
    assert everything_scored(ruleset(show_duty=word)) == everything_scored(PORTLAND)
