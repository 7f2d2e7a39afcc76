"""View models of the claim check: the warning at the table, the claims of a deal, and cards that
fit.

While a deal is being played, nothing here may tell a player what to call or what the other may
hold. It marks only what is impossible, repeats only what was said aloud, and never shows a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, assert_never

from ..rules.bounds import most_in_deal
from ..rules.cards import Card, Suit
from ..rules.claims import CALLED, Claim
from ..rules.deal import Deal
from ..rules.deal_state import DealState
from ..rules.fewest import scores_too_few
from ..rules.findings import Finding, Verdict, could_have_held_message, verdict_message
from ..rules.governing import governing, provided
from ..rules.laws import Subject
from ..rules.legal import legal_of
from ..rules.messages import Message, Text
from ..rules.notation import format_statement
from ..rules.opening import Exchanged, exchange_limits
from ..rules.ruleset import Ruleset
from ..rules.seats import Seat
from ..rules.sentences import Names, cited, role_of
from ..rules.sources import holds
from ..rules.statements import FoundFalse, effective, statement_message
from .checking import check, could_have_held, finding, turned_at
from .contexts import Context
from .recording import Sheet


class DealMark(Text):
    """The note beside a deal, which says what is found of its claims and not why."""

    SUNK = "possible only if something was sunk"
    IMPOSSIBLE = "impossible"


MARKS: Mapping[Finding, DealMark] = {
    Finding.SUNK: DealMark.SUNK,
    Finding.IMPOSSIBLE: DealMark.IMPOSSIBLE,
}
"""The note beside a finished deal on the sheet, unless it is simply possible."""


class Doubt(Text):
    """What is said of the claims of a deal, in whole sentences. What it claims is said where *why*
    is made, in `scorer.rules.findings`; the totals are compared with the most and the fewest points
    that a deal scores.
    """

    IMPOSSIBLE = "Impossible"
    ALOUD = "{what}: {why}"
    SENTENCE = "{why:up}."
    POSSIBLE = "One pack can hold these claims."
    POSSIBLE_SO_FAR = "One pack can hold these claims so far."
    """Of a deal that is not over, even if someone sank: players are not told that."""
    FROM_TOTALS = "This deal is from totals, so there are no claims to check."
    SUSPECTS = "At least one of these is wrong:"
    """Of all statements that make the claims in conflict."""
    CORRECT = "Correct “{what}”"
    """Of the statement with which the deal became impossible."""
    TOO_MANY = "No deal can score that: {totals:and}. Check the totals."
    TOO_FEW = (
        "The tricks alone score more than that, unless someone was penalised: {totals:and}. "
        "Check the totals."
    )
    TOTAL = "{who} {points}"


@dataclass(frozen=True, slots=True)
class Claims:
    """Whether one pack can hold a deal's claims.

    Attributes:
        mark: the word before the reason; `None` if the reason is enough.
        suspects: the statements that may need correction, each with its number from 1.
    """

    mark: Message | None
    reason: Message
    suspects: tuple[tuple[int, Message], ...] = ()
    shows_cards: bool = False

    @property
    def suspects_heading(self) -> Message | None:
        return Doubt.SUSPECTS() if self.suspects else None

    @property
    def to_correct(self) -> Message | None:
        """What the key says that leads to the first suspect."""
        for _, suspect in self.suspects:
            return Doubt.CORRECT(what=suspect)
        return None

    @property
    def aloud(self) -> Message:
        if self.mark is None:
            return self.reason
        return Doubt.ALOUD(what=self.mark, why=self.reason)


def mark(deal: Deal | None) -> Message | None:
    """Return the note beside a deal on the sheet;
    `None` if it is possible, not over, or from totals.
    """
    if deal is None or not deal.is_over:
        return None
    text = MARKS.get(finding(deal))
    return None if text is None else text()


def doubt(sheet: Sheet, number: int) -> Claims | None:
    """Return the warning about deal *number*, for the table and for the timeline;
    `None` if there is none.

    Before a deal is over it warns only of what is impossible: that someone sank would be a hint.
    """
    deal = sheet.deal(number)
    names = sheet.seated(number)
    if deal is None:
        return doubt_of_totals(sheet, number, sheet.partie.deals[number].points)
    if all(isinstance(each, Exchanged) for each in deal.log):
        return None
    found = finding(deal)
    match found:
        case Finding.POSSIBLE:
            return None
        case Finding.SUNK:
            return Claims(None, _sentence(check(deal), names)) if deal.is_over else None
        case Finding.IMPOSSIBLE:
            at = turned_at(deal)
            assert at is not None
            reason = _sentence(check(deal), names)
            return Claims(Doubt.IMPOSSIBLE(), reason, (_suspect(deal, at, names),))
        case _:
            assert_never(found)


def doubt_of_totals(sheet: Sheet, number: int, totals: tuple[int, ...]) -> Claims | None:
    """Return the warning about *totals* of deal *number*, recorded or about to be;
    `None` if there is none.
    """
    reason = _too_many(sheet, number, totals)
    if reason is not None:
        return Claims(Doubt.IMPOSSIBLE(), reason)
    reason = _too_few(sheet, number, totals)
    return None if reason is None else Claims(None, reason)


def _too_many(sheet: Sheet, number: int, totals: tuple[int, ...]) -> Message | None:
    """Return who has more points in the *totals* of deal *number* than any deal can score;
    `None` if nobody has.
    """
    most = most_in_deal(sheet.partie.record.rules, number)
    figures = zip(sheet.sides, totals, strict=True)
    over = [Doubt.TOTAL(who=name, points=points) for name, points in figures if points > most]
    return Doubt.TOO_MANY(totals=tuple(over)) if over else None


def _too_few(sheet: Sheet, number: int, totals: tuple[int, ...]) -> Message | None:
    """Return that both have fewer points in the *totals* of deal *number* than its tricks score;
    `None` if they may have.
    """
    rules = sheet.partie.record.rules
    if len(totals) != 2:
        return None
    elder = sheet.elder(number)
    if not scores_too_few(rules, elder=totals[elder], younger=totals[1 - elder]):
        return None
    figures = zip(sheet.sides, totals, strict=True)
    return Doubt.TOO_FEW(totals=tuple(Doubt.TOTAL(who=who, points=each) for who, each in figures))


def claims(sheet: Sheet, number: int) -> Claims:
    """Return whether one pack can hold the claims of deal *number*."""
    deal = sheet.deal(number)
    names = sheet.seated(number)
    if deal is None:
        return doubt(sheet, number) or Claims(None, Doubt.FROM_TOTALS())
    verdict = check(deal)
    match verdict.finding:
        case Finding.IMPOSSIBLE:
            positions = sorted({at for said in verdict.conflict for at in said.made_at})
            suspects = tuple(_suspect(deal, at, names) for at in positions)
            return Claims(Doubt.IMPOSSIBLE(), _sentence(verdict, names), suspects)
        case Finding.SUNK if deal.is_over:
            return Claims(None, _sentence(verdict, names), shows_cards=True)
        case Finding.POSSIBLE | Finding.SUNK:
            text = Doubt.POSSIBLE if deal.is_over else Doubt.POSSIBLE_SO_FAR
            return Claims(None, text(), shows_cards=deal.is_over)
        case _:
            assert_never(verdict.finding)


def in_conflict(sheet: Sheet, number: int, position: int) -> Claims | None:
    """Return that the statement at *position* conflicts with others; `None` if it does not."""
    deal = sheet.deal(number)
    if deal is None:
        return None
    verdict = check(deal)
    if any(position in said.made_at for said in verdict.conflict):
        return Claims(Doubt.IMPOSSIBLE(), _sentence(verdict, sheet.seated(number)))
    return None


def _sentence(verdict: Verdict, names: Names) -> Message:
    return Doubt.SENTENCE(why=verdict_message(verdict, names))


def _suspect(deal: Deal, position: int, names: Names) -> tuple[int, Message]:
    current = dict(effective(deal.log))
    return list(current).index(position) + 1, statement_message(current[position], names)


class LawNote(Text):
    """What the laws say of a proof and of a false claim, above the keys that record them; only
    where they hold under the rules of the partie.
    """

    PROOF = (
        "Players may ask to see a claim that they allowed as good or equal. Showing it scores "
        "nothing"
    )
    NO_PENALTY = "A claim that nobody could have believed carries no penalty"
    PLAYERS_DECIDE = (
        "The players decide whether this was one. If it was, the opponent waives the penalty."
    )
    SENTENCE = "{what}."


def proof_notes(rules: Ruleset) -> tuple[Message, ...]:
    """Return what may be asked to be shown, with the law if it is one that holds."""
    law = "Law 55" if holds("Law 55", rules) else ""
    return (LawNote.SENTENCE(what=cited(LawNote.PROOF().citing(law))),)


def false_claim_notes(rules: Ruleset) -> tuple[Message, ...]:
    """Return what a false claim costs, by the laws that hold."""
    if holds("Law 53", rules) and holds("Law 54", rules):
        free = LawNote.NO_PENALTY().citing("Laws 53 and 54")
        return (LawNote.SENTENCE(what=cited(free)), LawNote.PLAYERS_DECIDE())
    return tuple(provided(each) for each in governing(Subject.FALSE_CALL, rules))


class LawAnswer(Text):
    """The answer to a question that a law asks of a claim found false, with that law if it holds
    under the rules of the partie.
    """

    BY_LAW = "{why:up}."
    UNDECIDED = "The other claims cannot all be true, so they decide nothing here."
    """Of claims of which `scorer.rules.findings` says that they are impossible."""


class FalseClaim(NamedTuple):
    """A claim that may be found false.

    Attributes:
        said: the statement to record; empty if it has been recorded.
        answer: to the question of Law 53: could it have been held?
    """

    words: Message
    said: str
    answer: Message


def false_claims(deal: Deal, names: Names) -> Iterator[FalseClaim]:
    for category in CALLED:
        for entries in deal.state.categories[category].entries:
            for entry in entries:
                if entry.false:
                    found = statement_message(FoundFalse(entry.seat, entry.claim), names)
                    yield FalseClaim(found, "", _answer(deal, entry.seat, entry.claim, names))
    for statement in legal_of(deal, FoundFalse):
        answer = _answer(deal, statement.seat, statement.claim, names)
        words = statement_message(statement, names)
        yield FalseClaim(words, format_statement(statement), answer)


def _answer(deal: Deal, seat: Seat, claim: Claim, names: Names) -> Message:
    could = could_have_held(deal, seat, claim)
    if could is None:
        return LawAnswer.UNDECIDED()
    why = could_have_held_message(seat, could=could, names=names)
    if not holds(why.source, deal.rules):
        why = why.citing("")
    answer = cited(why)
    return LawAnswer.BY_LAW(why=answer).citing(answer.source)


class CardsNote(Text):
    """What is said above cards that fit. They are proved by adding up: with them everything is true
    that was said, and something was sunk only as *why* says, which names all smallest answers.
    """

    FIT = "With these cards every claim is true. The real hands may have been different."
    FIT_IF = "With these cards every claim is true. The real hands may have been different. {why}"


class HandRole(Text):
    """Whose hand is shown, and of which time if it can have changed."""

    SEAT = "{seat}"
    AFTER_EXCHANGE = "{seat}, after the exchange"


class FittingHand(NamedTuple):
    """The cards of a player with which every claim is true."""

    name: str
    role: Message
    cards: tuple[Card, ...]
    discards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPage(Context):
    """Cards that fit a deal.

    Attributes:
        code: of its sheet.
        number: of the deal, from 1.
        note: what the cards show, and what may have been sunk if something must have been.
        left_over: the cards of the talon; nothing of two players.
    """

    template: ClassVar = "table/cards.html"

    code: str
    number: int
    note: Message
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
    note = CardsNote.FIT()
    if verdict.finding is Finding.SUNK:
        note = CardsNote.FIT_IF(why=_sentence(verdict, names))
    return CardsPage(
        code=sheet.code,
        number=number + 1,
        note=note,
        players=held[first:] + held[:first],
        left_over=witness.not_discarded if len(held) > 2 else (),
    )


def _role(table: DealState, seat: Seat) -> Message:
    """Return the seat's name, with the time of the hand if it can have changed."""
    _, most = exchange_limits(table.rules, seat, table.exchanged[Seat.ELDER] or 0)
    text = HandRole.AFTER_EXCHANGE if most > 0 else HandRole.SEAT
    return text(seat=role_of(seat))
