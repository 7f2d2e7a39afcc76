"""
Every page of a club, for readers with a screen reader, in large print or in low light.

Which pages there are is read from the table of rights, so that a page that is
added is looked at too. Each is loaded once, on a phone that is signed in.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from scorer.service.book import open_parties
from scorer.service.parties import Parties
from scorer.web import create_app
from scorer.web.rights import OF_A_CLUB, ROUTES
from tests.browser.conftest import PATIENCE, PHONE, served
from tests.browser.test_access import AXE, AXE_RULES, BODY_TEXT, RUN_AXE, font_sizes, overflow
from tests.service.club.full_club import FullClub, full_club
from tests.service.club.running_club import Clock, founded
from tests.web.club.addresses import FRAGMENTS, club_pages

pytestmark = pytest.mark.browser

BLUEPRINTS = sorted({endpoint.partition(".")[0] for endpoint, right in ROUTES.items() if right in OF_A_CLUB})
OWN = ("mine", "night")
"""Blueprints with pages that show more to a member than to a director who is none."""

NARROW = 320


@pytest.fixture(scope="session")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parties]:
    book = open_parties(tmp_path_factory.mktemp("club"))
    yield book
    book.engine.dispose()


@pytest.fixture(scope="session")
def house(parties: Parties) -> FullClub:
    return full_club(founded(parties, Clock(datetime.now(UTC))))


@pytest.fixture(scope="session")
def address(parties: Parties, house: FullClub) -> Iterator[str]:
    """Where the club is served, from the same file."""
    assert parties.engine.url.database is not None
    with served(Path(parties.engine.url.database).parent) as found:
        yield found


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport=PHONE, bypass_csp=True)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def faults(page: Page) -> list[str]:
    """List what is wrong with the page that is open: in what it is made of, and in its size."""
    page.add_script_tag(path=AXE)
    found = list(page.evaluate(RUN_AXE, AXE_RULES))
    found += [f"{size} px: {text}" for size, text in font_sizes(page, BODY_TEXT) if size < 17]
    page.set_viewport_size({"width": NARROW, "height": 640})
    by = overflow(page)
    page.set_viewport_size(PHONE)
    return [*found, f"{by} px too wide"] if by else found


def look(page: Page, address: str, pages: dict[str, str]) -> dict[str, list[str]]:
    """The faults of each page that has any, by its name."""
    found = {}
    for name, path in pages.items():
        answer = page.goto(address + path)
        assert answer is not None
        assert answer.status == 200, (name, path)
        found[name] = faults(page)
    return {name: each for name, each in found.items() if each}


def sign_in(page: Page, address: str, house: FullClub) -> None:
    page.goto(f"{address}/c/{house.club.club.code}/sign-in")
    page.get_by_label("name").fill("Ann")
    page.get_by_label("password").fill("a long password")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{address}/c/{house.club.club.code}/")


def act_as(page: Page, address: str, house: FullClub, member: int) -> None:
    """Open a member's personal link and tap its key."""
    link = house.club.services.people.new_link(house.club.director, member)
    page.goto(f"{address}/m/{link}")
    page.get_by_role("button", name="I am").click()
    page.wait_for_url(f"{address}/c/{house.club.club.code}/")


@pytest.mark.parametrize("blueprint", BLUEPRINTS)
def test_a_director_s_pages_are_for_everybody(
    page: Page, parties: Parties, house: FullClub, address: str, blueprint: str
) -> None:
    sign_in(page, address, house)
    assert look(page, address, _pages(parties, house, blueprint)) == {}


@pytest.mark.parametrize("blueprint", OWN)
def test_a_member_s_own_pages_are_for_everybody(
    page: Page, parties: Parties, house: FullClub, address: str, blueprint: str
) -> None:
    act_as(page, address, house, 2)
    pages = _pages(parties, house, blueprint)
    assert look(page, address, {name: path for name, path in pages.items() if ROUTES[name].name == "CLUB_MEMBER"}) == {}


def test_what_both_players_see_of_their_partie_is_for_everybody(page: Page, house: FullClub, address: str) -> None:
    """On the way into the book, by a player's own phone: what can be signed, answered, asked for, and looked up."""
    posted, refused, *_ = house.arguments["code"]
    act_as(page, address, house, 2)
    pages = {
        "posted": f"/p/{posted}/settlement",
        "refused": f"/p/{refused}/settlement",
        "sheet": f"/p/{refused}/sheet",
        "call": f"/p/{refused}/ask/call",
        "correction": f"/p/{refused}/ask/correction",
        "corrected": f"/p/{refused}/ask/correction?deal=4&said=strike+11+for+tricks+Y1",
        "statement": f"/p/{refused}/deals/4/statements/11",
        "laws": "/help/laws",
    }
    assert look(page, address, pages) == {}


def test_the_ways_in_are_for_everybody(page: Page, house: FullClub, address: str) -> None:
    """Before anybody has signed in: each form, and what is said when the way is closed."""
    services, club = house.club.services, house.club.club
    posted = services.signing.sheet(str(house.arguments["code"][0]))
    assert posted is not None
    assert posted.posted is not None
    ways = {
        "set-up link": f"/set-up/{services.clubs.new_setup_link()}",
        "sign in": f"/c/{club.code}/sign-in",
        "director link": f"/director/{services.people.new_director_link(club.id)}",
        "personal link": f"/m/{services.people.new_link(house.club.director, 1)}",
        "receipt": f"/verify?receipt={posted.posted.receipt(0)}",
    }
    refused = {"desk": f"/c/{club.code}/desk", "link": "/m/none", "verify": "/verify?receipt=217A-GLG4-JNHE"}
    found = look(page, address, ways)
    for name, path in refused.items():
        page.goto(address + path)
        found |= {name: each} if (each := faults(page)) else {}
    assert found == {}


def _pages(parties: Parties, house: FullClub, blueprint: str) -> dict[str, str]:
    found = club_pages(create_app(parties, b"a key that signs" * 2).url_map, house, blueprint)
    return {name: path for name, path in found.items() if name not in FRAGMENTS}
