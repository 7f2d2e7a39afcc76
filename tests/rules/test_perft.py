"""
Perft: how many sequences of statement kinds the rules allow, counted to a depth from given positions.

At each step `legal_next` is grouped by kind (who says what: ``E point``, ``Y
good``, ``E trick``) and the first statement of each kind is followed. The
counts are in ``tests/perft``, a file for each ruleset; any change of what may
be said shows there as a changed number. Some kinds are written out by hand.

A file has blocks of ``id NAME``, ``log STATEMENTS``, ``kinds KIND, KIND...`` and
``perft DEPTH COUNT`` lines; ``#`` begins a remark. ``python -m
tests.rules.test_perft`` counts every file again, for a change that was meant.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from scorer.rules.deal import fold
from scorer.rules.legal import legal_next
from scorer.rules.notation import parse_log
from scorer.rules.presets import DEFAULT, PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.statements import Log
from tests.rules.strategies import by_kind
from tests.thorough import WHOLE, some

FOLDER = Path(__file__).parent.parent / "perft"

SAME_HANDS = {"modern", "four-deal", "meyer-rubicon", "heaven-100", "french-150"}
"""The presets whose deals allow what those of another do: their longest counts are made before a release."""


class Position(NamedTuple):
    """One block of a perft file: a position, its kinds if they are written out, and its counts by depth."""

    preset: str
    name: str
    log: str
    kinds: frozenset[str]
    counts: dict[int, int]


def read(path: Path) -> list[Position]:
    found: list[Position] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition("#")[0].strip().partition(" ")
        match word:
            case "":
                continue
            case "id":
                found.append(Position(path.stem, rest, "", frozenset(), {}))
            case "log":
                found[-1] = found[-1]._replace(log=rest)
            case "kinds":
                found[-1] = found[-1]._replace(kinds=frozenset(rest.split(", ")))
            case "perft":
                depth, count = rest.split()
                found[-1].counts[int(depth)] = int(count)
            case _:
                raise ValueError(f"{path.name}: {line}")
    return found


POSITIONS = [position for path in sorted(FOLDER.glob("*.perft")) for position in read(path)]
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
        for depth in each.counts
        if WHOLE or depth <= (3 if each.preset == DEFAULT.id or each in DEEPER else 2)
    ],
)
def test_the_number_of_sequences_is_that_of_the_file(position: Position, depth: int) -> None:
    """If not, the counts by first kind say where."""
    rules = PRESETS[position.preset]
    divided = divide(rules, parse_log(position.log, rules), depth)
    by_first = "\n".join(f"  {kind}: {count}" for kind, count in divided.items())
    assert sum(divided.values()) == position.counts[depth], f"by first kind:\n{by_first}"
    if depth == 1 and position.kinds:
        assert set(divided) == position.kinds


def test_every_preset_has_its_file() -> None:
    first = {position.preset: position for position in reversed(POSITIONS)}
    assert set(first) == set(PRESETS)
    assert {(each.name, each.log) for each in first.values()} == {("start", "")}
    assert min(max(each.counts) for each in first.values()) >= 3


def recount(path: Path) -> None:
    """Write the counts of a perft file as they are now."""
    rules, log, lines = PRESETS[path.stem], "", []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        log = rest if word == "log" else log
        depth = int(rest.split()[0]) if word == "perft" else 0
        counted = sum(divide(rules, parse_log(log, rules), depth).values()) if depth else 0
        lines.append(f"perft {depth} {counted}" if depth else line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.perft")):
        recount(each)
