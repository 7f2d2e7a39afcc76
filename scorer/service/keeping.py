"""The book on disk, for its owner alone: data directory, cookie key, a note of its last check;
copies and backups.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from urllib.request import Request, urlopen

from sqlalchemy import Connection, Engine, Table, func, select
from sqlalchemy.exc import SQLAlchemyError

from ..resources import Location
from ..storage import connecting, copies, erasures, generations
from ..storage import engine as storage
from ..storage import schema as s
from ..storage.connecting import Misplaced, Unusable
from ..table.entering import NotAllowed, refuse_if
from ..table.times import when
from .club.audit.database_faults import reading_damaged
from .club.audit.faults import Fault
from .club.audit.losses import (
    Kept,
    common_generation,
    generation_at,
    generations_of,
    missing_entries,
    where_books_end,
)
from .club.audit.verification import Progress, how_many_entries, verify
from .files import failure_words, give_to_owner, naming, open_private, publish, write_whole
from .parties import Parties

__all__ = ["Misplaced", "Unusable"]

BOOK = "book.sqlite"

KEY = "secret-key"

NOTE = "last-verified.json"
"""The file that says where each club's book ended when `verify` or `backup` last found no fault."""

ADDRESS = "address"
"""The file that says at which address the book was last served,
so that other commands print whole links.
"""

_NEW = f"{BOOK}.new-"
"""How the name of a book begins while it is made."""

_KILLED_BY_NOW = 60
"""Seconds without a change after which the start that makes a book was killed; one takes two."""

FILES = (BOOK, f"{BOOK}-wal", f"{BOOK}-shm", KEY, NOTE, ADDRESS)

_LOG = logging.getLogger(__name__)


def data_directory(asked: Path | None) -> Path:
    """Return the data directory, created if missing:
    *asked*, or the user's data directory of the system.
    """
    path = _directory(asked)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def _directory(asked: Path | None) -> Path:
    default = (
        Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "piquet-scorer"
    )
    return asked or default


Announce = Callable[[str], None]
"""What prints a line for the person who starts the program."""


def open_parties(data: Path, database: str = "", *, announce: Announce | None = None) -> Parties:
    """Open or create the database in *data*, or open that on a server.

    `Unusable`, if it is empty, damaged, foreign or newer, or cannot be reached. One of an older
    version is refused too, unless somebody can be told: then it is backed up and migrated, and
    both are *announced*.
    """
    engine = _open_engine(data, database, announce)
    _make_private(data)
    try:
        erasures.rewrite_file(engine)
        missing = missing_since(data, engine)
    except BaseException:
        engine.dispose()
        raise
    for fault in missing:
        engine.dispose()
        raise NotAllowed(f"Club {fault.club}: {fault.what}")
    return Parties(engine, lambda: datetime.now(UTC))


def _open_engine(data: Path, database: str, announce: Announce | None) -> Engine:
    is_older = announce is not None and _copied_as_older(data, database, announce)
    if database:
        engine = connecting.connect_server(database, older=is_older)
    else:
        engine = _connect_file(data, older=is_older)
    try:
        storage.prepare(engine)
    except BaseException:
        engine.dispose()
        raise
    if announce is not None and is_older:
        announce(
            f"It was migrated to version {storage.newest_version()}. The earlier scorer can "
            f"restore the backup."
        )
    return engine


def _connect_file(
    data: Path, *, older: bool = False, prepare: Callable[[Engine], None] = storage.prepare
) -> Engine:
    """Return an engine for the file in *data*, made and prepared if it is not there."""
    path = data / BOOK
    if path.exists():
        connecting.refuse_unusable(path, older=older)
    else:
        _make_book(path, prepare)
    _make_private(data)
    return storage.connect(storage.file_address(path))


def _copied_as_older(data: Path, database: str, announce: Announce) -> bool:
    """Back up a book of an older version into a file in *data*, or return that it is none;
    `Unusable` if that fails.
    """
    if not database and not (data / BOOK).exists():
        return False
    if database:
        source = connecting.connect_server(database, older=True)
    else:
        # only read, so that it stays as it is if it cannot be backed up
        source = connecting.open_to_read(data / BOOK, older=True)
    try:
        if not older_version(source):
            return False
        _copy_before(source, data, announce)
        return True
    finally:
        source.dispose()


