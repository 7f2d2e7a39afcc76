"""View model of the form for a director's own decision on a partie."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request, url_for

from ...rules.versions import Bearing, Difference, bearing, first_difference
from ...service.club.signing import Standing
from ...service.club.versions import version
from ...service.opening import NotAllowed
from .asking import DealLink, deal_links, requested_version, typed_totals
from .dispute_page import Versions, both_versions
from .dispute_words import record_signed_words, status_words


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlingPage:
    """
    The form.

    Attributes:
        deal: the deal to correct, from 1; 0 for none.
        said: the correction in text form, as the form sends it on.
        totals: the corrected totals of a deal from paper; `None` for any other deal.
        versions: the record and the correction, if they differ.
        signed: who signed the record, and when; or empty.
        may_stand: the director may keep the record as it is.
    """

    code: str
    players: tuple[str, ...]
    status: str
    deal: int
    said: str
    totals: tuple[str, str] | None
    versions: Versions | None
    signed: str
    laws: Bearing
    deals: tuple[DealLink, ...]
    may_stand: bool
    words: str
    law: str

    @property
    def corrects(self) -> bool:
        """Whether the decision is a correction."""
        return bool(self.said) or self.totals is not None


def settling_page(club: str, standing: Standing) -> SettlingPage:
    """Return the form, with what was typed; *club* is the club's code."""
    sheet = standing.sheet
    deal, said = requested_version()
    totals = typed_totals(standing, deal)
    versions, difference = _versions(standing, deal, said)
    return SettlingPage(
        code=sheet.code,
        players=sheet.names,
        status=status_words(standing),
        deal=deal + 1,
        said=said if totals is None else "",
        totals=totals,
        versions=versions,
        signed=record_signed_words(standing),
        laws=bearing(difference, sheet.partie),
        deals=deal_links(standing, url_for("disputes.settling", club=club, code=sheet.code)),
        may_stand=standing.posted is None or standing.dispute is not None,
        words=request.form.get("words", ""),
        law=request.form.get("law", ""),
    )


def _versions(standing: Standing, deal: int, said: str) -> tuple[Versions | None, Difference | None]:
    sheet = standing.sheet
    try:
        other = version(sheet, deal, said) if said else None
    except NotAllowed:
        other = None
    difference = None if other is None else first_difference(sheet.partie, other)
    if other is None or difference is None:
        return None, None
    return both_versions(sheet, other, difference), difference
