"""A club by taps, from the set-up link that the terminal prints to the list of open items.

Every person has a phone of their own, and everything is in one real database in the end.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.service.club.audit.verification import verify
from tests.browser.conftest import PHONES_OPEN, MakePhone, Served, served
from tests.browser.taps import CAVENDISH_SHORT, DEAL

pytestmark = pytest.mark.browser

MEMBERS = ("Ada", "Ben", "Cat", "Dan")


class ClubPhones:
    def __init__(self, server: Served, make_phone: MakePhone) -> None:
        self.server = server
        self.address = server.address
        self.home = ""
        self.phones = {name: make_phone() for name in ("director", *MEMBERS)}

    def page(self, name: str) -> Page:
        return self.phones[name].page

    def through(self, name: str, *links: str) -> Page:
        """A phone, led from the first page of the club from link to link."""
        page = self.page(name)
        page.goto(self.home)
        for link in links:
            page.get_by_role("link", name=link).first.click()
        return page


@pytest.fixture
def club(make_phone: MakePhone, tmp_path: Path) -> Iterator[ClubPhones]:
    with served(tmp_path) as server:
        yield ClubPhones(server, make_phone)


def key(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def link(page: Page, words: str) -> None:
    page.get_by_role("link", name=words).first.click()


def sees(page: Page, words: str) -> None:
    """Wait until the page says something."""
    expect(page.get_by_text(words).first).to_be_visible()


def found_a_club(club: ClubPhones) -> None:
    page = club.page("director")
    link_ = re.search(r"/set-up/[\w-]+", " ".join(club.server.said))
    assert link_ is not None
    page.goto(f"{club.address}{link_[0]}")
    page.get_by_label("Name of the club").fill("Turf Club")
    page.get_by_label("Your name").fill("Zoë")
    page.get_by_label("Your password").fill("a short sentence")
    key(page, "Found the club")
    page.goto(f"{club.address}/")
    link(page, "Turf Club")
    expect(page.get_by_role("heading", name="Turf Club", level=1)).to_be_visible()
    club.home = page.url


def admit(club: ClubPhones) -> None:
    """The members are admitted, and each opens their printed personal link."""
    page = club.through("director", "Members")
    page.get_by_label("Names, one per line").fill("\n".join(MEMBERS))
    key(page, "Admit these members")
    sees(page, "4 members admitted.")
    key(page, "Make the missing links")
    expect(page.locator(".link-card")).to_have_count(4)
    for name in MEMBERS:
        card = page.locator(".link-card", has=page.get_by_role("heading", name=name, exact=True))
        address = card.locator(".small").first.inner_text()
        own = club.page(name)
        own.goto(address.replace(PHONES_OPEN, club.address))
        key(own, f"I am {name}")
        expect(own.get_by_role("heading", name="Turf Club")).to_be_visible()


def open_a_season(club: ClubPhones) -> None:
    """A round robin of parties of four deals, drawn in the order of entry."""
    page = club.through("director", "Open a season")
    page.get_by_label("Name of the season").fill("Winter")
    page.get_by_label("All 4 members").check()
    page.get_by_role("radio", name="Round robin everybody meets once").check()
    link(page, "Portland: Cavendish’s Rubicon Piquet")
    page.get_by_label("Rules").select_option("four-deal")
    link(page, "what is left is forfeited")
    page.get_by_label("If a member withdraws").select_option("count_played")
    link(page, "without stakes")
    page.get_by_label("Stake", exact=True).fill("240")
    key(page, "Open the season")
    sees(page, "These are the terms now.")
    key(page, "Open the season")
    sees(page, "Winter is open.")
    page.get_by_label("Order of the draw").select_option("as_entered")
    page.locator("form button.main").click()
    key(page, "Draw")
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()


def play_and_sign(club: ClubPhones, first: str, second: str) -> None:
    """Start a fixture on the phone of *first*, end it there by taps,
    and let each sign on the own phone.
    """
    phone = club.phones[first]
    page = club.through(first, "Fixtures", f"{first} – {second}")
    key(page, "Start on this phone")
    expect(page.locator("#table")).to_be_visible()
    calls, count = DEAL.rsplit("; ", 1)
    club.server.record(page.url.split("/")[4], CAVENDISH_SHORT, DEAL, DEAL, calls)
    page.reload()
    phone.play(count, "four-deal")
    phone.awake()
    link(page, "Settlement")
    key(page, f"{first} signs")
    sees(page, f"{first} signed")
    other = club.through(second, f"{first} and {second}")
    key(other, f"{second} signs")
    sees(other, "Signed and posted.")


def test_a_club_from_its_set_up_link_to_its_open_items(club: ClubPhones) -> None:
    found_a_club(club)
    admit(club)
    open_a_season(club)
    play_and_sign(club, "Ada", "Dan")
    page = club.through("director", "Tonight", "other open item")
    expect(page.locator("h3")).to_have_text(["Fixtures not played 1"])
    expect(club.through("director", "Ledger").locator(".entries")).to_contain_text(
        "The club is founded: Turf Club."
    )
    assert list(verify(club.server.parties.engine)) == []
