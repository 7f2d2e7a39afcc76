"""The generations of a book, of which a restored one has one more than its backup."""

from pathlib import Path

from alembic import op

from scorer.storage.migrations import run
from scorer.storage.schema import end_statements

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the table without a row, so that a book can be copied into it;
    whoever opens the book begins the first.
    """
    run(Path(__file__))
    for statement in end_statements("generation", "id", op.get_bind().dialect.name):
        op.execute(statement)
