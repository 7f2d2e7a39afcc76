"""Meetings: what two members' parties with each other add up to."""

from __future__ import annotations

from scorer.ledger.meetings import Meeting, meeting_of
from tests.ledger.builders import result

LOST = meeting_of(result((92, 120), 312, rubicon=True), 0, 0)
DRAWN = meeting_of(result((110, 110), 0), 0, 1)


def test_a_lost_partie_is_told_from_both_sides() -> None:
    assert Meeting(parties=1, lost=1, points_lost=312) == LOST
    assert meeting_of(result((92, 120), 312), 1, 2) == Meeting(parties=1, won=1, points_won=312, match_points=2)


def test_meetings_add_up_and_leave_nothing_behind_when_taken_away() -> None:
    both = LOST + DRAWN

    assert both == Meeting(parties=2, drawn=1, lost=1, points_lost=312, match_points=1)
    assert both.balance == -312
    assert both - LOST == DRAWN
    assert both - both == Meeting()
