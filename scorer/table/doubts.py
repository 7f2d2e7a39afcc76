"""View models of the claim check: the warning at the table, the claims of a deal, and cards that
fit.

While a deal is being played, nothing here may tell a player what to call or what the other may
hold. It says only that someone must have sunk, repeats only what was said aloud, and never shows a
card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, assert_never

from ..rules.bounds import most_in_deal
from ..rules.cards import Card, Suit
from ..rules.claims import CALLED, Claim
from ..rules.deal import Deal
from ..rules.deal_state import DealState
from ..rules.findings import Finding, Verdict, could_have_held_sentence, verdict_sentence
from ..rules.legal import legal_of
from ..rules.notation import format_statement
from ..rules.opening import Exchanged, exchange_limits, forbids_sinking
from ..rules.seats import Seat
from ..rules.sentences import Names
from ..rules.statements import FoundFalse, effective, statement_message
from ..rules.words import first_up, listed
from .checking import check, could_have_held, finding, turned_at
from .contexts import Context
from .recording import Sheet

SUNK_NOW = "Possible only if someone sank."
"""All that a page says of sinking before the deal is over."""

MARKS = {Finding.SUNK: "possible only if someone sank", Finding.IMPOSSIBLE: "impossible"}
"""The note beside a finished deal on the sheet, unless it is simply possible."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Whether one pack can hold a deal's claims.

    Attributes:
        mark: the word before the reason; empty if the reason is enough.
        suspects: the statements that may need correction, each with its number from 1.
    """

    mark: str
    reason: str
    suspects: tuple[tuple[int, str], ...] = ()
    shows_cards: bool = False

    @property
    def aloud(self) -> str:
        return f"{self.mark}: {self.reason}" if self.mark else self.reason


def mark(deal: Deal | None) -> str:
    """Return the note beside a deal on the sheet;
    empty if it is possible, not over, or from totals.
    """
    return "" if deal is None or not deal.is_over else MARKS.get(finding(deal), "")


def doubt(sheet: Sheet, number: int) -> Claims | None:
    """Return the warning about deal *number*, for the table and for the timeline;
    `None` if there is none.
    """
    deal = sheet.deal(number)
    names = sheet.seated(number)
    if deal is None:
        reason = too_many(sheet, number, sheet.partie.deals[number].points)
        return Claims("Impossible", reason) if reason else None
    if all(isinstance(each, Exchanged) for each in deal.log):
        return None
    found = finding(deal)
    match found:
        case Finding.POSSIBLE:
            return None
        case Finding.SUNK:
            return Claims("", _sunk(deal, names))
        case Finding.IMPOSSIBLE:
            at = turned_at(deal)
            assert at is not None
            return Claims("Impossible", _sentence(check(deal), names), (_suspect(deal, at, names),))
        case _:
            assert_never(found)


def too_many(sheet: Sheet, number: int, totals: tuple[int, ...]) -> str:
    """Return who has more points in the *totals* of deal *number* than any deal can score;
    empty if nobody has.
    """
    most = most_in_deal(sheet.partie.record.rules, number)
    figures = zip(sheet.sides, totals, strict=True)
    over = [f"{name} {points}" for name, points in figures if points > most]
    return f"No deal can score that: {listed(over)}. Check the totals." if over else ""


def claims(sheet: Sheet, number: int) -> Claims:
    """Return whether one pack can hold the claims of deal *number*."""
    deal = sheet.deal(number)
    names = sheet.seated(number)
    if deal is None:
        return doubt(sheet, number) or Claims(
            "", "This deal is from totals, so there are no claims to check."
        )
    verdict = check(deal)
    match verdict.finding:
        case Finding.IMPOSSIBLE:
            positions = sorted({said.made_at[-1] for said in verdict.conflict})
            suspects = tuple(_suspect(deal, at, names) for at in positions)
            return Claims("Impossible", _sentence(verdict, names), suspects)
        case Finding.SUNK:
            return Claims("", _sunk(deal, names), shows_cards=deal.is_over)
        case Finding.POSSIBLE:
            so_far = "" if deal.is_over else " so far"
            reason = f"One pack can hold these claims{so_far}."
            return Claims("", reason, shows_cards=deal.is_over)
        case _:
            assert_never(verdict.finding)


def in_conflict(sheet: Sheet, number: int, position: int) -> str:
    """Return why the statement at *position* conflicts with others; empty if it does not."""
    deal = sheet.deal(number)
    if deal is None:
        return ""
    verdict = check(deal)
    if any(position in said.made_at for said in verdict.conflict):
        return _sentence(verdict, sheet.seated(number))
    return ""


def _sunk(deal: Deal, names: Names) -> str:
    """Say that someone sank; who and what only once the deal is over."""
    if deal.is_over:
        return _sentence(check(deal), names)
    return f"{SUNK_NOW} A minus deal forbids it." if forbids_sinking(deal.state) else SUNK_NOW


def _sentence(verdict: Verdict, names: Names) -> str:
    words = verdict_sentence(verdict, names)
    return (words if verdict.conflict else first_up(words)) + "."


def _suspect(deal: Deal, position: int, names: Names) -> tuple[int, str]:
    current = dict(effective(deal.log))
    return list(current).index(position) + 1, str(statement_message(current[position], names))


class FalseClaim(NamedTuple):
    """A claim that may be found false.

    Attributes:
        said: the statement to record; empty if it has been recorded.
        answer: to the question of Law 53: could it have been held?
    """

    words: str
    said: str
    answer: str


def false_claims(deal: Deal, names: Names) -> Iterator[FalseClaim]:
    for category in CALLED:
        for entries in deal.state.categories[category].entries:
            for entry in entries:
                if entry.false:
                    found = str(statement_message(FoundFalse(entry.seat, entry.claim), names))
                    yield FalseClaim(found, "", _answer(deal, entry.seat, entry.claim, names))
    for statement in legal_of(deal, FoundFalse):
        answer = _answer(deal, statement.seat, statement.claim, names)
        words = str(statement_message(statement, names))
        yield FalseClaim(words, format_statement(statement), answer)


def _answer(deal: Deal, seat: Seat, claim: Claim, names: Names) -> str:
    could = could_have_held(deal, seat, claim)
    if could is None:
        return "The other claims cannot all be true, so they decide nothing here."
    words = could_have_held_sentence(seat, could=could, names=names)
    return f"{first_up(words)} (Law 53)."


class FittingHand(NamedTuple):
    """The cards of a player with which every claim is true."""

    name: str
    role: str
    cards: tuple[Card, ...]
    discards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPage(Context):
    """Cards that fit a deal.

    Attributes:
        code: of its sheet.
        number: of the deal, from 1.
        if_sunk: who must have sunk, if someone must.
        left_over: the cards of the talon; nothing of two players.
    """

    template: ClassVar = "table/cards.html"

    code: str
    number: int
    if_sunk: str
    players: tuple[FittingHand, ...]
    left_over: tuple[Card, ...]
    suits: tuple[Suit, ...] = tuple(Suit)
    red: tuple[Suit, ...] = (Suit.HEARTS, Suit.DIAMONDS)


def cards_context(sheet: Sheet, number: int) -> CardsPage | None:
    """Return the context of the cards that fit deal *number*;
    `None` if there is none that is over, or none fit.
    """
    deal = sheet.partie.deals[number].deal if 0 <= number < len(sheet.partie.deals) else None
    if deal is None or not deal.is_over:
        return None
    verdict = check(deal)
    witness = verdict.witness
    if witness is None:
        return None
    names = sheet.seated(number)
    held = tuple(
        FittingHand(names[seat], _role(deal.state, seat), hand, witness.discards[seat])
        for seat, hand in witness.hands.items()
    )
    first = -sheet.elder(number) % len(held)
    return CardsPage(
        code=sheet.code,
        number=number + 1,
        if_sunk=_sentence(verdict, names) if verdict.finding is Finding.SUNK else "",
        players=held[first:] + held[:first],
        left_over=witness.left_over if len(held) > 2 else (),
    )


def _role(table: DealState, seat: Seat) -> str:
    """Return the seat's name, with the time of the hand if it can have changed."""
    _, most = exchange_limits(table.rules, seat, table.exchanged[Seat.ELDER] or 0)
    return f"{seat.word}, after the exchange" if most > 0 else seat.word
