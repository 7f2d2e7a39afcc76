"""What a season's fixtures ask for against what was played: parties that fit none, and fixtures without a partie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from .entries import Fixture


class Misfit(Enum):
    """How a partie differs from what was drawn."""

    NO_FIXTURE = "fits no fixture"
    TOO_OFTEN = "met more often than was drawn"
    SEATS = "seats changed about"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A fixture and the round it was drawn for."""

    round: int
    fixture: Fixture


@dataclass(frozen=True, slots=True)
class Met:
    """
    Two members who met, or one of whom did not come.

    Attributes:
        round: the round it was played for; 0 for none.
        members: the first player and the second.
        forfeit: it was not played.
        code: the partie's code; empty for a forfeit.
        entry: the number of the entry by which it stands; 0 while it is not posted.
    """

    round: int
    members: tuple[int, int]
    forfeit: bool = False
    code: str = ""
    entry: int = 0

    @property
    def meeting(self) -> tuple[int, frozenset[int]]:
        """In which round who met."""
        return self.round, frozenset(self.members)


def misfits(drawn: Collection[Drawn], met: Iterable[Met]) -> Iterator[tuple[Misfit, Met]]:
    """
    The parties that are out of the pattern that was drawn.

    Args:
        drawn: every fixture of the season.
        met: every partie that counts or is being played, in order; of too
            many it is the later ones that are told.

    >>> one = Drawn(1, Fixture(1, 2))
    >>> [(why.name, each.members) for why, each in misfits([one], [Met(1, (2, 1)), Met(1, (1, 2)), Met(0, (1, 3))])]
    [('SEATS', (2, 1)), ('TOO_OFTEN', (1, 2)), ('NO_FIXTURE', (1, 3))]
    """
    seats = {_meeting(each): each.fixture for each in drawn}
    left = Counter(_meeting(each) for each in drawn)
    for each in met:
        fixture = seats.get(each.meeting)
        if fixture is None:
            yield Misfit.NO_FIXTURE, each
            continue
        left[each.meeting] -= 1
        if left[each.meeting] < 0:
            yield Misfit.TOO_OFTEN, each
        elif not each.forfeit and each.members != (fixture.first, fixture.second):
            yield Misfit.SEATS, each


def begun(met: Iterable[Met]) -> int:
    """The last round in which anything was played; 0 before the first."""
    return max((each.round for each in met if not each.forfeit), default=0)


def unplayed(
    drawn: Iterable[Drawn],
    met: Iterable[Met],
    *,
    byes: Collection[tuple[int, int]],
    annulled: Collection[tuple[int, frozenset[int]]],
    withdrawn: Collection[int],
) -> Iterator[Drawn]:
    """
    The fixtures that nobody has played or been excused from.

    Args:
        drawn: the fixtures of the rounds that are due.
        met: every partie that counts or is being played.
        byes: round and member of every bye that stands.
        annulled: in which round who met in parties that count no more.
        withdrawn: who withdrew from the season: what was annulled with them
            is not to be played again, nor what two of them had to play.
    """
    settled = {each.meeting for each in met}
    for each in drawn:
        pair = {each.fixture.first, each.fixture.second}
        if each.fixture.second is None or _meeting(each) in settled:
            continue
        if any((each.round, member) in byes for member in pair):
            continue
        gone = pair & set(withdrawn)
        if gone == pair or (gone and _meeting(each) in annulled):
            continue
        yield each


def _meeting(each: Drawn) -> tuple[int, frozenset[int]]:
    pair = {each.fixture.first} if each.fixture.second is None else {each.fixture.first, each.fixture.second}
    return each.round, frozenset(pair)
