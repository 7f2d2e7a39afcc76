"""The sheets of a club's seasons, and which of them are not posted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection, Select, bindparam, func, select

from ..ledger.terms import SeasonTerms
from ..table.recording import SheetKind
from . import row_chains, sheets
from . import schema as s
from .disputes import DisputeRow, disputes_about, open_disputes
from .engine import Database, writing
from .entry_rows import POSTED, EntryRow, entries_where
from .projections import read_terms
from .queries import batched, by_key, given, once, streamed
from .sheets import Membership, SheetRow
from .statements import StatementRow, by_deals, statements_of


def add_to_season(
    db: Connection, row: SheetRow, *, club_id: int, season: int, round_: int = 0, at: str
) -> SheetRow:
    of = Membership(
        club_id, season=season, round=round_, kind=row.kind, added_at=at, members=row.members
    )
    row_chains.append(db, s.season_sheet, row.id, _season_values(of))
    db.execute(s.unposted.insert().values(club_id=club_id, code=row.code, season=season))
    return replace(row, of_season=of)


def _season_values(of: Membership) -> dict[str, object]:
    values = of._asdict()
    del values["members"]
    return values


class SheetSeason(NamedTuple):
    club: str
    club_id: int
    season: int
    terms: SeasonTerms
    closed: bool
    members: tuple[int, ...]


@once
def club_and_season(db: Connection, code: str) -> SheetSeason | None:
    rows = db.execute(_club_and_season(), {"code": code}).all()
    if not rows:
        return None
    first = rows[0]
    return SheetSeason(
        club=first.club,
        club_id=first.club_id,
        season=first.season,
        terms=read_terms(first.terms),
        closed=bool(first.closed),
        members=tuple(row.member for row in rows),
    )


@cache
def _club_and_season() -> Select[Any]:
    """Return the query of every tap, built once."""
    c = s.season_sheet.c
    p = s.player.c
    columns: list[sa.ColumnElement[Any]] = [
        s.club.c.code.label("club"),
        c.club_id.label("club_id"),
        c.season.label("season"),
        s.season.c.terms.label("terms"),
        s.season.c.closed.label("closed"),
        sheets.member_now().label("member"),
    ]
    return (
        select(*columns)
        .select_from(s.season_sheet)
        .join(s.sheet, s.sheet.c.id == c.sheet_id)
        .join(s.player, p.sheet_id == c.sheet_id)
        .outerjoin(s.member, sheets.as_member())
        .join(s.club, s.club.c.id == c.club_id)
        .join(s.season, (s.season.c.club_id == c.club_id) & (s.season.c.number == c.season))
        .where(s.sheet.c.code == bindparam("code"))
        .order_by(p.seat)
    )


class SheetState(NamedTuple):
    """What every tap and poll asks of a sheet.

    It is `held` if its players may no longer change it once it is over: it, or the company that it
    is a turn of, has an open dispute or has been posted, or a player has signed that company's
    scorecard in a season (`of_signed`: in any). `link_holds` is that the scoring link that was
    asked about is one of this sheet, and not revoked; `link` is that link, 0 if none was.
    """

    id: int
    kind: str
    version: str
    held: bool
    of_signed: bool
    link_holds: bool
    link: int


@cache
def _states() -> Select[Any]:
    """Return the query for the states of sheets; each field but the link is a column."""
    c = s.sheet.c
    turn = s.turn.alias("own_turn")
    company = s.sheet.alias("company")
    signed = (
        select(s.signature.c.id).where(s.signature.c.sheet_id == company.c.id).correlate(company)
    )
    in_season = signed.join(s.season_sheet, s.season_sheet.c.sheet_id == s.signature.c.sheet_id)
    held = _held(s.sheet) | _held(company) | sa.exists(in_season)
    revoked = sa.exists().where(s.revocation.c.link_id == s.scoring_link.c.id)
    link = select(s.scoring_link.c.id).where(s.scoring_link.c.sheet_id == c.id, ~revoked)
    link_holds = sa.exists(link.where(s.scoring_link.c.id == bindparam("link")))
    columns: list[sa.ColumnElement[Any]] = [
        c.id.label("id"),
        c.kind.label("kind"),
        sheets.version_now().label("version"),
        held.label("held"),
        sa.exists(signed).label("of_signed"),
        link_holds.label("link_holds"),
    ]
    return (
        select(*columns)
        .select_from(s.sheet)
        .outerjoin(turn, turn.c.partie_id == c.id)
        .outerjoin(company, company.c.id == turn.c.company_id)
    )


def _held(sheet: sa.FromClause) -> sa.ColumnElement[bool]:
    disputed = open_disputes().where(s.dispute.c.sheet_id == sheet.c.id)
    posted = (
        select(s.entry.c.id)
        .join(s.season_sheet, s.season_sheet.c.club_id == s.entry.c.club_id)
        .where(
            s.season_sheet.c.sheet_id == sheet.c.id,
            s.entry.c.code == sheet.c.code,
            s.entry.c.kind == POSTED,
        )
    )
    return sa.exists(disputed.correlate(sheet)) | sa.exists(posted.correlate(sheet))


@once
def state_of(db: Connection, sheet_id: int, link_id: int = 0) -> SheetState:
    found = db.execute(by_key(_states(), s.sheet.c.id), {"key": sheet_id, "link": link_id})
    return SheetState(**found.one()._asdict(), link=link_id)


@once
def find_state(db: Connection, code: str, link_id: int = 0) -> SheetState | None:
    found = db.execute(by_key(_states(), s.sheet.c.code), {"key": code, "link": link_id}).first()
    return None if found is None else SheetState(**found._asdict(), link=link_id)


def append_if(
    database: Database, code: str, state: SheetState, new: Sequence[StatementRow], *, after: str
) -> tuple[int, str] | None:
    """Append statements to a partie if it is in this *state*, and return id and digest of the last;
    else `None`.

    One statement of SQL looks and appends, so that nothing can come between the two. *after* is the
    digest of the last statement before.
    """
    rows = row_chains.with_digests(
        None, s.statement, state.id, [each._asdict() for each in new], after
    )
    values = {
        f"{name}_{number}": value for number, row in enumerate(rows) for name, value in row.items()
    }
    with writing(database, sheet=code) as db:
        ids = db.execute(_insert_if(len(rows)), values | state._asdict()).scalars().all()
    return (max(ids), rows[-1]["digest"]) if ids else None


@cache
def _insert_if(many: int) -> sa.Insert:
    c = s.statement.c
    now = _states().subquery()
    names = (*StatementRow._fields, c.partie_id.name, c.digest.name)
    rows = (
        select(*(bindparam(f"{name}_{number}", type_=c[name].type).label(name) for name in names))
        for number in range(many)
    )
    new = sa.union_all(*rows).subquery()
    is_in_state = sa.exists(now.c.id).where(*(each == bindparam(each.name) for each in now.c))
    query = select(new).where(is_in_state).order_by(new.c.position)
    return s.statement.insert().from_select(names, query).returning(c.id)


def sheets_of(
    db: Connection,
    club_id: int,
    kind: SheetKind,
    *,
    season: int | None = None,
    member: int | None = None,
    start: int = 0,
    most: int | None = None,
) -> list[SheetRow]:
    """Return the sheets of a season or a member, latest first; *start* is how many to skip."""
    return sheets.sheets_where(
        db, s.sheet.c.id.in_(_ids(club_id, kind, season, member)), start=start, most=most
    )


def count_sheets(db: Connection, club_id: int, kind: SheetKind, season: int, since: int = 0) -> int:
    """Return how many sheets a season has, from the one with the id *since* on."""
    ids = _ids(club_id, kind, season, None).where(s.season_sheet.c.sheet_id >= since).subquery()
    return int(db.execute(select(func.count()).select_from(ids)).scalar_one())


def codes_of_cards(club_id: int, member: int, season: int | None) -> Select[str]:
    return select(s.sheet.c.code).where(
        s.sheet.c.id.in_(_ids(club_id, SheetKind.COMPANY, season, member))
    )


def _ids(club_id: int, kind: SheetKind, season: int | None, member: int | None) -> Select[int]:
    c = s.season_sheet.c
    query = select(c.sheet_id).where(c.club_id == club_id, c.kind == kind)
    if member is None:
        query = query.where(*given((c.season, season)))
    else:
        m = s.member.c
        numbers = select(m.number).where(
            m.club_id == club_id, (m.number == member) | (m.merged_into == member)
        )
        own = select(s.player.c.sheet_id).where(s.player.c.member.in_(numbers))
        # Without the 0 the index of seasons would be used, and not that of sheets.
        query = query.where(c.sheet_id.in_(own), *given((c.season + 0, season)))
    return query


def is_shared(db: Connection, club_id: int, one: Collection[int], other: Collection[int]) -> bool:
    """Return whether anybody of *one* and anybody of *other* are players of
    the same sheet of a season.
    """
    c = s.season_sheet.c
    p = s.player.c
    q = s.player.alias("other").c
    query = select(c.id).where(
        c.club_id == club_id, p.sheet_id == c.sheet_id, q.sheet_id == c.sheet_id
    )
    return (
        db.execute(query.where(p.member.in_(one), q.member.in_(other)).limit(1)).first() is not None
    )


@once
def _unposted_codes(db: Connection, club_id: int, season: int | None) -> list[str]:
    w = s.unposted.c
    return list(
        db.execute(select(w.code).where(w.club_id == club_id, *given((w.season, season)))).scalars()
    )


@once
def unposted(
    db: Connection,
    club_id: int,
    season: int | None = None,
    kind: SheetKind | None = SheetKind.PARTIE,
) -> list[SheetRow]:
    codes = _unposted_codes(db, club_id, season)
    chosen = sa.and_(s.sheet.c.code.in_(codes), *given((s.sheet.c.kind, kind)))
    return sheets.sheets_where(db, chosen) if codes else []


def delete_unposted(db: Connection, club_id: int, codes: Sequence[str]) -> None:
    w = s.unposted.c
    for some in batched(codes):
        db.execute(sa.delete(s.unposted).where(w.club_id == club_id, w.code.in_(some)))


def count_unposted(db: Connection, club_id: int, season: int | None = None) -> int:
    w = s.unposted.c
    query = (
        select(func.count())
        .select_from(s.unposted)
        .where(w.club_id == club_id, *given((w.season, season)))
    )
    return int(db.execute(query).scalar_one())


def expected_unposted(db: Connection, club_id: int) -> Iterator[tuple[str, int]]:
    e = s.entry.c
    posted = select(e.id).where(e.club_id == club_id, e.kind == POSTED, e.code == s.sheet.c.code)
    query = (
        select(s.sheet.c.code, s.season_sheet.c.season)
        .join(s.sheet, s.sheet.c.id == s.season_sheet.c.sheet_id)
        .where(s.season_sheet.c.club_id == club_id, ~posted.exists())
        .order_by(s.sheet.c.code)
    )
    yield from db.execute(query)


def insert_unposted(db: Connection, club_id: int) -> None:
    """List the sheets of a club that are not posted, where none is listed yet."""
    rows = [
        {"club_id": club_id, "code": code, "season": season}
        for code, season in expected_unposted(db, club_id)
    ]
    if rows:
        db.execute(s.unposted.insert(), rows)


@once
def disputed(db: Connection, club_id: int) -> list[SheetRow]:
    ids = list(
        db.execute(open_disputes()).scalars()
    )  # few; a join would scan every sheet of the club
    rows = sheets.sheets_where(db, s.sheet.c.id.in_(ids)) if ids else []
    return [row for row in rows if row.of_season is not None and row.of_season.club_id == club_id]


@dataclass(frozen=True, slots=True)
class WholePartie:
    """The rows of a partie, with the statements of each deal.

    `entry` is its current entry in the book of its season, or `None`; that counts it on the day
    `posted_on`, in ISO 8601, and has the `state` as in `posted_partie`.
    """

    row: SheetRow
    deals: Sequence[Sequence[StatementRow]]
    signatures: tuple[sheets.SignatureRow, ...]
    disputes: tuple[DisputeRow, ...] = ()
    entry: int | None = None
    posted_on: str = ""
    state: str = ""


def append_parties(db: Connection, new: Sequence[WholePartie]) -> None:
    """Append sheets with their statements and signatures, each table's rows together."""
    ids = sheets.insert_sheets(db, [each.row for each in new])
    found = db.execute(select(s.sheet.c.id, s.sheet.c.digest).where(s.sheet.c.id.in_(ids)))
    roots = {int(number): str(digest) for number, digest in found}
    rows = defaultdict[sa.Table, list[dict[str, Any]]](list)
    for number, each in zip(ids, new, strict=True):
        said = [said._asdict() for deal in each.deals for said in deal]
        chained = row_chains.with_digests(db, s.statement, number, said, roots[number])
        head = chained[-1]["digest"] if chained else roots[number]
        signed = [signature._replace(covers=head)._asdict() for signature in each.signatures]
        seasons = [_season_values(each.row.membership)]
        rows[s.statement] += chained
        rows[s.signature] += row_chains.with_digests(db, s.signature, number, signed, roots[number])
        rows[s.season_sheet] += row_chains.with_digests(
            db, s.season_sheet, number, seasons, roots[number]
        )
    for table, values in rows.items():
        if values:
            db.execute(table.insert(), values)


