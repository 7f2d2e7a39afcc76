"""Drawing the rounds of a season, and settling the fixtures of members who withdrew."""

from __future__ import annotations

import secrets
from enum import Enum

from sqlalchemy import Connection

from ...ledger.entries import ByeGiven, RoundDrawn
from ...ledger.pairing import Round, first_round, next_round, round_robin
from ...ledger.ratings import Rating
from ...ledger.terms import Format, Withdrawal
from ...storage import projections
from ..opening import NotAllowed
from .fixtures import FixtureNow, FixtureState, fixtures_now, forfeit, rounds_of
from .running import Running


class Lots(Enum):
    """The order of the draw; in a knock-out the first are the best seeds."""

    BY_LOT = "by lot"
    BY_RATING = "by rating, highest first"
    AS_ENTERED = "in the order of entry"


def draw(run: Running, lots: Lots) -> int:
    """
    Draw and post a whole round robin, or the next round of a knock-out; return the number of rounds.

    Raises:
        NotAllowed: the season draws nothing, or nothing more; fewer than two play; or the last round is not finished.
    """
    db, club_id, season, terms = run.db, run.club_id, run.season, run.terms
    if terms.format is Format.OPEN:
        raise NotAllowed("An open season has no fixtures, so there is nothing to draw.")
    now = fixtures_now(db, club_id, season, terms)
    withdrawn = {member for member, gone in projections.entrants(db, club_id, season).items() if gone}
    if not now:
        playing = _order(db, club_id, season, lots)
        if len(playing) < 2:
            raise NotAllowed("At least two members must take part.")
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
            if each.second is None:
                run.post(ByeGiven(season, each.first, number))
            elif gone:
                other = each.first if each.second in gone else each.second
                fixture = FixtureNow(number, table, each.first, each.second, FixtureState.TO_PLAY)
                leave(run, fixture, other)
    return len(rounds)


def leave(run: Running, fixture: FixtureNow, other: int) -> None:
    """Settle a fixture whose player withdrew: *other* has a bye or wins by forfeit, as the terms say."""
    if run.terms.withdrawal is Withdrawal.STAND:
        run.post(ByeGiven(run.season, other, fixture.round))
    else:
        forfeit(run, fixture, other)


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
    waiting = [each for each in last if each.is_open or each.through is None]
    if waiting:
        names = projections.members(db, club_id)
        pairs = "; ".join(" and ".join(names[member] for member in each.members) for each in waiting)
        raise NotAllowed(f"This round is not finished. Still open: {pairs}.")
    if len(last) == 1:
        raise NotAllowed("That was the final. The knock-out is over.")
    return next_round(rounds_of(now), [each.through for each in last if each.through is not None])
