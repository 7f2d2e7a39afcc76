"""View models of a season's partie until it is final: signatures, dispute, correction period, receipts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from ...rules.versions import first_difference, governing
from ...rules.versions_words import difference_words, governing_words
from ...service.club.disputes import DisputeRow
from ...service.club.signing import Belonging, Standing
from ...service.club.versions import version
from ..figures import first_up
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
class Looks:
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


def signing_page(standing: Standing, belongs: Belonging, looks: Looks, now: datetime) -> SigningPage:
    """Return the status of a partie as one phone sees it."""
    sheet, names, dispute = standing.sheet, standing.sheet.names, standing.dispute
    is_open = not standing.closed_at
    unsigned = tuple(
        Unsigned(name=names[player], here=_hand(player, names, looks))
        for player in (standing.unsigned if is_open else ())
    )
    may_act = is_open and (looks.scores or looks.player is not None)
    posted = standing.posted
    return SigningPage(
        code=sheet.code,
        club=belongs.club,
        season=standing.season,
        status=status_words(standing),
        unsigned=unsigned,
        corrected=correction_words(standing),
        signed=signed_words(standing),
        dispute=None if dispute is None else _open_dispute(standing, dispute, belongs, looks),
        ended=tuple((raised_words(each, names), ended_words(each)) for each in standing.disputes if not each.is_open),
        entry=posted.entry.number if posted is not None and looks.in_club else None,
        posted=f"This result is entry {posted.entry.number} of the club’s book." if posted is not None else "",
        clock=clock_words(standing, now),
        receipts=_receipts(standing, belongs, looks),
        may_refuse=bool(unsigned) and may_act,
        may_call=may_act and dispute is None,
        may_correct=may_act and dispute is None and sheet.partie.is_over,
        may_settle=looks.directs and is_open and sheet.partie.is_over,
    )


def _hand(player: int, names: tuple[str, ...], looks: Looks) -> Hand | None:
    if not looks.may_act(player):
        return None
    return Hand(player=player, name=names[player], own=looks.player == player)


def _open_dispute(standing: Standing, dispute: DisputeRow, belongs: Belonging, looks: Looks) -> OpenDispute:
    names, sheet = standing.sheet.names, standing.sheet
    differs = law = ""
    if dispute.correction:
        difference = first_difference(sheet.partie, version(sheet, dispute.deal, dispute.correction))
        assert difference is not None
        differs = first_up(difference_words(difference, names))
        law = governing_words(governing(difference, sheet.partie))
    in_time = standing.posted is None or standing.is_open
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
        signed=record_signed_words(standing),
        agree=agree,
        withdraw=withdraw,
        address=address,
    )


def _receipts(standing: Standing, belongs: Belonging, looks: Looks) -> tuple[Receipt, ...]:
    posted = standing.posted
    if posted is None:
        return ()
    found = []
    for player, name in enumerate(standing.sheet.names):
        if looks.may_act(player):
            text = posted.receipt(player)
            address = url_for("book.verify", club=belongs.club, receipt=text)
            found.append(Receipt(name=name, text=text, address=address))
    return tuple(found)
