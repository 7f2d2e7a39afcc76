"""
Withdrawals: apply the season's terms to the fixtures of a member who leaves, in one step.

Each remaining fixture becomes a bye or a forfeit, or a replacement takes it over. An annulled partie is reversed and
the opponent gets a bye; the member's own byes are reversed with it. So all others have met, or not met, alike.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger.entries import ByeGiven, Replaced, Withdrew
from ...ledger.pairing import WithdrawalEffect, other_of, slots_of, withdrawal_effect
from ...ledger.terms import Format, SeasonTerms, Withdrawal
from ...storage import book, projections, season_parties
from ..opening import NotAllowed
from ..sheets import read_sheet
from .fixtures import FixtureNow, FixtureState, fixtures_now, forfeit, rounds_of
from .running import Running

LAW = "the season's terms on withdrawals"


@dataclass(frozen=True, slots=True)
class Leaving:
    """What happens to the fixtures of a member who withdraws."""

    fixtures: tuple[FixtureNow, ...]
    left: WithdrawalEffect


def leaving(db: Connection, club_id: int, season: int, terms: SeasonTerms, member: int) -> Leaving:
    """Return what would happen to a member's fixtures without a replacement."""
    now = fixtures_now(db, club_id, season, terms)
    settled = {each.slot for each in now if not each.is_open}
    return Leaving(now, withdrawal_effect(rounds_of(now), settled, member, terms.withdrawal))


def withdraw(run: Running, member: int, reason: str, substitute: int | None = None) -> None:
    """
    Post a withdrawal and all that follows.

    Args:
        substitute: takes over the remaining fixtures; without one the terms decide.

    Raises:
        NotAllowed: there is no reason, the member is not in the season, a finished partie of theirs has yet to be
            signed,
            or the replacement cannot play.
    """
    reason = " ".join(reason.split())
    _refuse(run.db, run.club_id, run.season, member, reason)
    found = leaving(run.db, run.club_id, run.season, run.terms, member)
    why = f"{_name(run, member)} withdraws: {reason}"
    run.post(Withdrew(run.season, member, reason))
    if substitute is not None:
        replace(run, member, substitute)
        return
    slots = {each.slot: each for each in found.fixtures}
    drawn = slots_of(rounds_of(found.fixtures), member)
    for slot in sorted({*found.left.byes, *found.left.forfeits, *found.left.annulled}):
        fixture, other = slots[slot], other_of(drawn[slot], member)
        assert other is not None
        if slot in found.left.forfeits:
            forfeit(run, fixture, other)
            continue
        if slot in found.left.annulled:
            assert fixture.entry is not None
            run.reverse(fixture.entry, reason=why, law=LAW)
        run.post(ByeGiven(run.season, other, fixture.round))
    if run.terms.withdrawal is Withdrawal.ANNUL_UNDER_HALF and found.left.byes:
        for each in found.fixtures:
            if each.state is FixtureState.BYE and each.through == member and each.entry is not None:
                run.reverse(each.entry, reason=why, law=LAW)


def replace(run: Running, member: int, substitute: int) -> None:
    """
    Post that a member takes over the remaining fixtures of one who withdrew.

    What was posted for these fixtures is reversed; parties that were played remain.

    Raises:
        NotAllowed: the one has not withdrawn, the other is in the season or is not a member, or no fixture remains.
    """
    playing = projections.entrants(run.db, run.club_id, run.season)
    if not playing.get(member, False):
        raise NotAllowed("Only a member who has withdrawn can be replaced.")
    if substitute in playing or substitute not in projections.members(run.db, run.club_id, [substitute]):
        raise NotAllowed("Choose a replacement who is a member and not yet in this season.")
    taken = left_to_take(run.db, run.club_id, run.season, run.terms, member)
    if not taken:
        raise NotAllowed(f"{_name(run, member)} has no remaining fixtures to take over.")
    why = f"{_name(run, substitute)} replaces {_name(run, member)}"
    for each in taken:
        if each.entry is not None and not each.is_open:
            run.reverse(each.entry, reason=why, law=LAW)
    run.post(Replaced(run.season, member, substitute, tuple(each.slot for each in taken)))


def left_to_take(db: Connection, club_id: int, season: int, terms: SeasonTerms, member: int) -> list[FixtureNow]:
    """
    Return the fixtures of a withdrawn member that a replacement would take over: those settled only by the withdrawal.

    In a knock-out only one of the latest round, because others have advanced from earlier ones.
    """
    left_at = max(
        (row.number for row in book.entries(db, club_id, kind="withdrew", season=season) if _left(row, member)),
        default=None,
    )
    if left_at is None:
        return []
    now = fixtures_now(db, club_id, season, terms)
    first_round = now[-1].round if now and terms.format is Format.KNOCK_OUT else 1
    return [
        each
        for each in now
        if member in each.members
        and each.second is not None
        and each.round >= first_round
        and (each.is_open or (each.through != member and each.entry is not None and each.entry > left_at))
    ]


def _left(row: book.EntryRow, member: int) -> bool:
    body = chain.read(row.text).body
    return isinstance(body, Withdrew) and body.member == member


def _name(run: Running, member: int) -> str:
    return projections.members(run.db, run.club_id, [member])[member]


def _refuse(db: Connection, club_id: int, season: int, member: int, reason: str) -> None:
    if not reason:
        raise NotAllowed("Enter a reason. It becomes part of the entry.")
    if projections.entrants(db, club_id, season).get(member, True):
        raise NotAllowed("That member is not in this season.")
    for row, place in season_parties.unposted(db, club_id, season):
        if member in place.members and read_sheet(db, row).partie.is_over:
            raise NotAllowed(f"The partie {row.code} is over but not posted. It must be signed or ruled on first.")
