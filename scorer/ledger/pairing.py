"""Fixtures: round robins, knock-outs, Swiss rounds, withdrawals, and parties that differ from the
draw.

The first player of a fixture is elder in the first deal. The second is elder in the sixth, which is
the better seat to play to the score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations
from typing import NamedTuple, assert_never

from .entries import Fixture
from .terms import Withdrawal

Round = tuple[Fixture, ...]


def round_robin(members: Sequence[int], *, double: bool = False) -> tuple[Round, ...]:
    """Return the rounds of a round robin by the Berger tables; `ValueError` for fewer than two
    members, or one twice.

    Every member is first and second equally often; with an even number of members in a single round
    robin, once more or less. With an odd number one member has a bye in each round. *members* are
    in the order of their lots.

    Source: FIDE Handbook, C.05, annex 1 (Berger tables). As it advises, a double round robin swaps
    the last two rounds of the first cycle, so that nobody has the same seat three times running.

    >>> for fixtures in round_robin([1, 2, 3, 4]):
    ...     print(*(f"{each.first}-{each.second}" for each in fixtures))
    1-4 2-3
    4-3 1-2
    2-4 3-1
    """
    distinct(members)
    size = len(members) + len(members) % 2
    seats = (*members, *[None] * (size - len(members)))
    rounds = list[Round]()
    for number in range(1, size):
        lots = _berger(size, number)
        rounds.append(tuple(_fixture(seats[one - 1], seats[other - 1]) for one, other in lots))
    if not double:
        return tuple(rounds)
    second_cycle = [tuple(map(_swapped, fixtures)) for fixtures in rounds]
    return (*rounds[:-2], *reversed(rounds[-2:]), *second_cycle)


def _berger(size: int, number: int) -> Iterable[tuple[int, int]]:
    """Yield round *number* of the Berger table for an even *size*, first seat first.

    All lots but the last form a ring. The last lot meets one of them, alternately as second and as
    first; the others meet the lot at the same distance on the other side, and the one in front is
    first.
    """
    ring = size - 1
    met = (number + 1) // 2 if number % 2 else (size + number) // 2
    yield (met, size) if number % 2 else (size, met)
    for distance in range(1, size // 2):
        yield (met + distance - 1) % ring + 1, (met - distance - 1) % ring + 1


def _fixture(first: int | None, second: int | None) -> Fixture:
    if first is None:
        first = second
        second = None
    assert first is not None
    return Fixture(first, second)


def _swapped(fixture: Fixture) -> Fixture:
    return fixture if fixture.second is None else Fixture(fixture.second, fixture.first)


def first_round(seeds: Sequence[int]) -> Round:
    """Return the first round of a knock-out, in the order of the bracket: the winners of neighbours
    meet.

    Without upsets the best two *seeds*, who come first, meet in the last round and the best four in
    the one before. If their number is not a power of two, the best have byes. The better seed is
    alternately first and second. `ValueError` for fewer than two seeds, or one named twice.

    >>> [(each.first, each.second) for each in first_round([1, 2, 3, 4, 5, 6])]
    [(1, None), (4, 5), (2, None), (6, 3)]
    """
    distinct(seeds)
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
    """Return the next round of a knock-out, from the *winners* of the last without byes; empty
    after the final.

    First is who was first less often; if level, who was second last time; if still level, who is
    first in the bracket. `ValueError` if a fixture has no winner, or two.
    """
    through = [_winner(each, winners) for each in rounds[-1]]
    return tuple(
        seated(rounds, one, other) for one, other in zip(through[::2], through[1::2], strict=False)
    )  # after the final one winner is left


def match_for_third(rounds: Sequence[Round], winners: Collection[int]) -> Fixture | None:
    """Return the fixture of who lost the semi-finals, which are the last of the *rounds*, without
    the *winners*; `None` if there are not two of them.

    >>> semi_finals = (Fixture(1, 4), Fixture(2, 3))
    >>> match_for_third([semi_finals], winners=[1, 3])
    Fixture(first=4, second=2)
    >>> match_for_third([(Fixture(1, None), Fixture(2, 3))], winners=[3])
    """
    lost = [
        next(member for member in each.members if member not in winners)
        for each in rounds[-1]
        if each.second is not None
    ]
    return seated(rounds, *lost) if len(lost) == 2 and len(rounds[-1]) == 2 else None


def rounds_to_win(first_round: int) -> int:
    """Return how many rounds a knock-out has, the first of which has so many fixtures.

    >>> [rounds_to_win(fixtures) for fixtures in (1, 2, 4, 8)]
    [1, 2, 3, 4]
    """
    return first_round.bit_length()


def _winner(fixture: Fixture, winners: Collection[int]) -> int:
    if fixture.second is None:
        return fixture.first
    found = [each for each in fixture.members if each in winners]
    if len(found) != 1:
        raise ValueError(
            f"{fixture.first} and {fixture.second} have {len(found) or 'no'} "
            f"winner{'s' * bool(found)}"
        )
    return found[0]


def seated(rounds: Sequence[Round], one: int, other: int) -> Fixture:
    """Return the fixture of two after the *rounds* so far.

    First is who was first less often; if level, who was second last time; if still level, *one*.
    """

    def history(member: int) -> tuple[int, list[bool]]:
        was_first = [each.first == member for each in slots_of(rounds, member).values()]
        return 2 * sum(was_first) - len(was_first), was_first[-1:]

    return Fixture(other, one) if history(other) < history(one) else Fixture(one, other)


def swiss_round(
    ranked: Sequence[int],
    scores: Mapping[int, int],
    rounds: Sequence[Round],
    rested: Collection[int],
) -> Round:
    """Return the next round of a Swiss for the members *ranked* in the standings, after the
    *rounds* so far.

    In this order: nobody meets twice, nor has a bye if they are *rested*; nobody is first three
    times more than second, or the other way round; with an odd number the last in the standings has
    the bye; equal *scores* meet; the seats of both are balanced; and in each group of equal scores
    the first half meets the second in order. `ValueError` for fewer than two members, or one twice.

    Source: FIDE Handbook, C.04.1 (Basic rules for Swiss systems, in force from 1 July 2025).
    Instead of one of FIDE's procedures, a matching of minimal weight decides, so that the order
    above is all that there is to explain; and where there is no other way, members do meet twice.
    Who asks for a bye is not in *ranked*, and not *rested* by it: C.04.1, 4 bars only who had the
    bye of an odd number, or as many points as for a win without playing.

    >>> nobody_has_points = dict.fromkeys(range(1, 6), 0)
    >>> first_round = swiss_round([1, 2, 3, 4, 5], nobody_has_points, [], ())
    >>> [(each.first, each.second) for each in first_round]
    [(1, 3), (4, 2), (5, None)]
    >>> drawn = (Fixture(1, 2), Fixture(3, None))
    >>> second_round = swiss_round([1, 3, 2], {1: 2, 2: 0, 3: 2}, [drawn], rested=[3])
    >>> [(each.first, each.second) for each in second_round]
    [(3, 1), (2, None)]
    """
    from networkx import (
        Graph,
        min_weight_matching,
    )  # it takes longer to load than all that a round robin needs

    distinct(ranked)
    seats = [*ranked, *[None] * (len(ranked) % 2)]
    met = {frozenset(each.members) for each in chain.from_iterable(rounds)}
    sizes = Counter(scores[member] for member in ranked)
    balance = Counter[int]()
    for each in chain.from_iterable(rounds):
        if each.second is not None:
            balance.update({each.first: 1, each.second: -1})

    def weight(better: int, worse: int) -> int:
        one = ranked[better]
        other = seats[worse]
        if other is None:
            return reduce(after, (one in rested, 0, len(ranked) - better, 0, 0, 0))
        seats_of_both = balance[one] + balance[other]
        uneven = (
            scores[one] - scores[other],
            seats_of_both,
            worse - better - sizes[scores[one]] // 2,
        )
        return reduce(
            after, ({one, other} in met, abs(seats_of_both) > 3, 0, *(each**2 for each in uneven))
        )

    graph = Graph()
    graph.add_weighted_edges_from(
        (*pair, weight(*pair)) for pair in combinations(range(len(seats)), 2)
    )
    found: list[Fixture] = []
    for table, (better, worse) in enumerate(sorted(map(sorted, min_weight_matching(graph)))):
        one = seats[better]
        other = seats[worse]
        if one is None or other is None:
            found.append(_fixture(one, other))
        else:
            found.append(seated(rounds, other, one) if table % 2 else seated(rounds, one, other))
    return tuple(found)


def after(weight: int, lesser: int) -> int:
    """Return a weight to which *lesser* is added as something that counts only between equals."""
    return weight * 10**12 + lesser


def distinct(members: Sequence[int]) -> None:
    """Refuse fewer than two members, or one twice, by a `ValueError`."""
    if len(members) < 2:
        raise ValueError("at least two members must take part")
    twice = [member for member, times in Counter(members).items() if times > 1]
    if twice:
        raise ValueError(f"named twice: {', '.join(map(str, twice))}")


Slot = tuple[int, int]
"""The round and the number of a fixture, both from 1."""


PLAYS_FOR_THIRD = Fraction(5, 3)
THIRD = Fraction(7, 4)
FOURTH = Fraction(9, 5)
"""How far they are from having won a knock-out who play for third place, which is the second
fixture of its last round, who has won it, and who has lost it.
"""


def rounds_left(
    rounds: Sequence[Round], winners: Mapping[Slot, int], out: Collection[int]
) -> dict[int, Fraction]:
    """Return how far everybody in a knock-out is from having won it, in rounds, as its standings
    rank them.

    Who has won the final is at 0, who has lost it at 1, who has lost a semi-final at 2, and so on.
    Who is still to play a round is half a round ahead of those who go out in it. *winners* are
    those of the fixtures that are settled, also by a bye or a forfeit; a fixture is open until it
    has one. Who plays for third place is between the final and the semi-final. *out* are those who
    will play no more, whatever is open: everybody, in a season that is closed.

    >>> semi_finals = (Fixture(1, 4), Fixture(2, 3))
    >>> final = (Fixture(1, 2),)
    >>> left = rounds_left([semi_finals], {(1, 1): 1}, out=())
    >>> {member: str(rounds) for member, rounds in left.items()}
    {1: '1/2', 4: '2', 2: '3/2', 3: '3/2'}
    >>> won = {(1, 1): 1, (1, 2): 2, (2, 1): 2}
    >>> left = rounds_left([semi_finals, final], won, out=())
    >>> {member: str(rounds) for member, rounds in left.items()}
    {1: '1', 4: '2', 2: '0', 3: '2'}
    >>> left = rounds_left([semi_finals, (*final, Fixture(4, 3))], won | {(2, 2): 4}, out=())
    >>> sorted(left, key=left.__getitem__)
    [2, 1, 4, 3]
    """
    found: dict[int, Fraction] = {}
    to_win = rounds_to_win(len(rounds[0])) if rounds else 0
    for number, fixtures in enumerate(rounds, start=1):
        for table, fixture in enumerate(fixtures, start=1):
            winner = winners.get((number, table))
            if number == to_win and table > 1:
                found |= _for_third(fixture, winner, out)
                continue
            for member in fixture.members:
                left = to_win + 1 - number - (member == winner)
                is_out = winner not in (None, member) or member in out or number < len(rounds)
                found[member] = Fraction(left) if is_out or left == 0 else left - Fraction(1, 2)
    return found


def _for_third(fixture: Fixture, winner: int | None, out: Collection[int]) -> dict[int, Fraction]:
    """Return how far they are from having won a knock-out who play for its third place."""
    found: dict[int, Fraction] = {}
    for member in fixture.members:
        if winner is None:
            found[member] = Fraction(2) if member in out else PLAYS_FOR_THIRD
        else:
            found[member] = THIRD if member == winner else FOURTH
    return found


class WithdrawalEffect(NamedTuple):
    """Remaining fixtures whose opponent has a bye, or wins by forfeit,
    and played ones that no longer count.
    """

    byes: tuple[Slot, ...] = ()
    forfeits: tuple[Slot, ...] = ()
    annulled: tuple[Slot, ...] = ()


def slots_of(rounds: Sequence[Round], member: int) -> dict[Slot, Fixture]:
    """Return the fixtures of a member with an opponent."""
    found = dict[Slot, Fixture]()
    for number, fixtures in enumerate(rounds, start=1):
        for table, fixture in enumerate(fixtures, start=1):
            if fixture.second is not None and member in fixture.members:
                found[number, table] = fixture
    return found


def withdrawal_effect(
    rounds: Sequence[Round], played: Collection[Slot], member: int, policy: Withdrawal
) -> WithdrawalEffect:
    """Return what happens to a member's fixtures by the season's policy;
    *played* are decided, also by forfeit.
    """
    own = slots_of(rounds, member)
    done = tuple(slot for slot in own if slot in played)
    remaining = tuple(slot for slot in own if slot not in played)
    forfeited = WithdrawalEffect(forfeits=remaining)
    match policy:
        case Withdrawal.COUNT_PLAYED:
            return WithdrawalEffect(byes=remaining)
        case Withdrawal.ANNUL_UNDER_HALF:
            under_half = 2 * len(done) < len(own)
            return WithdrawalEffect(byes=remaining, annulled=done) if under_half else forfeited
        case Withdrawal.FORFEIT:
            return forfeited
        case _:
            assert_never(policy)


class Misfit(Enum):
    NO_FIXTURE = "no such fixture"
    TOO_OFTEN = "played more often than drawn"
    SEATS = "seats swapped"


class Drawn(NamedTuple):
    round: int
    fixture: Fixture

    @property
    def meeting(self) -> tuple[int, frozenset[int]]:
        return self.round, frozenset(self.fixture.members)


class Met(NamedTuple):
    """A partie played or forfeited, as the fixtures see it;
    round and entry are 0 and the code empty for none.
    """

    round: int
    members: tuple[int, int]
    forfeit: bool = False
    code: str = ""
    entry: int = 0

    @property
    def meeting(self) -> tuple[int, frozenset[int]]:
        return self.round, frozenset(self.members)


def misfits(drawn: Collection[Drawn], met: Iterable[Met]) -> Iterator[tuple[Misfit, Met]]:
    """Yield the parties that differ from the draw; of too many parties the later ones. *met* is in
    order.

    >>> one = Drawn(1, Fixture(1, 2))
    >>> met = [Met(1, (2, 1)), Met(1, (1, 2)), Met(0, (1, 3))]
    >>> [(why.name, each.members) for why, each in misfits([one], met)]
    [('SEATS', (2, 1)), ('TOO_OFTEN', (1, 2)), ('NO_FIXTURE', (1, 3))]
    """
    seats = {each.meeting: each.fixture for each in drawn}
    left = Counter(each.meeting for each in drawn)
    for each in met:
        fixture = seats.get(each.meeting)
        if fixture is None:
            yield Misfit.NO_FIXTURE, each
            continue
        left[each.meeting] -= 1
        if left[each.meeting] < 0:
            yield Misfit.TOO_OFTEN, each
        elif not each.forfeit and each.members != fixture.members:
            yield Misfit.SEATS, each


def begun(met: Iterable[Met]) -> int:
    return max((each.round for each in met if not each.forfeit), default=0)


def unplayed(
    drawn: Iterable[Drawn],
    met: Iterable[Met],
    *,
    byes: Collection[tuple[int, int]],
    withdrawn: Collection[int],
) -> Iterator[Drawn]:
    """Yield the fixtures that are due and not played;
    one of two who have both *withdrawn* need not be.
    """
    settled = {each.meeting for each in met}
    for each in drawn:
        _, pair = each.meeting
        if (
            len(pair) < 2
            or each.meeting in settled
            or any((each.round, member) in byes for member in pair)
        ):
            continue
        if not pair <= set(withdrawn):
            yield each
