"""Disputes: refusals to sign, calls for the director and requests for a correction; the versions at issue; rulings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from sqlalchemy import Connection

from ...ledger.entries import Ruled
from ...rules.company import play_company
from ...rules.company.record import listed
from ...rules.errors import NotationError
from ...rules.notation import format_statement, parse_log
from ...rules.partie import Partie, play_partie
from ...rules.sentences import IllegalStatement
from ...rules.versions import Bearing, Difference, bearing, first_difference
from ...storage import disputes, statements
from ...storage.disputes import NOTHING, Correction, DisputeRow
from ...storage.engine import reading, writing
from ...storage.sheets import SheetRow
from .. import sheets
from ..companies import read_paper
from ..opening import NotAllowed, Service, refuse_if, sentence
from ..sheets import AnySheet, CompanyCard, Sheet
from . import signing
from .credentials import Actor
from .posting import dispute_key, post, request_digest
from .signing import SeasonSheet, Status, find_season_sheet, season_sheet_of

__all__ = ["Correction", "DisputeKind", "DisputeRow", "Disputed", "Disputes", "LONGEST_REASON"]

# Versions
#
# A requested correction is a version of the sheet: the record with correcting statements at the end of one deal's log;
# in a company that deal is of one of its parties, or the result of a partie from paper is another, or it is removed.


LONGEST_SAID = 2000


class Version(NamedTuple):
    """A sheet with a correction of `record` (`None` if from paper), which becomes `other` (`None` if removed)."""

    whole: AnySheet
    record: Sheet | None = None
    other: Partie | None = None

    @property
    def difference(self) -> Difference | None:
        """Return the first difference of the partie; `None` if there is none, or no statements differ."""
        if self.record is None or self.other is None:
            return None
        return first_difference(self.record.partie, self.other)

    @property
    def bearing(self) -> Bearing:
        return bearing(self.difference, None if self.record is None else self.record.partie)


def version(sheet: AnySheet, asked: Correction) -> Version:
    """Return a sheet with a correction; what cannot be read, or what the rules refuse, raises `NotAllowed`."""
    try:
        if isinstance(sheet, Sheet):
            partie = _corrected(sheet, asked)
            return Version(replace(sheet, partie=partie), sheet, partie)
        return _version_of_card(sheet, asked)
    except NotationError as error:
        raise NotAllowed(sentence(error.message)) from None
    except (IllegalStatement, ValueError) as error:
        raise NotAllowed(sentence(str(error))) from None


def _corrected(sheet: Sheet, asked: Correction) -> Partie:
    if not 0 <= asked.deal < len(sheet.partie.deals) or len(asked.said) > LONGEST_SAID:
        raise NotAllowed("Choose a deal of this partie.")
    words = asked.said.split()
    if words[:1] != [sheets.FROM_PAPER]:
        return sheets.extended(sheet, asked.deal, parse_log(asked.said, sheet.partie.record.rules))
    if len(words) != 3 or not all(each.isascii() and each.isdecimal() and len(each) < 5 for each in words[1:]):
        raise NotAllowed("Enter two whole numbers as the totals of the deal.")
    return sheets.with_totals(sheet, asked.deal, (int(words[1]), int(words[2])))


def _version_of_card(card: CompanyCard, asked: Correction) -> Version:
    index, record = card.index_of(asked.turn), card.company.record
    refuse_if(index < 0, "Choose a partie of this scorecard.")
    parties, played, other = list(record.parties), card.sheet_of(asked.turn), None
    kept = tuple(turn for turn in card.turns if asked.said != sheets.REMOVED or turn.number != asked.turn)
    if asked.said == sheets.REMOVED:
        del parties[index]
    elif played is not None:
        other = _corrected(played, asked)
        parties[index] = replace(parties[index], deals=other.record.deals)
    else:
        parties[index] = read_paper(asked.said, record.rules, parties[index].seats or ())
    company = play_company(replace(record, parties=tuple(parties)))
    return Version(replace(card, company=company, turns=kept), played, other)


def checked_version(sheet: AnySheet, asked: Correction) -> Version:
    found = version(sheet, asked)
    if found.whole.unfinished:
        raise NotAllowed(
            f"With this correction the {sheet.called} is not over. Enter what is missing as well, or leave it to the "
            "director."
        )
    if found.other is None:
        same = isinstance(found.whole, CompanyCard) and found.whole.company == getattr(sheet, "company", None)
    else:
        same = found.difference is None
    refuse_if(same, "The record already says this. Enter what should change.")
    return found


def bearing_of(sheet: AnySheet, asked: Correction) -> Bearing:
    return version(sheet, asked).bearing if asked.said else bearing(None, None)


def record_version(db: Connection, sheet: AnySheet, asked: Correction, *, form_key: str, at: str) -> None:
    version(sheet, asked)
    partie = sheet.id
    if isinstance(sheet, CompanyCard):
        turn = next(each for each in statements.turns(db, sheet.id) if each.number == asked.turn)
        if asked.said == sheets.REMOVED or turn.partie_id is None:
            statements.append_result(db, turn.id, result=asked.said, form_key=form_key, at=at)
            return
        partie = turn.partie_id
        played = sheet.sheet_of(asked.turn)
        assert played is not None
        sheet = played
    words = asked.said.split()
    if words[0] == sheets.FROM_PAPER:
        new = [sheets.from_paper(int(words[1]), int(words[2]))]
    else:
        new = [format_statement(each) for each in parse_log(asked.said, sheet.partie.record.rules)]
    position = len(sheets.read_logs(db, partie)[asked.deal])
    statements.append_statements(db, partie, deal=asked.deal, position=position, said=new, form_key=form_key, at=at)


def as_disputed(db: Connection, row: SheetRow, sheet: AnySheet, dispute: DisputeRow) -> AnySheet:
    later = {dispute_key(each.number) for each in disputes.disputes(db, row.id) if each.number >= dispute.number}
    if isinstance(sheet, CompanyCard):
        return sheets.read_card(db, row, without=later)
    deals = statements.by_deals(each for each in statements.statements(db, row.id) if each.form_key not in later)
    record = sheets.read_record(row, [[each.text for each in deal] for deal in deals])
    return replace(sheet, partie=play_partie(record))


# Rulings


LONGEST_REASON = 500

THE_TERMS = "the terms of the season"


class Ruling(NamedTuple):
    by: Actor
    words: str
    law: str
    at: str


def new_ruling(by: Actor, words: str, law: str, at: str) -> Ruling:
    refuse_if(not by.is_director, "Only a director can rule.")
    words, law = " ".join(words.split())[:LONGEST_REASON], " ".join(law.split())[:LONGEST_REASON]
    refuse_if(not words or not law, "Enter the ruling and the law that it rests on.")
    return Ruling(by, words, law, at)


def check_basis(law: str, cited: Collection[str]) -> None:
    """Require that a ruling rests on a law that bears on the dispute, or on the terms of the season."""
    if law not in (*cited, THE_TERMS):
        raise NotAllowed(f"“{law}” is not one of the laws listed here. Choose the law that the ruling rests on.")


def _correct(db: Connection, now: SeasonSheet, dispute: DisputeRow, ruling: Ruling) -> None:
    asked, key = dispute.asked, dispute_key(dispute.number)
    checked_version(now.sheet, asked)
    record_version(db, now.sheet, asked, form_key=key, at=ruling.at)
    stored = signing.find_stored(db, now.sheet.code)
    signing.repost(db, stored, reason=ruling.words, law=ruling.law, author=ruling.by.author, at=ruling.at)


def end_by_ruling(db: Connection, season: int, code: str, dispute: DisputeRow, ruling: Ruling) -> None:
    author, words, law, at = ruling.by.author, ruling.words, ruling.law, ruling.at
    disputes.end_dispute(db, dispute.id, how="ruled", by=author, words=words, law=law, at=at)
    body = Ruled(season, code, dispute.number, request_digest(dispute), words, law)
    post(db, ruling.by.club_id, body, author=author, at=at)


# Disputes
#
# A dispute ends when every other player agrees to its correction, when it is withdrawn, or when the director rules;
# then the version is recorded or not, and the sheet is posted.


class DisputeKind(Enum):
    REFUSAL = "refuses to sign"
    CALL = "calls the director"
    CORRECTION = "requests a correction"


class Disputed(NamedTuple):
    dispute: DisputeRow
    season_sheet: SeasonSheet
    record: AnySheet
    version: Version | None


class Disputes(Service):
    def file(self, code: str, by: Actor, kind: DisputeKind, reason: str, asked: Correction = NOTHING) -> SeasonSheet:
        with writing(self.engine) as db:
            now = find_season_sheet(db, code, self.clock(), by.club_id)
            player = now.player_of(by.member)
            if player is None and not by.is_director:
                raise NotAllowed("Only the players or a director can request this.")
            return self._raise(db, now, -1 if player is None else player, kind, reason, asked=asked)

    def call(self, code: str, player: int, reason: str) -> SeasonSheet:
        """Call the director from the phone on the table; it moves nothing, so nobody has to prove who they are."""
        with writing(self.engine) as db:
            return self._raise(
                db, find_season_sheet(db, code, self.clock()), player, DisputeKind.CALL, reason, asked=NOTHING
            )

    def withdraw(self, code: str, by: Actor) -> SeasonSheet:
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            if now.player_of(by.member) != dispute.player and not (by.is_director and dispute.player < 0):
                raise NotAllowed("Only the person who raised this dispute can withdraw it.")
            disputes.end_dispute(db, dispute.id, how="withdrawn", by=by.author, words="", law="", at=self.at())
            return find_season_sheet(db, code, self.clock())

    def agree(self, code: str, by: Actor) -> SeasonSheet:
        """Accept another player's correction; when every other player has, it is recorded."""
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            now.require_open()
            player = now.player_of(by.member)
            if dispute.player < 0 or player is None or player == dispute.player:
                others = "player" if len(now.sheet.names) == 2 else "players"
                raise NotAllowed(f"Only the other {others} can accept this correction.")
            if not dispute.correction:
                raise NotAllowed("No correction was requested, so there is nothing to accept. A director must rule.")
            if now.posted is not None and not now.is_open:
                raise NotAllowed(f"The correction period is over. Ask a director to correct the {now.sheet.called}.")
            asked = dispute.asked
            found = checked_version(now.sheet, asked)
            if player not in now.agreed:
                disputes.append_agreement(db, dispute.id, player=player, at=self.at())
            agreed = {*now.agreed, player}
            if len(agreed) < len(now.sheet.names) - 1:
                return find_season_sheet(db, code, self.clock())
            law = next(iter(found.bearing.cited), THE_TERMS)
            key, names = dispute_key(dispute.number), " and ".join(now.sheet.names)
            record_version(db, now.sheet, asked, form_key=key, at=self.at())
            those = listed([now.sheet.names[each] for each in sorted(agreed)])
            disputes.end_dispute(db, dispute.id, how="agreed", by=those, words="", law=law, at=self.at())
            stored = signing.find_stored(db, code)
            if now.posted is not None:
                signing.repost(db, stored, reason=dispute.reason, law=law, author=names, at=self.at())
            return season_sheet_of(db, stored, self.clock())

    def rule(self, code: str, by: Actor, *, follow: bool, words: str, law: str) -> SeasonSheet:
        with writing(self.engine) as db:
            now, dispute = self._open(db, code, by)
            now.require_open()
            ruling = new_ruling(by, words, law, self.at())
            if follow and not dispute.correction:
                raise NotAllowed("No correction was requested. Correct the record yourself, or uphold it.")
            check_basis(ruling.law, bearing_of(now.sheet, dispute.asked).cited)
            end_by_ruling(db, now.membership.season, now.sheet.code, dispute, ruling)
            if follow:
                _correct(db, now, dispute, ruling)
            elif dispute.kind != "call" and not now.sheet.unfinished and now.reversed_by is None:
                signing.post_sheet(db, signing.find_stored(db, now.sheet.code), author=by.author, at=ruling.at)
            return find_season_sheet(db, code, self.clock())

    def settle(self, code: str, by: Actor, asked: Correction = NOTHING, *, words: str, law: str) -> SeasonSheet:
        with writing(self.engine) as db:
            now = find_season_sheet(db, code, self.clock(), by.club_id)
            now.require_open()
            ruling = new_ruling(by, words, law, self.at())
            refuse_if(now.sheet.unfinished, "This partie is in progress. Correct it at the table.")
            if asked.said:
                checked_version(now.sheet, asked)
            check_basis(ruling.law, bearing_of(now.sheet, asked).cited)
            if not asked.said and now.posted is not None and now.dispute is None:
                raise NotAllowed(f"The {now.sheet.called} is already posted like this. Enter a correction.")
            if now.dispute is not None:
                end_by_ruling(db, now.membership.season, now.sheet.code, now.dispute, ruling)
            if asked.said or now.dispute is None:
                why, at = ruling.words, ruling.at
                dispute = disputes.raise_dispute(db, now.sheet.id, -1, "correction", why, asked=asked, at=at)
                end_by_ruling(db, now.membership.season, now.sheet.code, dispute, ruling)
            if asked.said:
                _correct(db, now, dispute, ruling)
            else:
                signing.post_sheet(db, signing.find_stored(db, now.sheet.code), author=by.author, at=ruling.at)
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
            other = version(record, found.asked) if found.correction else None
            return Disputed(found, now, record, other)

    def of_club(self, club_id: int) -> list[tuple[SheetRow, DisputeRow]]:
        with reading(self.engine) as db:
            return disputes.disputes_of_club(db, club_id)

    def _raise(
        self, db: Connection, now: SeasonSheet, player: int, kind: DisputeKind, reason: str, *, asked: Correction
    ) -> SeasonSheet:
        now.require_open()
        reason = " ".join(reason.split())[:LONGEST_REASON]
        if not reason:
            others = "player" if len(now.sheet.names) == 2 else "players"
            raise NotAllowed(f"Enter a reason. The other {others} and the director will read it.")
        if now.dispute is not None:
            raise NotAllowed(f"This {now.sheet.called} already has an open dispute. End it first.")
        refuse_if(kind is DisputeKind.REFUSAL and now.status is Status.PLAYING, now.sheet.unfinished)
        if kind is DisputeKind.REFUSAL and now.status not in (Status.UNSIGNED, Status.HALF_SIGNED):
            raise NotAllowed(f"The {now.sheet.called} is posted. Request a correction instead.")
        if kind is DisputeKind.CORRECTION and not asked.said:
            raise NotAllowed("Choose a statement and enter what it should have been.")
        if kind is DisputeKind.CORRECTION and now.sheet.unfinished:
            raise NotAllowed("This partie is in progress. Correct it at the table.")
        if asked.said:
            checked_version(now.sheet, asked)
        disputes.raise_dispute(db, now.sheet.id, player, kind.name.lower(), reason, asked=asked, at=self.at())
        return find_season_sheet(db, now.sheet.code, self.clock())

    def _open(self, db: Connection, code: str, by: Actor) -> tuple[SeasonSheet, DisputeRow]:
        now = find_season_sheet(db, code, self.clock(), by.club_id)
        if now.dispute is None:
            raise NotAllowed(f"There is no dispute about this {now.sheet.called}.")
        return now, now.dispute
