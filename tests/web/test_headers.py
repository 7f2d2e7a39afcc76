"""What is sent with every answer: a strict policy, what may be cached;
and static files, readable in every theme.
"""

import base64
import gzip
import hashlib
import re
from collections.abc import Mapping
from urllib.parse import parse_qs, urlsplit

import pytest

from scorer.ledger.terms import Format
from scorer.resources import resource_dir
from scorer.rules.seats import Seat
from scorer.table.keys import MOST_LINES
from tests.rows import beside, each_row
from tests.test_project import CHECKOUT
from tests.web.conftest import PARTIAL, Phone


@each_row
def test_every_answer_carries_the_strict_policy_and_the_usual_headers(
    phone: Phone, method: str, path: str
) -> None:
    headers = phone.client.open(path, method=method).headers
    assert {*headers["Content-Security-Policy"].split("; ")} == {
        *("default-src 'self'", "img-src 'self' data:", "form-action 'self'"),
        *("base-uri 'none'", "frame-ancestors 'none'", "object-src 'none'"),
    }
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("where", ["", "live"])
def test_a_fragment_is_never_cached_for_the_page(phone: Phone, where: str, code: str) -> None:
    for headers in ({}, PARTIAL):
        answer = phone.get(f"/p/{code}/{where}", headers=headers)
        assert answer.is_whole == (headers == {})
        assert {"HX-Request-Type", "Cookie"} <= {
            name.strip() for name in answer.headers["Vary"].split(",")
        }
        assert answer.headers["Cache-Control"] in ("no-cache", "no-store", "private, no-cache")


def test_no_page_is_traced(phone: Phone) -> None:
    assert {phone.client.open(path, method="TRACE").status_code for path in ("/", "/parties")} == {
        405
    }


def test_scripts_and_other_sites_cannot_read_the_cookie(phone: Phone) -> None:
    phone.open()
    cookie = phone.cookie
    assert cookie.http_only is True
    assert cookie.same_site == "Lax"
    assert cookie.secure is False
    assert cookie.max_age is None or cookie.max_age > 300 * 24 * 3600
    assert cookie.expires is not None


def test_a_poll_answers_304_until_something_changes_the_table(phone: Phone, other: Phone) -> None:
    code = phone.open(rules="four-deal")
    tags: list[str] = []

    def changed() -> str:
        """Return the table after a change; its tag is new, and the table is not sent again."""
        page = other.client.get(
            f"/p/{code}/live", headers={"If-None-Match": tags[-1] if tags else "", **PARTIAL}
        )
        assert page.status_code == 200
        tags.append(page.headers["ETag"])
        again = other.client.get(f"/p/{code}/live", headers={"If-None-Match": tags[-1], **PARTIAL})
        assert again.status_code == 304
        assert again.data == b""
        assert again.headers["ETag"] == tags[-1]
        return page.text

    changed()
    for deal in range(4):
        phone.say(
            code, ("tricks E12", "tricks Y12")[deal % 2], deal=deal, position=0, key=f"{deal}"
        )
        changed()
    for position, taker in ((12, "Y"), (13, "E")):
        phone.say(code, f"strike 1 for tricks {taker}1", deal=0, position=position, key=taker)
        changed()
    phone.post(f"/p/{code}/sign", {"player": "0", "name": "Ada"})
    assert "every 3s" in changed()
    other.accept(phone.share(code))
    assert "every 3s" not in changed(), "a phone that scores does not poll"
    assert len(set(tags)) == len(tags) == 9


@pytest.mark.parametrize("path", ["/", "/help/rulesets", "/p/{}/live"])
def test_html_is_compressed_for_a_browser_that_takes_gzip(
    phone: Phone, other: Phone, path: str
) -> None:
    """Whole and in part, with one tag for both forms, of which a cache keeps each apart."""
    path = path.format(phone.open())
    for headers in ({}, PARTIAL):
        plain = other.client.get(path, headers={**headers, "Accept-Encoding": "gzip;q=0, br"})
        small = other.client.get(path, headers={**headers, "Accept-Encoding": "br, gzip"})
        assert len(small.data) == small.content_length < len(plain.data) / 1.5
        assert small.content_encoding == "gzip"
        assert plain.content_encoding is None
        words = [
            re.sub("csrf_token.*", "", text)
            for text in (gzip.decompress(small.data).decode(), plain.text)
        ]
        assert words[0] == words[1]
        assert all("Accept-Encoding" in each.headers["Vary"] for each in (small, plain))
        assert small.headers.get("ETag") == plain.headers.get("ETag")
    assert other.client.head(path, headers={"Accept-Encoding": "gzip"}).data == b""


def test_what_is_short_is_not_compressed(phone: Phone, other: Phone, code: str) -> None:
    """Nor what has no body: the 304 for the tag of a compressed page, which varies as that does."""
    headers = {"Accept-Encoding": "gzip"}
    live = f"/p/{code}/live"
    tag = other.client.get(live, headers=headers).headers["ETag"]
    same = other.client.get(live, headers={**headers, "If-None-Match": tag})
    short = other.client.get(f"/p/{code.lower()}/", headers=headers)
    assert same.status_code == 304
    assert same.data == b""
    assert not same.content_encoding
    assert not short.content_encoding
    assert all("Accept-Encoding" in each.headers["Vary"] for each in (same, short))


