"""
Withdrawing: what a season's terms say becomes of the fixtures of a member who leaves, carried out in one step.

A fixture that is left has one of three ends: the other has a bye, the other
wins by forfeit, or a substitute takes it. A partie that is annulled is
reversed, and the other has a bye in its place; byes of the member's own are
reversed with it. So in the end all others have met, or not met, alike.
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
    """
    What becomes of the fixtures of a member who withdraws.

    Attributes:
        fixtures: all that were drawn.
        left: those of the member, by what becomes of each.
    """

    fixtures: tuple[FixtureNow, ...]
    left: WithdrawalEffect


def leaving(db: Connection, club_id: int, season: int, terms: SeasonTerms, member: int) -> Leaving:
    """What becomes of a member's fixtures by the terms, if he withdraws and nobody takes his place."""
    now = fixtures_now(db, club_id, season, terms)
    settled = {each.slot for each in now if not each.is_open}
    return Leaving(now, withdrawal_effect(rounds_of(now), settled, member, terms.withdrawal))


def withdraw(run: Running, member: int, reason: str, substitute: int | None = None) -> None:
    """
    Post that a member withdraws, and all that follows.

    Args:
        run: the season.
        member: who withdraws.
        reason: why.
        substitute: who takes the fixtures that are left; without one the terms say what becomes of them.

    Raises:
        NotAllowed: no reason is given, the member does not play, a partie of
            his is over and waits to be signed, or the substitute cannot come.
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
    Post that a substitute takes the fixtures that a member who withdrew has left.

    What was posted for them when he withdrew is reversed; parties that were
    played, and stand, stay his.

    Raises:
        NotAllowed: the one has not withdrawn, the other plays already or is no
            member, or nothing is left to take.
    """
    playing = projections.entrants(run.db, run.club_id, run.season)
    if not playing.get(member, False):
        raise NotAllowed("Only one who has withdrawn can be replaced.")
    if substitute in playing or substitute not in projections.members(run.db, run.club_id, [substitute]):
        raise NotAllowed("The substitute is a member who does not play in this season yet.")
    taken = left_to_take(run.db, run.club_id, run.season, run.terms, member)
    if not taken:
        raise NotAllowed(f"No fixture of {_name(run, member)} is left to take.")
    why = f"{_name(run, substitute)} takes the place of {_name(run, member)}"
    for each in taken:
        if each.entry is not None and not each.is_open:
            run.reverse(each.entry, reason=why, law=LAW)
    run.post(Replaced(run.season, member, substitute, tuple(each.slot for each in taken)))


def left_to_take(db: Connection, club_id: int, season: int, terms: SeasonTerms, member: int) -> list[FixtureNow]:
    """
    The fixtures of a member who withdrew that a substitute would take: those settled only because he did.

    Of a knock-out only one of the round that was drawn last: in those before
    it others have gone through.
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
        raise NotAllowed("Say why: the reason stands in the book.")
    if projections.entrants(db, club_id, season).get(member, True):
        raise NotAllowed("That member does not play in this season.")
    for row, place in season_parties.unposted(db, club_id, season):
        if member in place.members and read_sheet(db, row).partie.is_over:
            raise NotAllowed(
                f"The partie {row.code} is over but not in the book; it has to be signed or ruled on first."
            )
