"""What the table page shows: the same for the club, which answers a request, and for a phone that
cannot reach it.

Nothing here knows of requests or of the database.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, assert_never

from ..rules.deal import Deal
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.notation import format_statement
from ..rules.reasons import NotationError
from ..rules.seats import Seat
from ..rules.sentences import Names, contract_sentence, line_sentence
from ..rules.statements import (
    Inserted,
    Log,
    Statement,
    Struck,
    TrickTaken,
    effective,
    in_order,
    statement_sentence,
)
from .card import (
    TOTALS,
    Shown,
    count_aloud,
    deal_title,
    halves,
    in_column,
    removed_by,
    table_card,
    undo_label,
)
from .dialogue import pick_that_says
from .doubts import doubt
from .recording import FROM_PAPER, TAKEN_BACK, Clash, Recorded, Refused, Sheet, is_seating, parsed

# The explained deal


_ANCHORS = {LineKind.LAST: "trick", LineKind.CONCEDED: "concede"}

TERMS: Mapping[LineKind, str] = {
    kind: _ANCHORS.get(kind, kind.value.replace("_", "-")) for kind in LineKind
}
"""The anchors of the glossary that explain the kinds of lines."""


def explain(
    sheet: Sheet, number: int, *, may_correct: bool = False, back: str = ""
) -> dict[str, Any]:
    """Return the context of a deal: what was said in order, what each statement scored, and by
    which law.

    Args:
        may_correct: each statement leads to its correction, and from there *back* to a page of
            `BACK`.
    """
    rules = sheet.partie.record.rules
    deal = sheet.deal(number)
    names = sheet.seated(number)
    contract = contract_sentence(deal.state.auction, names) if deal else ""
    dealt = "younger" if rules.players == 2 else "dealer"
    seats = f"{names[Seat.ELDER]} elder, {names[rules.dealer]} {dealt}"
    return {
        "sheet": sheet,
        "number": number + 1,
        "scored": sheet.partie.deals[number],
        "title": deal_title(sheet.partie, number),
        "seats": seats + (contract and f"; {contract}"),
        "rows": tuple(_said_and_scored(sheet, deal, number)) if deal else (),
        "statements": len(effective(deal.log)) if deal else 0,
        "may_correct": may_correct,
        "back": back or None,
        "next_deal": sheet.current_deal
        if sheet.current_deal > number and not sheet.partie.is_over
        else None,
    }


CALLS = {LineKind.CARTE_BLANCHE, LineKind.POINT, LineKind.SEQUENCE, LineKind.SET}

ROW: dict[str, Any] = dict.fromkeys(("tricks", "why", "points", "source", "doubt"), "")
"""What not every row of a deal has."""


def _said_and_scored(sheet: Sheet, deal: Deal, number: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of a deal: a statement, a run of tricks, or a line that a statement scored.

    A call has its points in its own row. Statements are numbered from 1; a removed one has the
    number 0.
    """
    log = deal.log
    names = sheet.seated(number)
    warning = doubt(sheet, number)
    suspects = () if warning is None else tuple(number for number, _ in warning.suspects)
    current = dict(effective(log))
    numbers = {position: number for number, position in enumerate(current, 1)}
    scored: dict[int, list[Line]] = {}
    for line in deal.lines:
        scored.setdefault(line.because[0], []).append(line)

    def points(line: Line) -> dict[str, Any]:
        figures = in_column(
            deal.rules, sheet.elder(number), line.seat, str(line.points) if line.points else "–"
        )
        return {"points": figures, "source": line.source, "term": TERMS[line.kind]}

    def statement(position: int) -> dict[str, Any]:
        line = numbers.get(position, 0)
        against = warning.aloud if warning and line in suspects else ""
        return ROW | {
            "id": position + 1,
            "line": line,
            "text": _history(log, position, current, names),
            "doubt": against,
        }

    said = (position for position in in_order(log) if not isinstance(log[position], Struck))
    for are_tricks, group in groupby(said, lambda each: isinstance(current.get(each), TrickTaken)):
        run = list(group)
        if are_tricks:
            taken = (current[each] for each in run)
            yield ROW | {
                "tricks": [(statement(at), each.seat) for at, each in zip(run, taken, strict=True)]
            }
        for position in run:
            lines = scored.get(position, [])
            own = (
                lines[0] if len(lines) == 1 and lines[0].kind in CALLS and lines[0].points else None
            )
            if not are_tricks:
                yield statement(position) | ({} if own is None else points(own))
            for line in lines if own is None else ():
                why = line_sentence(line, names)
                if deal.rules.players > 2:  # of two, the column says whose it is
                    why = f"{names[line.seat]}: {why}"
                yield ROW | {"why": why, "bonus": line.kind in BONUSES, **points(line)}


