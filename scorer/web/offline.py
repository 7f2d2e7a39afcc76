"""What the club gives a phone that may have to go on without it:
sheets, the files of its build, and the visit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    render_template,
    request,
    session,
    url_for,
)
from flask_wtf.csrf import generate_csrf

from ..resources import own_licence, resource_dir
from ..table.kept import TableOnPhone
from ..table.own_parties import known_pairs
from ..table.phone_pages import ADDRESSES, Phone
from .build import build_id
from .house_rules import saved_rules
from .static_files import (
    FOR_EVER,
    LOADED,
    OFFLINE,
    PYODIDE,
    RENEW,
    SERVICE,
    SIZES,
    STATIC,
    content,
    digest,
    digest_of,
    manifest_text,
    static_url,
)
from .tables import how_shown
from .visitor import own_clubs, own_speed, sight, the_parties

bp = Blueprint("offline", __name__)

SHELL = "table/shell.html"
"""The page in which the script shows the pages of the phone."""


WAITING = "table/waiting.html"
"""The page of what waits, which opens even where the pages of the phone do not."""


def addresses(prefix: str = "") -> dict[str, str]:
    """Return the addresses of the pages of a phone, and of those to which they lead,
    with the names of their values.
    """
    rules = current_app.url_map.iter_rules
    return {
        each: prefix + re.sub(r"<(\w+:)?(\w+)>", r"<\2>", next(rules(each)).rule)
        for each in ADDRESSES
    }


def _files(address: Callable[[str], str], **more: Any) -> dict[str, Any]:
    """Return the list of the files of this build;
    *address* is that of a static file by its name.
    """
    files = {name: address(path) for name, path in OFFLINE.items()}
    return {
        "build": build_id(),
        "files": files,
        "static": {path: address(path) for path in STATIC},
        **more,
    }


def _files_of_club() -> dict[str, Any]:
    return _files(static_url, alone=False, addresses=addresses(request.script_root))


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, sort_keys=True)


LOADED_PATHS = tuple(f"{PYODIDE}{name}" for name in LOADED)


def _by_name(address: str) -> str:
    """Return the address of a file that is asked for by its name alone, as Pyodide does."""
    return address.partition("?")[0]


def _digests(address: Callable[[str], str]) -> dict[str, str]:
    """Return the digests of the static files of this build by their addresses."""
    with_digest = {address(path): digest(path) for path in (*OFFLINE.values(), *STATIC)}
    by_name = (RENEW, *LOADED_PATHS)
    return with_digest | {_by_name(address(path)): digest(path) for path in by_name}


def _service(files: dict[str, str], shell: str, *, alone: bool) -> str:
    """Return the service worker of this build.

    It has the build and the list in itself: so a browser that looks whether it has changed sees
    that there is another.

    Args:
        files: the digest of each file by its address.
        shell: the address of the page in which the script shows the pages of the phone.
        alone: whether the phone has no club.
    """
    words = {"BUILD": build_id(), "SHELL": shell, "ALONE": alone, "FILES": files}
    constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in words.items())
    return constants + (content(SERVICE) or b"").decode()


@bp.get("/files.json")
def files() -> Response:
    """Return the list of the files of a build, of which this program knows only its own."""
    if request.args.get("v") != build_id():
        abort(404)
    headers = {"Cache-Control": FOR_EVER}
    return Response(_json(_files_of_club()), mimetype="application/json", headers=headers)


@bp.get("/service.js")
def service() -> Response:
    shell = url_for("offline.shell")
    list_address = url_for("offline.files", v=build_id())
    own = {
        shell: digest_of(render_template(SHELL).encode()),
        url_for("offline.waiting"): digest_of(render_template(WAITING).encode()),
        list_address: digest_of(_json(_files_of_club()).encode()),
    }
    text = _service(_digests(static_url) | own, shell, alone=False)
    return Response(text, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@bp.get("/phone.json")
def visit() -> Response:
    """Return what belongs to this visit: the token of its forms,
    and names and rules that its forms offer.
    """
    seen = sight(own_clubs())
    return jsonify(
        build=build_id(),
        token=generate_csrf(),
        generation=the_parties().generation,
        last=the_parties().last_names(seen),
        names=the_parties().names(seen),
        pairs=known_pairs(the_parties().latest(seen), own_speed),
        speeds=session.get("speeds", ()),
        saved=saved_rules(own_clubs()),
    )


@bp.get("/p/<code>/kept")
def kept(code: str) -> Response:
    """Return what a phone keeps to go on without the club: a sheet, and how it sees that."""
    sheet = the_parties().sheet(code)
    own = TableOnPhone(sheet, how_shown(sheet), {}).kept()
    return jsonify({**own, "generation": the_parties().generation})


@bp.get("/phone")
def shell() -> str:
    """Return the page in which the script shows the pages of the phone; it is kept by the phone."""
    return render_template(SHELL)


@bp.get("/phone/waiting")
def waiting() -> str:
    """Return the page of what waits on this phone, which its script fills in."""
    return render_template(WAITING)


# A phone that is alone


HOME = "index.html"

NOBODY = {"token": "", "last": (), "names": (), "pairs": (), "saved": (), "speeds": ()}
"""The visit of a phone that is alone."""

NOTICES = {
    "htmx.txt": "vendor/htmx-LICENSE",
    "pyodide.txt": f"{PYODIDE}pyodide-LICENSE",
    "python.txt": f"{PYODIDE}python-LICENSE",
}
"""The licences of others that hold for files of the folder, by their names in it,
and where their texts are.
"""


def folder() -> Iterator[tuple[str, bytes]]:
    """Yield the files of a phone that is alone,
    by their paths in a folder that any web server can offer.
    """

    def address(name: str) -> str:
        return f"static/{name}?v={digest(name)}"

    own = {"static_files.manifest": "manifest.webmanifest"}
    known = _files(address, alone=True, addresses=addresses("?") | own)
    texts = {
        HOME: Phone(known | NOBODY).page(SHELL).html,
        f"files.json?v={build_id()}": _json(known),
    }
    own_digests = {name: digest_of(text.encode()) for name, text in texts.items()}
    texts["service.js"] = _service(_digests(address) | own_digests, HOME, alone=True)
    texts[own["static_files.manifest"]] = manifest_text("./", address)
    for name, text in texts.items():
        yield _by_name(name), text.encode()
    yield "licences/piquet-scorer.txt", own_licence().encode()
    for name, path in NOTICES.items():
        yield f"licences/{name}", (resource_dir("static") / path).read_bytes()
    icons = ("icon.svg", *(f"icon-{size}.png" for size in SIZES))
    for name in (*OFFLINE.values(), *STATIC, RENEW, *icons, *LOADED_PATHS):
        found = content(name)
        assert found is not None, name
        yield _by_name(address(name)), found
