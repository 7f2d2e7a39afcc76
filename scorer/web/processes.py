"""Several processes that answer on one port, on systems that can fork: Linux, macOS, Android."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread

import click

REPLACED_AFTER = 0.5
"""Seconds until a process that ended is replaced, so that one that ends at once does not keep the machine busy."""

WAITED_FOR = {signal.SIGCHLD, signal.SIGINT, signal.SIGTERM}

GRACE = 10.0
"""Seconds that processes have to end, before they are killed."""


def keep_running(work: Callable[[int], None], processes: int) -> None:
    """
    Do *work* in this number of processes, each with its index, until this one is asked to end; replace each that ends.

    They end with this process, however it ends.
    """
    context = get_context("fork")

    def started(index: int) -> BaseProcess:
        process = context.Process(target=_work, args=(work, index))
        process.start()
        return process

    signal.pthread_sigmask(signal.SIG_BLOCK, WAITED_FOR)  # none arrives while a process is being started
    running = [started(index) for index in range(processes)]
    while signal.sigwait(WAITED_FOR) == signal.SIGCHLD:
        time.sleep(REPLACED_AFTER)
        for index, each in enumerate(running):
            if not each.is_alive():
                click.echo(f"Process {each.pid} ended with status {each.exitcode} and is replaced.", err=True)
                running[index] = started(index)
    for each in running:
        each.terminate()
    for each in running:
        each.join(GRACE)
        each.kill()


def _work(work: Callable[[int], None], index: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process, and the parent ends the others
    signal.pthread_sigmask(signal.SIG_UNBLOCK, WAITED_FOR)
    Thread(target=_end_with_parent, daemon=True).start()
    work(index)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
