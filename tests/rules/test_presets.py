"""The presets: what each says otherwise than Portland, and where every value comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from scorer.rules.house_rules import changes_from, ruleset_from_data, ruleset_to_data, validate
from scorer.rules.presets import DEFAULT, PORTLAND, PRESETS
from scorer.rules.ruleset import RULE_FIELDS, Ruleset

IDS = (
    "portland modern wikipedia card-game-heaven four-deal cent-36 cent-32 meyer-1888 meyer-rubicon heaven-100 "
    "french-150 auction normand voleur"
)

TO_A_NUMBER_OF_POINTS: Mapping[str, Any] = {
    "ends": "target",
    "deals": "none",
    "deal_weights": [],
    "tie_deals": 0,
    "rubicon": "none",
    "partie_bonus": 0,
    "concession": False,
    "stop_rule": "at_once",
    "stakes": "per_partie",
    "stake_rounding": 0,
}
"""What every partie that ends at a number of points has otherwise than Portland."""

THREE: Mapping[str, Any] = {
    **TO_A_NUMBER_OF_POINTS,
    "players": 3,
    "sides": 3,
    "hand": 10,
    "talon": 2,
    "elder_exchange_min": 0,
    "elder_exchange_max": 0,
    "younger_exchange_min": 0,
    "younger_exchange_max": 0,
    "dealer_exchange_max": 2,
    "first_dealer": "lower_deals",
    "carte_blanche_told": "younger_after_elder",
    "carte_blanche_both": "both_score",
    "point_compare": "pips",
    "point_pips": "always",
    "sequence_heads": "always",
    "repique_threshold": 20,
    "repique_bonus": 70,
    "pique_threshold": 20,
    "pique_bonus": 40,
    "trick_min_rank": "ten",
    "target": 100,
    "penalties": "void",
    "omission": "first_card",
    "show_duty": "silent",
    "edit_window": "partie_ends",
}
"""What three have otherwise than Portland."""

EXCHANGE = ("dealer_exchange_max",)
"""What three have and four have not."""

OTHER_THAN_PORTLAND: Mapping[str, Mapping[str, Any]] = {
    "portland": {},
    "modern": {
        "younger_exchange_min": 0,
        "first_dealer": "lower_deals",
        "pique_order": "chronological",
        "concession": False,
        "stake_rounding": 0,
    },
    "wikipedia": {
        "younger_peek": "both",
        "first_dealer": "higher_deals",
        "point_min": 4,
        "pique_order": "chronological",
        "cards_to_pique": "at_seventh_trick",
        "capot_form": "on_top",
        "concession": False,
        "penalties": "void",
        "show_duty": "silent",
        "edit_window": "deal_ends",
        "stake_rounding": 0,
    },
    "card-game-heaven": {
        "younger_exchange_min": 0,
        "younger_peek": "exposed_or_hidden",
        "first_dealer": "cut",
        "carte_blanche_told": "younger_after_elder",
        "trick_count": "two_for_capture",
        "first_lead": "if_lost",
        "concession": False,
        "penalties": "void",
        "show_duty": "on_demand",
        "edit_window": "deal_ends",
        "stake_rounding": 0,
    },
    "four-deal": {
        "deals": 4,
        "deal_weights": [2, 1, 1, 2],
    },
    "cent-36": {
        **TO_A_NUMBER_OF_POINTS,
        "lowest": "six",
        "talon": 12,
        "elder_exchange_max": 7,
        "younger_peek": "both",
        "first_dealer": "cut",
        "carte_blanche_both": "both_score",
        "point_min": 4,
        "sequence_points": [3, 4, 15, 16, 17, 18, 19],
        "cards_to_pique": "at_seventh_trick",
        "trick_count": "captured_cards",
        "trick_min_rank": "ten",
        "last_points": 0,
        "capot_form": "on_top",
        "target": 100,
        "penalties": "void",
        "show_duty": "silent",
        "edit_window": "partie_ends",
    },
    "cent-32": {
        **TO_A_NUMBER_OF_POINTS,
        "younger_exchange_min": 0,
        "first_dealer": "lower_deals",
        "carte_blanche_told": "younger_after_elder",
        "point_compare": "pips",
        "point_pips": "always",
        "sequence_heads": "always",
        "trick_min_rank": "ten",
        "target": 100,
        "lurch": True,
        "parties_to_win": 3,
        "penalties": "strict",
        "unproved_denial": "elder",
        "omission": "first_card",
        "show_duty": "shown_or_lost",
        "edit_window": "partie_ends",
    },
    "meyer-1888": {
        **TO_A_NUMBER_OF_POINTS,
        "elder_exchange_min": 3,
        "younger_exchange_min": 3,
        "younger_peek": "own",
        "first_dealer": "lots",
        "carte_blanche_blank_of": "courts_and_tens",
        "carte_blanche_when": "after_exchange",
        "point_value": "length_squared",
        "repique_blocked_by": "anything_valid",
        "pique_blocked_by": "anything_valid",
        "last_points": 3,
        "cards_tie": "carried",
        "capot_form": "on_top",
        "target": 100,
        "lurch": True,
        "penalties": "void",
        "show_duty": "silent",
        "edit_window": "deal_ends",
    },
    "meyer-rubicon": {
        "elder_exchange_min": 3,
        "younger_exchange_min": 3,
        "younger_peek": "own",
        "first_dealer": "lots",
        "carte_blanche_blank_of": "courts_and_tens",
        "carte_blanche_when": "after_exchange",
        "point_value": "length_squared",
        "repique_blocked_by": "anything_valid",
        "pique_blocked_by": "anything_valid",
        "last_points": 3,
        "cards_tie": "carried",
        "capot_form": "on_top",
        "penalties": "void",
        "show_duty": "silent",
        "edit_window": "deal_ends",
        "concession": False,
        "stake_rounding": 0,
    },
    "heaven-100": {
        **TO_A_NUMBER_OF_POINTS,
        "younger_exchange_min": 0,
        "younger_peek": "exposed_or_hidden",
        "first_dealer": "cut",
        "carte_blanche_told": "younger_after_elder",
        "trick_count": "two_for_capture",
        "first_lead": "if_lost",
        "penalties": "void",
        "show_duty": "on_demand",
        "edit_window": "deal_ends",
        "target": 100,
    },
    "french-150": {
        **TO_A_NUMBER_OF_POINTS,
        "first_dealer": "lower_deals",
        "point_compare": "pips",
        "point_pips": "always",
        "sequence_heads": "always",
        "target": 150,
        "decider_target": 221,
        "lurch": True,
        "parties_to_win": 2,
        "penalties": "strict",
        "unproved_denial": "elder",
        "omission": "first_card",
        "show_duty": "shown_or_lost",
        "edit_window": "partie_ends",
    },
    "auction": {
        "auction": True,
        "elder_exchange_min": 0,
        "younger_exchange_min": 0,
        "first_dealer": "cut",
        "pique_threshold": 29,
        "trick_count": "flat",
        "last_points": 0,
        "tie_deals": 1,
        "rubicon": 150,
        "partie_bonus": 150,
        "concession": False,
        "penalties": "void",
        "stake_rounding": 0,
    },
    "normand": THREE,
    "voleur": {
        **{name: value for name, value in THREE.items() if name not in ("sides", *EXCHANGE)},
        "players": 4,
        "hand": 8,
        "talon": 0,
        "carte_blanche": 0,
        "point_min_pips": 30,
        "partner_point": False,
        "lesser_count": "side",
        "repique_blocked_by": "anything_valid",
        "pique_blocked_by": "anything_valid",
    },
}
"""The fields of each preset that differ from Portland's, and their values, as a file would say them."""

