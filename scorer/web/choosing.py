"""View models of the page on which a club makes its own rules."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, get_args, get_origin

from ..rules.cards import Rank
from ..rules.errors import ContradictoryRules
from ..rules.naming import Difference, differences, name_of, rules_named, text_of, title_of
from ..rules.presets import DEFAULT, PRESETS
from ..rules.ruleset import NOT_SCORED, RULE_FIELDS, SECTIONS, Ruleset
from ..rules.values import TYPES, value_to_data
from ..rules.words import value_words
from ..service.opening import NotAllowed, sentence
from .club.forms import Choice, Field

LONGEST_LINE = 4000
"""Characters of a ruleset in one line; every field of the longest has room in it."""


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """A rule that was changed: what it is about, now and before, and where both come from."""

    meaning: str
    value: str
    source: str
    before: str
    before_source: str


@dataclass(frozen=True, slots=True)
class HousePage:
    """
    The rules that are being made.

    Attributes:
        title: what they are called.
        base: the preset they start from.
        line: all of them in one line, as `scorer.rules.naming` reads it.
        presets: to start from.
        rows: what is changed.
        sections: the fields to change, under their headings; a section is
            open if something in it is changed or wrong.
        error: why what was typed cannot be played; empty if it can.
    """

    title: str
    base: Ruleset
    line: str
    presets: tuple[Choice, ...]
    rows: tuple[DifferenceRow, ...]
    sections: tuple[tuple[str, bool, tuple[Field, ...]], ...]
    error: str


def line_of(typed: Mapping[str, str]) -> str:
    """
    The line of the rules that were typed, field by field, over the preset in *from*.

    What is as in the preset is left out. The line may be one that cannot be
    read, or that contradicts itself.
    """
    base = PRESETS.get(typed.get("from", ""), DEFAULT)
    texts = {each.name: "".join(typed.get(each.name, text_of(base, each.name)).split()) for each in RULE_FIELDS}
    return " ".join((base.id, *(f"{rule}={text}" for rule, text in texts.items() if text != text_of(base, rule))))


def moved_to(base_id: str, line: str) -> str:
    """The same house rules over another preset."""
    return " ".join((base_id, *line.split()[1:]))


def house_page(line: str) -> HousePage:
    """The page for the rules of a line, whatever stands in it."""
    base = PRESETS.get(line.partition(" ")[0], DEFAULT)
    typed = dict(change.partition("=")[::2] for change in line.split()[1:])
    try:
        rules, error = rules_named(line), ""
        line = name_of(rules)
    except (ContradictoryRules, ValueError) as wrong:
        rules, error = base, sentence(str(wrong))
    presets = tuple(Choice(each.id, each.title, each is base) for each in PRESETS.values())
    rows = tuple(map(_row, differences(rules, base)))
    return HousePage(title_of(rules), base, line, presets, rows, _sections(base, typed), error)


def rule_choices(
    asked: str, kept: Iterable[tuple[str, str]] = (), players: Container[int] = (2, 3, 4)
) -> tuple[Choice, ...]:
    """
    The rules to choose from: the presets, a club's own, and those that are asked for.

    Args:
        asked: the line of the rules that are chosen.
        kept: the line and the name of each ruleset that a club keeps.
        players: how many may play by them; rules for fewer or more are left out.
    """
    known = {each.id: each.title for each in PRESETS.values() if each.players in players}
    known |= {line: name for line, name in kept if rules_named(line).players in players}
    with suppress(ValueError):
        known.setdefault(asked, title_of(rules_named(asked)))
    return tuple(Choice(line, title, line == asked) for line, title in known.items())


def read_rules(line: str) -> Ruleset:
    """
    The rules that were chosen.

    Raises:
        NotAllowed: there are none of this name, or they contradict each other; the message says why.
    """
    if not line.strip():
        raise NotAllowed("Choose the rules you play by.")
    try:
        return rules_named(line[:LONGEST_LINE])
    except ValueError as error:
        raise NotAllowed(sentence(str(error))) from None


def _row(found: Difference) -> DifferenceRow:
    also = " and ".join(PRESETS[each].title for each in found.also[:2])
    return DifferenceRow(
        found.meaning, found.value, f"as in {also}" if also else found.source, found.before, found.before_source
    )


def _sections(base: Ruleset, typed: Mapping[str, str]) -> tuple[tuple[str, bool, tuple[Field, ...]], ...]:
    found: list[tuple[str, list[Field]]] = []
    for rule in RULE_FIELDS:
        if rule.name in SECTIONS:
            found.append((SECTIONS[rule.name], []))
        text = typed.get(rule.name, text_of(base, rule.name))
        unit = f", in {rule.metadata['unit']}" if rule.metadata["unit"] else ""
        value = value_words(getattr(base, rule.name), rule.metadata["unit"])
        hint = f"{value} ({base.source(rule.name)})"
        if rule.metadata["documentary"]:
            hint += f"; {NOT_SCORED}"
        label = f"{rule.metadata['meaning'].capitalize()}{unit}"
        choices = tuple(Choice(each, words, each == text) for each, words in _choices(TYPES[rule.name]))
        found[-1][1].append(Field(rule.name, label, text, "select" if choices else "text", choices, hint))
    return tuple((title, any(each.name in typed for each in fields), tuple(fields)) for title, fields in found)


def _choices(hint: Any) -> list[tuple[str, str]]:
    """What there is to choose, if the values of a rule are few."""
    if hint is bool:
        return [("yes", "yes"), ("no", "no")]
    if get_origin(hint) is None and not get_args(hint) and issubclass(hint, Enum | Rank):
        return [(value_to_data(each), value_words(each)) for each in hint]
    return []
