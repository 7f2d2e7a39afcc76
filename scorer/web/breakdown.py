"""View models of a deal explained and of its timeline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..rules.deal import Deal
from ..rules.legal import legal_next
from ..rules.lines import BONUSES, LineKind
from ..rules.notation import format_statement
from ..rules.ruleset import Ruleset
from ..rules.seats import Seat
from ..rules.sentences import Names, contract_sentence, line_sentence
from ..rules.spoken import statement_sentence
from ..rules.statements import (
    Called,
    CarteRougeShown,
    Inserted,
    PlayedShort,
    Proved,
    ReckonedNothing,
    Struck,
    Waived,
    Withdrawn,
    effective,
    in_order,
)
from ..service.parties import Sheet
from .card import deal_title, open_deal, seat_names
from .findings import Claims, FalseClaim, claims, doubt, false_claims
from .rows import in_column, style_of


@dataclass(frozen=True, slots=True)
class Explained:
    """A line of the breakdown: whose, why, the points in his column, the running count and the source."""

    name: str
    text: str
    points: tuple[str, ...]
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
    names: tuple[str, ...]
    lines: tuple[Explained, ...]
    counts: tuple[int, ...]
    totals: tuple[int, ...]
    next_deal: int | None
    style: str
    from_totals: bool


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
    """What may be recorded at the end of a deal: its words, and the statement."""

    label: str
    said: str


@dataclass(frozen=True, slots=True)
class DealPage:
    """The page of one deal; *may_correct* if its statements are links to their correction."""

    code: str
    breakdown: Breakdown
    claims: Claims
    timeline: tuple[Said, ...]
    asked_to_show: tuple[Option, ...]
    rare: tuple[Option, ...]
    false_claims: tuple[FalseClaim, ...]
    position: int
    may_correct: bool


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
    LineKind.CONTRACT: "contract",
    LineKind.CONCEDED: "concede",
}
"""Where the glossary explains what a line scores for."""


def explained(sheet: Sheet, number: int) -> Breakdown:
    """The breakdown of deal *number* as far as it goes."""
    scored = sheet.partie.deals[number]
    rules, deal, names = sheet.partie.record.rules, open_deal(sheet, number), seat_names(sheet, number)
    contract = contract_sentence(deal.table.auction, names) if deal else ""
    lines = []
    for line in deal.lines if deal else ():
        points = str(line.points) if line.points else "–"
        lines.append(
            Explained(
                names[line.seat],
                line_sentence(line, names),
                in_column(rules, number, line.seat, points),
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
        _seated(rules, names) + (contract and f"; {contract}"),
        sheet.sides,
        tuple(lines),
        scored.points,
        scored.totals,
        follows,
        style_of(rules),
        deal is None,
    )


def _seated(rules: Ruleset, names: Names) -> str:
    """Who is elder, and who dealt: of two that is younger."""
    dealt = "younger" if rules.players == 2 else "dealer"
    return f"{names[Seat.ELDER]} elder, {names[rules.dealer]} {dealt}"


def deal_page(sheet: Sheet, number: int, *, may_correct: bool) -> DealPage:
    """The page of deal *number*: its breakdown and every statement of its log."""
    deal, names = open_deal(sheet, number), seat_names(sheet, number)
    may_correct = may_correct and deal is not None
    return DealPage(
        sheet.code,
        explained(sheet, number),
        claims(sheet, number),
        tuple(_timeline(sheet, deal, number)) if deal else (),
        tuple(_asked_to_show(deal, names)) if deal and may_correct else (),
        tuple(_rare(deal, names)) if deal and may_correct else (),
        false_claims(sheet, number) if may_correct else (),
        len(sheet.log(number)),
        may_correct,
    )


RARE = (Withdrawn, ReckonedNothing, Waived, PlayedShort, CarteRougeShown)
"""What is said so seldom that the walk does not ask for it: corrections and penalties, false claims aside."""


def _asked_to_show(deal: Deal, names: Names) -> Iterator[Option]:
    """The claims that were allowed, and that the other may ask to be shown."""
    for statement in legal_next(deal):
        if isinstance(statement, Proved):
            yield Option(statement_sentence(statement, names), format_statement(statement))


def _rare(deal: Deal, names: Names) -> Iterator[Option]:
    """The corrections and penalties that may be said now, and what a false claim leaves for the opponent to call."""
    for statement in legal_next(deal):
        if isinstance(statement, RARE) or (deal.is_over and isinstance(statement, Called)):
            yield Option(statement_sentence(statement, names), format_statement(statement))


def _timeline(sheet: Sheet, deal: Deal, number: int) -> Iterator[Said]:
    log, names, warning = deal.log, seat_names(sheet, number), doubt(sheet, number)
    suspect = None if warning is None else warning.suspect
    standing = dict(effective(log))
    scored: dict[int, list[str]] = {}
    for line in deal.lines:
        scored.setdefault(line.because[0], []).append(f"{names[line.seat]} {line.points} ({line.source})")
    for position in in_order(log):
        statement = log[position]
        if isinstance(statement, Struck):
            continue
        now = standing.get(position)
        mark = "" if now is not None else " (removed)"
        if isinstance(statement, Inserted):
            statement, mark = statement.statement, mark or " (inserted)"
        text = statement_sentence(statement, names) + mark
        if now is not None and now != statement:
            text = f"{statement_sentence(now, names)} (corrected from: {text})"
        against = warning.aloud if warning and suspect and suspect.number == position + 1 else ""
        yield Said(position + 1, text, ", ".join(scored.get(position, [])), now is not None, against)
