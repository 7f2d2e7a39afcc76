"""Standings: ranks, tie-breaks and reasons; and what the open fixtures of a round decide."""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger import standings as ranking
from scorer.ledger.deciding import Margins, OpenRound, margins_of, ranks_words
from scorer.ledger.entries import Fixture
from scorer.ledger.pairing import Slot, first_round, next_round, rounds_left
from scorer.ledger.results import Meeting, Result, Tally
from scorer.ledger.standings import standings
from scorer.ledger.terms import Format, SeasonTerms, TieBreak
from scorer.ledger.tie_breaks import (
    NO_FIXTURE,
    TIE_BREAKS,
    Group,
    Known,
    Met,
    needed,
    reached_words,
)
from scorer.rules.figures import Side
from scorer.rules.presets import PRESETS
from tests import there
from tests.ledger.builders import NAMES, TERMS, Partie, drawn, meetings, tallies, won
from tests.published import published
from tests.rows import each_row

ROWS = published("standings")

A, B, C, D, E, F = range(1, 7)

POINTS = TieBreak.POINTS
HEAD = TieBreak.HEAD_TO_HEAD
WON = TieBreak.WON
BERGER = TieBreak.SONNEBORN_BERGER
BUCHHOLZ = TieBreak.BUCHHOLZ
INFLICTED = TieBreak.RUBICONS_INFLICTED
SUFFERED = TieBreak.RUBICONS_SUFFERED


def season(text: str) -> list[Partie]:
    """Read parties: `A>B` (A wins 100 points), `A>B 60`, `A>B rubicon` and `A=B` (drawn)."""
    found = []
    for first, how, second, points, rubicon in re.findall(
        r"(\w)([>=])(\w)(?: (\d+))?( rubicon)?", text
    ):
        members = "ABCDEF".index(first) + 1, "ABCDEF".index(second) + 1
        found.append(
            drawn(*members)
            if how == "="
            else won(*members, int(points or 100), rubicon=bool(rubicon))
        )
    return found


CUP = (TieBreak.ROUND_REACHED, TieBreak.POINTS, TieBreak.RUBICONS_INFLICTED)

FIXTURE = re.compile(r"(\w)(?:([>=-])(\w)(?: (\d+))?)?")


def cup(text: str, out: str = "") -> tuple[ranking.StandingsRow, ...]:
    """The standings of a knock-out, round by round: `A>B 60` is won, `A-B` open, `A=B` drawn and
    `A` a bye.

    Who has withdrawn is *out*, or everybody if the season is closed.
    """
    rounds = []
    winners = dict[Slot, int]()
    parties = list[Partie]()
    byes = Counter[int]()
    for number, written in enumerate(text.split("|"), 1):
        fixtures = []
        for table, (first, how, second, points) in enumerate(FIXTURE.findall(written), 1):
            one = "ABCDEFGH".index(first) + 1
            other = "ABCDEFGH".index(second) + 1 if second else None
            fixtures.append(Fixture(one, other))
            if how in ("", ">"):
                winners[number, table] = one
            if other is None:
                byes[one] += 1
            elif how in (">", "="):
                parties.append(
                    won(one, other, int(points or 100)) if how == ">" else drawn(one, other)
                )
        rounds.append(tuple(fixtures))
    members = {member for fixtures in rounds for each in fixtures for member in each.members}
    reached = rounds_left(rounds, winners, ["ABCDEFGH".index(each) + 1 for each in out])
    found = tallies(parties, members)
    counted = {member: tally + Tally(byes=byes[member]) for member, tally in found.items()}
    return standings(counted, CUP, meetings(parties), reached)


@each_row
def test_a_cup_ranks_by_the_round_reached(text: str, out: str, ranks: str) -> None:
    assert (
        " ".join(f"{row.rank_words}{'ABCDEFGH'[row.member - 1]}" for row in cup(text, out)) == ranks
    )


CUP_NAMES = NAMES | {7: "Gil", 8: "Hal"}


@each_row
def test_the_rank_in_a_cup_is_explained_by_the_rounds(
    text: str, member: int, says: tuple[str, ...]
) -> None:
    row = next(each for each in cup(text) if each.member == member)
    assert tuple(ranking.explain_to(row, CUP_NAMES)) == says


