"""Static files at addresses with a digest of their content, so that browsers can cache them for ever."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from functools import lru_cache

from flask import Blueprint, Flask, Response, abort, request, url_for

from ..resources import resource_dir

bp = Blueprint("static_files", __name__)

BUNDLES: Mapping[str, tuple[str, ...]] = {
    "js/table.js": ("vendor/htmx-4.0.1.min.js", "js/own.js"),
    "css/table-long.css": ("css/scorer.css", "css/long.css"),
}
"""Files that are served as one, to save a request."""

SERVED = (".css", ".js")


@lru_cache
def content(name: str) -> bytes | None:
    """Return the content of a static file or bundle; `None` if there is none, or it is not served."""
    if not name.endswith(SERVED):
        return None
    root = resource_dir("static").resolve()
    parts = []
    for part in BUNDLES.get(name, (name,)):
        path = (root / part).resolve()
        if not path.is_relative_to(root):
            return None
        try:
            parts.append(path.read_bytes())
        except OSError:  # it does not exist, is a directory, or has an impossible name
            return None
    return b"\n".join(parts)


@lru_cache
def digest(name: str) -> str:
    """Return the first 12 characters of the SHA-256 of a static file or bundle."""
    return hashlib.sha256(content(name) or b"").hexdigest()[:12]


compressed = lru_cache(gzip.compress)


def static_url(name: str) -> str:
    """Return the address of a static file or bundle, with its digest."""
    return url_for("static_files.serve", name=name, v=digest(name))


@bp.get("/static/<path:name>")
def serve(name: str) -> Response:
    """Serve a static file; only the address with the current digest may be cached."""
    body = content(name) if name.isprintable() else None
    if body is None:
        abort(404)
    response = Response(body, mimetype=mimetypes.guess_type(name)[0])
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.set_data(compressed(body))
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    fresh = request.args.get("v") == digest(name)
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if fresh else "no-cache"
    return response


def init_app(app: Flask) -> None:
    app.jinja_env.globals["static_url"] = static_url
