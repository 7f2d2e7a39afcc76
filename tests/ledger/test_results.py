"""Results: what a finished partie came to, from its statements or from paper."""

from __future__ import annotations

import pytest

from scorer.ledger.results import Side, result_of
from scorer.rules.notation.document import parse_partie
from scorer.rules.partie import Partie as ScoredPartie
from scorer.rules.partie import play_partie
from tests.ledger.builders import played, score_card

CARD = [
    ((164, 114), 0, 150, False),
    ((224, 92), 0, 416, True),
    ((75, 301), 1, 476, True),
    ((103, 144), 1, 141, False),
    ((130, 104), 0, 126, False),
]
"""Totals, winner, points and Rubicon of the five parties, as printed."""


def test_the_score_card_of_cavendish() -> None:
    results = [each.result for each in score_card()]

    assert [
        ((each.sides[0].total, each.sides[1].total), each.winner, each.points, each.rubicon) for each in results
    ] == CARD
    assert all(each.from_paper and not each.forfeit and not each.lurch for each in results)


def test_points_are_counted_by_the_seat_they_were_made_in() -> None:
    """The first player is elder in the first deal, and in every second one after it."""
    result = result_of(played([(27, 13), (15, 31), (44, 6), (18, 29), (35, 12), (25, 23)]))

    assert result.sides == (Side(164, 106, 58, 3, 3), Side(114, 83, 31, 3, 3))


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


def told(*deals: str) -> ScoredPartie:
    """A partie of which each deal is told by its statements."""
    text = "".join(f'[[deal]]\nlog = """{log}"""\n' for log in deals)
    return play_partie(parse_partie(f'rules = "portland"\nplayers = ["Ann", "Ben"]\n{text}').record)


def test_piques_repiques_and_capots_are_counted_for_whoever_made_them() -> None:
    """The first player is elder in the deals 1, 3 and 5, the second in the others."""
    result = result_of(told(GREATEST, GREATEST, PIQUE, GREATEST, PIQUE, GREATEST))
    first, second = result.sides

    assert (first.piques, first.repiques, first.capots) == (2, 1, 3)
    assert (second.piques, second.repiques, second.capots) == (0, 3, 3)
    assert not result.from_paper


def test_a_draw_is_won_by_nobody() -> None:
    result = result_of(played([(20, 20)] * 8))

    assert (result.winner, result.points, result.rubicon) == (None, 0, False)


def test_a_lurch_is_told_where_parties_are_paid() -> None:
    """Hundred up, the first to three parties; one won over a loser below fifty counts two."""
    result = result_of(played([(60, 10), (50, 20), (60, 10), (50, 20)], "cent-32"))

    assert (result.winner, result.points, result.lurch) == (0, 4, True)


def test_a_partie_that_is_not_over_came_to_nothing_yet() -> None:
    with pytest.raises(ValueError, match="not over"):
        result_of(played([(20, 20)] * 5))
