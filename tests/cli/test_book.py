"""The commands of the book: as a terminal and a script see them."""

import gzip
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import Mock

import pytest

from scorer.cli.club import NO_ADDRESS
from scorer.ledger import chain
from scorer.ledger.chain import short
from scorer.rules.presets import PORTLAND
from scorer.service.club.audit.verification import verify
from scorer.service.club.services import club_services
from scorer.service.club.transfer.rehearsal import rehearse
from scorer.service.keeping import (
    BOOK,
    KEY,
    NOTE,
    back_up,
    data_directory,
    note_address,
    open_parties,
    secret_key,
)
from scorer.service.parties import Recorded
from scorer.web import create_app
from scorer.web.address import HERE_ONLY
from scorer.web.serve import application
from tests import postgresql, there
from tests.cli.conftest import fails, printed, scorer
from tests.rows import each_row
from tests.service.club.running_club import new_club
from tests.service.club.test_kept_books import KEPT, VERSIONS
from tests.web.conftest import KEY as COOKIE_KEY
from tests.web.conftest import Phone


@pytest.fixture(autouse=True)
def nothing_is_served(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail if a book is served that must be refused; set back what serving sets for its process."""

    def served(*_args: object, **_options: object) -> None:
        raise AssertionError("this book is served")

    monkeypatch.setattr("scorer.web.serve.create_server", served)
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("rehearsed") / "book"
    made = printed("book", "rehearse", "--data", data, "--members", 6, "--parties", 30)
    assert re.match(r"30 parties between 6 members in [\d.]+ s", made)
    assert re.search(r"the code \w{6}; Ann directs it with the password [\w-]{32}", made)
    return data


@pytest.fixture
def book(rehearsed: Path, tmp_path: Path) -> Path:
    (tmp_path / "book").mkdir()
    shutil.copy(rehearsed / BOOK, tmp_path / "book" / BOOK)
    return tmp_path / "book"


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """The directory of a book with nothing in it, as serving makes it."""
    application(data := data_directory(tmp_path / "new"), HERE_ONLY)
    return data


def change(path: Path, *statements: str) -> None:
    """Change a database past its triggers, which it has again afterwards."""
    with closing(sqlite3.connect(path)) as db:
        triggers = db.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for each in (
            *(f"DROP TRIGGER {name}" for name, _ in triggers),
            *statements,
            *(sql for _, sql in triggers),
        ):
            db.execute(each)
        db.commit()


def damage(data: Path) -> None:
    change(data / BOOK, "UPDATE entry SET text = replace(text, 'and', 'und') WHERE number = 20")


def cut(data: Path) -> None:
    last = "(SELECT max(id) FROM entry)"
    change(
        data / BOOK,
        f"DELETE FROM posting WHERE entry_id = {last}",
        f"DELETE FROM entry WHERE id = {last}",
    )


def another_club(data: Path) -> str:
    turf = new_club(data)
    turf.parties.engine.dispose()
    return turf.club.code


def test_the_usual_directory_is_that_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_directory(None) == tmp_path / ".local" / "share" / "piquet-scorer"


class TestRehearse:
    def test_nothing_is_in_the_future_and_the_same_seed_plays_alike(
        self, rehearsed: Path, tmp_path: Path
    ) -> None:
        with closing(sqlite3.connect(rehearsed / BOOK)) as db:
            times = [
                json.loads(text)["at"]
                for (text,) in db.execute("SELECT text FROM entry ORDER BY number")
            ]
        times.append(datetime.now(UTC).isoformat(timespec="seconds"))
        assert times == sorted(times)
        done: list[int] = []
        rehearse(tmp_path / "again", members=6, parties=30, progress=done.append)
        assert sum(done) == 30
        same = [
            json.loads(printed("club", "standings", "--data", each, "--json"))
            for each in (rehearsed, tmp_path / "again")
        ]
        assert same[0].pop("club") != same[1].pop("club")
        assert same[0] == same[1]
        assert [row["balance"] for row in same[0]["rows"]] == [1657, 65, -38, -399, -637, -648]


class TestStandings:
    def test_an_entry_that_cannot_be_read(self, book: Path) -> None:
        change(book / BOOK, "UPDATE entry SET text = replace(text, 'members', 'numbers')")
        says = fails(
            "club",
            "export",
            "--format",
            "json",
            "--output",
            book / "all.json",
            "--data",
            book,
            status=2,
        )
        assert says.startswith(
            "scorer club export: the book is damaged, and scorer book verify says where: "
        )

    def test_one_of_several_clubs_is_named_and_each_is_listed_with_its_own_numbers(
        self, book: Path
    ) -> None:
        code = another_club(book)
        several = rf"name one with --club: \w{{6}} \(Rehearsal\), {code} \(Turf Club\)"
        assert re.search(several, fails("club", "standings", "--data", book))
        for named, says in (
            (code.lower(), "Turf Club has no season yet"),
            ("222222", "no club has the code 222222"),
        ):
            assert says in fails("club", "standings", "--data", book, "--club", named)
        rehearsed, turf = json.loads(printed("club", "list", "--json", "--data", book))
        assert rehearsed["club_name"] == "Rehearsal"
        assert rehearsed["members"] == 6
        assert rehearsed["seasons"] == 1
        assert turf["club"] == code
        assert turf["club_name"] == "Turf Club"
        assert turf["members"] == 0
        assert turf["seasons"] == 0
        assert rehearsed["entries"] > 30 > turf["entries"] > 0
        shown = [line.split()[:2] for line in printed("club", "list", "--data", book).splitlines()]
        assert shown == [["Code", "Name"], [rehearsed["club"], "Rehearsal"], [code, "Turf"]]

    def test_a_book_that_lacks_a_table_cannot_be_used(self, book: Path) -> None:
        with closing(sqlite3.connect(book / BOOK)) as db:
            db.execute("ALTER TABLE setting RENAME TO gone")
        lacks = f"scorer club standings: {book / BOOK} cannot be used: no such table: setting\n"
        assert fails("club", "standings", "--data", book, status=2) == lacks

    def test_a_season_without_members_says_that_none_are_entered(self, tmp_path: Path) -> None:
        (club := new_club(tmp_path)).season()
        club.engine.dispose()
        lines = printed("club", "standings", "--data", tmp_path).splitlines()
        assert lines[1][:12] == "    Parties "
        assert lines[3:] == ["No members are entered yet."]


class TestVerify:
    def test_what_was_changed_is_named_with_its_entry_and_another_club_is_sound(
        self, book: Path
    ) -> None:
        damage(book)
        done = scorer("book", "verify", "--data", book)
        assert done.exit_code == 1
        assert ("one thing is wrong" in done.stdout) is True
        changed = "entry 20 was changed: its text does not match its digest"
        assert re.fullmatch(rf"{book / BOOK}: club \w{{6}}: {changed}\n", done.stderr)
        (fault,) = json.loads(scorer("book", "verify", "--json", "--data", book).stdout)["faults"]
        assert fault.keys() == {"club", "entry", "what"}
        assert fault["entry"] == 20
        assert fault["what"] == changed
        assert printed("book", "verify", "--data", book, "--club", another_club(book)).startswith(
            "2 entries in "
        )

    def test_a_receipt_of_a_partie_whose_record_was_changed(self, book: Path) -> None:
        with closing(sqlite3.connect(book / BOOK)) as db:
            number, digest = db.execute(
                "SELECT number, digest FROM entry ORDER BY number DESC"
            ).fetchone()
        change(
            book / BOOK,
            "UPDATE statement SET text = 'scores 1 2' WHERE id = (SELECT max(id) FROM statement)",
        )
        done = scorer("book", "verify", chain.receipt(number, 0, digest), "--data", book)
        differs = (
            r"sqlite: club \w{6}: entry 45: statement 1 of deal \d of partie \w{6} differs from"
        )
        assert done.exit_code == 1
        assert ("as it was posted" in done.stdout) is False
        assert re.search(differs, done.stderr)


def replaced(path: Path, *statements: str) -> None:
    path.unlink()
    change(path, *statements)


FOREIGN = (
    "CREATE TABLE alembic_version (version_num)",
    "INSERT INTO alembic_version VALUES ('0001')",
)
"""Another program's database, which counts its versions as this one does."""


def with_a_damaged_schema(path: Path) -> None:
    """Flip a bit of every table's name where the schema says what it is."""
    path.write_bytes(
        re.sub(rb"(?<=tablecredential)credential", b"\xe3redential", path.read_bytes())
    )


Spoil = Callable[[Path], object]
UNUSABLE: dict[str, tuple[Spoil, str]] = {
    "empty": (lambda path: path.write_bytes(b""), "is empty."),
    "killed while it was made": (
        lambda path: replaced(path, "PRAGMA journal_mode = WAL"),
        "is empty.",
    ),
    "half a file": (
        lambda path: path.write_bytes(path.read_bytes()[:40_000]),
        "Replace it with your last backup.",
    ),
    "a text": (lambda path: path.write_text("no database " * 99), "file is not a database."),
    "foreign": (lambda path: replaced(path, *FOREIGN), "the database of another program."),
    "newer": (
        lambda path: change(path, "UPDATE alembic_version SET version_num = '9999'"),
        "newer version of scorer.",
    ),
    "a damaged schema": (with_a_damaged_schema, "Replace it with your last backup."),
}
"""What spoils a file, and the error."""


NEEDED = {"book backup": ("/dev/null",), "club link": ("ABCDEF",)}
"""The arguments of a command besides the book: a file that exists, a partie that does not."""


class TestUnusable:
    @pytest.mark.parametrize(("spoil", "says"), UNUSABLE.values(), ids=UNUSABLE)
    def test_it_is_refused_with_what_to_do_and_left_as_it_is(
        self, book: Path, spoil: Spoil, says: str
    ) -> None:
        spoil(book / BOOK)
        left = (book / BOOK).read_bytes()
        for command in ("book verify", "book backup", "serve", "club link", "club standings"):
            done = scorer(*command.split(), *NEEDED.get(command, ()), "--data", book)
            assert done.exit_code == 2
            assert done.stdout == ""
            assert re.fullmatch(
                f"scorer {command}: {book / BOOK} .*{re.escape(says)}.*\n", done.stderr
            )
            assert (book / BOOK).read_bytes() == left

    def test_a_book_that_is_locked_is_not_called_damaged(
        self, book: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with closing(sqlite3.connect(book / BOOK, isolation_level=None)) as other:
            monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0))
            other.execute("PRAGMA journal_mode = DELETE")
            other.execute("BEGIN EXCLUSIVE")
            says = fails("book", "verify", "--data", book, status=2)
        assert "cannot be opened: database is locked. Check whether another program uses it" in says
        assert "backup" not in says

    def test_only_serving_makes_a_book_in_a_directory_without_one(self, tmp_path: Path) -> None:
        data = tmp_path / "mistyped"
        for command in (
            "book verify",
            "club standings",
            "book backup copy",
            "club link ABCDEF",
            "club new",
            "club director A",
            "club export --format json",
            "club import parties.csv --season 1",
        ):
            words = command.split()
            advice = f"there is no book in {data}. Start one with scorer serve, or use --data"
            named = " ".join(words[:2])
            assert fails(*words, "--data", data, status=2) == f"scorer {named}: {advice}\n"
        assert not data.exists()
        application(data_directory(tmp_path / "new"), HERE_ONLY)
        assert (tmp_path / "new" / BOOK).exists()


