"""Static files at addresses with a digest of their content, to be cached for ever;
and compression, of pages too.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, g, request, url_for

from ..resources import resource_dir
from .phone_archive import archive

bp = Blueprint("static_files", __name__)

BUNDLES: Mapping[str, tuple[str, ...]] = {
    "js/table.js": ("vendor/htmx-4.0.1.min.js", "js/keep.js", "js/own.js"),
    "js/later.js": (
        "js/outbox.js",
        "js/shared.js",
        "js/sending.js",
        "js/asking.js",
        "js/moment.js",
        "js/awake.js",
    ),
    "js/phone.js": ("js/outbox.js", "js/shared.js", "js/sending.js", "js/waiting.js"),
}
"""Files that are served as one, to save a request."""

PYODIDE = "vendor/pyodide-314.0.7/"
"""Files of one version, which never change: they load each other by their names alone."""

OFFLINE: Mapping[str, str] = {
    "archive": "offline.zip",
    "worker": "js/offline_worker.js",
    "pyodide": f"{PYODIDE}pyodide.mjs",
}
"""What a phone loads to go on without the club."""

SERVICE = "js/service.js"
RENEW = "js/renew.js"
"""What keeps the files of a build on a phone,
and what brings an open page to the build of the club.
"""

LOADED = ("pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of Pyodide that it loads itself."""

STATIC = (
    "css/scorer.css",
    "css/new.css",
    "css/settlement.css",
    "css/club.css",
    "css/disputes.css",
    "js/table.js",
    "js/later.js",
    "js/offline.js",
    "js/phone.js",
    "js/held.js",
    "js/opening.js",
    "js/spoken.js",
    "js/voice.js",
    "js/result.js",
    "js/new.js",
    "js/day.js",
    "icon-180.png",
)
"""The files that the pages of a phone name."""

SERVED = (".css", ".js", ".png", ".svg", ".mjs", ".wasm", ".zip")

SPARED = {
    "js/": re.compile(rb"^ *//.*\n|^ +", re.MULTILINE),
    "css/": re.compile(
        rb"^ */\*.*?\*/\n|(?<=[{};,(])\n *|(?<=[:,]) | (?=\{)|^ +", re.MULTILINE | re.DOTALL
    ),
}
"""What a phone does not need in scripts and style sheets of our own, by their directories:
comments, indents, and in style sheets the space beside a sign that parts words as well.
"""

SIZES = (192, 512)
"""The sizes of the icon on a home screen, in pixels."""


def _read(path: Path) -> bytes:
    """Return a file's content, which is kept compressed if the file is large."""
    packed = path.with_name(f"{path.name}.gz")
    return gzip.decompress(packed.read_bytes()) if packed.is_file() else path.read_bytes()


@lru_cache
def content(name: str) -> bytes | None:
    """Return the content of a static file or bundle;
    `None` if there is none, or it is not served.
    """
    if not name.endswith(SERVED):
        return None
    if name == OFFLINE["archive"]:
        return archive()
    root = resource_dir("static").resolve()
    parts = []
    for part in BUNDLES.get(name, (name,)):
        path = (root / part).resolve()
        if not path.is_relative_to(root):
            return None
        try:
            found = _read(path)
        except OSError:  # it does not exist, is a directory, or has an impossible name
            return None
        for directory, spared in SPARED.items():
            if part.startswith(directory):
                found = spared.sub(b"", found)
        parts.append(found)
    return b"\n".join(parts)


def digest_of(data: bytes) -> str:
    """Return the first 12 characters of the SHA-256 of data."""
    return hashlib.sha256(data).hexdigest()[:12]


@lru_cache
def digest(name: str) -> str:
    """Return the digest of a static file or bundle."""
    return digest_of(content(name) or b"")


SMALL = 1000
"""The most bytes that are not worth compressing."""


@lru_cache
def _compressed(name: str) -> bytes:
    """Return a static file compressed, as it is kept if it is kept so."""
    packed = resource_dir("static") / f"{name}.gz"
    return packed.read_bytes() if packed.is_file() else gzip.compress(content(name) or b"")


def _compress_page(page: bytes) -> bytes:
    # a higher level takes half as long again and saves no hundredth
    return gzip.compress(page, compresslevel=5)


def _compress(response: Response, compress: Callable[[bytes], bytes]) -> None:
    if (response.content_length or 0) > SMALL and request.accept_encodings.quality("gzip"):
        response.set_data(compress(response.get_data()))
        response.headers["Content-Encoding"] = "gzip"


def _compress_html(response: Response) -> Response:
    """Compress a page, a part of one, or a document of the API.

    The BREACH attack makes a browser ask for a page many times, each time with other words in it,
    and reads from the lengths a secret that stays the same. It fails here: requests from other
    sites carry no cookie (SameSite), and the secrets change. A CSRF token has a new signature every
    second and is worthless without it; a link is shown once.
    """
    if response.mimetype in ("text/html", "application/json") and not response.is_streamed:
        _compress(response, _compress_page)
    return response


def static_url(name: str) -> str:
    """Return the address of a static file or bundle, with its digest."""
    return url_for("static_files.serve", name=name, v=digest(name))


FOR_EVER = "public, max-age=31536000, immutable"
"""How an answer is cached whose address names its content."""


@bp.get("/static/<path:name>")
def serve(name: str) -> Response:
    """Serve a static file. An address with a digest has that content or none; only such an address
    may be cached.

    So a page of an older build never runs a newer script.
    """
    body = content(name) if name.isprintable() else None
    asked = request.args.get("v")
    if body is None or (asked is not None and asked != digest(name)):
        abort(404)
    response = Response(
        body, mimetype=mimetypes.guess_type(name)[0], headers={"Vary": "Accept-Encoding"}
    )
    if not name.endswith(".zip"):
        _compress(response, lambda _: _compressed(name))
    g.runs_wasm = name == OFFLINE["worker"]
    names_content = asked is not None or name.startswith(PYODIDE)
    response.headers["Cache-Control"] = FOR_EVER if names_content else "no-cache"
    return response


def manifest_text(home: str, address: Callable[[str], str]) -> str:
    """Say how a phone shows the program when it is opened from the home screen:
    as an app of its own, without bars.
    """
    icons = [{"src": address("icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    for size in SIZES:
        of_size = {
            "src": address(f"icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
        }
        icons += [of_size, of_size | {"purpose": "maskable"}]
    found = {"id": home, "start_url": home, "scope": home, "display": "standalone", "icons": icons}
    words = {
        "name": "Piquet scorer",
        "short_name": "Piquet",
        "lang": "en",
        "description": "Keeps the score of Piquet.",
    }
    colours = {"theme_color": "#1d5b44", "background_color": "#f5f0e4"}
    return json.dumps(words | found | colours)


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    return Response(
        manifest_text(url_for("home.index"), static_url), mimetype="application/manifest+json"
    )


def init_app(app: Flask) -> None:
    app.jinja_env.globals["static_url"] = static_url
    app.after_request(_compress_html)
