"""
Chouette: one against the rest, who consult and play in turn.

The single player is *in the box*. Whoever wins a partie plays the next one in
the box; the first of the advisers takes the empty seat against him, and the
loser becomes the last of the advisers. The box has the choice of deal and
cards, and plays double stakes: he wins or loses once for each of the others.

The scoring card of Cavendish, in points:

>>> card = [Won(0, 150), Won(0, 416), Won(1, 476), Won(1, 141), Won(0, 126)]
>>> for turn in play_chouette(3, card).turns:
...     print("ABC"[turn.box], "ABC"[turn.against], turn.points, turn.after)
A B 150 (300, -150, -150)
A C 420 (1140, -570, -570)
A B 480 (180, -90, -90)
B C 140 (320, -370, 50)
C A 130 (190, -500, 310)

Source: Cavendish, 8th edition, "Scoring" and "Chouette piquet". More than
three, and a drawn partie, are in no source: the rest take turns in the order
in which they cut, and after a draw the same two play again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from .result import Won


class Rounding(Enum):
    """What becomes of the units of a partie's points."""

    TENS = "to tens, units from one to five dropped (Cavendish)"
    NONE = "as they are"


@dataclass(frozen=True, slots=True)
class ChouetteTerms:
    """
    What the company agrees on.

    Attributes:
        rounding: of the points of each partie.
        share: how often the box wins or loses a partie's points against each of the others.
    """

    rounding: Rounding = Rounding.TENS
    share: int = 1


@dataclass(frozen=True, slots=True)
class Lineup:
    """
    Who plays the next partie; persons by their place in the company, from 0.

    Attributes:
        box: the single player, who chooses deal and cards.
        rest: the others: who plays against him, then who advises, the next to play first.
    """

    box: int
    rest: tuple[int, ...]

    @property
    def against(self) -> int:
        """Who plays for the rest."""
        return self.rest[0]

    @property
    def advisers(self) -> tuple[int, ...]:
        """Who advises him, the next to play first."""
        return self.rest[1:]

    def after(self, won: Won) -> Lineup:
        """Who plays the partie after one that ended so."""
        if won.by is None:
            return self
        loser = self.box if won.by else self.against
        return Lineup(self.against if won.by else self.box, (*self.rest[1:], loser))


@dataclass(frozen=True, slots=True)
class Turn:
    """
    One partie of the chouette.

    Attributes:
        box: who played alone.
        against: who played for the rest.
        advisers: who advised him.
        won: how it ended.
        points: what was counted of it, as rounded.
        moves: what each person won of it; they add up to nothing.
        after: the running card after it.
    """

    box: int
    against: int
    advisers: tuple[int, ...]
    won: Won
    points: int
    moves: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chouette:
    """
    A chouette as far as it has come.

    Attributes:
        terms: what was agreed.
        turns: its parties.
        balances: what each person has won, in points; they add up to nothing.
        lineup: who plays next.
    """

    terms: ChouetteTerms
    turns: tuple[Turn, ...]
    balances: tuple[int, ...]
    lineup: Lineup


def rounded(points: int, rounding: Rounding = Rounding.TENS) -> int:
    """
    The points of a partie as a chouette counts them.

    >>> [rounded(points) for points in (415, 416, 141, 150)]
    [410, 420, 140, 150]

    Source: Cavendish, 8th edition, "Scoring".
    """
    if rounding is Rounding.NONE:
        return points
    return points // 10 * 10 + (10 if points % 10 > 5 else 0)


def play_chouette(players: int, parties: Iterable[Won], terms: ChouetteTerms | None = None) -> Chouette:
    """
    The running card of a chouette.

    Args:
        players: how many play, at least three; the first cut the highest card
            and begins in the box, the second plays against him.
        parties: how each partie ended, 0 being its single player.
        terms: what was agreed; what Cavendish describes if nothing was.

    Raises:
        ValueError: fewer than three play.
    """
    if players < 3:
        raise ValueError("a chouette has three players or more")
    terms = terms or ChouetteTerms()
    lineup = Lineup(0, tuple(range(1, players)))
    balances = (0,) * players
    turns: list[Turn] = []
    for won in parties:
        points = rounded(won.points, terms.rounding)
        each = 0 if won.by is None else terms.share * (points if won.by else -points)
        moves = tuple(-each * len(lineup.rest) if person == lineup.box else each for person in range(players))
        balances = tuple(before + move for before, move in zip(balances, moves, strict=True))
        turns.append(Turn(lineup.box, lineup.against, lineup.advisers, won, points, moves, balances))
        lineup = lineup.after(won)
    return Chouette(terms, tuple(turns), balances, lineup)
