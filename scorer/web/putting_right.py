"""View models of a statement that may be struck or put right, and of what that would change."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from ..rules.claims import Claim, PointClaim, SetClaim
from ..rules.deal import fold
from ..rules.legal import legal_next
from ..rules.notation import format_statement
from ..rules.sentences import line_sentence
from ..rules.spoken import statement_sentence
from ..rules.statements import Called, Statement, effective
from ..service.consequences import Consequences
from ..service.parties import Sheet
from .bidding import BIDS
from .card import open_deal, seat_names
from .findings import in_conflict


@dataclass(frozen=True, slots=True)
class Option:
    """What could have been said instead, and the address of its consequences."""

    label: str
    instead: str


@dataclass(frozen=True, slots=True)
class StatementPage:
    """The page of one statement."""

    code: str
    deal: int
    number: int
    text: str
    doubt: str
    say: str
    action: str
    position: int
    form_key: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A change in words: what each player's deal would become, the lines that go and come, or why it cannot be."""

    can_be_kept: bool
    sentences: tuple[str, ...]


def statement_page(sheet: Sheet, number: int, position: int, instead: str) -> StatementPage | None:
    """The page of the statement at *position*; `None` if none stands there."""
    log, names = sheet.log(number), seat_names(sheet, number)
    said = dict(effective(log)).get(position)
    if said is None:
        return None
    options = tuple(_options(sheet, number, position, said))
    chosen = next((option for option in options if option.instead == instead), None)
    strike = f"strike {position + 1}"
    return StatementPage(
        code=sheet.code,
        deal=number,
        number=position + 1,
        text=statement_sentence(said, names),
        doubt=in_conflict(sheet, number, position),
        say=strike if chosen is None else f"{strike} for {chosen.instead}",
        action="Strike it" if chosen is None else f"Put it right: {chosen.label}",
        position=len(log),
        form_key=secrets.token_urlsafe(12),
        options=options,
    )


def _options(sheet: Sheet, number: int, position: int, said: Statement) -> Iterator[Option]:
    """What else of the same kind could have been said there."""
    deal, names = open_deal(sheet, number), seat_names(sheet, number)
    if deal is None:
        return
    before = tuple(each for place, each in effective(deal.log) if place < position)
    for other in legal_next(fold(deal.rules, before, deal.setting).deal):
        if _speaks_as(other, said) and other != said and _same_kind(other, said):
            words = statement_sentence(other, names)
            yield Option(words.partition(": ")[2] or words, format_statement(other))


def _speaks_as(other: Statement, said: Statement) -> bool:
    """Whether both are the same kind of statement; in an auction whatever may be said stands in for the rest."""
    return type(other) is type(said) or (isinstance(other, BIDS) and isinstance(said, BIDS))


def _same_kind(other: Statement, said: Statement) -> bool:
    """Whether both speak of the same category by the same seat, as far as they speak of one."""
    for name in ("seat", "category"):
        if name == "seat" and hasattr(said, "tens"):
            continue
        if getattr(other, name, None) != getattr(said, name, None):
            return False
    if isinstance(other, Called) and isinstance(said, Called):
        return _alike(other.claim, said.claim)
    return True


def _alike(other: Claim, said: Claim) -> bool:
    """Whether two claims are of one category and, if of one length or none has more than that, worth offering."""
    if other.category is not said.category:
        return False
    if isinstance(other, SetClaim) or isinstance(said, SetClaim):
        return True
    detail = other.pips if isinstance(other, PointClaim) else other.top
    return detail is None or other.length == said.length


def difference(sheet: Sheet, number: int, change: Consequences) -> Difference:
    """What *change* does to the deal and the partie, in words."""
    names = seat_names(sheet, number)
    if change.after is None:
        sentences = [f"This cannot be kept: {change.refused}."]
        if change.becomes_illegal is not None:
            later = statement_sentence(change.becomes_illegal, names)
            sentences.insert(0, f"A later statement would become illegal: “{later}”.")
        return Difference(False, tuple(sentences))
    sentences = []
    for line in change.gone:
        sentences.append(f"{names[line.seat]} loses {line.points}: {line_sentence(line, names)}.")
    for line in change.new:
        sentences.append(f"{names[line.seat]} gains {line.points}: {line_sentence(line, names)}.")
    for name, before, then in zip(sheet.sides, change.before, change.then, strict=True):
        if before != then:
            sentences.append(f"{name}’s deal goes from {before} to {then}.")
    was, would = sheet.partie.settlement, change.after.settlement
    if (was is None) != (would is None):
        sentences.append("The partie would no longer be over." if would is None else "The partie would be over.")
    elif was is not None and would is not None and was[:2] != would[:2]:
        sentences.append(f"The partie would pay {would.points} instead of {was.points}.")
    return Difference(True, tuple(sentences) or ("No point changes.",))
