"""Who plays whom on an evening, and how late entrants of a round robin meet everybody."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger import matching, pairing
from scorer.ledger.entries import Fixture
from scorer.ledger.matching import Pair, Unfairness
from scorer.ledger.pairing import Drawn, Round
from tests.thorough import examples


def drawn(*pairs: tuple[int, int, int]) -> list[Drawn]:
    """Fixtures by their rounds and both members."""
    return [Drawn(number, Fixture(first, second)) for number, first, second in pairs]


def members_of(fixtures: Iterable[Drawn]) -> list[tuple[int, ...]]:
    return [each.fixture.members for each in fixtures]


# Fixtures that are due


def test_as_many_play_as_can_although_an_earlier_fixture_waits() -> None:
    fixtures = drawn((1, 2, 3), (2, 1, 2), (2, 3, 4))
    assert members_of(matching.due_pairs(fixtures, {1, 2, 3, 4})) == [(1, 2), (3, 4)]


def test_the_earliest_rounds_are_played_first() -> None:
    fixtures = drawn((3, 1, 2), (2, 1, 3), (1, 1, 4), (3, 3, 4), (2, 2, 4), (4, 2, 3))
    assert members_of(matching.due_pairs(fixtures, {1, 2, 3, 4})) == [(1, 4), (2, 3)]


def test_of_two_fixtures_of_a_pair_the_earlier_is_due() -> None:
    fixtures = drawn((5, 2, 1), (2, 1, 2))
    assert members_of(matching.due_pairs(fixtures, {1, 2})) == [(1, 2)]


def test_a_fixture_is_due_only_if_both_are_here() -> None:
    assert matching.due_pairs([*drawn((1, 1, 2)), Drawn(1, Fixture(3, None))], {1, 3}) == ()


def chosen_best(fixtures: Sequence[Drawn]) -> tuple[int, ...]:
    """How many of each round are played at best: as many as can be, the earliest first."""
    rounds = sorted({each.round for each in fixtures})
    best: tuple[int, ...] = ()
    for size in range(len(fixtures), -1, -1):
        for some in combinations(fixtures, size):
            busy = Counter(member for each in some for member in each.fixture.members)
            if max(busy.values(), default=0) <= 1:
                played = Counter(each.round for each in some)
                best = max(best, (size, *(played[number] for number in rounds)))
        if best:
            break
    return best


@examples(60)
@given(st.integers(2, 6), st.data())
def test_no_other_choice_of_fixtures_plays_more_or_earlier(size: int, data: st.DataObject) -> None:
    every = [
        Drawn(number, each)
        for number, fixtures in enumerate(pairing.round_robin(range(1, size + 1)), 1)
        for each in fixtures
        if each.second
    ]
    still_open = data.draw(st.lists(st.sampled_from(every), unique=True, max_size=9))
    found = matching.due_pairs(still_open, range(1, size + 1))
    rounds = sorted({each.round for each in still_open})
    played = Counter(each.round for each in found)
    came = (len(found), *(played[number] for number in rounds))
    assert came == chosen_best(still_open)


# An evening of an open season


def test_who_has_met_least_meets() -> None:
    met = {frozenset(pair): 1 for pair in ((1, 2), (3, 4))}
    assert [each.members for each in matching.open_pairs([1, 2, 3, 4], met)] == [(1, 3), (4, 2)]


def test_those_near_in_the_standings_meet_if_nobody_has_met() -> None:
    assert [each.members for each in matching.open_pairs([4, 2, 3, 1])] == [(4, 2), (1, 3)]


def test_nobody_has_a_bye_again_before_all_had_one() -> None:
    (*_, bye) = matching.open_pairs([1, 2, 3], byes={1: 1, 3: 1})
    assert bye == Fixture(2, None)


def test_the_last_in_the_standings_has_the_bye_if_all_have_had_as_many() -> None:
    (*_, bye) = matching.open_pairs([1, 2, 3], byes={1: 1, 2: 1, 3: 1})
    assert bye == Fixture(3, None)


def test_first_is_who_was_first_less_often() -> None:
    (found,) = matching.open_pairs([1, 2], balance={1: 1, 2: -1})
    assert found == Fixture(2, 1)


Key = tuple[int, int, int, int, int]


def cost(fixtures: Round, ranked: Sequence[int], met: matching.Times, byes: dict[int, int]) -> Key:
    """What an evening costs by each criterion, in their order; without the seats."""
    rank = {member: index for index, member in enumerate(ranked)}
    pairs = [each.members for each in fixtures if each.second]
    alone = [each.first for each in fixtures if not each.second]
    return (
        sum(byes.get(each, 0) for each in alone),
        sum(met.get(frozenset(pair), 0) ** 2 for pair in pairs),
        sum(len(ranked) - rank[each] for each in alone),
        sum((rank[one] - rank[other]) ** 2 for one, other in pairs),
        0,
    )


@examples(60)
@given(st.integers(2, 7), st.data())
def test_no_other_pairs_of_an_open_season_are_better(size: int, data: st.DataObject) -> None:
    """By every criterion in its turn, against all pairings there are."""
    ranked = data.draw(st.permutations(range(1, size + 1)))
    times = st.integers(0, 2)
    met = {frozenset(pair): data.draw(times) for pair in combinations(ranked, 2)}
    byes = {member: data.draw(times) for member in ranked}
    found = matching.open_pairs(ranked, met, byes=byes)
    every = {
        tuple(map(frozenset, zip(order[::2], order[1::2], strict=False))): order
        for order in permutations(ranked)
    }
    best = min(cost(_paired(order), ranked, met, byes) for order in every.values())
    assert cost(found, ranked, met, byes) == best


def _paired(order: Sequence[int]) -> Round:
    pairs = [Fixture(one, other) for one, other in zip(order[::2], order[1::2], strict=False)]
    return (*pairs, *(Fixture(each, None) for each in order[len(pairs) * 2 :]))


# Companies


@pytest.mark.parametrize("members", range(3, 41))
def test_tables_have_three_or_four_and_five_only_if_they_are_five(members: int) -> None:
    sizes = matching.table_sizes(members)
    assert sum(sizes) == members
    assert set(sizes) <= ({5} if members == 5 else {3, 4})


def test_two_make_no_table_of_a_company() -> None:
    with pytest.raises(ValueError, match="at least three"):
        matching.table_sizes(2)


def test_who_was_first_least_is_first_at_a_table() -> None:
    assert matching.company_tables([1, 2, 3], firsts={1: 2, 2: 1}) == ((3, 2, 1),)


def test_rules_for_three_have_tables_of_three() -> None:
    found = matching.company_tables(range(1, 13), sizes=[3] * 4)
    assert [len(each) for each in found] == [3, 3, 3, 3]


def splits(members: tuple[int, ...], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat members at tables of these sizes."""
    if not sizes:
        yield []
        return
    for table in combinations(members, sizes[0]):
        left = tuple(each for each in members if each not in table)
        for others in splits(left, sizes[1:]):
            yield [table, *others]


