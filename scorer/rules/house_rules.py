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
scorer.rules.errors.ContradictoryRules: two cartes blanches cannot occur: the pack has only 20
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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass
from functools import cache
from operator import ge, gt, le, lt
from typing import Any, NamedTuple

from ..resources import resource_text
from .claims import Category
from .errors import ContradictoryRules
from .presets import DEFAULT, PRESETS
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
    # what is set to the value that it has is no change, and keeps its source
    changed = [name for name in changes if values[name] != getattr(base, name)]
    sources = dict(base.sources) | dict.fromkeys(changed, HOUSE)
    rules = Ruleset(id=base.id, title=base.title, sources=sources, **values)
    validate(rules)
    return rules


def validate(rules: Ruleset) -> None:
    """Refuse a ruleset that contradicts itself;
    the `ContradictoryRules` has every contradiction found.
    """
    found = [each.why.format(rules=rules) for each in _contradictions() if each.is_in(rules)]
    found += _wrong_sums(rules)
    # several contradictions may be said in the same words
    if found:
        raise ContradictoryRules("; ".join(dict.fromkeys(found)))


_SIZES: Mapping[str, Callable[[Any, Any], bool]] = {">": gt, "<": lt, ">=": ge, "<=": le}


class Clause(NamedTuple):
    """One rule of the file: ``deals>=1``, ``target=none`` or ``trick_count=flat|lost``.

    *than* is a number or the name of another rule where sizes are compared, and otherwise the
    values that the rule may have (``=``) or may not have (``!=``).
    """

    name: str
    sign: str
    than: str

    def holds(self, rules: Ruleset) -> bool:
        value = getattr(rules, self.name)
        if self.sign not in _SIZES:
            is_one = value in [value_from_text(self.name, each) for each in self.than.split("|")]
            return is_one is (self.sign == "=")
        than = getattr(rules, self.than) if self.than in TYPES else int(self.than)
        # what a ruleset leaves open has no size, and is never too large or too small
        return value is None or than is None or _SIZES[self.sign](value, than)


class Contradiction(NamedTuple):
    """*why* a ruleset is wrong that meets the condition, but not what is needed then."""

    condition: Sequence[Clause]
    why: str
    needed: Sequence[Clause]

    def is_in(self, rules: Ruleset) -> bool:
        if not all(clause.holds(rules) for clause in self.condition):
            return False
        return not all(clause.holds(rules) for clause in self.needed)


@cache
def _contradictions() -> list[Contradiction]:
    """Read the file, which says how it is written."""
    found = []
    for condition, wrong in tomllib.loads(resource_text("rules/contradictions.toml")).items():
        for why, needed in wrong.items():
            found.append(Contradiction(_clauses(condition), why, _clauses(needed)))
    return found


def _clauses(text: str) -> list[Clause]:
    return [Clause(*parts) for parts in re.findall(r"(\w+)([!<>=]+)(\S+)", text)]


def _wrong_sums(rules: Ruleset) -> Iterator[str]:
    cards = len(rules.pack)
    in_suit = len(rules.ranks)
    dealt = rules.players * rules.hand + rules.talon
    if dealt != cards or rules.hand < 1 or rules.talon < 0:
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
    by_deals = rules.deals is not None and rules.ends is Ends.DEALS
    if by_deals and len(rules.deal_weights) != rules.deals:
        yield "a partie of deals needs their number and a weight for each"
    if any(weight < 1 for weight in rules.deal_weights):
        yield "every deal counts at least once (deal_weights)"


@dataclass(frozen=True, slots=True)
class RuleDifference:
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
    values = {rule: typed(TYPES.get(rule), text) for rule, text in pairs.items()}
    return house_rules(PRESETS[name], values)


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


def differences(rules: Ruleset, base: Ruleset) -> tuple[RuleDifference, ...]:
    """Return the rules in which *rules* differ from *base*, in the order of the rules page."""
    changed = changes_from(rules, base)
    return tuple(_difference(each, rules, base) for each in RULE_FIELDS if each.name in changed)


def _difference(rule: Field[Any], rules: Ruleset, base: Ruleset) -> RuleDifference:
    name = rule.name
    unit = rule.metadata["unit"]
    value = getattr(rules, name)
    return RuleDifference(
        rule=name,
        meaning=rule.metadata["meaning"],
        value=value_words(value, unit),
        source=rules.sources[name],
        before=value_words(getattr(base, name), unit),
        before_source=base.sources[name],
        also=tuple(known.id for known in PRESETS.values() if getattr(known, name) == value),
    )


def title_of(rules: Ruleset) -> str:
    """Return the title of *rules* on a page."""
    base = PRESETS.get(rules.id)
    if base is None or changes_from(rules, base):
        return f"{rules.title}, with house rules"
    return rules.title
