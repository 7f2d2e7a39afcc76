"""Sheets of the same players that a phone has begun before: to go on with, or to begin another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import request, session

from ..service.companies import CompanyCard
from ..service.parties import Sheet
from ..table.own_parties import (
    ANOTHER,
    begun_before,
    begun_context,
    folded_players,
)
from .contexts import render
from .kinds import pages_of
from .visitor import sight_of_links, the_companies, the_pairs, the_parties, visitor

OUTSIDE = ("", 0)
"""Instead of the code of a club and the number of its season."""


@dataclass(frozen=True, slots=True)
class OwnParties:
    """The parties outside seasons that this phone may score: those that it lists, and those that
    were removed from it.
    """

    listed: list[Sheet]
    removed: list[Sheet]


def all_parties() -> OwnParties:
    """Return all parties of this phone outside seasons, not only the latest."""
    found = the_parties().scored_by(sight_of_links().links)
    pairs = the_pairs().own([*visitor().pairs])
    of_pairs = [saved.sheet for pair in pairs for saved in the_pairs().saved(pair.code)]
    left_out = [sheet for pair in pairs for sheet in the_pairs().left_out(pair.code)]
    removed = {*session.get("removed", ()), *(sheet.code for sheet in left_out)}
    every = {sheet.code: sheet for sheet in (*found, *of_pairs, *left_out) if not sheet.in_season}
    return OwnParties(
        listed=[sheet for code, sheet in every.items() if code not in removed],
        removed=[sheet for code, sheet in every.items() if code in removed],
    )


def own_parties(of: tuple[str, int] = OUTSIDE) -> list[Sheet]:
    """Return the parties of a season, or outside any,
    that this phone may score by a link and lists, latest first.
    """
    removed = {*session.get("removed", ())}
    found = the_parties().latest(sight_of_links())
    if of == OUTSIDE:
        known = {sheet.code for sheet in found}
        of_pairs = the_pairs().latest_sheets([*visitor().pairs])
        found += [sheet for sheet in of_pairs if sheet.code not in known]
        removed |= _left_out(found)
    return [sheet for sheet in found if _season_of(sheet.code) == of and sheet.code not in removed]


def _left_out(sheets: Sequence[Sheet]) -> set[str]:
    """Return the codes of those that are left out of a pair whose link this phone carries.

    The phone that began the last partie of a pair has a link of the partie itself, too.
    """
    carried = visitor().pairs
    if not carried:
        return set()
    of_pairs = the_pairs().pairs_of([sheet.code for sheet in sheets])
    return the_pairs().left_out_of([code for code, pair in of_pairs.items() if pair in carried])


def _season_of(code: str) -> tuple[str, int]:
    of = visitor().season_of(code)
    return OUTSIDE if of is None else (of.club, of.season)


def wants_another() -> bool:
    return ANOTHER in request.form


def partie_begun(names: Sequence[str], of: tuple[str, int] = OUTSIDE) -> Sheet | None:
    """Return the partie that players of these *names* may mean to go on with;
    `None` if they want another.
    """
    return None if wants_another() else begun_before(own_parties(of), names, the_parties().clock())


def company_begun(names: Sequence[str], of: tuple[str, int] = OUTSIDE) -> CompanyCard | None:
    """Return the scorecard of these players without a partie yet; `None` if they want another."""
    cards = () if wants_another() else the_companies().latest(sight_of_links())
    for card in cards:
        if (
            not card.turns
            and folded_players(card.names) == folded_players(names)
            and _season_of(card.code) == of
        ):
            return card
    return None


def begun_page(sheet: Sheet | CompanyCard) -> tuple[str, int]:
    """Offer to go on with a sheet, or to begin another by the form that was sent."""
    typed = request.form.items(multi=True)
    pages = pages_of(sheet)
    found = begun_context(pages.unplayed(sheet), request.path, typed)
    return render(replace(found, what=pages.called, go_on=pages.kept.endpoint)), 200
