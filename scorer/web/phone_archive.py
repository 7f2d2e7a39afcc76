"""The archive of what a worker runs: `phone` with the modules, templates and languages that it
needs, and two libraries.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import jinja2
import markupsafe
from segno import consts

import scorer

from ..resources import resource_bytes, resource_dir, resource_names
from ..rules.language import CATALOGUES

OURS = (
    "__init__.py",
    "resources.py",
    "rules/**/*.py",
    "rules/*.toml",
    "rules/*.txt",
    "table/**/*.py",
)
"""Files of the program: the rules, and the room for a phone on the table."""

LIBRARIES = ((jinja2, "*.py"), (markupsafe, "*.py"), (consts, "consts.py"), (consts, "encoder.py"))
"""The libraries, and which of their files: all of Jinja, and of segno what makes a QR code."""

EMPTY = ("segno/__init__.py",)
"""Packages whose `__init__` would import more than a phone needs."""


def _files() -> Iterator[tuple[str, Path]]:
    package = Path(scorer.__file__).parent
    for pattern in OURS:
        for path in sorted(package.glob(pattern)):
            yield f"scorer/{path.relative_to(package).as_posix()}", path
    for library, pattern in LIBRARIES:
        root = Path(str(library.__file__)).parent
        for path in sorted(root.glob(pattern)):
            yield f"{root.name}/{path.name}", path
    for path in sorted((resource_dir("templates") / "table").iterdir()):
        yield f"scorer/templates/table/{path.name}", path


def _languages() -> Iterator[tuple[str, bytes]]:
    for name in resource_names(CATALOGUES):
        yield f"scorer/{name}", resource_bytes(name)


@lru_cache
def archive() -> bytes:
    """Return the archive; the same files give the same bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for name, path in _files():
            out.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        for name, data in _languages():
            out.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
        for name in EMPTY:
            out.writestr(zipfile.ZipInfo(name), "")
    return file.getvalue()
