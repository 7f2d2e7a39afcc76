"""Parties by taps, from the first page on: the taps are counted; Back; slips put right;
a scorecard that is watched.
"""

import pytest
from playwright.sync_api import Page, expect

from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.statements import effective
from tests.browser.conftest import MakePhone, Served
from tests.browser.tables import TABLES
from tests.browser.taps import CAVENDISH_SHORT, CAVENDISH_TRICKS, DEAL, Phone
from tests.isolation import isolated_or_not
from tests.thorough import SLOW, some

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("log", "most", "script", "across"),
    [
        pytest.param(CAVENDISH_SHORT, 16, True, "no", id="the short way", marks=pytest.mark.always),
        *some(
            [
                pytest.param(CAVENDISH_SHORT, 16, False, "no", id="the short way without a script"),
                pytest.param(
                    CAVENDISH_TRICKS, 24, True, "yes", id="trick by trick, across the table"
                ),
            ],
            2,
            days=SLOW,
        ),
    ],
)
def test_the_deal_of_cavendish_is_within_its_taps(
    make_phone: MakePhone, log: str, most: int, across: str, *, script: bool
) -> None:
    """The budget counts every tap on a key or a link, from an empty deal to its last point.

    The console stays empty through the deal and to the next: the policy refuses nothing of ours.
    """
    phone = make_phone(script=script)
    said: list[str] = []
    phone.page.on("console", lambda message: said.append(message.text))
    phone.page.on("pageerror", lambda error: said.append(str(error)))
    phone.open_partie()
    phone.page.goto(f"{phone.page.url}?across={across}")
    phone.play(log)
    expect(phone.page.locator("#table tfoot").first.locator("td")).to_have_text(["28", "23"])
    assert phone.taps <= most
    phone.next_deal()
    assert said == []


def test_back_from_the_sheet_shows_the_current_table(server: Served, phone: Phone) -> None:
    """With a script the taps leave no history behind;
    Back must not show the page as it was first opened.
    """
    server.sit(phone, TABLES["answer"])
    phone.play("Y good; E quart")
    phone.page.get_by_role("link", name="This table").click()
    phone.page.get_by_role("link", name="Sheet").click()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Ada")
    phone.page.go_back()
    phone.page.go_back()
    expect(phone.position).to_have_value("5")
    expect(phone.page.get_by_role("button", name="Not good")).to_be_visible()


def test_a_phone_that_watches_a_scorecard_sees_what_is_entered_on_another(
    phone: Phone, make_phone: MakePhone
) -> None:
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
    expect(page.get_by_role("button", name="Begin the next partie")).to_contain_text(
        "Ben in the box against Cem"
    )
    for each in (page, watching):
        expect(each.locator(".running tfoot td").first).to_have_text("−960")


def tap(phone: Phone, *words: str) -> Page:
    """Tap links or keys one after another, each by the words that are read aloud."""
    page = phone.page
    for each in words:
        phone.taps += 1
        name = isolated_or_not(each)
        page.locator("main, nav").get_by_role("link", name=name).or_(
            page.get_by_role("button", name=name)
        ).first.click()
    return page


@pytest.mark.parametrize(
    "log", [CAVENDISH_SHORT, CAVENDISH_TRICKS], ids=["counted", "trick by trick"]
)
def test_the_page_of_a_usual_deal_fits_on_two_screens(
    phone: Phone, server: Served, log: str
) -> None:
    code = server.sit(phone, log)
    phone.page.set_viewport_size({"width": 390, "height": 664})
    phone.page.goto(f"{server.address}/p/{code}/deals/1")
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= 2 * 664


def test_the_last_trick_of_deal_1_goes_to_the_other_and_the_other_phone_takes_it_back(
    phone: Phone, make_phone: MakePhone, server: Served
) -> None:
    """From the first page on; one tap corrects a simple slip, one keeps it;
    the phone is where it was.
    """
    other = make_phone()
    code = server.sit(phone, DEAL, DEAL)
    phone.page.goto(server.address)
    phone.page.locator(f'a[href="/p/{code}/"]').click()
    phone.taps = 1
    server.give(
        other.page,
        {"links": {code: server.parties.new_link(code) and server.parties.links(code)[1].id}},
    )
    tap(phone, "This table", "Deal 1 27 – 6", "Ada: seven tricks, the last to Ada, 9 in play")
    assert phone.taps == 1 + 3
    page = tap(phone, "The last to Ben: 26 – 6", "Keep")
    expect(page.get_by_text("Kept. Deal 1: ")).to_be_visible()
    assert phone.taps == 1 + 3 + 2
    other.page.goto(f"{server.address}/p/{code}/")
    tap(other, "This table", "Deal 1 was corrected 26 – 6", "I object: take the correction back")
    expect(other.page.locator("#table")).to_be_visible()
    expect(other.page.get_by_text("Kept. Deal 1: ")).to_be_visible()
    assert [each for _, each in effective(server.parties.sheet(code).log(0))] == [
        *parse_log(DEAL, PRESETS["portland"])
    ]
