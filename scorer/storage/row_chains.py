"""The chains of rows beside the ledger: each row has a digest of its cells and of the digest of the
row before it.

A chain has one owner: the rows of a table that belong to the same sheet, turn, dispute or club, in
the order in which they were appended. The first of them carries the digest of its owner. A
reference to a row stands in a digest as the digest of that row, because ids are others in a copy; a
name is sealed, so that it can be erased.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    Select,
    Table,
    bindparam,
    exists,
    func,
    select,
    true,
)

from ..ledger.chain import row_digest, seal
from ..rules.laws import by_member
from ..rules.names import is_erased
from ..table.recording import SheetKind
from . import copies, generations
from . import schema as s
from .queries import batched, streamed

Cells = Mapping[str, Any]


class RowChain(NamedTuple):
    """The chains in a table: the column and the table of their owners, and the columns that a
    digest covers.

    It covers those that came `late`, each with its name, only where they are not empty: a row of
    before has the digest that it had. `refers` has the tables to which some of these columns refer;
    `words` say what a row is, and `plural` what all are.
    """

    table: Table
    owner: str
    owners: Table
    cells: tuple[str, ...]
    refers: Mapping[str, Table]
    words: str
    plural: str
    late: tuple[str, ...] = ()


def _chain(
    table: Table, owner: str, cells: str, words: str, plural: str, *, late: str = ""
) -> RowChain:
    names = tuple(cells.split())
    targets = {
        column.name: key.column.table for column in table.columns for key in column.foreign_keys
    }
    refers = {name: targets[name] for name in names if name in targets}
    return RowChain(
        table=table,
        owner=owner,
        owners=targets[owner],
        cells=names,
        refers=refers,
        words=words,
        plural=plural,
        late=tuple(late.split()),
    )


CHAINS = {
    each.table: each
    for each in (
        _chain(s.setting, "club_id", "member name value set_at", "setting “{name}”", "settings"),
        _chain(
            s.arrangement,
            "club_id",
            "season about event author set_at",
            "what was arranged about the {about}",
            "arrangements",
        ),
        _chain(
            s.credential,
            "club_id",
            "kind member name secret_hash made_at",
            "the {kind}",
            "credentials",
        ),
        _chain(
            s.credential_end,
            "club_id",
            "credential_id ended_at",
            "the end of a credential",
            "ends of credentials",
        ),
        _chain(s.scoring_link, "sheet_id", "token_hash made_at", "a scoring link", "scoring links"),
        _chain(
            s.revocation,
            "sheet_id",
            "link_id revoked_at",
            "the revocation of a scoring link",
            "revocations of scoring links",
        ),
        _chain(
            s.statement,
            "partie_id",
            "deal position text form_key recorded_at",
            "statement {position} of deal {deal}",
            "statements",
        ),
        _chain(
            s.signature,
            "sheet_id",
            "player signed_at covers",
            "the signature of player {player}",
            "signatures",
            late="means phone",
        ),
        _chain(s.season_sheet, "sheet_id", "season round kind added_at", "the season", "seasons"),
        _chain(s.day_of_play, "sheet_id", "day set_at", "the day of play", "days of play"),
        _chain(s.pair_link, "pair_id", "token_hash made_at", "a link", "links"),
        _chain(s.pair_sheet, "sheet_id", "pair_id left set_at", "the pair", "pairs"),
        _chain(
            s.pair_setting,
            "pair_id",
            "name value sealed set_at",
            "setting “{name}”",
            "settings",
        ),
        _chain(s.sheet_note, "sheet_id", "sealed set_at", "a note", "notes"),
        _chain(
            s.dispute,
            "sheet_id",
            "number player kind reason turn deal correction raised_at",
            "dispute {number}",
            "disputes",
        ),
        _chain(
            s.reply, "dispute_id", "player kind words form_key replied_at", "a reply", "replies"
        ),
        _chain(
            s.outcome, "dispute_id", "season how by words law ended_at", "the outcome", "outcomes"
        ),
        _chain(
            s.turn, "company_id", "number first second partie_id begun_at", "turn {number}", "turns"
        ),
        _chain(s.turn_result, "turn_id", "result form_key recorded_at", "a result", "results"),
    )
}
"""Every table with chains, owners before what they own."""

ROOTS = {
    s.club: ("code", "opened_at"),
    s.pair: ("code", "opened_at"),
    s.sheet: ("code", "kind", "terms", "ruleset", "opened_at"),
}
"""The tables whose rows begin chains, with the columns that their digest covers;
that of a sheet covers its players.
"""


def root_digest(table: Table, row: Cells, players: Sequence[Cells] = (), like: str = "") -> str:
    seated = ([each["seat"], each["sealed"], each["member"]] for each in players)
    return row_digest("", *(row[name] for name in ROOTS[table]), *seated, like=like)


def sealed_name(name: str) -> dict[str, str]:
    """Return the columns of a player's name, with a new salt."""
    salt = secrets.token_hex(16)
    return {"name": name, "salt": salt, "sealed": seal(name, salt)}


