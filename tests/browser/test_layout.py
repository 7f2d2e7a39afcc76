"""Where things stand: nothing under anything else, the keys under the thumb, the sheet on one page of paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize

from tests.browser.conftest import PHONE, Book, MakePhone
from tests.browser.tables import FRAMES, TABLES
from tests.browser.taps import CAVENDISH_CALLS, Phone
from tests.thorough import some_always

pytestmark = pytest.mark.browser

SIZES: dict[str, ViewportSize] = {
    "phone": PHONE,
    "small phone": {"width": 320, "height": 568},
    "laptop": {"width": 1280, "height": 800},
}
RUNNING = [name for name in (*TABLES, *FRAMES) if name not in ("over", "made", "three made", "four made")]

BOXES = """all => all.filter(each => each.getClientRects().length).map(each => {
    const { x, y, width, height } = each.getBoundingClientRect()
    return [each.innerText, { x, y, width, height }]
})"""
CUT = """all => all.filter(each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
.map(each => each.innerText)"""

each_size = pytest.mark.parametrize("size", SIZES)


def boxes(page: Page, selector: str) -> list[tuple[str, FloatRect]]:
    """The words and the place of everything shown that *selector* finds."""
    return [(text, box) for text, box in page.locator(selector).evaluate_all(BOXES)]


def overlap(one: FloatRect, other: FloatRect) -> bool:
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


@each_size
def test_nothing_to_tap_lies_under_anything_else(make_phone: MakePhone, book: Book, size: str) -> None:
    page = make_phone(storage_state=book.state, viewport=SIZES[size]).page
    found = []
    for name in (*TABLES, *FRAMES):
        page.goto(book.page(f"table, {name}"))
        keys = boxes(page, "#table :is(a, button, summary)")
        assert len(keys) > 3
        pairs = [(keys[i], keys[j]) for i in range(len(keys)) for j in range(i)]
        found += [(name, one[0], other[0]) for one, other in pairs if overlap(one[1], other[1])]

    assert found == []


@each_size
def test_every_key_is_inside_the_page_and_shows_its_words_whole(make_phone: MakePhone, book: Book, size: str) -> None:
    page = make_phone(storage_state=book.state, viewport=SIZES[size]).page
    outside, cut = [], []
    for name in (*TABLES, *FRAMES):
        page.goto(book.page(f"table, {name}"))
        for text, box in boxes(page, ".ask :is(a, button)"):
            if box["x"] < 0 or box["x"] + box["width"] > SIZES[size]["width"]:
                outside.append((name, text))
        cut += [(name, text) for text in page.locator(".ask .key").evaluate_all(CUT)]

    assert outside == []
    assert cut == []


@pytest.mark.parametrize("name", RUNNING)
def test_the_question_and_its_keys_are_on_the_first_screen(make_phone: MakePhone, book: Book, name: str) -> None:
    """One glance, one thumb: on a usual phone nothing of the walk is below the edge."""
    page = make_phone(storage_state=book.state).page
    page.goto(book.page(f"table, {name}"))

    below = [text for text, box in boxes(page, ".ask h2, .ask .key") if box["y"] + box["height"] > PHONE["height"]]

    assert below == []


def test_the_keys_of_a_trick_stay_where_they_are(phone: Phone) -> None:
    """Twelve taps at the same two places: the thumb does not have to look for the next."""
    phone.open_partie()
    phone.play(f"{CAVENDISH_CALLS}; tricks E1")
    places = []
    for log in ("tricks E1", "tricks E1", "tricks Y1", "tricks E1"):
        phone.play(log)
        places.append(phone.key("tricks E1").bounding_box())

    assert len({(box["x"], round(box["y"])) for box in places if box is not None}) == 1


ON_PAPER = ("sheet", "settlement", "three over, settlement", "four over, settlement", "auction over, settlement")


@pytest.mark.parametrize("name", some_always(ON_PAPER, ["sheet"]))
def test_a_sheet_prints_on_one_page_of_a4(make_phone: MakePhone, book: Book, name: str) -> None:
    page = make_phone(storage_state=book.state).page
    page.goto(book.page(name))

    pdf = page.pdf(prefer_css_page_size=True)

    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


def test_paper_is_white_in_a_dark_room_too(make_phone: MakePhone, book: Book) -> None:
    """A phone in its dark theme prints black on white."""
    page = make_phone(storage_state=book.state, color_scheme="dark").page
    page.goto(book.page("settlement"))

    page.emulate_media(media="print", color_scheme="dark")

    colours = page.evaluate(
        "() => [getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
