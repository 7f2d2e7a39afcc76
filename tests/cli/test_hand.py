"""`scorer hand`: what twelve cards declare, in words and as data."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

import pytest

from tests.cli.running import scorer

hand = partial(scorer, "hand")

CAVENDISH = "AS JS 9S 8S AH KH QH JH 8H JC 9C KD"
"""Elder's hand in the deal that Cavendish plays through: five hearts making 49, a quart major, three knaves."""


def document(*args: str) -> dict[str, Any]:
    """The JSON document of ``scorer hand --json``, which must succeed and be one line."""
    result = hand("--json", *args)
    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (0, "", 1)
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("as js 9s 8s ah kh qh jh 8h jc 9c kd", id="small letters"),
        pytest.param("A♠ J♠ 9♠ 8♠ A♥ K♥ Q♥ J♥ 8♥ J♣ 9♣ K♦", id="the signs of the suits"),
        pytest.param("KD,9C,JC,8H,JH,QH,KH,AH,8S,9S,JS,AS", id="commas, in any order"),
    ],
)
def test_cards_are_read_as_people_write_them(written: str) -> None:
    assert document(written) == document(CAVENDISH)


@pytest.mark.parametrize(
    ("cards", "rules", "words"),
    [
        pytest.param(f"{CAVENDISH} 7C", "portland", "here are 13", id="thirteen cards"),
        pytest.param(CAVENDISH[:-3], "portland", "here are 11", id="eleven cards"),
        pytest.param("", "portland", "here are 0", id="no cards"),
        pytest.param(CAVENDISH.replace("KD", "AS"), "portland", "only one AS", id="a card twice"),
        pytest.param(CAVENDISH.replace("KD", "6D"), "portland", "no 6D", id="a six in the pack of 32"),
    ],
)
def test_an_impossible_hand_is_refused(cards: str, rules: str, words: str) -> None:
    """Exit status 1: every card could be read, but the pack or the deal does not allow them."""
    result = hand(cards, "--rules", rules)
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


@pytest.mark.parametrize("args", [[], CAVENDISH.split()])
def test_a_wrong_command_is_a_mistake(args: list[str]) -> None:
    """No cards at all, and cards that were not quoted."""
    result = hand(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage" in result.stderr
