"""What a round decides; its bulletin as a page, as text and as a picture; and the feeds of a club.

A calendar has no cookies. In a private club its address carries a key
(`scorer.web.visitor.feed_key`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from flask import Blueprint, Response, render_template, request, url_for

from ...ledger.deciding import Case, ranks_words
from ...ledger.pairing import Slot
from ...ledger.standings import StandingsRow, explain
from ...ledger.terms import TieBreak
from ...rules.words import first_up, listed, signed
from ...service.club.seasons.appointments import Reminder
from ...service.club.seasons.fixtures import FixtureNow, FixtureStatus
from ...service.club.seasons.records import PostedPartie
from ...service.club.seasons.rounds import Bulletin, Deciding, Moved
from ...service.club.seasons.season import Season
from ...table.contexts import Context
from ...table.entering import A_PAGE
from ...table.formatting import counted, day, grouped, parse_number
from ..address import outward
from ..forms import LONGEST, Page, PageOfList, club_page, own_row, part_of
from ..rights import maybe_actor, the_club
from ..visitor import the_club_services, zone_here
from .day_words import own_day_words
from .standings import ranking_words

bp = Blueprint("rounds", __name__, url_prefix="/c/<club>")

DRAWN = 12
"""Members in the picture of a bulletin."""


# Before a round


MOST_RIVALS = 4
"""The most rivals who are named for one result; more would not fit a phone's screen."""

RESULTS = {1: "Win", 0: "Draw", -1: "Loss"}
"""A member's result by the sign of what they gain."""


class Decided(NamedTuple):
    """A result of a member, the ranks that it leaves possible, and who may end ahead or level."""

    result: str
    ranks: str
    rivals: str


def decided(case: Case, names: Mapping[int, str], *, plays: bool) -> Decided:
    """Return a row of the table of what a round decides for one member."""
    rivals = [names[each.member] for each in case.rivals]
    if len(rivals) > MOST_RIVALS:
        named = counted(len(rivals), "player")
    else:
        named = listed(rivals) if rivals else "nobody"
    result = RESULTS[case.own.sign] if plays else "Does not play"
    return Decided(result, ranks_words(case.best, case.worst), named)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidesPage(Context):
    """What a round decides.

    Attributes:
        reader: the reader's number; 0 for none.
        member: whose results are shown, each with the ranks that it leaves possible.
        opponent: whom they play; 0 for nobody.
        outlook: the ranks that the member can come to.
        rows: those on the page *part*, each with the ranks that are possible.
        asks_for_rows: the address asks for a page of them, which is then not folded.
    """

    template = "club/decides.html"
    now: Deciding
    round: int
    reader: int
    member: int
    opponent: int
    cases: Sequence[Decided]
    outlook: str
    rows: Sequence[tuple[StandingsRow, str]]
    part: PageOfList
    asks_for_rows: bool


@bp.get("/s/<int:season>/fixtures/<int:round>/decides")
def decides(season: int, round: int) -> Page:
    now = the_club_services().rounds.deciding(the_club().id, season, round)
    members = [row.member for row in now.rows]
    actor = maybe_actor()
    reader = actor.member if actor else 0
    asked = parse_number(request.args.get("member", ""), LONGEST, reader)
    member = asked if asked in members else members[0]
    part = part_of(len(members), own=own_row(members))
    opponent = now.before.opponents.get(member, 0)

    def possible(of: int) -> str:
        first, last = now.before.bounds(of)
        return ranks_words(first, last)

    is_decided = bool(now.before.fixtures) and not now.earlier
    cases = now.before.cases(member) if is_decided else []
    page = DecidesPage(
        now=now,
        round=round,
        reader=reader,
        member=member,
        opponent=opponent,
        cases=[decided(each, now.names, plays=opponent > 0) for each in cases],
        outlook=possible(member) if cases else "",
        rows=[(each, possible(each.member)) for each in part.of(now.rows)] if cases else [],
        part=part,
        asks_for_rows=part.name in request.args or "around" in request.args,
    )
    return club_page(page)