@given(st.randoms(use_true_random=False), st.integers(2, 9), st.integers(0, 3))
def test_who_wins_the_final_is_first_and_who_loses_it_second(
    chance: random.Random, size: int, rested: int
) -> None:
    """Whatever the margins were, and whatever points a director has given or taken."""
    rounds = [first_round(range(1, size + 1))]
    winners = dict[Slot, int]()
    parties = list[Partie]()
    while rounds[-1]:
        for table, fixture in enumerate(rounds[-1], 1):
            winners[len(rounds), table] = chance.choice(fixture.members)
            if fixture.second is not None:
                (loser,) = {*fixture.members} - {winners[len(rounds), table]}
                parties.append(won(winners[len(rounds), table], loser, chance.randint(1, 500)))
        through = [member for (number, _), member in winners.items() if number == len(rounds)]
        rounds.append(next_round(rounds, through))
    found = tallies(parties, range(1, size + 1))
    found[1] += Tally(adjusted=chance.randint(-900, 900), byes=rested)
    rows = standings(found, CUP, meetings(parties), rounds_left(rounds[:-1], winners, ()))
    (final,) = rounds[-2]
    winner = winners[len(rounds) - 1, 1]
    assert [row.member for row in rows[:2]] == [winner, *({*final.members} - {winner})]
    assert [row.rank for row in rows[:2]] == [1, 2]


def order_of(row: Mapping[str, str]) -> list[TieBreak]:
    return [TieBreak[name.upper()] for name in row["order"].split()]


def met_in(
    parties: Sequence[Partie], by: TieBreak, members: Group
) -> Mapping[tuple[int, int], Meeting]:
    return needed(by, [members], meetings(parties))


@pytest.mark.parametrize("row", ROWS["figures"], ids=lambda row: row["says"])
def test_head_to_head_figures_come_from_the_parties_of_those_who_met(
    row: Mapping[str, str],
) -> None:
    expected = (
        dict(zip((A, B, C), map(Fraction, row["figures"].split()), strict=True))
        if row["figures"]
        else None
    )
    parties = season(row["parties"])
    members = tuple(sorted({each for met in parties for each in met.members} - {D}))
    assert (
        TIE_BREAKS[HEAD].of_group(members, Known(tallies(parties), met_in(parties, HEAD, members)))
        == expected
    )


def test_a_meeting_with_only_reversed_parties_does_not_count() -> None:
    met = {pair: each - each for pair, each in met_in([won(A, B)], HEAD, (A, B)).items()}
    assert len(met) == 2
    assert TIE_BREAKS[TieBreak.HEAD_TO_HEAD].of_group((A, B), Known({}, met)) is None


def test_sonneborn_berger_counts_beaten_opponents_whole_and_drawn_half() -> None:
    """A beats B (4 match points) twice and draws with C (1): 4 + 4 + a half;
    a penalty of an opponent counts too.
    """
    parties = [won(A, B), won(A, B), drawn(A, C), won(B, D), won(B, D)]
    found = tallies(parties)
    met = met_in(parties, BERGER, (A, B, C, D))
    assert TIE_BREAKS[BERGER].of_group((A, B, C, D), Known(found, met)) == {
        A: Fraction(17, 2),
        B: 0,
        C: Fraction(5, 2),
        D: 0,
    }
    found[B] += Tally(match_adjusted=-1)
    assert TIE_BREAKS[BERGER].of_group((A,), Known(found, met)) == {A: Fraction(13, 2)}


def test_buchholz_counts_every_opponent_and_a_bye_like_oneself() -> None:
    """A (3 match points) meets B (2) twice and C (1);
    a bye gives A two more, and counts as an opponent with A's 5.
    """
    parties = [won(A, B), drawn(A, C), won(B, A)]
    found = tallies(parties)
    met = met_in(parties, BUCHHOLZ, (A, B, C))
    assert TIE_BREAKS[BUCHHOLZ].of_group((A, B, C), Known(found, met)) == {A: 5, B: 6, C: 3}
    found[A] += Tally(match_points=2, byes=1)
    assert TIE_BREAKS[BUCHHOLZ].of_group((A, C), Known(found, met)) == {A: 10, C: 5}


def table(
    parties: Sequence[Partie], order: Sequence[TieBreak], members: Iterable[int] = ()
) -> tuple[ranking.StandingsRow, ...]:
    return ranking.standings(tallies(parties, members), order, meetings(parties))


def ranks(rows: Iterable[ranking.StandingsRow]) -> str:
    """Each row as rank, equality sign and name."""
    return " ".join(f"{row.rank_words}{NAMES[row.member][0]}" for row in rows)


