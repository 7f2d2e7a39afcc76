"""Seasons: open, enter, draw, withdraw, adjust."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.entries import Adjusted, Entered, SeasonOpened
from ...ledger.pairing import Slot
from ...ledger.terms import SeasonTerms
from ...storage import projections
from ...storage.engine import Database, reading, writing
from ...storage.projections import FixtureRow
from ..opening import NotAllowed
from ..parties import Clock
from . import drawing, fixtures, withdrawing
from .actors import Actor
from .drawing import Lots
from .fixtures import FixtureNow
from .posting import Posted, post, read_terms, reverse, terms_of
from .running import Running, running
from .terms import checked, season_rules
from .withdrawing import Leaving

__all__ = ["FixtureRow", "Leaving", "Lots", "Season", "Seasons", "checked", "season_rules"]


@dataclass(frozen=True, slots=True)
class Season:
    number: int
    terms: SeasonTerms
    closed: bool


@dataclass(frozen=True, slots=True)
class Seasons:
    engine: Database
    clock: Clock

    def now(self) -> str:
        return self.clock().isoformat(timespec="seconds")

    def seasons(self, club_id: int) -> list[Season]:
        with reading(self.engine) as db:
            return [Season(row.number, read_terms(row.terms), row.closed) for row in projections.seasons(db, club_id)]

    def season(self, club_id: int, number: int) -> Season | None:
        with reading(self.engine) as db:
            row = projections.find_season(db, club_id, number)
            return None if row is None else Season(row.number, read_terms(row.terms), row.closed)

    def entrants(self, club_id: int, season: int) -> dict[int, bool]:
        """Return by member whether they have withdrawn."""
        with reading(self.engine) as db:
            return projections.entrants(db, club_id, season)

    def fixtures(self, club_id: int, season: int) -> list[FixtureRow]:
        with reading(self.engine) as db:
            return projections.fixtures(db, club_id, season)

    def fixtures_now(self, club_id: int, season: int) -> tuple[FixtureNow, ...]:
        """Return the fixtures with their status, round by round."""
        with reading(self.engine) as db:
            return fixtures.fixtures_now(db, club_id, season, terms_of(db, club_id, season))

    def leaving(self, club_id: int, season: int, member: int) -> Leaving:
        """Return what would happen to a member's fixtures if they withdrew."""
        with reading(self.engine) as db:
            return withdrawing.leaving(db, club_id, season, terms_of(db, club_id, season), member)

    def left_to_take(self, club_id: int, season: int, member: int) -> list[FixtureNow]:
        """Return the fixtures of a withdrawn member that a replacement would take over."""
        with reading(self.engine) as db:
            return withdrawing.left_to_take(db, club_id, season, terms_of(db, club_id, season), member)

    def open(self, by: Actor, terms: SeasonTerms) -> int:
        """
        Open a season and return its number.

        Raises:
            NotAllowed: the terms contradict themselves, or the name is taken.
        """
        checked(terms)
        with writing(self.engine) as db:
            before = projections.seasons(db, by.club_id)
            if any(read_terms(row.terms).name.casefold() == terms.name.casefold() for row in before):
                raise NotAllowed(f"The club has a season called {terms.name}. Choose another name.")
            number = len(before) + 1
            post(db, by.club_id, SeasonOpened(number, terms), author=by.author, at=self.now())
            return number

    def enter(self, by: Actor, season: int, *members: int) -> None:
        """
        Enter members for a season; a repeat changes nothing.

        Raises:
            NotAllowed: there is no such member, or the fixtures are drawn.
        """
        with writing(self.engine) as db:
            run = self._running(db, by, season)
            if set(members) - projections.members(db, by.club_id, members).keys():
                raise NotAllowed("The club has no such member.")
            playing = projections.entrants(db, by.club_id, season)
            new = [member for member in dict.fromkeys(members) if member not in playing]
            if new and projections.fixtures(db, by.club_id, season):
                raise NotAllowed("The fixtures are drawn. A new member can only replace one who withdrew.")
            for member in new:
                run.post(Entered(season, member))

    def draw(self, by: Actor, season: int, lots: Lots = Lots.BY_LOT) -> int:
        """
        Draw a whole round robin, or the next round of a knock-out; return the number of rounds.

        Raises:
            NotAllowed: the season draws nothing, or nothing more; fewer than two play; or the last round is not
                finished.
        """
        with writing(self.engine) as db:
            return drawing.draw(self._running(db, by, season), lots)

    def withdraw(self, by: Actor, season: int, member: int, reason: str, substitute: int | None = None) -> None:
        """
        Withdraw a member: the fixtures go by the terms, or to a replacement.

        Raises:
            NotAllowed: the member is not in the season, there is no reason, a partie of theirs has yet to be signed,
                or the
                replacement cannot play.
        """
        with writing(self.engine) as db:
            withdrawing.withdraw(self._running(db, by, season), member, reason, substitute)

    def replace(self, by: Actor, season: int, member: int, substitute: int) -> None:
        """
        Let a member take over the remaining fixtures of one who withdrew.

        Raises:
            NotAllowed: the one has not withdrawn, the other is in the season already or is not a member, or no fixture
                remains.
        """
        with writing(self.engine) as db:
            withdrawing.replace(self._running(db, by, season), member, substitute)

    def forfeit(self, by: Actor, season: int, slot: Slot, winner: int) -> Posted:
        """
        Post that a fixture is forfeited, because one player did not come.

        Args:
            by: a director.
            slot: round and number of the fixture.
            winner: the member who came.

        Raises:
            NotAllowed: there is no such fixture, or it is settled or being played.
        """
        with writing(self.engine) as db:
            run = self._running(db, by, season)
            now = fixtures.open_fixture(fixtures.fixtures_now(db, by.club_id, season, run.terms), slot)
            if winner not in now.members:
                raise NotAllowed("Only a player of this fixture can win it.")
            return fixtures.forfeit(run, now, winner)

    def adjust(
        self, by: Actor, season: int, member: int, *, points: int, match_points: int = 0, reason: str, law: str = ""
    ) -> Posted:
        """
        Post a penalty or a compensation.

        Raises:
            NotAllowed: it moves nothing, there is no reason, or the member is not in the season.
        """
        if not points and not match_points:
            raise NotAllowed("Enter how many points to give or take.")
        if not reason.strip():
            raise NotAllowed("Enter a reason. It becomes part of the entry.")
        with writing(self.engine) as db:
            run = self._running(db, by, season)
            if member not in projections.entrants(db, by.club_id, season):
                raise NotAllowed("That member is not in this season.")
            body = Adjusted(season, member, points, match_points, reason.strip(), law.strip())
            return run.post(body)

    def reverse(self, by: Actor, entry: int, *, reason: str, law: str = "") -> Posted:
        """
        Post the reversal of an entry.

        Raises:
            NotAllowed: as `posting.reverse`.
        """
        with writing(self.engine) as db:
            return reverse(db, by.club_id, entry, reason=reason, law=law, author=by.author, at=self.now())

    def _running(self, db: Connection, by: Actor, season: int) -> Running:
        return running(db, by.club_id, season, author=by.author, at=self.now())
