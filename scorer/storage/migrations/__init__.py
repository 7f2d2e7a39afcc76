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
        guard(table)


def guard(table: str) -> None:
    """Make a table with the columns that it has by now append-only."""
    db = op.get_bind()
    columns = {each["name"] for each in sa.inspect(db).get_columns(table)}
    _execute(trigger_statements(table, db.dialect.name, columns))


def unguard(table: str) -> None:
    """Undo what `guard` has made."""
    if op.get_bind().dialect.name == "sqlite":
        _execute(f"DROP TRIGGER {table}_no_{verb}" for verb in ("update", "delete"))
    else:
        # The triggers go with the function that they call.
        _execute([f"DROP FUNCTION {table}_append_only() CASCADE"])


def _execute(statements: Iterable[str]) -> None:
    for statement in statements:
        op.execute(sa.text(statement))
