"""Where each chain of rows ends, so that the removal of its last row is found."""

from pathlib import Path

from alembic import op

from scorer.storage.migrations import run
from scorer.storage.schema import end_statements

revision = "0006"
down_revision = "0005"

OWNERS = {
    "setting": "club_id",
    "credential": "club_id",
    "credential_end": "club_id",
    "scoring_link": "sheet_id",
    "revocation": "sheet_id",
    "statement": "partie_id",
    "signature": "sheet_id",
    "season_sheet": "sheet_id",
    "day_of_play": "sheet_id",
    "dispute": "sheet_id",
    "reply": "dispute_id",
    "outcome": "dispute_id",
    "turn": "company_id",
    "turn_result": "turn_id",
}
"""The column of the owner of each table with chains."""


def upgrade() -> None:
    """Add the table and the triggers, which keep other writers out;
    then note where the chains end now.
    """
    run(Path(__file__))
    for table, owner in OWNERS.items():
        for statement in end_statements(table, owner, op.get_bind().dialect.name):
            op.execute(statement)
        last = f"SELECT max(id) FROM {table} GROUP BY {owner}"
        op.execute(
            f"INSERT INTO chain_end SELECT '{table}', {owner}, digest FROM {table} WHERE id IN "
            f"({last})"
        )
