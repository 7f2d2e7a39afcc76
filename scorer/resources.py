"""Where things are: the book; and templates, static files and data in a wheel,
a checkout or an editable install.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource_dir(name: str) -> Path:
    """Return the directory *name*, `templates`, `static` or `tests`; of the last a wheel has only
    what was published.

    Raises:
        FileNotFoundError: neither the package nor the checkout has it.
    """
    for path in (_PACKAGE / name, _PACKAGE.parent / name):
        if path.is_dir():
            return path
    raise FileNotFoundError(name)


def own_licence() -> str:
    """Return the text of the program's own licence."""
    beside = _PACKAGE / "LICENSE"
    return (beside if beside.is_file() else _PACKAGE.parent / "LICENSE").read_text("utf-8")


def resource_text(name: str) -> str:
    """Return the text of the file *name* of this package, such as `rules/laws.txt`."""
    return (_PACKAGE / name).read_text("utf-8")


def resource_bytes(name: str) -> bytes:
    """Return the content of the file *name* of this package, such as `languages/de.mo`."""
    return (_PACKAGE / name).read_bytes()


def resource_names(pattern: str) -> tuple[str, ...]:
    """Return the names of the files of this package that match *pattern*, such as
    `languages/*.mo`, sorted.
    """
    return tuple(sorted(path.relative_to(_PACKAGE).as_posix() for path in _PACKAGE.glob(pattern)))


@dataclass(frozen=True, slots=True)
class Location:
    """A data directory with its book, or beside a PostgreSQL *database*.

    The directory has the cookie key and the note of the last check in any case; `None` is the
    user's own.
    """

    data: Path | None = None
    database: str = ""