SHRUNK = (
    r"the ledger has shrunk from 45 entries to 44 since it was verified on .* UTC\. Replace "
    r"it with your last"
)


class TestShrunken:
    """What was verified once is expected from then on."""

    def test_it_is_neither_verified_copied_nor_served_beside_its_note(
        self, book: Path, tmp_path: Path
    ) -> None:
        printed("book", "verify", "--data", book)
        cut(book)
        for _ in range(2):  # a run that found something is not noted
            assert re.search(
                rf"{BOOK}: club \w{{6}}: {SHRUNK}", fails("book", "verify", "--data", book)
            )
        assert re.search(SHRUNK, fails("book", "backup", tmp_path / "copy", "--data", book))
        assert not (tmp_path / "copy").exists()
        assert re.search(rf"scorer serve: Club \w{{6}}: {SHRUNK}", fails("serve", "--data", book))
        (book / NOTE).unlink()
        application(book, HERE_ONLY)
        assert "has shrunk" not in scorer("book", "verify", "--data", book).stderr

    @each_row
    def test_a_last_entry_with_another_digest(
        self, book: Path, tmp_path: Path, digest: str, says: str
    ) -> None:
        printed("book", "backup", tmp_path / "copy", "--data", book)
        change(book / BOOK, f"UPDATE entry SET digest = {digest} WHERE number = 45")
        assert says in fails("book", "verify", "--data", book)

    def test_a_book_that_grew_is_noted_and_an_empty_one_instead_has_shrunk(
        self, book: Path, new: Path
    ) -> None:
        printed("book", "verify", "--data", book)
        printed("book", "verify", "--data", book, "--club", another_club(book))
        assert sorted(
            count for count, _ in json.loads((book / NOTE).read_text())["clubs"].values()
        ) == [2, 45]
        shutil.copy(new / BOOK, book / BOOK)
        assert "has shrunk from 45 entries to 0" in fails("book", "verify", "--data", book)

    def test_a_damaged_note_is_a_warning_and_written_again(self, book: Path) -> None:
        (book / NOTE).write_text("{}")
        done = scorer("book", "verify", "--data", book)
        assert done.exit_code == 0
        assert (
            f"scorer book verify: warning: {book / NOTE}: it is damaged. Whether entries were lost"
            in done.stderr
        )
        assert json.loads((book / NOTE).read_text())["clubs"].keys() == {the_club(book)}

    def test_a_note_that_root_wrote_ends_neither_a_backup_nor_the_server(
        self, readable: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """The note is of a mode that nobody else may read, as a check that root ran left it."""
        (readable / NOTE).write_text("{}")
        (readable / NOTE).chmod(0)
        with without_rights():
            done = scorer("book", "backup", readable / "copy", "--data", readable)
            application(readable, HERE_ONLY)
        assert done.exit_code == 0
        assert (
            f"scorer book backup: warning: {readable / NOTE}: Permission denied. Whether"
            in done.stderr
        )
        assert f"{readable / NOTE}: Permission denied" in caplog.text

    def test_a_key_that_cannot_be_read_is_left_out_of_a_backup(self, readable: Path) -> None:
        (readable / KEY).write_bytes(b"k" * 32)
        (readable / KEY).chmod(0)
        with without_rights():
            done = scorer("book", "backup", readable / "copy", "--data", readable)
        assert done.exit_code == 0
        assert (
            f"phones must sign in again after a restore: {readable / KEY}: Permission denied"
            in done.stderr
        )


def the_club(data: Path) -> str:
    """The code of the only club of a book."""
    with closing(sqlite3.connect(data / BOOK)) as db:
        (code,) = db.execute("SELECT code FROM club").fetchone()
    return str(code)


@pytest.fixture
def readable(book: Path) -> Iterator[Path]:
    """The book of somebody without rights, where they may reach it."""
    with tempfile.TemporaryDirectory() as shelf:
        Path(shelf).chmod(0o755)
        data = Path(shelf, "book")
        shutil.copytree(book, data)
        for each in (data, data / BOOK):
            if not os.geteuid():
                os.chown(each, NOBODY, NOBODY)
        yield data


class TestOwners:
    """What root makes in the directory of a book belongs to the owner of the directory."""

    @pytest.fixture
    def given(self, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int, int]]:
        """The owner and group that each file is given, for a program that root runs."""
        owners = dict[str, tuple[int, int]]()
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        monkeypatch.setattr(
            os, "chown", lambda path, *owner: owners.update({Path(path).name: owner})
        )
        return owners

    def owner(self, data: Path) -> tuple[int, int]:
        found = data.stat()
        return found.st_uid, found.st_gid

    def test_the_note_of_a_check(self, book: Path, given: dict[str, tuple[int, int]]) -> None:
        printed("book", "verify", "--data", book)
        assert given == {f"{NOTE}.{os.getpid()}": self.owner(book)}

    def test_a_backup(self, book: Path, tmp_path: Path, given: dict[str, tuple[int, int]]) -> None:
        (backups := tmp_path / "backups").mkdir()
        printed("book", "backup", backups / "copy", "--data", book)
        assert given["copy.unfinished"] == self.owner(backups)

    def test_the_book_and_the_key_of_a_first_start(
        self, tmp_path: Path, given: dict[str, tuple[int, int]]
    ) -> None:
        application(tmp_path, HERE_ONLY)
        assert given == {
            f"{BOOK}.new-{os.getpid()}": self.owner(tmp_path),
            KEY: self.owner(tmp_path),
        }

    def test_a_restored_book_and_its_key(
        self, book: Path, tmp_path: Path, given: dict[str, tuple[int, int]]
    ) -> None:
        (book / KEY).write_bytes(b"k" * 32)
        printed("book", "backup", tmp_path / "copy", "--data", book)
        given.clear()
        (new := tmp_path / "new").mkdir()
        printed("book", "restore", tmp_path / "copy", "--data", new)
        assert given.keys() == {
            f"{BOOK}.unfinished",
            f"{KEY}.{os.getpid()}",
            f"{NOTE}.{os.getpid()}",
        }
        assert {*given.values()} == {self.owner(new)}