def words(rows: Iterable[ranking.StandingsRow]) -> dict[str, str]:
    return {NAMES[row.member]: ranking.explain(row, NAMES) for row in rows}


def never(groups: Sequence[Group], *, among: bool) -> Iterable[Met]:
    raise AssertionError(f"nobody needs the meetings of {groups}")


@pytest.mark.parametrize("row", ROWS["ranks"], ids=lambda row: row["says"])
def test_members_are_ranked_by_the_tie_breaks_in_their_order(row: Mapping[str, str]) -> None:
    idle = ["ABCDEF".index(letter) + 1 for letter in row["idle"]]
    assert ranks(table(season(row["parties"]), order_of(row), idle)) == row["ranks"]


def test_a_bye_counts_like_the_match_points_that_it_gives_where_they_come_first() -> None:
    """C has the bye of a round in which A beats B and D wins by forfeit against E;
    F entered later.
    """
    found = tallies([won(A, B), won(D, E)], [C, F])
    found[C] += Tally(match_points=2, byes=1)
    by_matches = ranking.standings(found, [TieBreak.MATCH_POINTS], never)
    assert ranks(by_matches) == "1=A 1=C 1=D 4=B 4=E 6F"
    assert words(by_matches)["Fay"] == "behind Ben and Eve: no result yet"
    assert ranks(ranking.standings(found, [POINTS], never)) == "1=A 1=D 3=B 3=E 5=C 5=F"


def test_members_without_parties_are_ranked_by_their_adjustments() -> None:
    found = tallies([won(A, B)], [C, D])
    found[C] += Tally(adjusted=-10)
    assert ranks(ranking.standings(found, [POINTS, HEAD], never)) == "1A 2B 3D 4C"


def test_meetings_are_loaded_once_per_tie_break_and_only_for_the_level() -> None:
    ranking.standings(tallies([won(A, B, 150), won(C, A, 60)]), [POINTS, HEAD, BERGER], never)
    parties = [won(A, C), won(B, D), drawn(A, B)]
    asked: list[list[tuple[int, ...]]] = []
    rows = ranking.standings(
        tallies(parties), [POINTS, HEAD, BERGER], meetings(parties, asked=asked)
    )
    assert ranks(rows) == "1=A 1=B 3=C 3=D"
    assert asked == [[(A, B), (C, D)], [(A, B), (C, D)]]


@pytest.mark.parametrize("row", ROWS["explained"], ids=lambda row: row["says"])
def test_it_is_explained_what_put_each_member_ahead_or_behind(row: Mapping[str, Any]) -> None:
    found = words(table(season(row["parties"]), order_of(row), [D]))
    assert {name: found[name] for name in row["words"]} == row["words"]


def test_explain_only_what_a_tie_break_decided() -> None:
    rows = table(season("A>B, A>B, C>A 200, B>C 200, F>C 10, E>C 10"), [POINTS, HEAD], [D, 7])
    assert {row.member: ranking.explain(row, NAMES | {7: "Gil"}, whole=False) for row in rows} == {
        E: "level with Fay in every tie-break",
        F: "level with Eve in every tie-break",
        A: "ahead of Ben, level in points: won both their parties",
        B: "behind Ann, level in points: Ann won both their parties",
        C: "",
        D: "",
        7: "",
    }


@pytest.mark.parametrize("row", ROWS["explained_to"], ids=lambda row: row["says"])
def test_explain_to_a_member_what_separates_them_from_the_next_on_each_side(
    row: Mapping[str, Any],
) -> None:
    rows = table(season(row["parties"]), order_of(row), [D])
    assert {NAMES[each.member]: "; ".join(ranking.explain_to(each, NAMES)) for each in rows} == row[
        "words"
    ]


def test_explain_a_single_member_and_more_than_three() -> None:
    rows = ranking.standings(
        {member: Tally(parties=1, won=int(member == A)) for member in NAMES}, [WON], never
    )
    assert words(ranking.standings({A: Tally(parties=1)}, [POINTS], never)) == {"Ann": ""}
    assert words(rows[:2]) == {
        "Ann": "ahead of Ben, Cat, Dan and 2 others: 1 partie won to 0",
        "Ben": "level with Cat, Dan, Eve and one other in every tie-break; behind Ann: 0 parties "
        "won to 1",
    }


def test_explain_a_head_to_head() -> None:
    for parties, won_what in ROWS["head_to_head"].items():
        found = {"Ann": f"ahead of Ben: {won_what}", "Ben": f"behind Ann: Ann {won_what}"}
        assert words(table(season(parties), [HEAD])) == found


