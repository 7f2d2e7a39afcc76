"""The app as anybody starts it, on a book of its own, and Debian's Chromium to look at it."""

import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Frame,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from werkzeug.test import TestResponse

from scorer.__main__ import main
from scorer.rules.presets import PRESETS
from scorer.service.club.credentials import Actor
from scorer.service.club.people.clubs import Club
from scorer.service.club.services import club_services
from scorer.service.keeping import open_parties, secret_key
from scorer.service.parties import Parties, Recorded
from tests import there
from tests.browser.taps import Phone
from tests.programs import printed_by, serving
from tests.thorough import EVERYTHING
from tests.web.conftest import Phone as Visitor
from tests.web.test_companies import finish

CHROMIUM = [
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
    "--host-resolver-rules=MAP piquet.test 127.0.0.1",
]
PATIENCE = 30_000
"""Milliseconds that a page has for what is expected of it:
a busy machine takes long, and is not what is tested.
"""

expect.set_options(timeout=PATIENCE)

PHONE: ViewportSize = {"width": 390, "height": 844}

METERED = (
    "if (navigator.connection) Object.defineProperty(navigator.connection, 'saveData', { "
    "get: () => true });"
)

MakePhone = Callable[..., Phone]

PHONES_OPEN = "http://piquet.test"
"""The address of every link and QR code; the browser itself is on the computer that serves."""


@contextmanager
def chromium_started() -> Iterator[Browser]:
    """Start Debian’s Chromium; without it browser tests are left out, and say so,
    or fail where nothing may be.
    """
    path = shutil.which("chromium")
    if path is None:
        (pytest.fail if EVERYTHING else pytest.skip)(
            "the browser tests need Debian's package chromium on the PATH"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM)
        yield browser
        browser.close()


@dataclass
class Served:
    """A book that is served, and opened beside its pages: what is not tested itself is done to it
    without a tap.

    Attributes:
        said: what the command said when it had started.
        data: the directory of the book.
    """

    said: list[str]
    data: Path
    parties: Parties

    @property
    def address(self) -> str:
        return self.said[0].split()[-1].rstrip("/")

    @property
    def on_the_network(self) -> str:
        """The address under which another computer would open it, over plain http."""
        return f"{PHONES_OPEN}:{self.address.rpartition(':')[2]}"

    def give(self, page: Page, session: dict[str, object]) -> None:
        """Give a phone the cookie that it would have after *session*."""
        app = Flask(__name__)
        app.secret_key = secret_key(self.data)
        signer = there(SecureCookieSessionInterface().get_signing_serializer(app))
        page.context.add_cookies(
            [{"name": "session", "value": signer.dumps(session), "url": self.address}]
        )

    def act(self, page: Page, club: Club, actor: Actor) -> None:
        """Let a phone act for somebody in a club."""
        self.give(page, {"acts": {club.code: club_services(self.parties).people.begin(actor)}})

    def open(
        self, *logs: str, names: tuple[str, ...] = ("Ada", "Ben"), rules: str = "portland"
    ) -> dict[str, int]:
        """Open a partie in which these deals were said;
        return its code with the number of its scoring link.
        """
        sheet, _ = self.parties.open(names, PRESETS[rules])
        self.record(sheet.code, *logs)
        return {sheet.code: self.parties.links(sheet.code)[0].id}

    def record(self, code: str, *logs: str) -> None:
        """Record the first deals of a partie."""
        for deal, log in enumerate(logs):
            written = self.parties.record(
                code, deal=deal, position=0, said=log, form_key=f"deal {deal}"
            )
            assert isinstance(written, Recorded), written

    def sit(self, phone: Phone, *logs: str) -> str:
        """Open such a partie, and show its table on a phone that scores; return its code."""
        links = self.open(*logs)
        (code,) = links
        self.give(phone.page, {"links": links})
        phone.page.goto(f"{self.address}/p/{code}/")
        expect(phone.page.locator("#table")).to_be_visible()
        return code


