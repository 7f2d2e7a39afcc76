"""Chains of rows beside the book, sealed names of players, and entries for directors and roles."""

from collections import defaultdict
from pathlib import Path
from typing import Any

from alembic import op
from sqlalchemy import Connection, Table, bindparam, text

from scorer.ledger import chain
from scorer.ledger.entries import Body, DirectorAdded, Entry, Role, RoleGiven
from scorer.storage import row_chains
from scorer.storage import schema as s
from scorer.storage.migrations import run, unguarded

revision = "0005"
down_revision = "0004"

AUTHOR = "the update to schema 0005"

Values = dict[str, Any]


def upgrade() -> None:
    """Add the columns, fill the chains of old rows, and post who is a director or a scorer."""
    with unguarded("club", "sheet", "player", *(table.name for table in row_chains.CHAINS)):
        run(Path(__file__))
        db = op.get_bind()
        _fill_roots(db)
        for table in row_chains.CHAINS:
            if table is not s.signature:
                _fill(db, table)
        _fill(db, s.signature)  # which cover what the others have
        for (club,) in db.execute(text("SELECT id FROM club ORDER BY id")).all():
            _post_powers(db, club)
    op.drop_column("credential", "role")


def _fill_roots(db: Connection) -> None:
    for table, names in row_chains.ROOTS.items():
        for some in row_chains.in_batches(db, table):
            ids = [number for number, _ in some]
            players = defaultdict[int, list[Values]](list)
            for row in _rows(db, s.player, "sheet_id", ids, "id sheet_id seat name member") if table is s.sheet else ():
                players[row["sheet_id"]].append(row | row_chains.sealed_name(row["name"]))
            rows = _rows(db, table, "id", ids, " ".join(("id", *names)))
            for row in rows:
                row["digest"] = row_chains.root_digest(table, row, players[row["id"]])
            _set(db, table, rows, "digest")
            _set(db, s.player, [each for seated in players.values() for each in seated], "salt", "sealed")


def _fill(db: Connection, table: Table) -> None:
    of = row_chains.CHAINS[table]
    for some in row_chains.in_batches(db, of.owners):
        heads, found = dict(some), []
        for row in _rows(db, table, of.owner, list(heads), " ".join(("id", of.owner, *of.cells))):
            if table is s.signature:
                row["covers"] = _head(db, row["sheet_id"], row["covers"])
            (made,) = row_chains.with_digests(db, table, row[of.owner], [row], heads[row[of.owner]])
            heads[row[of.owner]] = made["digest"]
            found.append(made)
        _set(db, table, found, "digest", *(["covers"] if table is s.signature else []))


def _head(db: Connection, sheet: int, version: str) -> str:
    """Return the head of a sheet (`scorer.storage.sheets.head`) when its last statement, turn and result were these."""
    tables = ("statement", "turn", "turn_result")
    ids = [(table, int(number)) for table, number in zip(tables, version.split("-"), strict=True) if number != "0"]
    first, *others = [_digest(db, table, number) for table, number in ids or [("sheet", sheet)]]
    return chain.row_digest(first, *others) if others else first


def _digest(db: Connection, table: str, number: int) -> str:
    return str(db.execute(text(f"SELECT digest FROM {table} WHERE id = :id"), {"id": number}).scalar_one())


def _rows(db: Connection, table: Table, column: str, ids: list[int], names: str) -> list[Values]:
    listed = ", ".join(f'"{name}"' for name in names.split())
    query = text(f'SELECT {listed} FROM {table.name} WHERE "{column}" IN :ids ORDER BY "{column}", id')
    query = query.bindparams(bindparam("ids", expanding=True))
    return [dict(row) for row in db.execute(query, {"ids": ids}).mappings()]


def _set(db: Connection, table: Table, rows: list[Values], *names: str) -> None:
    changes = ", ".join(f"{name} = :{name}" for name in names)
    if rows:
        db.execute(text(f"UPDATE {table.name} SET {changes} WHERE id = :id"), rows)


def _post_powers(db: Connection, club: int) -> None:
    """Append entries for who has power; links gave it too, and the last of a member's counts if no role was set."""
    of = {"club": club}
    held = db.execute(
        text(
            "SELECT kind, role, member, name FROM credential WHERE club_id = :club AND kind IN ('password', 'link') "
            "AND id NOT IN (SELECT credential_id FROM credential_end) ORDER BY id"
        ),
        of,
    ).all()
    chosen = text("SELECT member, value FROM setting WHERE club_id = :club AND name = 'role' ORDER BY id")
    roles = {row.member: row.role for row in held if row.kind == "link"}
    roles |= {row.member: row.value for row in db.execute(chosen, of)}
    directors = dict.fromkeys(row.name for row in held if row.kind == "password")
    scorers = sorted(member for member, role in roles.items() if role == Role.SCORER.value)
    bodies: list[Body] = [*map(DirectorAdded, directors), *(RoleGiven(member, Role.SCORER) for member in scorers)]
    for member in scorers:
        db.execute(
            text("UPDATE member SET role = :role WHERE club_id = :club AND number = :member"),
            {"role": Role.SCORER.value, "member": member} | of,
        )
    last = "SELECT number, text, digest FROM entry WHERE club_id = :club ORDER BY number DESC LIMIT 1"
    through, before, previous = db.execute(text(last), of).one()
    ended = db.execute(text("SELECT max(ended_at) FROM outcome WHERE club_id = :club"), of).scalar_one() or ""
    at = max(chain.read(before).at, ended)
    for body in bodies:
        through += 1
        entry = Entry(through, at, AUTHOR, body, (), previous)
        words = chain.write(entry)
        previous = chain.digest(words)
        db.execute(
            text(
                "INSERT INTO entry (club_id, number, kind, season, code, text, digest) "
                "VALUES (:club, :number, :kind, 0, '', :text, :digest)"
            ),
            {"number": through, "kind": entry.kind, "text": words, "digest": previous} | of,
        )
    update = text("UPDATE projection_position SET through = :through WHERE club_id = :club")
    db.execute(update, {"through": through} | of)
