"""The parties that stand, a row each, and those that wait for an entry: what a member's page and a season's read."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

FLAGS = ("rubicon", "lurch", "from_paper", "forfeit")
SIDE = ("total", "as_elder", "as_younger", "elder_deals", "younger_deals", "piques", "repiques", "capots")
STANDING = """
SELECT entry.club_id, entry.number, entry.season, entry.code, entry.text FROM entry
LEFT JOIN reversal ON reversal.entry_id = entry.id
WHERE entry.kind = 'partie posted' AND reversal.entry_id IS NULL ORDER BY entry.id
"""
WAITING = """
INSERT INTO waiting (club_id, code, season)
SELECT place.club_id, partie.code, place.season FROM place JOIN partie ON partie.id = place.partie_id
WHERE NOT EXISTS (SELECT 1 FROM entry
WHERE entry.club_id = place.club_id AND entry.code = partie.code AND entry.kind = 'partie posted')
"""


def upgrade() -> None:
    """Bring the schema to this version."""
    sides = [f"{side}_{name}" for side in ("first", "second") for name in SIDE]
    played = op.create_table(
        "played",
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("club_id", "place", "entry", "season", "round")),
        sa.Column("code", sa.Text, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("first", "second", "winner", "points")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in (*FLAGS, *sides)),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_played_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "place", name="pk_played"),
    )
    op.create_index("ix_played_club_id_first", "played", ["club_id", "first", "place"], unique=False)
    op.create_index("ix_played_club_id_season", "played", ["club_id", "season", "place"], unique=False)
    op.create_index("ix_played_club_id_second", "played", ["club_id", "second", "place"], unique=False)
    op.create_table(
        "waiting",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_waiting_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "code", name="pk_waiting"),
    )
    op.create_index("ix_waiting_club_id_season", "waiting", ["club_id", "season"], unique=False)
    op.execute(sa.text(WAITING))
    rows = [_row(*each) for each in op.get_bind().execute(sa.text(STANDING))]
    if rows:
        op.bulk_insert(played, rows)


def _row(club_id: int, number: int, season: int, code: str, text: str) -> dict[str, int | str]:
    body = json.loads(text)["body"]
    result = body["result"]
    return {
        "club_id": club_id,
        "place": body["instead_of"] or number,
        "entry": number,
        "season": season,
        "round": body["round"],
        "code": code,
        "first": body["members"][0],
        "second": body["members"][1],
        "winner": -1 if result["winner"] is None else result["winner"],
        "points": result["points"],
        **{name: int(result[name]) for name in FLAGS},
        **{
            f"{side}_{name}": figures[name]
            for side, figures in zip(("first", "second"), result["sides"], strict=True)
            for name in SIDE
        },
    }
