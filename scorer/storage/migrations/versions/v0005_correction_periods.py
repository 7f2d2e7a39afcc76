"""Until when each posted partie may be corrected by agreement, and which of its deals no pack allows."""

import json
from datetime import datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Bring the schema to this version."""
    for name in ("until", "impossible"):
        op.add_column("played", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.create_index("ix_played_club_id_season_until", "played", ["club_id", "season", "until"], unique=False)
    db = op.get_bind()
    seasons = {
        (club_id, number): timedelta(hours=json.loads(terms)["correction_hours"])
        for club_id, number, terms in db.execute(sa.text("SELECT club_id, number, terms FROM season"))
    }
    posted = db.execute(
        sa.text(
            "SELECT played.club_id, played.season, played.place, entry.text FROM played "
            "JOIN entry ON entry.club_id = played.club_id AND entry.number = played.entry WHERE played.forfeit = 0"
        )
    )
    ends = [
        {
            "until": (datetime.fromisoformat(json.loads(text)["at"]) + seasons[club_id, season]).isoformat(
                timespec="seconds"
            ),
            "club_id": club_id,
            "place": place,
        }
        for club_id, season, place, text in posted
    ]
    if ends:
        db.execute(sa.text("UPDATE played SET until = :until WHERE club_id = :club_id AND place = :place"), ends)
