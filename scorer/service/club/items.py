"""What the night report tells: kinds of things that are not as they should be, and one of each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from hashlib import sha256


class Kind(Enum):
    """What is not as it should be; the value is the heading of the page."""

    DISPUTED = "disputed"
    HALF_SIGNED = "half signed"
    UNSIGNED = "unsigned"
    IDLE = "begun and not gone on with"
    PLAYING = "still being played"
    CARD = "a card not signed by all"
    CLAIMS = "claims that no cards allow"
    NO_FIXTURE = "played without a fixture"
    TOO_OFTEN = "met more often than was drawn"
    SEATS = "played with the seats changed about"
    MISSING = "fixtures not played"
    NOT_DRAWN = "rounds not drawn"
    OPEN = "correction period still open"


@dataclass(frozen=True, slots=True)
class Item:
    """
    One thing that is not as it should be.

    Attributes:
        kind: what it is.
        what: whom and what it is about, in words.
        season: the season's number.
        code: the code of the partie it is about; empty for none.
        dispute: the number of the dispute in that partie; 0 for none.
        entry: the number of the entry it is about; 0 for none.
        deal: the number of the deal, from 1; 0 for none.
        round: of the fixture it is about; 0 for none.
        count: how many things it stands for.
        members: the numbers of those whom it is about.
        waits_for: those of them who can put it right themselves.
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
        """By what a form names it: the same as long as it is about the same."""
        place = (self.code, self.dispute, self.entry, self.deal, self.round)
        about = self.what if self.kind in (Kind.MISSING, Kind.NOT_DRAWN) else ""
        return f"{self.kind.name.lower()} {' '.join(map(str, place))} {about}".strip()

    @property
    def named(self) -> str:
        """It in one line, as the book names it."""
        return f"{self.kind.value}: {self.what}"


@dataclass(frozen=True, slots=True)
class SeasonReport:
    """What is open in one season: its number and name, and every item."""

    season: int
    name: str
    items: tuple[Item, ...]

    @property
    def count(self) -> int:
        """How many things are open."""
        return sum(each.count for each in self.items)

    @property
    def seen(self) -> str:
        """What a form sends back to say that it was made when exactly this was open."""
        return sha256("\n".join(sorted(each.key for each in self.items)).encode()).hexdigest()[:16]
