"""A chouette: the scoring card of Cavendish, who plays whom, and sums that add up to nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.company import Card, Lineup, Won, play, rounded, terms_named
from scorer.rules.company.terms import ChouetteTerms, Rounding

CARD = (Won(0, 150), Won(0, 416), Won(1, 476), Won(1, 141), Won(0, 126))
"""The five parties of the card, 0 being their single player (Cavendish, 8th edition, "Scoring")."""

RESULTS = st.builds(Won, st.sampled_from((0, 1, None)), st.integers(0, 999)).map(
    lambda won: won if won.by is not None else Won(None, 0)
)


def chouette(players: int, *parties: Won, terms: str = "chouette") -> Card:
    """The card of a chouette after these parties."""
    return play(terms_named(terms), players, parties)


def test_the_card_comes_out_as_it_is_printed() -> None:
    """Entered there without the noughts: A + 19, B - 50, C + 31."""
    card = chouette(3, *CARD)
    assert card.balances == (190, -500, 310)
    assert [turn.after for turn in card.turns] == [
        (300, -150, -150),
        (1140, -570, -570),
        (180, -90, -90),
        (320, -370, 50),
        (190, -500, 310),
    ]


def test_the_winner_plays_the_next_partie_in_the_box() -> None:
    """
    The fourth partie is B's alone and the fifth C's, as the card has it.

    It shows that "takes A's place" means the seat of the loser against the
    new single player: the adviser does not come into the box.
    """
    card = chouette(3, *CARD)
    assert ["".join("ABC"[each] for each in (*turn.lineup.seats, *turn.lineup.others)) for turn in card.turns] == [
        "ABC",
        "ACB",
        "ABC",
        "BCA",
        "CAB",
    ]
    assert card.lineup == Lineup((2, 1), (0,))


def test_where_the_adviser_takes_the_box_the_winner_plays_against_it() -> None:
    card = chouette(4, Won(1, 100), terms="chouette next_box=adviser")
    assert card.lineup == Lineup((2, 1), (3, 0))


@pytest.mark.parametrize(
    ("points", "counted"), [(415, 410), (416, 420), (141, 140), (150, 150), (100, 100), (109, 110), (105, 100)]
)
def test_units_from_one_to_five_are_dropped(points: int, counted: int) -> None:
    assert rounded(points) == counted
    assert rounded(points, Rounding.NONE) == points


def test_without_rounding_the_points_stay_as_they_are() -> None:
    assert chouette(3, Won(0, 141), terms="chouette rounding=none").balances == (282, -141, -141)


def test_a_company_may_play_for_more() -> None:
    assert chouette(4, Won(1, 141), terms="chouette share=2").balances == (-840, 280, 280, 280)


def test_after_a_draw_the_same_two_play_again() -> None:
    card = chouette(4, Won(None, 0))
    assert card.balances == (0, 0, 0, 0)
    assert card.lineup == Lineup((0, 1), (2, 3))


def test_or_the_next_adviser_plays_after_a_draw() -> None:
    assert chouette(4, Won(None, 0), terms="chouette after_draw=next_adviser").lineup == Lineup((0, 2), (3, 1))


def test_the_row_of_the_box_is_counted() -> None:
    assert [chouette(3, *CARD[:number]).row for number in range(6)] == [0, 1, 2, 1, 1, 2]
    assert chouette(3, Won(0, 100), Won(None, 0), Won(0, 100)).row == 1


def test_what_was_played_out_of_turn_counts_as_it_was_played() -> None:
    """A result put right later changes whose turn it was, not who played."""
    card = chouette(4, Won(1, 100), Won(0, 50, seats=(0, 2)))
    assert [turn.in_turn for turn in card.turns] == [True, False]
    assert card.turns[1].lineup == Lineup((0, 2), (1, 3))
    assert card.balances == (-300 + 150, 100 - 50, 100 - 50, 100 - 50)
    assert card.lineup == Lineup((0, 1), (3, 2))


def test_two_play_no_chouette() -> None:
    with pytest.raises(ValueError, match="three players or more"):
        chouette(2)


@given(players=st.integers(3, 8), parties=st.lists(RESULTS, max_size=30), share=st.integers(1, 5))
def test_what_one_wins_the_others_lose(players: int, parties: list[Won], share: int) -> None:
    """And everybody has one place; the box moves as much as all the others together."""
    card = play(ChouetteTerms(share=share), players, parties)
    assert sum(card.balances) == card.held == 0
    assert sorted((*card.lineup.seats, *card.lineup.others)) == list(range(players))
    for turn in card.turns:
        others = {turn.moves[person] for person in range(players) if person != turn.lineup.first}
        assert len(others) == 1
        assert turn.moves[turn.lineup.first] == -(players - 1) * others.pop()


@given(players=st.integers(3, 8))
def test_the_box_that_goes_on_winning_meets_everybody_in_turn(players: int) -> None:
    turns = chouette(players, *[Won(0, 100)] * (players - 1)).turns
    assert sorted(turn.lineup.second for turn in turns) == list(range(1, players))