# After it


@bp.app_template_filter()
def partie_words(partie: PostedPartie, names: Mapping[int, str]) -> str:
    """Return the result of a partie in a few words.

    >>> from ...ledger.results import Result
    >>> from ...rules.figures import Side
    >>> result = Result((Side(318), Side(3)), 0, 421, rubicon=True)
    >>> partie = PostedPartie(7, 7, "2026-09-01 000000007", 1, 2, "K7QX", (1, 2), result)
    >>> partie_words(partie, {1: "Ada", 2: "Ben"})
    'Ada wins 421 against Ben, who is under the Rubicon'
    """
    member, other = partie.members
    first = names[member]
    second = names[other]
    result = partie.result
    if result.winner is None:
        return f"{first} and {second} draw"
    winner, loser = (first, second) if result.winner == 0 else (second, first)
    if result.forfeit:
        return f"{winner} wins {grouped(result.points)} by forfeit against {loser}"
    under = ""
    if result.rubicon:
        under = ", who is under the Rubicon"
    elif result.lurch:
        under = ", who is lurched"
    only = ", result only" if result.is_result_only else ""
    return f"{winner} wins {grouped(result.points)} against {loser}{under}{only}"


def fixture_words(fixture: FixtureNow, now: Bulletin, days: Mapping[Slot, str]) -> str:
    """Return what a fixture of a bulletin came to; or when it is played, by the *days* in words."""
    names = now.names
    partie = now.parties.get(fixture.entry or 0)
    if partie is not None:
        return partie_words(partie, names)
    if fixture.through is not None:
        how = "sits out" if fixture.sat_out else "has a bye"
        return f"{names[fixture.through]} {how}"
    words = f"{listed([names[each] for each in fixture.members])}: {fixture.state.value}"
    when = days.get(fixture.slot, "")
    return f"{words}, {when}" if when else words


def gained_words(moved: Moved, now: Bulletin) -> str:
    points = signed(moved.gained.balance)
    by_matches = now.season.terms.ranking[0] is TieBreak.MATCH_POINTS
    return f"{moved.gained.score} MP, {points}" if by_matches else points


def record_lines(now: Bulletin) -> Iterator[str]:
    for each in now.records:
        of = "of the club" if each.of_club else "of the season"
        who = now.names[each.feat.member]
        yield f"{first_up(each.kind.value)} {of}: {who}, {grouped(each.feat.figure)}"


def heading(now: Bulletin) -> str:
    return f"{now.season.terms.name}, round {now.round}"


def about(now: Bulletin) -> str:
    """Return the club, and the day if it is known."""
    return f"{the_club().name}, {day(now.day)}" if now.day else f"{the_club().name}"


def _days_to_come(now: Bulletin) -> dict[Slot, str]:
    """Return in words the days that hold for open fixtures of a bulletin."""
    still_open = [each for each in now.fixtures if each.is_open]
    days = the_club_services().appointments.of_season(the_club().id, now.season, still_open)
    return {each.fixture.slot: own_day_words(each) for each in days}


def as_text(now: Bulletin, days: Mapping[Slot, str]) -> str:
    """Return a bulletin as plain text, to share."""
    lines = [f"{heading(now)}: {about(now)}", ""]
    lines += [fixture_words(each, now, days) for each in now.fixtures]
    by = now.season.terms.ranking[0]
    if now.moved:
        lines += ["", f"Standings by {by.value}"]
    for each in now.moved[:A_PAGE]:
        row = each.row
        was = f" (was {each.before})" if each.before != row.rank_words else ""
        lines.append(f"{row.rank_words} {now.names[row.member]}, {ranking_words(row)}{was}")
    found = list(record_lines(now))
    lines += ["", "Records", *found] if found else []
    return "\n".join(lines)


