"""A pool: the loser pays into it, and every unit is with somebody or in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.company import Card, Lineup, Won, play, terms_named
from scorer.rules.company.terms import PoolTerms, Rises

PARTIES = st.lists(st.builds(Won, st.sampled_from((0, 1, None)), st.just(100)), max_size=40)


def pool(players: int, *parties: Won, terms: str = "pool") -> Card:
    """The card of a pool after these parties."""
    return play(terms_named(terms), players, parties)


def test_the_loser_pays_and_gives_up_the_seat() -> None:
    card = pool(4, Won(1, 120))
    assert (card.balances, card.held) == ((-1, 0, 0, 0), 1)
    assert (card.lineup, card.row) == (Lineup((1, 2), (3, 0)), 1)
    assert (card.turns[0].points, card.turns[0].to_pool) == (1, 1)


def test_a_player_who_beats_each_of_the_others_in_a_row_takes_the_pool() -> None:
    card = pool(3, Won(0, 1), Won(1, 1), Won(0, 1), terms="pool stake=21 entry=5")
    assert [turn.taken_by for turn in card.turns] == [None, None, 2]
    assert (card.balances, card.held) == ((-5 - 21 - 5, -5 - 42 - 5, -5 + 15 + 63 - 5), 15)


def test_after_the_pool_is_taken_everybody_pays_an_entry_again() -> None:
    card = pool(3, Won(0, 1), Won(0, 1), terms="pool stake=2 entry=3")
    assert (card.balances, card.held, card.row) == ((9 + 4 - 3 - 3, -8, -8), 9, 0)


def test_a_draw_leaves_the_seats_and_the_row_as_they_are() -> None:
    card = pool(3, Won(0, 9), Won(None, 0))
    assert (card.balances, card.lineup, card.row) == ((0, -1, 0), Lineup((0, 2), (1,)), 1)
    both = pool(3, Won(None, 0), terms="pool stakes_of_a_draw=yes")
    assert (both.balances, both.held, both.lineup.seats) == ((-1, -1, 0), 2, (0, 1))


def test_where_the_winner_rises_every_partie_takes_the_pool() -> None:
    card = pool(3, Won(0, 1), terms="pool rises=winner in_a_row=1")
    assert (card.balances, card.lineup, card.row) == ((1, -1, 0), Lineup((1, 2), (0,)), 0)


def test_what_was_played_out_of_turn_counts_as_it_was_played() -> None:
    """And a row goes on only for whoever sat in the seat that has it."""
    card = pool(3, Won(1, 1), Won(0, 1, seats=(0, 2)))
    assert [turn.in_turn for turn in card.turns] == [True, False]
    assert (card.balances, card.held, card.row) == ((-1, 0, -1), 2, 1)
    assert card.lineup == Lineup((0, 1), (2,))


@pytest.mark.parametrize(
    ("players", "terms", "why"),
    [
        (2, PoolTerms(), "three players or more"),
        (3, PoolTerms(stake=-1), "cannot be negative"),
        (3, PoolTerms(entry=-1), "cannot be negative"),
        (3, PoolTerms(rises=Rises.WINNER), "two parties in a row"),
    ],
)
def test_terms_that_contradict_themselves_say_how(players: int, terms: PoolTerms, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        play(terms, players, [])


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
    card = play(PoolTerms(stake, entry, rises, int(rises is Rises.WINNER), draw), players, parties)
    assert sum(card.balances) + card.held == 0
    assert card.held >= 0
    assert sorted((*card.lineup.seats, *card.lineup.others)) == list(range(players))
    assert len(card.turns) == len(parties)
    held = entry * players
    for turn in card.turns:
        assert sum(turn.after) + turn.held == 0
        held += turn.to_pool
        assert turn.held == held
