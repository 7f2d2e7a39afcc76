"""How a preset is written: each field beside the place its value comes from."""

from __future__ import annotations

from typing import Any

from ..ruleset import RULE_FIELDS, Ruleset

UNSOURCED = "unsourced"
"""The source of a value that no text gives: the choice is ours, and a club may make another."""


def preset(id: str, title: str, **rows: tuple[Any, str]) -> Ruleset:
    """A ruleset written out whole: every field with its value and its source."""
    values = {name: value for name, (value, _) in rows.items()}
    return Ruleset(id=id, title=title, sources={name: source for name, (_, source) in rows.items()}, **values)


def variant(
    base: Ruleset, id: str, title: str, *, stated: str | None, stated_fields: str = "", **rows: tuple[Any, str]
) -> Ruleset:
    """
    A ruleset whose values are those of *base* except for *rows*.

    Args:
        base: where the values come from that *rows* does not name.
        id: the preset's identifier.
        title: its name on a page.
        stated: the source of the values that it shares with *base*; `None`
            if they are the base's own, sources and all.
        stated_fields: the shared fields that the source states itself, by
            name; every other shared field is silent there and unsourced.
        rows: the fields that differ, with value and source.
    """
    named = frozenset(stated_fields.split())
    values = {f.name: getattr(base, f.name) for f in RULE_FIELDS} | {n: value for n, (value, _) in rows.items()}
    sources = dict(base.sources)
    if stated is not None:
        sources = {f.name: stated if f.name in named else UNSOURCED for f in RULE_FIELDS}
    sources |= {name: source for name, (_, source) in rows.items()}
    return Ruleset(id=id, title=title, sources=sources, **values)
