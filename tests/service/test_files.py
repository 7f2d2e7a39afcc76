"""Files beside the book, where the file system can do less."""

import errno
import os
from pathlib import Path

import pytest

from scorer.service.files import publish
from scorer.service.keeping import BOOK
from tests.cli.conftest import printed

pytestmark = pytest.mark.sqlite


@pytest.fixture
def without_second_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on an Android phone's shared storage, or a memory stick."""

    def refused(source: Path, target: Path) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM), source, None, target)

    monkeypatch.setattr(os, "link", refused)


@pytest.mark.usefixtures("without_second_names")
def test_a_book_is_made_backed_up_and_restored_without_second_names(tmp_path: Path) -> None:
    printed("rehearse", "--data", tmp_path / "book", "--members", "4", "--parties", "2")
    printed("backup", tmp_path / "copy", "--data", tmp_path / "book")
    printed("restore", tmp_path / "copy", "--data", tmp_path / "new")
    printed("verify", "--data", tmp_path / "new")
    assert (tmp_path / "new" / BOOK).is_file()


@pytest.mark.usefixtures("without_second_names")
def test_what_another_program_made_meanwhile_is_left_alone(tmp_path: Path) -> None:
    made = tmp_path / "made"
    made.write_text("of this program")
    theirs = tmp_path / BOOK
    theirs.write_text("of another program")
    publish(made, theirs)
    assert theirs.read_text() == "of another program"
