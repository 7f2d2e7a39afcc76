"""What a call is worth, on its key: shown at every speed, whatever is asked."""

import pytest

from scorer.rules.partie import PartieRecord
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Player
from scorer.table.card import Shown, table_card
from scorer.table.kept import new_sheet
from scorer.table.speeds import Speed
from scorer.table.this_table import this_table_context


@pytest.mark.parametrize("speed", Speed)
@pytest.mark.parametrize("rules", PRESETS)
def test_values_are_shown_at_every_speed(rules: str, speed: Speed) -> None:
    """Totals too are a question, of which no key is a call."""
    ruleset = PRESETS[rules]
    players = tuple(map(Player, ("Ada", "Ben", "Cem", "Dora")[: ruleset.players]))
    sheet = new_sheet(PartieRecord(ruleset, players))
    shown = Shown(may_score=True, values=True, speed=speed)
    assert table_card(sheet, 0, shown).question is not None
    assert this_table_context(sheet, 0, shown).card.sheet is sheet
