"""The program as it is started: what it prints, what it answers,
and a link for a phone that lost its own.
"""

import os
import re
import resource
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from http.client import HTTPConnection
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import NamedTuple
from unittest.mock import Mock

import click
import pytest
from click.testing import CliRunner, Result
from flask import Flask

from scorer.__main__ import main
from scorer.rules.presets import PORTLAND
from scorer.service.keeping import open_parties, secret_key
from scorer.web import serve
from scorer.web.address import Networks
from tests.programs import TO_FIRST_PAGE, first_page, serving, until
from tests.quick_books import quick_books
from tests.rows import each_row

__all__ = ["quick_books"]


class Program(NamedTuple):
    process: subprocess.Popen[str]
    port: int
    data: Path


pytestmark = pytest.mark.xdist_group("serve")  # one program for all


@contextmanager
def open_files(most: int) -> Iterator[None]:
    """Allow this process, and those it starts, this number of open files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A program that the system lets open 1,024 files if it does not ask for more."""
    data = tmp_path_factory.mktemp("club") / "new" / "book"
    with ExitStack() as stack:
        with open_files(1024):
            process, port = stack.enter_context(serving("--data", str(data)))
        assert "New partie" in first_page(port)
        yield Program(process, port, data)


def test_it_serves_with_no_configuration_but_a_directory(program: Program) -> None:
    """The book and the key are made there, the key for its owner alone,
    and the address is printed.
    """
    assert program.process.stdout is not None
    assert f"http://127.0.0.1:{program.port}/" in program.process.stdout.readline()
    assert (program.data / "book.sqlite").is_file()
    assert stat.S_IMODE((program.data / "secret-key").stat().st_mode) == 0o600


def test_a_thousand_idle_connections_do_not_keep_the_next_from_its_page(program: Program) -> None:
    """Nor do slow ones, which send a byte now and then: no thread waits for them."""
    with open_files(4096), ExitStack() as stack:
        for number in range(1000):
            line = socket.create_connection(("127.0.0.1", program.port), 5)
            stack.enter_context(line)
            line.sendall(b"GET / HTTP/1.1"[: number % 10])
        assert "New partie" in first_page(program.port)
        assert program.process.poll() is None


def test_a_port_in_use_is_refused_without_a_traceback(program: Program, tmp_path: Path) -> None:
    done = scorer("serve", "--data", str(tmp_path), "--port", str(program.port))
    assert done.exit_code == 1
    assert (
        done.stderr == f"scorer serve: Port {program.port} is in use by another program. "
        "Stop that one, or choose another port with --port.\n"
    )


COLD = """
import sys
from pathlib import Path
import scorer.__main__
from scorer.web.address import HERE_ONLY, Networks
from scorer.web.serve import application

app = application(Path(sys.argv[1]), HERE_ONLY)
parties, client, (code, position) = app.extensions["parties"], app.test_client(), (sys.argv[2], 0)
for said in ("E exchange 5", "E point 5", "Y good"):
    assert client.get("/").status_code == 200
    loaded = {"alembic", "markdown_it", "scorer.rules.checker"} & set(sys.modules)
    print(said, *sorted(loaded), sep=", ")
    parties.record(code, deal=0, position=position, said=said, form_key=said)
    position += 1
    assert client.get(f"/p/{code}/").status_code == 200
"""


def test_the_claim_checker_and_the_migrations_are_imported_when_they_are_needed(
    tmp_path: Path,
) -> None:
    """Not at the start on a book of the newest version, and not for the exchange;
    the checker for the first claim.
    """
    parties = open_parties(tmp_path)
    code = parties.open(("Ada", "Ben"), PORTLAND)[0].code
    parties.engine.dispose()
    ran = subprocess.run(
        [sys.executable, "-c", COLD, tmp_path, code], capture_output=True, check=True, text=True
    )
    assert ran.stdout.splitlines() == ["E exchange 5", "E point 5", "Y good, scorer.rules.checker"]


Start = Callable[..., tuple[Flask, str]]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """What starts the program in this process with some options,
    and gives the application and what it prints.
    """
    apps: list[Flask] = []

    class Server:
        def __init__(self, listener: tuple[str, int], app: Flask, proxies: Networks) -> None:
            self.app = app
            click.echo(
                " ".join(
                    ["listening at", *map(str, listener), *(f"behind {each}" for each in proxies)]
                )
            )

        def run(self) -> None:
            apps.append(self.app)
            self.app.extensions["parties"].engine.dispose()

    def started(*args: str) -> tuple[Flask, str]:
        done = scorer("serve", "--data", str(tmp_path), *args)
        assert done.exit_code == 0, done.output
        return apps[-1], done.stdout

    monkeypatch.setattr(serve, "listen", lambda host, port: (host, port))
    monkeypatch.setattr(serve, "serve_on", Server)
    return started


