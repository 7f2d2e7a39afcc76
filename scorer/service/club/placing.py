"""Open a partie of a season, with the season's rules, for two entrants."""

from __future__ import annotations

from sqlalchemy import Connection

from ...storage import parties, projections, season_parties
from ..opening import NotAllowed, open_partie
from ..sheets import Sheet, read_sheet
from ..tokens import hash_token
from .posting import terms_of
from .terms import refuse_more_than_two, season_rules


def open_placed(
    db: Connection, club_id: int, season: int, members: tuple[int, int], *, round_: int, token: str, at: str
) -> Sheet:
    """
    Open a partie of a season, or return the one opened with the same *token*.

    Raises:
        NotAllowed: the season is missing or closed, the two are not both in it, or the token is used for something
            else.
    """
    row = projections.find_season(db, club_id, season)
    if row is None or row.closed:
        raise NotAllowed("The season is closed." if row else f"The club has no season {season}.")
    playing = projections.entrants(db, club_id, season)
    names = projections.members(db, club_id, members)
    for member in members:
        if playing.get(member, True):
            raise NotAllowed(f"{names.get(member, 'Somebody')} does not play in this season.")
    terms = terms_of(db, club_id, season)
    refuse_more_than_two(terms)
    rules = season_rules(terms)
    opened = opened_with(db, club_id, season, token)
    if opened is not None:
        return opened
    first, second = members
    partie = open_partie(db, (names[first], names[second]), rules, token, at=at)
    season_parties.add_to_season(db, partie.id, club_id=club_id, season=season, members=members, round_=round_, at=at)
    return read_sheet(db, partie)


def opened_with(db: Connection, club_id: int, season: int, token: str) -> Sheet | None:
    """
    Return the partie of a season that was opened with a *token*; `None` if there is none.

    Raises:
        NotAllowed: the token opened something that is not a partie of this season.
    """
    link = parties.link_with(db, hash_token(token))
    if link is None:
        return None
    place = season_parties.season_partie(db, link.partie_id)
    if place is None or (place.club_id, place.season) != (club_id, season):
        raise NotAllowed("This form is out of date. Reload the page and try again.")
    return read_sheet(db, parties.partie_by_id(db, link.partie_id))
