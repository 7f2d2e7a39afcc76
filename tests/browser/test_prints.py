"""What is printed, as pages of A4; and the club display, which follows the tables untouched."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pypdf import PdfReader

from scorer.ledger.terms import Format, Stakes
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PRESETS
from scorer.service.club.disputes.cases import Correction, DisputeKind, ReplyKind
from scorer.service.club.seasons.evenings import Attendance
from scorer.service.club.seasons.fixtures import Lots
from tests import there
from tests.browser.conftest import PHONES_OPEN, Served, Viewer, said_at
from tests.browser.tables import ENDED, SEATED
from tests.browser.taps import CAVENDISH_SHORT, CAVENDISH_TRICKS
from tests.browser.taps import Phone as Thumb
from tests.quick_books import quick_books
from tests.service.club.running_club import Clock, RunningClub, founded, new_club
from tests.web.club.conftest import Visit
from tests.web.conftest import Phone, app, application

__all__ = ["app", "quick_books"]

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("quick_books")]

A4 = (595, 842)
PLAYERS = 60

Print = Callable[[FlaskClient, str], list[str]]


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(color_scheme="dark")
    yield context.new_page()
    context.close()


@pytest.fixture
def printed(page: Page) -> Print:
    """Print what the application answers, and return what is on each page of paper."""

    def answered(client: FlaskClient, address: str) -> list[str]:
        assert Viewer(page.main_frame).show(client, address) == 200, address
        return on_paper(page)

    return answered


def on_paper(page: Page) -> list[str]:
    """Print what the browser shows, and return what is on each page of paper."""
    sheets = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    for sheet in sheets:
        assert sorted(map(round, map(float, sheet.mediabox[2:]))) == sorted(A4)
    return [" ".join(sheet.extract_text().split()) for sheet in sheets]


def test_a_sheet_and_a_settlement_print_on_one_page_in_black_on_white(
    app: Flask, page: Page, printed: Print
) -> None:
    """Also on a phone in its dark theme."""
    visitor = Phone(app)
    for name, (rules, logs) in ENDED.items():
        code = said_at(visitor, *logs, names=SEATED[:2], rules=rules)
        for ending in ("settlement", "sheet") if name == "finished" else ("settlement",):
            sheets = printed(visitor.client, f"/p/{code}/{ending}")
            assert len(sheets) == 1, (name, ending)
            assert SEATED[0] in sheets[0]
            assert "Head" not in sheets[0]
            assert "Signature" not in sheets[0]
            assert "other statement" not in sheets[0], "paper does not unfold"
            hinges = ending == "settlement" and name in {"finished", "auction over"}
            assert ("What it hinges on" in sheets[0]) is hinges, "no heading stands alone"
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".key:visible, .noprint:visible")).to_have_count(0)
    script = (
        "() => [getComputedStyle(document.body).color, "
        "getComputedStyle(document.body).backgroundColor]"
    )
    assert page.evaluate(script) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_a_settlement_prints_a_source_in_brackets_and_no_head_over_nothing(
    app: Flask, page: Page, printed: Print
) -> None:
    """What was not tried yet is offered on the screen alone; with it goes its head."""
    visitor = Phone(app)
    code = said_at(visitor, *ENDED["three over"][1], names=SEATED[:2], rules="normand")
    (sheet,) = printed(visitor.client, f"/p/{code}/settlement")
    assert "What it hinges on" in page.content()
    assert "What it hinges on" not in sheet
    assert "with 113 (second-hand, of Card Game Heaven)" in sheet


def test_a_table_between_two_players_prints_their_counts_and_what_was_said(
    visitor: Phone, printed: Print
) -> None:
    code = said_at(visitor, "E exchange 5; Y exchange 3; E point 5; Y good")
    (sheet,) = printed(visitor.client, f"/p/{code}/?across=yes")
    for words in ("Ada", "Bea", "elder, total", "Exchange", "Point"):
        assert words in sheet
    assert "Quart" not in sheet


def test_a_deal_prints_without_its_keys_and_with_every_trick(
    visitor: Phone, page: Page, printed: Print
) -> None:
    (deal,) = printed(visitor.client, f"/p/{said_at(visitor, CAVENDISH_TRICKS)}/deals/1")
    assert "Ada: making 49" in deal
    for words in ("Tap a line", "Something was left out", "Cards that fit", "Proof on demand"):
        assert words not in deal
    filled = "() => getComputedStyle(document.querySelector('.pips .s0')).printColorAdjust"
    page.emulate_media(media="print")
    assert page.evaluate(filled) == "exact", (
        "the squares of a player’s tricks are filled on paper too"
    )


def test_a_club_prints_its_standings_cross_tables_sheets_and_poster(
    tmp_path: Path, page: Page, printed: Print
) -> None:
    club = new_club(tmp_path)
    visit = Visit(application(club.parties), club)
    club.admit("Ada", "Ben", "Cat")
    club.services.people.admit(
        club.director, [f"Player {number:02}" for number in range(4, PLAYERS + 1)]
    )
    league = club.season(1, 2, 3, format=Format.SINGLE)
    club.drawn(league, [(1, 2), (3, None)], [(3, 1), (2, None)])
    open_ = played_season(club)
    club.services.seasons.enter(club.director, open_, *range(4, PLAYERS + 1))
    member = visit.member(1).client
    standings = printed(member, f"{visit.path}/s/{open_}/?all=1&why=yes")
    assert len(standings) in (3, 4)
    assert "Ranked by points" in standings[0]
    assert "ahead of" in standings[0]
    assert [
        number
        for number in range(4, PLAYERS + 1)
        if f"Player {number:02}" not in " ".join(standings)
    ] == []
    assert not any("Cross-table" in sheet for sheet in standings)
    assert all("Points" in sheet for sheet in standings)  # the head of the table is on every page
    (cross,) = printed(member, f"{visit.path}/s/{league}/cross-table")
    assert {"Ada", "Ben", "Cat"} <= set(cross.split())
    wide, *_ = printed(member, f"{visit.path}/s/{open_}/cross-table")
    assert "421" in wide
    (blank,) = printed(member, f"{visit.path}/s/{league}/sheets")
    for words in (
        "Turf Club",
        "Winter",
        "Elder",
        "counts double",
        "Total",
        "Both totals together",
        "Loser pays",
    ):
        assert words in blank
    assert blank.count("Signature") == 2
    (round_,) = printed(member, f"{visit.path}/s/{league}/sheets?round=1")
    assert "Round 1, table 1" in round_
    assert "Ada" in round_
    code = club.services.signing.open(club.club.id, open_, (2, 3)).code
    (partie,) = printed(member, f"{visit.path}/parties/{code}/sheet")
    assert code in partie.replace(" ", "")  # its letters are apart
    (poster,) = printed(member, f"{visit.path}/poster")
    assert "Turf Club" in poster
    assert f"{PHONES_OPEN}{visit.path}/" in poster.replace(" ", "")
    page.emulate_media(media="print")
    assert there(page.locator("svg.qr").bounding_box())["width"] > 80 / 25.4 * 96
    club.parties.engine.dispose()


SOME = 29
MANY = 130
"""Members of a club: more than a cross-table has room for on a screen, and more than a list."""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """A club of many members, of whom some play a round robin; its first round is played."""
    club = new_club(tmp_path_factory.mktemp("large"))
    club.admit("Ada", *(f"Player {number:03}" for number in range(2, SOME + 1)))
    club.services.people.admit(
        club.director, [f"Player {number:03}" for number in range(SOME + 1, MANY + 1)]
    )
    league = club.season(*range(1, SOME + 1), name="League", format=Format.SINGLE)
    club.services.seasons.draw(club.director, league, Lots.AS_ENTERED)
    for each in club.services.seasons.fixtures_now(club.id, league):
        if each.round == 1 and each.second is not None:
            club.from_paper(league, each.first, each.second, [(40, 20)] * 4, 1)
    club.season(*range(1, MANY + 1), name="Open")
    yield Visit(application(club.parties), club)
    club.parties.engine.dispose()


def test_a_cross_table_prints_all_its_rows_and_columns_in_blocks(
    large: Visit, printed: Print
) -> None:
    """Each block has the names of all rows, and as many columns as paper has room for."""
    sheets = printed(large.member(1).client, f"{large.path}/s/1/cross-table")
    assert "Turf Club, League" in sheets[0]
    names = ["Ada", *(f"Player {number:03}" for number in range(2, SOME + 1))]
    blocks = {name: " ".join(sheets).count(name) for name in names}
    assert [name for name, times in blocks.items() if times < 4] == [], (
        "each name heads a column, and a row of 3 blocks"
    )
    assert " ".join(sheets).count("+220") == SOME // 2
    whole = printed(large.member(1).client, f"{large.path}/s/2/cross-table?all=1")
    assert [name for name in names if name not in " ".join(whole)] == []
    part, *_ = printed(large.member(1).client, f"{large.path}/s/2/cross-table")
    assert f"Cross-table, rows 1 to 20 of {MANY}, columns 1 to 20 of {MANY}" in part


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("s/2/", "Standings"),
        ("s/2/entrants", "Entrants"),
        ("members", "Members"),
        ("s/1/cross-table", "Cross-table"),
    ],
)
def test_a_long_list_prints_whole_or_says_which_part_it_prints(
    large: Visit, printed: Print, path: str, heading: str
) -> None:
    director = large.director.client
    last = SOME if heading == "Cross-table" else MANY
    part = " ".join(printed(director, f"{large.path}/{path}"))
    assert f"{heading}, 1 to 50 of {MANY}" in part or f"Player {last:03}" in part
    whole = " ".join(printed(director, f"{large.path}/{path}?all=1"))
    assert [number for number in range(2, last + 1) if f"Player {number:03}" not in whole] == []
    assert " of 130" not in whole


def test_the_ledger_prints_which_of_its_entries_are_on_paper(large: Visit, printed: Print) -> None:
    last = len(large.club.entries)
    sheets = printed(large.director.client, f"{large.path}/book")
    assert f"Ledger, entries {last - 49} to {last} of {last}" in sheets[0].replace(",", "").replace(
        "Ledger ", "Ledger, "
    )


def test_the_pages_of_a_season_print_with_the_names_of_club_and_season(
    large: Visit, printed: Print
) -> None:
    for path in ("", "fixtures", "cross-table", "entrants", "race"):
        assert "Turf Club, League" in printed(large.member(1).client, f"{large.path}/s/1/{path}")[0]
    fixtures = printed(large.member(1).client, f"{large.path}/s/1/fixtures?round=1")
    assert "Fixtures, round 1 of 29" in fixtures[0]
    assert "Player 002" in " ".join(fixtures), (
        "a round that is complete is folded on the screen alone"
    )


FIELDS = (32, 12)
"""Entrants of a cup whose bracket is printed: one that fills two columns, and one with byes."""

LONGEST_NAME = "Maximiliane von der Hohenburg"


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup that is played to the end, with a match for third place."""

    visit: Visit
    path: str
    names: Sequence[str]


