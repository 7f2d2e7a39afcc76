"""Where a sheet stands, and what a signature does, by what is known of it and who has signed."""

from enum import Enum

import pytest

from scorer.ledger.signing import (
    NOTHING_NEW,
    Obstacle,
    SheetStatus,
    Signature,
    SigningState,
    sign,
    unsigned,
)
from tests.rows import each_row

SIGNER = 1
"""The seat of the player who signs, between two others."""


class SignedBy(Enum):
    """Who has signed before, of three."""

    NOBODY = (False, False, False)
    ONE_OTHER = (True, False, False)
    THE_OTHERS = (True, False, True)
    THE_SIGNER = (False, True, False)
    ALL = (True, True, True)


class Comes(Enum):
    """What a signature comes to."""

    SIGNED = Signature(is_new=True, posts=False)
    POSTED = Signature(is_new=True, posts=True)
    POSTED_AT_LAST = Signature(is_new=False, posts=True)
    NOTHING = NOTHING_NEW
    UNFINISHED = Obstacle.UNFINISHED
    DISPUTED = Obstacle.DISPUTED
    REVERSED = Obstacle.REVERSED


STATES = {
    "finished": SigningState(()),
    "in progress": SigningState((), is_unfinished=True),
    "disputed": SigningState((), is_disputed=True),
    "posted": SigningState((), is_posted=True),
    "ruled": SigningState((), is_posted=True, is_ruled=True),
    "reversed": SigningState((), is_reversed=True),
    "posted again": SigningState((), is_posted=True, is_reversed=True),
    "posted and disputed": SigningState((), is_posted=True, is_disputed=True),
    "reversed and disputed": SigningState((), is_reversed=True, is_disputed=True),
    "in progress and disputed": SigningState((), is_unfinished=True, is_disputed=True),
    "reversed and unfinished": SigningState((), is_reversed=True, is_unfinished=True),
}
"""What else is known of a sheet."""


def words(found: object) -> str:
    """Say what a signature came to, as the table of these tests calls it."""
    return next((each.name for each in Comes if each.value == found), repr(found))


@each_row
def test_every_sheet_has_one_status(state: str, signed: SignedBy, status: SheetStatus) -> None:
    found = STATES[state]._replace(signed=signed.value).status
    assert found is status, (
        f"{state}, signed by {signed.name}: expected {status.name}, came {found.name}"
    )


@each_row
def test_a_signature_is_taken_or_refused(state: str, signed: SignedBy, comes: Comes) -> None:
    found = sign(STATES[state]._replace(signed=signed.value), SIGNER)
    assert found == comes.value, (
        f"{state}, signed by {signed.name}, and the second signs: "
        f"expected {comes.name}, came {words(found)}"
    )


@pytest.mark.parametrize("state", STATES)
def test_nobody_else_signs(state: str) -> None:
    found = sign(STATES[state]._replace(signed=SignedBy.NOBODY.value), None)
    assert found is Obstacle.NOT_A_PLAYER, (
        f"{state}, and somebody signs who did not play: expected NOT_A_PLAYER, came {words(found)}"
    )


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_signed_in_a_closed_season(state: str) -> None:
    closed = STATES[state]._replace(signed=SignedBy.NOBODY.value, is_closed=True)
    found = sign(closed, SIGNER)
    assert found is Obstacle.SEASON_CLOSED, (
        f"{state}, in a closed season, and a player signs: "
        f"expected SEASON_CLOSED, came {words(found)}"
    )


WAITING = {SheetStatus.UNSIGNED: (0, 2), SheetStatus.HALF_SIGNED: (0, 2)}
"""The players who are waited for when only the second has signed; nobody in any other status."""


@pytest.mark.parametrize("status", SheetStatus)
def test_only_a_sheet_that_is_neither_posted_nor_held_waits_for_players(
    status: SheetStatus,
) -> None:
    found = unsigned(status, (None, "Ben", None))
    expected = WAITING.get(status, ())
    assert found == expected, (
        f"{status.name}, signed by the player of seat 1: waits for {expected}, came {found}"
    )
