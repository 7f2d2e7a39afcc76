"""
Projections: what the entries of a book add up to.

Storage updates them with each entry. When a book is verified, they are checked against this fold.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    SheetPosted,
    Withdrew,
)
from .postings import Changes, changes
from .ratings import Rating, rated
from .results import Meeting, Result, Tally
from .terms import SeasonTerms


@dataclass(slots=True)
class Projections:
    """
    The projections of the entries so far.

    Attributes:
        entrants: by season and member, whether the member has withdrawn.
        fixtures: by season, round and number, the two members; 0 for a bye.
        tallies: by season and member.
        meetings: by season, member and opponent.
        rated: by the current entry of each rated partie: its first entry, its members and the winner.
        posted: the current entry of each posted partie, by its first entry.
        position: the number of the last entry.
    """

    members: dict[int, str] = field(default_factory=dict)
    seasons: dict[int, SeasonTerms] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)
    entrants: dict[tuple[int, int], bool] = field(default_factory=dict)
    fixtures: dict[tuple[int, int, int], tuple[int, int]] = field(default_factory=dict)
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    meetings: dict[tuple[int, int, int], Meeting] = field(default_factory=dict)
    rated: dict[int, tuple[int, tuple[int, ...], int | None]] = field(default_factory=dict)
    posted: dict[int, Entry] = field(default_factory=dict)
    position: int = 0

    def add(self, entry: Entry, undone: Entry | None = None) -> None:
        """Add the next entry; *undone* is the entry that it reverses, if it is a reversal."""
        self.position = entry.number
        if undone is not None:
            self.rated.pop(undone.number, None)
            if isinstance(undone.body, SheetPosted):
                self.posted.pop(undone.body.instead_of or undone.number, None)
            change = self._changes(undone)
            self._count(None if change is None else -change)
            return
        body = entry.body
        if isinstance(body, Arrangement):
            self._arrange(body)
        self._count(self._changes(entry))
        if isinstance(body, SheetPosted) and isinstance(body.result, Result):
            first_entry = body.instead_of or entry.number
            self.posted[first_entry] = entry
            if not body.result.forfeit:
                self.rated[entry.number] = (first_entry, body.members, body.result.winner)

    def ratings(self) -> Iterator[tuple[int, int, Rating]]:
        """
        Yield every rating: member, first entry of the partie after which it holds, and rating.

        A corrected partie is rated where its first entry is, as if the correction had always been there.
        """
        latest: dict[int, Rating] = {}
        for first_entry, members, winner in sorted(self.rated.values(), key=lambda each: each[0]):
            first, second = (latest.get(member, Rating()) for member in members)
            for member, after in zip(members, rated(first, second, winner), strict=True):
                latest[member] = after
                yield member, first_entry, after

    def _changes(self, entry: Entry) -> Changes | None:
        return changes(entry.body, self.seasons.get(getattr(entry.body, "season", 0)))

    def _count(self, change: Changes | None) -> None:
        if change is None:
            return
        for member, tally in change.tallies.items():
            at = change.season, member
            self.tallies[at] = self.tallies[at] + tally if at in self.tallies else tally
        for (member, other), meeting in change.meetings.items():
            pair = change.season, member, other
            self.meetings[pair] = self.meetings[pair] + meeting if pair in self.meetings else meeting

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
