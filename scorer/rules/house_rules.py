"""House rules: a ruleset with named changes, how it is written in one line, and what makes it
contradict itself.

>>> from scorer.rules.presets import PORTLAND
>>> ours = house_rules(PORTLAND, {"carte_rouge": 20, "pique_order": "chronological"})
>>> ours.carte_rouge, ours.sources["carte_rouge"], ours.sources["rubicon"]
(20, 'house rule', 'Law 73')
>>> house_rules(
...     PORTLAND, {"carte_blanche_both": "annul"}
... )  # doctest: +NORMALIZE_WHITESPACE
Traceback (most recent call last):
...
scorer.rules.reasons.ContradictoryRules: two cartes blanches cannot occur: the pack has only 20
cards that are blank

>>> ours = rules_named("portland point_min=4 carte_rouge=20")
>>> ours.point_min, ours.rubicon, name_of(ours)
(4, 100, 'portland carte_rouge=20 point_min=4')
>>> changed = differences(ours, rules_named("portland"))[1]
>>> changed.meaning, changed.value, changed.before, changed.also
('fewest cards in a point', '4 cards', '0 cards', ('wikipedia', 'cent-36'))
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import starmap
from operator import attrgetter, ge, gt, le, lt
from typing import Any

from ..resources import resource_text
from .claims import Category
from .presets import DEFAULT, PRESETS
from .reasons import ContradictoryRules
from .ruleset import (
    RULE_FIELDS,
    TYPES,
    Ends,
    Ruleset,
    changes_from,
    read_pairs,
    typed,
    value_from_data,
    value_from_text,
    value_to_data,
    written,
)
from .words import number_words, value_words

HOUSE = "house rule"
"""The source of a value that a club chose."""


def ruleset_to_data(rules: Ruleset) -> dict[str, Any]:
    """Return the whole ruleset as plain data with its sources, as a partie stores it."""
    values = {f.name: value_to_data(getattr(rules, f.name)) for f in RULE_FIELDS}
    return {"id": rules.id, "title": rules.title, "values": values, "sources": dict(rules.sources)}


def ruleset_from_data(data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset that `ruleset_to_data` wrote;
    `ValueError` or `ContradictoryRules` if it did not.
    """
    values = {name: value_from_data(name, value) for name, value in data["values"].items()}
    sources = dict(data["sources"])
    missing = [name for name in TYPES if name not in values or name not in sources]
    if missing:
        raise ValueError(f"these rules are missing: {', '.join(missing)}")
    rules = Ruleset(id=data["id"], title=data["title"], sources=sources, **values)
    validate(rules)
    return rules


def house_rules(base: Ruleset, changes: Mapping[str, Any]) -> Ruleset:
    """Return *base* with *changes*, plain data by field; what differs has the source "house rule".

    `ValueError` names the unknown field or value, `ContradictoryRules` why the rules cannot all
    hold.
    """
    if not changes:
        return base
    values = {f.name: getattr(base, f.name) for f in RULE_FIELDS}
    values |= {name: value_from_data(name, data) for name, data in changes.items()}
    changed = [name for name in changes if values[name] != getattr(base, name)]
    sources = dict(base.sources) | dict.fromkeys(changed, HOUSE)
    rules = Ruleset(id=base.id, title=base.title, sources=sources, **values)
    validate(rules)
    return rules


def validate(rules: Ruleset) -> None:
    """Refuse a ruleset that contradicts itself;
    the `ContradictoryRules` has every contradiction found.
    """
    found = [
        why.format(rules=rules)
        for condition, wrong_unless in _contradictions()
        if all(holds(rules) for holds in condition)
        for why, needed in wrong_unless
        if not all(holds(rules) for holds in needed)
    ]
    found += _wrong_sums(rules)
    if found:
        raise ContradictoryRules("; ".join(dict.fromkeys(found)))


Condition = tuple[Callable[[Ruleset], bool], ...]


@cache
def _contradictions() -> list[tuple[Condition, list[tuple[str, Condition]]]]:
    """Read the file, which says how: each condition, with what is wrong unless something holds."""
    table = tomllib.loads(resource_text("rules/contradictions.toml"))
    return [
        (_read(when), [(why, _read(needed)) for why, needed in wrong.items()])
        for when, wrong in table.items()
    ]


_SIZES = {">": gt, "<": lt, ">=": ge, "<=": le}


