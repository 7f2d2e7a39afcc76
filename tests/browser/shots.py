"""
Pictures of the main pages, from parties that are recorded in a served book.

``python -m tests.browser.shots DIRECTORY`` writes each page at 390x844 and at
1280x800, light and dark, and the sheet as it prints on A4.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.conftest import PHONE, Served, chromium_started, served
from tests.browser.tables import TABLES
from tests.browser.taps import CAVENDISH_SHORT
from tests.rows import beside

COMPUTER: ViewportSize = {"width": 1280, "height": 800}
PAPER: ViewportSize = {"width": 794, "height": 1123}
"""A4 at the 96 pixels an inch of a style sheet."""

PARTIE = tuple(each.format(CAVENDISH_SHORT=CAVENDISH_SHORT) for each in beside(__file__)["deals"])
"""The partie of the pictures: Ada wins 609."""

SETS = "E exchange 5; Y exchange 3; E point 5; Y how many; E making 49; Y good; E quart; Y good"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAGES = {"new": "/parties/new", "home": "/", "hand": "/hand", "rules": "/rules/portland", "glossary": "/help/glossary"}
OF_THE_TRICKS = {
    "deal": "deals/2",
    "cards": "deals/1/cards",
    "statement": "deals/2/again?at=3&do=instead",
    "across": "?across=yes",
    "share": "share",
}
OF_THE_END = {"over": "?across=no", "sheet": "sheet", "settlement": "settlement", "other-rules": "other-rules"}


class Pictures:
    """The phone that scores the parties, and each page's path by its name."""

    def __init__(self, browser: Browser, server: Served) -> None:
        self.browser, self.server = browser, server
        logs = {name: log for name, log in TABLES.items() if log and name != "over"} | {"sets": SETS}
        shown = {name: server.open(*PARTIE[:2], log) for name, log in logs.items()}
        ended = server.open(*PARTIE)
        self.links = {code: link for each in (*shown.values(), ended) for code, link in each.items()}
        codes = {name: next(iter(links)) for name, links in shown.items()}
        self.paths = PAGES | {name: f"/p/{code}/" for name, code in codes.items()}
        self.paths |= {name: f"/p/{codes['tricks']}/{path}" for name, path in OF_THE_TRICKS.items()}
        self.paths |= {name: f"/p/{next(iter(ended))}/{path}" for name, path in OF_THE_END.items()}

    def page(self, **options: object) -> Page:
        page = self.browser.new_context(**options).new_page()  # type: ignore[arg-type]
        self.server.give(page, {"links": self.links})
        return page

    def write(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        for size, viewport in (("phone", PHONE), ("computer", COMPUTER)):
            for theme in THEMES:
                page = self.page(viewport=viewport, color_scheme=theme)
                for name, path in self.paths.items():
                    page.goto(self.server.address + path)
                    page.screenshot(path=directory / f"{name}-{size}-{theme}.png")
        page = self.page(viewport=PAPER, device_scale_factor=2)
        for name in ("sheet", "settlement"):
            page.goto(self.server.address + self.paths[name])
            page.emulate_media(media="print")
            page.screenshot(path=directory / f"{name}-print.png")
            page.pdf(path=directory / f"{name}.pdf", prefer_css_page_size=True)


if __name__ == "__main__":
    with TemporaryDirectory() as data, served(Path(data)) as server, chromium_started() as browser:
        Pictures(browser, server).write(Path(sys.argv[1]))
