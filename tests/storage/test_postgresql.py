"""PostgreSQL: who waits for whom, one state for a reader,
and errors after which a retry may succeed.
"""

from collections.abc import Iterator
from contextlib import nullcontext
from unittest.mock import Mock

import pytest
from sqlalchemy import Engine, func, select, text

from scorer.service.keeping import why_not_ready
from scorer.service.shared import Cleaner
from scorer.storage import erasures, generations, schema
from scorer.storage.connecting import Unusable, connect_server, open_server
from scorer.storage.engine import Busy, DiskUnusable, Unavailable, reading, writing
from scorer.storage.sheets import insert_sheets
from tests import postgresql
from tests.programs import until
from tests.rows import each_row
from tests.storage import NOW, sheet_row

pytestmark = pytest.mark.sqlite  # these choose the database themselves


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """A database with the sheets ABCDEF and GHJKLM."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorer.storage.engine.PATIENCE", 0.1)
        found = open_server(postgresql.address(postgresql.new_database(postgresql.new_name())))
        with writing(found) as db:
            insert_sheets(db, [sheet_row("ABCDEF"), sheet_row("GHJKLM")])
        yield found
        found.dispose()


def test_a_user_who_owns_the_database_and_nothing_else_makes_updates_and_writes_it() -> None:
    name = postgresql.new_name()
    url = postgresql.new_database(name)
    postgresql.run(f"CREATE ROLE owner_{name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE")
    postgresql.run(f"ALTER DATABASE {name} OWNER TO owner_{name}")
    engine = open_server(postgresql.address(url.set(username=f"owner_{name}")))
    with writing(engine) as db:
        insert_sheets(db, [sheet_row("ABCDEF")])
    engine.dispose()


@each_row
def test_a_database_on_another_machine_is_asked_for_with_how_it_is_encrypted(
    monkeypatch: pytest.MonkeyPatch, host: str, *, refused: bool
) -> None:
    monkeypatch.setattr(
        "scorer.storage.connecting._refuse_unusable_server",
        Mock(side_effect=Unusable("it was asked")),
    )
    with pytest.raises(Unusable, match="on another machine" if refused else "it was asked"):
        open_server(f"postgresql+psycopg://scorer@{host}")


@each_row
def test_a_writer_waits_only_for_those_that_lock_the_same(
    engine: Engine, first: dict[str, str], second: dict[str, str], *, waits: bool
) -> None:
    def write() -> None:
        with writing(engine, **second):  # type: ignore[arg-type]
            pass

    busy = pytest.raises(Busy, match="another writer took too long") if waits else nullcontext()
    with writing(engine, **first), busy:  # type: ignore[arg-type]
        write()
    write()


def test_a_reader_sees_one_state_and_a_writer_what_is_committed(engine: Engine) -> None:
    count = select(func.count()).select_from(schema.sheet)
    with reading(engine) as old, writing(engine, club=1) as new:
        before = old.execute(count).scalar_one(), new.execute(count).scalar_one()
        with writing(engine) as db:
            insert_sheets(db, [sheet_row("NPQRST")])
        assert old.execute(count).scalar_one() == before[0]
        assert new.execute(count).scalar_one() == before[1] + 1


@each_row
def test_an_error_that_passes_has_a_type_of_its_own(engine: Engine, code: str, error: str) -> None:
    with pytest.raises(Unavailable) as found, writing(engine) as db:
        db.execute(text(f"DO $$ BEGIN RAISE EXCEPTION 'this' USING ERRCODE = '{code}'; END $$"))
    assert type(found.value).__name__ == error


def test_a_lost_connection_is_replaced(engine: Engine) -> None:
    ended = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    )
    with (
        pytest.raises(Unavailable, match="the connection to the database server was lost"),
        reading(engine) as db,
    ):
        db.execute(ended)
    with reading(engine) as db:
        assert db.execute(text("SELECT 1")).scalar_one() == 1


def test_a_restored_book_instead_of_one_that_is_served_has_its_own_generation() -> None:
    """As where the keeper replaces a database without stopping the program:
    after a refusal it connects anew.
    """
    name = postgresql.new_name()
    served = open_server(postgresql.address(postgresql.new_database(name)))
    before = generations.token(served)
    postgresql.run(f"DROP DATABASE {name} WITH (FORCE)")
    restored = open_server(postgresql.address(postgresql.new_database(name)))
    with pytest.raises(Unavailable), reading(served) as db:
        db.execute(text("SELECT 1"))
    with reading(served) as db:
        assert db.execute(text("SELECT 1")).scalar_one() == 1
    assert generations.token(served) == generations.token(restored) != before
    for each in (served, restored):
        each.dispose()


def test_while_the_database_is_lost_the_generation_that_is_known_holds() -> None:
    name = postgresql.new_name()
    served = open_server(postgresql.address(postgresql.new_database(name)))
    token = generations.token(served)
    postgresql.run(f"DROP DATABASE {name} WITH (FORCE)")
    generations.read_again(served)
    assert generations.token(served) == token
    served.dispose()


def test_a_database_that_became_read_only_is_not_ready_until_it_can_be_written(
    engine: Engine,
) -> None:
    """As a standby is, before it takes over."""
    for value, why in (("on", "database"), ("off", "")):
        postgresql.run(
            f"ALTER DATABASE {engine.url.database} SET default_transaction_read_only = {value}"
        )
        engine.dispose()
        assert why_not_ready(engine) == why
        with pytest.raises(DiskUnusable) if why else nullcontext(), writing(engine) as db:
            insert_sheets(db, [sheet_row(f"READ{value.upper()}")])


def test_a_book_that_is_only_read_cannot_be_changed(engine: Engine) -> None:
    only_read = connect_server(postgresql.address(engine.url), to_read=True)
    with pytest.raises(DiskUnusable, match="read-only"), reading(only_read) as db:
        insert_sheets(db, [sheet_row("UVWXYZ")])
    only_read.dispose()


def test_old_rows_with_a_name_are_removed_without_stopping_anybody(engine: Engine) -> None:
    """Not while somebody reads an older state; then it is tried again."""
    with reading(engine) as old:
        old.execute(select(func.count()).select_from(schema.player))
        with writing(engine) as db:
            db.execute(
                schema.player.update()
                .where(schema.player.c.seat == 1)
                .values(name="Former member 1")
            )
            erasures.note(db, "member 1 of club 1", at=NOW)
        assert not erasures.clean(engine)
        with writing(engine) as db:
            insert_sheets(db, [sheet_row("PQRSTU")])
    until(lambda: erasures.clean(engine))
    assert _pending(engine) == set()


def test_it_is_tried_beside_the_requests(engine: Engine) -> None:
    with writing(engine) as db:
        erasures.note(db, "member 2 of club 1", at=NOW)
    Cleaner(engine).wake()
    until(lambda: not _pending(engine))


def _pending(engine: Engine) -> set[str]:
    with reading(engine) as db:
        return erasures.pending(db)