def sealed_line(line: str) -> dict[str, str]:
    """Return the columns of a line that can be erased, with a new salt; an empty one needs none."""
    if not line:
        return {"text": "", "salt": "", "sealed": ""}
    salt = secrets.token_hex(16)
    return {"text": line, "salt": salt, "sealed": seal(line, salt)}


def append(db: Connection, table: Table, owner: int, *rows: Cells) -> int:
    """Append rows to a chain and return the id of the last."""
    chained = with_digests(db, table, owner, rows, last_digest(db, table, owner))
    (first, *others) = chained
    # One row alone costs half of a list with one.
    ids = db.execute(_insert(table), chained if others else first).scalars()
    return int(max(ids))


@cache
def _insert(table: Table) -> Insert:
    return table.insert().returning(table.c.id)


def with_digests(
    db: Connection | None, table: Table, owner: int, rows: Sequence[Cells], after: str
) -> list[dict[str, Any]]:
    """Return rows as they are appended to a chain whose last digest is *after*."""
    chain = CHAINS[table]
    found = []
    for row in rows:
        cells = {name: row[name] for name in chain.cells}
        for name, target in chain.refers.items():
            assert db is not None, "it has the rows to which others refer"
            cells[name] = db.execute(
                select(target.c.digest).where(target.c.id == row[name])
            ).scalar_one_or_none()
        added = _added([(name, row[name]) for name in chain.late])
        after = row_digest(after, *cells.values(), *added)
        found.append({**row, chain.owner: owner, "digest": after})
    return found


def _added(late: Iterable[tuple[str, object]]) -> list[list[object]]:
    """Return what the digest of a row covers of its late columns."""
    return [[name, value] for name, value in late if value]


def last_digest(db: Connection, table: Table, owner: int) -> str:
    """Return the digest of the last row of a chain, or that of its owner."""
    return str(db.execute(_last(table), {"owner": owner}).scalar_one())


@cache
def _last(table: Table) -> Select[str]:
    chain = CHAINS[table]
    c = table.c
    newest = select(func.max(c.id)).where(c[chain.owner] == bindparam("owner")).scalar_subquery()
    last = table.alias("last").c
    digest = select(last.digest).where(last.id == newest).scalar_subquery()
    return select(func.coalesce(digest, chain.owners.c.digest)).where(
        chain.owners.c.id == bindparam("owner")
    )


# Checking


AT_A_TIME = 200
"""Owners whose chains are read together."""


def broken(db: Connection, table: Table, of: ColumnElement[bool]) -> Iterator[int]:
    """Yield the ids of the rows of a table whose digest does not follow,
    for owners that meet the condition *of*.
    """
    chain = CHAINS[table]
    c = table.c
    others = {name: target.alias().c for name, target in chain.refers.items()}
    digests = {
        name: select(other.digest).where(other.id == c[name]).scalar_subquery()
        for name, other in others.items()
    }
    cells = [digests.get(name, c[name]) for name in chain.cells]
    owners = select(chain.owners.c.id, chain.owners.c.digest).where(of).order_by(chain.owners.c.id)
    for some in batched(streamed(db, owners), AT_A_TIME):
        previous = dict(some)
        late = [c[name] for name in chain.late]
        columns = (c[chain.owner], c.id, c.digest, *cells, *late)
        rows = select(*columns).where(c[chain.owner].in_(previous))
        for owner, number, digest, *values in db.execute(rows.order_by(c[chain.owner], c.id)):
            usual = values[: len(cells)]
            added = _added(zip(chain.late, values[len(cells) :], strict=True))
            if row_digest(previous[owner], *usual, *added, like=digest) != digest:
                yield number
            previous[owner] = digest