class MovedRow(NamedTuple):
    """A row of the standings after a round, with what the round gave and why the row has its
    rank.
    """

    moved: Moved
    gained: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletinPage(Context):
    """The bulletin of a round: results on the page *results_part*, and the standings on *part*;
    *by* is the first tie-break.
    """

    template = "club/bulletin.html"
    now: Bulletin
    by: TieBreak
    heading: str
    text: str
    results: Sequence[tuple[FixtureNow, str]]
    results_part: PageOfList
    forfeits: int
    rows: Sequence[MovedRow]
    part: PageOfList
    records: Sequence[str]


def _bulletin(season: int, round_: int) -> BulletinPage:
    now = the_club_services().rounds.bulletin(the_club().id, season, round_)
    part = part_of(len(now.moved), own=own_row(each.row.member for each in now.moved))
    results = part_of(
        len(now.fixtures), name="results", own=own_row(each.members for each in now.fixtures)
    )
    days = _days_to_come(now)
    return BulletinPage(
        now=now,
        by=now.season.terms.ranking[0],
        heading=heading(now),
        text=as_text(now, days),
        results=[(each, fixture_words(each, now, days)) for each in results.of(now.fixtures)],
        results_part=results,
        forfeits=sum(each.state is FixtureStatus.FORFEIT for each in now.fixtures),
        rows=[
            MovedRow(each, gained_words(each, now), explain(each.row, now.names))
            for each in part.of(now.moved)
        ],
        part=part,
        records=list(record_lines(now)),
    )


@bp.get("/s/<int:season>/rounds/<int:round>")
def bulletin(season: int, round: int) -> Page:
    return club_page(_bulletin(season, round))


@bp.get("/s/<int:season>/rounds/<int:round>.svg")
def picture(season: int, round: int) -> Response:
    """Draw the bulletin of a round as a picture."""
    page = _bulletin(season, round)
    svg = render_template(
        "club/bulletin.svg",
        now=page.now,
        by=page.by,
        heading=page.heading,
        about=about(page.now),
        results=page.results,
        rows=page.rows[:DRAWN],
    )
    return Response(svg, mimetype="image/svg+xml")


# The feed


def address(endpoint: str, **values: Any) -> str:
    """Return the whole address of a page, as a feed needs it."""
    here = f"{request.host_url.rstrip('/')}{url_for(endpoint, **values)}"
    return outward(endpoint, **values) or here


@bp.get("/feed.atom")
def feed() -> Response:
    """Return the latest results and bulletins of a club as an Atom feed;
    304 if the reader has them.
    """
    found = the_club_services().rounds.feed(the_club().id)
    reminders = the_club_services().appointments.reminders(the_club().id)
    body = render_template(
        "club/feed.xml",
        club=the_club(),
        feed=found,
        reminders=[(_reminder_id(found.id, each), each) for each in reminders],
        updated=max([found.updated, *(each.at for each in reminders)]),
        address=address,
    )
    response = Response(
        body, mimetype="application/atom+xml", headers={"Cache-Control": "private, no-cache"}
    )
    response.add_etag()
    response.make_conditional(request)
    return response


def _reminder_id(feed_id: str, reminder: Reminder) -> str:
    """Return what tells a reminder from all others for ever: its two players, round and day."""
    of = reminder.of
    name = f"season {of.season.number}, round {of.fixture.round}, {of.fixture.members}"
    return uuid5(UUID(feed_id), f"{name}, on {of.appointment.day}").urn


# Calendar feeds


calendar_bp = Blueprint("calendar", __name__, url_prefix="/c/<club>")


class HappeningStatus(Enum):
    """Whether an event takes place, by the names of RFC 5545, 3.8.1.11."""

    CONFIRMED = "CONFIRMED"
    TENTATIVE = "TENTATIVE"
    CANCELLED = "CANCELLED"


