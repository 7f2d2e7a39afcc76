"""What is sent with every answer: a policy without exceptions, what may be kept, and 304 while nothing was said."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from tests.web.conftest import Phone

PARTIAL = {"HX-Request-Type": "partial"}
PAGES = (
    "/",
    "/parties/new",
    "/hand",
    "/help/rulesets",
    "/help/glossary",
    "/nowhere",
    "/p/ZZZZZZ/",
    "/s/forged",
    "/static/nothing.css",
)


def policy(text: str) -> dict[str, list[str]]:
    """A Content-Security-Policy as its directives."""
    parts = [part.split() for part in text.split(";") if part.strip()]
    assert len({name for name, *_ in parts}) == len(parts)
    return {name: sources for name, *sources in parts}


def check_headers(answer: TestResponse) -> None:
    """Insist on a policy without exceptions, and on the usual headers."""
    directives = policy(answer.headers["Content-Security-Policy"])
    assert directives["default-src"] == ["'self'"]
    assert not {"script-src", "style-src"} & set(directives)
    assert directives["frame-ancestors"] == directives["object-src"] == directives["base-uri"] == ["'none'"]
    assert directives["form-action"] == ["'self'"]
    allowed = {source for sources in directives.values() for source in sources}
    assert allowed <= {"'self'", "'none'", "data:"}
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_strict_policy(phone: Phone, path: str) -> None:
    check_headers(phone.client.get(path))


def test_a_refusal_carries_the_strict_policy(phone: Phone) -> None:
    for answer in (phone.client.post("/find"), phone.client.put("/"), phone.client.post("/p/ZZZZZZ/say")):
        assert answer.status_code >= 400
        check_headers(answer)


@pytest.mark.parametrize("where", ["", "live"])
def test_a_fragment_is_never_kept_for_the_page(phone: Phone, where: str) -> None:
    code = phone.open()
    for headers in ({}, PARTIAL):
        answer = phone.get(f"/p/{code}/{where}", headers=headers)
        assert {"HX-Request-Type", "Cookie"} <= {name.strip() for name in answer.headers["Vary"].split(",")}
        assert answer.headers["Cache-Control"] in ("no-cache", "no-store", "private, no-cache")


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(phone: Phone) -> None:
    phone.open()
    cookie = phone.client.get_cookie("session")
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site, cookie.secure) == (True, "Lax", False)
    assert cookie.max_age is None or cookie.max_age > 300 * 24 * 3600
    assert cookie.expires is not None


def test_the_live_view_answers_304_until_something_is_said(phone: Phone, other: Phone) -> None:
    code = phone.open()
    first = other.client.get(f"/p/{code}/live")
    known = {"If-None-Match": first.headers["ETag"], **PARTIAL}
    for _ in range(2):
        unchanged = other.client.get(f"/p/{code}/live", headers=known)
        assert (unchanged.status_code, unchanged.data) == (304, b"")
        assert unchanged.headers["ETag"] == first.headers["ETag"]
    phone.tap_all(code, "E exchange 5; Y exchange 3")
    changed = other.get(f"/p/{code}/live", headers=known)
    assert changed.status == 200
    assert changed.headers["ETag"] != first.headers["ETag"]
    assert "Exchange" in changed.text


def test_the_live_view_changes_with_a_strike_and_a_signature(phone: Phone, other: Phone) -> None:
    code = phone.open(rules="four-deal")
    tags = []

    def seen() -> None:
        tags.append(other.client.get(f"/p/{code}/live").headers["ETag"])

    seen()
    for deal in range(4):
        phone.say(code, ("tricks E12", "tricks Y12")[deal % 2], deal=deal, position=0, key=f"{deal}")
        seen()
    phone.say(code, "strike 1 for tricks Y1", deal=0, position=12, key="a")
    seen()
    phone.say(code, "strike 1 for tricks E1", deal=0, position=13, key="b")
    seen()
    assert phone.get(f"/p/{code}/settlement").status == 200
    phone.post(f"/p/{code}/sign", {"player": "0", "name": "Ada"})
    seen()
    assert len(set(tags)) == len(tags) == 8


def test_the_live_view_knows_when_the_right_to_score_came(phone: Phone, other: Phone) -> None:
    """What was read before the link was accepted has no keys, and is not what the phone may see now."""
    code = phone.open()
    before = other.client.get(f"/p/{code}/live").headers["ETag"]
    other.accept(phone.share(code))
    after = other.client.get(f"/p/{code}/live", headers={"If-None-Match": before})
    assert after.status_code == 200
    assert 'name="say"' in after.text


def test_the_live_view_is_a_fragment_for_htmx_and_a_page_without_it(phone: Phone, other: Phone) -> None:
    code = phone.open()
    assert other.get(f"/p/{code}/live").is_whole
    assert not other.get(f"/p/{code}/live", headers=PARTIAL).is_whole


def test_both_phones_have_it_only_once_the_second_asked(phone: Phone, other: Phone) -> None:
    """The state that is shown is true: nothing is said to be on the second phone before it was sent there."""
    code = phone.open()

    def state() -> int:
        node = phone.table(code).root.all("span", id="saved")[0]
        return phone.client.get(node.attrs["hx-get"]).status_code

    assert state() == 204
    other.get(f"/p/{code}/live")
    assert state() == 200
    phone.tap_all(code, "E exchange 5; Y exchange 3")
    assert state() == 204


@pytest.mark.parametrize("host", ["a" * 64 + ".example", "a..example"])
def test_an_impossible_host_is_a_bad_request(phone: Phone, host: str) -> None:
    """And the page says which address works."""
    answer = phone.client.get("/", headers={"Host": host})
    assert (answer.status_code, answer.mimetype) == (400, "text/html")
    assert "http://127.0.0.1" in answer.text
