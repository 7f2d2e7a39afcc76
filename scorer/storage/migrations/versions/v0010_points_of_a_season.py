"""Indexes with all that the points chart of a season reads, so that it reads no parties."""

from pathlib import Path

from scorer.storage.migrations import run

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    run(Path(__file__))
