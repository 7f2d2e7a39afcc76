"""A pool: the loser pays into it, and every unit is with somebody or in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.frames import PoolTerms, Rises, Won, play_pool

PARTIES = st.lists(st.builds(Won, st.sampled_from((0, 1, None)), st.just(100)), max_size=40)


def test_the_loser_pays_and_gives_up_his_seat() -> None:
    pool = play_pool(4, [Won(1, 120)])
    assert (pool.balances, pool.held) == ((-1, 0, 0, 0), 1)
    assert (pool.seats, pool.waiting, pool.row) == ((1, 2), (3, 0), 1)


def test_whoever_beats_each_of_the_others_in_a_row_takes_the_pool() -> None:
    pool = play_pool(3, [Won(0, 1), Won(1, 1), Won(0, 1)], PoolTerms(stake=21, entry=5))
    assert pool.taken_by == (None, None, 2)
    assert (pool.balances, pool.held) == ((-5 - 21 - 5, -5 - 42 - 5, -5 + 15 + 63 - 5), 15)


def test_after_it_was_taken_everybody_pays_his_entry_again() -> None:
    pool = play_pool(3, [Won(0, 1), Won(0, 1)], PoolTerms(stake=2, entry=3))
    assert (pool.balances, pool.held, pool.row) == ((9 + 4 - 3 - 3, -8, -8), 9, 0)


def test_a_draw_leaves_the_seats_as_they_are() -> None:
    assert play_pool(3, [Won(None, 0)]).balances == (0, 0, 0)
    both = play_pool(3, [Won(None, 0)], PoolTerms(stakes_of_a_draw=True))
    assert (both.balances, both.held, both.seats) == ((-1, -1, 0), 2, (0, 1))


def test_where_the_winner_rises_every_partie_takes_the_pool() -> None:
    pool = play_pool(3, [Won(0, 1)], PoolTerms(rises=Rises.WINNER, in_a_row=1))
    assert (pool.balances, pool.seats, pool.waiting) == ((1, -1, 0), (1, 2), (0,))


@pytest.mark.parametrize(
    ("players", "terms", "why"),
    [
        (2, PoolTerms(), "three players or more"),
        (3, PoolTerms(stake=-1), "not less than nothing"),
        (3, PoolTerms(entry=-1), "not less than nothing"),
        (3, PoolTerms(rises=Rises.WINNER), "no two parties in a row"),
    ],
)
def test_terms_that_contradict_themselves_say_how(players: int, terms: PoolTerms, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        play_pool(players, [], terms)


@given(
    players=st.integers(3, 7),
    parties=PARTIES,
    stake=st.integers(0, 30),
    entry=st.integers(0, 30),
    draw=st.booleans(),
    rises=st.sampled_from(Rises),
)
def test_the_pool_and_the_players_add_up_to_nothing(
    players: int, parties: list[Won], stake: int, entry: int, draw: bool, rises: Rises
) -> None:
    terms = PoolTerms(stake, entry, rises, int(rises is Rises.WINNER), draw)
    pool = play_pool(players, parties, terms)
    assert sum(pool.balances) + pool.held == 0
    assert pool.held >= 0
    assert sorted((*pool.seats, *pool.waiting)) == list(range(players))
    assert len(pool.taken_by) == len(parties)
