"""A row for each sign-in, which replaces that for each sign-out:
phones that were signed in sign in again.
"""

from pathlib import Path

from alembic import op

from scorer.storage.migrations import run

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Replace the table, and what guarded the old one."""
    run(Path(__file__))
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION sign_out_append_only()")
