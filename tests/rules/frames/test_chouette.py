"""A chouette: the scoring card of Cavendish, who plays whom, and sums that add up to nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.frames import ChouetteTerms, Rounding, Won, play_chouette, rounded

CARD = (Won(0, 150), Won(0, 416), Won(1, 476), Won(1, 141), Won(0, 126))
"""The five parties of the card, 0 being their single player (Cavendish, 8th edition, "Scoring")."""

RESULTS = st.builds(Won, st.sampled_from((0, 1, None)), st.integers(0, 999)).map(
    lambda won: won if won.by is not None else Won(None, 0)
)


def test_the_card_comes_out_as_it_is_printed() -> None:
    """Entered there without the noughts: A + 19, B - 50, C + 31."""
    chouette = play_chouette(3, CARD)
    assert chouette.balances == (190, -500, 310)
    assert [turn.after for turn in chouette.turns] == [
        (300, -150, -150),
        (1140, -570, -570),
        (180, -90, -90),
        (320, -370, 50),
        (190, -500, 310),
    ]


def test_whoever_wins_plays_the_next_partie_in_the_box() -> None:
    """
    The fourth partie is B's alone and the fifth C's, as the card has it.

    It shows that "takes A's place" means the seat of the loser against the
    new single player: the adviser does not come into the box.
    """
    turns = play_chouette(3, CARD).turns
    assert [("ABC"[turn.box], "ABC"[turn.against], *("ABC"[each] for each in turn.advisers)) for turn in turns] == [
        ("A", "B", "C"),
        ("A", "C", "B"),
        ("A", "B", "C"),
        ("B", "C", "A"),
        ("C", "A", "B"),
    ]


@pytest.mark.parametrize(
    ("points", "counted"), [(415, 410), (416, 420), (141, 140), (150, 150), (100, 100), (109, 110), (105, 100)]
)
def test_units_from_one_to_five_are_dropped(points: int, counted: int) -> None:
    assert rounded(points) == counted
    assert rounded(points, Rounding.NONE) == points


def test_without_rounding_the_points_stay_as_they_are() -> None:
    assert play_chouette(3, [Won(0, 141)], ChouetteTerms(Rounding.NONE)).balances == (282, -141, -141)


def test_a_company_may_play_for_more() -> None:
    assert play_chouette(4, [Won(1, 141)], ChouetteTerms(share=2)).balances == (-840, 280, 280, 280)


def test_after_a_draw_the_same_two_play_again() -> None:
    chouette = play_chouette(4, [Won(None, 0)])
    assert chouette.balances == (0, 0, 0, 0)
    assert (chouette.lineup.box, chouette.lineup.against, chouette.lineup.advisers) == (0, 1, (2, 3))


def test_two_play_no_chouette() -> None:
    with pytest.raises(ValueError, match="three players or more"):
        play_chouette(2, [])


@given(players=st.integers(3, 8), parties=st.lists(RESULTS, max_size=30), share=st.integers(1, 5))
def test_what_one_wins_the_others_lose(players: int, parties: list[Won], share: int) -> None:
    """And everybody has one place; the box moves as much as all the others together."""
    chouette = play_chouette(players, parties, ChouetteTerms(share=share))
    assert sum(chouette.balances) == 0
    assert sorted((chouette.lineup.box, *chouette.lineup.rest)) == list(range(players))
    for turn in chouette.turns:
        others = {turn.moves[person] for person in range(players) if person != turn.box}
        assert len(others) == 1
        assert turn.moves[turn.box] == -(players - 1) * others.pop()


@given(players=st.integers(3, 8))
def test_the_box_that_goes_on_winning_meets_everybody_in_turn(players: int) -> None:
    turns = play_chouette(players, [Won(0, 100)] * (players - 1)).turns
    assert sorted(turn.against for turn in turns) == list(range(1, players))
