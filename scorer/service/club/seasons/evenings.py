"""Evenings of a season: who is here, who plays whom, how far each table has come, and the next one.

What is only arranged is appended to the log of the evening (`scorer.ledger.evenings`). What counts,
as a round of a Swiss, is posted when the tables start.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import Enum
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Connection

from ....ledger.arranging import read_event, write_event
from ....ledger.entries import Fixture
from ....ledger.evenings import (
    BEGINNING,
    KINDS,
    BellSet,
    CameIn,
    ComesLate,
    Evening,
    EveningEnded,
    EveningEvent,
    EveningResumed,
    IsAway,
    NextSet,
    Paired,
    PlaysAgain,
    PlayStarted,
    SitsOut,
    StartedTable,
    TableLeft,
    TablePlan,
    TableResumed,
    TableUndone,
    WentAway,
    about_evening,
    after_event,
    by_hand,
    fold_evening,
    numbered_tables,
    of_merged,
    swapped,
    turned,
)
from ....ledger.matching import Unfair
from ....ledger.terms import Format
from ....rules.names import Name
from ....rules.words import listed
from ....storage import arrangements, disputes, projections, season_sheets
from ....storage.arrangements import ArrangementRow
from ....storage.engine import reading, writing
from ....storage.projections import Season
from ....storage.sheets import SheetRow, find_sheet
from ....table.entering import NotAllowed, refuse_if
from ....table.recording import SheetKind
from ....table.times import day_after
from ...service import Service
from ...sheets import AnySheet, read_any
from ...zones import zone_of
from ..credentials import Actor, Role
from ..people.members import admit, by_name, shown_names
from ..posts import Running, find_season, open_terms, reads, running
from . import drawing
from .drawing import Proposal, ProposedTable
from .fixtures import FixtureNow, FixtureStatus, fixtures_now, withdraw
from .latecomers import (
    ANYTHING_GOES,
    NextPairing,
    meet_late,
    next_pairing,
    undo_draw,
)
from .season import enter

# What has become of a table


class TableStage(Enum):
    """How far a table has come."""

    WAITING = "not begun"
    PLAYING = "in progress"
    LEFT = "left unfinished"
    UNSIGNED = "to be signed"
    DISPUTED = "disputed"
    FINISHED = "finished"


AT_TABLE = frozenset({TableStage.WAITING, TableStage.PLAYING})
"""Stages in which the members of a table cannot be paired anew."""


class TableTonight(NamedTuple):
    """A table that has started, with what is kept at it.

    `members` are in the order of their seats: on the `sheet`, the partie or the scorecard that was
    begun at the table, if there is one. `fixture` is what it plays for.
    """

    table: StartedTable
    stage: TableStage
    members: tuple[int, ...]
    sheet: AnySheet | None = None
    fixture: FixtureNow | None = None

    @property
    def number(self) -> int:
        return self.table.plan.number

    @property
    def code(self) -> str:
        return "" if self.sheet is None else self.sheet.code


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningNow:
    """An evening as it is now.

    Attributes:
        day: in ISO 8601, of the club.
        names: of the members, as they are shown.
        entrants: who plays in the season and has not withdrawn, in the order of their names.
        tables: those that have started, without who sat out.
        seen: how many events the evening has, which a form sends back.
        unfair: what could not be made fair in the pairing.
        next: what can be paired now.
        substitutes: members of the club who could play for one at a table.
    """

    season: Season
    day: str
    today: str
    evening: Evening
    names: Mapping[int, Name]
    entrants: Sequence[int]
    tables: Sequence[TableTonight]
    seen: int
    unfair: Sequence[Unfair] = ()
    next: NextPairing = ANYTHING_GOES
    substitutes: Sequence[int] = ()

    @property
    def is_tonight(self) -> bool:
        return self.day == self.today

    @property
    def busy(self) -> frozenset[int]:
        """Return who plays at a table."""
        playing = [each for each in self.tables if each.stage in AT_TABLE]
        return frozenset(member for each in playing for member in each.members)

    @property
    def free(self) -> tuple[int, ...]:
        """Return who is here and can be paired: who has not withdrawn, and plays at no table."""
        able = {*self.entrants} - self.busy - self.evening.resting
        return tuple(each for each in self.evening.here if each in able)

    @property
    def next_day(self) -> str:
        """Return the day of the next evening: as it was set, or a week later."""
        return self.evening.next_day or day_after(self.day, WEEK)

    @property
    def least(self) -> int:
        """Return how many must be here for a table."""
        return drawing.least_at_table(self.season.terms)

    @property
    def not_planned(self) -> tuple[int, ...]:
        """Return the entrants who are in no pairing that has not started."""
        planned = {member for each in self.evening.plan for member in each.members}
        return tuple(each for each in self.entrants if each not in planned)

    def table_of(self, member: int) -> TableTonight | None:
        """Return the table at which a member plays, or played last."""
        own = [each for each in self.tables if member in each.members]
        return own[-1] if own else None


WEEK = 7

PAIRINGS = frozenset({Paired, PlayStarted, TableUndone, EveningEnded})

RECENT = 60
"""Sheets of a season that are looked through for those of an evening, the latest."""


def _log(db: Connection, club_id: int, season: int, day: str) -> list[tuple[EveningEvent, str]]:
    """Return the events of an evening, each with when it was noted, and members as they are now."""
    merged = projections.merged(db, club_id)
    rows = arrangements.about(db, club_id, season, about_evening(day))
    return [(of_merged(read_event(row.event, KINDS), merged), row.set_at) for row in rows]


def _tables(
    db: Connection, club_id: int, season: int, evening: Evening
) -> tuple[TableTonight, ...]:
    """Return the tables of an evening, each with the sheet that was begun at it."""
    playing = [each for each in evening.tables if not each.plan.is_bye]
    if not playing:
        return ()
    rounds = [each.plan.round for each in playing if each.plan.round]
    drawn = fixtures_now(db, club_id, season, since=min(rounds)) if rounds else ()
    sheets = _sheets_since(db, club_id, season, playing[0].at)
    unposted = {row.code for row in season_sheets.unposted(db, club_id, season, kind=None)}
    found = []
    for each in playing:
        fixture = _fixture_of(drawn, each.plan)
        if each.plan.round and fixture is None:
            continue  # its draw was undone
        members = each.plan.members if fixture is None else fixture.members
        row = _take(sheets, each, members)
        table = _table(db, each, row, fixture, is_posted=row and row.code not in unposted)
        if table.stage is TableStage.PLAYING and each.started in evening.left:
            table = table._replace(stage=TableStage.LEFT)
        found.append(table)
    return tuple(found)


def _sheets_since(db: Connection, club_id: int, season: int, at: str) -> list[SheetRow]:
    """Return the sheets that were begun in a season since a moment, oldest first."""
    rows = list[SheetRow]()
    for kind in SheetKind:
        rows += season_sheets.sheets_of(db, club_id, kind, season=season, most=RECENT)
    return sorted((row for row in rows if row.membership.added_at >= at), key=lambda row: row.id)


def _fixture_of(drawn: Sequence[FixtureNow], plan: TablePlan) -> FixtureNow | None:
    """Return the fixture that a table plays; a substitute may have taken the seat of one of two."""
    if not plan.round:
        return None
    of_round = [each for each in drawn if each.round == plan.round]
    own = [each for each in of_round if {*each.members} == {*plan.members}]
    others = [each for each in of_round if not {*each.members}.isdisjoint(plan.members)]
    return next((each for each in (*own, *others) if each.second is not None), None)


def _take(sheets: list[SheetRow], table: StartedTable, members: Collection[int]) -> SheetRow | None:
    """Take the sheet of a table off a list: the first of its members since it started."""
    for row in sheets:
        of = row.membership
        is_of_them = {*of.members} == {*members} and of.round == table.plan.round
        if is_of_them and of.added_at >= table.at:
            sheets.remove(row)
            return row
    return None


def _table(
    db: Connection,
    table: StartedTable,
    row: SheetRow | None,
    fixture: FixtureNow | None,
    *,
    is_posted: object,
) -> TableTonight:
    if row is None:
        settled = fixture is not None and not fixture.is_open
        stage = TableStage.FINISHED if settled else TableStage.WAITING
        members = table.plan.members if fixture is None else fixture.members
        return TableTonight(table, stage, members, fixture=fixture)
    sheet = read_any(db, row)
    if any(each.is_open for each in disputes.disputes(db, row.id)):
        stage = TableStage.DISPUTED
    elif is_posted:
        stage = TableStage.FINISHED
    elif sheet.unfinished:
        stage = TableStage.PLAYING
    else:
        stage = TableStage.UNSIGNED
    return TableTonight(table, stage, row.membership.members, sheet, fixture)


def evening_now(
    db: Connection, club_id: int, season: int, day: str, at: datetime, *, whole: bool = True
) -> EveningNow:
    """Return an evening as it is at a moment; without what is unfair in its pairing, if not
    *whole*.
    """
    found = find_season(db, club_id, season)
    log = _log(db, club_id, season, day)
    evening = fold_evening(log)
    names = shown_names(db, club_id)
    entrants = projections.entrants(db, club_id, season)
    playing = [member for member, gone in entrants.items() if not gone]
    why: Sequence[Unfair] = ()
    if whole and evening.plan:
        why = _unfair(db, club_id, found, evening.plan, _byes_before(db, club_id, season, day))
    now = EveningNow(
        season=found,
        day=day,
        today=_today(db, club_id, at),
        evening=evening,
        names=names,
        entrants=by_name(playing, names),
        tables=_tables(db, club_id, season, evening),
        seen=len(log),
        unfair=why,
    )
    if whole and not evening.plan and not found.closed:
        following = next_pairing(db, club_id, season, now.free, today=now.today)
        now = replace(now, next=following)
    if whole and any(each.stage is TableStage.WAITING for each in now.tables):
        now = replace(now, substitutes=_substitutes(db, club_id, now, entrants))
    return now


def _substitutes(
    db: Connection, club_id: int, now: EveningNow, entrants: Collection[int]
) -> list[int]:
    """Return who could play for another: where there are fixtures, who is not an entrant."""
    is_open = now.season.terms.format is Format.OPEN
    taken = now.busy if is_open else entrants
    rows = projections.member_rows(db, club_id)
    able = [row.number for row in rows.values() if row.is_member and row.number not in taken]
    return by_name(able, now.names)


def _unfair(
    db: Connection,
    club_id: int,
    season: Season,
    plan: Sequence[TablePlan],
    byes: Mapping[int, int],
) -> tuple[Unfair, ...]:
    """Return what is not fair in a pairing, by what was played before it.

    Of fixtures that are drawn nothing is: who meets whom was decided by their draw.
    """
    is_open = season.terms.format is Format.OPEN
    if not is_open and not _is_to_draw(db, club_id, season.number, plan):
        return ()
    tables = [ProposedTable(each.members, each.round) for each in plan]
    return drawing.unfair_in(db, club_id, season.number, tables, byes=byes)


def _is_to_draw(db: Connection, club_id: int, season: int, plan: Sequence[TablePlan]) -> bool:
    """Return whether a pairing is a round that is drawn when it starts."""
    return max(each.round for each in plan) > projections.last_round(db, club_id, season)


OF_PAIRINGS = tuple(f'"{name}"' for name, kind in KINDS.items() if kind in PAIRINGS)
"""How the events are written by which tables start; most others say who came."""

ALONE = re.compile(r'"members": ?\[\d+\]')
"""A table of a pairing at which one sits alone, as it is written."""


def _byes_before(db: Connection, club_id: int, season: int, day: str) -> Counter[int]:
    """Return how often each has sat out because nobody was left to play with.

    It counts what has started on this evening and on those before it.
    """
    rows: dict[str, list[ArrangementRow]] = {}
    for row in arrangements.starting(db, club_id, season, BEGINNING, OF_PAIRINGS):
        if row.about <= about_evening(day):
            rows.setdefault(row.about, []).append(row)
    merged = projections.merged(db, club_id)
    tables = list[StartedTable]()
    for own in rows.values():
        if any(ALONE.search(row.event) for row in own):
            events = [of_merged(read_event(row.event, KINDS), merged) for row in own]
            tables += fold_evening((event, "") for event in events).tables
    alone = [each.plan for each in tables if each.plan.is_bye]
    return Counter(member for each in alone for member in each.members)


# Which evening it is


NOON = 12
"""The hour until which the evening of the day before goes on, if it has not ended."""


def _today(db: Connection, club_id: int, at: datetime) -> str:
    """Return the day of the evening that goes on at a moment, in ISO 8601.

    Before noon that may still be the one of the day before.
    """
    return at.astimezone(zone_of(db, club_id)).date().isoformat()


def evening_day(db: Connection, club_id: int, season: int, at: datetime) -> str:
    """Return the day of the evening to show: the one that goes on, else the next that was set.

    Until noon the evening of the day before goes on, unless it has ended. Without any, it is that
    of today.
    """
    local = at.astimezone(zone_of(db, club_id))
    today = local.date().isoformat()
    before = day_after(today, -1)
    if local.hour < NOON and _goes_on(_log(db, club_id, season, before)):
        return before
    if _log(db, club_id, season, today):
        return today
    days = [
        row.event for row in arrangements.starting(db, club_id, season, BEGINNING, ('"next set"',))
    ]
    for text in reversed(days):
        event = read_event(text, KINDS)
        if isinstance(event, NextSet) and event.day:
            return max(today, event.day)
    return today


def _goes_on(log: Sequence[tuple[EveningEvent, str]]) -> bool:
    evening = fold_evening(log)
    return bool(evening.here or evening.tables) and not evening.is_over


# Arranging


@dataclass(frozen=True, slots=True)
class Arranging:
    """An evening about which somebody arranges something, in one transaction."""

    db: Connection
    by: Actor
    now: EveningNow
    at: datetime

    @property
    def club_id(self) -> int:
        return self.by.club_id

    @property
    def season(self) -> int:
        return self.now.season.number

    @property
    def run(self) -> Running:
        """Return what posts to the ledger in the same transaction."""
        at = self.at.isoformat(timespec="seconds")
        return running(self.db, self.club_id, self.season, author=self.by.author, at=at)

    def note(self, *events: EveningEvent) -> None:
        """Append events to the log; one that says what holds already is left out."""
        evening = self.now.evening
        at = self.at.isoformat(timespec="seconds")
        for event in events:
            after = after_event(evening, event, at)
            if after == evening:
                continue
            evening = after
            about = about_evening(self.now.day)
            row = ArrangementRow(self.season, about, write_event(event), self.by.author, at)
            arrangements.append(self.db, self.club_id, row)

    def require_playing(self, member: int) -> None:
        refuse_if(member not in self.now.entrants, "That member is not in this season.")


T = TypeVar("T")
Asked = ParamSpec("Asked")


def _arranges(
    verb: Callable[Concatenate[Arranging, Asked], T],
) -> Callable[Concatenate[Evenings, Actor, int, str, Asked], T]:
    """Return the use case of what somebody arranges on a day of an open season."""

    def use_case(
        self: Evenings,
        by: Actor,
        season: int,
        day: str,
        /,
        *asked: Asked.args,
        **named: Asked.kwargs,
    ) -> T:
        at = self.clock()
        with writing(self.engine, club=by.club_id) as db:
            open_terms(db, by.club_id, season)
            now = evening_now(db, by.club_id, season, day, at, whole=False)
            return verb(Arranging(db, by, now, at), *asked, **named)

    return use_case


class Attendance(Enum):
    """What can be noted of a member on an evening."""

    HERE = "is here"
    GONE = "is not here"
    LATE = "comes later"
    AWAY = "does not come"
    RESTING = "sits out"
    PLAYING = "plays again"


OF_THEMSELVES = frozenset({Attendance.AWAY, Attendance.LATE, Attendance.GONE})
"""What members can say of themselves; `GONE` takes the others back."""


def note_presence(
    arranging: Arranging, member: int, presence: Attendance, late_at: str = ""
) -> None:
    """Note of a member whether they are here; who goes leaves a pairing that has not started."""
    arranging.require_playing(member)
    if arranging.by.role is not Role.DIRECTOR:
        is_own = arranging.by.member == member and presence in OF_THEMSELVES
        refuse_if(not is_own, "Only a director can say who is here.")
        is_here = member in arranging.now.evening.here
        refuse_if(is_here, "You are here. Ask the director if you want to leave.")
    arranging.note(_presence_event(member, presence, late_at))


def _presence_event(member: int, presence: Attendance, late_at: str) -> EveningEvent:
    kinds: Mapping[Attendance, Callable[[int], EveningEvent]] = {
        Attendance.HERE: CameIn,
        Attendance.GONE: WentAway,
        Attendance.LATE: lambda number: ComesLate(number, parse_hour(late_at)),
        Attendance.AWAY: IsAway,
        Attendance.RESTING: SitsOut,
        Attendance.PLAYING: PlaysAgain,
    }
    return kinds[presence](member)


def parse_hour(text: str) -> str:
    """Return a typed time of the day as ``21:00``; empty for none."""
    text = text.strip().replace(".", ":")
    if not text:
        return ""
    try:
        hour, _, minute = text.partition(":")
        return f"{datetime(2000, 1, 1, int(hour), int(minute or 0)):%H:%M}"
    except ValueError:
        raise NotAllowed(f"{text[:20]} is not a time. Enter it like this: 21:00.") from None


def welcome(arranging: Arranging, name: str, member: int = 0) -> tuple[Unfair, ...]:
    """Note that somebody is here who is not in the season yet, and return what is not fair by
    it; admit them by *name*, unless they are a *member* of the club.
    """
    if not member:
        at = arranging.at.isoformat(timespec="seconds")
        (member,) = admit(arranging.db, arranging.by, [name], at=at)
    found = enter(arranging.run, member)
    arranging.note(CameIn(member))
    return found


def pair(arranging: Arranging) -> None:
    """Pair those who are here and free."""
    now = arranging.now
    found = drawing.proposal(
        arranging.db,
        arranging.club_id,
        arranging.season,
        now.free,
        today=now.today,
        byes=_byes_before(arranging.db, arranging.club_id, arranging.season, now.day),
    )
    is_robin = now.season.terms.format in drawing.ROBINS
    refuse_if(found.draws and is_robin, "Draw the fixtures of this season first.")
    refuse_if(not found.tables, _nobody_words(found, now))
    arranging.note(Paired(_as_plan(found, now)))


def _nobody_words(found: Proposal, now: EveningNow) -> str:
    if len(found.idle) < 2:
        return "At least two members who can play must be here."
    idle = listed([now.names[member] for member in found.idle])
    return f"{idle} have no open fixture with one another."


def _as_plan(found: Proposal, now: EveningNow) -> tuple[TablePlan, ...]:
    tables = [TablePlan(0, each.members, each.round) for each in found.tables]
    alone = [TablePlan(0, (member,), found.draws) for member in found.idle]
    return _numbered([*tables, *alone], now)


def _numbered(tables: Iterable[TablePlan], now: EveningNow) -> tuple[TablePlan, ...]:
    in_use = [each.number for each in now.tables if each.stage in AT_TABLE]
    return numbered_tables(tables, in_use)


def unpair(arranging: Arranging) -> None:
    """Drop the pairing that has not started."""
    arranging.note(Paired(()))


def _require_seen(arranging: Arranging, seen: int) -> None:
    """Refuse to change a pairing that the form did not show."""
    if arranging.now.seen != seen:
        raise NotAllowed("The evening has changed since. Check the tables, then try again.")


def swap(arranging: Arranging, seen: int, one: int, other: int) -> None:
    """Swap two members of the pairing."""
    _require_seen(arranging, seen)
    plan = arranging.now.evening.plan
    planned = {member for each in plan for member in each.members}
    refuse_if(not {one, other} <= planned, "Choose two who are paired.")
    _change(arranging, swapped(plan, one, other))


def turn_seats(arranging: Arranging, seen: int, number: int) -> None:
    """Turn the seats of a table of the pairing."""
    _require_seen(arranging, seen)
    arranging.note(Paired(turned(arranging.now.evening.plan, number)))


def make_pair(arranging: Arranging, seen: int, one: int, other: int, reason: str) -> None:
    """Let two meet, for a *reason* that is kept; one of them may have come since the pairing."""
    _require_seen(arranging, seen)
    reason = " ".join(reason.split())[:500]
    refuse_if(one == other, "Choose two different members.")
    refuse_if(not arranging.now.season.terms.is_for_two, "Swap members instead.")
    for member in (one, other):
        name = arranging.now.names.get(member, Name(""))
        refuse_if(member not in arranging.now.free, f"{name} is not here, or plays already.")
    refuse_if(not reason, "Enter why the pair is made by hand.")
    _change(arranging, by_hand(arranging.now.evening.plan, one, other, reason))


def _change(arranging: Arranging, plan: Iterable[TablePlan]) -> None:
    now = arranging.now
    arranging.note(Paired(_numbered(_with_rounds(arranging, plan), now)))


def _with_rounds(arranging: Arranging, plan: Iterable[TablePlan]) -> list[TablePlan]:
    """Return a changed pairing with the rounds of its tables, which follow from who meets.

    In a round that is still to be drawn any two can meet. Fixtures that are drawn cannot be
    changed here.
    """
    before = arranging.now.evening.plan
    plan = list(plan)
    terms = arranging.now.season.terms
    if terms.format is Format.OPEN:
        return plan
    if before and _is_to_draw(arranging.db, arranging.club_id, arranging.season, before):
        round_ = max(each.round for each in before)
        return [replace(each, round=round_) for each in plan]
    drawn = fixtures_now(arranging.db, arranging.club_id, arranging.season)
    found = []
    for each in plan:
        if each.is_bye:
            found.append(each)
            continue
        slot = _open_slot(drawn, each.members)
        if slot is None:
            both = listed([arranging.now.names[member] for member in each.members])
            raise NotAllowed(f"{both} have no open fixture with one another.")
        found.append(replace(each, members=slot.members, round=slot.round))
    return found


def _open_slot(drawn: Sequence[FixtureNow], members: Collection[int]) -> FixtureNow | None:
    for each in drawn:
        is_free = each.is_open and each.state is not FixtureStatus.AT_TABLE
        if is_free and {*each.members} == {*members}:
            return each
    return None


def start(arranging: Arranging, seen: int) -> None:
    """Start the tables of the pairing; of a round that is to be drawn, post the draw first."""
    if not arranging.now.evening.plan:
        return  # a repeated tap: they have started
    _require_seen(arranging, seen)
    now = arranging.now
    gone = now.evening.planned_away
    draws_all = now.season.terms.format is Format.KNOCK_OUT
    if gone and not draws_all:
        names = listed([now.names[member] for member in gone])
        raise NotAllowed(f"{names} cannot play now. Pair again, or move them first.")
    plan = now.evening.plan
    events = list[EveningEvent]()
    if _is_to_draw(arranging.db, arranging.club_id, arranging.season, plan):
        _draw_plan(arranging)
        events += _undone_tables(now.evening, max(each.round for each in plan))
    if gone:
        # A knock-out is drawn whole; who is not here plays on another day.
        events.append(Paired(tuple(each for each in plan if not {*gone} & {*each.members})))
    arranging.note(*events, PlayStarted())


def _undone_tables(evening: Evening, round_: int) -> list[EveningEvent]:
    """Return that the tables of a round do not play, because it is drawn again."""
    return [TableUndone(each.started) for each in evening.tables if each.plan.round == round_]


def _draw_plan(arranging: Arranging) -> None:
    """Post the draw of a pairing that is a round; pairs of an open season are never drawn."""
    plan = arranging.now.evening.plan
    fixtures = [
        Fixture(each.members[0], None if each.is_bye else each.members[-1]) for each in plan
    ]
    reasons = [(table, each.reason) for table, each in enumerate(plan, 1) if each.reason]
    is_swiss = arranging.now.season.terms.format is Format.SWISS
    here = [member for each in plan for member in each.members] if is_swiss else None
    drawing.draw(arranging.run, here=here, fixtures=fixtures, by_hand=reasons)


def undo_table(arranging: Arranging, started: int) -> None:
    """Take a table back that has not begun."""
    found = [each for each in arranging.now.tables if each.table.started == started]
    for each in found:
        refuse_if(each.stage is not TableStage.WAITING, "This table has begun.")
    arranging.note(TableUndone(started))


# Who comes late, leaves early, or plays for another


def draw_again(arranging: Arranging) -> None:
    """Undo the draw of a round of a Swiss, and pair those who are here now for it."""
    now = _anew(arranging, whole=True).now
    refuse_if(not now.next.late, "Nobody who is here is without an opponent in this round.")
    round_ = undo_draw(arranging.run, now.next.late)
    arranging.note(*_undone_tables(now.evening, round_))
    pair(_anew(arranging))


def _anew(arranging: Arranging, *, whole: bool = False) -> Arranging:
    """Return the evening after what has been posted and noted of it."""
    now = arranging.now
    found = evening_now(
        arranging.db, arranging.club_id, arranging.season, now.day, arranging.at, whole=whole
    )
    return replace(arranging, now=found)


def pair_late(arranging: Arranging, one: int, other: int, reason: str = "") -> None:
    """Let two meet in a round of a Swiss that is drawn, neither of whom has an opponent in it;
    their table starts. A *reason* is kept, if the director made the pair.
    """
    now = arranging.now
    refuse_if(now.evening.plan, "Start the pairing or drop it first.")
    for member in (one, other):
        name = now.names.get(member, Name(""))
        refuse_if(member not in now.free, f"{name} is not here, or plays already.")
    pair = meet_late(arranging.run, one, other, " ".join(reason.split())[:500])
    round_ = fixtures_now(arranging.db, arranging.club_id, arranging.season)[-1].round
    undone = [
        TableUndone(each.started)
        for each in now.evening.tables
        if each.plan.is_bye and each.plan.round == round_ and each.plan.members[0] in (one, other)
    ]
    (table,) = _numbered([TablePlan(0, pair.members, round_, reason)], now)
    arranging.note(*undone, Paired((table,)), PlayStarted())


def sit_out_round(arranging: Arranging, started: int, member: int) -> list[Unfair]:
    """Let a member of a table that has not begun sit out its round of a Swiss; return what is not
    fair by it. The opponent plays who has the bye, or else has it.
    """
    table = _table_started(arranging, started)
    found = drawing.sit_out(arranging.run, table.table.plan.round, member)
    arranging.note(SitsOut(member))
    return found


def leave_table(arranging: Arranging, started: int) -> None:
    """Note that the partie of a table is not finished on this evening; it stays open."""
    table = _table_started(arranging, started)
    refuse_if(table.stage is not TableStage.PLAYING, "Nobody is playing at this table.")
    arranging.note(TableLeft(started))


def resume_table(arranging: Arranging, started: int) -> None:
    arranging.note(TableResumed(started))


def _table_started(arranging: Arranging, started: int) -> TableTonight:
    for each in arranging.now.tables:
        if each.table.started == started:
            return each
    raise NotAllowed("This table was taken back.")


def substitute(
    arranging: Arranging, started: int, member: int, *, by: int, name: str, reason: str
) -> None:
    """Let somebody play for a *member* at a table that has not begun.

    Who is in the club enters the season *by* their number; who is not is admitted by *name*. Where
    there are fixtures, the member withdraws and the substitute takes over all that remain: the
    terms know no substitute for one of them. In an open season only this table changes.
    """
    now = arranging.now
    table = _table_started(arranging, started)
    has_begun = table.stage is not TableStage.WAITING
    refuse_if(has_begun, "This table has begun, and nobody can take over its partie.")
    refuse_if(member not in table.members, "Choose a player of this table.")
    if not by:
        refuse_if(not name.strip(), "Choose who plays instead, or enter a name.")
        at = arranging.at.isoformat(timespec="seconds")
        (by,) = admit(arranging.db, arranging.by, [name], at=at)
    refuse_if(by in now.busy, f"{now.names.get(by, name)} plays at another table.")
    if table.fixture is not None:
        _take_over_fixtures(arranging, member, by, reason)
        arranging.note(WentAway(member), CameIn(by))
        return
    enter(arranging.run, by)
    members = tuple(by if each == member else each for each in table.members)
    plan = TablePlan(table.number, members, 0, " ".join(reason.split())[:500])
    refuse_if(now.evening.plan, "Start the pairing or drop it first.")
    gone = (WentAway(member), CameIn(by))
    arranging.note(*gone, TableUndone(started), Paired((plan,)), PlayStarted())


def _take_over_fixtures(arranging: Arranging, member: int, by: int, reason: str) -> None:
    name = arranging.now.names.get(by, Name(""))
    refuse_if(
        by in projections.entrants(arranging.db, arranging.club_id, arranging.season),
        f"{name} plays in this season already, and nobody can play for two. Choose someone else, "
        f"or settle the fixture by a forfeit or a bye.",
    )
    withdraw(arranging.run, member, reason or "is replaced", by)


def set_bell(arranging: Arranging, at: str) -> None:
    arranging.note(BellSet(parse_hour(at)))


def set_next(arranging: Arranging, day: str) -> None:
    """Set the day of the next evening."""
    try:
        found = date.fromisoformat(day.strip()).isoformat()
    except ValueError:
        raise NotAllowed("Enter the day of the next evening.") from None
    refuse_if(found <= arranging.now.day, "The next evening is on a later day. Choose one.")
    far = date.fromisoformat(arranging.now.day) + timedelta(days=366)
    refuse_if(found > far.isoformat(), "That is more than a year away. Check the day.")
    arranging.note(NextSet(found))


def end_evening(arranging: Arranging) -> None:
    """End the evening; the next one is a week later, unless another day was set."""
    arranging.note(NextSet(arranging.now.next_day), EveningEnded())


def resume(arranging: Arranging) -> None:
    arranging.note(EveningResumed())


class Waiting(NamedTuple):
    """Where a member is to play on an evening that goes on."""

    season: Season
    day: str
    table: TableTonight


class InRoom(NamedTuple):
    """When the round ends, empty for no such time; and the numbers of the tables by the codes of
    what is kept at them.
    """

    bell: str
    numbers: Mapping[str, int]


class AtTable(NamedTuple):
    """The number of a table in the room, and when its round ends; empty for no such time."""

    number: int
    bell: str


def at_table(db: Connection, code: str) -> AtTable | None:
    """Return at which table of an evening a sheet is played; `None` for none."""
    row = find_sheet(db, code)
    if row is None or row.of_season is None:
        return None
    of = row.membership
    begun = datetime.fromisoformat(of.added_at).astimezone(zone_of(db, of.club_id))
    today = begun.date().isoformat()
    for day in (today, day_after(today, -1)):
        evening = fold_evening(_log(db, of.club_id, of.season, day))
        for each in reversed(evening.tables):
            is_of_round = each.plan.round == of.round and each.at <= of.added_at
            if is_of_round and _sits_at(each.plan, of.members):
                return AtTable(each.plan.number, "" if evening.is_over else evening.bell)
    return None


def _sits_at(plan: TablePlan, members: Collection[int]) -> bool:
    """Return whether *members* play at a table; in a fixture one may be a substitute."""
    if plan.is_bye:
        return False
    if plan.round:
        return not {*plan.members}.isdisjoint(members)
    return {*plan.members} == {*members}


class Evenings(Service):
    at_table = reads(at_table)
    parties_on = reads(projections.parties_on)
    presence = _arranges(note_presence)
    welcome = _arranges(welcome)
    pair = _arranges(pair)
    unpair = _arranges(unpair)
    swap = _arranges(swap)
    turn = _arranges(turn_seats)
    make_pair = _arranges(make_pair)
    start = _arranges(start)
    undo_table = _arranges(undo_table)
    draw_again = _arranges(draw_again)
    pair_late = _arranges(pair_late)
    sit_out_round = _arranges(sit_out_round)
    leave_table = _arranges(leave_table)
    resume_table = _arranges(resume_table)
    substitute = _arranges(substitute)
    set_bell = _arranges(set_bell)
    set_next = _arranges(set_next)
    end = _arranges(end_evening)
    resume = _arranges(resume)

    def now(self, club_id: int, season: int, day: str) -> EveningNow:
        with reading(self.engine) as db:
            return evening_now(db, club_id, season, day, self.clock())

    def day(self, club_id: int, season: int) -> str:
        """Return the day of the evening to show, in ISO 8601."""
        with reading(self.engine) as db:
            return evening_day(db, club_id, season, self.clock())

    def in_room(self, club_id: int, season: int) -> InRoom:
        """Return what the display of the room shows of the evening that goes on."""
        with reading(self.engine) as db:
            day = evening_day(db, club_id, season, self.clock())
            evening = fold_evening(_log(db, club_id, season, day))
            tables = _tables(db, club_id, season, evening) if evening.tables else ()
            bell = "" if evening.is_over else evening.bell
            return InRoom(bell, {each.code: each.number for each in tables if each.code})

    def waiting(self, club_id: int, member: int) -> list[Waiting]:
        """Return the tables at which a member plays now, one a season."""
        at = self.clock()
        found = []
        with reading(self.engine) as db:
            for season, withdrew in projections.seasons_entered(db, club_id, member).items():
                of = find_season(db, club_id, season)
                if withdrew or of.closed:
                    continue
                day = evening_day(db, club_id, season, at)
                if not fold_evening(_log(db, club_id, season, day)).tables:
                    continue
                now = evening_now(db, club_id, season, day, at, whole=False)
                table = now.table_of(member)
                if table is not None and table.stage in AT_TABLE and not now.evening.is_over:
                    found.append(Waiting(of, day, table))
        return found
