"""A deal by taps, with the taps counted; and Back."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone, Served
from tests.browser.tables import TABLES
from tests.browser.taps import CAVENDISH_SHORT, CAVENDISH_TRICKS, Phone
from tests.thorough import SLOW, some

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("log", "most", "script", "across"),
    [
        pytest.param(CAVENDISH_SHORT, 13, True, "no", id="the short way", marks=pytest.mark.always),
        *some(
            [
                pytest.param(CAVENDISH_SHORT, 13, False, "no", id="the short way without a script"),
                pytest.param(CAVENDISH_TRICKS, 24, True, "yes", id="trick by trick, across the table"),
            ],
            2,
            days=SLOW,
        ),
    ],
)
def test_the_deal_of_cavendish_is_within_its_taps(
    make_phone: MakePhone, log: str, most: int, across: str, *, script: bool
) -> None:
    """
    The budget counts every tap on a key or a link, from an empty deal to its last point.

    The console stays empty through the deal and to the next: the policy refuses nothing of ours.
    """
    phone = make_phone(to_alter=True, script=script)
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
    """With a script the taps leave no history behind; Back must not show the page as it was first opened."""
    server.sit(phone, TABLES["answer"])
    phone.play("Y good; E quart")
    phone.page.get_by_role("link", name="Sheet").first.click()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Ada")
    phone.page.go_back()
    expect(phone.position).to_have_value("5")
    expect(phone.page.get_by_role("button", name="Not good")).to_be_visible()
