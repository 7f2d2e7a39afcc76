"""Programs that the tests start: where they listen, what they print, and what they answer."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import SystemRandom
from typing import Any

TO_FIRST_PAGE = 30.0
"""Seconds after which a server that has not answered has failed;
how fast it is, the benchmarks measure.
"""


def free_port() -> int:
    """A port at which no program listens, below those that the system gives
    to outgoing connections meanwhile.
    """
    while True:
        with closing(socket.socket()) as probe, suppress(OSError):
            probe.bind(("", port := SystemRandom().randrange(20_000, 32_000)))
            return port


@contextmanager
def serving(
    *args: str, port: int = 0, alone: bool = False
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The program serving on *port* or a free one, and that port, *alone* in its group;
    ended at the end.
    """
    port = port or free_port()
    command = [sys.executable, "-m", "scorer", "serve", "--port", str(port), *args]
    pipes: dict[str, Any] = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "encoding": "utf-8",
    }
    with subprocess.Popen(command, **pipes, start_new_session=alone) as process:
        try:
            yield process, port
        finally:
            process.terminate()


@contextmanager
def under_gunicorn(
    data: Path, database: str = "", *, workers: int = 2, variables: Mapping[str, str] = {}
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The program under gunicorn, with this number of processes, and its port; ended at the end.

    It is loaded once, before the processes part.
    """
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "scorer.wsgi:app", "--bind", f"127.0.0.1:{port}"]
    options = ["--workers", str(workers), "--threads", "8", "--preload", "--no-control-socket"]
    environment = {**os.environ, "SCORER_DATA": str(data), "SCORER_DATABASE": database, **variables}
    with subprocess.Popen(
        command + options, stderr=subprocess.PIPE, encoding="utf-8", env=environment
    ) as process:
        try:
            yield process, port
        finally:
            process.terminate()


def children(parent: int) -> set[int]:
    """The processes that a process has started and that have not ended."""
    return {
        int(each) for each in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    }


def first_page(port: int) -> str:
    """The first page, as soon as it is served."""
    for _ in range(round(TO_FIRST_PAGE / 0.02)):
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{port}/", timeout=TO_FIRST_PAGE
            ) as answer:
                return str(answer.read().decode())
        except OSError:
            time.sleep(0.02)
    raise TimeoutError(port)


def printed_by(program: subprocess.Popen[str]) -> list[str]:
    """The lines of a program up to the one after which it waits;
    it fails if the program ends before.
    """
    assert program.stdout is not None
    lines = list[str]()
    for line in program.stdout:
        lines.append(line)
        if "Ctrl+C" in line:
            return lines
    raise AssertionError(f"it ended with {program.communicate()[1]!r} after {lines}")


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds; two minutes at the most."""
    for _ in range(6000):
        if holds():
            return
        time.sleep(0.02)
    raise TimeoutError
