"""Closing a season: either nothing is open, or the book says what is left out and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.entries import SeasonClosed, StakesPaid
from ...ledger.stakes import Settled, paid
from ...ledger.terms import SeasonTerms
from ...storage import disputes, projections
from ...storage.engine import Database, writing
from ..opening import NotAllowed
from ..parties import Clock
from .actors import Actor
from .items import Item
from .night import left_open, open_disputes
from .posting import Posted, post, read_terms

LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Closing:
    engine: Database
    clock: Clock

    def close(self, by: Actor, season: int, left_out: Mapping[str, str]) -> Posted:
        """
        Close a season, pay the balances that are due at the close, and end the disputes that are left out.

        Args:
            by: a director.
            left_out: the reason for each open item that is left out, by its key.

        Raises:
            NotAllowed: the season is missing or closed, or an open item is not left out; the message names it.
        """
        at = self.clock()
        with writing(self.engine) as db:
            row = projections.find_season(db, by.club_id, season)
            if row is None:
                raise NotAllowed(f"The club has no season {season}.")
            if row.closed:
                raise NotAllowed("The season is already closed.")
            terms = read_terms(row.terms)
            items = left_open(db, by.club_id, season, terms, at, in_the_end=True)
            reasons = {key: " ".join(why.split())[:LONGEST_REASON] for key, why in left_out.items()}
            _refuse([each for each in items if not reasons.get(each.key)])
            when = at.isoformat(timespec="seconds")
            for partie, _, dispute in open_disputes(db, by.club_id, season):
                left = next(each for each in items if (each.code, each.dispute) == (partie.code, dispute.number))
                why = reasons[left.key]
                disputes.end_dispute(db, dispute.id, how="closed", by=by.author, words=why, law="", at=when)
            for body in _balances(db, by.club_id, season, terms):
                post(db, by.club_id, body, author=by.author, at=when)
            closed = SeasonClosed(season, tuple(f"{each.named} ({reasons[each.key]})" for each in items))
            return post(db, by.club_id, closed, author=by.author, at=when)


def _refuse(unanswered: list[Item]) -> None:
    if unanswered:
        more = f", and {len(unanswered) - 1} more" if len(unanswered) > 1 else ""
        raise NotAllowed(
            f"Something is still open: {unanswered[0].named}{more}. Settle it, or give a reason to leave it out."
        )


def _balances(db: Connection, club_id: int, season: int, terms: SeasonTerms) -> Iterable[StakesPaid]:
    """Return what each two members pay when stakes are settled at the close."""
    if terms.stakes is None or terms.stakes.settled is not Settled.AT_CLOSE:
        return
    for (taker, giver), meeting in sorted(projections.meetings(db, club_id, season).items()):
        if meeting.balance > 0 and (amount := paid(terms.stakes, meeting.balance).amount):
            yield StakesPaid(season, giver, taker, meeting.balance, amount)