def roots(
    db: Connection, table: Table, of: ColumnElement[bool]
) -> Iterator[tuple[Cells, Sequence[Cells]]]:
    """Yield the rows of a table that begin chains and meet the condition *of*,
    each with the players of a sheet.
    """
    p = s.player.c
    for some in batched(streamed(db, select(table).where(of).order_by(table.c.id)), AT_A_TIME):
        players = defaultdict[int, list[Cells]](list)
        if table is s.sheet:
            of_some = p.sheet_id.in_([row.id for row in some])
            for each in db.execute(select(s.player).where(of_some).order_by(p.seat)).mappings():
                players[each["sheet_id"]].append(dict(each))
        yield from ((row._asdict(), players[row.id]) for row in some)


def row_faults(db: Connection, club_id: int | None) -> Iterator[str]:
    """Yield what is wrong with the rows of all sheets and settings, or with those of one club."""
    of = {
        table: true() if club_id is None else copies.of_club(table, club_id)
        for table in (*CHAINS, *ROOTS)
    }
    for table in ROOTS:
        for row, players in roots(db, table, of[table]):
            if root_digest(table, row, players, row["digest"]) != row["digest"]:
                or_players = ", or its players were" if table is s.sheet else ""
                yield f"the opening of {_named(db, table, row['id'])} was changed{or_players}"
            for player in players:
                if not _is_sealed(player):
                    yield (
                        f"{_named(db, table, row['id'])} has a player {player['name']}, who "
                        f"was not in it"
                    )
    for table, chain in CHAINS.items():
        for number in broken(db, table, of[chain.owners]):
            yield f"{_named(db, table, number)} was changed, or one before it was added or removed"
        yield from _end_faults(db, chain, of[chain.owners])
    if club_id is None:
        yield from _ownerless_ends(db)
        yield from generations.faults(db)
    yield from _renaming_faults(db, of[s.sheet])
    for table in (s.sheet_note, s.pair_setting):
        yield from _line_faults(db, table, of[table])
    c = s.signature.c
    p = s.player.c
    r = s.renaming.c
    signed = select(c.id, c.name).join(s.player, (p.sheet_id == c.sheet_id) & (p.seat == c.player))
    later = exists().where(r.sheet_id == c.sheet_id, r.seat == c.player, r.name == c.name)
    for number, name in db.execute(signed.where(of[s.signature], c.name != p.name, ~later)):
        yield f"{_named(db, s.signature, number)} is by {name}, another name"
    for kind, missing in MISSING.items():
        for number in missing(db, of[s.sheet] & (s.sheet.c.kind == kind)):
            yield (
                f"{_named(db, s.signature, number)} is for a record that is not there: its end was "
                f"removed"
            )
    for dispute_id, member in db.execute(_unexpected_readers(of[s.dispute])):
        yield (
            f"{_named(db, s.dispute, dispute_id)} is marked as unread by member {member}, who "
            f"has nothing to read"
        )


