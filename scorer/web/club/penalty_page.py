"""View model of the form for a penalty or a compensation."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request

from ...service.club.seasons import Season
from ...service.club.services import ClubServices
from .forms import Choice, Field, number


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyPage:
    """The form; *given* chooses a compensation."""

    season: Season
    members: tuple[Choice, ...]
    given: bool
    fields: tuple[Field, ...]
    reason: str
    law: str


def penalty_page(services: ClubServices, club_id: int, season: Season) -> PenaltyPage:
    """Return the form, with what was typed."""
    playing = services.seasons.entrants(club_id, season.number)
    names = {each.number: each.name for each in services.people.members(club_id)}
    chosen = request.form.get("member", "")
    return PenaltyPage(
        season=season,
        members=tuple(
            Choice(str(each), names[each], str(each) == chosen) for each in sorted(playing, key=names.__getitem__)
        ),
        given=request.form.get("what") == "given",
        fields=(number("points", "Points", 0), number("match_points", "Match points", 0)),
        reason=request.form.get("reason", ""),
        law=request.form.get("law", ""),
    )
