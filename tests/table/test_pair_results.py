"""What the parties of a pair add up to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer.resources import resource_text
from scorer.rules.figures import Side
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import play_partie
from scorer.table.great_lines import MomentKind
from scorer.table.pair_results import (
    BestDeal,
    BestOf,
    DealMoment,
    PairResult,
    PairStep,
    PairSums,
    Period,
    PlayerSums,
    WinningRun,
    best_deal,
    best_partie,
    by_period,
    in_all,
    longest_run,
    pair_steps,
    result_for,
)

CAVENDISH = resource_text("examples/rubicon.piquet")


def a_result(
    code: str = "AAAAAA", day: str = "2026-01-05", *, winner: int | None = 0, paid: int = 101
) -> PairResult:
    return PairResult(
        code=code,
        day=day,
        opened_at=f"{day}T20:00:00+00:00",
        rules="cavendish",
        winner=winner,
        paid=paid,
        in_parties=False,
        rubicon=False,
        sides=(Side(131), Side(130)),
        best=(BestDeal(40, 1), BestDeal(60, 2)),
        deals=6,
        unknown=6,
        to_elder=4,
        to_younger=2,
    )


@pytest.fixture
def example() -> PairResult:
    partie = play_partie(parse_partie(CAVENDISH).record)
    return result_for(partie, left=1, code="EXAMPLE", day="2026-11-28", opened_at="")


class TestAResult:
    def test_has_the_totals_in_the_order_of_the_page(self, example: PairResult) -> None:
        partie = play_partie(parse_partie(CAVENDISH).record)
        assert [side.total for side in example.sides] == list(reversed(partie.totals))

    def test_counts_each_deal_once_for_elder_or_younger_unless_it_is_level(
        self, example: PairResult
    ) -> None:
        assert example.to_elder + example.to_younger <= example.deals

    def test_names_the_moments_with_their_deal_and_whose_they_are(
        self, example: PairResult
    ) -> None:
        kinds = {each.kind for each in example.moments}
        assert kinds <= {MomentKind.PIQUE, MomentKind.REPIQUE, MomentKind.CAPOT}
        assert example.moments == tuple(sorted(example.moments))

    def test_of_the_other_side_is_the_same_from_there(self, example: PairResult) -> None:
        partie = play_partie(parse_partie(CAVENDISH).record)
        other = result_for(partie, left=0, code="EXAMPLE", day="2026-11-28", opened_at="")
        turned = [DealMoment(each.deal, each.kind, 1 - each.whose) for each in example.moments]
        assert sorted(turned) == list(other.moments)

    def test_is_refused_of_a_partie_that_goes_on(self) -> None:
        record = parse_partie(CAVENDISH).record
        begun = play_partie(replace(record, deals=record.deals[:2]))
        with pytest.raises(ValueError, match="over"):
            result_for(begun, left=0, code="", day="", opened_at="")


def test_a_balance_moves_to_the_winner() -> None:
    steps = pair_steps([a_result(winner=1, paid=152), a_result("BBBBBB", "2026-01-04")])
    assert steps == [
        PairStep("2026-01-04", 101, 0, "BBBBBB"),
        PairStep("2026-01-05", -152, 1, "AAAAAA"),
    ]


def test_a_year_is_the_sum_of_its_parties() -> None:
    results = [
        a_result("A", "2025-12-31"),
        a_result("B", "2026-01-01", winner=1, paid=200),
        a_result("C", "2026-01-02", winner=None, paid=0),
    ]
    periods = by_period(results)
    assert periods[Period("2025", "cavendish")].left == PlayerSums(won=1, points_won=101)
    of_2026 = periods[Period("2026", "cavendish")]
    assert of_2026.balance == -200
    assert of_2026.level == 1
    assert in_all(periods.values()).parties == 3


def test_parties_for_stakes_of_parties_do_not_move_the_balance_of_points() -> None:
    result = replace(a_result(paid=2), in_parties=True)
    sums = in_all(by_period([result]).values())
    assert sums.balance == 0
    assert sums.balance_in_parties == 2


def test_nothing_adds_nothing() -> None:
    assert in_all([]) == PairSums()


def test_a_level_partie_ends_a_run() -> None:
    winners = [0, 0, None, 0, 1]
    steps = [PairStep(f"2026-01-0{day}", 0, who, "") for day, who in enumerate(winners, 1)]
    assert longest_run(steps, 0) == WinningRun(2, "2026-01-01", "2026-01-02")


def test_who_never_won_has_no_run() -> None:
    assert longest_run([PairStep("2026-01-01", 0, 1, "")], 0) == WinningRun(0)


def test_of_two_best_deals_the_earlier_counts() -> None:
    later = a_result("B", "2026-02-01")
    assert best_deal([later, a_result("A")], 1) == BestOf(60, "A", "2026-01-05", 2)


def test_the_best_partie_is_one_that_was_won() -> None:
    results = [a_result("A", paid=50), a_result("B", winner=1, paid=500)]
    assert best_partie(results, 0) == BestOf(50, "A", "2026-01-05")
    assert best_partie([results[0]], 1) is None
