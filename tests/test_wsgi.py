"""The program under another server, with two processes: its variables, and a killed worker."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from flask import request
from werkzeug.test import Client

from scorer.web.environment import configured
from scorer.web.serve import CannotServe
from tests import postgresql
from tests.programs import TO_FIRST_PAGE, children, first_page, under_gunicorn, until
from tests.rows import each_row
from tests.thorough import mostly_slow

TOKEN = "a token of Prometheus"


@pytest.fixture(params=mostly_slow(["sqlite", "postgresql"], ["sqlite"]))
def database(request: pytest.FixtureRequest) -> str:
    """No address for SQLite, or that of an empty database on a server."""
    if request.param == "sqlite":
        return ""
    address = postgresql.new_database(postgresql.new_name(), postgresql.empty())
    return address.render_as_string(hide_password=False)


def test_a_worker_that_is_killed_is_replaced_and_what_it_has_counted_stays(
    tmp_path: Path, database: str
) -> None:
    """Any of the workers shows the figures of all; when they are asked to end, all of them do."""
    (together := tmp_path / "figures").mkdir()
    variables = {"SCORER_METRICS_TOKEN": TOKEN, "PROMETHEUS_MULTIPROC_DIR": str(together)}
    with under_gunicorn(tmp_path / "book", database, variables=variables) as (program, port):
        assert "New partie" in first_page(port)
        until(lambda: len(children(program.pid)) == 2)
        victim, other = children(program.pid)
        os.kill(victim, signal.SIGKILL)
        assert "New partie" in first_page(port)
        until(lambda: len(children(program.pid) - {victim}) == 2)
        assert other in children(program.pid)
        figures = urllib.request.Request(
            f"http://127.0.0.1:{port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
        )
        with urllib.request.urlopen(figures, timeout=TO_FIRST_PAGE) as answer:
            counted = answer.read().decode()
        assert 'scorer_requests_total{route="home.index",status="200"} 2.0' in counted
        program.terminate()
        said = program.communicate()[1]
        assert program.returncode == 0, said
        assert ("Traceback" in said) is False, said


def test_processes_that_start_at_once_make_one_book(tmp_path: Path, database: str) -> None:
    """As of a server that lets each of its processes load the program."""
    variables = {**os.environ, "SCORER_DATA": str(tmp_path / "book"), "SCORER_DATABASE": database}
    command = [sys.executable, "-c", "import scorer.wsgi"]
    started = [
        subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8", env=variables)
        for _ in range(3)
    ]
    assert [each.communicate()[1] for each in started] == [""] * 3
    assert [each.returncode for each in started] == [0] * 3


def test_a_body_that_is_too_long_is_refused_by_its_header(tmp_path: Path) -> None:
    """The application asks for no byte of it, whatever server it has."""
    with under_gunicorn(tmp_path) as (_, port):
        first_page(port)
        with closing(socket.create_connection(("127.0.0.1", port), TO_FIRST_PAGE)) as line:
            line.sendall(
                b"POST /parties HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000\r\n\r\n"
            )
            assert line.recv(1000).startswith(b"HTTP/1.1 413 ")


def test_a_value_that_is_of_no_use_ends_the_server_and_not_only_its_worker(tmp_path: Path) -> None:
    variables = {"SCORER_BEHIND_PROXY": "caddy"}
    with under_gunicorn(tmp_path, variables=variables) as (program, _):
        said = program.communicate(timeout=TO_FIRST_PAGE)[1]
    assert program.returncode != 0
    assert "scorer.wsgi: SCORER_BEHIND_PROXY: caddy is not an IP address." in said
    assert "Traceback" not in said


@each_row
def test_each_variable_of_no_use_is_named_with_the_reason(
    tmp_path: Path, variables: Mapping[str, str], says: str
) -> None:
    (tmp_path / "file").touch()
    named = {name: value.format(folder=tmp_path) for name, value in variables.items()}
    with pytest.raises(CannotServe, match=re.escape(says)):
        configured({"SCORER_DATA": str(tmp_path / "book"), **named})


def test_figures_that_nobody_can_collect_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path / "missing"))
    variables = {"SCORER_DATA": str(tmp_path / "book"), "SCORER_METRICS_TOKEN": TOKEN}
    with pytest.raises(CannotServe, match=r"missing, which is no directory\. Make it"):
        configured(variables)


def test_what_a_trusted_proxy_forwards_is_believed_and_links_begin_with_the_url(
    tmp_path: Path,
) -> None:
    """From a socket of Unix too, which has no address."""
    app = configured(
        {
            "SCORER_DATA": str(tmp_path),
            "SCORER_URL": "https://piquet.test",
            "SCORER_BEHIND_PROXY": "127.0.0.1",
        }
    )
    seen: list[tuple[str | None, str]] = []
    app.before_request(lambda: seen.append((request.remote_addr, request.scheme)))
    client = Client(app)
    forwarded = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    headers = {"Host": "piquet.test", **forwarded}
    for sender in ("127.0.0.1", "", "10.0.0.9"):
        client.get("/health", headers=headers, environ_base={"REMOTE_ADDR": sender})
    assert seen == [("203.0.113.7", "https"), ("203.0.113.7", "https"), ("10.0.0.9", "http")]
    assert (tmp_path / "address").read_text() == "https://piquet.test"
    app.extensions["parties"].engine.dispose()
