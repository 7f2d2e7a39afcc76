"""A phone that loses the club goes on with the deal, and sends what was said when the club is back."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone, Served
from tests.browser.taps import Phone
from tests.service.tables import logs

pytestmark = pytest.mark.browser

READY = 90_000
"""Milliseconds that a busy machine may take until Python runs in the page."""


def ready(make_phone: MakePhone) -> Phone:
    """A phone at the table of a partie, which can go on without the club."""
    phone = make_phone(offline=True)
    phone.open_partie()
    expect(phone.page.locator("html[data-offline=ready]")).to_be_attached(timeout=READY)
    return phone


def test_a_deal_goes_on_without_the_club_and_is_sent_once(make_phone: MakePhone, server: Served) -> None:
    phone = ready(make_phone)
    page, code = phone.page, phone.page.url.rstrip("/").rsplit("/", 1)[-1]
    saved = page.locator("#saved")
    phone.play("E exchange 5; Y exchange 3")
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
