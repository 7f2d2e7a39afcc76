"""What twelve cards declare, and the rules of a preset, as a terminal shows them."""

from __future__ import annotations

from collections.abc import Iterable

from ..rules.hands import Declarations
from ..rules.ruleset import RULE_FIELDS, SECTIONS, Ruleset
from ..rules.sentences import declaration_words
from ..rules.words import value_words
from .layout import wrap


def hand(declared: Declarations) -> str:
    """Each declaration with its points, and their sum."""
    rows = [(declaration_words(claim), points) for claim, points in declared.counted]
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
        shown = value_words(getattr(ruleset, rule.name), rule.metadata["unit"])
        text = f"{rule.name:<24}{rule.metadata['meaning']}: {shown} — {ruleset.source(rule.name)}"
        lines += wrap(text, 100, 26)
    return "\n".join(lines)
