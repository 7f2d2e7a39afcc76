"""
What more than two played together, as it stands in a book: a company's card, or a partie for three or four.

Whatever the frame, an entry says of each member what was moved; what that does
not add up to nothing is the pool's, whose account is the other side.
"""

from __future__ import annotations

from dataclasses import dataclass

from .tallies import Tally


@dataclass(frozen=True, slots=True)
class Share:
    """
    What it came to for one member.

    Attributes:
        member: the member's number.
        moved: what was won, in points or the frame's units; less than nothing if it was lost.
        parties: the parties that counted for the member.
        won: those that brought something, or were won at the table.
        drawn: those that nobody won.
        lost: those that cost something, or were lost at the table.
    """

    member: int
    moved: int
    parties: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class CompanyPosted:
    """
    What more than two played together is entered in the book.

    Attributes:
        season: the season it belongs to.
        frame: what was played: `chouette`, `pool`, and whatever else is played by more than two.
        code: the code of the company, or of the partie.
        shares: what it came to for each who played, in the order of the card.
        record: the digest of all that it was made from, as it was when it was posted.
        instead_of: the number of the first entry of the same, whose place this one takes.
    """

    season: int
    frame: str
    code: str
    shares: tuple[Share, ...]
    record: str
    instead_of: int | None = None

    @property
    def members(self) -> tuple[int, ...]:
        """The numbers of all who played, in the order of the card."""
        return tuple(share.member for share in self.shares)

    @property
    def to_pool(self) -> int:
        """What the pool won."""
        return -sum(share.moved for share in self.shares)


def tally_of_share(share: Share) -> Tally:
    """What a share adds to a member's tally: who won it at whose table is on the card."""
    return Tally(
        parties=share.parties,
        won=share.won,
        drawn=share.drawn,
        lost=share.lost,
        points_won=max(share.moved, 0),
        points_lost=max(-share.moved, 0),
    )
