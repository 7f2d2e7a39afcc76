"""What a margin hinges on, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..rules.grammar import Seated
from ..rules.messages import Message, Text, with_values
from ..rules.partie import Partie
from ..rules.reasons import Span
from ..rules.sentences import Names
from ..rules.settlement import FAR
from ..rules.statements import (
    TrickTaken,
    effective,
    statement_message,
)
from .recording import Sheet
from .settled import paid
from .what_if import Change, Cliff, Hinge


class HingeText(Text):
    """A statement on which the margin hinges; each trick has that winner in the record."""

    SAID = "“{what}”"
    TRICK = "trick {trick} to {who}"
    ANY_TRICK = "any one of tricks {numbers} to {who}"


class InsteadText(Text):
    """Another value of one statement, with what the partie then comes to: the deal with it is
    legal, one pack allows it, and no other value that changes the outcome is nearer.
    """

    IF_SAID = "If “{what}”: {result}"
    IF_SAID_AND_GOOD = "If “{what}” and good: {result}"
    IF_TO = "If to {who}: {result}"
    IF_NOT_SAID = "If not said: {result}"


class OutcomeText(Text):
    """What a partie would come to."""

    MORE_DEALS = "more deals would be due"
    DRAWN = "drawn"
    WINS = "{winner} {winner:wins/win}"
    LOSER_CROSSES = "{winner} {winner:wins/win}, {loser} {loser:crosses/cross}"
    LOSER_UNDER = "{winner} {winner:wins/win}, {loser} {loser:does/do} not cross"
    LURCHED = "{winner} {winner:wins/win}, {loser} {loser:is/are} lurched"
    NO_LURCH = "{winner} {winner:wins/win}, no lurch"


class CliffText(Text):
    """By how few points another outcome was missed: the rules settle so with exactly that change
    of a total, and not with a smaller one.
    """

    MORE_POINTS = "{points:words} more {points:point/points} for {who}"
    FEWER_POINTS = "{points:words} fewer {points:point/points} for {who}"
    WINS = "{what:up}, and {who} would win {result}."
    MARGIN = "{what:up}, and the margin would be {result}, not {actual}."


class HingesText(Text):
    """What is said where nothing, or not everything, is listed on which a margin hinges."""

    NOT_ALL = "Not every statement has been tried."
    FROM_TOTALS = "This partie was entered as totals, so there are no statements to look at."
    NONE = "No single statement would change who wins or the margin by more than {most}."
    NONE_CROSSES = (
        "No single statement would change who wins, who crosses, or the margin by more than {most}."
    )
    NO_STEP = "No single card, trick or answer would change who wins."
    NO_STEP_CROSSES = "No single card, trick or answer would change who wins or who crosses."


@dataclass(slots=True, kw_only=True)
class HingeRow:
    """A statement on which the margin hinges, or the tricks of a deal that change the same.

    Attributes:
        deal: from 1.
        line: the number of the statement in its deal, from 1; 0 for several tricks.
        foremost: one step away it would change who wins, or who crosses or is lurched.
        margin: `None` if it is drawn, or not over, with the change.
        tricks: the numbers of the tricks.
    """

    deal: int
    line: int
    said: Message
    foremost: bool
    change: Message
    margin: Message | None
    tricks: list[int] = field(default_factory=list)


def no_hinges(partie: Partie, rows: Sequence[HingeRow]) -> Message:
    """Return that nothing is listed, or that nothing of these *rows* is one step away."""
    if all(scored.deal is None for scored in partie.deals):
        return HingesText.FROM_TOTALS()
    has_rubicon = partie.record.rules.rubicon is not None
    if rows:
        return (HingesText.NO_STEP_CROSSES if has_rubicon else HingesText.NO_STEP)()
    return (HingesText.NONE_CROSSES if has_rubicon else HingesText.NONE)(most=FAR)


def hinge_rows(sheet: Sheet, found: Iterable[Hinge]) -> list[HingeRow]:
    """Return a row for each statement, in their order; tricks of a deal with the same winner and
    the same change have one together.
    """
    rows = dict[object, HingeRow]()
    for each in found:
        names = sheet.seated(each.deal)
        change = change_message(sheet, each.change, names)
        row = HingeRow(
            deal=each.deal + 1,
            line=each.line + 1,
            said=HingeText.SAID(what=statement_message(each.said, names)),
            foremost=each.crosses and each.steps == 1,
            change=change,
            margin=_margin_with(each.change),
        )
        if not isinstance(each.said, TrickTaken):
            rows[each.deal, each.line] = row
            continue
        row = rows.setdefault((each.deal, each.said.seat, str(change), str(row.margin)), row)
        row.tricks = sorted([*row.tricks, _trick_number(sheet, each)])
        row.said = _tricks_message(row.tricks, names[each.said.seat])
        if len(row.tricks) > 1:
            row.line = 0
    return list(rows.values())


def _tricks_message(tricks: Sequence[int], who: str) -> Message:
    if len(tricks) == 1:
        return HingeText.TRICK(trick=tricks[0], who=who)
    return HingeText.ANY_TRICK(numbers=tuple(_runs(tricks)), who=who)


def _runs(numbers: Sequence[int]) -> list[Message | int]:
    """Return rising numbers, those that follow on one another as one run; two are no run.

    >>> [f"{each}" for each in _runs([1, 2, 3, 5, 7, 8])]
    ['1 to 3', '5', '7', '8']
    """
    runs = list[list[int]]()
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    found = list[Message | int]()
    for run in runs:
        if len(run) > 2:
            found.append(Span.FROM_TO(least=run[0], most=run[-1]))
        else:
            found += run
    return found


def cliff_message(sheet: Sheet, cliff: Cliff) -> Message:
    now = sheet.partie.settlement
    who = sheet.sides[cliff.player]
    assert now is not None
    text = CliffText.MORE_POINTS if cliff.points > 0 else CliffText.FEWER_POINTS
    points = text(points=abs(cliff.points), who=who)
    result = paid(cliff.settlement)
    if cliff.settlement.winner == now.winner:
        return CliffText.MARGIN(what=points, result=result, actual=paid(now))
    return CliffText.WINS(what=points, who=who, result=result)


def _trick_number(sheet: Sheet, hinge: Hinge) -> int:
    said = effective(sheet.log(hinge.deal))[: hinge.line + 1]
    return sum(isinstance(statement, TrickTaken) for _, statement in said)


def change_message(sheet: Sheet, change: Change, names: Names) -> Message:
    """Return another value of a statement, and what the partie comes to with it."""
    result = _outcome_message(sheet, change)
    if not change.instead:
        return InsteadText.IF_NOT_SAID(result=result)
    statement, *answer = change.instead
    if isinstance(statement, TrickTaken) and statement.tens is None:
        return InsteadText.IF_TO(who=names[statement.seat], result=result)
    what = statement_message(statement, names)
    if isinstance(statement, Seated):
        what = statement.spoken
    text = InsteadText.IF_SAID_AND_GOOD if answer else InsteadText.IF_SAID
    return text(what=what, result=result)


def _outcome_message(sheet: Sheet, change: Change) -> Message:
    now = sheet.partie.settlement
    then = change.settlement
    rules = sheet.partie.record.rules
    assert now is not None
    if then is None:
        return OutcomeText.MORE_DEALS()
    if then.winner is None:
        return OutcomeText.DRAWN()
    same = then.winner == now.winner
    text = OutcomeText.WINS
    if rules.rubicon is not None and then.rubicon != (same and now.rubicon):
        text = OutcomeText.LOSER_UNDER if then.rubicon else OutcomeText.LOSER_CROSSES
    elif then.lurch != (same and now.lurch):
        text = OutcomeText.LURCHED if then.lurch else OutcomeText.NO_LURCH
    values = {"winner": sheet.sides[then.winner], "loser": sheet.sides[1 - then.winner]}
    return with_values(text, values)


def _margin_with(change: Change) -> Message | None:
    then = change.settlement
    return None if then is None or then.winner is None else paid(then)
