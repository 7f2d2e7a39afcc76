"""
Pictures of the main pages, from a partie that is really played.

``python -m tests.browser.shots DIRECTORY`` writes each page at 390x844 and at
1280x800, light and dark, and the sheet as it prints on A4.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, StorageState, ViewportSize

from tests.browser.conftest import PHONE, chromium_started, served
from tests.browser.tables import TABLES
from tests.browser.taps import CAVENDISH_CALLS, Phone
from tests.browser.test_partie import DEALS

DESK: ViewportSize = {"width": 1280, "height": 800}
PAPER: ViewportSize = {"width": 794, "height": 1123}
"""A4 at the 96 pixels an inch of a style sheet."""

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SHOWN = {
    "exchange": "",
    "point": "E exchange 5; Y exchange 3",
    "answer": "E exchange 5; Y exchange 3; E point 5",
    "pips": "E exchange 5; Y exchange 3; E point 5; Y how many",
    "sequences": "E exchange 5; Y exchange 3; E point 5; Y how many; E making 49; Y good",
    "sets": "E exchange 5; Y exchange 3; E point 5; Y how many; E making 49; Y good; E quart; Y good",
    "younger": "E exchange 5; Y exchange 3; E point 5; Y good; E quart; Y good; E trio of knaves; Y not good",
    "tricks": f"{CAVENDISH_CALLS}; tricks E5 Y3",
    "impossible": TABLES["impossible"],
    "sunk": TABLES["sunk"],
    "watch": "E exchange 5; Y exchange 3; E point 6; Y good; E quint; Y good; E no set; tricks E5",
}


def play_all(browser: Browser, address: str) -> tuple[StorageState, dict[str, str]]:
    """Play what is shown; return the phone's state and each page's path by its name."""
    context = browser.new_context(viewport=PHONE)
    phone = Phone(context.new_page(), address)
    paths = {"new": "/parties/new"}
    for name, log in SHOWN.items():
        code = phone.open_partie()
        for earlier in DEALS[:2]:
            phone.play(earlier)
            phone.next_deal()
        phone.play(log)
        paths[name] = f"/p/{code}/" if log else f"/p/{code}/?deal=2"
    paths["count"] = paths["younger"] + "?deal=2&pick=count-7"
    paths["deal"] = paths["tricks"] + "deals/2"
    paths["deal-impossible"] = paths["impossible"] + "deals/3"
    paths["cards"] = paths["tricks"] + "deals/1/cards"
    paths["statement"] = paths["tricks"] + "deals/2/statements/3"
    paths["across"] = paths["tricks"] + "across"
    paths["share"] = paths["tricks"] + "share"
    code = phone.open_partie()
    for number, log in enumerate(DEALS):
        if number:
            phone.next_deal()
        phone.play(log)
    partie = f"/p/{code}/"
    paths |= {"over": partie, "sheet": f"{partie}sheet", "settlement": f"{partie}settlement"}
    paths |= {
        "other-rules": f"{partie}other-rules",
        "home": "/",
        "hand": "/hand",
        "rules": "/rules/portland",
        "glossary": "/help/glossary",
    }
    state = context.storage_state()
    context.close()
    return state, paths


def main(directory: Path) -> None:
    """Write every picture into *directory*."""
    directory.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, served(Path(data)) as address, chromium_started() as browser:
        state, paths = play_all(browser, address)
        for size, viewport in (("phone", PHONE), ("desk", DESK)):
            for theme in THEMES:
                context = browser.new_context(storage_state=state, viewport=viewport, color_scheme=theme)
                page = context.new_page()
                for name, path in paths.items():
                    page.goto(address + path)
                    page.screenshot(path=directory / f"{name}-{size}-{theme}.png")
                context.close()
        context = browser.new_context(storage_state=state, viewport=PAPER, device_scale_factor=2)
        page = context.new_page()
        for name in ("sheet", "settlement"):
            page.goto(address + paths[name])
            page.emulate_media(media="print")
            page.screenshot(path=directory / f"{name}-print.png")
            page.pdf(path=directory / f"{name}.pdf", prefer_css_page_size=True)
        context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
