"""Behind a proxy with https: what it forwards is believed, what others claim is not, and nothing goes in the clear."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from werkzeug.test import Client
from werkzeug.test import TestResponse as Response

from scorer.service.book import open_parties
from scorer.web.address import Reached, networks
from scorer.web.extensions import network_address
from scorer.web.serve import believe
from tests.web.applications import application

FORWARDED = {"X-Forwarded-For": "198.51.100.9, 203.0.113.7", "X-Forwarded-Proto": "https"}
"""What the proxy adds; the first address is one that the visitor has made up."""

Ask = Callable[..., Response]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    parties = open_parties(tmp_path)
    yield application(parties, Reached("https://piquet.test", lan=True, proxied=True))
    parties.engine.dispose()


@pytest.fixture
def ask(app: Flask) -> Ask:
    """What asks for a page through the server, from the proxy or from elsewhere."""
    client = Client(believe(app, networks("127.0.0.1, 10.0.0.0/8")))

    def asked(path: str, sender: str = "10.0.0.2", headers: Mapping[str, str] | None = None, **more: Any) -> Response:
        named = {"Host": "piquet.test", **FORWARDED, **(headers or {})}
        return client.open(path, environ_base={"REMOTE_ADDR": sender}, headers=named, **more)

    return asked


@pytest.mark.parametrize(
    ("sender", "headers", "seen"),
    [
        ("127.0.0.1", {}, "203.0.113.7 https"),
        ("10.255.0.1", {}, "203.0.113.7 https"),
        ("11.0.0.1", {}, "11.0.0.1 http"),
        ("::1", {}, "::/64 http"),
        ("10.0.0.2", {"X-Forwarded-For": "2001:db8:1:2:3::4"}, "2001:db8:1:2::/64 https"),
        ("10.0.0.2", {"X-Forwarded-Proto": "http"}, "203.0.113.7 http"),
        ("10.0.0.2", {"X-Forwarded-Host": "evil.example"}, "203.0.113.7 https"),
    ],
)
def test_the_forwarded_address_and_scheme_are_those_of_a_trusted_proxy(
    app: Flask, ask: Ask, sender: str, headers: dict[str, str], seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proxy's own word is the last; and of IPv6 the network counts, in which one visitor has many addresses."""
    found: list[str] = []
    note = lambda: found.append(f"{network_address()} {request.scheme}")  # noqa: E731
    monkeypatch.setitem(app.before_request_funcs, None, [note, *app.before_request_funcs[None]])
    ask("/", sender, headers)
    assert found == [seen]


def test_a_partie_is_opened_over_https_with_a_secure_cookie_and_https_in_every_link(ask: Ask) -> None:
    page = ask("/parties/new")
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    (token,) = set(re.findall(r'name="csrf_token" value="([^"]+)"', page.text))
    form = {"csrf_token": token, "first": "Ada", "second": "Bea", "rules": "portland", "dealer": "second"}
    opened = ask("/parties", method="POST", data=form, headers={"Origin": "https://piquet.test"})
    assert (opened.status_code, opened.headers["Location"][:3]) == (303, "/p/")
    for cookie in page.headers.getlist("Set-Cookie") + opened.headers.getlist("Set-Cookie"):
        assert cookie.startswith("__Host-session=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
    share = ask(f"{opened.headers['Location']}share").text
    assert "https://piquet.test/p/" in share
    assert "http://" not in share.replace("http://www.w3.org/", "")


@pytest.mark.parametrize(("sender", "headers"), [("10.0.0.2", {"X-Forwarded-Proto": "http"}), ("192.0.2.1", {})])
def test_what_is_not_encrypted_is_refused_without_a_cookie(ask: Ask, sender: str, headers: dict[str, str]) -> None:
    """Also what only claims to be encrypted."""
    page = ask("/parties/new", sender, headers=headers)
    assert page.status_code == 400
    assert "Open https://piquet.test/ instead." in page.text
    assert {"Set-Cookie", "Strict-Transport-Security"}.isdisjoint(page.headers)


def test_attempts_are_counted_by_the_forwarded_address(ask: Ask) -> None:
    """One visitor at the limit does not lock out another behind the same proxy, and cannot get round it."""
    for number in range(30):
        mine = {"X-Forwarded-For": f"192.0.2.{number}, 203.0.113.7"}
        assert ask("/p/ZZZZZZ/", headers=mine).status_code == 404
    assert ask("/p/ZZZZZZ/").status_code == 429
    assert ask("/p/ZZZZZZ/", headers={"X-Forwarded-For": "203.0.113.8"}).status_code == 404
