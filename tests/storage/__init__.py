"""The storage: a sheet to put into a book."""

from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from scorer.storage.schema import metadata
from scorer.storage.sheets import PlayerRow, SheetRow
from scorer.table.recording import SheetKind

NOW = "2026-09-01T20:00:00+00:00"


def sheet_row(code: str) -> SheetRow:
    return SheetRow(
        0, code, SheetKind.PARTIE, "", "{}", NOW, (PlayerRow(0, "Ada"), PlayerRow(1, "Bea"))
    )


def differences(db: Connection) -> list[Any]:
    """Return how a database differs from the schema; comments are not in a database."""
    found = compare_metadata(MigrationContext.configure(db, opts={"compare_type": True}), metadata)
    return [
        each for each in found if not (isinstance(each, list) and each[0][0] == "modify_comment")
    ]
