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
    """By seat, in order, and with one of them replaced."""
    pair = BySeat(("Ada", "Ben"))

    assert list(pair.items()) == [(Seat.ELDER, "Ada"), (Seat.YOUNGER, "Ben")]
    assert pair.replace(Seat.ELDER, "Cy") == BySeat(("Cy", "Ben"))
    assert pair.replace(Seat.YOUNGER, "Cy") == BySeat(("Ada", "Cy"))


@given(pairs, changes, changes)
def test_map_laws(pair: BySeat[int], first: Callable[[int], int], second: Callable[[int], int]) -> None:
    """Mapping the identity changes nothing; mapping twice is mapping both at once; seats stay where they are."""
    assert pair.map(lambda value: value) == pair
    assert pair.map(first).map(second) == pair.map(lambda value: second(first(value)))
    assert all(pair.map(first)[seat] == first(pair[seat]) for seat in TWO)


@given(pairs, pairs)
def test_zip_laws(mine: BySeat[int], theirs: BySeat[int]) -> None:
    """Each seat's values are paired, and unpairing gives both back."""
    zipped = mine.zip(theirs)

    assert all(zipped[seat] == (mine[seat], theirs[seat]) for seat in TWO)
    assert zipped.map(lambda both: both[0]) == mine
    assert zipped.map(lambda both: both[1]) == theirs
    assert mine.zip(mine) == mine.map(lambda value: (value, value))


def test_only_the_same_seats_can_be_zipped() -> None:
    """Two values and one are not paired in silence."""
    with pytest.raises(ValueError, match="zip"):
        BySeat((1, 2)).zip(BySeat((1,)))


@given(pairs, st.sampled_from(TWO), st.integers(), st.integers())
def test_replace_laws(pair: BySeat[int], seat: Seat, value: int, later: int) -> None:
    """What was put there is there, the other keeps his own, the last put holds, and putting back restores."""
    changed = pair.replace(seat, value)

    assert changed[seat] == value
    assert changed[seat.other] == pair[seat.other]
    assert changed.replace(seat, later) == pair.replace(seat, later)
    assert changed.replace(seat, pair[seat]) == pair


def test_what_a_seat_has_cannot_be_changed_in_place() -> None:
    """Values are only ever replaced in a new pair; so is a player."""
    pair, player = BySeat((1, 2)), Player("Ada")
    for frozen, name in ((pair, "values"), (player, "name")):
        with pytest.raises(AttributeError):
            setattr(frozen, name, ())
    assert (pair, player) == (BySeat((1, 2)), Player("Ada"))
