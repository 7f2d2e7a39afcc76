"""`scorer check`: what it reports of the claims in a file."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from tests.cli.running import scorer

check = partial(scorer, "check")

DATA = Path(__file__).parent / "data"
CAVENDISH = Path(__file__).parents[2] / "scorer" / "examples" / "cavendish.piquet"

POSSIBLE = "E point 5; Y how many; E making 49; Y good; E quart major; Y good; E quatorze of aces; Y good"
SUNK = "E no point; E no sequence; E no set; tricks E6 Y6"
"""Every hand has a point to call, and neither calls one."""

IMPOSSIBLE = "E point 5; Y not good; E quatorze of kings; Y good; Y point 6; Y quart major"
"""Elder has all the kings, and younger a king in a quart."""


def file(*logs: str) -> str:
    deals = "".join(f'[[deal]]\nlog = "{log}"\n' for log in logs)
    return f'rules = "portland"\nplayers = ["Ada", "Bea"]\n{deals}'


@pytest.mark.parametrize("path", [CAVENDISH, *sorted(DATA.glob("ca*.piquet"))], ids=lambda path: path.stem)
def test_deals_that_were_published_with_their_cards_are_possible(path: Path) -> None:
    result = check("--json", path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [deal["verdict"] for deal in json.loads(result.stdout)["deals"]] == ["possible"]


def test_each_impossible_deal_is_reported_at_the_last_statement_of_its_conflict(tmp_path: Path) -> None:
    path = tmp_path / "partie.piquet"
    path.write_text(
        'players = ["Ada", "Bea"]\n[[deal]]\nlog = """\nE point 5; Y not good\nE quatorze of kings; Y good\n'
        'Y point 6; Y quart major\nY tierce to ten\n"""\n'
    )
    result = check(path)
    assert result.exit_code == 1
    assert re.fullmatch(re.escape(str(path)) + r":6:12: .* and .* can't both be true\n", result.stderr)
    assert "Deal 1: impossible" in result.stdout
    result = check("--json", "-", stdin=file(f"{IMPOSSIBLE}; tricks E12", f"{POSSIBLE}; tricks E12", IMPOSSIBLE))
    assert result.exit_code == 1
    assert [line.split(":")[1] for line in result.stderr.splitlines()] == ["4", "8"]


def test_the_exit_status_is_0_for_a_deal_where_someone_sank() -> None:
    result = check("--json", "-", stdin=file(SUNK))
    assert (result.exit_code, json.loads(result.stdout)["deals"][0]["verdict"]) == (0, "sunk")
