"""
Disputes: a player refuses to sign, calls the director, or asks for a correction; and how each of them ends.

What a player holds to have been said is a version of the partie: the record
as it stands, with a strike or a correction at the end of one deal's log. It
ends when the other agrees, when it is withdrawn, or when the director rules;
then the version is recorded or not, and the partie is posted.
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
    """What a player asks for."""

    REFUSAL = "refuses to sign"
    CALL = "calls the director"
    CORRECTION = "asks for a correction"


@dataclass(frozen=True, slots=True)
class Disputed:
    """
    A dispute, and what it is about.

    Attributes:
        dispute: the dispute.
        standing: how far its partie has come since.
        record: the sheet as it stood when it was raised.
        version: the partie as whoever raised it holds it to have been; `None` if he does not say.
    """

    dispute: DisputeRow
    standing: Standing
    record: Sheet
    version: Partie | None


@dataclass(frozen=True, slots=True)
class Disputes:
    """The disputes of the clubs of one database, and the clock by which they are raised and ended."""

    engine: Database
    clock: Clock

    def now(self) -> str:
        """The time that is written with what happens."""
        return self.clock().isoformat(timespec="seconds")

    def ask(self, code: str, by: Actor, asked: Asked, reason: str, *, deal: int = -1, said: str = "") -> Standing:
        """
        Raise a dispute.

        Args:
            code: the partie's code.
            by: one of the two who play it, or a director.
            asked: for what.
            reason: why, in the player's own words.
            deal: the deal that it is about, from 0; -1 for none.
            said: what would put it right; nothing, if that is for the director to find.

        Raises:
            NotAllowed: no reason is given, another dispute is open, the
                season is closed, the version is refused by the rules or says nothing new, it is
                neither the player's nor the director's partie, or it is too
                early or too late to ask for that.
        """
        with writing(self.engine) as db:
            now = standing(db, code, self.clock(), by.club_id)
            player = now.player_of(by.member)
            if player is None and not by.is_director:
                raise NotAllowed("Only the two who played, or a director, can ask for this.")
            return self._raise(db, now, -1 if player is None else player, asked, reason, deal=deal, said=said)

    def call(self, code: str, player: int, reason: str) -> Standing:
        """
        Call the director, from the phone that lies on the table.

        A call moves nothing, so that nobody need prove who he is.

        Args:
            code: the partie's code.
            player: 0 or 1, who calls.
            reason: why, in the player's own words.

        Raises:
            NotAllowed: no reason is given, a dispute is open, or it is no partie of a season.
        """
        with writing(self.engine) as db:
            return self._raise(db, standing(db, code, self.clock()), player, Asked.CALL, reason)

    def withdraw(self, code: str, by: Actor) -> Standing:
        """
        End the open dispute, because whoever raised it no longer asks.

        Raises:
            NotAllowed: there is none, or somebody else raised it.
        """
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            if now.player_of(by.member) != dispute.player and not (by.is_director and dispute.player < 0):
                raise NotAllowed("Only whoever raised it can withdraw it.")
            disputes.end_dispute(db, dispute.id, how="withdrawn", by=by.author, words="", law="", at=self.now())
            return standing(db, code, self.clock())

    def agree(self, code: str, by: Actor) -> Standing:
        """
        Agree to the version of the other player: it is recorded, and posted in place of an entry that stands.

        The law that governs what they differed about is written with it.

        Raises:
            NotAllowed: there is no version to agree to, it is not for this
                member to agree, or the correction period is over.
        """
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            now.insist_open()
            player = now.player_of(by.member)
            if dispute.player < 0 or player is None or player == dispute.player:
                raise NotAllowed("It is for the other player to agree.")
            if not dispute.correction:
                raise NotAllowed("There is no other version to agree to; the director rules on it.")
            if now.posted is not None and not now.is_open:
                raise NotAllowed("The correction period is over; only the director can correct it now.")
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
        Rule on the open dispute: the record stands, or the other version does; then the partie is posted.

        After a call nothing is posted that was not: the players go on, or sign.

        Args:
            code: the partie's code.
            by: a director.
            follow: whether the other version holds.
            words: the ruling, in words.
            law: the law or the decided case it rests on.

        Raises:
            NotAllowed: there is nothing to rule on, it is not a director, or
                the ruling has no words or no law.
        """
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            now.insist_open()
            ruling = rulings.ruling(by, words, law, self.now())
            rulings.rule(db, now, dispute, ruling, follow=follow)
            return standing(db, code, self.clock())

    def settle(self, code: str, by: Actor, *, deal: int = -1, said: str = "", words: str, law: str) -> Standing:
        """
        Decide about a partie that is over as its director: as it stands, or with a correction, it is posted.

        An open dispute ends with it.

        Args:
            code: the partie's code.
            by: a director.
            deal: the deal that is corrected, from 0.
            said: what puts it right; nothing, if the record stands.
            words: the ruling, in words.
            law: the law or the decided case it rests on.

        Raises:
            NotAllowed: the partie goes on, it stands in the book as it is,
                the version is refused, it is not a director, or the ruling
                has no words or no law.
        """
        with writing(self.engine) as db:
            now = standing(db, code, self.clock(), by.club_id)
            now.insist_open()
            rulings.settle(db, now, rulings.ruling(by, words, law, self.now()), deal=deal, said=said)
            return standing(db, code, self.clock())

    def dispute(self, club_id: int, code: str, number: int) -> Disputed | None:
        """The dispute with this number about a partie of a club, or `None`."""
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
        """Every dispute of a club, newest first."""
        with reading(self.engine) as db:
            return disputes.disputes_of_club(db, club_id)

    def _raise(
        self, db: Connection, now: Standing, player: int, asked: Asked, reason: str, *, deal: int = -1, said: str = ""
    ) -> Standing:
        now.insist_open()
        reason = " ".join(reason.split())[:LONGEST_REASON]
        if not reason:
            raise NotAllowed("Say why, in a few words; the other player and the director read it.")
        if now.dispute is not None:
            raise NotAllowed("There is a dispute about this partie already; it has to end first.")
        if asked is Asked.REFUSAL and now.state not in (State.UNSIGNED, State.HALF_SIGNED):
            raise NotAllowed(
                "A partie is signed when it is over."
                if now.state is State.PLAYING
                else "The partie is in the book; ask for a correction instead."
            )
        if asked is Asked.CORRECTION and not said:
            raise NotAllowed("Show what was said in truth: choose the statement and what it should be.")
        if asked is Asked.CORRECTION and not now.sheet.partie.is_over:
            raise NotAllowed("While the partie goes on it is put right at the table.")
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
