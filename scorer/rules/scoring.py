"""Scoring: the reckoned lines, with penalties, bonuses and the race to a target, in their final form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from . import bonuses
from .auction import caller
from .claims import Category
from .lines import BONUSES, KIND_OF_CATEGORY, Line, LineKind
from .options import BlockedBy, CardsToPique, Order
from .reasons import Why
from .reckoning import hand_lines, play_lines
from .ruleset import Ruleset
from .seats import Seat
from .table import Status, Table

_PLAY_ORDER = {
    LineKind.CONCEDED: 0,
    LineKind.LEAD: 1,
    LineKind.TRICK: 2,
    LineKind.LAST: 3,
    LineKind.CARDS: 4,
    LineKind.CAPOT: 5,
    LineKind.CONTRACT: 6,
}


_COUNTED = (
    Why.LEADS,
    Why.WINS,
    Why.CAPTURES,
    Why.TRICKS,
    Why.TRICKS_LOST,
    Why.TENS_LED,
    Why.TENS_WON,
    Why.TENS_CAPTURED,
    Why.UNPLAYED,
)
"""The reasons of the play whose lines are gathered, and then say how many there were."""


class Score(NamedTuple):
    """
    What a table scores.

    Attributes:
        lines: the lines in the order of reckoning, a bonus after the line
            that completes it.
        stopped: who reached the target in this deal, where a partie stops at
            once; the lines end there.
    """

    lines: tuple[Line, ...]
    stopped: Seat | None = None


def score(table: Table) -> Score:
    """The score of *table* as it stands."""
    hand, play, stopped = reckon(table)
    return Score(_running(hand + gather(play)), stopped)


def announced(table: Table) -> tuple[Line, ...]:
    """The same lines before the tricks are gathered, in the order in which the players count them aloud."""
    hand, play, _ = reckon(table)
    return _running(bonuses.in_order(Order.CHRONOLOGICAL, hand, play))


def reckon(table: Table) -> tuple[list[Line], list[Line], Seat | None]:
    """The lines in hand and of the play, bonuses among them, up to the end of a race."""
    hand, play = hand_lines(table), play_lines(table)
    if table.penalised[0] is not None or table.penalised[1] is not None:
        hand, play = _penalised(table, hand), _penalised(table, play)
    rules = table.rules
    repique = _repique(table, hand)
    if repique is not None:
        seat, index = repique
        hand.insert(index + 1, _bonus(rules, seat, LineKind.REPIQUE, hand[index]))
    if play and table.conceded is None:
        repiqued = None if repique is None else repique[0]
        pique = _pique(rules, hand, play, repiqued)
        if rules.cards_to_pique is CardsToPique.AT_SEVENTH_TRICK:
            with_ten = _penalised(table, play_lines(table, ten_at_seventh=True))
            sooner = _pique(rules, hand, with_ten, repiqued)
            if sooner is not None and with_ten[sooner[1]].kind is LineKind.CARDS:
                pique, play = sooner, with_ten
        if pique is not None:
            seat, index = pique
            play.insert(index + 1, _bonus(rules, seat, LineKind.PIQUE, play[index]))
    if table.setting.before is None:
        return hand, play, None
    stopped, hand, play = _race(table, hand, play)
    return hand, play, stopped


def _penalised(table: Table, lines: list[Line]) -> list[Line]:
    """
    The lines with nothing reckoned to a seat under penalty, whose cards still bar (Law 58).

    A carte blanche stands: it precedes what the penalty is for (Cases XX and XXI).
    """
    return [
        _reckoned_as_nothing(table, line)
        if table.reckons_nothing(line.seat) and line.kind is not LineKind.CARTE_BLANCHE
        else line
        for line in lines
    ]


def _reckoned_as_nothing(table: Table, line: Line) -> Line:
    position = table.penalised[line.seat]
    assert position is not None
    return line._replace(
        points=0,
        args={**line.args, "would": line.points},
        because=(*line.because, position),
        source=table.rules.sources["penalties"],
        bars=table.rules.barred_blocks,
    )


def _bonus(rules: Ruleset, seat: Seat, kind: LineKind, completed_by: Line) -> Line:
    """The line of a bonus, caused by what completed the thirty."""
    name = kind.value
    points = rules.repique_bonus if kind is LineKind.REPIQUE else rules.pique_bonus
    why = Why.REPIQUE if kind is LineKind.REPIQUE else Why.PIQUE
    args = {"by": completed_by.points}
    return Line(seat, points, kind, 0, completed_by.because, why, args, rules.sources[f"{name}_bonus"])


def _repique(table: Table, hand: Sequence[Line]) -> tuple[Seat, int] | None:
    for seat in (Seat.ELDER, Seat.YOUNGER):
        index = bonuses.repique(table.rules, hand, seat)
        if index is not None and not may_still_bar(table, caller(table, seat.other), hand[index].kind):
            return seat, index
    return None


def may_still_bar(table: Table, seat: Seat, kind: LineKind) -> bool:
    """
    Whether *seat* may yet call something that bars a repique completed by a line of *kind*.

    Until then no repique is counted: elder who has thirty without the point
    waits for younger's calls before he says ninety.
    """
    return any(bars_before(table.rules, category, kind) for category in open_categories(table, seat))


def bars_before(rules: Ruleset, category: Category, kind: LineKind) -> bool:
    """Whether a holding in *category* bars a repique completed by a line of *kind*."""
    return rules.repique_blocked_by is BlockedBy.ANYTHING_VALID or reckons_before(rules, category, kind)


def reckons_before(rules: Ruleset, category: Category, kind: LineKind) -> bool:
    """Whether *category* reckons before a line in hand of *kind*; a carte rouge comes after everything in hand."""
    if kind is LineKind.CARTE_ROUGE:
        return True
    order = [KIND_OF_CATEGORY.get(each) for each in rules.order]
    return order.index(KIND_OF_CATEGORY[category]) < order.index(kind)


def open_categories(table: Table, seat: Seat) -> tuple[Category, ...]:
    """
    The categories in which *seat* may yet reckon something that nobody has answered or called.

    Elder has none once younger calls: by then he has led.
    """
    if table.play_begun or seat is Seat.ELDER:
        return ()
    unsettled = (Status.OPEN, Status.NOT_GOOD, Status.CALLED, Status.ASKED)
    return tuple(
        category
        for category, state in table.categories.items()
        if state.status in unsettled and not state.declined[seat] and not state.entries[seat]
    )


def _pique(
    rules: Ruleset, hand: Sequence[Line], play: Sequence[Line], repiqued: Seat | None
) -> tuple[Seat, int] | None:
    for seat in (Seat.ELDER, Seat.YOUNGER):
        if seat is not repiqued:
            index = bonuses.pique(rules, hand, play, seat)
            if index is not None:
                return seat, index
    return None


def _race(table: Table, hand: list[Line], play: list[Line]) -> tuple[Seat | None, list[Line], list[Line]]:
    """
    Who reaches the target first, and the lines up to there.

    Nobody has yet, so long as the opponent may still call something that
    reckons before the line that reaches it.
    """
    before, target = table.setting.before, table.setting.target
    assert before is not None
    assert target is not None
    totals = list(before)
    ordered = bonuses.in_order(table.rules.target_order, hand, play)
    for number, line in enumerate(ordered):
        totals[line.seat] += line.points
        if totals[line.seat] < target:
            continue
        if table.rules.target_order is Order.CHRONOLOGICAL:
            if line in hand and line.seat is Seat.YOUNGER and not table.play_begun and table.younger_called:
                break  # elder has led, and the point of his lead comes first
        elif line in hand:
            kind = line.kind if line.kind is not LineKind.REPIQUE else ordered[number - 1].kind
            still_open = open_categories(table, line.seat.other)
            if any(reckons_before(table.rules, category, kind) for category in still_open):
                break
        kept = set(map(id, ordered[: number + 1]))
        hand = [line for line in hand if id(line) in kept]
        return line.seat, hand, [line for line in play if id(line) in kept]
    return None, hand, play


def gather(play: Sequence[Line]) -> list[Line]:
    """
    The lines of the play with each seat's of a kind made one, and divided only where a bonus falls.

    The reason of each gathered line says how many there were.
    """
    gathered: list[Line] = []
    together: dict[tuple[int, Seat, Why], list[Line]] = {}
    for line in play:
        if line.kind in BONUSES:
            gathered += _close(together)
            gathered.append(line)
        else:
            key = (_PLAY_ORDER[line.kind], line.seat, line.why)
            if key in together:
                together[key].append(line)
            else:
                together[key] = [line]
    return gathered + _close(together)


def _close(together: dict[tuple[int, Seat, Why], list[Line]]) -> list[Line]:
    """One line for each group of *together*, which is emptied."""
    closed = []
    for key in sorted(together, key=lambda key: key[:2]):
        same = together[key]
        first = same[0]
        if len(same) == 1 and first.why not in _COUNTED:
            closed.append(first)
            continue
        because = tuple(dict.fromkeys([position for line in same for position in line.because]))
        args: dict[str, Any] = {"count": len(same)}
        if "would" in first.args:
            args["would"] = sum([line.args["would"] for line in same])
        points = sum([line.points for line in same])
        closed.append(Line(first.seat, points, first.kind, 0, because, first.why, args, first.source, first.bars))
    together.clear()
    return closed


def _running(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with each seat's running count, and each bonus with the count before and after it."""
    counts = [0, 0]
    finished = []
    for line in lines:
        before = counts[line.seat]
        after = counts[line.seat] = before + line.points
        args = {**line.args, "before": before, "after": after} if line.kind in BONUSES else line.args
        finished.append(
            Line(line.seat, line.points, line.kind, after, line.because, line.why, args, line.source, line.bars)
        )
    return tuple(finished)
