"""The subjects of the commits; the history itself is checked by `python -m tests.commits`, which `.ci/run` calls."""

from tests.commits import fault
from tests.rows import each_row


@each_row("subject")
def test_a_subject_with_an_area_and_an_imperative_is_accepted(subject: str) -> None:
    assert fault(subject) is None


@each_row("subject", "why")
def test_any_other_subject_is_refused_with_the_reason(subject: str, why: str) -> None:
    found = fault(subject)
    assert found is not None
    assert why in found
