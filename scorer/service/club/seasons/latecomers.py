"""Rounds that go on: what can be paired now, and how somebody who comes late joins a round of a
Swiss.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum
from typing import NamedTuple

from sqlalchemy import Connection

from ....ledger import entries as ledger
from ....ledger.entries import Fixture
from ....ledger.pairing import Round, seated
from ....ledger.terms import Format
from ....table.entering import NotAllowed, refuse_if
from ..posts import Running, reverse, terms_of
from . import drawing
from . import fixtures as season_fixtures
from .fixtures import FixtureNow, FixtureStatus, fixtures_now, rounds_of
from .standings import withdrawn


class Pairing(Enum):
    """What can be done now about a pairing."""

    READY = "pair those who are here"
    UNDRAWN = "draw the fixtures first"
    ROUND_OPEN = "wait until the round is finished"
    NO_FIXTURES = "those who are here have no open fixture with one another"
    OVER = "all rounds are played"


class NextPairing(NamedTuple):
    """What can be paired next, and who has no opponent in the round that goes on.

    Attributes:
        round: the last one that is drawn, 0 for none.
        draws: the round of a knock-out that is drawn next, because this one is finished; else 0.
        left: its fixtures that are open and have not begun.
        late: who is here and has neither an opponent in it nor the bye, of a Swiss.
        joins_later: those of them who were entered after its draw.
        has_bye: who is here and has the bye, if anybody is late.
        may_redraw: nothing of it has begun.
    """

    state: Pairing
    round: int = 0
    draws: int = 0
    left: tuple[FixtureNow, ...] = ()
    late: tuple[int, ...] = ()
    joins_later: tuple[int, ...] = ()
    has_bye: tuple[int, ...] = ()
    may_redraw: bool = False

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return those of whom two can still meet in the round."""
        return (*self.late, *self.has_bye)


ANYTHING_GOES = NextPairing(Pairing.READY)


def next_pairing(
    db: Connection, club_id: int, season: int, here: Collection[int], *, today: str
) -> NextPairing:
    """Return what can be paired of those who are *here* and free; *today* as in
    `drawing.proposal`.
    """
    terms = terms_of(db, club_id, season)
    if terms.format is Format.OPEN:
        return ANYTHING_GOES
    now = drawing.as_settled(db, club_id, season, today)
    is_robin = terms.format in drawing.ROBINS
    is_knock_out = terms.format is Format.KNOCK_OUT
    if not now:
        state = Pairing.UNDRAWN if is_robin else Pairing.READY
        return NextPairing(state, draws=1 if is_knock_out else 0)
    round_ = now[-1].round
    gone = withdrawn(db, club_id, season)
    playable = [each for each in now if each.is_open and gone.isdisjoint(each.members)]
    left = tuple(each for each in playable if each.state is not FixtureStatus.AT_TABLE)
    is_ready = any(here_both(each, here) for each in left)
    if not playable and season_fixtures.rounds_to_draw(now, terms):
        return NextPairing(Pairing.READY, round_, draws=round_ + 1 if is_knock_out else 0)
    if is_robin:
        state = Pairing.NO_FIXTURES if playable else Pairing.OVER
    else:
        state = Pairing.ROUND_OPEN if playable else Pairing.OVER
    found = NextPairing(Pairing.READY if is_ready else state, round_, left=left)
    if terms.format is not Format.SWISS or not playable:
        return found
    own = [each for each in now if each.round == round_]
    return _with_late(db, club_id, season, own, here=here, found=found)


def here_both(fixture: FixtureNow, here: Collection[int]) -> bool:
    return all(member in here for member in fixture.members)


def _with_late(
    db: Connection,
    club_id: int,
    season: int,
    own: Sequence[FixtureNow],
    *,
    here: Collection[int],
    found: NextPairing,
) -> NextPairing:
    """Return what was *found* with those who are here and have no opponent in a round."""
    in_round = {member for each in own for member in each.members}
    sitting_out = {each.first for each in own if each.sat_out}
    late = tuple(member for member in here if member in sitting_out or member not in in_round)
    if not late:
        return found
    byes = _with_bye(own)
    return found._replace(
        late=late,
        joins_later=tuple(member for member in late if member not in in_round),
        has_bye=tuple(member for member in here if member in byes),
        may_redraw=season_fixtures.draw_to_undo(db, club_id, season) > 0,
    )


def _with_bye(own: Sequence[FixtureNow]) -> set[int]:
    return {each.first for each in own if each.second is None and not each.sat_out}


def undo_draw(run: Running, late: Collection[int]) -> int:
    """Reverse the draw of the last round of a Swiss, because *late* members are to be in it; return
    its number.
    """
    _require_swiss(run)
    entry = season_fixtures.draw_to_undo(run.db, run.club_id, run.season)
    refuse_if(
        not entry,
        "This round has begun and is not drawn again. Who comes late can play who has the bye.",
    )
    round_ = fixtures_now(run.db, run.club_id, run.season)[-1].round
    numbers = season_fixtures.undone_with(run.db, run.club_id, entry, whole=False)
    reverse(
        run.db,
        run.club_id,
        *numbers,
        reason=late_words(late),
        law="",
        author=run.author,
        at=run.at,
    )
    return round_


def late_words(late: Collection[int]) -> str:
    """Return the reason that is kept of a round that changes for *late* members."""
    return f"{ledger.numbered(sorted(late))} {'comes' if len(late) == 1 else 'come'} late"


def _require_swiss(run: Running) -> None:
    is_swiss = run.terms.format is Format.SWISS
    refuse_if(not is_swiss, "Only in a Swiss can a member join a round that is drawn.")


def meet_late(run: Running, one: int, other: int, reason: str = "") -> Fixture:
    """Let two meet who have no opponent in the last round of a Swiss; return their fixture.

    Their byes are taken back. With a *reason* the pair is one that the director made.
    """
    _require_swiss(run)
    refuse_if(one == other, "Choose two different members.")
    now = fixtures_now(run.db, run.club_id, run.season)
    if not now:
        raise NotAllowed("No round is drawn yet.")
    own = [each for each in now if each.round == now[-1].round]
    together = [each.members for each in own if each.second is not None]
    paired = {member for members in together for member in members}
    refuse_if(not paired.isdisjoint((one, other)), "One of them has an opponent in this round.")
    earlier = rounds_of(tuple(each for each in now if each.round < own[0].round))
    pair = seated(earlier, one, other)
    fixtures = _with_pair(own, pair)
    by_hand = ((fixtures.index(pair) + 1, reason),) if reason else ()
    late = {one, other} - _with_bye(own)
    why = reason or late_words(late or {one, other})
    drawing.redraw(run, own[0].round, fixtures, why, by_hand)
    return pair


def _with_pair(own: Sequence[FixtureNow], pair: Fixture) -> Round:
    """Return the fixtures of a round in which two who had none, or a bye, meet.

    No other fixture moves to another table, except the last, if it has to fill a gap.
    """
    tables = [Fixture(each.first, each.second) for each in own]
    alone = [
        place
        for place, each in enumerate(tables)
        if each.second is None and each.first in pair.members
    ]
    if not alone:
        return (*tables, pair)
    first, *gaps = alone
    tables[first] = pair
    for gap in gaps:
        last = tables.pop()
        if gap < len(tables):
            tables[gap] = last
    return tuple(tables)
