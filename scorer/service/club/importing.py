"""Import parties into a season from files: check them, preview what would be posted, then post all or none."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from sqlalchemy import Connection

from ...ledger.entries import Entered
from ...ledger.results import Result, result_of
from ...rules.house_rules import ruleset_to_data
from ...rules.notation import format_statement
from ...rules.partie import DealRecord, PartieRecord, play_partie
from ...rules.ruleset import Ruleset
from ...rules.seats import Player
from ...rules.sentences import IllegalStatement
from ...storage import clubs as clubs_store
from ...storage import posted_parties, projections
from ...storage import season_sheets as store
from ...storage.engine import reading, writing
from ...storage.season_sheets import Membership, WholePartie
from ...storage.sheets import PlayerRow, SheetKind, SheetRow, SignatureRow, taken
from ...storage.statements import StatementRow
from ..base import Service
from ..opening import NotAllowed, clean_name, new_code
from ..sheets import from_paper
from . import people
from .credentials import Actor, actor
from .fixtures import FixtureNow, fixtures_now
from .import_files import File, ImportFault, ParsedPartie, read_files
from .posting import Draft, Posted, post_all, running
from .seasons import require_two, season_rules
from .snapshots import PartieSnapshot

# Posting many parties
#
# They are posted like a partie that is signed at the table, and their rows are the same.


@dataclass(frozen=True, slots=True)
class PlayedPartie:
    """
    A finished partie to store and post; one that nobody signed is an import without a correction period.

    Each of its `deals` has its statements in canonical form, or its totals as from `from_paper`; `source` begins the
    idempotency keys.
    """

    members: tuple[int, int]
    names: tuple[str, str]
    deals: tuple[tuple[str, ...], ...]
    source: str
    author: str
    at: str
    round: int = 0
    signed: bool = False


def enter_all(db: Connection, club_id: int, season: int, ruleset: str, played: Sequence[PlayedPartie]) -> list[Posted]:
    """Store finished parties of a season and post them in order; `IllegalStatement` if the rules forbid one."""
    codes = _codes(db, len(played))
    recorded = [_recorded(each, code, club_id, season, ruleset) for each, code in zip(played, codes, strict=True)]
    drafts = []
    for each, found in zip(played, recorded, strict=True):
        partie = play_partie(found.record)
        drafts.append(Draft(found.body(partie, imported=not each.signed), each.author, each.at))
    whole = [
        WholePartie(each.row, each.membership, tuple(chain.from_iterable(each.deals)), each.signatures)
        for each in recorded
    ]
    store.append_parties(db, whole)
    return post_all(db, club_id, drafts)


def _recorded(played: PlayedPartie, code: str, club_id: int, season: int, ruleset: str) -> PartieSnapshot:
    players = tuple(map(PlayerRow, (0, 1), played.names, played.members))
    signatures = tuple(SignatureRow(player, name, played.at) for player, name in enumerate(played.names))
    return PartieSnapshot(
        SheetRow(0, code, SheetKind.PARTIE, "", ruleset, played.at, players),
        Membership(0, club_id, season, played.round, played.at, played.members),
        tuple(
            tuple(
                StatementRow(number, position, said, f"{played.source} {number}", played.at)
                for position, said in enumerate(deal)
            )
            for number, deal in enumerate(played.deals)
        ),
        signatures if played.signed else (),
    )


def _codes(db: Connection, count: int) -> list[str]:
    found: set[str] = set()
    while len(found) < count:
        drawn = {new_code() for _ in range(count - len(found))}
        found |= drawn - taken(db, drawn)
    return list(found)


# Checks


ADMIT = ". Admit and enter them first, or let the import do it"
"""What to do about names that are not in the season; the web and the command line have an option for it."""

Likeness = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A partie that can be imported; `line` is where it begins, `round` is 0 if it settles no fixture."""

    file: str
    line: int
    names: tuple[str, str]
    deals: tuple[DealRecord, ...]
    result: Result
    round: int

    @property
    def says(self) -> str:
        result = self.result
        if result.winner is None:
            return "drawn"
        rubicon = ", Rubicon not crossed" if result.rubicon else ", with a lurch" if result.lurch else ""
        return f"{self.names[result.winner]} receives {result.points}{rubicon}"


