"""View models of the list of disputes, and of one dispute with both versions and the laws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from ...rules.laws import EVERY_LAW
from ...rules.partie import Partie
from ...rules.seats import Seat
from ...rules.sentences import Names, step_sentence
from ...rules.spoken import statement_sentence
from ...rules.statements import TrickTaken
from ...rules.versions import Bearing, Both, Difference, bearing, first_difference, governing, side_by_side
from ...rules.versions_words import difference_words, governing_words
from ...service.club.disputes import Disputed, DisputeRow
from ...service.parties import Sheet
from ..card import seat_names
from ..figures import first_up, when
from ..findings import claims
from ..proof import Proof, verdict
from .dispute_words import ended_words, raised_words, record_signed_words, status_words

MISSING = "–"
"""Beside a statement that the other version does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedDispute:
    """A dispute in the list."""

    code: str
    number: int
    names: str
    raised: str
    at: str
    ended: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputesPage:
    """The disputes of a club, open and ended."""

    open: tuple[ListedDispute, ...]
    ended: tuple[ListedDispute, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRow:
    """A statement of a deal in both versions, or a run of tricks that are the same in both."""

    number: str
    record: str
    version: str
    differs: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One version of a partie; *mark* and *claims* are the claim check of the deal, empty for a deal from paper."""

    title: str
    verdict: str
    totals: str
    deal: str
    steps: tuple[Proof, ...]
    mark: str
    claims: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """Both versions of a partie; *deal* is the one that differs, from 1."""

    deal: int
    differs: str
    governing: str
    names: tuple[str, ...]
    statements: tuple[StatementRow, ...]
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputePage:
    """
    One dispute.

    Attributes:
        ended: how the dispute ended; empty while it is open.
        versions: both versions, if the dispute is about a correction.
        signed: who signed the record, and when; or empty.
        is_over: the partie is over, so a director can decide it as a whole.
        is_closed: the season is closed, so nothing can be decided.
    """

    code: str
    number: int
    names: str
    raised: str
    at: str
    status: str
    ended: str
    versions: Versions | None
    signed: str
    laws: Bearing
    is_over: bool
    is_closed: bool


def disputes_page(found: Iterable[tuple[str, tuple[str, str], DisputeRow]]) -> DisputesPage:
    """Return the list of disputes, newest first, from each one's partie code, players and row."""
    listed = [
        ListedDispute(
            code=code,
            number=each.number,
            names=" and ".join(names),
            raised=raised_words(each, names),
            at=when(each.raised_at),
            ended=ended_words(each),
        )
        for code, names, each in found
    ]
    return DisputesPage(
        open=tuple(each for each in listed if not each.ended), ended=tuple(each for each in listed if each.ended)
    )


def dispute_page(found: Disputed) -> DisputePage:
    """Return the page of a dispute."""
    dispute, sheet = found.dispute, found.record
    difference = None if found.version is None else first_difference(sheet.partie, found.version)
    versions = None
    if found.version is not None and difference is not None:
        versions = both_versions(sheet, found.version, difference)
    return DisputePage(
        code=sheet.code,
        number=dispute.number,
        names=" and ".join(sheet.names),
        raised=raised_words(dispute, sheet.names),
        at=when(dispute.raised_at),
        status=status_words(found.standing),
        ended=ended_words(dispute),
        versions=versions,
        signed=record_signed_words(found.standing),
        laws=bearing(difference, sheet.partie),
        is_over=found.standing.sheet.partie.is_over,
        is_closed=bool(found.standing.closed_at),
    )


def cited() -> tuple[str, ...]:
    """Return every law and case as it is cited."""
    return tuple(law.cited for law in EVERY_LAW)


def both_versions(sheet: Sheet, other: Partie, difference: Difference) -> Versions:
    """Return the record of a partie and another version side by side."""
    deal = difference.deal
    first = difference.place.position if difference.place is not None else -1
    rows = side_by_side(sheet.partie.record.deals[deal], other.record.deals[deal])
    return Versions(
        deal=deal + 1,
        differs=first_up(difference_words(difference, sheet.names)),
        governing=governing_words(governing(difference, sheet.partie)),
        names=sheet.names,
        statements=tuple(_statement_rows(rows, seat_names(sheet, deal), first)),
        sides=(_side("Record", sheet, deal), _side("Other version", replace(sheet, partie=other), deal)),
    )


def _statement_rows(rows: Iterable[Both], names: Names, first: int) -> Iterator[StatementRow]:
    """Yield the statements of a deal in order, with a run of equal tricks in one row."""
    for tricks, group in groupby(rows, lambda each: not each.differs and isinstance(each.record, TrickTaken)):
        run = list(group)
        if tricks and len(run) > 1:
            words = _tricks([each.record.seat for each in run if isinstance(each.record, TrickTaken)], names)
            yield StatementRow(number=f"{run[0].position + 1}–{run[-1].position + 1}", record=words, version=words)
            continue
        for each in run:
            record, version = (
                MISSING if said is None else statement_sentence(said, names) for said in (each.record, each.version)
            )
            yield StatementRow(
                number=str(each.position + 1),
                record=record,
                version=version,
                differs=each.differs,
                first=each.position == first,
            )


def _tricks(winners: list[Seat], names: Names) -> str:
    """Return who took a run of tricks, as in *tricks to Ada 5, Ben 5, Ada 1*."""
    return "tricks to " + ", ".join(f"{names[seat]} {sum(1 for _ in run)}" for seat, run in groupby(winners))


def _side(title: str, sheet: Sheet, deal: int) -> Side:
    partie = sheet.partie
    settlement, scored = partie.settlement, partie.deals[deal]
    found = claims(sheet, deal) if scored.deal is not None else None
    return Side(
        title=title,
        verdict=verdict(partie, sheet.names),
        totals=f"{partie.totals[0]} – {partie.totals[1]}",
        deal=f"{scored.points[0]} – {scored.points[1]}",
        steps=tuple(Proof(step_sentence(step, sheet.names), step.source) for step in settlement.steps)
        if settlement
        else (),
        mark=found.mark if found is not None else "",
        claims=found.reason if found is not None else "",
    )