def repeated(tables: Iterable[Sequence[int]], met: dict[Pair, int]) -> int:
    return sum(
        met.get(frozenset(pair), 0) ** 2 for table in tables for pair in combinations(table, 2)
    )


def after_other_tables(size: int, data: st.DataObject) -> Counter[Pair]:
    """How often each pair has met at tables that were drawn by chance."""
    met = Counter[Pair]()
    for _ in range(data.draw(st.integers(1, 4))):
        order = data.draw(st.permutations(range(1, size + 1)))
        start = 0
        for length in matching.table_sizes(size):
            met.update(map(frozenset, combinations(order[start : start + length], 2)))
            start += length
    return met


@examples(40)
@given(st.integers(3, 9), st.data())
def test_no_other_tables_of_few_members_are_better(size: int, data: st.DataObject) -> None:
    members = tuple(range(1, size + 1))
    met = after_other_tables(size, data)
    best = min(repeated(each, met) for each in splits(members, matching.table_sizes(size)))
    found = matching.company_tables(members, met)
    assert sorted(member for each in found for member in each) == [*members]
    assert repeated(found, met) == best


@examples(20)
@given(st.integers(11, 22), st.data())
def test_no_swap_of_two_makes_the_tables_of_many_members_better(
    size: int, data: st.DataObject
) -> None:
    met = after_other_tables(size, data)
    found = matching.company_tables(range(1, size + 1), met)
    assert sorted(member for each in found for member in each) == [*range(1, size + 1)]
    for one, other in combinations(range(1, size + 1), 2):
        goes = {one: other, other: one}
        swapped = [[goes.get(member, member) for member in table] for table in found]
        assert repeated(swapped, met) >= repeated(found, met)


