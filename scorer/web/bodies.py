"""How long the body of a request may be, for the pages and for the server that reads it before them."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

LARGEST_FORM = 64 * 1024

LARGEST_IMPORT = 4 * 1024 * 1024
"""Bytes of the files of one import, and of the form that carries them from the preview to the posting."""

LARGEST_COPY = 64 * 1024 * 1024
"""Bytes of an uploaded copy of a club, which has some ten thousand parties."""

LARGER = {"transfer.check": LARGEST_IMPORT, "transfer.post": LARGEST_IMPORT, "copies.found": LARGEST_COPY}
"""The endpoints that take more than a form; every other one takes `LARGEST_FORM`."""

Largest = Callable[[str, str], int]
"""What returns how many bytes the body of a request may have, by its method and path."""


def largest_by_path(app: Flask) -> Largest:
    """Return what finds the limit for a request that no page has seen yet."""
    routes = app.url_map.bind("")

    def largest(method: str, path: str) -> int:
        try:
            endpoint, _ = routes.match(path, method)
        except (HTTPException, RequestRedirect):
            return LARGEST_FORM
        return LARGER.get(cast("str", endpoint), LARGEST_FORM)

    return largest
