"""The build: one name for all that makes a version, its pages, scripts, styles,
rules and list of files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

import scorer

from ..resources import resource_dir

LIBRARIES = ("jinja2", "markupsafe", "segno")
"""Libraries that are part of what a phone loads."""

BY_NAME = "vendor/"
"""Static files whose names have their versions;
there are megabytes of them, so they are not read.
"""

COPIED = ("templates", "static", "LICENSE")
"""What lies beside the package in a checkout, and is in it where it was installed from a wheel."""

CATALOGUES = "languages"
"""The directory of the catalogues, of which only the compiled ones are part of the program."""


def _program() -> Iterator[tuple[str, bytes]]:
    package = Path(scorer.__file__).parent
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package)
        if not path.is_file() or path.suffix == ".pyc" or name.parts[0] in COPIED:
            continue
        if name.parts[0] != CATALOGUES or path.suffix == ".mo":
            yield f"scorer/{name.as_posix()}", path.read_bytes()


def _resources(directory: str) -> Iterator[tuple[str, bytes]]:
    root = resource_dir(directory)
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_file():
            yield f"{directory}/{name}", b"" if name.startswith(BY_NAME) else path.read_bytes()


@lru_cache
def build_id() -> str:
    """Return the build: 12 hexadecimal digits, the same for the same files,
    in a checkout and in a wheel.
    """
    digest = hashlib.sha256()
    for name in LIBRARIES:
        digest.update(f"{name} {version(name)}\n".encode())
    for name, data in (*_program(), *_resources("templates"), *_resources("static")):
        digest.update(f"{name} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()[:12]