def _history(log: Log, position: int, current: Mapping[int, Statement], names: Names) -> str:
    """Return a statement in words, with what has become of it."""
    statement = log[position]
    now = current.get(position)
    mark = "" if now is not None else " (removed)"
    if isinstance(statement, Inserted):
        statement = statement.statement
        mark = mark or " (inserted)"
    text = statement_sentence(statement, names) + mark
    return (
        text
        if now in (None, statement)
        else f"{statement_sentence(now, names)} (corrected from: {text})"
    )


# The page


def table_context(sheet: Sheet, deal: int, shown: Shown) -> dict[str, Any]:
    """Return the context of the table page for deal *deal*, from 0."""
    card = table_card(sheet, deal, shown)
    return {
        "card": card,
        "shown": shown,
        "halves": halves(card) if shown.across and len(sheet.names) == 2 else (),
        "voice": count_aloud(sheet, deal) if shown.voice else None,
        "explained": explain(sheet, deal, may_correct=card.may_correct, back="table")
        if card.is_over
        else None,
        "doubt": doubt(sheet, deal),
    }


def shown_deal(sheet: Sheet, asked: str) -> int:
    """Return the deal to show: the last with statements, or the next if that is *asked* for."""
    if asked == str(sheet.current_deal):
        return sheet.current_deal
    return max(0, len(sheet.partie.deals) - 1)


# A tap

LONGEST = 4000
"""The most characters of a deal that is said again."""

OVERTAKEN = "The deal had already moved on. This is its current state. Your tap was not recorded:"
AN_EARLIER_TAP = (
    "Your earlier tap had already been recorded. Undo it if it was wrong. Your last "
    "tap was not recorded:"
)
"""Why a tap clashes. Nothing says which phone recorded the other tap,
so the page blames no phone.
"""


def said_in(form: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return what a form of the table says, and the totals that were typed into it."""
    said = form.get("say", "")[:LONGEST]
    typed = [each.strip()[:9] for name, each in sorted(form.items()) if name.startswith("total")]
    if said == FROM_PAPER:
        said = " ".join([said, *("-".join(each.split()) for each in typed)])
    return said, typed


def after_tap(
    result: Recorded | Clash | Refused, *, deal: int, said: str, typed: Sequence[str], good: bool
) -> tuple[Sheet, int, dict[str, Any], int]:
    """Return what to show after a tap: the sheet, the deal, what `Shown` says of it,
    and the status of the answer.
    """
    sheet = result.sheet
    shown = min(max(deal, 0), max(0, sheet.current_deal))
    match result:
        case Recorded(_, new):
            pick = TOTALS if said == TAKEN_BACK else _undone(sheet, shown, new, good=good)
            return sheet, shown, {"pick": pick}, 200
        case Clash(_, attempted, own):
            notice = AN_EARLIER_TAP if own else OVERTAKEN
            words = _attempted(sheet, shown, attempted)
            return (
                sheet,
                max(0, len(sheet.partie.deals) - 1),
                {"notice": notice, "attempted": words},
                409,
            )
        case Refused(_, attempted, reason):
            notice = f"Not recorded: {reason.removesuffix('.')}."
            if typed:
                return sheet, shown, {"pick": TOTALS, "notice": notice, "typed": typed}, 422
            return (
                sheet,
                shown,
                {"notice": notice, "attempted": _attempted(sheet, shown, attempted)},
                422,
            )
        case _:
            assert_never(result)


def _attempted(sheet: Sheet, number: int, said: str) -> str:
    """Return what a tap says in the words of its key; what cannot be read as it is."""
    if said == TAKEN_BACK:
        return "Undo the totals"
    if is_seating(said):
        return "The correction of the names and the dealer"
    names = sheet.seated(number)
    log = sheet.log(number)
    try:
        new, totals = parsed(said, sheet.partie.record.rules)
    except NotationError:
        return said
    if totals is not None:
        return f"The totals {' – '.join(map(str, totals))}"
    undone = removed_by(new)
    if undone:
        return undo_label(log, undone, names) if undone[-1] < len(log) else said
    if any(
        isinstance(each, Inserted) or (isinstance(each, Struck) and each.instead) for each in new
    ):
        return "A correction"
    return ", ".join(
        statement_sentence(each, names) for each in new if not isinstance(each, Struck)
    )


def _undone(sheet: Sheet, number: int, said: Log, *, good: bool) -> str:
    """Return the pick to show after *said* was recorded:
    after an undo, the one with the key that was undone.
    """
    struck = removed_by(said)
    if not struck:
        return ""
    deal = sheet.deal(number)
    assert deal is not None, "a deal that is recorded has a log"
    words = "; ".join(format_statement(deal.log[position]) for position in struck)
    return pick_that_says(deal, sheet.seated(number), words, elder=sheet.elder(number), good=good)
