"""The subjects of the commits; the history itself is checked by `python -m tests.commits`, which `.ci/run` calls."""

import subprocess
from pathlib import Path

import pytest

from tests import commits
from tests.commits import CHECKOUT, fault
from tests.rows import each_row


@each_row("subject")
def test_a_subject_with_an_area_and_an_imperative_is_accepted(subject: str) -> None:
    assert fault(subject) is None


@each_row("subject", "why")
def test_any_other_subject_is_refused_with_the_reason(subject: str, why: str) -> None:
    found = fault(subject)
    assert found is not None
    assert why in found


def test_a_clone_without_the_history_is_not_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (CHECKOUT / ".git").exists():
        pytest.skip("this copy is no clone")
    subprocess.run(["git", "clone", "-q", "--depth=1", CHECKOUT.as_uri(), tmp_path], check=True)
    monkeypatch.setattr(commits, "CHECKOUT", tmp_path)
    checked, faults = commits.report()
    assert ("no commit was checked" in checked, faults) == (True, [])
