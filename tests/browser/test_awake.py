"""What only a script can do: keep the screen awake, send a lost tap again, and follow the sheet."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone

pytestmark = pytest.mark.browser

LOCKS = """
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  window.locks = (window.locks || 0) + 1;
  return { released: true };
} } });
"""
"""Stands in for the screen, which a browser without one cannot lock, and counts how often it is asked."""


def test_the_screen_is_kept_awake_and_asked_again_when_the_page_returns(make_phone: MakePhone) -> None:
    phone = make_phone()
    phone.page.add_init_script(LOCKS)
    phone.open_partie()

    asked = phone.page.evaluate("window.locks")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    assert asked == 1
    assert phone.page.evaluate("window.locks") == 2


def test_a_tap_without_a_connection_is_sent_again_and_counts_once(make_phone: MakePhone) -> None:
    """It is said to be on this phone until the club has it."""
    phone = make_phone()
    phone.open_partie()
    page = phone.page
    page.route("**/say", lambda route: route.abort())

    page.get_by_role("button", name="Five and three, as usual").click()
    expect(page.locator("#saved")).to_contain_text("On this phone")
    page.unroute("**/say")

    expect(page.get_by_role("heading", name="Ada calls the point")).to_be_visible(timeout=10_000)
    expect(page.locator("#saved")).to_contain_text("Saved at the club")
    expect(page.locator(".said tr")).to_have_count(2)


@pytest.mark.slow
def test_the_sheet_follows_the_table(make_phone: MakePhone) -> None:
    """A second phone that shows the sheet sees the points of a deal without being touched."""
    phone, other = make_phone(), make_phone()
    code = phone.open_partie()
    other.page.goto(f"{phone.address}/p/{code}/sheet")

    phone.play("E exchange 5; Y exchange 3; E point 5; Y good")

    expect(other.page.locator(".sum tfoot")).to_contain_text("5", timeout=10_000)
