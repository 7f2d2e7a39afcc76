"""A phone that loses the club goes on with the deal, and sends what was said when the club is back."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone, Served
from tests.browser.taps import Phone
from tests.service.tables import logs, say

pytestmark = pytest.mark.browser

READY = 90_000
"""Milliseconds that a busy machine may take until Python runs in the page."""


def ready(make_phone: MakePhone) -> Phone:
    """A phone at the table of a partie, which can go on without the club; it was tapped while it made ready."""
    phone = make_phone(offline=True)
    with phone.page.expect_response("**/kept", timeout=READY):
        phone.open_partie()
    phone.play("E exchange 5; Y exchange 3")
    expect(phone.page.locator("html[data-offline=ready]")).to_be_attached(timeout=READY)
    return phone


def code_of(phone: Phone) -> str:
    return urlsplit(phone.page.url).path.split("/")[2]


def test_a_deal_goes_on_without_the_club_and_is_sent_once(make_phone: MakePhone, server: Served) -> None:
    phone = ready(make_phone)
    page, code = phone.page, code_of(phone)
    saved = page.locator("#saved")
    expect(saved).to_have_text("Saved")
    page.context.set_offline(True)
    phone.play("E point 5; Y good; E quart; Y good")
    expect(saved).to_have_text(re.compile("On this phone: [2-4]"))
    expect(saved).to_have_class(re.compile("late"))
    assert page.locator(".count").all_inner_texts() == ["9", "0"]
    page.context.set_offline(False)
    expect(saved).to_have_text("Saved")
    said = ["E exchange 5", "Y exchange 3", "E point 5", "Y good", "E quart", "Y good"]
    assert logs(server.parties.sheet(code)) == [said]
    phone.play("E trio of knaves; Y not good")
    expect(saved).to_have_text("Saved")
    assert len(server.parties.sheet(code).log(0)) == len(said) + 2


def test_taps_on_this_phone_outlive_a_reload(make_phone: MakePhone, server: Served) -> None:
    phone = ready(make_phone)
    page, code = phone.page, code_of(phone)
    page.route("**/say", lambda route: route.abort())
    phone.play("E point 5; Y good; E quart; Y good")
    page.reload()
    expect(page.locator("#saved")).to_have_text(re.compile("On this phone: [2-4]"))
    expect(phone.count).to_have_text(["9", "0"], timeout=READY)
    page.unroute("**/say")
    expect(page.locator("#saved")).to_have_text("Saved")
    assert logs(server.parties.sheet(code)) == [
        ["E exchange 5", "Y exchange 3", "E point 5", "Y good", "E quart", "Y good"]
    ]


def test_where_another_phone_was_ahead_both_versions_are_shown_and_the_players_choose(
    make_phone: MakePhone, server: Served
) -> None:
    phone = ready(make_phone)
    page, code = phone.page, code_of(phone)
    page.context.set_offline(True)
    phone.play("E point 5; Y good")
    say(server.parties, code, "E point 6; Y good")
    page.context.set_offline(False)
    page.wait_for_url("**/again?*")
    expect(page.get_by_role("table")).to_contain_text("point of six")
    expect(page.get_by_role("table")).to_contain_text("point of five")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(phone.count).to_have_text(["5", "0"])
    assert "E point 6" in logs(server.parties.sheet(code))[0]
    page.reload()
    expect(page.locator("#saved")).to_have_text("Saved")