@pytest.mark.parametrize("row", ROWS["every_tie_break"], ids=lambda row: row["by"])
def test_explain_every_tie_break(row: Mapping[str, Any]) -> None:
    low, high = (Tally(parties=2) + Tally(**row.get(name, {})) for name in ("low", "high"))
    rows = ranking.standings({A: low, B: high}, [TieBreak[row["by"].upper()]], never)
    assert ranking.explain(rows[0], NAMES) == f"ahead of Ann: {row['words']}"


def test_equal_looking_figures_are_shown_as_fractions() -> None:
    narrow = {A: Tally(parties=999, points_won=333), B: Tally(parties=998, points_won=333)}
    found = words(ranking.standings(narrow, [TieBreak.AVERAGE], never))
    assert found["Ben"] == "ahead of Ann: an average margin of 333/998 to 1/3"


results = st.tuples(st.integers(A, F), st.integers(A, F), st.sampled_from((0, 10, 20))).filter(
    lambda met: met[0] != met[1]
)
seasons = st.lists(
    results.map(lambda met: won(*met) if met[2] else drawn(met[0], met[1])), max_size=12
)
orders = st.lists(st.sampled_from(list(TieBreak)), unique=True, max_size=5)


@given(seasons, orders)
def test_ranks_follow_the_tie_breaks(parties: list[Partie], order: list[TieBreak]) -> None:
    """Everybody has one row; ranks never fall;
    each decision is of the first tie-break that is not level.
    """
    rows = table(parties, order, range(A, F + 1))
    assert sorted(row.member for row in rows) == list(range(A, F + 1))
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    for number, row in enumerate(rows, start=1):
        level = [other.member for other in rows if other.rank == row.rank]
        assert row.why.level == tuple(level)
        assert row.shared == (len(level) > 1)
        assert row.rank <= number < row.rank + len(level)
        ranking.explain(row, NAMES)
    for upper, lower in pairwise(rows):
        if upper.rank < lower.rank:
            decision = there(upper.why.below)
            assert decision == lower.why.above
            assert decision.ahead == upper.why.level
            assert decision.behind == lower.why.level
            assert decision.by is None or decision.level_in == tuple(
                order[: order.index(decision.by)]
            )


def test_without_a_tie_break_all_who_have_played_share_the_first_rank() -> None:
    rows = table([won(A, B)], [], [C])
    assert [row.rank_words for row in rows] == ["1=", "1=", "3"]
    assert [row.figure for row in rows] == [None, None, None]


@given(seasons, orders, st.randoms(use_true_random=False))
def test_ranks_do_not_depend_on_input_order(
    parties: list[Partie], order: list[TieBreak], shuffled: random.Random
) -> None:
    members = list(NAMES)
    rows = table(parties, order, members)
    shuffled.shuffle(members)
    shuffled.shuffle(parties)
    assert table(parties, order, members) == rows


# What decides a round

MEMBERS = "ABCDEF"
MARGINS = Margins(101, 400, draws=True)


def open_round(
    played: str, fixtures: str, order: Iterable[TieBreak], margins: Margins = MARGINS
) -> OpenRound:
    """A season after the parties *played*, before *fixtures*, as in `A-B C-D`."""
    terms = SeasonTerms("Winter", {}, order=tuple(order))
    pairs = tuple(
        (MEMBERS.index(each[0]) + 1, MEMBERS.index(each[2]) + 1) for each in fixtures.split()
    )
    numbers = sorted({each for pair in pairs for each in pair})
    return OpenRound(terms, margins, tallies(season(played), numbers, terms), pairs)


def decided(before: OpenRound, member: int) -> list[str]:
    """The ranks of each result of a member, and who may end ahead or level."""
    found = []
    for case in before.cases(member):
        ranks = ranks_words(case.best, case.worst)
        rivals = ", ".join(NAMES[each.member] for each in case.rivals)
        found.append(f"{ranks}: {rivals}" if rivals else ranks)
    return found


@each_row
def test_what_the_open_fixtures_decide(
    played: str, fixtures: str, order: str, draws: bool, member: str, ranks: tuple[str, ...]
) -> None:
    margins = MARGINS._replace(draws=draws)
    before = open_round(played, fixtures, order_of({"order": order}), margins)
    assert decided(before, MEMBERS.index(member) + 1) == list(ranks)


