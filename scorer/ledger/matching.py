"""Who plays whom on an evening, by matching; and who joins a round robin late.

A matching of a graph pairs as many as can be paired, and among such pairings takes the one of the
best weights. Where several criteria decide, each counts only between equals in those before it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import reduce
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from .entries import Fixture
from .pairing import Drawn, Round, after, distinct, seated

Pair = frozenset[int]
Times = Mapping[Pair, int]
"""How often each pair has met."""

NEVER: Mapping[int, int] = MappingProxyType({})


# What could not be made fair


class Unfairness(Enum):
    MET_BEFORE = "have met before"
    SAME_SEAT = "has the same seat again"
    BYE_AGAIN = "has a bye again"
    MORE_BYES = "have more byes than others"
    SEATS = "is more often in one seat than in the other"
    FURTHER_ROUNDS = "plays in rounds after those of the others"


class Unfair(NamedTuple):
    """What could not be made fair, and to whom.

    `times` is how often two have met before, how many times running a seat is the same, how many
    byes the members have with this one, how much more often one is first than second (negative:
    second), or how many rounds come after those that were drawn.
    """

    why: Unfairness
    members: tuple[int, ...]
    times: int


RUNNING = 3
"""The same seat so many times running is unfair."""


def unfair(
    tables: Iterable[Sequence[int]],
    met: Times,
    seats: Mapping[int, Sequence[bool]],
    byes: Mapping[int, int] = NEVER,
) -> list[Unfair]:
    """Return what is not fair in a proposal.

    Args:
        tables: the members at each table, in the order of their seats; one alone has a bye.
        met: how often each pair has met before.
        seats: of each member whether they were first, in the order of their parties for two.
        byes: how many byes each member has had.

    >>> once = {frozenset((1, 2)): 1}
    >>> [each.why.name for each in unfair([(1, 2), (3,)], once, {1: [True] * 2}, {3: 1})]
    ['MET_BEFORE', 'SAME_SEAT', 'BYE_AGAIN']
    """
    found = list[Unfair]()
    for table in tables:
        if len(table) == 1:
            (alone,) = table
            if had := byes.get(alone, 0):
                found.append(Unfair(Unfairness.BYE_AGAIN, (alone,), had + 1))
            continue
        for one, other in combinations(table, 2):
            if times := met.get(frozenset((one, other)), 0):
                found.append(Unfair(Unfairness.MET_BEFORE, (one, other), times))
        if len(table) > 2:
            continue
        for member in table:
            running = _running(seats.get(member, ()), is_first=member == table[0])
            if running >= RUNNING:
                found.append(Unfair(Unfairness.SAME_SEAT, (member,), running))
    return found


def _running(seats: Sequence[bool], *, is_first: bool) -> int:
    """Return how many times running a member has a seat, with this one."""
    running = 1
    for was_first in reversed(seats):
        if was_first != is_first:
            break
        running += 1
    return running


# Fixtures that are due


def due_pairs(fixtures: Iterable[Drawn], here: Collection[int]) -> tuple[Drawn, ...]:
    """Return the open *fixtures* to be played by those who are *here*: as many at once as can be.

    Among as many, those of the first round come first, then those of the second, and so on. Of two
    fixtures of one pair only the earlier is played. They are in the order of their rounds.

    >>> drawn = [Drawn(1, Fixture(1, 2)), Drawn(1, Fixture(3, 4)), Drawn(2, Fixture(2, 3))]
    >>> [each.fixture.members for each in due_pairs(drawn, here={1, 2, 3})]
    [(1, 2)]
    """
    from networkx import Graph, max_weight_matching  # it takes long to load

    of_pair = dict[Pair, Drawn]()
    for each in sorted(fixtures, key=lambda each: each.round):
        members = each.fixture.members
        if len(members) == 2 and all(member in here for member in members):
            of_pair.setdefault(frozenset(members), each)
    rounds = sorted({each.round for each in of_pair.values()})
    # One fixture of a round weighs more than all that can be played of later ones.
    base = len(here) + 1
    weights = {number: base ** (len(rounds) - index) for index, number in enumerate(rounds)}
    graph = Graph()
    graph.add_weighted_edges_from(
        (*each.fixture.members, weights[each.round]) for each in of_pair.values()
    )
    matched = {frozenset(pair) for pair in max_weight_matching(graph, maxcardinality=True)}
    return tuple(each for pair, each in of_pair.items() if pair in matched)


# Proposals of an open season


def open_pairs(
    ranked: Sequence[int],
    met: Times = MappingProxyType({}),
    balance: Mapping[int, int] = NEVER,
    byes: Mapping[int, int] = NEVER,
) -> Round:
    """Return the pairs for an evening of an open season; with an odd number one has a bye.

    In this order: nobody has a bye again before all had as many; who has met least meets, and a
    third meeting weighs more than two second ones; the last in the standings has the bye; those
    meet who are near each other in the standings; the seats of both are balanced. `ValueError` for
    fewer than two members, or one twice.

    Args:
        ranked: who is here, in the order of the standings.
        met: how often each pair has met.
        balance: how much more often each was first than second.
        byes: how many byes each has had.

    >>> [each.members for each in open_pairs([1, 2, 3, 4, 5], {frozenset((1, 2)): 1})]
    [(1, 3), (4, 2), (5,)]
    """
    from networkx import Graph, min_weight_matching  # it takes long to load

    distinct(ranked)
    seats = [*ranked, *[None] * (len(ranked) % 2)]

    def weight(better: int, worse: int) -> int:
        one = ranked[better]
        other = seats[worse]
        if other is None:
            return reduce(after, (byes.get(one, 0), 0, len(ranked) - better, 0, 0))
        times = met.get(frozenset((one, other)), 0)
        apart = worse - better
        uneven = balance.get(one, 0) + balance.get(other, 0)
        return reduce(after, (0, times**2, 0, apart**2, uneven**2))

    graph = Graph()
    graph.add_weighted_edges_from(
        (*pair, weight(*pair)) for pair in combinations(range(len(seats)), 2)
    )
    found = list[Fixture]()
    for table, (better, worse) in enumerate(sorted(map(sorted, min_weight_matching(graph)))):
        one = ranked[better]
        other = seats[worse]
        if other is None:
            found.append(Fixture(one, None))
            continue
        is_odd = table % 2 == 1
        turned = balance.get(one, 0) > balance.get(other, 0)
        if balance.get(one, 0) == balance.get(other, 0):
            turned = is_odd
        found.append(Fixture(other, one) if turned else Fixture(one, other))
    return tuple(found)


LARGEST_TABLE = 4
SMALLEST_TABLE = 3


def table_sizes(members: int) -> list[int]:
    """Return how many play at each table: four or three, and five only if they are five.

    There are as few tables as can be. `ValueError` for fewer than three members.

    >>> [table_sizes(members) for members in (3, 5, 6, 9, 10)]
    [[3], [5], [3, 3], [3, 3, 3], [4, 3, 3]]
    """
    if members < SMALLEST_TABLE:
        raise ValueError("at least three members make a table")
    tables = max(1, min(-(-members // LARGEST_TABLE), members // SMALLEST_TABLE))
    size, larger = divmod(members, tables)
    return [size + 1] * larger + [size] * (tables - larger)


def company_tables(
    ranked: Sequence[int],
    met: Times = MappingProxyType({}),
    firsts: Mapping[int, int] = NEVER,
    sizes: Sequence[int] | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Return tables of more than two, at which those sit who have met each other least.

    A third meeting weighs more than two second ones. Up to `EXACT` members no other tables are
    better. More are seated by filling the tables one after another, and then by swapping two
    members as long as that is better; from several members to begin with, of which the best is
    taken. They are always the same for the same members. Who was first least sits first.

    Args:
        ranked: who is here, in the order of the standings; it decides between equals.
        met: how often each pair has been at one table.
        firsts: how often each was first at a table.
        sizes: how many sit at each table, as many as are here; otherwise as `table_sizes`.
    """
    distinct(ranked)
    wanted = table_sizes(len(ranked)) if sizes is None else sizes
    found = _seatings(ranked, wanted) if len(ranked) <= EXACT else _good(ranked, met, wanted)
    best = min(found, key=lambda tables: sum(_repeated(each, met) for each in tables))
    places = {member: place for place, member in enumerate(ranked)}
    seated_ones = [
        tuple(sorted(each, key=lambda member: (firsts.get(member, 0), places[member])))
        for each in best
    ]
    return tuple(sorted(seated_ones, key=lambda each: (-len(each), places[each[0]])))