def _copy_before(source: Engine, data: Path, announce: Announce) -> None:
    """Back up a book of an older version whole, or not at all."""
    name = book_name(source)
    version = storage.version_of(source)
    path = data / f"book-before-{storage.newest_version()}-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite"
    made = path.with_name(
        f"{path.name}.{os.getpid()}"
    )  # another process may make one at the same time
    try:
        _copy_with_key(source, made, data)
        if not _is_older(made):
            return  # another process has migrated the book meanwhile, and backed it up before
        publish(made, path)
    except (OSError, SQLAlchemyError) as error:
        why = failure_words(error, path) if isinstance(error, OSError) else f"{path}: {error}."
        what = (
            f"{name} is backed up before it is migrated, and the backup failed. Nothing was "
            f"changed."
        )
        raise Unusable(f"{what} {why}") from None
    finally:
        _remove(made)
    announce(f"{name} is of an older version of scorer ({version}). It was backed up to {path}.")


def _is_older(path: Path) -> bool:
    return connecting.refuse_unusable(path, older=True) != storage.newest_version()


def _make_book(path: Path, prepare: Callable[[Engine], None]) -> None:
    """Make a book under another name first:
    a start that is killed then leaves none that all commands refuse.
    """
    for each in path.parent.glob(f"{_NEW}*"):
        with suppress(FileNotFoundError):
            if each.stat().st_mtime < time.time() - _KILLED_BY_NOW:
                each.unlink()
    made = path.with_name(f"{_NEW}{os.getpid()}")
    try:
        engine = storage.connect(storage.file_address(made))
        prepare(engine)
        engine.dispose()
        give_to_owner(made)
        publish(made, path)
    finally:
        for each in path.parent.glob(f"{made.name}*"):
            each.unlink(missing_ok=True)


def open_book(where: Location) -> Parties:
    data = data_directory(where.data) if where.database else _with_book(where.data)
    return open_parties(data, where.database)


def make_target(where: Location) -> Engine:
    """Return a database for a copy: made without a row, unless it is there."""
    data = data_directory(where.data)
    if where.database:
        engine = connecting.connect_server(where.database)
        storage.make_empty(engine)
        return engine
    return _connect_file(data, prepare=storage.make_empty)


def open_to_read(where: Location, *, older: bool = False) -> Parties:
    """Open an existing database without changing anything;
    `Unusable` if older, unless *older* allows it.
    """
    if where.database:
        engine = connecting.connect_server(where.database, to_read=True, older=older)
    else:
        engine = connecting.open_to_read(_with_book(where.data) / BOOK, older=older)
    return Parties(engine, lambda: datetime.now(UTC))


def _with_book(asked: Path | None) -> Path:
    data = _directory(asked)
    if not (data / BOOK).is_file():
        raise Misplaced(f"there is no book in {data}", "Start one with scorer serve, or use --data")
    return data


def location_name(where: Location) -> str:
    """Return what a book is called before it is open:
    its path, or its database without user and password.
    """
    if where.database:
        return connecting.address_words(where.database)
    return str(_directory(where.data) / BOOK)


