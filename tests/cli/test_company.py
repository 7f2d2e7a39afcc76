"""`scorer score` and `scorer check` of a company: the running card, and the cards of its deals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import scorer

EXAMPLE = Path(__file__).parents[2] / "scorer" / "examples" / "chouette.piquet"
POOL = """frame = "pool"
players = ["Ada", "Ben", "Cem", "Dot"]
[terms]
stake = 21
[[partie]]
totals = { Ada = 130, Ben = 90 }
[[partie]]
elder = "Cem"
[[partie.deal]]
log = "E point 8; Y good; Y point 5; Y good"
"""
IMPOSSIBLE = """frame = "chouette"
players = ["A", "B", "C"]
[[partie]]
[[partie.deal]]
log = '''
E point 7; Y not good; E no sequence; E quatorze of aces; Y good
Y point 8
'''
"""


def scored(text: str, *args: str) -> Any:
    result = scorer("score", "--json", *args, "-", stdin=text)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_under_other_rules_the_same_two_play_each_partie() -> None:
    """Without a Rubicon Ben loses 140; of results that is all that is known."""
    text = POOL.partition("[[partie]]\nelder")[0].replace("pool", "chouette").replace("stake = 21", "share = 1")
    assert scored(text)["parties"][0]["points"] == 320
    assert scored(text, "--rules", "portland rubicon=none")["parties"][0]["points"] == 140
    result = scorer("score", "--rules", "cent-32", "-", stdin=text)
    assert (result.exit_code, "rounding to tens would lose" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("text", "status", "place"),
    [
        ('frame = "x"', 2, "-:1:1"),
        (POOL.replace("21", "-1"), 1, "-:3:1"),
        (POOL.replace("130", "'x'"), 2, "-:6:1"),
        (POOL.replace("[[partie]]", r'[["\u0070artie"]]').replace("130", "'x'"), 2, "-:1:1"),
    ],
)
def test_an_error_has_its_line_and_column(text: str, status: int, place: str) -> None:
    result = scorer("score", "-", stdin=text)
    assert (result.exit_code, result.stderr.split(": ")[0], result.stdout) == (status, place, "")


def test_check_looks_into_the_deals_of_each_partie() -> None:
    result = scorer("check", "-", stdin=IMPOSSIBLE)
    assert result.exit_code == 1
    assert result.stdout.startswith("Partie 1: A and B\nDeal 1: impossible")
    assert result.stderr.startswith("-:6:39: ")
    found = json.loads(scorer("check", "--json", str(EXAMPLE)).stdout)
    assert found == {"parties": [None] * 5}
    assert scorer("check", str(EXAMPLE)).stdout.startswith("Partie 1: no deals are known")
    assert (
        scorer("check", "-", stdin='frame = "pool"\nplayers = ["A", "B", "C"]').stdout
        == "No partie has been recorded.\n"
    )
