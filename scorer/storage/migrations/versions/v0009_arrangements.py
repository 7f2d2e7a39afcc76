"""Arrangements: who comes to an evening and who sits where, and the days that players agree on."""

from pathlib import Path

from alembic import op

from scorer.storage.migrations import run
from scorer.storage.schema import end_statements

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the table without a row: in an older book nothing was arranged."""
    run(Path(__file__))
    for statement in end_statements("arrangement", "club_id", op.get_bind().dialect.name):
        op.execute(statement)
