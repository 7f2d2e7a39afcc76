"""Entries: accounts, what each kind says, and how it is read."""

from __future__ import annotations

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.entries import (
    BODIES,
    KINDS,
    POOL,
    Account,
    Body,
    Commodity,
    Entered,
    Entry,
    Posting,
    balances,
    enter,
    moved,
    sums,
)

POINTS, MATCH_POINTS = Commodity.POINTS, Commodity.MATCH_POINTS
ANN, BEN = Account(1, 1), Account(1, 2)


def test_what_one_gives_the_other_takes() -> None:
    assert moved(1, POINTS, 150, giver=2, taker=1) == (Posting(BEN, POINTS, -150), Posting(ANN, POINTS, 150))
    assert moved(1, POINTS, -20, giver=POOL, taker=1) == (Posting(Account(1, 0), POINTS, 20), Posting(ANN, POINTS, -20))


def test_nothing_is_not_moved() -> None:
    assert moved(1, POINTS, 0, giver=2, taker=1) == ()


def test_a_posting_is_undone_by_its_opposite() -> None:
    assert Posting(ANN, POINTS, 150).reversed == Posting(ANN, POINTS, -150)


def test_sums_are_of_each_commodity() -> None:
    assert sums([Posting(ANN, POINTS, 5), Posting(BEN, POINTS, -3), Posting(BEN, MATCH_POINTS, 1)]) == {
        POINTS: 2,
        MATCH_POINTS: 1,
    }


def test_balances_are_of_each_account_and_commodity() -> None:
    held = balances([Posting(ANN, POINTS, 5), Posting(ANN, POINTS, -3), Posting(ANN, MATCH_POINTS, 1)])
    enter(held, [Posting(BEN, POINTS, -2), Posting(ANN, POINTS, 10)])

    assert held == {(ANN, POINTS): 12, (ANN, MATCH_POINTS): 1, (BEN, POINTS): -2}


@given(
    st.lists(
        st.builds(
            moved,
            st.integers(1, 2),
            st.sampled_from(Commodity),
            st.integers(),
            giver=st.integers(0, 3),
            taker=st.integers(0, 3),
        )
    )
)
def test_whatever_is_moved_sums_to_zero(moves: list[tuple[Posting, ...]]) -> None:
    postings = [each for move in moves for each in move]

    assert set(sums(postings).values()) <= {0}
    assert sum(balances(postings).values()) == 0
    assert set(balances([*postings, *(each.reversed for each in postings)]).values()) <= {0}


def test_every_kind_of_body_has_a_name_of_its_own() -> None:
    assert set(BODIES.values()) == set(get_args(Body))
    assert {KINDS[kind]: kind for kind in KINDS} == BODIES


def test_an_entry_is_called_by_its_body() -> None:
    assert Entry(1, "", "", Entered(1, 1), (), "").kind == "entered"
