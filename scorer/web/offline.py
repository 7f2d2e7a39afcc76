"""What the club tells a phone that may have to go on without it: its sheets, addresses and files."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, jsonify, render_template, request, url_for
from flask_wtf.csrf import generate_csrf

from ..resources import own_licence, resource_dir
from .house_rules import saved_rules
from .phone import ADDRESSES, Phone, Table
from .static_files import LOADED, OFFLINE, PYODIDE, SIZES, STATIC, content, digest, manifest_text, static_url
from .tables import how_shown
from .visitor import own_clubs, sight, the_parties

bp = Blueprint("offline", __name__)


def addresses(prefix: str = "") -> dict[str, str]:
    """Return the addresses of the pages of a phone, and of those to which they lead, with the names of their values."""
    rules = current_app.url_map.iter_rules
    return {each: prefix + re.sub(r"<(\w+:)?(\w+)>", r"<\2>", next(rules(each)).rule) for each in ADDRESSES}


def _app(address: Callable[[str], str], shell: str, **more: Any) -> dict[str, Any]:
    """Return what the program says of itself to a phone; *address* is that of a static file by its name."""
    files, static = {name: address(path) for name, path in OFFLINE.items()}, {path: address(path) for path in STATIC}
    loaded = (address(f"{PYODIDE}{name}").partition("?")[0] for name in LOADED)  # as Pyodide asks for them
    every = [*files.values(), *static.values(), *loaded]
    version = hashlib.sha256("".join(every).encode()).hexdigest()[:12]
    files["service"] += f"&{urlencode({'all': version, 'shell': shell})}"
    return {"files": files, "static": static, "every": every, **more}


def _of_club() -> dict[str, Any]:
    seen = sight(own_clubs())
    return _app(
        static_url,
        url_for("offline.shell"),
        alone=False,
        addresses=addresses(request.script_root),
        token=generate_csrf(),
        last=the_parties().last_names(seen),
        names=the_parties().names(seen),
        saved=saved_rules(own_clubs()),
    )


@bp.get("/phone.json")
def app() -> Response:
    return jsonify(_of_club())


@bp.get("/p/<code>/kept")
def kept(code: str) -> Response:
    """Return what a phone keeps to go on without the club: a sheet, how it sees that, and what its pages need."""
    sheet = the_parties().sheet(code)
    return jsonify({"app": _of_club(), **Table(sheet, how_shown(sheet), {}).kept()})


@bp.get("/phone")
def shell() -> str:
    """Return the page in which the script shows the pages of the phone; it is kept by the phone."""
    return render_template("phone/shell.html")


@bp.get("/phone/waiting")
def waiting() -> str:
    """Return the page of what waits on this phone, which its script fills in."""
    return render_template("phone/waiting.html")


# A phone that is alone


SERVICE, HOME = "service.js", "index.html"

NOTICES = {
    "htmx.txt": "vendor/htmx-LICENSE",
    "pyodide.txt": f"{PYODIDE}pyodide-LICENSE",
    "python.txt": f"{PYODIDE}python-LICENSE",
}
"""The licences of others that hold for files of the folder, by their names in it, and where their texts are."""


def folder() -> Iterator[tuple[str, bytes]]:
    """Yield the files of a phone that is alone, by their paths in a folder that any web server can offer."""

    def address(name: str) -> str:
        return f"{SERVICE if name == OFFLINE['service'] else f'static/{name}'}?v={digest(name)}"

    own = {"static_files.manifest": "manifest.webmanifest", "offline.app": "phone.json"}
    known = _app(address, HOME, alone=True, addresses=addresses("?") | own, token="", last=(), names=(), saved=())
    yield HOME, Phone(known).page("phone/shell.html").html.encode()
    yield own["offline.app"], json.dumps(known).encode()
    yield own["static_files.manifest"], manifest_text("./", address).encode()
    yield "licences/piquet-scorer.txt", own_licence().encode()
    for name, path in NOTICES.items():
        yield f"licences/{name}", (resource_dir("static") / path).read_bytes()
    icons = ("icon.svg", *(f"icon-{size}.png" for size in SIZES))
    for name in (*OFFLINE.values(), *STATIC, *icons, *(f"{PYODIDE}{name}" for name in LOADED)):
        found = content(name)
        assert found is not None, name
        yield address(name).partition("?")[0], found
