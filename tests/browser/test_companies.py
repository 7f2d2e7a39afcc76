"""An evening of a chouette, of a pool and of a table, by taps; and every page of them for every eye and ear."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from scorer.rules.company import ChouetteTerms, Won
from scorer.rules.presets import PRESETS
from scorer.service.book import open_parties
from scorer.service.companies import Companies
from tests.browser.conftest import MakePhone
from tests.browser.taps import Phone
from tests.browser.test_access import AXE, AXE_RULES, NARROW, RUN_AXE, overflow

pytestmark = pytest.mark.browser

NOTHING = "E exchange 5; Y exchange 3; E no point; E no sequence; E no set"
SHORT = (f"{NOTHING}; count E12 last E play 13", f"{NOTHING}; count E0 last Y play 1")
"""Two deals that the first elder wins with capots: his own, and that in which he is younger."""


def open_company(phone: Phone, frame: str, *names: str, rules: str = "four-deal") -> str:
    """Open a company in the order of the cut, and return its code."""
    page = phone.page
    page.goto(f"{phone.address}/parties/new")
    page.get_by_role("link", name="A chouette, a pool or a table").click()
    if frame != "chouette":
        page.get_by_role("link", name=frame.capitalize(), exact=True).click()
    for place, name in enumerate(names):
        page.locator(f"#name{place}").fill(name)
    page.get_by_label("Rules of each partie").select_option(rules)
    page.get_by_role("button", name="Open the scorecard").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(names[0])
    return page.url.rstrip("/").rsplit("/", 1)[-1]


def play_one(phone: Phone) -> None:
    """Begin the next partie by its key, play its four deals short, and go back to the card."""
    page = phone.page
    page.get_by_role("button", name="Begin the next partie").click()
    expect(page.locator("#table")).to_be_visible()
    for number in range(4):
        if number:
            phone.next_deal()
        phone.play(SHORT[number % 2], "four-deal")
    phone.awake()
    page.get_by_role("link", name="Scorecard").click()
    expect(page.get_by_role("heading", name="Scorecard")).to_be_visible()


def balances(page: Page) -> list[str]:
    return page.locator(".running tfoot td").all_inner_texts()


def test_a_chouette_by_taps_and_from_paper(phone: Phone, make_phone: MakePhone) -> None:
    """
    Ada in the box beats Ben, and then Cem; the third partie is copied from a paper card.
    """
    code = open_company(phone, "chouette", "Ada", "Ben", "Cem")
    page = phone.page
    expect(page.get_by_text("Ada, in the box, has the choice of deal and cards.")).to_be_visible()
    watching = make_phone().page
    watching.goto(f"{phone.address}/company/{code}/")
    expect(watching.get_by_text("This phone is watching")).to_be_visible()
    play_one(phone)
    first = balances(page)
    assert first[0].startswith("+")
    assert first[1] == first[2]
    expect(watching.locator(".running tfoot td").first).to_have_text(first[0])
    expect(page.get_by_role("button", name="Begin the next partie")).to_contain_text("Ada in the box against Cem")
    play_one(phone)
    page.get_by_role("link", name="Or enter a partie from paper").click()
    page.get_by_role("radio", name="Ben").check()
    page.get_by_label("What the winner wins, in points").fill("476")
    page.get_by_role("button", name="Enter the result").click()
    expect(page.get_by_role("button", name="Begin the next partie")).to_contain_text("Ben in the box against Cem")
    expect(page.locator(".running tbody")).to_have_count(3)
    assert balances(page)[1] == balances(page)[2]


@dataclass(frozen=True)
class Cards:
    """Companies to look at: the phone that scores them, and the address of every page."""

    state: StorageState
    pages: dict[str, str]


@pytest.fixture(scope="module")
def cards(chromium: Browser, server: str, data: Path) -> Iterator[Cards]:
    """A chouette of three with five parties, one of seven, one with a partie that goes on, and a pool."""
    context = chromium.new_context()
    phone = Phone(context.new_page(), server)
    codes = {
        "three": open_company(phone, "chouette", "Adelaide", "Bénédicte", "Cem"),
        "pool": open_company(phone, "pool", "Ada", "Ben", "Cem", "Dot"),
        "going": open_company(phone, "chouette", "Ada", "Ben", "Cem"),
        "signed": open_company(phone, "chouette", "Ada", "Ben", "Cem"),
        "table": open_company(phone, "table", "Adelaide", "Bénédicte", "Çağla", "Dmitri", rules="voleur"),
    }
    parties = open_parties(data)
    companies = Companies(parties.engine, parties.clock)
    seven, token = companies.open(list("ABCDEFG"), ChouetteTerms(), PRESETS["portland"])
    for code in (codes["three"], codes["pool"], codes["signed"], seven.code):
        for number, (by, points) in enumerate([(0, 150), (0, 416), (1, 476), (1, 141), (0, 126)]):
            companies.enter(code, number=number, result=Won(by, points), form_key=f"{number}")
    for number, totals in enumerate([(104, 30), (60, 110)]):
        companies.enter(codes["table"], number=number, totals=totals, form_key=f"{number}")
    companies.begin(codes["going"], number=0, elder=0)
    companies.sign(codes["signed"], seat=0, name="Ada")
    phone.page.goto(f"{server}/s/{token}")
    phone.page.get_by_role("button").click()
    pages = {
        "new": "/company/new",
        "new pool": "/company/new?frame=pool",
        "new table": "/company/new?frame=table",
        **{name: f"/company/{code}/" for name, code in codes.items()},
        "seven": f"/company/{seven.code}/",
        "paper": f"/company/{codes['three']}/turns/5",
        "paper of four": f"/company/{codes['table']}/turns/2",
        "turn": f"/company/{codes['three']}/turns/1",
        "mistake": f"/company/{codes['going']}/turns/0",
        "signatures": f"/company/{codes['pool']}/signatures",
        "share": f"/company/{codes['three']}/share",
    }
    yield Cards(context.storage_state(), {name: server + path for name, path in pages.items()})
    context.close()
    parties.engine.dispose()


def test_axe_finds_nothing_on_any_page(make_phone: MakePhone, cards: Cards) -> None:
    page = make_phone(storage_state=cards.state, bypass_csp=True).page
    found = {}
    for name, address in cards.pages.items():
        page.goto(address)
        page.add_script_tag(path=AXE)
        found[name] = page.evaluate(RUN_AXE, AXE_RULES)
    assert {name: violations for name, violations in found.items() if violations} == {}


def test_no_page_scrolls_sideways(make_phone: MakePhone, cards: Cards) -> None:
    page = make_phone(storage_state=cards.state, **NARROW["320 px"]).page
    wide = {}
    for name, address in cards.pages.items():
        page.goto(address)
        wide[name] = overflow(page)
    assert {name: by for name, by in wide.items() if by} == {}


def test_everything_to_tap_on_the_card_is_44_pixels_high_or_in_a_sentence(make_phone: MakePhone, cards: Cards) -> None:
    page = make_phone(storage_state=cards.state).page
    page.goto(cards.pages["three"])
    heights = page.locator(".key, .bar a, .list a, summary").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height)"
    )
    assert len(heights) > 5
    assert min(heights) >= 44
