"""
Perft: how many sequences of statement kinds the rules allow, counted to a depth from given positions.

At each step `legal_next` is grouped by kind (who says what: ``E point``, ``Y
good``, ``E trick``) and the first statement of each kind is followed. The
counts are beside this test, by ruleset; any change of what may be said shows
there as a changed number. Some kinds are written out by hand.
``python -m tests.rules.test_perft`` counts all again, for a change that was meant.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from scorer.rules.deal import fold
from scorer.rules.legal import legal_next
from scorer.rules.notation import parse_log
from scorer.rules.presets import DEFAULT, PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.statements import Log
from tests.rows import beside
from tests.rules.strategies import by_kind
from tests.thorough import WHOLE, some

SAME_HANDS = {"modern", "four-deal", "meyer-rubicon", "heaven-100", "french-150"}
"""The presets whose deals allow what those of another do: their longest counts are made before a release."""


class Position(NamedTuple):
    """A position, its kinds if they are written out, and its counts by depth from 1."""

    preset: str
    name: str
    log: str
    counts: list[int]
    kinds: str = ""


POSITIONS = [Position(preset, name, **row) for preset, rows in beside(__file__).items() for name, row in rows.items()]
DEEPER = [each for each in some(POSITIONS, 2) if each.preset not in SAME_HANDS]
"""Those from which three statements are counted under any ruleset, half of them in a run."""


def divide(rules: Ruleset, log: Log, depth: int) -> dict[str, int]:
    """Return the number of sequences of *depth* kinds after *log*, by the first of them."""
    kinds = by_kind(legal_next(fold(rules, log).require()))
    if depth == 1:
        return dict.fromkeys(kinds, 1)
    return {kind: sum(divide(rules, (*log, among[0]), depth - 1).values()) for kind, among in kinds.items()}


def marks(preset: str, depth: int) -> list[pytest.MarkDecorator]:
    """Count three statements under the default ruleset in every run, and two under the others."""
    return [] if depth <= (3 if preset == DEFAULT.id else 2) else [pytest.mark.slow]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("position", "depth"),
    [
        pytest.param(each, depth, id=f"{each.preset}-{each.name}-{depth}", marks=marks(each.preset, depth))
        for each in POSITIONS
        for depth in range(1, len(each.counts) + 1)
        if WHOLE or depth <= (3 if each.preset == DEFAULT.id or each in DEEPER else 2)
    ],
)
def test_the_number_of_sequences_is_that_of_the_file(position: Position, depth: int) -> None:
    """If not, the counts by first kind say where."""
    rules = PRESETS[position.preset]
    divided = divide(rules, parse_log(position.log, rules), depth)
    by_first = "\n".join(f"  {kind}: {count}" for kind, count in divided.items())
    assert sum(divided.values()) == position.counts[depth - 1], f"by first kind:\n{by_first}"
    if depth == 1 and position.kinds:
        assert set(divided) == set(position.kinds.split(", "))


def test_every_preset_is_counted() -> None:
    first = {position.preset: position for position in reversed(POSITIONS)}
    assert set(first) == set(PRESETS)
    assert {(each.name, each.log) for each in first.values()} == {("start", "")}
    assert min(len(each.counts) for each in first.values()) >= 3


def counted(position: Position) -> list[int]:
    rules = PRESETS[position.preset]
    log = parse_log(position.log, rules)
    return [sum(divide(rules, log, depth).values()) for depth in range(1, len(position.counts) + 1)]


if __name__ == "__main__":
    file, counts = Path(__file__).with_suffix(".toml"), map(counted, POSITIONS)
    file.write_text(re.sub("(?m)^counts = .*", lambda _: f"counts = {next(counts)}", file.read_text("utf-8")), "utf-8")
