"""A partie that is disputed, for the tests of disputes and of what they would change."""

from __future__ import annotations

from scorer.ledger.entries import PartiePosted
from scorer.service.club.disputes import DisputeKind
from scorer.service.club.signing import SeasonSheet
from tests.service.club.conftest import Two

TRICK = "strike 12 for tricks Y1"
"""Ben's version of the third deal: he won the last trick. 22 to 2 in place of 53 to 0, and 392 in place of 421."""


def points(season_sheet: SeasonSheet) -> int:
    """What the loser pays as the partie stands in the book."""
    assert season_sheet.posted is not None
    assert isinstance(season_sheet.posted.entry.body, PartiePosted)
    return season_sheet.posted.entry.body.result.points


def asks(two: Two, code: str, player: int = 1, said: str = TRICK) -> SeasonSheet:
    """A player asks for a correction of the third deal."""
    return two.club.services.disputes.file(
        code, two.players[player], DisputeKind.CORRECTION, "I took the last.", deal=2, said=said
    )
