"""
View models of what the pack allows: the quiet warning at the table, the claims of a deal, and cards that fit.

While a deal is going on nothing here may tell a player what to call or what
the other may hold: of sinking only that somebody must have sunk, of a claim
only what was said aloud, and never a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..rules.cards import Card, Suit
from ..rules.claims import CALLED, Claim
from ..rules.deal import Deal
from ..rules.feasibility import Finding, Verdict, could_have_held_sentence, verdict_sentence
from ..rules.legal import legal_next
from ..rules.notation import format_statement
from ..rules.opening import exchange_limits
from ..rules.seats import Seat
from ..rules.sentences import Names
from ..rules.spoken import statement_sentence
from ..rules.statements import FoundFalse, effective
from ..rules.table import Table
from ..service.checking import check, could_have_held, turned_at
from ..service.parties import Sheet
from .card import open_deal, seat_names
from .keys import RANK_LABELS

SUNK_NOW = "Possible only if someone sank."
"""All that is said of sinking before the deal is over."""

MARKS = {
    Finding.POSSIBLE: "possible",
    Finding.SUNK: "possible only if somebody sank",
    Finding.IMPOSSIBLE: "impossible",
}
"""What stands beside a finished deal on the sheet."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """A statement that may have to be put right: its number from 1, and its words."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """
    A warning about a deal's claims.

    Attributes:
        mark: the word that marks it; empty if the reason says all.
        reason: what is the matter, in a sentence.
        suspect: the statement with which it came about, if it was one that can be put right.
    """

    mark: str
    reason: str
    suspect: Suspect | None = None

    @property
    def aloud(self) -> str:
        """The warning as it is read out."""
        return f"{self.mark}: {self.reason}" if self.mark else self.reason


@dataclass(frozen=True, slots=True)
class Claims:
    """
    What the pack allows of a deal's claims.

    Attributes:
        mark: the finding in a word or two.
        reason: what there is to say of it.
        suspects: the statements that make a conflict.
        shows_cards: the deal is over, and there are cards to show.
    """

    mark: str
    reason: str
    suspects: tuple[Suspect, ...]
    shows_cards: bool


@dataclass(frozen=True, slots=True)
class FalseClaim:
    """A claim that was or may be found false: its words, the statement that records it, and what Law 53 asks."""

    label: str
    said: str
    answer: str


@dataclass(frozen=True, slots=True)
class SuitRow:
    """The cards of one suit in a hand."""

    sign: str
    word: str
    red: bool
    cards: str


@dataclass(frozen=True, slots=True)
class Held:
    """One player's cards as they could have lain, suit by suit, and what could have been thrown away."""

    name: str
    role: str
    hand: tuple[SuitRow, ...]
    thrown: tuple[SuitRow, ...]


@dataclass(frozen=True, slots=True)
class CardsPage:
    """Cards that fit a deal's claims."""

    code: str
    number: int
    if_sunk: str
    players: tuple[Held, ...]
    left_over: tuple[SuitRow, ...]


def mark(deal: Deal | None) -> str:
    """What stands beside a deal on the sheet; nothing for one that is going on or has its totals only."""
    return "" if deal is None or not deal.is_over else MARKS[check(deal).finding]


def doubt(sheet: Sheet, number: int) -> Doubt | None:
    """The warning that stands beside the question of deal *number*, and beside the statement that brought it about."""
    deal, names = open_deal(sheet, number), seat_names(sheet, number)
    if deal is None:
        return None
    verdict = check(deal)
    if verdict.finding is Finding.POSSIBLE:
        return None
    if verdict.finding is Finding.SUNK:
        return Doubt("", _sunk(deal, verdict, names))
    at = turned_at(deal)
    assert at is not None
    return Doubt("Impossible", _sentence(verdict, names), _suspect(deal, at, names))


def claims(sheet: Sheet, number: int) -> Claims:
    """What the pack allows of the claims of deal *number*."""
    deal, names = open_deal(sheet, number), seat_names(sheet, number)
    if deal is None:
        return Claims("", "Only the totals of this deal are known, so there is nothing to check.", (), False)
    verdict = check(deal)
    if verdict.finding is Finding.IMPOSSIBLE:
        places = sorted({said.made_at[-1] for said in verdict.conflict})
        suspects = tuple(_suspect(deal, at, names) for at in places)
        return Claims("Impossible", _sentence(verdict, names), suspects, shows_cards=False)
    if verdict.finding is Finding.SUNK:
        return Claims("", _sunk(deal, verdict, names), (), deal.is_over)
    reason = "Some cards of the pack allow all that was said" + ("." if deal.is_over else " so far.")
    return Claims("Possible", reason, (), deal.is_over)


