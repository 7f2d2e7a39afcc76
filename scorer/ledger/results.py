"""Results of parties and companies, and what they add up to in a season: tallies and meetings.

Tallies and meetings are added and subtracted, so that a reversal costs as little as a posting.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum
from operator import add, neg
from typing import Self

from ..rules.figures import SIDE_FIGURES, Side, side_of
from ..rules.partie import Partie
from .late import LATE


class Basis(Enum):
    """What is known of a partie whose result counts; the value is a word for it.

    Without its deals a partie is a result only: nobody knows what its players made as elder and as
    younger, nor their piques, repiques and capots. By its margin alone not even its totals and the
    Rubicon are known. Its `Side`s have noughts for what is unknown, which count nowhere.
    """

    DEALS = "deals"
    TOTALS = "totals"
    MARGIN = "margin"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished partie; the first of `sides` is elder in the first deal.

    `winner` is 0, 1 or `None` for a draw, and `points` what the loser pays; `rubicon` is that the
    loser did not cross it. If it is `from_paper`, some deal has only totals. By `forfeit`, the
    loser did not come, and nothing was played. Of one that was taken in without its deals, `known`
    says what is known.
    """

    sides: tuple[Side, Side]
    winner: int | None
    points: int
    rubicon: bool = False
    lurch: bool = False
    from_paper: bool = False
    forfeit: bool = False
    known: Basis = field(default=Basis.DEALS, metadata=LATE)

    @property
    def is_result_only(self) -> bool:
        """Return whether it was played, and its deals are not known."""
        return self.known is not Basis.DEALS

    @property
    def has_totals(self) -> bool:
        return not self.forfeit and self.known is not Basis.MARGIN


@dataclass(frozen=True, slots=True)
class Share:
    """One member's part of a company's result;
    `balance` is in points or the frame's units, negative if lost.
    """

    member: int
    balance: int
    parties: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class CardResult:
    """The result of a company, or of a partie for three or four;
    shares are in the order of the scorecard.
    """

    frame: str
    shares: tuple[Share, ...]

    @property
    def to_pool(self) -> int:
        return -sum(share.balance for share in self.shares)


def result_of(partie: Partie) -> Result:
    """Return the result of a finished partie; `ValueError` for another one."""
    settlement = partie.settlement
    if settlement is None:
        raise ValueError("the partie is not over")
    return Result(
        (side_of(partie, 0), side_of(partie, 1)),
        settlement.winner,
        settlement.points,
        settlement.rubicon,
        settlement.lurch,
        from_paper=any(each.deal is None for each in partie.deals),
    )


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures that are added to others of their kind, and subtracted."""

    @property
    def figures(self) -> tuple[int, ...]:
        return tuple(getattr(self, name) for name in self.__dataclass_fields__)

    def __add__(self, other: Self) -> Self:
        return type(self)(*map(add, self.figures, other.figures))

    def __neg__(self) -> Self:
        return type(self)(*map(neg, self.figures))

    def __sub__(self, other: Self) -> Self:
        return self + -other


@dataclass(frozen=True, slots=True)
class Sums(Figures):
    """Parties counted by their outcome."""

    parties: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Tally(Sums):
    """The sum of a member's results in a season, with forfeits,
    and what the director gave, negative if taken.

    What is known by the deals alone, from `piques` to `younger_deals`, is without the parties that
    are `result_only`; so are the Rubicons, as far as these have no totals. Where the terms leave
    these out of the count they are no `parties`, and appear here alone.
    """

    match_points: int = 0
    points_won: int = 0
    points_lost: int = 0
    adjusted: int = 0
    match_adjusted: int = 0
    rubicons_inflicted: int = 0
    rubicons_suffered: int = 0
    piques: int = 0
    repiques: int = 0
    capots: int = 0
    as_elder: int = 0
    as_younger: int = 0
    elder_deals: int = 0
    younger_deals: int = 0
    forfeits: int = 0
    byes: int = 0
    result_only: int = 0

    @property
    def played(self) -> int:
        """Return the number of parties without forfeits.

        >>> Tally(parties=3, forfeits=1).played
        2
        """
        return self.parties - self.forfeits

    @property
    def balance(self) -> int:
        return self.points_won - self.points_lost + self.adjusted

    @property
    def score(self) -> int:
        return self.match_points + self.match_adjusted


@dataclass(frozen=True, slots=True)
class Meeting(Sums):
    """Two members' parties with each other in a season, from the first's side;
    `stakes` are received less paid.
    """

    points_won: int = 0
    points_lost: int = 0
    match_points: int = 0
    rubicons_inflicted: int = 0
    stakes: int = 0

    @property
    def balance(self) -> int:
        return self.points_won - self.points_lost


@dataclass(frozen=True, slots=True)
class GameFacts(Figures):
    """What the results between two say about the game itself, whoever played.

    `deals` are those whose points are known, with the points of elder and of younger, before the
    weights of the deals. Piques, repiques and capots are counted in the `said_deals`, those of
    parties of which every deal was recorded as it was said. Rubicons are counted in the
    `rubicon_parties`, whose totals are known and whose rules have a Rubicon.
    """

    deals: int = 0
    elder_points: int = 0
    younger_points: int = 0
    said_deals: int = 0
    piques: int = 0
    repiques: int = 0
    capots: int = 0
    rubicon_parties: int = 0
    rubicons: int = 0


NO_FACTS = GameFacts()
GAME_FIGURES = tuple(each.name for each in fields(GameFacts))
TALLY_FIGURES = tuple(each.name for each in fields(Tally))
MEETING_FIGURES = tuple(each.name for each in fields(Meeting))


def meeting_of(result: Result, player: int, match_points: int, stakes: int = 0) -> Meeting:
    won = result.winner == player
    lost = result.winner == 1 - player
    return Meeting(
        parties=1,
        won=int(won),
        drawn=int(result.winner is None),
        lost=int(lost),
        points_won=result.points if won else 0,
        points_lost=result.points if lost else 0,
        match_points=match_points,
        rubicons_inflicted=int(won and result.rubicon),
        stakes=stakes * (won - lost),
    )


def tally_of(result: Result, player: int, match_points: int) -> Tally:
    side = result.sides[player]
    meeting = meeting_of(result, player, match_points)
    return Tally(
        **{name: getattr(meeting, name) for name in MEETING_FIGURES if name != "stakes"},
        **{name: getattr(side, name) for name in SIDE_FIGURES if name != "total"},
        rubicons_suffered=meeting.lost * result.rubicon,
        forfeits=int(result.forfeit),
        result_only=int(result.is_result_only),
    )


def facts_of(result: Result, *, has_rubicon: bool) -> GameFacts:
    """Return what a result says about the game; *has_rubicon* is that its rules have one.

    Its figures count nothing where they are not known, and a forfeit says nothing.
    """
    one, other = result.sides
    deals = one.elder_deals + other.elder_deals
    counted = GameFacts(
        deals=deals,
        elder_points=one.as_elder + other.as_elder,
        younger_points=one.as_younger + other.as_younger,
    )
    if has_rubicon and result.has_totals:
        counted += GameFacts(rubicon_parties=1, rubicons=int(result.rubicon))
    if not result.from_paper:
        counted += GameFacts(
            said_deals=deals,
            piques=one.piques + other.piques,
            repiques=one.repiques + other.repiques,
            capots=one.capots + other.capots,
        )
    return counted
