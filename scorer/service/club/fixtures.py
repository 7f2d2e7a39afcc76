"""Fixtures: who meets whom in a season, what is played and what is not, draws, byes and withdrawals."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger.entries import ByeGiven, Fixture, Replaced, RoundDrawn, SheetPosted, Withdrew
from ...ledger.pairing import (
    Round,
    Slot,
    WithdrawalEffect,
    first_round,
    next_round,
    other_of,
    round_robin,
    slots_of,
    withdrawal_effect,
)
from ...ledger.records import Rating
from ...ledger.results import Result, Side
from ...ledger.terms import Format, SeasonTerms, Withdrawal
from ...storage import book, projections, season_sheets
from ...storage.projections import PostedPartie
from ..opening import NotAllowed, refuse_if
from ..sheets import read_sheet
from .posting import Posted, Running, read_entry


class FixtureStatus(Enum):
    TO_PLAY = "to play"
    AT_TABLE = "begun, not posted"
    PLAYED = "played"
    AGAIN = "drawn, to be replayed"
    FORFEIT = "forfeit"
    BYE = "bye"


OPEN_STATES = frozenset({FixtureStatus.TO_PLAY, FixtureStatus.AT_TABLE, FixtureStatus.AGAIN})


@dataclass(frozen=True, slots=True)
class FixtureNow:
    """A fixture with its status; `through` is who won it, or had a bye because the other withdrew."""

    round: int
    table: int
    first: int
    second: int | None
    state: FixtureStatus
    through: int | None = None
    points: int = 0
    entry: int | None = None
    code: str = ""

    @property
    def slot(self) -> Slot:
        return self.round, self.table

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES

    @property
    def members(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


_Key = tuple[int, frozenset[int]]


def fixtures_now(db: Connection, club_id: int, season: int, terms: SeasonTerms) -> tuple[FixtureNow, ...]:
    rows = projections.fixtures(db, club_id, season)
    if not rows:
        return ()
    posted = _current_results(db, club_id, season)
    byes = byes_given(db, club_id, season)
    begun: dict[_Key, str] = {
        (membership.round, frozenset(membership.members)): row.code
        for row, membership in season_sheets.unposted(db, club_id, season)
    }
    found = []
    for row in rows:
        if not row.second:
            state, entry = FixtureStatus.BYE, byes.get((row.round, row.first))
            found.append(FixtureNow(row.round, row.table, row.first, None, state, row.first, entry=entry))
            continue
        key = row.round, frozenset((row.first, row.second))
        now = FixtureNow(row.round, row.table, row.first, row.second, FixtureStatus.TO_PLAY)
        if key in posted:
            now = _settled(now, posted[key], is_knock_out=terms.format is Format.KNOCK_OUT)
        else:
            for member in now.members:
                if (row.round, member) in byes:
                    now = replace(now, state=FixtureStatus.BYE, through=member, entry=byes[row.round, member])
        if now.is_open and key in begun:
            now = replace(now, state=FixtureStatus.AT_TABLE, entry=None, code=begun[key])
        found.append(now)
    return tuple(found)


def rounds_of(fixtures: tuple[FixtureNow, ...]) -> tuple[Round, ...]:
    """Return the fixtures as drawn, except that who has a bye because the other withdrew meets nobody."""
    rounds: dict[int, list[Fixture]] = {}
    for each in fixtures:
        through = each.through if each.state is FixtureStatus.BYE else None
        drawn = Fixture(each.first, each.second) if through is None else Fixture(through, None)
        rounds.setdefault(each.round, []).append(drawn)
    return tuple(tuple(rounds[number]) for number in sorted(rounds))


def open_fixture(fixtures: tuple[FixtureNow, ...], slot: Slot) -> FixtureNow:
    found = next((each for each in fixtures if each.slot == slot), None)
    if found is None or found.second is None:
        raise NotAllowed("There is no such fixture.")
    if found.state is FixtureStatus.AT_TABLE:
        raise NotAllowed(f"The fixture is being played: its partie has the code {found.code}.")
    refuse_if(not found.is_open, f"The fixture is settled: {found.state.value}, entry {found.entry}.")
    return found


def forfeit(run: Running, fixture: FixtureNow, winner: int) -> Posted:
    assert fixture.second is not None
    won_by = int(winner == fixture.second)
    result = Result((Side(0), Side(0)), won_by, run.terms.forfeit_points, forfeit=True)
    body = SheetPosted(run.season, (fixture.first, fixture.second), "", "", result, fixture.round)
    return run.post(body)


def _current_results(db: Connection, club_id: int, season: int) -> dict[_Key, PostedPartie]:
    """Return what settles each fixture; of two parties (one was drawn) the one with a winner, or else the later."""
    found: dict[_Key, PostedPartie] = {}
    for each in projections.parties_for_rounds(db, club_id, season):
        key = each.round, frozenset(each.members)
        if key not in found or found[key].result.winner is None or each.result.winner is not None:
            found[key] = each
    return found


def byes_given(db: Connection, club_id: int, season: int) -> dict[tuple[int, int], int]:
    """Return the entry of each current bye by round and member."""
    found = {}
    for row in book.entries(db, club_id, kind="bye given", season=season):
        body = chain.read(row.text).body
        if row.reversed_by is None and isinstance(body, ByeGiven):
            found[body.round, body.member] = row.number
    return found


def _settled(now: FixtureNow, by: PostedPartie, *, is_knock_out: bool) -> FixtureNow:
    result = by.result
    if result.winner is None and is_knock_out:
        return replace(now, state=FixtureStatus.AGAIN, entry=by.entry)
    state = FixtureStatus.FORFEIT if result.forfeit else FixtureStatus.PLAYED
    through = None if result.winner is None else by.members[result.winner]
    return replace(now, state=state, through=through, points=result.points, entry=by.entry, code=by.code)


# Withdrawals
#
# Each remaining fixture becomes a bye or a forfeit, or a replacement takes it over. An annulled partie is reversed and
# the opponent gets a bye; the member's own byes are reversed with it. So all others have met, or not met, alike.


LAW = "the season's terms on withdrawals"


class WithdrawalPreview(NamedTuple):
    fixtures: tuple[FixtureNow, ...]
    effect: WithdrawalEffect


def withdrawal_preview(db: Connection, club_id: int, season: int, terms: SeasonTerms, member: int) -> WithdrawalPreview:
    now = fixtures_now(db, club_id, season, terms)
    settled = {each.slot for each in now if not each.is_open}
    return WithdrawalPreview(now, withdrawal_effect(rounds_of(now), settled, member, terms.withdrawal))


def withdraw(run: Running, member: int, reason: str, substitute: int | None = None) -> None:
    """Post a withdrawal and all that follows; without a *substitute* the terms decide about the remaining fixtures."""
    reason = " ".join(reason.split())
    _refuse(run.db, run.club_id, run.season, member, reason)
    found = withdrawal_preview(run.db, run.club_id, run.season, run.terms, member)
    why = f"{_name(run, member)} withdraws: {reason}"
    run.post(Withdrew(run.season, member, reason))
    if substitute is not None:
        replace_member(run, member, substitute)
        return
    slots = {each.slot: each for each in found.fixtures}
    drawn = slots_of(rounds_of(found.fixtures), member)
    for slot in sorted({*found.effect.byes, *found.effect.forfeits, *found.effect.annulled}):
        fixture, other = slots[slot], other_of(drawn[slot], member)
        assert other is not None
        if slot in found.effect.forfeits:
            forfeit(run, fixture, other)
            continue
        if slot in found.effect.annulled:
            assert fixture.entry is not None
            run.reverse(fixture.entry, reason=why, law=LAW)
        run.post(ByeGiven(run.season, other, fixture.round))
    if run.terms.withdrawal is Withdrawal.ANNUL_UNDER_HALF and found.effect.byes:
        for each in found.fixtures:
            if each.state is FixtureStatus.BYE and each.through == member and each.entry is not None:
                run.reverse(each.entry, reason=why, law=LAW)


def replace_member(run: Running, member: int, substitute: int) -> None:
    """Post that a member takes over the remaining fixtures of one who withdrew, and reverse what settled them."""
    playing = projections.entrants(run.db, run.club_id, run.season)
    refuse_if(not playing.get(member, False), "Only a member who has withdrawn can be replaced.")
    if substitute in playing or substitute not in projections.members(run.db, run.club_id, [substitute]):
        raise NotAllowed("Choose a replacement who is a member and not yet in this season.")
    taken = fixtures_to_take_over(run.db, run.club_id, run.season, run.terms, member)
    refuse_if(not taken, f"{_name(run, member)} has no remaining fixtures to take over.")
    why = f"{_name(run, substitute)} replaces {_name(run, member)}"
    for each in taken:
        if each.entry is not None and not each.is_open:
            run.reverse(each.entry, reason=why, law=LAW)
    run.post(Replaced(run.season, member, substitute, tuple(each.slot for each in taken)))


def fixtures_to_take_over(
    db: Connection, club_id: int, season: int, terms: SeasonTerms, member: int
) -> list[FixtureNow]:
    """Return the fixtures settled only by a withdrawal; in a knock-out, only of the last round."""
    withdrawals = (read_entry(row).entry for row in book.entries(db, club_id, kind="withdrew", season=season))
    left_at = [each.number for each in withdrawals if isinstance(each.body, Withdrew) and each.body.member == member]
    if not left_at:
        return []
    now = fixtures_now(db, club_id, season, terms)
    first_round = now[-1].round if now and terms.format is Format.KNOCK_OUT else 1
    return [
        each
        for each in now
        if member in each.members
        and each.second is not None
        and each.round >= first_round
        and (each.is_open or (each.through != member and each.entry is not None and each.entry > left_at[-1]))
    ]


def _name(run: Running, member: int) -> str:
    return projections.members(run.db, run.club_id, [member])[member]


def _refuse(db: Connection, club_id: int, season: int, member: int, reason: str) -> None:
    refuse_if(not reason, "Enter a reason. It becomes part of the entry.")
    refuse_if(projections.entrants(db, club_id, season).get(member, True), "That member is not in this season.")
    for row, membership in season_sheets.unposted(db, club_id, season):
        if member in membership.members and read_sheet(db, row).partie.is_over:
            raise NotAllowed(f"The partie {row.code} is over but not posted. It must be signed or ruled on first.")


# Drawing rounds


class Lots(Enum):
    """The order of the draw; in a knock-out the first are the best seeds."""

    BY_LOT = "by lot"
    BY_RATING = "by rating, highest first"
    AS_ENTERED = "in the order of entry"


def draw(run: Running, lots: Lots) -> int:
    """Draw and post a whole round robin, or the next round of a knock-out; return the number of rounds."""
    db, club_id, season, terms = run.db, run.club_id, run.season, run.terms
    refuse_if(terms.format is Format.OPEN, "An open season has no fixtures, so there is nothing to draw.")
    now = fixtures_now(db, club_id, season, terms)
    withdrawn = {member for member, gone in projections.entrants(db, club_id, season).items() if gone}
    if not now:
        playing = _order(db, club_id, season, lots)
        refuse_if(len(playing) < 2, "At least two members must take part.")
        if terms.format is Format.KNOCK_OUT:
            rounds: tuple[Round, ...] = (first_round(playing),)
        else:
            rounds = round_robin(playing, double=terms.format is Format.DOUBLE)
    elif terms.format is Format.KNOCK_OUT:
        rounds = (_next(db, club_id, now),)
    else:
        raise NotAllowed("All rounds of this season are already drawn.")
    drawn = len(rounds_of(now))
    for number, fixtures in enumerate(rounds, drawn + 1):
        run.post(RoundDrawn(season, number, fixtures))
        for table, each in enumerate(fixtures, 1):
            gone = {each.first, each.second} & withdrawn
            other = each.first if each.second is None or each.second in gone else each.second
            if each.second is None or (gone and terms.withdrawal is Withdrawal.COUNT_PLAYED):
                run.post(ByeGiven(season, other, number))
            elif gone:
                forfeit(run, FixtureNow(number, table, each.first, each.second, FixtureStatus.TO_PLAY), other)
    return len(rounds)


def _order(db: Connection, club_id: int, season: int, lots: Lots) -> list[int]:
    playing = [member for member, withdrew in projections.entrants(db, club_id, season).items() if not withdrew]
    if lots is Lots.BY_LOT:
        secrets.SystemRandom().shuffle(playing)
    elif lots is Lots.BY_RATING:
        ratings = projections.latest_ratings(db, club_id, playing)
        playing.sort(key=lambda member: -ratings.get(member, Rating()).rating)
    return playing


def _next(db: Connection, club_id: int, now: tuple[FixtureNow, ...]) -> Round:
    last = [each for each in now if each.round == now[-1].round]
    unsettled = [each for each in last if each.is_open or each.through is None]
    if unsettled:
        names = projections.members(db, club_id)
        pairs = "; ".join(" and ".join(names[member] for member in each.members) for each in unsettled)
        raise NotAllowed(f"This round is not finished. Still open: {pairs}.")
    refuse_if(len(last) == 1, "That was the final. The knock-out is over.")
    return next_round(rounds_of(now), [each.through for each in last if each.through is not None])
