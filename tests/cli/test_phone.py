"""What `scorer phone` writes."""

from pathlib import Path

import pytest

from tests.cli.conftest import fails, printed
from tests.test_project import CHECKOUT

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


def test_a_folder_with_something_in_it_is_refused(folder: Path) -> None:
    assert fails("phone", folder) == f"scorer phone: {folder} is not empty. Name a new directory.\n"


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    inside = tmp_path / "file" / "phone"
    assert fails("phone", inside, status=2) == f"scorer phone: {inside}: Not a directory\n"