@contextmanager
def served(data: Path) -> Iterator[Served]:
    """The app, started by its own command on the book in *data*, and the book itself."""
    with serving("--data", str(data), "--url", PHONES_OPEN) as (process, _):
        said = printed_by(process)
        parties = open_parties(data)
        yield Served(said, data, parties)
        parties.engine.dispose()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The app; its book is shared by a run, and each test opens a partie of its own."""
    with served(tmp_path_factory.mktemp("book")) as found:
        yield found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with chromium_started() as browser:
        yield browser


@pytest.fixture
def make_phone(chromium: Browser, server: Served) -> Iterator[MakePhone]:
    """Makes new phones; only one that goes `offline` loads what it needs for that:
    on the others data costs money.
    """
    contexts = list[BrowserContext]()

    def make(*, script: bool = True, offline: bool = False, zone: str = "UTC") -> Phone:
        contexts.append(
            chromium.new_context(viewport=PHONE, java_script_enabled=script, timezone_id=zone)
        )
        contexts[-1].set_default_timeout(PATIENCE)
        if not offline:
            contexts[-1].add_init_script(METERED)
        return Phone(contexts[-1].new_page(), server.address)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[str]:
    """The address of the folder that `scorer phone` writes,
    offered by a server that knows nothing of it.
    """
    done = CliRunner().invoke(main, ["phone", str(tmp_path / "phone")])
    assert done.exit_code == 0, done.output
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "phone"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as offered:
        threading.Thread(target=offered.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{offered.server_port}/"
        offered.shutdown()


def zone_of_another_day() -> str:
    """Return a time zone in which it is another day now than in UTC, where the server is."""
    return "Pacific/Kiritimati" if datetime.now(UTC).hour >= 12 else "Etc/GMT+12"


def day_in(zone: str, at: str) -> str:
    """Return the day of a stored time in a zone."""
    return datetime.fromisoformat(at).astimezone(ZoneInfo(zone)).date().isoformat()


@pytest.fixture
def phone(make_phone: MakePhone) -> Phone:
    """A phone as most people hold it."""
    return make_phone()


WRITE = "html => { document.open(); document.write(html); document.close(); }"
STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
SCRIPT = re.compile(r"<script [^>]*></script>")

WIDE = '<style>:root { --sans: "DejaVu Sans"; --serif: "DejaVu Serif" }</style></head>'
"""The widest letters that phones and computers have by themselves:
what they fit into, others fit into too.
"""


Theme = Literal["light", "dark"]


@dataclass
class Viewer:
    """A frame in the browser into which answers of the application are written, without a network
    and without scripts.

    A page costs a tenth so of what it costs to open it, and has the same layout; it is not painted.

    Attributes:
        known: the kinds of element of the pages that axe has looked at.
    """

    frame: Frame
    known: set[str] = field(default_factory=set)

    def show(self, client: FlaskClient, address: str) -> int:
        """Show what the application answers to *client*, and return the status."""
        return self.write(client, client.get(address))

    def write(self, client: FlaskClient, answer: TestResponse) -> int:
        """Show an answer that *client* has, and return its status."""
        self.render(client, answer.text)
        return answer.status_code

    def render(self, client: FlaskClient, html: str) -> None:
        """Show a page that *client* has, with its styles."""

        def style(link: re.Match[str]) -> str:
            return f"<style>{client.get(unquote(link[1])).text}</style>"

        page = SCRIPT.sub("", STYLE.sub(style, html)).replace("</head>", WIDE)
        self.frame.evaluate(WRITE, page)


@contextmanager
def viewing(chromium: Browser, theme: Theme = "light") -> Iterator[Viewer]:
    context = chromium.new_context(viewport={"width": 1280, "height": 844}, color_scheme=theme)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.set_content(
        "<!doctype html><style>body { margin: 0 } iframe { border: 0; opacity: 0 "
        "}</style><iframe></iframe>"
    )
    yield Viewer(page.frames[1])
    context.close()


@pytest.fixture(scope="module")
def viewer(chromium: Browser) -> Iterator[Viewer]:
    with viewing(chromium) as made:
        yield made


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    """Asks the application for pages without a network."""
    return Visitor(app)


def said_at(
    visitor: Visitor, *logs: str, names: tuple[str, ...] = ("Ada", "Bea"), rules: str = "portland"
) -> str:
    """Open a partie in which these deals were said, and return its code."""
    code = visitor.open(names[0], names[1], rules=rules)
    finish(visitor.client.application.extensions["parties"], code, tuple(filter(None, logs)))
    return code
