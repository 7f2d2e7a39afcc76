"""What was erased but may have left traces; at first the whole file,
since nothing deleted was overwritten before.
"""

from pathlib import Path

from alembic import op

from scorer.storage.migrations import run

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table, and note that a file is to be rewritten."""
    run(Path(__file__))
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "INSERT INTO erasure (what, erased_at) SELECT 'file', '' WHERE EXISTS (SELECT 1 FROM "
            "sheet)"
        )