def _end_faults(db: Connection, chain: RowChain, of: ColumnElement[bool]) -> Iterator[str]:
    """Yield the chains that do not end where it is noted,
    for owners that meet the condition *of*.
    """
    e = s.chain_end.c
    c = chain.table.c
    owner = chain.owners.c
    newest = (
        select(func.max(c.id))
        .where(c[chain.owner] == owner.id)
        .correlate(chain.owners)
        .scalar_subquery()
    )
    last = chain.table.alias("last").c
    end = select(last.digest).where(last.id == newest).scalar_subquery()
    noted = (
        select(e.digest).where(e.chain == chain.table.name, e.owner == owner.id).scalar_subquery()
    )
    unlike = select(owner.id, noted).where(of, end.is_distinct_from(noted)).order_by(owner.id)
    for number, digest in streamed(db, unlike):
        whole = f"the {chain.plural} of {_named(db, chain.owners, number)}"
        if digest is None:
            yield f"the note of where {whole} end was removed"
        else:
            yield f"{whole} do not end as noted: the last was removed, changed or added"


def _ownerless_ends(db: Connection) -> Iterator[str]:
    """Yield the notes of the end of a chain to which nothing else belongs."""
    e = s.chain_end.c
    for table, chain in CHAINS.items():
        owned = exists().where(chain.owners.c.id == e.owner)
        for (number,) in streamed(
            db, select(e.owner).where(e.chain == table.name, ~owned).order_by(e.owner)
        ):
            yield f"the {chain.owners.name} {number} was removed, which had {chain.plural}"
    others = (
        select(e.chain)
        .where(e.chain.not_in([table.name for table in (*CHAINS, s.generation)]))
        .distinct()
    )
    for name in db.execute(others).scalars():
        yield f"the table chain_end has an end of {name}, which is no chain"


def _missing_in_parties(db: Connection, of: ColumnElement[bool]) -> Iterator[int]:
    """Yield the ids of signatures of parties that cover neither the opening nor the log up
    to one of its statements.
    """
    c = s.signature.c
    said = s.statement.c
    covered = exists().where(said.partie_id == c.sheet_id, said.digest == c.covers)
    signed = select(c.id).join(s.sheet, s.sheet.c.id == c.sheet_id).where(of)
    yield from db.execute(signed.where(c.covers != s.sheet.c.digest, ~covered)).scalars()


def _missing_in_companies(db: Connection, of: ColumnElement[bool]) -> Iterator[int]:
    """Yield the ids of signatures of companies that cover no record which a scorecard has had."""
    c = s.signature.c
    signed = select(c.sheet_id, c.id, c.covers).join(s.sheet, s.sheet.c.id == c.sheet_id)
    found = defaultdict[int, dict[int, str]](dict)
    for sheet_id, number, covers in db.execute(signed.where(of).order_by(c.id)):
        found[sheet_id][number] = covers
    for sheet_id, signatures in found.items():
        missing = {*signatures.values()}
        for head in _heads_of_company(db, sheet_id):
            missing.discard(head)
            if not missing:
                break
        yield from (number for number, covers in signatures.items() if covers in missing)


MISSING: Mapping[SheetKind, Callable[[Connection, ColumnElement[bool]], Iterator[int]]] = by_member(
    SheetKind, {"PARTIE": _missing_in_parties, "COMPANY": _missing_in_companies}
)
"""What finds the signatures of a kind of sheet that cover no record which it has had."""


def _heads_of_company(db: Connection, sheet_id: int) -> Iterator[str]:
    """Yield every head that a scorecard can have had, the latest first;
    as `scorer.storage.sheets.head` makes them.
    """
    turns = select(s.turn.c.id).where(s.turn.c.company_id == sheet_id)
    parties = select(s.turn.c.partie_id).where(s.turn.c.company_id == sheet_id)
    latest_first: list[list[str]] = []
    for table, own in (
        (s.statement, s.statement.c.partie_id.in_(parties)),
        (s.turn, s.turn.c.company_id == sheet_id),
        (s.turn_result, s.turn_result.c.turn_id.in_(turns)),
    ):
        digests = db.execute(
            select(table.c.digest).where(own).order_by(table.c.id.desc())
        ).scalars()
        latest_first.append([*digests, ""])  # before the first of them there was none
    opening = db.execute(select(s.sheet.c.digest).where(s.sheet.c.id == sheet_id)).scalar_one()
    for newest in product(*latest_first):
        first, *others = [each for each in newest if each] or [opening]
        yield row_digest(first, *others, like=first) if others else first


