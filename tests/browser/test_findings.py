"""The warning as a person at the table meets it: heard once, at the thumb, in words, and never in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.tables import TABLES
from tests.browser.taps import Phone

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
