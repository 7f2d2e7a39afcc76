"""What only a script can do: keep the screen awake, and send a lost tap again."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, Route, expect

from scorer.rules.names import Name, without_isolates
from scorer.rules.words import number_words
from scorer.service.club.services import club_services
from scorer.service.companies import Companies
from tests import there
from tests.browser.conftest import MakePhone, Served, day_in, zone_of_another_day
from tests.browser.tables import TABLES
from tests.browser.taps import ASLEEP, Phone
from tests.isolation import isolated_or_not

pytestmark = pytest.mark.browser

LOCKS = """
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  window.locks = (window.locks || 0) + 1;
  return { released: true };
} } });
"""
"""Stands in for the screen, which a browser without one cannot lock,
and counts how often it is asked.
"""


def test_the_screen_stays_on_and_is_asked_again_when_the_page_returns(
    server: Served, phone: Phone
) -> None:
    phone.page.add_init_script(LOCKS)
    server.sit(phone)
    phone.page.wait_for_function("() => window.locks === 1")
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert phone.page.evaluate("window.locks") == 2


FREE_OF_CHARGE = "Object.defineProperty(navigator, 'connection', { value: {} });"
"""A connection that costs nothing, over which the offline use is loaded without a question."""


def test_a_phone_that_cannot_keep_its_screen_on_says_so_and_no_key_moves(
    server: Served, make_phone: MakePhone
) -> None:
    """As every browser over plain http. It says so until something has been said in the deal."""
    places = []
    for script in (LOCKS, "delete Navigator.prototype.wakeLock;"):
        phone = make_phone()
        phone.page.add_init_script(script + FREE_OF_CHARGE)
        phone.page.set_viewport_size({"width": 360, "height": 560})
        server.sit(phone)
        sentence = phone.page.get_by_text(
            "This phone may turn its screen off. Set its screen to stay on."
        )
        expect(sentence).to_be_visible(visible=script != LOCKS)
        places.append(phone.key("E exchange 5; Y exchange 3").bounding_box())
    phone.play("E exchange 5; Y exchange 3")
    expect(sentence).to_have_count(0)
    assert places[0] == places[1]


SHARES = """
navigator.canShare = () => true;
navigator.share = async ({ text, files: [file] }) => {
  window.shared = [text, file.name, file.type];
};
"""


def test_the_result_is_shared_as_a_picture_with_its_words(server: Served, phone: Phone) -> None:
    phone.page.add_init_script(SHARES)
    phone.page.goto(f"{server.address}/example")
    expect(phone.page.get_by_role("button", name="Print")).to_be_visible()
    phone.page.wait_for_timeout(500)  # in which a person reads the page, and the picture is drawn
    phone.page.get_by_role("link", name="Share").click()
    ada = Name("Ada")
    ben = Name("Ben")
    words = (
        f"{ada} and {ben} at Piquet. {ada} wins 396.\n"
        f"{ada} 198, {ben} 98. {ben} is under the Rubicon.\n"
        f"Deal 1: 28 – 23\nDeal 2: 10 – 10\nDeal 3: 75 – 4, pique for {ada}\n"
        "Deal 4: 15 – 34\nDeal 5: 36 – 10\nDeal 6: 34 – 17"
    )
    assert phone.page.evaluate("window.shared") == [words, "Ada and Ben.png", "image/png"]


def test_a_deal_of_a_settlement_opens_beside_its_number(server: Served, phone: Phone) -> None:
    """The whole heading of its row is the target, which is at least 48 pixels high."""
    page = phone.page
    page.goto(f"{server.address}/example")
    heading = page.get_by_role("rowheader", name="2 Ben elder")
    box = there(heading.bounding_box())
    assert box["height"] >= 48
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4)
    page.wait_for_url("**/deals/2?back=settlement")


COPIES = """
Object.defineProperty(navigator, "clipboard", {
  value: { writeText: async (text) => { window.copied = text; } },
});
"""
SELECTS = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
document.execCommand = () => { window.copied = getSelection().toString(); return true; };
"""
"""Stands in for a browser over plain http, which copies only what is selected."""


@pytest.mark.parametrize("script", [COPIES, SELECTS], ids=["over https", "over http"])
def test_the_text_of_a_result_is_copied(server: Served, phone: Phone, script: str) -> None:
    page = phone.page
    page.add_init_script(script)
    page.goto(f"{server.address}/example")  # a book has it from when it is first asked for
    page.goto(f"{server.address}/p/EXAMPLE/result")
    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    lines = without_isolates(page.evaluate("window.copied")).splitlines()
    assert lines[0] == "Ada and Ben at Piquet. Ada wins 396."
    assert lines[7] == "Deal 6: 34 – 17"


