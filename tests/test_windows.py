"""Windows, as far as Linux can show it: what Windows lacks is taken away, and what it refuses is
refused.

No test here ran on Windows. A process without its missing modules and names imports everything and
serves; one with its rules for files leads a book through its life. Paths, names of files, line
ends and consoles are tried beside that.
"""

import codecs
import io
import json
import re
import subprocess
import sys
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace
from typing import cast

import pytest
from sqlalchemy import make_url

from scorer.resources import Location
from scorer.rules.names import Name
from scorer.service.keeping import BOOK, data_directory, open_parties, open_to_read
from scorer.service.topics import topic_text
from scorer.storage.engine import file_address
from scorer.table.own_parties import file_name
from scorer.table.recording import Sheet
from scorer.table.saving import archive_name
from scorer.web import serve
from scorer.web.address import Reached
from tests.cli.conftest import fails, printed
from tests.programs import free_port
from tests.test_project import CHECKOUT

LACKING = """
import builtins, os, select, signal, socket, sys, time, warnings

# what these ask for on Linux is their own affair
import flask, openpyxl, psycopg, sqlalchemy, waitress

MODULES = {
    "fcntl", "grp", "posix", "pty", "pwd", "resource", "spwd", "syslog", "termios", "tty",
}
NAMES = {
    os: [
        "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "chown", "fchmod", "fchown", "fork", "forkpty",
        "getegid", "geteuid", "getgid", "getpgid", "getuid", "killpg", "lchown", "nice",
        "register_at_fork", "sched_getaffinity", "setsid", "statvfs", "sync", "uname", "wait3",
    ],
    select: ["epoll", "poll"],
    signal: [
        "SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "alarm",
        "pthread_sigmask", "setitimer", "sigwait",
    ],
    socket: ["AF_UNIX"],
    time: ["tzset"],
}
really = builtins.__import__

def imported(name, its_globals=None, *rest, **named):
    if name in MODULES and (its_globals or {}).get("__name__", "").startswith("scorer"):
        raise ModuleNotFoundError(f"No module named {name!r}")
    return really(name, its_globals, *rest, **named)

builtins.__import__ = imported
for module, names in NAMES.items():
    for name in names:
        delattr(module, name)

# a text file is read and written in the encoding of the system, unless another is named
warnings.filterwarnings("error", category=EncodingWarning, module=r"scorer\\.")
"""
"""What a process begins with that has only what Windows has."""

SERVES = """
import pkgutil, _thread, threading, urllib.request
from importlib import import_module

import scorer
for each in pkgutil.walk_packages(scorer.__path__, "scorer."):
    if "migrations.env" not in each.name and each.name != "scorer.wsgi":
        import_module(each.name)  # Alembic imports the one; the other serves at once

from scorer.__main__ import main
port = os.environ["PORT"]
pages = []

def visit():
    try:
        for _ in range(3000):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as answer:
                    pages.append(answer.read().decode())
                    return
            except OSError:
                time.sleep(0.02)
    finally:
        _thread.interrupt_main()  # as Ctrl+C does

signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs this may ignore it
threading.Thread(target=visit, daemon=True).start()
try:
    main(["serve", "--port", port], standalone_mode=False)
except KeyboardInterrupt:
    pass
assert "New partie" in pages[0]
"""
"""Imports every module, serves one page in this process, and ends by Ctrl+C."""

RULES_FOR_FILES = """
import fcntl
from pathlib import Path

O_BINARY = 0x8000
os.O_BINARY = O_BINARY  # by which the program knows that it must ask for it

def is_open(path):
    wanted = os.path.realpath(path)
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{number}") == wanted:
                return True
        except FileNotFoundError:
            pass
    return False

def refuse_if_open(path):
    if is_open(path):
        raise PermissionError(13, "it is being used by another process", str(path))

def guarded(name, *, both=False, fresh=False):
    really = getattr(os, name)
    def call(source, *rest, **named):
        refuse_if_open(source)
        if both:
            refuse_if_open(rest[0])
        if fresh and os.path.exists(rest[0]):
            raise FileExistsError(17, "it exists", str(rest[0]))
        return really(source, *rest, **named)
    setattr(os, name, call)

guarded("unlink")
guarded("remove")
guarded("replace", both=True)
guarded("rename", both=True, fresh=True)
opens, syncs = os.open, os.fsync

def opened(path, flags, *rest, **named):
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied", str(path))
    is_ours = sys._getframe(1).f_globals["__name__"].startswith("scorer")
    assert not is_ours or flags & O_BINARY, f"{path} would be written as text"
    return opens(path, flags & ~O_BINARY, *rest, **named)

def synced(number):
    if fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(9, "Bad file descriptor")
    syncs(number)

os.open, os.fsync = opened, synced
"""
"""What Windows refuses: to remove, replace or rename what is open, to rename onto a file, to open a
directory, and to sync what is only read.
"""

