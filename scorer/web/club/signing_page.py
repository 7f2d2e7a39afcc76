"""View models of a season's partie on its way into the book: its signatures, its dispute, its clock, its receipts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from ...rules.versions import first_difference, governing
from ...rules.versions_words import difference_words, governing_words
from ...service.club.disputes import DisputeRow
from ...service.club.signing import Belonging, Standing
from ...service.club.versions import version
from .dispute_words import (
    begun,
    clock_words,
    correction_words,
    ended_words,
    raised_words,
    record_signed_words,
    signed_words,
    waits_words,
)


@dataclass(frozen=True, slots=True)
class Looks:
    """
    What the phone that looks may do.

    Attributes:
        player: which of the two acts on it, 0 or 1; `None` for neither.
        scores: whether it may score the partie: there a player who is not on his own phone gives his PIN.
        in_club: whether somebody of the club acts on it, who may read what the club keeps to itself.
        directs: whether that is a director.
    """

    player: int | None
    scores: bool
    in_club: bool
    directs: bool

    def may_act(self, player: int) -> bool:
        """Whether a player can act here."""
        return self.scores or self.player == player


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's place to sign, agree or withdraw: on his own phone, or with his PIN."""

    player: int
    name: str
    own: bool


@dataclass(frozen=True, slots=True)
class Unsigned:
    """One player's signature that is waited for, and where it can be given here."""

    name: str
    here: Hand | None


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt, for whom, and where it is checked."""

    name: str
    text: str
    address: str


@dataclass(frozen=True, slots=True)
class OpenDispute:
    """
    The dispute that waits.

    Attributes:
        raised: who asks for what, and why.
        differs: where the versions first differ and what that moves; empty if there is no other version.
        law: which laws govern that, and on what condition.
        signed: who signed the record, and when; or empty.
        agree: who can agree to it here; `None` for nobody.
        withdraw: who can withdraw it here.
        address: its page in the club, for who may read it; or empty.
    """

    raised: str
    differs: str
    law: str
    signed: str
    agree: Hand | None
    withdraw: Hand | None
    address: str


@dataclass(frozen=True, slots=True)
class SigningPage:
    """
    How far a partie has come on its way into the book.

    Attributes:
        code: the partie's code.
        club: the club's code.
        season: the season's name.
        waits: its state, and who is waited for.
        unsigned: the signatures that are waited for.
        corrected: how the record came to differ from what was signed; or empty.
        signed: who signed which version; or empty.
        dispute: the one that waits, if there is one.
        ended: how earlier ones were raised, and ended.
        entry: the number of the entry by which it stands, as far as it can be read here.
        posted: that it stands in the book, in words; or empty.
        clock: the correction period, in words; or empty.
        receipts: those that are for whoever holds this phone.
        may_refuse: whether a player can refuse to sign here.
        may_call: whether the director can be called from here.
        may_correct: whether a player can ask for a correction here.
        may_settle: whether a director looks, and the partie is one to decide about.
    """

    code: str
    club: str
    season: str
    waits: str
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
    """What a phone sees of a partie on its way into the book."""
    sheet, names, dispute = standing.sheet, standing.sheet.names, standing.dispute
    is_open = not standing.closed_at
    unsigned = tuple(
        Unsigned(names[player], _hand(player, names, looks)) for player in (standing.unsigned if is_open else ())
    )
    acts = is_open and (looks.scores or looks.player is not None)
    posted = standing.posted
    return SigningPage(
        sheet.code,
        belongs.club,
        standing.season,
        waits_words(standing),
        unsigned,
        correction_words(standing),
        signed_words(standing),
        None if dispute is None else _open(standing, dispute, belongs, looks),
        tuple((raised_words(each, names), ended_words(each)) for each in standing.disputes if not each.is_open),
        posted.entry.number if posted is not None and looks.in_club else None,
        f"It stands in the club’s book as entry {posted.entry.number}." if posted is not None else "",
        clock_words(standing, now),
        _receipts(standing, belongs, looks),
        bool(unsigned) and acts,
        acts and dispute is None,
        acts and dispute is None and sheet.partie.is_over,
        looks.directs and is_open and sheet.partie.is_over,
    )


def _hand(player: int, names: tuple[str, ...], looks: Looks) -> Hand | None:
    return Hand(player, names[player], looks.player == player) if looks.may_act(player) else None


def _open(standing: Standing, dispute: DisputeRow, belongs: Belonging, looks: Looks) -> OpenDispute:
    names, sheet = standing.sheet.names, standing.sheet
    differs = law = ""
    if dispute.correction:
        difference = first_difference(sheet.partie, version(sheet, dispute.deal, dispute.correction))
        assert difference is not None
        differs = begun(difference_words(difference, names))
        law = governing_words(governing(difference, sheet.partie))
    in_time = standing.posted is None or standing.is_open
    agree = withdraw = None
    if dispute.player >= 0:
        withdraw = _hand(dispute.player, names, looks)
        agree = _hand(1 - dispute.player, names, looks) if dispute.correction and in_time else None
    address = ""
    if looks.in_club:
        address = url_for("disputes.dispute", club=belongs.club, code=sheet.code, dispute=dispute.number)
    signed = record_signed_words(standing)
    return OpenDispute(raised_words(dispute, names), differs, law, signed, agree, withdraw, address)


def _receipts(standing: Standing, belongs: Belonging, looks: Looks) -> tuple[Receipt, ...]:
    posted = standing.posted
    if posted is None:
        return ()
    found = []
    for player, name in enumerate(standing.sheet.names):
        if looks.may_act(player):
            text = posted.receipt(player)
            found.append(Receipt(name, text, url_for("book.verify", club=belongs.club, receipt=text)))
    return tuple(found)