def test_the_picture_of_a_result_is_saved_as_a_photograph_is(server: Served, phone: Phone) -> None:
    """A chat shows a PNG; what it makes of an SVG nobody knows."""
    page = phone.page
    page.goto(f"{server.address}/example")  # a book has it from when it is first asked for
    page.goto(f"{server.address}/p/EXAMPLE/result")
    key = page.get_by_role("link", name="Save the picture")
    expect(key).to_have_attribute("href", re.compile("^blob:"))
    with page.expect_download() as saved:
        key.click()
    assert saved.value.suggested_filename == "Ada and Ben.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1"
ANDROID = "Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36"


@pytest.mark.parametrize(
    ("browser", "words"),
    [
        (IPHONE, "choose Add to Home Screen in Safari’s share menu."),
        (ANDROID, "choose Add to Home screen in your browser’s menu."),
    ],
    ids=["Safari", "Android"],
)
def test_how_it_comes_onto_the_home_screen_is_said_once(
    server: Served, phone: Phone, browser: str, words: str
) -> None:
    page = phone.page
    page.add_init_script(f"Object.defineProperty(navigator, 'userAgent', {{ value: '{browser}' }})")
    code = server.sit(phone, *["tricks E12", "tricks Y12"] * 3)
    phone.awake()
    page.get_by_role("link", name="Settlement").click()
    expect(page.get_by_text(words)).to_be_visible()
    page.goto(f"{server.address}/p/{code}/settlement")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    expect(page.get_by_text(words)).to_be_hidden()


def test_a_computer_is_asked_for_no_home_screen(server: Served, phone: Phone) -> None:
    server.sit(phone, *["tricks E12", "tricks Y12"] * 3)
    phone.awake()
    phone.page.get_by_role("link", name="Settlement").click()
    expect(phone.page.get_by_role("button", name="Print")).to_be_visible()
    expect(phone.page.locator("#install")).to_be_hidden()


SPEECH = """
window.spoken = [];
window.voices = ["fr-FR", "en_GB"];
const voiceOf = (of) => Object.assign(Object.create(SpeechSynthesisVoice.prototype), { of });
Object.defineProperty(SpeechSynthesisVoice.prototype, "lang", { get() { return this.of; } });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", {
  value: Object.assign(new EventTarget(), {
    speak: ({ text, lang, voice }) => {
      const isOwn = lang === "en" && (!window.voices.length || voice?.lang === "en_GB");
      if (text) window.spoken.push(isOwn ? text : lang);
    },
    getVoices: () => window.voices.map(voiceOf),
    cancel: () => {},
  }),
});
"""


def test_the_count_is_spoken_as_players_say_it_once_it_is_chosen(
    server: Served, phone: Phone
) -> None:
    page = phone.page
    page.add_init_script(SPEECH)
    server.sit(phone)
    phone.play("E exchange 5; Y exchange 3; E point 6; Y good")
    assert page.evaluate("window.spoken") == []
    expect(page.locator("script[src*=voice]")).to_have_count(0)
    page.get_by_role("link", name="This table").click()
    page.get_by_role("link", name="Count aloud").click()
    phone.play("E quint; Y good; E no set; tricks E9")
    counts = [number_words(count) for count in range(21, 30)]
    assert page.evaluate("window.spoken") == [*counts, "twenty-nine, sixty"]
    phone.undo()
    phone.play("tricks Y1")
    assert page.evaluate("window.spoken")[len(counts) + 1 :] == ["Ada twenty-nine, sixty; Ben one"]
    page.reload()
    page.get_by_role("link", name="This table").click()
    page.get_by_role("link", name="Count silently").click()
    phone.play("tricks Y1")
    assert page.evaluate("window.spoken") == []
    server.sit(
        phone, "E exchange 5; Y exchange 3; E point 6; Y good; E quint; Y good; E quatorze of aces"
    )
    page.get_by_role("link", name="This table").click()
    page.get_by_role("link", name="Count aloud").click()
    phone.play("Y good")
    assert page.evaluate("window.spoken") == ["thirty-five, ninety-five"]


FIRST_COUNTS = "E exchange 5; Y exchange 3; E point 6; Y good"


def hears(server: Served, phone: Phone, voices: str) -> list[str]:
    """What is said aloud of a first call on a phone that has these voices."""
    phone.page.add_init_script(SPEECH + voices)
    server.sit(phone)
    phone.page.get_by_role("link", name="This table").click()
    phone.page.get_by_role("link", name="Count aloud").click()
    phone.play(FIRST_COUNTS)
    phone.page.wait_for_timeout(1200)
    return list(phone.page.evaluate("window.spoken"))


