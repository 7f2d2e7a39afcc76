"""Every page, for readers with a screen reader, in large print, by low light or with an unsteady
thumb; and its weight.

Which pages a club has is read from the table of rights, so that a page that is
added is looked at too. Each is asked for once and written into the browser.
"""

import gzip
import re
from collections.abc import Iterable
from operator import le
from pathlib import Path
from urllib.parse import unquote, urlsplit

import axe_playwright_python
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from scorer.rules.company import Won
from scorer.service.club.seasons.fixtures import FixtureNow, FixtureStatus
from scorer.service.companies import Companies
from scorer.service.pairs import Pairs
from scorer.web.rights import ROUTES
from tests import there
from tests.browser.conftest import Served, Theme, Viewer, said_at, viewing
from tests.browser.tables import (
    COMPANY_PAGES,
    ENDED,
    EVENING_PAGES,
    FRAME_PAGES,
    FRAMES,
    PAGES,
    PAIR_PAGES,
    PLAYER_PAGES,
    SEATED,
    TABLES,
)
from tests.browser.taps import Phone as Thumb
from tests.quick_books import quick_books
from tests.service.club.full_club import NAMES
from tests.web.club.conftest import FRAGMENTS, Visit, club_pages, visiting_house
from tests.web.conftest import Phone, app, forget_tries
from tests.web.test_companies import begun, opened

__all__ = ["app", "quick_books"]

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("quick_books")]

Sizes = tuple[tuple[int, int], ...]

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE_RULES = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {"target-size": {"enabled": True}},
}
RUN_AXE = """options => axe.run(document, options).then(found => found.violations.map(
    each => each.id + ' | ' + each.nodes.map(node => node.html.slice(0, 90)).join(' ; ')))"""
LOOK, BROKEN = (
    (Path(__file__).parent / f"{name}.js").read_text("utf-8") for name in ("look", "broken")
)

SMALL = (320, 568)
PHONE = (390, 844)
SIZES = (SMALL, PHONE)
"""Width and height of the screens on which a page is looked at."""

EVERY_SIZE = ((1280, 800), (195, 422), *SIZES)
"""The same with a computer, and with a phone at 200 %."""

REFUSED = {
    "no such page": 404,
    "house rules, refused": 422,
    "evening of nobody": 403,
    "link of nobody": 404,
    "forged receipt": 422,
}
"""The pages that refuse what is asked for, by their names."""

LONG_NAME = "Wolfeschlegelsteinhausenbergerdorffwelchevoraltern"
LONG_LOGS = ("", *(TABLES[name] for name in ("point", "answer", "younger", "over")))
OF_THE_LONG = (
    "sheet",
    "share",
    "deals/1",
    "deals/1/again?at=3&do=instead",
    "other-rules",
    "?across=yes",
)


@pytest.fixture(scope="module")
def viewer(viewer: Viewer) -> Viewer:
    """A frame that has axe."""
    viewer.frame.evaluate(AXE)
    return viewer


def look(
    viewer: Viewer, client: FlaskClient, pages: Iterable[tuple[str, str]], sizes: Sizes = EVERY_SIZE
) -> None:
    """Expect no fault of any page, by its name and address, at these sizes.

    Axe looks at a page if something on it is of a kind that no page before had. By day: with the
    theme only the colours change, of which `tests/web/test_headers.py` tries every pair.
    """
    found = list[str]()
    for name, address in pages:
        forget_tries(client.application)
        status = viewer.show(client, address)
        faults = [] if status == REFUSED.get(name, 200) else [f"status {status}"]
        looked = viewer.frame.evaluate(LOOK, [sizes, "over" not in name])
        faults += looked["faults"]
        if not viewer.known.issuperset(looked["kinds"]):
            violations = viewer.frame.evaluate(RUN_AXE, AXE_RULES)
            faults += violations
            viewer.known.update(() if violations else looked["kinds"])
        found += [f"{name}: {fault}" for fault in faults]
    assert found == []


def tables(visitor: Phone) -> dict[str, str]:
    """Open a partie in every state of `TABLES`, of `FRAMES` and of `ENDED`; return their codes."""
    codes = {name: said_at(visitor, log, names=("Ada", "Ben")) for name, log in TABLES.items()}
    others = {
        name: said_at(visitor, *logs, names=SEATED[:2], rules=rules)
        for name, (rules, logs) in (FRAMES | ENDED).items()
    }
    return codes | others


@pytest.mark.always
def test_the_table_is_for_everybody(viewer: Viewer, visitor: Phone) -> None:
    look(viewer, visitor.client, [("sets", f"/p/{said_at(visitor, TABLES['sets'])}/")])


