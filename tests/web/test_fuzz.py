"""No request breaks anything: every route, with anything in its address, its form, its headers and its body."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from scorer.service.parties import Parties, Sheet
from tests.thorough import EVERYTHING, SEED
from tests.web.conftest import RUBICON_PARTIE, WORKED_DEAL, Page, Phone

METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "PROPFIND")
NUMBERS = ("", " ", "0", "1", "3", "-1", "2", "13", "99999", "9" * 400, "1e9", "０", "²", "x")
TEXTS = (
    *NUMBERS,
    "null",
    "\x00",
    "\ud7ff\ufffe",
    "\r\n\r\n",
    "é" * 3000,
    "\u202eabc",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "{{7*7}} %s%n%x",
    "../../etc/passwd",
    "%ff%fe",
    "cent-36",
    "Ada",
    "E exchange 5; Y exchange 3",
    "E point 5 making 49 in hearts",
    "Y good",
    "tricks E5 Y5 E2",
    "tricks E" + "9" * 30,
    "count E7 last E play 9",
    "count E99 last Y play 999 first 99",
    "strike 1",
    "strike 999999999999",
    "strike 1; strike 2; strike 1",
    "strike 1 for strike 1",
    "strike " * 300,
    "E reckons nothing",
    "Y concedes",
    "Y withdraws point 5",
    "E found false quart",
    ";" * 2000,
    "count-13",
    "count-5-E-9",
    "count-x-y-z",
    "point-5",
    "run-99",
    "play",
    "AH KH",
)
FIELDS = (
    *("say", "deal", "position", "key", "first", "second", "rules", "dealer", "code", "player", "name", "csrf_token"),
    *("pick", "instead", "card", "v", "version", "nonsense", "é", ""),
)
HEADERS = {
    "HX-Request-Type": ("partial", "full", "é", ""),
    "HX-Request": ("true", "no"),
    "If-None-Match": ('"0-0-0"', "*", 'W/"x"', '"' * 50, ""),
    "Accept": ("text/html", "application/json", "*/*;q=x", ""),
    "Accept-Language": ("xx", "*" * 500),
    "Content-Type": ("application/json", "text/plain", "multipart/form-data; boundary=x", "multipart/form-data", "x"),
    "Content-Length": ("5",),
    "Cookie": ("session=forged", "session=", "=;=;", "session=" + "a." * 500),
    "Host": ("elsewhere.example", "[::1]:80", "localhost:99"),
    "Origin": ("null", "http://elsewhere.example"),
    "Range": ("bytes=0-1", "bytes=9-1"),
    "If-Modified-Since": ("yesterday",),
    "X-Forwarded-For": ("1.2.3.4",),
}
PARTIAL = {"HX-Request-Type": "partial"}
BODIES = (
    b"",
    b"\xff\xfe\x00",
    b"a" * 70_000,
    b"say=\xff&deal=%00",
    b"--x\r\nContent-Disposition: form-data\r\n\r\n",
    b"{",
)


@pytest.fixture
def codes(phone: Phone, parties: Parties, record: Callable[..., Sheet]) -> list[str]:
    """Codes of parties at every stage: none, empty, in the calls, in the play, between deals, over, signed."""
    begun = {
        "E point 5": "portland",
        "E exchange 1; Y exchange 1": "cent-36",
        "tricks E5 Y2": "modern",
        "; ".join(WORKED_DEAL): "portland",
    }
    found = ["ZZZZZZ", phone.open()]
    for log, rules in begun.items():
        found.append(phone.open(rules=rules))
        parties.record(found[-1], deal=0, position=0, said=log, form_key="begun")
    for signers in ((), ("Ada", "Bea")):
        found.append(phone.open(rules="four-deal"))
        record(found[-1], *RUBICON_PARTIE[:4])
        for player, name in enumerate(signers):
            parties.sign(found[-1], player=player, name=name)
    return found


def addresses(app: Flask, draw: Random, codes: list[str]) -> list[str]:
    """Return an address of each route, its arguments drawn."""
    known = {"code": codes, "link": ["1", "2"], "number": ["1", "6"], "statement": ["1", "3", "12"]}
    found = []
    for rule in app.url_map.iter_rules():
        path = rule.rule
        for name in rule.arguments:
            value = draw.choice([*known.get(name, []) * 3, draw.choice(TEXTS)])
            path = re.sub(f"<(int:|path:)?{name}>", quote(value, safe=""), path)
        found.append(path)
    return found


def check(phone: Phone, method: str, path: str, **request: Any) -> None:
    """Ask for an answer below 500, which is well-formed if it is a page."""
    response = phone.client.open(path, method=method, **request)
    assert response.status_code < 500, (method, path, request)
    if method != "HEAD" and response.mimetype == "text/html":
        Page(response)


def test_no_request_breaks_anything(app: Flask, phone: Phone, other: Phone, codes: list[str]) -> None:
    draw = Random(SEED)
    tokens = {phone: phone.token, other: other.token}
    for number in range(6 if EVERYTHING else 2):
        for path in addresses(app, draw, codes):
            who = draw.choice((phone, phone, other))
            method = draw.choice((*METHODS, "NONSENSE"))
            form = {draw.choice(FIELDS): draw.choice(TEXTS) for _ in range(draw.randrange(6))}
            if draw.random() < 0.8:
                form["csrf_token"] = tokens[who]
            headers = {
                name: draw.choice(HEADERS[name]) for name in draw.sample(sorted(HEADERS), draw.choice((0, 0, 1, 3)))
            }
            headers.pop("Content-Length" if draw.random() < 0.9 else "", None)
            query = [(draw.choice(FIELDS), draw.choice(TEXTS)) for _ in range(draw.randrange(3))]
            body: dict[str, Any] = {"data": form}
            if method in ("GET", "HEAD", "OPTIONS") or draw.random() < 0.1:
                body = {"data": draw.choice(BODIES)}
            if "Cookie" in headers and draw.random() < 0.7:
                del headers["Cookie"]
            address = {"REMOTE_ADDR": f"10.1.{number}.{draw.randrange(250)}"}
            check(who, method, path, headers=headers, query_string=query, environ_overrides=address, **body)


def test_no_form_breaks_a_partie(phone: Phone, parties: Parties, codes: list[str]) -> None:
    """Whatever is recorded, where and when: the partie can still be read, scored and shown."""
    draw, token = Random(SEED), phone.token
    for number in range(80 if EVERYTHING else 20):
        code = draw.choice(codes[1:])
        deal, position = draw.choice(NUMBERS), draw.choice(NUMBERS)
        if draw.random() < 0.8:
            sheet = parties.sheet(code)
            current = draw.choice([0, sheet.current_deal])
            deal, position = str(current), str(len(sheet.log(current)))
        form = {"say": draw.choice(TEXTS), "deal": deal, "position": position, "key": f"{number}", "csrf_token": token}
        check(phone, "POST", f"/p/{code}/say", data=form, headers={"HX-Request-Type": draw.choice(("partial", "full"))})
    for code in codes[1:]:
        for where in ("", "live", "across", "sheet", "share", "other-rules"):
            assert phone.get(f"/p/{code}/{where}").status == 200


def test_no_pick_or_deal_in_an_address_breaks_the_table(phone: Phone, codes: list[str]) -> None:
    """A pick that one deal offers may be typed for any other, as may one that none offers."""
    picks = {
        *(text for text in TEXTS if "-" in text),
        *(f"{kind}-{n}" for kind in ("count", "point", "run", "E:point", "Y:run") for n in (-1, 3, 7, 11)),
    }
    for code in codes[1:5]:
        picks |= {opener.partition("pick=")[2] for opener in phone.table(code).openers()}
        queries = [{"pick": pick, "deal": "0"} for pick in sorted(picks)] + [{"deal": deal} for deal in NUMBERS]
        for query in queries:
            answer = phone.client.get(f"/p/{code}/", query_string=query, headers=PARTIAL)
            assert answer.status_code == 200, (code, query)


def test_a_form_that_is_too_large_or_has_too_many_fields_is_refused_with_a_page(phone: Phone, parties: Parties) -> None:
    code = phone.open()
    before = parties.sheet(code)
    fields = "&".join(f"f{number}=" for number in range(5000)).encode()
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"):
        for path in ("/find", "/parties", f"/p/{code}/say"):
            for data in (b"say=" + b"x" * 65_000, b"say=" + b"x" * 65_537, b"say=" + b"x" * 3_000_000, fields):
                page = Page(phone.client.post(path, data=data, content_type=kind))
                assert page.status in (400, 413)
                assert page.is_whole
                assert "othing was recorded" in page.text
    assert parties.sheet(code) == before
