"""View models of the director's list of disputes, and of one dispute with all that bears on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...rules.laws import EVERY_LAW, Law, Matter, bearing_on
from ...rules.partie import Partie
from ...rules.sentences import step_sentence
from ...rules.spoken import statement_sentence
from ...rules.statements import Statement
from ...rules.versions import Difference, first_difference, governing, side_by_side
from ...rules.versions_words import difference_words, governing_words
from ...service.club.disputes import Disputed, DisputeRow
from ...service.parties import Sheet
from ..card import seat_names
from ..figures import when
from ..findings import claims
from ..proof import Proof, verdict
from .dispute_words import ended_words, raised_words, waits_words

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
    """One place of a deal in both versions."""

    number: int
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
    names: tuple[str, str]
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
        laws: the laws and cases that bear on it.
        is_over: whether the partie is over, so that it can be decided as a whole.
    """

    code: str
    number: int
    names: str
    raised: str
    at: str
    waits: str
    ended: str
    versions: Versions | None
    laws: tuple[Law, ...]
    is_over: bool


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
    versions: Versions | None = None
    matters: tuple[Matter, ...] = (Matter.RECORD,)
    if found.version is not None:
        difference = first_difference(sheet.partie, found.version)
        if difference is not None:
            versions, matters = both_versions(sheet, found.version, difference), difference.matters
    return DisputePage(
        sheet.code,
        dispute.number,
        " and ".join(sheet.names),
        raised_words(dispute, sheet.names),
        when(dispute.raised_at),
        waits_words(found.standing),
        ended_words(dispute),
        versions,
        laws_for(sheet, matters),
        found.standing.sheet.partie.is_over,
    )


def laws_for(sheet: Sheet, matters: Iterable[Matter]) -> tuple[Law, ...]:
    """The laws and cases that bear on some matters of a partie; those of Piquet au Cent where it ends at a target."""
    return bearing_on(tuple(matters), au_cent=sheet.partie.record.rules.target is not None)


def cited() -> tuple[str, ...]:
    """All that a ruling can cite, as it is cited."""
    return tuple(law.cited for law in EVERY_LAW)


def both_versions(sheet: Sheet, other: Partie, difference: Difference) -> Versions:
    """The record of a partie and another version of it, side by side."""
    deal = difference.deal
    first = difference.place.position if difference.place is not None else -1
    names = seat_names(sheet, deal)

    def words(said: Statement | None) -> str:
        return NOTHING_SAID if said is None else statement_sentence(said, names)

    said = tuple(
        BothSaid(each.position + 1, words(each.record), words(each.version), each.differs, each.position == first)
        for each in side_by_side(sheet.partie.record.deals[deal], other.record.deals[deal])
    )
    told = difference_words(difference, sheet.names)
    return Versions(
        deal + 1,
        f"{told[:1].upper()}{told[1:]}",
        governing_words(governing(difference, sheet.partie), sheet.names),
        sheet.names,
        said,
        (_side("The record", sheet, deal), _side("The other version", replace(sheet, partie=other), deal)),
    )


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
