"""Verify a book: nothing has changed since it was posted,
and every projection follows from its entries.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import tee, zip_longest
from typing import NamedTuple, assert_never

from sqlalchemy import Column, Connection, Engine, Select, Table, exists, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from ....ledger import chain
from ....ledger import entries as ledger
from ....ledger.entries import Entry, SheetPosted
from ....ledger.projections import History, MemberNow, Projections
from ....ledger.results import CardResult, Meeting, Result, meeting_of, result_of
from ....rules.names import Name
from ....rules.partie import play_partie
from ....rules.words import value_words
from ....storage import clubs as clubs_store
from ....storage import entry_rows, generations, projections, season_sheets, sheets
from ....storage import schema as s
from ....storage.clubs import ClubRow
from ....storage.connecting import decode
from ....storage.engine import is_newest, reading
from ....storage.generations import GenerationRow
from ....storage.projections import MemberRow
from ....storage.queries import batched
from ....storage.row_chains import CHAINS, row_faults
from ....storage.season_sheets import WholePartie
from ....storage.sheets import Membership, SheetRow, SignatureRow
from ....storage.statements import StatementRow, turns
from ....table.recording import SheetKind
from ....table.times import when
from ...pairs import pair_faults
from ...zones import chosen_zone
from .. import posts
from ..people.clubs import find_club
from ..posts import until

# Reading a book, in batches and in order; nothing in it is trusted
#
# A byte that is not UTF-8 is read as U+FFFD, so that the damaged row can be named.


AT_A_TIME = 200


class Kept(NamedTuple):
    """Where the ends of ledgers were kept: since when, in words, in which generation,
    and what to do about a loss.
    """

    since: str
    generation: int
    advice: str = ""
    if_restored: str = ""


def missing_entries(
    db: Connection, before: Mapping[str, tuple[int, str]], kept: Kept
) -> Iterator[Fault]:
    """Yield what books lack that had more *before*: the last entries, with their digests.

    What came after the backup from which the book was restored since is said to be lost by that.
    """
    c = s.entry.c
    numbers = {club.code: club.id for club in db.execute(select(s.club.c.id, s.club.c.code))}
    for code, (number, digest) in before.items():
        ours = c.club_id == numbers.get(code)
        found = db.execute(select(c.digest).where(ours, c.number == number)).scalar_one_or_none()
        if found == digest:
            continue
        restored = generations.end_of(db, numbers.get(code, 0), number, since=kept.generation)
        if restored is not None:
            yield Fault(
                code, number, _sentences(_lost(number, *restored, kept.since), kept.if_restored)
            )
        elif found is None:
            now = db.execute(select(func.max(c.number)).where(ours)).scalar_one() or 0
            what = f"the ledger has shrunk from {number:,} entries to {now:,} {kept.since}"
            yield Fault(code, number, _sentences(what, kept.advice))
        else:
            yield Fault(
                code,
                number,
                _sentences(f"entry {number:,} has been replaced {kept.since}", kept.advice),
            )


def _lost(number: int, generation: GenerationRow, last: int, since: str) -> str:
    """Say which entries a restore lost: those after the *last* in the backup, up to *number*."""
    lost = f"entries {last + 1:,} to {number:,} were"
    if number == last + 1:
        lost = f"entry {number:,} was"
    backup = f"from a backup with {last:,} {'entry' if last == 1 else 'entries'}"
    return f"{lost} lost {since}: the book was restored on {when(generation.begun_at)} {backup}"


def _sentences(what: str, advice: str) -> str:
    return f"{what}. {advice}" if advice else what


def generations_of(engine: Engine | Connection) -> list[GenerationRow]:
    with reading_damaged(engine) as db:
        return generations.generations(db)


def generation_at(db: Connection, at: str) -> int:
    """Return the number of the generation that a book had at a moment."""
    return generations.generation_at(generations.generations(db), at)


def common_generation(earlier: Sequence[GenerationRow], now: Sequence[GenerationRow]) -> int:
    """Return the number of the last generation that two books have in common.

    If it is none, one is not a copy of the other, and the last is returned: no restore explains
    what differs.
    """
    common = [
        row.id for before, row in zip(earlier, now, strict=False) if before.token == row.token
    ]
    return max(common, default=len(now))


def lost_before(engine: Engine | Connection, club_id: int, number: int) -> str:
    """Say if entry *number* of a club may have been lost by a restore;
    empty if none can have been.
    """
    with reading(engine) as db:
        restored = generations.end_of(db, club_id, number, since=1)
    if restored is None:
        return ""
    generation, last = restored
    return (
        f"the book was restored on {when(generation.begun_at)} from a backup that ends with "
        f"entry {last:,}"
    )


def generation_words(known: Sequence[GenerationRow]) -> list[str]:
    """Say of each generation of a restored book since when it is and with what it began;
    nothing of a book's first.
    """
    if len(known) < 2:
        return []
    first, *others = known
    words = [f"Generation 1: since {when(first.begun_at)}."]
    for each in others:
        entries = "1 entry" if each.entries == 1 else f"{each.entries:,} entries"
        statements = "1 statement" if each.statements == 1 else f"{each.statements:,} statements"
        since = f"Generation {each.id}: since {when(each.begun_at)}"
        words.append(f"{since}, restored from a backup with {entries} and {statements}.")
    return words


PostingCells = tuple[int, int, int, str, int]
"""A posting as it is stored: club, season, member, commodity and amount."""


class StoredEntry(NamedTuple):
    """An entry with its postings, and the entry that it reverses."""

    row: entry_rows.EntryRow
    postings: tuple[PostingCells, ...]
    reverses: int | None


@contextmanager
def reading_damaged(engine: Engine | Connection) -> Iterator[Connection]:
    """Open a read transaction in which damaged text does not raise."""
    with reading(engine) as db:
        raw = db.connection.driver_connection
        if engine.dialect.name != "sqlite" or raw is None:
            yield db
            return
        usual = raw.text_factory
        raw.text_factory = decode
        try:
            yield db
        finally:
            raw.text_factory = usual


def file_damage(db: Connection) -> Iterator[str]:
    """Yield what is wrong with the file, and with the references of rows if
    the book is of the newest version.
    """
    for (words,) in (
        db.execute(text("PRAGMA integrity_check")) if db.dialect.name == "sqlite" else ()
    ):
        if words != "ok":
            yield f"the database file is damaged: {words}"
    for column, lost in _references() if is_newest(db) else ():
        if count := db.execute(lost).scalar_one():
            rows = "1 row" if count == 1 else f"{count:,} rows"
            yield (
                f"{rows} of the table {column.table.name}: what {column.name} refers to is missing"
            )


@cache
def _references() -> list[tuple[Column[object], Select[int]]]:
    """Return each column that refers to rows,
    with what counts those that refer to a missing one.
    """
    found = []
    keys = [key for table in s.metadata.sorted_tables for key in table.foreign_keys]
    for key in sorted(keys, key=lambda key: key.parent.name):
        owner = key.column.table.alias("owner").c
        lost = select(func.count()).where(
            key.parent.is_not(None), ~exists().where(owner.id == key.parent)
        )
        found.append((key.parent, lost))
    return found


_GUARDS = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": (
        "SELECT pg_get_triggerdef(oid, true) FROM pg_trigger WHERE tgenabled IN ('O', 'A') "
        "UNION ALL "
        "SELECT 'CREATE FUNCTION ' || proname || '() RETURNS trigger AS $$' || prosrc || '$$ "
        "LANGUAGE plpgsql' "
        "FROM pg_proc WHERE proname LIKE ANY (ARRAY['%\\_append\\_only', '%\\_chain\\_end'])"
    ),
}
"""What reads the statements that made the triggers which are on,
and on PostgreSQL their functions.
"""


def unguarded_tables(db: Connection) -> list[str]:
    """Return the append-only tables that lack a trigger,
    also one that notes where their chains end.
    """
    dialect = db.dialect.name
    found = set(db.execute(text(_GUARDS[dialect])).scalars())
    wanted = {table: [*s.trigger_statements(table.name, dialect)] for table in s.APPEND_ONLY}
    for table, rows in CHAINS.items():
        wanted[table] += s.end_statements(table.name, rows.owner, dialect)
    wanted[s.generation] += s.end_statements(s.generation.name, "id", dialect)
    return [
        table.name
        for table, made in wanted.items()
        if not {_as_kept(each) for each in made} <= found
    ]


def _as_kept(statement: str) -> str:
    """Return the statement that makes a trigger as PostgreSQL gives it back,
    which names DELETE first.
    """
    return re.sub(r"BEFORE (UPDATE.*) OR DELETE ON", r"BEFORE DELETE OR \1 ON", statement)


def stored_entries(db: Connection, club_id: int) -> Iterator[StoredEntry]:
    """Yield the entries of a club in order, read some at a time."""
    for some in batched(entry_rows.entries(db, club_id), AT_A_TIME):
        ids = [row.id for row in some]
        postings = _postings_of(db, ids)
        reverses = _reversed_by(db, ids)
        for row in some:
            yield StoredEntry(row, tuple(postings[row.id]), reverses.get(row.id))


def _postings_of(db: Connection, ids: Collection[int]) -> Mapping[int, Sequence[PostingCells]]:
    """Return the postings of entries by the ids of these, as they are stored."""
    c = s.posting.c
    cells = (c.club_id, c.season, c.member, c.commodity, c.amount)
    query = select(c.entry_id, *cells).where(c.entry_id.in_(ids)).order_by(c.id)
    found = defaultdict[int, list[PostingCells]](list)
    for entry_id, *moved in db.execute(query):
        found[entry_id].append(tuple(moved))
    return found


def _reversed_by(db: Connection, ids: Collection[int]) -> Mapping[int, int]:
    """Return the numbers of the entries that others reverse, by the ids of these."""
    c = s.reversal.c
    old = s.entry.alias("old")
    query = select(c.by_id, old.c.number).join(old, old.c.id == c.entry_id)
    return dict(db.execute(query.where(c.by_id.in_(ids))).all())


# Projections


_AT = {"kind": "for", "season": "in season", "round": "round", "table": "table"}
_AT |= {"moment": "after the partie of entry", "first_entry": "of entry"}


class _Compared:
    def __init__(
        self, db: Connection, club_id: int, table: Table, names: Mapping[int, str]
    ) -> None:
        self.table = table
        self.names = names
        self.columns = s.own_columns(table)
        self.key = [self.columns.index(name) for name in projections.KEYS[table]]
        self.stored = projections.rows(db, club_id, table)
        self.now = next(self.stored, None)
        self.is_right = True

    def expect(self, wanted: projections.Row) -> Iterator[str]:
        """Yield what differs up to the next row that follows from the entries."""
        while self.now is not None and self._order(self.now) < self._order(wanted):
            yield from self._surplus()
        if self.now is None or self._order(wanted) < self._order(self.now):
            self.is_right = False
            yield f"{_named_row(self.table, wanted, self.names)} is missing"
            return
        for name, value, again in zip(self.columns, self.now, wanted, strict=True):
            if type(value) is not type(again) or value != again:
                self.is_right = False
                row = _named_row(self.table, self.now, self.names)
                yield f"{row}: {name} is stored as {value}, but should be {again}"
        self.now = next(self.stored, None)

    def end(self) -> Iterator[str]:
        while self.now is not None:
            yield from self._surplus()

    def _surplus(self) -> Iterator[str]:
        assert self.now is not None
        self.is_right = False
        yield (
            f"{_named_row(self.table, self.now, self.names)} is stored, but does not follow "
            f"from the entries"
        )
        self.now = next(self.stored, None)

    def _order(self, row: projections.Row) -> tuple[tuple[bool, int | float | str], ...]:
        """Return a row's key as the database sorts it: text after all numbers."""
        values = (row[index] for index in self.key)
        return tuple(
            (False, each) if isinstance(each, int | float) else (True, str(each)) for each in values
        )