def scorer(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.fixture(autouse=True)
def umask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep this process's own."""
    monkeypatch.setattr("os.umask", lambda mask: 0)


def test_without_a_network_and_a_club_the_terminal_says_how_to_get_them(
    tmp_path: Path, start: Start
) -> None:
    """The set-up link founds one club; then the terminal says nothing of it, and the first page
    never does.

    No QR code leads to a loopback address, which no phone can open.
    """
    app, printed = start()
    assert "New partie" in (page := app.test_client().get("/").text)
    assert "set-up" not in page
    assert "start it with scorer serve --lan, or give --url" in printed
    assert not re.search("not encrypted|[▀▄█]", printed)
    link = re.search(
        r"until the next start: http://127\.0\.0\.1:8421/set-up/([\w-]{32})\n", printed
    )
    assert link is not None, printed
    clubs = app.extensions["clubs"].clubs
    clubs.found(link[1], club="Portland", director="Ann", password="a short sentence")
    assert not clubs.setup_link_holds(link[1])
    second = clubs.new_setup_link()
    assert "set-up" not in start()[1]
    assert not clubs.setup_link_holds(second), "a start ends every set-up link before it"


@each_row
def test_the_terminal_says_where_it_is_served_and_to_whom(
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
    args: tuple[str, ...],
    network: str,
    printed: tuple[str, ...],
) -> None:
    """The addresses for phones begin with the URL, or with the address in the network;
    half blocks draw one.
    """
    monkeypatch.setattr(serve, "lan_address", lambda: network)
    lines = re.sub(r"(.*[▀▄█].*\n){11,}", "QR code\n", re.sub(r"[\w-]{32}", "…", start(*args)[1]))
    assert lines.splitlines() == list(printed)


@pytest.mark.parametrize(
    ("own", "found"), [("10.0.0.7", "10.0.0.7"), ("127.0.1.1", ""), (OSError(), "")]
)
def test_the_address_in_the_network_is_the_one_from_which_others_are_reached(
    monkeypatch: pytest.MonkeyPatch, own: str | OSError, found: str
) -> None:
    """An address of the machine itself is of no use to a phone,
    and without a network there is none.
    """
    probe = Mock(
        spec=socket.socket, connect=Mock(side_effect=own if isinstance(own, OSError) else None)
    )
    probe.getsockname.return_value = (own, 0)
    monkeypatch.setattr(socket, "socket", Mock(return_value=nullcontext(probe)))
    assert serve.lan_address() == found
    (((elsewhere, _port),),) = (call.args for call in probe.connect.call_args_list)
    assert ip_address(elsewhere) in ip_network("192.0.2.0/24")


@each_row
def test_the_server_takes_as_many_open_files_as_the_system_gives(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, asked: tuple[int, ...], connections: int
) -> None:
    """Where there are few, half of them are for connections."""
    limits = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: limits.append(limit))
    assert serve._room_for_connections() == connections
    assert limits[1:] == [(each, hard) for each in asked]


@each_row
def test_an_address_that_is_of_no_use_is_refused_before_a_book_is_made(
    tmp_path: Path, args: tuple[str, ...], says: str
) -> None:
    done = scorer("serve", *args, "--data", str(tmp_path / "x"))
    assert done.exit_code == 2
    assert says in " ".join(done.stderr.split())
    assert not (tmp_path / "x").exists()


def answered(program: Program, *sent: bytes) -> str:
    """What the program answers on a connection until it closes it;
    it need not read all that is sent.
    """
    with socket.create_connection(("127.0.0.1", program.port), TO_FIRST_PAGE) as line:
        with suppress(ConnectionError):
            for each in sent:
                line.sendall(each)
        found = b""
        with suppress(ConnectionResetError):
            while data := line.recv(10_000):
                found += data
    return found.decode()


@each_row
def test_a_request_whose_end_is_not_said_in_one_way_is_refused_and_nothing_after_it_is_read(
    program: Program, headers: tuple[str, ...]
) -> None:
    """Or a proxy and the program could see two different requests in it."""
    assert re.match(r"HTTP/1.1 (400|501) ", answer := with_another(program, *headers)), answer
    assert "Glossary" not in answer


def test_chunks_say_where_a_request_ends_whatever_length_it_has(program: Program) -> None:
    """As the standard of HTTP asks; every proxy that keeps to it sees the same."""
    lengths = "Transfer-Encoding: chunked", "Content-Length: 500"
    assert "Glossary" in with_another(program, "Host: 127.0.0.1", *lengths)


def with_another(program: Program, *headers: str) -> str:
    """What the program answers to a form of no chunks with these *headers*, and a page after it."""
    page = "GET /help/glossary HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    head = "\r\n".join(("POST /find HTTP/1.1", *headers))
    return answered(program, f"{head}\r\n\r\n0\r\n\r\n{page}".encode())


# Bodies that are too long


