"""Faults of the rows beside the book: what their digests, sealed names and signatures show to be changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sqlalchemy import Connection, Table, select

from ...ledger.chain import seal
from ...storage import copies, row_chains
from ...storage import schema as s
from ...storage.row_chains import CHAINS, Cells

_WORDS = {
    s.setting: "setting “{name}”",
    s.credential: "the {kind}",
    s.statement: "statement {position} of deal {deal}",
    s.signature: "the signature of player {player}",
    s.season_sheet: "the season",
    s.dispute: "dispute {number}",
    s.reply: "a reply",
    s.outcome: "the outcome",
    s.turn: "turn {number}",
    s.turn_result: "a result",
}

_FORMER = re.compile("Former member [0-9]+")
"""What `former_name` returns."""


def row_faults(db: Connection, club_id: int | None = None) -> Iterator[str]:
    """Yield what is wrong with the rows of all sheets and settings, or with those of one club."""
    of = {table: None if club_id is None else copies.of_club(table, club_id) for table in (*CHAINS, *row_chains.ROOTS)}
    for table in row_chains.ROOTS:
        for root in row_chains.roots(db, table, of[table]):
            if not root.is_right:
                yield f"{_named(db, table, root.row['id'])} was not opened as it is now, or not with these players"
            for player in root.players:
                if not _is_sealed(player):
                    yield f"{_named(db, table, root.row['id'])} has a player {player['name']}, who was not in it"
    for table, chain in CHAINS.items():
        for number in row_chains.broken(db, table, of[chain.owners]):
            yield f"{_named(db, table, number)} was changed, or one before it was added or removed"
    c, p = s.signature.c, s.player.c
    signed = select(c.id, c.name).join(s.player, (p.sheet_id == c.sheet_id) & (p.seat == c.player))
    condition = of[s.signature]
    for number, name in db.execute((signed if condition is None else signed.where(condition)).where(c.name != p.name)):
        yield f"{_named(db, s.signature, number)} is by {name}, which is another name"


def _is_sealed(player: Cells) -> bool:
    name, salt = str(player["name"]), str(player["salt"])
    return seal(name, salt) == player["sealed"] if salt else bool(_FORMER.fullmatch(name))


def _named(db: Connection, table: Table, number: int) -> str:
    row = dict(db.execute(select(table).where(table.c.id == number)).mappings().one())
    if table in row_chains.ROOTS:
        return f"{row.get('kind', 'club')} {row['code']}"
    from_one = table is s.dispute
    cells = {name: value + 1 if isinstance(value, int) and not from_one else value for name, value in row.items()}
    chain = CHAINS[table]
    return f"{_WORDS[table].format_map(cells)} of {_named(db, chain.owners, row[chain.owner])}"
