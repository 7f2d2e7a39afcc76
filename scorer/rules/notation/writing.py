"""Writing a log in its one canonical form."""

from __future__ import annotations

from ..cards import Rank, Suit
from ..claims import Category, Claim, PointClaim, SequenceClaim
from ..statements import (
    Answered,
    Asked,
    Bid,
    Called,
    CarteBlancheShown,
    CarteRougeShown,
    Declined,
    Doubled,
    Exchanged,
    FoundFalse,
    HeadSaid,
    Inserted,
    Log,
    Passed,
    PipsSaid,
    PlayedShort,
    Proved,
    ReckonedNothing,
    Redoubled,
    Statement,
    Struck,
    TricksCounted,
    TrickTaken,
    Waived,
    Withdrawn,
)
from ..words import SEQUENCES


def format_log(log: Log) -> str:
    """
    Write a log, one statement a line, tricks that follow each other on one.

    `parse_log` reads it back to the same statements.
    """
    lines: list[str] = []
    runs: list[tuple[TrickTaken, int]] = []

    def close() -> None:
        if runs:
            lines.append("tricks " + " ".join(_format_run(*run) for run in runs))
            runs.clear()

    for statement in log:
        if not isinstance(statement, TrickTaken):
            close()
            lines.append(format_statement(statement))
        elif runs and runs[-1][0] == statement and runs[-1][1] < 99:
            runs[-1] = statement, runs[-1][1] + 1
        else:
            runs.append((statement, 1))
    close()
    return "\n".join(lines)


def _format_run(taken: TrickTaken, count: int) -> str:
    return f"{taken.seat.letter}{count}" + ("" if taken.tens is None else f":{taken.tens}")


def format_statement(statement: Statement) -> str:
    """Write one statement in its canonical form."""
    match statement:
        case TrickTaken():
            return f"tricks {_format_run(statement, 1)}"
        case TricksCounted(elder, last, play, first, younger):
            points = f"{play}" if younger is None else f"{play}-{younger}"
            order = "" if first is None else f" first {first}"
            return f"count E{elder} last {last.letter} play {points}{order}"
        case Struck(position, None):
            return f"strike {position + 1}"
        case Struck(position, instead):
            assert instead is not None
            return f"strike {position + 1} for {format_statement(instead)}"
        case Inserted(position, left_out):
            return f"insert {format_statement(left_out)} before {position + 1}"
        case _:
            return f"{statement.seat.letter} {_format_said(statement)}"


def _format_said(statement: Statement) -> str:
    match statement:
        case CarteBlancheShown():
            return "carte blanche"
        case CarteRougeShown():
            return "carte rouge"
        case Bid(_, tricks, minus):
            return f"bids {'minus ' if minus else ''}{tricks}"
        case Passed():
            return "passes"
        case Doubled():
            return "doubles"
        case Redoubled():
            return "redoubles"
        case Exchanged(_, cards):
            return f"exchange {cards}"
        case PlayedShort(_, cards):
            return f"short {cards}"
        case Called(_, claim):
            return format_claim(claim)
        case Declined(_, category, more):
            return f"no more {category.value}s" if more else f"no {category.value}"
        case Asked(_, category):
            return "how many" if category is Category.POINT else "how high"
        case PipsSaid(_, pips, suit):
            return f"making {pips}" + _format_suit(suit)
        case HeadSaid(_, top, suit):
            return f"to {top.word}" + _format_suit(suit)
        case Answered(_, answer):
            return answer.value
        case Proved(_, claim):
            return f"shows {format_claim(claim)}"
        case Withdrawn(_, claim):
            return f"withdraws {format_claim(claim)}"
        case FoundFalse(_, claim):
            return f"false {format_claim(claim)}"
        case ReckonedNothing():
            return "reckons nothing"
        case Waived():
            return "waives"
        case _:
            return "concedes"


def format_claim(claim: Claim) -> str:
    """
    Write a claim.

    >>> format_claim(SequenceClaim(6, Rank.ACE, Suit.HEARTS))
    'sixieme major in hearts'
    """
    match claim:
        case PointClaim(0) | SequenceClaim(0):
            return f"{claim.category.value} of nought"
        case PointClaim(length, pips, suit):
            return f"point {length}" + ("" if pips is None else f" making {pips}") + _format_suit(suit)
        case SequenceClaim(length, top, suit):
            name = next(name for name, cards in SEQUENCES.items() if cards == length)
            head = "" if top is None else " major" if top is Rank.ACE else f" to {top.word}"
            return name + head + _format_suit(suit)
        case _:
            return f"{'trio' if claim.count == 3 else 'quatorze'} of {claim.rank.plural}"


def _format_suit(suit: Suit | None) -> str:
    return "" if suit is None else f" in {suit.word}"
