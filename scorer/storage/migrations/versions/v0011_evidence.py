"""Evidence: by what a player signed, who is to read of it, and the state of a posted result."""

from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from alembic import op

from scorer.ledger import chain
from scorer.ledger.finality import finality, state_of
from scorer.storage.migrations import guard, run, unguard

revision = "0011"
down_revision = "0010"

USUAL = sa.text(
    "UPDATE posted_partie SET state = CASE WHEN code = '' THEN 'forfeit' "
    "WHEN correctable_until = '' THEN 'imported' ELSE 'signed' END"
)
"""Only a forfeit and an import have no correction period."""

OTHERS = sa.text(
    "SELECT club_id, code, first_entry FROM posted_partie WHERE code != '' AND (from_paper = 1 OR "
    "entry != first_entry OR EXISTS (SELECT 1 FROM entry WHERE entry.club_id = "
    "posted_partie.club_id AND entry.code = posted_partie.code AND entry.kind = 'dispute ended'))"
)
"""Parties of which their entries tell the state."""

ENTRIES = sa.text("SELECT text FROM entry WHERE club_id = :club AND code = :code ORDER BY number")

UPDATE = sa.text(
    "UPDATE posted_partie SET state = :state WHERE club_id = :club AND first_entry = :first"
)


def upgrade() -> None:
    """Add the columns and the table; the signatures of before have no means."""
    unguard("signature")
    run(Path(__file__))
    guard("signature")
    db = op.get_bind()
    db.execute(USUAL)
    for club, code, first in db.execute(OTHERS).all():
        texts: Sequence[str] = db.execute(ENTRIES, {"club": club, "code": code}).scalars().all()
        state = state_of(finality(map(chain.read, texts)), is_closed=False)
        db.execute(UPDATE, {"state": state.name.lower(), "club": club, "first": first})
