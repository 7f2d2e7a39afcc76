"""A folded deal as a value: what was refused can be raised, with its place."""

from __future__ import annotations

import pytest

from scorer.rules.deal import fold
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND
from scorer.rules.reasons import Rule
from scorer.rules.sentences import IllegalStatement


def test_a_refused_statement_can_be_raised() -> None:
    """The error names the rule and the position, and its message is the sentence."""
    log = parse_log("E point 5; E quart", PORTLAND)
    with pytest.raises(IllegalStatement, match="has not yet answered") as caught:
        fold(PORTLAND, log).require()
    assert (caught.value.refusal.rule, caught.value.position) == (Rule.UNANSWERED, 1)


def test_the_statements_before_a_refused_one_are_scored() -> None:
    """The deal goes as far as the rules allow."""
    folded = fold(PORTLAND, parse_log("E point 5; Y good; E point 6", PORTLAND))
    assert (folded.position, folded.deal.score.values) == (2, (5, 0))
    assert len(folded.deal.log) == 2
