"""Export a club: tables for a spreadsheet, one JSON document, a journal for accounting tools,
parties as text, and a copy.

The JSON document is one object. `format` names it, `made_at` is its time, `club` and `club_name`
are of the club, and `season` and `member` what was asked for; then follows a list for each table of
`TABLES`, with its columns as keys. A season's `ruleset` and `stakes` are objects.

Everything is streamed while it is read in one transaction, so an export shows one state of the
club and needs little memory.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from enum import Enum
from io import RawIOBase
from itertools import chain as chained
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, true

from ....ledger import chain
from ....ledger import entries as ledger
from ....ledger.journal import journal
from ....storage import clubs as clubs_store
from ....storage import disputes as disputes_store
from ....storage import entry_rows, projections
from ....storage import schema as s
from ....storage.disputes import Search
from ....storage.engine import reading
from ....table.entering import NotAllowed
from ....table.saving import BOM, written
from ....table.times import day_after, day_of
from ...service import Service
from ...zones import zone_of
from ..people.members import shown_names
from ..posts import chosen_season
from .copying import compressed, copy_of
from .export_tables import TABLES, ExportTable, dispute_record, json_text
from .exported_sheets import SheetNamed, Source, piquets
from .workbooks import workbook

CSV_TYPE = "text/csv"


class Exported(NamedTuple):
    name: str
    type: str
    pieces: Iterator[bytes]

    @property
    def is_text(self) -> bool:
        """Whether a terminal can show it."""
        return self.type.startswith(("text/", "application/json"))


def _encoded(pieces: Iterable[str]) -> Iterator[bytes]:
    for piece in pieces:
        yield piece.encode(errors="replace")


def _document(of: Source, now: datetime) -> Iterator[str]:
    head = {
        "format": "scorer club 1",
        "made_at": now.isoformat(timespec="seconds"),
        "club": clubs_store.club_by_id(of.db, of.club_id).code,
        "club_name": clubs_store.name_of(of.db, of.club_id),
        "season": of.season,
        "member": of.member,
    }
    yield "{\n" + ",\n".join(f"{json_text(key)}: {json_text(value)}" for key, value in head.items())
    for table in TABLES.values():
        yield f",\n{json_text(table.name)}: ["
        for number, row in enumerate(table.rows(of)):
            text = json_text(dict(zip(table.columns, row, strict=True)))
            yield f"{',' if number else ''}\n{text}"
        yield "\n]"
    yield "\n}\n"


def _journal(of: Source) -> Iterator[str]:
    e = s.entry.c
    chosen: ColumnElement[bool] = true()
    if of.season is not None:
        # A merge moves the accounts of every season.
        chosen = (e.season == of.season) | (e.kind == ledger.KINDS[ledger.MemberMerged])
    entries = (
        (chain.read(row.text), row.digest)
        for row in entry_rows.entries_where(of.db, of.club_id, chosen)
    )
    club = clubs_store.name_of(of.db, of.club_id)
    zone = zone_of(of.db, of.club_id)
    return journal(
        club,
        entries,
        of.names,
        day_of=lambda at: day_of(at, zone),
        day_after=day_after,
        season=of.season,
    )


class _Pipe(RawIOBase):
    """A file that an archive is written to and that is read piece by piece; it cannot seek."""

    def __init__(self) -> None:
        self.unread: list[bytes] = []

    def write(self, data: Any) -> int:
        self.unread.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        found = b"".join(self.unread)
        self.unread.clear()
        return found


def archive(files: Iterable[tuple[str, Iterator[str]]], now: datetime) -> Iterator[bytes]:
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files:
            about = zipfile.ZipInfo(name, now.timetuple()[:6])
            about.compress_type = zipfile.ZIP_DEFLATED
            with made.open(about, "w", force_zip64=True) as file:
                for piece in text:
                    file.write(piece.encode(errors="replace"))
                    if pipe.unread:
                        yield pipe.taken()
    yield pipe.taken()


# Each format


def _csv(of: Source, now: datetime, mark: str = BOM) -> Iterator[bytes]:
    """Yield an archive of all tables, each of which begins with a *mark*."""
    files = (
        (f"{each.name}.csv", chained([mark], written(each.columns, each.rows(of))))
        for each in TABLES.values()
    )
    return archive(files, now)


class FileFormat(NamedTuple):
    """A format of exports: how the name of its file ends, its media type,
    and what makes it, piece by piece.

    One that is not `of_season`, or not `of_member`, covers the whole club; the `refusal` says so.
    The `title` and the `note` describe it on a page, `contents` in the help of the command.
    """

    ending: str
    type: str
    pieces: Callable[[Source, datetime], Iterator[bytes]]
    title: str = ""
    note: str = ""
    contents: str = ""
    of_season: bool = True
    of_member: bool = True
    refusal: str = ""


class ExportFormat(Enum):
    """The formats of exports, in the order in which pages and commands list them;
    the value names one in an address and on the command line.
    """

    file: FileFormat

    def __new__(cls, name: str, file: FileFormat) -> ExportFormat:
        made = object.__new__(cls)
        made._value_ = name
        made.file = file
        return made

    WORKBOOK = (
        "xlsx",
        FileFormat(
            ending="xlsx",
            type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            pieces=lambda of, _: workbook(of),
            title="Workbook",
            note="standings and results for a spreadsheet",
            contents="a workbook of standings and results",
        ),
    )
    CSV = (
        "csv",
        FileFormat(
            ending="zip",
            type="application/zip",
            pieces=_csv,
            title="Tables",
            note="CSV for a spreadsheet",
            contents="a ZIP archive of tables",
        ),
    )
    UNMARKED = (
        "csv-unmarked",
        FileFormat(
            ending="zip",
            type="application/zip",
            pieces=lambda of, now: _csv(of, now, mark=""),
            title="Tables without a mark",
            note="CSV for programs",
            contents="the same tables without the byte order mark",
        ),
    )
    JSON = (
        "json",
        FileFormat(
            ending="json",
            type="application/json",
            pieces=lambda of, now: _encoded(_document(of, now)),
            title="One document",
            note="JSON for programs",
            contents="one document",
        ),
    )
    JOURNAL = (
        "journal",
        FileFormat(
            ending="beancount",
            type="text/plain",
            pieces=lambda of, now: _encoded(_journal(of)),
            title="Journal",
            note="for beancount",
            contents="plain-text accounting for bean-check",
            of_member=False,
            refusal="The journal covers the whole club. Export a member’s own data as CSV, JSON or "
            "parties.",
        ),
    )
    PIQUET = (
        "piquet",
        FileFormat(
            ending="zip",
            type="application/zip",
            pieces=lambda of, now: archive(piquets(of), now),
            title="Parties",
            note="one .piquet text each",
            contents="a ZIP archive of all parties as text",
        ),
    )
    MOVE = (
        "move",
        FileFormat(
            ending="jsonl.gz",
            type="application/gzip",
            pieces=lambda of, now: compressed(copy_of(of.db, of.club_id, now)),
            title="Whole club",
            note="to move it to another server",
            contents="a file from which scorer club new --from founds the club on another server",
            of_season=False,
            of_member=False,
            refusal="Only the whole club can be moved. Export a season or a member’s own data in "
            "another format.",
        ),
    )


FORMATS: Mapping[str, ExportFormat] = {each.value: each for each in ExportFormat}
"""The formats by their names."""

OLD_FORMATS: Mapping[str, str] = {"copy": ExportFormat.MOVE.value}
"""Formats by names that they had before."""


def one_table(table: ExportTable) -> FileFormat:
    """Return the format of a table alone."""
    return FileFormat(
        "csv", CSV_TYPE, lambda of, now: _encoded(written(table.columns, table.rows(of)))
    )


class Exporting(Service):
    def export(
        self,
        club_id: int,
        form: ExportFormat,
        *,
        table: str = "",
        season: int | None = None,
        member: int | None = None,
    ) -> Exported:
        """Export a club, a season or a member's own data as one file;
        *table* names one table, as CSV.
        """
        if table and (form is not ExportFormat.CSV or table not in TABLES):
            raise NotAllowed(f"Choose one of the tables {', '.join(TABLES)} as CSV.")
        file = form.file
        if season is not None and not file.of_season:
            raise NotAllowed(file.refusal)
        if member is not None and not file.of_member:
            raise NotAllowed(file.refusal)
        with reading(self.engine) as db:
            if season is not None:
                chosen_season(db, club_id, season)
            if member is not None and not projections.members(db, club_id, [member]):
                raise NotAllowed(f"The club has no member {member}.")
            club = clubs_store.club_by_id(db, club_id)
        if table:
            file = one_table(TABLES[table])
        parts = [club.code, table or form.value]
        if season is not None:
            parts.append(f"season-{season}")
        if member is not None:
            parts.append(f"member-{member}")
        pieces = self._pieces(file, club_id, season, member)
        return Exported(f"{'-'.join(parts)}.{file.ending}", file.type, pieces)

    def rulings(self, club_id: int, asked: Search) -> Exported:
        """Export the disputes that ended as *asked*, latest first, as a table like `disputes`."""
        with reading(self.engine) as db:
            found = disputes_store.with_sheets(db, asked.condition(club_id))
            club = clubs_store.club_by_id(db, club_id)
            names = shown_names(db, club_id)
        table = TABLES["disputes"]
        records = (
            dispute_record(SheetNamed(row.code, row.names), each, names) for row, each in found
        )
        pieces = _encoded(written(table.columns, map(table.row, records)))
        return Exported(f"{club.code}-rulings.csv", CSV_TYPE, pieces)

    def _pieces(
        self, file: FileFormat, club_id: int, season: int | None, member: int | None
    ) -> Iterator[bytes]:
        with reading(self.engine) as db:
            if member is None:
                names: Mapping[int, str] = projections.members(db, club_id)
            else:
                names = shown_names(db, club_id)
            of = Source(
                db=db,
                club_id=club_id,
                names=names,
                merged=projections.merged(db, club_id),
                season=season,
                member=member,
            )
            yield from file.pieces(of, self.clock())
