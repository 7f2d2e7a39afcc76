"""The schema of every version, as SQL that both databases run."""

import re
from pathlib import Path

import sqlalchemy as sa
from alembic import op

from ..schema import trigger_statements


def run(script: Path) -> None:
    """Run the SQL beside a revision, whose statements end with a line; then guard its append-only tables."""
    dialect = op.get_bind().dialect.name
    sql = script.with_suffix(".sql").read_text("utf-8")
    guarded = re.findall(r"CREATE TABLE (\w+) \( -- append-only", sql)
    if dialect == "postgresql":
        sql = sql.replace("    id INTEGER NOT NULL", "    id SERIAL NOT NULL")
    triggers = [each for table in guarded for each in trigger_statements(table, dialect)]
    for statement in [*sql.rstrip(";\n").split(";\n\n"), *triggers]:
        op.execute(sa.text(statement))
