"""View models of a deal explained, its timeline, and a statement that may be struck or put right."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..rules.claims import Claim, PointClaim, SetClaim
from ..rules.deal import fold
from ..rules.legal import legal_next
from ..rules.lines import BONUSES, LineKind
from ..rules.notation import format_statement
from ..rules.sentences import line_sentence
from ..rules.spoken import statement_sentence
from ..rules.statements import (
    Called,
    CarteRougeShown,
    PlayedShort,
    ReckonedNothing,
    Statement,
    Struck,
    Waived,
    Withdrawn,
    effective,
)
from ..service.consequences import Consequences
from ..service.parties import Sheet
from .card import by_player, deal_title, open_deal, seat_names
from .findings import Claims, FalseClaim, claims, doubt, false_claims, in_conflict


@dataclass(frozen=True, slots=True)
class Explained:
    """A line of the breakdown: whose, why, the points in his column, the running count and the source."""

    name: str
    text: str
    points: tuple[str, str]
    running: int
    source: str
    term: str
    bonus: bool


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A deal line by line with its sums."""

    title: str
    number: int
    seats: str
    names: tuple[str, str]
    lines: tuple[Explained, ...]
    counts: tuple[int, int]
    totals: tuple[int, int]
    next_deal: int | None


@dataclass(frozen=True, slots=True)
class Said:
    """A statement in the timeline: its number from 1, words and score, whether it stands, and why it cannot be."""

    number: int
    text: str
    scored: str
    stands: bool
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """What could have been said instead, and the address of its consequences."""

    label: str
    instead: str


@dataclass(frozen=True, slots=True)
class DealPage:
    """The page of one deal."""

    code: str
    breakdown: Breakdown
    claims: Claims
    timeline: tuple[Said, ...]
    rare: tuple[Option, ...]
    false_claims: tuple[FalseClaim, ...]
    position: int
    form_key: str
    may_change: bool


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


TERMS: Mapping[LineKind, str] = {
    LineKind.CARTE_BLANCHE: "carte-blanche",
    LineKind.CARTE_ROUGE: "carte-rouge",
    LineKind.POINT: "point",
    LineKind.SEQUENCE: "sequence",
    LineKind.SET: "set",
    LineKind.REPIQUE: "repique",
    LineKind.PIQUE: "pique",
    LineKind.LEAD: "lead",
    LineKind.TRICK: "trick",
    LineKind.LAST: "trick",
    LineKind.CARDS: "cards",
    LineKind.CAPOT: "capot",
    LineKind.CONCEDED: "concede",
}
"""Where the glossary explains what a line scores for."""


def explained(sheet: Sheet, number: int) -> Breakdown:
    """The breakdown of deal *number* as far as it goes."""
    scored = sheet.partie.deals[number]
    deal, names = open_deal(sheet, number), seat_names(sheet, number)
    lines = []
    for line in deal.lines:
        points = str(line.points) if line.points else "–"
        left = (line.seat == 0) == (number % 2 == 0)
        lines.append(
            Explained(
                names[line.seat],
                line_sentence(line, names),
                (points, "") if left else ("", points),
                line.running,
                line.source,
                TERMS[line.kind],
                line.kind in BONUSES,
            )
        )
    follows = sheet.current_deal if sheet.current_deal > number and not sheet.partie.is_over else None
    return Breakdown(
        deal_title(sheet.partie, number),
        number,
        f"{names.values[0]} elder, {names.values[1]} younger",
        sheet.names,
        tuple(lines),
        by_player(number, *deal.score.values),
        scored.totals,
        follows,
    )


def deal_page(sheet: Sheet, number: int, *, may_score: bool) -> DealPage:
    """The page of deal *number*: its breakdown and every statement of its log."""
    may_change = may_score and not sheet.is_closed
    return DealPage(
        sheet.code,
        explained(sheet, number),
        claims(sheet, number),
        tuple(_timeline(sheet, number)),
        tuple(_rare(sheet, number)) if may_change else (),
        false_claims(sheet, number) if may_change else (),
        len(sheet.log(number)),
        secrets.token_urlsafe(12),
        may_change,
    )


RARE = (Withdrawn, ReckonedNothing, Waived, PlayedShort, CarteRougeShown)
"""What is said so seldom that the walk does not ask for it: corrections and penalties, false claims aside."""


def _rare(sheet: Sheet, number: int) -> Iterator[Option]:
    """The corrections and penalties that may be said now, and what a false claim leaves for the opponent to call."""
    deal, names = open_deal(sheet, number), seat_names(sheet, number)
    for statement in legal_next(deal):
        if isinstance(statement, RARE) or (deal.is_over and isinstance(statement, Called)):
            yield Option(statement_sentence(statement, names), format_statement(statement))


def _timeline(sheet: Sheet, number: int) -> Iterator[Said]:
    log, names = sheet.log(number), seat_names(sheet, number)
    deal, warning = open_deal(sheet, number), doubt(sheet, number)
    suspect = None if warning is None else warning.suspect
    standing = dict(effective(log))
    scored: dict[int, list[str]] = {}
    for line in deal.lines:
        scored.setdefault(line.because[0], []).append(f"{names[line.seat]} {line.points} ({line.source})")
    for position, statement in enumerate(log):
        if isinstance(statement, Struck):
            continue
        now = standing.get(position)
        text = statement_sentence(statement, names)
        if now is not None and now != statement:
            text = f"{statement_sentence(now, names)} (put right from: {text})"
        against = warning.aloud if warning and suspect and suspect.number == position + 1 else ""
        yield Said(position + 1, text, ", ".join(scored.get(position, [])), now is not None, against)


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
    before = tuple(each for place, each in effective(deal.log) if place < position)
    for other in legal_next(fold(deal.rules, before, deal.setting).deal):
        if type(other) is type(said) and other != said and _same_kind(other, said):
            words = statement_sentence(other, names)
            yield Option(words.partition(": ")[2] or words, format_statement(other))


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
    for name, before, then in zip(sheet.names, change.before, change.then, strict=True):
        if before != then:
            sentences.append(f"{name}’s deal goes from {before} to {then}.")
    was, would = sheet.partie.settlement, change.after.settlement
    if (was is None) != (would is None):
        sentences.append("The partie would no longer be over." if would is None else "The partie would be over.")
    elif was is not None and would is not None and was[:2] != would[:2]:
        sentences.append(f"The partie would pay {would.points} instead of {was.points}.")
    return Difference(True, tuple(sentences) or ("No point changes.",))
