"""The record beside another version of it: what differs, and what that changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..rules.company import won_message
from ..rules.versions import Difference, margin_message, side_by_side
from ..rules.words import signed
from ..service.club.disputes.versions import Version
from ..service.sheets import CompanyCard
from ..table.again import Both, statement_rows
from ..table.recording import Sheet


def _results(card: CompanyCard) -> Iterator[tuple[int, str]]:
    """Yield the number of each turn that is over, and who won what; the last may be in progress."""
    for turn, played in zip(card.turns, card.company.card.turns, strict=False):
        yield turn.number, str(won_message(card.company, played))


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
    if changed is None:
        return ""
    return f"{changed.number}. Record: {changed.record}. Other version: {changed.version}."


def balances_words(then: CompanyCard, now: CompanyCard) -> str:
    moved = zip(now.names, now.company.card.balances, then.company.card.balances, strict=True)
    changed = [
        f"{name} {signed(before)} to {signed(after)}"
        for name, before, after in moved
        if before != after
    ]
    return f"Balances: {', '.join(changed)}." if changed else "No balance changes."


def result_change(record: Sheet, after: Sheet) -> str:
    before = _result(record, record.names)
    then = _result(after, record.names)
    if before == then:
        return f"The result stays {before}."
    return f"The result goes from {before} to {then}."


def result_key(record: Sheet, after: Sheet) -> str:
    """Return what a key says that makes another version the record: what each of them pays."""
    return f"{_result(after, record.names)}, not {_result(record, record.names)}"


def balances_key(record: CompanyCard, after: CompanyCard) -> str:
    """Return what a key says that makes another version the record: the balances that it moves."""
    moved = zip(
        record.names, record.company.card.balances, after.company.card.balances, strict=True
    )
    changed = [f"{name} {signed(now)}, not {signed(was)}" for name, was, now in moved if was != now]
    return "; ".join(changed)


def _result(sheet: Sheet, names: tuple[str, ...]) -> str:
    settlement = sheet.partie.settlement
    return "not over" if settlement is None else str(margin_message(settlement, names))


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The record and another version side by side.

    Attributes:
        balances: of a scorecard, the first result that differs, and everyone's balance.
        difference: of a partie, the first difference; `None` if there is none.
        statements: the deal with the difference, statement by statement.
        record: the partie with the difference.
        other: the same partie in the other version.
    """

    balances: tuple[Both, ...]
    difference: Difference | None = None
    statements: tuple[Both, ...] = ()
    record: Sheet | None = None
    other: Sheet | None = None


def compared(version: Version, balances: tuple[Both, ...]) -> Compared | None:
    """Return the record beside another version, with what that changes of *balances*;
    `None` if they do not differ.
    """
    partie = version.record
    other = version.other
    difference = version.difference
    if partie is None or other is None or difference is None:
        return Compared(balances=balances) if balances else None
    deal = difference.deal
    statements: tuple[Both, ...] = ()
    if not difference.dealers:
        rows = side_by_side(partie.partie.record.deals[deal], other.record.deals[deal])
        first = difference.pair.position if difference.pair is not None else -1
        statements = tuple(statement_rows(rows, partie.seated(deal), first))
    return Compared(
        balances=balances,
        difference=difference,
        statements=statements,
        record=partie,
        other=replace(partie, partie=other),
    )


def balance_rows(record: CompanyCard, other: CompanyCard) -> Iterator[Both]:
    """Yield the first result that differs between two versions of a scorecard,
    and everyone's balance.
    """
    changed = _changed_turn(record, other)
    if changed is not None:
        yield changed
    balances = zip(
        record.names, record.company.card.balances, other.company.card.balances, strict=True
    )
    for name, was, now in balances:
        yield Both(name, signed(was), signed(now))
