"""The app as anybody starts it, on a book of its own, and Debian's Chromium to look at it."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, StorageState, ViewportSize, expect, sync_playwright

from scorer.rules.presets import DEFAULT, PRESETS
from scorer.service.book import open_parties, secret_key
from scorer.service.parties import Recorded
from scorer.web import create_app
from tests.browser.tables import ENDED, FRAME_PAGES, FRAMES, PAGES, SEATED, TABLES
from tests.browser.taps import Phone
from tests.thorough import EVERYTHING

CHROMIUM = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 30_000
"""Milliseconds that a page has for what is expected of it: a busy machine takes long, and is not what is tested."""

expect.set_options(timeout=PATIENCE)

PHONE: ViewportSize = {"width": 390, "height": 844}

MakePhone = Callable[..., Phone]


PHONES_OPEN = "http://piquet.test"
"""The address of every link and QR code; the browser itself is on the computer that serves."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(data: Path) -> Iterator[list[str]]:
    """The app, started by its own command on the book in *data*: what it says until it waits to be stopped."""
    port = free_port()
    command = [sys.executable, "-m", "scorer", "serve", "--port", str(port), "--data", str(data), "--url", PHONES_OPEN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline()]
        try:
            assert str(port) in said[0], f"scorer serve said {said!r}"
            while "Ctrl+C" not in said[-1]:
                said.append(process.stdout.readline())
            yield [each.strip() for each in said]
        finally:
            process.terminate()
            process.stdout.read()


@contextmanager
def served(data: Path) -> Iterator[str]:
    """The address of the app, started by its own command on the book in *data*."""
    with started(data) as said:
        yield said[0].split()[-1].rstrip("/")


@contextmanager
def chromium_started() -> Iterator[Browser]:
    """
    Debian's Chromium.

    On a machine without it these tests are left out, and say so; where
    nothing is to be left out they fail.
    """
    path = shutil.which("chromium")
    if path is None and not EVERYTHING:
        pytest.skip("the browser tests need Debian's package chromium on the PATH")
    assert path is not None, "the browser tests need Debian's package chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of the app; its book is shared by a run, each test opens a partie of its own."""
    return tmp_path_factory.mktemp("book")


@pytest.fixture(scope="session")
def server(data: Path) -> Iterator[str]:
    with served(data) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with chromium_started() as browser:
        yield browser


@pytest.fixture
def make_phone(chromium: Browser, server: str) -> Iterator[MakePhone]:
    """Makes phones with nothing on them yet; keywords go to the browser context."""
    contexts = []

    def make(**options: Any) -> Phone:
        context = chromium.new_context(**{"viewport": PHONE, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return Phone(context.new_page(), server)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def phone(make_phone: MakePhone) -> Phone:
    """A phone as most people hold it."""
    return make_phone()


@dataclass(frozen=True)
class Book:
    """Parties to look at: the phone that scores them, and the address of every page."""

    state: StorageState
    codes: dict[str, str]
    address: str

    def page(self, name: str) -> str:
        """The address of a page of `PAGES` or of `FRAME_PAGES`."""
        return self.address + {**PAGES, **FRAME_PAGES}[name].format(**self.codes)


@pytest.fixture(scope="session")
def book(chromium: Browser, server: str, data: Path) -> Book:
    """
    A partie in every state of `TABLES` and of `FRAMES`, and those of `ENDED`, all scored by one phone.

    They are opened past the pages, and the phone is given the cookie that it would have, which is quicker than by taps.
    """
    parties = open_parties(data)
    codes, links = {}, {}
    tables = {name: (DEFAULT.id, (log,)) for name, log in TABLES.items()}
    for name, (rules, logs) in {**tables, **FRAMES, **ENDED}.items():
        names = ("Ada", "Ben") if name in TABLES else SEATED[: PRESETS[rules].players]
        sheet, _ = parties.open(names, PRESETS[rules])
        codes[name], links[sheet.code] = sheet.code, parties.links(sheet.code)[0].id
        for deal, log in enumerate(logs):
            if log:
                written = parties.record(sheet.code, deal=deal, position=0, said=log, form_key=f"deal {deal}")
                assert isinstance(written, Recorded), written
    client = create_app(parties, secret_key(data)).test_client()
    with client.session_transaction() as session:
        session["links"] = links
    cookie = client.get_cookie("session")
    assert cookie is not None
    context = chromium.new_context()
    context.add_cookies([{"name": "session", "value": cookie.value, "url": server}])
    state = context.storage_state()
    context.close()
    parties.engine.dispose()
    return Book(state, codes, server)
