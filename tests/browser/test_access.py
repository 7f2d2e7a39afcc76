"""The table with a keyboard, with a screen reader, and under a thumb that does not look."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone, Served
from tests.browser.tables import TABLES
from tests.browser.taps import CAVENDISH_CALLS, Phone

pytestmark = pytest.mark.browser

TENS = "Y quatorze of tens"
DOUBTED = TABLES["impossible"].partition(f"; {TENS}")[0]
CONFLICT = "Impossible: Ada's quint and Ben's four tens can't both be true."


def test_a_point_is_called_and_answered_with_tab_and_enter_alone(server: Served, phone: Phone) -> None:
    """Every key is reached with Tab, shows that it has the focus, and is said with Enter."""
    server.sit(phone)
    page = phone.page

    for said in ("E exchange 5; Y exchange 3", "E point 5", "Y how many", "E making 49", "Y good"):
        key = phone.key(said)
        expect(key).to_be_visible()
        before = phone.form_key.input_value()
        for _ in range(30):
            page.keyboard.press("Tab")
            if key.evaluate("key => key === document.activeElement"):
                break
        expect(key).to_be_focused()
        assert key.evaluate("key => parseFloat(getComputedStyle(key).outlineWidth)") >= 2
        page.keyboard.press("Enter")
        expect(phone.form_key).not_to_have_value(before)

    expect(phone.count.first).to_have_text("5")


def test_a_warning_is_announced_once_on_both_phones_and_taken_back_with_its_call(
    server: Served, phone: Phone, make_phone: MakePhone
) -> None:
    """
    Its live region outlives the tap, as does that of the count, and is left alone by the taps that follow.

    A region that is replaced whole is new to a screen reader, which says only what changes inside one it knows.
    """
    code = server.sit(phone, DOUBTED)
    other = make_phone().page
    other.goto(f"{phone.address}/p/{code}/")
    region = phone.page.locator("#warning")
    expect(region).to_have_attribute("aria-live", "polite")
    expect(region).to_be_empty()
    count = phone.page.locator("[aria-live=polite]", has_text="Ada").first.element_handle()
    region.evaluate(
        """region => { window.announced = 0;
        new MutationObserver(() => window.announced++).observe(region, {childList: true, subtree: true}) }"""
    )

    phone.play(TENS)
    expect(region).to_have_text(CONFLICT)
    expect(other.locator("#warning")).to_have_text(CONFLICT)
    expect(other.locator(".doubt a, a.doubt")).to_have_count(0)
    phone.play("tricks E1")
    expect(region).to_have_text(CONFLICT)
    assert count.evaluate("region => region.isConnected")
    assert phone.page.evaluate("() => window.announced") == 1
    phone.undo()
    expect(phone.page.locator(".doubt")).to_be_visible()
    phone.undo()

    expect(phone.page.locator(".doubt")).to_have_count(0)
    expect(region).to_be_empty()


def test_the_keys_of_a_trick_stay_where_they_are(server: Served, phone: Phone) -> None:
    """Twelve taps at the same two spots: the thumb does not have to look for the next."""
    server.sit(phone, f"{CAVENDISH_CALLS}; tricks E1")
    spots = []
    for log in ("tricks E1", "tricks Y1", "tricks E1"):
        phone.play(log)
        spots.append(phone.key("tricks E1").bounding_box())

    assert len({(box["x"], round(box["y"])) for box in spots if box is not None}) == 1
