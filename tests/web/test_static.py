"""Static files: under addresses that carry their digest, kept for ever, and nothing else of the directory served."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from scorer import web
from scorer.resources import resource_dir
from scorer.rules.seats import Seat
from tests.web.conftest import Phone


def assets(phone: Phone) -> list[str]:
    root = phone.table(phone.open()).root
    found = [node.attrs["href"] for node in root.all("link", rel="stylesheet")]
    return found + [node.attrs["src"] for node in root.all("script")]


def test_what_a_page_loads_may_be_kept_for_ever(phone: Phone) -> None:
    found = assets(phone)
    assert len(found) == 2
    for address in found:
        answer = phone.client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        digest = parse_qs(urlsplit(address).query)["v"][0]
        assert len(digest) >= 8
        assert hashlib.sha256(answer.data).hexdigest().startswith(digest)
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("query", ["", "?v=", "?v=000000000000", "?v=é"])
def test_under_another_digest_a_file_is_asked_for_again(phone: Phone, query: str) -> None:
    answer = phone.client.get(urlsplit(assets(phone)[0]).path + query)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_the_types_are_those_a_strict_browser_wants(phone: Phone) -> None:
    types = [phone.client.get(address).mimetype for address in assets(phone)]
    assert types == ["text/css", "text/javascript"]


@pytest.mark.parametrize(
    "name",
    [
        "nothing.css",
        "README.md",
        "vendor/VENDORED.md",
        "vendor/htmx-LICENSE",
        "css",
        "css/",
        "../pyproject.toml",
        "..%2fpyproject.toml",
        "%2e%2e/scorer/__init__.py",
        "/etc/passwd",
        "css/scorer.css/x.css",
        "css/scorer.css%00",
        "%00.css",
        "é.css",
        "a" * 300 + ".css",
        "css/../../templates/layout.css",
    ],
)
def test_nothing_else_is_served(phone: Phone, name: str) -> None:
    assert phone.client.get(f"/static/{name}").status_code in (301, 308, 404)
    assert phone.client.get(f"/static/{name}", follow_redirects=True).status_code == 404


def test_nothing_in_the_files_leads_to_another_host() -> None:
    sheets = sorted(resource_dir("static").rglob("*.css"))
    assert sheets
    for path in sheets:
        assert "//" not in path.read_text(encoding="utf-8").replace("/*", "").replace("*/", ""), path
        assert "@import" not in path.read_text(encoding="utf-8"), path


def test_the_style_sheet_is_whole(phone: Phone) -> None:
    """A page without its style sheet would still pass most tests; this one opens it."""
    css = phone.client.get(assets(phone)[0]).text
    assert css.count("{") == css.count("}") > 20


SHEETS = sorted((resource_dir("static") / "css").glob("*.css"))
MADE = {*(f"c{columns}" for columns in range(1, 8)), "of3", *(seat.letter for seat in Seat), "htmx-request"}
"""Classes that no template or view model spells out: they are put together, or the script sets them."""


def test_no_style_is_for_what_no_page_has() -> None:
    pages = (*resource_dir("templates").rglob("*.html"), *Path(web.__file__).parent.rglob("*.py"))
    known = MADE.union(*(re.findall(r"[\w-]+", page.read_text(encoding="utf-8")) for page in pages))
    for sheet in SHEETS:
        rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        named = {
            name for chosen in re.findall(r"([^{}]+){", rules) for name in re.findall(r"[.#]([A-Za-z][\w-]*)", chosen)
        }
        assert named <= known, sheet.name


def test_a_room_has_a_sheet_of_its_own() -> None:
    """Only the common one, which the table loads in one request, may be long."""
    long = [sheet.name for sheet in SHEETS if len(sheet.read_text(encoding="utf-8").splitlines()) > 300]
    assert long == ["scorer.css"]
