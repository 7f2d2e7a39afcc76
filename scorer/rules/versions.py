"""
Two versions of a partie: what was recorded, and what somebody holds was said.

The one grows out of the other by strikes and corrections, so that a statement
has the same place in both; the first place at which they differ is what the
dispute is about, and the rest follows from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from .claims import Category
from .deal import fold
from .laws import Matter
from .lines import BONUSES, Line, LineKind
from .partie import DealRecord, Partie, ScoredDeal
from .settlement import Settlement
from .statements import (
    Answered,
    Asked,
    Bid,
    Called,
    CarteBlancheShown,
    CarteRougeShown,
    Conceded,
    Declined,
    Doubled,
    Exchanged,
    FoundFalse,
    HeadSaid,
    Passed,
    PipsSaid,
    PlayedShort,
    Proved,
    ReckonedNothing,
    Redoubled,
    Statement,
    TricksCounted,
    TrickTaken,
    Waived,
    Withdrawn,
    effective,
)

_MATTER = {
    Category.CARTE_BLANCHE: Matter.CARTE_BLANCHE,
    Category.POINT: Matter.POINT,
    Category.SEQUENCE: Matter.SEQUENCE,
    Category.SET: Matter.SET,
    Category.PLAY: Matter.PLAY,
    Category.CARDS: Matter.CARDS,
}
"""What of the laws a category is the matter of."""


@dataclass(frozen=True, slots=True)
class Both:
    """One place of a deal's log: what stands there in the record, and in the version; `None` for nothing."""

    position: int
    record: Statement | None
    version: Statement | None

    @property
    def differs(self) -> bool:
        """Whether they differ there."""
        return self.record != self.version


@dataclass(frozen=True, slots=True)
class Difference:
    """
    Where two versions of a partie first differ, and what that moves.

    Attributes:
        deal: the number of the deal, from 0.
        place: the first place of its log where they differ; `None` where totals from paper do.
        trick: the number of the trick, from 1, if it is one that differs.
        matters: what it is about, the first foremost.
        points: the deal's points of both players, in the record and in the version.
        settled: the settlement of each; `None` if the partie is not over.
    """

    deal: int
    place: Both | None
    trick: int | None
    matters: tuple[Matter, ...]
    points: tuple[tuple[int, ...], tuple[int, ...]]
    settled: tuple[Settlement | None, Settlement | None]

    @property
    def players(self) -> tuple[int, ...]:
        """The players, or the sides, from 0, whose points in the deal it moves."""
        record, version = self.points
        return tuple(player for player, (old, new) in enumerate(zip(record, version, strict=True)) if old != new)


@dataclass(frozen=True, slots=True)
class Governing:
    """
    Which of the two laws on records applies.

    Attributes:
        law: 70, an error in counting; or 74, two records that differ.
        in_time: under Law 70, whether the next hands have not been seen.
        players: under Law 74, the players whose own figures are in question.
    """

    law: int
    in_time: bool
    players: tuple[int, ...]


def side_by_side(record: DealRecord, version: DealRecord) -> tuple[Both, ...]:
    """What stands in a deal's log, place by place, in both versions."""
    mine, theirs = dict(effective(record.log)), dict(effective(version.log))
    return tuple(Both(place, mine.get(place), theirs.get(place)) for place in sorted({*mine, *theirs}))


def differing(record: Partie, version: Partie) -> tuple[int, ...]:
    """The numbers of the deals, from 0, in which two versions of a partie differ."""
    return tuple(number for number, mine, theirs in _deals(record, version) if _differ(mine, theirs))


def first_difference(record: Partie, version: Partie) -> Difference | None:
    """Where two versions of a partie first differ; `None` if the same stands in both."""
    for number, mine, theirs in _deals(record, version):
        if not _differ(mine, theirs):
            continue
        settled = record.settlement, version.settlement
        scored = _scored(record, number), _scored(version, number)
        points = _points(record, scored[0]), _points(version, scored[1])
        place = next((each for each in side_by_side(mine, theirs) if each.differs), None)
        about: tuple[Matter, ...] = ()
        trick = None
        if place is not None:
            has = record if place.record is not None else version
            about, trick = _about(has, number, place)
        matters = dict.fromkeys((*about, *_moved(*scored), *_settles(*settled), Matter.RECORD))
        return Difference(number, place, trick, tuple(matters), points, settled)
    return None