def test_without_a_voice_of_the_language_the_count_is_not_said(
    server: Served, phone: Phone
) -> None:
    assert hears(server, phone, 'window.voices = ["fr-FR", "de-DE"];') == []


def test_voices_that_load_late_are_waited_for(server: Served, phone: Phone) -> None:
    late = """
    const found = window.voices;
    window.voices = [];
    setTimeout(() => {
      window.voices = found;
      speechSynthesis.dispatchEvent(new Event("voiceschanged"));
    }, 300);
    """
    assert hears(server, phone, late) == ["six"]


def test_a_browser_that_lists_no_voices_is_trusted_with_the_language(
    server: Served, phone: Phone
) -> None:
    assert hears(server, phone, "window.voices = [];") == ["six"]


SAY = "**/say"
AMBER = "rgb(163, 92, 0)"


@pytest.fixture
def asked(server: Served, phone: Phone) -> Phone:
    """A phone on which Ben is asked about Ada's point, with every key awake."""
    return is_asked(server, phone)


def is_asked(server: Served, phone: Phone) -> Phone:
    server.sit(phone, TABLES["answer"])
    phone.awake()
    return phone


def said(phone: Phone) -> list[str]:
    """What the club has of Ben's answer: the labels of the timeline after Ada's call."""
    page = phone.page.context.new_page()
    page.goto(f"{phone.page.url.split('?')[0]}deals/1")
    rows = page.locator("main").inner_text()
    page.close()
    return re.findall(r"Ben: (good|not good)", rows)


def lose(route: Route) -> None:
    route.abort()


def lose_the_answer(route: Route) -> None:
    """Let the club have the request, and lose its answer."""
    route.fetch()
    route.abort()


def keep_a_tap(phone: Phone, what_becomes_of_it: Callable[[Route], None] = lose) -> Page:
    """Tap that Ben says “good”, and wait until the page says that it is not sent."""
    phone.page.route(SAY, what_becomes_of_it)
    phone.key("Y good").click()
    expect(phone.page.locator("#saved")).to_have_text("On this phone: 1")
    return phone.page


@pytest.mark.parametrize("across", ["no", "yes"])
def test_a_tap_without_a_connection_is_shown_as_pending_sent_again_and_counted_once(
    asked: Phone, across: str
) -> None:
    """While it is under way it is not called saved, and the keys stay where they are.

    The other keys are disabled: a second tap would carry the same form key, and one of the two
    would be lost.
    """
    page = asked.page
    held = list[Route]()
    page.set_viewport_size({"width": 360, "height": 560})
    page.goto(f"{page.url.split('?')[0]}?across={across}")
    asked.awake()
    good = asked.key("Y good")
    state = page.locator("#saved")
    expect(state).to_have_text("Saved")
    before = good.bounding_box()

    def hold(route: Route) -> None:
        held.append(route)

    page.route(SAY, hold)
    good.click()
    expect(state).to_have_text("Saving…")
    expect(state).to_have_class(re.compile("late"))
    assert state.evaluate("each => getComputedStyle(each, '::before').backgroundColor") == AMBER
    page.route(SAY, lose)
    held[0].abort()
    expect(state).to_have_text("On this phone: 1")
    assert good.bounding_box() == before
    for words in ("Y good", "Y not good", "Y how many"):
        expect(asked.key(words)).to_be_disabled()
    asked.key("Y not good").click(force=True)
    page.unroute(SAY)
    expect(state).to_have_text("Saved")
    expect(state).not_to_have_class(re.compile("late"))
    assert said(asked) == ["good"]


def test_a_tap_that_has_not_reached_the_club_is_taken_back_and_replaced_by_the_next(
    asked: Phone,
) -> None:
    """Without a network the keys are awake at once,
    and the next tap is the only one that counts.
    """
    phone = asked
    page = keep_a_tap(asked)
    page.get_by_role("link", name="Take it back").click()
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(phone.position).to_have_value("3")
    assert said(phone) == []
    page.unroute(SAY)
    page.wait_for_timeout(1000 * ASLEEP)
    page.context.set_offline(offline=True)
    phone.key("Y good").click()
    expect(page.locator("#saved")).to_have_text("On this phone: 1")
    page.get_by_role("link", name="Take it back").click()
    phone.key("Y not good").click()
    page.context.set_offline(offline=False)
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(phone.position).not_to_have_value("3")
    assert said(phone) == ["not good"]