def _meetings(db: Connection, club_id: int, figures: Projections) -> Iterator[projections.Row]:
    """Yield the meetings that the posted parties give, of one member at a time,
    since there are as many as parties.
    """
    for season, member in sorted(figures.tallies):
        found: dict[int, Meeting] = {}
        for each in projections.parties_of(db, club_id, member, season=season):
            player = each.player_of(member)
            terms = figures.seasons[season]
            other = each.members[1 - player]
            given = (
                terms.match_points(each.result.winner)[player],
                ledger.stakes_of(each.result, terms),
            )
            found[other] = found.get(other, Meeting()) + meeting_of(each.result, player, *given)
        for other, meeting in sorted(found.items()):
            yield season, member, other, *meeting.figures


def _records(history: History) -> Iterator[projections.Row]:
    for (season, _), records in sorted(history.records.items()):
        yield from sorted(posts.record_row(season, kind, feat) for kind, feat in records.items())


def _named_row(table: Table, row: projections.Row, names: Mapping[int, str]) -> str:
    key = dict(zip(s.own_columns(table), row, strict=True))
    key = {name: key[name] for name in projections.KEYS[table]}
    name = {"unposted": "mark as not posted"}.get(table.name, table.name.replace("_", " "))
    words = [name if "number" in key else f"the {name}"]
    for name, how in (("member", "of"), ("other", "with"), ("code", "of partie")):
        if name in key:
            member = key[name]
            words.append(
                f"{how} "
                f"{names.get(member, f'member {member}') if isinstance(member, int) else member}"
            )
    if "moment" in key:
        key["moment"] = str(key["moment"])[len("2026-09-01 ") :].lstrip("0") or key["moment"]
    if "number" in key:
        words.append(str(key["number"]))
    return " ".join(words + [f"{_AT[name]} {key[name]}" for name in _AT if name in key])


