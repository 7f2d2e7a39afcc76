"""What was published of deals, settlements and tables: the data of `tests/vectors`."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

VECTORS = Path(__file__).parent / "vectors"

Row = Mapping[str, Any]


def published(name: str) -> dict[str, Any]:
    return tomllib.loads((VECTORS / f"{name}.toml").read_text(encoding="utf-8"))


def ids(rows: Sequence[Row]) -> list[str]:
    return [row["id"] for row in rows]


class Fact(NamedTuple):
    """What comes of one log, or of the deals of one partie, under one ruleset."""

    source: str
    """The law, the row of the coverage table, or the book."""
    says: str
    said: str
    result: str
    rules: str
    """A preset, or changes to Portland, in one line."""

    @property
    def id(self) -> str:
        """The fact in one line, as its test is called."""
        return f"{self.source}: {self.says}: {self.said} under {self.rules}"


def facts(name: str) -> Iterator[Fact]:
    """The facts of one file, in order.

    Each line is a log, `->`, its result and, after `under`, the rules. A line that begins with `;`
    goes on from the last log that does not; one that begins with `->` gives another result of the
    same log; one that is indented goes on with the line before it; ` # ` begins a remark.
    """
    for source, sentences in published(name).items():
        for says, text in sentences.items():
            base = said = ""
            without_remarks = "\n".join(
                line.partition(" # ")[0] for line in text.strip().splitlines()
            )
            for line in without_remarks.replace("\n  ", " ").splitlines():
                log, arrow, outcome = line.partition("->")
                if log.startswith(";"):
                    said = base + log.rstrip()
                elif log.strip():
                    base = said = log.strip()
                while arrow:
                    first, arrow, outcome = outcome.partition("->")
                    result, _, rules = first.strip().partition(" under ")
                    yield Fact(source, says, said, result, rules or "portland")
