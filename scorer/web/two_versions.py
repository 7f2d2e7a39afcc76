"""The record beside another version of it: what differs, and what that changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..rules.company import won_message
from ..rules.messages import Message, Text
from ..rules.versions import Difference, margin_message, side_by_side
from ..service.club.disputes.versions import Version
from ..service.sheets import CompanyCard
from ..table.again import Both, statement_rows
from ..table.formatting import signed
from ..table.recording import Sheet


class TwoVersionsText(Text):
    """What another version of a sheet changes: a partie of a scorecard, a balance or a result.

    Nobody corrects a random scorecard, so no oracle asks it: `tests/web/club` does.
    """

    PARTIE = "Partie {number}"
    REMOVED = "removed"
    TURN = "{title}. Record: {before_correction}. Other version: {version}."
    BALANCE = "{who} {before:signed} to {after:signed}"
    BALANCES = "Balances: {balances:,}."
    NO_BALANCE = "No balance changes."
    STAYS = "The result stays {result}."
    CHANGES = "The result goes from {before_correction} to {result}."
    BECOMES = "{result}, not {before_correction}"
    BALANCE_BECOMES = "{who} {after:signed}, not {before:signed}"
    BALANCES_BECOME = "{balances:;}"
    NOT_OVER = "not over"


def _results(card: CompanyCard) -> Iterator[tuple[int, Message]]:
    """Yield the number of each turn that is over, and who won what; the last may be in progress."""
    for turn, played in zip(card.turns, card.company.card.turns, strict=False):
        yield turn.number, won_message(card.company, played)


def _changed_turn(record: CompanyCard, other: CompanyCard) -> ChangedTurn | None:
    """Return the first partie of a scorecard that another version has otherwise or not at all,
    and its results.
    """
    results = dict(_results(other))
    for number, (turn, was) in enumerate(_results(record), 1):
        now = results.get(turn, TwoVersionsText.REMOVED())
        if was != now:
            return ChangedTurn(TwoVersionsText.PARTIE(number=number), was, now)
    return None


class ChangedTurn(NamedTuple):
    """A partie of a scorecard with its result in the record and in another version."""

    title: Message
    record: Message
    version: Message


def turn_words(then: CompanyCard, now: CompanyCard) -> Message | None:
    """Say which partie of a scorecard another version changes; `None` if it changes none."""
    changed = _changed_turn(now, then)
    if changed is None:
        return None
    return TwoVersionsText.TURN(
        title=changed.title, before_correction=changed.record, version=changed.version
    )


def balances_words(then: CompanyCard, now: CompanyCard) -> Message:
    moved = zip(now.names, now.company.card.balances, then.company.card.balances, strict=True)
    changed = [
        TwoVersionsText.BALANCE(who=name, before=before, after=after)
        for name, before, after in moved
        if before != after
    ]
    if not changed:
        return TwoVersionsText.NO_BALANCE()
    return TwoVersionsText.BALANCES(balances=tuple(changed))


def result_change(record: Sheet, after: Sheet) -> Message:
    before = _result(record, record.names)
    then = _result(after, record.names)
    if before == then:
        return TwoVersionsText.STAYS(result=before)
    return TwoVersionsText.CHANGES(before_correction=before, result=then)


def result_key(record: Sheet, after: Sheet) -> Message:
    """Return what a key says that makes another version the record: what each of them pays."""
    return TwoVersionsText.BECOMES(
        result=_result(after, record.names), before_correction=_result(record, record.names)
    )


def balances_key(record: CompanyCard, after: CompanyCard) -> Message:
    """Return what a key says that makes another version the record: the balances that it moves."""
    moved = zip(
        record.names, record.company.card.balances, after.company.card.balances, strict=True
    )
    changed = [
        TwoVersionsText.BALANCE_BECOMES(who=name, before=was, after=now)
        for name, was, now in moved
        if was != now
    ]
    return TwoVersionsText.BALANCES_BECOME(balances=tuple(changed))


def _result(sheet: Sheet, names: tuple[str, ...]) -> Message:
    settlement = sheet.partie.settlement
    if settlement is None:
        return TwoVersionsText.NOT_OVER()
    return margin_message(settlement, names)


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
        yield Both(changed.title, changed.record, changed.version)
    balances = zip(
        record.names, record.company.card.balances, other.company.card.balances, strict=True
    )
    for name, was, now in balances:
        yield Both(name, signed(was), signed(now))
