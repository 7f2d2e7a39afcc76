"""`scorer hand`: what twelve cards declare, in words and as data."""

from __future__ import annotations

import re
from functools import partial

import pytest

from tests.cli.running import scorer

hand = partial(scorer, "hand")

CAVENDISH = "AS JS 9S 8S AH KH QH JH 8H JC 9C KD"
"""Elder's hand in the deal that Cavendish plays through: five hearts making 49, a quart major, three knaves."""


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("as js 9s 8s ah kh qh jh 8h jc 9c kd", id="small letters"),
        pytest.param("A♠ J♠ 9♠ 8♠ A♥ K♥ Q♥ J♥ 8♥ J♣ 9♣ K♦", id="the signs of the suits"),
        pytest.param("KD,9C,JC,8H,JH,QH,KH,AH,8S,9S,JS,AS", id="commas, in any order"),
    ],
)
def test_cards_are_read_as_people_write_them(written: str) -> None:
    assert hand("--json", written).stdout == hand("--json", CAVENDISH).stdout


@pytest.mark.parametrize(
    ("cards", "status", "words"),
    [
        pytest.param(f"{CAVENDISH} 7C", 1, "here are 13", id="thirteen cards"),
        pytest.param("", 1, "here are 0", id="no cards"),
        pytest.param(CAVENDISH.replace("KD", "6D"), 1, "no 6D", id="a six in the pack of 32"),
        pytest.param("AS ZZ KS", 2, "'ZZ'", id="no such card"),
        pytest.param("SA KS", 2, "'SA'", id="suit before rank"),
        pytest.param("AS KS 11S", 2, "'11S'", id="no such rank"),
        pytest.param("AS,KS, A", 2, "'A'", id="no suit"),
        pytest.param("AS ASH", 2, "'ASH'", id="one word inside another"),
    ],
)
def test_cards_that_are_no_hand_are_refused(cards: str, status: int, words: str) -> None:
    """Exit status 1 if every card can be read, but the pack or the deal does not allow them; 2 if one cannot."""
    result = hand("--json", cards)
    assert (result.exit_code, result.stdout) == (status, "")
    assert re.fullmatch(r"scorer hand: .*" + re.escape(words) + r".*\n", result.stderr)
