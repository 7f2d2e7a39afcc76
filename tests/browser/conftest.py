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
from playwright.sync_api import Browser, StorageState, ViewportSize, sync_playwright

from scorer.service.book import open_parties
from scorer.service.parties import Parties, Recorded
from tests.browser.taps import CAVENDISH_CALLS, CAVENDISH_SHORT, Phone
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
PHONE: ViewportSize = {"width": 390, "height": 844}

MakePhone = Callable[..., Phone]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(data: Path) -> Iterator[list[str]]:
    """The app, started by its own command on the book in *data*: what it says until it waits to be stopped."""
    port = free_port()
    command = [sys.executable, "-m", "scorer", "serve", "--port", str(port), "--data", str(data)]
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
    """The address of the app."""
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
        context.set_default_timeout(5000)
        contexts.append(context)
        return Phone(context.new_page(), server)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def phone(make_phone: MakePhone) -> Phone:
    """A phone as most people hold it."""
    return make_phone()


TABLES = {
    "empty": "",
    "point": "E exchange 5; Y exchange 3",
    "answer": "E exchange 5; Y exchange 3; E point 5",
    "pips": "E exchange 5; Y exchange 3; E point 5; Y how many",
    "sets": "E exchange 5; Y exchange 3; E point 5; Y good; E quint; Y good",
    "younger": "E exchange 5; Y exchange 3; E point 5; Y not good; E tierce; Y not good; E trio of knaves; Y not good",
    "owed": "E exchange 5; Y exchange 3; E point 5; Y good; E quart; Y good; E trio of knaves; Y not good",
    "watch": "E exchange 5; Y exchange 3; E point 6; Y good; E quint; Y good; E no set; tricks E5",
    "tricks": f"{CAVENDISH_CALLS}; tricks E5 Y3",
    "over": CAVENDISH_SHORT,
    "impossible": "E exchange 5; Y exchange 3; E point 5; Y good; E quint; E to ace; Y good; "
    "E trio of knaves; Y not good; Y quatorze of tens; tricks E2",
    "sunk": "E exchange 5; Y exchange 3; E no point; E no sequence; E no set; tricks E5",
}
"""What was said at the tables that are looked at, by what they ask for next."""

BID_FOR = {
    "bids": "E bids 7; Y bids minus 9; E doubles",
    "contract": f"E bids minus 7; Y doubles; E redoubles; Y passes; {CAVENDISH_CALLS}; tricks E3 Y3",
    "made": f"E bids 7; Y doubles; E passes; {CAVENDISH_CALLS}; tricks E5 Y5 E2",
}
"""The same where the hands are bid for."""

LAST = "E exchange 5; Y exchange 3; E point 8; Y good; E huitieme; Y good; E no set; tricks E12"

PAGES = {
    "home": "/",
    "new partie": "/parties/new",
    "twelve cards": "/hand",
    "twelve cards declared": "/hand?"
    + "&".join(f"card={rank}S" for rank in "AKQJT987")
    + "&card=AH&card=AD&card=AC&card=KH",
    "rules": "/rules",
    "ruleset": "/rules/portland",
    "words": "/words",
    **{f"table, {name}": f"/p/{{{name}}}/" for name in (*TABLES, *BID_FOR)},
    "table, run": "/p/{tricks}/?pick=E-sequence",
    "table, count": "/p/{younger}/?deal=0&pick=count-7",
    "table, partie over": "/p/{finished}/",
    "across": "/p/{over}/across",
    "deal": "/p/{over}/deals/1",
    "cards": "/p/{over}/deals/1/cards",
    "statement": "/p/{over}/deals/1/statements/4",
    "sheet": "/p/{finished}/sheet",
    "settlement": "/p/{finished}/settlement",
    "other rules": "/p/{finished}/other-rules",
    "share": "/p/{over}/share",
    "no such page": "/nothing",
}
"""Every page, those of a partie with the name of the table that it shows."""


@dataclass(frozen=True)
class Book:
    """Parties to look at: the phone that scores them, and the address of every page."""

    state: StorageState
    codes: dict[str, str]
    address: str

    def page(self, name: str) -> str:
        """The address of a page of `PAGES`."""
        return self.address + PAGES[name].format(**self.codes)


def write(parties: Parties, code: str, *logs: str) -> None:
    """Record what was said in the deals of a partie, past the pages: this is quicker than by taps."""
    for deal, log in enumerate(logs):
        if log:
            written = parties.record(code, deal=deal, position=0, said=log, form_key=f"deal {deal}")
            assert isinstance(written, Recorded), written


@pytest.fixture(scope="session")
def book(chromium: Browser, server: str, data: Path) -> Book:
    """A partie in every state of `TABLES` and `BID_FOR`, and a finished one, all opened on one phone."""
    parties = open_parties(data)
    context = chromium.new_context()
    phone = Phone(context.new_page(), server)
    codes = {}
    for name, log in (TABLES | BID_FOR).items():
        codes[name] = phone.open_partie(rules="auction" if name in BID_FOR else "portland")
        write(parties, codes[name], log)
    codes["finished"] = phone.open_partie("Adelaide", "Bénédicte")
    write(parties, codes["finished"], *(LAST if number == 3 else CAVENDISH_SHORT for number in range(6)))
    state = context.storage_state()
    context.close()
    parties.engine.dispose()
    return Book(state, codes, server)