LAWS = {
    "hand talon": 9,
    "elder_exchange_min elder_exchange_max": 21,
    "younger_exchange_min": 22,
    "younger_exchange_max": 34,
    "elder_peek": 33,
    "younger_peek": 36,
    "discard_consulted": 45,
    "first_dealer": 4,
    "carte_blanche": 61,
    "carte_blanche_blank_of": 18,
    "carte_blanche_told": 20,
    "point_compare point_value": 62,
    "point_pips": 46,
    "sequence_points": 63,
    "trio_points quatorze_points set_min_rank": 64,
    "order": 67,
    "repique_threshold repique_bonus repique_blocked_by": 68,
    "pique_threshold pique_bonus pique_seat capot_to_pique": 69,
    "barred_blocks": 58,
    "trick_count last_points": 65,
    "cards_points cards_tie capot_points capot_form": 66,
    "ends deals tie_deals": 71,
    "partie_bonus": 72,
    "rubicon rubicon_mode": 73,
    "omission": 56,
    "show_duty": 55,
    "edit_window": 70,
}
"""The law of Cavendish's code in which Portland's value stands."""

SILENT = {
    "modern": "stakes",
    "wikipedia": "younger_peek discard_consulted tie_deals stakes show_duty",
    "card-game-heaven": "first_dealer pique_order equality_blocks cards_to_pique tie_deals stakes",
    "cent-36": "younger_exchange_min younger_exchange_max elder_peek younger_peek discard_consulted first_dealer "
    "carte_blanche_told pique_order lurch stakes show_duty",
    "cent-32": "equality_blocks",
    "meyer-1888": "elder_peek younger_peek discard_consulted carte_blanche_told point_pips point_tie sequence_tie "
    "equality_blocks stop_rule show_duty",
    "french-150": "lurch pique_order trick_count penalties show_duty",
    "normand": "carte_blanche carte_blanche_both repique_bonus pique_bonus trick_count cards_points capot_points lurch "
    "parties_to_win stakes show_duty",
    "voleur": "carte_blanche target cards_points capot_points lurch stakes show_duty",
    "auction": "contract_points minus_threshold minus_calls minus_cards elder_exchange_min younger_exchange_min "
    "pique_threshold trick_count last_points tie_deals rubicon partie_bonus stakes show_duty",
}
"""Where the source of a preset says nothing, so that the value is ours."""

