"""
All that a partie of a season was made from: its rows as they are stored, of which its entry carries the digest.

An entry covers what was there when it was posted; what is said later, in a
correction, is covered by the entry that takes its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.chain import dispute_digest, mark, record_digest
from ...ledger.entries import PartiePosted
from ...ledger.results import result_of
from ...rules.feasibility import Finding
from ...rules.partie import Partie, PartieRecord
from ...storage import parties
from ...storage.disputes import DisputeRow
from ...storage.parties import PartieRow, SignatureRow, StatementRow
from ...storage.season_parties import SeasonPartie
from ..checking import check
from ..sheets import DISPUTE, read_record


def dispute_key(number: int) -> str:
    """The form key under which the version of a dispute is recorded."""
    return f"{DISPUTE}{number}"


def asked_in(dispute: DisputeRow) -> str:
    """The digest of a dispute as it was raised, which the entry of its ruling carries."""
    return dispute_digest(
        dispute.player, dispute.kind, dispute.reason, dispute.deal, dispute.correction, dispute.raised_at
    )


@dataclass(frozen=True, slots=True)
class Recorded:
    """
    A partie as it is stored.

    Attributes:
        row: how it was opened.
        place: its place in a season.
        deals: for each deal what was said, in order.
        signatures: those that were given, in order.
    """

    row: PartieRow
    place: SeasonPartie
    deals: tuple[tuple[StatementRow, ...], ...]
    signatures: tuple[SignatureRow, ...]

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many statements each deal has."""
        return tuple(len(deal) for deal in self.deals)

    @property
    def record(self) -> PartieRecord:
        """What is known of the partie, to be played."""
        return read_record(self.row, [[each.text for each in deal] for deal in self.deals])

    @property
    def marks(self) -> tuple[str, ...]:
        """For each deal two letters for every statement."""
        return tuple(
            "".join(mark((each.text, each.form_key, each.recorded_at)) for each in deal) for deal in self.deals
        )

    @property
    def digest(self) -> str:
        """The digest of all of it."""
        row, place = self.row, self.place
        opened: dict[str, str | int] = {
            "code": row.code,
            "first": row.first,
            "second": row.second,
            "ruleset": row.ruleset,
            "opened_at": row.opened_at,
            "season": place.season,
            "first_member": place.members[0],
            "second_member": place.members[1],
            "round": place.round,
            "added_at": place.added_at,
        }
        deals = [[(each.text, each.form_key, each.recorded_at) for each in deal] for deal in self.deals]
        return record_digest(opened, deals, [(each.player, each.name, each.signed_at) for each in self.signatures])

    def until(self, lengths: Sequence[int], signed: int) -> Recorded:
        """The partie as it was when its deals had these lengths, and so many had signed."""
        deals = tuple(deal[:length] for deal, length in zip(self.deals, lengths, strict=False))
        return Recorded(self.row, self.place, deals, self.signatures[:signed])

    def body(self, partie: Partie, instead_of: int | None = None, *, imported: bool = False) -> PartiePosted:
        """
        What is posted of it.

        Args:
            partie: the finished partie, as it is played from the record.
            instead_of: the number of the first entry of this partie, if there is one.
            imported: it comes from a file; its claims are not checked, for there may be thousands.
        """
        checked = () if imported else partie.deals
        return PartiePosted(
            self.place.season,
            self.place.members,
            self.row.code,
            self.lengths,
            self.digest,
            result_of(partie),
            self.place.round,
            instead_of,
            len(self.signatures),
            self.marks,
            imported,
            tuple(each.number + 1 for each in checked if each.deal and check(each.deal).finding is Finding.IMPOSSIBLE),
        )


def by_deals(statements: Sequence[StatementRow]) -> tuple[tuple[StatementRow, ...], ...]:
    """Statements in order, deal by deal."""
    deals: dict[int, list[StatementRow]] = {}
    for each in statements:
        deals.setdefault(each.deal, []).append(each)
    return tuple(tuple(deals[deal]) for deal in sorted(deals))


def read_recorded(db: Connection, row: PartieRow, place: SeasonPartie) -> Recorded:
    """A partie as it is stored now."""
    return Recorded(row, place, by_deals(parties.statements(db, row.id)), tuple(parties.signatures(db, row.id)))