# What entries rest on
#
# An entry carries the digest of the rows its partie was made from. They are read again, and the
# partie is played again.


class KnownNames(NamedTuple):
    """The members as stored, and by number the names that the ledger gave them.

    Without the latter, which only reading the whole book gives, no name is checked.
    """

    rows: Mapping[int, MemberRow]
    known: Mapping[int, MemberNow] | None = None

    def faults(self, row: SheetRow, signatures: Iterable[SignatureRow]) -> Iterator[str]:
        """Yield names of players, or in their signatures, that the ledger never gave them."""
        if self.known is None:
            return
        signed = {each.player: each.name for each in signatures}
        for each in row.players:
            for name in {each.name, signed.get(each.seat, each.name)}:
                if not self._is_name(each.member, name):
                    yield (
                        f"{row.kind} {row.code} calls member {each.member} {name}, who never "
                        f"had that name"
                    )

    def _is_name(self, member: int, name: str) -> bool:
        row = self.rows.get(member)
        now = (self.known or {}).get(member)
        if row is None or now is None:
            return True
        if row.is_erased:
            return name == row.name
        return any(chain.seal(name, row.salt, known) == known for known in now.known)


class Evidence(NamedTuple):
    """The stored rows behind some entries; of a company,
    what would be posted now, or why nothing.
    """

    db: Connection
    club_id: int
    sheets: Mapping[str, SheetRow]
    in_seasons: Mapping[str, WholePartie]
    names: KnownNames
    merged: Mapping[int, int]

    def faults(self, entry: Entry, *, is_current: bool) -> Iterator[str]:
        """Yield what an entry says and the rows do not;
        nothing may have been recorded since a current entry.
        """
        body = ledger.of_merged(entry.body, self.merged) if self.merged else entry.body
        if isinstance(body, ledger.DisputeEnded):
            yield from self._dispute(entry, body)
        if not isinstance(body, SheetPosted):
            return
        match body.result:
            case CardResult():
                yield from self._company(entry.number, body)
            case Result():
                if body.code:
                    yield from self._partie(entry, body, is_current=is_current)
            case _:
                assert_never(body.result)

    def _partie(self, entry: Entry, body: SheetPosted, *, is_current: bool) -> Iterator[str]:
        whole = self.in_seasons.get(body.code)
        if whole is None:
            yield (
                f"partie {body.code} is {'in no season' if body.code in self.sheets else 'missing'}"
            )
            return
        statements = [each for deal in whole.deals for each in deal]
        missing = list(_missing(body, statements))
        more = len(statements) - sum(body.lengths)
        if is_current and not missing and more:
            yield f"partie {body.code} has {more} statement{'s' * (more > 1)} that no entry covers"
        moved = list(self._moved(body, whole.row.membership))
        yield from (*missing, *moved, *self.names.faults(whole.row, whole.signatures))
        if missing or moved:
            return
        posted = until(whole, body.lengths, body.signed)
        if posts.digest_of(posted, body.record) != body.record:
            yield from _changed(body, posted)
            return
        try:
            again = result_of(play_partie(posts.record_of(posted)))
        except ValueError as error:
            yield f"partie {body.code} cannot be played: {error}"
            return
        if again != body.result:
            yield f"the statements of partie {body.code} do not give the posted result"

    def _company(self, number: int, body: SheetPosted) -> Iterator[str]:
        posted = entry_rows.entries_of_sheet(
            self.db, self.club_id, body.code, kind=entry_rows.POSTED
        )
        if number != max((row.number for row in posted), default=0):
            return  # the entry that replaces it covers all that it covered
        row = sheets.find_sheet(self.db, body.code, SheetKind.COMPANY)
        if row is None:
            yield f"company {body.code} is missing"
            return
        if row.of_season is None or (row.of_season.club_id, row.of_season.season) != (
            self.club_id,
            body.season,
        ):
            yield f"company {body.code} is not in the season in which it was posted"
            return
        try:
            now = posts.company_body(self.db, row, body.instead_of, body.record)
        except (ValueError, LookupError) as error:
            yield f"company {body.code} cannot be played: {error}"
            return
        yield from self.names.faults(row, sheets.signatures(self.db, row.id))
        for turn in turns(self.db, row.id):
            if turn.partie_id is not None:
                partie = sheets.sheet_by_id(self.db, turn.partie_id)
                for name in {*partie.names} - {*row.names}:
                    yield (
                        f"partie {partie.code} has a player {name}, who is not in company "
                        f"{row.code}"
                    )
        if now.record != body.record:
            yield (
                f"the statements, players or signatures of company {body.code} differ from "
                f"what was posted"
            )
        elif now.result != body.result:
            yield f"the card of company {body.code} does not give the posted result"

    def _moved(self, body: SheetPosted, membership: Membership) -> Iterator[str]:
        for what, stored, posted in (
            ("club", membership.club_id, self.club_id),
            ("season", membership.season, body.season),
            ("members", membership.members, body.members),
            ("round", membership.round, body.round),
            ("kind", membership.kind, SheetKind.PARTIE),
        ):
            if stored != posted:
                now, then = (f"{what} {value_words(each)}" for each in (stored, posted))
                yield f"partie {body.code} is stored with {now}, but was posted with {then}"

    def _dispute(self, entry: Entry, body: ledger.DisputeEnded) -> Iterator[str]:
        whole = self.in_seasons.get(body.code)
        disputes = () if whole is None else whole.disputes
        dispute = next((each for each in disputes if each.number == body.dispute), None)
        if dispute is None:
            yield f"dispute {body.dispute} of {body.code} is missing"
            return
        if posts.request_digest(dispute, body.dispute_digest) != body.dispute_digest:
            yield (
                f"the request or a reply in dispute {body.dispute} of {body.code} differs from "
                f"what was decided on"
            )
        stored = (
            dispute.club_id,
            dispute.season,
            dispute.how,
            dispute.by,
            dispute.words,
            dispute.law,
            dispute.ended_at,
        )
        how = body.how.name.lower()
        if stored != (
            self.club_id,
            body.season,
            how,
            entry.author,
            body.ruling,
            body.law,
            entry.at,
        ):
            yield f"the end of dispute {body.dispute} of {body.code} differs from what was posted"


