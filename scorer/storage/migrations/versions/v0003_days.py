"""Days: of rounds, and the day each partie was played, by which ratings and lists of parties are ordered."""

from pathlib import Path

from scorer.storage.migrations import run

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns and the table; what was posted before counts as played on the day of its first entry."""
    run(Path(__file__))