def test_both_phones_have_it_only_once_the_second_asked(
    phone: Phone, other: Phone, code: str
) -> None:

    def state() -> tuple[int, str]:
        answer = phone.get(phone.table(code).root.all("span", id="saved")[0].attrs["hx-get"])
        return answer.status, answer.text

    phone.get(f"/p/{code}/live")
    assert state() == (204, "")
    other.get(f"/p/{code}/live")
    assert state() == (200, "Both phones have it")
    phone.tap_all(code, "E exchange 5; Y exchange 3")
    assert state() == (204, "")


STATIC = resource_dir("static")
VENDOR = STATIC / "vendor"


def assets(phone: Phone) -> list[str]:
    root = phone.table(phone.open()).root
    found = [node.attrs["href"] for node in root.all("link", rel="stylesheet")]
    return found + [node.attrs["src"] for node in root.all("script")]


def test_what_the_table_loads_is_cached_for_ever_under_the_digest_of_its_content(
    phone: Phone,
) -> None:
    found = assets(phone)
    answers = [phone.client.get(address) for address in found]
    assert [answer.mimetype for answer in answers] == ["text/css", "text/javascript"]
    for address, answer in zip(found, answers, strict=True):
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert (
            parse_qs(urlsplit(address).query)["v"][0]
            == hashlib.sha256(answer.data).hexdigest()[:12]
        )
        small = phone.client.get(address, headers={"Accept-Encoding": "gzip"})
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.data) == answer.data
        assert set(answer.headers["Vary"].split(", ")) <= {"Accept-Encoding", "Cookie"}
        assert "Content-Encoding" not in answer.headers
        assert "Set-Cookie" not in answer.headers
    assert answers[0].text.count("{") == answers[0].text.count("}") > 20


@pytest.mark.parametrize(
    "query", ["?v=", "?v=000000000000", "?v=é", "?v=000000000000&v=111111111111"]
)
def test_an_address_with_another_digest_has_no_file(phone: Phone, query: str) -> None:
    """It is that of another build: a page of that would get a script that does not belong to it."""
    path = urlsplit(assets(phone)[0]).path
    assert phone.client.get(path + query).status_code == 404


def test_a_file_that_is_asked_for_by_its_name_alone_is_not_cached(phone: Phone) -> None:
    answer = phone.client.get(urlsplit(assets(phone)[0]).path)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_a_phone_opens_the_program_from_its_home_screen_as_an_app(phone: Phone) -> None:
    (link,) = phone.get("/").root.all("link", rel="manifest")
    manifest = phone.client.get(link.attrs["href"])
    assert manifest.mimetype == "application/manifest+json"
    assert manifest.json is not None
    assert manifest.json["start_url"] == "/"
    assert manifest.json["display"] == "standalone"
    icons = {
        (each["sizes"], each.get("purpose", "any")): each["src"] for each in manifest.json["icons"]
    }
    assert set(icons) >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    (touch,) = phone.get("/").root.all("link", rel="apple-touch-icon")
    for src in (*icons.values(), touch.attrs["href"]):
        answer = phone.client.get(src)
        assert answer.status_code == 200, src
        assert str(answer.mimetype)[:6] == "image/", src
        assert "immutable" in answer.headers["Cache-Control"]


def test_no_other_file_is_served(phone: Phone) -> None:
    for name in (*beside(__file__)["other_files"], "a" * 300 + ".css"):
        assert phone.client.get(f"/static/{name}").status_code in (301, 308, 404), name
        assert phone.client.get(f"/static/{name}", follow_redirects=True).status_code == 404, name


MADE = {
    *(f"c{columns}" for columns in range(1, 7)),
    *(seat.letter for seat in Seat),
    *(f"s{column}" for column in range(len(Seat))),
    *(f"says-{each.name.lower()}" for each in Format),
    "htmx-request",
    "late",
}
MADE |= {f"l{lines}" for lines in range(1, 7)}
MADE |= {"of3", "of4", "of5", "b2", "b3", "at1", "at2", "at3", "w9", "w12", "w16", "w20"}
"""Classes that no template or view model spells out:
they are put together, or the script sets them.
"""


