"""
Two versions of a partie: what was recorded, and what a player says was said.

The second is the first with corrections, so that a statement has the same
position in both. The dispute is about the first position at which they differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from .claims import Category
from .laws import EVERY_LAW, MATTER_OF, Law, Matter, Subject, bearing_on, find_law
from .legal import before
from .lines import BONUSES, Line, LineKind
from .partie import DealRecord, Partie, ScoredDeal
from .settlement import Settlement
from .statements import Answered, Called, Statement, TrickTaken, effective, in_order


@dataclass(frozen=True, slots=True)
class Both:
    """The current statements of one position of a log, in the record and in the version; `None` for none."""

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
    Which laws govern a difference; they bind only as far as what is claimed is proved.

    Attributes:
        subject: what the versions differ about.
        in_time: whether no later deal has begun, so that a wrong count could still be put right under Law 70.
    """

    subject: Subject
    in_time: bool

    @property
    def laws(self) -> tuple[int, ...]:
        """The numbers of the laws, the foremost first; none where only the house rules decide."""
        numbers: tuple[int, ...] = self.subject.value
        return numbers


@dataclass(frozen=True, slots=True)
class Bearing:
    """
    The laws and cases by which a dispute can be decided.

    Attributes:
        governing: those that govern what is in dispute, the foremost first.
        others: what else bears on it.
    """

    governing: tuple[Law, ...]
    others: tuple[Law, ...]

    @property
    def cited(self) -> tuple[str, ...]:
        """All of them, as they are cited."""
        return tuple(law.cited for law in (*self.governing, *self.others))


def side_by_side(record: DealRecord, version: DealRecord) -> tuple[Both, ...]:
    """What stands in a deal's log, place by place in the order of the deal, in both versions."""
    mine, theirs = dict(effective(record.log)), dict(effective(version.log))
    order = in_order(max(record.log, version.log, key=len))
    return tuple(Both(place, mine.get(place), theirs.get(place)) for place in order if place in mine or place in theirs)


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
    Which laws govern a difference: it follows from what the first differing statement is.

    Source: Cavendish, Laws 18 to 22, 24 to 31, 44, 50 to 58, 70 and 74.
    """
    in_time = difference.deal == len(record.deals) - 1
    return Governing(Subject.TOTALS if difference.place is None else _subject(difference.place), in_time)


def bearing(difference: Difference | None, record: Partie) -> Bearing:
    """
    The laws and cases by which a difference can be decided.

    Without a second version it may be about anything, so every law is among
    the others. Those of Piquet au Cent count where a partie ends at a target.
    """
    if difference is None:
        foremost, found = bearing_on([Matter.RECORD]), EVERY_LAW
    else:
        cited = (find_law(f"Law {number}") for number in governing(difference, record).laws)
        foremost = tuple(law for law in cited if law is not None)
        found = bearing_on(difference.matters, au_cent=record.record.rules.target is not None)
    return Bearing(foremost, tuple(law for law in found if law not in foremost))


def _subject(place: Both) -> Subject:
    statement, other = (place.version, place.record) if place.version is not None else (place.record, None)
    assert statement is not None
    if isinstance(statement, Called) and isinstance(other, Called):
        return Subject.CALL
    return statement.subject


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
    earlier = before(deal.rules, deal.log, deal.setting, place.position)
    statement = place.record if place.record is not None else place.version
    assert statement is not None
    trick = None
    if isinstance(statement, TrickTaken):
        trick = 1 + len(earlier.state.tricks)
    pending = None
    if isinstance(statement, Answered):
        pending = earlier.pending or earlier.state.answered
    return matters_of(statement, pending), trick


def matters_of(statement: Statement, pending: Category | None = None) -> tuple[Matter, ...]:
    """
    What a statement is about, the foremost first.

    Args:
        statement: the statement.
        pending: the category of the call that it answers, if it is an answer.

    >>> from scorer.rules.calls import Asked
    >>> from scorer.rules.seats import Seat
    >>> [each.value for each in matters_of(Asked(Seat.YOUNGER, Category.POINT))]
    ['the point', 'questions and answers']
    """
    if isinstance(statement, Answered) and pending is not None:
        return MATTER_OF[pending], *statement.matters
    return statement.matters


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