@dataclass(slots=True)
class Checking:
    """
    The check of parties from files so far.

    `members`, `admits` and `enters` are by case-folded name; `fixtures` are those that are open, `drawn` whether there
    are any; `seen` are the parties checked so far, by players and likeness, and `current` those in the book.
    """

    db: Connection
    club_id: int
    season: int
    rules: Ruleset
    admit: bool
    again: bool
    members: dict[str, tuple[int, str]]
    playing: dict[int, bool]
    fixtures: list[FixtureNow]
    drawn: bool
    faults: list[ImportFault] = field(default_factory=list)
    admits: dict[str, str] = field(default_factory=dict)
    enters: dict[str, str] = field(default_factory=dict)
    seen: dict[tuple[tuple[str, str], Likeness], str] = field(default_factory=dict)
    current: dict[tuple[int, int], dict[Likeness, str]] = field(default_factory=dict)

    def check(self, parsed: ParsedPartie) -> Row | None:
        before = len(self.faults)
        names = self._names(parsed)
        result = self._played(parsed)
        if names is None or result is None or len(self.faults) > before:
            return None
        round_ = self._round(parsed, names)
        self._like_another(parsed, names, result)
        if len(self.faults) > before:
            return None
        return Row(parsed.file, parsed.locate(None, None).line, names, parsed.deals, result, round_)

    def _fault(self, parsed: ParsedPartie, message: str, deal: int | None = None, position: int | None = None) -> None:
        self.faults.append(parsed.fault(message, deal, position))

    def _names(self, parsed: ParsedPartie) -> tuple[str, str] | None:
        first, second = (self._name(parsed, name) for name in parsed.names)
        if first is None or second is None:
            return None
        if first.casefold() == second.casefold():
            self._fault(parsed, f"both players are called {first}. Name two different players")
            return None
        return first, second

    def _name(self, parsed: ParsedPartie, name: str) -> str | None:
        """Return a player's name as the club has it, if they can play."""
        try:
            name = clean_name(name)
        except NotAllowed as error:
            self._fault(parsed, f"{name[:40]!r} is not a name: {error}")
            return None
        key = name.casefold()
        number, name = self.members.get(key, (0, self.admits.get(key, name)))
        if number and not self.playing.get(number, True):
            return name
        wrong = ""
        if number and number in self.playing:
            wrong = f"{name} has withdrawn from the season"
        elif not self.admit:
            wrong = (f"{name} is not in the season" if number else f"the club has no member called {name}") + ADMIT
        elif self.drawn:
            wrong = f"{name} is not in the season, and its fixtures are drawn. Only a replacement can enter it"
        if wrong:
            self._fault(parsed, wrong)
            return None
        if not number:
            self.admits[key] = name
        self.enters[key] = name
        return name

    def _played(self, parsed: ParsedPartie) -> Result | None:
        players = Player("the first player"), Player("the second player")
        try:
            partie = play_partie(PartieRecord(self.rules, players, parsed.deals))
        except IllegalStatement as error:
            self._fault(parsed, str(error), error.deal, error.position)
            return None
        if not partie.is_over:
            count = len(parsed.deals)
            last = count - 1 if count else None
            self._fault(parsed, f"after {count} {'deal' if count == 1 else 'deals'} the partie is not over", last)
            return None
        return result_of(partie)

    def _round(self, parsed: ParsedPartie, names: tuple[str, str]) -> int:
        """Return the round of its fixture: as the file says, or the only open one of the two."""
        members = tuple(self.members.get(name.casefold(), (0, ""))[0] for name in names)
        if parsed.round is None:
            fitting = [each for each in self.fixtures if each.members == members]
        else:
            in_round = [each for each in self.fixtures if each.round == parsed.round]
            fitting = [each for each in in_round if set(each.members) == set(members)]
            if not fitting:
                self._fault(parsed, f"in round {parsed.round} no fixture between {' and '.join(names)} is open")
        if len(fitting) != 1:
            return 0
        self.fixtures.remove(fitting[0])
        return fitting[0].round

    def _like_another(self, parsed: ParsedPartie, names: tuple[str, str], result: Result) -> None:
        """Complain of a partie that looks like another, most often because it was imported before."""
        like, pair = likeness(result), (names[0].casefold(), names[1].casefold())
        other = self.seen.get((pair, like), "")
        self.seen.setdefault((pair, like), f"the one at {parsed.file}:{parsed.locate(None, None).line}")
        if not other and all(key in self.members for key in pair):
            numbers = self.members[pair[0]][0], self.members[pair[1]][0]
            other = self._posted_like(numbers).get(like, "")
        if other and not self.again:
            message = f"it looks like {other}: same players, same points as elder and as younger"
            self.faults.append(replace(parsed.fault(message), looks_alike=True))

    def _posted_like(self, pair: tuple[int, int]) -> dict[Likeness, str]:
        if pair not in self.current:
            first, second = pair
            met = posted_parties.of_member(self.db, self.club_id, first, season=self.season, other=second)
            self.current[pair] = {
                likeness(row.result): f"partie {row.code}, entry {row.entry} of the book"
                for row in reversed(met)
                if row.code and row.members == pair
            }
        return self.current[pair]


def likeness(result: Result) -> Likeness:
    """Return what two equal-looking parties of the same players have in common."""
    return tuple((side.total, side.as_elder) for side in result.sides)


