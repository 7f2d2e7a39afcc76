"""The table with a keyboard, with a screen reader, under a thumb that does not look,
and a whole partie by ear.
"""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from scorer.rules.names import Name, without_isolates
from scorer.rules.notation import format_statement
from tests.browser.conftest import MakePhone, Served
from tests.browser.tables import TABLES
from tests.browser.taps import CAVENDISH_CALLS, Phone
from tests.isolation import isolated_or_not
from tests.rows import beside

pytestmark = pytest.mark.browser

TENS = "Y quatorze of tens"
DOUBTED = TABLES["impossible"].partition(f"; {TENS}")[0]
ADA = Name("Ada")
BEN = Name("Ben")
CONFLICT = f"Impossible: {ADA}’s quint and {BEN}’s four tens can’t both be true."


def test_a_point_is_called_and_answered_with_tab_and_enter_alone(
    server: Served, phone: Phone
) -> None:
    """Every key is reached with Tab, shows that it has the focus, and is said with Enter."""
    server.sit(phone)
    page = phone.page
    for said in ("E exchange 5; Y exchange 3", "E point 5", "Y how many", "E making 49", "Y good"):
        key = phone.key(said)
        expect(key).to_be_visible()
        before = phone.form_key.input_value()
        for _ in range(30):
            page.keyboard.press("Tab")
            if key.evaluate("key => key === document.activeElement"):
                break
        expect(key).to_be_focused()
        assert key.evaluate("key => parseFloat(getComputedStyle(key).outlineWidth)") >= 2
        page.keyboard.press("Enter")
        expect(phone.form_key).not_to_have_value(before)
    expect(phone.count.first).to_have_text("5")


def test_a_warning_is_announced_once_on_both_phones_and_taken_back_with_its_call(
    server: Served, phone: Phone, make_phone: MakePhone
) -> None:
    """Its live region outlives the tap, as does that of what was said, and is left alone by the
    taps that follow.

    A region that is replaced whole is new to a screen reader, which says only what changes inside
    one it knows.
    """
    code = server.sit(phone, DOUBTED)
    other = make_phone().page
    other.goto(f"{phone.address}/p/{code}/")
    region = phone.page.locator("#warning")
    expect(region).to_have_attribute("aria-live", "polite")
    expect(region).to_be_empty()
    said = phone.page.get_by_role("status").nth(1).element_handle()
    region.evaluate(
        """region => { window.announced = 0;
        const count = new MutationObserver(() => window.announced++);
        count.observe(region, {childList: true, subtree: true}); }"""
    )
    phone.play(TENS)
    expect(region).to_have_text(CONFLICT)
    expect(other.locator("#warning")).to_have_text(CONFLICT)
    expect(other.locator(".doubt a, a.doubt")).to_have_count(0)
    phone.play("tricks E1")
    expect(region).to_have_text(CONFLICT)
    assert said.evaluate("region => region.isConnected")
    assert phone.page.evaluate("() => window.announced") == 1
    phone.undo()
    expect(phone.page.locator(".doubt")).to_be_visible()
    # Undo shows the screen before, and that was opened by a key that recorded nothing
    phone.tap(phone.page.get_by_role("link", name="Back"))
    phone.undo()
    expect(phone.page.locator(".doubt")).to_have_count(0)
    expect(region).to_be_empty()


def test_the_keys_of_a_trick_stay_where_they_are(server: Served, phone: Phone) -> None:
    """Twelve taps at the same two spots: the thumb does not have to look for the next."""
    server.sit(phone, f"{CAVENDISH_CALLS}; tricks E1")
    spots = []
    for log in ("tricks E1", "tricks Y1", "tricks E1"):
        phone.play(log)
        spots.append(phone.key("tricks E1").bounding_box())
    assert len({(box["x"], round(box["y"])) for box in spots if box is not None}) == 1


def test_the_new_question_has_the_focus_with_a_ring_on_a_keyboard_alone(
    server: Served, phone: Phone
) -> None:
    server.sit(phone)
    page = phone.page
    question = page.get_by_role("heading", level=2)
    ring = "heading => getComputedStyle(heading).outlineStyle"
    expect(question).to_be_focused()
    assert question.evaluate(ring) == "none"
    phone.tap(phone.key("E exchange 5; Y exchange 3"))
    expect(question).to_be_focused()
    assert question.evaluate(ring) == "none"
    phone.key("E point 5").press("Enter")
    expect(question).to_have_text("Ada: point of five. Ben?")
    expect(question).to_be_focused()
    assert question.evaluate(ring) == "solid"


def test_a_poll_says_what_the_other_phone_recorded_and_leaves_the_focus(
    server: Served, phone: Phone, make_phone: MakePhone
) -> None:
    page = phone.page
    links = server.open("E exchange 5; Y exchange 3; E point 5")
    (code,) = links
    page.clock.install()
    server.give(page, {"links": links})
    page.goto(f"{server.address}/p/{code}/")
    watching = make_phone().page
    sheet = make_phone().page
    watching.goto(page.url)
    sheet.goto(f"{page.url}sheet")
    this_table = page.get_by_role("link", name="This table")
    this_table.focus()
    server.parties.record(code, deal=0, position=3, said="Y good", form_key="another phone")
    page.clock.run_for(6000)
    for each in (page, watching):
        expect(each.get_by_role("status").nth(1)).to_have_text(
            f"{BEN}: good, five. {ADA} calls sequences."
        )
    expect(this_table).to_be_focused()
    expect(sheet.locator(".sum tfoot")).to_contain_text("5")