@pytest.fixture(scope="module", params=FIELDS)
def cup(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    size: int = request.param
    club = new_club(tmp_path_factory.mktemp("cup"))
    names = [LONGEST_NAME, *(f"Player {number:02}" for number in range(2, size + 1))]
    club.admit(*names)
    season = club.season(*range(1, size + 1), name="Cup", format=Format.KNOCK_OUT)
    seasons = club.services.seasons
    rounds = (size - 1).bit_length()
    for number in range(1, rounds + 1):
        club.clock.later(seconds=1)
        lots = Lots.AS_ENTERED if number == 1 else Lots.BY_LOT
        seasons.draw(club.director, season, lots, third=number == rounds)
        for each in seasons.fixtures_now(club.id, season):
            if each.is_open:
                club.play(season, each.first, each.other(each.first), round_=number)
    visit = Visit(application(club.parties), club)
    yield Cup(visit, f"{visit.path}/s/{season}/fixtures", names)
    club.parties.engine.dispose()


def names_cut(page: Page) -> list[str]:
    """Return the names in a bracket that are not shown whole."""
    found: list[str] = page.locator(".bracket .name").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.innerText)"
    )
    return found


def test_a_bracket_prints_on_one_page_with_every_name(cup: Cup, printed: Print) -> None:
    (sheet,) = printed(cup.visit.member(1).client, cup.path)
    assert "Turf Club, Cup" in sheet
    assert [each for each in cup.names if each not in sheet] == []
    assert "Third place" in sheet


