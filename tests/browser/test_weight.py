"""What a page costs: bytes and requests of its first load, all of them to the host that served it."""

import gzip
import re
from urllib.parse import unquote, urlsplit

import pytest
from flask import Flask

from tests.browser.conftest import MakePhone, Served
from tests.browser.tables import FRAMES, TABLES
from tests.quick_books import quick_books
from tests.web.conftest import Phone, app
from tests.web.test_companies import finish

__all__ = ["app", "quick_books"]

MOST_BYTES = 25_000
MOST_REQUESTS = 3
LOADED = re.compile(r'<(?:link rel="stylesheet" href|script src|img src)="([^"]+)"')


def weight(body: bytes) -> int:
    """The bytes of an answer's body, compressed as every browser may ask for it."""
    return len(gzip.compress(body, 6))


@pytest.mark.slow
def test_every_table_is_light(app: Flask, quick_books: None) -> None:
    visitor, heavy = Phone(app), {}
    for name, (rules, logs) in ({name: ("portland", (log,)) for name, log in TABLES.items()} | FRAMES).items():
        code = visitor.open(rules=rules)
        finish(app.extensions["parties"], code, tuple(filter(None, logs)))
        page = visitor.client.get(f"/p/{code}/")
        loaded = [visitor.client.get(unquote(each)) for each in LOADED.findall(page.text)]
        weights = [weight(each.data) for each in (page, *loaded)]
        if len(weights) > MOST_REQUESTS or sum(weights) > MOST_BYTES:
            heavy[name] = weights
    assert heavy == {}


@pytest.mark.browser
def test_a_browser_loads_no_more_and_nothing_twice_and_asks_no_other_host(
    make_phone: MakePhone, server: Served
) -> None:
    """Style and script are kept under addresses that change with their content."""
    phone = make_phone(to_alter=True)
    page, asked = phone.page, list[str]()
    page.on("request", lambda request: asked.append(request.url) if not request.url.startswith("data:") else None)
    code = server.sit(phone, TABLES["tricks"])
    page.wait_for_load_state("networkidle")
    first = [urlsplit(each).path for each in asked]
    page.goto(f"{server.address}/parties/new")
    page.goto(f"{server.address}/p/{code}/", wait_until="networkidle")
    assert 1 < len(first) <= MOST_REQUESTS, first
    assert [each for each in asked if not each.startswith(server.address)] == []
    script = "() => performance.getEntriesByType('resource').map(each => [each.name, each.transferSize])"
    moved = {name: size for name, size in page.evaluate(script) if "/static/" in name}
    assert moved
    assert [name for name, size in moved.items() if size] == []
