"""Disputes: refusals to sign, calls for the director and requests for a correction; the versions at issue; rulings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum

from sqlalchemy import Connection

from ...ledger.entries import Ruled
from ...rules.errors import NotationError
from ...rules.notation import format_statement, parse_log
from ...rules.partie import Partie, play_partie
from ...rules.sentences import IllegalStatement
from ...rules.versions import Bearing, bearing, first_difference
from ...storage import disputes, statements
from ...storage.disputes import DisputeRow
from ...storage.engine import reading, writing
from ...storage.sheets import SheetRow
from ..base import Service
from ..opening import NotAllowed, sentence
from ..sheets import FROM_PAPER, Sheet, by_deals, extended, from_paper, read_logs, read_record, with_totals
from . import signing
from .credentials import Actor
from .posting import post
from .signing import SeasonSheet, Status, find_season_sheet, season_sheet_of
from .snapshots import dispute_key, request_digest

__all__ = ["DisputeKind", "DisputeRow", "Disputed", "Disputes", "LONGEST_REASON"]

# Versions


LONGEST_SAID = 2000
"""The most characters of a correction."""


def version(sheet: Sheet, deal: int, said: str) -> Partie:
    """Return the partie with *said* at the end of the log of *deal*, from 0; or with totals: `scores 28 23`."""
    if not 0 <= deal < len(sheet.partie.deals) or len(said) > LONGEST_SAID:
        raise NotAllowed("Choose a deal of this partie.")
    try:
        words = said.split()
        if words[:1] == [FROM_PAPER]:
            if len(words) != 3 or not all(each.isascii() and each.isdecimal() and len(each) < 5 for each in words[1:]):
                raise NotAllowed("Enter two whole numbers as the totals of the deal.")
            return with_totals(sheet, deal, (int(words[1]), int(words[2])))
        return extended(sheet, deal, parse_log(said, sheet.partie.record.rules))
    except NotationError as error:
        raise NotAllowed(sentence(error.message)) from None
    except IllegalStatement as error:
        raise NotAllowed(sentence(str(error))) from None


def checked_version(sheet: Sheet, deal: int, said: str) -> Partie:
    """Return a version in which a finished partie could be posted."""
    found = version(sheet, deal, said)
    if not found.is_over:
        raise NotAllowed(
            "With this correction the partie is not over. Enter what is missing as well, or leave it to the director."
        )
    if first_difference(sheet.partie, found) is None:
        raise NotAllowed("The record already says this. Enter what should change.")
    return found


def bearing_between(record: Partie, other: Partie | None) -> Bearing:
    """Return the laws and cases that bear on a dispute: on the difference to another version, or on the record."""
    return bearing(None if other is None else first_difference(record, other), record)


def record_version(db: Connection, sheet: Sheet, deal: int, said: str, *, form_key: str, at: str) -> None:
    """Append the statements of a version to the log of its deal."""
    version(sheet, deal, said)
    words = said.split()
    if words[0] == FROM_PAPER:
        new = [from_paper(int(words[1]), int(words[2]))]
    else:
        new = [format_statement(each) for each in parse_log(said, sheet.partie.record.rules)]
    position = len(read_logs(db, sheet.id)[deal])
    statements.append_statements(db, sheet.id, deal=deal, position=position, said=new, form_key=form_key, at=at)


def as_disputed(db: Connection, row: SheetRow, sheet: Sheet, dispute: DisputeRow) -> Sheet:
    """Return a sheet as it was when a dispute was raised: without corrections by that dispute or later ones."""
    later = {dispute_key(each.number) for each in disputes.disputes(db, row.id) if each.number >= dispute.number}
    deals = by_deals(each for each in statements.statements(db, row.id) if each.form_key not in later)
    record = read_record(row, [[each.text for each in deal] for deal in deals])
    return replace(sheet, partie=play_partie(record))


# Rulings


LONGEST_REASON = 500

THE_TERMS = "the terms of the season"
"""The basis of a ruling that rests on no law."""


@dataclass(frozen=True, slots=True)
class Ruling:
    by: Actor
    words: str
    law: str
    at: str


def new_ruling(by: Actor, words: str, law: str, at: str) -> Ruling:
    if not by.is_director:
        raise NotAllowed("Only a director can rule.")
    words, law = " ".join(words.split())[:LONGEST_REASON], " ".join(law.split())[:LONGEST_REASON]
    if not words or not law:
        raise NotAllowed("Enter the ruling and the law that it rests on.")
    return Ruling(by, words, law, at)


def check_basis(law: str, cited: Collection[str]) -> None:
    """Require that a ruling rests on a law that bears on the dispute, or on the terms of the season."""
    if law not in (*cited, THE_TERMS):
        raise NotAllowed(f"“{law}” is not one of the laws listed here. Choose the law that the ruling rests on.")


def rule(db: Connection, now: SeasonSheet, dispute: DisputeRow, ruling: Ruling, *, follow: bool) -> None:
    if follow and not dispute.correction:
        raise NotAllowed("No correction was requested. Correct the record yourself, or uphold it.")
    other = version(now.sheet, dispute.deal, dispute.correction) if dispute.correction else None
    check_basis(ruling.law, bearing_between(now.sheet.partie, other).cited)
    end_by_ruling(db, now.membership.season, now.sheet.code, dispute, ruling)
    if follow:
        _correct(db, now, dispute, ruling)
    elif dispute.kind != "call" and now.sheet.partie.is_over and now.reversed_by is None:
        signing.post_partie(db, signing.find_stored(db, now.sheet.code), author=ruling.by.author, at=ruling.at)


def settle(db: Connection, now: SeasonSheet, ruling: Ruling, *, deal: int, said: str) -> None:
    """Rule on a finished partie: post it as it is, or with *said* at the end of the log of *deal*."""
    if not now.sheet.partie.is_over:
        raise NotAllowed("This partie is in progress. Correct it at the table.")
    other = checked_version(now.sheet, deal, said) if said else None
    check_basis(ruling.law, bearing_between(now.sheet.partie, other).cited)
    if not said and now.posted is not None and now.dispute is None:
        raise NotAllowed("The partie is already posted like this. Enter a correction.")
    if now.dispute is not None:
        end_by_ruling(db, now.membership.season, now.sheet.code, now.dispute, ruling)
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
        end_by_ruling(db, now.membership.season, now.sheet.code, dispute, ruling)
    if said:
        _correct(db, now, dispute, ruling)
    else:
        signing.post_partie(db, signing.find_stored(db, now.sheet.code), author=ruling.by.author, at=ruling.at)


def _correct(db: Connection, now: SeasonSheet, dispute: DisputeRow, ruling: Ruling) -> None:
    """Record the correction of a dispute, and post the partie in place of a current entry."""
    checked_version(now.sheet, dispute.deal, dispute.correction)
    key = dispute_key(dispute.number)
    record_version(db, now.sheet, dispute.deal, dispute.correction, form_key=key, at=ruling.at)
    stored = signing.find_stored(db, now.sheet.code)
    signing.repost(db, stored, reason=ruling.words, law=ruling.law, author=ruling.by.author, at=ruling.at)


def end_by_ruling(db: Connection, season: int, code: str, dispute: DisputeRow, ruling: Ruling) -> None:
    author, words, law, at = ruling.by.author, ruling.words, ruling.law, ruling.at
    disputes.end_dispute(db, dispute.id, how="ruled", by=author, words=words, law=law, at=at)
    body = Ruled(season, code, dispute.number, request_digest(dispute), words, law)
    post(db, ruling.by.club_id, body, author=author, at=at)


# Disputes
#
# A requested correction is a version of the partie: the record with correcting statements at the end of one deal's
# log. It ends when the other player agrees, when it is withdrawn, or when the director rules; then the version is
# recorded or not, and the partie is posted.


class DisputeKind(Enum):
    REFUSAL = "refuses to sign"
    CALL = "calls the director"
    CORRECTION = "requests a correction"


@dataclass(frozen=True, slots=True)
class Disputed:
    """A dispute with the sheet when it was raised, the version that was asked for (or `None`), and the partie now."""

    dispute: DisputeRow
    season_sheet: SeasonSheet
    record: Sheet
    version: Partie | None


class Disputes(Service):
    def file(
        self, code: str, by: Actor, kind: DisputeKind, reason: str, *, deal: int = -1, said: str = ""
    ) -> SeasonSheet:
        """File a dispute as a player or a director; with *said*, correcting statements at the end of *deal*, from 0."""
        with writing(self.engine) as db:
            now = find_season_sheet(db, code, self.clock(), by.club_id)
            player = now.player_of(by.member)
            if player is None and not by.is_director:
                raise NotAllowed("Only the two players or a director can request this.")
            return self._raise(db, now, -1 if player is None else player, kind, reason, deal=deal, said=said)

    def call(self, code: str, player: int, reason: str) -> SeasonSheet:
        """Call the director from the phone on the table; it moves nothing, so nobody has to prove who they are."""
        with writing(self.engine) as db:
            return self._raise(db, find_season_sheet(db, code, self.clock()), player, DisputeKind.CALL, reason)

    def withdraw(self, code: str, by: Actor) -> SeasonSheet:
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            if now.player_of(by.member) != dispute.player and not (by.is_director and dispute.player < 0):
                raise NotAllowed("Only the person who raised this dispute can withdraw it.")
            disputes.end_dispute(db, dispute.id, how="withdrawn", by=by.author, words="", law="", at=self.at())
            return find_season_sheet(db, code, self.clock())

    def agree(self, code: str, by: Actor) -> SeasonSheet:
        """Accept the other player's correction: record it, and post it in place of a current entry."""
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            now.require_open()
            player = now.player_of(by.member)
            if dispute.player < 0 or player is None or player == dispute.player:
                raise NotAllowed("Only the other player can accept this correction.")
            if not dispute.correction:
                raise NotAllowed("No correction was requested, so there is nothing to accept. A director must rule.")
            if now.posted is not None and not now.is_open:
                raise NotAllowed("The correction period is over. Ask a director to correct the partie.")
            found = checked_version(now.sheet, dispute.deal, dispute.correction)
            law = next(iter(bearing_between(now.sheet.partie, found).cited), THE_TERMS)
            key, names = dispute_key(dispute.number), " and ".join(now.sheet.names)
            record_version(db, now.sheet, dispute.deal, dispute.correction, form_key=key, at=self.at())
            disputes.end_dispute(db, dispute.id, how="agreed", by=by.author, words="", law=law, at=self.at())
            stored = signing.find_stored(db, code)
            if now.posted is not None:
                signing.repost(db, stored, reason=dispute.reason, law=law, author=names, at=self.at())
            return season_sheet_of(db, stored, self.clock())

    def rule(self, code: str, by: Actor, *, follow: bool, words: str, law: str) -> SeasonSheet:
        """Rule on the open dispute: uphold the record or record the correction (*follow*), then post the partie."""
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            now.require_open()
            ruling = new_ruling(by, words, law, self.at())
            rule(db, now, dispute, ruling, follow=follow)
            return find_season_sheet(db, code, self.clock())

    def settle(self, code: str, by: Actor, *, deal: int = -1, said: str = "", words: str, law: str) -> SeasonSheet:
        """Rule on a finished partie: post it as it is, or with *said* in *deal*, from 0; an open dispute ends."""
        with writing(self.engine) as db:
            now = find_season_sheet(db, code, self.clock(), by.club_id)
            now.require_open()
            settle(db, now, new_ruling(by, words, law, self.at()), deal=deal, said=said)
            return find_season_sheet(db, code, self.clock())

    def dispute(self, club_id: int, code: str, number: int) -> Disputed | None:
        with reading(self.engine) as db:
            try:
                stored = signing.find_stored(db, code, club_id)
            except NotAllowed:
                return None
            now = season_sheet_of(db, stored, self.clock())
            found = next((each for each in now.disputes if each.number == number), None)
            if found is None:
                return None
            record = as_disputed(db, stored.row, stored.sheet, found)
            other = version(record, found.deal, found.correction) if found.correction else None
            return Disputed(found, now, record, other)

    def of_club(self, club_id: int) -> list[tuple[SheetRow, DisputeRow]]:
        """Return all disputes of a club, newest first."""
        with reading(self.engine) as db:
            return disputes.disputes_of_club(db, club_id)

    def _raise(
        self,
        db: Connection,
        now: SeasonSheet,
        player: int,
        kind: DisputeKind,
        reason: str,
        *,
        deal: int = -1,
        said: str = "",
    ) -> SeasonSheet:
        now.require_open()
        reason = " ".join(reason.split())[:LONGEST_REASON]
        if not reason:
            raise NotAllowed("Enter a reason. The other player and the director will read it.")
        if now.dispute is not None:
            raise NotAllowed("This partie already has an open dispute. End it first.")
        if kind is DisputeKind.REFUSAL and now.status is Status.PLAYING:
            raise NotAllowed("This partie is not over. Finish it, then sign.")
        if kind is DisputeKind.REFUSAL and now.status not in (Status.UNSIGNED, Status.HALF_SIGNED):
            raise NotAllowed("The partie is posted. Request a correction instead.")
        if kind is DisputeKind.CORRECTION and not said:
            raise NotAllowed("Choose a statement and enter what it should have been.")
        if kind is DisputeKind.CORRECTION and not now.sheet.partie.is_over:
            raise NotAllowed("This partie is in progress. Correct it at the table.")
        if said:
            checked_version(now.sheet, deal, said)
        asked, at = kind.name.lower(), self.at()
        disputes.raise_dispute(
            db, now.sheet.id, player=player, kind=asked, reason=reason, deal=deal, correction=said, at=at
        )
        return find_season_sheet(db, now.sheet.code, self.clock())

    def _open(self, db: Connection, code: str, by: Actor) -> tuple[SeasonSheet, DisputeRow]:
        now = find_season_sheet(db, code, self.clock(), by.club_id)
        if now.dispute is None:
            raise NotAllowed("There is no dispute about this partie.")
        return now, now.dispute
