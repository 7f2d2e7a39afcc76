"""
Import parties into a season: upload, preview, post; all of them or none.

The preview reads the files and reports every mistake. Posting checks again, because the book may have changed. A
director is the author of the entries; nobody has signed the parties, and the entries say so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from ...ledger.entries import Entered
from ...rules.house import ruleset_to_data
from ...rules.notation import format_statement
from ...rules.partie import DealRecord
from ...storage import clubs as clubs_store
from ...storage import projections
from ...storage.engine import Database, reading, writing
from ..opening import NotAllowed
from ..parties import Clock
from ..sheets import from_paper
from . import members
from .actors import Actor, actor
from .bulk import PlayedPartie, enter_all
from .import_check import Checking, Row, checking
from .import_files import Complaint, File, read_files
from .posting import Draft, post_all
from .running import running
from .terms import season_rules

AT_A_TIME = 100
"""Parties posted between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Plan:
    """
    The preview of an import.

    Attributes:
        rows: the parties to import, in order.
        admits: names to admit.
        enters: names to enter.
        admit: new names may be admitted and entered.
        again: a partie may look like another.
    """

    season: int
    files: tuple[File, ...]
    rows: tuple[Row, ...]
    complaints: tuple[Complaint, ...]
    admits: tuple[str, ...]
    enters: tuple[str, ...]
    admit: bool
    again: bool

    @property
    def is_sound(self) -> bool:
        """Return whether there is something to import and no complaint."""
        return bool(self.rows) and not self.complaints


class Unsound(NotAllowed):
    """Nothing was imported; the plan says why."""

    def __init__(self, plan: Plan) -> None:
        first = next(iter(plan.complaints), None)
        super().__init__(f"{first.where}: {first.message}" if first else "These files have no parties.")
        self.plan = plan


@dataclass(frozen=True, slots=True)
class Importing:
    engine: Database
    clock: Clock

    def director(self, club_id: int, name: str = "") -> Actor:
        """
        Return the director that somebody at the terminal acts for: the one of this name, or the only one.

        Raises:
            NotAllowed: there is none, or there are several and no name was given.
        """
        with reading(self.engine) as db:
            held = clubs_store.active_credentials(db, club_id, "password")
        named = [each for each in held if not name or members.same(each.name, name)]
        if len(named) != 1:
            raise NotAllowed(f"Choose a director: {', '.join(each.name for each in held)}.")
        return actor(named[0], named[0].name)

    def check(self, by: Actor, season: int, files: Sequence[File], *, admit: bool = False, again: bool = False) -> Plan:
        """
        Preview an import; nothing is changed.

        Args:
            by: a director.
            admit: admit and enter new names.
            again: allow a partie that looks like a posted one.

        Raises:
            NotAllowed: the season is missing or closed, or the actor is not a director.
        """
        with reading(self.engine) as db:
            return self._plan(checking(db, by, season, admit=admit, again=again), files)

    def applying(self, by: Actor, plan: Plan) -> Generator[int, None, None]:
        """
        Post a plan, all or nothing: it is committed when the iteration ends. Yield the number of posted parties.

        Raises:
            Unsound: there is a complaint, perhaps a new one; its plan says which.
            NotAllowed: as `check`.
        """
        with writing(self.engine) as db:
            found = checking(db, by, plan.season, admit=plan.admit, again=plan.again)
            now = self._plan(found, plan.files)
            if not now.is_sound:
                raise Unsound(now)
            at = self.clock().isoformat(timespec="seconds")
            run = running(db, by.club_id, plan.season, author=by.author, at=at)
            for first in range(0, len(now.admits), members.MOST_AT_ONCE):
                members.admit(db, by, now.admits[first : first + members.MOST_AT_ONCE], at=at)
            kept = {name.casefold(): (number, name) for number, name in projections.members(db, by.club_id).items()}
            entered = [Draft(Entered(plan.season, kept[name.casefold()][0]), by.author, at) for name in now.enters]
            if entered:
                post_all(db, by.club_id, entered)
            rules = json.dumps(ruleset_to_data(season_rules(run.terms)))
            for first in range(0, len(now.rows), AT_A_TIME):
                yield first
                some = now.rows[first : first + AT_A_TIME]
                played = [_played(row, [kept[name.casefold()] for name in row.names], by, at) for row in some]
                enter_all(db, by.club_id, plan.season, rules, played)
        yield len(now.rows)

    def apply(self, by: Actor, plan: Plan, progress: Callable[[int], None] = lambda _: None) -> int:
        """
        Post a plan, all or nothing; return the number of parties.

        Args:
            progress: called with the number of parties posted since the last call.

        Raises:
            Unsound: as `applying`.
        """
        done = 0
        for now in self.applying(by, plan):
            progress(now - done)
            done = now
        return done

    def _plan(self, found: Checking, files: Sequence[File]) -> Plan:
        read = read_files(files, found.rules)
        rows = [row for each in read.brought if (row := found.check(each)) is not None]
        order = {file.name: number for number, file in enumerate(files)}
        complaints = sorted(
            (*read.complaints, *found.complaints), key=lambda each: (order[each.file], each.line, each.column)
        )
        return Plan(
            found.season,
            tuple(files),
            tuple(rows),
            tuple(complaints),
            tuple(found.admits.values()),
            tuple(found.enters.values()),
            found.admit,
            found.again,
        )


def _played(row: Row, kept: Sequence[tuple[int, str]], by: Actor, at: str) -> PlayedPartie:
    (first, first_name), (second, second_name) = kept
    deals = tuple(_said(each) for each in row.deals)
    pair = first_name, second_name
    return PlayedPartie((first, second), pair, deals, "import", by.author, at, row.round)


def _said(deal: DealRecord) -> tuple[str, ...]:
    """Return a deal as it is stored."""
    if deal.scores is not None:
        return (from_paper(*deal.scores),)
    return tuple(format_statement(each) for each in deal.log)
