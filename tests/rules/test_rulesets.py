"""Rulesets: the presets, house rules read from plain data and from one line,
and what they refuse.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules import presets as preset_texts
from scorer.rules.cards import Rank
from scorer.rules.claims import CALLED, Category, Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.company import terms_named
from scorer.rules.errors import ContradictoryRules
from scorer.rules.grammar import all_claims, every_claim, heads, refuse_claim
from scorer.rules.house_rules import (
    Contradicting,
    differences,
    house_rules,
    name_of,
    rules_named,
    ruleset_from_data,
    ruleset_to_data,
    text_of,
    title_of,
    validate,
)
from scorer.rules.messages import Text
from scorer.rules.presets import DEFAULT, PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.ruleset import (
    RULE_FIELDS,
    Ruleset,
    changes_from,
    value_from_data,
    value_from_text,
)
from tests import there
from tests.published import published
from tests.rows import each_row
from tests.rules.strategies import each_preset, presets, rulesets

RULESETS = published("rulesets")
NAMES = [rule.name for rule in RULE_FIELDS]


def test_the_default_comes_first_and_every_title_is_its_own() -> None:
    assert [rules.id for rules in PRESETS.values()] == list(PRESETS) == list(RULESETS["presets"])
    assert next(iter(PRESETS.values())) is DEFAULT is PORTLAND
    assert len({rules.title for rules in PRESETS.values()}) == len(PRESETS)


@each_preset
def test_a_preset_differs_from_portland_as_its_source_does(preset: str) -> None:
    changes = RULESETS["presets"][preset].split()
    changed = rules_named(" ".join(["portland", *changes]))
    assert changes_from(PRESETS[preset], PORTLAND) == changes_from(changed, PORTLAND)
    assert [each.rule for each in differences(PRESETS[preset], PORTLAND)] == [
        each.split("=")[0] for each in changes
    ]


@each_preset
def test_a_preset_is_consistent_has_a_source_for_each_value_and_reads_back(preset: str) -> None:
    rules = PRESETS[preset]
    validate(rules)
    assert {name for name, source in rules.sources.items() if source.strip()} == set(NAMES)
    assert name_of(rules) == preset
    assert rules_named(preset) == rules
    assert differences(rules, rules) == ()
    assert ruleset_from_data(json.loads(json.dumps(ruleset_to_data(rules)))) == rules
    for name in NAMES:
        value = value_from_text(name, text_of(rules, name))
        assert value == getattr(rules, name)
        assert type(value) is type(getattr(rules, name))


def test_a_preset_that_names_no_rule_is_refused_when_it_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = {"base": "portland", "rules": {"a book": "lesser_cuont"}}
    monkeypatch.setitem(preset_texts._TEXTS, "ours", text)
    with pytest.raises(ValueError, match="ours: there is no rule called 'lesser_cuont'"):
        preset_texts._preset("ours")


CITED = [(text, preset) for text, presets in RULESETS["cited"].items() for preset in presets]


@pytest.mark.parametrize(("text", "preset"), CITED)
def test_a_text_is_cited_for_exactly_the_rules_that_it_has_and_their_values(
    text: str, preset: str
) -> None:
    rules = PRESETS[preset]
    found: dict[str, list[str]] = {}
    for name, source in rules.sources.items():
        if text in source:
            found.setdefault(source, []).append(f"{name}={text_of(rules, name)}")
    assert found == {
        source: said.split() for source, said in RULESETS["cited"][text][preset].items()
    }


def test_each_preset_of_a_text_that_was_read_whole_is_compared_with_it() -> None:
    citing = {
        (text, preset)
        for text in RULESETS["cited"]
        for preset, rules in PRESETS.items()
        if any(text in source for source in rules.sources.values())
    }
    assert citing == set(CITED)


@pytest.mark.parametrize("preset", ["portland", "four-deal"])
def test_portland_leaves_only_the_unproved_denial_unsourced(preset: str) -> None:
    assert [name for name, source in PRESETS[preset].sources.items() if source == "unsourced"] == [
        "unproved_denial"
    ]


def test_a_change_to_another_value_is_a_house_rule_and_the_rest_keeps_its_source() -> None:
    assert house_rules(PORTLAND, {}) == house_rules(PORTLAND, {"rubicon": 100}) == PORTLAND
    before = ruleset_to_data(PORTLAND)
    ours = house_rules(PORTLAND, {"carte_rouge": 20, "pique_order": "chronological"})
    changed = {
        name: source for name, source in ours.sources.items() if source != PORTLAND.sources[name]
    }
    assert changed == {"carte_rouge": "house rule", "pique_order": "house rule"}
    assert ours.carte_rouge == 20
    assert ours.pique_order.name == "CHRONOLOGICAL"
    assert ours.id == PORTLAND.id
    assert ours.title == PORTLAND.title
    assert ruleset_to_data(PORTLAND) == before
    assert (
        house_rules(house_rules(PORTLAND, {"carte_rouge": 20}), {"pique_order": "chronological"})
        == ours
    )


@pytest.mark.parametrize("part", ["values", "sources"])
def test_a_ruleset_without_a_value_or_a_source_is_refused_by_its_name(part: str) -> None:
    data = ruleset_to_data(PORTLAND)
    del data[part]["rubicon"], data[part]["talon"]
    with pytest.raises(ValueError, match=r"^these rules are missing: talon, rubicon$"):
        ruleset_from_data(data)


def test_a_ruleset_from_data_is_validated() -> None:
    data = ruleset_to_data(PORTLAND)
    data["values"]["players"] = 3
    with pytest.raises(ContradictoryRules, match="two players"):
        ruleset_from_data(data)


def test_a_difference_names_both_values_both_sources_and_the_presets_with_the_first() -> None:
    ours = rules_named(" portland\npoint_min=4 ")
    (found,) = differences(ours, PORTLAND)
    assert found.rule == "point_min"
    assert found.value == "4 cards"
    assert found.before == "0 cards"
    assert found.source == "house rule"
    assert found.before_source == PORTLAND.sources["point_min"]
    assert found.also == ("wikipedia", "cent-36")
    assert title_of(PORTLAND) == PORTLAND.title
    assert title_of(ours) == f"{PORTLAND.title}, with house rules"
    assert rules_named("") == rules_named("  ") == DEFAULT


def test_rules_of_a_preset_that_is_not_known_have_their_own_title() -> None:
    theirs = replace(PORTLAND, id="club-1913", title="The club of 1913")
    assert title_of(theirs) == "The club of 1913, with house rules"


# What is refused


@pytest.mark.parametrize(("line", "message"), RULESETS["contradictions"].items())
def test_rules_that_contradict_each_other_are_refused_with_every_reason(
    line: str, message: str
) -> None:
    with pytest.raises(ContradictoryRules) as refused:
        rules_named(line)
    assert str(refused.value) == message


def test_every_contradiction_is_found_in_rules() -> None:
    found = set[Text]()
    for line in RULESETS["contradictions"]:
        with pytest.raises(ContradictoryRules) as refused:
            rules_named(line)
        found |= {refused.value.message.text}
        found |= {each.text for each in refused.value.message.values["conflict"]}
    assert found == set(Contradicting)


READERS: dict[str, Callable[[str], object]] = {"unreadable": rules_named, "terms": terms_named}
UNREADABLE = [(reader, *row) for kind, reader in READERS.items() for row in RULESETS[kind].items()]


@pytest.mark.parametrize(("read", "line", "message"), UNREADABLE)
def test_a_line_of_rules_or_terms_is_refused_with_the_reason(
    read: Callable[[str], object], line: str, message: str
) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        read(line)


@each_row
def test_data_of_another_type_is_refused(name: str, data: object | None, message: str) -> None:
    data = list(data) if isinstance(data, tuple) else data
    with pytest.raises(ValueError, match=f"^{re.escape(f'{name}: {message}')}$"):
        value_from_data(name, data)


def test_nothing_is_called_in_the_classes_that_are_not_of_calls() -> None:
    others = [category for category in Category if category not in CALLED]
    assert [claim for category in others for claim in every_claim(PORTLAND, category)] == []


def test_words_are_read_in_any_case_and_none_in_either_form() -> None:
    assert value_from_data("trick_min_rank", "Ten") is Rank.TEN
    assert value_from_data("rubicon", "none") is value_from_data("rubicon", None) is None
    assert value_from_text("deal_weights", "none") == value_from_text("deal_weights", "") == ()


# Any house rules at all

SOME_WORDS = ["none", "ten", "pips", "category", "carried"]
PLAIN_DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(SOME_WORDS),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)
"""Whatever a file can say."""


@given(presets, st.dictionaries(st.sampled_from(NAMES) | st.text(), PLAIN_DATA, max_size=4))
def test_any_data_of_a_file_gives_a_ruleset_or_a_refusal(
    base: str, changes: dict[str, Any]
) -> None:
    try:
        ours = house_rules(PRESETS[base], changes)
    except ValueError:
        return
    assert ruleset_from_data(ruleset_to_data(ours)) == ours


@given(rulesets())
def test_any_consistent_rules_are_written_and_read_back(ours: Ruleset) -> None:
    base = PRESETS[ours.id]
    assert ruleset_from_data(json.loads(json.dumps(ruleset_to_data(ours)))) == ours
    assert rules_named(name_of(ours)) == house_rules(base, changes_from(ours, base)) == ours


# What can be claimed under them


@each_row
def test_portland_has_every_claim_bare_and_with_each_head_or_number_of_pips(
    category: Category, claims: int
) -> None:
    assert len(list(every_claim(PORTLAND, category))) == claims


@pytest.mark.parametrize("line", [*PRESETS, "portland nought=yes"])
def test_every_claim_can_be_made_and_is_offered_once(line: str) -> None:
    rules = rules_named(line)
    claims = all_claims(rules)
    assert len(claims) == len(set(claims))
    assert [claim for claim in claims if refuse_claim(rules, claim) is not None] == []
    assert (PointClaim(0) in claims) == (SequenceClaim(0) in claims) == rules.nought
    assert (
        (SequenceClaim(9, Rank.ACE) in claims)
        == (PointClaim(9, 81) in claims)
        == (rules.lowest is Rank.SIX)
    )
    assert heads(rules, 8) == ((Rank.KING, Rank.ACE) if rules.lowest is Rank.SIX else (Rank.ACE,))


def test_what_is_no_claim_even_where_noughts_are_played_is_refused() -> None:
    refused: dict[Claim, Rule] = dict.fromkeys(
        (SetClaim(2, Rank.ACE), SetClaim(5, Rank.ACE)), Rule.NO_SUCH_SET
    )
    refused |= {SequenceClaim(2): Rule.NO_SUCH_RUN}
    refused |= dict.fromkeys((PointClaim(0, 7), SequenceClaim(0, Rank.ACE)), Rule.NO_SUCH_POINT)
    rules = rules_named("portland nought=yes")
    assert {claim: there(refuse_claim(rules, claim)).rule for claim in refused} == refused
