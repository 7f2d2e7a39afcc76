"""By what the players of a sheet signed it, in words with the time of the reader."""

from __future__ import annotations

from ..ledger.entries import SealedSignature, SheetPosted
from ..ledger.signature_words import signature_sentence
from ..service.club.posting.signing import SeasonSheet
from .visitor import shown_names, when


def signatures_of(season_sheet: SeasonSheet) -> list[SealedSignature]:
    """Return how the players stand for a sheet: by seat, the last signature of each, or what its
    entry sealed for one who has not signed here.
    """
    body = None if season_sheet.posted is None else season_sheet.posted.entry.body
    sealed = body.signatures if isinstance(body, SheetPosted) else ()
    found = {each.seat: each for each in sealed}
    for each in season_sheet.signed:
        found[each.player] = SealedSignature(
            seat=each.player, means=each.how.means, at=each.at, by=each.how.by
        )
    return [found[seat] for seat in sorted(found)]


def signature_words(season_sheet: SeasonSheet) -> list[str]:
    """Say by what and when each player signed a sheet: a sentence for each."""
    return [_sentence(season_sheet, each) for each in signatures_of(season_sheet)]


def sealed_words(season_sheet: SeasonSheet) -> list[str]:
    """Say by what those stand for a sheet who have not signed it here."""
    signed = {each.player for each in season_sheet.signed}
    return [
        _sentence(season_sheet, each)
        for each in signatures_of(season_sheet)
        if each.seat not in signed
    ]


def _sentence(season_sheet: SeasonSheet, each: SealedSignature) -> str:
    names = shown_names(season_sheet.membership.club_id)
    return signature_sentence(each, season_sheet.sheet.names[each.seat], names, when(each.at))
