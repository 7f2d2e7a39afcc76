"""How many deals an oracle checks stands in one table, and one variable asks for another number."""

import re
from pathlib import Path
from runpy import run_path

import pytest

from tests.oracle import sizes
from tests.oracle.dealt import PRESET_NAMES
from tests.oracle.sizes import A_THOUSAND, SIZES

MOST = 60
"""The seconds of processor time that a thousand deals of every preset may take in CI."""

MODULES = [
    path
    for path in Path(__file__).parent.glob("*.py")
    if path.name not in ("sizes.py", Path(__file__).name)
]


def seconds_of(oracle: str, deals: int) -> float:
    return SIZES[oracle].cost * deals * len(PRESET_NAMES) / 1_000


def test_every_oracle_takes_its_number_from_the_table() -> None:
    read = [path.read_text("utf-8") for path in MODULES]
    asked = [oracle for text in read for oracle in re.findall(r'deals_of\("([^"]+)"\)', text)]
    assert sorted(asked) == sorted(SIZES)


def test_no_oracle_has_a_number_of_its_own() -> None:
    assert [path.name for path in MODULES if "this_run" in path.read_text("utf-8")] == []


@pytest.mark.parametrize("oracle", SIZES)
def test_an_oracle_checks_a_thousand_deals_in_ci_unless_they_take_too_long(oracle: str) -> None:
    is_dear = seconds_of(oracle, A_THOUSAND) > MOST
    assert is_dear or SIZES[oracle].in_ci >= A_THOUSAND


@pytest.mark.parametrize("oracle", SIZES)
def test_a_longer_run_checks_no_fewer_deals(oracle: str) -> None:
    size = SIZES[oracle]
    assert size.usual <= size.in_ci <= size.whole


def test_one_variable_asks_every_oracle_for_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEALS", "20000")
    asked = run_path(sizes.__file__)["deals_of"]
    assert {asked(oracle) for oracle in SIZES} == {20_000}