# What could not be made fair


def test_a_bye_a_seat_and_a_meeting_that_were_there_before_are_shown() -> None:
    met = {frozenset((1, 2)): 2}
    seats = {1: [False, True, True], 2: [True, False], 4: [False] * 3}
    found = matching.unfair([(1, 2), (3, 4), (5,)], met, seats, {5: 1})
    assert found == [
        matching.Unfair(Unfairness.MET_BEFORE, (1, 2), 2),
        matching.Unfair(Unfairness.SAME_SEAT, (1,), 3),
        matching.Unfair(Unfairness.SAME_SEAT, (4,), 4),
        matching.Unfair(Unfairness.BYE_AGAIN, (5,), 2),
    ]


def test_a_fair_proposal_has_nothing_unfair() -> None:
    assert matching.unfair([(1, 2), (3,)], {}, {1: [True], 2: [False, False, True]}) == []


# Late entrants


def meetings(rounds: Iterable[Round]) -> Counter[tuple[int, ...]]:
    """How often two have the seats of a fixture."""
    return Counter(each.members for fixtures in rounds for each in fixtures if each.second)


def joined(rounds: Sequence[Round], found: matching.LateDraw) -> list[Round]:
    whole = [found.changed.get(number, each) for number, each in enumerate(rounds, 1)]
    return [*whole, *found.further]


@examples(150)
@given(st.integers(3, 9), st.integers(1, 2), st.booleans(), st.data())
def test_late_entrants_of_a_round_robin_meet_everybody(
    size: int, more: int, double: bool, data: st.DataObject
) -> None:
    """Whatever has begun; nobody plays twice in a round, nor meets somebody too often."""
    first = [*range(1, size + 1)]
    late = [*range(size + 1, size + more + 1)]
    rounds = pairing.round_robin(first, double=double)
    numbers = range(1, len(rounds) + 1)
    begun = data.draw(st.sets(st.sampled_from(numbers)))
    times = 2 if double else 1
    found = matching.late_rounds(rounds, begun, late, [*first, *late], times=times)
    whole = joined(rounds, found)
    wanted = Counter(combinations([*first, *late], 2))
    met = Counter(tuple(sorted(pair)) for pair in meetings(whole).elements())
    assert met == Counter(dict.fromkeys(wanted, times))
    for fixtures in whole:
        playing = Counter(member for each in fixtures for member in each.members)
        assert max(playing.values()) == 1
    assert found.changed.keys().isdisjoint(begun)
    if double:
        assert {*meetings(whole).values()} == {1}


@examples(80)
@given(st.integers(3, 9), st.integers(1, 2), st.data())
def test_no_fewer_further_rounds_would_do(size: int, more: int, data: st.DataObject) -> None:
    """There are as many as the late entrant has fixtures left who has most."""
    first = [*range(1, size + 1)]
    late = [*range(size + 1, size + more + 1)]
    rounds = pairing.round_robin(first)
    begun = data.draw(st.sets(st.sampled_from(range(1, len(rounds) + 1))))
    found = matching.late_rounds(rounds, begun, late, [*first, *late])
    left = Counter(
        member for fixtures in found.further for each in fixtures for member in each.members
    )
    assert len(found.further) == max(left.values(), default=0)


def test_a_late_entrant_takes_the_byes_that_are_left_and_nobody_gets_another() -> None:
    rounds = pairing.round_robin([1, 2, 3, 4, 5])
    found = matching.late_rounds(rounds, {1}, [6], [1, 2, 3, 4, 5, 6])
    whole = joined(rounds, found)
    byes = [each.first for fixtures in whole for each in fixtures if not each.second]
    (had,) = (each.first for each in rounds[0] if not each.second)
    assert byes == [had]
    assert [[{*each.members} for each in fixtures] for fixtures in found.further] == [[{6, had}]]


