"""`scorer check`: what it promises to programs that read it, to shells that chain it, and to files that are wrong."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scorer.rules.cards import parse_hand, pips
from scorer.rules.presets import PRESETS
from tests.cli.running import scorer

check = partial(scorer, "check")

DATA = Path(__file__).parent / "data"
CAVENDISH = Path(__file__).parents[2] / "scorer" / "examples" / "cavendish.piquet"

POSSIBLE = "E point 5; Y how many; E making 49; Y good; E quart major; Y good; E quatorze of aces; Y good"
SUNK = "E no point; E no sequence; E no set; tricks E6 Y6"
"""Every hand has a point to call, and neither calls one."""

IMPOSSIBLE = "E point 5; Y not good; E quatorze of kings; Y good; Y point 6; Y quart major"
"""Elder has all the kings, and younger a king in her quart."""


def file(*deals: str, rules: str = "portland") -> str:
    """A partie of Ada and Bea, and of more where the rules ask for them; a deal that is no log gives its totals."""
    players = ["Ada", "Bea", "Cem", "Dora"][: PRESETS[rules].players]
    text = f'rules = "{rules}"\nplayers = {json.dumps(players)}\n'
    for deal in deals:
        text += f"[[deal]]\n{deal}\n" if "=" in deal else f'[[deal]]\nlog = "{deal}"\n'
    return text


OVER = "; tricks E12"


def deals(*logs: str, rules: str = "portland") -> list[dict[str, Any]]:
    """The deals of the document for a partie of these."""
    result = check("--json", "-", stdin=file(*logs, rules=rules))
    found = json.loads(result.stdout)["deals"]
    assert isinstance(found, list)
    return found


# What the document says


def test_what_was_claimed_is_in_the_witness() -> None:
    """A point of five making forty-nine, a quart major, and four aces: every word of it, in one hand."""
    (deal,) = deals(POSSIBLE)
    assert (deal["verdict"], deal["sunk"], deal["conflict"], deal["from_totals"]) == ("possible", [], [], False)
    elder = parse_hand(" ".join(deal["witness"]["elder"]))
    suits = [[card for card in elder if card.suit is suit] for suit in {card.suit for card in elder}]
    assert (5, 49) in [(len(suit), pips(suit)) for suit in suits]
    assert any({"A", "K", "Q", "J"} <= {card.rank.code for card in suit} for suit in suits)
    assert Counter(card.rank.code for card in elder)["A"] == 4


def test_one_document_a_file_one_a_line(tmp_path: Path) -> None:
    (tmp_path / "one").write_text(file(POSSIBLE))
    (tmp_path / "two").write_text(file(f"{POSSIBLE}{OVER}", SUNK))
    lines = check("--json", tmp_path / "one", tmp_path / "two").stdout.splitlines()
    assert [len(json.loads(line)["deals"]) for line in lines] == [1, 2]


def test_a_partie_without_a_deal_has_none_to_check() -> None:
    result = check("--json", "-", stdin=file())
    assert (result.exit_code, json.loads(result.stdout)) == (0, {"deals": []})
    assert "No deal has been recorded." in check("-", stdin=file()).stdout


def test_an_empty_file_cannot_be_read() -> None:
    result = check("-", stdin="")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "-:1:1: this file is empty: a partie has rules, players and deals\n"


# What a terminal shows


def test_files_are_divided_by_one_empty_line(tmp_path: Path) -> None:
    path = tmp_path / "one"
    path.write_text(file(POSSIBLE))
    assert check(path, path).stdout == check(path).stdout + "\n" + check(path).stdout


@pytest.mark.parametrize("path", [CAVENDISH, *sorted(DATA.glob("ca*.piquet"))], ids=lambda path: path.stem)
def test_what_was_really_played_is_possible(path: Path) -> None:
    """Deals that were published with their cards, however they are told."""
    result = check("--json", path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [deal["verdict"] for deal in json.loads(result.stdout)["deals"]] == ["possible"]


# What it tells the shell

HOUSE = 'players = ["Ada", "Bea"]\n'


def test_an_impossible_deal_is_reported_at_the_last_statement_of_the_conflict(tmp_path: Path) -> None:
    """Younger's quart major is the ninth line; what follows it has no part in the conflict."""
    path = tmp_path / "partie.piquet"
    path.write_text(
        HOUSE
        + '[[deal]]\nlog = """\nE point 5; Y not good\nE quatorze of kings; Y good\nY point 6; Y quart major\n'
        + 'Y tierce to ten\n"""\n'
    )
    result = check(path)
    assert result.exit_code == 1
    assert re.fullmatch(re.escape(str(path)) + r":6:12: .* and .* can't both be\n", result.stderr)
    assert "Deal 1: impossible" in result.stdout


