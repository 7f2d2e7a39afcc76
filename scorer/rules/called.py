"""The calls of one category: each seat's claims, and how elder's was answered."""

from __future__ import annotations

from enum import Enum, auto

from .claims import Claim, SetClaim
from .seats import Seat


class Status(Enum):
    """The status of elder's call of a category."""

    OPEN = auto()
    CALLED = auto()
    ASKED = auto()
    GOOD = auto()
    EQUAL = auto()
    NOT_GOOD = auto()


WAITING = (Status.CALLED, Status.ASKED)
"""Elder's call is pending: younger answers, or elder says what was asked."""

UNSETTLED = (Status.OPEN, Status.NOT_GOOD, Status.CALLED, Status.ASKED)
"""The category is open to younger."""


class Entry:
    """
    A claim with the positions of the statements that made it what it is.

    `called` is the claim as it was first said; `detailed_at` is the position
    at which its pips or head were added, or `None`.
    """

    __slots__ = ("barred", "because", "called", "claim", "detailed_at", "false", "proved", "seat")

    def __init__(self, seat: Seat, claim: Claim, position: int, *, barred: bool = False) -> None:
        self.seat = seat
        self.called = self.claim = claim
        self.detailed_at: int | None = None
        self.because: tuple[int, ...] = (position,)
        self.barred = barred
        self.proved = self.false = False


class CategoryState:
    """
    The calls of one category and how elder's was answered.

    `ties` holds elder's equal calls that were followed by another, each with
    the position of the answer. `asked_at` is the position at which younger
    asked for pips or head, or said *equal* before they were known, which asks
    for them; only the latter sets `equal_number_at`.
    """

    __slots__ = (
        "answered_at",
        "asked_at",
        "declined",
        "entries",
        "equal_number_at",
        "recalled",
        "reopened",
        "status",
        "ties",
    )

    def __init__(self, seats: int) -> None:
        self.status = Status.OPEN
        self.asked_at: int | None = None
        self.answered_at: tuple[int, ...] = ()
        self.entries: tuple[list[Entry], ...] = tuple([] for _ in range(seats))
        self.declined = [False] * seats
        self.reopened = [False] * seats
        self.equal_number_at: int | None = None
        self.recalled = False
        self.ties: list[tuple[Entry, int]] = []

    @property
    def leading(self) -> Entry:
        """Elder's first call, the one that younger answers."""
        return self.entries[Seat.ELDER][0]

    @property
    def tied(self) -> Claim | None:
        """The last claim that was equal and after which elder called again; what follows must be lesser."""
        return self.ties[-1][0].claim if self.ties else None

    def unrefuted(self, seat: Seat) -> list[Entry]:
        """Return the claims of *seat* that were not found false."""
        return [entry for entry in self.entries[seat] if not entry.false]

    def find(self, seat: Seat, claim: Claim) -> Entry | None:
        """Return the unrefuted claim of *seat* that says the same as *claim*, suits aside."""
        wanted = claim.essence
        for entry in self.entries[seat]:
            if not entry.false and entry.claim.essence == wanted:
                return entry
        return None


def claim_cards(claim: Claim) -> int:
    """Return how many cards *claim* names; none for a nought."""
    return claim.count if isinstance(claim, SetClaim) else claim.length
