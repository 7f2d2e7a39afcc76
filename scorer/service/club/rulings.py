"""Rulings: what a director decides about a partie is recorded with its law, and posted."""

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
    """A director's decision."""

    by: Actor
    words: str
    law: str
    at: str


def ruling(by: Actor, words: str, law: str, at: str) -> Ruling:
    """
    Return a ruling.

    Raises:
        NotAllowed: the actor is not a director, or it has no words or no law.
    """
    if not by.is_director:
        raise NotAllowed("Only a director can rule.")
    words, law = " ".join(words.split())[:LONGEST_REASON], " ".join(law.split())[:LONGEST_REASON]
    if not words or not law:
        raise NotAllowed("Enter the ruling and the law that it rests on.")
    return Ruling(by, words, law, at)


def check_basis(law: str, cited: Collection[str]) -> None:
    """
    Require that a ruling rests on a law that bears on the dispute, or on the terms of the season.

    Raises:
        NotAllowed: it rests on anything else.
    """
    if law not in (*cited, THE_TERMS):
        raise NotAllowed(f"“{law}” is not one of the laws listed here. Choose the law that the ruling rests on.")


def rule(db: Connection, now: Standing, dispute: DisputeRow, ruling: Ruling, *, follow: bool) -> None:
    """
    Rule on an open dispute, and post what follows.

    Args:
        follow: record the requested correction.

    Raises:
        NotAllowed: no correction was requested.
    """
    if follow and not dispute.correction:
        raise NotAllowed("No correction was requested. Correct the record yourself, or uphold it.")
    other = version(now.sheet, dispute.deal, dispute.correction) if dispute.correction else None
    check_basis(ruling.law, bearing_between(now.sheet.partie, other).cited)
    _end(db, now, dispute, ruling)
    if follow:
        _correct(db, now, dispute, ruling)
    elif dispute.kind != "call" and now.sheet.partie.is_over and now.taken_out is None:
        entering.enter(db, entering.find_placed(db, now.sheet.code), author=ruling.by.author, at=ruling.at)


def settle(db: Connection, now: Standing, ruling: Ruling, *, deal: int, said: str) -> None:
    """
    Rule on a finished partie: post it as it is, or with *said* at the end of the log of *deal*.

    Raises:
        NotAllowed: it is in progress, nothing would change, or the version is refused.
    """
    if not now.sheet.partie.is_over:
        raise NotAllowed("This partie is in progress. Correct it at the table.")
    other = checked_version(now.sheet, deal, said) if said else None
    check_basis(ruling.law, bearing_between(now.sheet.partie, other).cited)
    if not said and now.posted is not None and now.dispute is None:
        raise NotAllowed("The partie is already posted like this. Enter a correction.")
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
    """Record the correction of a dispute, and post the partie in place of a current entry."""
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