LIVES = """
from scorer.__main__ import main
here = Path(os.environ["HERE"])

def scorer(*words):
    try:
        main([str(word) for word in words], standalone_mode=False)
    except SystemExit as end:
        assert end.code in (0, None), (words, end.code)

book = here / "Ada’s book"
scorer("rehearse", "--data", book, "--members", "4", "--parties", "4")
scorer("verify", "--data", book)
scorer("backup", here / "copy.sqlite", "--data", book)
(here / "backups").mkdir()
for _ in range(2):
    scorer("backup", "--keep", "1", here / "backups", "--data", book)
    time.sleep(1.1)  # each is named by the second
assert len(list((here / "backups").iterdir())) == 1
scorer("restore", here / "copy.sqlite", "--data", here / "restored")
scorer("verify", "--data", here / "restored")
scorer("heads", "--to", here / "heads", "--data", book)
scorer("verify", "--against", here / "heads", "--data", book)
for form in ("csv", "xlsx", "json", "piquet", "copy"):
    scorer("export", "--format", form, "--output", here / f"club-{form}", "--data", book)
scorer("standings", "--data", book)
scorer("import", here / "deals.csv", "--season", "1", "--admit", "--data", book)
scorer("link", "--help")
from scorer.service.keeping import secret_key
(here / "key").mkdir()
made = secret_key(here / "key")
assert made == (here / "key" / "secret-key").read_bytes() and len(made) == 32
"""
"""Leads a book through its life with the commands."""


def run_as_windows(script: str, home: Path, **variables: str) -> str:
    """What a script prints in a process of its own, on a console that knows only Windows-1252 and
    answers yes, without the time zones of a system.
    """
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-c", script],
        cwd=CHECKOUT,
        env={
            "HOME": str(home),
            "SCORER_DATA": str(home / "data"),
            "PYTHONIOENCODING": "cp1252",
            "PYTHONTZPATH": "",
            **variables,
        },
        input=b"y\r\n",
        capture_output=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(done.stderr.decode("cp1252"))
    return done.stdout.decode("cp1252")


def test_every_module_is_imported_and_pages_are_served_without_what_windows_lacks(
    tmp_path: Path,
) -> None:
    port = free_port()
    said = run_as_windows(LACKING + SERVES, tmp_path, PORT=str(port))
    assert f"Piquet is served at http://127.0.0.1:{port}/" in said


@pytest.mark.slow
def test_a_book_lives_under_the_rules_of_windows_for_files(tmp_path: Path) -> None:
    """It is made, verified, backed up, restored, exported, and takes a table with its line ends."""
    (table,) = re.findall(r"^```csv\n(.*?)^```$", topic_text("exports"), re.M | re.S)
    (tmp_path / "deals.csv").write_bytes(table.replace("\n", "\r\n").encode())
    said = run_as_windows(LACKING + RULES_FOR_FILES + LIVES, tmp_path, HERE=str(tmp_path))
    assert said.count("nothing is wrong") == 7
    assert "Ada, Ben: admitted." in said
    assert re.search(r"^4  Dora Dyer +1 +0 +0 +358 +-358 ", said, re.M), "a loss is shown as one"


# Paths and names of files


@pytest.mark.parametrize(
    ("path", "address"),
    [
        (r"C:\Books\Ada\book.sqlite", "file:///C:/Books/Ada/book.sqlite"),
        (
            r"D:\100% sure; & more\book.sqlite",
            "file:///D:/100%25%20sure%3B%20%26%20more/book.sqlite",
        ),
        (r"C:\Books\Zoë\#1\book.sqlite", "file:///C:/Books/Zo%C3%AB/%231/book.sqlite"),
    ],
)
def test_a_path_with_a_drive_is_the_address_of_a_book(path: str, address: str) -> None:
    """SQLAlchemy keeps it whole; what only reads asks SQLite for the address."""
    drive = PureWindowsPath(path)
    found = file_address(cast("Path", drive))
    assert found.database == path
    assert make_url(found.render_as_string(hide_password=False)).database == path
    assert drive.as_uri() == address