def test_each_impossible_deal_is_reported() -> None:
    result = check("--json", "-", stdin=file(f"{IMPOSSIBLE}{OVER}", f"{POSSIBLE}{OVER}", IMPOSSIBLE))
    assert result.exit_code == 1
    assert [line.split(":")[1] for line in result.stderr.splitlines()] == ["4", "8"]


@pytest.mark.parametrize(
    ("log", "words"),
    [
        pytest.param("E point 9", "no suit gives", id="no such point"),
        pytest.param("E point 5; Y how many; E making 99", "cannot make 99", id="no such pips"),
        pytest.param("E huitieme to king", "goes to the king", id="no such head"),
        pytest.param("E quatorze of nines", "do not make a set", id="no such set"),
        pytest.param("E carte blanche; Y carte blanche", "cannot be", id="two cartes blanches"),
        pytest.param("E trio of kings; Y good; E quatorze of kings", "already called", id="a rank called twice"),
        pytest.param("Y good", "no call needs an answer", id="an answer to nothing"),
    ],
)
def test_an_illegal_statement_is_reported_as_by_score(log: str, words: str) -> None:
    """What no pack has the rules refuse before the cards are asked."""
    result = check("-", stdin=file(log))
    assert (result.exit_code, result.stdout) == (1, "")
    assert words in result.stderr
    assert result.stderr == scorer("score", "-", stdin=file(log)).stderr


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        pytest.param(b"rules = ", "1:9", "value", id="no TOML"),
        pytest.param(b'[[deal]]\nlog = "E pint 5"', "2:10", "'pint'", id="no such word"),
        pytest.param(b'rules = "nonsense"', "1:1", "portland", id="no such preset"),
        pytest.param(b"\xff", "1:1", "UTF-8", id="no text"),
    ],
)
def test_an_unreadable_file_is_reported_with_line_and_column(
    tmp_path: Path, content: bytes, place: str, words: str
) -> None:
    path = tmp_path / "wrong.piquet"
    path.write_bytes(content)
    result = check(path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"{path}:{place}: ")
    assert words in result.stderr


@pytest.mark.parametrize(
    ("files", "status"),
    [
        ("possible", 0),
        ("sunk possible", 0),
        ("impossible sunk", 1),
        ("possible impossible unreadable", 2),
        ("missing impossible", 2),
    ],
)
def test_the_exit_status_is_that_of_the_worst_file(tmp_path: Path, files: str, status: int) -> None:
    """0 possible or sunk, 1 impossible, 2 not to be read; the others are still checked."""
    contents = {"possible": POSSIBLE, "sunk": SUNK, "impossible": IMPOSSIBLE, "unreadable": "E pint"}
    for name, log in contents.items():
        (tmp_path / name).write_text(file(log))
    result = check("--json", *(tmp_path / name for name in files.split()))
    assert result.exit_code == status
    read = [name for name in files.split() if name not in ("unreadable", "missing")]
    found = [json.loads(line)["deals"][0]["verdict"] for line in result.stdout.splitlines()]
    assert found == read
    assert len(result.stderr.splitlines()) == len(set(files.split()) - {"possible", "sunk"})


def test_no_file_at_all_is_a_mistake() -> None:
    result = check()
    assert (result.exit_code, result.stdout) == (2, "")
    assert "FILE" in result.stderr