EXACT = 10
"""Up to so many members all tables are tried: some 2,000, and three times as many with one more."""

MEMBERS_TRIED = 150
"""So many seats are filled in all beginnings together: many members take as long as few."""


def _seatings(members: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to seat members at tables of these sizes once."""
    if not sizes:
        yield []
        return
    first, *others = members
    for size in sorted({*sizes}, reverse=True):
        other_sizes = list(sizes)
        other_sizes.remove(size)
        for more in combinations(others, size - 1):
            left = [member for member in others if member not in more]
            for tables in _seatings(left, other_sizes):
                yield [(first, *more), *tables]


def _good(
    members: Sequence[int], met: Times, sizes: Sequence[int]
) -> Iterator[list[tuple[int, ...]]]:
    """Yield some ways to seat members, none of which is better by swapping two."""
    for start in range(max(1, min(len(members), MEMBERS_TRIED // len(members)))):
        in_turn = [*members[start:], *members[:start]]
        yield _swapped([*_filled(in_turn, met, sizes)], met)


def _filled(members: Sequence[int], met: Times, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Fill one table after another, each seat with who has met those at the table least."""
    left = list(members)
    for size in sizes:
        table = list[int]()
        while len(table) < size:
            chosen = min(left, key=lambda one: _repeated((*table, one), met))
            left.remove(chosen)
            table.append(chosen)
        yield tuple(table)


def _swapped(tables: list[tuple[int, ...]], met: Times) -> list[tuple[int, ...]]:
    """Swap two members of different tables, as long as fewer meet again by it."""
    is_better = True
    while is_better:
        is_better = False
        for here, there in combinations(range(len(tables)), 2):
            before = _repeated(tables[here], met) + _repeated(tables[there], met)
            swaps = [
                _swap(tables[here], tables[there], one, other)
                for one in tables[here]
                for other in tables[there]
            ]
            best = min(swaps, key=lambda swap: sum(_repeated(each, met) for each in swap))
            if sum(_repeated(each, met) for each in best) < before:
                tables[here], tables[there] = best
                is_better = True
    return tables


def _swap(
    here: tuple[int, ...], there: tuple[int, ...], one: int, other: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    goes = {one: other, other: one}
    return (
        tuple(goes.get(member, member) for member in here),
        tuple(goes.get(member, member) for member in there),
    )


def _repeated(table: Sequence[int], met: Times) -> int:
    return sum(met.get(frozenset(pair), 0) ** 2 for pair in combinations(table, 2))


# Late entrants of a round robin


class LateDraw(NamedTuple):
    """What lets late entrants of a round robin meet everybody.

    Attributes:
        changed: the rounds that have other fixtures, by their numbers.
        further: the rounds after the last, in which only those play who have somebody to meet.
    """

    changed: Mapping[int, Round]
    further: tuple[Round, ...]


def late_rounds(
    rounds: Sequence[Round],
    begun: Collection[int],
    late: Collection[int],
    playing: Collection[int],
    *,
    times: int = 1,
    places: Mapping[int, int] = NEVER,
) -> LateDraw:
    """Return the fixtures by which *late* entrants meet everybody who is *playing*.

    They take the byes of rounds that have not *begun*, where they can meet who has it, or each
    other; the rest comes in as few further rounds as a matching of each finds. Everybody else has
    no bye in those. Of two who meet, first is who was first less often; if they meet twice, each is
    first once.

    Args:
        rounds: those drawn so far.
        begun: the numbers of rounds, from 1, whose fixtures stay.
        times: how often everybody meets everybody.
        places: whose place a member has taken over, with the fixtures that were left.

    >>> found = late_rounds([(Fixture(1, 2), Fixture(3, None))], {}, late=[4], playing=[1, 2, 3, 4])
    >>> [each.members for each in found.changed[1]]
    [(1, 2), (3, 4)]
    >>> [[each.members for each in fixtures] for fixtures in found.further]
    [[(4, 1)], [(2, 4)]]
    """
    drawn = [*rounds]
    missing = _missing(rounds, late, playing, times=times, places=places)
    changed = dict[int, Round]()
    for number, fixtures in enumerate(rounds, start=1):
        if number in begun:
            continue
        met = [each for each in fixtures if each.second is not None]
        busy = {member for each in met for member in each.members}
        pairs = _matched(missing, [member for member in playing if member not in busy])
        if pairs:
            drawn[number - 1] = _with_pairs(drawn, fixtures, pairs, places)
            changed[number] = drawn[number - 1]
            missing -= Counter(map(frozenset, pairs))
    while missing:
        pairs = _matched(missing, playing)
        drawn.append(_with_pairs(drawn, (), pairs, places))
        missing -= Counter(map(frozenset, pairs))
    return LateDraw(changed, tuple(drawn[len(rounds) :]))


def _missing(
    rounds: Sequence[Round],
    late: Collection[int],
    playing: Collection[int],
    *,
    times: int,
    places: Mapping[int, int],
) -> Counter[Pair]:
    """Return how often each late entrant is still to meet each other member."""
    met = Counter(
        frozenset(places.get(member, member) for member in each.members)
        for fixtures in rounds
        for each in fixtures
    )
    found = Counter[Pair]()
    for one, other in combinations(playing, 2):
        if one in late or other in late:
            of_places = frozenset(places.get(member, member) for member in (one, other))
            found[frozenset((one, other))] = times - met[of_places]
    return +found


ONLY_BETWEEN_EQUALS = 10**9
"""Larger than the numbers of all who meet in a round together."""


def _matched(missing: Counter[Pair], free: Collection[int]) -> list[tuple[int, int]]:
    """Return who meets in a round: as many as can be, those first who have most to meet; of equal
    ones those with the lower numbers.
    """
    from networkx import Graph, max_weight_matching  # it takes long to load

    left = Counter[int]()
    for pair, times in missing.items():
        for member in pair:
            left[member] += times
    graph = Graph()
    for one, other in sorted(map(sorted, missing)):
        if one in free and other in free:
            to_meet = left[one] ** 2 + left[other] ** 2
            graph.add_edge(one, other, weight=to_meet * ONLY_BETWEEN_EQUALS - (one + other))
    matched = max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in matched)


def _with_pairs(
    drawn: Sequence[Round],
    fixtures: Round,
    pairs: Iterable[tuple[int, int]],
    places: Mapping[int, int],
) -> Round:
    """Return the fixtures of a round with more *pairs*: in place of the byes of their members, or
    after all others.
    """
    found = list(fixtures)
    for one, other in pairs:
        new = _next_seats(drawn, one, other, places)
        byes = [
            table
            for table, each in enumerate(found)
            if not each.second and each.first in new.members
        ]
        for table in byes[:1]:
            found[table] = new
        for table in byes[1:]:
            del found[table]
        if not byes:
            found.append(new)
    return tuple(found)


def _next_seats(drawn: Sequence[Round], one: int, other: int, places: Mapping[int, int]) -> Fixture:
    """Return a fixture of two, with the seats turned if they have had one."""
    for fixtures in reversed(drawn):
        for each in fixtures:
            first = places.get(each.first, each.first)
            second = None if each.second is None else places.get(each.second, each.second)
            if (first, second) == (places.get(one, one), places.get(other, other)):
                return Fixture(other, one)
            if (first, second) == (places.get(other, other), places.get(one, one)):
                return Fixture(one, other)
    return seated(drawn, one, other)


def unfair_after(rounds: Sequence[Round], further: Sequence[Round]) -> list[Unfair]:
    """Return what is not fair in a round robin that late entrants have joined.

    Members differ in their byes, or are first more than once more often than second, or the other
    way round. *rounds* are all, the *further* ones with them.
    """
    byes = Counter[int]()
    balance = Counter[int]()
    for each in (fixture for fixtures in rounds for fixture in fixtures):
        if each.second is None:
            byes[each.first] += 1
        else:
            balance[each.first] += 1
            balance[each.second] -= 1
    found = list[Unfair]()
    everybody = sorted(byes.keys() | balance.keys())
    of_each = defaultdict[int, list[int]](list)
    for member in everybody:
        of_each[byes[member]].append(member)
    fewest = min(of_each, default=0)
    found += [
        Unfair(Unfairness.MORE_BYES, tuple(members), had)
        for had, members in sorted(of_each.items())
        if had > fewest
    ]
    found += [
        Unfair(Unfairness.SEATS, (member,), balance[member])
        for member in everybody
        if abs(balance[member]) > 1
    ]
    if further:
        members = {member for fixtures in further for each in fixtures for member in each.members}
        found.append(Unfair(Unfairness.FURTHER_ROUNDS, tuple(sorted(members)), len(further)))
    return found