def test_what_is_typed_presses_the_key_that_begins_so(server: Served, phone: Phone) -> None:
    """Not with a modifier, not away from the table,
    and not what is typed on after a key was pressed.
    """
    server.sit(phone, "E exchange 5; Y exchange 3")
    page = phone.page
    question = phone.page.get_by_role("heading", level=2)
    keyboard = page.keyboard
    keyboard.press("Control+5")
    keyboard.type("5good")
    expect(question).to_have_text("Ada: point of five. Ben?")
    expect(question).to_be_focused()
    page.wait_for_timeout(700)
    page.get_by_role("link", name="Skip to content").focus()
    keyboard.press("h")
    question.focus()
    keyboard.press("n")
    expect(question).to_have_text("Ada calls sequences")
    page.wait_for_timeout(700)
    keyboard.press("Backspace")
    expect(question).to_have_text("Ada: point of five. Ben?")
    server.sit(phone, f"{CAVENDISH_CALLS.partition('; Y quatorze')[0]}")
    keyboard.type("410")
    expect(question).to_have_text("Does Ben call another set?")
    page.wait_for_timeout(700)
    keyboard.type("p")
    expect(question).to_have_text("Trick 1: who takes it?")
    page.wait_for_timeout(700)
    keyboard.type("c")
    expect(question).to_have_text("How many tricks did Ada take?")
    server.sit(phone)
    page.get_by_role("link", name="This table").press("Enter")
    page.get_by_role("link", name="How much to enter").press("Enter")
    page.get_by_role("button", name="Good calls").press("Enter")
    expect(question).to_have_text("Ada: a good point?")
    for typed, asked in (
        ("5", ": a good sequence"),
        ("5", ": another sequence"),
    ):
        page.wait_for_timeout(700)
        keyboard.type(typed)
        expect(question).to_have_text(f"Ada{asked}?")


YOUNGERS_SETS = CAVENDISH_CALLS.partition("; Y quatorze")[0]
HOW_MANY = "E exchange 5; Y exchange 3; E point {}; Y how many"
HOW_HIGH = "E exchange 5; Y exchange 3; E point 5; Y good; E quart; Y how high"

RECORDED = {
    (YOUNGERS_SETS, "4k"): "Y quatorze of kings",
    (YOUNGERS_SETS, "3Q"): "Y trio of queens",
    (YOUNGERS_SETS, "410"): "Y quatorze of tens",
    (HOW_MANY.format(5), "49"): "E making 49",
    (HOW_MANY.format(8), "75"): "E making 75",
    (HOW_HIGH, "10"): "E to ten",
    (HOW_HIGH, "q"): "E to queen",
}
"""What is typed, and what it records: a number whole, with the rank of a set,
and of other names the first letters.
"""

NOT_RECORDED = (
    (YOUNGERS_SETS, "4"),
    (YOUNGERS_SETS, "k"),
    (YOUNGERS_SETS, "10"),  # tricks, and not the label of four tens
    (YOUNGERS_SETS, "3j"),  # elder's three knaves were not good, so younger cannot call them
    (HOW_MANY.format(5), "4"),
    (HOW_MANY.format(5), "59"),
    (HOW_MANY.format(8), "72"),
    (HOW_HIGH, "1"),
    (HOW_HIGH, "b"),  # Backspace begins so, and is no word
)
"""What is typed and records nothing: it fits several keys, or none."""


def last_said(server: Served, code: str) -> str:
    return format_statement(server.parties.sheet(code).log(0)[-1])


def test_what_is_typed_records_the_call_that_it_names(server: Served, phone: Phone) -> None:
    found = {}
    for log, typed in RECORDED:
        code = server.sit(phone, log)
        before = phone.form_key.input_value()
        phone.page.keyboard.type(typed)
        expect(phone.form_key).not_to_have_value(before)
        found[log, typed] = last_said(server, code)
    assert found == RECORDED


def test_what_is_typed_records_nothing_while_it_names_no_call(server: Served, phone: Phone) -> None:
    """A tap would be under way after all the time in which more may be typed."""
    phone.page.clock.install()
    found = {}
    for log, typed in NOT_RECORDED:
        code = server.sit(phone, log)
        said = len(server.parties.sheet(code).log(0))
        phone.page.keyboard.type(typed)
        phone.page.clock.run_for(2000)
        expect(phone.page.locator("#saved")).to_have_text("Saved")
        found[log, typed] = len(server.parties.sheet(code).log(0)) - said
    assert found == dict.fromkeys(NOT_RECORDED, 0)


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("10", "ten tricks. The count?"),
        ("11", "eleven tricks. Who took the last?"),
    ],
)
def test_a_number_of_two_digits_is_typed_whole(
    server: Served, phone: Phone, typed: str, asked: str
) -> None:
    page = phone.page
    page.clock.install(time=0)
    code = server.sit(phone, CAVENDISH_CALLS)
    page.goto(f"{server.address}/p/{code}/?pick=count")
    page.clock.pause_at(3600)
    page.keyboard.type(typed)
    page.clock.run_for(1000)
    expect(page.get_by_role("heading", level=2)).to_have_text(f"Ada took {asked}")


