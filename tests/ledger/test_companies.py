"""What more than two played together, in the book: members and pool add up to nothing, whatever the frame."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.accounts import POOL, Account, Commodity, Posting, sums
from scorer.ledger.chain import BEGINNING, digest, read, write
from scorer.ledger.changes import changes
from scorer.ledger.companies import CompanyPosted, Share
from scorer.ledger.entries import KINDS, Entry, SeasonOpened
from scorer.ledger.fold import Figures
from scorer.ledger.narration import narration
from scorer.ledger.plain import canonical, to_data
from scorer.ledger.postings import postings_of
from scorer.ledger.stakes import Stakes, shared_out
from scorer.ledger.terms import Terms

CAVENDISH = CompanyPosted(
    1,
    "chouette",
    "K7M2QX",
    (Share(1, 190, 5, 2, 0, 3), Share(2, -500, 5, 1, 0, 4), Share(3, 310, 5, 3, 0, 2)),
    "f" * 64,
)
"""The card of Cavendish: A 190, B -500, C 310."""

POOLED = CompanyPosted(
    1, "pool", "P2", (Share(1, -1, 3, 1, 0, 1), Share(2, -2, 3, 0, 0, 2), Share(3, 0, 3, 1, 0, 0)), "0"
)
TERMS = Terms("Winter", None, frame="chouette")


def amounts(body: CompanyPosted, terms: Terms, commodity: Commodity) -> dict[int, int]:
    """What each account gets of a commodity."""
    found = postings_of(body, terms)
    return {each.account.member: each.amount for each in found if each.commodity is commodity}


def test_the_members_are_moved_and_nothing_else() -> None:
    assert amounts(CAVENDISH, TERMS, Commodity.POINTS) == {1: 190, 2: -500, 3: 310}
    assert set(sums(postings_of(CAVENDISH, TERMS))) == {Commodity.POINTS}


def test_the_pool_is_an_account_of_its_own() -> None:
    assert POOLED.to_pool == 3
    assert postings_of(POOLED, TERMS)[-1] == Posting(Account(1, POOL), Commodity.POINTS, 3)
    assert sums(postings_of(POOLED, TERMS)) == {Commodity.POINTS: 0}


def test_the_figures_follow_and_a_reversal_takes_them_back() -> None:
    found = changes(CAVENDISH, TERMS)
    assert found is not None
    assert {member: (tally.balance, tally.parties, tally.won) for member, tally in found.tallies.items()} == {
        1: (190, 5, 2),
        2: (-500, 5, 1),
        3: (310, 5, 3),
    }
    assert found.meetings == {}
    figures = Figures()
    figures.add(Entry(1, "", "", SeasonOpened(1, TERMS), (), ""))
    entry = Entry(2, "", "", CAVENDISH, postings_of(CAVENDISH, TERMS), "")
    figures.add(entry)
    assert figures.tallies[1, 2].points_lost == 500
    figures._count(-found)
    assert figures.tallies[1, 2].balance == figures.tallies[1, 2].parties == 0


def test_it_is_told_in_one_sentence() -> None:
    told = "a chouette of 5 parties: Ada +190, Ben -500, member 3 +310"
    assert narration(CAVENDISH, {1: "Ada", 2: "Ben"}) == told
    assert narration(POOLED, {}).endswith("member 3 0, the pool +3")
    assert KINDS[CompanyPosted] == "company posted"


def test_it_is_written_and_read_back() -> None:
    entry = Entry(2, "2026-09-01T20:00:00+00:00", "Ada", CAVENDISH, postings_of(CAVENDISH, TERMS), BEGINNING)
    assert read(write(entry)) == entry


def test_a_season_for_two_is_written_as_ever() -> None:
    """Its digest is that of books in which seasons had no frame yet."""
    two = Terms("Winter", {"id": "portland"})
    assert "frame" not in to_data(two)
    text = write(Entry(1, "", "", SeasonOpened(1, two), (), BEGINNING))
    assert digest(text) == "882a409592ae45996b700aa4ee68647c34bcd5ec0a6eb67b64348bda3431fece"
    assert read(text).body == SeasonOpened(1, two)
    framed = replace(two, frame="pool stake=21")
    assert '"frame":"pool stake=21"' in canonical(to_data(framed))
    assert read(write(Entry(1, "", "", SeasonOpened(1, framed), (), ""))).body == SeasonOpened(1, framed)


@pytest.mark.parametrize(
    ("stakes", "moves", "shared"),
    [
        pytest.param(Stakes(120, points_step=50), (190, -500, 310), (180, -540, 360), id="odd points are dropped"),
        pytest.param(Stakes(12, per=1, money_step=240), (75, -75, 0), (720, -720, 0), id="nothing below a pound"),
        pytest.param(Stakes(1, per=1), (100, -30, -70), (100, -30, -70), id="to the point"),
        pytest.param(Stakes(1, points_step=50), (100, -30, -70), (1, 0, -1), id="what cannot be divided"),
        pytest.param(Stakes(21, per=1), (-1, -2, 0), (-21, -42, 0), id="a pool that nobody took"),
        pytest.param(Stakes(1, per=1), (0, 0, 0), (0, 0, 0), id="nothing was won"),
    ],
)
def test_who_wins_is_paid_and_who_loses_pays_the_sum(
    stakes: Stakes, moves: tuple[int, ...], shared: tuple[int, ...]
) -> None:
    assert shared_out(stakes, moves) == shared


@given(
    moves=st.lists(st.integers(-2000, 2000), min_size=3, max_size=6),
    step=st.sampled_from((1, 25, 40, 50)),
    rate=st.integers(1, 300),
    per=st.sampled_from((1, 100)),
)
def test_money_is_neither_made_nor_lost(moves: list[int], step: int, rate: int, per: int) -> None:
    """Members and pool add up to nothing, and nobody who won pays or who lost is paid."""
    moves[0] -= max(sum(moves), 0)
    found = shared_out(Stakes(rate, per=per, points_step=step), moves)
    assert -sum(found) == max(-sum(moves), 0) * rate // per
    assert all(got * moved >= 0 for got, moved in zip(found, moves, strict=True))


@pytest.mark.parametrize("stakes", [None, Stakes(120, points_step=50)])
def test_whatever_is_posted_adds_up_to_nothing(stakes: Stakes | None) -> None:
    terms = replace(TERMS, stakes=stakes)
    for body in (CAVENDISH, POOLED):
        assert set(sums(postings_of(body, terms)).values()) == {0}
