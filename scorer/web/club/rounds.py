"""What a round decides; its bulletin as a page, as text and as a picture; and the feeds of a club.

A calendar has no cookies. In a private club its address carries a key
(`scorer.web.visitor.feed_key`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for

from ...ledger.deciding import Wording, ranks_words
from ...ledger.standings import explain
from ...ledger.terms import TieBreak
from ...rules.words import first_up, listed
from ...service.club.fixtures import FixtureNow, FixtureStatus
from ...service.club.records import PostedPartie
from ...service.club.rounds import Bulletin, Moved
from ...table.entering import A_PAGE
from ...table.formatting import day, grouped, parse_number, signed
from ..address import outward
from ..forms import LONGEST, Page, club_page, own_row, part_of
from ..rights import maybe_actor, the_club
from ..visitor import the_club_services
from .standings import ranking_words

bp = Blueprint("rounds", __name__, url_prefix="/c/<club>")

DRAWN = 12
"""Members in the picture of a bulletin."""


# Before a round


@bp.get("/s/<int:season>/fixtures/<int:round>/decides")
def decides(season: int, round: int) -> Page:
    now = the_club_services().rounds.deciding(the_club().id, season, round)
    members = [row.member for row in now.rows]
    actor = maybe_actor()
    reader = actor.member if actor else 0
    asked = parse_number(request.args.get("member", ""), LONGEST, reader)
    member = asked if asked in members else members[0]
    part = part_of(len(members), own=own_row(members))
    words = Wording(now.before, now.names, reader)
    found = {
        "reader": reader,
        "member": member,
        "bounds": now.before.bounds,
        "ranks_words": ranks_words,
    }
    cases = [words.case(member, each) for each in now.before.cases(member) if now.before.fixtures]
    return club_page("decides.html", now=now, round=round, part=part, cases=cases, **found)


# After it


@bp.app_template_filter()
def partie_words(partie: PostedPartie, names: Mapping[int, str]) -> str:
    """Return the result of a partie in a few words.

    >>> from ...ledger.results import Result, Side
    >>> result = Result((Side(318), Side(3)), 0, 421, rubicon=True)
    >>> partie = PostedPartie(7, 7, "2026-09-01 000000007", 1, 2, "K7QX", (1, 2), result)
    >>> partie_words(partie, {1: "Ada", 2: "Ben"})
    'Ada wins 421 against Ben, who is under the Rubicon'
    """
    result, first, second = partie.result, *(names[each] for each in partie.members)
    if result.winner is None:
        return f"{first} and {second} draw"
    winner, loser = (first, second) if result.winner == 0 else (second, first)
    if result.forfeit:
        return f"{winner} wins {grouped(result.points)} by forfeit against {loser}"
    under = (
        ", who is under the Rubicon"
        if result.rubicon
        else ", who is lurched"
        if result.lurch
        else ""
    )
    return f"{winner} wins {grouped(result.points)} against {loser}{under}"


def fixture_words(fixture: FixtureNow, now: Bulletin) -> str:
    """Return what a fixture of a bulletin came to."""
    names = now.names
    partie = now.parties.get(fixture.entry or 0)
    if partie is not None:
        return partie_words(partie, names)
    if fixture.through is not None:
        return f"{names[fixture.through]} has a bye"
    return f"{listed([names[each] for each in fixture.members])}: {fixture.state.value}"


def gained_words(moved: Moved, now: Bulletin) -> str:
    points = signed(moved.gained.balance)
    by_matches = now.season.terms.ranking[0] is TieBreak.MATCH_POINTS
    return f"{moved.gained.score} MP, {points}" if by_matches else points


def record_lines(now: Bulletin) -> Iterator[str]:
    for each in now.records:
        of = "of the club" if each.of_club else "of the season"
        yield (
            f"{first_up(each.kind.value)} {of}: {now.names[each.feat.member]}, "
            f"{grouped(each.feat.figure)}"
        )


def heading(now: Bulletin) -> str:
    return f"{now.season.terms.name}, round {now.round}"


def as_text(now: Bulletin) -> str:
    """Return a bulletin as plain text, to share."""
    lines = [f"{heading(now)}: {the_club().name}" + (f", {day(now.day)}" if now.day else ""), ""]
    lines += [fixture_words(each, now) for each in now.fixtures]
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


def _bulletin(season: int, round_: int) -> tuple[Bulletin, dict[str, object]]:
    now = the_club_services().rounds.bulletin(the_club().id, season, round_)
    part = part_of(len(now.moved), own=own_row(each.row.member for each in now.moved))
    results = part_of(
        len(now.fixtures), name="results", own=own_row(each.members for each in now.fixtures)
    )
    return now, {
        "now": now,
        "by": now.season.terms.ranking[0],
        "heading": heading(now),
        "results": [(each, fixture_words(each, now)) for each in results.of(now.fixtures)],
        "results_part": results,
        "forfeits": sum(each.state is FixtureStatus.FORFEIT for each in now.fixtures),
        "rows": [
            (each, gained_words(each, now), explain(each.row, now.names))
            for each in part.of(now.moved)
        ],
        "part": part,
        "records": list(record_lines(now)),
    }


@bp.get("/s/<int:season>/rounds/<int:round>")
def bulletin(season: int, round: int) -> Page:
    now, found = _bulletin(season, round)
    return club_page("bulletin.html", text=as_text(now), **found)


@bp.get("/s/<int:season>/rounds/<int:round>.svg")
def picture(season: int, round: int) -> Response:
    """Draw the bulletin of a round as a picture."""
    now, found = _bulletin(season, round)
    about = f"{the_club().name}{f', {day(now.day)}' if now.day else ''}"
    svg = render_template("club/bulletin.svg", about=about, most=DRAWN, **found)
    return Response(svg, mimetype="image/svg+xml")


# The feed


def address(endpoint: str, **values: Any) -> str:
    """Return the whole address of a page, as a feed needs it."""
    return (
        outward(endpoint, **values)
        or f"{request.host_url.rstrip('/')}{url_for(endpoint, **values)}"
    )


@bp.get("/feed.atom")
def feed() -> Response:
    """Return the latest results and bulletins of a club as an Atom feed;
    304 if the reader has them.
    """
    found = the_club_services().rounds.feed(the_club().id)
    body = render_template("club/feed.xml", club=the_club(), feed=found, address=address)
    response = Response(
        body, mimetype="application/atom+xml", headers={"Cache-Control": "private, no-cache"}
    )
    response.add_etag()
    response.make_conditional(request)
    return response


# Calendar feeds


calendar_bp = Blueprint("calendar", __name__, url_prefix="/c/<club>")


class Happening(NamedTuple):
    """An event of one day; `uid` tells it from others for ever,
    and it was `revised` at these times, first made.
    """

    uid: str
    day: str
    revised: list[str]
    title: str
    details: str
    address: str


def _happenings(member: int = 0) -> Iterator[Happening]:
    club = the_club()
    services = the_club_services()
    names = services.people.shown_names(club.id)
    for season in services.seasons.seasons(club.id):
        if season.closed:
            continue
        terms = season.terms
        here = {"club": club.code, "season": season.number}
        about = f"{club.code}-{season.number}"
        revised = services.rounds.revisions(club.id, season.number)
        for which, on in (("first", terms.first_day), ("last", terms.last_day)):
            if on:
                page = outward("standings.standings", **here)
                title = f"{terms.name}: {which} day"
                yield Happening(f"{about}-{which}", on, revised[0], title, details="", address=page)
        all_fixtures = services.seasons.fixtures_now(club.id, season.number)
        fixtures = [each for each in all_fixtures if each.state is not FixtureStatus.FORFEIT]
        for round_ in sorted({each.round for each in fixtures if each.day}):
            drawn = [each for each in fixtures if each.round == round_ and _is_for(each, member)]
            for each in drawn if member else drawn[:1]:
                title = f"{terms.name}, round {round_}"
                details = ""
                page = outward("fixtures.index", **here)
                uid = f"{about}-{round_}"
                if not member:
                    pairs = [
                        f"{names[one.first]} – {names[there]}"
                        for one in drawn
                        if (there := _opponent(one))
                    ]
                    details = "\n".join(pairs)
                elif not _opponent(each):
                    uid = f"{uid}-{member}"
                    title = f"{title}: bye"
                else:
                    (other,) = {*each.members} - {member}
                    uid = f"{uid}-{member}"
                    title = f"{title}: {listed([names[member], names[other]])}"
                    details = f"{names[each.first]} is elder in the first deal."
                    page = outward("fixtures.fixture", round=round_, table=each.table, **here)
                yield Happening(
                    uid, each.day, revised[round_], title, details=details, address=page
                )


def _opponent(fixture: FixtureNow) -> int:
    """Return the second player of a fixture; 0 if the first has a bye."""
    return 0 if fixture.state is FixtureStatus.BYE else fixture.second or 0


def _is_for(fixture: FixtureNow, member: int) -> bool:
    """Return whether a fixture is in the calendar of a member, or of the club if *member* is 0."""
    who = fixture.members if _opponent(fixture) else (fixture.through,)
    return not member or member in who


def _feed(name: str, member: int = 0) -> Response:
    from icalendar import Calendar, Event

    feed = Calendar()
    feed.add("prodid", "-//piquet-scorer//calendar//EN")
    feed.add("version", "2.0")
    feed.add("x-wr-calname", name)
    for each in _happenings(member):
        event = Event()
        on = date.fromisoformat(each.day)
        event.add("uid", f"{each.uid}@piquet-scorer")
        event.add("dtstamp", datetime.fromisoformat(each.revised[-1]))
        event.add("sequence", len(each.revised) - 1)
        event.add("dtstart", on)
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
    return _feed(
        f"{the_club().name}: {the_club_services().people.shown_names(the_club().id)[member]}",
        member,
    )
