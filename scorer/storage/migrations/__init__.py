"""The schema of every version, as SQL that both databases run."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic import op

from ..schema import NAMING_PLAYERS, trigger_statements


def run(script: Path) -> None:
    """Run the SQL beside a revision, whose statements end with a line; then guard its append-only tables."""
    dialect = op.get_bind().dialect.name
    sql = script.with_suffix(".sql").read_text("utf-8")
    guarded = re.findall(r"CREATE TABLE (\w+) \( -- append-only", sql)
    if dialect == "postgresql":
        sql = sql.replace("    id INTEGER NOT NULL", "    id SERIAL NOT NULL")
        sql = sql.replace(" TEXT NOT NULL", ' TEXT COLLATE "C" NOT NULL')  # sorted by its bytes, as SQLite does
    _execute(sql.rstrip(";\n").split(";\n\n"))
    _guard(guarded)


@contextmanager
def unguarded(*tables: str) -> Iterator[None]:
    """Drop the triggers of append-only tables, and make them anew in the end."""
    dialect = op.get_bind().dialect.name
    for table in tables:
        if dialect == "sqlite":
            _execute([f"DROP TRIGGER {table}_no_update", f"DROP TRIGGER {table}_no_delete"])
        else:
            _execute([f"DROP FUNCTION {table}_append_only() CASCADE"])
    yield
    _guard(tables)


def _guard(tables: Iterable[str]) -> None:
    for table in tables:
        has = {column["name"] for column in sa.inspect(op.get_bind()).get_columns(table)}
        later = {name for name in NAMING_PLAYERS.get(table, ()) if name not in has}
        _execute(trigger_statements(table, op.get_bind().dialect.name, later))


def _execute(statements: Iterable[str]) -> None:
    for statement in statements:
        op.execute(sa.text(statement))
