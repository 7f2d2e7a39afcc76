"""Pairs: two people who play with each other, with their link, their parties and their settings."""

from pathlib import Path

from alembic import op

from scorer.storage.migrations import run
from scorer.storage.schema import end_statements

revision = "0008"
down_revision = "0007"

OWNERS = {
    "pair_link": "pair_id",
    "pair_sheet": "sheet_id",
    "pair_setting": "pair_id",
    "sheet_note": "sheet_id",
}
"""The column of the owner of each new table with chains."""


def upgrade() -> None:
    """Add the tables without a row: the parties of an older book are in no pair."""
    run(Path(__file__))
    for table, owner in OWNERS.items():
        for statement in end_statements(table, owner, op.get_bind().dialect.name):
            op.execute(statement)
