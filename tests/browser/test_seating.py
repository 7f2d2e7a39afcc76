"""A misspelt name and the wrong dealer, noticed after a deal:
both are corrected by taps, without the club too.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from scorer.table.recording import seating_said
from tests.browser.conftest import MakePhone, Served
from tests.browser.taps import DEAL, Phone
from tests.browser.test_offline import (
    CALLED,
    READY,
    code_of,
    expect_for_everybody,
    expect_saved,
    ready,
)
from tests.service.tables import say

pytestmark = pytest.mark.browser


def correct(page: Page, **names: str) -> None:
    """Go to the sheet, enter names by the labels of their fields,
    say that Ada dealt first, and see what changes.
    """
    page.get_by_role("link", name="This table").click()
    page.get_by_role("link", name="Sheet").click()
    page.get_by_role("link", name="Names and dealer").click()
    for label, name in names.items():
        page.get_by_label(f"{label} player").fill(name)
    page.get_by_label("Ada").check()
    page.get_by_role("button", name="See what changes").click()


def test_names_and_dealer_are_corrected_on_the_sheet(phone: Phone, server: Served) -> None:
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(f"{phone.address}/parties/new")
    phone.begin("Ada", "Bne")
    phone.play(DEAL)
    phone.awake()
    correct(page, Second="Ben")
    expect(page.get_by_text("Bne is now called Ben.")).to_be_visible()
    expect(
        page.get_by_text("Ada dealt first, not Ben. Ben is elder in the first deal.")
    ).to_be_visible()
    expect_for_everybody(page)
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("heading", name="Ada and Ben")).to_be_visible()
    sheet = server.parties.sheet(code_of(phone))
    assert sheet.names == ("Ada", "Ben")
    assert sheet.elder(0) == 1
    assert sheet.partie.totals == (6, 27)
    page.get_by_role("link", name="Table").click()
    phone.next_deal()
    phone.play("E exchange 5; Y exchange 3; E point 5; Y good")
    assert phone.count.all_inner_texts() == ["5", "0"]


def test_without_the_club_they_are_corrected_too_and_sent_in_order(
    make_phone: MakePhone, server: Served
) -> None:
    phone = ready(make_phone)
    page = phone.page
    code = code_of(phone)
    page.context.set_offline(True)
    phone.play(CALLED)
    correct(page, Second="Benedict")
    expect(page.get_by_text("Ben is now called Benedict.")).to_be_visible()
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("Kept. Ben is now called Benedict.")).to_be_visible()
    page.get_by_role("link", name="Table").click()
    expect(phone.count).to_have_text(["0", "9"])
    phone.play("E trio of knaves; Y not good")
    page.context.set_offline(False)
    expect_saved(page, "Saved")
    sheet = server.parties.sheet(code)
    assert sheet.names == ("Ada", "Benedict")
    assert sheet.elder(0) == 1
    assert sheet.partie.totals == (0, 9)
    assert len(sheet.log(0)) == 8


def test_another_phone_was_ahead_of_such_a_correction(
    make_phone: MakePhone, server: Served
) -> None:
    """What it said of the deal changes no player;
    if it said something else of them, this phone shows both.
    """
    phone = ready(make_phone)
    page = phone.page
    code = code_of(phone)
    for other, names in (
        ("", ("Ada", "Benedict")),
        (seating_said(1, ("Ada", "Bernard")), ("Ada", "Bernard")),
    ):
        page.context.set_offline(True)
        correct(page, Second="Benedict" if not other else "Benno")
        page.get_by_role("button", name="Keep").click()
        expect(page.get_by_text("Kept.")).to_be_visible()
        page.get_by_role("link", name="Table").click()
        expect_saved(page, re.compile("On this phone: 1"))
        if other:
            at = server.parties.sheet(code).recorded(0)
            server.parties.record(code, deal=0, position=at, said=other, form_key="other")
        else:
            say(server.parties, code, "E point 5")
        page.context.set_offline(False)
        if other:
            page.wait_for_url("**/compare", timeout=READY)
            expect(page.get_by_text("Bernard is now called Benno.")).to_be_visible()
            page.get_by_label("The club’s, as recorded").check()
            page.get_by_role("button", name="Keep what is chosen").click()
            expect_saved(page, "Saved")
        else:
            expect_saved(page, "Saved")
        assert server.parties.sheet(code).names == names
