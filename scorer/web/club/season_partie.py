"""A partie of a season: who acts for each player, and its signatures, dispute, correction period and receipts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import abort, render_template, request, url_for

from ...rules.versions import difference_words, first_difference, governing, governing_words
from ...service.club.credentials import Actor
from ...service.club.disputes import DisputeRow, version
from ...service.club.signing import PartieSeason, SeasonSheet
from ...service.opening import NotAllowed
from ...service.parties import Sheet
from ..extensions import may_try_a_pin
from ..formatting import day, first_up, parse_number
from ..phones import (
    acting_at,
    acting_in_company,
    belonging,
    may_score,
    may_score_company,
    own_player,
    own_seat,
    season_of_company,
    the_club_services,
)
from ..rights import the_partie_season
from .dispute_words import (
    clock_words,
    correction_words,
    ended_words,
    raised_words,
    record_signed_words,
    signed_words,
    status_words,
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
class Hand:
    """A player who can act here: on their *own* phone, or with their PIN."""

    player: int
    name: str
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsigned:
    """A missing signature, and whether it can be given here."""

    name: str
    here: Hand | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A player's receipt, and where to check it."""

    name: str
    text: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDispute:
    """
    The open dispute.

    Attributes:
        differs: the first difference of the versions; empty if there is no other version.
        law: the laws on that difference.
        signed: who signed the record, and when; or empty.
        agree: who can agree here.
        withdraw: who can withdraw it here.
        address: the dispute's own page, for readers in the club; or empty.
    """

    raised: str
    differs: str
    law: str
    signed: str
    agree: Hand | None
    withdraw: Hand | None
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningPage:
    """
    The status of a partie in its season's book.

    Attributes:
        corrected: how the record came to differ from what was signed; or empty.
        signed: who signed which version; or empty.
        ended: earlier disputes, each as raised and as ended.
        entry: the number of its entry, for readers of the book.
        clock: the correction period in words; or empty.
        receipts: those of the players who can act here.
    """

    code: str
    club: str
    season: str
    status: str
    unsigned: tuple[Unsigned, ...]
    corrected: str
    signed: str
    dispute: OpenDispute | None
    ended: tuple[tuple[str, str], ...]
    entry: int | None
    posted: str
    clock: str
    receipts: tuple[Receipt, ...]
    may_refuse: bool
    may_call: bool
    may_correct: bool
    may_settle: bool


def signing_page(season_sheet: SeasonSheet, belongs: PartieSeason, looks: Viewer, now: datetime) -> SigningPage:
    """Return the status of a partie as one phone sees it."""
    sheet, names, dispute = season_sheet.sheet, season_sheet.sheet.names, season_sheet.dispute
    is_open = not season_sheet.closed_at
    unsigned = tuple(
        Unsigned(name=names[player], here=_hand(player, names, looks))
        for player in (season_sheet.unsigned if is_open else ())
    )
    may_act = is_open and (looks.scores or looks.player is not None)
    posted = season_sheet.posted
    return SigningPage(
        code=sheet.code,
        club=belongs.club,
        season=season_sheet.season,
        status=status_words(season_sheet),
        unsigned=unsigned,
        corrected=correction_words(season_sheet),
        signed=signed_words(season_sheet),
        dispute=None if dispute is None else _open_dispute(season_sheet, dispute, belongs, looks),
        ended=tuple(
            (raised_words(each, names), ended_words(each)) for each in season_sheet.disputes if not each.is_open
        ),
        entry=posted.entry.number if posted is not None and looks.in_club else None,
        posted=f"This result is entry {posted.entry.number} of the club’s book." if posted is not None else "",
        clock=clock_words(season_sheet, now),
        receipts=_receipts(season_sheet, belongs, looks),
        may_refuse=bool(unsigned) and may_act,
        may_call=may_act and dispute is None,
        may_correct=may_act and dispute is None and sheet.partie.is_over,
        may_settle=looks.directs and is_open and sheet.partie.is_over,
    )


def _hand(player: int, names: tuple[str, ...], looks: Viewer) -> Hand | None:
    if not looks.may_act(player):
        return None
    return Hand(player=player, name=names[player], own=looks.player == player)


def _open_dispute(season_sheet: SeasonSheet, dispute: DisputeRow, belongs: PartieSeason, looks: Viewer) -> OpenDispute:
    names, sheet = season_sheet.sheet.names, season_sheet.sheet
    differs = law = ""
    if dispute.correction:
        difference = first_difference(sheet.partie, version(sheet, dispute.deal, dispute.correction))
        assert difference is not None
        differs = first_up(difference_words(difference, names))
        law = governing_words(governing(difference, sheet.partie))
    in_time = season_sheet.posted is None or season_sheet.is_open
    agree = withdraw = None
    if dispute.player >= 0:
        withdraw = _hand(dispute.player, names, looks)
        agree = _hand(1 - dispute.player, names, looks) if dispute.correction and in_time else None
    address = ""
    if looks.in_club:
        address = url_for("disputes.dispute", club=belongs.club, code=sheet.code, dispute=dispute.number)
    return OpenDispute(
        raised=raised_words(dispute, names),
        differs=differs,
        law=law,
        signed=record_signed_words(season_sheet),
        agree=agree,
        withdraw=withdraw,
        address=address,
    )


def _receipts(season_sheet: SeasonSheet, belongs: PartieSeason, looks: Viewer) -> tuple[Receipt, ...]:
    posted = season_sheet.posted
    if posted is None:
        return ()
    found = []
    for player, name in enumerate(season_sheet.sheet.names):
        if looks.may_act(player):
            text = posted.receipt(player)
            address = url_for("book.verify", club=belongs.club, receipt=text)
            found.append(Receipt(name=name, text=text, address=address))
    return tuple(found)


# Who acts for a player


TOO_MANY = "Too many PINs were tried. Wait 15 minutes, or use your own phone."


def viewer(code: str) -> Viewer:
    """Return what this phone may do with a partie of a season."""
    found, actor, own = belonging(code), acting_at(code), own_player(code)
    player = None if found is None or own is None else found.members.index(own.member)
    return Viewer(
        player=player,
        scores=may_score(code),
        in_club=actor is not None,
        directs=actor is not None and actor.is_director,
    )


def signing_status(code: str) -> SigningPage | None:
    """Return the status of a partie as this phone sees it; `None` outside every season."""
    found = belonging(code)
    signing = the_club_services().signing
    season_sheet = signing.sheet(code) if found is not None else None
    if found is None or season_sheet is None:
        return None
    return signing_page(season_sheet, found, viewer(code), signing.clock())


def closed_season(season_sheet: SeasonSheet) -> str:
    """Return the error page for a request in a closed season."""
    title = f"The season was closed on {day(season_sheet.closed_at)}."
    advice = "Its results are final. They can no longer be signed, corrected or disputed."
    return render_template("error.html", title=title, advice=advice, code=season_sheet.sheet.code, club=None)


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
    here = viewer(sheet.code)
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
    own = viewer(code).player
    if own is None:
        raise NotAllowed("Choose who you are.")
    return own


def the_player(code: str) -> Actor:
    """
    Return who acts for the player whom a form names.

    Raises:
        NotAllowed: the form names no player, the PIN is wrong, or too many were tried.
    """
    player, found, own = chosen_player(code), the_partie_season(), own_player(code)
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
    seat, found, own = parse_number(request.form.get("seat", "")), season_of_company(company), own_seat(company)
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
