"""A new partie on a phone: one screen, keys with the names that are typed, and what is usual."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import MakePhone, Served
from tests.browser.taps import Phone
from tests.browser.test_offline import (
    READY,
    code_of,
    expect_for_everybody,
    expect_saved,
    ready,
    said,
)
from tests.service.tables import logs, say

pytestmark = pytest.mark.browser

SMALLEST: ViewportSize = {"width": 360, "height": 560}
NARROWEST: ViewportSize = {"width": 320, "height": 640}

CAPOTS = ("tricks E12", "tricks Y12") * 3
"""A partie in which elder of the first deal makes a capot in every deal."""


def open_form(phone: Phone) -> Page:
    phone.page.goto(f"{phone.address}/parties/new")
    return phone.page


def name(page: Page, left: str, right: str) -> None:
    page.get_by_label("On the left", exact=True).fill(left)
    page.get_by_label("On the right", exact=True).fill(right)


def chosen(page: Page) -> list[str]:
    """Return the words of the keys that are chosen."""
    keys = page.locator(".pick:has(:checked) .key > span")
    return keys.all_inner_texts()


def played(phone: Phone, server: Served) -> None:
    """Let Ada and Zoë finish a partie, which Zoë dealt first, by good calls."""
    page = open_form(phone)
    page.get_by_role("radio", name="Good calls").check()
    phone.begin("Ada", "Zoë")
    expect(page.locator("#table")).to_be_visible()
    say(server.parties, code_of(phone), *CAPOTS)


@pytest.mark.parametrize("size", [SMALLEST, NARROWEST], ids=["360 x 560", "320 x 640"])
def test_a_new_partie_is_one_screen(phone: Phone, size: ViewportSize) -> None:
    phone.page.set_viewport_size(size)
    page = open_form(phone)
    name(page, "Ada", "Ben")
    page.get_by_role("radio", name="Ben deals").check()
    expect(page.get_by_text("More players")).to_be_in_viewport(ratio=1)
    scrolls = page.evaluate(
        "() => { const { scrollHeight, scrollWidth } = document.documentElement;"
        "return [scrollHeight > innerHeight, scrollWidth > innerWidth]; }"
    )
    assert scrolls == [False, False]
    heights = page.locator(".pick, .key, summary, .bar a").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().height)"
    )
    assert min(heights) >= 48
    expect_for_everybody(page)


def test_the_keys_of_the_dealer_have_the_names_that_are_typed(phone: Phone) -> None:
    page = open_form(phone)
    words = page.locator("#who .key")
    expect(words).to_have_text(["The left deals", "The right deals"])
    name(page, "Ada", "Ben")
    expect(words).to_have_text(["Ada deals", "Ben deals"])
    name(page, "Ada", " ")
    expect(words).to_have_text(["Ada deals", "The right deals"])


def test_nobody_deals_until_that_is_chosen(phone: Phone) -> None:
    page = open_form(phone)
    name(page, "Ada", "Ben")
    assert chosen(page) == ["Every call"]
    page.get_by_role("button", name="Begin").click()
    left = page.get_by_role("radio", name="Ada deals")
    expect(left).to_be_focused()
    assert left.evaluate("key => key.validationMessage") == "Who deals first?"
    page.get_by_role("radio", name="Ben deals").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#table")).to_be_visible()


def test_what_is_usual_for_two_follows_their_names(phone: Phone, server: Served) -> None:
    played(phone, server)
    page = open_form(phone)
    assert chosen(page) == ["Ada deals", "Good calls"]
    name(page, "Ada", "Cem")
    assert chosen(page) == ["Every call"]
    name(page, "ZOE", " ada ")
    assert chosen(page) == ["ada deals", "Good calls"]


@pytest.mark.parametrize(
    ("left", "right"),
    [("Soren O'Brien", "STRAUSS"), ("SØREN O’BRIEN", "Strauß"), ("Søren O`Brien", "strauß")],
)
def test_the_names_of_two_are_compared_as_the_program_compares_them(
    phone: Phone, server: Served, left: str, right: str
) -> None:
    open_form(phone).get_by_role("radio", name="Good calls").check()
    phone.begin("Søren O’Brien", "Strauß")
    expect(phone.page.locator("#table")).to_be_visible()
    say(server.parties, code_of(phone), *CAPOTS)
    page = open_form(phone)
    name(page, left, right)
    assert "Good calls" in " ".join(chosen(page))


def test_the_names_of_others_are_not_taken_for_theirs(phone: Phone, server: Served) -> None:
    """Marks that are letters, as in Thai, count."""
    open_form(phone).get_by_role("radio", name="Good calls").check()
    phone.begin("มานี", "Zoë")
    expect(phone.page.locator("#table")).to_be_visible()
    say(server.parties, code_of(phone), *CAPOTS)
    page = open_form(phone)
    name(page, "มานา", "Zoë")
    assert "Good calls" not in " ".join(chosen(page))


def test_what_a_person_has_chosen_stays(phone: Phone, server: Served) -> None:
    played(phone, server)
    page = open_form(phone)
    page.get_by_role("radio", name="Zoë deals").check()
    page.get_by_role("radio", name="Totals").check()
    name(page, "Ada", "Cem")
    assert chosen(page) == ["Cem deals", "Totals"]
    name(page, "Ada", "Zoë")
    assert chosen(page) == ["Zoë deals", "Totals"]


def test_without_a_script_the_keys_name_the_sides(make_phone: MakePhone, server: Served) -> None:
    phone = make_phone(script=False)
    page = open_form(phone)
    name(page, "Ada", "Ben")
    page.get_by_role("radio", name="The left deals").check()
    page.get_by_role("radio", name="Totals").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#question")).to_have_text("The totals of this deal")
    assert server.parties.sheet(code_of(phone)).partie.record.dealer == 0


def test_a_partie_that_the_left_deals_is_begun_without_the_club(
    make_phone: MakePhone, server: Served
) -> None:
    """Who is elder first is a row of the partie, there and here: so the taps fit."""
    phone = ready(make_phone)
    page = phone.page
    page.wait_for_function(
        "navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length)"
    )
    page.context.set_offline(True)
    page.goto(server.address)
    page.get_by_role("link", name="New partie").click(timeout=READY)
    name(page, "Cem", "Dora")
    page.get_by_role("radio", name="Cem deals").check()
    page.get_by_role("radio", name="Good calls").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#question")).to_have_text("Dora: a good point?")
    phone.play("E point 5; Y good")
    expect(phone.count).to_have_text(["0", "5"])
    page.context.set_offline(False)
    expect_saved(page, "Saved")
    sheet = server.parties.sheet(code_of(phone))
    assert sheet.names == ("Cem", "Dora")
    assert sheet.elder(0) == 1
    assert logs(sheet) == [said("E point 5; Y good")]
    expect(phone.count).to_have_text(["0", "5"])
    page.reload()
    expect(page.locator("#question")).to_have_text("Dora: a good sequence?")


def test_a_phone_that_is_alone_remembers_what_is_usual(make_phone: MakePhone, folder: str) -> None:
    phone = make_phone(offline=True)
    page = phone.page
    page.goto(folder)
    page.get_by_role("link", name="New partie").click(timeout=READY)
    name(page, "Ada", "Ben")
    page.get_by_role("radio", name="Ada deals").check()
    page.get_by_role("radio", name="Totals").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#question")).to_have_text("The totals of this deal")
    expect(page.locator(".seat .name")).to_have_text(["Ada", "Ben"])
    expect(page.locator(".seat .role")).to_have_text(["deals", "elder"])
    page.goto(folder)
    page.get_by_role("link", name="New partie").click(timeout=READY)
    expect(page.get_by_role("radio", name="Totals")).to_be_checked()
    name(page, "Ada", "Cem")
    expect(page.get_by_role("radio", name="Every call")).to_be_checked()
