"""The program as it is started: serve with no configuration, and a link for a phone that lost its own."""

from __future__ import annotations

import re
import resource
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import pytest
from waitress.server import BaseWSGIServer

from scorer.rules.presets import PORTLAND
from scorer.service.book import open_parties
from scorer.service.club.services import club_services
from scorer.web import serve
from scorer.web.address import HERE_ONLY

TO_FIRST_PAGE = 30.0
"""Seconds after which a server that has not answered has failed; how fast it is, the benchmarks measure."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(*args: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The program serving on a free port, and that port; ended at the end."""
    port = free_port()
    command = [sys.executable, "-m", "scorer", "serve", "--port", str(port), *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        try:
            yield process, port
        finally:
            process.terminate()


def first_page(port: int) -> str:
    """The first page, as soon as it is served."""
    until = time.monotonic() + TO_FIRST_PAGE
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=TO_FIRST_PAGE) as answer:
                return str(answer.read().decode())
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


def test_it_serves_with_no_configuration_but_a_directory(tmp_path: Path) -> None:
    """The book and the key are made there, the key for its owner alone, and the address is printed."""
    data = tmp_path / "club" / "book"
    with serving("--data", str(data)) as (process, port):
        assert "New partie" in first_page(port)
        process.terminate()
        printed = process.communicate()[0]
    assert f"http://127.0.0.1:{port}/" in printed
    assert (data / "book.sqlite").is_file()
    assert stat.S_IMODE((data / "secret-key").stat().st_mode) == 0o600


def test_without_a_club_the_terminal_tells_how_to_found_one(tmp_path: Path) -> None:
    """Its link founds one club; once there is one the terminal says nothing of it, and the first page never does."""
    with serving("--data", str(tmp_path)) as (process, port):
        assert "set-up" not in first_page(port)
        process.terminate()
        printed = process.communicate()[0]
    link = re.search(rf"http://127\.0\.0\.1:{port}/set-up/([\w-]{{32}});", printed)
    assert link is not None, printed
    clubs = club_services(open_parties(tmp_path)).clubs
    clubs.found(link[1], club="Portland", director="Ann", password="a short sentence")
    assert not clubs.setup_link_holds(link[1])
    second = clubs.new_setup_link()
    assert clubs.setup_link_holds(second)
    with serving("--data", str(tmp_path)) as (process, port):
        first_page(port)
        process.terminate()
        assert "set-up" not in process.communicate()[0]
    assert not clubs.setup_link_holds(second), "a start ends every set-up link before it"


def test_the_local_network_gets_an_address_and_reads_that_it_is_not_encrypted(tmp_path: Path) -> None:
    """Half blocks draw the code in the terminal, under the address that it holds."""
    with serving("--lan", "--url", "http://talon.local:8421", "--data", str(tmp_path)) as (process, port):
        assert "New partie" in first_page(port)
        process.terminate()
        printed = process.communicate()[0]
    assert "Phones open it at http://talon.local:8421/" in printed
    assert "http://talon.local:8421/set-up/" in printed
    assert len(re.findall(r"^.*[▀▄█].*$", printed, re.M)) > 10
    assert "not encrypted" in printed
    assert "passwords, PINs and sign-in cookies" in printed


def test_without_the_network_the_terminal_tells_how_phones_open_it(tmp_path: Path) -> None:
    """No QR code leads to a loopback address, which no phone can open."""
    with serving("--data", str(tmp_path)) as (process, port):
        first_page(port)
        process.terminate()
        printed = process.communicate()[0]
    assert "start it with scorer serve --lan, or give --url" in printed
    assert "not encrypted" not in printed
    assert not re.search("[▀▄█]", printed)


def test_what_leads_a_phone_to_it_begins_with_the_url_or_with_the_address_in_the_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve, "lan_address", lambda: "192.168.1.20")
    assert serve.reached_by(8421, lan=False, url="").base == ""
    assert serve.reached_by(8421, lan=True, url="").base == "http://192.168.1.20:8421"
    assert serve.reached_by(8421, lan=True, url="https://piquet.example.org/").base == "https://piquet.example.org"
    monkeypatch.setattr(serve, "lan_address", lambda: "")
    assert serve.reached_by(8421, lan=True, url="").base == ""


