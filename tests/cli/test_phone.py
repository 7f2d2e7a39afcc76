"""What `scorer phone` writes."""

import json
from pathlib import Path

import pytest

from scorer.web.build import build_id
from tests.cli.conftest import fails, printed
from tests.test_project import CHECKOUT
from tests.web.test_build import constants, first_digits

TEXTS = {
    "piquet-scorer.txt": "LICENSE",
    "htmx.txt": "static/vendor/htmx-LICENSE",
    "pyodide.txt": "static/vendor/pyodide-314.0.7/pyodide-LICENSE",
    "python.txt": "static/vendor/pyodide-314.0.7/python-LICENSE",
}
"""The licences that hold for files of the folder."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("offered") / "phone"
    printed("phone", directory)
    return directory


@pytest.mark.parametrize("name", TEXTS)
def test_the_folder_has_the_licence_of_what_is_in_it(folder: Path, name: str) -> None:
    assert (folder / "licences" / name).read_bytes() == (CHECKOUT / TEXTS[name]).read_bytes()


def test_the_files_of_the_folder_are_those_that_its_service_worker_expects(folder: Path) -> None:
    expected = constants((folder / "service.js").read_text("utf-8"))["FILES"]
    found = {
        address: first_digits((folder / address.partition("?")[0]).read_bytes())
        for address in expected
    }
    assert found == expected


def test_the_folder_is_of_one_build(folder: Path) -> None:
    listed = json.loads((folder / "files.json").read_text("utf-8"))["build"]
    served = constants((folder / "service.js").read_text("utf-8"))["BUILD"]
    assert listed == build_id()
    assert served == build_id()


def test_the_page_of_the_folder_says_its_build_and_that_home_is_the_folder(folder: Path) -> None:
    page = (folder / "index.html").read_text("utf-8")
    assert f'data-build="{build_id()}" data-root="./"' in page


def test_a_folder_with_something_in_it_is_refused(folder: Path) -> None:
    assert fails("phone", folder) == f"scorer phone: {folder} is not empty. Name a new directory.\n"


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    inside = tmp_path / "file" / "phone"
    assert fails("phone", inside, status=2) == f"scorer phone: {inside}: Not a directory\n"
