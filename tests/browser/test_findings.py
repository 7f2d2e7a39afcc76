"""The warning as a person at the table meets it: heard once, at the thumb, in words, and never in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Book, MakePhone
from tests.browser.tables import TABLES
from tests.browser.taps import Phone
from tests.browser.test_access import AXE, AXE_RULES, RUN_AXE

pytestmark = pytest.mark.browser

CALLS = TABLES["impossible"].removesuffix("; tricks E2").removesuffix("; Y quatorze of tens")
TENS = "Y quatorze of tens"
CONFLICT = "Ada's quint and Ben's four tens can't both be."


def test_the_warning_is_announced_once_and_politely(phone: Phone) -> None:
    """Its live region outlives the tap, and is left alone by the taps that follow."""
    phone.open_partie()
    phone.play(CALLS)
    region = phone.page.locator("#warning")
    expect(region).to_have_attribute("aria-live", "polite")
    expect(region).to_be_empty()
    region.evaluate(
        """region => { window.told = 0;
        new MutationObserver(() => window.told++).observe(region, {childList: true, subtree: true}) }"""
    )

    phone.play(TENS)
    expect(region).to_have_text(f"Impossible: {CONFLICT}")
    phone.play("tricks E1; tricks E1")

    expect(region).to_have_text(f"Impossible: {CONFLICT}")
    assert phone.page.evaluate("() => window.told") == 1


def test_a_warning_that_is_over_is_taken_back(phone: Phone) -> None:
    phone.open_partie()
    phone.play(f"{CALLS}; {TENS}")
    expect(phone.page.locator(".doubt")).to_be_visible()

    phone.undo()

    expect(phone.page.locator(".doubt")).to_have_count(0)
    expect(phone.page.locator("#warning")).to_be_empty()


def test_the_second_phone_hears_it_too(make_phone: MakePhone, phone: Phone) -> None:
    code = phone.open_partie()
    phone.play(CALLS)
    other = make_phone().page
    other.goto(f"{phone.address}/p/{code}/")

    phone.play(TENS)

    expect(other.locator("#warning")).to_have_text(f"Impossible: {CONFLICT}")
    expect(other.locator(".doubt a, a.doubt")).to_have_count(0)


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without"])
def test_one_tap_leads_to_what_puts_it_right(make_phone: MakePhone, book: Book, javascript: bool) -> None:
    page = make_phone(storage_state=book.state, java_script_enabled=javascript).page
    page.goto(book.page("table, impossible"))

    page.locator(".doubt").click()

    expect(page.locator("h1")).to_have_text("Ben: four tens")
    expect(page.get_by_role("link", name="Remove")).to_be_visible()


@pytest.mark.parametrize("path", ["deals/1", "deals/1/statements/10"])
def test_axe_finds_nothing_on_the_pages_of_an_impossible_deal(make_phone: MakePhone, book: Book, path: str) -> None:
    page = make_phone(storage_state=book.state, bypass_csp=True).page
    page.goto(f"{book.page('table, impossible')}{path}")
    expect(page.locator(".doubt")).to_contain_text(CONFLICT)
    page.add_script_tag(path=AXE)

    assert page.evaluate(RUN_AXE, AXE_RULES) == []


def test_the_mark_is_a_word_in_a_hairline_and_no_colour(make_phone: MakePhone, book: Book) -> None:
    """Ink on paper: what warns is read, in every theme, and nothing is washed or red."""
    page = make_phone(storage_state=book.state).page
    page.goto(book.page("table, impossible"))
    mark = page.locator(".doubt .role")
    expect(mark).to_have_text("Impossible")
    look = page.locator(".doubt").evaluate(
        """box => { const own = getComputedStyle(box), mark = getComputedStyle(box.querySelector(".role"));
        return [own.color, getComputedStyle(document.body).color, own.backgroundColor, mark.borderTopWidth] }"""
    )
    assert look[0] == look[1]
    assert look[2] == "rgba(0, 0, 0, 0)"
    assert look[3] == "1px"
