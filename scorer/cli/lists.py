"""What twelve cards declare, and the rules of a preset, as a terminal shows them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from ..rules.cards import Rank
from ..rules.claims import Category
from ..rules.hands import Declarations
from ..rules.house import value_to_data
from ..rules.reckoning import point_points, sequence_points, set_points
from ..rules.ruleset import RULE_FIELDS, SECTIONS, Ruleset
from ..rules.sentences import claim_words
from .layout import wrap


def hand(rules: Ruleset, declared: Declarations) -> str:
    """Each declaration with its points, and their sum."""
    rows = []
    if declared.carte_blanche:
        rows.append(("carte blanche", rules.carte_blanche))
    if declared.point is not None:
        rows.append((claim_words(declared.point), point_points(rules, declared.point)))
    rows += [(claim_words(claim), sequence_points(rules, claim)) for claim in declared.sequences]
    rows += [(claim_words(claim), set_points(rules, claim)) for claim in declared.sets]
    lines = [f"{text:<40}{points:>4}" for text, points in rows]
    return "\n".join([*lines, "─" * 44, f"{'in all, if all of it is good':<40}{declared.total:>4}"])


def presets(rulesets: Iterable[Ruleset]) -> str:
    """The presets, one a line."""
    return "\n".join(f"{ruleset.id:<18}{ruleset.title}" for ruleset in rulesets)


def ruleset(ruleset: Ruleset) -> str:
    """One preset: what each rule means, its value, and where the value comes from."""
    lines = [f"{ruleset.title} ({ruleset.id})"]
    for rule in RULE_FIELDS:
        if rule.name in SECTIONS:
            lines += ["", SECTIONS[rule.name], "─" * len(SECTIONS[rule.name])]
        value, unit = getattr(ruleset, rule.name), rule.metadata["unit"]
        shown = value_words(value)
        if unit and isinstance(value, int):
            shown += f" {unit[:-1] if value == 1 else unit}"
        text = f"{rule.name:<24}{rule.metadata['meaning']}: {shown} — {ruleset.source(rule.name)}"
        lines += wrap(text, 100, 26)
    return "\n".join(lines)


def value_words(value: Any) -> str:
    """A rule's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value_words(each) for each in value) or "none"
    if isinstance(value, Rank):
        return value.word
    if isinstance(value, Category):
        return value.value.replace("_", " ")
    if isinstance(value, Enum):
        return str(value.value)
    return str(value_to_data(value))
