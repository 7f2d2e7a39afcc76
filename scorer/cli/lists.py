"""What twelve cards declare, and the rules of a preset, as a terminal shows them."""

from __future__ import annotations

from collections.abc import Iterable

from ..rules.hands import Declarations
from ..rules.naming import differences, name_of, title_of
from ..rules.ruleset import NOT_SCORED, RULE_FIELDS, SECTIONS, Ruleset
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


def ruleset(ruleset: Ruleset, base: Ruleset) -> str:
    """What is changed in *base*, if anything; then what each rule means, its value, and where the value comes from."""
    lines = [f"{title_of(ruleset)} ({name_of(ruleset)})"]
    differing = differences(ruleset, base)
    if differing:
        lines += _heading("House rules")
    for each in differing:
        also = f"; so does {', '.join(each.also)}" if each.also else ""
        text = f"{each.rule:<24}{each.meaning}: {each.value}, not {each.before} ({each.before_source}){also}"
        lines += wrap(text, 100, 26)
    for rule in RULE_FIELDS:
        if rule.name in SECTIONS:
            lines += _heading(SECTIONS[rule.name])
        shown = value_words(getattr(ruleset, rule.name), rule.metadata["unit"])
        text = f"{rule.name:<24}{rule.metadata['meaning']}: {shown} — {ruleset.source(rule.name)}"
        if rule.metadata["documentary"]:
            text += f" ({NOT_SCORED})"
        lines += wrap(text, 100, 26)
    return "\n".join(lines)


def _heading(title: str) -> list[str]:
    return ["", title, "─" * len(title)]
