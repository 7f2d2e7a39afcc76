"""Snapshots: the stored rows of a partie or of a company's scorecard, whose digest its entry carries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection

from ...ledger.canonical import canonical
from ...ledger.chain import digest, dispute_digest, mark, record_digest
from ...ledger.entries import SheetPosted
from ...ledger.results import CardResult, Share, result_of
from ...rules.company import Card, Frame, Turn
from ...rules.findings import Finding
from ...rules.partie import Partie, PartieRecord
from ...storage import sheets as store
from ...storage import statements
from ...storage.disputes import DisputeRow
from ...storage.season_sheets import Membership, WholePartie, season_of
from ...storage.sheets import SheetRow
from ..checking import check
from ..sheets import DISPUTE, CompanyCard, read_card, read_record

# Parties
#
# An entry covers the rows at the time of posting; a later correction is covered by the entry that replaces it.


def dispute_key(number: int) -> str:
    return f"{DISPUTE}{number}"


def request_digest(dispute: DisputeRow) -> str:
    return dispute_digest(*_REQUESTED(dispute))


_REQUESTED = attrgetter("player", "kind", "reason", "turn", "deal", "correction", "raised_at")


def _opened(row: SheetRow) -> list[object]:
    players = [[each.seat, each.name, each.member] for each in row.players]
    return [row.code, row.kind, row.terms, players, row.ruleset, row.opened_at]


def record_of(whole: WholePartie) -> PartieRecord:
    return read_record(whole.row, [[each.text for each in deal] for deal in whole.deals])


def marks_of(whole: WholePartie) -> tuple[str, ...]:
    """Return two letters per statement for each deal, as `chain.mark` makes them."""
    return tuple("".join(mark((each.text, each.form_key, each.recorded_at)) for each in deal) for deal in whole.deals)


def digest_of(whole: WholePartie) -> str:
    membership = whole.membership
    opened = [*_opened(whole.row), membership.season, membership.round, membership.added_at]
    deals = [[(each.text, each.form_key, each.recorded_at) for each in deal] for deal in whole.deals]
    return record_digest(opened, deals, [(each.player, each.name, each.signed_at) for each in whole.signatures])


def until(whole: WholePartie, lengths: Sequence[int], signed: int) -> WholePartie:
    """Return a partie as it was when its deals had these lengths and so many had signed."""
    deals = [deal[:length] for deal, length in zip(whole.deals, lengths, strict=False)]
    return replace(whole, deals=deals, signatures=whole.signatures[:signed])


def partie_body(
    whole: WholePartie, partie: Partie, instead_of: int | None = None, *, imported: bool = False
) -> SheetPosted:
    """Return what is posted of a finished partie; *instead_of* is its first entry if it was posted before."""
    checked = () if imported else partie.deals  # an import may have thousands of parties
    return SheetPosted(
        whole.membership.season,
        whole.membership.members,
        whole.row.code,
        digest_of(whole),
        result_of(partie),
        whole.membership.round,
        instead_of,
        len(whole.signatures),
        tuple(map(len, whole.deals)),
        marks_of(whole),
        imported,
        tuple(each.number + 1 for each in checked if each.deal and check(each.deal).finding is Finding.IMPOSSIBLE),
    )


def read_whole(db: Connection, row: SheetRow, membership: Membership) -> WholePartie:
    said = statements.by_deals(statements.statements(db, row.id))
    return WholePartie(row, membership, said, tuple(store.signatures(db, row.id)))


# Companies
#
# A card is always read whole: an entry that replaces another covers all that the other covered.


def company_digest(db: Connection, row: SheetRow) -> str:
    """Return the digest of how a company was opened, of each turn with its results, and of the signatures."""
    of = season_of(db, row.id)
    return digest(
        canonical(
            [
                [*_opened(row), None if of is None else [of.club_id, of.season]],
                [_turn(db, each) for each in statements.turns(db, row.id)],
                [[each.player, each.name, each.signed_at] for each in store.signatures(db, row.id)],
            ]
        )
    )


def _turn(db: Connection, turn: statements.TurnRow) -> list[Any]:
    found: list[Any] = [turn.number, turn.first, turn.second, turn.result]
    if turn.partie_id is not None:
        partie = store.sheet_by_id(db, turn.partie_id)
        said = statements.statements(db, turn.partie_id)
        found += _opened(partie)
        found.append([[each.deal, each.position, each.text, each.form_key, each.recorded_at] for each in said])
    return found


def company_body(db: Connection, row: SheetRow, season: int, instead_of: int | None = None) -> SheetPosted:
    """Return what is posted of a company; *instead_of* is its first entry if it was posted before."""
    card, signed = read_card(db, row), len(store.signatures(db, row.id))
    result = CardResult(card.company.card.terms.frame.value, shares(card))
    record = company_digest(db, row)
    return SheetPosted(season, card.members, row.code, record, result, instead_of=instead_of, signed=signed)


def shares(card: CompanyCard) -> tuple[Share, ...]:
    found = card.company.card
    return tuple(
        Share(member, found.balances[seat], len(found.turns), *_counted(found, seat))
        for seat, member in enumerate(card.members)
    )


def _counted(card: Card, seat: int) -> tuple[int, int, int]:
    """
    Count the parties that a player won, drew and lost.

    In a chouette the others win and lose with who plays for them, and partners win together; in a pool everyone plays
    for themselves while the others wait.
    """
    ended = [_how(card, turn, seat) for turn in card.turns]
    return ended.count(1), ended.count(0), ended.count(-1)


def _how(card: Card, turn: Turn, seat: int) -> int | None:
    """Return 1 if a player won, -1 if they lost, 0 if they drew; `None` if they waited."""
    seats = turn.lineup.seats
    if card.terms.frame is Frame.POOL and seat not in seats:
        return None
    if turn.won.by is None:
        return 0
    side = seats.index(seat) % card.sides if seat in seats else 1
    return 1 if side == turn.won.by else -1
