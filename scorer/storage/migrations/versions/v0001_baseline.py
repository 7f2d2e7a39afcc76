"""The schema of version 0.2.0, and the triggers that keep its append-only tables so."""

from pathlib import Path

from scorer.storage.migrations import run

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table, index and trigger."""
    run(Path(__file__))
