"""Tie-breaks: what each gives, by its definition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from scorer.ledger import tie_breaks
from scorer.ledger.meetings import Meeting
from scorer.ledger.tallies import Tally
from scorer.ledger.terms import TieBreak
from scorer.ledger.tie_breaks import BY_TALLY, Figure, Group, figures, needed
from tests.ledger.builders import Partie, drawn, meetings, tallies, won

A, B, C, D = 1, 2, 3, 4

TALLY = Tally(
    parties=4,
    won=2,
    drawn=1,
    lost=1,
    match_points=5,
    points_won=600,
    points_lost=250,
    adjusted=-50,
    match_adjusted=-1,
    rubicons_inflicted=2,
    rubicons_suffered=1,
    capots=3,
)


@pytest.mark.parametrize(
    ("by", "figure"),
    [
        (TieBreak.POINTS, 300),
        (TieBreak.MATCH_POINTS, 4),
        (TieBreak.WON, 2),
        (TieBreak.POINTS_WON, 600),
        (TieBreak.RUBICONS_INFLICTED, 2),
        (TieBreak.RUBICONS_SUFFERED, 1),
        (TieBreak.AVERAGE, Fraction(350, 4)),
        (TieBreak.CAPOTS, 3),
        (TieBreak.FEWER_PARTIES, 4),
    ],
)
def test_what_the_own_tally_gives(by: TieBreak, figure: Figure) -> None:
    assert figures(by, (A,), {A: TALLY}, {}) == {A: figure}


def test_without_a_partie_there_is_no_margin() -> None:
    assert figures(TieBreak.AVERAGE, (A,), {A: Tally(adjusted=-20)}, {}) == {A: 0}


def test_every_tie_break_has_its_definition() -> None:
    """A tie-break that a season may choose must be known here, and told in the table."""
    told = (tie_breaks.__doc__ or "").lower()

    assert set(BY_TALLY) | {TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER} == set(TieBreak)
    for each in TieBreak:
        word = each.value.split(",")[0]
        assert word in told or word.lower().removeprefix("rubicons ") in told


def met_in(parties: Sequence[Partie], by: TieBreak, members: Group) -> Mapping[tuple[int, int], Meeting]:
    return needed(by, [members], meetings(parties))


def head_to_head(*parties: Partie) -> object:
    members = tuple(sorted({each for met in parties for each in met.members} - {D}))
    return figures(TieBreak.HEAD_TO_HEAD, members, tallies(parties), met_in(parties, TieBreak.HEAD_TO_HEAD, members))


def test_head_to_head_counts_the_match_points_of_the_parties_among_those_who_are_level() -> None:
    assert head_to_head(won(A, B), drawn(B, C), won(A, C), won(D, A)) == {A: 2, B: Fraction(1, 2), C: Fraction(1, 2)}


def test_head_to_head_does_not_reward_having_met_more() -> None:
    assert head_to_head(won(A, B), won(A, B), won(B, A), won(C, A), won(B, C), won(B, C)) == {
        A: Fraction(4, 4),
        B: Fraction(6, 5),
        C: Fraction(2, 3),
    }


def test_head_to_head_cannot_tell_if_some_have_not_met() -> None:
    assert head_to_head(won(A, B), won(B, C)) is None


def test_a_meeting_of_which_every_partie_was_reversed_is_none() -> None:
    parties = [won(A, B)]
    met = {pair: each - each for pair, each in met_in(parties, TieBreak.HEAD_TO_HEAD, (A, B)).items()}

    assert len(met) == 2
    assert figures(TieBreak.HEAD_TO_HEAD, (A, B), {}, met) is None


def test_sonneborn_berger_gives_the_match_points_of_those_beaten_and_half_of_those_drawn_with() -> None:
    """A beats B (4 match points) twice and draws with C (1): 4 + 4 + a half; lost parties give nothing."""
    parties = [won(A, B), won(A, B), drawn(A, C), won(B, D), won(B, D)]

    met = met_in(parties, TieBreak.SONNEBORN_BERGER, (A, B, C, D))
    assert figures(TieBreak.SONNEBORN_BERGER, (A, B, C, D), tallies(parties), met) == {
        A: Fraction(17, 2),
        B: 0,
        C: Fraction(5, 2),
        D: 0,
    }


def test_sonneborn_berger_takes_the_match_points_of_the_table() -> None:
    """A penalty of an opponent counts, as it does in the standings."""
    parties = [won(A, B), won(B, C)]
    table = tallies(parties)
    table[B] += Tally(match_adjusted=-1)

    met = met_in(parties, TieBreak.SONNEBORN_BERGER, (A,))
    assert figures(TieBreak.SONNEBORN_BERGER, (A,), table, met) == {A: 1}
