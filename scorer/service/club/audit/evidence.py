"""What entries rest on: the rows that a partie, a company or a dispute was made from.

An entry carries the digest of these rows. They are read again, and the partie is played again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, assert_never

from sqlalchemy import Connection

from ....ledger import chain
from ....ledger import entries as ledger
from ....ledger.entries import Entry, SheetPosted
from ....ledger.projections import MemberNow
from ....ledger.results import CardResult, Result, result_of
from ....ledger.signing import HowSigned, Means
from ....rules.partie import play_partie
from ....rules.words import value_words
from ....storage import entry_rows, projections, season_sheets, sheets
from ....storage.projections import MemberRow
from ....storage.season_sheets import WholePartie
from ....storage.sheets import Membership, SheetRow, SignatureRow
from ....storage.statements import StatementRow, turns
from ....table.recording import SheetKind
from .. import posts
from ..posting.signing import how_signed
from ..posts import until


class KnownNames(NamedTuple):
    """The members as stored, and by number the names that the ledger gave them.

    Without the latter, which only reading the whole book gives, no name is checked.
    """

    rows: Mapping[int, MemberRow]
    known: Mapping[int, MemberNow] | None = None

    def faults(self, row: SheetRow, signatures: Iterable[SignatureRow]) -> Iterator[str]:
        """Yield names of players, or in their signatures, that the ledger never gave them."""
        if self.known is None:
            return
        signed = {each.player: each.name for each in signatures}
        for each in row.players:
            for name in {each.name, signed.get(each.seat, each.name)}:
                if not self._is_name(each.member, name):
                    yield (
                        f"{row.kind} {row.code} calls member {each.member} {name}, who never "
                        f"had that name"
                    )

    def _is_name(self, member: int, name: str) -> bool:
        row = self.rows.get(member)
        now = (self.known or {}).get(member)
        if row is None or now is None:
            return True
        if row.is_erased:
            return name == row.name
        return any(chain.seal(name, row.salt, known) == known for known in now.known)


class Evidence(NamedTuple):
    """The stored rows behind some entries; of a company,
    what would be posted now, or why nothing.
    """

    db: Connection
    club_id: int
    sheets: Mapping[str, SheetRow]
    in_seasons: Mapping[str, WholePartie]
    names: KnownNames
    merged: Mapping[int, int]

    def faults(self, entry: Entry, *, is_current: bool) -> Iterator[str]:
        """Yield what an entry says and the rows do not;
        nothing may have been recorded since a current entry.
        """
        body = ledger.of_merged(entry.body, self.merged) if self.merged else entry.body
        if isinstance(body, ledger.DisputeEnded):
            yield from self._dispute(entry, body)
        if not isinstance(body, SheetPosted):
            return
        match body.result:
            case CardResult():
                yield from self._company(entry.number, body)
            case Result():
                if body.code:
                    yield from self._partie(entry, body, is_current=is_current)
            case _:
                assert_never(body.result)

    def _partie(self, entry: Entry, body: SheetPosted, *, is_current: bool) -> Iterator[str]:
        whole = self.in_seasons.get(body.code)
        if whole is None:
            yield (
                f"partie {body.code} is {'in no season' if body.code in self.sheets else 'missing'}"
            )
            return
        statements = [each for deal in whole.deals for each in deal]
        missing = list(_missing(body, statements))
        more = len(statements) - sum(body.lengths)
        if is_current and not missing and more:
            yield f"partie {body.code} has {more} statement{'s' * (more > 1)} that no entry covers"
        moved = list(self._moved(body, whole.row.membership))
        yield from (*missing, *moved, *self.names.faults(whole.row, whole.signatures))
        yield from self._signatures(body, whole.signatures)
        if missing or moved:
            return
        posted = until(whole, body.lengths, body.signed)
        if posts.digest_of(posted, body.record) != body.record:
            yield from _changed(body, posted)
            return
        try:
            again = result_of(play_partie(posts.record_of(posted)))
        except ValueError as error:
            yield f"partie {body.code} cannot be played: {error}"
            return
        if again != body.result:
            yield f"the statements of partie {body.code} do not give the posted result"

    def _company(self, number: int, body: SheetPosted) -> Iterator[str]:
        posted = entry_rows.entries_of_sheet(
            self.db, self.club_id, body.code, kind=entry_rows.POSTED
        )
        if number != max((row.number for row in posted), default=0):
            return  # the entry that replaces it covers all that it covered
        row = sheets.find_sheet(self.db, body.code, SheetKind.COMPANY)
        if row is None:
            yield f"company {body.code} is missing"
            return
        if row.of_season is None or (row.of_season.club_id, row.of_season.season) != (
            self.club_id,
            body.season,
        ):
            yield f"company {body.code} is not in the season in which it was posted"
            return
        try:
            now = posts.company_body(self.db, row, body.instead_of, body.record)
        except (ValueError, LookupError) as error:
            yield f"company {body.code} cannot be played: {error}"
            return
        signed = sheets.signatures(self.db, row.id)
        yield from self.names.faults(row, signed)
        yield from self._signatures(body, signed)
        for turn in turns(self.db, row.id):
            if turn.partie_id is not None:
                partie = sheets.sheet_by_id(self.db, turn.partie_id)
                for name in {*partie.names} - {*row.names}:
                    yield (
                        f"partie {partie.code} has a player {name}, who is not in company "
                        f"{row.code}"
                    )
        if now.record != body.record:
            yield (
                f"the statements, players or signatures of company {body.code} differ from "
                f"what was posted"
            )
        elif now.result != body.result:
            yield f"the card of company {body.code} does not give the posted result"

    def _signatures(self, body: SheetPosted, stored: Sequence[SignatureRow]) -> Iterator[str]:
        """Yield the signatures that an entry seals, and that are not stored so.

        With ink, and where a director posted it for a player, nothing else is stored.
        """
        for each in body.signatures:
            if each.means in SEALED_ALONE:
                continue
            same = [row for row in stored if (row.player, row.signed_at) == (each.seat, each.at)]
            if how_signed_last(same) != HowSigned(each.means, each.by):
                yield (
                    f"the signature of player {each.seat + 1} of {body.code} is not stored by "
                    f"the means that were posted"
                )

    def _moved(self, body: SheetPosted, membership: Membership) -> Iterator[str]:
        for what, stored, posted in (
            ("club", membership.club_id, self.club_id),
            ("season", membership.season, body.season),
            ("members", membership.members, body.members),
            ("round", membership.round, body.round),
            ("kind", membership.kind, SheetKind.PARTIE),
        ):
            if stored != posted:
                yield (
                    f"partie {body.code} is stored with {what} {value_words(stored)}, but was "
                    f"posted with {what} {value_words(posted)}"
                )

    def _dispute(self, entry: Entry, body: ledger.DisputeEnded) -> Iterator[str]:
        whole = self.in_seasons.get(body.code)
        disputes = () if whole is None else whole.disputes
        dispute = next((each for each in disputes if each.number == body.dispute), None)
        if dispute is None:
            yield f"dispute {body.dispute} of {body.code} is missing"
            return
        if posts.request_digest(dispute, body.dispute_digest) != body.dispute_digest:
            yield (
                f"the request or a reply in dispute {body.dispute} of {body.code} differs from "
                f"what was decided on"
            )
        stored = (
            dispute.club_id,
            dispute.season,
            dispute.how,
            dispute.by,
            dispute.words,
            dispute.law,
            dispute.ended_at,
        )
        how = body.how.name.lower()
        if stored != (
            self.club_id,
            body.season,
            how,
            entry.author,
            body.ruling,
            body.law,
            entry.at,
        ):
            yield f"the end of dispute {body.dispute} of {body.code} differs from what was posted"
        # What an entry of before does not say follows from its disputes. It may also name one that
        # an earlier dispute is known to supersede by now.
        by = {each.number: each.superseded_by for each in disputes}
        if any(not 0 < by.get(number, 0) <= body.dispute for number in body.supersedes):
            yield (
                f"the disputes that dispute {body.dispute} of {body.code} supersedes differ from "
                f"what was posted"
            )


SEALED_ALONE = (Means.INK, Means.DIRECTOR)
"""The means of which nothing is stored beside the entry."""


def how_signed_last(rows: Sequence[SignatureRow]) -> HowSigned | None:
    """Return by what the last of some signatures was made."""
    return how_signed(rows[-1]) if rows else None


def _missing(body: SheetPosted, statements: Sequence[StatementRow]) -> Iterator[str]:
    posted = {
        (deal, position) for deal, length in enumerate(body.lengths) for position in range(length)
    }
    for deal, position in sorted(posted - {(each.deal, each.position) for each in statements}):
        yield f"{_named_statement(body, deal, position)} is missing"


def _changed(body: SheetPosted, posted: WholePartie) -> Iterator[str]:
    changed = False
    for deal, (now, then) in enumerate(zip(posts.marks_of(posted), body.marks, strict=False)):
        for position in range(len(now) // 2):
            own = slice(2 * position, 2 * position + 2)  # a mark has two characters
            if now[own] != then[own]:
                changed = True
                yield f"{_named_statement(body, deal, position)} differs from what was posted"
    if not changed:
        yield f"the opening or the signatures of partie {body.code} differ from what was posted"


def _named_statement(body: SheetPosted, deal: int, position: int) -> str:
    return f"statement {position + 1} of deal {deal + 1} of partie {body.code}"


def read_evidence(
    db: Connection, club_id: int, entries: Iterable[Entry], names: KnownNames | None = None
) -> Evidence:
    bodies = [entry.body for entry in entries]
    codes = {
        body.code
        for body in bodies
        if isinstance(body, SheetPosted | ledger.DisputeEnded) and body.code
    }
    rows = sheets.sheets_with(db, codes)
    wholes = season_sheets.whole(db, rows.values())
    names = names or KnownNames(projections.member_rows(db, club_id))
    merged = {number: row.merged_into for number, row in names.rows.items() if row.merged_into}
    return Evidence(
        db,
        club_id,
        sheets=rows,
        in_seasons={each.row.code: each for each in wholes},
        names=names,
        merged=merged,
    )
