"""Preview what a correction would change."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.errors import NotationError
from ..rules.lines import Line
from ..rules.notation import parse_log
from ..rules.partie import Partie
from ..rules.reasons import Refusal
from ..rules.refusals import IllegalStatement
from ..rules.statements import Statement, Struck, effective
from .sheets import Sheet, extended


@dataclass(frozen=True, slots=True)
class Consequences:
    """
    What statements would change.

    Attributes:
        after: the partie as it would be; `None` if it would be refused.
        gone: lines that the deal would lose.
        new: lines that the deal would gain.
        before: the deal's points now, by player or side.
        then: the deal's points as they would be.
        refused: why it would be refused, in words.
        becomes_illegal: the later statement that would become illegal.
        in_deal: the deal, from 0, that would become illegal.
        position: the position in its log that is to blame.
        refusal: the rule that forbids it.
    """

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
    """Preview *said* at the end of the log of *deal*."""
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
    """Return the lines that are not in *others* with the same seat, points and reason."""
    left = [(line.seat, line.points, line.kind, line.why, str(line.args.get("claim"))) for line in others]
    found = []
    for line in lines:
        what = (line.seat, line.points, line.kind, line.why, str(line.args.get("claim")))
        if what in left:
            left.remove(what)
        else:
            found.append(line)
    return tuple(found)
