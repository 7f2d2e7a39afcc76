"""A phone that loses the club goes on without it, and sends what was said later;
one that is alone needs none.
"""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from scorer.resources import resource_dir
from tests.browser.conftest import MakePhone, Served, day_in, zone_of_another_day
from tests.browser.tables import TABLES
from tests.browser.taps import CAVENDISH_SHORT, Phone
from tests.browser.test_looks import AXE, AXE_RULES, RUN_AXE
from tests.service.tables import logs, say

pytestmark = pytest.mark.browser

READY = 40_000
"""Milliseconds that a busy machine may take until Python runs in the page."""

RUBICON = resource_dir("examples") / "rubicon.piquet"
"""A partie that is over."""

BEGUN = "E exchange 5; Y exchange 3"
CALLED = "E point 5; Y good; E quart; Y good"


def ready(make_phone: MakePhone, *, address: str = "", zone: str = "UTC") -> Phone:
    """A phone at the table of a partie, which can go on without the club;
    it was tapped while it made ready.
    """
    phone = make_phone(offline=True, zone=zone)
    phone.address = address or phone.address
    with phone.page.expect_response("**/kept", timeout=READY):
        phone.open_partie()
    phone.play(BEGUN)
    expect(phone.page.locator("html[data-offline=ready]")).to_be_attached(timeout=READY)
    return phone


def code_of(phone: Phone) -> str:
    return re.split("[/?]", phone.page.url.partition("/p/")[2])[0]


def said(log: str) -> list[str]:
    return log.split("; ")


def expect_saved(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#saved")).to_have_text(words, timeout=READY)


def expect_for_everybody(page: Page) -> None:
    page.evaluate(AXE)
    assert page.evaluate(RUN_AXE, AXE_RULES) == []


def lines(page: Page) -> list[str]:
    """What the sheet of a partie says deal by deal, without what is written only at the club."""
    rows: list[str] = page.locator(".sum").inner_text().split("\n")
    return [re.sub(r"\s+", " ", each) for each in rows]


def test_a_whole_partie_goes_on_without_the_club_and_its_sheet_is_then_the_same_there(
    make_phone: MakePhone, server: Served
) -> None:
    """Over plain http, as in a club room: the open page goes on, with its sheet,
    a correction and the settlement.
    """
    phone = ready(make_phone, address=server.on_the_network)
    page = phone.page
    code = code_of(phone)
    expect_saved(page, "Saved")
    page.context.set_offline(True)
    phone.play(CALLED)
    expect_saved(page, re.compile("On this phone: [2-4]"))
    expect(page.locator("#saved")).to_have_class(re.compile("late"))
    expect(page.get_by_text("reloading it needs the club")).to_be_visible()
    assert phone.count.all_inner_texts() == ["9", "0"]
    phone.undo()
    phone.play("Y good; E trio of knaves; Y not good; count E7 last E play 9")
    page.get_by_role("link", name="This table").click()
    page.get_by_role("link", name="Timeline").click()
    page.get_by_role("link", name=re.compile("Ada.?: quart")).click()
    page.get_by_role("link", name=re.compile("Ada.? calls quint")).click()
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("Kept. Deal 1: Ada +")).to_be_visible()
    page.get_by_role("link", name="This table").click()
    page.get_by_role("link", name="How much to enter").click()
    page.get_by_role("button", name="Totals").click()
    expect(page.get_by_role("link", name="Next deal")).to_be_visible()
    for deal in range(5):
        phone.next_deal()
        for side, points in enumerate((20 + deal, 10)):
            page.locator(f"#total{side}").fill(str(points))
        phone.tap(page.get_by_role("button", name="Keep the totals"))
    phone.awake()
    page.get_by_role("link", name="Settlement").click()
    expect(page.get_by_role("heading", name=re.compile("wins"))).to_be_visible()
    expect(page.get_by_text("Signing")).to_have_count(0)
    page.get_by_role("link", name="Sheet").click()
    expect(page.get_by_role("heading", name="Ada and Ben")).to_be_visible()
    shown = lines(page)
    page.get_by_role("link", name="Table").click()
    page.context.set_offline(False)
    expect_saved(page, "Saved")
    assert [each for each in logs(server.parties.sheet(code))[0] if each.startswith("strike")] == [
        "strike 6",
        "strike 5 for E quint",
    ]
    page.goto(f"{phone.address}/p/{code}/sheet")
    assert lines(page) == shown


