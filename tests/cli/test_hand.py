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
    ("cards", "words"),
    [
        pytest.param(f"{CAVENDISH} 7C", "here are 13", id="thirteen cards"),
        pytest.param("", "here are 0", id="no cards"),
        pytest.param(CAVENDISH.replace("KD", "AS"), "only one AS", id="a card twice"),
        pytest.param(CAVENDISH.replace("KD", "6D"), "no 6D", id="a six in the pack of 32"),
    ],
)
def test_an_impossible_hand_is_refused(cards: str, words: str) -> None:
    """Exit status 1: every card could be read, but the pack or the deal does not allow them."""
    result = hand(cards)
    assert (result.exit_code, result.stdout) == (1, "")
    assert re.fullmatch(r"scorer hand: .*" + re.escape(words) + r".*\n", result.stderr)


@pytest.mark.parametrize(
    ("cards", "word"),
    [
        pytest.param("AS ZZ KS", "'ZZ'", id="no such card"),
        pytest.param("SA KS", "'SA'", id="suit before rank"),
        pytest.param("AS KS 11S", "'11S'", id="no such rank"),
        pytest.param("AS,KS, A", "'A'", id="no suit"),
        pytest.param("AS ASH", "'ASH'", id="one word inside another"),
    ],
)
def test_a_word_that_is_no_card_is_named(cards: str, word: str) -> None:
    """Exit status 2."""
    result = hand("--json", cards)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"scorer hand: {word}")
    assert result.stderr.count("\n") == 1
