"""
Check that the rows behind an entry are those that it was posted from.

An entry carries the digest of the rows its partie was made from. They are read again, and the partie is played again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.entries import CompanyPosted, Entry, PartiePosted, Ruled
from ...ledger.results import result_of
from ...rules.errors import NotationError
from ...rules.partie import play_partie
from ...rules.refusals import IllegalStatement
from ...storage import companies, disputes, parties, season_parties
from ...storage.disputes import DisputeRow
from ...storage.parties import PartieRow, SignatureRow, StatementRow
from ...storage.season_parties import SeasonPartie
from .company_record import company_body
from .recorded import Recorded, asked_in, by_deals


@dataclass(frozen=True, slots=True)
class Evidence:
    """
    The stored rows behind some entries.

    Attributes:
        parties: by code.
        places: their seasons, by partie id; `statements`, `signatures` and `disputes` likewise.
        companies: by code, what would be posted now, or why nothing could be.
    """

    club_id: int
    parties: Mapping[str, PartieRow]
    places: Mapping[int, SeasonPartie]
    statements: Mapping[int, Sequence[StatementRow]]
    signatures: Mapping[int, Sequence[SignatureRow]]
    disputes: Mapping[int, Sequence[DisputeRow]]
    companies: Mapping[str, CompanyPosted | str]

    def faults(self, entry: Entry, *, stands: bool) -> Iterator[str]:
        """
        Yield what an entry says and the rows do not.

        Args:
            stands: the entry is current, so nothing may have been recorded since.
        """
        if isinstance(entry.body, PartiePosted) and entry.body.code:
            yield from self._partie(entry, entry.body, stands=stands)
        elif isinstance(entry.body, CompanyPosted):
            yield from self._company(entry.body)
        elif isinstance(entry.body, Ruled):
            yield from self._ruling(entry, entry.body)

    def _partie(self, entry: Entry, body: PartiePosted, *, stands: bool) -> Iterator[str]:
        row = self.parties.get(body.code)
        place = None if row is None else self.places.get(row.id)
        if row is None or place is None:
            yield f"partie {body.code} is not there" if row is None else f"partie {body.code} has no place in a season"
            return
        statements = self.statements.get(row.id, ())
        missing = list(_missing(body, statements))
        misplaced = list(self._misplaced(body, place))
        more = len(statements) - sum(body.lengths)
        if stands and not missing and more:
            yield f"something was said in partie {body.code} that is in no entry: {more} more than was posted"
        yield from (*missing, *misplaced)
        if missing or misplaced:
            return
        whole = Recorded(row, place, by_deals(statements), tuple(self.signatures.get(row.id, ())))
        posted = whole.until(body.lengths, body.signed)
        if posted.digest != body.record:
            yield from _changed(body, posted)
            return
        try:
            again = result_of(play_partie(posted.record))
        except (NotationError, IllegalStatement, ValueError) as error:
            yield f"partie {body.code} cannot be played: {error}"
            return
        if again != body.result:
            yield f"what was said in partie {body.code} does not give the result that was posted"

    def _company(self, body: CompanyPosted) -> Iterator[str]:
        now = self.companies[body.code]
        if isinstance(now, str):
            yield f"company {body.code} {now}"
        elif now.record != body.record:
            yield f"what was said in company {body.code}, who played in it or who signed it, is not what was posted"
        elif now.shares != body.shares:
            yield f"the card of company {body.code} does not give what was posted"

    def _misplaced(self, body: PartiePosted, place: SeasonPartie) -> Iterator[str]:
        for what, stored, posted in (
            ("club", place.club_id, self.club_id),
            ("season", place.season, body.season),
            ("members", place.members, body.members),
            ("round", place.round, body.round),
        ):
            if stored != posted:
                yield f"the place of partie {body.code} has the {what} {stored}, posted was {posted}"

    def _ruling(self, entry: Entry, body: Ruled) -> Iterator[str]:
        row = self.parties.get(body.code)
        disputes = () if row is None else self.disputes.get(row.id, ())
        dispute = next((each for each in disputes if each.number == body.dispute), None)
        if dispute is None:
            yield f"dispute {body.dispute} of partie {body.code} is not there"
            return
        if asked_in(dispute) != body.dispute_digest:
            yield f"what dispute {body.dispute} of partie {body.code} asked is not what was ruled on"
        stored = dispute.how, dispute.by, dispute.words, dispute.law, dispute.ended_at
        if stored != ("ruled", entry.author, body.ruling, body.law, entry.at):
            yield f"the end of dispute {body.dispute} of partie {body.code} is not the ruling that was posted"


def _missing(body: PartiePosted, statements: Sequence[StatementRow]) -> Iterator[str]:
    there = {(each.deal, each.position) for each in statements}
    for deal, length in enumerate(body.lengths):
        for position in range(length):
            if (deal, position) not in there:
                yield f"{_named(body, deal, position)} is not there"


def _changed(body: PartiePosted, posted: Recorded) -> Iterator[str]:
    named = False
    for deal, (now, then) in enumerate(zip(posted.marks, body.marks, strict=False)):
        for position in range(len(now) // 2):
            if now[2 * position : 2 * position + 2] != then[2 * position : 2 * position + 2]:
                named = True
                yield f"{_named(body, deal, position)} is not what was posted"
    if not named:
        yield f"how partie {body.code} was opened, or who signed it, is not what was posted"


def _named(body: PartiePosted, deal: int, position: int) -> str:
    return f"statement {position + 1} of deal {deal + 1} of partie {body.code}"


def read_evidence(db: Connection, club_id: int, entries: Iterable[Entry]) -> Evidence:
    bodies = [entry.body for entry in entries]
    codes = {body.code for body in bodies if isinstance(body, PartiePosted | Ruled) and body.code}
    ruled = {body.code for body in bodies if isinstance(body, Ruled)}
    found = parties.parties_with(db, codes)
    ids = [row.id for row in found.values()]
    return Evidence(
        club_id,
        found,
        season_parties.season_parties_of(db, ids),
        parties.statements_of(db, ids),
        parties.signatures_of(db, ids),
        disputes.disputes_about(db, [row.id for code, row in found.items() if code in ruled]),
        {body.code: _company_now(db, club_id, body) for body in bodies if isinstance(body, CompanyPosted)},
    )


def _company_now(db: Connection, club_id: int, body: CompanyPosted) -> CompanyPosted | str:
    """Return what would be posted of a company now, or why nothing could be."""
    row = companies.find_company(db, body.code)
    if row is None:
        return "is not there"
    if companies.season_of(db, row.id) != (club_id, body.season):
        return "is not of the season in which it was posted"
    try:
        return company_body(db, row, body.season, body.instead_of)
    except (NotationError, IllegalStatement, ValueError, LookupError) as error:
        return f"cannot be played: {error}"
