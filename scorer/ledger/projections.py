"""Projections: what the entries of a book add up to.

Storage updates them with each entry. When a book is verified, they are checked against this fold.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from types import MappingProxyType
from typing import Any, assert_never

from .changes import Changes, changes
from .entries import (
    Arrangement,
    Body,
    ClubFounded,
    DirectorAdded,
    DirectorRemoved,
    Entered,
    Entry,
    Fixture,
    LotDrawn,
    MemberAdmitted,
    MemberAlias,
    MemberErased,
    MemberLeft,
    MemberMerged,
    MemberRejoined,
    MemberRenamed,
    Replaced,
    Returned,
    Role,
    RoleGiven,
    RoundDated,
    RoundDrawn,
    RoundRedrawn,
    SeasonClosed,
    SeasonOpened,
    Withdrew,
)
from .records import Rating, Records, add_partie, rated
from .results import GameFacts, Result, Tally
from .terms import SeasonTerms

NO_MEMBERS: Mapping[int, int] = MappingProxyType({})


class MemberStatus(Enum):
    """What a member is to the club."""

    MEMBER = "member"
    LEFT = "left"
    MERGED = "merged"
    ERASED = "erased"


@dataclass(frozen=True, slots=True)
class MemberNow:
    """What the entries say of a member.

    `sealed` is the name as the entries have it, empty once it is erased; `known` has every name so
    far.
    """

    sealed: str = ""
    status: MemberStatus = MemberStatus.MEMBER
    into: int = 0
    role: Role = Role.MEMBER
    known: frozenset[str] = frozenset()


@dataclass(slots=True)
class Projections:
    """What the entries so far say of members and seasons, whose number does not grow with the
    parties.

    `aliases` are member and sealed name by the entry that gave it, without those that are erased.
    `merged` has the number into which a member was merged, of those who were. `entrants` are by
    season and member: 1 who withdrew, else 0. The `days` of rounds are by season and round.
    """

    members: dict[int, MemberNow] = field(default_factory=dict)
    aliases: dict[int, tuple[int, str]] = field(default_factory=dict)
    merged: dict[int, int] = field(default_factory=dict)
    seasons: dict[int, SeasonTerms] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)
    entrants: Counter[tuple[int, int]] = field(default_factory=Counter)
    days: dict[tuple[int, int], str] = field(default_factory=dict)
    fixtures: dict[tuple[int, int, int], tuple[int, int]] = field(default_factory=dict)
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    facts: dict[int, GameFacts] = field(default_factory=dict)
    position: int = 0
    club: str = ""
    directors: set[str] = field(default_factory=set)

    def add(self, entry: Entry, undone: Entry | None = None) -> Changes | None:
        """Add the next entry, and return what it adds;
        *undone* is the entry that it reverses, if it is a reversal.
        """
        self.position = entry.number
        body = entry.body
        if isinstance(body, MemberAlias):
            self.aliases[entry.number] = body.member, body.sealed
        if isinstance(body, Arrangement):
            self._arrange(body)
        counted = body if undone is None else undone.body
        if undone is not None:
            self._undo(undone.body)
        change = changes(counted, self.seasons.get(getattr(counted, "season", 0)))
        if change is None:
            return None
        if undone is not None:
            change = -change
        change = change.of(self.merged)
        for member, tally in change.tallies.items():
            at = change.season, member
            self.tallies[at] = self.tallies.get(at, Tally()) + tally
        self._add_facts(change.season, change.facts)
        return change

    def _add_facts(self, season: int, facts: GameFacts) -> None:
        self.facts[season] = self.facts.get(season, GameFacts()) + facts

    def _arrange(self, body: Arrangement) -> None:
        match body:
            case ClubFounded(name):
                self.club = name
            case DirectorAdded(name):
                self.directors.add(name)
            case DirectorRemoved(name):
                self.directors.discard(name)
            case RoleGiven(member, role):
                self._member(member, role=role)
            case MemberAdmitted(member, sealed) | MemberRenamed(member, sealed):
                self._member(
                    member,
                    sealed=sealed,
                    known=self.members.get(member, MemberNow()).known | {sealed},
                )
            case MemberLeft(member):
                self._member(member, status=MemberStatus.LEFT)
            case MemberRejoined(member):
                self._member(member, status=MemberStatus.MEMBER)
            case MemberMerged(member, into):
                self._merge(member, into)
            case MemberErased(member):
                self._member(member, status=MemberStatus.ERASED)
                numbers = (member, *self._merged_into(member))
                for number in numbers:
                    self._member(number, sealed="")
                self.aliases = {
                    given: (of, sealed)
                    for given, (of, sealed) in self.aliases.items()
                    if of not in numbers
                }
            case SeasonOpened(season, terms):
                self.seasons[season] = terms
                self._add_facts(season, GameFacts())
            case SeasonClosed(season):
                self.closed.add(season)
            case Entered(season, member):
                self._enter(season, member)
            case Withdrew(season, member):
                self.entrants[season, member] += 1
            case Returned(season, member):
                self.entrants[season, member] -= 1
            case Replaced(season, member, by, slots):
                self._enter(season, by)
                for round_, table in slots:
                    at = season, round_, table
                    if at in self.fixtures:
                        self.fixtures[at] = _with(by, member, self.fixtures[at])
            case MemberAlias() | LotDrawn():
                # An alias is kept by the number of its entry, and what a lot decides is in the
                # fixtures that are drawn by it.
                pass
            case RoundDated(season, number, day):
                self.days[season, number] = day
            case RoundDrawn(season, number, fixtures, day):
                if day:
                    self.days[season, number] = day
                self._draw(season, number, fixtures)
            case RoundRedrawn(season, number, fixtures):
                self._draw(season, number, fixtures)
            case _:
                assert_never(body)

    def _undo(self, body: Body) -> None:
        """Undo what an entry that is reversed arranged: a draw, or who takes part."""
        if isinstance(body, RoundDrawn):
            self.days.pop((body.season, body.round), None)
            self._draw(body.season, body.round, ())
        if isinstance(body, Entered):
            self._leave(body.season, body.member)
        if isinstance(body, Replaced):
            by = self._leave(body.season, body.by)
            member = self.merged.get(body.member, body.member)
            for at, pair in self.fixtures.items():
                season, _, _ = at
                if season == body.season:
                    self.fixtures[at] = _with(member, by, pair)

    def _leave(self, season: int, member: int) -> int:
        """Take out of a season who was entered by mistake, and return their number now.

        What counts for them, as it never does for such a member, is kept.
        """
        now = self.merged.get(member, member)
        self.entrants.pop((season, now), None)
        if self.tallies.get((season, now)) == Tally():
            del self.tallies[season, now]
        return now

    def _draw(self, season: int, number: int, fixtures: Sequence[Fixture]) -> None:
        """Make *fixtures* those of a round, and no others."""
        tables = count(1)
        while self.fixtures.pop((season, number, next(tables)), None) is not None:
            pass
        for table, each in enumerate(fixtures, 1):
            self.fixtures[season, number, table] = each.first, each.second or 0

    def _member(self, number: int, **changed: Any) -> None:
        self.members[number] = replace(self.members.get(number, MemberNow()), **changed)

    def _merged_into(self, member: int) -> list[int]:
        return [number for number, into in self.merged.items() if into == member]

    def _merge(self, member: int, into: int) -> None:
        for number in (*self._merged_into(member), member):
            self.merged[number] = into
            self._member(number, into=into)
        self._member(member, status=MemberStatus.MERGED)
        for season in [season for season, each in self.tallies if each == member]:
            at = season, into
            self.tallies[at] = self.tallies.get(at, Tally()) + self.tallies.pop((season, member))
        for season in [season for season, each in self.entrants if each == member]:
            # who plays on under either number has not withdrawn
            gone = self.entrants.pop((season, member))
            self.entrants[season, into] = min(gone, self.entrants.get((season, into), gone))
        for slot, pair in self.fixtures.items():
            self.fixtures[slot] = _with(into, member, pair)

    def _enter(self, season: int, member: int) -> None:
        self.entrants.setdefault((season, member), 0)
        self.tallies.setdefault((season, member), Tally())


def _with(member: int, instead_of: int, pair: tuple[int, int]) -> tuple[int, int]:
    """Return the players of a fixture with a *member* *instead_of* another."""
    first, second = pair
    return member if first == instead_of else first, member if second == instead_of else second


@dataclass(slots=True)
class History:
    """What the current parties add up to, in the order of play;
    records are by season, or 0, and member.
    """

    ratings: dict[int, Rating] = field(default_factory=dict)
    records: defaultdict[tuple[int, int], Records] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def add(
        self, number: int, season: int, members: Sequence[int], result: Result, *, counts: bool
    ) -> dict[int, Rating]:
        """Add the next partie, by its first entry, and return the members' new ratings.

        A forfeit is not rated. What does not count by the terms of its season sets no record
        either.
        """
        if not counts:
            return {}
        for player, member in enumerate(members):
            for of in (0, season):
                add_partie(self.records[of, member], number, member, result, player)
        if result.forfeit:
            return {}
        first, second = members
        before = self.ratings.get(first, Rating())
        other_before = self.ratings.get(second, Rating())
        after = dict(zip(members, rated(before, other_before, result.winner), strict=True))
        self.ratings |= after
        return after