def book_name(engine: Engine) -> str:
    """Return the path of a book's file, or what its database on a server is called."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    return connecting.server_name(engine.url)


def _make_private(data: Path) -> None:
    """Make the directory and its files private to their owner;
    a shared (sticky) directory is left alone.
    """
    for path in (data, *(data / name for name in FILES)):
        with suppress(FileNotFoundError, PermissionError):
            mode = path.stat().st_mode
            if mode & 0o077 and not mode & stat.S_ISVTX:
                path.chmod(stat.S_IMODE(mode) & 0o700)


def missing_since(data: Path, engine: Engine) -> list[Fault]:
    path = _note_of(data, engine)
    at, before = _read_note(path)
    if not before:
        return []
    with reading_damaged(engine) as db:
        kept = Kept(
            f"since it was verified on {when(at)}",
            generation=generation_at(db, at),
            advice=f"{connecting.RESTORE}; or, if this is the book you want, remove {path}.",
            if_restored=f"If this is the book you want, remove {path}.",
        )
        return [*missing_entries(db, before, kept)]


def note_good(data: Path, engine: Engine, ends: Mapping[str, tuple[int, str]]) -> None:
    """Write down where the verified books end, for `missing_since`:
    by club, how many entries and the last digest.
    """
    path = _note_of(data, engine)
    _, before = _read_note(path)
    clubs = {**before, **ends}
    note = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "clubs": clubs}
    write_whole(path, json.dumps(note, indent=1).encode())


def note_or_warn(data: Path, engine: Engine, ends: Mapping[str, tuple[int, str]]) -> None:
    """Do `note_good`; it is a warning if that cannot be written."""
    try:
        note_good(data, engine, ends)
    except OSError as error:
        _LOG.warning("this run could not be noted: %s", failure_words(error))


def _note_of(data: Path, engine: Engine) -> Path:
    """Return the path of the note about a book; each database of a server has its own."""
    if engine.dialect.name == "sqlite":
        return data / NOTE
    return (data / NOTE).with_stem(
        re.sub(r"\W+", "-", f"last-verified {connecting.server_name(engine.url)}")
    )


def _read_note(path: Path) -> tuple[str, dict[str, tuple[int, str]]]:
    """Return when a book was verified and where each ledger ended; nothing, with a warning, if that
    is not readable.

    The note only helps to find a loss. A book is served and copied without it.
    """
    try:
        note = json.loads(path.read_bytes())
        return str(note["at"]), {
            str(code): (int(last), str(digest)) for code, (last, digest) in note["clubs"].items()
        }
    except FileNotFoundError:
        return "", {}
    except OSError as error:
        why = error.strerror or "it cannot be read"
    except (ValueError, KeyError, TypeError, AttributeError):
        why = "it is damaged"
    _LOG.warning(
        "%s: %s. Whether entries were lost since the last check is not known. "
        "Remove it, then run scorer book verify to write it again.",
        path,
        why,
    )
    return "", {}


LEAST_ROOM = 16 * 1024 * 1024
"""Bytes on the disk of a book, under which it is not ready to take more."""


def why_not_ready(engine: Engine) -> str:
    """Return in one word why nothing can be recorded: `database`, `schema` or `disk`;
    empty if something can.
    """
    try:
        with storage.reading(engine) as db:
            if not storage.is_newest(db):
                return "schema"
            on_server = engine.dialect.name == "postgresql"
            if on_server and db.exec_driver_sql("SHOW transaction_read_only").scalar_one() == "on":
                return "database"  # as on a standby
    except SQLAlchemyError:
        return "database"
    if not on_server:
        path = Path(engine.url.database or BOOK)
        if not os.access(path, os.W_OK) or shutil.disk_usage(path).free < LEAST_ROOM:
            return "disk"
    return ""


def how_much(engine: Engine) -> tuple[int, int]:
    """Return how many statements and entries a book has; both are only ever added."""
    with storage.reading(engine) as db:
        return _last_id(db, s.statement), _last_id(db, s.entry)


def _last_id(db: Connection, table: Table) -> int:
    """Return the id of the last row of a table, from 1; 0 for none."""
    return db.execute(select(func.max(table.c.id))).scalar_one() or 0


# Heads: where each book ended, kept in a second place


LONGEST_WAIT = 30
"""Seconds to wait for the server that takes heads."""


def heads(engine: Engine, at: str) -> list[str]:
    """Return a line for each club: the time, its code,
    the number and the digest of its last entry.
    """
    return [
        f"{at} {code} {number} {digest}"
        for code, (number, digest) in where_books_end(engine).items()
    ]


def send_heads(lines: Sequence[str], target: str) -> None:
    """Append lines to a file, or post them to an address as plain text; `OSError` if that fails."""
    text = "".join(f"{line}\n" for line in lines).encode()
    if target.startswith(("http://", "https://")):
        sent = Request(target, text, {"Content-Type": "text/plain; charset=utf-8"})
        with urlopen(sent, timeout=LONGEST_WAIT):
            return
    with Path(target).open("ab") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def missing_heads(engine: Engine, lines: str, file: str) -> Iterator[Fault]:
    """Yield which heads in the *lines* of a file, as `heads` wrote them, are not in the books;
    `Unusable` if they cannot be read.
    """
    with reading_damaged(engine) as db:
        for line, text in enumerate(lines.splitlines(), 1):
            words = _HEAD.fullmatch(text.strip())
            if words is None:
                raise Unusable(f"{file}:{line}:1: this line was not written by scorer book heads")
            at, code, number, digest = words.groups()
            since = f"since its head was kept on {when(at)} ({file}, line {line})"
            kept = Kept(since, generation=generation_at(db, at))
            yield from missing_entries(db, {code: (int(number), digest)}, kept)


_HEAD = re.compile(
    r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00) (\w{1,10}) (\d{1,9}) ((?:\w+:)?[0-9a-f]{64,})",
    re.ASCII,
)


def secret_key(data: Path) -> bytes:
    """Return the key that signs cookies, created once per data directory."""
    path = data / KEY
    try:
        with naming(path), open_private(path, os.O_EXCL) as file:
            file.write(secrets.token_bytes(32))
        give_to_owner(path)
    except FileExistsError:
        pass
    for _ in range(100):  # another process may be writing it
        if key := path.read_bytes():
            return key
        time.sleep(0.01)
    # The start that made it was killed before it wrote anything, so nothing was ever signed with
    # it.
    write_whole(path, secrets.token_bytes(32))
    return path.read_bytes()


def note_address(data: Path, base: str) -> None:
    """Write down at which address the book is served; it is a warning if that cannot be written."""
    if noted_address(data) == base:
        return
    try:
        write_whole(data / ADDRESS, base.encode())
    except OSError as error:
        _LOG.warning("other commands need --url to print whole links: %s", failure_words(error))


def noted_address(data: Path) -> str:
    """Return the address at which the book was last served; empty if that is not known."""
    try:
        return (data / ADDRESS).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


class Copied(NamedTuple):
    rows: int
    entries: int


def copy_book(source: Engine, target: Engine, progress: Progress = lambda _: None) -> Copied:
    """Copy a book into a database without rows, all or nothing, and prove that the copy is the
    same.

    Every table has as many rows, with the same digest, and the copy is verified.
    """
    name = book_name(target)
    with storage.reading(source) as old, storage.writing(target) as new:
        is_empty = all(
            new.execute(select(table).limit(1)).first() is None
            for table in s.metadata.sorted_tables
        )
        refuse_if(
            not is_empty, f"{name} is not empty. A book is only copied into an empty database."
        )
        copies.copy_rows(old, new)
        for fault in verify(new, progress=progress):
            raise NotAllowed(
                f"The copy has a fault: {fault.what}. Nothing was copied; run scorer book "
                f"verify on it."
            )
        there = copies.digests(new)
        here = copies.digests(old)
        unlike = [table for table, found in here.items() if there[table] != found]
        if unlike:
            raise NotAllowed(f"The copy differs in {', '.join(unlike)}. Nothing was copied.")
    entries, _ = here["entry"]
    return Copied(sum(rows for rows, _ in here.values()), entries)


# Backups


def back_up(
    engine: Engine,
    path: Path,
    data: Path,
    *,
    since: Path | None = None,
    progress: Progress = lambda _: None,
) -> list[Fault]:
    """Back up a book and the cookie key in *data* into a new file, verify the backup, and return
    its faults.

    A damaged backup is better than none. It is a fault too if *since*, an earlier backup, has
    entries that are missing. Of a book of an older version only the file is checked.
    """
    refuse_if(path.exists(), f"{path} exists. A backup never replaces a file: choose another name.")
    unfinished = path.with_name(f"{path.name}.unfinished")
    _remove(unfinished)  # of a backup that was killed
    try:
        _copy_with_key(engine, unfinished, data)
        copy = connecting.open_to_read(unfinished, older=True)
        try:
            faults = [*_lost(copy, since), *verify(copy, progress=progress)]
        finally:
            copy.dispose()
        unfinished.rename(path)
        return faults
    finally:
        _remove(unfinished)


def _copy_with_key(engine: Engine, path: Path, data: Path) -> None:
    """Copy a book and the cookie key in *data* into a new file for its owner alone."""
    path.touch(mode=0o600)  # it holds the cookie key, and the hashes of links and passwords
    if engine.dialect.name == "sqlite":
        copies.copy_to(engine, path)
    else:
        copies.copy_to_file(engine, path)
    key = _key_to_copy(data / KEY)
    if key:
        copies.add_key(path, key)
    _sync(path)
    give_to_owner(path)


def older_version(engine: Engine) -> str:
    """Return the version of a book if it is older than this program;
    empty of one that is not, or has none yet.
    """
    version = storage.version_of(engine)
    return "" if version == storage.newest_version() else version


def _remove(unfinished: Path) -> None:
    """Remove a database that was not finished, and what SQLite writes beside one."""
    for suffix in ("", "-journal", "-wal", "-shm"):
        unfinished.with_name(unfinished.name + suffix).unlink(missing_ok=True)


def _key_to_copy(path: Path) -> bytes:
    """Return the key that signs cookies; nothing, with a warning, if it is not readable.

    A backup without the key is better than none.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        why = failure_words(error)
        _LOG.warning("the backup has no key, so phones must sign in again after a restore: %s", why)
        return b""


