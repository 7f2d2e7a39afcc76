"""Import parties into a season from files: check them,
preview what would be posted, then post all or none.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import (
    Callable,
    Collection,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import chain
from typing import NamedTuple

from sqlalchemy import Connection

from ....ledger.changes import Changes, changes
from ....ledger.entries import Entered, SheetPosted, is_doubling_unknown
from ....ledger.results import Result, result_of
from ....ledger.signing import Means
from ....rules.figures import Side
from ....rules.house_rules import ruleset_to_data
from ....rules.names import Name, folded, joined, named
from ....rules.partie import DealRecord, Partie, PartieRecord, play_partie
from ....rules.seats import Player
from ....rules.sentences import IllegalStatement
from ....storage import clubs as clubs_store
from ....storage import projections
from ....storage import season_sheets as store
from ....storage.engine import reading, writing
from ....storage.queries import batched
from ....storage.season_sheets import WholePartie
from ....storage.sheets import Membership, PlayerRow, SheetRow, SignatureRow, taken
from ....storage.statements import StatementRow
from ....table.entering import NotAllowed, new_codes, refuse_if
from ....table.recording import SheetKind, recorded_as
from ....table.times import day_of, noon
from ...service import Service
from ...zones import today, zone_of
from ..credentials import Actor, actor
from ..people import members
from ..posting.signing import sealed_signatures
from ..posts import Draft, Posted, open_terms, partie_body, post_all, record_of
from ..seasons.fixtures import day_played, fixtures_now
from ..seasons.season import require_two, season_rules
from ..seasons.standings import Preview, SeasonTable, season_rows
from .import_files import File, FilesRead, ImportFault, KnownResult, ParsedPartie, read_files
from .spreadsheet_columns import (
    ColumnLayout,
    TableMatched,
    parties_read,
    remember,
    table_matched,
)
from .spreadsheets import name_read

# Posting many parties
#
# They are posted like a partie that is signed at the table, and their rows are the same.


class PlayedPartie(NamedTuple):
    """A finished partie to store and post, with each deal's statements or totals;
    unsigned, it is an import.
    """

    members: tuple[int, int]
    names: tuple[str, str]
    deals: tuple[tuple[str, ...], ...]
    source: str
    author: str
    at: str
    round: int = 0
    signed: bool = False
    played: str = ""


def enter_all(
    db: Connection, club_id: int, season: int, ruleset: str, played: Sequence[PlayedPartie]
) -> list[Posted]:
    """Store finished parties of a season and post them in order;
    `IllegalStatement` if the rules forbid one.
    """
    codes = new_codes(len(played), lambda codes: taken(db, codes))
    zone = zone_of(db, club_id)
    recorded = []
    for each, code in zip(played, codes, strict=True):
        day = each.played or day_of(each.at, zone)
        of = Membership(
            club_id,
            season=season,
            round=each.round,
            kind=SheetKind.PARTIE,
            added_at=each.at,
            members=each.members,
        )
        recorded.append(_recorded(each, code, ruleset, of, day))
    drafts = []
    for each, found in zip(played, recorded, strict=True):
        body = partie_body(
            found, play_partie(record_of(found)), imported=not each.signed, played=found.row.day
        )
        body = replace(body, signatures=sealed_signatures(found.signatures))
        drafts.append(Draft(body, each.author, each.at))
    store.append_parties(db, recorded)
    return post_all(db, club_id, drafts)


def _recorded(
    played: PlayedPartie, code: str, ruleset: str, of: Membership, day: str
) -> WholePartie:
    players = tuple(map(PlayerRow, (0, 1), played.names, played.members))
    signatures = tuple(
        SignatureRow(player, name, played.at, means=Means.OWN_PHONE.value)
        for player, name in enumerate(played.names)
    )
    opened_at = noon(played.played) if played.played else played.at
    deals = list[Sequence[StatementRow]]()
    for number, deal in enumerate(played.deals):
        key = f"{played.source} {number}"
        deals.append(
            [
                StatementRow(number, position, said, key, played.at)
                for position, said in enumerate(deal)
            ]
        )
    return WholePartie(
        SheetRow(
            id=0,
            code=code,
            kind=SheetKind.PARTIE,
            terms="",
            ruleset=ruleset,
            opened_at=opened_at,
            players=players,
            day=day,
            of_season=of,
        ),
        deals,
        signatures if played.signed else (),
    )


# Checks


ADMIT = ". Admit and enter them first, or {}"
"""What to do about names that are not in the season."""

WITH_AN_OPTION = "let the import do it with --admit"
ON_THE_PAGE = "tick them below"

SAME_POINTS = "same points as elder and as younger"
SAME_TOTALS = "same day, same totals"
"""How a partie looks like another of the same players."""

NOT_DRAWN = "{} is not in the season, whose fixtures are drawn"

MOST_LOOKED_UP = 50
"""Names for which the nearest known name is looked up."""

MOST_NEAR = 4
"""Members who are offered for a name that is not certain."""

UNKNOWN_COLUMNS = (
    "nobody has said what its columns are. Take it in on the page “Import parties” once; the club "
    "remembers them for the next table with the same headings"
)

Admitting = bool | Collection[str]
"""Whether an import may admit and enter unknown names: all, none, or the ones listed."""


class Unknown(NamedTuple):
    """A name that is not in the season: of a member, or of nobody,
    with the nearest known name if there is one.
    """

    name: Name
    is_member: bool
    nearest: Name

    @property
    def hint(self) -> str:
        if self.is_member:
            return "a member, not in this season"
        return f"like {self.nearest}" if self.nearest else ""


class NameAsked(NamedTuple):
    """A name of a table of which it is not certain who is meant.

    Attributes:
        typed: as in the table.
        shown: with the first name first, as a new member is called.
        near: the number and the name of members who may be meant, the nearest first.
        chosen: the number of the member who is meant; 0 for a new one, `None` for none yet.
        is_new: whether it can be a new member's.
    """

    typed: Name
    shown: Name
    near: tuple[tuple[int, Name], ...]
    chosen: int | None
    is_new: bool


@dataclass(frozen=True, slots=True)
class Matched:
    """What a person has said of tables.

    Attributes:
        layouts: what the columns are, by the titles of the tables.
        names: who is meant, by the case-folded names as typed: the number of a member, or 0 for a
            new one. `None` where nobody can be asked.
    """

    layouts: Mapping[str, ColumnLayout] = field(default_factory=dict)
    names: Mapping[str, int] | None = None


NOT_MATCHED = Matched()


Likeness = tuple[tuple[int, int], ...]

SameResult = tuple[str, frozenset[str], str, int]
"""The day of a partie, its players and its winner by their case-folded names, and the points."""

SameDay = tuple[str, frozenset[tuple[str, int]]]
"""The day of a partie, and the totals of its players by their case-folded names."""


class ImportRow(NamedTuple):
    """A partie that can be imported.

    `line` is where it begins, `round` is 0 if it settles no fixture, `played` is its day in ISO
    8601.
    """

    file: str
    line: int
    names: tuple[Name, Name]
    deals: tuple[DealRecord, ...]
    result: Result
    round: int
    played: str

    @property
    def says(self) -> str:
        result = self.result
        more = ""
        if result.rubicon:
            more = ", Rubicon not crossed"
        elif result.lurch:
            more = ", with a lurch"
        if result.is_result_only:
            more += ", result only"
        if result.winner is None:
            return f"drawn{more}"
        return f"{self.names[result.winner]} receives {result.points}{more}"


class Checking:
    """The check of parties from files so far; new names are by folded name."""

    def __init__(
        self,
        db: Connection,
        by: Actor,
        season: int,
        *,
        at: str,
        admit: Admitting,
        again: bool,
        matched: Matched = NOT_MATCHED,
    ) -> None:
        refuse_if(not by.is_director, "Only a director can import parties.")
        self.terms = open_terms(db, by.club_id, season)
        require_two(self.terms)
        self.db = db
        self.club_id = by.club_id
        self.season = season
        self.today = today(db, by.club_id, at)
        self.admit = admit
        self.again = again
        self.matched = matched
        self.asked = dict[str, NameAsked]()
        self.aliases = dict[str, tuple[Name, int]]()
        self.rules = season_rules(self.terms)
        self.members = members.called(db, by.club_id)
        rows = projections.member_rows(db, by.club_id).values()
        self.left = {row.number for row in rows if not row.is_member}
        self.current = {
            row.number: row.name for row in rows if not row.merged_into and not row.is_erased
        }
        self.playing = projections.entrants(db, by.club_id, season)
        fixtures = fixtures_now(db, by.club_id, season)
        self.drawn = bool(fixtures)
        self.open_fixtures = [each for each in fixtures if each.is_open and not each.code]
        self.faults = list[ImportFault]()
        self.left_out = list[ImportFault]()
        self.admits = dict[str, Name]()
        self.enters = dict[Name, Name]()
        self.unknown = dict[str, Unknown]()
        self.seen = dict[tuple[tuple[Name, Name], Likeness], str]()
        self.posted = dict[tuple[int, int], dict[Likeness, str]]()
        self.seen_on = dict[SameDay, str]()
        self.met = dict[tuple[int, int], dict[SameDay, str]]()
        self.results_seen = dict[SameResult, str]()
        self.results_posted = dict[tuple[int, int], Counter[SameResult]]()

    def check(self, parsed: ParsedPartie) -> ImportRow | None:
        if parsed.in_archive and self._goes_on(parsed):
            self.left_out.append(parsed.fault("it is not over"))
            return None
        before = len(self.faults)
        names = self._names(parsed)
        result = self._played(parsed)
        if names is None or result is None or len(self.faults) > before:
            return None
        played = parsed.played
        try:
            played = day_played(self.terms, parsed.played, self.today)
        except NotAllowed as error:
            self._fault(parsed, str(error).removesuffix("."))
        if result.is_result_only:
            is_again = self._like_result(parsed, names, result, played)
        else:
            is_again = self._like_another(parsed, names, result, played)
        if is_again or len(self.faults) > before:
            return None
        # Of what came in before, the fixture is settled, which is no fault of the file.
        round_ = self._round(parsed, names)
        if len(self.faults) > before:
            return None
        return ImportRow(
            file=parsed.file,
            line=parsed.locate(None, None).line,
            names=names,
            deals=parsed.deals,
            result=result,
            round=round_,
            played=played,
        )

    def _fault(
        self,
        parsed: ParsedPartie,
        message: str,
        deal: int | None = None,
        position: int | None = None,
    ) -> None:
        self.faults.append(parsed.fault(message, deal, position))

    def _names(self, parsed: ParsedPartie) -> tuple[Name, Name] | None:
        typed_first, typed_second = parsed.names
        first = self._name(parsed, typed_first)
        second = self._name(parsed, typed_second)
        if first is None or second is None:
            return None
        if first == second:
            self._fault(parsed, f"both players are called {first}. Name two different players")
            return None
        return first, second

    def _name(self, parsed: ParsedPartie, typed: str) -> Name | None:
        """Return the name of a player as the club has it, or as it is to be admitted."""
        try:
            name = members.member_name(typed)
        except NotAllowed as error:
            self._fault(parsed, f"{typed[:40]!r} is not a name: {error}")
            return None
        if parsed.is_of_spreadsheet:
            name = self._turned(name)
            if self.matched.names is not None:
                return self._matched_name(parsed, Name(typed), name, self.matched.names)
        meant = self.members.meant(name)
        if len(meant) > 1:
            either = joined([each for _, each in meant], " or ")
            self._fault(parsed, f"{name} may be {either}. Write the name as the club has it")
            return None
        key = folded(name)
        if meant:
            number, name = meant[0]
        else:
            number = 0
            name = self.admits.get(key, name)
        is_playing = number in self.playing and not self.playing[number]
        if is_playing:
            return name
        wrong = self._why_not_entered(number, key, name)
        if wrong:
            self._fault(parsed, wrong)
            return None
        if not number:
            self.admits[key] = name
        self.enters[name] = name
        return name

    def _turned(self, name: Name) -> Name:
        """Return a name of a table with the first name first, unless the club has it as typed."""
        if self.members.meant(name):
            return name
        try:
            return members.member_name(name_read(name))
        except NotAllowed:
            return name

    def _matched_name(
        self, parsed: ParsedPartie, typed: Name, name: Name, said: Mapping[str, int]
    ) -> Name | None:
        """Return the name of a player of a table: of the member who is certain, or as was said.

        Who is neither is asked about, and no fault.
        """
        meant = self.members.meant(name)
        if len(meant) == 1:
            ((number, called),) = meant
            return self._entered(parsed, number, called)
        chosen = said.get(folded(typed))
        if chosen == 0 and not meant:
            return self._entered(parsed, 0, self.admits.get(folded(name), name))
        if chosen in self.current:
            self.aliases[folded(name)] = name, chosen
            return self._entered(parsed, chosen, self.current[chosen])
        if folded(typed) not in self.asked:
            self.asked[folded(typed)] = self._asked(typed, name, meant)
        return None

    def _entered(self, parsed: ParsedPartie, number: int, name: Name) -> Name | None:
        """Return the name of who plays in the season, or can be entered for it."""
        is_playing = number in self.playing and not self.playing[number]
        if is_playing:
            return name
        wrong = self._barred(number, name)
        if not wrong and self.drawn:
            wrong = NOT_DRAWN.format(name)
        if wrong:
            self._fault(parsed, wrong)
            return None
        if not number:
            self.admits[folded(name)] = name
        self.enters[name] = name
        return name

    def _asked(self, typed: Name, name: Name, meant: Sequence[tuple[int, Name]]) -> NameAsked:
        """Return the question who is meant by a name, with the nearest member chosen if it is near,
        and a new one if none is.
        """
        near = list(meant)
        if not meant and len(self.asked) < MOST_LOOKED_UP:
            key = folded(name)
            alike = get_close_matches(key, self.members.names, MOST_NEAR)
            alike += [other for other in self.members.names if {*key.split()} & {*other.split()}]
            for other in alike:
                first, *_ = self.members.names[other]
                near.append(self.members.people[first])
        near = list(dict.fromkeys(near))[:MOST_NEAR]
        chosen: int | None = None
        if not meant:
            chosen = next((number for number, _ in near), 0)
        return NameAsked(typed, name, tuple(near), chosen, is_new=not meant)

    def _barred(self, number: int, name: Name) -> str:
        """Return why a member by *number*, 0 for nobody's, cannot play in the season;
        empty if they can.
        """
        if number in self.playing:
            return f"{name} has withdrawn from the season"
        if number in self.left:
            return f"{name} has left the club. Mark them as returned first"
        return ""

    def _why_not_entered(self, number: int, key: str, name: Name) -> str:
        """Return why a member by *number*, 0 for nobody's, is not entered in the season;
        empty if they are.
        """
        barred = self._barred(number, name)
        if barred:
            return barred
        may_enter = self._may_admit(key, name, is_member=bool(number))
        if may_enter:
            return NOT_DRAWN.format(name) if self.drawn else ""
        # the command line admits all or none, the page the ones that are ticked
        asks = not isinstance(self.admit, bool)
        advice = ADMIT.format(ON_THE_PAGE if asks else WITH_AN_OPTION)
        if number:
            return f"{name} is not in the season{advice}"
        near = self.unknown[key].nearest
        hint = f" (did you mean {near}?)" if near else ""
        return f"the club has no member called {name}{hint}{advice}"

    def _may_admit(self, key: str, name: Name, *, is_member: bool) -> bool:
        """Return whether an unknown name may be admitted or entered,
        and remember that it was asked about.
        """
        if key not in self.unknown:
            nearest = Name()
            if not is_member and len(self.unknown) < MOST_LOOKED_UP:
                for near in get_close_matches(key, self.members.names, 1):
                    first, *_ = self.members.names[near]
                    _, nearest = self.members.people[first]
            self.unknown[key] = Unknown(name, is_member, nearest)
        return self.admit if isinstance(self.admit, bool) else key in map(folded, self.admit)

    def _goes_on(self, parsed: ParsedPartie) -> bool:
        """Whether a partie is legal as far as it goes, and not over."""
        try:
            return not self._partie(parsed).is_over
        except IllegalStatement:
            return False

    def _partie(self, parsed: ParsedPartie) -> Partie:
        players = Player("the first player"), Player("the second player")
        return play_partie(PartieRecord(self.rules, players, parsed.deals))

    def _played(self, parsed: ParsedPartie) -> Result | None:
        if parsed.known is not None:
            return result_known(parsed.known)
        try:
            partie = self._partie(parsed)
        except IllegalStatement as error:
            self._fault(parsed, str(error), error.deal, error.position)
            return None
        if not partie.is_over:
            last = len(parsed.deals) - 1 if parsed.deals else None
            self._fault(parsed, str(partie.missing), last)
            return None
        return result_of(partie)

    def _number(self, name: Name) -> int:
        """Return the number of a member by the name that the club has;
        0 for who is to be admitted.
        """
        number, _ = self.members.find(name) or (0, name)
        return number

    def _round(self, parsed: ParsedPartie, names: tuple[Name, Name]) -> int:
        """Return the round of its fixture: as the file says, or the only open one of the two.

        What does not count by the terms settles no fixture.
        """
        is_result_only = parsed.known is not None
        if is_result_only and not self.terms.counts_results_only:
            return 0
        members = tuple(self._number(name) for name in names)
        if parsed.round is None:
            fitting = [each for each in self.open_fixtures if each.members == members]
        else:
            in_round = [each for each in self.open_fixtures if each.round == parsed.round]
            fitting = [each for each in in_round if set(each.members) == set(members)]
            if not fitting:
                self._fault(
                    parsed,
                    f"in round {parsed.round} no fixture between {joined(names, ' and ')} is open",
                )
        if len(fitting) != 1:
            return 0
        (fixture,) = fitting
        self.open_fixtures.remove(fixture)
        return fixture.round

    def _like_another(
        self, parsed: ParsedPartie, names: tuple[Name, Name], result: Result, played: str
    ) -> bool:
        """Return whether a partie looks like another and is not imported, most often because it was
        imported before. One of an archive is left out; any other is a fault.

        One that was entered at the table may have other seats, and only its totals and its day are
        the same.
        """
        like = likeness(result)
        # Without a day they all are of today, and so say nothing.
        on_day = same_day(names, result, played) if parsed.played else None
        here = f"the one at {parsed.file}:{parsed.locate(None, None).line}"
        first, second = names
        pair = self._number(first), self._number(second)
        # First in these files, then in the season; each time the stronger likeness first.
        other = self.seen.get((names, like), "")
        how = SAME_POINTS
        if not other and on_day is not None:
            other = self.seen_on.get(on_day, "")
            how = SAME_TOTALS
        if not other and all(pair):
            other = self._posted_like(pair).get(like, "")
            how = SAME_POINTS
            if not other and on_day is not None:
                other = self._posted_on(pair, on_day)
                how = SAME_TOTALS
        self.seen.setdefault((names, like), here)
        if on_day is not None:
            self.seen_on.setdefault(on_day, here)
        if not other or self.again:
            return False
        fault = parsed.fault(f"it looks like {other}: same players, {how}")
        kept = self.left_out if parsed.in_archive else self.faults
        kept.append(replace(fault, looks_alike=True))
        return True

    def _like_result(
        self, parsed: ParsedPartie, names: tuple[Name, Name], result: Result, played: str
    ) -> bool:
        """Return whether a result without deals looks like another and is not imported.

        As many as are posted already are left out: the file was imported before, or is an earlier
        one that goes on. Of those in these files only the first is certain.
        """
        first, second = names
        like = same_result(names, result, played)
        pair = self._number(first), self._number(second)
        posted = self._results_of(pair)
        if posted[like] > 0:
            posted[like] -= 1
            fault = parsed.fault("it is in the ledger already: same players, day and result")
            self.left_out.append(replace(fault, looks_alike=True))
            return True
        other = self.results_seen.get(like, "")
        self.results_seen.setdefault(like, parsed.fault("").where)
        if not other or self.again:
            return False
        fault = parsed.fault(f"it looks like the one at {other}: same players, day and result")
        self.faults.append(replace(fault, looks_alike=True))
        return True

    def _results_of(self, pair: tuple[int, int]) -> Counter[SameResult]:
        """Return how often each result of two members is posted and not yet met in these files."""
        of = min(pair), max(pair)
        if of not in self.results_posted:
            self.results_posted[of] = Counter(self._results_between(*of))
        return self.results_posted[of]

    def _results_between(self, first: int, second: int) -> Iterator[SameResult]:
        """Yield the results of two members in the season; none of who is not admitted yet."""
        if not first or not second:
            return
        shown = dict(self.members.people.values())
        for row in projections.parties_of(
            self.db, self.club_id, first, season=self.season, other=second
        ):
            one, other = row.members
            if not row.result.forfeit:
                yield same_result((shown[one], shown[other]), row.result, row.played)

    def _posted_on(self, pair: tuple[int, int], on_day: SameDay) -> str:
        """Return the partie of two members that was played on a day with these totals,
        whoever was elder first.
        """
        first, second = pair
        if (first, second) not in self.met:
            posted = projections.parties_of(
                self.db, self.club_id, first, season=self.season, other=second
            )
            shown = dict(self.members.people.values())
            self.met[first, second] = found = {}
            for row in reversed(posted):
                if row.code:
                    one, other = row.members
                    like = same_day((shown[one], shown[other]), row.result, row.played)
                    found[like] = f"partie {row.code}, entry {row.entry} of the ledger"
        return self.met[first, second].get(on_day, "")

    def _posted_like(self, pair: tuple[int, int]) -> dict[Likeness, str]:
        if pair not in self.posted:
            first, second = pair
            met = projections.parties_of(
                self.db, self.club_id, first, season=self.season, other=second
            )
            self.posted[pair] = {
                likeness(row.result): f"partie {row.code}, entry {row.entry} of the ledger"
                for row in reversed(met)
                if row.code and row.members == pair
            }
        return self.posted[pair]

    def moves(self, rows: Iterable[ImportRow]) -> tuple[Preview, dict[int, Name]]:
        """Return what parties move, without ratings, and the names of members;
        new ones have negative numbers.
        """
        admitted = {name: -count for count, name in enumerate(self.admits.values(), 1)}
        names = projections.members(self.db, self.club_id)
        names |= {number: name for name, number in admitted.items()}
        changed = list[Changes]()
        for row in rows:
            pair = tuple(admitted.get(name) or self._number(name) for name in row.names)
            change = changes(SheetPosted(self.season, pair, "", "", row.result), self.terms)
            if change is not None:
                changed.append(change)
        before = season_rows(self.db, self.club_id, self.season)
        after = season_rows(self.db, self.club_id, self.season, changed)
        preview = Preview(
            before=SeasonTable(before, {}, 0),
            after=SeasonTable(after, {}, 0),
            stakes={},
            entries=(),
            last=0,
        )
        return preview, names


def same_day(names: tuple[str, str], result: Result, played: str) -> SameDay:
    totals = zip(names, result.sides, strict=True)
    return played, frozenset((folded(name), side.total) for name, side in totals)


def same_result(names: tuple[str, str], result: Result, played: str) -> SameResult:
    winner = "" if result.winner is None else folded(names[result.winner])
    return played, frozenset(map(folded, names)), winner, result.points


def result_known(known: KnownResult) -> Result:
    """Return the result of a partie without its deals; what nobody knows counts nowhere."""
    first, second = known.totals or (0, 0)
    return Result(
        sides=(Side(first), Side(second)),
        winner=known.winner,
        points=known.points,
        rubicon=known.rubicon,
        lurch=known.lurch,
        known=known.basis,
    )


def likeness(result: Result) -> Likeness:
    return tuple((side.total, side.as_elder) for side in result.sides)


# Importing
#
# The preview reads the files and reports every mistake. Posting checks again, because the ledger
# may have changed. A director is the author of the entries; nobody has signed the parties, and the
# entries say so.


AT_A_TIME = 100


class PlanPosted(NamedTuple):
    """How many parties of a plan are posted, and the last entry, 0 while they are not saved."""

    parties: int
    entry: int = 0


class Plan(NamedTuple):
    """Files that are to be imported, and what their parties `moves`:
    ranks and points, of members by their `names`.

    Attributes:
        not_doubled: for how many parties nobody knows if what is paid is to be doubled.
    """

    season: int
    files: tuple[File, ...]
    rows: tuple[ImportRow, ...]
    faults: tuple[ImportFault, ...]
    admits: tuple[Name, ...]
    enters: tuple[Name, ...]
    unknown: tuple[Unknown, ...]
    admit: Admitting
    again: bool
    moves: Preview
    names: Mapping[int, str]
    left_out: tuple[ImportFault, ...] = ()
    matched: Matched = NOT_MATCHED
    tables: tuple[TableMatched, ...] = ()
    asked: tuple[NameAsked, ...] = ()
    aliases: tuple[tuple[Name, int], ...] = ()
    not_doubled: int = 0

    @property
    def is_importable(self) -> bool:
        is_decided = self.are_tables_matched and not self.asked
        return bool(self.rows) and not self.faults and is_decided

    @property
    def are_tables_matched(self) -> bool:
        return all(each.is_matched for each in self.tables) and not self.is_nothing_taken

    @property
    def is_nothing_taken(self) -> bool:
        """Whether of several tables none is taken in, and nothing else is."""
        has_others = bool(self.rows or self.faults or self.left_out)
        return bool(self.tables) and not has_others and not self._takes_a_table

    @property
    def _takes_a_table(self) -> bool:
        return any(each.layout.is_taken for each in self.tables)

    @property
    def results_only(self) -> int:
        return sum(row.result.is_result_only for row in self.rows)


class NotImportable(NotAllowed):
    def __init__(self, plan: Plan) -> None:
        first = next(iter(plan.faults), None)
        super().__init__(
            f"{first.where}: {first.message}" if first else "These files have no parties."
        )
        self.plan = plan


class Importing(Service):
    def director(self, club_id: int, name: str = "") -> Actor:
        """Return the director for whom a command acts: the one of this name, or the only one."""
        with reading(self.engine) as db:
            held = clubs_store.active_credentials(db, club_id, "password")
        meant = named(name, [each.name for each in held])
        found = [each for each in held if not name or each.name in meant]
        refuse_if(
            len(found) != 1, f"Choose a director: {joined([each.name for each in held], ', ')}."
        )
        (director,) = found
        return actor(director, director.name)

    def member_called(self, club_id: int, name: str) -> int:
        """Return the number of the member who is meant by a name that was typed."""
        with reading(self.engine) as db:
            found = members.called(db, club_id).find(name)
        if found is None:
            raise NotAllowed(f"The club has no one member called {name[:80]}. Type the whole name.")
        number, _ = found
        return number

    def check(
        self,
        by: Actor,
        season: int,
        files: Sequence[File],
        *,
        admit: Admitting = False,
        again: bool = False,
        matched: Matched = NOT_MATCHED,
    ) -> Plan:
        with reading(self.engine) as db:
            found = Checking(
                db, by, season, at=self.at(), admit=admit, again=again, matched=matched
            )
            return self._plan(found, files)

    def applying(self, by: Actor, plan: Plan) -> Generator[PlanPosted, None, None]:
        """Post a plan, committed as a whole in the end, or raise `NotImportable`;
        yield how far it has come.
        """
        with writing(self.engine, club=by.club_id) as db:
            at = self.at()
            found = Checking(
                db,
                by,
                plan.season,
                at=at,
                admit=plan.admit,
                again=plan.again,
                matched=plan.matched,
            )
            now = self._plan(found, plan.files)
            if not now.is_importable:
                raise NotImportable(now)
            for names in batched(now.admits, members.MOST_AT_ONCE):
                members.admit(db, by, names, at=at)
            given = [members.alias(number, name, by.author, at) for name, number in now.aliases]
            if given:
                post_all(db, by.club_id, given)
            for each in now.tables:
                remember(db, by.club_id, each, at)
            known = members.called(db, by.club_id)
            playing = {*now.enters, *chain.from_iterable(row.names for row in now.rows)}
            of = dict[str, tuple[int, str]]()
            for name in playing:
                of[name], *_ = known.meant(name)
            entered = list[Draft]()
            for name in now.enters:
                number, _ = of[name]
                entered.append(Draft(Entered(plan.season, number), by.author, at))
            if entered:
                post_all(db, by.club_id, entered)
            rules = json.dumps(ruleset_to_data(found.rules))
            for batch, some in enumerate(batched(now.rows, AT_A_TIME)):
                yield PlanPosted(batch * AT_A_TIME)
                with_deals = [row for row in some if not row.result.is_result_only]
                played = [
                    _played(row, [of[name] for name in row.names], by, at) for row in with_deals
                ]
                results = [
                    Draft(_result_only(plan.season, row, of), by.author, at)
                    for row in some
                    if row.result.is_result_only
                ]
                posted = list[Posted]()
                if played:
                    posted += enter_all(db, by.club_id, plan.season, rules, played)
                if results:
                    posted += post_all(db, by.club_id, results)
        yield PlanPosted(len(now.rows), posted[-1].entry.number)

    def apply(self, by: Actor, plan: Plan, progress: Callable[[int], None] = lambda _: None) -> int:
        done = 0
        for now, _ in self.applying(by, plan):
            progress(now - done)
            done = now
        return done

    def _plan(self, found: Checking, files: Sequence[File]) -> Plan:
        read = read_files(files, found.rules)
        tables = [
            table_matched(
                found.db,
                found.club_id,
                each,
                found.matched.layouts.get(each.title),
                rules=found.rules,
                is_only=len(read.tables) == 1 and not read.parties,
            )
            for each in read.tables
        ]
        for each in tables:
            _add_table(found, each, read)
        rows = [row for parsed in read.parties if (row := found.check(parsed)) is not None]
        rows.sort(key=lambda row: row.played)

        def position(fault: ImportFault) -> tuple[int, int, int]:
            return read.order[fault.file], fault.line, fault.column

        faults = sorted((*read.faults, *found.faults), key=position)
        left_out = sorted((*read.left_out, *found.left_out), key=position)
        moves, names = found.moves(rows)
        return Plan(
            season=found.season,
            files=tuple(files),
            rows=tuple(rows),
            faults=tuple(faults),
            admits=tuple(found.admits.values()),
            enters=tuple(found.enters.values()),
            unknown=tuple(found.unknown.values()),
            admit=found.admit,
            again=found.again,
            moves=moves,
            names=names,
            left_out=tuple(left_out),
            matched=found.matched,
            tables=tuple(tables),
            asked=tuple(found.asked.values()),
            aliases=tuple(found.aliases.values()),
            not_doubled=sum(is_doubling_unknown(row.result, found.terms) for row in rows),
        )


def _result_only(season: int, row: ImportRow, of: Mapping[str, tuple[int, str]]) -> SheetPosted:
    """Return the body of a result without deals: it rests on no sheet."""
    members_of = [of[name] for name in row.names]
    return SheetPosted(
        season,
        members=tuple(number for number, _ in members_of),
        code="",
        record="",
        result=row.result,
        round=row.round,
        imported=True,
        played=row.played,
    )


def _add_table(found: Checking, each: TableMatched, read: FilesRead) -> None:
    """Add the parties of a table; that it is not matched is a fault where nobody can be asked."""
    if each.is_matched and each.layout.is_taken:
        of_table = parties_read(each.table, each.layout, found.rules)
        read.parties += of_table.parties
        read.faults += of_table.faults
        read.left_out += of_table.left_out
    elif not each.is_matched and found.matched.names is None:
        read.faults.append(ImportFault(each.table.file, 1, 1, UNKNOWN_COLUMNS, readable=False))


def _played(row: ImportRow, known: Sequence[tuple[int, str]], by: Actor, at: str) -> PlayedPartie:
    (first, first_name), (second, second_name) = known
    pair = (first_name, second_name)
    deals = tuple(map(recorded_as, row.deals))
    return PlayedPartie(
        members=(first, second),
        names=pair,
        deals=deals,
        source="import",
        author=by.author,
        at=at,
        round=row.round,
        played=row.played,
    )
