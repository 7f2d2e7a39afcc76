"""Parties for the tests: played from paper sheets and from logs, or refused."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Player
from scorer.rules.sentences import IllegalStatement

A, B = Player("A"), Player("B")

Scores = tuple[int, int]
Said = Scores | str
"""A deal: the points of A and of B from a paper sheet, or its log."""


def play(deals: Sequence[Said], preset: str = "portland", house: Mapping[str, Any] | None = None) -> Partie:
    rules = house_rules(PRESETS[preset], house or {})
    records = [
        DealRecord(parse_log(said, rules)) if isinstance(said, str) else DealRecord(scores=said) for said in deals
    ]
    return play_partie(PartieRecord(rules, (A, B), tuple(records)))


def refused(
    deals: Sequence[Said], preset: str = "portland", house: Mapping[str, Any] | None = None
) -> IllegalStatement:
    with pytest.raises(IllegalStatement) as caught:
        play(deals, preset, house)
    return caught.value
