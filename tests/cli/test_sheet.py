"""
The sheet as a terminal shows it.

The whole sheets in ``data`` are kept so that no change of wording, order or
spacing slips in unseen: one that is wanted is read through line by line and
then written there again with ``scorer score``.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from scorer.cli.plain_text import LEAST, MOST, TEXT, pad, width
from tests.cli.running import scorer

DATA = Path(__file__).parent / "data"
CAVENDISH = Path(__file__).parents[2] / "scorer" / "examples" / "cavendish.piquet"

EVERYTHING = [CAVENDISH, *sorted(DATA.glob("*.piquet"))]


def sheet(text: str) -> str:
    result = scorer("score", "-", stdin=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def of_deal(log: str, players: tuple[str, str] = ("Ada", "Bea"), rules: str = "portland") -> str:
    names = ", ".join(json.dumps(name, ensure_ascii=False) for name in players)
    return sheet(f'rules = "{rules}"\nplayers = [{names}]\n[[deal]]\nlog = "{log}"\n')


# The whole of it


@pytest.mark.parametrize("path", EVERYTHING, ids=lambda path: path.stem)
def test_the_sheet_is_clean(path: Path) -> None:
    """No space at the end of a line, no empty line twice, one newline at the end, and no ellipsis among short names."""
    text = sheet(path.read_text("utf-8"))
    assert re.findall(r"[ \t]+$", text, re.MULTILINE) == []
    assert "\n\n\n" not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "…" not in text


# Columns


class Row(NamedTuple):
    """A line of the sheet cut at its columns."""

    text: str
    first: str
    second: str
    source: str


def rows(text: str, first: int = LEAST, second: int = LEAST) -> list[Row]:
    """The lines of a sheet that stand under the heads of its deals, cut where the columns should be."""
    found = []
    for deal in re.findall(r"^(?:Partie \d, d|D)eal \d.*\n(?:.+\n)+?(─+\n(?:.+\n)*?─+\n.*\n.*)\n", text, re.MULTILINE):
        for line in deal.splitlines():
            if len(line) > TEXT and not line.startswith("─"):
                cuts = (0, TEXT, TEXT + first, TEXT + first + second, len(line))
                found.append(Row(*(line[start:end] for start, end in pairwise(cuts))))
    return found


def assert_columns(text: str, first: int = LEAST, second: int = LEAST) -> None:
    """Each row has its points at the right edge of one column, or of both, and its source in the last."""
    found = rows(text, first, second)
    assert found
    for row in found:
        assert re.fullmatch(r" *[\d–]*", row.first)
        assert re.fullmatch(r" *[\d–]*", row.second)
        assert re.fullmatch(r"(?:   \S.*)?", row.source)
        assert row.first.strip() or row.second.strip()


@pytest.mark.parametrize("path", EVERYTHING, ids=lambda path: path.stem)
def test_the_points_stand_under_their_players(path: Path) -> None:
    assert_columns(sheet(path.read_text("utf-8")))


SCRIPTS = {
    "plain": ("Ada", 3),
    "an accent": ("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", 3),
    "an accent as a mark": ("Zoe\N{COMBINING DIAERESIS}", 3),
    "Cyrillic": ("Пётр", 4),
    "Chinese": ("韩梅梅", 6),
    "Japanese": ("はな", 4),
    "Japanese, half as wide": ("ﾊﾅ", 2),
    "Korean": ("한별", 4),
    "Thai, tones above": ("ข้าว", 3),
    "Thai, vowels above": ("กิ่ง", 2),
    "Latin, full width": ("ＡＢ", 4),
    "a sign of a suit": ("♠ B", 3),
}
"""Names in many scripts and the columns that a terminal gives them."""


@pytest.mark.parametrize(("name", "columns"), SCRIPTS.values(), ids=list(SCRIPTS))
def test_the_width_of_a_name_is_what_a_terminal_gives_it(name: str, columns: int) -> None:
    """Wide characters take two columns; marks above, below and upon a letter take none."""
    assert width(name) == columns


@pytest.mark.parametrize(("name", "columns"), SCRIPTS.values(), ids=list(SCRIPTS))
def test_names_of_any_script_keep_the_columns(name: str, columns: int) -> None:
    """Seen as a terminal shows it, the sheet with this name is the sheet with a plain name of that width."""
    log = "E point 5; Y good; E trio of knaves; Y not good; Y quatorze of tens; tricks E7 Y5"
    plain = "x" * columns
    assert of_deal(log, (name, "Bea")).replace(name, plain) == of_deal(log, (plain, "Bea"))


@pytest.mark.parametrize(
    ("text", "columns", "right", "padded"),
    [
        pytest.param("Bea", 6, False, "Bea   ", id="to the left"),
        pytest.param("Bea", 6, True, "   Bea", id="to the right"),
        pytest.param("Cavendish", 6, False, "Caven…", id="cut"),
        pytest.param("Caven…", 6, False, "Caven…", id="just fits"),
        pytest.param("李雷", 6, True, "  李雷", id="wide"),
        pytest.param("李雷韩梅", 4, True, " 李…", id="wide, cut between two columns"),
        pytest.param("Zoe\N{COMBINING DIAERESIS}s", 3, False, "Zo…", id="a mark goes with its letter"),
    ],
)
def test_a_text_is_padded_or_cut_to_its_columns(text: str, columns: int, right: bool, padded: str) -> None:
    assert pad(text, columns, right=right) == padded
    assert width(padded) == columns


LONG = {
    "of many words": "The Honourable Miss Ada Augusta Fotheringay-Phipps of Saint Mary Mead, the younger",
    "of one word": "x" * 80,
    "of wide letters": "李" * 40,
}


@pytest.mark.parametrize("name", [name[:80] for name in LONG.values()], ids=list(LONG))
def test_a_long_name_takes_nothing_from_the_reasons(name: str) -> None:
    """However long the names, each line says why it scores, and the settlement why it is paid."""
    log = "E point 5; Y good; E quint major; Y good; E trio of aces; Y good; tricks E7 Y5"
    paper = f"[[deal]]\nscores = {{ {json.dumps(name, ensure_ascii=False)} = 20, Bea = 1 }}\n"
    played = f'[[deal]]\nlog = "{log}"\n'
    text = sheet(f"players = [{json.dumps(name, ensure_ascii=False)}, 'Bea']\n{played}{paper * 5}")
    squeezed = "".join(text.split())
    for reason in (
        "point of five",
        "quint major",
        "three aces",
        "pique: twenty-nine, sixty; thirty in hand and play before Bea scored",
        "one trick won off",
        "the cards: seven tricks",
        "Bea has not crossed the Rubicon: 11 is under 100",
        "has more points: 171 to 11",
    ):
        assert "".join(reason.split()) in squeezed
    assert_columns(text.replace("李", "xx"), MOST)


# What the players say


def aloud(text: str) -> list[str]:
    """What is said aloud in each deal of a sheet, as one line."""
    found = re.findall(r"^  Aloud: (.*(?:\n {9}.*)*)", text, re.MULTILINE)
    return [" ".join(each.split()) for each in found]


def test_the_count_aloud_is_the_one_that_cavendish_prints() -> None:
    """
    Elder counts nine and leads ten before younger, having heard the lead, counts seventeen.

    Source: Cavendish, description of the game, pages 103 to 106.
    """
    assert aloud(sheet(CAVENDISH.read_text("utf-8"))) == [
        "A nine, ten; B seventeen; A eleven, twelve, thirteen, fourteen, fifteen; "
        "B eighteen, nineteen, twenty, twenty-one, twenty-two, twenty-three; A sixteen, eighteen, twenty-eight"
    ]


@pytest.mark.parametrize(
    ("log", "said"),
    [
        pytest.param(
            "E point 5; Y good; E quint major; Y good; E quatorze of aces; Y good",
            "Ada thirty-four, ninety-four",
            id="a repique: thirty-four, ninety-four",
        ),
        pytest.param(
            "E point 5; Y good; E quint; Y good; E trio of aces; Y good; tricks E8",
            "Ada twenty-three, twenty-four, twenty-five, twenty-six, twenty-seven, twenty-eight, twenty-nine, sixty, "
            "sixty-one",
            id="a pique: twenty-nine, sixty",
        ),
        pytest.param(
            "E point 4; Y not good; Y point 7; Y septieme; Y trio of aces; tricks Y1",
            "Ada one; Bea twenty-seven, twenty-eight",
            id="elder leads before younger counts her hand",
        ),
        pytest.param(
            "E point 4; Y not good; Y point 7; Y septieme; Y quatorze of aces; tricks Y1",
            "Ada one; Bea thirty-eight, ninety-eight, ninety-nine",
            id="a repique of younger's follows the lead",
        ),
        pytest.param(
            "E point 5; Y good; E quint; Y good; E trio of aces; Y good; count E12 last E play 13",
            "Ada twenty-three, sixty",
            id="the short way has no order to be spoken in, but the hand and the pique are said",
        ),
        pytest.param("E carte blanche; E point 4; Y good", "Ada fourteen", id="a carte blanche is counted first"),
    ],
)
def test_what_is_said_aloud(log: str, said: str) -> None:
    assert aloud(of_deal(log)) == [said]


@pytest.mark.parametrize("log", ["E point 5", "E point 5; Y equal; E making 48; Y equal", "E exchange 3; Y exchange 5"])
def test_nothing_is_said_before_anything_counts(log: str) -> None:
    assert aloud(of_deal(log)) == []


# The end, and what comes before it


def test_a_rule_is_as_wide_as_the_columns() -> None:
    """And a longer name widens its column, up to a limit."""
    log = "E point 5; Y good"
    assert f"\n{'─' * (TEXT + 2 * LEAST)}\n" in of_deal(log)
    assert f"\n{'─' * (TEXT + len('Alexandra') + 2 + LEAST)}\n" in of_deal(log, ("Alexandra", "Bea"))
    assert f"\n{'─' * (TEXT + MOST + LEAST)}\n" in of_deal(log, ("A" * 40, "Bea"))


# Where the hands are bid for
