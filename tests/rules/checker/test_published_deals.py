"""The deals that the books print."""

from typing import Any

import pytest

from scorer.rules.cards import parse_hand
from scorer.rules.checker import check
from scorer.rules.findings import Finding
from scorer.rules.seats import TWO
from tests.published import ids
from tests.rules.checker.agreement import assert_witnessed
from tests.rules.checker.meaning import classes_of
from tests.rules.checker.oracle import allows
from tests.rules.test_vectors import DEALS, ruleset, score


@pytest.mark.parametrize("row", DEALS, ids=ids(DEALS))
def test_a_published_deal_is_possible(row: dict[str, Any]) -> None:
    """Where its cards are printed they make everything true; nothing was sunk where the book does not say so."""
    deal = score(row, ruleset(row["scored"][0]))
    verdict = check(deal)

    assert verdict.finding is not Finding.IMPOSSIBLE
    assert_witnessed(deal, verdict)
    if "hand" in row:
        hands = tuple(frozenset(parse_hand(row["hand"][seat.word])) for seat in TWO)
        assert allows(deal, hands)
        if "sunk" not in row and allows(deal, hands, classes_of(deal.rules)):
            assert verdict.finding is Finding.POSSIBLE