STATED = {
    "modern": "younger_exchange_max elder_peek discard_consulted carte_blanche_told carte_rouge point_min "
    "sequence_tie equality_blocks cards_to_pique last_to_pique tie_deals show_duty",
    "wikipedia": "elder_peek carte_rouge point_min sequence_tie equality_blocks pique_order cards_to_pique "
    "capot_to_pique last_to_pique cards_tie capot_form",
    "card-game-heaven": "elder_peek younger_peek discard_consulted younger_exchange_min carte_blanche_told point_min "
    "last_to_pique trick_count first_lead show_duty",
    "cent-36": "lowest talon elder_exchange_max carte_blanche_both point_compare point_min point_pips "
    "equality_blocks cards_to_pique capot_to_pique trick_count last_points target",
    "cent-32": "elder_peek younger_peek discard_consulted younger_exchange_min carte_blanche_told point_compare "
    "point_pips sequence_heads sequence_tie trick_min_rank target target_order stop_rule lurch parties_to_win "
    "stakes penalties unproved_denial omission show_duty edit_window",
    "meyer-1888": "elder_exchange_min younger_exchange_min first_dealer carte_blanche_blank_of carte_blanche_when "
    "point_value repique_blocked_by pique_blocked_by trick_count last_points cards_tie capot_form target lurch "
    "parties_to_win stakes",
    "french-150": "younger_exchange_min first_dealer carte_blanche carte_blanche_when point_compare point_tie "
    "last_points ends target decider_target parties_to_win stakes",
    "normand": "players hand talon dealer_exchange_min dealer_exchange_max",
    "voleur": "players sides hand talon point_min_pips partner_point repique_threshold repique_bonus pique_threshold "
    "pique_bonus repique_blocked_by",
    "auction": "players lowest hand talon auction bid_min minus_sinking carte_blanche_both",
}
"""Where the source of a preset says it itself."""

each_preset = pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))


