"""Reading a club for an export, in batches."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, Select, or_, select

from . import schema as s
from .book import POSTED, EntryRow, entries_where
from .disputes import disputes_about
from .season_sheets import WholePartie, seasons_of
from .sheets import SheetKind, sheets_where, signatures_of
from .statements import statements_of

AT_A_TIME = 200


def whole_parties(
    db: Connection, club_id: int, *, season: int | None = None, member: int | None = None
) -> Iterator[WholePartie]:
    """Yield the parties of a club, oldest first, filtered by season and member."""
    last = 0
    while True:
        query = _of(club_id, season, member).where(s.sheet.c.id > last).order_by(s.sheet.c.id).limit(AT_A_TIME)
        rows = sheets_where(db, s.sheet.c.id.in_(list(db.execute(query).scalars())))[::-1]
        if not rows:
            return
        last = rows[-1].id
        numbers, codes = [each.id for each in rows], [each.code for each in rows]
        seasons, disputes = seasons_of(db, numbers), disputes_about(db, numbers)
        statements, signatures = statements_of(db, numbers), signatures_of(db, numbers)
        p = s.posted_partie.c
        posted = db.execute(select(p.code, p.entry).where(p.club_id == club_id, p.code.in_(codes))).all()
        entries = {str(code): int(entry) for code, entry in posted}
        for each in rows:
            yield WholePartie(
                each,
                seasons[each.id],
                tuple(statements[each.id]),
                tuple(signatures[each.id]),
                tuple(disputes.get(each.id, ())),
                entries.get(each.code),
            )


def _of(club_id: int, season: int | None, member: int | None) -> Select[int]:
    """Return the query for the ids of the parties of a club, of a season, and of a member."""
    c, of = s.season_sheet.c, s.sheet.c
    query = select(of.id).join(s.season_sheet, c.sheet_id == of.id)
    query = query.where(c.club_id == club_id, of.kind == SheetKind.PARTIE)
    if season is not None:
        query = query.where(c.season == season)
    if member is not None:
        query = query.where(of.id.in_(select(s.player.c.sheet_id).where(s.player.c.member == member)))
    return query


def postings(
    db: Connection, club_id: int, *, season: int | None = None, member: int | None = None
) -> Iterator[tuple[int, int, int, str, int]]:
    """Yield the postings in order: entry, season, member, commodity, amount."""
    c = s.posting.c
    query = (
        select(s.entry.c.number, c.season, c.member, c.commodity, c.amount)
        .join(s.entry, s.entry.c.id == c.entry_id)
        .where(c.club_id == club_id)
        .order_by(c.id)
        .execution_options(yield_per=1000)
    )
    query = query if season is None else query.where(c.season == season)
    query = query if member is None else query.where(c.member == member)
    for row in db.execute(query):
        yield int(row[0]), int(row[1]), int(row[2]), str(row[3]), int(row[4])


def entries_about(db: Connection, club_id: int, member: int) -> Iterator[EntryRow]:
    """Yield the entries that move a member's accounts, are about their parties, or move nothing."""
    e, old = s.entry.c, s.entry.alias("old")
    codes = _of(club_id, None, member).with_only_columns(s.sheet.c.code).scalar_subquery()
    moved = select(s.posting.c.entry_id).where(s.posting.c.club_id == club_id, s.posting.c.member == member)
    undone = (
        select(s.reversal.c.by_id)
        .join(old, old.c.id == s.reversal.c.entry_id)
        .where(old.c.club_id == club_id, old.c.code.in_(codes))
    )
    decided = e.kind.not_in((POSTED, "reversed")) & (e.code == "")
    return entries_where(db, club_id, or_(e.id.in_(moved), e.code.in_(codes), e.id.in_(undone), decided))
