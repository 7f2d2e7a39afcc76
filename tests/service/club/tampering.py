"""What somebody might do to a database behind the back of the program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from scorer.storage.engine import Database, trying


@contextmanager
def changed(engine: Database, table: str, *doing: object) -> Iterator[Connection]:
    """The database after something was done to a table past its triggers; nothing of it is kept."""
    sql, *values = doing
    with trying(engine) as db:
        db.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        of = "type = 'trigger' AND tbl_name = ?"
        triggers = db.exec_driver_sql(f"SELECT name, sql FROM sqlite_master WHERE {of}", (table,)).all()
        for name, _ in triggers:
            db.exec_driver_sql(f"DROP TRIGGER {name}")
        db.exec_driver_sql(str(sql), tuple(values))
        for _, trigger in triggers:
            db.exec_driver_sql(trigger)
        yield db
