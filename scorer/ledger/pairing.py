"""
Who meets whom: round robins by Berger tables, and knock-out brackets.

The seats of a fixture are those of its partie: the first is elder in the first
deal, the second in the sixth, who has the better chance to play to the score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from .entries import Fixture

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