def test_a_speed_chosen_without_the_club_is_of_this_phone_until_the_club_answers(
    make_phone: MakePhone,
) -> None:
    """The club keeps another, and the phone's copy follows that once the club is heard again."""
    phone = ready(make_phone)
    page = phone.page
    code = code_of(phone)
    page.context.set_offline(True)
    phone.play("E point 5; Y good")
    expect_saved(page, re.compile("On this phone: [12]"))
    choose_speed(page, "Good calls")
    page.get_by_role("link", name="This table").click()
    expect(page.get_by_role("link", name="How much to enter")).to_contain_text("good calls")
    page.get_by_role("link", name="Table", exact=True).click()
    page.context.set_offline(False)
    expect_saved(page, "Saved")
    page.goto(f"{phone.address}/p/{code}/this")
    expect(page.get_by_role("link", name="How much to enter")).to_contain_text("every call")


def test_the_first_tap_that_the_club_answers_ends_a_speed_that_only_the_phone_has(
    make_phone: MakePhone,
) -> None:
    """Nothing else was said meanwhile, so no row is sent with which the copy is fetched."""
    phone = ready(make_phone)
    page = phone.page
    page.context.set_offline(True)
    choose_speed(page, "Good calls")
    page.context.set_offline(False)
    with page.expect_response("**/kept", timeout=READY):
        phone.play("E point 5")
    expect_saved(page, "Saved")
    page.context.set_offline(True)
    page.get_by_role("link", name="This table").click()
    expect(page.get_by_role("link", name="How much to enter")).to_contain_text("every call")


def choose_speed(page: Page, speed: str) -> None:
    """Choose a *speed* from the table while the club is away."""
    page.get_by_role("link", name="This table").click()
    page.get_by_role("link", name="How much to enter").click()
    expect(page.get_by_text("uses it until the club answers")).to_be_visible()
    page.get_by_role("button", name=speed).click()
    expect(page.get_by_role("link", name="This table")).to_be_visible()


def test_taps_that_the_club_refuses_stay_on_the_phone_until_it_may_score_again(
    make_phone: MakePhone, server: Served
) -> None:
    phone = ready(make_phone)
    page = phone.page
    code = code_of(phone)
    page.context.set_offline(True)
    phone.play(CALLED)
    for link in server.parties.links(code):
        server.parties.revoke_link(code, link.id)
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_contain_text(
        "can follow but not score. To score, open a scoring link"
    )
    expect(page.get_by_role("link", name="See what waits on this phone")).to_be_visible()
    expect_saved(page, "On this phone: 4")
    assert logs(server.parties.sheet(code)) == [said(BEGUN)]
    page.goto(f"{phone.address}/s/{server.parties.new_link(code)}")
    page.get_by_role("button", name="Score on this phone").click()
    expect_saved(page, "Saved")
    assert logs(server.parties.sheet(code)) == [said(f"{BEGUN}; {CALLED}")]


def test_a_partie_that_is_begun_without_the_club_is_opened_there_later(
    make_phone: MakePhone, server: Served
) -> None:
    """Over https a service worker opens the pages again, as it does here on the computer itself."""
    zone = zone_of_another_day()
    phone = ready(make_phone, zone=zone)
    page = phone.page
    page.wait_for_function(
        "navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length)"
    )
    page.context.set_offline(True)
    page.goto(server.address)
    page.get_by_role("link", name="New partie").wait_for(timeout=READY)
    expect_for_everybody(page)
    page.get_by_role("link", name="New partie").click()
    phone.begin("Cem", "Dora")
    expect_saved(page, "On this phone: 0")
    phone.play(f"{BEGUN}; {CALLED}")
    page.reload()
    expect(phone.count).to_have_text(["9", "0"], timeout=READY)
    page.context.set_offline(False)
    expect_saved(page, "Saved")
    code = code_of(phone)
    sheet = server.parties.sheet(code)
    assert sheet.names == ("Cem", "Dora")
    assert sheet.played == day_in(zone, sheet.opened_at)
    assert (code[0] != "0") is True
    assert logs(server.parties.sheet(code)) == [said(f"{BEGUN}; {CALLED}")]
    expect(phone.count).to_have_text(["9", "0"])
    page.wait_for_timeout(300)
    phone.play("E trio of knaves")
    expect_saved(page, "Saved")


def test_a_phone_that_has_only_seen_home_begins_a_partie_without_the_club(
    make_phone: MakePhone, server: Served
) -> None:
    """All that this takes was kept with Home, without a table."""
    phone = make_phone(offline=True)
    page = phone.page
    page.goto(server.address)
    page.evaluate("() => navigator.serviceWorker.ready")
    page.context.set_offline(True)
    page.goto(server.address)
    page.get_by_role("link", name="New partie").click(timeout=READY)
    phone.begin("Cem", "Dora")
    expect_saved(page, "On this phone: 0")
    phone.play(BEGUN)
    page.context.set_offline(False)
    expect_saved(page, "Saved")
    assert logs(server.parties.sheet(code_of(phone))) == [said(BEGUN)]


