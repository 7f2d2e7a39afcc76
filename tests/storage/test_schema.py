"""The schema: append-only, with unique positions and keys."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, Float, Integer, inspect, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from scorer.service.club.audit.database_faults import unguarded_tables
from scorer.storage.connecting import Unusable, open_to_read
from scorer.storage.copies import number_after
from scorer.storage.engine import MIGRATIONS, connect, migrate, open_engine, reading, writing
from scorer.storage.schema import APPEND_ONLY, chain_end, metadata, statement
from scorer.storage.sheets import find_sheet, insert_sheets
from scorer.storage.statements import append_statements
from tests.quick_books import copied, version
from tests.storage import NOW, differences, sheet_row


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """A database with one row in every table; every key and every reference is 1."""
    path: Path = tmp_path_factory.mktemp("filled") / "book.sqlite"
    engine = connect(f"sqlite:///{path}")
    migrate(engine)
    with writing(engine) as db:
        for table in metadata.sorted_tables:
            numbers = {
                column.name for column in table.columns if isinstance(column.type, Integer | Float)
            }
            db.execute(
                table.insert().values(
                    {c.name: 1 if c.name in numbers else "x" for c in table.columns}
                )
            )
        number_after(db, metadata.sorted_tables)
    engine.dispose()
    return engine


@pytest.fixture
def engine(filled: Engine, tmp_path: Path) -> Iterator[Engine]:
    engine = copied(filled, tmp_path)
    yield engine
    engine.dispose()


ERASABLE = (
    {(table, name) for table in ("player", "renaming") for name in ("name", "salt")}
    | {(table, name) for table in ("pair_setting", "sheet_note") for name in ("text", "salt")}
    | {("signature", "name")}
)


def test_changing_a_row_of_an_append_only_table_is_refused(engine: Engine) -> None:
    """Not even a column can be set to the value it has, but for names that are erased;
    the refusal names the table.
    """
    whole = (
        "REPLACE INTO {0} SELECT * FROM {0}"
        if engine.dialect.name == "sqlite"
        else "TRUNCATE {0} CASCADE"
    )
    for table in APPEND_ONLY:
        name = table.name
        kept = [column.name for column in table.columns if (name, column.name) not in ERASABLE]
        columns = [f'UPDATE {name} SET "{column}" = "{column}"' for column in kept]
        with reading(engine) as db:
            before = db.execute(select(table)).all()
        for sql in (*columns, f"DELETE FROM {name}", whole.format(name)):
            with (
                pytest.raises(DBAPIError, match=rf"\) {name} is append-only\n"),
                writing(engine) as db,
            ):
                db.exec_driver_sql(sql)
        with reading(engine) as db:
            assert db.execute(select(table)).all() == before != []


def test_a_refused_change_rolls_back_the_whole_transaction(engine: Engine) -> None:
    def add(code: str, then: str = "SELECT 1") -> None:
        with writing(engine) as db:
            insert_sheets(db, [sheet_row(code)])
            db.exec_driver_sql(then)

    with pytest.raises(DBAPIError, match="append-only"):
        add("GHJKLM", "DELETE FROM statement")
    add("NPQRST")
    with reading(engine) as db:
        assert find_sheet(db, "GHJKLM") is None


def test_the_migrations_make_the_schema(engine: Engine) -> None:
    with reading(engine) as db:
        assert differences(db) == []
        assert unguarded_tables(db) == []
        for name, table in metadata.tables.items():
            made = inspect(db).get_pk_constraint(name)["constrained_columns"]
            assert made == [column.name for column in table.primary_key]


@pytest.mark.sqlite
def test_an_older_database_is_migrated(
    filled: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And refused for reading. With another migration in place,
    a database of the newest version is an older one.
    """
    path = Path(shutil.copy(str(filled.url.database), tmp_path / "book.sqlite"))
    migrations = shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    (migrations / "versions" / "v9999_shoe.py").write_text(
        "from alembic import op\nimport sqlalchemy as sa\n"
        f"revision, down_revision = '9999', '{version(path)}'\n"
        "def upgrade():\n    op.add_column('member', sa.Column('shoe', sa.Text))\n"
    )
    open_to_read(path).dispose()
    monkeypatch.setattr("scorer.storage.engine.MIGRATIONS", migrations)
    with pytest.raises(Unusable, match=r"of an older version of scorer\. Start scorer serve once"):
        open_to_read(path)
    engine = open_engine(f"sqlite:///{path}")
    assert "shoe" in {column["name"] for column in inspect(engine).get_columns("member")}
    engine.dispose()
    open_to_read(path).dispose()


def test_the_last_of_several_rows_that_are_appended_together_is_noted(engine: Engine) -> None:
    c = statement.c
    noted = chain_end.c
    with writing(engine) as db:
        (partie,) = insert_sheets(db, [sheet_row("ABCDEF")])
        for position in (0, 3):
            said = ["E point 5", "Y good", "E quart"]
            append_statements(
                db, partie, deal=0, position=position, said=said, form_key=f"{position}", at=NOW
            )
            last = select(c.digest).where(c.partie_id == partie, c.position == position + 2)
            end = select(noted.digest).where(noted.chain == "statement", noted.owner == partie)
            assert db.execute(end).scalars().all() == db.execute(last).scalars().all()


def test_a_second_statement_at_a_position_or_with_an_idempotency_key_is_refused(
    engine: Engine,
) -> None:
    with writing(engine) as db:
        (partie,) = insert_sheets(db, [sheet_row("ABCDEF")])
        append_statements(
            db, partie, deal=0, position=0, said=["E point 5"], form_key="one", at=NOW
        )
    for deal, position, key in ((0, 0, "two"), (1, 0, "one")):
        with pytest.raises(IntegrityError), writing(engine) as db:
            append_statements(
                db, partie, deal=deal, position=position, said=["Y good"], form_key=key, at=NOW
            )
