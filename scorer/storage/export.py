"""Reading a club for an export, in batches."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import ColumnElement, Connection, or_, select

from . import schema as s
from .book import EntryRow, entries_where
from .disputes import disputes_about
from .parties import PartieRow, signatures_of, statements_of
from .season_parties import WholePartie, season_parties_of

AT_A_TIME = 200


def whole_parties(
    db: Connection, club_id: int, *, season: int | None = None, member: int | None = None
) -> Iterator[WholePartie]:
    """Yield the parties of a club, oldest first, filtered by season and member."""
    c, last = s.partie.c, 0
    query = (
        select(s.partie).join(s.season_partie, s.season_partie.c.partie_id == c.id).where(*_of(club_id, season, member))
    )
    while rows := db.execute(query.where(c.id > last).order_by(c.id).limit(AT_A_TIME)).all():
        parties = [PartieRow(*row) for row in rows]
        last = parties[-1].id
        ids, codes = [each.id for each in parties], [each.code for each in parties]
        seasons, statements, signatures = season_parties_of(db, ids), statements_of(db, ids), signatures_of(db, ids)
        disputes = disputes_about(db, ids)
        p = s.posted_partie.c
        posted = db.execute(select(p.code, p.entry).where(p.club_id == club_id, p.code.in_(codes))).all()
        entries = {str(code): int(entry) for code, entry in posted}
        for each in parties:
            yield WholePartie(
                each,
                seasons[each.id],
                tuple(statements[each.id]),
                tuple(signatures[each.id]),
                tuple(disputes.get(each.id, ())),
                entries.get(each.code),
            )


def _of(club_id: int, season: int | None, member: int | None) -> list[ColumnElement[bool]]:
    c = s.season_partie.c
    found: list[ColumnElement[bool]] = [c.club_id == club_id]
    if season is not None:
        found.append(c.season == season)
    if member is not None:
        found.append(or_(c.first == member, c.second == member))
    return found


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
    codes = (
        select(s.partie.c.code)
        .join(s.season_partie, s.season_partie.c.partie_id == s.partie.c.id)
        .where(*_of(club_id, None, member))
        .scalar_subquery()
    )
    moved = select(s.posting.c.entry_id).where(s.posting.c.club_id == club_id, s.posting.c.member == member)
    undone = (
        select(s.reversal.c.by_id)
        .join(old, old.c.id == s.reversal.c.entry_id)
        .where(old.c.club_id == club_id, old.c.code.in_(codes))
    )
    decided = e.kind.not_in(("partie posted", "reversed")) & (e.code == "")
    return entries_where(db, club_id, or_(e.id.in_(moved), e.code.in_(codes), e.id.in_(undone), decided))
