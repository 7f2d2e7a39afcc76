"""The presets: the rulesets of the literature, every value with its source."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from ..resources import resource_text
from .messages import Text
from .ruleset import RULE_FIELDS, Ruleset, value_from_text


class PresetTitle(Text):
    """The titles of the presets, named by their ids. They are not about a deal, so no oracle asks
    them.
    """

    PORTLAND = "Portland: Cavendish’s Rubicon Piquet"
    MODERN = "Modern: Parlett and pagat"
    WIKIPEDIA = "Wikipedia’s Rubicon Piquet"
    CARD_GAME_HEAVEN = "Card Game Heaven’s count"
    FOUR_DEAL = "The partie of four deals"
    CENT_36 = "Au cent with the sixes, 36 cards"
    CENT_32 = "Hundred up, old English"
    MEYER_1888 = "Meyer 1888, German"
    MEYER_RUBICON = "Meyer 1888, six deals with the Rubicon"
    HEAVEN_100 = "Card Game Heaven’s count, first past 100"
    FRENCH_150 = "French, to 150"
    AUCTION = "Auction Piquet (provisional)"
    NORMAND = "Three players: Normand (provisional)"
    VOLEUR = "Four in partnership: Voleur (provisional)"


UNSOURCED = "unsourced"
"""The source of a value that no text gives: we chose it, and a club may choose another."""

_TEXTS = tomllib.loads(resource_text("rules/presets.toml"))
_GROUPS = _TEXTS.pop("groups")


def preset_title(id: str) -> PresetTitle:
    """Return the title of a preset; `KeyError` if there is none of this id."""
    return PresetTitle[id.replace("-", "_").upper()]


@cache
def _preset(id: str) -> Ruleset:
    """Build a ruleset from what each source says, and for the rest from its base;
    the file says how.
    """
    text = _TEXTS[id]
    base = _preset(text["base"]) if "base" in text else None
    values = {} if base is None else {rule.name: getattr(base, rule.name) for rule in RULE_FIELDS}
    sources = {rule.name: UNSOURCED for rule in RULE_FIELDS}
    if base is not None and "keep_sources" in text:
        sources |= base.sources
    for source, said in text["rules"].items():
        for rule in " ".join(_GROUPS.get(word, word) for word in said.split()).split():
            name, equals, value = rule.partition("=")
            if name not in sources:
                raise ValueError(f"{id}: there is no rule called '{name}'")
            sources[name] = source
            if equals:
                values[name] = value_from_text(name, value)
    return Ruleset(id=id, title=preset_title(id).value, sources=sources, **values)


PRESETS: Mapping[str, Ruleset] = MappingProxyType({name: _preset(name) for name in _TEXTS})

DEFAULT = PORTLAND = PRESETS["portland"]
