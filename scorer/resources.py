"""Where the templates and the static files are: in a wheel, in a checkout or in an editable install."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource_dir(name: str) -> Path:
    """
    The directory of *name*, `templates` or `static`.

    Raises:
        FileNotFoundError: neither the package nor the checkout has it.
    """
    for place in (_PACKAGE / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(name)
