"""A browser that lacks something, or forbids it:
that costs what it is for, and no guard of the table.
"""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePhone, Served
from tests.browser.tables import TABLES
from tests.browser.taps import Phone
from tests.isolation import isolated_or_not

pytestmark = pytest.mark.browser

OF_A_TABLE = ("window.localStorage", "navigator.wakeLock", "navigator.connection")
OF_A_VOICE = ("window.speechSynthesis", "window.SpeechSynthesisUtterance")
OF_OFFLINE = ("window.indexedDB", "window.Worker", "navigator.serviceWorker")
OF_A_RESULT = ("navigator.share", "navigator.canShare")
OF_A_MOMENT = ("navigator.vibrate", "window.matchMedia")
"""What the scripts use and not every browser has."""

OTHERS = (
    *(
        "window.sessionStorage",
        "window.caches",
        "window.BroadcastChannel",
        "window.WebAssembly",
    ),
    *(
        "window.IntersectionObserver",
        "window.CompressionStream",
        "navigator.storage",
        "navigator.locks",
    ),
    *(
        "navigator.clipboard",
        "crypto.randomUUID",
        "AbortSignal.any",
        "AbortSignal.timeout",
    ),
    "Element.prototype.checkVisibility",
)
"""What they do without."""

WAYS = {
    "absent": "undefined",
    "null": "null",
    "forbidden": "(() => { throw new DOMException('forbidden'); })()",
}
"""What a browser answers a script that asks for a feature which it has not,
has switched off, or forbids.
"""

FULL = (
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
)
UNSENT = "localStorage.setItem('unsent', 'yes');"
"""Makes a phone load at once what goes on without the club: its keys wait for that."""

WHEN_TRIED = (
    "() => import(document.querySelector('[data-offline]').dataset.offline).catch(() => null)"
)
"""Waits for that: the same script is loaded once."""

ADA_CALLS = isolated_or_not("Ben: good, five. Ada calls sequences.")


def without(features: Sequence[str], way: str) -> str:
    """Return the script that takes features from a page before its own scripts are run."""
    lines = []
    for feature in features:
        owner, _, name = feature.rpartition(".")
        lines.append(
            f"Object.defineProperty({owner}, '{name}', {{ configurable: true, get: () => "
            f"{WAYS[way]} }});"
        )
    return "\n".join(lines)


def errors_of(page: Page) -> list[str]:
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def play(server: Served, phone: Phone) -> list[object]:
    """Say twice, as quickly as a thumb may, that Ada's point is good; then go on, and undo.

    Return the errors of the page, and what was recorded after each.
    """
    page = phone.page
    errors = errors_of(phone.page)
    page.clock.install(time=0)
    code = server.sit(phone, TABLES["answer"])
    found: list[object] = [errors]

    def note() -> None:
        found.append(len(server.parties.sheet(code).log(0)))

    phone.awake()
    page.clock.pause_at(3600)
    box = phone.key("Y good").bounding_box()
    assert box is not None
    thumb = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*thumb)
    expect(phone.position).to_have_value("4")
    page.clock.run_for(100)
    expect(page.get_by_role("heading", name=ADA_CALLS)).to_be_focused()
    page.clock.run_for(70)
    page.mouse.click(*thumb)
    page.clock.run_for(300)
    expect(page.locator("#saved")).to_have_text("Saved")
    note()
    page.clock.resume()
    phone.play("E quart")
    note()
    phone.undo()
    note()
    return found


PLAYED: list[object] = [[], 4, 5, 6]
"""No error; each tap recorded once, and the undo."""


@pytest.mark.parametrize("way", WAYS)
def test_a_table_is_played_without_any_feature(
    server: Served, make_phone: MakePhone, way: str
) -> None:
    phone = make_phone()
    phone.page.add_init_script(
        without([*OF_A_TABLE, *OF_A_MOMENT, *OF_A_VOICE, *OF_OFFLINE, *OF_A_RESULT, *OTHERS], way)
    )
    assert play(server, phone) == PLAYED


@pytest.mark.parametrize("way", WAYS)
def test_a_table_is_played_without_each_feature(
    server: Served, make_phone: MakePhone, way: str
) -> None:
    played = {}
    for feature in OF_A_TABLE:
        phone = make_phone()
        phone.page.add_init_script(without([feature], way))
        played[feature] = play(server, phone)
    assert played == dict.fromkeys(OF_A_TABLE, PLAYED)


def test_a_table_is_played_while_the_phone_has_no_room(server: Served, phone: Phone) -> None:
    phone.page.add_init_script(FULL)
    assert play(server, phone) == PLAYED


@pytest.mark.parametrize("way", WAYS)
def test_a_count_that_cannot_be_spoken_is_played(
    server: Served, make_phone: MakePhone, way: str
) -> None:
    for feature in OF_A_VOICE:
        phone = make_phone()
        phone.page.add_init_script(without([feature], way))
        errors = errors_of(phone.page)
        server.sit(phone, TABLES["answer"])
        phone.page.get_by_role("link", name="This table").click()
        phone.page.get_by_role("link", name="Count aloud").click()
        phone.play("Y good")
        expect(phone.page.locator("#aloud")).to_have_text(ADA_CALLS)
        assert errors == [], feature


@pytest.mark.parametrize("way", WAYS)
def test_a_phone_that_cannot_go_on_without_the_club_is_played_with_it(
    server: Served, make_phone: MakePhone, way: str
) -> None:
    for feature in OF_OFFLINE:
        phone = make_phone(offline=True)
        phone.page.add_init_script(f"{UNSENT}\n{without([feature], way)}")
        errors = errors_of(phone.page)
        code = server.sit(phone, TABLES["answer"])
        key = phone.key("Y good")
        phone.page.evaluate(WHEN_TRIED)
        phone.awake()
        key.click()
        expect(phone.page.locator("#aloud")).to_have_text(ADA_CALLS)
        assert errors == [], feature
        assert len(server.parties.sheet(code).log(0)) == 4, feature


@pytest.mark.parametrize("way", WAYS)
def test_a_result_that_cannot_be_shared_is_a_picture(
    server: Served, make_phone: MakePhone, way: str
) -> None:
    for feature in OF_A_RESULT:
        page = make_phone().page
        page.add_init_script(without([feature], way))
        errors = errors_of(page)
        page.goto(f"{server.address}/example")
        expect(page.get_by_role("button", name="Print")).to_be_visible()
        expect(page.get_by_text("Picture of the result")).to_be_visible()
        assert errors == [], feature


def test_a_page_that_the_back_button_restores_is_loaded_again_without_storage(
    server: Served, phone: Phone
) -> None:
    page = phone.page
    page.add_init_script(without(["window.localStorage"], "null"))
    server.sit(phone, TABLES["answer"])
    with page.expect_event("load"):
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator("#table")).to_be_visible()