def test_a_printed_bracket_has_no_column_beside_the_paper(
    cup: Cup, page: Page, printed: Print
) -> None:
    printed(cup.visit.member(1).client, cup.path)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    ends = page.locator(".bracket .match").evaluate_all(
        "all => Math.max(...all.map(each => each.getBoundingClientRect().right))"
    )
    page.emulate_media(media="null")
    assert ends <= 700
    assert names_cut(page) == []


def test_a_bracket_is_read_on_a_small_phone_without_moving_it_sideways(
    cup: Cup, page: Page
) -> None:
    page.emulate_media(media="null")
    page.set_viewport_size({"width": 360, "height": 640})
    Viewer(page.main_frame).show(cup.visit.member(1).client, cup.path)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert names_cut(page) == []


def test_terms_decisions_and_previews_print_with_the_names_of_club_and_season(
    tmp_path: Path, page: Page, printed: Print
) -> None:
    club = new_club(tmp_path)
    visit = Visit(application(club.parties), club)
    club.admit("Ada", "Ben", "Cat", "Dan")
    season = club.season(1, 2, 3, 4, name="League", format=Format.SINGLE, stakes=Stakes(1))
    club.drawn(season, [(1, 2), (3, 4)], [(1, 3), (2, 4)])
    club.play(season, 1, 2, round_=1)
    club.play(season, 3, 4, round_=1)
    director = visit.director
    path = f"{visit.path}/s/{season}"
    for address in ("terms", "fixtures/2/decides", "stakes/"):
        (sheet,) = printed(director.client, f"{path}/{address}")
        assert "Turf Club, League" in sheet, address
    preview = director.send(
        director.get(f"{path}/penalty"),
        "Preview the changes",
        member="1",
        what="penalty",
        points="900",
        reason="Late.",
        law="Law 70",
    )
    Viewer(page.main_frame).render(director.client, preview.html)
    (sheet,) = on_paper(page)
    for words in ("Turf Club, League", "3 others move", "Cat rank 1", "Now After"):
        assert words in sheet
    assert "Post to the ledger" not in sheet
    club.parties.engine.dispose()


