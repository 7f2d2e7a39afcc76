"""View models of a deal: its score line by line, and its timeline."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedLine:
    """A line of the score; *points* are in their column, *term* is its anchor on the Terms page."""

    name: str
    text: str
    points: tuple[str, ...]
    source: str
    term: str
    bonus: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """The score of a deal line by line; *number* is from 0, *next_deal* is the one that may begin now."""

    title: str
    number: int
    seats: str
    names: tuple[str, ...]
    lines: tuple[ExplainedLine, ...]
    counts: tuple[int, ...]
    totals: tuple[int, ...]
    next_deal: int | None
    style: str
    from_totals: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineRow:
    """A statement in the timeline, numbered from 1; *doubt* says why it cannot be true."""

    number: int
    text: str
    scored: str
    is_current: bool
    doubt: str


@dataclass(frozen=True, slots=True)
class Option:
    """A statement that may be recorded at the end of a deal, in words and in its text form."""

    label: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPage:
    """The page of a deal; *position* is the length of its log."""

    code: str
    breakdown: Breakdown
    claims: Claims
    timeline: tuple[TimelineRow, ...]
    proofs: tuple[Option, ...]
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
"""The anchors of the Terms page that explain the kinds of lines."""


def explained(sheet: Sheet, number: int) -> Breakdown:
    """Return the breakdown of deal *number* as far as it has been played."""
    scored = sheet.partie.deals[number]
    rules, deal, names = sheet.partie.record.rules, open_deal(sheet, number), seat_names(sheet, number)
    contract = contract_sentence(deal.state.auction, names) if deal else ""
    lines = tuple(
        ExplainedLine(
            name=names[line.seat],
            text=line_sentence(line, names),
            points=in_column(rules, number, line.seat, str(line.points) if line.points else "–"),
            source=line.source,
            term=TERMS[line.kind],
            bonus=line.kind in BONUSES,
        )
        for line in (deal.lines if deal else ())
    )
    follows = sheet.current_deal if sheet.current_deal > number and not sheet.partie.is_over else None
    return Breakdown(
        title=deal_title(sheet.partie, number),
        number=number,
        seats=_seated(rules, names) + (contract and f"; {contract}"),
        names=sheet.sides,
        lines=lines,
        counts=scored.points,
        totals=scored.totals,
        next_deal=follows,
        style=style_of(rules),
        from_totals=deal is None,
    )


def _seated(rules: Ruleset, names: Names) -> str:
    """Return who is elder and who dealt; with two players the dealer is younger."""
    dealt = "younger" if rules.players == 2 else "dealer"
    return f"{names[Seat.ELDER]} elder, {names[rules.dealer]} {dealt}"


def deal_page(sheet: Sheet, number: int, *, may_correct: bool) -> DealPage:
    """Return the page of deal *number*; *may_correct* says whether its statements are links to their correction."""
    deal, names = open_deal(sheet, number), seat_names(sheet, number)
    may_correct = may_correct and deal is not None
    return DealPage(
        code=sheet.code,
        breakdown=explained(sheet, number),
        claims=claims(sheet, number),
        timeline=tuple(_timeline(sheet, deal, number)) if deal else (),
        proofs=tuple(_proofs(deal, names)) if deal and may_correct else (),
        rare=tuple(_rare(deal, names)) if deal and may_correct else (),
        false_claims=false_claims(sheet, number) if may_correct else (),
        position=len(sheet.log(number)),
        may_correct=may_correct,
    )


RARE = (Withdrawn, ReckonedNothing, Waived, PlayedShort, CarteRougeShown)
"""The corrections and penalties for which the walk does not ask; false claims are listed apart."""


def _proofs(deal: Deal, names: Names) -> Iterator[Option]:
    """Yield the claims that were allowed, which the other player may ask to see."""
    for statement in legal_next(deal):
        if isinstance(statement, Proved):
            yield Option(statement_sentence(statement, names), format_statement(statement))


def _rare(deal: Deal, names: Names) -> Iterator[Option]:
    """Yield the legal corrections and penalties, and the calls that a false claim leaves to the opponent."""
    for statement in legal_next(deal):
        if isinstance(statement, RARE) or (deal.is_over and isinstance(statement, Called)):
            yield Option(statement_sentence(statement, names), format_statement(statement))


def _timeline(sheet: Sheet, deal: Deal, number: int) -> Iterator[TimelineRow]:
    log, names, warning = deal.log, seat_names(sheet, number), doubt(sheet, number)
    suspect = None if warning is None else warning.suspect
    current = dict(effective(log))
    scored: dict[int, list[str]] = {}
    for line in deal.lines:
        scored.setdefault(line.because[0], []).append(f"{names[line.seat]} {line.points} ({line.source})")
    for position in in_order(log):
        statement = log[position]
        if isinstance(statement, Struck):
            continue
        now = current.get(position)
        mark = "" if now is not None else " (removed)"
        if isinstance(statement, Inserted):
            statement, mark = statement.statement, mark or " (inserted)"
        text = statement_sentence(statement, names) + mark
        if now is not None and now != statement:
            text = f"{statement_sentence(now, names)} (corrected from: {text})"
        against = warning.aloud if warning and suspect and suspect.number == position + 1 else ""
        yield TimelineRow(
            number=position + 1,
            text=text,
            scored=", ".join(scored.get(position, [])),
            is_current=now is not None,
            doubt=against,
        )
