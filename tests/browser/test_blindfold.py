"""A whole partie by ear: each key is found by its role and name, and chosen by what has just been said aloud."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served
from tests.browser.taps import Phone
from tests.rows import beside

pytestmark = pytest.mark.browser

_DATA = beside(__file__)
KEYS, DEALS, HEARD = (_DATA[name] for name in ("keys", "deals", "heard"))


@dataclass
class Listener:
    """Somebody who does not look, and has a keyboard; *heard* is what was said, the last at the end."""

    page: Page
    heard: list[str]

    def listen(self) -> None:
        """Wait until something new is said; it is heard once, as the name of the question with the focus."""
        region = self.page.get_by_role("status").nth(1)
        expect(region).not_to_have_text(self.heard[-1])
        self.heard.append(region.inner_text())
        expect(self.page.get_by_role("heading", name=self.heard[-1], exact=True)).to_be_focused()
        expect(region).to_have_attribute("aria-live", "off")

    def press(self, name: str | re.Pattern[str]) -> None:
        buttons, links = (self.page.get_by_role(role, name=name, exact=True) for role in ("button", "link"))
        buttons.or_(links).last.press("Enter")
        self.listen()

    def answer(self, words: dict[str, str]) -> None:
        """Press the key that belongs to the question that was heard last."""
        keys = {question.format(**words): key.format(**words) for question, key in KEYS.items()}
        asked = (key for question, key in keys.items() if self.heard[-1].endswith(question))
        self.press(next(asked, re.compile(rf"^({words['elder']} counts|\d+$)")))


def test_a_partie_is_played_by_ear(server: Served, phone: Phone) -> None:
    page = phone.page
    page.goto(server.address)
    page.get_by_role("link", name="New partie").press("Enter")
    for place, name in (("First", "Ada"), ("Second", "Ben")):
        page.get_by_role("combobox", name=f"{place} player").fill(name)
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.get_by_role("heading", level=1, name="Deal 1 of 6")).to_be_visible()
    listener = Listener(page, [""])
    listener.listen()
    for number, cards in enumerate(DEALS):
        names, (run, tricks) = ("Ada", "Ben"), cards.split()
        words = {"elder": names[number % 2], "younger": names[1 - number % 2], "run": run, "tricks": tricks}
        while "is over" not in listener.heard[-1]:
            listener.answer(words)
            if "repique" in listener.heard[-1] and not any("Undone" in each for each in listener.heard):
                listener.press(re.compile("^Undo"))
        if not listener.heard[-1].endswith("The partie is over."):
            listener.press("Next deal")
    assert [each for each in dict.fromkeys(listener.heard) if each in HEARD] == HEARD
    expect(page).to_have_title("Deal 6 of 6: Ada and Ben")
    page.get_by_role("link", name="Settlement").press("Enter")
    for name in ("Ada", "Ben"):
        page.get_by_role("button", name=f"{name} signs").press("Enter")
    expect(page.get_by_role("region", name="Signatures")).to_contain_text("Both have signed.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada wins 225.")
