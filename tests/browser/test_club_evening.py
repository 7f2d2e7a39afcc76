"""
A club night by taps, from the set-up link that the terminal prints to the list of open items.

With a dispute, a ruling, a withdrawal and a correction; every person has a
phone of their own, and everything is in one real database in the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scorer.service.book import open_parties
from scorer.service.club.verification import verify
from tests.browser.conftest import PATIENCE, PHONE, PHONES_OPEN, started
from tests.browser.taps import CAVENDISH_SHORT, Phone

pytestmark = pytest.mark.browser

MEMBERS = ("Ada", "Ben", "Cat", "Dan")
PIN = "2846"
DEAL = "E exchange 5; Y exchange 3; E point 5; Y good; E tierce; Y good; E no set; count E7 last E play 9"
"""A deal that is quickly said."""

ONE_MORE = DEAL.replace("E7 last E play 9", "E8 last E play 10")
"""The same with a trick more to elder, so that the partie is not drawn."""

PAPER = (20, 10), (15, 25), (30, 5), (25, 12)
"""A partie as it was written: the first and the last deal count double, so that it is 135 to 74."""


class ClubBook:
    """The club's phones, and what was seen on them."""

    def __init__(self, chromium: Browser, said: list[str]) -> None:
        self.address = said[0].split()[-1].rstrip("/")
        found = re.search(r"/set-up/[\w-]+", " ".join(said))
        assert found is not None
        self.set_up = f"{self.address}{found[0]}"
        self.contexts = []
        self.phones: dict[str, Page] = {}
        for name in ("director", *MEMBERS, "anybody"):
            context = chromium.new_context(viewport=PHONE)
            context.set_default_timeout(PATIENCE)
            self.contexts.append(context)
            self.phones[name] = context.new_page()

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def home(self, name: str) -> Page:
        page = self.phones[name]
        page.goto(f"{self.address}/")
        page.get_by_role("link", name="Turf Club").first.click()
        expect(page.get_by_role("heading", name="Turf Club", level=1)).to_be_visible()
        return page

    def through(self, name: str, *links: str) -> Page:
        """A phone, led from the first page of the club from link to link."""
        page = self.home(name)
        for link in links:
            page.get_by_role("link", name=link).first.click()
        return page


@pytest.fixture
def night(chromium: Browser, tmp_path: Path) -> Iterator[ClubBook]:
    with started(tmp_path) as said:
        found = ClubBook(chromium, said)
        yield found
        found.close()