@pytest.mark.parametrize("pages", [PAGES, FRAME_PAGES], ids=["of two", "of other frames"])
def test_every_page_of_a_partie_is_for_everybody(
    viewer: Viewer, visitor: Phone, pages: dict[str, str]
) -> None:
    codes = tables(visitor)
    look(
        viewer, visitor.client, [(name, address.format(**codes)) for name, address in pages.items()]
    )


def test_a_name_without_a_space_breaks_before_the_page_does(viewer: Viewer, visitor: Phone) -> None:
    codes = [said_at(visitor, log, names=(LONG_NAME, f"{LONG_NAME}!")) for log in LONG_LOGS]
    pages = [
        *(f"/p/{code}/" for code in codes),
        *(f"/p/{codes[-1]}/{ending}" for ending in OF_THE_LONG),
    ]
    look(viewer, visitor.client, [(f"over {address}", address) for address in pages])


BY_TOTALS = ("scores 30 20", "scores 20 30", "scores 40 10", "scores 130 29")
HEBREW = ("אברהם בן־יהודה", "שרה")
LONG = ("Wolfeschlegelsteinhausenbergerdorffwelte", "Wolfeschlegelsteinhausenbergerdorffwelt-")
"""Names of forty letters, the last of which alone tells them apart."""


def test_home_and_the_page_of_a_pair_that_has_just_begun_are_for_everybody(
    viewer: Viewer, visitor: Phone
) -> None:
    pair = pair_of(visitor, said_at(visitor, "scores 30 20", names=("Ada", "Ben")))
    pages = [("page of a new pair", f"/pair/{pair}"), ("home of a new pair", "/")]
    look(viewer, visitor.client, pages)


def test_home_and_the_page_of_a_pair_that_has_played_once_are_for_everybody(
    viewer: Viewer, visitor: Phone
) -> None:
    rules, logs = ENDED["finished"]
    pair = pair_of(visitor, said_at(visitor, *logs, names=("Ada", "Ben"), rules=rules))
    pages = [("page after one partie", f"/pair/{pair}"), ("home after one partie", "/")]
    look(viewer, visitor.client, pages)


@pytest.mark.parametrize(
    ("names", "count"),
    [(("Ada", "Ben"), 2), (("Ada", "Ben"), 25), (HEBREW, 25), (LONG, 25)],
    ids=["two parties", "25 parties", "Hebrew names", "names of forty letters"],
)
def test_every_page_of_a_pair_is_for_everybody(
    viewer: Viewer, visitor: Phone, names: tuple[str, str], count: int
) -> None:
    pages = pages_of_a_pair(visitor, names, count)
    look(viewer, visitor.client, [(f"over, {name}", page) for name, page in pages.items()])


def pages_of_a_pair(visitor: Phone, names: tuple[str, str], count: int) -> dict[str, str]:
    """Return the addresses of the pages of a pair that has played so many parties.

    They are of several years and by two rulesets. One has a note, one is left out and one goes on;
    the account was settled. Of 25 there is more than a page.
    """
    pairs: Pairs = visitor.client.application.extensions["pairs"]
    with_cem = said_at(visitor, *BY_TOTALS, names=("Ada", "Cem"), rules="four-deal")
    rules, logs = ENDED["finished"]
    last = said_at(visitor, *logs, names=names, rules=rules)
    pair = pair_of(visitor, last)
    for number in range(1, count):
        code = said_at(visitor, *BY_TOTALS, names=names, rules="four-deal")
        pairs.set_day(code, f"{2023 + number % 3}-0{1 + number % 9}-11")
    pairs.set_stake(pair, "0.25", "€")
    out = said_at(visitor, *logs, names=names, rules=rules)
    pairs.leave_out(out)
    pairs.note(last, "by the sea, with the old cards and the board of the grandparents")
    pairs.settle(pair, "paid for dinner", there(pairs.history(pair).account).open_points)
    said_at(visitor, TABLES["over"], names=names)
    link = link_of_pair(visitor, pair)
    other = pair_of(visitor, with_cem)
    words = {"pair": pair, "other": other, "last": last, "link": link}
    return {name: address.format(**words) for name, address in PAIR_PAGES.items()}


def pair_of(visitor: Phone, sheet: str) -> str:
    """Return the code of the pair to which a partie belongs."""
    pairs: Pairs = visitor.client.application.extensions["pairs"]
    return there(pairs.of_sheet(sheet)).code


def link_of_pair(visitor: Phone, pair: str) -> str:
    with visitor.client.session_transaction() as session:
        secret, *_ = session["pairs"][pair]
    return f"/w/{secret}"


