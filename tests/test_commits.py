"""The subjects of the commits; the history itself is checked by `python -m tests.commits`, which `.ci/run` calls."""

from __future__ import annotations

import pytest

from tests.commits import fault


@pytest.mark.parametrize(
    "subject",
    [
        "web: Correct a signed partie by links and keys",
        "cli, storage: Refuse a book that is empty",
        "ledger: Pass the terms by keyword",
        "tests: Bring the oracle up to date",
        f"rules: Add {'x' * 61}",
    ],
)
def test_a_subject_with_an_area_and_an_imperative_is_accepted(subject: str) -> None:
    assert fault(subject) is None


@pytest.mark.parametrize(
    ("subject", "why"),
    [
        ("Correct a signed partie", "of the form"),
        ("web: correct a signed partie", "of the form"),
        ("web: Correct a signed partie.", "of the form"),
        ("Web: Correct a signed partie", "of the form"),
        ("web: Corrects a signed partie", "'Corrects' is not an imperative"),
        ("web: Corrected a signed partie", "'Corrected' is not an imperative"),
        ("web: Correcting a signed partie", "'Correcting' is not an imperative"),
        ("web: Correct, then sign, a partie", "a comma follows the verb"),
        (f"rules: Add {'x' * 62}", "it has 73 characters"),
    ],
)
def test_any_other_subject_is_refused_with_the_reason(subject: str, why: str) -> None:
    found = fault(subject)
    assert found is not None
    assert why in found