LASTS = timedelta(hours=2)
"""How long an event with a time is shown in a calendar; a partie of six deals takes less."""


class Happening(NamedTuple):
    """An event of one day; `uid` tells it from others for ever,
    and it was `revised` at these times, first made.

    It is the whole day, unless it has a `time` of the club, such as ``19:30``.
    """

    uid: str
    day: str
    revised: list[str]
    title: str
    details: str
    address: str
    time: str = ""
    status: HappeningStatus = HappeningStatus.CONFIRMED


def _happenings(member: int = 0) -> Iterator[Happening]:
    """Yield what happens in the open seasons of a club; of the rounds those of a *member*, if
    any.
    """
    services = the_club_services()
    club = the_club()
    names = services.people.shown_names(club.id)
    for season in services.seasons.seasons(club.id):
        if season.closed:
            continue
        revised = services.rounds.revisions(club.id, season.number)
        yield from _first_and_last_day(season, revised[0])
        fixtures = [
            each
            for each in services.seasons.fixtures_now(club.id, season.number)
            if each.state is not FixtureStatus.FORFEIT
        ]
        if member:
            own = [each for each in fixtures if _is_for(each, member)]
            yield from _of_member(season, own, member, names, revised)
        else:
            yield from _of_rounds(season, fixtures, names, revised)


def _first_and_last_day(season: Season, revised: list[str]) -> Iterator[Happening]:
    for which, on in (("first", season.terms.first_day), ("last", season.terms.last_day)):
        if on:
            yield Happening(
                uid=f"{the_club().code}-{season.number}-{which}",
                day=on,
                revised=revised,
                title=f"{season.terms.name}: {which} day",
                details="",
                address=outward("standings.standings", club=the_club().code, season=season.number),
            )


def _of_rounds(
    season: Season,
    fixtures: Sequence[FixtureNow],
    names: Mapping[int, str],
    revised: Mapping[int, list[str]],
) -> Iterator[Happening]:
    """Yield the rounds that have a day, and the fixtures that have one of their own."""
    arranged = the_club_services().appointments.season_days(the_club().id, season, fixtures)
    own = {each.fixture.slot: each for each in arranged.days if each.appointment.day}
    for round_ in sorted({each.round for each in fixtures if each.day}):
        together = [each for each in fixtures if each.round == round_ and each.slot not in own]
        # Who agrees on a day of their own leaves it, which changes it.
        changes = set[str]()
        for (number, _), times in arranged.revised.items():
            changes.update(times if number == round_ else ())
        if together:
            yield _of_round(season, together, names, sorted([*revised[round_], *changes]))
    for each in own.values():
        fixture = each.fixture
        of_first = arranged.revised[fixture.round, fixture.first]
        since = sorted([*revised[fixture.round], *of_first])
        found = _of_one(season, fixture, fixture.first, names, since)
        yield found._replace(
            uid=f"{the_club().code}-{season.number}-{fixture.round}-table-{fixture.table}",
            day=each.appointment.day,
            time=each.appointment.time,
        )


def _of_round(
    season: Season, drawn: Sequence[FixtureNow], names: Mapping[int, str], revised: list[str]
) -> Happening:
    """Return a round with its pairs, without those who meet on another day."""
    pairs = [
        f"{names[each.first]} – {names[opponent]}"
        for each in drawn
        if (opponent := _opponent(each))
    ]
    round_ = drawn[0].round
    return Happening(
        uid=f"{the_club().code}-{season.number}-{round_}",
        day=drawn[0].day,
        revised=revised,
        title=f"{season.terms.name}, round {round_}",
        details="\n".join(pairs),
        address=outward("fixtures.index", club=the_club().code, season=season.number),
    )


