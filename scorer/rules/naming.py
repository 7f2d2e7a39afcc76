"""
A ruleset in one line, and what sets it apart: a preset's name and each house rule.

>>> ours = rules_named("portland point_min=4 carte_rouge=20")
>>> ours.point_min, ours.rubicon, name_of(ours)
(4, 100, 'portland carte_rouge=20 point_min=4')
>>> [(each.meaning, each.value, each.before, each.also) for each in differences(ours, rules_named("portland"))][1]
('fewest cards in a point', '4 cards', '0 cards', ('wikipedia', 'cent-36'))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .house import changes_from, house_rules
from .presets import DEFAULT, PRESETS
from .ruleset import RULE_FIELDS, Ruleset
from .values import value_from_text, value_to_data
from .words import value_words


@dataclass(frozen=True, slots=True)
class Difference:
    """
    One rule in which two rulesets differ.

    Attributes:
        rule: the name of its field.
        meaning: what the rule is about.
        value: its value in the one, in words.
        source: where that value comes from.
        before: its value in the other, in words.
        before_source: where that comes from.
        also: the presets that play it as the one does, by their identifiers.
    """

    rule: str
    meaning: str
    value: str
    source: str
    before: str
    before_source: str
    also: tuple[str, ...]


def rules_named(text: str) -> Ruleset:
    """
    The ruleset of a line: a preset, then ``rule=value`` for each house rule, with white space between.

    A list is written with commas. An empty line is the default preset.

    Raises:
        ValueError: there is no such preset, rule or value; the message says
            what there is.
        ContradictoryRules: the rules cannot all hold; the message says why.
    """
    name, *changes = text.split() or [DEFAULT.id]
    if name not in PRESETS:
        raise ValueError(f"there is no preset '{name}': choose one of {', '.join(PRESETS)}")
    return house_rules(PRESETS[name], read_changes(changes))


def read_changes(changes: Iterable[str]) -> dict[str, Any]:
    """
    House rules written as ``rule=value``, as plain data by field.

    Raises:
        ValueError: there is no such rule or value, or a rule is named twice.
    """
    return {
        rule: value_to_data(value_from_text(rule, text)) for rule, text in read_pairs(changes, "house rule").items()
    }


def read_pairs(changes: Iterable[str], what: str) -> dict[str, str]:
    """
    What is written as ``name=value``, each once, as it is written.

    Raises:
        ValueError: one is written otherwise, and is no *what*; or it is given twice.
    """
    read: dict[str, str] = {}
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise ValueError(f"'{change}' is no {what}: write {what.rpartition(' ')[2]}=value")
        if name in read:
            raise ValueError(f"{name} is given twice")
        read[name] = text
    return read


def name_of(rules: Ruleset) -> str:
    """The line that `rules_named` reads as these rules; the default's if their preset is not known here."""
    base = PRESETS.get(rules.id, DEFAULT)
    changes = (f"{rule}={written(data)}" for rule, data in changes_from(rules, base).items())
    return " ".join((base.id, *changes))


def text_of(rules: Ruleset, rule: str) -> str:
    """
    The value of a rule as `rules_named` reads it.

    >>> text_of(DEFAULT, "sequence_points"), text_of(DEFAULT, "concession"), text_of(DEFAULT, "trick_count")
    ('3,4,15,16,17,18', 'yes', 'club')
    """
    return written(value_to_data(getattr(rules, rule)))


def written(data: Any) -> str:
    """
    Plain data as somebody writes it in a line.

    >>> written(True), written([2, 1]), written("ten")
    ('yes', '2,1', 'ten')
    """
    if isinstance(data, bool):
        return "yes" if data else "no"
    return ",".join(map(str, data)) if isinstance(data, list) else str(data)


def differences(rules: Ruleset, base: Ruleset) -> tuple[Difference, ...]:
    """Where *rules* differ from *base*, in the order of the fields."""
    return tuple(
        Difference(
            each.name,
            each.metadata["meaning"],
            value_words(getattr(rules, each.name), each.metadata["unit"]),
            rules.source(each.name),
            value_words(getattr(base, each.name), each.metadata["unit"]),
            base.source(each.name),
            tuple(known.id for known in PRESETS.values() if getattr(known, each.name) == getattr(rules, each.name)),
        )
        for each in RULE_FIELDS
        if getattr(rules, each.name) != getattr(base, each.name)
    )


def title_of(rules: Ruleset) -> str:
    """
    What a page calls these rules.

    >>> title_of(rules_named("portland point_min=4"))
    "Portland: Cavendish's Rubicon Piquet, with house rules"
    """
    base = PRESETS.get(rules.id)
    is_own = base is None or any(getattr(rules, each.name) != getattr(base, each.name) for each in RULE_FIELDS)
    return f"{rules.title}, with house rules" if is_own else rules.title
