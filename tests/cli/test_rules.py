"""`scorer rules`: one preset with the source of every value; and `scorer hand`: which cards are no hand."""

import json
import re
from functools import partial

import pytest

from scorer.rules.house_rules import ruleset_from_data
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import DOCUMENTARY, RULE_FIELDS
from tests.cli.running import scorer
from tests.rows import each_row

rules = partial(scorer, "rules")


@pytest.mark.parametrize("name", PRESETS)
def test_one_preset_as_data_is_the_whole_of_it(name: str) -> None:
    """A stored document can be scored by later, whatever becomes of the preset."""
    result = rules(name, "--json")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    document = json.loads(result.stdout)
    assert set(document) == {"id", "title", "values", "sources", "documentary"}
    assert document["documentary"] == list(DOCUMENTARY)
    assert set(document["values"]) == set(document["sources"]) == {rule.name for rule in RULE_FIELDS}
    assert ruleset_from_data(document) == PRESETS[name]


@pytest.mark.parametrize("name", PRESETS)
def test_one_preset_in_words_has_every_value_with_its_source(name: str) -> None:
    """One entry a rule, in the order of the rules, in lines of at most 100 columns; one card, not *1 cards*."""
    text = rules(name).stdout
    lines = text.splitlines()
    assert lines[0] == f"{PRESETS[name].title} ({name})"
    assert max(map(len, lines)) <= 100
    starts = [match.group(1) for match in re.finditer(r"^(\w+) {2,}\S", text, re.MULTILINE)]
    assert starts == [rule.name for rule in RULE_FIELDS]
    flowing = " ".join(text.split())
    for rule in RULE_FIELDS:
        assert f"{rule.name} {rule.metadata['meaning']}: " in flowing
        source = PRESETS[name].sources[rule.name]
        assert (f"{source} (not scored)" if rule.metadata["documentary"] else source) in flowing
    assert flowing.count("(not scored)") == len(DOCUMENTARY)
    assert re.findall(r"\b1 (?:cards|points|deals|parties)\b", text) == []


@each_row("cards", "status", "words")
def test_cards_that_are_no_hand_are_refused(cards: str, status: int, words: str) -> None:
    """Exit status 1 if every card can be read, but the pack or the deal does not allow them; 2 if one cannot."""
    result = scorer("hand", "--json", cards)
    assert (result.exit_code, result.stdout) == (status, "")
    assert re.fullmatch(r"scorer hand: .*" + re.escape(words) + r".*\n", result.stderr)
