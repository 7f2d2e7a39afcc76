"""What the table page shows: the same for the club, which answers a request, and for a phone that
cannot reach it.

Nothing here knows of requests or of the database.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import ClassVar, assert_never

from ..rules.deal import Deal
from ..rules.errors import NotationError
from ..rules.governing import line_law
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.messages import Message, Text
from ..rules.notation import format_statement
from ..rules.partie import ScoredDeal
from ..rules.seats import Seat
from ..rules.sentences import (
    Names,
    contract_message,
    line_message,
    line_of_message,
    short_source,
    shown_source,
)
from ..rules.statements import (
    Inserted,
    Log,
    Statement,
    Struck,
    TrickTaken,
    effective,
    in_order,
    statement_message,
)
from .card import (
    TOTALS,
    Half,
    Shown,
    TableCard,
    count_aloud,
    counts_at_end,
    deal_title,
    halves,
    removed_by,
    table_card,
    taken_back,
    undo_label,
)
from .card_rows import in_column
from .contexts import Context
from .dialogue import pick_that_says
from .doubts import Claims, doubt
from .moments import Moment, latest_moment, progress
from .recording import FROM_PAPER, TAKEN_BACK, Clash, Recorded, Refused, Sheet, is_seating, parsed
from .speeds import Speed

# The explained deal


_ANCHORS = {LineKind.LAST: "trick", LineKind.CONCEDED: "concede"}

TERMS: Mapping[LineKind, str] = {
    kind: _ANCHORS.get(kind, kind.value.replace("_", "-")) for kind in LineKind
}
"""The anchors of the glossary that explain the kinds of lines."""


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """A row of an explained deal: a statement, a run of tricks, or a line that a statement scored.

    Attributes:
        line: the number of the statement, from 1; 0 for one that was removed.
        anchor: the number by which a link leads to the statement.
        text: the statement in words.
        doubt: why the claims cannot all be true, if the statement is one of those in question.
        tricks: a run of tricks, each as its statement and the column of the player who won it,
            from 0.
        why: what was scored, if the row is a line of the score; a `bonus` stands out.
        points: in the columns of the players, with the `law` or the text that gives them, cited
            in short, and the `term` of the glossary.
    """

    line: int = 0
    anchor: int = 0
    text: Message | str = ""
    doubt: Message | None = None
    tricks: tuple[tuple[TimelineRow, int], ...] = ()
    why: Message | None = None
    bonus: bool = False
    points: tuple[str, ...] = ()
    law: Message | None = None
    term: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A deal with what was said in order, what each statement scored, and by which law.

    Attributes:
        number: of the deal, from 1.
        statements: how many are current.
        may_correct: each statement leads to its correction, and from there *back* to a page of
            `BACK`.
        next_deal: the number of the deal that follows, from 0; `None` if none does.
    """

    sheet: Sheet
    number: int
    scored: ScoredDeal
    title: Message
    seats: Message
    rows: tuple[TimelineRow, ...]
    statements: int
    may_correct: bool
    back: str | None
    next_deal: int | None


def explain(sheet: Sheet, number: int, *, may_correct: bool = False, back: str = "") -> Explained:
    """Return deal *number*, from 0, explained."""
    rules = sheet.partie.record.rules
    deal = sheet.deal(number)
    names = sheet.seated(number)
    seated = ExplainedText.SEATS_OF_TWO if rules.players == 2 else ExplainedText.SEATS
    seats = seated(elder=names[Seat.ELDER], who=names[rules.dealer])
    contract = contract_message(deal.state.auction, names) if deal else None
    if contract is not None:
        seats = ExplainedText.WITH_CONTRACT(what=seats, contract=contract)
    goes_on = sheet.current_deal > number and not sheet.partie.is_over
    return Explained(
        sheet=sheet,
        number=number + 1,
        scored=sheet.partie.deals[number],
        title=deal_title(sheet.partie, number),
        seats=seats,
        rows=tuple(_said_and_scored(sheet, deal, number)) if deal else (),
        statements=len(effective(deal.log)) if deal else 0,
        may_correct=may_correct,
        back=back or None,
        next_deal=sheet.current_deal if goes_on else None,
    )


CALLS = {LineKind.CARTE_BLANCHE, LineKind.POINT, LineKind.SEQUENCE, LineKind.SET}


