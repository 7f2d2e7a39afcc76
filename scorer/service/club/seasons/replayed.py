"""The fixture of a partie that was taken out of the ledger: it is open, and can be played again.

Only one of its results counts. So the partie is posted again only while nothing else is begun or
settled for its fixture.
"""

from __future__ import annotations

from sqlalchemy import Connection

from ....storage.sheets import Membership
from ....table.entering import NotAllowed, refuse_if
from .fixtures import FixtureNow, FixtureStatus, fixtures_now


def fixture_of(db: Connection, of: Membership) -> FixtureNow | None:
    """Return the fixture that a sheet was played for; `None` if it has none, or others have it."""
    if not of.round:
        return None
    now = fixtures_now(db, of.club_id, of.season, member=of.members[0], since=of.round)
    own = [each for each in now if each.round == of.round and {*each.members} == {*of.members}]
    return next(iter(own), None)


def require_not_replayed(db: Connection, of: Membership) -> None:
    """Refuse to post a partie again whose fixture is played, or settled, without it."""
    fixture = fixture_of(db, of)
    if fixture is None:
        return
    if fixture.state is FixtureStatus.AT_TABLE:
        raise NotAllowed(
            f"Its fixture is being played again, on the sheet {fixture.code}. Only one of the two "
            f"can count."
        )
    refuse_if(
        not fixture.is_open,
        f"Its fixture is settled by entry {fixture.entry}, and only one result can count. Reverse "
        f"that entry first.",
    )
