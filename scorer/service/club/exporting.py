"""
Export a club: as tables for a spreadsheet, as a JSON document, as a journal for accountants, and as text of every
partie.

The JSON document is one object. `format` names it, `made_at` is its time, `club` has code and name; then follows a
list for each table of `export_tables.TABLES`, with its columns as keys. A season's `rules` and `stakes` are objects;
an entry's `text` is the string that its `digest` is made from.

Everything is streamed while it is read in one transaction, so an export shows one state of the club and needs little
memory.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from io import RawIOBase
from typing import Any

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger.journal import journal
from ...rules.notation.document import format_partie
from ...storage import book, projections
from ...storage import clubs as clubs_store
from ...storage.engine import Database, reading
from ..opening import NotAllowed
from ..parties import Clock
from .export_companies import company_texts
from .export_rows import Source, record_of
from .export_tables import TABLES, Table
from .people import shown_names
from .posting import read_terms
from .spreadsheet import written

TABLE_NAMES = tuple(table.name for table in TABLES)


class Format(Enum):
    """A format of exports; the value begins the file's name."""

    CSV = "csv"
    JSON = "json"
    JOURNAL = "journal"
    PIQUET = "piquet"


ENDINGS = {Format.CSV: "zip", Format.JSON: "json", Format.JOURNAL: "beancount", Format.PIQUET: "zip"}
"""The file extension of each format; several files come in one archive."""

TYPES = {
    "zip": "application/zip",
    "json": "application/json",
    "beancount": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
}
"""The media type of each file extension."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A file: name, media type, and its bytes as they are made."""

    name: str
    type: str
    pieces: Iterator[bytes]


@dataclass(frozen=True, slots=True)
class Exporting:
    engine: Database
    clock: Clock

    def export(
        self, club_id: int, form: Format, *, table: str = "", season: int | None = None, member: int | None = None
    ) -> Exported:
        """
        Export a club, a season or a member's own data as one file.

        Args:
            table: only this table, as CSV.
            season: only this season.
            member: only this member's own data.

        Raises:
            NotAllowed: there is no such season, member or table, or the format does not have it.
        """
        if table and (form is not Format.CSV or table not in TABLE_NAMES):
            raise NotAllowed(f"Choose one of the tables {', '.join(TABLE_NAMES)} as CSV.")
        if form is Format.JOURNAL and member is not None:
            raise NotAllowed("The journal covers the whole club. Export a member's own data as CSV, JSON or parties.")
        with reading(self.engine) as db:
            if season is not None and projections.find_season(db, club_id, season) is None:
                raise NotAllowed(f"The club has no season {season}.")
            if member is not None and not projections.members(db, club_id, [member]):
                raise NotAllowed(f"The club has no member {member}.")
            club = clubs_store.club_by_id(db, club_id)
        ending = "csv" if table else ENDINGS[form]
        parts = [club.code, table or form.value]
        parts += [f"season-{season}"] if season is not None else []
        parts += [f"member-{member}"] if member is not None else []
        make = _maker(form, table, self.clock())
        return Exported(f"{'-'.join(parts)}.{ending}", TYPES[ending], self._pieces(make, club_id, season, member))

    def _pieces(
        self, make: Callable[[Source], Iterator[bytes]], club_id: int, season: int | None, member: int | None
    ) -> Iterator[bytes]:
        with reading(self.engine) as db:
            names = shown_names(db, club_id) if member is not None else projections.members(db, club_id)
            yield from make(Source(db, club_id, names, season, member))


def _maker(form: Format, table: str, now: datetime) -> Callable[[Source], Iterator[bytes]]:
    if table:
        one = TABLES[TABLE_NAMES.index(table)]
        return lambda of: _encoded(_csv(one, of))
    if form is Format.CSV:
        return lambda of: archive(((f"{each.name}.csv", _csv(each, of)) for each in TABLES), now)
    if form is Format.JSON:
        return lambda of: _encoded(_document(of, now))
    if form is Format.JOURNAL:
        return lambda of: _encoded(_journal(of))
    return lambda of: archive(_piquets(of), now)


def _encoded(pieces: Iterable[str]) -> Iterator[bytes]:
    for piece in pieces:
        yield piece.encode(errors="replace")


def _csv(table: Table, of: Source) -> Iterator[str]:
    return written(table.columns, table.rows(of))


def _document(of: Source, now: datetime) -> Iterator[str]:
    club = {"code": clubs_store.club_by_id(of.db, of.club_id).code, "name": _name(of.db, of.club_id)}
    asked = {"season": of.season, "member": of.member}
    head = {"format": "scorer club 1", "made_at": now.isoformat(timespec="seconds"), "club": club, **asked}
    yield "{\n" + ",\n".join(f"{_json(key)}: {_json(value)}" for key, value in head.items())
    for table in TABLES:
        yield f",\n{_json(table.name)}: ["
        for number, row in enumerate(table.rows(of)):
            yield f"{',' if number else ''}\n{_json(dict(zip(table.columns, row, strict=True)))}"
        yield "\n]"
    yield "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _journal(of: Source) -> Iterator[str]:
    entries = (chain.read(row.text) for row in book.entries(of.db, of.club_id, season=of.season))
    return journal(_name(of.db, of.club_id), entries, of.names)


def _name(db: Connection, club_id: int) -> str:
    return clubs_store.settings(db, club_id, "name")[0]


def _piquets(of: Source) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the text of every partie with its season and code."""
    club, seasons = _name(of.db, of.club_id), {row.number: read_terms(row.terms).name for row in of.seasons}
    for found in of.parties():
        row, season = found.row, found.season_partie.season
        stands = "not posted" if found.entry is None else f"entry {found.entry} of the book"
        about = f"# {club}, {seasons.get(season, season)}: partie {row.code}, opened {row.opened_at}, {stands}\n"
        yield f"season-{season}/{row.code}.piquet", iter([about, format_partie(record_of(found).record)])
    for season, code, stands, text in company_texts(of):
        about = f"# {club}, {seasons.get(season, season)}: card {code}, {stands}\n"
        yield f"season-{season}/{code}.piquet", iter([about, text])


class _Pipe(RawIOBase):
    """A file that an archive is written to and that is read piece by piece; it cannot seek."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.waiting.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        found = b"".join(self.waiting)
        self.waiting.clear()
        return found


def archive(files: Iterable[tuple[str, Iterator[str]]], now: datetime) -> Iterator[bytes]:
    """Yield a ZIP archive of files, each a name and its text, while they are made."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files:
            about = zipfile.ZipInfo(name, now.timetuple()[:6])
            about.compress_type = zipfile.ZIP_DEFLATED
            with made.open(about, "w", force_zip64=True) as file:
                for piece in text:
                    file.write(piece.encode(errors="replace"))
                    if pipe.waiting:
                        yield pipe.taken()
    yield pipe.taken()
