"""Two builds of the program one after the other:
what a club serves, or a folder offers, before and after an update.
"""

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.programs import first_page, free_port
from tests.test_project import CHECKOUT

COPIED = ("scorer", "templates", "static")
CHANGES = {
    "templates/table/layout.html": ("<body>", "<body class=newer>"),
    "static/js/own.js": (
        "(() => {",
        "(() => {\ndocument.documentElement.classList.add('newer-script');",
    ),
    "static/css/scorer.css": ("body {", "body { --newer: yes;"),
    "scorer/table/phone.py": ('"""A phone without', '"""A newer phone without'),
}
"""What a newer program has instead of what, in a file of each kind."""


def newer_program(directory: Path) -> Path:
    """Write a newer program into a directory, and return it."""
    for name in COPIED:
        shutil.copytree(
            CHECKOUT / name, directory / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copyfile(CHECKOUT / "LICENSE", directory / "LICENSE")
    for name, (old, new) in CHANGES.items():
        text = (directory / name).read_text("utf-8")
        assert old in text, name
        (directory / name).write_text(text.replace(old, new, 1), "utf-8")
    return directory


@contextmanager
def serving_from(program: Path, data: Path, port: int) -> Iterator[str]:
    """The address of a book that the program in a directory serves, until the end."""
    command = [sys.executable, "-m", "scorer", "serve", "--port", str(port), "--data", str(data)]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=program, **quiet) as process:
        try:
            first_page(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def write_folder(program: Path, directory: Path) -> Path:
    """Write the folder of `scorer phone` by the program in a directory, and return it."""
    command = [sys.executable, "-m", "scorer", "phone", str(directory)]
    subprocess.run(command, cwd=program, check=True, stdout=subprocess.DEVNULL)
    return directory


@dataclass
class Folder:
    """A web server that knows nothing of the program, and what it offers.

    Attributes:
        directory: the folder that it offers.
        lost: the files that never arrive.
        asked: the paths that were asked for.
    """

    directory: Path
    port: int = field(default_factory=free_port)
    lost: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @contextmanager
    def offered(self) -> Iterator[None]:
        folder = self

        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *args: Any) -> None:
                super().__init__(*args, directory=str(folder.directory))

            def do_GET(self) -> None:
                path = self.path.partition("?")[0].lstrip("/")
                folder.asked.append(path)
                if path in folder.lost:
                    self.send_error(HTTPStatus.NOT_FOUND)
                else:
                    super().do_GET()

            def log_message(self, *args: Any) -> None:
                pass

        with ThreadingHTTPServer(("127.0.0.1", self.port), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield
            server.shutdown()
