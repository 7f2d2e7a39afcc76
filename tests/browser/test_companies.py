"""A chouette by taps and from paper, on a phone that scores and on one that watches."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePhone, Served
from tests.browser.taps import Phone

pytestmark = pytest.mark.browser

NOTHING = "E exchange 5; Y exchange 3; E no point; E no sequence; E no set"
SHORT = (f"{NOTHING}; count E12 last E play 13", f"{NOTHING}; count E0 last Y play 1")
"""Two deals that the first elder wins with capots: their own, and that in which they are younger."""


def play_one(server: Served, phone: Phone) -> None:
    """Begin the next partie by its key, tap the last of its four deals, and go back to the card."""
    page = phone.page
    page.get_by_role("button", name="Begin the next partie").click()
    expect(page.locator("#table")).to_be_visible()
    server.record(page.url.split("/")[4], *SHORT, SHORT[0])
    page.reload()
    phone.next_deal()
    phone.play(SHORT[1], "four-deal")
    phone.awake()
    page.get_by_role("link", name="Scorecard").click()
    expect(page.get_by_role("heading", name="Scorecard")).to_be_visible()


def balances(page: Page) -> list[str]:
    return page.locator(".running tfoot td").all_inner_texts()


def test_a_chouette_by_taps_and_from_paper(server: Served, phone: Phone, make_phone: MakePhone) -> None:
    """Ada in the box beats Ben, and then Cem; the third partie is copied from a paper card."""
    page = phone.page
    page.goto(f"{phone.address}/parties/new")
    page.get_by_role("link", name="A chouette, a pool or a round table").click()
    for seat, name in enumerate(("Ada", "Ben", "Cem")):
        page.locator(f"#name{seat}").fill(name)
    page.get_by_label("Rules of each partie").select_option("four-deal")
    page.get_by_role("button", name="Open the scorecard").click()
    expect(page.get_by_text("Ada, in the box, has the choice of deal and cards.")).to_be_visible()
    watching = make_phone().page
    watching.goto(page.url)
    expect(watching.get_by_text("This phone is watching")).to_be_visible()
    play_one(server, phone)
    first = balances(page)
    assert first[0].startswith("+")
    assert first[1] == first[2]
    expect(watching.locator(".running tfoot td").first).to_have_text(first[0])
    expect(page.get_by_role("button", name="Begin the next partie")).to_contain_text("Ada in the box against Cem")
    play_one(server, phone)
    page.get_by_role("link", name="Or enter a partie from paper").click()
    page.get_by_role("radio", name="Ben").check()
    page.get_by_label("What the winner wins, in points").fill("476")
    page.get_by_role("button", name="Enter the result").click()
    expect(page.get_by_role("button", name="Begin the next partie")).to_contain_text("Ben in the box against Cem")
    expect(page.locator(".running tbody")).to_have_count(3)
    assert balances(page)[1] == balances(page)[2]
