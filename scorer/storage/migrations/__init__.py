"""The schema of every version, as SQL that both databases run."""

import re
from collections.abc import Iterable
from pathlib import Path

import sqlalchemy as sa
from alembic import op

from ..schema import trigger_statements


def run(script: Path) -> None:
    """Run the SQL beside a revision, whose statements end with a line;
    then guard its append-only tables.
    """
    dialect = op.get_bind().dialect.name
    sql = script.with_suffix(".sql").read_text("utf-8")
    if dialect == "postgresql":
        sql = sql.replace("    id INTEGER NOT NULL", "    id SERIAL NOT NULL")
        sql = sql.replace(
            " TEXT NOT NULL", ' TEXT COLLATE "C" NOT NULL'
        )  # sorted by its bytes, as SQLite does
    _execute(sql.rstrip(";\n").split(";\n\n"))
    for table in re.findall(r"CREATE TABLE (\w+) \( -- append-only", sql):
        _execute(trigger_statements(table, dialect))


def _execute(statements: Iterable[str]) -> None:
    for statement in statements:
        op.execute(sa.text(statement))
