"""`scorer score` and `scorer check` of a company: the running card, and the cards of its deals."""

from __future__ import annotations

import json
from pathlib import Path

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


def test_under_other_rules_the_same_two_play_each_partie() -> None:
    """Without a Rubicon Ben loses 140; of results that is all that is known."""
    text = POOL.partition("[[partie]]\nelder")[0].replace("pool", "chouette").replace("stake = 21", "share = 1")
    for rules, points in (("portland", 320), ("portland rubicon=none", 140)):
        result = scorer("score", "--json", "--rules", rules, "-", stdin=text)
        assert json.loads(result.stdout)["parties"][0]["points"] == points
    result = scorer("score", "--rules", "cent-32", "-", stdin=text)
    assert (result.exit_code, "rounding to tens would lose" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("text", "status", "position"),
    [
        ('frame = "x"', 2, "-:1:1"),
        (POOL.replace("21", "-1"), 1, "-:3:1"),
        (POOL.replace("130", "'x'"), 2, "-:6:1"),
        (POOL.replace("[[partie]]", r'[["\u0070artie"]]').replace("130", "'x'"), 2, "-:1:1"),
    ],
)
def test_an_error_has_its_line_and_column(text: str, status: int, position: str) -> None:
    result = scorer("score", "-", stdin=text)
    assert (result.exit_code, result.stderr.split(": ")[0], result.stdout) == (status, position, "")


def test_check_finds_an_impossible_deal_of_a_partie() -> None:
    result = scorer("check", "-", stdin=IMPOSSIBLE)
    assert result.exit_code == 1
    assert result.stdout.startswith("Partie 1: A and B\nDeal 1: impossible")
    assert result.stderr.startswith("-:6:39: ")
    assert json.loads(scorer("check", "--json", EXAMPLE).stdout) == {"parties": [None] * 5}
    assert scorer("check", EXAMPLE).stdout.startswith("Partie 1: no deals are known")
    empty = 'frame = "pool"\nplayers = ["A", "B", "C"]'
    assert scorer("check", "-", stdin=empty).stdout == "No partie has been recorded.\n"
