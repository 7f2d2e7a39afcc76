"""Who acts for a player of a season's partie: he himself on his own phone, or with his PIN on the one that scores."""

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

TOO_MANY = "Too many PINs were tried. Wait a quarter of an hour, or do it on your own phone."


def looks(code: str) -> Looks:
    """What this phone may do about a partie of a season."""
    found, actor, own = belonging(code), acting_at(code), own_player(code)
    player = None if found is None or own is None else found.members.index(own.member)
    return Looks(player, may_score(code), actor is not None, actor is not None and actor.is_director)


def way_to_the_book(code: str) -> SigningPage | None:
    """How far a partie has come, as this phone sees it; `None` if it is played outside every season."""
    found = belonging(code)
    signing = the_club_services().signing
    standing = signing.standing(code) if found is not None else None
    if found is None or standing is None:
        return None
    return signing_page(standing, found, looks(code), signing.clock())


def closed_season(standing: Standing) -> str:
    """The page that says that a season takes no more disputes, since it was closed."""
    told = f"The season was closed on {day(standing.closed_at)}."
    advice = "Its results are final: nothing in it can be signed, corrected or disputed any more."
    return render_template("error.html", title=told, advice=advice, code=standing.sheet.code, club=None)


def may_call(code: str) -> bool:
    """Whether the director can be called from this phone: it is at the table of a partie of a season."""
    found = belonging(code)
    return found is not None and not found.closed and (may_score(code) or own_player(code) is not None)


@dataclass(frozen=True, slots=True)
class Corrections:
    """
    Who may correct a partie from this phone.

    Attributes:
        record: it scores a partie that nobody has signed, or that the players sign again: a correction is recorded.
        ask: a player, who asks for it.
        settle: the club's code, if a director may decide it; or empty.
    """

    record: bool = False
    ask: bool = False
    settle: str = ""

    @property
    def any(self) -> bool:
        """Whether anybody may."""
        return self.record or self.ask or bool(self.settle)


def corrections(sheet: Sheet) -> Corrections:
    """Who may correct a partie from this phone: on request and by ruling only one of an open season that is over."""
    found = belonging(sheet.code)
    record = may_score(sheet.code) and not (sheet.held if found is None else sheet.is_closed)
    if found is None or found.closed or not sheet.partie.is_over:
        return Corrections(record)
    here = looks(sheet.code)
    return Corrections(record, here.scores or here.player is not None, found.club if here.directs else "")


def chosen_player(code: str) -> int:
    """
    The player whom a form is about: the one it names, or whose phone this is.

    Raises:
        NotAllowed: it names neither.
    """
    named = request.form.get("player", "")
    if named in ("0", "1"):
        return int(named)
    own = looks(code).player
    if own is None:
        raise NotAllowed("Say which of the two it is.")
    return own


def the_player(code: str) -> Actor:
    """
    Who acts for the player whom a form is about.

    Raises:
        NotAllowed: the form names no player, or the PIN in it is not his, or too many were tried.
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
    Who signs the card of a company of a season, as a form says: he himself, or with his PIN on a phone that scores it.

    Raises:
        NotAllowed: the form names nobody, or the PIN in it is not his, or too many were tried.
    """
    typed, found, own = request.form.get("place", ""), season_of_company(company), own_place(company)
    place = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 3 else -1
    if found is None or not 0 <= place < len(found.members):
        raise NotAllowed("Choose whose signature it is.")
    actor = acting_in_company(company)
    if actor is not None and own == place:
        return actor
    if not may_score_company(company):
        abort(403)
    if not may_try_a_pin(found.club_id, found.members[place]):
        raise NotAllowed(TOO_MANY)
    return the_club_services().companies.by_pin(company, place, request.form.get("pin", "")[:20])
