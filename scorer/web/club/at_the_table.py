"""Who acts for a player of a season's partie: on their own phone, or with their PIN on the phone that scores."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, render_template, request

from ...service.club.actors import Actor
from ...service.club.signing import Standing
from ...service.opening import NotAllowed
from ...service.parties import Sheet
from ..extensions import may_try_a_pin
from ..figures import day
from ..phones import (
    acting_at,
    acting_in_company,
    belonging,
    may_score,
    may_score_company,
    own_place,
    own_player,
    season_of_company,
    the_club_services,
)
from ..rights import the_belonging
from .signing_page import Looks, SigningPage, signing_page

TOO_MANY = "Too many PINs were tried. Wait 15 minutes, or use your own phone."


def looks(code: str) -> Looks:
    """Return what this phone may do with a partie of a season."""
    found, actor, own = belonging(code), acting_at(code), own_player(code)
    player = None if found is None or own is None else found.members.index(own.member)
    return Looks(
        player=player,
        scores=may_score(code),
        in_club=actor is not None,
        directs=actor is not None and actor.is_director,
    )


def way_to_the_book(code: str) -> SigningPage | None:
    """Return the status of a partie as this phone sees it; `None` outside every season."""
    found = belonging(code)
    signing = the_club_services().signing
    standing = signing.standing(code) if found is not None else None
    if found is None or standing is None:
        return None
    return signing_page(standing, found, looks(code), signing.clock())


def closed_season(standing: Standing) -> str:
    """Return the error page for a request in a closed season."""
    title = f"The season was closed on {day(standing.closed_at)}."
    advice = "Its results are final. They can no longer be signed, corrected or disputed."
    return render_template("error.html", title=title, advice=advice, code=standing.sheet.code, club=None)


def may_call(code: str) -> bool:
    """Whether this phone is at the table of a partie of an open season, and so may call the director."""
    found = belonging(code)
    return found is not None and not found.closed and (may_score(code) or own_player(code) is not None)


@dataclass(frozen=True, slots=True)
class Corrections:
    """
    How a partie may be corrected from this phone.

    Attributes:
        record: at once, by a phone that scores: nobody has signed, or the players will sign again.
        ask: by a player's request.
        settle: the club's code if a director may decide; else empty.
    """

    record: bool = False
    ask: bool = False
    settle: str = ""

    @property
    def any(self) -> bool:
        """Whether there is any way."""
        return self.record or self.ask or bool(self.settle)


def corrections(sheet: Sheet) -> Corrections:
    """Return how a partie may be corrected; requests and rulings are only for finished parties of an open season."""
    found = belonging(sheet.code)
    record = may_score(sheet.code) and not (sheet.held if found is None else sheet.is_closed)
    if found is None or found.closed or not sheet.partie.is_over:
        return Corrections(record)
    here = looks(sheet.code)
    return Corrections(record, here.scores or here.player is not None, found.club if here.directs else "")


def chosen_player(code: str) -> int:
    """
    Return the player whom a form names, or whose phone this is.

    Raises:
        NotAllowed: there is neither.
    """
    named = request.form.get("player", "")
    if named in ("0", "1"):
        return int(named)
    own = looks(code).player
    if own is None:
        raise NotAllowed("Choose who you are.")
    return own


def the_player(code: str) -> Actor:
    """
    Return who acts for the player whom a form names.

    Raises:
        NotAllowed: the form names no player, the PIN is wrong, or too many were tried.
    """
    player, found, own = chosen_player(code), the_belonging(), own_player(code)
    member = found.members[player]
    if own is not None and own.member == member:
        return own
    if not may_score(code):
        abort(403)
    if not may_try_a_pin(found.club_id, member):
        raise NotAllowed(TOO_MANY)
    return the_club_services().signing.by_pin(code, player, request.form.get("pin", "")[:20])


def the_signer(company: str) -> Actor:
    """
    Return who signs a company's scorecard: a member on their own phone, or with their PIN on one that scores.

    Raises:
        NotAllowed: the form names nobody, the PIN is wrong, or too many were tried.
    """
    typed, found, own = request.form.get("place", ""), season_of_company(company), own_place(company)
    seat = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 3 else -1
    if found is None or not 0 <= seat < len(found.members):
        raise NotAllowed("Choose who signs.")
    actor = acting_in_company(company)
    if actor is not None and own == seat:
        return actor
    if not may_score_company(company):
        abort(403)
    if not may_try_a_pin(found.club_id, found.members[seat]):
        raise NotAllowed(TOO_MANY)
    return the_club_services().companies.by_pin(company, seat, request.form.get("pin", "")[:20])
