"""What goes wrong at a table: Back, an old tab, a second phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone, Served
from tests.browser.tables import TABLES
from tests.browser.taps import Phone

pytestmark = pytest.mark.browser


def statements(phone: Phone, code: str) -> list[str]:
    """What the timeline of the first deal lists, struck or not."""
    phone.page.goto(f"{phone.address}/p/{code}/deals/1")
    return [item.inner_text() for item in phone.page.locator(".deal [id]").all()]


def test_an_old_form_records_nothing_over_the_record(server: Served, phone: Phone) -> None:
    """A tab left open from before is answered with the deal as it stands and with what was tapped."""
    code = server.sit(phone, TABLES["point"])
    old = Phone(phone.page.context.new_page(), phone.address)
    old.page.goto(phone.page.url)
    phone.play("E point 5; Y good")
    old.tap(old.key("E point 6"))
    expect(old.page.get_by_role("alert")).to_contain_text(re.compile("point (of )?(6|six)"))
    expect(old.position).to_have_value("4")
    assert len(statements(phone, code)) == 4


def test_back_from_the_sheet_shows_the_current_table(server: Served, phone: Phone) -> None:
    """With a script the taps leave no history behind; Back must not show the page as it was first opened."""
    server.sit(phone, TABLES["answer"])
    phone.play("Y good; E quart")
    phone.page.get_by_role("link", name="Sheet").first.click()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Ada")
    phone.page.go_back()
    expect(phone.position).to_have_value("5")
    expect(phone.page.get_by_role("button", name="Not good")).to_be_visible()


def test_a_second_phone_sees_the_table_and_the_sheet_live_and_cannot_score(
    server: Served, make_phone: MakePhone
) -> None:
    first, second = make_phone(), make_phone()
    code = server.sit(first, TABLES["answer"])
    sheet = second.page.context.new_page()
    sheet.goto(f"{first.address}/p/{code}/sheet")
    second.page.goto(first.address)
    second.page.get_by_label("Code").fill(code.lower())
    second.page.get_by_role("button", name="Open the partie").click()
    expect(second.count.first).to_have_text("0")
    first.play("Y good")
    expect(second.count.first).to_have_text("5")
    expect(sheet.locator(".sum tfoot")).to_contain_text("5")
    expect(second.page.locator("button[name=say]")).to_have_count(0)
    answer = second.page.request.post(f"{second.address}/p/{code}/say", form={"say": "E quart"})
    assert not answer.ok
    expect(first.position).to_have_value("4")
