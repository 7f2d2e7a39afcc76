"""
Projections: what the entries of a book add up to.

Storage updates them with each entry. When a book is verified, they are checked against this fold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from .entries import (
    Arrangement,
    Entered,
    Entry,
    MemberAdmitted,
    MemberRenamed,
    Replaced,
    RoundDrawn,
    SeasonClosed,
    SeasonOpened,
    Withdrew,
)
from .postings import changes
from .ratings import Rating, rated
from .records import Records, add_partie
from .results import Result, Tally
from .terms import SeasonTerms


@dataclass(slots=True)
class Projections:
    """
    The projections of the entries so far that grow with members and seasons, not with parties.

    `entrants` has, by season and member, whether the member has withdrawn; `fixtures` the two members, 0 for a bye.
    """

    members: dict[int, str] = field(default_factory=dict)
    seasons: dict[int, SeasonTerms] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)
    entrants: dict[tuple[int, int], bool] = field(default_factory=dict)
    fixtures: dict[tuple[int, int, int], tuple[int, int]] = field(default_factory=dict)
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    position: int = 0

    def add(self, entry: Entry, undone: Entry | None = None) -> None:
        """Add the next entry; *undone* is the entry that it reverses, if it is a reversal."""
        self.position = entry.number
        body = entry.body
        if isinstance(body, Arrangement):
            self._arrange(body)
        counted = body if undone is None else undone.body
        change = changes(counted, self.seasons.get(getattr(counted, "season", 0)))
        if change is not None:
            for member, tally in change.tallies.items():
                at = change.season, member
                self.tallies[at] = self.tallies.get(at, Tally()) + (tally if undone is None else -tally)

    def _arrange(self, body: Arrangement) -> None:
        match body:
            case MemberAdmitted(member, name) | MemberRenamed(member, name):
                self.members[member] = name
            case SeasonOpened(season, terms):
                self.seasons[season] = terms
            case SeasonClosed(season):
                self.closed.add(season)
            case Entered(season, member):
                self._enter(season, member)
            case Withdrew(season, member):
                self.entrants[season, member] = True
            case Replaced(season, member, by, slots):
                self._enter(season, by)
                for at in ((season, *slot) for slot in slots):
                    if at in self.fixtures:
                        first, second = (by if each == member else each for each in self.fixtures[at])
                        self.fixtures[at] = first, second
            case RoundDrawn(season, number, fixtures):
                for table, each in enumerate(fixtures, 1):
                    self.fixtures[season, number, table] = each.first, each.second or 0
            case _:
                assert_never(body)

    def _enter(self, season: int, member: int) -> None:
        self.entrants.setdefault((season, member), False)
        self.tallies.setdefault((season, member), Tally())


@dataclass(slots=True)
class History:
    """
    What the current parties add up to in the order of the book: each where its first entry is.

    So a corrected partie is rated as if the correction had always been there. Records are by season, or 0, and member.
    """

    ratings: dict[int, Rating] = field(default_factory=dict)
    records: defaultdict[tuple[int, int], Records] = field(default_factory=lambda: defaultdict(dict))

    def add(self, number: int, season: int, members: Sequence[int], result: Result) -> dict[int, Rating]:
        """Add the next partie, by its first entry, and return the members' new ratings; a forfeit is not rated."""
        for player, member in enumerate(members):
            for of in (0, season):
                add_partie(self.records[of, member], number, member, result, player)
        if result.forfeit:
            return {}
        first, second = (self.ratings.get(member, Rating()) for member in members)
        after = dict(zip(members, rated(first, second, result.winner), strict=True))
        self.ratings |= after
        return after
