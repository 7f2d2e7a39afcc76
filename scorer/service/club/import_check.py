"""Check parties from files before an import: their players, fixtures, rules and results."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sqlalchemy import Connection

from ...ledger.results import Result, result_of
from ...rules.partie import DealRecord, PartieRecord, play_partie
from ...rules.refusals import IllegalStatement
from ...rules.ruleset import Ruleset
from ...rules.seats import Player
from ...storage import posted_parties, projections
from ..opening import NotAllowed, clean_name
from .actors import Actor
from .fixtures import FixtureNow, fixtures_now
from .import_files import Brought, Complaint
from .running import running
from .terms import refuse_more_than_two, season_rules

Likeness = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """
    A partie that can be imported.

    Attributes:
        line: where it begins in the file.
        names: as the club has them, or will.
        round: of the fixture that it settles; 0 for none.
    """

    file: str
    line: int
    names: tuple[str, str]
    deals: tuple[DealRecord, ...]
    result: Result
    round: int

    @property
    def says(self) -> str:
        """Return the result in words."""
        result = self.result
        if result.winner is None:
            return "drawn"
        rubicon = ", the Rubicon not crossed" if result.rubicon else ", a lurch" if result.lurch else ""
        return f"{self.names[result.winner]} is paid {result.points}{rubicon}"


@dataclass(slots=True)
class Checking:
    """
    The check of parties from files so far.

    Attributes:
        admit: new names may be admitted and entered.
        again: a partie may look like another.
        members: number and name by case-folded name.
        playing: by entrant, whether they have withdrawn.
        fixtures: those that are not settled.
        drawn: whether fixtures have been drawn.
        admits: names to admit, by case-folded name.
        enters: names to enter, by case-folded name.
        seen: the parties checked so far, by players and likeness.
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
    complaints: list[Complaint] = field(default_factory=list)
    admits: dict[str, str] = field(default_factory=dict)
    enters: dict[str, str] = field(default_factory=dict)
    seen: dict[tuple[tuple[str, str], Likeness], str] = field(default_factory=dict)
    standing: dict[tuple[int, int], dict[Likeness, str]] = field(default_factory=dict)

    def check(self, brought: Brought) -> Row | None:
        """Return the partie as it would be posted; `None` if there are complaints about it."""
        before = len(self.complaints)
        names = self._names(brought)
        result = self._played(brought)
        if names is None or result is None or len(self.complaints) > before:
            return None
        round_ = self._round(brought, names)
        self._like_another(brought, names, result)
        if len(self.complaints) > before:
            return None
        place = brought.place(None, None)
        return Row(brought.file, place.line, names, brought.deals, result, round_)

    def _complain(self, brought: Brought, message: str, deal: int | None = None, position: int | None = None) -> None:
        self.complaints.append(brought.complaint(message, deal, position))

    def _names(self, brought: Brought) -> tuple[str, str] | None:
        found = [self._name(brought, name) for name in brought.names]
        first, second = found
        if first is None or second is None:
            return None
        if first.casefold() == second.casefold():
            self._complain(brought, f"{first} cannot play against himself")
            return None
        return first, second

    def _name(self, brought: Brought, name: str) -> str | None:
        """Return a player's name as the club has it, if they can play."""
        try:
            name = clean_name(name)
        except NotAllowed as error:
            self._complain(brought, f"{name[:40]!r} is no name: {error}")
            return None
        key = name.casefold()
        number, name = self.members.get(key, (0, self.admits.get(key, name)))
        if number and not self.playing.get(number, True):
            return name
        wrong = ""
        if number and number in self.playing:
            wrong = f"{name} has withdrawn from the season"
        elif not self.admit:
            wrong = f"{name} does not take part in the season" if number else f"the club has no member called {name}"
        elif self.drawn:
            wrong = f"{name} does not take part in the season, of which the fixtures are drawn"
        if wrong:
            self._complain(brought, wrong)
            return None
        if not number:
            self.admits[key] = name
        self.enters[key] = name
        return name

    def _played(self, brought: Brought) -> Result | None:
        players = Player("the first player"), Player("the second player")
        try:
            partie = play_partie(PartieRecord(self.rules, players, brought.deals))
        except IllegalStatement as error:
            self._complain(brought, str(error), error.deal, error.position)
            return None
        if not partie.is_over:
            many = len(brought.deals)
            last = many - 1 if many else None
            self._complain(brought, f"after {many} {'deal' if many == 1 else 'deals'} the partie is not over", last)
            return None
        return result_of(partie)

    def _round(self, brought: Brought, names: tuple[str, str]) -> int:
        """Return the round of its fixture: as the file says, or the only open one of the two."""
        members = tuple(self.members.get(name.casefold(), (0, ""))[0] for name in names)
        if brought.round is None:
            fitting = [each for each in self.fixtures if each.members == members]
        else:
            fitting = [
                each for each in self.fixtures if each.round == brought.round and set(each.members) == set(members)
            ]
            if not fitting:
                self._complain(brought, f"in round {brought.round} no fixture between {' and '.join(names)} is open")
        if len(fitting) != 1:
            return 0
        self.fixtures.remove(fitting[0])
        return fitting[0].round

    def _like_another(self, brought: Brought, names: tuple[str, str], result: Result) -> None:
        """Complain of a partie that looks like another, most often because it was imported before."""
        like, pair = likeness(result), (names[0].casefold(), names[1].casefold())
        place = brought.place(None, None)
        other = self.seen.get((pair, like), "")
        self.seen.setdefault((pair, like), f"the one at {brought.file}:{place.line}")
        if not other and all(key in self.members for key in pair):
            numbers = self.members[pair[0]][0], self.members[pair[1]][0]
            other = self._standing(numbers).get(like, "")
        if other and not self.again:
            message = f"it looks like {other}: the same two, with the same points as elder and as younger"
            self.complaints.append(replace(brought.complaint(message), looks_alike=True))

    def _standing(self, pair: tuple[int, int]) -> dict[Likeness, str]:
        if pair not in self.standing:
            self.standing[pair] = {
                likeness(row.result): f"partie {row.code}, entry {row.entry} of the book"
                for row in posted_parties.of_two(self.db, self.club_id, self.season, pair)
                if row.code
            }
        return self.standing[pair]


def likeness(result: Result) -> Likeness:
    """Return what two equal-looking parties of the same players have in common."""
    return tuple((side.total, side.as_elder) for side in result.sides)


def checking(db: Connection, by: Actor, season: int, *, admit: bool, again: bool) -> Checking:
    """
    Begin the check of an import.

    Raises:
        NotAllowed: the season is missing, closed or for more than two, or the actor is not a director.
    """
    if not by.is_director:
        raise NotAllowed("Only a director can import parties.")
    terms = running(db, by.club_id, season, author=by.author, at="").terms
    refuse_more_than_two(terms)
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
