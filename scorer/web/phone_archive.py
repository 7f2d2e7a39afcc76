"""The archive of what a worker runs: `phone` with the modules and templates that it needs,
and two libraries.
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

from ..resources import resource_dir

OURS = (
    "__init__.py",
    "resources.py",
    "rules/**/*.py",
    "rules/*.toml",
    "rules/*.txt",
    *(
        f"service/{name}.py"
        for name in ("__init__", "opening", "recording", "checking", "what_if", "times")
    ),
    *(
        f"web/{name}.py"
        for name in (
            *(
                "again",
                "card",
                "charts",
                "findings",
                "formatting",
                "isolation",
                "keys",
                "parties",
                "phone",
                "proof",
            ),
            *("seating", "table_view", "walk"),
        )
    ),
)
"""Files of the program. The `__init__` of `web` is left out: it makes the Flask application."""

TEMPLATES = (
    *(
        "layout",
        "home",
        "table",
        "sheet",
        "settlement",
        "deal",
        "cards",
        "again",
        "other_rules",
        "new",
        "take",
    ),
    *("begun", "error", "players"),
    *(
        "_across",
        "_chart",
        "_deal",
        "_end",
        "_form",
        "_home",
        "_keys",
        "_more",
        "_notices",
        "_rows",
        "_sum",
    ),
    *("phone/elsewhere", "phone/share", "phone/shell", "phone/waiting", "club/_qr"),
)

LIBRARIES = ((jinja2, "*.py"), (markupsafe, "*.py"), (consts, "consts.py"), (consts, "encoder.py"))
"""The libraries, and which of their files: all of Jinja, and of segno what makes a QR code."""

EMPTY = ("scorer/web/__init__.py", "segno/__init__.py")
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
    for name in (*(f"{each}.html" for each in TEMPLATES), "result.svg", "_picture.svg"):
        yield f"scorer/templates/{name}", resource_dir("templates") / name


@lru_cache
def archive() -> bytes:
    """Return the archive; the same files give the same bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for name, path in _files():
            out.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        for name in EMPTY:
            out.writestr(zipfile.ZipInfo(name), "")
    return file.getvalue()
