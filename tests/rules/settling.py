"""Parties for the tests: played from paper sheets and from logs."""

from collections.abc import Sequence

from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Player

A = Player("A")
B = Player("B")

Said = tuple[int, int] | str
"""A deal: the points of A and of B from a paper sheet, or its log."""


def play(deals: Sequence[Said], preset: str = "portland") -> Partie:
    rules = PRESETS[preset]
    records = [
        DealRecord(parse_log(said, rules)) if isinstance(said, str) else DealRecord(scores=said)
        for said in deals
    ]
    return play_partie(PartieRecord(rules, (A, B), tuple(records)))