def governing(difference: Difference, record: Partie) -> Governing:
    """
    Which law on records applies to a difference.

    The tricks are counted, and a miscount is put right while nobody has seen
    the next hand; of everything else each player's record of his own hand is
    right.

    Source: Cavendish, Laws 70 and 74.
    """
    place = difference.place
    counted = place is not None and isinstance(place.record or place.version, TrickTaken | TricksCounted)
    in_time = difference.deal == len(record.deals) - 1
    return Governing(70 if counted else 74, in_time, difference.players)


def _deals(record: Partie, version: Partie) -> Iterator[tuple[int, DealRecord, DealRecord]]:
    pairs = zip_longest(record.record.deals, version.record.deals, fillvalue=DealRecord())
    return ((number, mine, theirs) for number, (mine, theirs) in enumerate(pairs))


def _differ(mine: DealRecord, theirs: DealRecord) -> bool:
    return mine.scores != theirs.scores or effective(mine.log) != effective(theirs.log)


def _scored(partie: Partie, number: int) -> ScoredDeal | None:
    return partie.deals[number] if number < len(partie.deals) else None


def _points(partie: Partie, scored: ScoredDeal | None) -> tuple[int, ...]:
    return (0,) * partie.record.rules.sides if scored is None else scored.points


def _about(partie: Partie, number: int, place: Both) -> tuple[tuple[Matter, ...], int | None]:
    """What the first differing statement is about, and the number of its trick, in the version that has it."""
    deal = partie.deals[number].deal
    assert deal is not None
    before = tuple(each for position, each in effective(deal.log) if position < place.position)
    statement = place.record if place.record is not None else place.version
    trick = None
    if isinstance(statement, TrickTaken):
        trick = 1 + sum(isinstance(each, TrickTaken) for each in before)
    pending = None
    if isinstance(statement, Answered):
        table = fold(deal.rules, before, deal.setting).deal
        pending = table.pending or table.table.answered
    return matters_of(statement, pending), trick


def matters_of(statement: Statement | None, pending: Category | None = None) -> tuple[Matter, ...]:
    """
    What a statement is about, the foremost first.

    Args:
        statement: the statement.
        pending: the category of the call that it answers, if it is an answer.

    >>> from .seats import Seat
    >>> [each.value for each in matters_of(Asked(Seat.YOUNGER, Category.POINT))]
    ['the point', 'questions and answers']
    """
    match statement:
        case CarteBlancheShown():
            return (Matter.CARTE_BLANCHE,)
        case Exchanged():
            return (Matter.EXCHANGE,)
        case Called(_, claim):
            return (_MATTER[claim.category],)
        case Withdrawn(_, claim) | Proved(_, claim) | FoundFalse(_, claim):
            return _MATTER[claim.category], Matter.CORRECTIONS
        case Declined(_, category):
            return (_MATTER[category],)
        case Asked(_, category):
            return _MATTER[category], Matter.ANSWERS
        case PipsSaid():
            return Matter.POINT, Matter.ANSWERS
        case HeadSaid():
            return Matter.SEQUENCE, Matter.ANSWERS
        case Answered() if pending is not None:
            return _MATTER[pending], Matter.ANSWERS
        case ReckonedNothing() | Waived() | PlayedShort():
            return (Matter.PENALTIES,)
        case TrickTaken() | TricksCounted() | Conceded():
            return (Matter.PLAY,)
        case CarteRougeShown() | Bid() | Passed() | Doubled() | Redoubled():
            return (Matter.RECORD,)
        case _:
            return (Matter.ANSWERS,)


def _moved(record: ScoredDeal | None, version: ScoredDeal | None) -> Iterator[Matter]:
    """The bonuses, and the cards, that one version has and the other has not."""
    for matter, kinds in ((Matter.BONUS, BONUSES), (Matter.CARDS, (LineKind.CARDS, LineKind.CAPOT))):
        if _made(record, kinds) != _made(version, kinds):
            yield matter


def _made(scored: ScoredDeal | None, kinds: tuple[LineKind, ...]) -> list[tuple[object, ...]]:
    lines: tuple[Line, ...] = () if scored is None or scored.deal is None else scored.deal.lines
    return [(line.kind, line.seat, line.points) for line in lines if line.kind in kinds]


def _settles(record: Settlement | None, version: Settlement | None) -> Iterator[Matter]:
    """The end of the partie, if another wins or another settlement is made."""
    if (record and (record.winner, record.rubicon, record.lurch)) != (
        version and (version.winner, version.rubicon, version.lurch)
    ):
        yield Matter.PARTIE
