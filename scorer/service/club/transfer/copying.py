"""Copy a club to another server: one file with every entry and all that the entries rest on, and a
club founded from it.

The file is a gzip of lines of JSON. The first says what it is; then follow the rows of each table
that it names, and the entries as they are stored. Founding a club appends the rows, posts every
entry again, which must give the same texts and digests, and verifies the whole. So receipts stay
valid, and a change in the file is found. All is written in one transaction. Neither end keeps more
in memory than some rows, so it takes as little for a large club.

Passwords, PINs and links are not in a copy: directors and members get new ones.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import groupby
from typing import IO, Any, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from ....ledger import chain
from ....ledger import entries as ledger
from ....storage import clubs as clubs_store
from ....storage import copies, entry_rows, projections, season_sheets, sheets
from ....storage import schema as s
from ....storage.engine import writing
from ....storage.queries import batched
from ....table.entering import NotAllowed
from ....table.formatting import counted
from ...service import Service
from ..audit.verification import Progress, verify_club
from ..people.clubs import Club, Clubs, find_setup_link
from ..people.members import People
from ..posts import Draft, Named, Posted, last_number, post_all, reverse

FORMAT = "scorer copy 1"

LONGEST_LINE = 4 * 1024 * 1024

AT_A_TIME = 100
"""Entries that are posted together."""

TABLES = {table.name: table for table in copies.COPIED}

NAME = "name"
ALIAS = "alias"
ENTRY = "entry"
"""What a line begins with that is not of a table: a member's name with its salt, another name by
which one is found, and an entry.
"""


@dataclass(frozen=True, slots=True)
class Head:
    """The first line of a copy: the club, the number of its entries,
    and the columns of each table.
    """

    format: str
    made_at: str
    code: str
    name: str
    opened_at: str
    digest: str
    number: int
    entries: int
    columns: dict[str, list[str]]


def _columns() -> dict[str, list[str]]:
    return {name: [*s.own_columns(table)] for name, table in TABLES.items()}


def copy_of(db: Connection, club_id: int, now: datetime) -> Iterator[str]:
    club = clubs_store.club_by_id(db, club_id)
    made_at = now.isoformat(timespec="seconds")
    name = clubs_store.name_of(db, club_id)
    number = clubs_store.first_number(db, club_id)
    count = last_number(db, club_id)
    yield _line(
        asdict(
            Head(
                format=FORMAT,
                made_at=made_at,
                code=club.code,
                name=name,
                opened_at=club.opened_at,
                digest=club.digest,
                number=number,
                entries=count,
                columns=_columns(),
            )
        )
    )
    for table in copies.COPIED:
        for row in copies.rows(db, club_id, table):
            yield _line([table.name, *row])
    for member in projections.member_rows(db, club_id).values():
        if member.sealed:
            yield _line([NAME, member.number, member.name, member.salt])
    for other in projections.aliases(db, club_id):
        yield _line([ALIAS, other.entry, other.name, other.salt])
    for each in entry_rows.entries(db, club_id):
        yield _line([ENTRY, each.text, each.digest])


def _line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def compressed(lines: Iterator[str]) -> Iterator[bytes]:
    made = zlib.compressobj(wbits=31)  # as gzip does
    for line in lines:
        if piece := made.compress(line.encode(errors="replace")):
            yield piece
    yield made.flush()


# Reading one


NOT_A_COPY = (
    "This is not the file of a whole club, or a part of it is missing. Export the whole club again."
)


class Copy(NamedTuple):
    head: Head
    lines: Iterator[list[Any]]


def read_copy(file: IO[bytes]) -> Copy:
    """Read the first line of a copy; its other lines are read as they are needed."""
    lines = _lines(file)
    found = next(lines, None)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise NotAllowed(NOT_A_COPY)
    try:
        head: Head = chain.from_data(Head, found)
    except ValueError:
        raise NotAllowed(NOT_A_COPY) from None
    if head.columns != _columns():
        raise NotAllowed(
            "This file was made by another version of scorer. Update scorer on both servers, "
            "then export it again."
        )
    return Copy(head, lines)


def _lines(file: IO[bytes]) -> Iterator[Any]:
    try:
        with gzip.GzipFile(fileobj=file) as text:
            while line := text.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise NotAllowed(NOT_A_COPY)
                yield json.loads(line)
    except (OSError, EOFError, zlib.error, RecursionError, ValueError) as error:
        if isinstance(error, NotAllowed):
            raise
        raise NotAllowed(NOT_A_COPY) from None


# Founding a club from it


class Copying(Service):
    def found(
        self, copy: Copy, *, link: str = "", progress: Progress = lambda _: None
    ) -> tuple[Club, str]:
        """Found a club from a copy, and return it with a link that sets a director's password.

        It uses the set-up *link*, or one of its own. *progress* counts each entry twice: posted,
        and verified.
        """
        with writing(self.engine) as db:
            setup_link = find_setup_link(db, link or Clubs(db, self.clock).new_setup_link())
            found = _Founding(db, copy.head, self.at(), setup_link, progress)
            try:
                found.read(copy.lines)
            except (copies.RowRefused, IntegrityError) as error:
                why = "its rows do not belong together"
                if isinstance(error, copies.RowRefused):
                    why = str(error)
                raise NotAllowed(f"The file is damaged: {why}. Nothing was imported.") from None
            for fault in verify_club(db, copy.head.code, progress, self.clock()):
                raise NotAllowed(f"The file is damaged: {fault.what}. Nothing was imported.")
            token = People(db, self.clock).new_director_link(found.club_id)
            return Club(found.club_id, copy.head.code, copy.head.name, public=False), token


class _Founding:
    def __init__(
        self, db: Connection, head: Head, at: str, setup_link: int, progress: Progress
    ) -> None:
        if clubs_store.find_club(db, head.code) is not None:
            raise NotAllowed(
                f"This server already has the club {head.code} ({head.name}). Nothing was imported."
            )
        self.db = db
        self.head = head
        self.progress = progress
        opened = {"at": head.opened_at, "like": head.digest}
        club = clubs_store.insert_club(db, code=head.code, setup_link_id=setup_link, **opened)
        self.club_id = club.id
        self.appending = copies.Appending(db, club.id)
        self.at = at
        self.names: dict[int, Named] = {}
        self.aliases: dict[int, Named] = {}

    def read(self, lines: Iterator[list[Any]]) -> None:
        """Append the rows, then post the entries again."""
        for name, some in groupby(lines, key=_name):
            if name == ENTRY:
                self._post(some)
            elif name == NAME:
                self._name(some, self.names)
            elif name == ALIAS:
                self._name(some, self.aliases)
            else:
                self._append(name, (line[1:] for line in some))
        self.appending.finish()
        if last_number(self.db, self.club_id) != self.head.entries:
            entries = counted(self.head.entries, "entry", "entries")
            raise copies.RowRefused(f"it should have {entries}")
        if clubs_store.first_number(self.db, self.club_id) != self.head.number:
            name = clubs_store.FIRST_NUMBER
            value = str(self.head.number)
            clubs_store.save_setting(self.db, self.club_id, name=name, value=value, at=self.at)
        season_sheets.insert_unposted(self.db, self.club_id)

    def _name(self, lines: Iterator[list[Any]], names: dict[int, Named]) -> None:
        """Read names into those by member, or those by the entry that gave them."""
        for line in lines:
            if [type(each) for each in line[1:]] != [int, str, str]:
                raise copies.RowRefused("it has a name that cannot be read")
            _, number, name, salt = line
            names[number] = Named(name, salt)

    def _append(self, name: str, rows: Iterator[copies.Row]) -> None:
        if name not in TABLES:
            raise copies.RowRefused(f"it has no table {name[:40]}")
        for some in batched(rows):
            if TABLES[name] is s.sheet:
                self._refuse_taken({str(row[1]) for row in some if len(row) > 1})
            self.appending.append(TABLES[name], some)

    def _refuse_taken(self, codes: set[str]) -> None:
        taken = sorted(sheets.taken(self.db, codes))
        if taken:
            more = f" and {len(taken) - 10} more" if len(taken) > 10 else ""
            raise NotAllowed(
                f"This server already has sheets with the codes {', '.join(taken[:10])}{more}. "
                "Nothing was imported."
            )

    def _post(self, lines: Iterator[list[Any]]) -> None:
        """Post entries as they were posted; results of parties,
        which are most of them, many at a time.
        """
        read = (self._entry(line) for line in lines)
        for together, some in groupby(read, key=_is_plain):
            for batch in batched(some, AT_A_TIME if together else 1):
                try:
                    posted = self._posted(batch)
                except NotAllowed as error:
                    first, _ = batch[0]
                    raise copies.RowRefused(
                        f"entry {first.number} cannot be posted: {error}"
                    ) from None
                for (entry, digest), now in zip(batch, posted, strict=True):
                    if now.digest != digest:
                        raise copies.RowRefused(f"entry {entry.number} is not what was posted")
                self.progress(len(batch))

    def _entry(self, line: list[Any]) -> tuple[ledger.Entry, str]:
        try:
            _, text, digest = line
            return chain.read(text), str(digest)
        except (ValueError, TypeError):
            raise copies.RowRefused("it has an entry that cannot be read") from None

    def _posted(self, entries: list[tuple[ledger.Entry, str]]) -> list[Posted]:
        first, like = entries[0]
        if isinstance(first.body, ledger.Reversed):
            body = first.body
            reversal = reverse(
                self.db,
                self.club_id,
                body.entry,
                reason=body.reason,
                law=body.law,
                author=first.author,
                at=first.at,
                like=like,
                mistyped=body.mistyped,
            )
            return [reversal]
        return post_all(self.db, self.club_id, [self._draft(*each) for each in entries])

    def _draft(self, entry: ledger.Entry, digest: str) -> Draft:
        """Return an entry to be posted again;
        a member who was renamed has the last name from the first entry on.
        """
        named = None
        body = entry.body
        if isinstance(body, ledger.MemberAdmitted | ledger.MemberRenamed) and body.sealed:
            named = self.names.get(body.member, Named("", ""))
        if isinstance(body, ledger.MemberAlias):
            named = self.aliases.get(entry.number)
        return Draft(body, entry.author, entry.at, named, like=digest)


def _is_plain(read: tuple[ledger.Entry, str]) -> bool:
    """Return whether an entry posts a sheet for the first time,
    which changes nothing that was posted before.
    """
    entry, _ = read
    return isinstance(entry.body, ledger.SheetPosted) and entry.body.instead_of is None


def _name(line: Any) -> str:
    if not isinstance(line, list) or not line or not isinstance(line[0], str):
        raise copies.RowRefused("it has a line that cannot be read")
    return line[0]
