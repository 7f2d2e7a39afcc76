"""Where the templates, the static files and the data are: in a wheel, in a checkout or in an editable install."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource_dir(name: str) -> Path:
    """
    Return the directory *name*, `templates` or `static`.

    Raises:
        FileNotFoundError: neither the package nor the checkout has it.
    """
    for path in (_PACKAGE / name, _PACKAGE.parent / name):
        if path.is_dir():
            return path
    raise FileNotFoundError(name)


def resource_text(name: str) -> str:
    """Return the text of the file *name* of this package, such as `rules/laws.txt`."""
    return (_PACKAGE / name).read_text("utf-8")
