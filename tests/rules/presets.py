"""The presets by how many they are for."""

from __future__ import annotations

from scorer.rules.presets import PRESETS

FOR_TWO = {name: rules for name, rules in PRESETS.items() if rules.players == 2}
"""Those of the dialogue of two, which most questions of the authorities are about."""

COLUMNS = {name: rules for name, rules in FOR_TWO.items() if name not in ("meyer-rubicon", "heaven-100")}
"""Those that the table of parameters has a column for; the others settle the hands of one as another does."""
