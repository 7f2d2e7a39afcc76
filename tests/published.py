"""What was published of deals, settlements and tables: the data of `tests/vectors`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parent / "vectors"

Row = Mapping[str, Any]


def published(name: str) -> dict[str, Any]:
    """The tables of one file."""
    return tomllib.loads((VECTORS / f"{name}.toml").read_text(encoding="utf-8"))


def ids(rows: Sequence[Row]) -> list[str]:
    """The names of rows, as tests are called after them."""
    return [row["id"] for row in rows]
