"""
The figures of a book, folded from its entries and from nothing else.

What a page reads is kept entry by entry beside the book; this says what that
must be. It is what the figures are made again from, and what they are held
against when the book is verified.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .entries import (
    Entered,
    Entry,
    MemberAdmitted,
    MemberRenamed,
    PartiePosted,
    Replaced,
    RoundDrawn,
    SeasonClosed,
    SeasonOpened,
    Withdrew,
)
from .postings import Changes, changes
from .ratings import Rating, rated
from .results import Meeting, Tally
from .terms import SeasonTerms


@dataclass(slots=True)
class Figures:
    """
    The figures of a book as far as it has been folded.

    Attributes:
        members: the name of each member, by number.
        seasons: the terms of each season, by number.
        closed: the seasons that take no more parties.
        entrants: for each season and member whether he has withdrawn.
        fixtures: for each season, round and place in it who meets whom; 0 for nobody.
        tallies: for each season and member.
        meetings: for each season, member and other.
        standing: for each entry by which a partie stands that is rated, its place in the order of the
            ratings, its members and who won.
        played: for each place in the order of the parties the entry by which one stands; those that were not
            played among them.
        through: the number of the last entry.
    """

    members: dict[int, str] = field(default_factory=dict)
    seasons: dict[int, SeasonTerms] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)
    entrants: dict[tuple[int, int], bool] = field(default_factory=dict)
    fixtures: dict[tuple[int, int, int], tuple[int, int]] = field(default_factory=dict)
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    meetings: dict[tuple[int, int, int], Meeting] = field(default_factory=dict)
    standing: dict[int, tuple[int, tuple[int, int], int | None]] = field(default_factory=dict)
    played: dict[int, Entry] = field(default_factory=dict)
    through: int = 0

    def add(self, entry: Entry, undone: Entry | None = None) -> None:
        """
        Count the next entry.

        Args:
            entry: the entry.
            undone: the entry that it reverses; `None` if it is no reversal.
        """
        self.through = entry.number
        if undone is not None:
            self.standing.pop(undone.number, None)
            if isinstance(undone.body, PartiePosted):
                self.played.pop(undone.body.instead_of or undone.number, None)
            change = self._changes(undone)
            self._count(None if change is None else -change)
            return
        self._decide(entry)
        self._count(self._changes(entry))
        body = entry.body
        if isinstance(body, PartiePosted):
            self.played[body.instead_of or entry.number] = entry
        if isinstance(body, PartiePosted) and not body.result.forfeit:
            self.standing[entry.number] = (body.instead_of or entry.number, body.members, body.result.winner)

    def ratings(self) -> Iterator[tuple[int, int, Rating]]:
        """
        Every rating there ever was: the member, the place after which it holds, and the rating.

        A partie that was corrected keeps the place of its first entry, so the
        ratings are as if what stands now had always stood.
        """
        latest: dict[int, Rating] = {}
        for place, members, winner in sorted(self.standing.values(), key=lambda each: each[0]):
            first, second = (latest.get(member, Rating()) for member in members)
            for member, after in zip(members, rated(first, second, winner), strict=True):
                latest[member] = after
                yield member, place, after

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

    def _decide(self, entry: Entry) -> None:
        match entry.body:
            case MemberAdmitted(member, name) | MemberRenamed(member, name):
                self.members[member] = name
            case SeasonOpened(season, terms):
                self.seasons[season] = terms
            case SeasonClosed(season):
                self.closed.add(season)
            case Entered(season, member) | Replaced(season, by=member):
                self.entrants.setdefault((season, member), False)
                self.tallies.setdefault((season, member), Tally())
            case Withdrew(season, member):
                self.entrants[season, member] = True
            case RoundDrawn(season, number, fixtures):
                for table, each in enumerate(fixtures, 1):
                    self.fixtures[season, number, table] = each.first, each.second or 0
            case _:
                pass
        if isinstance(entry.body, Replaced):
            self._hand_over(entry.body)

    def _hand_over(self, body: Replaced) -> None:
        for number, table in body.taken:
            at = body.season, number, table
            if at in self.fixtures:
                first, second = (body.by if each == body.member else each for each in self.fixtures[at])
                self.fixtures[at] = first, second