# Who signed on another's phone, and has not read so


def note_unseen(db: Connection, club_id: int, member: int, sheet_id: int) -> None:
    """Note that a member is to read of the last signature of a sheet."""
    last = db.execute(
        select(func.max(s.signature.c.id)).where(s.signature.c.sheet_id == sheet_id)
    ).scalar_one()
    row = {"club_id": club_id, "member": member, "signature_id": last}
    db.execute(s.unseen_signature.insert().values(row))


class UnseenRow(NamedTuple):
    """A signature that its member has not read of: its number, and the sheet that it is of."""

    id: int
    code: str
    signature: sheets.SignatureRow


def unseen(db: Connection, club_id: int, member: int, most: int) -> list[UnseenRow]:
    """Return the signatures on other phones that a member has not read of, latest first."""
    u = s.unseen_signature.c
    c = s.signature.c
    own = s.unseen_signature.join(s.signature, c.id == u.signature_id)
    own = own.join(s.sheet, s.sheet.c.id == c.sheet_id)
    columns = (c[name] for name in sheets.SignatureRow._fields)
    query = select(c.id, s.sheet.c.code, *columns).select_from(own)
    query = query.where(u.club_id == club_id, u.member == member).order_by(c.id.desc())
    return [
        UnseenRow(number, code, sheets.SignatureRow(*signature))
        for number, code, *signature in db.execute(query.limit(most))
    ]


