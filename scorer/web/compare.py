"""Two versions of a partie: what the club has recorded, and what a phone has said that the club has
not.

Nothing is decided here. The page shows each deal that differs, whose each version is, and when it
was said; its script sends what a person chooses through the outbox of the phone, like any tap.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, NamedTuple

from ..rules.errors import NotationError
from ..rules.house_rules import ruleset_to_data
from ..rules.messages import Message, Text
from ..rules.notation import format_log, format_statement
from ..rules.partie import DealRecord
from ..rules.sentences import IllegalStatement
from ..rules.statements import Log, effective, statement_message
from ..rules.versions import corrections, side_by_side
from ..table.again import Both, VersionText, changes, statement_rows
from ..table.card import KEPT, DealText, deal_title
from ..table.entering import NotAllowed, new_token
from ..table.recording import (
    TAKEN_BACK,
    ClosedText,
    Sheet,
    deal_record,
    from_paper,
    is_seating,
    parse_seating,
    parsed,
    tapped,
    with_said,
)
from ..table.view import LONGEST

MOST_DEALS = 100
MOST_ROWS = 500
"""The most that a phone says at once of what waits on it."""


class Tap(NamedTuple):
    """What is said in one tap, and its idempotency key."""

    say: str
    key: str


class PhoneVersionText(Text):
    """Why the version of this phone cannot count as it is.

    It needs a phone and a club, so no oracle asks it: they are in `tests/web`.
    """

    NOT_READ = "This phone’s version cannot be read: {why:stop}"
    DOES_NOT_FIT = "This phone’s version does not fit: {why}."
    UNREADABLE = "What this phone has said could not be read. Reload this page."
    PLAYERS = "Names and dealer"
    ELDER = "Elder, deal 1"
    TOTALS = "totals {totals:–}"


@dataclass(frozen=True, slots=True)
class OwnDeal:
    """What a phone has said in a deal, from 0.

    Attributes:
        start: how many rows of the deal the phone had from the club before it said this.
        taps: what it has said since, in order.
        at: when the first of them was said, in ISO 8601 as the phone wrote it; empty if it is not
            known.
    """

    deal: int
    start: int
    taps: tuple[Tap, ...]
    at: str


def read_own(text: str) -> tuple[OwnDeal, ...]:
    """Read what the script of a phone sends; `NotAllowed` if it did not write this."""
    try:
        data = json.loads(text)
        deals = tuple(_read_deal(each) for each in data[:MOST_DEALS])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NotAllowed(PhoneVersionText.UNREADABLE()) from None
    return tuple(sorted(deals, key=lambda own: own.deal))


def _read_deal(data: Mapping[str, Any]) -> OwnDeal:
    rows = data["rows"][:MOST_ROWS]
    return OwnDeal(
        deal=int(data["deal"]),
        start=int(data["start"]),
        taps=tuple(Tap(str(row["say"])[:LONGEST], str(row["key"])[:64]) for row in rows),
        at=str(data.get("at", ""))[:30],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """A deal that differs, or who plays, with both versions.

    Attributes:
        title: which deal; it names the choice.
        name: of the fields that choose.
        rows: both versions, statement by statement.
        own_at: when this phone said its own, as the phone wrote it.
        club_at: when the club last recorded something in the deal, in ISO 8601; empty if it has
            nothing of it.
        changes: in words, what changes at the club if the version of this phone counts.
        forms: the fields of each tap that makes the club's version into that of this phone.
        cannot: why that cannot be said; `None` if it can.
        lacks: how many statements the club lacks, if it has all before them and nothing else; else
            0.
    """

    title: Message
    name: str
    own_at: str
    club_at: str
    rows: Sequence[Both] = ()
    changes: Sequence[Message] = ()
    forms: Sequence[Mapping[str, Any]] = ()
    cannot: Message | None = None
    lacks: int = 0

    @property
    def chosen(self) -> str:
        return json.dumps(list(self.forms))


def versions_of(sheet: Sheet, own: Sequence[OwnDeal], said_at: Mapping[int, str]) -> list[Versions]:
    """Return what differs between a *sheet* of the club and what a phone has said of it.

    Each change is tried on the sheet with those before it, as they are said one after the other if
    all are chosen.

    Args:
        said_at: when the club last recorded something in each deal, in ISO 8601.
    """
    found: list[Versions] = []
    after = sheet
    for each in own:
        seatings = [tap for tap in each.taps if is_seating(tap.say)]
        others = [tap for tap in each.taps if not is_seating(tap.say)]
        if others:
            own_deal = replace(each, taps=tuple(others))
            version, after = _of_deal(sheet, after, own_deal, said_at.get(each.deal, ""))
            if version is not None:
                found.append(version)
        if seatings:
            version, after = _of_players(sheet, after, each, seatings[-1])
            if version is not None:
                found.append(version)
    return found


def lost(versions: Sequence[Versions]) -> int:
    """Return how many statements a restored book has lost,
    if it has nothing else instead of them; else 0.
    """
    if any(each.cannot or not each.lacks for each in versions):
        return 0
    return sum(each.lacks for each in versions)


def _of_deal(
    sheet: Sheet, before: Sheet, own: OwnDeal, club_at: str
) -> tuple[Versions | None, Sheet]:
    """Return both versions of a deal, nothing if they say the same;
    and the sheet *before* with that of the phone.
    """
    deals = sheet.partie.record.deals
    is_known = own.deal < len(deals)
    record = deals[own.deal] if is_known else DealRecord()
    title = deal_title(sheet.partie, own.deal) if is_known else DealText.NUMBER(deal=own.deal + 1)
    versions = Versions(
        title=title,
        name=f"deal{own.deal}",
        own_at=own.at,
        club_at=club_at,
    )
    try:
        version = _as_said(sheet, own)
        rows = _side_by_side(sheet, own.deal, record, version)
    except (NotationError, IllegalStatement) as error:
        rows = [
            Both(number, VersionText.MISSING(), tap.say) for number, tap in enumerate(own.taps, 1)
        ]
        cannot = PhoneVersionText.NOT_READ(why=error.message)
        return replace(versions, rows=rows, cannot=cannot), before
    if version.scores == record.scores and _current(version) == _current(record):
        return None, before
    lacks = len(version.log) - len(record.log) if _left_out(sheet, record, version, own) else 0
    versions = replace(versions, rows=rows, lacks=lacks)
    return _tried(versions, sheet, before, own.deal, _to_say(sheet, record, version, own))


def _of_players(
    sheet: Sheet, before: Sheet, own: OwnDeal, tap: Tap
) -> tuple[Versions | None, Sheet]:
    """Return what the club and the phone say of the players, as `_of_deal` does of a deal."""
    first = sheet.partie.record.first
    title = PhoneVersionText.PLAYERS()
    versions = Versions(title=title, name="players", own_at=own.at, club_at="")
    try:
        seating = parse_seating(tap.say, sheet.partie.record.rules)
    except NotationError as error:
        cannot = PhoneVersionText.NOT_READ(why=error.message)
        return replace(versions, cannot=cannot), before
    names = seating.names or sheet.names
    if (names, seating.first) == (sheet.names, first):
        return None, before
    pairs = zip(sheet.names, names, strict=True)
    rows = [Both(number, was, now) for number, (was, now) in enumerate(pairs, 1)]
    elder = PhoneVersionText.ELDER()
    rows.append(Both(elder, sheet.names[first], names[seating.first]))
    return _tried(replace(versions, rows=rows), sheet, before, before.last_deal, [tap])


def _tried(
    versions: Versions, sheet: Sheet, before: Sheet, deal: int, taps: Sequence[Tap]
) -> tuple[Versions, Sheet]:
    """Say *taps* on the sheet *before*; return what they change and are sent as,
    or why they cannot be said.
    """
    if sheet.is_closed and not sheet.may_change:
        closed_by = ClosedText.HELD if sheet.held else ClosedText.SIGNED
        return replace(versions, cannot=closed_by()), before
    after = before
    forms: list[Mapping[str, Any]] = []
    try:
        for say, key in taps:
            form = {
                "deal": deal,
                "position": after.recorded(deal),
                "say": say,
                "key": key,
                "seen": sheet.seen,
            }
            new, partie = with_said(after, deal, say)
            after = tapped(
                after, partie, after.version, deal=deal, form_keys=(key,) * max(1, len(new))
            )
            forms.append(form)
    except NotationError as error:
        cannot = PhoneVersionText.NOT_READ(why=error.message)
        return replace(versions, cannot=cannot), before
    except IllegalStatement as error:
        cannot = PhoneVersionText.DOES_NOT_FIT(why=before.why_refused(deal, error))
        return replace(versions, cannot=cannot), before
    moved = changes(before.partie, after.partie, sheet.sides)
    return replace(versions, changes=moved, forms=forms), after


def _current(record: DealRecord) -> Log:
    return tuple(statement for _, statement in effective(record.log))


def _as_said(sheet: Sheet, own: OwnDeal) -> DealRecord:
    """Return a deal as the phone has it: what it had from the club, and what it said since."""
    rules = sheet.partie.record.rules
    said = [*_shared(sheet, own)]
    for tap in own.taps:
        log, totals = parsed(tap.say, rules)
        if totals is not None:
            said.append(from_paper(*totals))
        else:
            said += [format_statement(each) for each in log] or [tap.say]
    return deal_record(said, json.dumps(ruleset_to_data(rules)))


def _shared(sheet: Sheet, own: OwnDeal) -> tuple[str, ...]:
    """Return what of the club's deal the phone had before it said its own."""
    if not own.start or own.deal >= len(sheet.partie.record.deals):
        return ()
    record = sheet.partie.record.deals[own.deal]
    if record.scores is not None:
        return (from_paper(*record.scores),)
    rows = [row for row, key in enumerate(sheet.taps[own.deal]) if key not in sheet.seatings]
    of_log = rows[len(rows) - len(record.log) :]
    both = zip(of_log, record.log, strict=True)
    return tuple(format_statement(statement) for row, statement in both if row < own.start)