def test_a_tap_that_had_reached_the_club_is_shown_when_it_is_taken_back(asked: Phone) -> None:
    page = keep_a_tap(asked, lose_the_answer)
    page.get_by_role("link", name="Take it back").click()
    expect(
        page.get_by_role("button", name=isolated_or_not("Undo “Ben: good”", whole=False))
    ).to_be_visible()
    expect(page.locator("#saved")).to_have_text("Saved")


def test_a_tap_that_arrives_after_it_was_taken_back_is_shown(server: Served, phone: Phone) -> None:
    """It was still on its way when the club was asked;
    the page does not go on saying that it was never made.
    """
    page = phone.page
    page.clock.install()
    is_asked(server, phone)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    keep_a_tap(phone)
    page.get_by_role("link", name="Take it back").click()
    expect(page.locator("#saved")).to_have_text("Saved")
    late: dict[str, str | float | bool] = {
        **dict(parse_qsl(next(body for body in sent if "say=" in body)))
    }
    assert page.request.post(page.url.split("?")[0] + "say", form=late).ok
    pass_seconds(page, 6, 50)
    expect(
        page.get_by_role("button", name=isolated_or_not("Undo “Ben: good”", whole=False))
    ).to_be_visible()


def test_a_tap_that_replaces_one_that_had_reached_the_club_is_not_lost_without_a_word(
    asked: Phone,
) -> None:
    """And the other phone, which did nothing, is not blamed."""
    phone = asked
    page = keep_a_tap(asked, lose_the_answer)
    page.route("**/p/*/?*", lose)
    page.get_by_role("link", name="Take it back").click()
    expect(page.locator("#saved")).to_have_text("Taking it back…")
    page.unroute(SAY)
    phone.key("Y not good").click()
    page.wait_for_url("**/compare")
    both = page.get_by_role("row", name=isolated_or_not("Ben: not good", whole=False))
    expect(both).to_contain_text(isolated_or_not("Ben: good", whole=False))


@pytest.mark.parametrize(
    ("status", "notice", "words"),
    [
        (503, "The disk is full.", "The disk is full. Trying again."),
        (502, "", "No contact. Trying again."),
    ],
)
def test_what_the_club_could_not_take_stays_on_the_table_and_is_sent_again(
    asked: Phone, status: int, notice: str, words: str
) -> None:
    """A busy or full book says so itself;
    of a proxy whose server is down only the number is known.
    """
    phone = asked
    page = asked.page
    headers = {"Retry-After": "2", "Scorer-Notice": notice}
    keep_a_tap(
        phone,
        lambda route: route.fulfill(status=status, headers=headers, body="<h1>Bad gateway</h1>"),
    )
    expect(page.locator("#why")).to_have_text(words)
    expect(phone.key("Y good")).to_be_visible()
    page.unroute(SAY)
    expect(page.locator("#saved")).to_have_text("Saved")
    assert said(phone) == ["good"]


def requests_in(page: Page, seconds: int) -> int:
    """How many requests the page makes in so many seconds of its own clock,
    each of which is lost.
    """
    made: list[str] = []
    page.on("request", lambda request: made.append(request.url))
    page.route("**/*", lose)
    pass_seconds(page, seconds, 10)
    return len(made)


def pass_seconds(page: Page, seconds: int, real: int) -> None:
    """Let seconds pass on the page's own clock,
    each with so many real milliseconds for its requests to be answered.
    """
    for _ in range(seconds):
        page.clock.run_for(1000)
        page.wait_for_timeout(real)


def test_ninety_seconds_without_a_connection_cost_few_requests(
    server: Served, phone: Phone
) -> None:
    phone.page.clock.install()
    is_asked(server, phone)
    keep_a_tap(phone)
    assert 3 <= requests_in(phone.page, 90) <= 11


def test_a_watching_phone_says_when_it_last_heard_from_the_club(
    server: Served, phone: Phone, make_phone: MakePhone
) -> None:
    code = server.sit(phone)
    other = make_phone().page
    other.clock.install(time=datetime(2026, 9, 1, 14, 3, 0, tzinfo=UTC))
    other.goto(f"{phone.address}/p/{code}/")
    state = other.locator("#saved")
    expect(state).to_have_text(re.compile(r"Last heard 14:03:\d\d"))
    other.route("**/live", lose)
    other.clock.run_for(6000)
    expect(state).to_have_text(re.compile(r"No contact since 14:03"))
    expect(state).to_have_class(re.compile("late"))
    expect(other.locator("#warning")).to_have_text(re.compile("No contact since"))
    assert 3 <= requests_in(other, 90) <= 11
    other.unroute_all()
    pass_seconds(other, 20, 100)
    expect(state).to_have_text(re.compile(r"Last heard 14:0[4-6]:\d\d"))
    expect(other.locator("#warning")).to_be_empty()


