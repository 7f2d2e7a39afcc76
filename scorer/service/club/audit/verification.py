"""Verify a book: nothing has changed since it was posted, and every projection follows from its
entries.

The checks run in this order, each in a module of its own:

- `database_faults`: the database itself, its references and its triggers.
- `scorer.storage.row_chains`: the rows beside the entries, also of what is not posted, have chains
  of their own. Each must end where `chain_end` says, and what a player has signed must still be
  there.
- `scorer.service.pairs`: what the pairs of two players add up to.
- `scorer.ledger.chain`: an entry's text must match its digest and carry the digest of the entry
  before.
- `entry_faults`: the columns beside an entry's text, its time and its postings.
- `evidence`: a posted partie must still have the same players, season, statements and signatures,
  and its result must follow from them; a dispute that has ended must have the same request, replies
  and outcome.
- `projection_faults`: the projections must be those of the entries.

So every change in one place is found and named. Not covered are the ids of rows, which say only in
which order they came, and what passes (rate limits, ended sessions). Someone who rewrites the last
entries or rows with everything that belongs to them is exposed by the receipts, and by the ends
that are kept on phones and in a second place (`losses`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import tee

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from ....ledger import chain
from ....storage import projections
from ....storage import schema as s
from ....storage.clubs import ClubRow
from ....storage.engine import is_newest
from ....storage.queries import batched
from ....storage.row_chains import row_faults
from ...pairs import pair_faults
from ..people.clubs import clubs_named, find_club
from .database_faults import file_damage, reading_damaged, unguarded_tables
from .entry_faults import EntryChecks
from .evidence import KnownNames, read_evidence
from .faults import Fault
from .projection_faults import ProjectionChecks
from .stored_entries import AT_A_TIME, about_sheets, stored_entries

Progress = Callable[[int], None]
"""What is told how many more entries have been verified."""


def how_many_entries(engine: Engine | Connection, code: str | None = None) -> int:
    with reading_damaged(engine) as db:
        numbers = [club.id for club in clubs_named(db, code)]
        query = select(func.count()).select_from(s.entry).where(s.entry.c.club_id.in_(numbers))
        return int(db.execute(query).scalar_one())


def verify(
    engine: Engine | Connection,
    code: str | None = None,
    progress: Progress = lambda _: None,
    now: datetime | None = None,
) -> Iterator[Fault]:
    """Yield what is wrong with a book, or with the ledger of one of its clubs.

    Args:
        code: of the club; all clubs, the pairs and what belongs to none if it is `None`.
        progress: is told of each batch of entries.
        now: the moment that no entry may be ahead of; that of the clock if it is `None`.
    """
    with reading_damaged(engine) as db:
        try:
            yield from (Fault("", 0, what) for what in file_damage(db))
            if not is_newest(db):
                return  # of an older version only the file can be checked
            for table in unguarded_tables(db):
                what = f"the table {table} lacks a trigger that protects its rows from changes"
                yield Fault("", 0, what)
            clubs = clubs_named(db, code)
            if code is None:
                yield from (Fault("", 0, what) for what in row_faults(db, None))
                yield from (Fault("", 0, what) for what in pair_faults(db))
            else:
                for club in clubs:
                    yield from _row_faults(db, club)
            for club in clubs:
                yield from _ledger_faults(db, club, progress, now or datetime.now(UTC))
        except SQLAlchemyError as error:
            what = f"the database cannot be read: {getattr(error, 'orig', None) or error}"
            yield Fault("", 0, what)


def verify_club(db: Connection, code: str, progress: Progress, now: datetime) -> Iterator[Fault]:
    """Verify the ledger of one club in a transaction, without the database file."""
    club = find_club(db, code)
    yield from _row_faults(db, club)
    yield from _ledger_faults(db, club, progress, now)


def _row_faults(db: Connection, club: ClubRow) -> Iterator[Fault]:
    return (Fault(club.code, 0, what) for what in row_faults(db, club.id))


def _ledger_faults(
    db: Connection, club: ClubRow, progress: Progress, now: datetime
) -> Iterator[Fault]:
    """Yield what is wrong with the entries of a club, and then with its projections.

    These are compared only as long as every entry can be counted.
    """
    people = projections.member_rows(db, club.id)
    entry_checks = EntryChecks(db, club.id, now)
    figures = entry_checks.figures
    known = KnownNames(people, figures.members)
    projection_checks = ProjectionChecks(db, club, figures=figures, people=people)
    is_countable = True
    ours, theirs = tee(stored_entries(db, club.id))
    links = chain.check((each.row.number, each.row.text, each.row.digest) for each in theirs)
    for some in batched(zip(ours, links, strict=True), AT_A_TIME):
        entries = [link.entry for _, link in some if link.entry is not None]
        evidence = read_evidence(db, club.id, entries, known)
        about = about_sheets(db, club.id, entries)
        for stored, link in some:
            for fault in link.faults:
                yield Fault(club.code, fault.number, fault.what)
            if link.entry is None:
                is_countable = False
                continue
            is_current = stored.row.reversed_by is None
            # The evidence is judged by the names that the ledger has given up to this entry.
            for what in (
                *entry_checks.faults(stored, link.entry, about),
                *evidence.faults(link.entry, is_current=is_current),
            ):
                yield Fault(club.code, link.number, f"entry {link.number}: {what}")
            is_countable = is_countable and entry_checks.is_countable
            if is_countable:
                for what in projection_checks.partie(stored, link.entry, about):
                    yield Fault(club.code, 0, what)
                is_countable = projection_checks.is_countable
        progress(len(some))
    if not is_countable:
        what = "the projections cannot be checked, because not every entry can be counted"
        yield Fault(club.code, 0, what)
        return
    yield from (Fault(club.code, 0, what) for what in projection_checks.differences())
