"""Static files: cached for ever under addresses with their digest, and nothing else of the directory served."""

import base64
import gzip
import hashlib
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from scorer import web
from scorer.resources import resource_dir
from scorer.rules.seats import Seat
from tests.web.conftest import Phone

STATIC = resource_dir("static")
VENDOR = STATIC / "vendor"


def assets(phone: Phone) -> list[str]:
    root = phone.table(phone.open()).root
    found = [node.attrs["href"] for node in root.all("link", rel="stylesheet")]
    return found + [node.attrs["src"] for node in root.all("script")]


def test_what_the_table_loads_is_cached_for_ever_under_the_digest_of_its_content(phone: Phone) -> None:
    found = assets(phone)
    answers = [phone.client.get(address) for address in found]
    assert [answer.mimetype for answer in answers] == ["text/css", "text/javascript"]
    for address, answer in zip(found, answers, strict=True):
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        digest = parse_qs(urlsplit(address).query)["v"][0]
        assert digest == hashlib.sha256(answer.data).hexdigest()[:12]
        small = phone.client.get(address, headers={"Accept-Encoding": "gzip"})
        assert (small.headers["Content-Encoding"], gzip.decompress(small.data)) == ("gzip", answer.data)
        assert set(answer.headers["Vary"].split(", ")) <= {"Accept-Encoding", "Cookie"}
        assert "Content-Encoding" not in answer.headers
        assert "Set-Cookie" not in answer.headers
    assert answers[0].text.count("{") == answers[0].text.count("}") > 20


def test_a_file_under_another_digest_is_not_cached(phone: Phone) -> None:
    path = urlsplit(assets(phone)[0]).path
    for query in ("", "?v=", "?v=000000000000", "?v=é"):
        answer = phone.client.get(path + query)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache"), query


def test_a_phone_opens_the_program_from_its_home_screen_as_an_app(phone: Phone) -> None:
    (link,) = phone.get("/").root.all("link", rel="manifest")
    manifest = phone.client.get(link.attrs["href"])
    assert manifest.mimetype == "application/manifest+json"
    assert manifest.json is not None
    assert (manifest.json["start_url"], manifest.json["display"]) == ("/", "standalone")
    icons = {(each["sizes"], each.get("purpose", "any")): each["src"] for each in manifest.json["icons"]}
    assert set(icons) >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    (touch,) = phone.get("/").root.all("link", rel="apple-touch-icon")
    for src in (*icons.values(), touch.attrs["href"]):
        answer = phone.client.get(src)
        assert (answer.status_code, str(answer.mimetype)[:6]) == (200, "image/"), src
        assert "immutable" in answer.headers["Cache-Control"]


OTHER_FILES = (
    *("nothing.css", "é.css", "%00.css", "a" * 300 + ".css"),
    *("css", "css/", "css/scorer.css/x.css", "css/scorer.css%00", "css/../../templates/layout.css"),
    *("vendor/VENDORED.md", "vendor/htmx-LICENSE"),
    *("/etc/passwd", "../pyproject.toml", "..%2fpyproject.toml", "%2e%2e/scorer/__init__.py"),
)


def test_no_other_file_is_served(phone: Phone) -> None:
    for name in OTHER_FILES:
        assert phone.client.get(f"/static/{name}").status_code in (301, 308, 404), name
        assert phone.client.get(f"/static/{name}", follow_redirects=True).status_code == 404, name


MADE = {*(f"c{columns}" for columns in range(1, 7)), *(seat.letter for seat in Seat), "htmx-request", "late"}
MADE |= {"of3", "of4", "b2", "b3", "at1", "at2", "at3", "w9", "w12", "w16", "w20"}
"""Classes that no template or view model spells out: they are put together, or the script sets them."""


def test_no_style_sheet_loads_from_another_host_or_styles_what_no_page_has() -> None:
    pages = (*resource_dir("templates").rglob("*.html"), *Path(web.__file__).parent.rglob("*.py"), STATIC / "js/own.js")
    known = MADE.union(*(re.findall(r"[\w-]+", page.read_text(encoding="utf-8")) for page in pages))
    sheets = sorted(STATIC.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search("//|@import", rules), sheet.name
        named = {
            name for chosen in re.findall(r"([^{}]+){", rules) for name in re.findall(r"[.#]([A-Za-z][\w-]*)", chosen)
        }
        assert named <= known, sheet.name


def test_each_vendored_script_has_the_digest_in_vendored_md() -> None:
    named = dict(
        re.findall(r"^\| `([^`]+)` \|.*`([A-Za-z0-9+/=]{64})` \|$", (VENDOR / "VENDORED.md").read_text(), re.M)
    )
    scripts = (path for path in VENDOR.rglob("*") if path.suffix in (".js", ".gz", ".zip"))
    assert sorted(named) == sorted(path.relative_to(VENDOR).as_posix() for path in scripts)
    for name, written in named.items():
        digest = hashlib.sha384((VENDOR / name).read_bytes()).digest()
        assert base64.b64encode(digest).decode() == written