NARROW = "() => Object.assign(frameElement.style, { width: '360px', height: '560px' })"


THREE = "E point 5 making 48; Y no set; T quatorze of aces; tricks E3:1 Y3:1 T4:1"
LONGER = ("Bartholomew Anderson", "Christopher Marlowe")
LONGEST = ("Wolfeschlegelsteinha", "Bartholomewingtonshi")


@pytest.mark.parametrize(
    ("names", "rules", "logs", "endings", "tables", "letters"),
    [
        pytest.param(
            LONGER,
            "portland",
            (TABLES["over"],),
            ("deals/1", ""),
            ".deal",
            12,
            id="the timeline of two",
        ),
        pytest.param(
            LONGER, "normand", (THREE,), ("deals/1", ""), ".deal", 12, id="the timeline of three"
        ),
        pytest.param(
            *(
                LONGEST,
                *ENDED["finished"],
                ("sheet", "settlement"),
                ":is(tbody, tfoot, .steps)",
                20,
            ),
            id="the sheet and the settlement",
        ),
    ],
)
def test_a_table_with_long_names_breaks_no_word_and_shows_every_figure(
    viewer: Viewer,
    visitor: Phone,
    names: tuple[str, ...],
    rules: str,
    logs: tuple[str, ...],
    endings: tuple[str, ...],
    tables: str,
    letters: int,
) -> None:
    code = said_at(visitor, *logs, names=names, rules=rules)
    for ending in endings:
        viewer.show(visitor.client, f"/p/{code}/{ending}")
        viewer.frame.evaluate(NARROW)
        assert viewer.frame.evaluate(BROKEN, [tables, letters]) == [], ending


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_what_was_said_in_the_tour_is_in_sight(viewer: Viewer, visitor: Phone, number: int) -> None:
    viewer.show(visitor.client, f"/tour/{number}")
    viewer.frame.evaluate(NARROW)
    assert viewer.frame.evaluate(BROKEN, [".card :is(th, td)", 12]) == []


FIGURES = """sizes => sizes.map(([width, height]) => {
    Object.assign(frameElement.style, { width: `${width}px`, height: `${height}px` });
    const all = [...document.querySelectorAll("#table .seat :is(.count, .total)")];
    return all.map((each) => parseFloat(getComputedStyle(each).fontSize));
})"""
"""Return how large the counts and totals are on screens of these sizes, in pixels."""


@pytest.mark.parametrize("state", ["sets", "tricks", "over"])
def test_on_a_laptop_the_counts_and_totals_are_no_smaller_than_on_a_phone(
    viewer: Viewer, visitor: Phone, state: str
) -> None:
    code = said_at(visitor, TABLES[state])
    viewer.show(visitor.client, f"/p/{code}/")
    on_phone, on_laptop = viewer.frame.evaluate(FIGURES, [(390, 664), (1280, 800)])
    assert len(on_phone) == 4
    assert all(map(le, on_phone, on_laptop)), (on_phone, on_laptop)


@pytest.mark.parametrize("size", [(390, 664), (360, 560)])
def test_a_pair_begins_a_partie_without_scrolling(
    viewer: Viewer, visitor: Phone, size: tuple[int, int]
) -> None:
    viewer.show(visitor.client, "/parties/new")
    ends = viewer.frame.evaluate(
        """([width, height]) => {
            Object.assign(frameElement.style, { width: `${width}px`, height: `${height}px` });
            return document.querySelector("button.main").getBoundingClientRect().bottom;
        }""",
        size,
    )
    assert 0 < ends <= size[1]


IN_SIGHT = """([width, height]) => {
    Object.assign(frameElement.style, { width: `${width}px`, height: `${height}px` });
    const isInSight = (element) => {
        const { top, bottom, right } = element.getBoundingClientRect();
        return right > 1 && top < height && bottom > 1;
    };
    const all = [...document.querySelectorAll("main :is(a, button, input, summary, h2)")];
    return all.filter(isInSight).map((each) => each.innerText.split("\\n")[0]);
}"""
"""Lay a page out on a screen, and return what is in sight without scrolling."""


@pytest.mark.parametrize("size", [(390, 664), (360, 560)])
def test_home_shows_the_pairs_and_a_new_partie_and_nothing_else_without_scrolling(
    viewer: Viewer, visitor: Phone, size: tuple[int, int]
) -> None:
    rules, logs = ENDED["finished"]
    for names in (("Ada", "Cem"), ("Ada", "Ben")):
        said_at(visitor, *logs, names=names, rules=rules)
    viewer.show(visitor.client, "/")
    found = viewer.frame.evaluate(IN_SIGHT, size)
    assert found == ["Ada", "Play again", "Ada and Cem", "New partie"]


