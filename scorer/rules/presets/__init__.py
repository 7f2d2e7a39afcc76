"""
The presets: the rulesets of the literature, every value with its source.

>>> PRESETS["portland"].rubicon, PRESETS["portland"].source("rubicon")
(100, 'Law 73')
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..ruleset import Ruleset
from .auction import AUCTION
from .hundred import CENT_32, CENT_36, FRENCH_150, HEAVEN_100, MEYER_1888, MEYER_RUBICON
from .portland import PORTLAND
from .round_table import NORMAND, VOLEUR
from .rubicon import CARD_GAME_HEAVEN, FOUR_DEAL, MODERN, WIKIPEDIA_RUBICON

PRESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        ruleset.id: ruleset
        for ruleset in (
            PORTLAND,
            MODERN,
            WIKIPEDIA_RUBICON,
            CARD_GAME_HEAVEN,
            FOUR_DEAL,
            CENT_36,
            CENT_32,
            MEYER_1888,
            MEYER_RUBICON,
            HEAVEN_100,
            FRENCH_150,
            AUCTION,
            NORMAND,
            VOLEUR,
        )
    }
)
"""Every preset by its identifier, the default first."""

DEFAULT = PORTLAND
"""The ruleset of a partie that names none."""

__all__ = ["DEFAULT", "PORTLAND", "PRESETS"]