def _read(text: str) -> Condition:
    return tuple(starmap(_held, re.findall(r"(\w+)([!<>=]+)(\S+)", text)))


def _held(name: str, sign: str, than: str) -> Callable[[Ruleset], bool]:
    value = attrgetter(name)
    if sign not in _SIZES:
        values = [value_from_text(name, each) for each in than.split("|")]
        return lambda rules: (value(rules) in values) is (sign == "=")
    compare = _SIZES[sign]
    other = attrgetter(than) if than in TYPES else lambda _: int(than)
    return lambda rules: None in (value(rules), other(rules)) or compare(value(rules), other(rules))


def _wrong_sums(rules: Ruleset) -> Iterator[str]:
    cards = len(rules.pack)
    in_suit = len(rules.ranks)
    if rules.players * rules.hand + rules.talon != cards or rules.hand < 1 or rules.talon < 0:
        hands = number_words(max(0, min(rules.players, 4)))
        yield (
            f"{hands} hands of {rules.hand} and a talon of {rules.talon} do not make a pack of "
            f"{cards}"
        )
    most_pips = max(rules.pips_of_length[in_suit])
    if not 0 <= rules.point_min_pips <= most_pips:
        yield f"a point makes no more than {most_pips} pips"
    if not 0 <= rules.point_min <= in_suit:
        yield f"a point has no more than {in_suit} cards"
    if len(rules.sequence_points) != in_suit - 2:
        yield f"a value is needed for each run of three to {in_suit} cards"
    if list(rules.sequence_points) != sorted(set(rules.sequence_points)):
        yield "a longer run must score more"
    each_once = len(rules.order) == len(Category) == len(set(rules.order))
    if not each_once or rules.order[-2:] != (Category.PLAY, Category.CARDS):
        yield "the order of reckoning has each class in hand once, then the play, then the cards"
    if (
        rules.deals is not None
        and rules.ends is Ends.DEALS
        and len(rules.deal_weights) != rules.deals
    ):
        yield "a partie of deals needs their number and a weight for each"
    if any(weight < 1 for weight in rules.deal_weights):
        yield "every deal counts at least once (deal_weights)"


@dataclass(frozen=True, slots=True)
class Difference:
    """One rule in which two rulesets differ;
    *also* are the ids of the presets that have the first one's value.
    """

    rule: str
    meaning: str
    value: str
    source: str
    before: str
    before_source: str
    also: tuple[str, ...]


def rules_named(text: str) -> Ruleset:
    """Read a line: a preset, then ``rule=value`` for each house rule, lists with commas; empty is
    the default preset.

    `ValueError` lists the presets, rules or values that there are, `ContradictoryRules` says why
    these cannot all hold.
    """
    name, *changes = text.split() or [DEFAULT.id]
    if name not in PRESETS:
        raise ValueError(f"there is no preset '{name}': choose one of {', '.join(PRESETS)}")
    pairs = read_pairs(changes, "house rule")
    return house_rules(
        PRESETS[name], {rule: typed(TYPES.get(rule), text) for rule, text in pairs.items()}
    )


def name_of(rules: Ruleset) -> str:
    """Return the line that `rules_named` reads as *rules*;
    from the default preset if theirs is unknown.
    """
    base = PRESETS.get(rules.id, DEFAULT)
    changes = (f"{rule}={written(data)}" for rule, data in changes_from(rules, base).items())
    return " ".join((base.id, *changes))


def text_of(rules: Ruleset, rule: str) -> str:
    """Return the value of a rule as `rules_named` reads it."""
    return written(value_to_data(getattr(rules, rule)))


def differences(rules: Ruleset, base: Ruleset) -> tuple[Difference, ...]:
    changed = changes_from(rules, base)
    return tuple(
        Difference(
            each.name,
            each.metadata["meaning"],
            value_words(getattr(rules, each.name), each.metadata["unit"]),
            rules.sources[each.name],
            value_words(getattr(base, each.name), each.metadata["unit"]),
            base.sources[each.name],
            tuple(
                known.id
                for known in PRESETS.values()
                if getattr(known, each.name) == getattr(rules, each.name)
            ),
        )
        for each in RULE_FIELDS
        if each.name in changed
    )


def title_of(rules: Ruleset) -> str:
    """Return the title of *rules* on a page."""
    base = PRESETS.get(rules.id)
    return (
        rules.title
        if base is not None and not changes_from(rules, base)
        else f"{rules.title}, with house rules"
    )
