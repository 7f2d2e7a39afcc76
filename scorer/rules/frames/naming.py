"""
The terms of a company in one line: the frame, then each choice that is not the usual one.

>>> ours = terms_named("chouette rounding=none share=2")
>>> ours.share, terms_line(ours), terms_line(terms_named("pool stake=1 stakes_of_a_draw=yes"))
(2, 'chouette rounding=none share=2', 'pool stakes_of_a_draw=yes')
>>> terms_named("pool draw=twice")
Traceback (most recent call last):
...
ValueError: a pool has no term 'draw', but stake, entry, rises, in_a_row, stakes_of_a_draw, choice
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_type_hints

from ..naming import read_pairs, written
from ..values import named_value, typed, value_to_data
from .terms import FRAMES, CompanyTerms, Frame, choices_of, validate

TYPES: Mapping[Frame, Mapping[str, Any]] = {
    frame: {each.name: get_type_hints(kind)[each.name] for each in choices_of(kind)} for frame, kind in FRAMES.items()
}
"""What each choice of each frame may be."""


def frame_named(name: str) -> Frame:
    """
    The frame called so.

    Raises:
        ValueError: there is none; the message says what there is.
    """
    try:
        return Frame(name)
    except ValueError:
        raise ValueError(f"'{name}' is not one of {', '.join(each.value for each in Frame)}") from None


def terms_from_data(frame: Frame, data: Mapping[str, Any]) -> CompanyTerms:
    """
    The terms that differ so from the usual ones of a frame.

    Raises:
        ValueError: there is no such choice or value; the message says which.
        ContradictoryRules: they cannot all hold; the message says why.
    """
    for name in data:
        if name not in TYPES[frame]:
            raise ValueError(f"a {frame.value} has no term '{name}', but {', '.join(TYPES[frame])}")
    terms = FRAMES[frame](**{name: named_value(TYPES[frame], name, value) for name, value in data.items()})
    validate(terms)
    return terms


def changes_of(terms: CompanyTerms) -> dict[str, Any]:
    """The choices that are not the usual ones, as plain data for `terms_from_data`."""
    return {
        each.name: value_to_data(getattr(terms, each.name))
        for each in choices_of(terms)
        if getattr(terms, each.name) != each.default
    }


def terms_named(line: str) -> CompanyTerms:
    """
    The terms of a line: a frame, then ``term=value`` for each choice that is not the usual one.

    Raises:
        ValueError: as `frame_named` and `terms_from_data`.
    """
    name, *changes = line.split() or [""]
    frame = frame_named(name)
    pairs = read_pairs(changes, "term")
    return terms_from_data(frame, {name: typed(TYPES[frame].get(name), text) for name, text in pairs.items()})


def terms_line(terms: CompanyTerms) -> str:
    """The line that `terms_named` reads as these terms."""
    changes = (f"{name}={written(value)}" for name, value in changes_of(terms).items())
    return " ".join((terms.frame.value, *changes))
