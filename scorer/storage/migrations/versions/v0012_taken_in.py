"""What is taken in from any file: other names of members, and results without their deals."""

from pathlib import Path

from scorer.storage.migrations import run

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the table without a row, and say of each partie that its deals are known."""
    run(Path(__file__))
