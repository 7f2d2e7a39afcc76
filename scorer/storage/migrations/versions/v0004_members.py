"""Members who left, were merged or erased; their names beside the book, where they can be erased."""

from pathlib import Path

from scorer.storage.migrations import run, unguarded

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns, and let names of players change; of who is a member already the name is in plain in the book."""
    with unguarded("player", "signature"):
        run(Path(__file__))
