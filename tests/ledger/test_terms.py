"""Terms: what a season gives for a partie."""

from __future__ import annotations

import pytest

from scorer.ledger.terms import SeasonTerms


@pytest.mark.parametrize(("winner", "given"), [(0, (3, 0)), (1, (0, 3)), (None, (1, 1))])
def test_match_points_by_winner(winner: int | None, given: tuple[int, int]) -> None:
    assert SeasonTerms("Winter", None, win=3).match_points(winner) == given