def test_home_loads_nothing_where_data_costs_money_until_that_is_asked_for(
    phone: Phone, server: Served
) -> None:
    page = phone.page
    page.goto(server.address)
    load = page.get_by_role("button", name="Load for offline use (6 MB)")
    expect(load).to_be_visible()
    registered = "() => navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    assert page.evaluate(registered) == 0
    load.click()
    expect(load).to_be_hidden()
    page.evaluate("() => navigator.serviceWorker.ready")
    page.reload()
    expect(load).to_be_hidden()


def test_taps_on_this_phone_outlive_a_reload_and_the_players_choose_where_another_was_ahead(
    make_phone: MakePhone, server: Served
) -> None:
    phone = ready(make_phone)
    page = phone.page
    code = code_of(phone)
    page.route("**/say", lambda route: route.abort())
    phone.play("E point 5; Y good")
    page.reload()
    expect(phone.count).to_have_text(["5", "0"], timeout=READY)
    expect_saved(page, re.compile("On this phone: [12]"))
    say(server.parties, code, "E point 6; Y good")
    page.unroute("**/say")
    page.wait_for_url("**/compare", timeout=READY)
    expect(page.get_by_role("table")).to_contain_text("point of six")
    expect(page.get_by_role("table")).to_contain_text("point of five")
    page.get_by_label("This phone’s").check()
    page.get_by_role("button", name="Keep what is chosen").click()
    expect_saved(page, "Saved")
    expect(phone.count).to_have_text(["5", "0"])
    assert "E point 6" in logs(server.parties.sheet(code))[0]
    page.reload()
    expect_saved(page, "Saved")


def test_a_tap_that_waits_outlives_a_reload_where_nothing_is_loaded_for_it(
    phone: Phone, server: Served
) -> None:
    """Data costs money on this phone, so it loads little; a key offers the rest."""
    page = phone.page
    phone.open_partie()
    expect(page.get_by_role("button", name="Load for offline use")).to_be_visible()
    page.route("**/say", lambda route: route.abort())
    phone.awake()
    page.locator(".ask button[name=say]").first.click()
    expect_saved(page, "On this phone: 1")
    page.reload()
    page.unroute("**/say")
    page.wait_for_function("() => !localStorage.unsent")
    assert logs(server.parties.sheet(code_of(phone))) == [said(BEGUN)]


# A phone that is alone


def test_a_phone_that_is_alone_shares_a_result_and_begins_the_next_partie(
    make_phone: MakePhone, folder: str
) -> None:
    page = make_phone(offline=True).page
    page.goto(folder)
    page.get_by_role("link", name="Partie from a file").click(timeout=READY)
    page.get_by_label("file").set_input_files(RUBICON)
    page.get_by_role("button", name="Preview it").click()
    page.get_by_role("button", name="Keep this partie").click()
    page.get_by_role("link", name="Settlement").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada wins 396")
    page.get_by_role("link", name="Share").click()
    expect(page.locator("pre")).to_contain_text("Deal 3: 75 – 4, pique for Ada")
    expect(page.get_by_role("link", name="Save the picture")).to_have_attribute(
        "href", re.compile("^blob:")
    )
    expect_for_everybody(page)
    page.get_by_role("link", name="Settlement").click()
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("heading", name="Deal 1 of 6")).to_be_visible()


def test_a_phone_that_is_alone_opens_with_the_pair_that_played_last(
    make_phone: MakePhone, folder: str
) -> None:
    page = make_phone(offline=True).page
    page.goto(folder)
    page.get_by_role("link", name="Partie from a file").click(timeout=READY)
    page.get_by_label("file").set_input_files(RUBICON)
    page.get_by_role("button", name="Preview it").click()
    page.get_by_role("button", name="Keep this partie").click()
    expect(page.get_by_role("link", name="Settlement")).to_be_visible()
    page.goto(folder)
    expect(page.get_by_role("button", name="Play again")).to_be_visible(timeout=READY)
    expect_for_everybody(page)
    page.get_by_role("link", name="Ada leads by 396 points").click()
    expect(page.get_by_role("heading", name="1 finished partie")).to_be_visible()
    expect_for_everybody(page)
    page.get_by_role("link", name="Ada by 396, Rubicon").click()
    expect(page.get_by_role("link", name="Settlement")).to_be_visible()