def delete_unseen(db: Connection, club_id: int, member: int, ids: Collection[int]) -> None:
    u = s.unseen_signature.c
    own = (u.club_id == club_id) & (u.member == member)
    db.execute(s.unseen_signature.delete().where(own, u.signature_id.in_(ids)))


# Exports


PARTIES_AT_A_TIME = 200
"""How many parties of an export are read together: a club may have more than memory holds."""


def whole_parties(
    db: Connection, club_id: int, *, season: int | None = None, member: int | None = None
) -> Iterator[WholePartie]:
    """Yield the parties of a club, in the order in which they were opened, each with the entry that
    posts it and the day on which it was played; all, or those of a season or a member.
    """
    p = s.posted_partie.c
    ids = _ids(club_id, SheetKind.PARTIE, season, member).order_by(s.season_sheet.c.sheet_id)
    for found in batched(streamed(db, ids), PARTIES_AT_A_TIME):
        latest_first = sheets.sheets_where(db, s.sheet.c.id.in_([row.sheet_id for row in found]))
        some = list(whole(db, latest_first[::-1]))
        codes = [each.row.code for each in some]
        current = select(p.code, p.entry, p.moment, p.state)
        current = current.where(p.club_id == club_id, p.code.in_(codes))
        posted = {row.code: row for row in db.execute(current)}
        for each in some:
            row = posted.get(each.row.code)
            if row is None:
                yield replace(each, entry=None, posted_on="", state="")
            else:
                day, _, _ = row.moment.partition(" ")  # as `projections.moment` puts it together
                yield replace(each, entry=row.entry, posted_on=day, state=row.state)