def test_the_presets_are_in_order_with_the_default_first() -> None:
    assert list(PRESETS) == IDS.split()
    assert [rules.id for rules in PRESETS.values()] == IDS.split()
    assert DEFAULT is PORTLAND
    assert len({rules.title for rules in PRESETS.values()}) == len(PRESETS)


@each_preset
def test_every_preset_holds_together(rules: Ruleset) -> None:
    validate(rules)


@each_preset
def test_every_value_has_a_source(rules: Ruleset) -> None:
    names = [f.name for f in RULE_FIELDS]
    assert sorted(rules.sources) == sorted(names)
    assert [name for name in names if not rules.source(name).strip()] == []


@pytest.mark.parametrize(("base", "expected"), OTHER_THAN_PORTLAND.items(), ids=list(OTHER_THAN_PORTLAND))
def test_every_preset_differs_from_portland_as_its_source_does(base: str, expected: Mapping[str, Any]) -> None:
    assert changes_from(PRESETS[base], PORTLAND) == expected


@pytest.mark.parametrize(("names", "law"), LAWS.items(), ids=[f"Law {law}" for law in LAWS.values()])
def test_portland_cites_the_law(names: str, law: int) -> None:
    assert {name: PORTLAND.source(name) for name in names.split()} == dict.fromkeys(names.split(), f"Law {law}")


def test_portland_cites_no_law_that_the_code_has_not() -> None:
    """Cavendish's eighth edition has seventy-eight laws."""
    laws = [source for source in PORTLAND.sources.values() if source.startswith("Law")]
    cited = {int(number) for source in laws for number in re.findall(r"\d+", source)}
    assert cited <= set(range(1, 79))


def test_portland_leaves_only_the_unproved_denial_to_us() -> None:
    for base in ("portland", "four-deal"):
        unsourced = [name for name, source in PRESETS[base].sources.items() if source == "unsourced"]
        assert unsourced == ["unproved_denial"]


def test_the_partie_of_four_deals_is_portland_by_the_same_laws() -> None:
    four = PRESETS["four-deal"].sources
    assert {name for name in four if four[name] != PORTLAND.source(name)} == {"deals", "deal_weights"}


@pytest.mark.parametrize(
    ("preset", "hand", "source"),
    [
        ("meyer-rubicon", "meyer-1888", "German Wikipedia, the partie of six deals"),
        ("heaven-100", "card-game-heaven", "Card Game Heaven, Piquet: an older game, first past 100"),
    ],
)
def test_a_preset_of_two_games_has_the_hand_of_one_and_cites_the_other_for_its_settlement(
    preset: str, hand: str, source: str
) -> None:
    rules, base = PRESETS[preset], PRESETS[hand]
    changed = set(changes_from(rules, base))
    settles = {"ends", "deals", "deal_weights", "tie_deals", "rubicon", "partie_bonus", "target"}
    assert changed >= settles
    assert changed <= settles | {"stop_rule", "lurch", "stakes", "rubicon_mode", "stake_rounding"}
    assert [name for name in settles if not rules.source(name).startswith(source)] == []
    assert all(
        rules.source(name) == base.source(name) for name in rules.sources if name in ("point_value", "last_points")
    )


@pytest.mark.parametrize(("base", "names"), SILENT.items(), ids=list(SILENT))
def test_what_a_source_does_not_say_is_marked_unsourced(base: str, names: str) -> None:
    assert [name for name in names.split() if PRESETS[base].source(name) != "unsourced"] == []


@pytest.mark.parametrize(("base", "names"), STATED.items(), ids=list(STATED))
def test_what_a_source_says_is_credited_to_it(base: str, names: str) -> None:
    assert [name for name in names.split() if PRESETS[base].source(name) == "unsourced"] == []


@each_preset
def test_every_preset_survives_being_stored(rules: Ruleset) -> None:
    data = ruleset_to_data(rules)
    assert ruleset_from_data(data) == rules
    assert ruleset_from_data(json.loads(json.dumps(data))) == rules
