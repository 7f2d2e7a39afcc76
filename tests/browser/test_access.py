"""Who reads with the ears, with a keyboard, in large print or by low light gets every page whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, PHONE, Book, MakePhone
from tests.browser.tables import FRAME_PAGES, PAGES
from tests.browser.taps import CAVENDISH_CALLS, Phone
from tests.thorough import some_always

pytestmark = pytest.mark.browser

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE_RULES = {"runOnly": {"type": "tag", "values": TAGS}, "rules": {"target-size": {"enabled": True}}}
RUN_AXE = """options => axe.run(document, options).then(found => found.violations.map(
    each => each.id + ' | ' + each.nodes.map(node => node.html.slice(0, 90)).join(' ; ')))"""
NARROW: dict[str, dict[str, Any]] = {
    "320 px": {"viewport": {"width": 320, "height": 640}},
    "390 px at 200 %": {"viewport": {"width": 195, "height": 422}, "device_scale_factor": 2},
}
HEIGHTS = """all => all.filter(each => each.getClientRects().length)
.map(each => [each.innerText, each.getBoundingClientRect().height])"""
BODY_TEXT = "body, p:not(.small, .watch), .said td, h1, h2, .key, .undo, .name, select, input[type=text], dt, dd"
LONG_NAME = "Wolfeschlegelsteinhausenbergerdorffwelchevoraltern"

EVERY_PAGE = {**PAGES, **FRAME_PAGES}


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than what shows it."""
    return int(page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def font_sizes(page: Page, selector: str) -> list[tuple[float, str]]:
    """The size in pixels and the words of everything shown that *selector* finds."""
    script = """found => found.filter(each => each.getClientRects().length)
        .map(each => [parseFloat(getComputedStyle(each).fontSize), each.innerText])"""
    return [(size, text) for size, text in page.locator(selector).evaluate_all(script)]


@pytest.fixture(scope="module")
def looking(chromium: Browser, book: Book) -> Iterator[Page]:
    """A page to look at one after another of the book's."""
    context = chromium.new_context(viewport=PHONE, storage_state=book.state, bypass_csp=True)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", some_always(EVERY_PAGE, ["table, sets"]))
def test_axe_finds_nothing(looking: Page, book: Book, name: str) -> None:
    """By day; with the theme only the colours change, of which `tests/web/test_contrast.py` tries every pair."""
    looking.goto(book.page(name))
    looking.add_script_tag(path=AXE)

    assert looking.evaluate(RUN_AXE, AXE_RULES) == []


@pytest.mark.parametrize("size", NARROW)
def test_no_page_scrolls_sideways(make_phone: MakePhone, book: Book, size: str) -> None:
    page = make_phone(storage_state=book.state, **NARROW[size]).page
    wide = {}
    for name in EVERY_PAGE:
        page.goto(book.page(name))
        wide[name] = overflow(page)

    assert {name: by for name, by in wide.items() if by} == {}


@pytest.mark.parametrize("size", NARROW)
def test_a_name_without_a_space_breaks_before_the_page_does(make_phone: MakePhone, size: str) -> None:
    phone = make_phone(**NARROW[size])
    code = phone.open_partie(LONG_NAME, f"{LONG_NAME}!")
    wide = {}
    for log in (
        "",
        "E exchange 5; Y exchange 3",
        "E point 5",
        "Y not good; E tierce; Y not good; E no set",
        "tricks E12",
    ):
        phone.play(log)
        wide[log] = overflow(phone.page)
    for path in ("sheet", "across", "share", "deals/1", "deals/1/statements/3", "other-rules"):
        phone.page.goto(f"{phone.address}/p/{code}/{path}")
        wide[path] = overflow(phone.page)

    assert {path: by for path, by in wide.items() if by} == {}


def test_the_calls_of_a_deal_are_made_with_tab_and_enter_alone(phone: Phone) -> None:
    """Every key is reached with Tab and said with Enter, never more than thirty Tabs from the one before."""
    phone.open_partie()
    page = phone.page

    for said in CAVENDISH_CALLS.replace("E exchange 5; Y exchange 3", "E exchange 5, Y exchange 3").split("; "):
        key = phone.key(said.replace(",", ";"))
        expect(key).to_be_visible()
        before = phone.form_key.input_value()
        for _ in range(30):
            page.keyboard.press("Tab")
            if key.evaluate("key => key === document.activeElement"):
                break
        expect(key).to_be_focused()
        page.keyboard.press("Enter")
        expect(phone.form_key).not_to_have_value(before)

    expect(phone.count.locator("td.num").last).to_have_text("Ben 17")


def test_the_key_in_focus_shows_it(phone: Phone) -> None:
    phone.open_partie()

    phone.page.keyboard.press("Tab")
    phone.page.keyboard.press("Tab")

    outline = phone.page.evaluate("() => parseFloat(getComputedStyle(document.activeElement).outlineWidth)")
    assert outline >= 2


def test_the_count_is_said_aloud(phone: Phone) -> None:
    """
    The count stands in a live region that outlives a tap.

    A region that is replaced whole is new to a screen reader, which says only what changes inside one it knows.
    """
    phone.open_partie()
    phone.play("E exchange 5; Y exchange 3; E point 5")
    region = phone.page.locator("[aria-live=polite]", has_text="Ada").first
    expect(region).to_contain_text("0")
    known = region.element_handle()

    phone.play("Y good")

    expect(region).to_contain_text("5")
    assert known.evaluate("region => region.isConnected")


def test_everything_to_tap_on_the_table_is_44_pixels_high(make_phone: MakePhone, book: Book) -> None:
    page = make_phone(storage_state=book.state).page
    low = set()
    for name in (name for name in EVERY_PAGE if name.startswith("table")):
        page.goto(book.page(name))
        found = page.locator("#table :is(a, button, summary)").evaluate_all(HEIGHTS)
        assert len(found) > 3
        low |= {(name, text.strip(), height) for text, height in found if height < 44}

    assert low == set()


def test_body_text_is_17_pixels(make_phone: MakePhone, book: Book) -> None:
    """What is read in sentences: paragraphs, what was said, keys and fields; not the small print."""
    page = make_phone(storage_state=book.state).page
    small = set()
    for name in EVERY_PAGE:
        page.goto(book.page(name))
        small |= {(name, text, size) for size, text in font_sizes(page, BODY_TEXT) if size < 17}

    assert small == set()


@pytest.mark.parametrize("name", ["table, tricks", "table, over", "across"])
def test_totals_are_40_pixels(make_phone: MakePhone, book: Book, name: str) -> None:
    page = make_phone(storage_state=book.state).page
    page.goto(book.page(name))

    sizes = font_sizes(page, ".total")

    assert len(sizes) == 2
    assert min(sizes)[0] >= 40
