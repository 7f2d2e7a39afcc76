"""Short logs that are easily got wrong, each with the verdict that it must have (`cases.toml`)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from scorer.rules.checker import check
from scorer.rules.deal import fold
from scorer.rules.notation import parse_log
from tests.rules.checker.agreement import FULL, assert_agrees
from tests.rules.checker.rounds import ROUND
from tests.rules.checker.sat import Solver

CASES = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_hard_case(case: dict[str, str], solver: Solver) -> None:
    rules = (FULL | ROUND)[case["rules"]]
    log = parse_log(case["log"], rules)
    verdict = check(fold(rules, log).require())
    number = len(verdict.sunk) + len(verdict.conflict)

    assert f"{verdict.finding.value} {number or ''}".strip() == case["verdict"]
    assert_agrees(rules, log, solver.possible)