def whole(db: Connection, rows: Collection[SheetRow]) -> Iterator[WholePartie]:
    """Yield all that is stored of sheets of seasons, without their entries;
    a sheet in no season is left out.
    """
    ids = [each.id for each in rows if each.of_season is not None]
    statements = statements_of(db, ids)
    signatures = sheets.signatures_of(db, ids)
    disputes = disputes_about(db, ids)
    for each in rows:
        if each.of_season is not None:
            said = by_deals(statements[each.id])
            signed = tuple(signatures[each.id])
            yield WholePartie(each, said, signed, tuple(disputes.get(each.id, ())))


def postings(
    db: Connection, club_id: int, *, season: int | None = None, member: int | None = None
) -> Iterator[tuple[int, int, int, str, int]]:
    c = s.posting.c
    query = (
        select(s.entry.c.number, c.season, c.member, c.commodity, c.amount)
        .join(s.entry, s.entry.c.id == c.entry_id)
        .where(c.club_id == club_id, *given((c.season, season), (c.member, member)))
        .order_by(c.id)
    )
    yield from streamed(db, query)


def entries_about(db: Connection, club_id: int, member: int) -> Iterator[EntryRow]:
    """Yield the entries that move a member's accounts, are about their parties, or move nothing."""
    e = s.entry.c
    old = s.entry.alias("old")
    ids = _ids(club_id, SheetKind.PARTIE, None, member)
    codes = select(s.sheet.c.code).where(s.sheet.c.id.in_(ids)).scalar_subquery()
    moved = select(s.posting.c.entry_id).where(
        s.posting.c.club_id == club_id, s.posting.c.member == member
    )
    undone = (
        select(s.reversal.c.by_id)
        .join(old, old.c.id == s.reversal.c.entry_id)
        .where(old.c.club_id == club_id, old.c.code.in_(codes))
    )
    decided = e.kind.not_in((POSTED, "reversed")) & (e.code == "")
    return entries_where(
        db, club_id, sa.or_(e.id.in_(moved), e.code.in_(codes), e.id.in_(undone), decided)
    )


