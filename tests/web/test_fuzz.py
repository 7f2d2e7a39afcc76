"""No request breaks anything: every route, with anything in its address, its form, its headers and its body."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from scorer.service.parties import Parties, Sheet
from tests.thorough import EVERYTHING, FUZZ, SEED
from tests.web.conftest import RUBICON_PARTIE, WORKED_DEAL, Page, Phone

METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "PROPFIND")
_DATA = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
NUMBERS: list[str] = [*_DATA["numbers"], "9" * 400]
TEXTS: list[str] = [*NUMBERS, *_DATA["texts"], "é" * 3000, f"tricks E{'9' * 30}", "strike " * 300, ";" * 2000]
FIELDS: list[str] = _DATA["fields"]
HEADERS: dict[str, list[str]] = _DATA["headers"]
HEADERS["Accept-Language"].append("*" * 500)
HEADERS["If-None-Match"].append('"' * 50)
HEADERS["Cookie"].append("session=" + "a." * 500)
ROUNDS = 10
"""How often a batch asks for every route where `FUZZ` says how many requests are made."""

BATCHES = range(-(-FUZZ // 2 // (180 * ROUNDS)) or 1)
"""What `FUZZ` asks for in batches of requests, each to a book of its own: half of them to parties, half to a club."""
FORM_DATA = b"--x\r\nContent-Disposition: form-data\r\n\r\n"
BODIES = (b"", b"\xff\xfe\x00", b"a" * 70_000, b"say=\xff&deal=%00", FORM_DATA, b"{")


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
    known = {"code": codes, "link": ["1", "2"], "number": ["1", "6"]}
    found = []
    for rule in app.url_map.iter_rules():
        path = rule.rule
        for name in rule.arguments:
            value = draw.choice([*known.get(name, []) * 3, draw.choice(TEXTS)])
            path = re.sub(f"<(int:|path:)?{name}>", quote(value, safe=""), path)
        found.append(path)
    return found


def drawn_from(batch: int) -> Random:
    return Random(f"{SEED}, {batch}" if batch else SEED)


def check(phone: Phone, method: str, path: str, **request: Any) -> None:
    """Ask for an answer below 500, which is well-formed if it is a page."""
    response = phone.client.open(path, method=method, **request)
    assert response.status_code < 500, (method, path, request)
    if method != "HEAD" and response.mimetype == "text/html":
        Page(response)


@pytest.mark.parametrize("batch", BATCHES)
def test_no_request_breaks_anything(
    app: Flask, phone: Phone, other: Phone, codes: list[str], batch: int, request: pytest.FixtureRequest
) -> None:
    draw = drawn_from(batch)
    tokens = {phone: phone.token, other: other.token}
    rounds = ROUNDS if FUZZ else 4 if EVERYTHING else 2
    for number in range(rounds):
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
    request.node.user_properties.append(("requests", rounds * len(list(app.url_map.iter_rules()))))


def test_no_form_breaks_a_partie(phone: Phone, parties: Parties, codes: list[str]) -> None:
    """Whatever is recorded, where and when: the partie can still be read, scored and shown."""
    draw, token = Random(SEED), phone.token
    for number in range(60 if EVERYTHING else 20):
        code = draw.choice(codes[1:])
        deal, position = draw.choice(NUMBERS), draw.choice(NUMBERS)
        if draw.random() < 0.8:
            sheet = parties.sheet(code)
            current = draw.choice([0, sheet.current_deal])
            deal, position = str(current), str(len(sheet.log(current)))
        form = {"say": draw.choice(TEXTS), "deal": deal, "position": position, "key": f"{number}", "csrf_token": token}
        check(phone, "POST", f"/p/{code}/say", data=form, headers={"HX-Request-Type": draw.choice(("partial", "full"))})
    for code in codes[1:]:
        for where in ("", "live", "?across=yes", "sheet", "share", "other-rules"):
            assert phone.get(f"/p/{code}/{where}").status == 200


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
