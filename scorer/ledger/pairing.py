"""
Fixtures: round robins, knock-outs, withdrawals, and what differs from the draw.

The first player of a fixture is elder in the first deal, the second in the sixth, who has the better chance to play to
the score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from .entries import Fixture
from .terms import Withdrawal

Round = tuple[Fixture, ...]
"""The fixtures of one round, in order."""


def round_robin(members: Sequence[int], *, double: bool = False) -> tuple[Round, ...]:
    """
    The rounds in which everybody meets everybody once, or twice with the seats changed.

    Args:
        members: the members' numbers in the order of their lots.
        double: whether they meet twice.

    Returns:
        The rounds by the Berger table for so many. Each member is as often
        first as second, or once more or less in a single round robin of an
        even number. Of an odd number one has a bye in each round.

    Raises:
        ValueError: there are fewer than two members, or one is named twice.

    Source: FIDE Handbook, C.05, annex 1 (Berger tables); its advice to change
    the last two rounds of the first cycle about, lest one have the same seat
    three times running, is followed for a double round robin.

    >>> for fixtures in round_robin([1, 2, 3, 4]):
    ...     print(*(f"{each.first}-{each.second}" for each in fixtures))
    1-4 2-3
    4-3 1-2
    2-4 3-1
    """
    _distinct(members)
    size = len(members) + len(members) % 2
    seats = (*members, *[None] * (size - len(members)))
    rounds = tuple(
        tuple(_fixture(seats[first - 1], seats[second - 1]) for first, second in _berger(size, number))
        for number in range(1, size)
    )
    if not double:
        return rounds
    first_cycle = (*rounds[:-2], *reversed(rounds[-2:]))
    return first_cycle + tuple(tuple(_swapped(each) for each in fixtures) for fixtures in rounds)


def _berger(size: int, number: int) -> Iterable[tuple[int, int]]:
    """
    Round *number* of the Berger table for an even number of lots, first seats first.

    The lots but the last stand in a ring, and the last meets one of them, in
    turn as second and as first; of those at the same distance from that one,
    the one in front is first.
    """
    ring = size - 1
    met = (number + 1) // 2 if number % 2 else (size + number) // 2
    yield (met, size) if number % 2 else (size, met)
    for distance in range(1, size // 2):
        yield (met + distance - 1) % ring + 1, (met - distance - 1) % ring + 1


def _fixture(first: int | None, second: int | None) -> Fixture:
    if first is None:
        first, second = second, None
    assert first is not None
    return Fixture(first, second)


def _swapped(fixture: Fixture) -> Fixture:
    return fixture if fixture.second is None else Fixture(fixture.second, fixture.first)


def first_round(seeds: Sequence[int]) -> Round:
    """
    The first round of a knock-out.

    Args:
        seeds: the members' numbers, the best seed first.

    Returns:
        The fixtures in the order of the bracket: the winners of neighbours
        meet. If nobody is upset the best two seeds meet in the last round,
        the best four in the one before. If their number is no power of two,
        the best seeds have byes. The better seed is first and second in turn.

    Raises:
        ValueError: there are fewer than two seeds, or one is named twice.

    >>> [(each.first, each.second) for each in first_round([1, 2, 3, 4, 5, 6])]
    [(1, None), (4, 5), (2, None), (6, 3)]
    """
    _distinct(seeds)
    bracket = [0]
    while len(bracket) < len(seeds):
        last = 2 * len(bracket) - 1
        bracket = [seed for better in bracket for seed in (better, last - better)]
    fixtures: list[Fixture] = []
    met = 0
    for better, worse in zip(bracket[::2], bracket[1::2], strict=True):
        if worse >= len(seeds):
            fixtures.append(Fixture(seeds[better], None))
            continue
        fixture = Fixture(seeds[better], seeds[worse])
        fixtures.append(_swapped(fixture) if met % 2 else fixture)
        met += 1
    return tuple(fixtures)


def next_round(rounds: Sequence[Round], winners: Collection[int]) -> Round:
    """
    The next round of a knock-out.

    Args:
        rounds: all rounds so far.
        winners: who won the fixtures of the last one; a bye needs no winner.

    Returns:
        The fixtures of the winners of neighbours; none if the last round was
        a single fixture. Whoever was less often first is first; of two that
        were it equally often, the one who was second last; else the one who
        stands first in the bracket.

    Raises:
        ValueError: a fixture has no winner, or two.
    """
    through = [_winner(each, winners) for each in rounds[-1]]
    return tuple(
        _seated(rounds, one, other) for one, other in zip(through[::2], through[1::2], strict=False)
    )  # a single one who is through meets nobody any more


def _winner(fixture: Fixture, winners: Collection[int]) -> int:
    if fixture.second is None:
        return fixture.first
    found = [each for each in (fixture.first, fixture.second) if each in winners]
    if len(found) != 1:
        raise ValueError(f"{fixture.first} and {fixture.second} have {len(found) or 'no'} winner{'s' * bool(found)}")
    return found[0]


def _seated(rounds: Sequence[Round], one: int, other: int) -> Fixture:
    """The fixture of two members whose seats are balanced against the rounds before."""

    def history(member: int) -> tuple[int, list[bool]]:
        was_first = [
            each.first == member
            for fixtures in rounds
            for each in fixtures
            if each.second is not None and member in (each.first, each.second)
        ]
        return 2 * sum(was_first) - len(was_first), was_first[-1:]

    return Fixture(other, one) if history(other) < history(one) else Fixture(one, other)


def _distinct(members: Sequence[int]) -> None:
    if len(members) < 2:
        raise ValueError("at least two members must take part")
    twice = [member for member, times in Counter(members).items() if times > 1]
    if twice:
        raise ValueError(f"named twice: {', '.join(map(str, twice))}")


Slot = tuple[int, int]
"""Where a fixture stands: its round and its place in the round, both from 1, as `Replaced.taken` names it."""


@dataclass(frozen=True, slots=True)
class Left:
    """
    What is left behind by a member who withdraws, each fixture by its slot.

    Attributes:
        byes: to come; the other has a bye.
        forfeits: to come; the other wins without playing.
        annulled: played; they count no more.
    """

    byes: tuple[Slot, ...] = ()
    forfeits: tuple[Slot, ...] = ()
    annulled: tuple[Slot, ...] = ()


def slots_of(rounds: Sequence[Round], member: int) -> dict[Slot, Fixture]:
    """The fixtures in which a member meets somebody."""
    return {
        (number, place): fixture
        for number, fixtures in enumerate(rounds, start=1)
        for place, fixture in enumerate(fixtures, start=1)
        if fixture.second is not None and member in (fixture.first, fixture.second)
    }


def other_of(fixture: Fixture, member: int) -> int | None:
    """Whom a member meets in a fixture; `None` for a bye."""
    return fixture.second if member == fixture.first else fixture.first


def left_after_withdrawal(rounds: Sequence[Round], played: Collection[Slot], member: int, policy: Withdrawal) -> Left:
    """
    What becomes of a member's fixtures.

    Args:
        rounds: all rounds that were drawn.
        played: the fixtures that are settled, by playing or by forfeit.
        member: who withdraws.
        policy: what the season's terms say of it.
    """
    mine = slots_of(rounds, member)
    done = tuple(slot for slot in mine if slot in played)
    to_come = tuple(slot for slot in mine if slot not in played)
    if policy is Withdrawal.STAND:
        return Left(byes=to_come)
    if policy is Withdrawal.ANNUL_UNDER_HALF and 2 * len(done) < len(mine):
        return Left(byes=to_come, annulled=done)
    return Left(forfeits=to_come)


def replaced(rounds: Sequence[Round], taken: Collection[Slot], member: int, by: int) -> tuple[Round, ...]:
    """
    The rounds after a member's place is taken by another.

    Args:
        rounds: all rounds that were drawn.
        taken: the fixtures that pass over, as `Replaced.taken` names them.
        member: who withdrew.
        by: who comes instead, with the same seats.

    Raises:
        ValueError: one of the fixtures is not the member's, or the one who
            comes would meet himself.
    """
    mine = slots_of(rounds, member)
    for slot in taken:
        if slot not in mine:
            raise ValueError(f"member {member} has no fixture at place {slot[1]} of round {slot[0]}")
        if other_of(mine[slot], member) == by:
            raise ValueError(f"member {by} cannot come instead of {member} in round {slot[0]}: they are to meet there")
    return tuple(
        tuple(
            _with(fixture, member, by) if (number, place) in taken else fixture
            for place, fixture in enumerate(fixtures, start=1)
        )
        for number, fixtures in enumerate(rounds, start=1)
    )


def _with(fixture: Fixture, member: int, by: int) -> Fixture:
    return Fixture(by, fixture.second) if fixture.first == member else Fixture(fixture.first, by)


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