def written(program: Program) -> int:
    """Bytes of the temporary files that the program has open."""
    found = 0
    for each in Path(f"/proc/{program.process.pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            if "deleted" in str(each.readlink()):
                found += each.stat().st_size
    return found


def head(path: str, *headers: str) -> bytes:
    return "\r\n".join((f"POST {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", "")).encode()


TOO_LONG = "The form is too long. Nothing was recorded. Go back and send less."


@each_row
def test_a_body_that_is_too_long_is_refused_by_its_header(
    program: Program, path: str, length: int
) -> None:
    """Before the first byte of it arrives."""
    answer = answered(program, head(path, f"Content-Length: {length}"))
    assert answer.startswith("HTTP/1.1 413 ")
    assert TOO_LONG in answer
    assert "Connection: close" in answer


def send_in_chunks(line: socket.socket, pieces: int, look: Callable[[], None]) -> None:
    for _ in range(pieces):
        line.sendall(b"10000\r\n" + b"a" * 65536 + b"\r\n")
        look()


@pytest.mark.parametrize("path", ["/parties", "/nowhere"])
def test_a_body_in_chunks_is_refused_as_soon_as_it_is_too_long(program: Program, path: str) -> None:
    """All of it would be ten megabytes; what exceeds memory would be in a temporary file."""
    stored = set[int]()
    with socket.create_connection(("127.0.0.1", program.port), TO_FIRST_PAGE) as line:
        line.sendall(head(path, "Transfer-Encoding: chunked"))
        with pytest.raises(ConnectionError):  # what the system holds for a connection is less
            send_in_chunks(line, 160, lambda: stored.add(written(program)))
    assert stored <= {0}


def test_a_browser_that_sends_a_form_which_is_a_little_too_long_is_shown_a_page(
    program: Program,
) -> None:
    """It shows no answer that comes before it has sent everything.
    The connection can be used again.
    """
    with closing(HTTPConnection("127.0.0.1", program.port, TO_FIRST_PAGE)) as browser:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        browser.request("POST", "/parties", b"a" * 500_000, kind)
        answer = browser.getresponse()
        assert answer.status == 413
        assert ("The form is too long." in answer.read().decode()) is True
        assert written(program) == 0
        browser.request("GET", "/health")
        assert browser.getresponse().status == 200


def test_what_an_import_and_a_copy_need_is_read_but_not_of_many_at_once(program: Program) -> None:
    """Nobody is asked who they are before a body is read,
    so its length and the number are limited.
    """
    with ExitStack() as stack:
        for number in range(serve.MOST_LARGE):
            path = f"/set-up/{number}/copy" if number % 2 else "/c/AAAAAA/import"
            line = stack.enter_context(
                socket.create_connection(("127.0.0.1", program.port), TO_FIRST_PAGE)
            )
            line.sendall(head(path, "Content-Length: 4000000", "Expect: 100-continue"))
            assert line.recv(100).startswith(b"HTTP/1.1 100 ")
        answer = answered(program, head("/c/AAAAAA/import/post", "Content-Length: 4000000"))
        assert answer.startswith("HTTP/1.1 503 ")
        assert "Wait a moment, then send it again." in answer
    until(
        lambda: (
            not answered(
                program,
                head("/c/AAAAAA/import", "Content-Length: 65537", "Connection: close"),
                b"a" * 65537,
            ).startswith("HTTP/1.1 503")
        )
    )


@pytest.fixture(scope="module")
def code(program: Program) -> Iterator[str]:
    parties = open_parties(program.data)
    sheet, _ = parties.open(("Ada", "Ben"), PORTLAND)
    yield sheet.code
    parties.engine.dispose()


def test_no_phone_feels_that_a_poll_with_nothing_new_needs_a_connection_of_its_own(
    program: Program, code: str
) -> None:
    """Both phones poll: 304 for the one that looks on, 204 for the one that scores. The server
    closes after an answer without a body; the next poll takes a thousandth of the time between two.
    """
    with closing(HTTPConnection("127.0.0.1", program.port)) as phone:

        def get(path: str, **headers: str) -> tuple[int, str | None]:
            phone.request("GET", path, headers=headers)
            answer = phone.getresponse()
            answer.read()
            return answer.status, answer.headers["ETag"]

        _, tag = get(f"/p/{code}/live")
        start = time.monotonic()
        for _ in range(20):
            assert get(f"/p/{code}/live", **{"If-None-Match": str(tag)})[0] == 304
            assert get(f"/p/{code}/saved")[0] == 204
        assert time.monotonic() - start < 40 * 0.05


def test_a_phone_that_lost_its_cookie_gets_a_link_from_the_machine(
    program: Program, code: str
) -> None:
    """The link that is printed lets its holder score this partie."""
    done = scorer("club", "link", code.lower(), "--data", str(program.data))
    assert done.exit_code == 0
    parties = open_parties(program.data)
    opened = parties.open_link(done.stdout.rsplit("/s/", 1)[1].strip())
    parties.engine.dispose()
    assert opened is not None
    assert opened[0].code == code


def test_a_cookie_key_that_another_program_is_writing_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret-key"
    key = b"k" * 32
    path.touch()
    monkeypatch.setattr("scorer.service.keeping.time.sleep", lambda _: path.write_bytes(key))
    assert secret_key(tmp_path) == key


def test_one_worker_runs_all_these_tests(request: pytest.FixtureRequest) -> None:
    """By the group at the end of their names pytest-xdist keeps them together,
    or each worker sets up the same.
    """
    assert "@" in request.node.nodeid or "PYTEST_XDIST_WORKER" not in os.environ
