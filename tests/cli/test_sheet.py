"""The sheet as a terminal shows it: names of any script and length, and the count as it is spoken."""

import json
import re

import pytest

from scorer.cli.plain_text import LEAST, MOST, TEXT, pad, width
from tests.cli.running import scorer
from tests.rows import each_row


def sheet(text: str) -> str:
    result = scorer("score", "-", stdin=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def of_deal(log: str, players: tuple[str, str] = ("Ada", "Bea"), rules: str = "portland") -> str:
    names = ", ".join(json.dumps(name, ensure_ascii=False) for name in players)
    return sheet(f'rules = "{rules}"\nplayers = [{names}]\n[[deal]]\nlog = "{log}"\n')


@each_row("name", "columns")
def test_names_of_any_script_take_the_columns_that_a_terminal_gives_them(name: str, columns: int) -> None:
    """Wide characters take two columns; marks above, below and upon a letter take none."""
    assert width(name) == columns
    log = "E point 5; Y good; E trio of knaves; Y not good; Y quatorze of tens; tricks E7 Y5"
    plain = "x" * columns
    assert of_deal(log, (name, "Bea")).replace(name, plain) == of_deal(log, (plain, "Bea"))


@each_row("text", "columns", "right", "padded")
def test_a_text_is_padded_or_cut_to_its_columns(text: str, columns: int, right: bool, padded: str) -> None:
    assert pad(text, columns, right=right) == padded
    assert width(padded) == columns


@pytest.mark.parametrize("name", ["The Honourable Miss Ada Augusta Fotheringay-Phipps", "x" * 80, "李" * 40])
def test_a_long_name_takes_nothing_from_the_reasons(name: str) -> None:
    log = "E point 5; Y good; E quint major; Y good; E trio of aces; Y good; tricks E7 Y5"
    paper = f"[[deal]]\nscores = {{ {json.dumps(name, ensure_ascii=False)} = 20, Bea = 1 }}\n"
    text = sheet(f"players = [{json.dumps(name, ensure_ascii=False)}, 'Bea']\n[[deal]]\nlog = '{log}'\n{paper * 5}")
    squeezed = "".join(text.split())
    for reason in (
        "quint major",
        "pique: twenty-nine, sixty; thirty in hand and play before Bea scored",
        "the cards: seven tricks",
        "Bea has not crossed the Rubicon: 11 is under 100",
        "has more points: 171 to 11",
    ):
        assert "".join(reason.split()) in squeezed


# What the players say


def aloud(text: str) -> list[str]:
    """What is said aloud in each deal of a sheet, as one line."""
    found = re.findall(r"^  Aloud: (.*(?:\n {9}.*)*)", text, re.MULTILINE)
    return [" ".join(each.split()) for each in found]


@each_row("log", "said")
def test_a_deal_is_said_aloud_as_players_count_it(log: str, said: str) -> None:
    assert aloud(of_deal(log)) == [said]


def test_nothing_is_said_before_anything_counts() -> None:
    for log in ("E point 5", "E point 5; Y equal; E making 48; Y equal", "E exchange 3; Y exchange 5"):
        assert aloud(of_deal(log)) == []


def test_a_longer_name_widens_its_column_up_to_a_limit() -> None:
    log = "E point 5; Y good"
    assert f"\n{'─' * (TEXT + 2 * LEAST)}\n" in of_deal(log)
    assert f"\n{'─' * (TEXT + len('Alexandra') + 2 + LEAST)}\n" in of_deal(log, ("Alexandra", "Bea"))
    assert f"\n{'─' * (TEXT + MOST + LEAST)}\n" in of_deal(log, ("A" * 40, "Bea"))
