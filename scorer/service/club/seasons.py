"""Seasons: opened under terms, entered, drawn, withdrawn from, and closed when nothing is left out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Connection, Engine

from ...ledger.entries import (
    Adjusted,
    ByeGiven,
    Entered,
    Fixture,
    PartiePosted,
    Replaced,
    RoundDrawn,
    SeasonClosed,
    SeasonOpened,
    Withdrew,
)
from ...ledger.plain import canonical
from ...ledger.results import Result, Side
from ...ledger.terms import Terms
from ...rules.house import ruleset_from_data
from ...rules.ruleset import Ruleset
from ...storage import derived
from ...storage.derived import FixtureRow
from ...storage.engine import reading, writing
from ..opening import NotAllowed, clean_name
from ..parties import Clock
from .actors import Actor
from .posting import Posted, post, read_terms, reverse


@dataclass(frozen=True, slots=True)
class Season:
    """A season: its number, its terms, and whether it takes no more parties."""

    number: int
    terms: Terms
    closed: bool


@lru_cache(maxsize=16)
def _rules(text: str) -> Ruleset:
    return ruleset_from_data(json.loads(text))


def season_rules(terms: Terms) -> Ruleset:
    """The ruleset of a season."""
    return _rules(canonical(terms.rules))


@dataclass(frozen=True, slots=True)
class Seasons:
    """The seasons of the clubs of one database, and the clock by which they are run."""

    engine: Engine
    clock: Clock

    def now(self) -> str:
        """The time that is written with what happens."""
        return self.clock().isoformat(timespec="seconds")

    def seasons(self, club_id: int) -> list[Season]:
        """The seasons of a club, in order."""
        with reading(self.engine) as db:
            return [Season(row.number, read_terms(row.terms), row.closed) for row in derived.seasons(db, club_id)]

    def season(self, club_id: int, number: int) -> Season | None:
        """One season of a club, or `None`."""
        with reading(self.engine) as db:
            row = derived.find_season(db, club_id, number)
            return None if row is None else Season(row.number, read_terms(row.terms), row.closed)

    def entrants(self, club_id: int, season: int) -> dict[int, bool]:
        """Who takes part in a season, and whether each has withdrawn."""
        with reading(self.engine) as db:
            return derived.entrants(db, club_id, season)

    def fixtures(self, club_id: int, season: int) -> list[FixtureRow]:
        """The fixtures of a season, round by round."""
        with reading(self.engine) as db:
            return derived.fixtures(db, club_id, season)

    def open(self, by: Actor, terms: Terms) -> int:
        """
        Open a season under these terms and return its number.

        Raises:
            NotAllowed: the terms contradict themselves; the message says where.
        """
        checked(terms)
        with writing(self.engine) as db:
            number = len(derived.seasons(db, by.club_id)) + 1
            post(db, by.club_id, SeasonOpened(number, terms), author=by.author, at=self.now())
            return number

    def enter(self, by: Actor, season: int, member: int) -> None:
        """
        Enter a member for a season; once more changes nothing.

        Raises:
            NotAllowed: there is no such member, or the fixtures are drawn.
        """
        with writing(self.engine) as db:
            self._open(db, by.club_id, season)
            if member not in derived.members(db, by.club_id, [member]):
                raise NotAllowed("The club has no such member.")
            if member in derived.entrants(db, by.club_id, season):
                return
            if derived.fixtures(db, by.club_id, season):
                raise NotAllowed("The fixtures are drawn; a member can come in only in the place of one who withdrew.")
            post(db, by.club_id, Entered(season, member), author=by.author, at=self.now())

    def draw(self, by: Actor, season: int, rounds: list[tuple[Fixture, ...]]) -> None:
        """
        Post the fixtures of the next rounds; a bye is given its match points with them.

        Raises:
            NotAllowed: there is nothing to draw.
        """
        if not rounds:
            raise NotAllowed("There is nothing to draw.")
        with writing(self.engine) as db:
            self._open(db, by.club_id, season)
            last = max((each.round for each in derived.fixtures(db, by.club_id, season)), default=0)
            for number, fixtures in enumerate(rounds, last + 1):
                post(db, by.club_id, RoundDrawn(season, number, fixtures), author=by.author, at=self.now())
                for each in fixtures:
                    if each.second is None:
                        post(db, by.club_id, ByeGiven(season, each.first, number), author=by.author, at=self.now())

    def withdraw(self, by: Actor, season: int, member: int, reason: str) -> None:
        """
        Post that a member withdraws.

        What becomes of the parties is posted by `forfeit`, `bye` and `annul`,
        as the season's terms have it.

        Raises:
            NotAllowed: the member does not play, or no reason is given.
        """
        if not reason.strip():
            raise NotAllowed("Say why: the reason stands in the book.")
        with writing(self.engine) as db:
            self._open(db, by.club_id, season)
            if derived.entrants(db, by.club_id, season).get(member, True):
                raise NotAllowed("That member does not play in this season.")
            post(db, by.club_id, Withdrew(season, member, reason.strip()), author=by.author, at=self.now())

    def replace(self, by: Actor, season: int, member: int, substitute: int, taken: tuple[tuple[int, int], ...]) -> None:
        """
        Post that a member takes the place of one who withdrew, with the fixtures that are left.

        Raises:
            NotAllowed: the one has not withdrawn, or the other plays already or is no member.
        """
        with writing(self.engine) as db:
            self._open(db, by.club_id, season)
            playing = derived.entrants(db, by.club_id, season)
            if not playing.get(member, False):
                raise NotAllowed("Only one who has withdrawn can be replaced.")
            if substitute in playing or substitute not in derived.members(db, by.club_id, [substitute]):
                raise NotAllowed("The substitute is a member who does not play in this season yet.")
            post(db, by.club_id, Replaced(season, member, substitute, taken), author=by.author, at=self.now())

    def forfeit(self, by: Actor, season: int, members: tuple[int, int], winner: int, round_: int) -> Posted:
        """
        Post a partie that was not played, because one player did not come.

        Args:
            by: the director.
            season: the season.
            members: the two who were to meet, in the order of the fixture.
            winner: 0 or 1, who came.
            round_: of the fixture; 0 for none.
        """
        with writing(self.engine) as db:
            terms = self._open(db, by.club_id, season)
            result = Result((Side(0), Side(0)), winner, terms.forfeit_points, forfeit=True)
            body = PartiePosted(season, members, "", (), "", result, round_)
            return post(db, by.club_id, body, author=by.author, at=self.now())

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
            self._open(db, by.club_id, season)
            if member not in derived.entrants(db, by.club_id, season):
                raise NotAllowed("That member does not take part in this season.")
            body = Adjusted(season, member, points, match_points, reason.strip(), law.strip())
            return post(db, by.club_id, body, author=by.author, at=self.now())

    def reverse(self, by: Actor, entry: int, *, reason: str, law: str = "") -> Posted:
        """
        Post the reversal of an entry.

        Raises:
            NotAllowed: as `posting.reverse`.
        """
        with writing(self.engine) as db:
            return reverse(db, by.club_id, entry, reason=reason, law=law, author=by.author, at=self.now())

    def close(self, by: Actor, season: int) -> None:
        """
        Post that a season is closed; whoever calls has made sure that nothing is left out.

        Raises:
            NotAllowed: it is not there, or closed.
        """
        with writing(self.engine) as db:
            self._open(db, by.club_id, season)
            post(db, by.club_id, SeasonClosed(season), author=by.author, at=self.now())

    def _open(self, db: Connection, club_id: int, season: int) -> Terms:
        row = derived.find_season(db, club_id, season)
        if row is None:
            raise NotAllowed(f"The club has no season {season}.")
        if row.closed:
            raise NotAllowed("The season is closed; its book takes no more entries.")
        return read_terms(row.terms)


def checked(terms: Terms) -> Terms:
    """
    The terms, if they do not contradict themselves.

    Raises:
        NotAllowed: they do; the message says where.
    """
    clean_name(terms.name)
    if not terms.order:
        raise NotAllowed("Choose at least one thing that decides places.")
    if len(set(terms.order)) < len(terms.order):
        raise NotAllowed("Each thing decides places once.")
    if not terms.loss <= terms.draw <= terms.win:
        raise NotAllowed("A partie won gives at least as many match points as one drawn, and that as one lost.")
    if not 0 <= terms.correction_hours <= 24 * 90:
        raise NotAllowed("The correction period is between 0 hours and 90 days.")
    if terms.forfeit_points < 0 or terms.bye < 0 or terms.provisional < 0 or terms.loss < 0:
        raise NotAllowed("These figures are not less than nothing.")
    return terms
