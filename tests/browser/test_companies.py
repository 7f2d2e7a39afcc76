"""A chouette on a phone that scores and on one that watches."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.taps import Phone

pytestmark = pytest.mark.browser


def test_a_phone_that_watches_a_scorecard_sees_what_is_entered_on_another(phone: Phone, make_phone: MakePhone) -> None:
    page = phone.page
    page.goto(f"{phone.address}/company/new?frame=chouette")
    for seat, name in enumerate(("Ada", "Ben", "Cem")):
        page.locator(f"#name{seat}").fill(name)
    page.get_by_role("button", name="Open the scorecard").click()
    expect(page.get_by_text("Ada, in the box, has the choice of deal and cards.")).to_be_visible()
    watching = make_phone().page
    watching.goto(page.url)
    expect(watching.get_by_text("This phone is watching")).to_be_visible()
    page.get_by_role("link", name="Or enter a partie from paper").click()
    page.get_by_role("radio", name="Ben").check()
    page.get_by_label("What the winner wins, in points").fill("476")
    page.get_by_role("button", name="Enter the result").click()
    expect(page.get_by_role("button", name="Begin the next partie")).to_contain_text("Ben in the box against Cem")
    for each in (page, watching):
        expect(each.locator(".running tfoot td").first).to_have_text("−960")
