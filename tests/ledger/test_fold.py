"""The figures of a book, entry by entry: decisions that move nothing are in them too."""

from __future__ import annotations

from scorer.ledger.entries import (
    Body,
    Entered,
    Entry,
    Fixture,
    MemberAdmitted,
    Replaced,
    RoundDrawn,
    SeasonClosed,
    SeasonOpened,
    Withdrew,
)
from scorer.ledger.fold import Figures
from tests.ledger.builders import TERMS


def figures(*bodies: Body) -> Figures:
    found = Figures()
    for number, body in enumerate((SeasonOpened(1, TERMS), *bodies), 1):
        found.add(Entry(number, "2026-11-21T18:00:00+00:00", "director Ann", body, (), ""))
    return found


def test_a_season_that_is_closed_takes_no_more_parties() -> None:
    assert figures().closed == set()
    assert figures(SeasonClosed(1)).closed == {1}


def test_whoever_takes_a_place_takes_the_fixtures_that_are_named_and_there() -> None:
    drawn = RoundDrawn(1, 1, (Fixture(1, 2), Fixture(3, None)))
    members = [MemberAdmitted(number, f"Member {number}") for number in (1, 2, 3, 4)]
    entered = [Entered(1, number) for number in (1, 2, 3)]
    found = figures(*members, *entered, drawn, Withdrew(1, 2, ""), Replaced(1, 2, 4, ((1, 1), (9, 1))))
    assert found.fixtures == {(1, 1, 1): (1, 4), (1, 1, 2): (3, 0)}
    assert found.entrants == {(1, 1): False, (1, 2): True, (1, 3): False, (1, 4): False}
