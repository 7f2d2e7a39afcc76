"""Signing: where a sheet of a season stands, and what a signature does to it.

The last signature posts the sheet. Before it, a player who has signed waits for the others; after
it, a signature changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, assert_never


class SheetStatus(Enum):
    """How far the signing of a sheet has come."""

    PLAYING = "in progress"
    UNSIGNED = "unsigned"
    HALF_SIGNED = "half signed"
    DISPUTED = "disputed"
    POSTED = "posted"
    RULED = "ruled"
    REVERSED = "reversed"


class SigningState(NamedTuple):
    """What decides on a signature.

    Attributes:
        signed: for each player, by seat, whether they have signed.
        is_unfinished: it is not finished, so it cannot be signed yet.
        is_disputed: it has an open dispute.
        is_posted: the ledger has an entry of it that is not reversed.
        is_ruled: that entry follows a ruling.
        is_reversed: the last entry of it is reversed.
        is_closed: its season is.
    """

    signed: tuple[bool, ...]
    is_unfinished: bool = False
    is_disputed: bool = False
    is_posted: bool = False
    is_ruled: bool = False
    is_reversed: bool = False
    is_closed: bool = False

    @property
    def status(self) -> SheetStatus:
        if self.is_disputed:
            return SheetStatus.DISPUTED
        if self.is_posted:
            return SheetStatus.RULED if self.is_ruled else SheetStatus.POSTED
        if self.is_reversed:
            return SheetStatus.REVERSED
        if self.is_unfinished:
            return SheetStatus.PLAYING
        return SheetStatus.HALF_SIGNED if any(self.signed) else SheetStatus.UNSIGNED


class Means(Enum):
    """By what a player signed; the value is the text of a stored signature."""

    UNRECORDED = ""
    OWN_PHONE = "own phone"
    PIN = "pin"
    INK = "ink"
    DIRECTOR = "director"


class HowSigned(NamedTuple):
    """By what a player signed.

    Attributes:
        means: `UNRECORDED` of a signature from before they were recorded.
        by: with a PIN, whose phone it was typed on; with ink, or without a signature, the director
            who posted the sheet. It is in words as the author of an entry, and empty if unknown.
    """

    means: Means = Means.UNRECORDED
    by: str = ""


ON_OWN_PHONE = HowSigned(Means.OWN_PHONE)


class Obstacle(Enum):
    """Why a signature is refused."""

    NOT_A_PLAYER = "who signs is not one of its players"
    SEASON_CLOSED = "its season is closed"
    UNFINISHED = "it is not finished"
    DISPUTED = "it is disputed"
    REVERSED = "a director has reversed it"


class Signature(NamedTuple):
    """What a signature does: whether it is new, and whether the sheet is then posted."""

    is_new: bool
    posts: bool


NOTHING_NEW = Signature(is_new=False, posts=False)
"""What a signature does on a sheet that is posted: to sign again is not refused."""


def sign(state: SigningState, player: int | None) -> Signature | Obstacle:
    """Return what the signature of a *player*, by seat, does, or why it is refused;
    `None` is somebody who did not play.
    """
    if player is None:
        return Obstacle.NOT_A_PLAYER
    if state.is_closed:
        return Obstacle.SEASON_CLOSED
    match state.status:
        case SheetStatus.PLAYING:
            return Obstacle.UNFINISHED
        case SheetStatus.DISPUTED:
            return Obstacle.DISPUTED
        case SheetStatus.REVERSED:
            return Obstacle.REVERSED
        case SheetStatus.POSTED | SheetStatus.RULED:
            return NOTHING_NEW
        case SheetStatus.UNSIGNED | SheetStatus.HALF_SIGNED:
            others = [signed for seat, signed in enumerate(state.signed) if seat != player]
            return Signature(is_new=not state.signed[player], posts=all(others))
        case _:
            assert_never(state.status)


def unsigned(status: SheetStatus, signatures: Sequence[object]) -> tuple[int, ...]:
    """Return the players, by seat, who have yet to sign;
    *signatures* has `None` for each of them.
    """
    if status not in (SheetStatus.UNSIGNED, SheetStatus.HALF_SIGNED):
        return ()
    return tuple(player for player, signed in enumerate(signatures) if signed is None)
