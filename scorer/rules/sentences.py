"""The messages of reasons: why a line scores, and why a statement is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .claims import Claim
from .deal_state import Auction, Contract
from .errors import MessageError
from .language import LanguageForm
from .lines import BONUSES, Line
from .messages import Message, Text, with_values
from .names import RoleName
from .presets import UNSOURCED
from .reasons import LOG, PACK, Refusal, Why
from .ruleset import HOUSE
from .seats import BySeat, Seat
from .settlement import Step

# Names may be given for the seats, so that a sheet says *Ada* where a rule says *elder*.

Names = BySeat[str]

SEATS: Names = BySeat((RoleName(LanguageForm.ELDER), RoleName(LanguageForm.YOUNGER)))


def role_of(seat: Seat) -> RoleName:
    """Return who somebody is by the seat in a deal."""
    return RoleName(LanguageForm[seat.name])


def seat_names(players: int) -> Names:
    return BySeat(tuple(role_of(seat) for seat in tuple(Seat)[:players]))


EVERY_SEAT = seat_names(len(Seat))
"""The seats' own names, for deals without player names."""


def other_name(names: Names, seat: Seat) -> str:
    """Return the opponent's name, or *another* if there are several."""
    return names[seat.other] if len(names.values) == 2 else RoleName(LanguageForm.ANOTHER)


def declaration_message(claim: Claim | None) -> Message:
    """Return a declaration of a hand; `None` is a carte blanche."""
    return Why.CARTE_BLANCHE() if claim is None else Why.CLAIM(claim=claim)


class Bidding(Text):
    """A bid, and what the maker of the contract undertakes."""

    TRICKS = "{tricks:words}"
    MINUS_TRICKS = "minus {tricks:words}"
    TO_WIN = "{who} to win {tricks:words}"
    TO_LOSE = "{who} to lose {tricks:words}"
    DOUBLED = "{contract}, doubled"
    REDOUBLED = "{contract}, redoubled"


def bid_message(bid: Contract) -> Message:
    """Return how much is bid."""
    text = Bidding.MINUS_TRICKS if bid.minus else Bidding.TRICKS
    return text(tricks=bid.tricks)


def contract_message(auction: Auction, names: Names = SEATS) -> Message | None:
    """Return what the maker of the contract undertakes; `None` without a contract."""
    bid = auction.contract
    if bid is None:
        return None
    text = Bidding.TO_LOSE if bid.minus else Bidding.TO_WIN
    contract = text(who=names[bid.seat], tricks=bid.tricks)
    return _with_doubles(contract, auction.doubled)


def _with_doubles(contract: Message, doubled: int) -> Message:
    """Return what is said of a contract, *doubled* once, or twice."""
    if not doubled:
        return contract
    text = Bidding.DOUBLED if doubled == 1 else Bidding.REDOUBLED
    return text(contract=contract).citing(contract.source)


class Counting(Text):
    """The count of a player, as it is said aloud and in the reason of a bonus.

    It claims the sum of a player's lines up to a moment: before a bonus and after it, or after what
    was scored together.
    """

    COUNT = "{count:words}"
    BONUS = "{before:words}, {after:words}"
    MORE = "{counted}, {count:words}"
    ROW = "{row:,}"
    OF = "{who} {counted}"
    EACH = "{row:;}"


def bonus_count_message(line: Line) -> Message:
    """Return the count that a repique or pique makes, as *twenty-nine, sixty*."""
    return Counting.BONUS(before=line.args["before"], after=line.args["after"])


class Reckoning(Text):
    """What is added to *why* a line scores.

    It claims that without the penalty the line would have so many points, and that the rules let it
    bar a bonus of the other.
    """

    OF = "{who}: {why}"
    NOTHING = "{why}: would score {would}, but reckons nothing"
    BARS = "{why}; still bars {other:’s} bonuses"


