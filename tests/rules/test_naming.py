"""A ruleset in one line, and what sets it apart from another."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.errors import ContradictoryRules
from scorer.rules.house_rules import (
    differences,
    house_rules,
    name_of,
    read_changes,
    rules_named,
    text_of,
    title_of,
    value_from_text,
)
from scorer.rules.presets import DEFAULT, PORTLAND, PRESETS
from scorer.rules.ruleset import RULE_FIELDS


@pytest.mark.parametrize("id", PRESETS)
def test_a_preset_is_named_by_itself(id: str) -> None:
    assert name_of(rules_named(id)) == id
    assert differences(rules_named(id), PRESETS[id]) == ()


def test_nothing_named_is_the_default() -> None:
    assert rules_named("") == rules_named("  ") == DEFAULT


def test_house_rules_follow_in_any_order_and_white_space() -> None:
    assert rules_named(" portland  rubicon=150\npoint_min=4 ") == rules_named("portland point_min=4 rubicon=150")


@pytest.mark.parametrize("id", PRESETS)
def test_every_value_of_every_preset_is_written_and_read_back(id: str) -> None:
    for rule in RULE_FIELDS:
        assert value_from_text(rule.name, text_of(PRESETS[id], rule.name)) == getattr(PRESETS[id], rule.name)


@given(st.data())
def test_what_is_named_is_read_back(data: st.DataObject) -> None:
    """One field of a preset taken from another preset, where the two do not contradict each other."""
    base, other = (PRESETS[data.draw(st.sampled_from(list(PRESETS)))] for _ in range(2))
    rule = data.draw(st.sampled_from(RULE_FIELDS)).name
    try:
        ours = house_rules(base, read_changes([f"{rule}={text_of(other, rule)}"]))
    except ContradictoryRules:
        return
    assert rules_named(name_of(ours)) == ours


def test_a_difference_names_both_values_both_sources_and_who_else_plays_it() -> None:
    (found,) = differences(rules_named("portland point_min=4"), PORTLAND)
    assert (found.rule, found.value, found.before) == ("point_min", "4 cards", "0 cards")
    assert (found.source, found.before_source) == ("house rule", PORTLAND.source("point_min"))
    assert found.also == ("wikipedia", "cent-36")


def test_a_difference_of_two_presets_names_both_sources() -> None:
    found = {each.rule: each for each in differences(PRESETS["modern"], PORTLAND)}
    assert found["younger_exchange_min"].value == "0 cards"
    assert found["younger_exchange_min"].source == PRESETS["modern"].source("younger_exchange_min")


def test_only_what_is_changed_has_house_rules_in_its_title() -> None:
    assert title_of(PORTLAND) == PORTLAND.title
    assert title_of(rules_named("portland rubicon=150")) == f"{PORTLAND.title}, with house rules"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "there is no preset 'nonsense': choose one of portland, "),
        ("portland point_min", "'point_min' is no house rule: write rule=value"),
        ("portland points=4", "there is no rule called 'points'"),
        ("portland point_min=four", "point_min: a whole number was expected, not 'four'"),
        ("portland point_min=9999999", "point_min: a whole number was expected, not '9999999'"),
        ("portland concession=perhaps", "concession: true or false was expected, not 'perhaps'"),
        ("portland trick_count=some", "trick_count: 'some' is not one of club, "),
        ("portland deal_weights=1,x", "deal_weights: a whole number was expected, not 'x'"),
        ("portland rubicon=150 rubicon=120", "rubicon is given twice"),
    ],
)
def test_what_cannot_be_read_says_what_can(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        rules_named(line)


def test_a_list_may_be_empty() -> None:
    assert value_from_text("deal_weights", "none") == value_from_text("deal_weights", "") == ()


def test_rules_that_contradict_each_other_are_refused_with_every_reason() -> None:
    with pytest.raises(ContradictoryRules) as error:
        rules_named("portland target=100 trick_min_rank=ten trick_count=flat")
    assert str(error.value).count(";") >= 1
