"""The rows of a test in the TOML file beside its module, which has the same name."""

import inspect
import re
import tomllib
from collections.abc import Callable, Mapping
from enum import EnumType
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec

import pytest

P = ParamSpec("P")


@cache
def beside(module: str) -> dict[str, Any]:
    return tomllib.loads(Path(module).with_suffix(".toml").read_text("utf-8"))


def each_row(*arguments: str) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Run a test once for each row of the table that has its name.

    A row is the name of a case with its arguments; cases without names are the list `rows`.
    One argument is written alone, several as an array. Arrays are passed as tuples. Where the test
    takes an enumeration, a string is the name of its member; where it takes None, "none" is that.
    """

    def marked(test: Callable[P, None]) -> Callable[P, None]:
        table = beside(inspect.getfile(test))[test.__name__]
        rows = table["rows"] if table.keys() == {"rows"} else table.values()
        words = [re.findall(r"\w+", str(test.__annotations__[each])) for each in arguments]
        known = [{word: vars(inspect.getmodule(test)).get(word) for word in each} for each in words]
        several = [row if arguments[1:] else [row] for row in rows]
        read = [tuple(_read(*each) for each in zip(row, known, strict=True)) for row in several]
        return pytest.mark.parametrize(
            arguments, read, ids=None if table.keys() == {"rows"} else list(table)
        )(test)

    return marked


def _read(value: Any, known: Mapping[str, object]) -> Any:
    """Return a value of a TOML file as an argument with the annotation of these names."""
    if isinstance(value, list):
        return tuple(_read(each, known) for each in value)
    if value == "none" and "None" in known:
        return None
    kinds = (
        [each for each in known.values() if isinstance(each, EnumType)]
        if isinstance(value, str)
        else []
    )
    return next((kind[value] for kind in kinds if value in kind.__members__), value)
