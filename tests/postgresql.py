"""A PostgreSQL server for the tests, and their books in it.

With `BOOKS=postgresql` every book that a test opens in a directory is a database of that server
instead, so that the tests of storage, service and pages hold on both. A test of the file itself is
marked `sqlite`.

Each worker that needs a server starts its own, in memory where that is possible, without waiting
for a disk; it ends with the worker.
"""

import atexit
import hashlib
import os
import shutil
import signal
import subprocess
import tempfile
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, Connection, Engine, create_engine
from sqlalchemy.engine import make_url

from scorer.service import keeping as on_disk
from scorer.storage import engine as storage
from tests.thorough import DAY, has_its_day

INSTEAD = os.environ.get("BOOKS") == "postgresql"
"""Whether the books of this run are in PostgreSQL."""

SHARE = int(os.environ.get("SHARE", "1"))
"""Of the tests of service and pages one in so many is run, each day others."""

WHOLLY = ("tests/storage/", "test_races", "test_kept_books", "test_sixty_parties")
"""What is in the names of tests that are run in any case:
of the schema, of races, of older books.
"""

USER = "postgres" if os.geteuid() == 0 else None
"""Who runs the server, which refuses to be run by root."""

SETTINGS = (
    "fsync=off synchronous_commit=off full_page_writes=off autovacuum=off "
    "max_connections=300 listen_addresses="
)

_made: dict[str, Path] = {}
"""The databases that stand for the books of directories."""

_opened: list[Engine] = []


def is_drawn(test: str, day: int = DAY) -> bool:
    """Return whether a test is among those of a day, if only a share is run."""
    return any(each in test for each in WHOLLY) or has_its_day(test, SHARE, day)


def binaries() -> Path | None:
    """The directory of the newest server that is installed."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: int(each.parts[-3])
    )
    path = found[-1] if found else shutil.which("initdb")
    return None if path is None else Path(path).parent


@cache
def server() -> URL:
    """Start a server, and return the address of its first database."""
    path = binaries()
    if path is None:
        pytest.skip("PostgreSQL is not installed")
    memory = Path("/dev/shm")
    directory = Path(
        tempfile.mkdtemp(
            prefix="scorer-postgresql-", dir=memory if os.access(memory, os.W_OK) else None
        )
    )
    data = directory / "data"
    run_by: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []} if USER else {}
    if USER:
        shutil.chown(directory, USER)
    make = [
        str(path / "initdb"),
        "-D",
        str(data),
        "-A",
        "trust",
        "-U",
        "scorer",
        "-E",
        "UTF8",
        "--locale=C",
        "-N",
    ]
    subprocess.run(make, check=True, capture_output=True, **run_by)
    start = [
        "setpriv",
        "--pdeathsig",
        "INT",
        str(path / "postgres"),
        "-D",
        str(data),
        "-k",
        str(directory),
    ]
    start += [word for each in SETTINGS.split() for word in ("-c", each)]
    with (directory / "log").open("wb") as log:
        process = subprocess.Popen(start, stderr=log, cwd="/", **run_by)

    def stop() -> None:
        process.send_signal(signal.SIGINT)  # without waiting for those who are connected
        process.wait(30)
        shutil.rmtree(directory, ignore_errors=True)

    atexit.register(stop)
    while (
        not (directory / ".s.PGSQL.5432").exists()
        or b"ready to accept" not in (directory / "log").read_bytes()
    ):
        assert process.poll() is None, (directory / "log").read_text()
    return URL.create(
        "postgresql+psycopg", "scorer", database="postgres", query={"host": str(directory)}
    )


@cache
def _administration() -> Engine:
    return create_engine(server(), isolation_level="AUTOCOMMIT")


def run(sql: str) -> None:
    with _administration().connect() as db:
        db.exec_driver_sql(sql)


_NUMBERS = count(1)


def new_name() -> str:
    return f"new_{next(_NUMBERS)}"


def new_database(name: str, template: str = "template0") -> URL:
    """Make a database as a copy of another, to which nobody is connected."""
    run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    return server().set(database=name)


@cache
def empty() -> str:
    """The name of a database of the newest version with nothing in it."""
    engine = _engine(new_database("empty"))
    storage.migrate(engine)
    engine.dispose()
    return "empty"


def _name(path: str) -> str:
    return f"book_{hashlib.sha256(path.encode()).hexdigest()[:16]}"


def instead_of(path: str, template: str | None = None) -> URL:
    """Return the database that stands for the file at *path*,
    made as a copy of *template* if it is not there.
    """
    name = _name(path)
    if name not in _made:
        new_database(name, template or empty())
        _made[name] = Path(path)
    return server().set(database=name)


def copied(engine: Engine, path: Path) -> None:
    """Copy the book of an engine, which nobody has open, to that which stands for *path*."""
    instead_of(str(path), engine.url.database)


_engine = storage._engine


def _engine_instead(url: URL) -> Engine:
    engine = _engine(
        instead_of(url.database) if url.get_backend_name() == "sqlite" and url.database else url
    )
    _opened.append(engine)
    return engine


def use() -> None:
    """Let every book of this process be in PostgreSQL,
    where no file has to be whole before it gets its name.
    """
    storage._engine = _engine_instead
    on_disk._make_book = lambda path, prepare: None


def drop_under(directory: Path) -> None:
    dropped = [name for name, path in _made.items() if path.is_relative_to(directory)]
    for engine in [engine for engine in _opened if engine.url.database in dropped]:
        engine.dispose()  # a connection that is still open when it is deleted would warn
        _opened.remove(engine)
    for name in dropped:
        run(f"DROP DATABASE {name} WITH (FORCE)")
        del _made[name]


def address(url: URL | str) -> str:
    """Return an address with its password, as a command takes it."""
    return make_url(url).render_as_string(hide_password=False)


def unguard(db: Connection) -> None:
    """Let a transaction change what triggers refuse."""
    db.exec_driver_sql("SET LOCAL session_replication_role = replica")


def guard(db: Connection) -> None:
    db.exec_driver_sql("SET LOCAL session_replication_role = origin")
