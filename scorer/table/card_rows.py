"""The rows of the card: what was said in a deal, class by class, with its points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..rules.claims import CALLED, Category, Claim, PointClaim, suited
from ..rules.deal import Deal
from ..rules.deal_state import CalledClaim, CallStatus
from ..rules.lines import BONUSES, Line, LineKind
from ..rules.messages import Message, Text, with_values
from ..rules.partie import by_player
from ..rules.reasons import Why
from ..rules.ruleset import Ruleset
from ..rules.seats import BySeat, Seat
from ..rules.sentences import Names, bonus_count_message, line_message, other_name
from ..rules.statements import Bid, Exchanged, Passed, Statement, TricksCounted, effective
from .bidding import bids_message
from .formatting import short_names


class RowTitle(Text):
    """What a row of the card is about: a class of the score, or what comes before the calls."""

    CONTRACT = "Contract"
    BIDS = "Bids"
    EXCHANGE = "Exchange"
    CARTE_BLANCHE = "Carte blanche"
    POINT = "Point"
    SEQUENCE = "Sequence"
    SET = "Sets"
    CARTE_ROUGE = "Carte rouge"
    REPIQUE = "Repique"
    CONCEDED = "Conceded"
    PLAY = "Play"
    PIQUE = "Pique"
    CARDS = "Cards"
    CAPOT = "Capot"


class RowText(Text):
    """What was said of one kind in a deal, below the title of its row.

    Of two players, each has a column for their own statements; of more, a call names who made it,
    and the points beside it are in the column of who scored them.
    """

    EXCHANGED = "{who}: {cards:words}"
    CARDS = "{cards:words}"
    POINT = "{length:words}"
    POINT_MAKING = "{length:words} making {pips}"
    WAITS = "{what}: …"
    GOOD = "{what}: good"
    EQUAL = "{what}: equal"
    NOT_GOOD = "{what}: not good"
    SAID_BY = "{who} {what}"
    FOUND_FALSE = "{what} (found false)"
    TRICKS = "tricks {figures:–}"
    TOOK = "{tricks:trick}"
    BLANK = "{who}"
    BLANK_AGAIN = "{who}, again after the exchange"
    BLANK_ANNULLED = "{who}, annulled by {other:’s}"
    ROUGE = "every card has scored"
    CAPOT = "every trick, in place of the cards"
    CAPOT_MORE = "every trick, {points:words} more"


@dataclass(frozen=True, slots=True)
class SaidRow:
    """What was said of one kind, with the points in the scorer's column.

    Attributes:
        what: the title of its class.
        line: the number of its statement, or 0.
        column: of two players, whose it is; `None` for what is both's.
        is_call: it is a call, before which its column has the initial of the caller.
    """

    what: Message
    said: Message
    points: tuple[str, ...]
    bonus: bool = False
    line: int = 0
    column: int | None = None
    is_call: bool = False


@dataclass(frozen=True, slots=True)
class SaidLine:
    """What two players said of one kind, in one line.

    Attributes:
        both: what is neither player's own; else empty.
        columns: what each player said, in the columns of the header.
    """

    what: Message
    both: tuple[SaidRow, ...]
    columns: tuple[tuple[SaidRow, ...], ...]
    bonus: bool


def said_lines(rows: Sequence[SaidRow]) -> tuple[SaidLine, ...]:
    """Return the *rows* of two players, as they stand: a line for each kind that was said."""
    lines = []
    for what, grouped in groupby(rows, key=lambda row: row.what):
        own = tuple(grouped)
        columns = tuple(tuple(row for row in own if row.column == column) for column in (0, 1))
        both = tuple(row for row in own if row.column is None)
        lines.append(SaidLine(what, both, columns, bonus=all(row.bonus for row in own)))
    return tuple(lines)


def blank(rules: Ruleset) -> tuple[str, ...]:
    return ("",) * rules.sides


def in_column(rules: Ruleset, elder: int, seat: Seat, text: str) -> tuple[str, ...]:
    """Return *text* in the column of the player or side that has *seat*, the others empty;
    number *elder* is elder.
    """
    return tuple(
        text if column == (elder + seat) % rules.sides else "" for column in range(rules.sides)
    )


_BELOW_TITLE: Mapping[Why, RowText] = {
    Why.CARTE_BLANCHE: RowText.BLANK,
    Why.CARTE_BLANCHE_AGAIN: RowText.BLANK_AGAIN,
    Why.CARTE_BLANCHE_ANNULLED: RowText.BLANK_ANNULLED,
    Why.CARTE_ROUGE: RowText.ROUGE,
    Why.CAPOT: RowText.CAPOT,
    Why.CAPOT_MORE: RowText.CAPOT_MORE,
}
"""The reasons that say the title of their row again."""


def _line_said(line: Line, names: Names) -> Message:
    """Return what a line scores for, below the title of its row."""
    if line.kind in BONUSES:
        return bonus_count_message(line)
    text = _BELOW_TITLE.get(line.why)
    if text is None or line.bars or "would" in line.args:
        return line_message(line, names)
    other = other_name(names, line.seat)
    values = {**line.args, "who": names[line.seat], "other": other, "points": line.points}
    return with_values(text, values)


def said_rows(deal: Deal, names: Names, elder: int) -> tuple[SaidRow, ...]:
    """Return what was said in a deal, in the order of the classes; player *elder*, from 0, is
    elder.

    Two players have columns, in which each row has its own; of more, a row names who said it.
    """
    current = effective(deal.log)
    numbers = {position: number for number, (position, _) in enumerate(current, 1)}
    nobody = blank(deal.rules)

    def first(*kinds: type[Statement]) -> int:
        for number, (_, each) in enumerate(current, 1):
            if isinstance(each, kinds):
                return number
        return 0

    def scored(*kinds: LineKind) -> list[SaidRow]:
        return [
            SaidRow(
                RowTitle[line.kind.name](),
                _line_said(line, names),
                in_column(deal.rules, elder, line.seat, str(line.points)),
                bonus=line.kind in BONUSES,
                line=0 if line.kind in OF_THE_DEAL else numbers.get(line.because[0], 0),
                column=_column(deal, elder, line.seat),
            )
            for line in deal.lines
            if line.kind in kinds
        ]

    table = deal.state
    rows = []
    bids = bids_message(deal, names)
    if bids is not None:
        title = RowTitle.CONTRACT if table.auction.contract else RowTitle.BIDS
        rows.append(SaidRow(title(), bids, nobody, line=first(Bid, Passed)))
    rows += _exchange_rows(deal, names, elder)
    rows += scored(LineKind.CARTE_BLANCHE)
    for category in CALLED:
        rows += _category_rows(deal, category, names, elder, numbers)
    rows += scored(LineKind.CARTE_ROUGE, LineKind.REPIQUE, LineKind.CONCEDED)
    if table.tricks:
        made = dict.fromkeys(deal.rules.seats, 0)
        for line in deal.lines:
            if line.kind in (LineKind.LEAD, LineKind.TRICK, LineKind.LAST):
                made[line.seat] += line.points
        won = by_player(deal.rules, elder, deal.tricks)
        points = tuple(map(str, by_player(deal.rules, elder, BySeat(tuple(made.values())))))
        rows += _play_rows(deal, won, points, first(TricksCounted))
    return (*rows, *scored(LineKind.PIQUE, LineKind.CARDS, LineKind.CAPOT, LineKind.CONTRACT))


def _column(deal: Deal, elder: int, seat: Seat) -> int | None:
    """Return the column of the player in a seat; `None` where more than two play."""
    return (elder + seat) % 2 if deal.rules.players == 2 else None


def _exchange_rows(deal: Deal, names: Names, elder: int) -> Iterator[SaidRow]:
    """Yield how many cards each player exchanged, if anybody did."""
    for number, (_, each) in enumerate(effective(deal.log), 1):
        if not isinstance(each, Exchanged):
            continue
        said = RowText.EXCHANGED(who=names[each.seat], cards=each.cards)
        column = _column(deal, elder, each.seat)
        if column is not None:
            said = RowText.CARDS(cards=each.cards)
        yield SaidRow(RowTitle.EXCHANGE(), said, blank(deal.rules), line=number, column=column)


def _play_rows(
    deal: Deal, won: Sequence[int], points: tuple[str, ...], count: int
) -> Iterator[SaidRow]:
    """Yield the tricks that the players *won*, in the order of the header, with their points;
    *count* is the number of the statement that counted them, or 0.
    """
    title = RowTitle.PLAY()
    if deal.rules.players > 2:
        yield SaidRow(title, RowText.TRICKS(figures=tuple(won)), points, line=count)
        return
    for column, tricks in enumerate(won):
        yield SaidRow(title, RowText.TOOK(tricks=tricks), points, line=count, column=column)


OF_THE_DEAL = {*BONUSES, LineKind.CARDS, LineKind.CAPOT, LineKind.CONTRACT}
"""What no single statement scores."""

_ANSWERS = {
    CallStatus.CALLED: RowText.WAITS,
    CallStatus.ASKED: RowText.WAITS,
    CallStatus.GOOD: RowText.GOOD,
    CallStatus.EQUAL: RowText.EQUAL,
    CallStatus.NOT_GOOD: RowText.NOT_GOOD,
}


def _category_rows(
    deal: Deal, category: Category, names: Names, elder: int, numbers: Mapping[int, int]
) -> list[SaidRow]:
    state = deal.state.categories[category]
    kind = LineKind[category.name]
    scored = {line.because[0]: line for line in deal.lines if line.kind is kind and line.because}
    callers = BySeat(short_names(tuple(names)))
    rows: list[SaidRow] = []
    for seat in deal.rules.seats:
        for entry in state.entries[seat]:
            line = scored.get(entry.because[0])
            called = _call_said(deal, seat, entry, category)
            column = _column(deal, elder, seat)
            said = called
            if column is None:
                said = RowText.SAID_BY(who=callers[seat], what=called)
            if entry.false:
                said = RowText.FOUND_FALSE(what=said)
            points = blank(deal.rules)
            if line is not None:
                points = in_column(deal.rules, elder, seat, str(line.points))
            made_by = numbers.get(entry.because[0], 0)
            title = RowTitle[category.name]()
            row = SaidRow(title, said, points, line=made_by, column=column, is_call=True)
            rows.append(row)
    return rows


def _call_said(deal: Deal, seat: Seat, entry: CalledClaim, category: Category) -> Message:
    """Return a call below the title of its class, with the answer to it, if it was asked for."""
    said = _below_class(entry.claim)
    state = deal.state.categories[category]
    is_answered = deal.rules.players == 2 and seat is Seat.ELDER
    if is_answered and entry is state.entries[seat][0]:
        return _ANSWERS[state.status](what=said)
    return said


def _below_class(claim: Claim) -> Message:
    """Return a claim below the title of its class, which a point need not name again."""
    if not isinstance(claim, PointClaim):
        return claim.spoken
    if claim.pips is None:
        return suited(RowText.POINT(length=claim.length), claim.suit)
    return suited(RowText.POINT_MAKING(length=claim.length, pips=claim.pips), claim.suit)
