"""Results of parties, tallies and meetings."""

from dataclasses import fields

import pytest

from scorer.ledger.results import Meeting, Result, Side, Sums, Tally, meeting_of, result_of, tally_of
from tests.ledger.builders import result
from tests.rules.settling import play

GREATEST = """
E exchange 1; Y exchange 1
E point 3; Y good; E tierce major in spades; Y good
E tierce major in hearts; E tierce major in diamonds; E tierce major in clubs
E quatorze of aces; Y good; E quatorze of kings; E quatorze of queens
tricks E12
"""
"""The greatest score of a deal: 170 to nothing, with a repique and a capot (Hoyle, 1744)."""

PIQUE = "E exchange 5; Y exchange 3; E point 6; Y good; E quint minor; Y good; E no set; tricks E12"
"""Twenty-one in hand and the first nine tricks: a pique, and a capot."""


def test_bonuses_are_counted_for_who_made_them() -> None:
    """The first player is elder in the deals 1, 3 and 5, the second in the others."""
    logs = (GREATEST, GREATEST, PIQUE, GREATEST, PIQUE, GREATEST)
    result = result_of(play(logs))
    first, second = result.sides
    assert (first.piques, first.repiques, first.capots) == (2, 1, 3)
    assert (second.piques, second.repiques, second.capots) == (0, 3, 3)
    assert not result.from_paper


def test_a_draw_a_lurch_and_no_result() -> None:
    """Hundred up, the first to three parties; one won over a loser below fifty counts two."""
    drawn = result_of(play([(20, 20)] * 8))
    lurch = result_of(play([(60, 10), (50, 20), (60, 10), (50, 20)], "cent-32"))
    assert (drawn.winner, drawn.points, drawn.rubicon) == (None, 0, False)
    assert (lurch.winner, lurch.points, lurch.lurch) == (0, 4, True)
    with pytest.raises(ValueError, match=r"^the partie is not over$"):
        result_of(play([(20, 20)] * 5))


def test_tallies_of_winner_loser_draw_forfeit_and_adjustment() -> None:
    sides = Side(180, 100, 80, 3, 3, 2, 1, 1), Side(60, 40, 20, 3, 3, 0, 1, 0)
    partie = Result(sides, 0, 340, rubicon=True)
    seats = {"elder_deals": 3, "younger_deals": 3, "parties": 1, "repiques": 1}
    bonuses = {"piques": 2, "capots": 1, "rubicons_inflicted": 1}
    assert tally_of(partie, 0, 2) == Tally(
        **seats, **bonuses, won=1, match_points=2, points_won=340, as_elder=100, as_younger=80
    )
    assert tally_of(partie, 1, 0) == Tally(
        **seats, lost=1, points_lost=340, rubicons_suffered=1, as_elder=40, as_younger=20
    )
    assert tally_of(result((100, 100), 0), 1, 1) == Tally(parties=1, drawn=1, match_points=1)
    assert tally_of(result((0, 1), 100, forfeit=True), 0, 0) == Tally(parties=1, lost=1, points_lost=100, forfeits=1)
    adjusted = Tally(points_won=692, points_lost=617, adjusted=-5, match_points=6, match_adjusted=1)
    assert (adjusted.balance, adjusted.score) == (70, 7)


@pytest.mark.parametrize("kind", [Tally, Meeting])
def test_every_figure_is_added_and_subtracted(kind: type[Sums]) -> None:
    for name in (each.name for each in fields(kind)):
        one, two = kind(**{name: 3}), kind(**{name: 5})
        assert one + two == kind(**{name: 8})
        assert one - two == kind(**{name: -2})
        assert -one == kind(**{name: -3})


def test_a_meeting_is_lost_on_one_side_as_it_is_won_on_the_other() -> None:
    lost = meeting_of(result((92, 120), 312, rubicon=True), 0, 0)
    assert lost == Meeting(parties=1, lost=1, points_lost=312)
    assert lost.balance == -312
    assert meeting_of(result((92, 120), 312), 1, 2) == Meeting(parties=1, won=1, points_won=312, match_points=2)
    assert meeting_of(result((110, 110), 0), 0, 1) == Meeting(parties=1, drawn=1, match_points=1)