def test_personal_links_print_as_cards_several_on_a_page_and_none_is_cut(
    tmp_path: Path, page: Page
) -> None:
    club = new_club(tmp_path)
    visit = Visit(application(club.parties), club)
    names = [f"Player {number:02}" for number in range(1, 21)]
    club.services.people.admit(club.director, names)
    director = visit.director
    cards = director.send(director.get(f"{visit.path}/members"), "Make the missing links")
    Viewer(page.main_frame).render(director.client, cards.html)
    sheets = on_paper(page)
    assert len(sheets) <= 3
    of_each = [[name for name in names if name in sheet] for sheet in sheets]
    assert sorted(name for found in of_each for name in found) == names
    links = [sheet.count("Your personal link") for sheet in sheets]
    assert links == [len(found) for found in of_each]
    club.parties.engine.dispose()


def test_a_dispute_prints_on_one_page_with_everything_that_was_said_and_decided(
    tmp_path: Path, printed: Print
) -> None:
    """Also behind a receipt, for somebody who is not of the club."""
    club = new_club(tmp_path)
    visit = Visit(application(club.parties), club)
    disputes = club.services.disputes
    club.admit("Ada", "Ben")
    season = club.season(1, 2, rules=ruleset_to_data(PRESETS["portland"]))
    posted = club.play(season, 1, 2, "tricks E12", *(CAVENDISH_SHORT,) * 5)
    code = posted.sheet.code
    ada = club.members[1]
    ben = club.members[2]
    posted = club.sign(code, 1, 2)
    asked = Correction(deal=2, said="strike 13 for count E7 last Y play 8")
    disputes.file(
        code, ben, DisputeKind.CORRECTION, "The last trick of the third deal was mine.", asked
    )
    disputes.reply(code, ada, ReplyKind.CONTESTS, "I took it with the ten of clubs.")
    disputes.reply(code, ben, ReplyKind.REPLIES, "That ten was played in the fourth trick.")
    disputes.rule(
        code, club.director, follow=True, words="Cat, who looked on, saw Ben take it.", law="Law 70"
    )
    receipt = there(posted.posted).receipt(0)
    (settlement,) = printed(visit.member(1).client, f"/p/{code}/settlement")
    assert settlement.startswith("Turf Club, Winter")
    for client, address in (
        (visit.member(1).client, f"/p/{code}/disputes/1"),
        (visit.phone().client, f"/r/{receipt}"),
    ):
        (sheet,) = printed(client, address)
        for words in (
            "was mine",
            "ten of clubs",
            "fourth trick",
            "Cat, who looked on",
            "Law 70",
            "dispute ended",
            *(
                ("Turf Club", "Winter", "History of the partie")
                if address.startswith("/p/")
                else ()
            ),
        ):
            assert words in sheet, address
        assert "Check the receipt" not in sheet
    club.parties.engine.dispose()


