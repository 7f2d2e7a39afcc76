"""
Perft: how many sequences of statement kinds the rules allow, counted to a depth from given positions.

At each step `legal_next` is grouped by kind (who says what: ``E point``, ``Y
good``, ``E trick``) and the first statement of each kind is followed. The
counts stand in ``tests/perft``, a file for each ruleset; any change of what
may be said when shows there as a changed number. Where the counts come from
can be read below: some kinds are written out by hand.

A file has blocks of ``id NAME``, ``log STATEMENTS`` and ``perft DEPTH COUNT``
lines; ``#`` begins a remark. ``python -m tests.rules.test_perft`` counts
every file anew, for a change that was meant.
"""

from __future__ import annotations

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

FOLDER = Path(__file__).parent.parent / "perft"


class Position(NamedTuple):
    """One block of a perft file: a position and its counts by depth."""

    preset: str
    name: str
    log: str
    counts: dict[int, int]


def read(path: Path) -> list[Position]:
    """The positions of a perft file."""
    found: list[Position] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition("#")[0].strip().partition(" ")
        match word:
            case "":
                continue
            case "id":
                found.append(Position(path.stem, rest, "", {}))
            case "log":
                found[-1] = found[-1]._replace(log=rest)
            case "perft":
                depth, count = rest.split()
                found[-1].counts[int(depth)] = int(count)
            case _:
                raise ValueError(f"{path.name}: {line}")
    return found


POSITIONS = [position for path in sorted(FOLDER.glob("*.perft")) for position in read(path)]


def divide(rules: Ruleset, log: Log, depth: int) -> dict[str, int]:
    """The sequences of *depth* kinds after *log*, by the first of them."""
    kinds = by_kind(legal_next(fold(rules, log).require()))
    if depth == 1:
        return dict.fromkeys(kinds, 1)
    return {kind: perft(rules, (*log, among[0]), depth - 1) for kind, among in kinds.items()}


def perft(rules: Ruleset, log: Log, depth: int) -> int:
    """How many sequences of *depth* kinds may follow *log*."""
    return sum(divide(rules, log, depth).values())


def counted_always(preset: str, depth: int) -> bool:
    """Whether every run counts so deep: three statements under the default ruleset, two under the others."""
    return depth <= (3 if preset == DEFAULT.id else 2)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("position", "depth"),
    [
        pytest.param(
            each,
            depth,
            id=f"{each.preset}-{each.name}-{depth}",
            marks=() if counted_always(each.preset, depth) else pytest.mark.slow,
        )
        for each in POSITIONS
        for depth in each.counts
    ],
)
def test_perft(position: Position, depth: int) -> None:
    """The count is that of the file, exactly; if not, the counts by first kind say where."""
    rules = PRESETS[position.preset]
    divided = divide(rules, parse_log(position.log, rules), depth)
    counted, expected = sum(divided.values()), position.counts[depth]

    by_first = "\n".join(f"  {kind}: {count}" for kind, count in divided.items())
    assert counted == expected, f"perft {depth} {counted}, not {expected}; by first kind:\n{by_first}"


def test_every_preset_has_its_file() -> None:
    """No ruleset is added without its counts, and each file begins with the empty log."""
    assert {path.stem for path in FOLDER.glob("*.perft")} == set(PRESETS)
    for preset in PRESETS:
        first = next(position for position in POSITIONS if position.preset == preset)
        assert (first.name, first.log) == ("start", "")
        assert max(first.counts) >= 3


