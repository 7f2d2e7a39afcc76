"""Pictures of the main pages, from parties that are recorded in a served book.

``python -m tests.browser.shots DIRECTORY de fr`` writes each page in these languages, or in all, on
a phone, on a small one and on a computer, light and dark, and the sheet as it prints on A4.
"""

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import ViewportSize

from scorer.rules.language import ENGLISH, languages
from tests.browser.conftest import PHONE, chromium_started, served
from tests.browser.tables import TABLES, played
from tests.rows import beside

SCREENS: dict[str, ViewportSize] = {
    "phone": PHONE,
    "small": {"width": 360, "height": 560},
    "computer": {"width": 1280, "height": 800},
}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAPER: ViewportSize = {"width": 794, "height": 1123}
"""A4 at the 96 pixels an inch of a style sheet."""

DATA = beside(__file__)
ENDED = played(DATA["parties"])["ended"][1]


def write(directory: Path, data: Path, spoken: Sequence[str]) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    logs = {name: log for name, log in TABLES.items() if log and name != "over"} | DATA["tables"]
    with served(data) as server, chromium_started() as browser:
        opened = {name: server.open(*ENDED[:2], log) for name, log in logs.items()} | {
            "ended": server.open(*ENDED)
        }
        links = {code: link for each in opened.values() for code, link in each.items()}
        codes = {name: next(iter(each)) for name, each in opened.items()}
        paths = {name: path.format(**codes) for name, path in DATA["pages"].items()}
        paths |= {name: f"/p/{codes[name]}/" for name in logs}
        for code in spoken:
            of = "" if code == ENGLISH.code else f"-{code}"
            for (size, viewport), theme in product(SCREENS.items(), THEMES):
                page = browser.new_context(
                    viewport=viewport, color_scheme=theme, locale=code
                ).new_page()
                server.give(page, {"links": links})
                for name, path in paths.items():
                    page.goto(server.address + path)
                    page.screenshot(path=directory / f"{name}{of}-{size}-{theme}.png")
            page = browser.new_context(
                viewport=PAPER, device_scale_factor=2, locale=code
            ).new_page()
            server.give(page, {"links": links})
            for name in ("sheet", "settlement"):
                page.goto(server.address + paths[name])
                page.emulate_media(media="print")
                page.screenshot(path=directory / f"{name}{of}-print.png")
                page.pdf(path=directory / f"{name}{of}.pdf", prefer_css_page_size=True)


if __name__ == "__main__":
    with TemporaryDirectory() as data:
        write(Path(sys.argv[1]), Path(data), sys.argv[2:] or [each.code for each in languages()])
