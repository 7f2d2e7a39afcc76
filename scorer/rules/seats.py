"""Seats, the roles of one deal, and players, the people who change seats from deal to deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

from .names import Name

T = TypeVar("T")
U = TypeVar("U")


class Seat(IntEnum):
    """A role in one deal; its number is its turn to call and to play.
    The last of them is the dealer.
    """

    ELDER = 0
    YOUNGER = 1
    THIRD = 2
    FOURTH = 3

    def __init__(self, _number: int) -> None:
        self.word = self.name.lower()
        self.letter = self.name[0]  # in a log: E, Y, T or F

    @property
    def other(self) -> Seat:
        """The opponent, in a deal for two."""
        return YOUNGER if self is ELDER else ELDER


def placed(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return *values*, one for each seat, with another for *seat*."""
    return (*values[:seat], value, *values[seat + 1 :])


# by name, because Python 3.11 is slow to find a member of an enum
TWO = ELDER, YOUNGER = Seat.ELDER, Seat.YOUNGER


@dataclass(frozen=True, slots=True)
class BySeat(Generic[T]):
    """One value for each seat of a deal, in the order of the seats, of any number."""

    values: tuple[T, ...]

    def __getitem__(self, seat: Seat) -> T:
        return self.values[seat]

    def __iter__(self) -> Iterator[T]:
        return iter(self.values)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(number) for number in range(len(self.values)))

    def items(self) -> Iterator[tuple[Seat, T]]:
        """Return each seat with its value.

        >>> [(seat.word, value) for seat, value in BySeat((5, 0)).items()]
        [('elder', 5), ('younger', 0)]
        """
        return zip(self.seats, self.values, strict=True)

    def map(self, change: Callable[[T], U]) -> BySeat[U]:
        """Return what *change* makes of each value.

        >>> BySeat((28, 23)).map(str)
        BySeat(values=('28', '23'))
        """
        return BySeat(tuple(change(value) for value in self.values))


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a partie, in another seat each deal; the name is isolated in a sentence."""

    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", Name(self.name))
