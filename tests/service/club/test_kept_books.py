"""
A book of every version of the schema is kept, migrated and verified.

After a new migration, `python -m tests.service.club.test_kept_books` keeps another one, of a club in which everything
has happened at least once.
"""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select

from scorer.service.club.verification import verify
from scorer.storage import schema as s
from scorer.storage.engine import MIGRATIONS, migrate, open_engine, reading
from tests.service.club.full_club import former_members, full_club
from tests.service.club.running_club import new_club

KEPT = Path(__file__).with_name("kept_books")
VERSIONS = sorted(path.stem for path in (MIGRATIONS / "versions").glob("v*.py"))


def keep(version: str) -> None:
    with TemporaryDirectory() as directory:
        club = new_club(Path(directory))
        house = full_club(club)
        former_members(club, int(house.arguments["season"][1]))
        with closing(sqlite3.connect(Path(directory) / "book.sqlite")) as db:
            (KEPT / f"{version}.sql.gz").write_bytes(gzip.compress("\n".join(db.iterdump()).encode(), mtime=0))
        club.engine.dispose()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_book_of_any_version_is_migrated_and_verifies(version: str, tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(gzip.decompress((KEPT / f"{version}.sql.gz").read_bytes()).decode())
    engine = open_engine(f"sqlite:///{path}")
    migrate(engine)
    with reading(engine) as connection:
        assert compare_metadata(MigrationContext.configure(connection), s.metadata) == []
        assert {str(kind) for kind in connection.execute(select(s.sheet.c.kind)).scalars()} == {"partie", "company"}
        assert len(list(connection.execute(select(s.entry.c.id)))) > 50
    assert list(verify(engine)) == []
    engine.dispose()


if __name__ == "__main__":
    keep(VERSIONS[-1])
