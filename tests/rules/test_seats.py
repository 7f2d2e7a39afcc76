"""Seats, and the laws of what each seat has."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.seats import TWO, BySeat, Player, Seat

pairs = st.tuples(st.integers(), st.integers()).map(BySeat)
changes: st.SearchStrategy[Callable[[int], int]] = st.sampled_from(
    (lambda value: value + 1, lambda value: 2 * value, abs, lambda value: 0)
)


def test_seats() -> None:
    """Elder has the first turn, younger the second, and of two each is the other's other."""
    assert tuple(Seat)[:2] == TWO == (Seat.ELDER, Seat.YOUNGER)
    assert [int(seat) for seat in Seat] == [0, 1, 2, 3]
    assert [seat.word for seat in Seat] == ["elder", "younger", "third", "fourth"]
    assert [seat.letter for seat in Seat] == ["E", "Y", "T", "F"]
    for seat in TWO:
        assert seat.other is not seat
        assert seat.other.other is seat


@given(pairs)
def test_every_way_in_gives_the_same_values(pair: BySeat[int]) -> None:
    """Index, iteration and items agree."""
    assert list(pair) == [pair[seat] for seat in pair.seats] == [value for _, value in pair.items()]
    assert pair.seats == TWO == tuple(seat for seat, _ in pair.items())
    assert BySeat(tuple(pair)) == pair
    assert len({pair, BySeat(pair.values)}) == 1


def test_there_are_as_many_seats_as_values() -> None:
    """Nothing assumes two: a pair of one and of none have one seat and none."""
    assert BySeat(("alone",)).seats == (Seat.ELDER,)
    assert BySeat(()).seats == ()


def test_each_seat_has_its_own() -> None:
    pair = BySeat(("Ada", "Ben"))

    assert list(pair.items()) == [(Seat.ELDER, "Ada"), (Seat.YOUNGER, "Ben")]
    assert pair.map(str.upper) == BySeat(("ADA", "BEN"))


@given(pairs, changes, changes)
def test_map_laws(pair: BySeat[int], first: Callable[[int], int], second: Callable[[int], int]) -> None:
    """Mapping the identity changes nothing; mapping twice is mapping both at once; seats stay where they are."""
    assert pair.map(lambda value: value) == pair
    assert pair.map(first).map(second) == pair.map(lambda value: second(first(value)))
    assert all(pair.map(first)[seat] == first(pair[seat]) for seat in TWO)


def test_what_a_seat_has_cannot_be_changed_in_place() -> None:
    """Values are only ever replaced in a new pair; so is a player."""
    pair, player = BySeat((1, 2)), Player("Ada")
    for frozen, name in ((pair, "values"), (player, "name")):
        with pytest.raises(AttributeError):
            setattr(frozen, name, ())
    assert (pair, player) == (BySeat((1, 2)), Player("Ada"))