def test_a_url_that_no_phone_can_open_is_refused(tmp_path: Path) -> None:
    """With the exit status of wrong usage, and before a book is made."""
    command = [sys.executable, "-m", "scorer", "serve", "--url", "http://127.0.0.1:8421", "--data", str(tmp_path / "x")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "can only be opened on this computer" in done.stderr
    assert not (tmp_path / "x").exists()


def test_a_port_that_is_taken_is_said_and_not_thrown(tmp_path: Path) -> None:
    """No traceback, and an exit status that a script can read."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "scorer", "serve", "--port", str(port), "--data", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("scorer serve: ")
    assert "Traceback" not in done.stderr


@contextmanager
def open_files(most: int) -> Iterator[None]:
    """Let this process, and those it starts, open so many files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_thousand_idle_connections_do_not_keep_the_next_from_its_page(tmp_path: Path) -> None:
    """Though the system lets a program open only 1,024 files if it does not ask for more."""
    with ExitStack() as stack:
        with open_files(1024):
            process, port = stack.enter_context(serving("--data", str(tmp_path)))
        first_page(port)
        stack.enter_context(open_files(4096))
        for _ in range(1000):
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        assert "New partie" in first_page(port)
        assert process.poll() is None


@pytest.fixture
def server(tmp_path: Path) -> Iterator[BaseWSGIServer]:
    """A server in this process."""
    app = serve.application(tmp_path, HERE_ONLY)
    server = serve.make_server(app, "127.0.0.1", 0)
    thread = Thread(target=server.run)
    thread.start()
    yield server
    server.task_dispatcher.shutdown()
    server.asyncore.close_all(server._map)
    thread.join()
    app.extensions["parties"].engine.dispose()


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", id="half a header"),
        pytest.param("POST /parties HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n", id="half a form"),
    ],
)
def test_whoever_sends_a_byte_now_and_then_is_cut_off(
    server: BaseWSGIServer, monkeypatch: pytest.MonkeyPatch, sent: str
) -> None:
    """Only silence counted before: a byte every few seconds held a connection for ever."""
    monkeypatch.setattr(serve, "HEADER", 0.2)
    monkeypatch.setattr(serve, "REQUEST", 0.2)
    with socket.create_connection(("127.0.0.1", server.effective_port)) as slow:
        slow.sendall(sent.encode())
        slow.settimeout(0.05)
        assert any(is_cut_off_after(slow, b"a") for _ in range(200))


def is_cut_off_after(connection: socket.socket, sent: bytes) -> bool:
    """Whether the other side has closed the connection, after one more byte."""
    try:
        connection.sendall(sent)
        return not connection.recv(100)
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_polls_with_nothing_new_keep_the_connection(server: BaseWSGIServer, book: tuple[Path, str]) -> None:
    """Both phones poll: 304 for the one that looks on, 204 for the one that scores; all on one connection."""
    code = book[1]
    with closing(HTTPConnection("127.0.0.1", server.effective_port)) as phone:

        def get(path: str, **headers: str) -> tuple[int, str | None]:
            phone.request("GET", path, headers=headers)
            answer = phone.getresponse()
            answer.read()
            return answer.status, answer.headers["ETag"]

        _, tag = get(f"/p/{code}/live")
        opened = phone.sock
        asked = [get(f"/p/{code}/live", **{"If-None-Match": str(tag)})[0] for _ in range(2)]
        assert asked + [get(f"/p/{code}/saved")[0] for _ in range(2)] == [304, 304, 204, 204]
        assert phone.sock is opened is not None


@pytest.fixture
def book(tmp_path: Path) -> tuple[Path, str]:
    """A data directory with one partie, and its code."""
    parties = open_parties(tmp_path)
    sheet, _ = parties.open(("Ada", "Ben"), PORTLAND)
    parties.engine.dispose()
    return tmp_path, sheet.code


def link(*args: str) -> subprocess.CompletedProcess[str]:
    """What ``scorer link`` says."""
    command = [sys.executable, "-m", "scorer", "link", *args]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_a_phone_that_lost_its_cookie_gets_a_link_from_the_machine(book: tuple[Path, str]) -> None:
    """The link that is printed lets its holder score this partie."""
    data, code = book
    done = link(code.lower(), "--data", str(data))
    assert done.returncode == 0
    token = done.stdout.rsplit("/s/", 1)[1].strip()
    parties = open_parties(data)
    opened = parties.open_link(token)
    parties.engine.dispose()
    assert opened is not None
    assert opened[0] == code


def test_a_code_that_no_partie_has_gets_no_link(book: tuple[Path, str]) -> None:
    """Exit status 1, and the code in the message."""
    done = link("222222", "--data", str(book[0]))
    assert (done.returncode, done.stdout) == (1, "")
    assert "222222" in done.stderr
