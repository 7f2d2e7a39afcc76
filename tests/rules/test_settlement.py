"""How far a correction must move a settlement to be asked about twice."""

import pytest

from scorer.rules.presets import PORTLAND
from scorer.rules.settlement import asks_twice, settle
from tests.rows import each_row


@each_row
def test_a_correction_is_asked_about_twice(
    before: list[int], after: list[int], twice: bool
) -> None:
    """In both directions, as the other version may be the record."""
    first = settle(PORTLAND, (before[0], before[1]))
    second = settle(PORTLAND, (after[0], after[1]))
    assert asks_twice(first, second) is twice
    assert asks_twice(second, first) is twice


@pytest.mark.parametrize("totals", [(160, 90), (160, 120), (120, 160)])
def test_a_partie_that_is_over_in_one_version_alone_is_asked_about_twice(
    totals: tuple[int, int],
) -> None:
    assert asks_twice(None, settle(PORTLAND, totals))


def test_what_settles_nothing_in_both_versions_is_not_asked_about_twice() -> None:
    assert asks_twice(None, None) is False
