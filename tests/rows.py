"""The rows of a test in the TOML file beside its module, which has the same name."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec

import pytest

P = ParamSpec("P")


@cache
def beside(module: str) -> dict[str, Any]:
    """Return the tables beside the module with this path."""
    return tomllib.loads(Path(module).with_suffix(".toml").read_text("utf-8"))


def each_row(*arguments: str) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """
    Run a test once for each row of the table that has its name.

    A row is the name of a case with its arguments; cases without names are the list `rows`.
    One argument is written alone, several as an array. Arrays are passed as tuples.
    """

    def marked(test: Callable[P, None]) -> Callable[P, None]:
        table = beside(inspect.getfile(test))[test.__name__]
        rows = [_frozen(row) for row in (table["rows"] if table.keys() == {"rows"} else table.values())]
        ids = None if table.keys() == {"rows"} else list(table)
        return pytest.mark.parametrize(arguments if arguments[1:] else arguments[0], rows, ids=ids)(test)

    return marked


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
