"""What the JSON API answers: as JSON Schema, made from the dictionary of columns, and by examples.

An answer is put together from objects of the dictionary (`scorer.service.dictionary`), so that a
field means there what it means in an export. Fields may be added to an answer, and a schema allows
others than those it names.

The examples are requests that a test makes to a club; `EXAMPLES=write` writes their answers anew.
The codes in them are CLUB, PARTIE, CARD and TURN.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, assert_never

from ....resources import resource_text
from ...dictionary import DOCUMENTS, ColumnType, DescribedColumn

Schema = dict[str, Any]


class Link(NamedTuple):
    """A field whose value is an address of the same API; *empty* says when it is null."""

    name: str
    meaning: str
    empty: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """An object of an answer.

    Attributes:
        name: what the description calls it.
        lists: the objects in each of its lists, by the field of the list; where there are two
            kinds, a list has only one of them.
    """

    name: str
    meaning: str
    columns: tuple[DescribedColumn, ...] = ()
    links: tuple[Link, ...] = ()
    lists: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)


def _row(name: str, document: str, **more: Any) -> Shape:
    """Return the shape of an object of the dictionary."""
    described = DOCUMENTS[document]
    return Shape(name=name, meaning=described.meaning, columns=described.columns, **more)


def _part(name: str, meaning: str, key: str, *rows: Shape) -> Shape:
    """Return the shape of a part of a long list."""
    following = Link("next", "the address of the next part", "this is the last part")
    return Shape(name=name, meaning=meaning, links=(following,), lists={key: rows})


_SEASON_LINKS = (
    Link("standings", "the address of its standings"),
    Link("results", "the address of its results"),
    Link("lines", "the address of the lines of its results"),
)
_SCORECARD = {
    "players": (_row("ScorecardPlayer", "scorecard_players"),),
    "turns": (_row("Turn", "turns", lists={"players": (_row("TurnPlayer", "turn_players"),)}),),
    "deals": (_row("ScorecardDeal", "scorecard_deals"),),
    "lines": (_row("ScorecardLine", "scorecard_lines"),),
}

ANSWERS: Mapping[str, tuple[Shape, ...]] = {
    "index": (
        _row(
            "Club",
            "club",
            links=(
                Link("seasons", "the address of the seasons"),
                Link("members", "the address of the members"),
            ),
        ),
    ),
    "seasons": (
        Shape(
            name="Seasons",
            meaning="The seasons, oldest first.",
            lists={"seasons": (_row("Season", "seasons", links=_SEASON_LINKS),)},
        ),
    ),
    "standings": (
        _row(
            "Standings",
            "season_standings",
            lists={"rows": (_row("StandingsRow", "standings"),)},
        ),
    ),
    "results": (
        _part(
            "Results",
            "A part of the results of a season, latest first.",
            "results",
            _row("Result", "results"),
            _row("CardResult", "cards", lists={"players": (_row("Share", "shares"),)}),
        ),
    ),
    "lines": (
        _part(
            "Lines",
            "A part of the lines of a season: those of ten results, latest result first.",
            "lines",
            _row("Line", "season_lines"),
        ),
    ),
    "partie": (
        _row(
            "Partie",
            "partie",
            lists={
                "deals": (_row("PartieDeal", "partie_deals"),),
                "lines": (_row("PartieLine", "partie_lines"),),
            },
        ),
        _row("Scorecard", "scorecard", lists=_SCORECARD),
    ),
    "members": (
        _part("Members", "A part of the members, by number.", "members", _row("Member", "members")),
    ),
}
"""What each route of the API answers, by its endpoint: one of these."""


# As JSON Schema


WORDS_NOW = "x-extensible-enum"
"""The words that a field may have now: an `enum` would promise that there will be no others."""


def reference(shape: Shape) -> Schema:
    return {"$ref": f"#/components/schemas/{shape.name}"}


def one_of(shapes: tuple[Shape, ...]) -> Schema:
    first, *others = map(reference, shapes)
    return {"oneOf": [first, *others]} if others else first


def schemas() -> dict[str, Schema]:
    """Return the schema of every object of an answer, by its name."""
    found = {each.name: _schema(each) for answer in ANSWERS.values() for each in _within(answer)}
    return dict(sorted(found.items()))


def _within(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    for shape in shapes:
        yield shape
        for listed in shape.lists.values():
            yield from _within(listed)


def _schema(shape: Shape) -> Schema:
    properties = {each.name: _of_column(each) for each in shape.columns}
    properties |= {each.name: _of_link(each) for each in shape.links}
    for name, listed in shape.lists.items():
        properties[name] = {"type": "array", "items": one_of(listed)}
    return {
        "type": "object",
        "description": shape.meaning,
        "properties": properties,
        "required": [*properties],
    }


def _of_column(of: DescribedColumn) -> Schema:
    found = {"description": _words(of), **_of_type(of.type)}
    if of.values:
        found[WORDS_NOW] = [*of.values]
    if of.empty:
        found["type"] = [found["type"], "null"]
    return found


def _words(of: DescribedColumn) -> str:
    words = of.meaning
    if of.unit:
        words += f"; in {of.unit}"
    if of.empty:
        words += f"; null if {of.empty}"
    return f"{words[:1].upper()}{words[1:]}."


def _of_type(of: ColumnType) -> Schema:
    match of:
        case ColumnType.TEXT:
            return {"type": "string"}
        case ColumnType.INTEGER:
            return {"type": "integer"}
        case ColumnType.DECIMAL:
            return {"type": "number"}
        case ColumnType.FLAG:
            return {"type": "boolean"}
        case ColumnType.DAY:
            return {"type": "string", "format": "date"}
        case ColumnType.MOMENT:
            return {"type": "string", "format": "date-time"}
        case ColumnType.OBJECT:
            return {"type": "object"}
        case ColumnType.LIST:
            return {"type": "array", "items": {"type": "string"}}
        case _:
            assert_never(of)


def _of_link(of: Link) -> Schema:
    words = f"{of.meaning}; null if {of.empty}" if of.empty else of.meaning
    return {
        "description": f"{words[:1].upper()}{words[1:]}.",
        "type": ["string", "null"] if of.empty else "string",
        "format": "uri-reference",
    }


# Examples


EXAMPLES_FILE = "service/club/transfer/api_examples.json"

WIDTH = 78
"""Characters of a line of an example in the help."""

MOST_ROWS = 4
"""Rows of a list that are shown if each is a line."""


class ApiExample(NamedTuple):
    """A request and its answer.

    Attributes:
        name: what the documentation calls it.
        route: the endpoint that answers, without its blueprint.
        request: the path after that of the API of the club.
        key: the key that is sent with it, if any.
    """

    name: str
    title: str
    route: str
    request: str
    status: int
    answer: Any
    key: str = ""


EXAMPLES = tuple(ApiExample(**each) for each in json.loads(resource_text(EXAMPLES_FILE)))


def example_text(name: str) -> str:
    """Return the answer of an example as text, of long rows only the first."""
    (found,) = [each for each in EXAMPLES if each.name == name]
    return "\n".join(_lines(_shortened(found.answer)))


def _shortened(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _shortened(each) for name, each in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        are_short = len(value) <= MOST_ROWS and len(json.dumps(value[0])) < WIDTH - 2 * MOST_ROWS
        return value if are_short else [_shortened(value[0])]
    return value


def _lines(value: Any, before: str = "", after: str = "", depth: int = 0) -> Iterator[str]:
    """Yield the lines of a document: what fits in one is in one."""
    indent = "  " * depth
    whole = f"{indent}{before}{json.dumps(value, ensure_ascii=False)}{after}"
    if len(whole) <= WIDTH or not isinstance(value, dict | list) or not value:
        yield whole
        return
    if isinstance(value, list):
        opening, closing = "[]"
        items = [("", each) for each in value]
    else:
        opening, closing = "{}"
        items = [(f"{json.dumps(name)}: ", each) for name, each in value.items()]
    yield f"{indent}{before}{opening}"
    for number, (name, each) in enumerate(items, 1):
        yield from _lines(each, name, "," if number < len(items) else "", depth + 1)
    yield f"{indent}{closing}{after}"
