"""Scoring a file without storing anything: what comes back, and where the blame falls."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.rules.presets import PRESETS
from scorer.service.scoring import Problem, score_text

CAVENDISH = (Path(__file__).parents[2] / "scorer" / "examples" / "cavendish.piquet").read_text("utf-8")

TWO_DEALS = """rules = "portland"
players = ["Ada", "Bea"]

[[deal]]
scores = { Ada = 28, Bea = 23 }

[[deal]]
log = \"\"\"
E point 5; Y good
E quint; Y perhaps
\"\"\"
"""


def problem(text: str) -> Problem:
    with pytest.raises(Problem) as caught:
        score_text(text)
    return caught.value


def test_a_file_is_scored_under_its_own_rules() -> None:
    """Cavendish prints 28 to 23 for the deal that he plays through."""
    partie = score_text(CAVENDISH)
    assert partie.record.rules is PRESETS["portland"]
    assert partie.totals == (28, 23)
    assert partie.settlement is None


def test_a_file_is_scored_under_another_ruleset() -> None:
    """Meyer's point of five scores twenty-five and his last trick two more; younger's count is not touched."""
    partie = score_text(CAVENDISH, PRESETS["meyer-1888"])
    assert partie.record.rules is PRESETS["meyer-1888"]
    assert partie.totals == (28 + 20 + 2, 23)


def test_another_ruleset_replaces_the_house_rules_too() -> None:
    """Re-scoring answers what the other ruleset gives, not a mixture of both."""
    house = 'rules = "portland"\nhouse = { quatorze_points = 24 }\n[[deal]]\nlog = "E quatorze of aces; Y good"\n'
    assert score_text(house).totals == (24, 0)
    assert score_text(house, PRESETS["portland"]).totals == (14, 0)


def test_an_empty_text_is_no_partie() -> None:
    with pytest.raises(Problem, match="this file is empty"):
        score_text("")


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        pytest.param("players = ", 1, 11, "value", id="no TOML"),
        pytest.param('\nrules = "nonsense"', 2, 1, "portland", id="no such preset"),
        pytest.param('players = ["A", "A"]', 1, 1, "different names", id="one name twice"),
        pytest.param('players = ["A", "B"]\nplace = "Club"', 2, 1, "'place'", id="an unknown key"),
        pytest.param("[house]\nlast_trick = 3\n", 2, 1, "last_trick", id="an unknown house rule"),
        pytest.param(TWO_DEALS, 10, 12, "'perhaps'", id="a word of a log"),
        pytest.param(TWO_DEALS.replace("\n", "\r\n"), 10, 12, "'perhaps'", id="a word of a log, CRLF"),
    ],
)
def test_unreadable_text_raises_with_line_and_column(text: str, line: int, column: int, words: str) -> None:
    found = problem(text)
    assert (found.line, found.column, found.readable) == (line, column, False)
    assert words in found.message


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        (TWO_DEALS.replace("Y perhaps", "Y good; E quart; Y good"), 10, 27, "no call needs an answer"),
        pytest.param(TWO_DEALS.replace("E quint; Y perhaps", "E exchange 5"), 10, 1, "the calls", id="a late exchange"),
        pytest.param(
            TWO_DEALS.replace("E quint; Y perhaps", "") + "[[deal]]\nscores = { Ada = 1, Bea = 2 }\n",
            12,
            1,
            "deal 2 is not finished",
            id="a deal after an unfinished one",
        ),
        pytest.param(
            TWO_DEALS[: TWO_DEALS.rindex("[[")] + "[[deal]]\nscores = { Ada = 2, Bea = 2 }\n" * 6,
            17,
            1,
            "the partie was over after deal 6",
            id="a seventh deal",
        ),
        pytest.param(
            'players = ["Ada", "Bea"]\n\n[house]\ncarte_blanche_both = "annul"\n',
            3,
            1,
            "two cartes blanches cannot occur",
            id="house rules that contradict themselves",
        ),
    ],
)
def test_illegal_statements_raise_with_line_and_column(text: str, line: int, column: int, words: str) -> None:
    found = problem(text)
    assert (found.line, found.column, found.readable) == (line, column, True)
    assert words in found.message
