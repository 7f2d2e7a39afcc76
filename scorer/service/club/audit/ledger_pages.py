"""Reading the ledger: every entry in one sentence, its reversal,
and whether a receipt still holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection

from ....ledger import chain
from ....ledger.entries import (
    Entry,
    Reversed,
    SealedSignature,
    SheetPosted,
    narration,
    sums,
)
from ....ledger.signature_words import author_words
from ....storage import entry_rows as store
from ....storage import projections
from ....storage.engine import reading
from ....table.entering import A_PAGE, sentence
from ...service import Service
from ..disputes.cases import Disputed, disputed
from ..people.members import shown_names
from ..posting.signing import find_season_sheet
from ..posts import last_number
from .evidence import read_evidence
from .losses import lost_before


class EntryNames(NamedTuple):
    members: Mapping[int, str]
    seasons: Mapping[int, str]
    units: Mapping[int, str]


class ReadEntry(NamedTuple):
    """An entry as stored, `None` if it cannot be read;
    it holds if its text matches the digest and postings balance.
    """

    number: int
    text: str
    digest: str
    reversed_by: int | None
    entry: Entry | None
    author: str
    says: str
    holds: bool

    @property
    def at(self) -> str:
        return "" if self.entry is None else self.entry.at


class Entries(NamedTuple):
    """A page of entries, latest first; `last` is the last entry of the ledger, 0 if it is empty."""

    entries: tuple[ReadEntry, ...]
    last: int
    names: EntryNames


class EntryInBook(NamedTuple):
    """One entry in its book; `follows` says that it carries the digest of the entry before it."""

    read: ReadEntry
    follows: bool
    last: int
    names: EntryNames


class Books(Service):
    def page(self, club_id: int, before: int | None = None) -> Entries:
        """Return the entries before number *before*, latest first; without it the latest of all."""
        with reading(self.engine) as db:
            names = names_of(db, club_id)
            last = last_number(db, club_id)
            rows = store.latest_entries(db, club_id, before=before, most=A_PAGE)
            return Entries(_read(rows, names), last, names)

    def entry(self, club_id: int, number: int) -> EntryInBook | None:
        with reading(self.engine) as db:
            names = names_of(db, club_id)
            row = store.find_entry(db, club_id, number)
            if row is None:
                return None
            before = store.find_entry(db, club_id, number - 1)
            expected = chain.BEGINNING if number == 1 else ""
            if before is not None:
                expected = before.digest
            (read,) = _read([row], names)
            follows = read.entry is not None and read.entry.previous == expected
            return EntryInBook(read, follows, last_number(db, club_id), names)

    def season_of(self, club_id: int, number: int) -> int:
        """Return the season in which an entry moves something; 0 for none."""
        with reading(self.engine) as db:
            row = store.find_entry(db, club_id, number)
            return 0 if row is None else int(getattr(chain.read(row.text).body, "season", 0))

    def of_partie(self, club_id: int, code: str) -> Entries:
        with reading(self.engine) as db:
            return entries_of(db, club_id, code, names_of(db, club_id))


def entries_of(db: Connection, club_id: int, code: str, names: EntryNames) -> Entries:
    """Return the entries about a sheet with their reversals, latest first."""
    rows = {row.number: row for row in store.entries_of_sheet(db, club_id, code.upper())}
    for number in [row.reversed_by for row in rows.values() if row.reversed_by is not None]:
        reversal = store.find_entry(db, club_id, number)
        assert reversal is not None
        rows[number] = reversal
    latest = [rows[number] for number in sorted(rows, reverse=True)]
    return Entries(_read(latest, names), last_number(db, club_id), names)


def names_of(db: Connection, club_id: int) -> EntryNames:
    terms = {row.number: row.terms for row in projections.seasons(db, club_id)}
    return EntryNames(
        shown_names(db, club_id),
        {number: each.name for number, each in terms.items()},
        {number: each.stakes.unit for number, each in terms.items() if each.stakes is not None},
    )


def _read(rows: Iterable[store.EntryRow], names: EntryNames) -> tuple[ReadEntry, ...]:
    found = []
    for row in rows:
        entry = chain.readable(row.text)
        author = ""
        says = "This entry can no longer be read."
        if entry is not None:
            author = author_words(entry.author, names.members)
            says = sentence(narration(entry.body, names.members, names.seasons))
        is_same = chain.digest(row.text, row.digest) == row.digest
        holds = entry is not None and is_same and not any(sums(entry.postings).values())
        found.append(
            ReadEntry(
                number=row.number,
                text=row.text,
                digest=row.digest,
                reversed_by=row.reversed_by,
                entry=entry,
                author=author,
                says=says,
                holds=holds,
            )
        )
    return tuple(found)


RECEIPT = re.compile(f"([0-9]{{1,9}})([{chain.HOLDERS}])([{chain.LETTERS}]{{8}})")

PLAYERS = tuple(
    f"the {ordinal} player" for ordinal in ["first", "second", "third", "fourth", "fifth", "sixth"]
)
PLAYERS += tuple(f"player {number}" for number in range(len(PLAYERS) + 1, len(chain.HOLDERS) + 1))
"""What players are called where the club's names may not be read."""


