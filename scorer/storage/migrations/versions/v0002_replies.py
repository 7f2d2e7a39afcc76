"""Replies instead of agreements; outcomes with club and season, to be searched; and which of them nobody opened yet."""

from pathlib import Path

from alembic import op

from scorer.storage.migrations import run

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables, carry over what the old ones hold, and drop those."""
    run(Path(__file__))
    for table in ("agreement", "dispute_end"):
        op.drop_table(table)
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f"DROP FUNCTION {table}_append_only()")
