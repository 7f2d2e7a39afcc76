"""
Calendar feeds: the days of a club's seasons and rounds, and of a member's own fixtures, for the calendar of a phone.

A calendar has no cookies. In a private club its address carries a key (`scorer.web.phones.feed_key`).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import NamedTuple

from flask import Blueprint, Response

from ...rules.words import listed
from ..address import outward
from ..phones import the_club_services
from ..rights import the_club

bp = Blueprint("calendar", __name__, url_prefix="/c/<club>")


class Happening(NamedTuple):
    """An event of one day; `uid` tells it from others for ever."""

    uid: str
    day: str
    title: str
    details: str
    address: str


def _happenings(member: int = 0) -> Iterator[Happening]:
    club, services = the_club(), the_club_services()
    names = services.people.shown_names(club.id)
    for season in services.seasons.seasons(club.id):
        if season.closed:
            continue
        terms, here = season.terms, {"club": club.code, "season": season.number}
        about = f"{club.code}-{season.number}"
        for which, day in (("first", terms.first_day), ("last", terms.last_day)):
            if day:
                page = outward("standings.standings", **here)
                yield Happening(f"{about}-{which}", day, f"{terms.name}: {which} day", "", page)
        fixtures = services.seasons.fixtures_now(club.id, season.number)
        for round_ in sorted({each.round for each in fixtures if each.day}):
            drawn = [each for each in fixtures if each.round == round_ and (not member or member in each.members)]
            for each in drawn if member else drawn[:1]:
                title, details = f"{terms.name}, round {round_}", ""
                page, uid = outward("fixtures.index", **here), f"{about}-{round_}"
                if not member:
                    pairs = [f"{names[one.first]} – {names[one.second]}" for one in drawn if one.second is not None]
                    details = "\n".join(pairs)
                elif each.second is None:
                    uid, title = f"{uid}-{member}", f"{title}: bye"
                else:
                    other = each.second if member == each.first else each.first
                    uid, title = f"{uid}-{member}", f"{title}: {listed([names[member], names[other]])}"
                    details = f"{names[each.first]} is elder in the first deal."
                    page = outward("fixtures.fixture", round=round_, table=each.table, **here)
                yield Happening(uid, each.day, title, details, page)


def _feed(name: str, member: int = 0) -> Response:
    from icalendar import Calendar, Event

    feed = Calendar()
    feed.add("prodid", "-//piquet-scorer//calendar//EN")
    feed.add("version", "2.0")
    feed.add("x-wr-calname", name)
    for each in _happenings(member):
        event, day = Event(), date.fromisoformat(each.day)
        event.add("uid", f"{each.uid}@piquet-scorer")
        event.add("dtstamp", datetime(day.year, day.month, day.day, tzinfo=UTC))
        event.add("dtstart", day)
        event.add("summary", each.title)
        for property_, value in (("description", each.details), ("url", each.address)):
            if value:
                event.add(property_, value)
        feed.add_component(event)
    return Response(feed.to_ical(), mimetype="text/calendar")


@bp.get("/calendar.ics")
def of_club() -> Response:
    return _feed(the_club().name)


@bp.get("/players/<int:member>/calendar.ics")
def of_member(member: int) -> Response:
    return _feed(f"{the_club().name}: {the_club_services().people.shown_names(the_club().id)[member]}", member)