KILLED = """
import os, signal, sys
from pathlib import Path
import scorer.service.keeping as book
book.publish = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
book.open_parties(Path(sys.argv[1]))
"""


def test_a_first_start_that_was_killed_leaves_nothing_that_is_refused(tmp_path: Path) -> None:
    """The book was made and had no name yet; a start that comes later removes what is left and
    makes another.
    """
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert not (tmp_path / BOOK).exists()
    for left in tmp_path.glob(f"{BOOK}.new-*"):
        os.utime(left, (0, 0))
    application(tmp_path, HERE_ONLY).extensions["parties"].engine.dispose()
    assert {each.name for each in tmp_path.iterdir()} == {BOOK, KEY}


def test_a_key_that_a_killed_start_left_empty_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.service.keeping.time.sleep", lambda _: None)
    (tmp_path / KEY).touch()
    key = secret_key(tmp_path)
    assert len(key) == 32
    assert secret_key(tmp_path) == key


NOBODY = 65534


@contextmanager
def without_rights() -> Iterator[None]:
    """Act without the rights of the superuser, if these tests have them."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def on_a_shelf(book: Path) -> Iterator[Path]:
    """A copy of the book that anybody may read, and nobody change."""
    with tempfile.TemporaryDirectory() as shelf:
        data = Path(shelf, "book")
        data.mkdir()
        shutil.copy(book / BOOK, data / BOOK)
        (data / BOOK).chmod(0o444)
        data.chmod(0o555)
        Path(shelf).chmod(0o755)
        yield data
        data.chmod(0o755)


class TestHeads:
    """Where a book ended, kept in a second place,
    and what that says of a book that was cut or rewritten.
    """

    def test_each_is_in_the_book_until_it_is_cut_behind_it(
        self, book: Path, tmp_path: Path
    ) -> None:
        kept = tmp_path / "heads"
        for _ in range(2):
            head = printed("book", "heads", "--data", book, "--to", kept)
            assert len(head.split()) == 4
        assert kept.read_text("utf-8").splitlines(keepends=True)[1] == head
        printed("book", "verify", "--data", book, "--against", kept)
        (book / NOTE).unlink()
        cut(book)
        lost = (
            r"the ledger has shrunk from 45 entries to 44 since its head was kept on .* UTC "
            r"\(.*heads, line 2\)"
        )
        assert re.search(lost, fails("book", "verify", "--data", book, "--against", kept))
        with kept.open("a") as file:
            file.write("something else\n")
        unreadable = fails("book", "verify", "--data", book, "--against", kept, status=2)
        assert "heads:3:1: this line was not written by scorer book heads" in unreadable

    def test_they_are_posted_to_a_server(self, book: Path) -> None:
        taken: list[str] = []

        class Taking(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # the name is the library's
                taken.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
                self.send_response_only(204)
                self.end_headers()

        with HTTPServer(("127.0.0.1", 0), Taking) as server:
            Thread(target=server.handle_request).start()
            collector = f"http://127.0.0.1:{server.server_port}/heads"
            assert taken == [printed("book", "heads", "--data", book, "--to", collector)]
        assert fails("book", "heads", "--data", book, "--to", collector, status=2).startswith(
            f"scorer book heads: {collector}: "
        )

    def test_that_of_a_sheet_says_at_which_statement_it_was(self, book: Path) -> None:
        parties = open_parties(book)
        code = parties.open(["Ada", "Bea"], PORTLAND)[0].code
        heads = list[str]()
        for position, said in enumerate(("E point 5", "Y good")):
            done = parties.record(code, deal=0, position=position, said=said, form_key=said)
            assert isinstance(done, Recorded)
            heads.append(short(done.sheet.head))
        parties.engine.dispose()
        says = (
            f"was the head of partie {code} after statement 1 of deal 1.",
            f"is the head of partie {code}.",
        )
        for head, words in zip(heads, says, strict=True):
            assert (
                printed("book", "verify", f"{code}-{head}".lower(), "--data", book)
                == f"{head} {words}\n"
            )
        for wrong in (f"{code}-2222-2222", "222222-2222-2222"):
            fails("book", "verify", wrong, "--data", book)


class TestReadOnly:
    def test_it_can_be_verified_and_copied(self, on_a_shelf: Path) -> None:
        with tempfile.TemporaryDirectory() as elsewhere:
            Path(elsewhere).chmod(0o777)
            with without_rights():
                done = scorer("book", "verify", "--data", on_a_shelf)
                assert (
                    scorer("book", "backup", f"{elsewhere}/copy", "--data", on_a_shelf).exit_code
                    == 0
                )
        assert done.exit_code == 0
        assert done.stdout[:11] == "45 entries "
        assert re.fullmatch(
            rf"scorer book verify: warning: this run could not be noted: {on_a_shelf}/{NOTE}\.\d+: "
            rf"Permission denied\..*\n",
            done.stderr,
        )
        assert [each.name for each in on_a_shelf.iterdir()] == [BOOK]

    def test_an_unreadable_write_ahead_log_is_not_left_out_in_silence(
        self, on_a_shelf: Path
    ) -> None:
        on_a_shelf.chmod(0o755)
        (log := on_a_shelf / f"{BOOK}-wal").write_bytes(b"anything")
        log.chmod(0o444)
        on_a_shelf.chmod(0o555)
        with without_rights():
            assert "cannot be read here" in fails("book", "verify", "--data", on_a_shelf, status=2)

    def test_verifying_changes_nothing_of_a_book_in_use(self, book: Path) -> None:
        parties = open_parties(book)
        parties.open(("Ada", "Ben"), PORTLAND)
        before = [(book / name).read_bytes() for name in (BOOK, f"{BOOK}-wal")]
        printed("book", "verify", "--data", book)
        assert [(book / name).read_bytes() for name in (BOOK, f"{BOOK}-wal")] == before
        parties.engine.dispose()


def modes(data: Path) -> dict[str, str]:
    return {each.name: oct(stat.S_IMODE(each.stat().st_mode)) for each in data.iterdir()}


@pytest.mark.parametrize(
    "command", ["serve", "club new", "club link", "book verify", "book backup"]
)
def test_nobody_but_its_owner_can_read_the_book(book: Path, command: str) -> None:
    book.chmod(0o755)
    (book / BOOK).chmod(0o644)
    (book / "secret-key").write_bytes(b"x" * 32)
    if command == "serve":
        application(data_directory(book), HERE_ONLY)
    else:
        scorer(*command.split(), *NEEDED.get(command, ()), "--data", book)
    assert stat.S_IMODE(book.stat().st_mode) == 0o700 or command in ("book verify", "book backup")
    parties = open_parties(book)
    parties.open(("Ada", "Ben"), PORTLAND)
    assert modes(book).keys() >= {BOOK, f"{BOOK}-wal", f"{BOOK}-shm", "secret-key"}
    assert {*modes(book).values()} == {"0o600"}
    parties.engine.dispose()


def test_a_new_book_is_for_its_owner_alone(tmp_path: Path) -> None:
    os.umask(0o000)
    parties = open_parties(data_directory(tmp_path / "new"))
    parties.open(("Ada", "Ben"), PORTLAND)
    assert modes(tmp_path / "new") == dict.fromkeys((BOOK, f"{BOOK}-wal", f"{BOOK}-shm"), "0o600")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    parties.engine.dispose()


def test_what_else_is_written_while_serving_is_for_its_owner_alone(tmp_path: Path) -> None:
    (tmp_path / BOOK).touch()
    scorer("serve", "--data", tmp_path)
    assert os.umask(0o022) == 0o077


def test_a_shared_directory_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    open_parties(tmp_path).engine.dispose()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
    assert stat.S_IMODE((tmp_path / BOOK).stat().st_mode) == 0o600


class TestBackup:
    def test_the_copy_is_whole_and_for_its_owner_alone(self, book: Path, tmp_path: Path) -> None:
        """It is one file, and the standings in it are the same.
        What a killed backup left does not stop the next.
        """
        (tmp_path / "copy.unfinished").write_bytes(b"half a book" * 99)
        done = printed("book", "backup", tmp_path / "copy", "--data", book)
        assert re.fullmatch(
            rf"{tmp_path / 'copy'}: [\d.]+ MB, 45 entries, in [\d.]+ s: nothing is wrong\.\n", done
        )
        assert sorted(each.name for each in tmp_path.iterdir()) == ["book", "copy"]
        assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
        restored = tmp_path / "restored"
        assert printed("book", "restore", tmp_path / "copy", "--data", restored).splitlines() == [
            f"{restored / BOOK}: 45 entries: nothing is wrong.",
            "It is generation 2 of the book: phones notice that it was restored.",
            "It has no key that signs cookies: everyone must sign in or open their link again.",
        ]
        assert printed("club", "standings", "--data", restored) == printed(
            "club", "standings", "--data", book
        )
        assert {each.name for each in restored.iterdir()} == {BOOK, NOTE}

    def test_it_has_nothing_uncommitted_and_does_not_stop_a_writer(
        self, book: Path, tmp_path: Path
    ) -> None:
        engine = open_parties(book).engine
        with closing(sqlite3.connect(book / BOOK, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("UPDATE member SET name = 'Nobody'")
            assert back_up(engine, tmp_path / "copy", book) == []
            writer.execute("COMMIT")
        assert list(verify(engine)) != []
        engine.dispose()

    def test_it_needs_a_directory_which_may_be_on_a_disk_that_is_not_mounted(
        self, book: Path, tmp_path: Path
    ) -> None:
        nowhere = tmp_path / "nowhere"
        says = fails("book", "backup", nowhere / "copy", "--data", book, status=2)
        assert says == f"scorer book backup: {nowhere / 'copy'}: No such file or directory\n"
        says = fails("book", "backup", nowhere, "--keep", 2, "--data", book, status=2)
        assert (
            says
            == f"scorer book backup: {nowhere} is not a directory. Make it, or mount its disk\n"
        )
        assert not nowhere.exists()

    def test_a_full_disk_leaves_no_half_copy(self, book: Path, tmp_path: Path) -> None:
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
        try:
            says = fails("book", "backup", tmp_path / "copy", "--data", book, status=2)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert re.match(rf"scorer book backup: {tmp_path / 'copy'}: .*disk", says)
        assert [each.name for each in tmp_path.iterdir()] == ["book"]

    def test_a_damaged_book_is_copied_and_said_to_be_damaged(
        self, book: Path, tmp_path: Path
    ) -> None:
        damage(book)
        assert fails("book", "backup", tmp_path / "copy", "--data", book).startswith(
            f"{tmp_path / 'copy'}: "
        )
        assert (tmp_path / "copy").is_file()


class TestKeptBackups:
    def test_the_oldest_are_removed_when_a_new_one_is_verified(
        self, book: Path, tmp_path: Path
    ) -> None:
        """And nothing else in their directory."""
        (shelf := tmp_path / "shelf").mkdir()
        for night in ("20260901-031500", "20260902-031500", "20260903-031500", "of-2025"):
            (shelf / f"book-{night}.sqlite").touch()
        done = printed("book", "backup", shelf, "--keep", 2, "--data", book)
        assert done.splitlines()[1] == "2 older than the newest 2 removed."
        first, second, *others = sorted(each.name for each in shelf.iterdir())
        assert first == "book-20260903-031500.sqlite"
        assert others == ["book-of-2025.sqlite"]
        assert re.fullmatch(r"book-\d{8}-\d{6}\.sqlite", second)

    def test_none_is_removed_when_the_new_one_lacks_entries(
        self, book: Path, new: Path, tmp_path: Path
    ) -> None:
        """A new book in the place of the old one, as where a disk is not mounted;
        and a damaged one.
        """
        shelf = tmp_path / "shelf"
        last = "book-20260901-031500.sqlite"
        shelf.mkdir()
        printed("book", "backup", shelf / last, "--data", book)
        damage(book)
        for data, says in (
            (new, "has shrunk from 45 entries to 0 since"),
            (book, "entry 20 was changed"),
        ):
            assert says in fails("book", "backup", shelf, "--keep", 1, "--data", data)
            (faulty,) = (each for each in shelf.iterdir() if each.name != last)
            assert re.fullmatch(r"book-\d{8}-\d{6}\.faulty\.sqlite", faulty.name)
            faulty.unlink()


class OnAFullDisk(sqlite3.Connection):
    """A connection that cannot be copied, because there is no room for
    the copy beside its journal.
    """

    def backup(self, target: sqlite3.Connection, **_: Any) -> None:
        _number, _name, path = target.execute("PRAGMA database_list").fetchone()
        Path(f"{path}-journal").write_bytes(b"half")
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error


class TestRestore:
    @pytest.mark.parametrize(
        "on_a_server",
        [
            pytest.param(False, id="a file"),
            pytest.param(True, id="PostgreSQL", marks=pytest.mark.slow),
        ],
    )
    def test_the_same_phones_go_on_playing(self, tmp_path: Path, *, on_a_server: bool) -> None:
        """One that scores, a director, and a member who opens a personal link only now;
        then all over again.
        """
        old = data_directory(tmp_path / "old")
        (old / KEY).write_bytes(COOKIE_KEY)
        club = new_club(old)
        link = club.services.people.new_link(club.director, *club.admit("Ada"))
        code = club.parties.open(("Ada", "Ben"), PORTLAND)[0].code
        of = f"/c/{club.club.code}"
        app = create_app(club.parties, COOKIE_KEY)
        phone = Phone(app)
        director = Phone(app)
        member = Phone(app)
        phone.accept(f"/s/{club.parties.new_link(code)}")
        phone.tap_all(code, "E exchange 5; Y exchange 3")
        director.post(f"{of}/sign-in", {"name": "Ann", "password": "a long password"})
        printed("book", "backup", tmp_path / "first", "--data", old)
        phone.tap_all(code, "E point 5")
        club.engine.dispose()
        database = (
            postgresql.address(postgresql.new_database(postgresql.new_name()))
            if on_a_server
            else ""
        )
        new = ["--data", str(tmp_path / "new"), *(["--database", database] if database else [])]
        again = ["--data", str(tmp_path / "again")]
        for backup, place, server in (("first", new, database), ("second", again, "")):
            assert "phones go on where they were" in printed(
                "book", "restore", tmp_path / backup, *place
            )
            data = Path(place[1])
            assert {*modes(data).values()} == {"0o600"}
            assert server or COOKIE_KEY not in (data / BOOK).read_bytes()
            app = application(data, HERE_ONLY, server)
            for each in (phone, director, member):
                each.client.application = app
            phone.tap_all(code, *(("E point 5", "Y good") if place is new else ("E no sequence",)))
            assert director.get(f"{of}/export").status == 200
            member.post(f"/m/{link}", {})
            assert member.get(f"{of}/members").status == 200
            app.extensions["parties"].engine.dispose()
            if place is new:
                printed("book", "backup", tmp_path / "second", *new)
        if database:
            fails(
                "book",
                "restore",
                tmp_path / "first",
                "--data",
                tmp_path / "third",
                "--database",
                database,
            )
            assert list((tmp_path / "third").iterdir()) == []

    @pytest.mark.parametrize("command", ["backup", "restore"])
    def test_on_a_full_disk_it_says_how_much_is_needed_and_leaves_nothing(
        self, book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
    ) -> None:
        """Another backup would not fit either.
        Not even the journal of the unfinished file is left.
        """
        printed("book", "backup", tmp_path / "copy", "--data", book)
        (tmp_path / "full").mkdir()
        asked = {
            "backup": (tmp_path / "full" / "copy", "--data", book),
            "restore": (tmp_path / "copy", "--data"),
        }
        where = () if command == "backup" else (tmp_path / "full",)
        monkeypatch.setattr("sqlite3.connect", partial(sqlite3.connect, factory=OnAFullDisk))
        monkeypatch.setattr("shutil.disk_usage", lambda _: Mock(free=200_000))
        said = fails("book", command, *asked[command], *where, status=2)
        assert re.search(
            r": the disk is full: [\d.]+ MB are needed, and 0\.2 MB are free\. Free some space",
            said,
        )
        assert list((tmp_path / "full").iterdir()) == []

    @pytest.mark.parametrize("name", [BOOK, KEY])
    def test_a_restore_replaces_nothing_that_is_there(
        self, book: Path, tmp_path: Path, name: str
    ) -> None:
        printed("book", "backup", tmp_path / "copy", "--data", book)
        (tmp_path / "new").mkdir()
        (tmp_path / "new" / name).write_text("precious")
        never = "A restore never replaces a book: choose a new directory."
        assert never in fails("book", "restore", tmp_path / "copy", "--data", tmp_path / "new")
        assert [(each.name, each.read_text()) for each in (tmp_path / "new").iterdir()] == [
            (name, "precious")
        ]

    @pytest.mark.parametrize(("spoil", "says"), UNUSABLE.values(), ids=UNUSABLE)
    def test_what_is_no_backup_leaves_nothing(
        self, book: Path, tmp_path: Path, spoil: Spoil, says: str
    ) -> None:
        spoil(book / BOOK)
        assert says in fails("book", "restore", book / BOOK, "--data", tmp_path / "new", status=2)
        assert not (tmp_path / "new").exists()

    def test_one_that_was_kept_is_updated_and_a_damaged_one_is_named(
        self, book: Path, tmp_path: Path
    ) -> None:
        with closing(sqlite3.connect(tmp_path / "earlier")) as db:
            db.executescript(
                gzip.decompress((KEPT / f"{VERSIONS[0]}.sql.gz").read_bytes()).decode()
            )
        printed("book", "restore", tmp_path / "earlier", "--data", tmp_path / "new")
        printed("book", "verify", "--data", tmp_path / "new")
        damage(book)
        done = scorer("book", "restore", book / BOOK, "--data", tmp_path / "damaged")
        assert done.exit_code == 1
        assert done.stdout.splitlines()[0][-31:] == "45 entries: one thing is wrong."
        assert not (tmp_path / "damaged" / NOTE).exists()


ADDRESS = "https://piquet.example.org"


def test_a_link_begins_with_the_address_at_which_the_book_was_served(new: Path) -> None:
    note_address(new, "http://192.168.1.20:8421")
    assert "It works for one club: http://192.168.1.20:8421/set-up/" in printed(
        "club", "new", "--data", new
    )


def test_a_link_begins_with_the_address_that_is_given(new: Path) -> None:
    note_address(new, "http://192.168.1.20:8421")
    assert f": {ADDRESS}/set-up/" in printed("club", "new", "--data", new, "--url", f"{ADDRESS}/")


def test_an_address_that_no_phone_can_open_is_refused(new: Path) -> None:
    assert "can only be opened on this computer" in fails(
        "club", "new", "--data", new, "--url", "http://localhost", status=2
    )


def test_a_link_without_an_address_says_what_is_missing(new: Path) -> None:
    done = scorer("club", "new", "--data", new)
    assert ": /set-up/" in done.stdout
    assert done.stderr == f"{NO_ADDRESS}\n"


def test_the_link_that_founds_a_club(new: Path) -> None:
    asked = printed("club", "new", "--data", new, "--url", ADDRESS)
    found = there(re.search(r"/set-up/([\w-]{32})\n$", asked))
    parties = open_parties(new)
    clubs = club_services(parties).clubs
    assert clubs.setup_link_holds(found[1])
    clubs.found(found[1], club="Portland", director="Ann", password="a short sentence")
    assert not clubs.setup_link_holds(found[1])
    parties.engine.dispose()


def test_the_link_for_a_director_who_has_lost_the_password(tmp_path: Path) -> None:
    turf = new_club(tmp_path)
    link = printed("club", "director", turf.club.code.lower(), "--data", tmp_path, "--url", ADDRESS)
    advice = (
        r"Open this link to set a director’s password in Turf Club\. It works once, for 24 hours"
    )
    found = there(re.fullmatch(rf"{advice}: {ADDRESS}/director/([\w-]{{32}})\n", link))
    people = turf.services.people
    people.set_director(found[1], name="Ann", password="forgotten no more")
    assert people.sign_in(turf.club.code, "Ann", "forgotten no more") is not None
    turf.engine.dispose()
