"""Scoring a file without storing anything: what comes back, and where the blame falls."""

from pathlib import Path

import pytest

from scorer.rules.presets import PRESETS
from scorer.service.checking import Problem, score_text
from tests.rows import beside
from tests.service import refusal

CAVENDISH = (Path(__file__).parents[2] / "scorer" / "examples" / "cavendish.piquet").read_text("utf-8")

TWO_DEALS = beside(__file__)["two deals"]


SCORES = "[[deal]]\nscores = { Ada = 2, Bea = 1 }\n"


def test_a_file_is_scored_under_its_own_rules() -> None:
    """Cavendish prints 28 to 23 for the deal in the book."""
    partie = score_text(CAVENDISH)
    assert partie.record.rules is PRESETS["portland"]
    assert partie.totals == (28, 23)
    assert partie.settlement is None


def test_a_file_is_scored_under_another_ruleset() -> None:
    """Meyer's point of five scores twenty-five and the last trick two more; younger's count is not touched."""
    partie = score_text(CAVENDISH, PRESETS["meyer-1888"])
    assert partie.record.rules is PRESETS["meyer-1888"]
    assert partie.totals == (28 + 20 + 2, 23)


def test_another_ruleset_replaces_the_house_rules_too() -> None:
    house = 'rules = "portland"\nhouse = { quatorze_points = 24 }\n[[deal]]\nlog = "E quatorze of aces; Y good"\n'
    assert score_text(house).totals == (24, 0)
    assert score_text(house, PRESETS["portland"]).totals == (14, 0)


def test_an_empty_text_is_no_partie() -> None:
    with pytest.raises(Problem, match=refusal("this file is empty")):
        score_text("")


SECOND = "E quint; Y perhaps"
"""The statements that the illegal ones below replace."""


@pytest.mark.parametrize(
    ("text", "where", "readable", "words"),
    [
        ("players = ", (1, 11), False, "value"),
        ('\nrules = "nonsense"', (2, 1), False, "portland"),
        ('players = ["A", "A"]', (1, 1), False, "different names"),
        ('players = ["A", "B"]\nplace = "Club"', (2, 1), False, "'place'"),
        ("[house]\nlast_trick = 3\n", (2, 1), False, "last_trick"),
        (TWO_DEALS, (10, 12), False, "'perhaps'"),
        (TWO_DEALS.replace("\n", "\r\n"), (10, 12), False, "'perhaps'"),
        (TWO_DEALS.replace("perhaps", "good; E quart; Y good"), (10, 27), True, "no call needs an answer"),
        (TWO_DEALS.replace(SECOND, "E exchange 5"), (10, 1), True, "the calls"),
        (TWO_DEALS.replace(SECOND, "") + SCORES, (12, 1), True, "deal 2 is not finished"),
        (TWO_DEALS[: TWO_DEALS.rindex("[[")] + SCORES * 6, (17, 1), True, "the partie was over after deal 6"),
        ('[house]\ncarte_blanche_both = "annul"\n', (1, 1), True, "two cartes blanches cannot occur"),
    ],
)
def test_a_wrong_file_is_refused_with_line_and_column(
    text: str, where: tuple[int, int], readable: bool, words: str
) -> None:
    with pytest.raises(Problem) as caught:
        score_text(text)
    found = caught.value
    assert ((found.line, found.column), found.readable) == (where, readable)
    assert words in found.message
