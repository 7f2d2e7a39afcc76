"""The race of a partie in the header of the table: a strip of its deals, each with its winner, and
the total of each side against the Rubicon or the target.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..rules.messages import Message, Text
from ..rules.partie import Partie
from ..rules.ruleset import Ends
from .great_lines import MomentKind, greatest

MOST_CELLS = 8
"""The most deals of a partie to a target that are shown, the last ones: it has no fixed number."""


class RaceText(Text):
    """What the strip of the deals and the bars of the totals say in words.

    The points of a deal are those of the deal alone, however often it counts. A total is that
    before the deal in progress, whose points count as often as the deal does. They repeat the
    points and totals, so no oracle asks them again: `tests/table/test_race.py` has sheets of every
    kind.
    """

    DEAL = "Deal {deal}: {row:,}"
    SIDE = "{who} {points}"
    IN_PROGRESS = "Deal {deal}, in progress"
    WITH_MOMENT = "{what}, {kind}"
    REPIQUE = "repique"
    CAPOT = "capot"
    PIQUE = "pique"
    CARTE_BLANCHE = "carte blanche"
    TOTAL = "{who} {points} of {target}"
    TOTAL_AND_DEAL = "{who} {points} of {target}, {count} more in this deal"
    PARTIES = "parties {won}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCell:
    """A deal in the strip.

    Attributes:
        number: of the deal, from 1.
        points: what its winner scored; `None` of one that is not over.
        winner: the side that scored more than every other, from 0; `None` if none did.
        is_shown: the table shows this deal.
        moment: what marks it, the greatest that its statements have made.
        spoken: what a screen reader says; `None` of one of which there is only the number.
    """

    number: int
    points: int | None
    winner: int | None
    is_shown: bool
    moment: MomentKind | None
    spoken: Message | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalBar:
    """The total of a side on its way to the *goal*.

    Attributes:
        total: its points before the deal in progress; `reached` with those of that deal.
        spoken: what a screen reader says.
    """

    total: int
    reached: int
    goal: int
    spoken: Message

    @property
    def left(self) -> int:
        """The points that are still needed; 0 or fewer once the goal is reached."""
        return self.goal - self.reached


@dataclass(frozen=True, slots=True, kw_only=True)
class PartieRace:
    """The strip and the bars.

    Attributes:
        bars: one a side; none where a partie has neither a Rubicon nor a target.
        won: the parties of a series that each side has won; empty where no series is played.
    """

    cells: tuple[DealCell, ...]
    bars: tuple[TotalBar, ...]
    won: tuple[Message, ...]


def race(partie: Partie, sides: Sequence[str], number: int) -> PartieRace:
    """Return the race of a partie between *sides* by their names, while deal *number*, from 0, is
    shown.
    """
    return PartieRace(
        cells=tuple(_cell(partie, sides, deal, number) for deal in _deals_shown(partie, number)),
        bars=_bars(partie, sides, number),
        won=_parties_won(partie, number),
    )


def totals_before(partie: Partie, number: int) -> tuple[int, ...]:
    """Return the totals of the header: without the deal while it is being played,
    with it once it is over.
    """
    if number >= len(partie.deals):
        return partie.next_totals
    scored = partie.deals[number]
    if scored.is_over:
        return scored.totals
    pairs = zip(scored.totals, scored.points, strict=True)
    return tuple(total - points * scored.weight for total, points in pairs)


def _deals_shown(partie: Partie, number: int) -> range:
    """Return the deals of the strip, from 0: all of a partie of deals, with the extra ones once
    they are due; else the last ones of the partie of the series that is shown.
    """
    rules = partie.record.rules
    played = max(len(partie.deals), number + 1)
    if rules.deals is None:
        begins = [each.after + 1 for each in partie.finished if each.after < number]
        first = max(begins, default=0)
        return range(max(first, played - MOST_CELLS), played)
    needs_more = played > rules.deals or partie.extra_deals_due > 0
    return range(rules.deals + rules.tie_deals if needs_more else rules.deals)


def _cell(partie: Partie, sides: Sequence[str], deal: int, shown: int) -> DealCell:
    is_shown = deal == shown
    scored = partie.deals[deal] if deal < len(partie.deals) else None
    moment = greatest(scored.deal) if scored is not None and scored.deal is not None else None
    if scored is None or not scored.is_over:
        in_progress = _with_moment(RaceText.IN_PROGRESS(deal=deal + 1), moment)
        return DealCell(
            number=deal + 1,
            points=None,
            winner=None,
            is_shown=is_shown,
            moment=moment,
            spoken=in_progress if is_shown else None,
        )
    most = max(scored.points)
    is_level = scored.points.count(most) > 1
    figures = zip(sides, scored.points, strict=True)
    row = tuple(RaceText.SIDE(who=name, points=points) for name, points in figures)
    return DealCell(
        number=deal + 1,
        points=most,
        winner=None if is_level else scored.points.index(most),
        is_shown=is_shown,
        moment=moment,
        spoken=_with_moment(RaceText.DEAL(deal=deal + 1, row=row), moment),
    )


def _with_moment(what: Message, moment: MomentKind | None) -> Message:
    return what if moment is None else RaceText.WITH_MOMENT(what=what, kind=RaceText[moment.name]())


def _bars(partie: Partie, sides: Sequence[str], number: int) -> tuple[TotalBar, ...]:
    goal = _goal(partie, number)
    if goal is None:
        return ()
    bars = []
    figures = zip(sides, totals_before(partie, number), _in_progress(partie, number), strict=True)
    for name, total, more in figures:
        spoken = RaceText.TOTAL(who=name, points=total, target=goal)
        if more:
            spoken = RaceText.TOTAL_AND_DEAL(who=name, points=total, target=goal, count=more)
        bars.append(TotalBar(total=total, reached=total + more, goal=goal, spoken=spoken))
    return tuple(bars)


def _goal(partie: Partie, number: int) -> int | None:
    """Return the Rubicon, or the target of the partie in which deal *number* is played."""
    rules = partie.record.rules
    if rules.ends is Ends.DEALS:
        return rules.rubicon
    return partie.deals[number - 1].after.target if number else rules.target


def _in_progress(partie: Partie, number: int) -> tuple[int, ...]:
    """Return what each side has of deal *number* as far as it has been played, as often as it
    counts; nothing once it is over, because the totals have that.
    """
    if number >= len(partie.deals) or partie.deals[number].is_over:
        return (0,) * partie.record.rules.sides
    scored = partie.deals[number]
    return tuple(points * scored.weight for points in scored.points)


def _parties_won(partie: Partie, number: int) -> tuple[Message, ...]:
    rules = partie.record.rules
    if rules.parties_to_win == 1:
        return ()
    won: tuple[int, ...] = (0,) * rules.sides
    if partie.deals:
        won = partie.deals[min(number, len(partie.deals) - 1)].after.won
    return tuple(RaceText.PARTIES(won=each) for each in won)
