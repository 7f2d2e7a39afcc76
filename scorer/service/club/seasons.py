"""Seasons: opened under terms, entered, drawn and withdrawn from."""

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
    """A season: its number, its terms, and whether it takes no more parties."""

    number: int
    terms: SeasonTerms
    closed: bool


@dataclass(frozen=True, slots=True)
class Seasons:
    """The seasons of the clubs of one database, and the clock by which they are run."""

    engine: Database
    clock: Clock

    def now(self) -> str:
        """The time that is written with what happens."""
        return self.clock().isoformat(timespec="seconds")

    def seasons(self, club_id: int) -> list[Season]:
        """The seasons of a club, in order."""
        with reading(self.engine) as db:
            return [Season(row.number, read_terms(row.terms), row.closed) for row in projections.seasons(db, club_id)]

    def season(self, club_id: int, number: int) -> Season | None:
        """One season of a club, or `None`."""
        with reading(self.engine) as db:
            row = projections.find_season(db, club_id, number)
            return None if row is None else Season(row.number, read_terms(row.terms), row.closed)

    def entrants(self, club_id: int, season: int) -> dict[int, bool]:
        """Who takes part in a season, and whether each has withdrawn."""
        with reading(self.engine) as db:
            return projections.entrants(db, club_id, season)

    def fixtures(self, club_id: int, season: int) -> list[FixtureRow]:
        """The fixtures of a season, round by round."""
        with reading(self.engine) as db:
            return projections.fixtures(db, club_id, season)

    def fixtures_now(self, club_id: int, season: int) -> tuple[FixtureNow, ...]:
        """The fixtures of a season, round by round, each as it stands in the book."""
        with reading(self.engine) as db:
            return fixtures.fixtures_now(db, club_id, season, terms_of(db, club_id, season))

    def leaving(self, club_id: int, season: int, member: int) -> Leaving:
        """What becomes of a member's fixtures by the season's terms, if he withdraws."""
        with reading(self.engine) as db:
            return withdrawing.leaving(db, club_id, season, terms_of(db, club_id, season), member)

    def left_to_take(self, club_id: int, season: int, member: int) -> list[FixtureNow]:
        """The fixtures of a member who withdrew that a substitute would take."""
        with reading(self.engine) as db:
            return withdrawing.left_to_take(db, club_id, season, terms_of(db, club_id, season), member)

    def open(self, by: Actor, terms: SeasonTerms) -> int:
        """
        Open a season under these terms and return its number.

        Raises:
            NotAllowed: the terms contradict themselves, or a season of this
                name is there; the message says so.
        """
        checked(terms)
        with writing(self.engine) as db:
            before = projections.seasons(db, by.club_id)
            if any(read_terms(row.terms).name.casefold() == terms.name.casefold() for row in before):
                raise NotAllowed(f"The club has a season called {terms.name}; give this one another name.")
            number = len(before) + 1
            post(db, by.club_id, SeasonOpened(number, terms), author=by.author, at=self.now())
            return number

    def enter(self, by: Actor, season: int, *members: int) -> None:
        """
        Enter members for a season; once more changes nothing.

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
                raise NotAllowed("The fixtures are drawn; a member can come in only in the place of one who withdrew.")
            for member in new:
                run.post(Entered(season, member))

    def draw(self, by: Actor, season: int, lots: Lots = Lots.BY_LOT) -> int:
        """
        Draw a round robin whole, or the next round of a knock-out; return how many rounds were drawn.

        Raises:
            NotAllowed: in this season nothing is drawn, or nothing more; fewer
                than two play; or a fixture of the last round waits.
        """
        with writing(self.engine) as db:
            return drawing.draw(self._running(db, by, season), lots)

    def withdraw(self, by: Actor, season: int, member: int, reason: str, substitute: int | None = None) -> None:
        """
        Post that a member withdraws, and what follows: by the terms, or that a substitute takes the fixtures left.

        Raises:
            NotAllowed: the member does not play, no reason is given, a partie
                of his waits to be signed, or the substitute cannot come.
        """
        with writing(self.engine) as db:
            withdrawing.withdraw(self._running(db, by, season), member, reason, substitute)

    def replace(self, by: Actor, season: int, member: int, substitute: int) -> None:
        """
        Post that a member takes the place of one who withdrew, with the fixtures that are left.

        Raises:
            NotAllowed: the one has not withdrawn, the other plays already or
                is no member, or nothing is left to take.
        """
        with writing(self.engine) as db:
            withdrawing.replace(self._running(db, by, season), member, substitute)

    def forfeit(self, by: Actor, season: int, slot: Slot, winner: int) -> Posted:
        """
        Post that a fixture is forfeited, because one player did not come.

        Args:
            by: the director.
            season: the season.
            slot: the fixture's round and its place in it.
            winner: the number of the member who came.

        Raises:
            NotAllowed: there is no such fixture, or it is settled or being played.
        """
        with writing(self.engine) as db:
            run = self._running(db, by, season)
            now = fixtures.open_fixture(fixtures.fixtures_now(db, by.club_id, season, run.terms), slot)
            if winner not in now.members:
                raise NotAllowed("Only one of the two who were to meet can win it.")
            return fixtures.forfeit(run, now, winner)

    def adjust(
        self, by: Actor, season: int, member: int, *, points: int, match_points: int = 0, reason: str, law: str = ""
    ) -> Posted:
        """
        Post a penalty or a compensation.

        Raises:
            NotAllowed: it moves nothing, no reason is given, or the member does not take part.
        """
        if not points and not match_points:
            raise NotAllowed("Say how many points are given or taken.")
        if not reason.strip():
            raise NotAllowed("Say why: the reason stands in the book.")
        with writing(self.engine) as db:
            run = self._running(db, by, season)
            if member not in projections.entrants(db, by.club_id, season):
                raise NotAllowed("That member does not take part in this season.")
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
