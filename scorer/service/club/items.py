"""Open items of a season, by kind."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from hashlib import sha256


class Kind(Enum):
    """A kind of open item; the value is its heading."""

    DISPUTED = "disputed"
    HALF_SIGNED = "half signed"
    UNSIGNED = "unsigned"
    IDLE = "abandoned"
    PLAYING = "in progress"
    CARD = "card not signed by all"
    CLAIMS = "impossible claims"
    NO_FIXTURE = "played without a fixture"
    TOO_OFTEN = "met more often than drawn"
    SEATS = "played with swapped seats"
    MISSING = "fixtures not played"
    NOT_DRAWN = "rounds not drawn"
    OPEN = "correction period still open"


@dataclass(frozen=True, slots=True)
class Item:
    """
    An open item.

    Attributes:
        what: what it is about, in words.
        code: the partie's code; empty for none.
        dispute: the number of the dispute in the partie; 0 for none.
        entry: 0 for none.
        deal: from 1; 0 for none.
        round: 0 for none.
        count: how many things it stands for.
        members: the members it is about.
        waits_for: those of them who can settle it themselves.
    """

    kind: Kind
    what: str
    season: int
    code: str = ""
    dispute: int = 0
    entry: int = 0
    deal: int = 0
    round: int = 0
    count: int = 1
    members: tuple[int, ...] = ()
    waits_for: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """Return the key that a form names it by, which stays the same as long as it is about the same."""
        place = (self.code, self.dispute, self.entry, self.deal, self.round)
        about = self.what if self.kind in (Kind.MISSING, Kind.NOT_DRAWN) else ""
        return f"{self.kind.name.lower()} {' '.join(map(str, place))} {about}".strip()

    @property
    def named(self) -> str:
        """Return it in one line, as an entry names it."""
        return f"{self.kind.value}: {self.what}"


@dataclass(frozen=True, slots=True)
class SeasonReport:
    """The open items of a season."""

    season: int
    name: str
    items: tuple[Item, ...]

    @property
    def count(self) -> int:
        return sum(each.count for each in self.items)

    @property
    def seen(self) -> str:
        """Return what a form sends back to show which items were open when it was made."""
        return sha256("\n".join(sorted(each.key for each in self.items)).encode()).hexdigest()[:16]