def test_a_settlement_prints_without_the_keys_of_its_signatures(
    tmp_path: Path, printed: Print
) -> None:
    club = new_club(tmp_path)
    visit = Visit(application(club.parties), club)
    club.admit("Ada", "Ben")
    code = club.play(club.season(1, 2), 1, 2, signed=()).sheet.code
    member = visit.member(1)
    assert member.get(f"/p/{code}/settlement").key("Ada signs")
    (sheet,) = printed(member.client, f"/p/{code}/settlement")
    assert "Ada signs" not in sheet
    assert "Signature" in sheet
    club.parties.engine.dispose()


def played_season(club: RunningClub) -> int:
    """Open a season in which each of three has met the others."""
    season = club.season(1, 2, 3, name="Open")
    for first, second in ((1, 2), (3, 1), (2, 3)):
        club.play(season, first, second)
    return season


def test_the_club_display_follows_a_table_by_itself_and_is_read_from_afar(
    server: Served, phone: Thumb
) -> None:
    club = founded(server.parties, Clock(datetime.now(UTC)), "Jockey Club")
    club.admit("Ada", "Ben", "Cat")
    code = club.services.signing.open(club.club.id, played_season(club), (1, 2)).code
    page = phone.page
    server.act(page, club.club, club.members[1])
    for width, height in ((1920, 1080), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{server.address}/c/{club.club.code}/display/")
        size = page.locator(".display-total").first.evaluate(
            "each => parseFloat(getComputedStyle(each).fontSize)"
        )
        assert size >= 0.07 * height - 1
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    table = page.locator(".display-table", has_text="Deal").last
    expect(table).to_contain_text("Deal 1 of 4")
    server.parties.record(code, deal=0, position=0, said="tricks E12", form_key="display")
    expect(table).to_contain_text("106")


BEAMER: ViewportSize = {"width": 1920, "height": 1080}
READ_FROM_AFAR = 24
"""Pixels that the letters of the display are high, on the screen of a beamer."""

TOO_SMALL = """least => [...document.querySelectorAll(".display *")]
    .filter(each => [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .filter(each => each.offsetWidth > 1 && !each.closest(".unseen"))
    .filter(each => parseFloat(getComputedStyle(each).fontSize) < least)
    .map(each => each.innerText)"""
OUTSIDE = """() => [...document.querySelectorAll(".display-page *")]
    .filter(each => !each.closest(".unseen"))
    .filter(each => {
        const box = each.getBoundingClientRect();
        return box.right > innerWidth || box.bottom > innerHeight;
    })
    .map(each => each.innerText)"""


@pytest.fixture
def beamer(tmp_path: Path, page: Page) -> Iterator[Page]:
    """The display of an evening with six tables and a time for the round, and of twelve leaders."""
    club = new_club(tmp_path)
    club.admit(LONGEST_NAME, *(f"Player {number:02}" for number in range(2, 13)))
    season = club.season(*range(1, 13), name="Autumn")
    for first in range(1, 13, 2):
        club.play(season, first, first + 1)
    evenings = club.services.evenings
    day = evenings.day(club.id, season)
    for member in range(1, 13):
        evenings.presence(club.director, season, day, member, Attendance.HERE)
    evenings.pair(club.director, season, day)
    evenings.start(club.director, season, day, evenings.now(club.id, season, day).seen)
    evenings.set_bell(club.director, season, day, "22:15")
    for table in evenings.now(club.id, season, day).tables:
        first, second = table.members
        club.play(season, first, second, "tricks E12")
    visit = Visit(application(club.parties), club)
    page.emulate_media(media="null")
    page.set_viewport_size(BEAMER)
    Viewer(page.main_frame).show(visit.member(1).client, f"{visit.path}/display/")
    yield page
    club.parties.engine.dispose()


def test_the_club_display_is_read_from_afar_on_the_screen_of_a_beamer(beamer: Page) -> None:
    assert beamer.evaluate(TOO_SMALL, READ_FROM_AFAR) == []


def test_the_club_display_cuts_nothing_on_the_screen_of_a_beamer(beamer: Page) -> None:
    assert beamer.evaluate(OUTSIDE) == []
    assert beamer.evaluate("() => document.documentElement.scrollHeight") <= BEAMER["height"]


def test_the_club_display_has_the_numbers_of_the_tables_and_the_time_of_the_round(
    beamer: Page,
) -> None:
    heads = beamer.locator(".display-table h2").all_inner_texts()
    assert sorted(each.partition(":")[0] for each in heads) == [
        f"Table {number}" for number in range(1, 7)
    ]
    expect(beamer.locator(".display-which").first).to_have_text("This round ends at 22:15.")