def test_a_phone_that_is_alone_saves_everything_for_another_one_and_for_a_club(
    make_phone: MakePhone, server: Served, folder: str, tmp_path: Path
) -> None:
    page = make_phone(offline=True).page
    page.goto(folder)
    page.get_by_role("link", name="Partie from a file").click(timeout=READY)
    page.get_by_label("file").set_input_files(RUBICON)
    page.get_by_role("button", name="Preview it").click()
    page.get_by_role("button", name="Keep this partie").click()
    expect(page.get_by_role("link", name="Settlement")).to_be_visible()
    page.goto(folder)
    page.get_by_role("link", name="Ada leads by 396 points").click(timeout=READY)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save everything").click()
    assert saved.value.suggested_filename == "piquet-ada-ben.zip"
    file = tmp_path / "everything.zip"
    saved.value.save_as(file)
    for address in (folder, server.address):
        other = make_phone(offline=True).page
        other.goto(address)
        other.get_by_role("link", name="Partie from a file").click(timeout=READY)
        other.get_by_label("file").set_input_files(file)
        other.get_by_role("button", name="Preview it").click()
        expect(other.get_by_role("heading", level=1)).to_have_text("1 new partie")
        expect_for_everybody(other)
        other.get_by_role("button", name="Take in 1 partie").click()
        expect(other.get_by_text("1 partie taken in.")).to_be_visible()
        other.reload()
        expect(other.get_by_role("link", name="Ada leads by 396 points")).to_be_visible(
            timeout=READY
        )


def test_a_folder_is_a_scorekeeper_without_a_club_and_sends_a_partie_to_one(
    make_phone: MakePhone, server: Served, folder: str, tmp_path: Path
) -> None:
    phone = make_phone(offline=True)
    page = phone.page
    page.goto(folder)
    page.get_by_role("link", name="New partie").click(timeout=READY)
    phone.begin("Ada", "Ben")
    expect_saved(page, "Saved")
    phone.play(CAVENDISH_SHORT)
    page.context.set_offline(True)
    page.reload()
    expect(phone.count).to_have_text(["28", "23"], timeout=READY)
    page.context.set_offline(False)
    page.goto(folder)
    page.get_by_role("link", name="On this phone").click(timeout=READY)
    expect(
        page.get_by_text(re.compile("The browser may delete it|This browser has agreed to keep it"))
    ).to_be_visible()
    page.goto(folder)
    page.get_by_role("link", name="Ada and Ben").click(timeout=READY)
    page.get_by_role("link", name="This table").click()
    page.get_by_role("link", name="Send a copy").click()
    expect(page.get_by_role("img", name="QR code of this partie")).to_be_visible()
    expect_for_everybody(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save this partie").click()
    file = tmp_path / "saved.piquet"
    saved.value.save_as(file)
    page.goto(folder)
    page.get_by_role("link", name="Partie from a file").click(timeout=READY)
    expect_for_everybody(page)
    page.get_by_label("file").set_input_files(file)
    page.get_by_role("button", name="Preview it").click()
    expect(page.get_by_text("1 deal, 28 – 23")).to_be_visible()
    page.get_by_role("button", name="Keep this partie").click()
    page.get_by_role("link", name="Go on with it").click()  # it is the one that this phone has
    expect_saved(page, "Saved")
    page.get_by_role("link", name="This table").click()
    page.get_by_role("link", name="Send a copy").click()
    page.get_by_label("The club’s address").fill(server.address)
    page.get_by_role("button", name="Send to the club").click()
    page.wait_for_url(f"{server.address}/**")
    page.get_by_role("button", name="Keep this partie").click()
    expect(page.locator("#table")).to_be_visible()
    sheet = server.parties.sheet(urlsplit(page.url).path.split("/")[2])
    assert sheet.names == ("Ada", "Ben")
    assert sheet.partie.totals == (28, 23)


def test_a_tap_while_python_is_loaded_reaches_its_copy_without_an_error(
    make_phone: MakePhone, server: Served
) -> None:
    """The worker is there before what it needs;
    what the club records meanwhile is in the first copy that it opens.
    """
    phone = make_phone(offline=True)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.context.route("**/offline.zip*", hold)
    with phone.page.expect_request("**/offline.zip*", timeout=READY):
        server.sit(phone, TABLES["answer"])
    said: list[str] = []
    phone.page.on("console", lambda message: said.append(message.text))
    phone.play("Y good")
    expect_saved(phone.page, "Saved")
    for route in held:
        route.continue_()
    expect(phone.page.locator("html[data-offline=ready]")).to_be_attached(timeout=READY)
    assert said == []
    phone.page.context.set_offline(True)
    phone.play("E quart")
    expect_saved(phone.page, "On this phone: 1")