def test_every_page_of_a_company_is_for_everybody(viewer: Viewer, visitor: Phone) -> None:
    """A chouette of three with five parties, one of seven,
    one with a partie that goes on, a pool and a table.
    """
    companies: Companies = visitor.client.application.extensions["companies"]
    more = {f"name{seat}": name for seat, name in enumerate(NAMES[:7])}
    codes = {name: opened(visitor, another="yes") for name in ("three", "signed", "going")} | {
        "pool": opened(visitor, frame="pool", name3="Dot"),
        "seven": opened(visitor, **more),
        "table": opened(visitor, frame="round table", rules="voleur", name3="Dot", another="yes"),
    }
    for name in ("three", "pool", "signed", "seven"):
        for number, (by, points) in enumerate([(0, 150), (0, 416), (1, 476), (1, 141), (0, 126)]):
            companies.enter(
                codes[name], number=number, result=Won(by, points), form_key=f"{number}"
            )
    for number, totals in enumerate([(104, 30), (60, 110)]):
        companies.enter(codes["table"], number=number, totals=totals, form_key=f"{number}")
    begun(visitor, codes["going"])
    companies.sign(codes["signed"], player=0, name="Ada")
    pages = {name: f"/company/{code}/" for name, code in codes.items()}
    pages |= {name: address.format(**codes) for name, address in COMPANY_PAGES.items()}
    look(viewer, visitor.client, pages.items())


def test_the_links_of_a_club_are_in_one_line_on_a_phone(viewer: Viewer, tmp_path: Path) -> None:
    with visiting_house(tmp_path) as (visit, house):
        pages = club_pages(visit.app.url_map, house)
        high = {}
        pages["dispute.show"] = f"/p/{house.of('dispute.show', 'code')}/disputes/1"
        visit.club.services.people.rename(
            visit.club.director, 1, "Wolfeschlegelsteinhausenbergerdorffwelte"
        )
        for name in (
            "dispute.show",
            "rounds.bulletin",
            "book.entry",
            "fixtures.fixture",
            "players.two",
        ):
            viewer.show(visit.director.client, pages[name])
            viewer.frame.evaluate(NARROW)
            high[name] = viewer.frame.evaluate("() => document.querySelector('.bar').offsetHeight")
            assert viewer.frame.evaluate("() => document.documentElement.scrollWidth") <= 360, name
            search = (
                "() => { const { scrollWidth, clientWidth } = "
                "document.querySelector('.bar').lastElementChild; "
            )
            assert viewer.frame.evaluate(search + "return scrollWidth <= clientWidth }"), name
        assert max(high.values()) < 80, high


FORM_OF_TEN = """() => {
    const form = document.querySelector(".form-run");
    while (form.children.length < 10) form.append(form.firstElementChild.cloneNode(true));
    frameElement.style.width = "320px";
    return document.documentElement.scrollWidth;
}"""


def test_the_form_of_a_member_fits_the_smallest_phone(viewer: Viewer, tmp_path: Path) -> None:
    with visiting_house(tmp_path) as (visit, house):
        viewer.show(visit.director.client, club_pages(visit.app.url_map, house)["players.player"])
        assert viewer.frame.evaluate(FORM_OF_TEN) == 320


def test_every_page_of_a_club_is_for_everybody(viewer: Viewer, tmp_path: Path) -> None:
    """For the director; then what a member sees otherwise; then the ways in, for a phone on which
    nobody is signed in.

    A player sees what can be signed, answered, asked for and looked up of a partie that is on its
    way into the book.
    """
    with visiting_house(tmp_path) as (visit, house):
        addresses = club_pages(visit.app.url_map, house)
        every = [(name, address) for name, address in addresses.items() if name not in FRAGMENTS]
        own = [(name, address) for name, address in every if ROUTES[name].name == "CLUB_MEMBER"]
        posted, refused, *_ = house.arguments["code"]
        of_a_player = [address.format(posted=posted, refused=refused) for address in PLAYER_PAGES]
        league, _, cup, *_ = house.arguments["season"]
        every += [
            ("another season", f"{visit.path}/seasons/new?like={league}"),
            ("a bracket", f"{visit.path}/s/{cup}/fixtures"),
        ]
        every += [
            (f"dispute of {code}", f"/p/{code}/disputes/{number}")
            for code, number in ((posted, 1), (posted, 2))
        ]
        look(viewer, visit.director.client, every, SIZES)
        look(
            viewer,
            visit.member(2).client,
            [*own, *((address, address) for address in of_a_player)],
            SIZES,
        )
        signed = [("a signature that is denied", f"/p/{posted}/never-signed")]
        look(viewer, visit.member(1).client, signed, SIZES)
        services = visit.club.services
        club = visit.club.club
        receipt = there(visit.club.sheet(str(posted)).posted).receipt(0)
        ways = {
            "set-up link": f"/set-up/{services.clubs.new_setup_link()}",
            "sign in": f"/c/{club.code}/sign-in",
            "director link": f"/director/{services.people.new_director_link(club.id)}",
            "personal link": f"/m/{services.people.new_link(visit.club.director, 1)}",
            "receipt": f"/r/{receipt}",
            "forged receipt": "/verify?receipt=217A-GLG4-JNHE",
            "evening of nobody": f"/c/{club.code}/tonight",
            "link of nobody": "/m/none",
        }
        look(viewer, visit.phone().client, ways.items(), SIZES)


