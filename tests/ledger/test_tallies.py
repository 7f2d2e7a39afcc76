"""Tallies: what results add up to, and how they are taken away again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.results import Result, Side
from scorer.ledger.tallies import FIGURES, Tally, tally_of
from tests.ledger.builders import result

SIDES = Side(180, 100, 80, 3, 3, 2, 1, 1), Side(60, 40, 20, 3, 3, 0, 1, 0)


def test_what_a_partie_adds_for_its_winner_and_its_loser() -> None:
    partie = Result(SIDES, 0, 340, rubicon=True)

    assert tally_of(partie, 0, 2) == Tally(
        parties=1,
        won=1,
        match_points=2,
        points_won=340,
        rubicons_inflicted=1,
        piques=2,
        repiques=1,
        capots=1,
        as_elder=100,
        as_younger=80,
        elder_deals=3,
        younger_deals=3,
    )
    assert tally_of(partie, 1, 0) == Tally(
        parties=1,
        lost=1,
        points_lost=340,
        rubicons_suffered=1,
        repiques=1,
        as_elder=40,
        as_younger=20,
        elder_deals=3,
        younger_deals=3,
    )


def test_what_a_draw_and_a_forfeit_add() -> None:
    assert tally_of(result((100, 100), 0), 1, 1) == Tally(parties=1, drawn=1, match_points=1)
    assert tally_of(result((0, 1), 100, forfeit=True), 0, 0) == Tally(parties=1, lost=1, points_lost=100, forfeits=1)


def test_the_director_gives_and_takes() -> None:
    tally = Tally(points_won=692, points_lost=617, adjusted=-5, match_points=6, match_adjusted=1)

    assert (tally.balance, tally.score) == (70, 7)


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_added_and_taken_away(name: str) -> None:
    one, two = Tally(**{name: 3}), Tally(**{name: 5})

    assert one + two == Tally(**{name: 8})
    assert one - two == Tally(**{name: -2})
    assert -one == Tally(**{name: -3})


@given(st.from_type(Tally), st.from_type(Tally))
def test_what_is_taken_away_leaves_nothing_behind(one: Tally, other: Tally) -> None:
    assert one + other - other == one
    assert one + other == other + one
