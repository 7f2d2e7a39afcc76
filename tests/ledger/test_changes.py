"""Changes: what an entry adds to the figures that are kept, and a reversal takes away."""

from __future__ import annotations

from scorer.ledger.changes import Changes, changes
from scorer.ledger.entries import Adjusted, ByeGiven, Entered, PartiePosted
from scorer.ledger.meetings import Meeting, meeting_of
from scorer.ledger.tallies import Tally, tally_of
from tests.ledger.builders import TERMS, result

RESULT = result((98, 120), 318, rubicon=True)
PARTIE = PartiePosted(3, (1, 2), "K7QX", (12,) * 6, "", RESULT)


def test_a_partie_changes_the_tallies_of_two_and_their_meeting_from_both_sides() -> None:
    assert changes(PARTIE, TERMS) == Changes(
        3,
        {1: tally_of(RESULT, 0, 0), 2: tally_of(RESULT, 1, 2)},
        {(1, 2): meeting_of(RESULT, 0, 0), (2, 1): meeting_of(RESULT, 1, 2)},
    )


def test_a_reversal_takes_the_same_away() -> None:
    found = changes(PARTIE, TERMS)
    assert found is not None
    undone = -found

    assert undone.season == 3
    assert {member: found.tallies[member] + undone.tallies[member] for member in (1, 2)} == {1: Tally(), 2: Tally()}
    assert {pair: found.meetings[pair] + undone.meetings[pair] for pair in found.meetings} == {
        (1, 2): Meeting(),
        (2, 1): Meeting(),
    }


def test_the_director_and_a_bye_change_one_tally() -> None:
    assert changes(Adjusted(3, 2, -20, 1, "late", ""), None) == Changes(3, {2: Tally(adjusted=-20, match_adjusted=1)})
    assert changes(ByeGiven(3, 2, 1), TERMS) == Changes(3, {2: Tally(match_points=2, byes=1)})


def test_what_moves_nothing_changes_nothing() -> None:
    assert changes(Entered(3, 1), TERMS) is None
