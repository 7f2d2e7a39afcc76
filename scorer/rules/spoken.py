"""What was said at the table, and the bonus watch, in words."""

from __future__ import annotations

from .claims import Category
from .lines import LineKind
from .sentences import SEATS, Names, other_name
from .statements import statement_sentence
from .watch import Watch
from .words import number_words

__all__ = ["statement_sentence", "watch_sentence"]


def watch_sentence(watch: Watch, names: Names = SEATS) -> str:
    """How far an open bonus has come, and what would close it."""
    who, other = names[watch.seat], other_name(names, watch.seat)
    name = watch.kind.value
    closes = " or ".join(
        "the point" if category is Category.POINT else f"{category.value}s" for category in watch.closed_by
    )
    if watch.kind is LineKind.PIQUE and watch.in_play:
        taker = who if watch.by_losing else other
        ending = f"{who}'s lead makes it." if watch.led else f"A trick to {taker} closes it."
        return f"Pique in {number_words(watch.needs)} for {who}: {watch.points} of {watch.threshold}. {ending}"
    ending = f" Closes if {other} is good in {closes}." if closes else ""
    if not watch.needs:
        return f"{name.capitalize()} waits for {other}'s calls: {watch.points} of {watch.threshold}.{ending}"
    return f"{name.capitalize()} open for {who}: {watch.points} of {watch.threshold}.{ending}"