# Names, which can be erased


def _named(club_id: int, members: Collection[int]) -> tuple[Select[int, int], Select[int, int]]:
    """Return the queries for the sheet and the seat of these members:
    in seasons, and in the parties of companies.
    """
    c = s.season_sheet.c
    p = s.player.c
    of_season = select(p.sheet_id, p.seat).join(s.season_sheet, c.sheet_id == p.sheet_id)
    own = of_season.where(c.club_id == club_id, p.member.in_(members))
    card = own.subquery()
    seated = s.player.alias("on_card").c
    q = s.player.alias("in_turn").c
    in_turns = (
        select(q.sheet_id, q.seat)
        .join(s.turn, s.turn.c.partie_id == q.sheet_id)
        .join(card, card.c.sheet_id == s.turn.c.company_id)
        .join(
            seated.name.table, (seated.sheet_id == card.c.sheet_id) & (seated.seat == card.c.seat)
        )
        .where(q.name == seated.name)
    )
    return own, in_turns


def rename_players(db: Connection, club_id: int, members: Collection[int], name: str) -> None:
    """Rename players who are these members, also in their signatures."""
    seats = [tuple(row) for query in _named(club_id, members) for row in db.execute(query)]
    erased = {"name": name, "salt": ""}
    named = ((s.player, s.player.c.seat, erased), (s.renaming, s.renaming.c.seat, erased))
    for table, seat, values in (*named, (s.signature, s.signature.c.player, {"name": name})):
        change = sa.update(table).where(
            table.c.sheet_id == bindparam("of"), seat == bindparam("at")
        )
        if seats:
            db.execute(
                change.values(values), [{"of": sheet_id, "at": at} for sheet_id, at in seats]
            )
