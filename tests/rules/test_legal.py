"""What may be recorded at a position of a deal, and what goes when a call is removed."""

from __future__ import annotations

import pytest

from scorer.rules.deal import ALONE, fold
from scorer.rules.legal import before, legal_next, legal_play
from scorer.rules.notation import format_statement, parse_log
from scorer.rules.presets import PORTLAND, PRESETS

DEAL = "E exchange 5; Y exchange 3; E point 5; Y how many; E making 49; Y good; E no set; count E7 last E play 9"


def offered(text: str, number: int) -> set[str]:
    """What may replace statement *number*, from 1, of the log *text*."""
    earlier = before(PORTLAND, parse_log(text, PORTLAND), ALONE, number - 1)
    return {format_statement(each) for each in (*legal_next(earlier), *legal_play(earlier))}


@pytest.mark.parametrize(
    ("number", "may", "may_not"),
    [
        pytest.param(1, {"E exchange 3", "E point 6", "Y carte blanche"}, {"Y exchange 3"}, id="the exchange"),
        pytest.param(3, {"E point 6", "E no point", "E quint", "count E7 last E play 9"}, {"Y good"}, id="a call"),
        pytest.param(4, {"Y good", "Y not good", "E making 49"}, {"E quart", "tricks E1"}, id="a question"),
        pytest.param(6, {"Y equal", "Y not good"}, {"E making 49", "count E7 last E play 9"}, id="an answer"),
        pytest.param(7, {"E trio of aces", "E quatorze of aces", "Y trio of aces"}, {"Y good"}, id="no set"),
        pytest.param(8, {"count E6 last E play 8", "count E7 last Y play 8", "tricks Y1"}, {"E point 5"}, id="a count"),
        pytest.param(9, {"E reckons nothing", "Y reckons nothing"}, {"tricks E1"}, id="the end"),
    ],
)
def test_a_statement_may_be_replaced_by_what_was_legal_at_its_position(
    number: int, may: set[str], may_not: set[str]
) -> None:
    found = offered(DEAL, number)
    assert may <= found
    assert not may_not & found


def test_every_recorded_statement_is_among_its_own_replacements() -> None:
    log = parse_log(DEAL, PORTLAND)
    assert [format_statement(each) in offered(DEAL, at) for at, each in enumerate(log, 1)] == [True] * 8


def test_an_illegal_count_may_be_replaced_by_the_answer_that_is_missing_before_it() -> None:
    """The quart was inserted before the count, and nobody has answered it."""
    log = f"{DEAL}; insert E quart before 8"
    assert fold(PORTLAND, parse_log(log, PORTLAND)).position == 7
    assert {"Y good", "Y not good"} <= offered(log, 8)
    assert {"E quint", "E no sequence"} <= offered(log, 9), "in place of what was inserted"
    answered = f"{log}; insert Y good before 8"
    assert "count E7 last E play 9" in offered(answered, 8)


def test_of_more_than_two_nobody_counts_the_play_in_one() -> None:
    rules = PRESETS["normand"]
    assert legal_play(fold(rules, ()).deal) == ()
