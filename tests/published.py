"""What was published of deals, settlements and tables: the data of `tests/vectors`."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.service.corpus.published import Fact, facts
from scorer.service.corpus.published import vectors as published

__all__ = ["Fact", "Row", "facts", "ids", "published"]


Row = Mapping[str, Any]


def ids(rows: Sequence[Row]) -> list[str]:
    return [row["id"] for row in rows]