def checking(db: Connection, by: Actor, season: int, *, admit: bool, again: bool) -> Checking:
    if not by.is_director:
        raise NotAllowed("Only a director can import parties.")
    terms = running(db, by.club_id, season, author=by.author, at="").terms
    require_two(terms)
    names = projections.members(db, by.club_id)
    return Checking(
        db,
        by.club_id,
        season,
        season_rules(terms),
        admit,
        again,
        {name.casefold(): (number, name) for number, name in names.items()},
        projections.entrants(db, by.club_id, season),
        [each for each in fixtures_now(db, by.club_id, season, terms) if each.is_open and not each.code],
        bool(projections.fixtures(db, by.club_id, season)),
    )


# Importing
#
# The preview reads the files and reports every mistake. Posting checks again, because the book may have changed. A
# director is the author of the entries; nobody has signed the parties, and the entries say so.


AT_A_TIME = 100
"""Parties posted between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Plan:
    season: int
    files: tuple[File, ...]
    rows: tuple[Row, ...]
    faults: tuple[ImportFault, ...]
    admits: tuple[str, ...]
    enters: tuple[str, ...]
    admit: bool
    again: bool

    @property
    def is_importable(self) -> bool:
        return bool(self.rows) and not self.faults


class NotImportable(NotAllowed):
    def __init__(self, plan: Plan) -> None:
        first = next(iter(plan.faults), None)
        super().__init__(f"{first.where}: {first.message}" if first else "These files have no parties.")
        self.plan = plan


class Importing(Service):
    def director(self, club_id: int, name: str = "") -> Actor:
        """Return the director that somebody at the terminal acts for: the one of this name, or the only one."""
        with reading(self.engine) as db:
            held = clubs_store.active_credentials(db, club_id, "password")
        named = [each for each in held if not name or people.same(each.name, name)]
        if len(named) != 1:
            raise NotAllowed(f"Choose a director: {', '.join(each.name for each in held)}.")
        return actor(named[0], named[0].name)

    def check(self, by: Actor, season: int, files: Sequence[File], *, admit: bool = False, again: bool = False) -> Plan:
        with reading(self.engine) as db:
            return self._plan(checking(db, by, season, admit=admit, again=again), files)

    def applying(self, by: Actor, plan: Plan) -> Generator[int, None, None]:
        """Post a plan, committed as a whole in the end, or raise `NotImportable`; yield how many parties are posted."""
        with writing(self.engine) as db:
            found = checking(db, by, plan.season, admit=plan.admit, again=plan.again)
            now = self._plan(found, plan.files)
            if not now.is_importable:
                raise NotImportable(now)
            at = self.at()
            run = running(db, by.club_id, plan.season, author=by.author, at=at)
            for first in range(0, len(now.admits), people.MOST_AT_ONCE):
                people.admit(db, by, now.admits[first : first + people.MOST_AT_ONCE], at=at)
            known = {name.casefold(): (number, name) for number, name in projections.members(db, by.club_id).items()}
            entered = [Draft(Entered(plan.season, known[name.casefold()][0]), by.author, at) for name in now.enters]
            if entered:
                post_all(db, by.club_id, entered)
            rules = json.dumps(ruleset_to_data(season_rules(run.terms)))
            for first in range(0, len(now.rows), AT_A_TIME):
                yield first
                some = now.rows[first : first + AT_A_TIME]
                played = [_played(row, [known[name.casefold()] for name in row.names], by, at) for row in some]
                enter_all(db, by.club_id, plan.season, rules, played)
        yield len(now.rows)

    def apply(self, by: Actor, plan: Plan, progress: Callable[[int], None] = lambda _: None) -> int:
        """Post a plan, as `applying`; return the number of parties, and report new ones to *progress*."""
        done = 0
        for now in self.applying(by, plan):
            progress(now - done)
            done = now
        return done

    def _plan(self, found: Checking, files: Sequence[File]) -> Plan:
        read = read_files(files, found.rules)
        rows = [row for each in read.parties if (row := found.check(each)) is not None]
        order = {file.name: number for number, file in enumerate(files)}
        faults = sorted((*read.faults, *found.faults), key=lambda each: (order[each.file], each.line, each.column))
        admits, enters = tuple(found.admits.values()), tuple(found.enters.values())
        return Plan(found.season, tuple(files), tuple(rows), tuple(faults), admits, enters, found.admit, found.again)


def _played(row: Row, known: Sequence[tuple[int, str]], by: Actor, at: str) -> PlayedPartie:
    (first, first_name), (second, second_name) = known
    deals = tuple(
        tuple(format_statement(said) for said in each.log) if each.scores is None else (from_paper(*each.scores),)
        for each in row.deals
    )
    pair = first_name, second_name
    return PlayedPartie((first, second), pair, deals, "import", by.author, at, row.round)
