"""What the tests of the laws share: a log in, short lines or a refusal out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorer.rules.deal import ALONE, Folded, fold
from scorer.rules.deal_state import Setting
from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.reasons import Rule


def _folded(log: str, rules: str, setting: Setting, house: dict[str, Any]) -> Folded:
    ruleset = house_rules(PRESETS[rules], house) if house else PRESETS[rules]
    return fold(ruleset, parse_log(log, ruleset), setting)


@pytest.fixture
def lines() -> Callable[..., list[str]]:
    """The lines of a log, every statement of which must be legal, as ``E point 5``."""

    def read(log: str, rules: str = "portland", setting: Setting = ALONE, **house: Any) -> list[str]:
        deal = _folded(log, rules, setting, house).require()
        return [f"{line.seat.letter} {line.kind.value.replace('_', ' ')} {line.points}" for line in deal.lines]

    return read


@pytest.fixture
def score() -> Callable[..., tuple[int, int]]:
    """Elder's and younger's points by a log, every statement of which must be legal."""

    def read(log: str, rules: str = "portland", setting: Setting = ALONE, **house: Any) -> tuple[int, int]:
        elder, younger = _folded(log, rules, setting, house).require().score
        return elder, younger

    return read


@pytest.fixture
def refused() -> Callable[..., tuple[int, Rule] | None]:
    """Position and rule of the first statement of a log that is refused, or `None`."""

    def read(log: str, rules: str = "portland", setting: Setting = ALONE, **house: Any) -> tuple[int, Rule] | None:
        _, position, refusal = _folded(log, rules, setting, house)
        return None if position is None or refusal is None else (position, refusal.rule)

    return read
