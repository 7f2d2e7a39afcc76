"""What a club prints, as pages of A4; and the display of its room, which follows the tables untouched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from scorer.ledger.terms import Format
from scorer.service.book import open_parties
from tests.browser.conftest import PHONES_OPEN, served
from tests.service.club.running_club import Clock, RunningClub, founded

pytestmark = pytest.mark.browser

A4 = (595, 842)
PLAYERS = 60


@dataclass(frozen=True)
class Room:
    """A club room: the club, its seasons, and a member's page in it."""

    club: RunningClub
    page: Page
    path: str
    league: int
    open: int

    def printed(self, path: str) -> list[str]:
        """What stands on each page of paper."""
        answer = self.page.goto(self.path + path)
        assert answer is not None
        assert answer.status == 200, path
        sheets = PdfReader(BytesIO(self.page.pdf(prefer_css_page_size=True))).pages
        for sheet in sheets:
            assert sorted(map(round, map(float, sheet.mediabox[2:]))) == sorted(A4)
        return [" ".join(sheet.extract_text().split()) for sheet in sheets]


@pytest.fixture(scope="module")
def room(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    data = tmp_path_factory.mktemp("room")
    club = founded(open_parties(data), Clock(datetime.now(UTC)))
    people, seasons = club.services.people, club.services.seasons
    club.admit("Ada", "Ben", "Cat")
    people.admit_all(club.director, [f"Player {number:02}" for number in range(4, PLAYERS + 1)])
    league = club.season(1, 2, 3, format=Format.SINGLE)
    club.drawn(league, [(1, 2), (3, None)], [(3, 1), (2, None)])
    open_ = club.season(name="Open")
    seasons.enter(club.director, open_, *range(1, PLAYERS + 1))
    for first, second in ((1, 2), (3, 1), (2, 3)):
        club.play(open_, first, second)
    with served(data) as address:
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.goto(f"{address}/m/{people.new_link(club.director, 1)}")
        page.get_by_role("button", name="I am Ada").click()
        page.wait_for_url(f"{address}/c/{club.club.code}/")
        yield Room(club, page, f"{address}/c/{club.club.code}", league, open_)
        context.close()
    club.parties.engine.dispose()


def test_the_standings_are_printed_with_every_rank_and_its_reason(room: Room) -> None:
    sheets = room.printed(f"/s/{room.open}/")
    whole = " ".join(sheets)
    assert len(sheets) in (3, 4)
    assert "Ranked by points" in sheets[0]
    for number in range(4, PLAYERS + 1):
        assert f"Player {number:02}" in whole
    assert "ahead of" in sheets[0]
    assert "Cross-table" not in whole
    assert all("Points" in sheet for sheet in sheets)  # the head of the table stands on every page


def test_the_cross_table_is_printed_on_one_page(room: Room) -> None:
    (sheet,) = room.printed(f"/s/{room.league}/cross-table")
    assert {"Ada", "Ben", "Cat"} <= set(sheet.split())
    wide = room.printed(f"/s/{room.open}/cross-table")
    assert len(wide) == 1
    assert "+421" in wide[0] or "421" in wide[0]


def test_a_blank_sheet_is_one_page_with_everything_to_fill_in(room: Room) -> None:
    (sheet,) = room.printed(f"/s/{room.league}/sheets")
    for words in ("Turf Club", "Winter", "Elder", "counts double", "Total", "Both totals together", "Loser pays"):
        assert words in sheet
    assert sheet.count("Signature") == 2


def test_a_round_is_printed_a_page_a_table_and_a_partie_with_its_code(room: Room) -> None:
    sheets = room.printed(f"/s/{room.league}/sheets?round=1")
    assert len(sheets) == 1
    assert "Round 1, table 1" in sheets[0]
    assert "Ada" in sheets[0]
    code = room.club.services.signing.open(room.club.club.id, room.open, 2, 3)[0].code
    (sheet,) = room.printed(f"/parties/{code}/sheet")
    assert code in sheet.replace(" ", "")  # its letters stand apart


def test_the_poster_is_one_page_with_the_code_large(room: Room) -> None:
    (sheet,) = room.printed("/poster")
    assert "Turf Club" in sheet
    assert f"{PHONES_OPEN}/c/{room.club.club.code}/" in sheet.replace(" ", "")
    room.page.emulate_media(media="print")
    try:
        box = room.page.locator("svg.qr").bounding_box()
    finally:
        room.page.emulate_media(media="null")
    assert box is not None
    assert box["width"] > 80 / 25.4 * 96


def test_the_club_display_follows_a_table_by_itself_and_is_read_from_afar(room: Room) -> None:
    code = room.club.services.signing.open(room.club.club.id, room.open, 1, 2)[0].code
    for width, height in ((1280, 800), (1920, 1080)):
        room.page.set_viewport_size({"width": width, "height": height})
        room.page.goto(f"{room.path}/display/")
        total = room.page.locator(".display-total").first
        size = total.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert size >= 0.07 * height - 1
        assert room.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    table = room.page.locator(".display-table", has_text="Deal").last
    expect(table).to_contain_text("Deal 1 of 4")
    room.club.parties.record(code, deal=0, position=0, said="tricks E12", form_key="display")
    expect(table).to_contain_text("106")
