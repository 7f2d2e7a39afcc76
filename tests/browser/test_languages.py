"""Languages in the browser: a phone reads its own with the club, without it and alone.

Every text of the other language has a mark, so no word of a real one has to be known here.
"""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from scorer.__main__ import main
from scorer.service.keeping import open_parties
from scorer.service.parties import Parties
from scorer.web import create_app
from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.taps import Phone
from tests.browser.test_offline import BEGUN, CALLED, READY, said
from tests.languages import MARK, marked_catalogue, offered_alone
from tests.service.tables import logs

pytestmark = pytest.mark.browser


@pytest.fixture
def german() -> Iterator[None]:
    with offered_alone(marked_catalogue("de")):
        yield


@pytest.fixture
def page(chromium: Browser, german: None) -> Iterator[Page]:
    """A phone whose browser prefers German."""
    context = chromium.new_context(viewport=PHONE, locale="de-DE")
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def parties(tmp_path: Path) -> Iterator[Parties]:
    found = open_parties(tmp_path)
    yield found
    found.engine.dispose()


@pytest.fixture
def club(parties: Parties, german: None) -> Iterator[str]:
    """The address of the program, which is served by this process: it knows the language."""
    serving = make_server("127.0.0.1", 0, create_app(parties, b"a key" * 8), threaded=True)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_port}"
    serving.shutdown()


@pytest.fixture
def folder(tmp_path: Path, german: None) -> Iterator[str]:
    """The address of the folder for a phone that is alone, which knows the language."""
    assert CliRunner().invoke(main, ["phone", str(tmp_path / "phone")]).exit_code == 0
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "phone"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as offered:
        threading.Thread(target=offered.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{offered.server_port}/"
        offered.shutdown()


def expect_language(page: Page, code: str) -> None:
    expect(page.locator(f"html[lang={code}]")).to_be_attached(timeout=READY)


def begin(page: Page) -> None:
    page.locator("input[name=first]").fill("Ada")
    page.locator("input[name=second]").fill("Ben")
    dealer = page.locator("label:has(input[name=deals][value=second])")
    expect(dealer).to_contain_text("Ben")
    expect(dealer).to_contain_text(MARK)  # a script says it
    dealer.locator("input").check()
    page.locator("form:has(input[name=first]) button:not([name])").last.click()
    expect(page.locator("#table")).to_be_visible(timeout=READY)


def expect_question(page: Page, *, marked: bool) -> None:
    """Expect the question of the table in the language of the page."""
    question = page.locator("#question")
    expect(question).to_be_visible()
    assert (MARK in question.inner_text()) is marked


def choose(page: Page, code: str) -> None:
    page.locator(f"button[name=language][value={code}]").click()
    expect_language(page, code)


def test_a_partie_begun_in_a_language_goes_on_in_it_without_the_club(
    page: Page, club: str, parties: Parties
) -> None:
    phone = Phone(page, club)
    with page.expect_response("**/kept", timeout=READY):
        page.goto(f"{club}/parties/new")
        begin(page)
    expect_language(page, "de")
    expect_question(page, marked=True)
    expect(page.locator("html[data-offline=ready]")).to_be_attached(timeout=READY)
    page.context.set_offline(True)
    phone.play(f"{BEGUN}; {CALLED}")
    expect(page.locator("#saved.late")).to_be_visible()
    expect_question(page, marked=True)
    expect_language(page, "de")
    table = page.url
    page.locator("#to-this-table").click()
    choose(page, "en")
    page.locator(".bar a").first.click()
    expect_question(page, marked=False)
    phone.play("E trio of knaves; Y not good")
    page.context.set_offline(False)
    expect(page.locator("#saved:not(.late)")).to_be_visible(timeout=READY)
    page.goto(table)
    expect_language(page, "en")
    (code,) = (each for each in table.split("/") if len(each) == 6)
    (log,) = logs(parties.sheet(code))
    assert log == said(f"{BEGUN}; {CALLED}; E trio of knaves; Y not good")


def test_home_opens_without_the_club_in_the_language_of_the_phone(page: Page, club: str) -> None:
    """The page that the service worker keeps is the same for all, and has every language."""
    page.goto(club)
    expect_language(page, "de")
    page.evaluate("() => navigator.serviceWorker.ready")
    page.context.set_offline(True)
    page.goto(f"{club}/phone/waiting")
    expect_language(page, "de")
    page.goto(club)
    expect_language(page, "de")
    expect(page.locator("a.key.main")).to_be_visible(timeout=READY)
    choose(page, "en")
    page.goto(club)
    expect(page.locator("a.key.main")).to_be_visible(timeout=READY)
    expect_language(page, "en")
    page.context.set_offline(False)
    page.goto(club)
    expect_language(page, "en")
    choose(page, "de")


def test_a_phone_that_is_alone_reads_its_language_and_chooses_another(
    page: Page, folder: str
) -> None:
    page.goto(folder)
    page.locator("a.key.main").click(timeout=READY)
    expect_language(page, "de")
    begin(page)
    expect_question(page, marked=True)
    page.goto(folder)
    page.locator("button[name=language][value=en]").click(timeout=READY)
    expect_language(page, "en")
    page.reload()
    expect(page.locator("a.key.main")).to_be_visible(timeout=READY)
    expect_language(page, "en")
    assert page.context.cookies() == [], "a host that knows nothing of it is told nothing"
