"""`scorer hand`: what twelve cards declare, in words and as data."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorer.cli import main

CAVENDISH = "AS JS 9S 8S AH KH QH JH 8H JC 9C KD"
"""Elder's hand in the deal that Cavendish plays through: five hearts making 49, a quart major, three knaves."""

MOST = "AS KS QS AH KH QH AD KD QD AC KC QC"
"""The dearest hand there is without a carte blanche: 57 (Hoyle)."""

BLANK = "AS TS 9S 8S 7S AH TH 9H 8H 7H AD TD"
"""No king, queen or knave: two quarts to the ten, three aces, three tens, and the better of two equal points."""

SIXES = "6S 7S 8S 9S TS JS QS KS AS 6H 6D 6C"
"""With the sixes in the pack: the run of nine."""


def hand(*args: str) -> Result:
    """Run ``scorer hand`` in this process; whatever is wrong, it ends by its exit status and never by an error."""
    result = CliRunner().invoke(main, ["hand", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def document(*args: str) -> dict[str, Any]:
    """The JSON document of ``scorer hand --json``, which must succeed and be one line."""
    result = hand("--json", *args)
    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (0, "", 1)
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_the_document_is_the_promised_one() -> None:
    """Every key that is promised, in its type, and no other."""
    assert document(CAVENDISH) == {
        "point": {"length": 5, "pips": 49, "suit": "hearts"},
        "sequences": [{"length": 4, "top": "A", "suit": "hearts"}],
        "sets": [{"count": 3, "rank": "J"}],
        "carte_blanche": False,
        "total": 5 + 4 + 3,
    }


def test_the_words_are_those_of_the_table() -> None:
    """Each declaration with its points, ruled off, and their sum below them."""
    assert hand(CAVENDISH).stdout.splitlines() == [
        "point of five making 49 in hearts          5",
        "quart major in hearts                      4",
        "three knaves                               3",
        "─" * 44,
        "total, if all of it is good               12",
    ]


def test_the_dearest_hand() -> None:
    """Four tierces major and three quatorzes, the highest first."""
    found = document(MOST)
    assert (found["point"]["length"], found["point"]["pips"]) == (3, 31)
    assert [(each["length"], each["top"]) for each in found["sequences"]] == [(3, "A")] * 4
    assert {each["suit"] for each in found["sequences"]} == {"spades", "hearts", "diamonds", "clubs"}
    assert found["sets"] == [{"count": 4, "rank": rank} for rank in "AKQ"]
    assert found["total"] == 3 + 4 * 3 + 3 * 14


def test_a_carte_blanche() -> None:
    """Law 61: ten for it, before anything else is counted."""
    found = document(BLANK)
    assert found["carte_blanche"] is True
    assert found["total"] == 10 + 5 + 4 + 4 + 3 + 3
    assert hand(BLANK).stdout.splitlines()[0].split() == ["carte", "blanche", "10"]


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        pytest.param("portland", 5 + 4 + 3, id="portland"),
        pytest.param("meyer-1888", 25 + 4 + 3, id="meyer-1888, the point squared"),
    ],
)
def test_another_ruleset_counts_by_its_own_values(rules: str, total: int) -> None:
    assert document(CAVENDISH, "--rules", rules)["total"] == total


def test_the_old_pack_has_sixes() -> None:
    """With 36 cards a run of nine scores nineteen, and four sixes are no set."""
    found = document(SIXES, "--rules", "cent-36")
    assert found["point"] == {"length": 9, "pips": 11 + 4 * 10 + 9 + 8 + 7 + 6, "suit": "spades"}
    assert found["sequences"] == [{"length": 9, "top": "A", "suit": "spades"}]
    assert (found["sets"], found["total"]) == ([], 9 + 19)


def test_a_hand_with_no_point_long_enough_says_so() -> None:
    """Where a point needs four cards, three of each suit make none."""
    assert document(MOST, "--rules", "cent-36")["point"] is None
    assert "point" not in hand(MOST, "--rules", "cent-36").stdout


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
def test_what_is_no_hand_of_the_pack_is_forbidden(cards: str, rules: str, words: str) -> None:
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


def test_an_unknown_ruleset_cannot_be_read() -> None:
    result = hand(CAVENDISH, "--rules", "nonsense")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("scorer hand: there is no preset 'nonsense'")


@pytest.mark.parametrize("args", [[], CAVENDISH.split()])
def test_a_wrong_command_is_a_mistake(args: list[str]) -> None:
    """No cards at all, and cards that were not quoted."""
    result = hand(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage" in result.stderr