SHORT = (390, 664)
"""What a phone shows of a page beside the bars of its browser."""


def asked_for_a_day(visit: Visit, season: int, member: int) -> FixtureNow:
    """Return an open fixture of a member, to whom its other player proposes a day."""
    services = visit.club.services
    fixture = next(
        each
        for each in services.seasons.fixtures_now(visit.club.id, season)
        if each.state is FixtureStatus.TO_PLAY and member in each.members
    )
    other = visit.club.members[fixture.other(member)]
    services.appointments.propose(other, season, fixture.slot, "2026-11-28", "19:30", seen=0)
    return fixture


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pages_of_an_evening_are_for_everybody_by_day_and_by_night(
    chromium: Browser, tmp_path: Path, theme: Theme
) -> None:
    """Also one on which a player is asked for a day; axe looks at each of them."""
    faults = list[str]()
    with visiting_house(tmp_path) as (visit, house), viewing(chromium, theme) as viewer:
        viewer.frame.evaluate(AXE)
        league, open_, cup, *_ = house.arguments["season"]
        fixture = asked_for_a_day(visit, int(league), 2)
        about = {"club": visit.club.club.code, "league": league, "open": open_, "cup": cup}
        about |= {"day": house.arguments["day"][0]}
        about |= {"round": fixture.round, "table": fixture.table}
        answered = set[str]()
        for phone in (visit.director, visit.member(2)):
            for page in EVENING_PAGES:
                address = page.format(**about)
                if viewer.show(phone.client, address) != 200:
                    continue
                answered.add(page)
                looked = viewer.frame.evaluate(LOOK, [[SHORT], True])["faults"]
                looked += viewer.frame.evaluate(RUN_AXE, AXE_RULES)
                faults += [f"{address}: {each}" for each in looked]
    assert answered == {*EVENING_PAGES}
    assert faults == []


# What a page costs: bytes and requests of its first load, all of them to the host that served it

MOST_BYTES = 30_000
MOST_REQUESTS = 3
LOADED = re.compile(r'<(?:link rel="stylesheet" href|script src|img src)="([^"]+)"')


def test_every_table_is_light(visitor: Phone) -> None:
    """Compressed as every browser may ask for it."""
    heavy = {}
    for name, code in tables(visitor).items():
        page = visitor.client.get(f"/p/{code}/")
        loaded = [visitor.client.get(unquote(each)) for each in LOADED.findall(page.text)]
        weights = [len(gzip.compress(each.data, 6)) for each in (page, *loaded)]
        if len(weights) > MOST_REQUESTS or sum(weights) > MOST_BYTES:
            heavy[name] = weights
    assert heavy == {}


def test_a_browser_loads_no_more_and_nothing_twice_and_asks_no_other_host(
    phone: Thumb, server: Served
) -> None:
    """Style and script are kept under addresses that change with their content."""
    page = phone.page
    asked = list[str]()
    page.on(
        "request",
        lambda request: asked.append(request.url) if not request.url.startswith("data:") else None,
    )
    code = server.sit(phone, TABLES["tricks"])
    page.wait_for_load_state("networkidle")
    first = [urlsplit(each).path for each in asked]
    page.goto(f"{server.address}/parties/new")
    page.goto(f"{server.address}/p/{code}/", wait_until="networkidle")
    assert 1 < len(first) <= MOST_REQUESTS, first
    assert [each for each in asked if not each.startswith(server.address)] == []
    script = (
        "() => performance.getEntriesByType('resource').map(each => [each.name, each.transferSize])"
    )
    moved = {name: size for name, size in page.evaluate(script) if "/static/" in name}
    assert moved
    assert [name for name, size in moved.items() if size] == []
