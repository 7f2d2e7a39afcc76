"""The names of players as they were corrected."""

from pathlib import Path

from scorer.storage.migrations import run

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the table."""
    run(Path(__file__))
