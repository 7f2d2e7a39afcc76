"""Perft: how many sequences of statement kinds the rules allow, counted to a depth from given
positions.

At each step `legal_next` is grouped by kind (who says what: ``E point``, ``Y good``, ``E trick``)
and the first statement of each kind is followed. Any change of what may be said changes a number;
some kinds are written out. ``python -m tests.rules.test_perft`` counts and names all again, for a
change that was meant.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from scorer.rules.deal import Deal, extend, fold
from scorer.rules.legal import legal_next
from scorer.rules.notation import parse_log
from scorer.rules.presets import DEFAULT, PRESETS
from tests.rows import beside
from tests.rules.strategies import by_kind, each_preset
from tests.thorough import EVERYTHING, WHOLE, some

SAME_HANDS = {"modern", "four-deal", "meyer-rubicon", "heaven-100", "french-150"}
"""The presets whose deals allow what those of another do:
their longest counts are made before a release.
"""


class Position(NamedTuple):
    """A position, its kinds if they are written out, and its counts by depth from 1."""

    preset: str
    name: str
    log: str
    counts: list[int]
    kinds: str = ""

    @property
    def deal(self) -> Deal:
        rules = PRESETS[self.preset]
        return fold(rules, parse_log(self.log, rules)).require()

    @property
    def depth(self) -> int:
        """How many statements are counted in this run:
        from half of the positions three under any ruleset in CI.
        """
        if WHOLE:
            return len(self.counts)
        return min(
            3 if self.preset == DEFAULT.id or (EVERYTHING and self in DEEPER) else 2,
            len(self.counts),
        )


POSITIONS = [
    Position(preset, name, **row)
    for preset, rows in beside(__file__).items()
    for name, row in rows.items()
]
DEEPER = [each for each in some(POSITIONS, 2) if each.preset not in SAME_HANDS]


def counted(deal: Deal, depth: int) -> list[int]:
    """Return the number of sequences of kinds that may follow in *deal*,
    by their length up to *depth*.
    """
    kinds = by_kind(legal_next(deal))
    if depth == 1:
        return [len(kinds)]
    further = [
        counted(extend(deal, among[:1]).deal, depth - 1) for among in map(tuple, kinds.values())
    ]
    return [len(kinds), *(sum(each[length] for each in further) for length in range(depth - 1))]


@pytest.mark.no_cover
@each_preset
def test_the_number_of_sequences_is_that_of_the_file(preset: str) -> None:
    for each in (position for position in POSITIONS if position.preset == preset):
        assert counted(each.deal, each.depth) == each.counts[: each.depth], each.name
        assert not each.kinds or set(by_kind(legal_next(each.deal))) == set(each.kinds.split(", "))


def test_every_preset_is_counted() -> None:
    first = {position.preset: position for position in reversed(POSITIONS)}
    assert set(first) == set(PRESETS)
    assert {(each.name, each.log) for each in first.values()} == {("start", "")}
    assert min(len(each.counts) for each in first.values()) >= 3


def kinds_now(position: Position) -> str:
    """Return the kinds of a position, those that were written out before in their order."""
    now = by_kind(legal_next(position.deal))
    kept = [each for each in position.kinds.split(", ") if each in now]
    return ", ".join([*kept, *(each for each in now if each not in kept)])


def rewritten(text: str, positions: Sequence[Position]) -> str:
    """Return the *text* of a file with these positions, with what is counted and named now."""
    counts = (counted(each.deal, len(each.counts)) for each in positions)
    kinds = (kinds_now(each) for each in positions if each.kinds)
    text = re.sub("(?m)^counts = .*", lambda _: f"counts = {next(counts)}", text)
    return re.sub("(?m)^kinds = .*", lambda _: f'kinds = "{next(kinds)}"', text)


def test_a_file_is_rewritten_with_the_kinds_and_counts_of_now() -> None:
    """What cannot be said any more goes, what can stays in its place, and what is new follows."""
    without = Position("portland", "answer", log="E point 5", counts=[1])
    named = without._replace(kinds="Y not good, E deals")
    text = 'kinds = "Y not good, E deals"\ncounts = [1]\n\ncounts = [1]\n'
    kinds, first, _, second = rewritten(text, [named, without]).splitlines()
    assert kinds.startswith('kinds = "Y not good, Y good, ')
    assert "E deals" not in kinds
    assert first == f"counts = [{kinds.count(',') + 1}]"
    assert second == first


if __name__ == "__main__":
    file = Path(__file__).with_suffix(".toml")
    file.write_text(rewritten(file.read_text("utf-8"), POSITIONS), "utf-8")
