"""Rulings: what a director decides about a partie is written with its law, and posted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.entries import Ruled
from ...storage import disputes
from ...storage.disputes import DisputeRow
from ..opening import NotAllowed
from . import entering
from .actors import Actor
from .posting import post
from .recorded import asked_in, dispute_key
from .signing import Standing
from .versions import bearing_between, checked_version, record_version, version

LONGEST_REASON = 500

THE_TERMS = "the terms of the season"
"""The basis of a ruling that rests on no law."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a director decides: in what words, by which law, and when."""

    by: Actor
    words: str
    law: str
    at: str


def ruling(by: Actor, words: str, law: str, at: str) -> Ruling:
    """
    A ruling.

    Raises:
        NotAllowed: it is not a director's, or it has no words or no law.
    """
    if not by.is_director:
        raise NotAllowed("Only a director rules.")
    words, law = " ".join(words.split())[:LONGEST_REASON], " ".join(law.split())[:LONGEST_REASON]
    if not words or not law:
        raise NotAllowed("A ruling says what was decided, and names its law.")
    return Ruling(by, words, law, at)


def check_basis(law: str, cited: Collection[str]) -> None:
    """
    Insist that a ruling rests on a law that bears on the dispute, or on the terms of the season.

    Raises:
        NotAllowed: it rests on anything else.
    """
    if law not in (*cited, THE_TERMS):
        raise NotAllowed(f"“{law}” is not one of the laws listed here. Choose the law that the ruling rests on.")


def rule(db: Connection, now: Standing, dispute: DisputeRow, ruling: Ruling, *, follow: bool) -> None:
    """
    Rule on an open dispute, and post what follows from it.

    Args:
        db: a transaction that writes.
        now: how far the partie has come.
        dispute: the dispute.
        ruling: what is decided.
        follow: whether the version that was asked for holds.

    Raises:
        NotAllowed: there is no version to follow.
    """
    if follow and not dispute.correction:
        raise NotAllowed("There is no other version; correct the record, or let it stand.")
    other = version(now.sheet, dispute.deal, dispute.correction) if dispute.correction else None
    check_basis(ruling.law, bearing_between(now.sheet.partie, other).cited)
    _end(db, now, dispute, ruling)
    if follow:
        _correct(db, now, dispute, ruling)
    elif dispute.kind != "call" and now.sheet.partie.is_over and now.taken_out is None:
        entering.enter(db, entering.find_placed(db, now.sheet.code), author=ruling.by.author, at=ruling.at)


def settle(db: Connection, now: Standing, ruling: Ruling, *, deal: int, said: str) -> None:
    """
    Decide about a partie that is over: as it stands, or with *said* at the end of the log of *deal*, it is posted.

    Raises:
        NotAllowed: it goes on, or nothing would change, or the version is refused.
    """
    if not now.sheet.partie.is_over:
        raise NotAllowed("While the partie goes on it is put right at the table.")
    other = checked_version(now.sheet, deal, said) if said else None
    check_basis(ruling.law, bearing_between(now.sheet.partie, other).cited)
    if not said and now.posted is not None and now.dispute is None:
        raise NotAllowed("It stands in the book as it is; say what is to be corrected.")
    if now.dispute is not None:
        _end(db, now, now.dispute, ruling)
    if said or now.dispute is None:
        number = disputes.raise_dispute(
            db,
            now.sheet.id,
            player=-1,
            kind="correction",
            reason=ruling.words,
            deal=deal,
            correction=said,
            at=ruling.at,
        )
        dispute = disputes.disputes(db, now.sheet.id)[number - 1]
        _end(db, now, dispute, ruling)
    if said:
        _correct(db, now, dispute, ruling)
    else:
        entering.enter(db, entering.find_placed(db, now.sheet.code), author=ruling.by.author, at=ruling.at)


def _correct(db: Connection, now: Standing, dispute: DisputeRow, ruling: Ruling) -> None:
    """Record the version of a dispute, and post the partie so, in place of an entry that stands."""
    checked_version(now.sheet, dispute.deal, dispute.correction)
    key = dispute_key(dispute.number)
    record_version(db, now.sheet, dispute.deal, dispute.correction, form_key=key, at=ruling.at)
    placed = entering.find_placed(db, now.sheet.code)
    entering.enter_again(db, placed, reason=ruling.words, law=ruling.law, author=ruling.by.author, at=ruling.at)


def _end(db: Connection, now: Standing, dispute: DisputeRow, ruling: Ruling) -> None:
    disputes.end_dispute(
        db, dispute.id, how="ruled", by=ruling.by.author, words=ruling.words, law=ruling.law, at=ruling.at
    )
    ruled = Ruled(now.place.season, now.sheet.code, dispute.number, asked_in(dispute), ruling.words, ruling.law)
    post(db, now.place.club_id, ruled, author=ruling.by.author, at=ruling.at)
