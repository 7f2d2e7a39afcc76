"""What a page costs: bytes and requests of its first load, all of them to the host that served it."""

from __future__ import annotations

import gzip
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response

from tests.browser.conftest import Book, MakePhone
from tests.browser.tables import FRAMES, PAGES
from tests.thorough import some_always

pytestmark = pytest.mark.browser

MOST_BYTES = 35_000
MOST_REQUESTS = 3


def first_load(page: Page, address: str) -> list[Response]:
    """Every answer that a phone which was never here gets for one page."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if not answer.url.startswith("data:") else None)
    page.goto(address, wait_until="networkidle")
    return answers


def weight(answer: Response) -> int:
    """The bytes of an answer's body, compressed as every browser may ask for it."""
    return len(gzip.compress(answer.body(), 6))


@pytest.mark.parametrize(
    "name",
    some_always([f"table, {name}" for name in ("empty", "younger", "tricks", "over", *FRAMES)], ["table, tricks"]),
)
def test_the_table_is_light(make_phone: MakePhone, book: Book, name: str) -> None:
    answers = first_load(make_phone(storage_state=book.state).page, book.page(name))
    weights = {urlsplit(answer.url).path: weight(answer) for answer in answers}

    assert len(answers) <= MOST_REQUESTS, weights
    assert sum(weights.values()) <= MOST_BYTES, weights


def test_no_page_asks_another_host(make_phone: MakePhone, book: Book) -> None:
    page = make_phone(storage_state=book.state).page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    for name in PAGES:
        page.goto(book.page(name))

    assert len(asked) >= len(PAGES)
    assert [url for url in asked if not url.startswith((book.address, "data:"))] == []


def test_a_second_visit_asks_only_for_the_page(make_phone: MakePhone, book: Book) -> None:
    """Style and script are kept under addresses that change with their content."""
    page = make_phone(storage_state=book.state).page
    page.goto(book.page("table, tricks"), wait_until="networkidle")

    page.goto(book.page("table, point"), wait_until="networkidle")

    script = "() => performance.getEntriesByType('resource').map(each => [each.name, each.transferSize])"
    moved = {name: size for name, size in page.evaluate(script) if "/static/" in name}
    assert moved
    assert [name for name, size in moved.items() if size] == []
