"""
What was said at the table, in words: statements for the timeline, and the bonus watch.

>>> from .seats import Seat
>>> statement_sentence(TrickTaken(Seat.ELDER))
'trick to elder'
"""

from __future__ import annotations

from .claims import Category
from .lines import LineKind
from .seats import Seat
from .sentences import SEATS, Names, bid_words, claim_words, other_name
from .statements import (
    Answered,
    Asked,
    Bid,
    Called,
    CarteBlancheShown,
    CarteRougeShown,
    Conceded,
    Declined,
    Doubled,
    Exchanged,
    FoundFalse,
    HeadSaid,
    Inserted,
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
from .watch import Watch
from .words import number_words


def statement_sentence(statement: Statement, names: Names = SEATS) -> str:
    """A statement in words, as the timeline and the undo key say it."""
    match statement:
        case TrickTaken(seat, tens):
            return f"trick to {names[seat]}" + ("" if tens is None else f", {number_words(tens)} counting")
        case TricksCounted(elder, last, play, first, younger):
            points = f"{play}" if younger is None else f"{play} to {younger}"
            order = "" if first is None else f", {number_words(first)} of them first"
            tricks = f"{number_words(elder)} {'trick' if elder == 1 else 'tricks'}"
            return f"{names[Seat.ELDER]}: {tricks}{order}, the last to {names[last]}, {points} in play"
        case Struck(position, None):
            return f"statement {position + 1} struck"
        case Struck(position, instead):
            assert instead is not None
            return f"statement {position + 1} put right: {statement_sentence(instead, names)}"
        case Inserted(position, left_out):
            return f"inserted before statement {position + 1}: {statement_sentence(left_out, names)}"
        case _:
            return f"{names[statement.seat]}: {_said(statement)}"


def _said(statement: Statement) -> str:
    match statement:
        case CarteBlancheShown():
            return "carte blanche"
        case CarteRougeShown():
            return "carte rouge"
        case Bid():
            return f"bids {bid_words(statement)}"
        case Passed():
            return "passes"
        case Doubled():
            return "doubles"
        case Redoubled():
            return "redoubles"
        case Exchanged(_, cards):
            return f"exchanges {number_words(cards)}"
        case PlayedShort(_, cards):
            return f"plays {number_words(cards)} short"
        case Called(_, claim):
            return claim_words(claim)
        case Declined(_, category, more):
            return f"no more {category.value}s" if more else f"no {category.value}"
        case Asked(_, category):
            return "how many?" if category is Category.POINT else "how high?"
        case PipsSaid(_, pips, suit):
            return f"making {pips}" + ("" if suit is None else f" in {suit.word}")
        case HeadSaid(_, top, suit):
            return f"to the {top.word}" + ("" if suit is None else f" in {suit.word}")
        case Answered(_, answer):
            return answer.value
        case Withdrawn(_, claim):
            return f"withdraws {claim_words(claim)}"
        case Proved(_, claim):
            return f"shows {claim_words(claim)}"
        case FoundFalse(_, claim):
            return f"{claim_words(claim)} found false"
        case ReckonedNothing():
            return "reckons nothing"
        case Waived():
            return "waives the penalty"
        case Conceded():
            return "concedes the deal"
        case _:
            raise AssertionError(statement)


def watch_sentence(watch: Watch, names: Names = SEATS) -> str:
    """How far an open bonus has come, and what would close it."""
    who, other = names[watch.seat], other_name(names, watch.seat)
    name = watch.kind.value
    closes = " or ".join(
        "the point" if category is Category.POINT else f"{category.value}s" for category in watch.closed_by
    )
    if watch.kind is LineKind.PIQUE and watch.in_play:
        taker = who if watch.by_losing else other
        ending = f"{who}'s lead makes it." if watch.led else f"A trick to {taker} closes it."
        return f"Pique in {number_words(watch.needs)} for {who}: {watch.points} of {watch.threshold}. {ending}"
    ending = f" Closes if {other} is good in {closes}." if closes else ""
    if not watch.needs:
        return f"{name.capitalize()} waits for {other}'s calls: {watch.points} of {watch.threshold}.{ending}"
    return f"{name.capitalize()} open for {who}: {watch.points} of {watch.threshold}.{ending}"