class CheckedReceipt(NamedTuple):
    """A valid receipt, its entry, and the later entries about the partie: a reversal, and what
    replaced it.

    With them go the disputes about it, all its entries, oldest first, and what the rows behind
    these entries no longer say. Who holds a receipt may read its disputes, and then the names too.
    `signed_at` is when the holder signed, in ISO 8601; empty if they did not before this entry.
    `signatures` are those that the entry seals.
    """

    receipt: str
    season: str
    holder: str
    posted: ReadEntry
    reversed: ReadEntry | None
    replacement: ReadEntry | None
    disputes: tuple[Disputed, ...]
    entries: tuple[ReadEntry, ...]
    faults: tuple[str, ...]
    names: Mapping[int, str]
    signed_at: str = ""
    signatures: tuple[SealedSignature, ...] = ()

    @property
    def signers(self) -> tuple[tuple[SealedSignature, str], ...]:
        """Return the sealed signatures, each with what its player is called here."""
        body = _sheet(self.posted.entry)
        members = () if body is None else body.members
        return tuple(
            (each, self.names.get(members[each.seat], PLAYERS[each.seat]))
            for each in self.signatures
        )


class Receipts(Service):
    def lost(self, clubs: Iterable[int], text: str) -> str:
        """Say which restore of the book may have lost the entry of a receipt;
        empty if none can have lost it.
        """
        read = _parsed(text)
        if read is None:
            return ""
        for club_id in clubs:
            if lost := lost_before(self.engine, club_id, read.number):
                return lost
        return ""

    def check(self, club_id: int, text: str, *, with_names: bool) -> CheckedReceipt | None:
        """Return what a receipt is of; `None` if no entry gives it:
        it was mistyped, or its entry has changed.
        """
        read = _parsed(text)
        if read is None:
            return None
        number = read.number
        player = read.player
        with reading(self.engine) as db:
            row = store.find_entry(db, club_id, number)
            body = None if row is None else _sheet(chain.readable(row.text))
            if row is None or body is None or player >= len(body.members):
                return None
            receipt = chain.receipt(number, player, chain.digest(row.text, row.digest))
            if receipt.replace("-", "") != read.text:
                return None
            disputes: tuple[Disputed, ...] = ()
            signed_at = ""
            if body.code:
                now = find_season_sheet(db, body.code, self.clock(), club_id)
                own = (each.at for each in now.signed[: body.signed] if each.player == player)
                signed_at = next(own, "")
                disputes = tuple(disputed(db, now, each) for each in now.disputes)
            names = names_of(db, club_id)
            # Without a dispute, a receipt is proof of figures, for which nobody need be named.
            is_named = with_names or bool(disputes)
            if not is_named:
                names = names._replace(members=dict(zip(body.members, PLAYERS, strict=False)))
            entries = _about(db, club_id, row, body.code, names)
            if not is_named:
                entries = tuple(map(_without_reason, entries))
            signatures = body.signatures
            if not is_named:
                signatures = tuple(_without_director(each) for each in signatures)
            by_number = {each.number: each for each in entries}
            return CheckedReceipt(
                receipt=receipt,
                season=names.seasons.get(body.season, str(body.season)),
                holder=names.members.get(body.members[player], PLAYERS[player]),
                posted=by_number[number],
                reversed=by_number.get(row.reversed_by or 0),
                replacement=None if row.reversed_by is None else _current(entries),
                disputes=disputes,
                entries=entries,
                faults=tuple(_faults(db, club_id, entries)),
                names=names.members,
                signed_at=signed_at,
                signatures=signatures,
            )


def _about(
    db: Connection, club_id: int, row: store.EntryRow, code: str, names: EntryNames
) -> tuple[ReadEntry, ...]:
    """Return the entries about a posted partie, oldest first.

    A forfeit or a result only has no sheet and no code: only its own entry, and what reverses it.
    """
    if not code:
        by = None if row.reversed_by is None else store.find_entry(db, club_id, row.reversed_by)
        return _read([row] if by is None else [row, by], names)
    return entries_of(db, club_id, code, names).entries[::-1]


def _current(entries: Iterable[ReadEntry]) -> ReadEntry | None:
    """Return the entry that posts the partie now."""
    found = (each for each in entries if _sheet(each.entry) and not each.reversed_by)
    return next(found, None)


class _Receipt(NamedTuple):
    """A receipt as it is read: the number of its entry, its player, and all of it,
    without spaces and dashes.
    """

    number: int
    player: int
    text: str


def _parsed(text: str) -> _Receipt | None:
    found = RECEIPT.fullmatch(re.sub(r"[\s–—-]+", "", text.upper()))
    if found is None:
        return None
    return _Receipt(int(found[1]), chain.HOLDERS.index(found[2]), found[0])


def _sheet(entry: Entry | None) -> SheetPosted | None:
    return entry.body if entry is not None and isinstance(entry.body, SheetPosted) else None


def _without_reason(read: ReadEntry) -> ReadEntry:
    """Return a reversal without its reason, which is for members only."""
    if read.entry is None or not isinstance(read.entry.body, Reversed):
        return read
    return read._replace(
        says=sentence(narration(replace(read.entry.body, reason=""), {}).replace(": ", ""))
    )


def _without_director(signature: SealedSignature) -> SealedSignature:
    """Return a signature without the name of a director; players are numbers in it."""
    return replace(signature, by="") if signature.by.startswith("director ") else signature


def _faults(db: Connection, club_id: int, entries: Sequence[ReadEntry]) -> Iterator[str]:
    evidence = read_evidence(
        db, club_id, [each.entry for each in entries if each.entry is not None]
    )
    for each in entries:
        if each.entry is not None:
            for what in evidence.faults(each.entry, is_current=not each.reversed_by):
                yield f"entry {each.number}: {what}"