def line_message(line: Line, names: Names = SEATS) -> Message:
    """Return what a line scores for, without its seat."""
    other = other_name(names, line.seat)
    values = {**line.args, "other": other, "points": line.points}
    if line.kind in BONUSES:
        values["counted"] = bonus_count_message(line)
    if "would" in line.args:
        values["points"] = line.args["would"]
    found = with_values(line.why, values)
    found = _with_doubles(found, line.args.get("doubled", 0))
    if "would" in line.args:
        found = Reckoning.NOTHING(why=found, would=line.args["would"])
    if line.bars:
        found = Reckoning.BARS(why=found, other=other)
    return found


def line_of_message(line: Line, names: Names) -> Message:
    """Return what a line scores for, with who scores it."""
    return Reckoning.OF(who=names[line.seat], why=line_message(line, names))


def step_message(step: Step, players: Sequence[str]) -> Message:
    """Return one step of a settlement;
    *players*, or the sides, are in the order of the partie.
    """
    named = {who: players[step.args[who]] for who in ("winner", "loser") if who in step.args}
    return with_values(step.settling, {**step.args, **named}, step.source)


class Citing(Text):
    """What is said, with the law or the source that it rests on."""

    BY = "{why} ({law})"
    BY_HOUSE_RULE = "{why} (house rule)"
    BY_THE_PACK = "{why} (the pack)"
    BY_THE_LOG = "{why} (the log)"
    HOUSE_RULE = "house rule"
    UNSOURCED = "unsourced"


_OWN = {HOUSE: Citing.BY_HOUSE_RULE, PACK: Citing.BY_THE_PACK, LOG: Citing.BY_THE_LOG}
"""What is said with a source that is no text."""

_REST_OF_SOURCE = re.compile("(?<!^Piquet au Cent)[,:;].*")

_NO_TEXT = re.compile("arithmetic|where more than two call|for more than two players")
"""What follows from the pack, or from the number of players: the sentence says it itself."""


def short_source(source: str) -> str:
    """Return the author or the law of a source, without the title, the edition and what it says;
    empty if it is no text.

    >>> short_source("English Wikipedia, Piquet, July 2023; the run of nine by the same formula")
    'English Wikipedia'
    >>> short_source("Laws 25 to 35 or 58"), short_source("Piquet au Cent, j")
    ('Laws 25 to 35 or 58', 'Piquet au Cent, j')
    >>> short_source("second-hand, of Card Game Heaven"), short_source("for more than two players")
    ('Card Game Heaven', '')
    """
    if _NO_TEXT.match(source):
        return ""
    return _REST_OF_SOURCE.sub("", source.removeprefix("second-hand, of "))


def shown_source(source: str) -> str:
    """Return a source for a page: its text as it is, or in words that there is none."""
    if source == HOUSE:
        return str(Citing.HOUSE_RULE())
    return str(Citing.UNSOURCED()) if source == UNSOURCED else source


def cited(message: Message, *, in_short: bool = False) -> Message:
    """Return a message with its source behind it; unchanged if it has none.

    A page cites *in_short*, because it has room for the name alone, and the page of the rules has
    the rest; the command line cites the whole.
    """
    law = short_source(message.source) if in_short else message.source
    if not law:
        return message
    own = _OWN.get(law)
    if own is not None:
        return own(why=message).citing(message.source)
    return Citing.BY(why=message, law=law).citing(message.source)


def refusal_message(
    refusal: Refusal, names: Names = EVERY_SEAT, *, in_short: bool = False
) -> Message:
    """Return why a statement is refused, with its source if a text gives one."""
    values = {
        name: names[value] if isinstance(value, Seat) else value
        for name, value in refusal.args.items()
    }
    seats = {seat.word: name for seat, name in names.items()}
    message = with_values(refusal.rule, seats | values, refusal.source)
    return cited(message, in_short=in_short)


class IllegalStatement(MessageError):
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
        super().__init__(refusal_message(refusal))
        self.refusal = refusal
        self.position = position
        self.deal = deal
        self.partie = partie
