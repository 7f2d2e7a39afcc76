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


def each_row(test: Callable[P, None]) -> Callable[P, None]:
    """Run a test once for each row of the table that has its name.

    Its `columns` are the arguments of the test that a row gives. A row is the name of a case with
    its values; cases without names are the list `rows`. A single value is written alone, several
    as an array. Arrays are passed as tuples. Where the test takes an enumeration, a string is the
    name of its member; where it takes None, "none" is that.
    """
    table = dict(beside(inspect.getfile(test))[test.__name__])
    columns: list[str] = table.pop("columns")
    names = None if table.keys() == {"rows"} else list(table)
    rows = table["rows"] if names is None else table.values()
    known = [_known(test, column) for column in columns]
    read = []
    for row in rows:
        values = row if len(columns) > 1 else [row]
        read.append([_read(value, kinds) for value, kinds in zip(values, known, strict=True)])
    return pytest.mark.parametrize(columns, read, ids=names)(test)


def _known(test: Callable[..., None], argument: str) -> dict[str, object]:
    """What the words of an argument's annotation mean where the test is."""
    words = re.findall(r"\w+", str(test.__annotations__[argument]))
    module = inspect.getmodule(test)
    there = vars(module)
    return {word: there.get(word) for word in words}


def _read(value: Any, known: Mapping[str, object]) -> Any:
    """Return a value of a TOML file as an argument with the annotation of these names."""
    if isinstance(value, list):
        return tuple(_read(each, known) for each in value)
    if value == "none" and "None" in known:
        return None
    if isinstance(value, str):
        for kind in known.values():
            if isinstance(kind, EnumType) and value in kind.__members__:
                return kind[value]
    return value
