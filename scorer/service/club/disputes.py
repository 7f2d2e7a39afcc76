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

from sqlalchemy import Connection, Engine

from ...ledger.entries import Ruled
from ...rules.errors import IllegalStatement, NotationError
from ...rules.notation import format_statement, parse_log
from ...rules.partie import Partie
from ...storage import book, parties, places
from ...storage.engine import reading, writing
from ...storage.parties import PartieRow
from ...storage.places import DisputeRow
from ..opening import NotAllowed
from ..parties import Clock
from ..sheets import FROM_PAPER, Sheet, extended, from_paper, read_logs, with_totals
from . import entering
from .actors import Actor
from .posting import post
from .signing import Standing, State, standing, standing_of
from .tables import SeasonTable, season_table

LONGEST_REASON = 500


class Asked(Enum):
    """What a player asks for."""

    REFUSAL = "refuses to sign"
    CALL = "calls the director"
    CORRECTION = "asks for a correction"


@dataclass(frozen=True, slots=True)
class Preview:
    """
    What a ruling or a reversal would move: the standings as they are, and as they would be.

    Attributes:
        before: the season as it is.
        after: the season as it would be.
        balances: for each account that would change, by member and commodity, what it holds and would hold.
    """

    before: SeasonTable
    after: SeasonTable
    balances: dict[tuple[int, str], tuple[int, int]]


def version(sheet: Sheet, deal: int, said: str) -> Partie:
    """
    The partie as somebody holds it to have been: with *said* at the end of the log of *deal*, from 0.

    Raises:
        NotAllowed: it cannot be read, or the rules refuse it.
    """
    try:
        words = said.split()
        if words[:1] == [FROM_PAPER]:
            if len(words) != 3 or not all(each.isdecimal() and len(each) < 5 for each in words[1:]):
                raise NotAllowed("The totals of a deal are two whole numbers.")
            return with_totals(sheet, deal, (int(words[1]), int(words[2])))
        return extended(sheet, deal, parse_log(said, sheet.partie.record.rules))
    except NotationError as error:
        raise NotAllowed(error.message) from None
    except IllegalStatement as error:
        raise NotAllowed(str(error)) from None


