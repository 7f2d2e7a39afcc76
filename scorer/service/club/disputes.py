"""
Disputes: a player refuses to sign, calls the director, or requests a correction; and how each ends.

A requested correction is a version of the partie: the record with correcting statements at the end of one deal's log.
It ends when the other player agrees, when it is withdrawn, or when the director rules; then the version is recorded or
not, and the partie is posted.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sqlalchemy import Connection

from ...rules.partie import Partie
from ...storage import disputes
from ...storage.disputes import DisputeRow
from ...storage.engine import Database, reading, writing
from ...storage.parties import PartieRow
from ..opening import NotAllowed
from ..parties import Clock
from ..sheets import Sheet
from . import entering, rulings
from .actors import Actor
from .recorded import dispute_key
from .signing import Standing, State, standing, standing_of
from .versions import as_disputed, bearing_between, checked_version, record_version, version

LONGEST_REASON = rulings.LONGEST_REASON


class Asked(Enum):
    """What a player requests."""

    REFUSAL = "refuses to sign"
    CALL = "calls the director"
    CORRECTION = "requests a correction"


@dataclass(frozen=True, slots=True)
class Disputed:
    """
    A dispute and its partie.

    Attributes:
        standing: the status of the partie now.
        record: the sheet when the dispute was raised.
        version: the sheet with the requested correction; `None` without one.
    """

    dispute: DisputeRow
    standing: Standing
    record: Sheet
    version: Partie | None


@dataclass(frozen=True, slots=True)
class Disputes:
    engine: Database
    clock: Clock

    def now(self) -> str:
        return self.clock().isoformat(timespec="seconds")

    def ask(self, code: str, by: Actor, asked: Asked, reason: str, *, deal: int = -1, said: str = "") -> Standing:
        """
        Raise a dispute.

        Args:
            by: one of the two players, or a director.
            reason: in the player's own words.
            deal: from 0; -1 for none.
            said: correcting statements; empty if the director is to find them.

        Raises:
            NotAllowed: there is no reason; another dispute is open; the season is closed; the version is refused or
                changes
                nothing; the actor is neither player nor director; or it is too early or too late.
        """
        with writing(self.engine) as db:
            now = standing(db, code, self.clock(), by.club_id)
            player = now.player_of(by.member)
            if player is None and not by.is_director:
                raise NotAllowed("Only the two players or a director can request this.")
            return self._raise(db, now, -1 if player is None else player, asked, reason, deal=deal, said=said)

    def call(self, code: str, player: int, reason: str) -> Standing:
        """
        Call the director from the phone on the table. A call moves nothing, so nobody has to prove who they are.

        Args:
            player: 0 or 1, who calls.
            reason: in the player's own words.

        Raises:
            NotAllowed: there is no reason, a dispute is open, or the partie is in no season.
        """
        with writing(self.engine) as db:
            return self._raise(db, standing(db, code, self.clock()), player, Asked.CALL, reason)

    def withdraw(self, code: str, by: Actor) -> Standing:
        """
        Withdraw the open dispute.

        Raises:
            NotAllowed: there is none, or somebody else raised it.
        """
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            if now.player_of(by.member) != dispute.player and not (by.is_director and dispute.player < 0):
                raise NotAllowed("Only the person who raised this dispute can withdraw it.")
            disputes.end_dispute(db, dispute.id, how="withdrawn", by=by.author, words="", law="", at=self.now())
            return standing(db, code, self.clock())

    def agree(self, code: str, by: Actor) -> Standing:
        """
        Accept the other player's correction: record it, and post it in place of a current entry.

        The entry names the law that governs the difference.

        Raises:
            NotAllowed: there is no correction, it is not for this member to accept, or the correction period is over.
        """
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            now.insist_open()
            player = now.player_of(by.member)
            if dispute.player < 0 or player is None or player == dispute.player:
                raise NotAllowed("Only the other player can accept this correction.")
            if not dispute.correction:
                raise NotAllowed("No correction was requested, so there is nothing to accept. A director must rule.")
            if now.posted is not None and not now.is_open:
                raise NotAllowed("The correction period is over. Ask a director to correct the partie.")
            found = checked_version(now.sheet, dispute.deal, dispute.correction)
            law = next(iter(bearing_between(now.sheet.partie, found).cited), rulings.THE_TERMS)
            key, names = dispute_key(dispute.number), " and ".join(now.sheet.names)
            record_version(db, now.sheet, dispute.deal, dispute.correction, form_key=key, at=self.now())
            disputes.end_dispute(db, dispute.id, how="agreed", by=by.author, words="", law=law, at=self.now())
            placed = entering.find_placed(db, code)
            if now.posted is not None:
                entering.enter_again(db, placed, reason=dispute.reason, law=law, author=names, at=self.now())
            return standing_of(db, placed, self.clock())

    def rule(self, code: str, by: Actor, *, follow: bool, words: str, law: str) -> Standing:
        """
        Rule on the open dispute: the record is upheld or the correction is recorded; then the partie is posted.

        A call posts nothing new: the players continue, or sign.

        Args:
            by: a director.
            follow: record the correction.
            words: the ruling.
            law: the law or the decided case it rests on.

        Raises:
            NotAllowed: there is no open dispute, the actor is not a director, or the ruling lacks words or a law.
        """
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            now.insist_open()
            ruling = rulings.ruling(by, words, law, self.now())
            rulings.rule(db, now, dispute, ruling, follow=follow)
            return standing(db, code, self.clock())

    def settle(self, code: str, by: Actor, *, deal: int = -1, said: str = "", words: str, law: str) -> Standing:
        """
        Rule on a finished partie without a request: post it as it is, or with a correction. An open dispute ends.

        Args:
            by: a director.
            deal: from 0.
            said: correcting statements; empty to post the record as it is.
            words: the ruling.
            law: the law or the decided case it rests on.

        Raises:
            NotAllowed: the partie is in progress, it is already posted like this, the version is refused, the actor is
                not a
                director, or the ruling lacks words or a law.
        """
        with writing(self.engine) as db:
            now = standing(db, code, self.clock(), by.club_id)
            now.insist_open()
            rulings.settle(db, now, rulings.ruling(by, words, law, self.now()), deal=deal, said=said)
            return standing(db, code, self.clock())

    def dispute(self, club_id: int, code: str, number: int) -> Disputed | None:
        with reading(self.engine) as db:
            try:
                placed = entering.find_placed(db, code, club_id)
            except NotAllowed:
                return None
            now = standing_of(db, placed, self.clock())
            found = next((each for each in now.disputes if each.number == number), None)
            if found is None:
                return None
            record = as_disputed(db, placed.row, placed.sheet, found)
            return Disputed(
                found, now, record, version(record, found.deal, found.correction) if found.correction else None
            )

    def of_club(self, club_id: int) -> list[tuple[PartieRow, DisputeRow]]:
        """Return all disputes of a club, newest first."""
        with reading(self.engine) as db:
            return disputes.disputes_of_club(db, club_id)

    def _raise(
        self, db: Connection, now: Standing, player: int, asked: Asked, reason: str, *, deal: int = -1, said: str = ""
    ) -> Standing:
        now.insist_open()
        reason = " ".join(reason.split())[:LONGEST_REASON]
        if not reason:
            raise NotAllowed("Enter a reason. The other player and the director will read it.")
        if now.dispute is not None:
            raise NotAllowed("This partie already has an open dispute. End it first.")
        if asked is Asked.REFUSAL and now.state not in (State.UNSIGNED, State.HALF_SIGNED):
            raise NotAllowed(
                "This partie is not over. Finish it, then sign."
                if now.state is State.PLAYING
                else "The partie is posted. Request a correction instead."
            )
        if asked is Asked.CORRECTION and not said:
            raise NotAllowed("Choose a statement and enter what it should have been.")
        if asked is Asked.CORRECTION and not now.sheet.partie.is_over:
            raise NotAllowed("This partie is in progress. Correct it at the table.")
        if said:
            checked_version(now.sheet, deal, said)
        kind = asked.name.lower()
        disputes.raise_dispute(
            db, now.sheet.id, player=player, kind=kind, reason=reason, deal=deal, correction=said, at=self.now()
        )
        return standing(db, now.sheet.code, self.clock())

    def _open(self, db: Connection, code: str, by: Actor) -> tuple[Standing, DisputeRow]:
        now = standing(db, code, self.clock(), by.club_id)
        if now.dispute is None:
            raise NotAllowed("There is no dispute about this partie.")
        return now, now.dispute


__all__ = ["LONGEST_REASON", "Asked", "DisputeRow", "Disputed", "Disputes", "version"]
