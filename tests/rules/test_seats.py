"""Seats, and the values by seat."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.seats import TWO, BySeat, Player, Seat

values = st.lists(st.integers(), max_size=4).map(lambda each: BySeat(tuple(each)))
changes: st.SearchStrategy[Callable[[int], int]] = st.sampled_from(
    (lambda value: value + 1, lambda value: 2 * value, abs, lambda value: 0)
)


def test_elder_has_the_first_turn_and_each_of_two_is_the_others_opponent() -> None:
    assert tuple(Seat)[:2] == TWO == (Seat.ELDER, Seat.YOUNGER) == (Seat.YOUNGER.other, Seat.ELDER.other)
    assert [(int(seat), seat.word, seat.letter) for seat in Seat] == [
        (0, "elder", "E"),
        (1, "younger", "Y"),
        (2, "third", "T"),
        (3, "fourth", "F"),
    ]


@given(values, changes)
def test_index_iteration_and_items_agree_and_map_keeps_the_seats(
    by_seat: BySeat[int], change: Callable[[int], int]
) -> None:
    assert list(by_seat) == [by_seat[seat] for seat in by_seat.seats] == [value for _, value in by_seat.items()]
    assert tuple(seat for seat, _ in by_seat.items()) == by_seat.seats == tuple(Seat)[: len(by_seat.values)]
    assert by_seat.map(change) == BySeat(tuple(change(by_seat[seat]) for seat in by_seat.seats))


def test_a_value_by_seat_and_a_player_cannot_be_changed_in_place() -> None:
    for frozen, name in ((BySeat((1, 2)), "values"), (Player("Ada"), "name")):
        with pytest.raises(AttributeError):
            setattr(frozen, name, ())
