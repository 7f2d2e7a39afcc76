"""What the results of each season say about the game, added up from the posted parties."""

import json
from pathlib import Path

import sqlalchemy as sa
from alembic import op

from scorer.storage.migrations import run

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the table with a row for each season; rules without a Rubicon have no parties for it."""
    run(Path(__file__))
    db = op.get_bind()
    seasons = db.execute(sa.text("SELECT club_id, number, terms FROM season")).all()
    for club_id, number, terms in seasons:
        values = json.loads(terms)["rules"]["values"]
        if not isinstance(values.get("rubicon"), int):
            db.execute(
                sa.text(
                    "UPDATE season_facts SET rubicon_parties = 0, rubicons = 0 "
                    "WHERE club_id = :club_id AND season = :season"
                ),
                {"club_id": club_id, "season": number},
            )
