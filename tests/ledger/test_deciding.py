"""What decides a round: the sentences of small seasons, and that every promise is kept whatever the results."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.ledger import deciding
from scorer.ledger.deciding import Margins, OpenRound, Wording, margins_of
from scorer.ledger.results import Result, Side, Tally
from scorer.ledger.standings import standings
from scorer.ledger.terms import SeasonTerms, TieBreak
from scorer.rules.presets import PRESETS
from tests.ledger.builders import NAMES, TERMS, Partie, meetings, tallies
from tests.ledger.test_standings import season
from tests.rows import each_row

MEMBERS = "ABCDEF"
MARGINS = Margins(101, 400, draws=True)


def open_round(played: str, fixtures: str, order: Iterable[TieBreak], margins: Margins = MARGINS) -> OpenRound:
    """A season after the parties *played*, before *fixtures*, as in `A-B C-D`."""
    terms = SeasonTerms("Winter", {}, order=tuple(order))
    pairs = tuple((MEMBERS.index(each[0]) + 1, MEMBERS.index(each[2]) + 1) for each in fixtures.split())
    numbers = sorted({each for pair in pairs for each in pair})
    return OpenRound(terms, margins, tallies(season(played), numbers, terms), pairs)


def said(before: OpenRound, member: int, reader: int = 0) -> list[str]:
    words = Wording(before, NAMES, reader)
    cases = [words.case(member, each) for each in before.cases(member)]
    return [sentence for case, rivals in cases for sentence in (case, *rivals)]


@each_row("played", "fixtures", "order", "draws", "member", "sentences")
def test_what_the_open_fixtures_decide_is_said_in_these_sentences(
    played: str, fixtures: str, order: str, draws: bool, member: str, sentences: tuple[str, ...]
) -> None:
    """The member is A, who is called you, if the letter is small."""
    number = MEMBERS.index(member.upper()) + 1
    tie_breaks = [TieBreak[each.upper()] for each in order.split()]
    before = open_round(played, fixtures, tie_breaks, MARGINS._replace(draws=draws))
    assert said(before, number, number if member.islower() else 0) == list(sentences)


@each_row("rules", "forfeit", "largest", "least", "most", "draws")
def test_the_rules_bound_what_a_partie_moves(
    rules: str, forfeit: int, largest: int, least: int, most: int, draws: bool
) -> None:
    assert margins_of(PRESETS[rules], forfeit, largest) == (least, most, draws)


def test_more_rivals_than_anybody_would_read_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "MOST_RIVALS", 1)
    before = open_round("A>B 150, C>D 120, A>D 110", "A-C B-D", TERMS.order)
    assert said(before, 1, 1)[-2:] == [
        "If you lose to Cat: 2nd or 3rd.",
        "2 players may end ahead. They are too many to list.",
    ]


Gains = Mapping[tuple[int, int], int]


def gains_of(of: Margins) -> st.SearchStrategy[int]:
    return st.sampled_from(sorted(every_gain(of)))


def every_gain(of: Margins) -> set[int]:
    won = range(of.least, of.most + 1)
    return {*won, *(-each for each in won), *([0] if of.draws else [])}


class Before(NamedTuple):
    """A season before a round, and the parties so far."""

    round: OpenRound
    parties: list[Partie]

    def ranks(self, gains: Gains) -> dict[int, int]:
        """The ordinary ranks after results."""
        terms, results = self.round.terms, [gaining(*each) for each in gains.items()]
        found = dict(self.round.tallies)
        for member, tally in tallies(results, terms=terms).items():
            found[member] += tally
        rows = standings(found, terms.order, meetings([*self.parties, *results], terms))
        return {row.member: row.rank for row in rows}


def gaining(pair: tuple[int, int], gain: int) -> Partie:
    """A partie whose first player gains so much."""
    return Partie(pair, Result((Side(0), Side(0)), None if gain == 0 else int(gain < 0), abs(gain)))


@st.composite
def seasons(draw: st.DrawFn, margins: Sequence[Margins], orders: st.SearchStrategy[list[TieBreak]]) -> Before:
    """A season of four, or of five of whom one has a bye in each round, before a round."""
    of, terms = draw(st.sampled_from(margins)), SeasonTerms("Winter", {}, order=tuple(draw(orders)))
    members = range(1, draw(st.integers(4, 5)) + 1)
    parties, rested = list[Partie](), list[int]()

    def drawn() -> list[tuple[int, int]]:
        mixed = draw(st.permutations(members))
        rested.extend(mixed[len(mixed) // 2 * 2 :])
        return list(zip(mixed[::2], mixed[1::2], strict=False))

    for _ in range(draw(st.integers(0, 3))):
        parties += [gaining(pair, draw(gains_of(of))) for pair in drawn()]
    fixtures, found = tuple(drawn()), tallies(parties, members, terms)
    for member in rested:
        found[member] += Tally(match_points=terms.bye, byes=1)
    return Before(OpenRound(terms, of, found, fixtures), parties)


def gained(gains: Gains, member: int) -> int:
    return sum(gain if member == pair[0] else -gain for pair, gain in gains.items() if member in pair)


SMALL = Margins(1, 2, draws=False), Margins(1, 3, draws=True)
ANY = st.lists(st.sampled_from(list(TieBreak)), unique=True, min_size=1, max_size=3) | st.sampled_from(
    [list(TERMS.order), [TieBreak.MATCH_POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.POINTS]]
)
TRIED = st.sampled_from([[TieBreak.POINTS], [TieBreak.MATCH_POINTS, TieBreak.POINTS], [TieBreak.WON]])


@given(st.data(), seasons((MARGINS, *SMALL, Margins(100, 130, draws=True)), ANY))
def test_every_promise_is_kept(data: st.DataObject, before: Before) -> None:
    """The ordinary standings after any results have those ahead of a member who are said to be, and nobody else."""
    always = dict[tuple[int, int], list[int]]()
    for _ in range(8):
        gains = {pair: data.draw(gains_of(before.round.margins)) for pair in before.round.fixtures}
        ranks = before.ranks(gains)
        for member, rank in ranks.items():
            own = gained(gains, member)
            case = next(each for each in before.round.cases(member) if each.own.low <= own <= each.own.high)
            assert case.best <= rank <= case.worst
            best, worst = before.round.bounds(member)
            assert best <= case.best <= case.worst <= worst
            for rival in case.rivals:
                gain = gained(gains, rival.member)
                (needed,) = [each for each in rival.conditions if each.gains.low <= gain <= each.gains.high]
                is_ahead = ranks[rival.member] < rank
                assert needed.level <= gain - own if is_ahead else needed.ahead > gain - own
            others = ranks.keys() - {member, *(each.member for each in case.rivals)}
            ahead = [each for each in others if ranks[each] < rank]
            assert always.setdefault((member, case.own.sign), ahead) == ahead


@given(seasons(SMALL, TRIED))
def test_every_rank_that_is_said_to_be_possible_is_the_best_or_worst_of_some_results(before: Before) -> None:
    """If no further tie-break could decide, the best and the worst rank of each case are reached."""
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
            assert (min(ranks), max(ranks)) == (case.best, case.worst)


def test_a_draw_leaves_a_rival_one_margin_at_which_a_tie_break_decides() -> None:
    order = (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.RUBICONS_INFLICTED)
    before = open_round("D>B 130, B>C 110", "A-C B-D", order)
    assert "If Dan loses to Ben by exactly 130, it goes by head-to-head." in " ".join(said(before, 1))
    assert before.bounds(1) == (1, 4)
