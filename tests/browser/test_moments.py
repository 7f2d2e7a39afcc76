"""A great moment is announced once, to those who were there, and is never in the way."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePhone, Served
from tests.browser.taps import Phone
from tests.browser.test_features import OF_A_MOMENT, WAYS, errors_of, without
from tests.browser.test_offline import READY, code_of

pytestmark = pytest.mark.browser

WITNESS = """
window.announced = [];
window.buzzes = [];
window.counts = [];
Object.defineProperty(navigator, "vibrate", { value: (time) => window.buzzes.push(time) });
new MutationObserver((records) => {
  for (const { target, addedNodes } of records) {
    const found = [...addedNodes].filter((node) => node.matches?.(".moment"));
    window.announced.push(...found.map((node) => node.innerText));
    if (target === document.querySelector(".count")) window.counts.push(target.textContent);
  }
}).observe(document, { subtree: true, childList: true });
"""
"""Notes what is announced, what buzzes, and each figure that a count shows."""

BEFORE_REPIQUE = (
    "E exchange 5; Y exchange 3; E point 6; Y good; E quint; Y good; E quatorze of aces"
)
REPIQUE = "Repique\n“thirty-five, ninety-five”"
BY_ONE = "Ben wins by one\n73 – 72\nAda does not cross the Rubicon"
FIVE_DEALS = ("E no point; E no sequence; E no set; tricks E7 Y5",) * 5


HOLD = """
new MutationObserver(() => {
  for (const words of document.getAnimations()) if (words.animationName === "moment") words.pause();
}).observe(document, { subtree: true, childList: true });
"""
"""Keeps the words of a moment on the screen, however slow the machine is, until they are let go."""

LET_GO = "document.getAnimations().forEach((words) => words.finish())"


def announced(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.announced")
    return found


def buzzes(page: Page) -> int:
    """How often the phone has buzzed."""
    found: int = page.evaluate("window.buzzes.length")
    return found


def at_table(server: Served, phone: Phone, *logs: str) -> str:
    """Sit at a table whose scripts have all arrived, and return its code."""
    phone.page.add_init_script(f"{WITNESS}\n{HOLD}")
    code = server.sit(phone, *logs)
    arrived(phone.page)
    return code


def arrived(page: Page) -> None:
    page.evaluate("() => own.later()")


@pytest.fixture
def seated(server: Served, phone: Phone) -> Phone:
    """A phone at a table where one answer makes a repique."""
    at_table(server, phone, BEFORE_REPIQUE)
    return phone


def test_a_repique_is_announced_once_and_the_next_key_works_at_once(seated: Phone) -> None:
    page = seated.page
    seated.play("Y good")
    expect(page.locator(".moment")).to_be_visible()
    seated.play("tricks E1")
    assert page.locator(".moment").count() == 1, "the words are still on the screen"
    seated.play("tricks E1")
    page.evaluate(LET_GO)
    expect(page.locator(".moment")).to_have_count(0)
    assert announced(page) == [REPIQUE]
    assert buzzes(page) == 1


def test_a_tap_goes_through_the_words(seated: Phone) -> None:
    page = seated.page
    seated.play("Y good")
    box = page.locator(".moment").bounding_box()
    assert box is not None
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    hit = "([x, y]) => document.elementFromPoint(x, y).closest('.moment') === null"
    assert page.evaluate(hit, middle)


def test_the_count_runs_up_to_what_it_is(seated: Phone) -> None:
    page = seated.page
    seated.awake()
    page.clock.install(time=0)
    page.clock.pause_at(3600)
    before = seated.position.input_value()
    seated.key("Y good").click()
    expect(seated.position).not_to_have_value(before)
    page.clock.run_for(100)
    expect(page.locator(".moment")).to_be_visible()
    shown = [seated.count.first.inner_text()]
    for _ in range(3):
        page.clock.run_for(200)
        shown.append(seated.count.first.inner_text())
    passed = [int(each) for each in shown]
    assert passed[0] >= 21
    assert passed[0] < passed[1] < passed[2] < passed[3] == 95


def test_a_tap_in_the_meantime_finds_the_count_as_it_is(seated: Phone) -> None:
    page = seated.page
    seated.play("Y good")
    seated.play("tricks E1")
    page.wait_for_timeout(600)  # in which it would have run on
    assert seated.count.all_inner_texts() == ["96", "0"]


def test_a_page_that_is_loaded_again_announces_nothing(seated: Phone) -> None:
    page = seated.page
    seated.play("Y good")
    page.reload()
    arrived(page)
    seated.play("tricks E1")
    assert announced(page) == []


def test_an_undo_ends_what_is_announced_and_announces_nothing(seated: Phone) -> None:
    page = seated.page
    seated.play("Y good")
    seated.undo()
    expect(page.locator(".moment")).to_have_count(0)
    assert announced(page) == [REPIQUE]
    seated.play("Y good")
    assert announced(page) == [REPIQUE, REPIQUE]


def test_an_undo_of_a_greater_moment_announces_no_earlier_one(server: Served, phone: Phone) -> None:
    calls = "E no point; E no sequence; E no set"
    at_table(server, phone, f"E carte blanche; E exchange 5; Y exchange 3; {calls}; tricks E12")
    phone.undo()
    phone.play("tricks Y1")
    assert announced(phone.page) == []


def test_nothing_moves_where_a_person_wants_no_motion(seated: Phone) -> None:
    page = seated.page
    page.emulate_media(reduced_motion="reduce")
    seated.play("Y good")
    expect(seated.count.first).to_have_text("95")
    assert announced(page) == []
    assert buzzes(page) == 0
    assert set(page.evaluate("window.counts")) <= {"21", "0", "95"}


def test_a_phone_that_watches_announces_what_it_saw_happen_and_no_more(
    server: Served, make_phone: MakePhone
) -> None:
    """Players have gone on before it asks again."""
    scoring = make_phone()
    code = at_table(server, scoring, BEFORE_REPIQUE)
    there = make_phone().page
    there.add_init_script(WITNESS)
    there.goto(f"{scoring.address}/p/{code}/")
    arrived(there)
    scoring.play("Y good; tricks E1")
    late = make_phone().page
    late.add_init_script(WITNESS)
    late.goto(f"{scoring.address}/p/{code}/")
    arrived(late)
    expect(there.locator("#table .count").first).to_have_text("96")
    assert announced(there) == [REPIQUE]
    scoring.play("tricks E1")
    for page in (there, late):
        expect(page.locator("#table .count").first).to_have_text("97")
    assert announced(there) == [REPIQUE]
    assert announced(late) == []
    assert [buzzes(page) for page in (there, late)] == [1, 0]


def test_a_count_that_ends_a_partie_announces_what_it_decides(server: Served, phone: Phone) -> None:
    at_table(server, phone, *FIVE_DEALS, "E no point; E no sequence; E no set")
    phone.play("count E7 last E play 9")
    expect(phone.page.locator(".moment")).to_be_visible()
    assert announced(phone.page) == [BY_ONE]


def test_across_the_table_each_player_reads_the_words(server: Served, phone: Phone) -> None:
    page = phone.page
    at_table(server, phone, BEFORE_REPIQUE)
    page.get_by_role("link", name="This table").click()
    page.get_by_role("link", name="Across the table").click()
    arrived(page)
    phone.play("Y good")
    expect(page.locator(".moment p")).to_have_count(2)
    expect(page.locator(".half .count").last).to_have_text("95")
    expect(page.locator(".half .count").first).to_have_text("0")


def test_a_moment_without_the_club_is_not_announced_again_when_the_club_has_it(
    make_phone: MakePhone, server: Served
) -> None:
    phone = make_phone(offline=True)
    page = phone.page
    page.add_init_script(f"{WITNESS}\n{HOLD}")
    with page.expect_response("**/kept", timeout=READY):
        phone.open_partie()
    phone.play("E exchange 5; Y exchange 3")
    expect(page.locator("html[data-offline=ready]")).to_be_attached(timeout=READY)
    page.context.set_offline(True)
    phone.play("E point 6; Y good; E quint; Y good; E quatorze of aces; Y good")
    expect(page.locator(".moment")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#saved")).to_have_text("Saved", timeout=READY)
    version = server.parties.sheet(code_of(phone)).version
    expect(page.locator("#table")).to_have_attribute("data-version", version, timeout=READY)
    assert announced(page) == [REPIQUE]
    assert buzzes(page) == 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("feature", OF_A_MOMENT)
def test_a_moment_is_announced_without_each_feature(
    server: Served, make_phone: MakePhone, feature: str, way: str
) -> None:
    phone = make_phone()
    errors = errors_of(phone.page)
    code = server.sit(phone, BEFORE_REPIQUE)
    phone.page.add_init_script(f"{without([feature], way)}\n{HOLD}")
    phone.page.goto(f"{phone.address}/p/{code}/")
    arrived(phone.page)
    phone.play("Y good")
    expect(phone.page.locator(".moment")).to_be_visible()
    expect(phone.count.first).to_have_text("95")
    assert errors == []