def in_conflict(sheet: Sheet, number: int, position: int) -> str:
    """Why the statement at *position* of deal *number* cannot stand with others; empty if it can."""
    deal = open_deal(sheet, number)
    if deal is None:
        return ""
    verdict = check(deal)
    if any(position in said.made_at for said in verdict.conflict):
        return _sentence(verdict, seat_names(sheet, number))
    return ""


def _sunk(deal: Deal, verdict: Verdict, names: Names) -> str:
    """That something was sunk: by whom and what, once the deal is over; and that it was forbidden, where it was."""
    if deal.is_over:
        return _sentence(verdict, names)
    return SUNK_NOW if not verdict.forbidden else f"{SUNK_NOW} A minus deal forbids it."


def _sentence(verdict: Verdict, names: Names) -> str:
    """What was found in a sentence of its own."""
    words = verdict_sentence(verdict, names)
    return (words if verdict.conflict else words[:1].upper() + words[1:]) + "."


def _suspect(deal: Deal, position: int, names: Names) -> Suspect:
    return Suspect(position + 1, statement_sentence(dict(effective(deal.log))[position], names))


def false_claims(sheet: Sheet, number: int) -> tuple[FalseClaim, ...]:
    """The claims of deal *number* that were or may be found false."""
    deal = open_deal(sheet, number)
    return () if deal is None else tuple(_false_claims(deal, seat_names(sheet, number)))


def _false_claims(deal: Deal, names: Names) -> Iterator[FalseClaim]:
    for category in CALLED:
        for entries in deal.table.categories[category].entries:
            for entry in entries:
                if entry.false:
                    found = statement_sentence(FoundFalse(entry.seat, entry.claim), names)
                    yield FalseClaim(found, "", _answer(deal, entry.seat, entry.claim, names))
    for statement in legal_next(deal):
        if isinstance(statement, FoundFalse):
            answer = _answer(deal, statement.seat, statement.claim, names)
            yield FalseClaim(statement_sentence(statement, names), format_statement(statement), answer)


def _answer(deal: Deal, seat: Seat, claim: Claim, names: Names) -> str:
    """Whether a claim could have been held, which is for the players to apply."""
    could = could_have_held(deal, seat, claim)
    if could is None:
        return "What else was said cannot all be, so nothing follows from it."
    words = could_have_held_sentence(seat, could=could, names=names)
    return f"{words[:1].upper()}{words[1:]} (Law 53)."


def cards_page(sheet: Sheet, number: int) -> CardsPage | None:
    """Cards that fit the claims of deal *number*; `None` if it is not over, or there are none to show."""
    scored = sheet.partie.deals[number]
    if scored.deal is None or not scored.deal.is_over:
        return None
    verdict = check(scored.deal)
    witness = verdict.witness
    if witness is None:
        return None
    names = seat_names(sheet, number)
    table = scored.deal.table
    held = [
        Held(names[seat], _role(table, seat), _suits(hand), _suits(witness.discards[seat]))
        for seat, hand in witness.hands.items()
    ]
    first = -number % len(held)
    players = tuple(held[first:] + held[:first])
    if_sunk = _sentence(verdict, names) if verdict.finding is Finding.SUNK else ""
    left_over = _suits(witness.left_over) if len(held) > 2 else ()
    return CardsPage(sheet.code, number + 1, if_sunk, players, left_over)


def _role(table: Table, seat: Seat) -> str:
    """Whose hand it is, and when, if it can have changed."""
    exchanges = exchange_limits(table, seat)[1] > 0
    return f"{seat.word}, after the exchange" if exchanges else seat.word


def _suits(cards: Iterable[Card]) -> tuple[SuitRow, ...]:
    """Cards suit by suit, high to low; nothing if there are none."""
    held = sorted(cards, key=lambda card: -card.rank)
    if not held:
        return ()
    return tuple(
        SuitRow(
            suit.sign,
            suit.word,
            suit in (Suit.HEARTS, Suit.DIAMONDS),
            " ".join(RANK_LABELS.get(card.rank.code, card.rank.code) for card in held if card.suit is suit),
        )
        for suit in Suit
    )
