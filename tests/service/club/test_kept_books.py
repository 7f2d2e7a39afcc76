"""A book of every version of the schema is kept, migrated and verified.

After a new migration, `python -m tests.service.club.test_kept_books` keeps another one, of a club
in which everything has happened at least once.
"""

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, MetaData, create_engine, select

from scorer.service.club.audit.verification import verify
from scorer.storage import schema as s
from scorer.storage.copies import number_after
from scorer.storage.engine import MIGRATIONS, migrate, open_engine, reading
from tests import postgresql
from tests.service.club.full_club import former_members, full_club
from tests.service.club.running_club import new_club
from tests.storage import differences

KEPT = Path(__file__).with_name("kept_books")
VERSIONS = sorted(path.stem for path in (MIGRATIONS / "versions").glob("v*.py"))


def keep(version: str) -> None:
    with TemporaryDirectory() as directory:
        club = new_club(Path(directory))
        former_members(club, int(full_club(club).arguments["season"][1]))
        with closing(sqlite3.connect(Path(directory) / "book.sqlite")) as db:
            (KEPT / f"{version}.sql.gz").write_bytes(
                gzip.compress("\n".join(db.iterdump()).encode(), mtime=0)
            )
        club.engine.dispose()


@contextmanager
def opened(version: str, directory: Path) -> Iterator[Engine]:
    path = directory / "book.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(gzip.decompress((KEPT / f"{version}.sql.gz").read_bytes()).decode())
    if postgresql.INSTEAD:
        moved(version, path)
    engine = open_engine(f"sqlite:///{path}")
    yield engine
    engine.dispose()


def moved(version: str, path: Path) -> None:
    """Move a book of an older version into a database of PostgreSQL of that version,
    which stands for its file.
    """
    old = create_engine(f"sqlite:///{path}")
    new = create_engine(postgresql.instead_of(str(path), "template0"))
    config = Config()
    tables = MetaData()
    config.set_main_option("script_location", str(MIGRATIONS))
    with old.connect() as source, new.begin() as target:
        config.attributes["connection"] = target
        command.upgrade(config, version[1:5])
        tables.reflect(source)
        tables.remove(tables.tables["alembic_version"])
        for table in tables.sorted_tables:
            if rows := [row._asdict() for row in source.execute(select(table))]:
                target.execute(table.insert(), rows)
        number_after(target, tables.sorted_tables)
    old.dispose()
    new.dispose()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_book_of_any_version_is_migrated_and_verifies(version: str, tmp_path: Path) -> None:
    with opened(version, tmp_path) as engine:
        is_whole(engine)


def is_whole(engine: Engine) -> None:
    migrate(engine)
    with reading(engine) as connection:
        assert differences(connection) == []
        assert {str(kind) for kind in connection.execute(select(s.sheet.c.kind)).scalars()} == {
            "partie",
            "company",
        }
        assert len(list(connection.execute(select(s.entry.c.id)))) > 50
    assert list(verify(engine)) == []


if __name__ == "__main__":
    keep(VERSIONS[-1])
