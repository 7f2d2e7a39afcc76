"""The schema of version 0.2.0, and the triggers that keep its append-only tables so."""

import re
from pathlib import Path

import sqlalchemy as sa
from alembic import op

from scorer.storage.schema import trigger_statements

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table, index and trigger."""
    dialect = op.get_bind().dialect.name
    sql = Path(__file__).with_suffix(".sql").read_text("utf-8")
    guarded = re.findall(r"CREATE TABLE (\w+) \( -- append-only", sql)
    if dialect == "postgresql":
        sql = sql.replace("    id INTEGER NOT NULL", "    id SERIAL NOT NULL")
    triggers = [each for table in guarded for each in trigger_statements(table, dialect)]
    for statement in [*sql.rstrip(";\n").split(";\n\n"), *triggers]:
        op.execute(sa.text(statement))
