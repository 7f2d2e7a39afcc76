"""How much of a phone's screen a club's pages take for what is decided in passing."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from scorer.ledger.terms import Format
from scorer.service.club.seasons.fixtures import Lots
from tests import there
from tests.browser.conftest import Viewer
from tests.quick_books import quick_books
from tests.service.club.running_club import new_club
from tests.web.club.conftest import Visit
from tests.web.conftest import application

__all__ = ["quick_books"]

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("quick_books")]

SCREEN = 664
"""Pixels of height that a browser shows of a page on a phone 390 px wide."""

PLAYERS = 11
OPEN = 10
"""The round of a robin that is played next; each has a bye in one of 11 rounds."""

WON = [(40, 20)] * 4


@pytest.fixture(scope="module")
def robin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """A robin of 11, of which two rounds are open."""
    club = new_club(tmp_path_factory.mktemp("robin"))
    club.admit(*(f"Player {number:02}" for number in range(1, PLAYERS + 1)))
    season = club.season(*range(1, PLAYERS + 1), format=Format.SINGLE)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)
    for each in club.services.seasons.fixtures_now(club.id, season):
        if each.round < OPEN and each.second is not None:
            club.from_paper(season, each.first, each.second, WON, each.round)
    yield Visit(application(club.parties), club)
    club.parties.engine.dispose()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 390, "height": SCREEN})
    yield context.new_page()
    context.close()


def test_what_a_round_decides_fits_a_screen(robin: Visit, page: Page) -> None:
    member = robin.member(1)
    address = f"{robin.path}/s/1/fixtures/{OPEN}/decides"
    assert Viewer(page.main_frame).show(member.client, address) == 200
    assert page.locator("table.sum tbody tr").count() == 3
    assert page.evaluate("() => document.documentElement.scrollHeight") <= SCREEN


def test_what_a_paper_sheet_changes_takes_half_a_screen(robin: Visit, page: Page) -> None:
    """From the heading to the line that counts the others; the keys follow on the same screen."""
    fixtures = robin.club.services.seasons.fixtures_now(1, 1)
    fixture = next(each for each in fixtures if each.round == OPEN and each.second)
    figures = {
        f"{side}{deal}": points
        for side, points in (("a", "60"), ("b", "10"))
        for deal in range(1, 5)
    }
    director = robin.director
    preview = director.send(
        director.get(f"{robin.path}/s/1/paper"),
        "Preview and post both signed the paper",
        first=f"{fixture.first}",
        second=f"{there(fixture.second)}",
        total_a="360",
        total_b="60",
        **figures,
    )
    Viewer(page.main_frame).render(director.client, preview.html)
    heading = there(page.locator("h1").bounding_box())
    others = there(page.locator(".whole").bounding_box())
    key = there(page.locator(".key.main").bounding_box())
    assert others["y"] + others["height"] - heading["y"] <= SCREEN / 2
    assert key["y"] + key["height"] <= SCREEN
