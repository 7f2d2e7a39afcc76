"""The archive of what a worker runs: `offline` with the modules and templates that it needs, and Jinja."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import jinja2
import markupsafe

import scorer

from ..resources import resource_dir

OURS = (
    "__init__.py",
    "resources.py",
    "rules/**/*.py",
    "rules/*.toml",
    "rules/*.txt",
    *(f"service/{name}.py" for name in ("__init__", "recording", "checking", "what_if", "times")),
    *(f"web/{name}.py" for name in ("card", "findings", "formatting", "keys", "offline", "table_view", "walk")),
)
"""Files of the program. The `__init__` of `web` is left out: it makes the Flask application."""

TEMPLATES = ("table", "layout", "_across", "_deal", "_doubt", "_form", "_keys", "_notices", "_rows")


def _files() -> Iterator[tuple[str, Path]]:
    package = Path(scorer.__file__).parent
    for pattern in OURS:
        for path in sorted(package.glob(pattern)):
            yield f"scorer/{path.relative_to(package).as_posix()}", path
    for library in (jinja2, markupsafe):
        root = Path(str(library.__file__)).parent
        for path in sorted(root.rglob("*.py")):
            yield f"{root.name}/{path.relative_to(root).as_posix()}", path
    for name in TEMPLATES:
        yield f"scorer/templates/{name}.html", resource_dir("templates") / f"{name}.html"


@lru_cache
def archive() -> bytes:
    """Return the archive; the same files give the same bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for name, path in _files():
            out.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        out.writestr(zipfile.ZipInfo("scorer/web/__init__.py"), "")
    return file.getvalue()