def test_a_key_ignores_the_second_of_two_quick_taps(server: Served, phone: Phone) -> None:
    """It had landed on the key that replaced the first, and recorded a call that nobody made."""
    page = phone.page
    page.clock.install(time=0)
    is_asked(server, phone)
    page.clock.pause_at(3600)
    box = phone.key("Y good").bounding_box()
    assert box is not None
    tap = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*tap)
    expect(phone.position).to_have_value("4")
    page.clock.run_for(250)
    page.mouse.click(*tap)
    page.clock.run_for(100)
    expect(phone.position).to_have_value("4")
    expect(page.locator("#saved")).to_have_text("Saved")
    page.mouse.click(*tap)
    expect(phone.position).not_to_have_value("4")


def test_what_a_person_opened_stays_open(server: Served, phone: Phone) -> None:
    server.sit(phone, TABLES["over"])
    phone.awake()
    page = phone.page
    page.locator("#laws summary").click()
    expect(page.locator("#laws")).to_have_attribute("open", "")
    phone.undo()
    phone.play("count E7 last E play 9")
    expect(page.locator("#laws")).to_have_attribute("open", "")
    page.locator("#laws summary").click()
    phone.undo()
    phone.play("count E7 last E play 9")
    expect(page.locator("#laws")).not_to_have_attribute("open", "")


@pytest.mark.parametrize("script", [True, False])
def test_a_partie_is_of_the_day_of_its_phone_or_without_a_script_of_that_of_the_server(
    server: Served, make_phone: MakePhone, *, script: bool
) -> None:
    zone = zone_of_another_day()
    phone = make_phone(zone=zone, script=script)
    phone.open_partie()
    sheet = server.parties.sheet(phone.page.url.partition("/p/")[2].partition("/")[0])
    assert sheet.played == day_in(zone if script else "UTC", sheet.opened_at)


def test_a_company_and_its_parties_are_of_the_day_of_their_phone(
    server: Served, make_phone: MakePhone
) -> None:
    zone = zone_of_another_day()
    page = make_phone(zone=zone).page
    page.goto(f"{server.address}/company/new")
    for seat, name in enumerate(("Ada", "Ben", "Cat")):
        page.locator(f"input[name=name{seat}]").fill(name)
    page.get_by_role("button", name="Open the scorecard").click()
    page.get_by_role("button", name="Begin the next partie").click()
    expect(page.locator("#table")).to_be_visible()
    sheet = server.parties.sheet(page.url.partition("/p/")[2].partition("/")[0])
    companies = Companies(server.parties.engine, server.parties.clock)
    code, _ = companies.of_partie(sheet.code)
    card = companies.card(code)
    assert card.played == day_in(zone, card.opened_at)
    assert sheet.played == day_in(zone, sheet.opened_at)


def test_the_time_zone_of_a_club_is_chosen_from_those_of_the_world(
    server: Served, make_phone: MakePhone
) -> None:
    page = make_phone(zone="America/New_York").page
    services = club_services(server.parties)
    link = services.clubs.new_setup_link()
    club, director = services.clubs.found(
        link, club="Turf", director="Ann", password="nine wet umbrellas"
    )
    server.act(page, club, director)
    page.goto(f"{server.address}/c/{club.code}/directors")
    names = page.locator("#zones option").evaluate_all(
        "(options) => options.map((each) => each.value)"
    )
    assert names[0] == "America/New_York"
    assert ("Europe/Berlin" in names) is True


AT_ONCE = """([first, then]) => {
  const keys = () => [...document.querySelectorAll(".ask button[name=say]")];
  const key = (said) => keys().find((each) => each.value === said);
  const seen = new MutationObserver(() => {
    if (key(then)) { seen.disconnect(); key(then).click(); }
  });
  seen.observe(document.body, { childList: true, subtree: true });
  key(first).click();
}"""


def test_a_key_that_is_pressed_as_it_appears_does_not_leave_the_page(phone: Phone) -> None:
    phone.open_partie()
    phone.play("E exchange 5; Y exchange 3")
    phone.page.evaluate("document.body.dataset.same = 'yes'")
    phone.page.evaluate(AT_ONCE, ["E point 5", "Y good"])
    expect(phone.position).to_have_value("4")
    expect(phone.page.locator("body[data-same]")).to_be_attached()
