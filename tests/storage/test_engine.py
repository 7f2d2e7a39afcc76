"""The engine: what is acknowledged is on the disk, and writers queue."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy import Engine, event, select
from sqlalchemy.exc import IntegrityError

from scorer.storage import connecting, queries, schema
from scorer.storage import engine as storage
from scorer.storage.sheets import insert_sheets
from tests.storage import sheet_row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "book.sqlite"


@pytest.fixture
def engine(path: Path) -> Iterator[Engine]:
    engine = storage.open_engine(f"sqlite:///{path}")
    yield engine
    engine.dispose()


def add(engine: Engine, code: str) -> None:
    with storage.writing(engine) as db:
        insert_sheets(db, [sheet_row(code)])


def codes(engine: Engine) -> list[str]:
    with storage.reading(engine) as db:
        return sorted(db.execute(select(schema.sheet.c.code)).scalars())


@pytest.mark.sqlite
def test_every_connection_is_set_up(engine: Engine) -> None:
    """Three at once are three connections, and all but the first of
    the two kinds are made later.
    """
    wanted = {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": storage.BUSY_TIMEOUT,
    }
    with ExitStack() as stack:
        for db in [stack.enter_context(storage.reading(engine)) for _ in range(3)]:
            assert {
                name: db.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in wanted
            } == wanted
    assert 1_000 <= storage.BUSY_TIMEOUT <= 30_000, "another process is given seconds, not for ever"


@pytest.mark.sqlite
def test_a_row_that_refers_to_nothing_is_refused(engine: Engine) -> None:
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), storage.writing(engine) as db:
        db.execute(schema.projection_position.insert(), {"club_id": 7, "through": 0})


SEVERAL = """
import os, sys
from scorer.storage.engine import open_engine
ready, go = os.pipe()
children = []
for _ in range(2):
    if not (child := os.fork()):
        os.close(go)
        os.read(ready, 1)
        open_engine(sys.argv[1])
        os._exit(0)
    children.append(child)
os.close(go)
sys.exit(sum(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0 for child in children))
"""
"""Two processes that open a new database at once."""


@pytest.mark.sqlite
@pytest.mark.slow
def test_two_programs_may_open_a_new_database_at_once(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SEVERAL, f"sqlite:///{path}"], capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr == b""
    engine = storage.open_engine(f"sqlite:///{path}")
    assert codes(engine) == []
    engine.dispose()


def test_rows_left_unread_end_quietly_after_their_connection(
    engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    for code in ("AAAAAA", "BBBBBB"):
        add(engine, code)
    with storage.reading(engine) as db:
        rows = queries.streamed(db, select(schema.sheet.c.code))
        assert next(rows) == ("AAAAAA",)
    engine.dispose()
    del rows
    assert caplog.text == ""


@pytest.mark.sqlite
def test_a_writer_takes_its_lock_at_once(engine: Engine, path: Path) -> None:
    """Before it has read or written anything, so that no check goes stale."""
    with sqlite3.connect(path, timeout=0, isolation_level=None) as other:
        with storage.writing(engine), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    other.close()


def test_readers_go_on_beside_a_writer(engine: Engine) -> None:
    with storage.writing(engine) as db:
        insert_sheets(db, [sheet_row("GHJKLM")])
        assert codes(engine) == []
    assert codes(engine) == ["GHJKLM"]


@pytest.mark.sqlite
def test_a_reader_sees_one_state_throughout(engine: Engine, path: Path) -> None:
    """A sheet is never read half before and half after somebody's tap,
    by whoever opened the book.
    """
    only_read = connecting.open_to_read(path)
    for before, reader in enumerate((engine, only_read)):
        with storage.reading(reader) as db:
            seen = db.execute(select(schema.sheet.c.code)).scalars().all()
            add(engine, "ABCDEF"[before:])
            assert (
                len(seen) == len(db.execute(select(schema.sheet.c.code)).scalars().all()) == before
            )
    assert codes(only_read) == ["ABCDEF", "BCDEF"]
    only_read.dispose()


def test_the_lock_is_granted_in_order_of_request_and_never_to_a_writer_that_has_given_up() -> None:
    lock = storage.FairLock()
    served = list[int]()

    def ask(number: int, patience: float = 60) -> None:
        with lock.held(patience):
            served.append(number)

    threads = [Thread(target=ask, args=[number]) for number in range(20)]
    with lock.held(0):
        with pytest.raises(storage.Busy, match=r"^too many writers are waiting$"):
            ask(-1, patience=0.01)
        for queue, thread in enumerate(threads, 2):
            thread.start()
            while len(lock._waiting) < queue:
                time.sleep(0.001)
        assert served == []
    for thread in threads:
        thread.join()
    assert served == list(range(20))


@pytest.mark.sqlite
def test_a_writer_gives_up_on_others_of_this_and_another_process(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.storage.engine.BUSY_TIMEOUT", 10)
    engine = storage.open_engine(f"sqlite:///{path}")
    monkeypatch.setattr("scorer.storage.engine.PATIENCE", 0.01)
    with (
        storage.writing(engine),
        pytest.raises(storage.Busy, match=r"^too many writers are waiting$"),
    ):
        add(engine, "ABCDEF")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(storage.Busy, match=r"^another program is writing to the book$"):
            add(engine, "ABCDEF")
    add(engine, "GHJKLM")
    assert codes(engine) == ["GHJKLM"]
    engine.dispose()


@pytest.mark.sqlite
def test_a_full_disk_raises_disk_full_and_rolls_back(engine: Engine) -> None:
    pages = 4
    event.listen(engine, "begin", lambda db: db.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(storage.DiskFull), storage.writing(engine) as db:
        insert_sheets(db, [replace(sheet_row("ABCDEF"), ruleset="x" * 100_000)])
    pages = 100_000
    add(engine, "GHJKLM")
    assert codes(engine) == ["GHJKLM"]


@pytest.mark.sqlite
def test_a_read_only_disk_is_a_failure_that_passes(engine: Engine) -> None:
    with engine.connect() as db:
        db.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(storage.DiskUnusable), storage.writing(engine):
        pass
