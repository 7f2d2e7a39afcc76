"""Sheets: what players keep at a table, a partie or the scorecard of a company,
with players, links and signatures.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Text,
    bindparam,
    cast,
    func,
    select,
    union,
)

from ..ledger.chain import row_digest
from ..table.recording import SheetKind
from . import row_chains
from . import schema as s
from .queries import by_key, once
from .row_chains import ROOTS, root_digest, sealed_name


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of a sheet; `member` is 0 outside a season."""

    seat: int
    name: str
    member: int = 0


class Membership(NamedTuple):
    """A sheet's membership of a season, with its players as members now; `round` is 0 for none."""

    club_id: int
    season: int
    round: int
    kind: str
    added_at: str
    members: tuple[int, ...]

    @property
    def pair(self) -> tuple[int, int]:
        first, second = self.members
        return first, second


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A sheet with its players, in the order of their turn or of the cut.

    Attributes:
        kind: as in `SheetKind`, if the row is not damaged.
        terms: of a company, in one line; of a partie, empty.
        ruleset: the whole ruleset as JSON.
        day: on which it was played, in ISO 8601, where it was played; empty if it was opened before
            days were stored.
        of_season: its membership of a season, or `None`; `membership` is that of a sheet which has
            one.
    """

    id: int
    code: str
    kind: str
    terms: str
    ruleset: str
    opened_at: str
    players: tuple[PlayerRow, ...]
    day: str = ""
    of_season: Membership | None = None

    @property
    def membership(self) -> Membership:
        assert self.of_season is not None, "this is only asked of sheets of seasons"
        return self.of_season

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def members(self) -> tuple[int, ...]:
        return tuple(player.member for player in self.players)


class LinkRow(NamedTuple):
    """A link that lets a phone record on a sheet; that of a company also on its parties."""

    id: int
    sheet_id: int
    made_at: str
    revoked: bool


class SignatureRow(NamedTuple):
    """A signature; `covers` is the head of the record that was signed,
    empty before it is stored.

    `means` is as in `scorer.ledger.signing.Means`, and `phone` whose phone a PIN was typed on.
    """

    player: int
    name: str
    signed_at: str
    covers: str = ""
    means: str = ""
    phone: str = ""


def insert_sheets(db: Connection, new: Sequence[SheetRow]) -> list[int]:
    """Append sheets with their days and return their ids.

    `IntegrityError` if a code is taken or two players have one name.
    """
    opened = s.sheet.insert().returning(s.sheet.c.id, sort_by_parameter_order=True)
    seated = [
        [{"seat": p.seat, "member": p.member, **sealed_name(p.name)} for p in each.players]
        for each in new
    ]
    rows: list[dict[str, object]] = []
    for each, players in zip(new, seated, strict=True):
        row = {name: getattr(each, name) for name in ROOTS[s.sheet]}
        rows.append({**row, "digest": root_digest(s.sheet, row, players)})
    numbers = [int(number) for number in db.execute(opened, rows).scalars()]
    both = zip(numbers, seated, strict=True)
    db.execute(
        s.player.insert(),
        [{"sheet_id": number, **player} for number, players in both for player in players],
    )
    days: list[dict[str, object]] = []
    for number, each, row in zip(numbers, new, rows, strict=True):
        if each.day:
            day = {"day": each.day, "set_at": each.opened_at}
            days += row_chains.with_digests(db, s.day_of_play, number, [day], str(row["digest"]))
    if days:
        db.execute(s.day_of_play.insert(), days)
    return numbers


def sheets_where(
    db: Connection, condition: ColumnElement[bool], *, start: int = 0, most: int | None = None
) -> list[SheetRow]:
    """Return the sheets that meet a condition on `schema.sheet`, latest first;
    *start* is how many to skip.
    """
    c = s.sheet.c
    chosen = select(c.id).where(condition).order_by(c.id.desc()).offset(start).limit(most)
    return _read_sheets(db.execute(_SHEETS.where(condition if most is None else c.id.in_(chosen))))


def member_now() -> ColumnElement[int]:
    """Return the column of a query with `schema.player` and `schema.member` for
    the number of a player now.
    """
    return func.coalesce(func.nullif(s.member.c.merged_into, 0), s.player.c.member)


def name_now() -> ColumnElement[str]:
    """Return the column of a query with `schema.player` for the name of a player,
    as it was last corrected.
    """
    return func.coalesce(_renamed(s.renaming.c.name), s.player.c.name)


def _renamed(column: ColumnElement[str]) -> ColumnElement[str]:
    """Return *column* of the last renaming of a player of a query, null if there is none."""
    c = s.renaming.c
    p = s.player.c
    last = (
        select(column)
        .where(c.sheet_id == p.sheet_id, c.seat == p.seat)
        .order_by(c.id.desc())
        .limit(1)
    )
    return last.correlate(s.player).scalar_subquery()


def rename(db: Connection, row: SheetRow, names: Sequence[str]) -> list[str]:
    """Give the players of a sheet other names, and return the seals of all names,
    in the order of the seats.
    """
    p = s.player.c
    for player, name in zip(row.players, names, strict=True):
        if player.name != name:
            db.execute(
                s.renaming.insert(), {"sheet_id": row.id, "seat": player.seat, **sealed_name(name)}
            )
    query = select(p.seat, func.coalesce(_renamed(s.renaming.c.sealed), p.sealed)).where(
        p.sheet_id == row.id
    )
    return [str(sealed) for _, sealed in db.execute(query.order_by(p.seat))]


def as_member() -> ColumnElement[bool]:
    """Return the condition by which a player of a sheet of a season is joined
    to their row as a member.
    """
    return (s.member.c.club_id == s.season_sheet.c.club_id) & (
        s.member.c.number == s.player.c.member
    )


def _sheets() -> Select[Any]:
    c = s.sheet.c
    p = s.player.c
    d = s.day_of_play.c
    of = s.season_sheet.c
    day = (
        select(d.day)
        .where(d.sheet_id == c.id)
        .order_by(d.id.desc())
        .limit(1)
        .correlate(s.sheet)
        .scalar_subquery()
    )
    columns: list[ColumnElement[Any]] = [
        c.id,
        c.code,
        c.kind,
        c.terms,
        c.ruleset,
        c.opened_at,
        day.label("day"),
        of.club_id.label("club_id"),
        of.season.label("season"),
        of.round.label("round"),
        of.kind.label("kind_in_season"),
        of.added_at.label("added_at"),
        p.seat.label("seat"),
        name_now().label("name"),
        p.member.label("member"),
        member_now().label("member_now"),
    ]
    query = select(*columns).join(s.player, p.sheet_id == c.id)
    joined = query.outerjoin(s.season_sheet, of.sheet_id == c.id).outerjoin(s.member, as_member())
    return joined.order_by(c.id.desc(), p.seat)


_SHEETS = _sheets()


def _read_sheets(rows: Iterable[Row[Any]]) -> list[SheetRow]:
    """Return the sheets of a query, which has a row for each player, those of a sheet together."""
    found = []
    for _, together in groupby(rows, key=lambda row: row.id):
        players = list(together)
        first = players[0]
        of_season = None
        if first.club_id is not None:
            of_season = Membership(
                club_id=first.club_id,
                season=first.season,
                round=first.round,
                kind=first.kind_in_season,
                added_at=first.added_at,
                members=tuple(each.member_now for each in players),
            )
        sheet = SheetRow(
            id=first.id,
            code=first.code,
            kind=first.kind,
            terms=first.terms,
            ruleset=first.ruleset,
            opened_at=first.opened_at,
            players=tuple(PlayerRow(each.seat, each.name, each.member) for each in players),
            day=first.day or "",
            of_season=of_season,
        )
        found.append(sheet)
    return found


@once
def _with_code(db: Connection, code: str) -> list[SheetRow]:
    return _read_sheets(db.execute(by_key(_SHEETS, s.sheet.c.code), {"key": code}))


def find_sheet(db: Connection, code: str, kind: SheetKind | None = None) -> SheetRow | None:
    """Return the sheet with this code, of this kind if one is given."""
    return next((each for each in _with_code(db, code) if kind in (None, each.kind)), None)


@once
def sheet_by_id(db: Connection, sheet_id: int) -> SheetRow:
    return _read_sheets(db.execute(by_key(_SHEETS, s.sheet.c.id), {"key": sheet_id}))[0]


def sheets_with(db: Connection, codes: Collection[str]) -> dict[str, SheetRow]:
    return {each.code: each for each in sheets_where(db, s.sheet.c.code.in_(codes))}


def taken(db: Connection, codes: Collection[str]) -> set[str]:
    return set(db.execute(select(s.sheet.c.code).where(s.sheet.c.code.in_(codes))).scalars())


def set_day(db: Connection, sheet_id: int, day: str, *, at: str) -> None:
    row_chains.append(db, s.day_of_play, sheet_id, {"day": day, "set_at": at})


# What a phone may list


LOOKED_THROUGH = 200
"""The number of parties whose players' names are suggested."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The sheets that a phone may list: of its clubs, by its links,
    and by codes it has followed.
    """

    clubs: frozenset[int] = frozenset()
    links: frozenset[int] = frozenset()
    codes: frozenset[str] = frozenset()


def latest(db: Connection, kind: SheetKind, most: int, sight: Sight) -> list[SheetRow]:
    """Return the sheets in *sight*, latest first;
    the parties of a company are listed on its scorecard.
    """
    of_company = select(s.turn.c.id).where(s.turn.c.partie_id == s.sheet.c.id).exists()
    return sheets_where(
        db, s.sheet.c.id.in_(_latest_ids(kind, most, sight)) & ~of_company, most=most
    )


def names(db: Connection, most: int, sight: Sight) -> list[str]:
    """Return the names used in the last `LOOKED_THROUGH` parties in *sight*, latest first."""
    c = s.player.c
    ids = _latest_ids(SheetKind.PARTIE, LOOKED_THROUGH, sight)
    named = (
        select(c.sheet_id, c.seat, name_now().label("name")).where(c.sheet_id.in_(ids)).subquery().c
    )
    query = select(named.name).group_by(named.name)
    query = query.order_by(func.max(named.sheet_id).desc(), func.min(named.seat)).limit(most)
    return [str(name) for name in db.execute(query).scalars()]


def _latest_ids(kind: SheetKind, most: int, sight: Sight) -> Select[int]:
    """Return the query for the ids of the sheets in *sight*;
    of a club, its latest, so that none is scanned.
    """
    c = s.season_sheet.c
    revoked = select(s.revocation.c.link_id)
    of_clubs = [
        select(c.sheet_id)
        .where(c.club_id == club, c.kind == kind)
        .order_by(c.sheet_id.desc())
        .limit(most)
        .subquery()
        for club in sorted(sight.clubs)
    ]
    scored = select(s.scoring_link.c.sheet_id).where(
        s.scoring_link.c.id.in_(sight.links), s.scoring_link.c.id.not_in(revoked)
    )
    followed = select(s.sheet.c.id).where(s.sheet.c.code.in_(sight.codes))
    seen = union(scored, followed, *(select(each.c.sheet_id) for each in of_clubs)).subquery()
    of_kind = (
        select(s.sheet.c.id)
        .join(seen, seen.c.sheet_id == s.sheet.c.id)
        .where(s.sheet.c.kind == kind)
    )
    return of_kind.order_by(s.sheet.c.id.desc()).limit(most)


# Versions and signatures


def newest_rows() -> tuple[ColumnElement[int | None], ...]:
    """Return the columns of a query for sheets from which their versions are made.

    They are the ids of the newest rows of what can be signed, with its day, of the signatures, and
    how many players were erased.
    """
    sheet_id = s.sheet.c.id
    # without `correlate` a query within a query would read every sheet
    turns = select(s.turn.c.id).where(s.turn.c.company_id == sheet_id).correlate(s.sheet)
    parties = select(s.turn.c.partie_id).where(s.turn.c.company_id == sheet_id).correlate(s.sheet)
    newest = (
        select(func.max(s.statement.c.id)).where(s.statement.c.partie_id == sheet_id),
        select(func.max(s.statement.c.id)).where(s.statement.c.partie_id.in_(parties)),
        select(func.max(s.turn.c.id)).where(s.turn.c.company_id == sheet_id),
        select(func.max(s.turn_result.c.id)).where(s.turn_result.c.turn_id.in_(turns)),
        select(func.max(s.day_of_play.c.id)).where(s.day_of_play.c.sheet_id == sheet_id),
        select(func.max(s.signature.c.id)).where(s.signature.c.sheet_id == sheet_id),
        select(func.count()).where(s.player.c.sheet_id == sheet_id, s.player.c.salt == ""),
    )
    return tuple(each.correlate(s.sheet).scalar_subquery() for each in newest)


def version_now() -> ColumnElement[str]:
    """Return the column of a query for sheets with their versions.

    It is a text that changes with every row of a sheet and, for a company, of its parties, and with
    a name.
    """
    said, said_in_turns, *others = newest_rows()
    every = [func.coalesce(said, said_in_turns, 0), *(func.coalesce(each, 0) for each in others)]
    first, *rest = (cast(each, Text) for each in every)
    return reduce(lambda text, each: text + "-" + each, rest, first)


def advanced(version: str, statement: int) -> str:
    """Return the version of a partie after the statement with this id.

    >>> advanced("181-0-0-0-2-0", 190)
    '190-0-0-0-2-0'
    """
    return f"{statement}-{version.partition('-')[2]}"


def covered(version: str) -> str:
    """Return what can be signed of this version: all of it but the signatures and the names.

    >>> covered("181-0-0-0-2-0")
    '181-0-0-0'
    """
    return version.rsplit("-", 2)[0]


@once
def head(db: Connection, sheet_id: int) -> str:
    """Return the head of a sheet, which proves every row before it.

    Of a partie it is the digest of its last statement; of a company it covers the digests of the
    last turn, result and statement. Before the first row it is the digest of the sheet.
    """
    own, *newest = db.execute(_HEAD, {"sheet": sheet_id}).one()
    first, *others = [each for each in newest if each] or [own]
    return row_digest(first, *others, like=str(first)) if others else str(first)


_CHAINED = (s.statement, s.statement, s.turn, s.turn_result)
_HEAD = select(
    s.sheet.c.digest,
    *(
        select(last.c.digest).where(last.c.id == newest).correlate(s.sheet).scalar_subquery()
        for last, newest in zip([each.alias() for each in _CHAINED], newest_rows(), strict=False)
    ),
).where(s.sheet.c.id == bindparam("sheet"))


def signatures(db: Connection, sheet_id: int) -> list[SignatureRow]:
    """Return the signatures, oldest first."""
    return signatures_of(db, [sheet_id])[sheet_id]


@once
def signatures_of(db: Connection, ids: Collection[int]) -> defaultdict[int, list[SignatureRow]]:
    """Return the signatures of each sheet, oldest first."""
    found: defaultdict[int, list[SignatureRow]] = defaultdict(list)
    for sheet_id, *signature in db.execute(_SIGNATURES, {"ids": [*ids]}):
        found[sheet_id].append(SignatureRow(*signature))
    return found


_SIGNATURES = (
    select(s.signature.c.sheet_id, *(s.signature.c[name] for name in SignatureRow._fields))
    .where(s.signature.c.sheet_id.in_(bindparam("ids", expanding=True)))
    .order_by(s.signature.c.id)
)


def append_signature(
    db: Connection,
    sheet_id: int,
    *,
    player: int,
    name: str,
    at: str,
    means: str = "",
    phone: str = "",
) -> SignatureRow:
    """Append a signature of what is recorded now, and return it;
    `IntegrityError` if the player has signed that.
    """
    new = SignatureRow(
        player=player,
        name=name,
        signed_at=at,
        covers=head(db, sheet_id),
        means=means,
        phone=phone,
    )
    row_chains.append(db, s.signature, sheet_id, new._asdict())
    return new


# Links


def insert_link(db: Connection, sheet_id: int, *, token_hash: str, at: str) -> None:
    row_chains.append(db, s.scoring_link, sheet_id, {"token_hash": token_hash, "made_at": at})


def links(db: Connection, sheet_id: int) -> list[LinkRow]:
    """Return the scoring links, oldest first."""
    return _links(db, s.scoring_link.c.sheet_id == sheet_id)


def last_revoked(db: Connection, sheet_id: int) -> int:
    """Return the id of the scoring link of a sheet that was revoked last; 0 if none was."""
    c = s.revocation.c
    query = select(c.link_id).where(c.sheet_id == sheet_id).order_by(c.id.desc()).limit(1)
    return db.execute(query).scalar() or 0


def link_with(db: Connection, hashes: Collection[str]) -> LinkRow | None:
    return next(iter(_links(db, s.scoring_link.c.token_hash.in_(hashes))), None)


def _links(db: Connection, condition: ColumnElement[bool]) -> list[LinkRow]:
    c = s.scoring_link.c
    query = (
        select(c.id, c.sheet_id, c.made_at, s.revocation.c.id.is_not(None))
        .where(condition)
        .order_by(c.id)
    )
    joined = s.scoring_link.outerjoin(s.revocation, s.revocation.c.link_id == c.id)
    return [LinkRow(*row) for row in db.execute(query.select_from(joined))]


def revoke_link(db: Connection, link: LinkRow, *, at: str) -> None:
    """Revoke a link; `IntegrityError` if it is already revoked."""
    row_chains.append(db, s.revocation, link.sheet_id, {"link_id": link.id, "revoked_at": at})
