"""A partie of a season: who acts for each player, and its signatures, dispute, correction period and receipts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import abort, render_template, request

from ...rules.versions import Difference, first_difference
from ...service.club.credentials import Actor
from ...service.club.disputes import version
from ...service.club.signing import SeasonSheet
from ...service.opening import NotAllowed
from ...service.parties import Sheet
from ..extensions import may_try_a_pin
from ..formatting import day, parse_number
from ..phones import (
    the_club_services,
    visitor,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """
    What a phone may do.

    Attributes:
        player: the player who acts on it, 0 or 1; `None` for neither.
        scores: it may score the partie, so a player can act on it with their PIN.
        in_club: someone of the club acts on it, who may read the book.
        directs: that is a director.
    """

    player: int | None
    scores: bool
    in_club: bool
    directs: bool

    def may_act(self, player: int) -> bool:
        """Whether a player can act here."""
        return self.scores or self.player == player


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningPage:
    """The status of a partie in its season's book, as one phone sees it; *club* is the club's code."""

    season_sheet: SeasonSheet
    club: str
    viewer: Viewer
    now: datetime

    @property
    def may_act(self) -> bool:
        """Whether a player can refuse, call or ask here."""
        is_open = not self.season_sheet.closed_at
        return is_open and (self.viewer.scores or self.viewer.player is not None)

    @property
    def may_settle(self) -> bool:
        is_open = not self.season_sheet.closed_at
        return self.viewer.directs and is_open and self.season_sheet.sheet.partie.is_over

    @property
    def difference(self) -> Difference | None:
        """Return the first difference of the disputed version; `None` if the dispute has none."""
        dispute, sheet = self.season_sheet.dispute, self.season_sheet.sheet
        if dispute is None or not dispute.correction:
            return None
        return first_difference(sheet.partie, version(sheet, dispute.deal, dispute.correction))


# Who acts for a player


TOO_MANY = "Too many PINs were tried. Wait 15 minutes, or use your own phone."


def viewer(code: str) -> Viewer:
    """Return what this phone may do with a partie of a season."""
    actor = visitor().acting_at(code)
    return Viewer(
        player=visitor().player_on(code),
        scores=visitor().may_score(code),
        in_club=actor is not None,
        directs=actor is not None and actor.is_director,
    )


def signing_status(code: str) -> SigningPage | None:
    """Return the status of a partie as this phone sees it; `None` outside every season."""
    found = visitor().season_of(code)
    signing = the_club_services().signing
    season_sheet = signing.sheet(code) if found is not None else None
    if found is None or season_sheet is None:
        return None
    return SigningPage(season_sheet=season_sheet, club=found.club, viewer=viewer(code), now=signing.clock())


def closed_season(season_sheet: SeasonSheet) -> str:
    """Return the error page for a request in a closed season."""
    title = f"The season was closed on {day(season_sheet.closed_at)}."
    advice = "Its results are final. They can no longer be signed, corrected or disputed."
    return render_template("error.html", title=title, advice=advice, code=season_sheet.sheet.code, club=None)


def may_call(code: str) -> bool:
    """Whether this phone is at the table of a partie of an open season, and so may call the director."""
    of = visitor().season_of(code)
    return of is not None and not of.closed and (visitor().may_score(code) or visitor().player_on(code) is not None)


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
    found = visitor().season_of(sheet.code)
    record = visitor().may_score(sheet.code) and not (sheet.held if found is None else sheet.is_closed)
    if found is None or found.closed or not sheet.partie.is_over:
        return Corrections(record)
    here = viewer(sheet.code)
    return Corrections(record, here.scores or here.player is not None, found.club if here.directs else "")


def chosen_player(code: str) -> int:
    """
    Return the player whom a form names, or whose phone this is.

    Raises:
        NotAllowed: there is neither.
    """
    named, of = parse_number(request.form.get("player", "")), visitor().season_of(code)
    if of is not None and 0 <= named < len(of.members):
        return named
    own = visitor().player_on(code)
    if own is None:
        raise NotAllowed("Choose who you are.")
    return own


def the_player(code: str) -> Actor:
    """
    Return who acts for the player whom a form names: a member on their own phone, or with their PIN on one that scores.

    Raises:
        NotAllowed: the form names no player, the PIN is wrong, or too many were tried.
    """
    player, of, actor = chosen_player(code), visitor().season_of(code), visitor().acting_at(code)
    assert of is not None
    member = of.members[player]
    if actor is not None and actor.member == member:
        return actor
    if not visitor().may_score(code):
        abort(403)
    if not may_try_a_pin(of.club_id, member):
        raise NotAllowed(TOO_MANY)
    return the_club_services().signing.by_pin(code, player, request.form.get("pin", "")[:20])