BY_HAND = {
    "portland: a deal begins with anything but younger's exchange, an answer or a correction": (
        "portland",
        "",
        "E carte blanche, Y carte blanche, E exchange, E point, E sequence, E set, E no point, E no sequence, E no set,"
        "Y point, Y sequence, Y set, Y no point, Y no sequence, Y no set, E trick, Y trick, E concedes, Y concedes,"
        "E short, Y short, E reckons nothing, Y reckons nothing",
    ),
    "portland: a bare call waits for its answer, a question, its pips, a better call or its withdrawal": (
        "portland",
        "E point 5",
        "Y good, Y equal, Y not good, Y how many, E making, E point, E withdraws point,"
        "E reckons nothing, Y reckons nothing",
    ),
    "portland: after a question only elder's pips are owed": (
        "portland",
        "E point 5; Y how many",
        "E making, E withdraws point, E reckons nothing, Y reckons nothing",
    ),
    "cent-32: a call that says everything cannot be asked about": (
        "cent-32",
        "E point 5 making 49",
        "Y good, Y equal, Y not good, E point, E withdraws point, E reckons nothing, Y reckons nothing",
    ),
    "portland: no set is ever equal, and nothing is asked about one": (
        "portland",
        "E trio of kings",
        "Y good, Y not good, E set, E withdraws set, E reckons nothing, Y reckons nothing",
    ),
    "portland: once the last trick is played only showing, findings and penalties are left": (
        "portland",
        "E point 5; Y good; tricks E7 Y5",
        "E shows point, E false point, E reckons nothing, Y reckons nothing",
    ),
    "auction: elder bids or passes, and nothing else is said of the hands": (
        "auction",
        "",
        "E bids, E bids minus, E passes, E carte blanche, Y carte blanche, E reckons nothing, Y reckons nothing",
    ),
    "auction: who is doubled redoubles, bids higher or passes": (
        "auction",
        "E bids 7; Y doubles",
        "E bids, E bids minus, E passes, E redoubles, E carte blanche, Y carte blanche,"
        "E reckons nothing, Y reckons nothing",
    ),
    "auction: above twelve nothing is bid": (
        "auction",
        "E bids minus 12",
        "Y doubles, Y passes, E carte blanche, Y carte blanche, E reckons nothing, Y reckons nothing",
    ),
    "normand: the dealer alone exchanges, and anybody may call": (
        "normand",
        "",
        "E carte blanche, Y carte blanche, T carte blanche, T exchange, E point, E sequence, E set, E no point,"
        "E no sequence, E no set, Y point, Y sequence, Y set, Y no point, Y no sequence, Y no set, T point, T sequence,"
        "T set, T no point, T no sequence, T no set, E trick, Y trick, T trick, E reckons nothing, Y reckons nothing,"
        "T reckons nothing",
    ),
    "voleur: once a card is played nothing is called": (
        "voleur",
        "E point 4 making 40; tricks E1:1",
        "E trick, Y trick, T trick, F trick, E false point, E reckons nothing, Y reckons nothing, T reckons nothing,"
        "F reckons nothing",
    ),
    "meyer-1888: a carte blanche waits for the exchange, and no deal is conceded": (
        "meyer-1888",
        "",
        "E exchange, E point, E sequence, E set, E no point, E no sequence, E no set, Y point, Y sequence, Y set,"
        "Y no point, Y no sequence, Y no set, E trick, Y trick, E short, Y short, E reckons nothing, Y reckons nothing",
    ),
}


@pytest.mark.parametrize(("preset", "log", "expected"), BY_HAND.values(), ids=BY_HAND)
def test_what_may_be_said(preset: str, log: str, expected: str) -> None:
    """At depth one the kinds themselves, written out."""
    rules = PRESETS[preset]
    divided = divide(rules, parse_log(log, rules), 1)

    assert set(divided) == {kind.strip() for kind in expected.split(",")}


def recount(path: Path) -> None:
    """Write the counts of a perft file as they are now."""
    rules, log, lines = PRESETS[path.stem], "", []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, *rest = line.split(maxsplit=1)[:2] or [""]
        if word == "log":
            log = "".join(rest)
        lines.append(line)
        if word == "perft":
            depth = int(rest[0].split()[0])
            lines[-1] = f"perft {depth} {perft(rules, parse_log(log, rules), depth)}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.perft")):
        recount(each)
