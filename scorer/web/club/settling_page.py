"""View model of the form by which a director decides about a partie without a player's version."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from ...rules.versions import Bearing, Difference, bearing, first_difference
from ...service.club.signing import Standing
from ...service.club.versions import version
from ...service.opening import NotAllowed
from .asking import DealOfPartie, deals_of, the_version, typed_totals
from .dispute_page import Versions, both_versions
from .dispute_words import record_signed_words, waits_words


@dataclass(frozen=True, slots=True)
class SettlingPage:
    """
    The form.

    Attributes:
        code: the partie's code.
        names: both players.
        players: they one by one.
        waits: how far the partie has come.
        deal: the number of the deal that is corrected, from 1; 0 for none.
        said: what puts it right, as the form sends it on.
        totals: the totals of a deal from paper, to be typed anew; `None` for any other.
        versions: the record and what it would be, if they differ.
        signed: who signed the record, and when; or empty.
        laws: the laws and cases by which it can be decided.
        deals: the deals to choose from.
        may_stand: whether the record can be let stand as it is.
        words: the decision, as it was typed.
        law: its law, as it was typed.
    """

    code: str
    names: str
    players: tuple[str, ...]
    waits: str
    deal: int
    said: str
    totals: tuple[str, str] | None
    versions: Versions | None
    signed: str
    laws: Bearing
    deals: tuple[DealOfPartie, ...]
    may_stand: bool
    words: str
    law: str

    @property
    def corrects(self) -> bool:
        """Whether something is corrected."""
        return bool(self.said) or self.totals is not None


def settling_page(standing: Standing) -> SettlingPage:
    """The form, with what was typed."""
    sheet = standing.sheet
    deal, said = the_version()
    totals = typed_totals(standing, deal)
    versions, difference = _versions(standing, deal, said)
    return SettlingPage(
        sheet.code,
        " and ".join(sheet.names),
        sheet.names,
        waits_words(standing),
        deal + 1,
        said if totals is None else "",
        totals,
        versions,
        record_signed_words(standing),
        bearing(difference, sheet.partie),
        deals_of(standing),
        standing.posted is None or standing.dispute is not None,
        request.form.get("words", ""),
        request.form.get("law", ""),
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
