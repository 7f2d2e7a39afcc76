"""Calendar feeds: what a phone's calendar reads, without cookies, and who may."""

from datetime import date

import pytest
from icalendar import Calendar

from scorer.ledger.terms import Format
from scorer.service.club.fixtures import Lots
from tests.web.club.visitors import Visit
from tests.web.conftest import Phone


def events(phone: Phone, address: str) -> list[tuple[date, str, str]]:
    answer = phone.client.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "text/calendar")
    found = Calendar.from_ical(answer.data).walk("VEVENT")
    assert len({str(each["uid"]) for each in found}) == len(found)
    return [(each.decoded("dtstart"), str(each["summary"]), str(each.get("description", ""))) for each in found]


def test_a_feed_has_the_days_of_the_season_the_rounds_and_the_own_fixtures(visit: Visit) -> None:
    season = visit.club.season(1, 2, 3, format=Format.SINGLE, first_day="2026-12-01", last_day="2027-01-31")
    visit.club.services.seasons.draw(visit.club.director, season, Lots.AS_ENTERED, "2026-12-01", 7)
    visit.club.season(1, 2, name="Without days")
    first_and_last = [(date(2026, 12, 1), "Winter: first day", ""), (date(2027, 1, 31), "Winter: last day", "")]
    club = events(visit.member(1), f"{visit.path}/calendar.ics")
    assert club[:2] == first_and_last
    assert [(day, title) for day, title, _ in club[2:]] == [
        (date(2026, 12, 1), "Winter, round 1"),
        (date(2026, 12, 8), "Winter, round 2"),
        (date(2026, 12, 15), "Winter, round 3"),
    ]
    own = events(visit.member(1), f"{visit.path}/players/1/calendar.ics")
    assert own[:2] == first_and_last
    assert sorted(title for _, title, _ in own[2:]) == [
        "Winter, round 1: bye",
        "Winter, round 2: Ada and Ben",
        "Winter, round 3: Ada and Cat",
    ]
    elder = {f"{name} is elder in the first deal." for name in ("Ada", "Ben", "Cat")}
    assert {details for _, _, details in own[2:]} <= elder | {""}


def test_a_feed_leaves_out_what_is_forfeited_and_numbers_the_days_that_a_round_is_given(visit: Visit) -> None:
    """RFC 5545: 3.8.7.4 for SEQUENCE, and 3.8.7.2 for DTSTAMP, when the event was last revised."""
    club, seasons = visit.club, visit.club.services.seasons
    season = club.season(1, 2, 3, 4, format=Format.SINGLE, last_day="2026-12-31")
    seasons.draw(club.director, season, Lots.AS_ENTERED, "2026-12-01", 7)
    seasons.forfeit(club.director, season, (1, 1), 1)
    seasons.give_bye(club.director, season, (2, 1), 4)
    club.clock.later(hours=3)
    for day in ("2026-12-16", "2026-12-17"):
        seasons.move_round(club.director, season, 3, day)
    own = [title for _, title, _ in events(visit.member(4), f"{visit.path}/players/4/calendar.ics")]
    assert own[1:] == ["Winter, round 2: bye", "Winter, round 3: Dan and Ben"]
    assert len(events(visit.member(3), f"{visit.path}/players/3/calendar.ics")) == 3
    found = Calendar.from_ical(visit.member(1).client.get(f"{visit.path}/calendar.ics").data).walk("VEVENT")
    assert {str(each["summary"]): (each["sequence"], str(each.decoded("dtstamp"))) for each in found} == {
        "Winter: last day": (0, "2026-11-21 18:00:00+00:00"),
        "Winter, round 1": (0, "2026-11-21 18:00:00+00:00"),
        "Winter, round 2": (0, "2026-11-21 18:00:00+00:00"),
        "Winter, round 3": (2, "2026-11-21 21:00:00+00:00"),
    }


@pytest.mark.parametrize("path", ["/players/1/calendar.ics", "/calendar.ics", "/feed.atom"])
def test_a_program_without_cookies_reads_a_private_club_by_the_key_of_a_member_until_their_link_ends(
    visit: Visit, path: str
) -> None:
    nobody, own = visit.phone(), visit.member(1).get(f"{visit.path}/me")
    (address,) = [href for href in own.links().values() if href.startswith(f"{visit.path}{path}")]
    assert "key=" in address
    assert nobody.client.get(address.partition("?")[0]).status_code == 403
    assert nobody.client.get(f"{address}x").status_code == 403
    assert nobody.client.get(address).status_code == 200
    assert nobody.client.get(address.replace(path, "/members")).status_code == 403
    visit.club.services.people.end_credential(visit.club.director, visit.club.members[1].credential)
    assert nobody.client.get(address).status_code == 403
