"""View models of the director's list of disputes, and of one dispute with all that bears on it."""

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
from ..figures import when
from ..findings import claims
from ..proof import Proof, verdict
from .dispute_words import begun, ended_words, raised_words, record_signed_words, waits_words

NOTHING_SAID = "–"
"""What stands beside a statement that the other version has not."""


@dataclass(frozen=True, slots=True)
class ListedDispute:
    """A dispute in the list."""

    code: str
    number: int
    names: str
    raised: str
    at: str
    ended: str


@dataclass(frozen=True, slots=True)
class DisputesPage:
    """The disputes of a club: those that wait, and those that have ended."""

    open: tuple[ListedDispute, ...]
    ended: tuple[ListedDispute, ...]


@dataclass(frozen=True, slots=True)
class BothSaid:
    """One place of a deal, or several that are alike, in both versions."""

    number: str
    record: str
    version: str
    differs: bool
    first: bool


@dataclass(frozen=True, slots=True)
class Side:
    """
    One version of a partie.

    Attributes:
        title: which.
        verdict: who wins what.
        totals: of the partie.
        deal: both players' points in the deal in question.
        steps: of the settlement.
        mark: what the claim checker finds of the deal, in a word; or empty.
        claims: what there is to say of it; empty for a deal from paper.
    """

    title: str
    verdict: str
    totals: str
    deal: str
    steps: tuple[Proof, ...]
    mark: str
    claims: str


@dataclass(frozen=True, slots=True)
class Versions:
    """Both versions of a partie: where they first differ, what that moves, and each as a whole."""

    deal: int
    differs: str
    governing: str
    names: tuple[str, ...]
    said: tuple[BothSaid, ...]
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class DisputePage:
    """
    One dispute.

    Attributes:
        code: the partie's code.
        number: the dispute's number.
        names: both players.
        raised: who asks for what, and why.
        at: when.
        waits: how far the partie has come.
        ended: how the dispute ended; or empty.
        versions: both versions, if there are two.
        signed: who signed the record, and when; or empty.
        laws: the laws and cases by which it can be decided.
        is_over: whether the partie is over, so that it can be decided as a whole.
        is_closed: whether its season is closed, so that nothing about it can be decided.
    """

    code: str
    number: int
    names: str
    raised: str
    at: str
    waits: str
    ended: str
    versions: Versions | None
    signed: str
    laws: Bearing
    is_over: bool
    is_closed: bool


def disputes_page(found: Iterable[tuple[str, tuple[str, str], DisputeRow]]) -> DisputesPage:
    """The list of disputes, each with its partie's code and players, the newest first."""
    listed = [
        ListedDispute(
            code, each.number, " and ".join(names), raised_words(each, names), when(each.raised_at), ended_words(each)
        )
        for code, names, each in found
    ]
    return DisputesPage(tuple(each for each in listed if not each.ended), tuple(each for each in listed if each.ended))


def dispute_page(found: Disputed) -> DisputePage:
    """A dispute with all that bears on it."""
    dispute, sheet = found.dispute, found.record
    difference = None if found.version is None else first_difference(sheet.partie, found.version)
    versions = None
    if found.version is not None and difference is not None:
        versions = both_versions(sheet, found.version, difference)
    return DisputePage(
        sheet.code,
        dispute.number,
        " and ".join(sheet.names),
        raised_words(dispute, sheet.names),
        when(dispute.raised_at),
        waits_words(found.standing),
        ended_words(dispute),
        versions,
        record_signed_words(found.standing),
        bearing(difference, sheet.partie),
        found.standing.sheet.partie.is_over,
        bool(found.standing.closed_at),
    )


def cited() -> tuple[str, ...]:
    """All that a reversal or a penalty can cite, as it is cited."""
    return tuple(law.cited for law in EVERY_LAW)


def both_versions(sheet: Sheet, other: Partie, difference: Difference) -> Versions:
    """The record of a partie and another version of it, side by side."""
    deal = difference.deal
    first = difference.place.position if difference.place is not None else -1
    places = side_by_side(sheet.partie.record.deals[deal], other.record.deals[deal])
    return Versions(
        deal + 1,
        begun(difference_words(difference, sheet.names)),
        governing_words(governing(difference, sheet.partie)),
        sheet.names,
        tuple(_both_said(places, seat_names(sheet, deal), first)),
        (_side("The record", sheet, deal), _side("The other version", replace(sheet, partie=other), deal)),
    )


def _both_said(places: Iterable[Both], names: Names, first: int) -> Iterator[BothSaid]:
    """What was said in a deal, place by place; tricks one after another that are the same in both in one row."""
    for tricks, group in groupby(places, lambda each: not each.differs and isinstance(each.record, TrickTaken)):
        run = list(group)
        if tricks and len(run) > 1:
            told = _tricks([each.record.seat for each in run if isinstance(each.record, TrickTaken)], names)
            yield BothSaid(f"{run[0].position + 1}–{run[-1].position + 1}", told, told, differs=False, first=False)
            continue
        for each in run:
            record, version = (
                NOTHING_SAID if said is None else statement_sentence(said, names)
                for said in (each.record, each.version)
            )
            number = str(each.position + 1)
            yield BothSaid(number, record, version, each.differs, each.position == first)


def _tricks(winners: list[Seat], names: Names) -> str:
    """Who took tricks one after another, as runs: *tricks to Ada 5, Ben 5, Ada 1*."""
    return "tricks to " + ", ".join(f"{names[seat]} {sum(1 for _ in run)}" for seat, run in groupby(winners))


def _side(title: str, sheet: Sheet, deal: int) -> Side:
    partie = sheet.partie
    settlement, scored = partie.settlement, partie.deals[deal]
    found = claims(sheet, deal) if scored.deal is not None else None
    return Side(
        title,
        verdict(partie, sheet.names),
        f"{partie.totals[0]} – {partie.totals[1]}",
        f"{scored.points[0]} – {scored.points[1]}",
        tuple(Proof(step_sentence(step, sheet.names), step.source) for step in settlement.steps) if settlement else (),
        found.mark if found is not None else "",
        found.reason if found is not None else "",
    )