def test_late_entrants_share_further_rounds() -> None:
    rounds = pairing.round_robin([1, 2, 3, 4])
    found = matching.late_rounds(rounds, (), [5, 6], range(1, 7))
    assert [len(each) for each in found.changed.values()] == [3]
    assert [len(each) for each in found.further] == [2, 2, 2, 2]


def test_who_has_withdrawn_is_not_met() -> None:
    found = matching.late_rounds(pairing.round_robin([1, 2, 3]), {1, 2, 3}, [4], [1, 3, 4])
    met = [each.members for fixtures in found.further for each in fixtures]
    assert sorted(map(sorted, met)) == [[1, 4], [3, 4]]


def test_a_substitute_has_met_whom_the_other_met() -> None:
    """Member 9 plays on for member 1, whom late member 4 has met."""
    rounds = [(Fixture(1, 2), Fixture(3, None)), (Fixture(4, 1),)]
    found = matching.late_rounds(rounds, {1, 2}, [4], [2, 3, 4, 9], places={9: 1})
    met = [each.members for fixtures in found.further for each in fixtures]
    assert sorted(map(sorted, met)) == [[2, 4], [3, 4]]


def test_who_has_more_byes_other_seats_and_further_rounds_is_shown() -> None:
    whole = [(Fixture(1, 2), Fixture(3, None)), (Fixture(1, 3),), (Fixture(4, 2),)]
    assert matching.unfair_after(whole, whole[2:]) == [
        matching.Unfair(Unfairness.MORE_BYES, (3,), 1),
        matching.Unfair(Unfairness.SEATS, (1,), 2),
        matching.Unfair(Unfairness.SEATS, (2,), -2),
        matching.Unfair(Unfairness.FURTHER_ROUNDS, (2, 4), 1),
    ]


def test_a_whole_round_robin_is_fair() -> None:
    rounds: Collection[Round] = pairing.round_robin([1, 2, 3, 4, 5])
    assert matching.unfair_after([*rounds], []) == []


# Cases of their own


def test_at_a_table_of_three_nobody_has_the_same_seat_again() -> None:
    """Seats are of two: at a larger table they change with each turn."""
    first_twice = {1: [True, True]}
    assert matching.unfair([(1, 2, 3)], {}, first_twice, {}) == []


def test_two_members_of_full_tables_are_swapped_where_fewer_meet_again() -> None:
    """The tables that are filled one after another have one pair who met before."""
    met_by_member = {
        1: (2, 5, 10, 11),
        2: (6, 9),
        3: (4, 5, 9, 11),
        4: (5, 8, 9, 10),
        5: (6, 7, 11),
        6: (9,),
    }
    met = {frozenset((one, other)): 1 for one, others in met_by_member.items() for other in others}
    tables = matching.company_tables(range(1, 12), met, {})
    again = [pair for table in tables for pair in combinations(table, 2) if frozenset(pair) in met]
    assert again == []


def test_two_byes_of_a_round_become_one_fixture() -> None:
    rounds = [(Fixture(1, 2), Fixture(3, None), Fixture(4, None))]
    found = matching.late_rounds(rounds, {}, late=[4], playing=[1, 2, 3, 4])
    assert [each.members for each in found.changed[1]] == [(1, 2), (3, 4)]


@pytest.mark.parametrize("seats", [(1, 4), (4, 1)], ids=["first", "second"])
def test_who_meets_a_late_entrant_twice_has_each_seat_once(seats: tuple[int, int]) -> None:
    one, other = seats
    rounds = [(Fixture(one, other),), (Fixture(1, 2),), (Fixture(2, 1),)]
    found = matching.late_rounds(rounds, {1, 2, 3}, late=[4], playing=[1, 2, 4], times=2)
    again = [each for fixtures in found.further for each in fixtures if {*each.members} == {1, 4}]
    assert again == [Fixture(other, one)]
