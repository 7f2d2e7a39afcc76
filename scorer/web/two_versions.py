"""The record beside another version of it: what differs, and what that changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..rules.company import result_words
from ..rules.versions import margin_words, side_by_side
from ..service.club.disputes import Version
from ..service.sheets import AnySheet, CompanyCard
from ..table.again import Both, statement_rows
from ..table.formatting import signed
from ..table.recording import Sheet


def _results(card: CompanyCard) -> Iterator[tuple[int, str]]:
    """Yield the number of each turn that is over, and who won what; the last may be in progress."""
    for turn, played in zip(card.turns, card.company.card.turns, strict=False):
        yield turn.number, result_words(card.company, played).rpartition(": ")[2]


def _changed_turn(record: CompanyCard, other: CompanyCard) -> Both | None:
    """Return the first partie of a scorecard that another version has otherwise or not at all,
    and its results.
    """
    results = dict(_results(other))
    for number, (turn, was) in enumerate(_results(record), 1):
        if was != (now := results.get(turn, "removed")):
            return Both(f"Partie {number}", was, now)
    return None


def turn_words(then: CompanyCard, now: CompanyCard) -> str:
    changed = _changed_turn(now, then)
    return (
        f"{changed.number}. Record: {changed.record}. Other version: {changed.version}."
        if changed
        else ""
    )


def balances_words(then: CompanyCard, now: CompanyCard) -> str:
    moved = zip(now.names, now.company.card.balances, then.company.card.balances, strict=True)
    changed = [
        f"{name} {signed(before)} to {signed(after)}"
        for name, before, after in moved
        if before != after
    ]
    return f"Balances: {', '.join(changed)}." if changed else "No balance changes."


def result_change(record: Sheet, after: Sheet) -> str:
    before, then = (
        "not over"
        if each.partie.settlement is None
        else margin_words(each.partie.settlement, record.names)
        for each in (record, after)
    )
    return (
        f"The result stays {before}."
        if before == then
        else f"The result goes from {before} to {then}."
    )


def both_versions(record: AnySheet, version: Version | None) -> dict[str, Any] | None:
    """Return the context of the record and another version side by side;
    `None` if they do not differ.
    """
    if version is None:
        return None
    found: dict[str, Any] = {"difference": None, "balances": ()}
    if isinstance(record, CompanyCard) and isinstance(version.whole, CompanyCard):
        found["balances"] = tuple(_balances(record, version.whole))
    partie = version.record
    other = version.other
    difference = version.difference
    if partie is None or other is None or difference is None:
        return found if found["balances"] else None
    deal = difference.deal
    first = difference.pair.position if difference.pair is not None else -1
    rows = (
        side_by_side(partie.partie.record.deals[deal], other.record.deals[deal])
        if not difference.dealers
        else ()
    )
    return found | {
        "difference": difference,
        "statements": tuple(statement_rows(rows, partie.seated(deal), first)),
        "sides": {"Record": partie, "Other version": replace(partie, partie=other)},
    }


def _balances(record: CompanyCard, other: CompanyCard) -> Iterator[Both]:
    """Yield the first result that differs between two versions of a scorecard,
    and everyone's balance.
    """
    if (changed := _changed_turn(record, other)) is not None:
        yield changed
    balances = (map(signed, card.company.card.balances) for card in (record, other))
    yield from map(Both, record.names, *balances)