@each_row
def test_the_rules_bound_what_a_partie_moves(
    rules: str, forfeit: int, largest: int, least: int, most: int, draws: bool
) -> None:
    assert margins_of(PRESETS[rules], forfeit, largest) == (least, most, draws)


Gains = Mapping[tuple[int, int], int]


def every_gain(of: Margins) -> list[int]:
    won = range(of.least, of.most + 1)
    return [*(-each for each in won), *([0] if of.draws else []), *won]


class Before(NamedTuple):
    """A season before a round, and the parties so far."""

    round: OpenRound
    parties: list[Partie]

    def ranks(self, gains: Gains) -> dict[int, int]:
        """The ordinary ranks after results."""
        terms = self.round.terms
        results = [gaining(*each) for each in gains.items()]
        found = dict(self.round.tallies)
        for member, tally in tallies(results, terms=terms).items():
            found[member] += tally
        rows = standings(found, terms.order, meetings([*self.parties, *results], terms))
        return {row.member: row.rank for row in rows}


def gaining(pair: tuple[int, int], gain: int) -> Partie:
    """A partie whose first player gains so much."""
    return Partie(pair, Result((Side(0), Side(0)), None if gain == 0 else int(gain < 0), abs(gain)))


@st.composite
def rounds_of(
    draw: st.DrawFn, margins: Sequence[Margins], orders: st.SearchStrategy[list[TieBreak]]
) -> Before:
    """A season of four, or of five of whom one has a bye in each round, before a round."""
    of = draw(st.sampled_from(margins))
    terms = SeasonTerms("Winter", {}, order=tuple(draw(orders)))
    members = range(1, draw(st.integers(4, 5)) + 1)
    parties = list[Partie]()
    rested = list[int]()

    def drawn() -> list[tuple[int, int]]:
        mixed = draw(st.permutations(members))
        rested.extend(mixed[len(mixed) // 2 * 2 :])
        return list(zip(mixed[::2], mixed[1::2], strict=False))

    for _ in range(draw(st.integers(0, 3))):
        parties += [gaining(pair, draw(st.sampled_from(every_gain(of)))) for pair in drawn()]
    fixtures = tuple(drawn())
    found = tallies(parties, members, terms)
    for member in rested:
        found[member] += Tally(match_points=terms.bye, byes=1)
    return Before(OpenRound(terms, of, found, fixtures), parties)


def gained(gains: Gains, member: int) -> int:
    return sum(
        gain if member == pair[0] else -gain for pair, gain in gains.items() if member in pair
    )


SMALL = Margins(1, 2, draws=False), Margins(1, 3, draws=True)
ANY = st.lists(
    st.sampled_from(list(TieBreak)), unique=True, min_size=1, max_size=3
) | st.sampled_from(
    [list(TERMS.order), [TieBreak.MATCH_POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.POINTS]]
)
TRIED = st.sampled_from(
    [[TieBreak.POINTS], [TieBreak.MATCH_POINTS, TieBreak.POINTS], [TieBreak.WON]]
)


@given(st.data(), rounds_of((MARGINS, *SMALL, Margins(100, 130, draws=True)), ANY))
def test_every_promise_is_kept(data: st.DataObject, before: Before) -> None:
    """The ordinary standings after any results have those ahead of a member who are said to be,
    and nobody else.
    """
    always = dict[tuple[int, int], list[int]]()
    for _ in range(8):
        gains = {
            pair: data.draw(st.sampled_from(every_gain(before.round.margins)))
            for pair in before.round.fixtures
        }
        ranks = before.ranks(gains)
        for member, rank in ranks.items():
            own = gained(gains, member)
            case = next(
                each for each in before.round.cases(member) if each.own.low <= own <= each.own.high
            )
            assert case.best <= rank <= case.worst
            best, worst = before.round.bounds(member)
            assert best <= case.best <= case.worst <= worst
            for rival in case.rivals:
                gain = gained(gains, rival.member)
                (needed,) = [
                    each for each in rival.conditions if each.gains.low <= gain <= each.gains.high
                ]
                is_ahead = ranks[rival.member] < rank
                assert needed.level <= gain - own if is_ahead else needed.ahead > gain - own
            others = ranks.keys() - {member, *(each.member for each in case.rivals)}
            ahead = [each for each in others if ranks[each] < rank]
            assert always.setdefault((member, case.own.sign), ahead) == ahead


@given(rounds_of(SMALL, TRIED))
def test_every_rank_that_is_said_to_be_possible_is_the_best_or_worst_of_some_results(
    before: Before,
) -> None:
    """If no further tie-break could decide, the best and the worst rank
    of each case are reached.
    """
    found = defaultdict[tuple[int, int], set[int]](set)
    fixtures = before.round.fixtures
    for each in product(every_gain(before.round.margins), repeat=len(fixtures)):
        gains = dict(zip(fixtures, each, strict=True))
        for member, rank in before.ranks(gains).items():
            own = gained(gains, member)
            found[member, (own > 0) - (own < 0)].add(rank)
    for member in before.round.tallies:
        for case in before.round.cases(member):
            ranks = found[member, case.own.sign]
            assert min(ranks) == case.best
            assert max(ranks) == case.worst


def test_a_draw_leaves_a_rival_one_margin_at_which_a_tie_break_decides() -> None:
    order = (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.RUBICONS_INFLICTED)
    before = open_round("D>B 130, B>C 110", "A-C B-D", order)
    assert before.bounds(1) == (1, 4)


# A knock-out


def cup_row(member: int) -> ranking.StandingsRow:
    """The row of a member of a cup of two, whose final member 1 has won;
    any other has no fixture.
    """
    reached = {1: Fraction(0), 2: Fraction(1)}
    order = (TieBreak.ROUND_REACHED, TieBreak.POINTS)
    rows = standings({each: Tally() for each in (1, 2, 3)}, order, lambda *_, **__: {}, reached)
    return next(row for row in rows if row.member == member)


@pytest.mark.parametrize(("member", "words"), [(1, "winner"), (2, "final")])
def test_a_row_of_a_cup_says_how_far_the_member_came(member: int, words: str) -> None:
    assert cup_row(member).reached == words


def test_a_column_shows_what_a_member_has_in_the_tie_break_that_ranks() -> None:
    (row,) = standings({1: Tally(won=2)}, (TieBreak.WON,), lambda *_, **__: {})
    assert row.figure_words == "2"


def test_a_column_is_empty_where_the_figure_is_found_between_members_only() -> None:
    (row,) = standings({1: Tally()}, (TieBreak.HEAD_TO_HEAD,), lambda *_, **__: {})
    assert row.figure_words == "–"


def test_a_row_of_another_season_says_nothing_of_rounds() -> None:
    (row,) = standings({1: Tally()}, (TieBreak.POINTS,), lambda *_, **__: {})
    assert row.reached is None


@pytest.mark.parametrize(
    ("several", "words"), [(False, "has no fixture"), (True, "have no fixture")]
)
def test_a_member_without_a_fixture_in_a_cup(*, several: bool, words: str) -> None:
    assert reached_words(NO_FIXTURE, several=several) == words


def test_older_terms_of_a_cup_rank_by_the_round_first() -> None:
    cup = SeasonTerms("Cup", TERMS.rules, Format.KNOCK_OUT, (TieBreak.POINTS,))
    assert cup.ranking == (TieBreak.ROUND_REACHED, TieBreak.POINTS)


def test_terms_of_a_robin_rank_as_they_say() -> None:
    robin = SeasonTerms("Robin", TERMS.rules, Format.SINGLE, (TieBreak.POINTS,))
    assert robin.ranking == (TieBreak.POINTS,)


SEMI_FINALS = (Fixture(1, 4), Fixture(2, 3))
LAST_ROUND = (Fixture(1, 2), Fixture(4, 3))
"""The final, and the match for the third place."""


@pytest.mark.parametrize(
    ("out", "third"),
    [((), Fraction(5, 3)), ((3, 4), Fraction(2))],
    ids=["while it is open", "once nobody plays any more"],
)
def test_those_who_play_for_third_are_level_until_it_is_decided(
    out: tuple[int, ...], third: Fraction
) -> None:
    winners = {(1, 1): 1, (1, 2): 2, (2, 1): 1}
    found = rounds_left([SEMI_FINALS, LAST_ROUND], winners, out)
    assert found[3] == third
    assert found[4] == third


def test_a_play_off_ranks_those_who_are_level_by_the_season_before() -> None:
    level = {1: Tally(), 2: Tally(), 3: Tally()}
    rows = standings(level, (TieBreak.RANK_BEFORE,), meetings([]), before={2: 1, 3: 2})
    by_rank = sorted(rows, key=lambda row: row.rank)
    assert [row.member for row in by_rank] == [2, 3, 1]
