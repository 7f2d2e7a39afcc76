"""Servers that can be killed, and started again at once; their disks, clocks and databases fail as
they are told.

A machine is a process that has loaded the program, but has no connection to the book. Each life of
its server is a fork of it, so that a killed server is back in milliseconds, as a new process that
knows nothing of the last.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import event

from scorer.service.keeping import BOOK, open_parties, secret_key
from scorer.service.parties import Parties
from scorer.web import create_app
from scorer.web.serve import listen, serve_on
from tests.benchmarks.taps import sit_down
from tests.programs import children, first_page, free_port, under_gunicorn, until

PATIENCE = 60.0
"""Seconds after which a machine that does not start has failed."""


WORKERS = 2


class Machine:
    """A server whose clock, disk and database fail as they are told."""

    def __init__(self, data: Path, database: str) -> None:
        self.port = free_port()
        self.fault = data / f"fault-{self.port}"
        self.fault.touch()
        command = [sys.executable, "-m", __name__, str(data), str(self.port), database]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def start(self, seconds: int) -> None:
        """Start its server, with a clock that is wrong by this many *seconds*."""
        self._tell(f"start {seconds}")

    def kill(self) -> None:
        self._tell("kill")

    def has(self, fault: str) -> None:
        """Let its disk be `full` or `read-only` from now on; empty to mend it."""
        self.fault.write_text(fault, encoding="utf-8")

    def end(self) -> None:
        self._process.communicate(timeout=PATIENCE)

    def _tell(self, what: str) -> None:
        asked = self._process.stdin
        heard = self._process.stdout
        assert asked is not None
        assert heard is not None
        asked.write(what + "\n")
        asked.flush()
        assert select.select([heard], [], [], PATIENCE)[0], f"{what} was not answered"
        assert heard.readline() == "done\n"


class Workers:
    """Two processes under gunicorn, of which one can be killed: another takes its place."""

    def __init__(self, data: Path, database: str) -> None:
        self._stack = ExitStack()
        self._program, self.port = self._stack.enter_context(under_gunicorn(data, database))
        first_page(self.port)

    def start(self, seconds: int) -> None:
        """Wait for both, and until one of them answers: on a busy machine the next kill would come
        before any of them has begun to serve. Their clock is that of the system.
        """
        assert not seconds
        until(lambda: len(self._running()) == WORKERS)
        first_page(self.port)

    def kill(self) -> None:
        with suppress(ProcessLookupError):  # the server has just ended it itself
            os.kill(min(self._running()), signal.SIGKILL)

    def end(self) -> None:
        self._stack.close()

    def _running(self) -> set[int]:
        return children(self._program.pid)


def prepare(data: Path, fault: Path, database: str) -> tuple[Flask, dict[str, timedelta]]:
    """Return an application that has compiled its pages and has no connection to
    the book, and its clock.
    """
    wrong = {"clock": timedelta()}
    parties = Parties(
        open_parties(data, database).engine, lambda: datetime.now(UTC) + wrong["clock"]
    )

    @event.listens_for(parties.engine, "checkout")
    def fail(connection: Any, *_: object) -> None:
        now = fault.read_text(encoding="utf-8")
        if parties.engine.dialect.name == "sqlite":
            grow_to(data / f"{BOOK}-wal", is_full=now == "full")
            connection.execute(f"PRAGMA max_page_count = {1 if now == 'full' else 2**30}")
            connection.execute(f"PRAGMA query_only = {now == 'read-only':d}")
        else:
            connection.execute(f"SET default_transaction_read_only = {now == 'read-only'}")
            connection.execute(f"SET scorer.fault = '{now}'")
            connection.commit()

    app = create_app(parties, secret_key(data))
    for name in app.jinja_env.list_templates(
        filter_func=lambda each: "/" not in each or each.startswith("club/_")
    ):
        app.jinja_env.get_template(name)
    client = app.test_client(use_cookies=False)
    for path, cookie, form in sit_down(app, parties, 0).posts(0):
        sent = {"Cookie": f"session={cookie}", "HX-Request-Type": "partial"}
        answer = client.post(
            path, data=form, content_type="application/x-www-form-urlencoded", headers=sent
        )
        assert answer.status_code == 200, answer.text
    parties.engine.dispose()
    return app, wrong


def grow_to(log: Path, *, is_full: bool) -> None:
    """Let no file grow beyond the half of a page that the log of a book would have next,
    or as it needs.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    if is_full == (soft == resource.RLIM_INFINITY):
        room = log.stat().st_size + 2000 if is_full and log.exists() else resource.RLIM_INFINITY
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))


def main(data: Path, port: int, database: str) -> None:
    app, wrong = prepare(data, data / f"fault-{port}", database)
    child = 0
    for line in sys.stdin:
        what, *seconds = line.split()
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            child = 0
        if what == "start":
            wrong["clock"] = timedelta(seconds=int(seconds[0]))
            listener = listen("127.0.0.1", port)
            child = os.fork()
            if not child:
                serve_on(listener, app).run()
            listener.close()
        print("done", flush=True)
    if child:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
