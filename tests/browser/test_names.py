"""Names of people in a browser: no script moves a number to another name,
and no length moves the page sideways.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import Viewer, said_at
from tests.browser.tables import ENDED, PAGES, TABLES
from tests.quick_books import quick_books
from tests.web.club.conftest import FRAGMENTS, Visit, club_pages, visiting_house
from tests.web.conftest import Phone, app, forget_tries

__all__ = ["app", "quick_books"]

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("quick_books")]

MOSHE = "משה"
MUHAMMAD = "محمد"
LONG = "Long" + "n" * 68

MISPLACED = """() => {
  const after = (name, text) => {
    const found = /^[^\\d]*?([+\\u2212-]?\\d[\\d,]*)/.exec(text.data);
    if (!found) return null;
    const range = document.createRange();
    range.setStart(text, found[0].length - found[1].length);
    range.setEnd(text, found[0].length);
    const [number, own] = [range.getClientRects()[0], [...name.getClientRects()].at(-1)];
    if (!number || !own) return null;
    const below = number.top >= own.bottom - 2;
    const beside = number.left >= own.right - 1;
    return below || beside ? null : `${name.parentElement.textContent}: ${found[1]}`;
  };
  const isBeforeText = (each) => each.nextSibling?.nodeType === Node.TEXT_NODE;
  const names = [...document.querySelectorAll("bdi")].filter(isBeforeText);
  return names.map((each) => after(each, each.nextSibling)).filter(Boolean);
}"""
"""The numbers that are not drawn after the name that they follow in the text."""

NUMBERED = """() => [...document.querySelectorAll("bdi")]
  .filter((each) => /^[^\\d]*\\d/.test(each.nextSibling?.data ?? "")).length"""
"""How many names have a number after them."""

NARROW = "() => Object.assign(frameElement.style, { width: '360px', height: '560px' })"
WIDTH = "() => document.documentElement.scrollWidth"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Visit, dict[str, str]]]:
    """A club whose first two members have names that the test gives,
    and the addresses of its pages.
    """
    with visiting_house(tmp_path) as (visit, found):
        addresses = club_pages(visit.app.url_map, found)
        yield visit, {name: address for name, address in addresses.items() if name not in FRAGMENTS}


def renamed(visit: Visit, first: str, second: str) -> None:
    for number, name in ((1, first), (2, second)):
        visit.club.services.people.rename(visit.club.director, number, name)


def test_a_number_is_drawn_after_its_name_in_every_script(
    viewer: Viewer, house: tuple[Visit, dict[str, str]]
) -> None:
    visit, pages = house
    renamed(visit, MOSHE, MUHAMMAD)
    found = dict[str, list[str]]()
    numbered = 0
    client = visit.director.client
    for name, address in pages.items():
        forget_tries(visit.app)
        viewer.show(client, address)
        numbered += viewer.frame.evaluate(NUMBERED)
        found[name] = viewer.frame.evaluate(MISPLACED)
    assert {name: words for name, words in found.items() if words} == {}
    assert numbered > 50


def test_the_same_names_without_isolation_move_the_numbers(viewer: Viewer, visitor: Phone) -> None:
    """What the test above looks for is there if the browser treats names as other text."""
    code = said_at(
        visitor, *ENDED["finished"][1], names=(MOSHE, MUHAMMAD), rules=ENDED["finished"][0]
    )
    viewer.show(visitor.client, f"/p/{code}/settlement")
    assert viewer.frame.evaluate(MISPLACED) == []
    bare = (
        "() => { for (const each of document.querySelectorAll('bdi')) each.style.unicodeBidi "
        "= 'normal'; }"
    )
    viewer.frame.evaluate(bare)
    assert viewer.frame.evaluate(MISPLACED) != []


def test_no_page_of_a_club_is_wider_than_a_phone_with_a_name_that_has_no_space(
    viewer: Viewer, house: tuple[Visit, dict[str, str]]
) -> None:
    visit, pages = house
    renamed(visit, LONG, f"{LONG}e")
    wide = dict[str, int]()
    client = visit.director.client
    for name, address in pages.items():
        forget_tries(visit.app)
        viewer.show(client, address)
        viewer.frame.evaluate(NARROW)
        wide[name] = viewer.frame.evaluate(WIDTH)
    assert {name: width for name, width in wide.items() if width > 360} == {}


def test_no_page_of_a_partie_is_wider_than_a_phone_with_a_name_that_has_no_space(
    viewer: Viewer, visitor: Phone
) -> None:
    names = (LONG, f"{LONG}e")
    codes = {name: said_at(visitor, log, names=names) for name, log in TABLES.items()}
    codes |= {
        name: said_at(visitor, *logs, names=names, rules=rules)
        for name, (rules, logs) in ENDED.items()
    }
    wide = dict[str, int]()
    for name, address in PAGES.items():
        viewer.show(visitor.client, address.format(**codes))
        viewer.frame.evaluate(NARROW)
        wide[name] = viewer.frame.evaluate(WIDTH)
    assert {name: width for name, width in wide.items() if width > 360} == {}
