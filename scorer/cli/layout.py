"""Laying text out in columns, whatever script the names are in."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_NO_WIDTH = ("Mn", "Me", "Cf")


def width(text: str) -> int:
    """The columns that *text* takes: wide characters two, marks set over others none."""
    return sum(
        0 if unicodedata.category(c) in _NO_WIDTH else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def cut(text: str, columns: int) -> str:
    """The longest beginning of *text* that fits in *columns* columns."""
    while width(text) > columns:
        text = text[:-1]
    return text


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """*text* in exactly *columns* columns, cut with an ellipsis if it is longer."""
    if width(text) > columns:
        text = cut(text, columns - 1) + "…"
    space = " " * (columns - width(text))
    return space + text if right else text + space


def wrap(text: str, columns: int, indent: int) -> Iterator[str]:
    """*text* in lines of at most *columns* columns, those after the first indented; a long word is broken."""
    while width(text) > columns:
        fits = cut(text, columns)
        space = fits.rfind(" ") if text[len(fits)] != " " else len(fits)
        if not fits[:space].strip() or space < 0:
            space = len(fits)
        yield text[:space].rstrip()
        text = " " * indent + text[space:].lstrip()
    yield text
