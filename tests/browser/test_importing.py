"""The pages of an import on a small phone: each field can be typed in, nothing is cut, and no
column is as narrow as a word.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import Viewer
from tests.browser.test_names import NARROW, WIDTH
from tests.quick_books import quick_books
from tests.web.club.conftest import Visit, visiting
from tests.web.club.test_any_sheet import NICKNAMES, PEOPLE, WRONG, Taking

__all__ = ["quick_books"]

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("quick_books")]

LONG_FILE = "nicknames of the winter league 2024 to 2025, final version.csv"

NARROW_FIELDS = """() => [
  ...document.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio]), select")
].filter((each) => each.getBoundingClientRect().width < 200).map((each) => each.name)"""

TALL_ROWS = """() => [...document.querySelectorAll("ul.list .item")]
  .filter((each) => each.getBoundingClientRect().height > 200).map((each) => each.textContent)"""


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, *PEOPLE) as visit:
        visit.club.season(1, 2, 3, 4)
        yield visit


def look(viewer: Viewer, taking: Taking) -> None:
    """Require that the page of an import can be read and filled in on a small phone."""
    viewer.render(taking.phone.client, taking.page.html)
    viewer.frame.evaluate(NARROW)
    assert viewer.frame.evaluate(WIDTH) <= 360
    assert viewer.frame.evaluate(NARROW_FIELDS) == []
    assert viewer.frame.evaluate(TALL_ROWS) == []


def test_every_page_of_an_import_fits_a_small_phone(viewer: Viewer, visit: Visit) -> None:
    taking = Taking(visit, LONG_FILE, NICKNAMES)
    look(viewer, taking)
    taking.columns()
    assert taking.title == "Names"
    look(viewer, taking)
    taking.names()
    assert taking.title.startswith("Import preview")
    look(viewer, taking)
    taking.post()
    look(viewer, taking)


def test_the_errors_of_a_file_lead_to_the_corrected_file(viewer: Viewer, visit: Visit) -> None:
    taking = Taking(visit, LONG_FILE, WRONG)
    taking.columns()
    look(viewer, taking)
    address = taking.page.links()["Choose the corrected files"]
    upload = taking.phone.get(address)
    chosen = [each for each in upload.root.all("option") if "selected" in each.attrs]
    assert [each.attrs["value"] for each in chosen] == ["1"]
