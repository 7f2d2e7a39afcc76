"""The presets by how many they are for."""

from scorer.rules.presets import PRESETS

FOR_TWO = {name: rules for name, rules in PRESETS.items() if rules.players == 2}
"""Those of the dialogue of two."""
