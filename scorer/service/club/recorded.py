"""
The rows that a season partie is made from; its entry carries their digest.

An entry covers the rows at the time of posting; a later correction is covered by the entry that replaces it.
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
    """Return the idempotency key of a dispute's correction."""
    return f"{DISPUTE}{number}"


def asked_in(dispute: DisputeRow) -> str:
    """Return the digest of a dispute as raised, which the entry of its ruling carries."""
    return dispute_digest(
        dispute.player, dispute.kind, dispute.reason, dispute.deal, dispute.correction, dispute.raised_at
    )


@dataclass(frozen=True, slots=True)
class Recorded:
    """A partie as stored; `deals` holds the statements of each deal."""

    row: PartieRow
    place: SeasonPartie
    deals: tuple[tuple[StatementRow, ...], ...]
    signatures: tuple[SignatureRow, ...]

    @property
    def lengths(self) -> tuple[int, ...]:
        """Return the number of statements of each deal."""
        return tuple(len(deal) for deal in self.deals)

    @property
    def record(self) -> PartieRecord:
        return read_record(self.row, [[each.text for each in deal] for deal in self.deals])

    @property
    def marks(self) -> tuple[str, ...]:
        """Return two letters per statement for each deal, as `chain.mark` makes them."""
        return tuple(
            "".join(mark((each.text, each.form_key, each.recorded_at)) for each in deal) for deal in self.deals
        )

    @property
    def digest(self) -> str:
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
        """Return the partie as it was when its deals had these lengths and so many had signed."""
        deals = tuple(deal[:length] for deal, length in zip(self.deals, lengths, strict=False))
        return Recorded(self.row, self.place, deals, self.signatures[:signed])

    def body(self, partie: Partie, instead_of: int | None = None, *, imported: bool = False) -> PartiePosted:
        """
        Return what is posted of it.

        Args:
            partie: as played from the record, finished.
            instead_of: its first entry, if it was posted before.
            imported: it comes from a file; its claims are not checked, because there may be thousands.
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
    """Group statements, which are in order, by deal."""
    deals: dict[int, list[StatementRow]] = {}
    for each in statements:
        deals.setdefault(each.deal, []).append(each)
    return tuple(tuple(deals[deal]) for deal in sorted(deals))


def read_recorded(db: Connection, row: PartieRow, place: SeasonPartie) -> Recorded:
    return Recorded(row, place, by_deals(parties.statements(db, row.id)), tuple(parties.signatures(db, row.id)))