def key(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def link(page: Page, words: str) -> None:
    page.get_by_role("link", name=words).first.click()


def sees(page: Page, words: str) -> None:
    """Wait until the page says something."""
    expect(page.get_by_text(words).first).to_be_visible()


def found_a_club(night: ClubBook) -> None:
    page = night.phones["director"]
    page.goto(night.set_up)
    page.get_by_label("Name of the club").fill("Turf Club")
    page.get_by_label("Your name").fill("Zoë")
    page.get_by_label("Your password").fill("a short sentence")
    key(page, "Found the club")
    expect(page.get_by_role("heading", name="Turf Club")).to_be_visible()


def admit(night: ClubBook) -> None:
    """The members are admitted, and each opens their printed personal link; Ben sets a PIN."""
    page = night.through("director", "Members")
    page.get_by_label("Names, one per line").fill("\n".join(MEMBERS))
    key(page, "Admit these members")
    sees(page, "4 members admitted.")
    key(page, "Make the missing links")
    expect(page.locator(".poster")).to_have_count(4)
    for name in MEMBERS:
        poster = page.locator(".poster", has=page.get_by_role("heading", name=name, exact=True))
        address = poster.locator(".small").inner_text()
        own = night.phones[name]
        own.goto(address.replace(PHONES_OPEN, night.address))
        key(own, f"I am {name}")
        expect(own.get_by_role("heading", name="Turf Club")).to_be_visible()
        link(own, "My account")
        own.get_by_label("Four to eight digits").fill(PIN)
        key(own, "Set my PIN")
        sees(own, "Your PIN is set.")


def open_a_season(night: ClubBook) -> None:
    """A round robin of parties of four deals, drawn in the order of entry."""
    page = night.through("director", "Open a season")
    page.get_by_label("Name", exact=True).fill("Winter")
    page.get_by_label("Rules").select_option("four-deal")
    page.get_by_label("Format").select_option("single")
    page.get_by_label("If a member withdraws").select_option("stand")
    page.get_by_label("Stake", exact=True).fill("240")
    key(page, "Show the terms")
    expect(page.get_by_role("heading", name="Winter")).to_be_visible()
    key(page, "Open the season")
    for name in MEMBERS:
        page.get_by_label(name, exact=True).check()
    key(page, "Enter these members")
    link(page, "Fixtures")
    page.get_by_label("Order of the draw").select_option("as_entered")
    page.locator("form button.main").click()
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()


def begin(night: ClubBook, round_: int, first: str, second: str) -> Phone:
    """The first player starts the partie of a fixture on their own phone, which scores it."""
    page = night.through(first, "Fixtures", f"{first} – {second}")
    sees(page, f"round {round_}")
    key(page, "Start on this phone")
    expect(page.locator("#table")).to_be_visible()
    return Phone(page, night.address)


def play(table: Phone, *deals: str) -> None:
    """Tap a whole partie."""
    for number, said in enumerate(deals):
        if number:
            table.next_deal()
        table.play(said, "four-deal")
    table.awake()
    link(table.page, "Settlement")


def fixtures(night: ClubBook, round_: int) -> list[tuple[str, str]]:
    """Who meet in a round, in each pair the first being elder in the first deal."""
    page = night.through("director", "Fixtures")
    section = page.locator("section", has=page.get_by_role("heading", name=f"Round {round_}", exact=True))
    pairs = [each.split(" – ") for each in section.locator("a .name").all_inner_texts()]
    return [(first, second) for first, second in pairs]


def disputed_and_ruled_on(night: ClubBook, first: str, second: str) -> None:
    """A partie is tapped, signed by one and refused by the other; the director rules that the record stands."""
    own, other, page = night.phones[first], night.phones[second], night.phones["director"]
    play(begin(night, 1, first, second), CAVENDISH_SHORT, *[DEAL] * 3)
    key(own, f"{first} signs")
    sees(own, f"{first} signed")
    night.through(second, f"{first} and {second}")
    link(other, "Refuse to sign")
    other.get_by_label("Reason").fill("the last trick was mine")
    key(other, "Refuse to sign")
    sees(other, "the last trick was mine")

    night.through("director", "Director’s desk", "Open items")
    expect(page.get_by_role("heading", name="Disputed 1")).to_be_visible()
    link(page, "the last trick was mine")
    page.get_by_label("The record, without a correction").check()
    page.get_by_label("Decision").fill("The tricks were counted and agreed; they stand.")
    page.get_by_label("Law or case").select_option("Law 70")
    key(page, "Preview the changes")
    sees(page, "Nothing is posted yet.")
    expect(page.locator("table.moves caption").first).to_be_visible()
    key(page, "Post to the book")
    sees(page, "The tricks were counted and agreed; they stand.")

    for name in (first, second):
        night.through(name, "Fixtures", f"{first} – {second}", "Sheet", "Settlement")
        sees(night.phones[name], "Law 70")


def corrected(night: ClubBook, first: str, second: str) -> None:
    """A partie from paper is signed by both at home; one asks for a correction, the other agrees."""
    own, other, page = night.phones[first], night.phones[second], night.phones["director"]
    night.through("director", "Fixtures", f"{first} – {second}", "Enter its paper sheet")
    for number, deal in enumerate(PAPER, 1):
        for player, points in zip("ab", deal, strict=True):
            page.locator(f"input[name={player}{number}]").fill(str(points))
    page.locator("input[name=total_a]").fill("136")
    page.locator("input[name=total_b]").fill("74")
    key(page, "Enter for both to sign")
    sees(page, "add up to 135; the sheet says 136, which is 1 too many")
    page.locator("input[name=total_a]").fill("135")
    key(page, "Enter for both to sign")
    for name in (first, second):
        phone = night.through(name, f"{first} and {second}")
        key(phone, f"{name} signs")
    sees(other, f"Receipt for {second}")
    link(other, "Request a correction")
    link(other, "Deal 2")
    other.locator("input[name=total1]").fill("28")
    other.get_by_label("Reason").fill("three points were left out")
    key(other, "Request a correction")
    sees(other, "three points were left out")
    night.through(first, f"{first} and {second}")
    key(own, f"{first} agrees: correct the record")
    sees(own, "77")


def test_a_club_from_its_set_up_link_to_its_open_items(night: ClubBook, tmp_path: Path) -> None:
    found_a_club(night)
    admit(night)
    open_a_season(night)
    tapped, written = fixtures(night, 1)
    disputed_and_ruled_on(night, *tapped)
    corrected(night, *written)

    # Dan goes home; the season terms decide the remaining fixtures
    page = night.through("director", "Entrants", "Dan")
    page.get_by_label("Reason").fill("catching a train")
    key(page, "Withdraw Dan")
    sees(page, "has withdrawn from Winter.")

    # the second round: signed on the phone at the table, by one with a PIN
    first, second = next(pair for pair in fixtures(night, 2) if "Dan" not in pair)
    own = night.phones[first]
    play(begin(night, 2, first, second), *[DEAL] * 3, ONE_MORE)
    key(own, f"{first} signs")
    own.get_by_label(f"PIN of {second}").fill("1111")
    key(own, f"{second} signs")
    sees(own, f"That is not {second}’s PIN.")
    own.get_by_label(f"PIN of {second}").fill(PIN)
    key(own, f"{second} signs")
    receipt = own.locator(".receipt").first.inner_text()
    anybody = night.phones["anybody"]
    anybody.goto(f"{night.address}/verify")
    anybody.get_by_label("Receipt").fill(receipt.lower())
    key(anybody, "Check the receipt")
    sees(anybody, f"{receipt} is valid")
    sees(anybody, "The entry is current.")

    # the third round is begun and left lying
    begin(night, 3, *next(pair for pair in fixtures(night, 3) if "Dan" not in pair))

    page = night.through("director", "Director’s desk", "Open items")
    headings = page.locator("h3").all_inner_texts()
    assert headings == ["In progress 1", "Correction period open 3"]
    page = night.through("director", "Standings")
    rows = [each.split()[:2] for each in page.locator("table.place tbody tr:not(.because)").all_inner_texts()]
    assert len(rows) == 4
    page = night.through("director", "Book")
    said = "\n".join(page.locator(".entries a").all_inner_texts()).replace("\xa0", " ")
    for words in (
        "The club is founded: Turf Club.",
        "is ruled on: The tricks were counted and agreed; they stand. (Law 70)",
        "is reversed: three points were left out",
        "Dan withdraws from Winter: catching a train.",
    ):
        assert words in said

    book = open_parties(tmp_path)
    assert list(verify(book.engine)) == []
    book.engine.dispose()