@dataclass(frozen=True, slots=True)
class Disputes:
    """The disputes of the clubs of one database, and the clock by which they are raised and ended."""

    engine: Engine
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
                version is refused by the rules, it is neither the player's
                nor the director's partie, or it is too late to refuse.
        """
        reason = " ".join(reason.split())[:LONGEST_REASON]
        if not reason:
            raise NotAllowed("Say why, in a few words; the other player and the director read it.")
        with writing(self.engine) as db:
            now = standing(db, code, self.clock(), by.club_id)
            player = now.player_of(by.member)
            if player is None and not by.is_director:
                raise NotAllowed("Only the two who played, or a director, can ask for this.")
            if now.dispute is not None:
                raise NotAllowed("There is a dispute about this partie already; it has to end first.")
            if asked is Asked.REFUSAL and now.posted is not None:
                raise NotAllowed("The partie is posted; ask for a correction instead.")
            if asked is Asked.CORRECTION and not said:
                raise NotAllowed("Show what was said in truth: choose the statement and what it should be.")
            if said and now.sheet.partie.is_over and not version(now.sheet, deal, said).is_over:
                raise NotAllowed(
                    "So corrected, the partie is not over: something is missing after it. Say that as well, "
                    "or leave it to the director."
                )
            if said:
                version(now.sheet, deal, said)
            places.raise_dispute(
                db,
                now.sheet.id,
                player=-1 if player is None else player,
                kind=asked.name.lower(),
                reason=reason,
                deal=deal,
                said=said,
                at=self.now(),
            )
            return standing(db, code, self.clock())

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
            places.end_dispute(db, dispute.id, how="withdrawn", by=by.author, words="", law="", at=self.now())
            return standing(db, code, self.clock())

    def agree(self, code: str, by: Actor, *, law: str = "Law 74") -> Standing:
        """
        Agree to the version of the other player: it is recorded, and posted in place of an entry that stands.

        Raises:
            NotAllowed: there is no version to agree to, it is not for this
                member to agree, or the correction period is over.
        """
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            player = now.player_of(by.member)
            if dispute.player < 0 or player is None or player == dispute.player:
                raise NotAllowed("It is for the other player to agree.")
            if not dispute.said:
                raise NotAllowed("There is no other version to agree to; the director rules on it.")
            if now.posted is not None and not now.is_open:
                raise NotAllowed("The correction period is over; only the director can correct it now.")
            self._record(db, now, dispute)
            names = " and ".join(now.sheet.names)
            places.end_dispute(db, dispute.id, how="agreed", by=by.author, words="", law=law, at=self.now())
            placed = entering.find_placed(db, code)
            if now.posted is not None:
                entering.enter_again(db, placed, reason=dispute.reason, law=law, author=names, at=self.now())
            return standing_of(db, placed, self.clock())

    def rule(self, code: str, by: Actor, *, follow: bool, words: str, law: str) -> Standing:
        """
        Rule on the open dispute: the record stands, or the other version does; then the partie is posted.

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
            return self._rule(db, code, by, follow=follow, words=words, law=law)

    def preview(self, code: str, by: Actor, *, follow: bool) -> Preview:
        """
        What a ruling would move: it is made, looked at, and taken back.

        Raises:
            NotAllowed: as `rule`.
        """
        with self.engine.connect().execution_options(writes=True) as db, db.begin() as transaction:
            now, _ = self._open(db, code, by)
            club_id, season = now.place.club_id, now.place.season
            before, held = season_table(db, club_id, season), _balances(db, now)
            self._rule(db, code, by, follow=follow, words="preview", law="preview")
            after, holds = season_table(db, club_id, season), _balances(db, now)
            transaction.rollback()
        moved = {key: (held.get(key, 0), holds.get(key, 0)) for key in sorted({*held, *holds})}
        return Preview(before, after, {key: pair for key, pair in moved.items() if pair[0] != pair[1]})

    def of_club(self, club_id: int) -> list[tuple[PartieRow, DisputeRow]]:
        """Every dispute of a club, newest first."""
        with reading(self.engine) as db:
            return places.disputes_of_club(db, club_id)

    def _rule(self, db: Connection, code: str, by: Actor, *, follow: bool, words: str, law: str) -> Standing:
        if not by.is_director:
            raise NotAllowed("Only a director rules.")
        words, law = " ".join(words.split())[:LONGEST_REASON], " ".join(law.split())[:LONGEST_REASON]
        if not words or not law:
            raise NotAllowed("A ruling says what was decided, and names its law.")
        now, dispute = self._open(db, code, by)
        if follow and not dispute.said:
            raise NotAllowed("There is no other version; correct the record first, or let it stand.")
        if follow:
            self._record(db, now, dispute)
        places.end_dispute(db, dispute.id, how="ruled", by=by.author, words=words, law=law, at=self.now())
        ruled = Ruled(now.place.season, now.sheet.code, dispute.number, words, law)
        post(db, by.club_id, ruled, author=by.author, at=self.now())
        placed = entering.find_placed(db, code)
        if follow and now.posted is not None:
            entering.enter_again(db, placed, reason=words, law=law, author=by.author, at=self.now())
        elif placed.sheet.partie.is_over:
            entering.enter(db, placed, author=by.author, at=self.now())
        return standing_of(db, placed, self.clock())

    def _open(self, db: Connection, code: str, by: Actor) -> tuple[Standing, DisputeRow]:
        now = standing(db, code, self.clock(), by.club_id)
        if now.dispute is None or now.state is not State.DISPUTED:
            raise NotAllowed("There is no dispute about this partie.")
        return now, now.dispute

    def _record(self, db: Connection, now: Standing, dispute: DisputeRow) -> None:
        version(now.sheet, dispute.deal, dispute.said)
        words = dispute.said.split()
        if words[0] == FROM_PAPER:
            said = [from_paper(int(words[1]), int(words[2]))]
        else:
            rules = now.sheet.partie.record.rules
            said = [format_statement(each) for each in parse_log(dispute.said, rules)]
        logs = read_logs(db, now.sheet.id)
        position = len(logs[dispute.deal]) if dispute.deal < len(logs) else 0
        parties.append_statements(
            db,
            now.sheet.id,
            deal=dispute.deal,
            position=position,
            said=said,
            form_key=f"dispute {dispute.number}",
            at=self.now(),
        )


def _balances(db: Connection, now: Standing) -> dict[tuple[int, str], int]:
    found = book.balances(db, now.place.club_id, now.place.season, now.place.members)
    return {(member, commodity): amount for (_, member, commodity), amount in found.items()}