def _sync(path: Path) -> None:
    # Windows refuses this for a file that is only read
    with naming(path), path.open("r+b") as file:
        os.fsync(file.fileno())


def _lost(engine: Engine, since: Path | None) -> list[Fault]:
    """Return what an earlier backup has and a book lacks;
    nothing if that backup is of an older version.
    """
    if since is None:
        return []
    try:
        earlier = connecting.open_to_read(since)
    except connecting.Unusable:
        return []
    ends = where_books_end(earlier)
    generation = common_generation(generations_of(earlier), generations_of(engine))
    earlier.dispose()
    kept = Kept(
        f"since {since}",
        generation=generation,
        advice="Restore that; or, if this is the book you want, move that backup away.",
        if_restored=f"If this is the book you want, move {since} away.",
    )
    with reading_damaged(engine) as db:
        return [*missing_entries(db, ends, kept)]


NAMES = "book-????????-??????.sqlite"
"""Backups whose number is limited."""


def next_name(directory: Path, now: datetime) -> Path:
    return directory / f"book-{now:%Y%m%d-%H%M%S}.sqlite"


def newest(directory: Path) -> Path | None:
    return max(directory.glob(NAMES), default=None)


def remove_old(directory: Path, keep: int) -> int:
    """Remove all but the newest backups of a directory and return how many were removed."""
    old = sorted(directory.glob(NAMES))[:-keep]
    for each in old:
        each.unlink()
    return len(old)


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored book; `migrated` is the older version of its backup,
    empty if that was of the newest.
    """

    name: str
    entries: int
    has_key: bool
    faults: list[Fault]
    generation: int
    migrated: str


def restore(backup: Path, where: Location) -> Restored:
    """Copy a backup to where there is no book, migrate the copy, begin its next generation and
    verify it.

    Phones go on with the cookies that they have, if the backup has the key. A damaged book in a
    directory is better than none; into a database on a server it is not copied.
    """
    version = connecting.refuse_unusable(backup, older=True)
    data = data_directory(where.data)
    path = data / BOOK
    key_path = data / KEY
    for each in (path, key_path):
        refuse_if(
            each.exists(),
            f"{each} exists. A restore never replaces a book: choose a new directory.",
        )
    unfinished = data / f"{BOOK}.unfinished"
    unfinished.touch(mode=0o600)
    try:
        key = copies.copy_without_key(backup, unfinished)
        _begin_generation(unfinished, backup)
        if key:
            write_whole(key_path, key)
        if where.database:
            _move_to_server(unfinished, where)
        else:
            _sync(unfinished)
            give_to_owner(unfinished)
            unfinished.rename(path)
    except BaseException:
        key_path.unlink(missing_ok=True)  # so that the next try finds a new directory again
        raise
    finally:
        _remove(unfinished)
    engine = open_parties(data, where.database).engine
    try:
        faults = list(verify(engine))
        if not faults:
            note_or_warn(data, engine, where_books_end(engine))
        return Restored(
            name=book_name(engine),
            entries=how_many_entries(engine),
            has_key=bool(key),
            faults=faults,
            generation=len(generations_of(engine)),
            migrated="" if version == storage.newest_version() else version,
        )
    finally:
        engine.dispose()


def _begin_generation(path: Path, backup: Path) -> None:
    """Migrate the copy of a backup and begin its next generation;
    the file has no log afterwards.
    """
    engine = storage.connect(storage.file_address(path))
    try:
        storage.prepare(engine)
        with storage.writing(engine) as db:
            generations.begin(db, at=datetime.now(UTC).isoformat(timespec="seconds"))
        copies.make_one_file(engine)
    except storage.DiskFull:
        raise copies.no_room(path, backup) from None
    except storage.Unavailable as error:
        advice = (
            "Check that the disk has room and that this account may write there, or choose "
            "another disk."
        )
        raise Unusable(f"{path.parent}: {error}. {advice}") from None
    except SQLAlchemyError as error:
        why = getattr(error, "orig", None) or error
        raise Unusable(f"{backup} cannot be restored: {why}. Use another backup.") from None
    finally:
        engine.dispose()


def _move_to_server(file: Path, where: Location) -> None:
    source = storage.connect(storage.file_address(file))
    target = make_target(where)
    try:
        copy_book(source, target)
    finally:
        source.dispose()
        target.dispose()
