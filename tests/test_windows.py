"""What Windows lacks is not asked for: every module is imported, and a page served, without it."""

import subprocess
import sys
from pathlib import Path

from tests.test_project import CHECKOUT

WITHOUT = """
import builtins, os, pkgutil, select, signal, socket, sys, threading, urllib.request
from importlib import import_module
from pathlib import Path

import flask, psycopg, sqlalchemy, waitress  # what they ask for on Linux is their own affair

MODULES = {"fcntl", "grp", "posix", "pwd", "resource", "syslog", "termios", "tty"}
NAMES = {
    os: ["chown", "fork", "geteuid", "getuid", "killpg", "register_at_fork"],
    select: ["epoll", "poll"],
    signal: ["SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGUSR1", "pthread_sigmask", "sigwait"],
    socket: ["AF_UNIX"],
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

import scorer
for each in pkgutil.walk_packages(scorer.__path__, "scorer."):
    if "migrations.env" not in each.name:  # which only Alembic imports
        import_module(each.name)

from scorer.web.address import HERE_ONLY
from scorer.web.serve import application, make_server
server = make_server(application(Path(os.environ["SCORER_DATA"]), HERE_ONLY), "127.0.0.1", 0)
threading.Thread(target=server.run, daemon=True).start()
with urllib.request.urlopen(f"http://127.0.0.1:{server.effective_port}/") as answer:
    assert "New partie" in answer.read().decode()
print("served")
"""


def test_every_module_is_imported_and_a_page_is_served_without_what_windows_lacks(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        cwd=CHECKOUT,
        env={"SCORER_DATA": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "served\n", done.stderr