@pytest.mark.parametrize("name", ["who? me", "100%25 sure", "#1 & more;", "Ada’s book"])
def test_the_directory_of_a_book_may_have_any_name(tmp_path: Path, name: str) -> None:
    data = data_directory(tmp_path / name)
    parties = open_parties(data)
    assert parties.engine.url.database == str(data / BOOK)
    parties.engine.dispose()
    open_to_read(Location(data)).engine.dispose()
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    "name", ["CON", "nul.", "a:b", "..", 'x*?"<>|', "Ada ", "COM1.txt", "a\\b"]
)
def test_a_file_is_named_as_windows_allows_whatever_the_players_are_called(name: str) -> None:
    """No name of a device, and no character that Windows gives another meaning."""
    sheet = SimpleNamespace(names=(name, "Ben"), played="2026-11-28", code="K7M2QX")
    for made in (file_name(cast("Sheet", sheet)), archive_name((name, "Ben"))):
        assert re.fullmatch(r"[A-Za-z0-9-]+\.(piquet|zip)", made)
        assert not re.match(r"(con|prn|aux|nul|com\d|lpt\d)\.", made, re.IGNORECASE)


# Line ends and consoles


@pytest.mark.parametrize("start", [b"", codecs.BOM_UTF8], ids=["plain", "as Notepad marks it"])
def test_a_partie_with_the_line_ends_of_windows_scores_the_same(
    tmp_path: Path, start: bytes
) -> None:
    example = CHECKOUT / "scorer" / "examples" / "cavendish.piquet"
    text = example.read_bytes()
    written = tmp_path / "written.piquet"
    written.write_bytes(start + text.replace(b"\n", b"\r\n"))
    assert written.read_bytes() != text
    for command in ("score", "check"):
        assert read_by(command, written) == read_by(command, example)


def read_by(command: str, file: Path) -> dict[str, object]:
    """What a command makes of a file, without its name."""
    document: dict[str, object] = json.loads(printed(command, "--json", file))
    assert document.pop("file") == str(file)
    return document


def test_a_mistake_in_it_is_reported_in_the_same_line_and_column(tmp_path: Path) -> None:
    wrong = b'rules = "portland"\nplayers = ["Ada", "Ben"]\n\n[[deal]]\nlog = "E pint 5"\n'
    (tmp_path / "wrong.piquet").write_bytes(wrong)
    here = fails("score", tmp_path / "wrong.piquet", status=2)
    (tmp_path / "wrong.piquet").write_bytes(wrong.replace(b"\n", b"\r\n"))
    assert fails("score", tmp_path / "wrong.piquet", status=2) == here
    assert ":5:" in here


def announced(encoding: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What `scorer serve` says on a console with an encoding."""
    console = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    monkeypatch.setattr("sys.stdout", console)
    reached = Reached("http://192.168.1.20:8421", lan=True)
    serve.announce(reached, 8421, "", has_url=False)
    console.flush()
    return console.buffer.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "cp437", "cp850"])
def test_a_console_that_can_show_a_qr_code_does(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = announced(encoding, monkeypatch)
    assert len(re.findall("[▀▄█ ]{20,}", said)) > 10
    assert serve.NO_QR_CODE not in said


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp932"])
def test_another_says_to_type_the_address(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Question marks would be no code that a phone can read."""
    said = announced(encoding, monkeypatch)
    assert said.splitlines()[:2] == [
        "Piquet is served at http://192.168.1.20:8421/",
        serve.NO_QR_CODE,
    ]
    assert "?" not in said


def test_what_a_console_cannot_show_is_shown_plainer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Minus signs above all; a letter without another is a question mark."""
    console = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="shown as can be")
    console.write(f"Ada’s −358 ─── 3–2 “{Name('Zoë')}” — …")
    console.flush()
    assert console.buffer.getvalue() == b'Ada\'s -358 --- 3-2 "Zo?" - ...'
