"""How many deals an oracle checks stands in one table, and one variable asks for another number."""

import re
from pathlib import Path
from runpy import run_path

import pytest

from tests import thorough
from tests.oracle import sizes
from tests.oracle.dealt import PRESET_NAMES
from tests.oracle.sizes import A_THOUSAND, ALL, SIZES

MOST = 23 * 60
"""The seconds of processor time that all oracles together may take in CI; half of them are for what
a partie hinges on, and for verdicts.
"""

MODULES = [
    path
    for path in Path(__file__).parent.glob("*.py")
    if path.name not in ("sizes.py", Path(__file__).name)
]


def seconds_of(oracle: str) -> float:
    """Return how long an oracle takes in CI."""
    return SIZES[oracle].cost * SIZES[oracle].in_ci * len(PRESET_NAMES) / 1_000


def test_every_oracle_takes_its_number_from_the_table() -> None:
    read = [path.read_text("utf-8") for path in MODULES]
    asked = [oracle for text in read for oracle in re.findall(r'deals_of\("([^"]+)"\)', text)]
    assert sorted(asked) == sorted(SIZES)


def test_an_oracle_draws_moments_if_the_table_says_how_many() -> None:
    read = [path.read_text("utf-8") for path in MODULES]
    asked = [oracle for text in read for oracle in re.findall(r'moments_of\("([^"]+)"\)', text)]
    assert sorted(asked) == sorted(oracle for oracle, size in SIZES.items() if size.moments != ALL)


def test_a_run_in_full_looks_at_all_of_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thorough, "WHOLE", True)
    asked = run_path(sizes.__file__)["moments_of"]
    assert {asked(oracle) for oracle in SIZES} == {ALL}


def test_no_oracle_has_a_number_of_its_own() -> None:
    assert [path.name for path in MODULES if "this_run" in path.read_text("utf-8")] == []


@pytest.mark.parametrize("oracle", SIZES)
def test_an_oracle_checks_a_thousand_deals_in_ci(oracle: str) -> None:
    assert SIZES[oracle].in_ci >= A_THOUSAND


def test_all_oracles_together_take_no_longer_than_ci_can_afford() -> None:
    assert sum(map(seconds_of, SIZES)) <= MOST


@pytest.mark.parametrize("oracle", SIZES)
def test_a_longer_run_checks_no_fewer_deals(oracle: str) -> None:
    size = SIZES[oracle]
    assert size.usual <= size.in_ci <= size.whole


def test_one_variable_asks_every_oracle_for_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEALS", "20000")
    asked = run_path(sizes.__file__)["deals_of"]
    assert {asked(oracle) for oracle in SIZES} == {20_000}
