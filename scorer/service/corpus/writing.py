"""The files of the corpus: JSON without English, and how to read it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from ... import __version__
from ...resources import resource_dir, resource_text
from ...rules.governing import line_law
from ...rules.house_rules import ruleset_to_data
from ...rules.lines import LineKind
from ...rules.notation import format_log
from ...rules.notation.ebnf import grammar_text
from ...rules.partie import Partie, ScoredDeal, play_partie
from ...rules.presets import DEFAULT, PRESETS
from ...rules.ruleset import DOCUMENTARY, Ruleset, changes_from, value_to_data
from ...rules.scoring import running
from ...rules.settlement import Settlement
from .dealing import random_partie
from .published import published, vectors

DEALS = 5000
"""How many random deals there are at least."""

SEED = 1


def partie_data(partie: Partie) -> dict[str, Any]:
    """Return a partie: its rules, its deals, and what it came to."""
    rules = partie.record.rules
    base = PRESETS.get(rules.id, DEFAULT)
    return {
        "rules": base.id,
        "house": {name: value_to_data(value) for name, value in changes_from(rules, base).items()},
        "deals": [_deal(partie, deal) for deal in partie.deals],
        "totals": list(partie.totals),
        "finished": [
            {
                "deal": each.after,
                "totals": list(each.totals),
                "settlement": _settlement(each.settlement),
            }
            for each in partie.finished
        ],
        "settlement": None if partie.settlement is None else _settlement(partie.settlement),
    }


def _deal(partie: Partie, scored: ScoredDeal) -> dict[str, Any]:
    record = partie.record.deals[scored.number]
    deal = scored.deal
    data: dict[str, Any] = {
        "elder": partie.record.elder(scored.number),
        "weight": scored.weight,
        "over": scored.is_over,
        "scores": list(scored.points),
        "totals": list(scored.totals),
    }
    if deal is None:
        return data
    counts = running(deal.rules, deal.lines)
    lines = []
    for line, count in zip(deal.lines, counts, strict=True):
        law = re.fullmatch(r"Law (\d+)", line_law(line, deal))
        lines.append(
            {
                "seat": line.seat.letter,
                "kind": line.kind.value,
                "points": line.points,
                "law": None if law is None else int(law[1]),
                "running": count,
            }
        )
    return {**data, "log": format_log(record.log).splitlines(), "lines": lines}


def _settlement(settlement: Settlement) -> dict[str, Any]:
    return {
        "winner": settlement.winner,
        "points": settlement.points,
        "in_parties": settlement.in_parties,
        "rubicon": settlement.rubicon,
        "lurch": settlement.lurch,
    }


def _ruleset(rules: Ruleset) -> dict[str, Any]:
    """Return the values of a ruleset that score; their titles and sources are English."""
    data = ruleset_to_data(rules)
    return {name: value for name, value in data["values"].items() if name not in DOCUMENTARY}


def random_parties(rules: Ruleset, deals: int, seed: int) -> Iterator[Partie]:
    """Yield whole parties with so many deals or a few more."""
    played = 0
    number = 0
    while played < deals:
        partie = random_partie(rules, Random(f"{seed} {rules.id} {number}"))
        number += 1
        played += len(partie.deals)
        yield partie


def write_corpus(
    directory: Path,
    *,
    deals: int = DEALS,
    seed: int = SEED,
    progress: Callable[[int], None] = lambda _: None,
) -> int:
    """Write every file into an empty directory; return how many random deals there are.

    The same *seed* makes the same files. *progress* is told of each random partie how many deals it
    had.
    """
    (directory / "random").mkdir(parents=True)
    share = -(-deals // len(PRESETS))
    made = 0
    for rules in PRESETS.values():
        parties = []
        for partie in random_parties(rules, share, seed):
            parties.append(partie_data(partie))
            made += len(partie.deals)
            progress(len(partie.deals))
        _write(directory / "random" / f"{rules.id}.json", parties)
    _write(
        directory / "published.json",
        ({"source": each.source, **partie_data(play_partie(each.record))} for each in published()),
    )
    _write(directory / "settlements.json", _settlements())
    _write(directory / "perft.json", _perft())
    _write(
        directory / "rulesets.json",
        ({"rules": rules.id, "values": _ruleset(rules)} for rules in PRESETS.values()),
    )
    (directory / "grammar.ebnf").write_text(f"{grammar_text()}\n", "utf-8")
    kinds = ", ".join(f"`{kind.value}`" for kind in LineKind)
    readme = resource_text("service/corpus/README.txt")
    for name, value in {"VERSION": __version__, "SEED": str(seed), "KINDS": kinds}.items():
        readme = readme.replace(f"@{name}@", value)
    (directory / "README.md").write_text(readme, "utf-8")
    return made


def _settlements() -> Iterator[dict[str, Any]]:
    for row in vectors("settlements")["settlement"]:
        yield {
            "source": row["source"],
            "rules": DEFAULT.id,
            "totals": [row["a"], row["b"]],
            "winner": {"A": 0, "B": 1, "nobody": None}[row["winner"]],
            "points": row["points"],
            "rubicon": row["rubicon"],
        }


def _perft() -> Iterator[dict[str, Any]]:
    path = resource_dir("tests") / "rules" / "test_perft.toml"
    for preset, positions in tomllib.loads(path.read_text("utf-8")).items():
        for row in positions.values():
            kinds = row["kinds"].split(", ") if "kinds" in row else None
            log = [each for each in row["log"].split("; ") if each]
            yield {"rules": preset, "log": log, "counts": row["counts"], "kinds": kinds}


def _write(path: Path, rows: Iterable[object]) -> None:
    """Write a JSON list with a row a line."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text(f"[\n{lines}\n]\n", "utf-8")
