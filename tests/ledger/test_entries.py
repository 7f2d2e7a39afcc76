"""Entries: accounts, what each kind says, and how it is read."""

from __future__ import annotations

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.entries import (
    BODIES,
    KINDS,
    Account,
    Body,
    Commodity,
    Entered,
    Entry,
    Posting,
    sums,
    transfer,
)
from tests.ledger.builders import balances
from tests.thorough import examples

POINTS, MATCH_POINTS = Commodity.POINTS, Commodity.MATCH_POINTS
ANN, BEN = Account(1, 1), Account(1, 2)

moves = st.builds(
    transfer,
    st.integers(1, 2),
    st.sampled_from(Commodity),
    st.integers(),
    giver=st.integers(0, 3),
    taker=st.integers(0, 3),
)


@examples(100)
@given(st.lists(moves))
def test_transfers_sum_to_zero(moves: list[tuple[Posting, ...]]) -> None:
    postings = [each for move in moves for each in move]

    assert set(sums(postings).values()) <= {0}
    assert sum(balances(postings).values()) == 0
    assert set(balances([*postings, *(each.reversed for each in postings)]).values()) <= {0}


def test_every_kind_of_entry_has_its_own_name() -> None:
    assert set(BODIES.values()) == set(get_args(Body))
    assert {KINDS[kind]: kind for kind in KINDS} == BODIES
    assert Entry(1, "", "", Entered(1, 1), (), "").kind == "entered"