def _missing(body: SheetPosted, statements: Sequence[StatementRow]) -> Iterator[str]:
    posted = {
        (deal, position) for deal, length in enumerate(body.lengths) for position in range(length)
    }
    for deal, position in sorted(posted - {(each.deal, each.position) for each in statements}):
        yield f"{_named_statement(body, deal, position)} is missing"


def _changed(body: SheetPosted, posted: WholePartie) -> Iterator[str]:
    changed = False
    for deal, (now, then) in enumerate(zip(posts.marks_of(posted), body.marks, strict=False)):
        for position in range(len(now) // 2):
            own = slice(2 * position, 2 * position + 2)  # a mark has two characters
            if now[own] != then[own]:
                changed = True
                yield f"{_named_statement(body, deal, position)} differs from what was posted"
    if not changed:
        yield f"the opening or the signatures of partie {body.code} differ from what was posted"


def _named_statement(body: SheetPosted, deal: int, position: int) -> str:
    return f"statement {position + 1} of deal {deal + 1} of partie {body.code}"


def read_evidence(
    db: Connection, club_id: int, entries: Iterable[Entry], names: KnownNames | None = None
) -> Evidence:
    bodies = [entry.body for entry in entries]
    codes = {
        body.code
        for body in bodies
        if isinstance(body, SheetPosted | ledger.DisputeEnded) and body.code
    }
    rows = sheets.sheets_with(db, codes)
    wholes = season_sheets.whole(db, rows.values())
    names = names or KnownNames(projections.member_rows(db, club_id))
    merged = {number: row.merged_into for number, row in names.rows.items() if row.merged_into}
    return Evidence(
        db,
        club_id,
        sheets=rows,
        in_seasons={each.row.code: each for each in wholes},
        names=names,
        merged=merged,
    )


# The ledger
#
# Entries are read in order with everything that belongs to them. An entry's text must match its
# digest and carry the digest of the entry before. The columns beside the text must agree with it:
# kind, season, partie, postings, and what it reverses. The postings must follow from the body and
# the terms. A posted partie must still have the same players, season, statements and signatures,
# and its result must follow from them; a dispute that has ended must have the same request, replies
# and outcome. Times must not run backwards, or be ahead of this machine's clock by more than
# `AHEAD`. The projections must be those of the entries. So every change in one place is found and
# named.
#
# The rows beside the entries, also of what is not posted, have chains of their own (`row_faults`).
# Each must end where `chain_end` says, and what a player has signed must still be there. Not
# covered are the ids of rows, which say only in which order they came, and what passes (rate
# limits, ended sessions). Someone who rewrites the last entries or rows with everything that
# belongs to them is exposed by the receipts, and by the heads on phones and in a second place.


AHEAD = timedelta(hours=1)
"""How far the clocks of two machines may differ."""

Progress = Callable[[int], None]


class Fault(NamedTuple):
    """A fault in a book; `club` is empty for a fault of the file itself, `entry` 0 for none."""

    club: str
    entry: int
    what: str


def how_many_entries(engine: Engine | Connection, code: str | None = None) -> int:
    with reading_damaged(engine) as db:
        numbers = [club.id for club in _clubs(db, code)]
        query = select(func.count()).select_from(s.entry).where(s.entry.c.club_id.in_(numbers))
        return int(db.execute(query).scalar_one())


def where_books_end(
    engine: Engine | Connection, code: str | None = None
) -> dict[str, tuple[int, str]]:
    with reading_damaged(engine) as db:
        found = {club.code: entry_rows.last_entry(db, club.id) for club in _clubs(db, code)}
    return {each: (last.number, last.digest) for each, last in found.items() if last is not None}


def verify(
    engine: Engine | Connection,
    code: str | None = None,
    progress: Progress = lambda _: None,
    now: datetime | None = None,
) -> Iterator[Fault]:
    with reading_damaged(engine) as db:
        try:
            yield from (Fault("", 0, what) for what in file_damage(db))
            if not is_newest(db):
                return  # of an older version only the file can be checked
            for table in unguarded_tables(db):
                yield Fault(
                    "", 0, f"the table {table} lacks a trigger that protects its rows from changes"
                )
            clubs = _clubs(db, code)
            for each in [None] if code is None else clubs:
                club_id, name = (None, "") if each is None else (each.id, each.code)
                yield from (Fault(name, 0, what) for what in row_faults(db, club_id))
            if code is None:
                yield from (Fault("", 0, what) for what in pair_faults(db))
            for club in clubs:
                yield from _Verifying(db, club, progress, now or datetime.now(UTC)).faults()
        except SQLAlchemyError as error:
            yield Fault(
                "", 0, f"the database cannot be read: {getattr(error, 'orig', None) or error}"
            )


def verify_club(db: Connection, code: str, progress: Progress, now: datetime) -> Iterator[Fault]:
    """Verify the ledger of one club in a transaction, without the database file."""
    club = find_club(db, code)
    yield from (Fault(code, 0, what) for what in row_faults(db, club.id))
    yield from _Verifying(db, club, progress, now).faults()


def _clubs(db: Connection, code: str | None) -> list[ClubRow]:
    return clubs_store.clubs(db) if code is None else [find_club(db, code)]


class _Verifying:
    """The verification of a book so far: entries are forgotten,
    so that it grows with members only.
    """

    def __init__(self, db: Connection, club: ClubRow, progress: Progress, now: datetime) -> None:
        self.db = db
        self.club = club
        self.progress = progress
        self.now = now
        self.figures = Projections()
        self.sheets = defaultdict[str, list[entry_rows.EntryRow]](list)
        self.rulings = defaultdict[str, list[entry_rows.EntryRow]](list)
        self.people = projections.member_rows(db, club.id)
        self.merged = projections.merged(db, club.id)
        self.parties = self._compared(s.posted_partie)
        self.zone = chosen_zone(db, club.id)
        self.countable = True
        self.latest = datetime(1, 1, 1, tzinfo=UTC)

    def _compared(self, table: Table) -> _Compared:
        return _Compared(
            self.db, self.club.id, table, {number: row.name for number, row in self.people.items()}
        )

    def faults(self) -> Iterator[Fault]:
        ours, theirs = tee(stored_entries(self.db, self.club.id))
        checked = chain.check((each.row.number, each.row.text, each.row.digest) for each in theirs)
        for some in batched(zip(ours, checked, strict=True), AT_A_TIME):
            entries = [link.entry for _, link in some if link.entry is not None]
            evidence = read_evidence(
                self.db, self.club.id, entries, KnownNames(self.people, self.figures.members)
            )
            codes = {getattr(entry.body, "code", "") for entry in entries} - {""}
            self.sheets = self._rows(codes, entry_rows.POSTED)
            self.rulings = self._rows(codes, entry_rows.DISPUTE_ENDED)
            for stored, link in some:
                for fault in link.faults:
                    yield Fault(self.club.code, fault.number, fault.what)
                if link.entry is None:
                    self.countable = False
                else:
                    yield from self._of_entry(link.number, stored, link.entry, evidence)
            self.progress(len(some))
        if not self.countable:
            what = "the projections cannot be checked, because not every entry can be counted"
            yield Fault(self.club.code, 0, what)
            return
        for what in self._differences():
            yield Fault(self.club.code, 0, what)

    def _of_entry(
        self, number: int, stored: StoredEntry, entry: Entry, evidence: Evidence
    ) -> Iterator[Fault]:
        """Yield what is wrong with an entry: with its rows, its sheet and the projections of it."""
        is_current = stored.row.reversed_by is None
        of_sheet = evidence.faults(entry, is_current=is_current)
        for what in (*self._times(entry), *self._entry(stored, entry), *of_sheet):
            yield Fault(self.club.code, number, f"entry {number}: {what}")
        if self.countable:
            for what in self._partie(stored, entry):
                yield Fault(self.club.code, 0, what)

    def _rows(
        self, codes: Collection[str], kind: str
    ) -> defaultdict[str, list[entry_rows.EntryRow]]:
        found = defaultdict[str, list[entry_rows.EntryRow]](list)
        c = s.entry.c
        for row in entry_rows.entries_where(
            self.db, self.club.id, c.code.in_(codes), c.kind == kind
        ):
            found[row.code].append(row)
        return found

    def _partie(self, stored: StoredEntry, entry: Entry) -> Iterator[str]:
        body = entry.body
        if (
            not isinstance(body, SheetPosted)
            or isinstance(body.result, CardResult)
            or body.instead_of is not None
        ):
            return
        rows = (*self.sheets[body.code], *self.rulings[body.code]) if body.code else (stored.row,)
        in_order = sorted(rows, key=lambda row: row.number)
        about = [found for row in in_order if (found := chain.readable(row.text)) is not None]
        now = entry if stored.row.reversed_by is None else self._replacement(body)
        if now is None:
            return
        try:
            partie = posts.posted_partie(now, self.figures.seasons, self.zone, about, self.merged)
        except (ValueError, OverflowError):
            # The time of one of them cannot be read, as `_times` says.
            self.countable = False
            return
        if partie is not None:
            yield from self.parties.expect(projections.to_row(partie))

    def _replacement(self, body: SheetPosted) -> Entry | None:
        """Return the current entry of a corrected partie, which comes later in the ledger;
        `None` if it has none.
        """
        current = [row for row in self.sheets[body.code] if row.reversed_by is None]
        return chain.readable(current[-1].text) if current else None

    def _differences(self) -> Iterator[str]:
        through = projections.position(self.db, self.club.id)
        yield from self._left_behind()
        yield from self._powers()
        if through > self.figures.position:
            yield f"entry {through} is missing at the end: the projections include it"
        yield from self.parties.end()
        expected: list[tuple[Table, Iterable[projections.Row]]] = [(s.member, self._members())]
        expected += projections.rows_of(self.figures)
        if self.parties.is_right:
            yield from self._history()
            expected.append((s.meeting, _meetings(self.db, self.club.id, self.figures)))
        else:
            yield (
                "the meetings, ratings and records cannot be checked, because not every posted "
                "partie is right"
            )
        expected.append((s.unposted, season_sheets.expected_unposted(self.db, self.club.id)))
        for table, wanted in expected:
            compared = self._compared(table)
            for row in wanted:
                yield from compared.expect(row)
            yield from compared.end()

    def _members(self) -> Iterator[projections.Row]:
        """Yield the rows of members; a name and its salt,
        which are beside the ledger, must fit the seal.
        """
        for number, now in sorted(self.figures.members.items()):
            row = self.people.get(number)
            if (
                row is not None
                and now.sealed
                and chain.seal(row.name, row.salt, now.sealed) != now.sealed
            ):
                row = row._replace(name=Name("as sealed in the ledger"))
            yield posts.member_row(number, now, row)

    def _left_behind(self) -> Iterator[str]:
        """Yield what accounts of members still hold who were merged into others."""
        gone = self.figures.merged.keys()
        for (season, member, commodity), amount in entry_rows.balances(
            self.db, self.club.id, members=gone
        ).items():
            if amount:
                yield (
                    f"member {member} was merged, but still holds {amount} {commodity} in "
                    f"season {season}"
                )

    def _powers(self) -> Iterator[str]:
        """Yield what the entries do not give:
        another name of the club, or a password of a director.
        """
        now = clubs_store.settings(self.db, self.club.id, "name").get(0)
        if not self.figures.club:
            yield f"club {self.club.code} has no entry that founded it"
        elif now != self.figures.club:
            yield (
                f"the club {f'is called {now}' if now else 'has no name'}, but was founded as "
                f"{self.figures.club}"
            )
        held = Counter(
            str(row.name)
            for row in clubs_store.active_credentials(self.db, self.club.id, "password")
        )
        for name in held - Counter(
            self.figures.directors
        ):  # who has no password yet can do nothing
            yield f"{name} has a password of a director that no entry gave"

    def _history(self) -> Iterator[str]:
        """Yield what differs in the ratings and records,
        which follow from the parties in the order of play.
        """
        history = History()
        ratings = self._compared(s.rating)
        records = self._compared(s.record)
        for each in projections.parties_since(self.db, self.club.id):
            after = history.add(each.first_entry, each.season, each.members, each.result)
            for member, rating in sorted(after.items()):
                yield from ratings.expect((member, each.moment, *rating))
        for record in _records(history):
            yield from records.expect(record)
        yield from (*ratings.end(), *records.end())

    def _times(self, entry: Entry) -> Iterator[str]:
        """Yield whether an entry's time runs backwards or is ahead of the clock;
        after a jump ahead only the jump.
        """
        try:
            at = datetime.fromisoformat(entry.at).astimezone(UTC)
        except (ValueError, OverflowError):
            yield f"its time {entry.at!r} cannot be read"
            return
        if at < self.latest:
            yield (
                f"its time {entry.at} is before that of an earlier entry, {self.latest.isoformat()}"
            )
        elif at > self.now + AHEAD >= self.latest:
            now = self.now.isoformat(timespec="seconds")
            yield f"its time {entry.at} is ahead of the clock, which says {now}"
        self.latest = max(at, self.latest)

    def _entry(self, stored: StoredEntry, entry: Entry) -> Iterator[str]:
        body = entry.body
        reverses = body.entry if isinstance(body, ledger.Reversed) else None
        undone = None if reverses is None else self._undone(reverses, entry.number)
        season = getattr(undone.body if undone is not None else body, "season", 0)
        for what, now, then in (
            ("kind", stored.row.kind, entry.kind),
            ("season", stored.row.season, season),
            ("partie", stored.row.code, getattr(body, "code", "")),
            ("entry that it reverses", stored.reverses, reverses),
        ):
            if now != then:
                yield f"the {what} is stored as {now or 'none'}, but {then or 'none'} was posted"
        if stored.reverses != reverses:
            self.countable = False
        posted = [
            (
                self.club.id,
                each.account.season,
                each.account.member,
                each.commodity.name.lower(),
                each.amount,
            )
            for each in entry.postings
        ]
        for number, (stored_row, wanted) in enumerate(zip_longest(stored.postings, posted), 1):
            if stored_row != wanted:
                yield (
                    f"posting {number} is stored as {_posting(stored_row)}, but "
                    f"{_posting(wanted)} was posted"
                )
        if reverses is not None and undone is None:
            self.countable = False
            yield f"it reverses entry {reverses}, which cannot be reversed"
            return
        opens_it = isinstance(body, ledger.SeasonOpened)
        if season and season not in self.figures.seasons and not opens_it:
            self.countable = False
            yield f"season {season} was not opened before it"
            return
        if season in self.figures.closed:
            yield f"season {season} was closed before it"
        yield from self._follows(entry, undone)
        self.figures.add(entry, undone)

    def _undone(self, number: int, by: int) -> Entry | None:
        """Return entry *number*, which *by* reverses, if that is earlier and can be reversed."""
        row = entry_rows.find_entry(self.db, self.club.id, number)
        found = None if row is None or number >= by else chain.readable(row.text)
        return found if found is not None and isinstance(found.body, posts.REVERSIBLE) else None

    def _follows(self, entry: Entry, undone: Entry | None) -> Iterator[str]:
        body = entry.body
        if undone is not None:
            wanted = tuple(each.reversed(self.figures.merged) for each in undone.postings)
        else:
            terms = self.figures.seasons.get(getattr(body, "season", 0))
            wanted = ledger.postings_of(body, terms)
        if entry.postings != wanted:
            yield "its postings do not follow from its contents"
        if isinstance(body, SheetPosted) and body.code:
            before = [each for each in self.sheets[body.code] if each.number < entry.number]
            first = next((each.number for each in before), None)
            if body.instead_of != first:
                named = (
                    f"entry {each}" if each else "no entry" for each in (body.instead_of, first)
                )
                yield f"it replaces {' instead of '.join(named)}"
            for each in before:
                if each.reversed_by is None or each.reversed_by > entry.number:
                    yield f"partie {body.code} is already posted, by entry {each.number}"


def _posting(posting: tuple[int, int, int, str, int] | None) -> str:
    if posting is None:
        return "none"
    club, season, member, commodity, amount = posting
    return f"{amount} {commodity} to member {member} in season {season} of club {club}"
