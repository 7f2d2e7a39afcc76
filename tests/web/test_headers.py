"""What is sent with every answer: a strict policy, what may be cached, and 304 while nothing has changed."""

import gzip
import re

import pytest

from tests.rows import each_row
from tests.web.conftest import PARTIAL, Phone


@each_row("method", "path")
def test_every_answer_carries_the_strict_policy_and_the_usual_headers(phone: Phone, method: str, path: str) -> None:
    headers = phone.client.open(path, method=method).headers
    assert {*headers["Content-Security-Policy"].split("; ")} == {
        *("default-src 'self'", "img-src 'self' data:", "form-action 'self'"),
        *("base-uri 'none'", "frame-ancestors 'none'", "object-src 'none'"),
    }
    assert headers["Referrer-Policy"] == "same-origin"
    assert (headers["X-Content-Type-Options"], headers["X-Frame-Options"]) == ("nosniff", "DENY")


@pytest.mark.parametrize("where", ["", "live"])
def test_a_fragment_is_never_cached_for_the_page(phone: Phone, where: str, code: str) -> None:
    for headers in ({}, PARTIAL):
        answer = phone.get(f"/p/{code}/{where}", headers=headers)
        assert answer.is_whole == (headers == {})
        assert {"HX-Request-Type", "Cookie"} <= {name.strip() for name in answer.headers["Vary"].split(",")}
        assert answer.headers["Cache-Control"] in ("no-cache", "no-store", "private, no-cache")


def test_no_page_is_traced(phone: Phone) -> None:
    assert {phone.client.open(path, method="TRACE").status_code for path in ("/", "/parties")} == {405}


def test_scripts_and_other_sites_cannot_read_the_cookie(phone: Phone) -> None:
    phone.open()
    cookie = phone.cookie
    assert (cookie.http_only, cookie.same_site, cookie.secure) == (True, "Lax", False)
    assert cookie.max_age is None or cookie.max_age > 300 * 24 * 3600
    assert cookie.expires is not None


def test_a_poll_answers_304_until_something_changes_the_table(phone: Phone, other: Phone) -> None:
    code = phone.open(rules="four-deal")
    tags: list[str] = []

    def changed() -> str:
        """Return the table after a change; its tag is new, and the table is not sent again."""
        page = other.client.get(f"/p/{code}/live", headers={"If-None-Match": tags[-1] if tags else "", **PARTIAL})
        assert page.status_code == 200
        tags.append(page.headers["ETag"])
        again = other.client.get(f"/p/{code}/live", headers={"If-None-Match": tags[-1], **PARTIAL})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tags[-1])
        return page.text

    changed()
    for deal in range(4):
        phone.say(code, ("tricks E12", "tricks Y12")[deal % 2], deal=deal, position=0, key=f"{deal}")
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
def test_html_is_compressed_for_a_browser_that_takes_gzip(phone: Phone, other: Phone, path: str) -> None:
    """Whole and in part, with one tag for both forms, of which a cache keeps each apart."""
    path = path.format(phone.open())
    for headers in ({}, PARTIAL):
        plain = other.client.get(path, headers={**headers, "Accept-Encoding": "gzip;q=0, br"})
        small = other.client.get(path, headers={**headers, "Accept-Encoding": "br, gzip"})
        assert len(small.data) == small.content_length < len(plain.data) / 1.5
        assert small.content_encoding == "gzip"
        assert plain.content_encoding is None
        words = [re.sub("csrf_token.*", "", text) for text in (gzip.decompress(small.data).decode(), plain.text)]
        assert words[0] == words[1]
        assert all("Accept-Encoding" in each.headers["Vary"] for each in (small, plain))
        assert small.headers.get("ETag") == plain.headers.get("ETag")
    assert other.client.head(path, headers={"Accept-Encoding": "gzip"}).data == b""


def test_what_is_short_is_not_compressed(phone: Phone, other: Phone, code: str) -> None:
    """Nor what has no body: the 304 for the tag of a compressed page, which varies as that does."""
    headers, live = {"Accept-Encoding": "gzip"}, f"/p/{code}/live"
    tag = other.client.get(live, headers=headers).headers["ETag"]
    same = other.client.get(live, headers={**headers, "If-None-Match": tag})
    short = other.client.get(f"/p/{code.lower()}/", headers=headers)
    assert (same.status_code, same.data) == (304, b"")
    assert not same.content_encoding
    assert not short.content_encoding
    assert all("Accept-Encoding" in each.headers["Vary"] for each in (same, short))


def test_both_phones_have_it_only_once_the_second_asked(phone: Phone, other: Phone, code: str) -> None:

    def state() -> tuple[int, str]:
        answer = phone.get(phone.table(code).root.all("span", id="saved")[0].attrs["hx-get"])
        return answer.status, answer.text

    phone.get(f"/p/{code}/live")
    assert state() == (204, "")
    other.get(f"/p/{code}/live")
    assert state() == (200, "Both phones have it")
    phone.tap_all(code, "E exchange 5; Y exchange 3")
    assert state() == (204, "")