def _of_member(
    season: Season,
    fixtures: Sequence[FixtureNow],
    member: int,
    names: Mapping[int, str],
    revised: Mapping[int, list[str]],
) -> Iterator[Happening]:
    """Yield a member's fixtures and byes that have a day: their own, or that of their round.

    A day that is only proposed is tentative, and shown to the member alone; one that ended, without
    another, is cancelled.
    """
    services = the_club_services().appointments
    arranged = services.season_days(the_club().id, season, fixtures)
    by_slot = {each.fixture.slot: each.appointment for each in arranged.days}
    actor = maybe_actor()
    is_own = actor is not None and actor.member == member
    for each in fixtures:
        since = sorted([*revised[each.round], *arranged.revised.get((each.round, member), ())])
        found = _of_one(season, each, member, names, since)
        now = by_slot.get(each.slot)
        if now is None or not _opponent(each):
            pass
        elif now.day:
            found = found._replace(day=now.day, time=now.time)
        elif now.proposal is not None and is_own:
            found = found._replace(
                day=now.proposal.day, time=now.proposal.time, status=HappeningStatus.TENTATIVE
            )
        elif now.ended is not None and is_own and not each.day:
            found = found._replace(
                day=now.ended.day, time=now.ended.time, status=HappeningStatus.CANCELLED
            )
        if found.day:
            yield found


def _of_one(
    season: Season,
    fixture: FixtureNow,
    member: int,
    names: Mapping[int, str],
    revised: list[str],
) -> Happening:
    """Return the fixture of a member in a round, or their bye."""
    here = {"club": the_club().code, "season": season.number}
    title = f"{season.terms.name}, round {fixture.round}"
    if _opponent(fixture):
        other = fixture.other(member)
        title = f"{title}: {listed([names[member], names[other]])}"
        details = f"{names[fixture.first]} is elder in the first deal."
        page = outward("fixtures.fixture", round=fixture.round, table=fixture.table, **here)
    else:
        title = f"{title}: {'sitting out' if fixture.sat_out else 'bye'}"
        details = ""
        page = outward("fixtures.index", **here)
    return Happening(
        uid=f"{the_club().code}-{season.number}-{fixture.round}-{member}",
        day=fixture.day,
        revised=revised,
        title=title,
        details=details,
        address=page,
    )


def _opponent(fixture: FixtureNow) -> int:
    """Return the second player of a fixture; 0 if the first has a bye."""
    return 0 if fixture.state is FixtureStatus.BYE else fixture.second or 0


def _is_for(fixture: FixtureNow, member: int) -> bool:
    """Return whether a member plays a fixture, or has its bye."""
    return member in (fixture.members if _opponent(fixture) else (fixture.through,))


def _feed(name: str, member: int = 0) -> Response:
    from icalendar import Calendar, Event

    feed = Calendar()
    feed.add("prodid", "-//piquet-scorer//calendar//EN")
    feed.add("version", "2.0")
    feed.add("x-wr-calname", name)
    zone = zone_here()
    for each in _happenings(member):
        event = Event()
        on: date = date.fromisoformat(each.day)
        if each.time:
            begins = datetime.combine(on, time.fromisoformat(each.time), zone)
            on = begins.astimezone(UTC)
            event.add("duration", LASTS)
        event.add("uid", f"{each.uid}@piquet-scorer")
        event.add("dtstamp", datetime.fromisoformat(each.revised[-1]))
        event.add("sequence", len(each.revised) - 1)
        event.add("dtstart", on)
        event.add("status", each.status.value)
        event.add("summary", each.title)
        for property_, value in (("description", each.details), ("url", each.address)):
            if value:
                event.add(property_, value)
        feed.add_component(event)
    return Response(feed.to_ical(), mimetype="text/calendar")


@calendar_bp.get("/calendar.ics")
def of_club() -> Response:
    return _feed(the_club().name)


@calendar_bp.get("/players/<int:member>/calendar.ics")
def of_member(member: int) -> Response:
    name = the_club_services().people.shown_names(the_club().id)[member]
    return _feed(f"{the_club().name}: {name}", member)
