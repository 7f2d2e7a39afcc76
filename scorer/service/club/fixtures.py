"""The fixtures of a season with their status: open, played, bye or forfeit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sqlalchemy import Connection

from ...ledger import chain
from ...ledger.entries import ByeGiven, Fixture, PartiePosted
from ...ledger.pairing import Round, Slot
from ...ledger.results import Result, Side
from ...ledger.terms import Format, SeasonTerms
from ...storage import book, projections, season_parties
from ..opening import NotAllowed
from .posting import Posted
from .running import Running


class FixtureState(Enum):
    """The status of a fixture."""

    TO_PLAY = "to play"
    AT_TABLE = "begun, not posted"
    PLAYED = "played"
    AGAIN = "drawn, to be replayed"
    FORFEIT = "forfeit"
    BYE = "bye"


OPEN_STATES = frozenset({FixtureState.TO_PLAY, FixtureState.AT_TABLE, FixtureState.AGAIN})


@dataclass(frozen=True, slots=True)
class FixtureNow:
    """
    A fixture with its status.

    Attributes:
        table: its number in the round, from 1.
        first: elder in the first deal.
        second: `None` for a bye.
        through: who won it, or had a bye because the other withdrew; `None` if nobody.
        points: what was paid.
        entry: the entry that settled it, or `None`.
        code: the partie played for it; empty for none.
    """

    round: int
    table: int
    first: int
    second: int | None
    state: FixtureState
    through: int | None = None
    points: int = 0
    entry: int | None = None
    code: str = ""

    @property
    def slot(self) -> Slot:
        """Return round and number."""
        return self.round, self.table

    @property
    def is_open(self) -> bool:
        """Return whether it is yet to be played or posted."""
        return self.state in OPEN_STATES

    @property
    def members(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


_Key = tuple[int, frozenset[int]]


def fixtures_now(db: Connection, club_id: int, season: int, terms: SeasonTerms) -> tuple[FixtureNow, ...]:
    """Return the fixtures of a season with their status, round by round."""
    rows = projections.fixtures(db, club_id, season)
    if not rows:
        return ()
    posted = _standing(db, club_id, season)
    byes = _byes(db, club_id, season)
    begun: dict[_Key, str] = {
        (place.round, frozenset(place.members)): row.code for row, place in season_parties.unposted(db, club_id, season)
    }
    found = []
    for row in rows:
        if not row.second:
            state, entry = FixtureState.BYE, byes.get((row.round, row.first))
            found.append(FixtureNow(row.round, row.table, row.first, None, state, row.first, entry=entry))
            continue
        key = row.round, frozenset((row.first, row.second))
        now = FixtureNow(row.round, row.table, row.first, row.second, FixtureState.TO_PLAY)
        if key in posted:
            now = _settled(now, *posted[key], is_knock_out=terms.format is Format.KNOCK_OUT)
        else:
            for member in now.members:
                if (row.round, member) in byes:
                    entry = byes[row.round, member]
                    now = _with(now, FixtureState.BYE, through=member, entry=entry)
        if now.is_open and key in begun:
            now = _with(now, FixtureState.AT_TABLE, code=begun[key])
        found.append(now)
    return tuple(found)


def rounds_of(fixtures: tuple[FixtureNow, ...]) -> tuple[Round, ...]:
    """Return the fixtures as drawn, except that who has a bye because the other withdrew meets nobody."""
    rounds: dict[int, list[Fixture]] = {}
    for each in fixtures:
        through = each.through if each.state is FixtureState.BYE else None
        drawn = Fixture(each.first, each.second) if through is None else Fixture(through, None)
        rounds.setdefault(each.round, []).append(drawn)
    return tuple(tuple(rounds[number]) for number in sorted(rounds))


def open_fixture(fixtures: tuple[FixtureNow, ...], slot: Slot) -> FixtureNow:
    """
    Return a fixture that can be played or forfeited.

    Raises:
        NotAllowed: there is none, or it is settled or begun.
    """
    found = next((each for each in fixtures if each.slot == slot), None)
    if found is None or found.second is None:
        raise NotAllowed("There is no such fixture.")
    if found.state is FixtureState.AT_TABLE:
        raise NotAllowed(f"The fixture is being played: its partie has the code {found.code}.")
    if not found.is_open:
        raise NotAllowed(f"The fixture is settled: {found.state.value}, entry {found.entry}.")
    return found


def forfeit(run: Running, fixture: FixtureNow, winner: int) -> Posted:
    """Post that *winner* wins a fixture because the other did not come."""
    assert fixture.second is not None
    won_by = int(winner == fixture.second)
    result = Result((Side(0), Side(0)), won_by, run.terms.forfeit_points, forfeit=True)
    body = PartiePosted(run.season, (fixture.first, fixture.second), "", (), "", result, fixture.round)
    return run.post(body)


def _standing(db: Connection, club_id: int, season: int) -> dict[_Key, tuple[int, PartiePosted]]:
    """
    Return the current entries of fixtures.

    Of two parties of one fixture (the first was drawn) it is the one with a winner, or else the later.
    """
    found: dict[_Key, tuple[int, PartiePosted]] = {}

    def weight(number: int, body: PartiePosted) -> tuple[bool, int]:
        return body.result.winner is not None, body.instead_of or number

    for row in book.entries(db, club_id, kind="partie posted", season=season):
        body = chain.read(row.text).body
        if row.reversed_by is not None or not isinstance(body, PartiePosted) or not body.round:
            continue
        key = body.round, frozenset(body.members)
        if key not in found or weight(*found[key]) < weight(row.number, body):
            found[key] = row.number, body
    return found


def _byes(db: Connection, club_id: int, season: int) -> dict[tuple[int, int], int]:
    """Return the current byes by round and member."""
    found = {}
    for row in book.entries(db, club_id, kind="bye given", season=season):
        body = chain.read(row.text).body
        if row.reversed_by is None and isinstance(body, ByeGiven):
            found[body.round, body.member] = row.number
    return found


def _settled(now: FixtureNow, number: int, body: PartiePosted, *, is_knock_out: bool) -> FixtureNow:
    winner = body.result.winner
    if winner is None and is_knock_out:
        return _with(now, FixtureState.AGAIN, entry=number)
    return FixtureNow(
        now.round,
        now.table,
        now.first,
        now.second,
        FixtureState.FORFEIT if body.result.forfeit else FixtureState.PLAYED,
        None if winner is None else body.members[winner],
        body.result.points,
        number,
        body.code,
    )


def _with(
    now: FixtureNow, state: FixtureState, *, through: int | None = None, entry: int | None = None, code: str = ""
) -> FixtureNow:
    return FixtureNow(now.round, now.table, now.first, now.second, state, through, 0, entry, code)
