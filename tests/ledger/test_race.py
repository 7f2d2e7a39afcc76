"""The race of a season: lines that end at the balances."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger.race import Moved, Point, moved_by, race
from tests.ledger.builders import Partie, drawn, in_the_book, tallies, won

A, B, C = 1, 2, 3


def test_the_race_ends_at_the_balances() -> None:
    parties = [won(A, B, 150), won(B, C, 60), drawn(A, C), won(C, B, 20)]
    moves = [move for each in in_the_book(parties) for move in moved_by(each)]

    assert race([*moves, Moved(20, A, -25)]) == {
        A: (Point(10, 150), Point(12, 150), Point(20, 125)),
        B: (Point(10, -150), Point(11, -90), Point(13, -110)),
        C: (Point(11, -60), Point(12, -60), Point(13, -40)),
    }


def test_a_long_line_is_thinned_and_keeps_its_ends() -> None:
    line = race([Moved(number, A, 1) for number in range(1, 102)], most=5)[A]

    assert line == (Point(1, 1), Point(26, 26), Point(51, 51), Point(76, 76), Point(101, 101))


def test_a_line_of_one_point_is_none() -> None:
    with pytest.raises(ValueError, match="at least 2 points, not 1"):
        race([], most=1)


pairs = st.tuples(st.integers(1, 4), st.integers(1, 4)).filter(lambda pair: pair[0] != pair[1])
seasons = st.lists(st.tuples(pairs, st.integers(1, 400)).map(lambda each: won(*each[0], each[1])), max_size=40)


@given(seasons, st.integers(2, 10))
def test_a_race_of_any_season(parties: Sequence[Partie], most: int) -> None:
    """Each line ends at the member's balance, runs forward and is short enough."""
    lines = race([move for each in in_the_book(parties) for move in moved_by(each)], most)

    assert {member: line[-1].balance for member, line in lines.items()} == {
        member: tally.balance for member, tally in tallies(parties).items()
    }
    for line in lines.values():
        numbers = [point.number for point in line]
        assert numbers == sorted(set(numbers))
        assert len(line) <= most
