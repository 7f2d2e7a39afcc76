"""What would change: by a correction, at the edge of the Rubicon, and for one point more."""

from __future__ import annotations

from typing import NamedTuple

from ..rules.errors import NotationError
from ..rules.lines import Line
from ..rules.notation import parse_log
from ..rules.partie import Partie
from ..rules.reasons import Refusal
from ..rules.ruleset import Ends
from ..rules.sentences import IllegalStatement
from ..rules.settlement import Settlement, settle
from ..rules.statements import Statement, Struck, effective
from .sheets import Sheet, extended

# The Rubicon
#
# Only a partie of a fixed number of deals has one. Nothing is forecast: each figure is a settlement of possible totals.


EDGE = (-1, 0, 1)
"""Distances from the Rubicon at which the settlement is shown, in points."""


class Outlook(NamedTuple):
    """The settlement now, and for the player `behind` the Rubicon what they would lose at its `edge`."""

    now: Settlement
    behind: int | None
    edge: tuple[tuple[int, int], ...]
    next_point: tuple[int, int]


def outlook(partie: Partie) -> Outlook | None:
    """Return the outlook of a partie of deals that has begun; `None` for others."""
    rules = partie.record.rules
    if rules.ends is not Ends.DEALS or not partie.deals:
        return None
    first_total, second_total = partie.totals
    totals = first_total, second_total

    def gain(player: int, totals: tuple[int, int]) -> int:
        settlement = settle(rules, totals)
        return settlement.points if settlement.winner == player else -settlement.points

    def with_points(player: int, points: int) -> tuple[int, int]:
        return (points, totals[1]) if player == 0 else (totals[0], points)

    point = partie.deals[-1].weight
    now = gain(0, totals)
    first = gain(0, with_points(0, totals[0] + point)) - now
    second = gain(1, with_points(1, totals[1] + point)) + now
    behind = 0 if totals[0] < totals[1] else 1
    edge: tuple[tuple[int, int], ...] = ()
    if rules.rubicon is not None and totals[behind] < rules.rubicon:
        marks = (rules.rubicon + away for away in EDGE)
        edge = tuple((mark, -gain(behind, with_points(behind, mark))) for mark in marks)
    return Outlook(settle(rules, totals), behind if edge else None, edge, (first, second))


# Corrections


class Consequences(NamedTuple):
    """What statements would change; if they would be refused, `after` is `None`, and the reason is given."""

    after: Partie | None
    gone: tuple[Line, ...] = ()
    new: tuple[Line, ...] = ()
    before: tuple[int, ...] = ()
    then: tuple[int, ...] = ()
    refused: str = ""
    becomes_illegal: Statement | None = None
    in_deal: int | None = None
    position: int | None = None
    refusal: Refusal | None = None


def consequences(sheet: Sheet, deal: int, said: str) -> Consequences:
    rules = sheet.partie.record.rules
    try:
        new = parse_log(said, rules)
        after = extended(sheet, deal, new)
    except NotationError as error:
        return Consequences(None, refused=error.message)
    except IllegalStatement as error:
        culprit = None
        own = {each.position for each in new if isinstance(each, Struck) and each.instead is not None}
        own |= set(range(len(sheet.log(deal)), len(sheet.log(deal)) + len(new)))
        itself = error.deal == deal and error.position in own
        if error.position is not None and error.deal is not None and not itself:
            log = sheet.log(error.deal) + (new if error.deal == deal else ())
            culprit = dict(effective(log)).get(error.position)
        return Consequences(
            None,
            refused=str(error),
            becomes_illegal=culprit,
            in_deal=error.deal,
            position=error.position,
            refusal=error.refusal,
        )
    old_deal, new_deal = sheet.partie.deals[deal], after.deals[deal]
    old_lines = old_deal.deal.lines if old_deal.deal is not None else ()
    new_lines = new_deal.deal.lines if new_deal.deal is not None else ()
    return Consequences(
        after,
        gone=_without(old_lines, new_lines),
        new=_without(new_lines, old_lines),
        before=old_deal.points,
        then=new_deal.points,
    )


def _without(lines: tuple[Line, ...], others: tuple[Line, ...]) -> tuple[Line, ...]:

    def what(line: Line) -> tuple[object, ...]:
        return line.seat, line.points, line.kind, line.why, str(line.args.get("claim"))

    left, found = [what(line) for line in others], []
    for line in lines:
        if what(line) in left:
            left.remove(what(line))
        else:
            found.append(line)
    return tuple(found)
