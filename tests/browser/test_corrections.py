"""Slips put right by taps, from the first page on, with the taps counted; and the page of a deal on a phone."""

import pytest
from playwright.sync_api import Page, expect

from scorer.rules.notation import format_statement
from scorer.rules.statements import effective
from tests.browser.conftest import MakePhone, Served
from tests.browser.taps import CAVENDISH_SHORT, CAVENDISH_TRICKS, DEAL, Phone

pytestmark = pytest.mark.browser


def tap(phone: Phone, *words: str) -> Page:
    """Tap links or keys one after another, each by the words that are read aloud."""
    page = phone.page
    for each in words:
        phone.taps += 1
        page.locator("main, nav").get_by_role("link", name=each, exact=True).or_(
            page.get_by_role("button", name=each, exact=True)
        ).first.click()
    return page


def from_home(make_phone: MakePhone, server: Served, *logs: str) -> tuple[Phone, str]:
    """A phone that scores a partie, led to its table by one tap on the first page; and the code of the partie."""
    phone = make_phone()
    code = server.sit(phone, *logs)
    phone.page.goto(server.address)
    phone.page.locator(f'a[href="/p/{code}/"]').click()
    phone.taps = 1
    return phone, code


def said(server: Served, code: str, deal: int) -> str:
    return "; ".join(format_statement(each) for _, each in effective(server.parties.sheet(code).log(deal)))


@pytest.mark.parametrize("log", [CAVENDISH_SHORT, CAVENDISH_TRICKS], ids=["counted", "trick by trick"])
def test_the_page_of_a_usual_deal_fits_on_little_more_than_one_screen(
    make_phone: MakePhone, server: Served, log: str
) -> None:
    phone = make_phone()
    code = server.sit(phone, log)
    phone.page.set_viewport_size({"width": 390, "height": 664})
    phone.page.goto(f"{server.address}/p/{code}/deals/1")
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= 900


def test_a_quatorze_forgotten_in_deal_2_is_said_in_deal_5(make_phone: MakePhone, server: Served) -> None:
    """Three taps from the table to the line; then the set, its answer, and to keep both."""
    phone, code = from_home(make_phone, server, *[DEAL] * 4, "E exchange 5; Y exchange 3")
    tap(phone, "Sheet", "2", "Ben: no set")
    assert phone.taps == 1 + 3
    page = tap(phone, "four aces", "Good")
    for words in ("Deal 2: Ben +14.", "Total: Ada 66, Ben 80.", "first difference"):
        expect(page.locator("main")).to_contain_text(words)
    tap(phone, "Keep")
    expect(page.get_by_role("status").first).to_contain_text("Kept. Deal 2: Ben +14. Total: Ada 66, Ben 80.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada and Ben")
    assert phone.taps == 1 + 3 + 3
    assert said(server, code, 1) == DEAL.replace("E no set", "E quatorze of aces; Y good")


def test_the_last_trick_of_deal_1_goes_to_the_other_and_the_other_phone_takes_it_back(
    make_phone: MakePhone, server: Served
) -> None:
    """One tap corrects a simple slip, one keeps it; the phone is where it was, and the other is told."""
    phone, code = from_home(make_phone, server, DEAL, DEAL)
    other = make_phone()
    server.give(other.page, {"links": {code: server.parties.new_link(code) and server.parties.links(code)[1].id}})
    tap(phone, "Sheet", "1", "Ada: seven tricks, the last to Ada, 9 in play")
    assert phone.taps == 1 + 3
    last_to_ben = phone.page.get_by_role("group", name="Last trick to Ben")
    last_to_ben.get_by_role("link", name="in play: (8)").click()
    phone.taps += 1
    page = tap(phone, "Keep")
    expect(page.get_by_role("status").first).to_contain_text("Kept. Deal 1: ")
    assert phone.taps == 1 + 3 + 2
    other.page.goto(f"{server.address}/p/{code}/")
    tap(other, "Deal 1 was corrected", "I object: take the correction back")
    expect(other.page.locator("#table")).to_be_visible()
    expect(other.page.get_by_text("Kept. Deal 1: ")).to_be_visible()
    assert said(server, code, 0) == DEAL