def _side_by_side(sheet: Sheet, deal: int, record: DealRecord, version: DealRecord) -> list[Both]:
    """Return both versions of a deal: its statements, and its totals where it has only these."""
    names = sheet.seated(deal)
    if record.scores is None and version.scores is None:
        change = corrections(record.log, _current(version))
        pairs = side_by_side(DealRecord(record.log), DealRecord(record.log + change))
        first = next((pair.position for pair in pairs if pair.differs), -1)
        return list(statement_rows(pairs, names, first, whole=False))

    def column(deal: DealRecord) -> Iterator[str | Message]:
        for statement in _current(deal):
            yield statement_message(statement, names)
        if deal.scores is not None:
            yield PhoneVersionText.TOTALS(totals=tuple(deal.scores))

    lines = zip_longest(column(record), column(version), fillvalue=VersionText.MISSING())
    return [Both(number, was, now) for number, (was, now) in enumerate(lines, 1)]


def _to_say(sheet: Sheet, record: DealRecord, version: DealRecord, own: OwnDeal) -> list[Tap]:
    """Return the taps that make of the club's deal what the phone has.

    Where the club only lacks the end, they are the phone's own, with their keys: another phone that
    has them too may then send them as well.
    """
    left = _left_out(sheet, record, version, own)
    if left:
        return left
    said = []
    if record.scores is not None and version.scores is None:
        said = [TAKEN_BACK, format_log(_current(version))]
    elif record.scores is None:
        said = [format_log(corrections(record.log, _current(version)))]
    if version.scores is not None:
        said.append(from_paper(*version.scores))
    return [Tap(say.replace("\n", "; "), KEPT + new_token()) for say in said if say]


def _left_out(sheet: Sheet, record: DealRecord, version: DealRecord, own: OwnDeal) -> list[Tap]:
    """Return the last of the phone's taps, if exactly these are missing at the club;
    else nothing.
    """
    if record.scores is not None or version.scores is not None:
        return []
    if version.log[: len(record.log)] != record.log:
        return []
    missing = len(version.log) - len(record.log)
    found: list[Tap] = []
    for tap in reversed(own.taps):
        if not missing:
            break
        found.insert(0, tap)
        log, _ = parsed(tap.say, sheet.partie.record.rules)
        missing -= len(log)
    return [] if missing else found
