"""The fewest points of a deal, against every order in which twelve tricks can be won."""

from dataclasses import replace
from itertools import product

from scorer.rules.fewest import scores_too_few
from scorer.rules.presets import PRESETS

HAND = 12
MOST = 30
"""Totals up to this are asked about: no play alone gives the player with fewer points so many."""

CONCEDED = 23
"""What the last deal is worth to a player whose opponent concedes it: thirteen, and the cards."""


def played(order: tuple[int, ...]) -> tuple[int, int]:
    """Count the play of one order of the tricks, where elder is 0, as people count it aloud.

    A lead counts one, a trick won off the other's lead one, the last trick one more; seven tricks
    or more count ten for the cards, and twelve forty.
    """
    points = [0, 0]
    leader = 0
    for winner in order:
        points[leader] += 1
        if winner != leader:
            points[winner] += 1
        leader = winner
    points[order[-1]] += 1
    for player in (0, 1):
        tricks = order.count(player)
        if tricks == HAND:
            points[player] += 40
        elif tricks > HAND / 2:
            points[player] += 10
    elder, younger = points
    return elder, younger


def test_totals_are_too_few_where_no_order_of_the_tricks_scores_so_little() -> None:
    every = {played(order) for order in product((0, 1), repeat=HAND)}
    every |= {(CONCEDED, 0), (0, CONCEDED)}
    wrong = [
        (elder, younger)
        for elder, younger in product(range(MOST), repeat=2)
        if scores_too_few(PRESETS["portland"], elder, younger)
        is any(least <= elder and other <= younger for least, other in every)
    ]
    assert wrong == []


def test_nothing_is_too_few_where_the_tricks_alone_do_not_tell() -> None:
    """Round the table, in an auction, and where a deal ends at the target."""
    found = {
        name: scores_too_few(PRESETS[name], 0, 0) for name in ("normand", "auction", "cent-32")
    }
    assert found == dict.fromkeys(found, False)


def test_a_deal_that_nobody_may_concede_is_scored_by_its_tricks() -> None:
    """Elsewhere the last deal may be conceded, so that its loser has no point."""
    portland = PRESETS["portland"]
    assert not scores_too_few(portland, 0, CONCEDED)
    assert scores_too_few(replace(portland, concession=False), 0, CONCEDED)
