"""What a phone has said and the club does not have:
nothing of it is lost, and nothing of it holds up anything else.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import MakePhone, Served
from tests.browser.taps import DEAL, Phone
from tests.browser.test_offline import (
    BEGUN,
    READY,
    code_of,
    expect_for_everybody,
    expect_saved,
    ready,
    said,
)
from tests.service.club.running_club import Clock, founded
from tests.service.tables import logs, say

pytestmark = pytest.mark.browser

INSTALLED = "navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length)"
"""Waits until the pages open without the network."""

OWN = "E point 5; Y good"
CLUBS = "E point 6; Y good"
"""What this phone and the club have of the same deal."""


def links_of(server: Served, *codes: str) -> dict[str, int]:
    """What the cookie of a phone has that may score these parties."""
    return {code: server.parties.links(code)[0].id for code in codes}


def off(page: Page) -> None:
    page.context.set_offline(True)


def on(page: Page) -> None:
    page.context.set_offline(False)


def parted(make_phone: MakePhone, server: Served) -> Phone:
    """A phone without the network that has said something where
    the club has something else by now.
    """
    phone = ready(make_phone)
    phone.page.wait_for_function(INSTALLED)
    off(phone.page)
    phone.play(OWN)
    expect_saved(phone.page, "On this phone: 2")
    say(server.parties, code_of(phone), CLUBS)
    return phone


def expect_both(page: Page) -> None:
    """Expect that both versions are shown, whose each is, and when it was said."""
    page.wait_for_url("**/compare", timeout=READY)
    both = page.get_by_role("table")
    expect(both.get_by_role("columnheader")).to_have_text(["Number", "The club", "This phone"])
    expect(both).to_contain_text("point of six")
    expect(both).to_contain_text("point of five")
    expect(page.get_by_text(re.compile(r"This phone’s version was said at \d"))).to_be_visible()


def stays_open(page: Page) -> Page:
    on(page)
    return page


def reloads_without_the_network(page: Page) -> Page:
    page.reload()
    expect(page.locator("#table .count")).to_have_text(["5", "0"], timeout=READY)
    on(page)
    return page


def reloads(page: Page) -> Page:
    on(page)
    page.reload()
    return page


def is_closed_and_opened_again(page: Page) -> Page:
    """As a browser does that discards the page of a locked phone."""
    address = page.url
    context = page.context
    page.close()
    context.set_offline(False)
    opened = context.new_page()
    opened.goto(address)
    return opened


def leaves_the_question(page: Page) -> Page:
    on(page)
    expect_both(page)
    page.get_by_role("link", name="Sheet").click()
    page.get_by_role("link", name="Table").click()
    return page


@pytest.mark.parametrize(
    "does",
    [
        stays_open,
        reloads_without_the_network,
        reloads,
        is_closed_and_opened_again,
        leaves_the_question,
    ],
)
def test_what_differs_is_asked_until_it_is_answered(
    make_phone: MakePhone, server: Served, does: Callable[[Page], Page]
) -> None:
    phone = parted(make_phone, server)
    code = code_of(phone)
    page = does(phone.page)
    expect_both(page)
    expect_for_everybody(page)
    assert page.evaluate("outbox.waiting(location.pathname.split('/')[2]).length") == 2
    page.get_by_label("This phone’s").check()
    page.get_by_role("button", name="Keep what is chosen").click()
    expect(page.locator("#table .count")).to_have_text(["5", "0"], timeout=READY)
    expect_saved(page, "Saved")
    assert logs(server.parties.sheet(code))[0][2:] == [
        "E point 6",
        "Y good",
        "strike 3 for E point 5",
    ]


def test_the_version_of_the_club_may_be_chosen(make_phone: MakePhone, server: Served) -> None:
    phone = parted(make_phone, server)
    page = phone.page
    on(page)
    expect_both(page)
    page.get_by_label("The club’s, as recorded").check()
    page.get_by_role("button", name="Keep what is chosen").click()
    expect(page.locator("#table .count")).to_have_text(["6", "0"], timeout=READY)
    expect_saved(page, "Saved")
    assert logs(server.parties.sheet(code_of(phone))) == [said(f"{BEGUN}; {CLUBS}")]


def test_every_deal_that_differs_is_asked_for(make_phone: MakePhone, server: Served) -> None:
    phone = ready(make_phone)
    page = phone.page
    code = code_of(phone)
    off(page)
    phone.play(DEAL.removeprefix(f"{BEGUN}; "))
    phone.next_deal()
    phone.play(f"{BEGUN}; E point 7; Y good")
    say(server.parties, code, f"{CLUBS}; E tierce; Y good; E no set; count E7 last E play 9")
    say(server.parties, code, "E exchange 5; Y exchange 3; E point 4; Y good")
    on(page)
    page.wait_for_url("**/compare", timeout=READY)
    expect(page.get_by_role("heading", level=2)).to_have_text(["Deal 1 of 6", "Deal 2 of 6"])
    for each in page.get_by_label("This phone’s").all():
        each.check()
    page.get_by_role("button", name="Keep what is chosen").click()
    expect(phone.count).to_have_text(["0", "7"], timeout=READY)
    expect_saved(page, "Saved")
    kept = [logs(server.parties.sheet(code))[deal][-1] for deal in (0, 1)]
    assert kept == ["strike 3 for E point 5", "strike 3 for E point 7"]


# What is refused


def refuses(status: int) -> Callable[[Route], None]:
    return lambda route: route.fulfill(
        status=status, body="<h1>Not found</h1>", content_type="text/html"
    )


@pytest.mark.parametrize("status", [404, 409, 426, 429, 500])
def test_a_table_that_is_refused_holds_up_no_other(
    make_phone: MakePhone, server: Served, status: int
) -> None:
    phone = ready(make_phone)
    page = phone.page
    refused = code_of(phone)
    off(page)
    phone.play(OWN)
    page.route(f"**/p/{refused}/say", refuses(status))
    on(page)
    page.wait_for_function("() => outbox.stops.length")
    page.wait_for_url("**/compare" if status == 409 else "**")
    code = server.sit(phone)
    server.give(page, {"links": {**server.open(), code: server.parties.links(code)[0].id}})
    page.goto(f"{server.address}/p/{code}/")
    phone.play(BEGUN)
    expect_saved(page, "Saved")
    assert logs(server.parties.sheet(code)) == [said(BEGUN)]
    page.goto(server.address)
    page.get_by_role("link", name="2 taps have not reached the club from this phone.").click()
    expect(page.get_by_role("heading", name="Ada and Ben")).to_be_visible()
    expect_for_everybody(page)
    page.unroute(f"**/p/{refused}/say")
    server.give(page, {"links": links_of(server, refused)})
    page.get_by_role("button", name="Send again").click()
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    assert logs(server.parties.sheet(refused)) == [said(f"{BEGUN}; {OWN}")]


def test_what_waits_can_be_saved_and_taken_in_again_or_discarded(
    make_phone: MakePhone, server: Served, tmp_path: object
) -> None:
    phone = ready(make_phone)
    page = phone.page
    code = code_of(phone)
    off(page)
    phone.play(OWN)
    page.route(f"**/p/{code}/say", refuses(404))
    on(page)
    page.wait_for_function("() => outbox.stops.length")
    page.goto(f"{server.address}/phone/waiting")
    with page.expect_download(timeout=READY) as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = f"{tmp_path}/saved.piquet"
    saved.value.save_as(file)
    page.get_by_role("button", name="Discard").first.click()
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name="Discard").first.click()
    page.get_by_role("button", name="Discard it for good").click()
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    page.goto(f"{server.address}/parties/take")
    page.get_by_label("file").set_input_files(file)
    page.get_by_role("button", name="Preview it").click()
    page.get_by_role("button", name="Keep this partie").click()
    expect(phone.count).to_have_text(["5", "0"], timeout=READY)


def test_a_partie_that_the_club_does_not_open_holds_up_no_table(
    make_phone: MakePhone, server: Served
) -> None:
    phone = ready(make_phone)
    page = phone.page
    code = code_of(phone)
    page.wait_for_function(INSTALLED)
    off(page)
    phone.play(OWN)
    page.goto(server.address)
    page.get_by_role("link", name="New partie").click(timeout=READY)
    phone.begin("Cem", "Dora")
    expect_saved(page, "On this phone: 0")
    page.route("**/parties", refuses(429))
    on(page)
    page.wait_for_function("() => outbox.stops.length", timeout=READY)
    page.wait_for_function("(code) => !outbox.isUnsent(code)", arg=code)
    assert logs(server.parties.sheet(code)) == [said(f"{BEGUN}; {OWN}")]


# What a person does about it


def aborts(route: Route) -> None:
    route.abort()


def held_up(phone: Phone, why: Callable[[Route], None]) -> str:
    """Let a phone have two taps that the club answers in this way, and open the page of what waits;
    return the code.
    """
    page = phone.page
    code = code_of(phone)
    off(page)
    phone.play(OWN)
    page.route(f"**/p/{code}/say", why)
    on(page)
    page.wait_for_function(
        "(stops) => stops ? outbox.stops.length : outbox.away", arg=why is not aborts
    )
    page.goto(f"{phone.address}/phone/waiting")
    expect(page.get_by_role("heading", name="Ada and Ben")).to_be_visible()
    return code


@pytest.mark.parametrize(
    ("why", "answer"),
    [
        (aborts, "Tried again just now: the club does not answer."),
        (refuses(404), "Sent again just now: the club refused it."),
        (refuses(409), "Sent again just now: the club has something else there."),
    ],
    ids=["no-contact", "refused", "clash"],
)
def test_a_key_that_sends_again_in_vain_says_so_and_keeps_the_focus(
    make_phone: MakePhone, server: Served, why: Callable[[Route], None], answer: str
) -> None:
    phone = ready(make_phone)
    page = phone.page
    held_up(phone, why)
    again = page.get_by_role("button", name="Send again")
    again.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#held [role=status]")).to_have_text(answer)
    expect(again).to_be_focused()
    expect_for_everybody(page)


def test_what_is_sent_again_leads_to_its_table(make_phone: MakePhone, server: Served) -> None:
    phone = ready(make_phone)
    page = phone.page
    code = held_up(phone, refuses(404))
    expect(page.locator("#held .taps")).to_have_text(
        re.compile("^2 taps, the first said at [0-9]{2}:[0-9]{2}")
    )
    page.unroute(f"**/p/{code}/say")
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("#held [role=status]")).to_have_text("The club has it.")
    expect(page.get_by_role("link", name="Go to the table")).to_be_focused()
    expect_for_everybody(page)
    page.keyboard.press("Enter")
    expect(phone.count).to_have_text(["5", "0"])


@pytest.mark.parametrize(
    ("why", "main", "others"),
    [
        (refuses(404), "Send again", ["Save as a file", "Discard"]),
        (refuses(409), "Compare", ["Send again", "Save as a file", "Discard"]),
    ],
    ids=["refused", "clash"],
)
def test_the_first_key_is_the_one_that_helps(
    make_phone: MakePhone,
    server: Served,
    why: Callable[[Route], None],
    main: str,
    others: list[str],
) -> None:
    phone = ready(make_phone)
    held_up(phone, why)
    expect(phone.page.locator("#held .key:visible")).to_have_text([main, *others])
    expect(phone.page.locator("#held .main:visible")).to_have_text(main)


def test_nothing_is_discarded_unasked_and_the_focus_follows_the_question(
    make_phone: MakePhone, server: Served
) -> None:
    phone = ready(make_phone)
    page = phone.page
    held_up(phone, refuses(404))
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("As far as this phone knows, nobody else has them.")).to_be_visible()
    expect(page.get_by_role("button", name="Keep it")).to_be_focused()
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("button", name="Discard")).to_be_focused()
    page.get_by_role("button", name="Discard").click()
    page.get_by_role("button", name="Discard it for good").click()
    expect(page.locator("#summary")).to_be_focused()
    expect(page.locator("#summary")).to_have_text("Nothing waits on this phone.")


def test_what_a_restored_book_lacks_is_not_forgotten_while_the_club_is_silent(
    make_phone: MakePhone, server: Served
) -> None:
    phone = ready(make_phone)
    page = phone.page
    code = code_of(phone)
    page.goto(f"{phone.address}/phone/waiting")
    page.evaluate(
        "code => outbox.stop(code, 'lost', { lost: 2 }).then(() => outbox.tell('sent'))", code
    )
    page.route("**/kept", aborts)
    page.get_by_role("button", name="Ask the club again").click()
    expect(page.locator("#held [role=status]")).to_have_text(
        "Tried again just now: the club does not answer."
    )
    assert page.evaluate("code => outbox.stopOf(code)?.why", code) == "lost"


def test_a_comparison_that_the_club_does_not_answer_is_tried_again(
    make_phone: MakePhone, server: Served
) -> None:
    phone = parted(make_phone, server)
    page = phone.page
    on(page)
    expect_both(page)
    page.route("**/kept", aborts)
    page.reload()
    expect(page.get_by_text("The club does not answer.")).to_be_visible()
    expect_for_everybody(page)
    page.unroute("**/kept")
    page.get_by_role("button", name="Try again").click()
    expect_both(page)


def test_a_choice_after_something_else_was_said_is_asked_for_again(
    make_phone: MakePhone, server: Served
) -> None:
    phone = parted(make_phone, server)
    page = phone.page
    code = code_of(phone)
    on(page)
    expect_both(page)
    page.evaluate(
        "code => outbox.add(code, { say: 'E quart', deal: '0', position: '4', key: 'of another "
        "tab' })",
        code,
    )
    page.get_by_label("This phone’s").check()
    page.get_by_role("button", name="Keep what is chosen").click()
    expect(page.get_by_text("Something more was said in the meantime.")).to_be_visible()
    expect(page.get_by_role("table")).to_contain_text("quart")
    assert page.evaluate("outbox.waiting(location.pathname.split('/')[2]).length") == 3


# Several pages of one phone


def test_a_tap_that_waits_outlives_other_pages_of_the_program(
    make_phone: MakePhone, server: Served
) -> None:
    """They ask the club, follow another partie, and record in one themselves."""
    phone = ready(make_phone)
    page = phone.page
    code = code_of(phone)
    page.route(f"**/p/{code}/say", lambda route: route.abort())
    phone.play("E point 5")
    expect_saved(page, "On this phone: 1")
    other = Phone(page.context.new_page(), server.address)
    other_code = server.sit(other)
    server.give(page, {"links": links_of(server, code, other_code)})
    other.play(BEGUN)
    expect_saved(other.page, "Saved")
    address = page.url
    page.close()
    again = other.page.context.new_page()
    again.goto(address)
    expect_saved(again, "Saved")
    assert logs(server.parties.sheet(code)) == [said(f"{BEGUN}; E point 5")]


def two_tabs(make_phone: MakePhone, folder: str, script: str = "") -> tuple[Phone, Phone]:
    """Begin a partie on a phone that is alone, and open it in a second tab,
    which runs a *script* first.
    """
    phone = make_phone(offline=True)
    phone.page.goto(folder)
    phone.page.get_by_role("link", name="New partie").click(timeout=READY)
    phone.begin("Ada", "Ben")
    expect_saved(phone.page, "Saved")
    phone.play(BEGUN)
    other = Phone(phone.page.context.new_page(), phone.address)
    other.page.add_init_script(script)
    other.page.goto(phone.page.url)
    expect(other.count).to_have_text(["0", "0"], timeout=READY)
    return phone, other


def test_two_tabs_of_a_phone_that_is_alone_overwrite_nothing(
    make_phone: MakePhone, folder: str
) -> None:
    phone, other = two_tabs(make_phone, folder)
    page = phone.page
    phone.play("E point 5; Y good; E quart; Y good")
    expect(other.count).to_have_text(["9", "0"])
    other.play("E trio of knaves; Y not good")
    expect(phone.page.locator("#table input[name=position]").first).to_have_value("8")
    page.reload()
    expect(phone.count).to_have_text(["9", "0"], timeout=READY)
    expect(phone.page.locator("#table input[name=position]").first).to_have_value("8")


def test_a_tab_that_is_behind_records_nothing_in_place_of_another(
    make_phone: MakePhone, folder: str
) -> None:
    """It hears nothing of the other, as a page that the browser has put to sleep."""
    phone, other = two_tabs(make_phone, folder, "delete window.BroadcastChannel;")
    page = phone.page
    phone.play("E point 5; Y good; E quart; Y good")
    other.awake()
    other.key("E point 6").click()
    expect(other.page.get_by_text("The deal had already moved on.")).to_be_visible()
    expect(other.count).to_have_text(["9", "0"])
    page.reload()
    expect(phone.count).to_have_text(["9", "0"], timeout=READY)


# What a phone keeps, and when it was said

PERSISTED = "navigator.storage.persist = async () => { window.persists = true; return true; };"
AN_HOUR_AGO = """async () => {
  const hour = 3600 * 1000, earlier = (at) => new Date(Date.parse(at) - hour).toISOString();
  await outbox.change(async ({ said, sheets }) => {
    for (const row of await said.all()) await said.put({ ...row, at: row.at - hour });
    for (const code of outbox.begun) {
      const it = await sheets.get(code);
      const sheet = { ...it.sheet, opened_at: earlier(it.sheet.opened_at) };
      await sheets.put({ ...it, sheet }, code);
    }
  });
}"""
NEWER_PROGRAM = """() => new Promise((done, fail) => {
  const opening = indexedDB.open("piquet", 9);
  opening.onsuccess = () => { opening.result.close(); done("opened"); };
  opening.onblocked = () => done("blocked");
  opening.onerror = () => fail(opening.error);
})"""


def test_the_browser_is_asked_to_keep_what_only_this_phone_has(make_phone: MakePhone) -> None:
    phone = make_phone(offline=True)
    phone.page.add_init_script(PERSISTED)
    phone.open_partie()
    phone.page.route("**/say", lambda route: route.abort())
    assert phone.page.evaluate("window.persists") is None
    phone.awake()
    phone.key("E exchange 5; Y exchange 3").click()
    expect_saved(phone.page, re.compile("this phone: 1"))
    assert phone.page.evaluate("window.persists")


def test_what_was_said_an_hour_ago_was_said_then(make_phone: MakePhone, server: Served) -> None:
    phone = ready(make_phone)
    page = phone.page
    page.wait_for_function(INSTALLED)
    off(page)
    page.goto(server.address)
    page.get_by_role("link", name="New partie").click(timeout=READY)
    phone.begin("Cem", "Dora")
    expect_saved(page, "On this phone: 0")
    phone.play(BEGUN)
    page.evaluate(AN_HOUR_AGO)
    on(page)
    expect_saved(page, "Saved")
    code = code_of(phone)
    moments = [server.parties.sheet(code).opened_at, server.parties.said_at(code)[0]]
    ago = [datetime.now(UTC) - datetime.fromisoformat(moment) for moment in moments]
    assert all(timedelta(minutes=59) < each < timedelta(minutes=63) for each in ago), ago


def test_a_clock_that_is_wrong_moves_no_moment(make_phone: MakePhone, server: Served) -> None:
    phone = make_phone()
    phone.page.clock.install(time=datetime(2031, 5, 1, tzinfo=UTC))
    phone.open_partie()
    phone.play(BEGUN)
    expect_saved(phone.page, "Saved")
    said_at = datetime.fromisoformat(server.parties.said_at(code_of(phone))[0])
    assert abs(datetime.now(UTC) - said_at) < timedelta(minutes=2)


def test_an_open_page_lets_a_newer_program_change_its_store_and_goes_on(
    make_phone: MakePhone, server: Served
) -> None:
    phone = ready(make_phone)
    page = phone.page
    other = page.context.new_page()
    other.goto(f"{server.address}/parties/new")
    assert other.evaluate(NEWER_PROGRAM) == "opened"
    off(page)
    phone.play("E point 5")
    expect_saved(page, "On this phone: 1")
    on(page)
    expect_saved(page, "Saved")


def test_the_clubs_home_page_sends_what_waits(make_phone: MakePhone, server: Served) -> None:
    phone = ready(make_phone)
    page = phone.page
    code = code_of(phone)
    page.route(f"**/p/{code}/say", refuses(404))
    phone.awake()
    phone.key("E point 5").click()
    page.wait_for_function("() => outbox.stops.length")
    club = founded(server.parties, Clock(datetime.now(UTC)), "Portland")
    server.give(
        page,
        {
            "acts": {club.club.code: club.services.people.begin(club.director)},
            "links": links_of(server, code),
        },
    )
    page.goto(f"{server.address}/c/{club.club.code}/")
    expect(
        page.get_by_role("link", name="One tap has not reached the club from this phone.")
    ).to_be_visible()
    page.evaluate("() => outbox.change(({ stops }) => stops.delete(outbox.stops[0].code))")
    page.unroute(f"**/p/{code}/say")
    page.reload()
    expect(page.locator("#waiting")).to_be_hidden()
    assert logs(server.parties.sheet(code)) == [said(f"{BEGUN}; E point 5")]


def test_a_browser_that_keeps_nothing_says_so(make_phone: MakePhone) -> None:
    phone = make_phone()
    phone.page.add_init_script(
        "Object.defineProperty(window, 'indexedDB', { get: () => undefined });"
    )
    phone.open_partie()
    phone.page.route("**/say", lambda route: route.abort())
    phone.awake()
    phone.key("E exchange 5; Y exchange 3").click()
    expect_saved(phone.page, "Only on this page: 1")
    phone.page.unroute("**/say")
    expect_saved(phone.page, "Saved")