def _unexpected_readers(of: ColumnElement[bool]) -> Select[Any]:
    """Return the query of who is to read the end of a dispute that is open,
    or of a sheet on which they do not play.
    """
    u = s.unopened.c
    d = s.dispute.c
    p = s.player.c
    m = s.member.c
    ended = exists().where(s.outcome.c.dispute_id == u.dispute_id, s.outcome.c.club_id == u.club_id)
    plays = exists().where(p.sheet_id == d.sheet_id, p.member == u.member)
    is_now = m.club_id == u.club_id, m.number == p.member, m.merged_into == u.member
    played = exists().where(p.sheet_id == d.sheet_id, *is_now)
    return (
        select(u.dispute_id, u.member)
        .join(s.dispute, d.id == u.dispute_id)
        .where(of, ~ended | ~(plays | played))
    )


RENAMES = "players first "
"""How a statement begins that may end with the seals of the players' names,
in the order of their seats.
"""


def _renaming_faults(db: Connection, of: ColumnElement[bool]) -> Iterator[str]:
    """Yield the sheets, of those that meet a condition, whose names are not those that their
    statements have sealed.

    The names that a player has had are one after another those whose seals follow each other in the
    statements.
    """
    c = s.statement.c
    p = s.player.c
    r = s.renaming.c
    about_players = c.text.startswith(RENAMES, autoescape=True)
    own = select(s.sheet.c.id).where(of)
    spoken_of = select(c.partie_id).where(about_players, c.partie_id.in_(own))
    had = defaultdict[tuple[int, int], list[str]](list)
    said = defaultdict[tuple[int, int], list[str]](list)
    wrong = set[int]()
    for sheet, seat, sealed in db.execute(
        select(p.sheet_id, p.seat, p.sealed).where(p.sheet_id.in_(spoken_of))
    ):
        had[sheet, seat].append(sealed)
        said[sheet, seat].append(sealed)
    renamings = select(s.renaming).where(r.sheet_id.in_(own)).order_by(r.id)
    for row in db.execute(renamings).mappings():
        had[row["sheet_id"], row["seat"]].append(row["sealed"])
        if not _is_sealed(dict(row)):
            wrong.add(row["sheet_id"])
    statements = (
        select(c.partie_id, c.text).where(about_players, c.partie_id.in_(own)).order_by(c.id)
    )
    for sheet, text in db.execute(statements):
        for seat, sealed in enumerate(text.removeprefix(RENAMES).split()[1:]):
            if said[sheet, seat][-1:] != [sealed]:
                said[sheet, seat].append(sealed)
    wrong |= {sheet for sheet, seat in {*had, *said} if had[sheet, seat] != said[sheet, seat]}
    for sheet in sorted(wrong):
        yield f"the names of {_named(db, s.sheet, sheet)} are not those that were recorded"


def _line_faults(db: Connection, table: Table, of: ColumnElement[bool]) -> Iterator[str]:
    """Yield the rows of a table whose lines are not those that were sealed, nor erased."""
    c = table.c
    written = select(c.id, c.text, c.salt, c.sealed).where(of, (c.text != "") | (c.salt != ""))
    for number, line, salt, sealed in streamed(db, written.order_by(c.id)):
        if not salt or seal(line, salt, sealed) != sealed:
            yield f"{_named(db, table, number)} has a line that was not written there"


def _is_sealed(player: Cells) -> bool:
    name = str(player["name"])
    salt = str(player["salt"])
    sealed = str(player["sealed"])
    return seal(name, salt, sealed) == sealed if salt else is_erased(name)


def _named(db: Connection, table: Table, number: int) -> str:
    row = dict(db.execute(select(table).where(table.c.id == number)).mappings().one())
    if table in ROOTS:
        return f"{row.get('kind', table.name)} {row['code']}"
    from_one = table is s.dispute
    cells = {
        name: value + 1 if isinstance(value, int) and not from_one else value
        for name, value in row.items()
    }
    chain = CHAINS[table]
    return f"{chain.words.format_map(cells)} of {_named(db, chain.owners, row[chain.owner])}"