def _said_and_scored(sheet: Sheet, deal: Deal, number: int) -> Iterator[TimelineRow]:
    """Yield the rows of a deal. A call that scores has its points in its own row."""
    log = deal.log
    names = sheet.seated(number)
    warning = doubt(sheet, number)
    suspects = () if warning is None else tuple(line for line, _ in warning.suspects)
    current = dict(effective(log))
    numbers = {position: number for number, position in enumerate(current, 1)}
    scored: dict[int, list[Line]] = {}
    for line in deal.lines:
        # that a claim is equal is known from the answer
        scored.setdefault(line.because[-1 if line.is_equal else 0], []).append(line)

    def statement(position: int) -> TimelineRow:
        line = numbers.get(position, 0)
        return TimelineRow(
            line=line,
            anchor=position + 1,
            text=_history(log, position, current, names),
            doubt=warning.aloud if warning and line in suspects else None,
        )

    def winner(position: int) -> int:
        return (sheet.elder(number) + current[position].seat) % deal.rules.players

    def with_points(row: TimelineRow, line: Line) -> TimelineRow:
        figure = str(line.points) if line.points else "–"
        points = in_column(deal.rules, sheet.elder(number), line.seat, figure)
        source = line_law(line, deal)
        short = short_source(source)
        law = LawText.LAW(law=shown_source(short)) if short else LawText.THESE_RULES()
        return replace(row, points=points, law=law.citing(source), term=TERMS[line.kind])

    def reason(line: Line) -> TimelineRow:
        # of two, the column says whose it is
        words = line_of_message if deal.rules.players > 2 else line_message
        return with_points(TimelineRow(why=words(line, names), bonus=line.kind in BONUSES), line)

    undone = frozenset[int]()
    if number < len(sheet.taps):  # an example from a file was not tapped
        undone = taken_back(log, sheet.forms(number))
    said = (
        position
        for position in in_order(log)
        if not isinstance(log[position], Struck) and position not in undone
    )
    for are_tricks, group in groupby(said, lambda at: isinstance(current.get(at), TrickTaken)):
        run = list(group)
        if are_tricks:
            yield TimelineRow(tricks=tuple((statement(at), winner(at)) for at in run))
        for position in run:
            lines = scored.get(position, [])
            is_call = len(lines) == 1 and lines[0].kind in CALLS
            if is_call and lines[0].points:
                yield with_points(statement(position), lines[0])
                continue
            if not are_tricks:
                yield statement(position)
            yield from map(reason, lines)


def _history(log: Log, position: int, current: Mapping[int, Statement], names: Names) -> Message:
    """Return a statement with what has become of it."""
    statement = log[position]
    now = current.get(position)
    is_inserted = isinstance(statement, Inserted)
    if isinstance(statement, Inserted):
        statement = statement.statement
    text = statement_message(statement, names)
    if now is None:
        return HistoryText.REMOVED(what=text)
    if is_inserted:
        text = HistoryText.INSERTED(what=text)
    if now == statement:
        return text
    return HistoryText.CORRECTED(what=statement_message(now, names), before_correction=text)


# The page


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage(Context):
    """The table.

    Attributes:
        halves: those of a phone that lies between two players; none otherwise.
        voice: the count that the phone says aloud; `None` if there is nothing to say.
        explained: the deal, once it is over.
        doubt: why the claims cannot all be true, or, once the deal is over, what was sunk.
        moment: what one of the last taps has made; a page announces it once, by the progress `at`.
    """

    template: ClassVar = "table/table.html"

    card: TableCard
    shown: Shown
    halves: tuple[Half, ...]
    voice: Message | None
    explained: Explained | None
    doubt: Claims | None
    moment: Moment | None
    at: int


def table_context(sheet: Sheet, deal: int, shown: Shown) -> TablePage:
    """Return the context of the table page for deal *deal*, from 0."""
    card = table_card(sheet, deal, shown)
    explained = None
    if card.is_over:
        explained = explain(sheet, deal, may_correct=card.may_correct, back="table")
    return TablePage(
        card=card,
        shown=shown,
        halves=halves(card) if shown.across and len(sheet.names) == 2 else (),
        voice=count_aloud(sheet, deal) if shown.voice else None,
        explained=explained,
        doubt=doubt(sheet, deal),
        moment=latest_moment(sheet, deal),
        at=progress(sheet, deal),
    )


def shown_deal(sheet: Sheet, asked: str) -> int:
    """Return the deal to show: the last with statements, or the next if that is *asked* for."""
    if asked == str(sheet.current_deal):
        return sheet.current_deal
    return sheet.last_deal


# A tap

LONGEST = 4000
"""The most characters of a deal that is said again."""


class TapText(Text):
    """What has become of a tap that was not recorded, and what it said.

    Nothing says which phone recorded the other tap, so no phone is blamed. It needs two phones, so
    no oracle asks it: they are in `tests/web`.
    """

    OVERTAKEN = (
        "The deal had already moved on. This is its current state. Your tap was not recorded:"
    )
    AN_EARLIER_TAP = (
        "Your earlier tap had already been recorded. Undo it if it was wrong. Your last tap was "
        "not recorded:"
    )
    NOT_RECORDED = "Not recorded: {why}"
    UNDO_TOTALS = "Undo the totals"
    SEATING = "The correction of the names and the dealer"
    CORRECTION = "A correction"
    THE_TOTALS = "The totals {figures:–}"
    SEVERAL = "{statements:,}"


