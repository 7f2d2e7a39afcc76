"""The program as it is started: serve with no configuration, and a link for a phone that lost its own."""

from __future__ import annotations

import re
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorer.rules.presets import PORTLAND
from scorer.service.book import open_parties
from scorer.service.club.services import club_services

TO_FIRST_PAGE = 10.0
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
    with serving("--data", str(tmp_path)) as (process, port):
        first_page(port)
        process.terminate()
        assert "set-up" not in process.communicate()[0]


def test_the_local_network_gets_an_address_and_a_qr_code(tmp_path: Path) -> None:
    """Half blocks draw the code in the terminal, under the address that it holds."""
    with serving("--lan", "--data", str(tmp_path)) as (process, port):
        assert "New partie" in first_page(port)
        process.terminate()
        printed = process.communicate()[0]
    assert re.search(rf"http://\d+\.\d+\.\d+\.\d+:{port}/", printed)
    assert len(re.findall(r"^.*[▀▄█].*$", printed, re.M)) > 10


def test_a_port_that_is_taken_is_said_and_not_thrown(tmp_path: Path) -> None:
    """No traceback, and an exit status that a script can read."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "scorer", "serve", "--port", str(port), "--data", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("serve:1:1: ")
    assert "Traceback" not in done.stderr


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
