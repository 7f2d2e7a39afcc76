"""A budget that is a little exceeded is printed; only one that is far exceeded fails a run."""

import pytest

from tests.benchmarks import conftest
from tests.benchmarks.conftest import passes


@pytest.fixture(autouse=True)
def over(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would be printed; the run itself prints nothing of it."""
    lines = list[str]()
    monkeypatch.setattr(conftest, "OVER", lines)
    return lines


@pytest.mark.parametrize("figure", [0.5, 1.0])
def test_a_figure_within_its_budget_passes_unmentioned(figure: float, over: list[str]) -> None:
    assert passes("a tap", figure, 1.0)
    assert over == []


def test_a_figure_a_little_over_its_budget_passes_and_is_printed(over: list[str]) -> None:
    assert passes("a tap", 2.5, 2.0)
    assert over == ["a tap: 1.25 times its budget"]


def test_a_figure_far_over_its_budget_fails(over: list[str]) -> None:
    assert not passes("a tap", 2.7, 2.0)
    assert over == []
