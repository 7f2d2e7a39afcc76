"""Reasons in words: why a line scores, and why a statement is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .claims import Category, Claim, PointClaim, SequenceClaim, SetClaim
from .deal_state import Auction, Contract
from .lines import Line
from .reasons import Refusal
from .seats import BySeat, Seat
from .settlement import Step
from .words import number_words, times_words

# Names may be given for the seats, so that a sheet says *Ada* where a rule says *elder*.

Names = BySeat[str]

SEATS: Names = BySeat(("elder", "younger"))


def seat_names(players: int) -> Names:
    return BySeat(tuple(seat.word for seat in tuple(Seat)[:players]))


EVERY_SEAT = seat_names(len(Seat))
"""The seats' own names, for deals without player names."""


def other_name(names: Names, seat: Seat) -> str:
    """Return the opponent's name, or *another* if there are several."""
    return names[seat.other] if len(names.values) == 2 else "another"


def declaration_words(claim: Claim | None) -> str:
    """Return a declaration of a hand in words; `None` is a carte blanche."""
    return "carte blanche" if claim is None else claim.spoken


_DOUBLED = ("", ", doubled", ", redoubled")


def bid_words(bid: Contract) -> str:
    """Return a bid as it is spoken."""
    return f"{'minus ' if bid.minus else ''}{number_words(bid.tricks)}"


def contract_sentence(auction: Auction, names: Names = SEATS) -> str:
    """Return what the maker of the contract undertakes, without the full stop;
    empty without a contract.
    """
    bid = auction.contract
    if bid is None:
        return ""
    to = "lose" if bid.minus else "win"
    return f"{names[bid.seat]} to {to} {number_words(bid.tricks)}{_DOUBLED[auction.doubled]}"


class _Number(int):
    """A number of a sentence, which says in what form:
    ``:words``, ``:trick`` for so many tricks, or ``:no|yes``.
    """

    def __format__(self, form: str) -> str:
        if "|" in form:
            return form.split("|")[self]
        if form == "words":
            return number_words(self)
        return times_words(self, form, f"{form}s") if form else str(int(self))


def say(sentence: str, args: Mapping[str, Any]) -> str:
    """Put *args* into a sentence of `reasons`."""
    return sentence.format(**{name: _in_words(value) for name, value in args.items()})


def _in_words(value: Any) -> Any:
    if type(value) in (int, bool):
        return _Number(value)
    if isinstance(value, PointClaim | SequenceClaim | SetClaim):
        return value.spoken
    if isinstance(value, Contract):
        return bid_words(value)
    if isinstance(value, tuple):
        return " or ".join(map(str, value))
    return value.value if isinstance(value, Category) else value


def line_sentence(line: Line, names: Names = SEATS) -> str:
    """Return what a line scores for, without its seat."""
    other = other_name(names, line.seat)
    would = line.args.get("would", line.points)
    sentence = say(line.why.value, {**line.args, "other": other, "points": would})
    if "would" in line.args:
        sentence += f", would score {would}: reckons nothing"
    return sentence + (f", but bars {other}" if line.bars else "")


def step_sentence(step: Step, players: Sequence[str]) -> str:
    """Return one step of a settlement in words;
    *players*, or the sides, are in the order of the partie.
    """
    named = {who: players[step.args[who]] for who in ("winner", "loser") if who in step.args}
    return say(step.settling.value, {**step.args, **named})


def refusal_sentence(refusal: Refusal, names: Names = EVERY_SEAT) -> str:
    """Return why a statement is refused, with its source."""
    args = {
        name: names[value] if isinstance(value, Seat) else value
        for name, value in refusal.args.items()
    }
    seats = {seat.word: name for seat, name in names.items()}
    return f"{say(refusal.rule.value, seats | args)} ({refusal.source})"


class IllegalStatement(ValueError):
    """The rules forbid the statement at *position* of a log, a *deal* or a *partie*, counted from
    0.

    Line and column are 1-based. What is not at fault, or not known, is `None` or 1.
    """

    line = 1
    column = 1

    def __init__(
        self,
        refusal: Refusal,
        position: int | None = None,
        deal: int | None = None,
        partie: int | None = None,
    ) -> None:
        super().__init__(refusal_sentence(refusal))
        self.refusal = refusal
        self.position = position
        self.deal = deal
        self.partie = partie