def test_a_key_that_types_nothing_clears_what_was_typed_and_records_nothing(
    server: Served, phone: Phone
) -> None:
    """Backspace is Undo only where nothing waits."""
    for key in ("Escape", "Backspace", "ArrowDown"):
        code = server.sit(phone, YOUNGERS_SETS)
        before = phone.form_key.input_value()
        phone.page.keyboard.press("4")
        phone.page.keyboard.press(key)
        phone.page.keyboard.type("3k")
        expect(phone.form_key).not_to_have_value(before)
        assert last_said(server, code) == "Y trio of kings", key


def test_what_was_typed_is_shown_with_the_keys_that_it_fits(server: Served, phone: Phone) -> None:
    page = phone.page
    page.set_viewport_size({"width": 1280, "height": 800})
    server.sit(phone, YOUNGERS_SETS)
    page.keyboard.press("4")
    expect(page.locator("#typed")).to_have_text("Typed 4: 4a, 4k, 4q, 4j, 410. Escape clears it.")
    page.keyboard.press("Escape")
    expect(page.locator("#typed")).to_be_empty()


# By ear: each key is found by its role and name, and chosen by what has just been said aloud

_DATA = beside(__file__)
KEYS, DEALS, HEARD = (_DATA[name] for name in ("keys", "deals", "heard"))


@dataclass
class Listener:
    """Somebody who does not look, and has a keyboard;
    *heard* is what was said, the last at the end.
    """

    page: Page
    heard: list[str]

    def listen(self) -> None:
        """Wait until something new is said; it is heard once,
        as the name of the question with the focus.
        """
        region = self.page.get_by_role("status").nth(1)
        expect(region).not_to_have_text(isolated_or_not(self.heard[-1]))
        self.heard.append(without_isolates(region.inner_text()))
        expect(
            self.page.get_by_role("heading", name=isolated_or_not(self.heard[-1]))
        ).to_be_focused()
        expect(region).to_have_attribute("aria-live", "off")

    def press(self, name: str | re.Pattern[str]) -> None:
        wanted = isolated_or_not(name) if isinstance(name, str) else name
        buttons, links = (self.page.get_by_role(role, name=wanted) for role in ("button", "link"))
        buttons.or_(links).last.press("Enter", timeout=5000)
        self.listen()

    def answer(self, words: dict[str, str]) -> None:
        """Press the key that belongs to the question that was heard last."""
        keys = {question.format(**words): key.format(**words) for question, key in KEYS.items()}
        asked = (key for question, key in keys.items() if self.heard[-1].endswith(question))
        key = next(asked, None)
        wanted = re.compile(r"^(The last to|\d+$)") if key is None else self.named(key)
        self.press(wanted if self.has(wanted) else re.compile("^Something else"))

    def named(self, key: str) -> re.Pattern[str]:
        """Return what finds the name of a key, or one that begins so after a ``^``."""
        return re.compile(key) if key.startswith("^") else isolated_or_not(key)

    def has(self, wanted: re.Pattern[str]) -> bool:
        keys = [self.page.get_by_role(role, name=wanted) for role in ("button", "link")]
        return any(key.count() for key in keys)


def test_a_partie_is_played_by_ear(server: Served, phone: Phone) -> None:
    page = phone.page
    page.goto(server.address)
    page.get_by_role("link", name="New partie").press("Enter")
    for place, name in (("left", "Ada"), ("right", "Ben")):
        page.get_by_role("combobox", name=f"On the {place}").fill(name)
    page.get_by_role("radio", name="Ben deals").press("Space")
    page.get_by_role("button", name="Begin").press("Enter")
    expect(page.get_by_role("heading", level=1, name="Deal 1 of 6")).to_be_visible()
    listener = Listener(page, [""])
    listener.listen()
    for number, cards in enumerate(DEALS):
        names = ("Ada", "Ben")
        run, tricks = cards.split()
        words = {
            "elder": names[number % 2],
            "younger": names[1 - number % 2],
            "run": run,
            "tricks": tricks,
        }
        while "is over" not in listener.heard[-1]:
            listener.answer(words)
            if "repique" in listener.heard[-1] and not any(
                "Undone" in each for each in listener.heard
            ):
                listener.press(re.compile("^Undo"))
        if not listener.heard[-1].endswith("The partie is over."):
            listener.press("Next deal")
    assert [each for each in dict.fromkeys(listener.heard) if each in HEARD] == HEARD
    expect(page).to_have_title(f"Deal 6 of 6: {ADA} and {BEN}")
    page.get_by_role("link", name="Settlement").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada wins 222")
    page.get_by_role("button", name="Play again").press("Enter")
    expect(page.get_by_role("heading", level=1, name="Deal 1 of 6")).to_be_visible()