def test_no_style_sheet_loads_from_another_host_or_styles_what_no_page_has() -> None:
    pages = (
        *resource_dir("templates").rglob("*.html"),
        *(CHECKOUT / "scorer" / "web").rglob("*.py"),
        *(CHECKOUT / "scorer" / "table").rglob("*.py"),
        STATIC / "js/own.js",
    )
    made = MADE.union(f"r{lines}" for lines in range(1, MOST_LINES + 1))
    known = made.union(*(re.findall(r"[\w-]+", page.read_text(encoding="utf-8")) for page in pages))
    sheets = sorted(STATIC.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search("//|@import", rules), sheet.name
        named = set(re.findall(r"[.#]([A-Za-z][\w-]*)", " ".join(re.findall(r"([^{}]+){", rules))))
        assert named <= known, sheet.name


def test_each_vendored_script_has_the_digest_in_vendored_md() -> None:
    listed = (VENDOR / "VENDORED.md").read_text()
    named = dict(re.findall(r"^\| `([^`]+)` \|.*`([A-Za-z0-9+/=]{64})` \|$", listed, re.M))
    scripts = (path for path in VENDOR.rglob("*") if path.suffix in (".js", ".gz", ".zip"))
    assert sorted(named) == sorted(path.relative_to(VENDOR).as_posix() for path in scripts)
    for name, written in named.items():
        assert (
            base64.b64encode(hashlib.sha384((VENDOR / name).read_bytes()).digest()).decode()
            == written
        )


SHEETS = {
    each.name: each.read_text("utf-8")
    for each in sorted((resource_dir("static") / "css").glob("*.css"))
}
NOT_ON_SCREEN = re.compile(r"/\*.*?\*/|@media print {(?:[^{}]*{[^{}]*})*\s*}", re.DOTALL)
WORDS = ("ink", "quiet", "baize", "claret")
GROUNDS = ("paper", "card", "wash", "wash-claret")
ON = {"on-baize": "baize", "card": "claret"}
"""The tokens in which words are set, those on which they stand,
and words that stand on one ground alone.
"""


def tokens(media: str) -> dict[str, str]:
    """Read the colour tokens that a media query sets, or with no query those of the light theme."""
    start = f"@media ({media}) {{\n  :root {{" if media else ":root {"
    text = SHEETS["scorer.css"].partition(start)[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): (#\w{6}|var\(--\w+\));", text))


LIGHT = tokens("")
DARK = tokens("prefers-color-scheme: dark")
MORE = tokens("prefers-contrast: more")
THEMES = {
    "light": LIGHT,
    "dark": LIGHT | DARK,
    "high contrast": LIGHT | MORE,
    "both": LIGHT | DARK | MORE,
}


def luminance(theme: Mapping[str, str], token: str) -> float:
    """Return the relative luminance of a token as WCAG 2.2 defines it."""
    value = theme[token]
    if value.startswith("var("):
        return luminance(theme, value[6:-1])
    red, green, blue = (int(value[at : at + 2], 16) / 255 for at in (1, 3, 5))
    weighted = zip((0.2126, 0.7152, 0.0722), (red, green, blue), strict=True)
    return sum(
        weight * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
        for weight, c in weighted
    )


def contrast(theme: Mapping[str, str], one: str, other: str) -> float:
    low, high = sorted(luminance(theme, each) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


def blocks() -> list[tuple[str, dict[str, str]]]:
    """Every rule of every sheet, those for paper aside: its selector, and what it declares."""
    found = []
    for sheet in SHEETS.values():
        for selector, body in re.findall(r"([^{}]+){([^{}]*)}", NOT_ON_SCREEN.sub("", sheet)):
            declared = dict(each.split(":", 1) for each in body.split(";") if ":" in each)
            named = {name.strip(): value.strip() for name, value in declared.items()}
            found.append((" ".join(selector.split()), named))
    assert found
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_text_has_a_contrast_of_4_5_and_frames_of_3(theme: str) -> None:
    """WCAG 2.2 AA asks 4.5 to 1 of small print, and 3 to 1 of the frame,
    the focus and the choice of a control.
    """
    assert len(THEMES[theme]) >= 12
    text = [*((word, ground) for word in WORDS for ground in GROUNDS), *ON.items()]
    frames = [
        (line, ground)
        for line in ("rule-strong", "baize", "claret")
        for ground in ("paper", "card")
    ]
    for pairs, least in ((text, 4.5), (frames, 3)):
        assert {
            pair: found for pair in pairs if (found := contrast(THEMES[theme], *pair)) < least
        } == {}


def test_no_sheet_sets_words_in_another_colour() -> None:
    known = {f"var(--{each})" for each in WORDS} | {"inherit", "currentcolor"}
    for selector, named in blocks():
        colour = named.get("color", "inherit")
        assert colour in known or named.get("background") == f"var(--{ON[colour[6:-1]]})", selector


def test_no_sheet_puts_words_on_another_ground() -> None:
    known = {f"var(--{each})" for each in GROUNDS} | {"none", "transparent", "inherit"}
    other = {
        selector: named["background"]
        for selector, named in blocks()
        if named.get("background", "none") not in known and named.get("color", "")[6:-1] not in ON
    }
    assert set(other) <= {*beside(__file__)["without_words"]}, other


def test_the_frame_of_the_app_has_the_colour_of_its_paper() -> None:
    layout = (resource_dir("templates") / "table/layout.html").read_text("utf-8")
    found = dict(
        re.findall(
            r'"theme-color" content="(#\w+)" media="\(prefers-color-scheme: (light|dark)\)"', layout
        )
    )
    assert {theme: colour for colour, theme in found.items()} == {
        "light": LIGHT["paper"],
        "dark": DARK["paper"],
    }
