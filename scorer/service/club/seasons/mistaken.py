"""Who was entered for a season by mistake: a substitute, or somebody who has no fixture.

To correct that rules on nothing. As long as nothing counts for them, the one who was entered is out
of the season as if they had never been in it, and in the same act the right one plays.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection

from ....ledger import entries as ledger
from ....ledger.evenings import CameIn, Paired, WentAway, replaced_in
from ....ledger.results import Tally
from ....storage import projections, season_sheets
from ....storage.engine import writing
from ....table.entering import NotAllowed, refuse_if
from ...service import Service
from ..credentials import Actor
from ..posts import Running, current_bodies, reads, running
from . import drawing, fixtures
from .evenings import Arranging, evening_day, evening_now
from .fixtures import FixtureNow, FixtureStatus, fixtures_now


class MistakenEntry(NamedTuple):
    """How a member came to take part in a season, which may have been a mistake.

    Attributes:
        entry: the number of the entry that entered them.
        instead_of: for whom they are a substitute; 0 for nobody.
        fixtures: those in which they are.
        counts: something is posted that counts for them, as a partie, a walkover or a penalty.
        begun: the codes of their sheets that are not posted.
    """

    entry: int
    instead_of: int
    fixtures: tuple[FixtureNow, ...]
    counts: bool
    begun: tuple[str, ...]

    @property
    def settled(self) -> tuple[FixtureNow, ...]:
        """Return their fixtures that are settled, or begun."""
        at_table = FixtureStatus.AT_TABLE
        return tuple(each for each in self.fixtures if not each.is_open or each.state is at_table)

    @property
    def obstacle(self) -> str:
        """Return why they stay in the season; empty if they can be taken out of it."""
        if self.begun:
            return f"The sheet {self.begun[0]} of this member has begun, and stays in their name."
        if self.counts or self.settled:
            return "This member has a result in this season, and it stays in their name."
        if self.fixtures and not self.instead_of:
            return "This member has fixtures. Undo the draw, or enter their withdrawal."
        return ""


def mistaken_entry(db: Connection, club_id: int, season: int, member: int) -> MistakenEntry | None:
    """Return how a member came to take part; `None` unless they still do, and by one entry."""
    if projections.entrants(db, club_id, season).get(member, True):
        return None
    entered = [
        (number, 0)
        for number, body in current_bodies(db, club_id, season, ledger.Entered)
        if body.member == member
    ]
    entered += [
        (number, body.member)
        for number, body in current_bodies(db, club_id, season, ledger.Replaced)
        if body.by == member
    ]
    if len(entered) != 1:
        return None
    ((entry, instead_of),) = entered
    unposted = season_sheets.unposted(db, club_id, season, kind=None)
    return MistakenEntry(
        entry=entry,
        instead_of=instead_of,
        fixtures=fixtures_now(db, club_id, season, member=member),
        counts=projections.tallies(db, club_id, season).get(member, Tally()) != Tally(),
        begun=tuple(row.code for row in unposted if member in row.membership.members),
    )


def correct(run: Running, member: int, instead: int, reason: str) -> None:
    """Take out of a season who was entered by mistake.

    Args:
        instead: who plays instead of a substitute: another member, or the one whose fixtures they
            are, who returns; 0 for nobody, so that the terms settle them after that withdrawal.
    """
    found = mistaken_entry(run.db, run.club_id, run.season, member)
    if found is None:
        raise NotAllowed(
            "Only who was entered once, and plays on, can be corrected as entered by mistake."
        )
    refuse_if(found.obstacle, found.obstacle)
    refuse_if(instead == member, "Choose who plays instead, or nobody.")
    refuse_if(
        instead and not found.instead_of, "Enter the right member with the form of the entrants."
    )
    run.reverse(found.entry, reason=" ".join(reason.split()), law="", mistyped=True)
    if not found.instead_of:
        return
    if instead == found.instead_of:
        drawing.take_back(run, found.instead_of)
    elif instead:
        fixtures.replace_member(run, found.instead_of, instead)
    else:
        withdrawal = fixtures.left(run.db, run.club_id, run.season)[found.instead_of]
        if withdrawal.is_due(run.today):
            fixtures.settle_withdrawal(run, found.instead_of, withdrawal.reason)


def _seat(run: Running, by: Actor, at: datetime, *, member: int, instead: int) -> None:
    """Note on the evening that goes on that somebody else is here *instead* of a member."""
    day = evening_day(run.db, run.club_id, run.season, at)
    now = evening_now(run.db, run.club_id, run.season, day, at, whole=False)
    arranging = Arranging(run.db, by, now, at)
    evening = now.evening
    if evening.is_over or member not in evening.here:
        return
    arranging.note(WentAway(member))
    if instead:
        plan = replaced_in(evening.plan, member, instead)
        arranging.note(CameIn(instead), Paired(plan))


class MistakenEntries(Service):
    of_member = reads(mistaken_entry)

    def correct(self, by: Actor, season: int, member: int, *, instead: int, reason: str) -> None:
        """Correct an entry as a mistake, as `correct` does, also on the evening that goes on."""
        at = self.clock()
        with writing(self.engine, club=by.club_id) as db:
            refuse_if(not by.is_director, "Only a director can correct what was entered.")
            run = running(db, by.club_id, season, author=by.author, at=self.at())
            correct(run, member, instead, reason)
            _seat(run, by, at, member=member, instead=instead)