class HistoryText(Text):
    """A statement of the explained deal, with what has become of it, by the log alone."""

    REMOVED = "{what} (removed)"
    INSERTED = "{what} (inserted)"
    CORRECTED = "{what} (corrected from: {before_correction})"


class LawText(Text):
    """What gives a line its points: a law or a text that holds under the rules of the partie, by
    the statement that scored it, or these rules alone.
    """

    LAW = "{law}"
    THESE_RULES = "these rules"


class ExplainedText(Text):
    """Who sits where in an explained deal.

    Who is elder follows from the number of the deal alone, so no oracle asks it.
    """

    SEATS_OF_TWO = "{elder} elder, {who} younger"
    SEATS = "{elder} elder, {who} dealer"
    WITH_CONTRACT = "{what}; {contract}"


def said_in(form: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return what a form of the table says, and the totals that were typed into it."""
    said = form.get("say", "")[:LONGEST]
    typed = [each.strip()[:9] for name, each in sorted(form.items()) if name.startswith("total")]
    if said == FROM_PAPER:
        said = " ".join([said, *("-".join(each.split()) for each in typed)])
    return said, typed


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterTap:
    """What a tap has led to.

    Attributes:
        deal: the deal to show, from 0.
        status: of the answer.
        pick: the keys that are opened.
        notice: why the tap was not recorded, with what was `attempted`, or the totals that were
            `typed`.
    """

    sheet: Sheet
    deal: int
    status: int = 200
    pick: str = ""
    notice: Message | None = None
    attempted: str = ""
    typed: Sequence[str] = ()

    def on(self, shown: Shown) -> Shown:
        """Return how a phone sees the table after the tap."""
        return replace(
            shown,
            pick=self.pick,
            notice=self.notice,
            attempted=self.attempted,
            typed=self.typed,
        )


def after_tap(
    result: Recorded | Clash | Refused, *, deal: int, said: str, typed: Sequence[str], by: Shown
) -> AfterTap:
    """Return what to show after a tap that *said* something of deal *deal*,
    on the phone *by* which it was said.
    """
    sheet = result.sheet
    shown = min(max(deal, 0), max(0, sheet.current_deal))
    match result:
        case Recorded(_, new):
            pick = TOTALS if said == TAKEN_BACK else _undone(sheet, shown, new, by)
            return AfterTap(sheet=sheet, deal=shown, pick=pick)
        case Clash(_, attempted, own):
            return AfterTap(
                sheet=sheet,
                deal=sheet.last_deal,
                status=409,
                notice=TapText.AN_EARLIER_TAP() if own else TapText.OVERTAKEN(),
                attempted=_attempted(sheet, shown, attempted),
            )
        case Refused(_, attempted, reason):
            found = AfterTap(
                sheet=sheet,
                deal=shown,
                status=422,
                notice=TapText.NOT_RECORDED(why=reason),
            )
            if typed:
                return replace(found, pick=TOTALS, typed=typed)
            return replace(found, attempted=_attempted(sheet, shown, attempted))
        case _:
            assert_never(result)


def _attempted(sheet: Sheet, number: int, said: str) -> str:
    """Return what a tap says in the words of its key; what cannot be read as it is."""
    if said == TAKEN_BACK:
        return str(TapText.UNDO_TOTALS())
    if is_seating(said):
        return str(TapText.SEATING())
    names = sheet.seated(number)
    log = sheet.log(number)
    try:
        new, totals = parsed(said, sheet.partie.record.rules)
    except NotationError:
        return said
    if totals is not None:
        return str(TapText.THE_TOTALS(figures=totals))
    undone = removed_by(new)
    if undone:
        return str(undo_label(log, undone, names)) if undone[-1] < len(log) else said
    for each in new:
        if isinstance(each, Inserted) or (isinstance(each, Struck) and each.instead):
            return str(TapText.CORRECTION())
    spoken = [statement_message(each, names) for each in new if not isinstance(each, Struck)]
    return str(TapText.SEVERAL(statements=tuple(spoken)))


def _undone(sheet: Sheet, number: int, said: Log, by: Shown) -> str:
    """Return the pick to show after *said* was recorded:
    after an undo, the one with the key that was undone.
    """
    struck = removed_by(said)
    if not struck:
        return ""
    deal = sheet.deal(number)
    assert deal is not None, "a deal that is recorded has a log"
    words = "; ".join(format_statement(deal.log[position]) for position in struck)
    return pick_that_says(
        deal,
        sheet.seated(number),
        words,
        elder=sheet.elder(number),
        good=by.speed is Speed.GOOD_CALLS,
        counts=counts_at_end(sheet, number, by),
    )
