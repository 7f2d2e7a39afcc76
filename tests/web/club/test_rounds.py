"""What a round decides, its bulletin, and what is read by other programs:
the feed and the calendars of a club.
"""

import re
from datetime import date, datetime
from typing import Any
from uuid import UUID
from xml.etree import ElementTree

import pytest
from icalendar import Calendar

from scorer.ledger.entries import Fixture
from scorer.ledger.terms import Format, TieBreak
from scorer.rules.names import Name, without_isolates
from scorer.service.club.seasons.fixtures import Lots
from scorer.service.club.seasons.season import SWISS_ORDER
from tests.service.club.full_club import CORRECTED
from tests.web.club.conftest import Visit
from tests.web.conftest import SUBSCRIBED, Page, Phone

ATOM = "{http://www.w3.org/2005/Atom}"
SVG = "{http://www.w3.org/2000/svg}"

WIN = ((40, 20),) * 4
"""Four deals, of which the first and the last count double: 240 to 120, and the loser pays 220."""


def league(visit: Visit, rounds: int, **others: Any) -> int:
    """A league of Ada, Ben, Cat and Dan, in which so many rounds are played and
    the player named first has won.
    """
    club = visit.club
    season = club.season(1, 2, 3, 4, format=Format.SINGLE, **others)
    drawn = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    club.drawn(season, *drawn)
    for number, pairs in enumerate(drawn[:rounds], 1):
        for pair in pairs:
            club.from_paper(season, *pair, WIN, round_=number)
    return season


def listed(page: Page, heading: str) -> list[str]:
    section = next(
        each for each in page.root.all("section") if each.attrs.get("aria-labelledby") == heading
    )
    return [each.text.strip() for each in section.all("li")]


def table(page: Page, class_: str = "ranks") -> list[list[str]]:
    """The rows of a table, each with its heading first."""
    rows = page.root.all("table", class_=class_)[0].all("tbody")[0].all("tr")
    return [
        [cell.text.strip() for cell in (*row.all("th"), *row.all("td"))]
        for row in rows
        if row.all("th")
    ]


def test_the_reader_sees_first_what_a_round_decides_for_them(visit: Visit) -> None:
    """Ada has 440 points, Ben and Dan 0 and Cat −440."""
    season = league(visit, 2, order=(TieBreak.POINTS, TieBreak.RUBICONS_INFLICTED))
    fixtures = visit.member(2).get(f"{visit.path}/s/{season}/fixtures")
    page = visit.member(2).get(fixtures.links()["What round 3 decides"])
    assert page.root.all("h2")[0].text == "You: 1st to 4th"
    assert table(page, "sum")[0] == ["Win", "1st or 2nd", "Ada"]
    assert [row[0] for row in table(page)] == ["Ada", "Ben", "Dan", "Cat"]
    (own,) = page.root.all("tr", id="me")
    assert own.all("th")[0].text == "Ben"
    assert visit.member(2).get(page.links()["Ada"]).root.all("h2")[0].text == "Ada: 1st or 2nd"
    of_nobody = visit.director.get(f"{visit.path}/s/{season}/fixtures/3/decides?member=99")
    assert of_nobody.root.all("h2")[0].text.startswith("Ada:")


def test_what_a_round_decides_waits_until_the_rounds_before_it_are_complete(visit: Visit) -> None:
    """Of round 2 one fixture is open."""
    season = league(visit, 1)
    visit.club.from_paper(season, 4, 3, WIN, round_=2)
    page = visit.member(1).get(f"{visit.path}/s/{season}/fixtures/3/decides")
    assert "1 fixture of them is open." in page.text
    assert page.root.all("table") == []


def test_a_round_after_an_open_one_is_not_offered(visit: Visit) -> None:
    season = league(visit, 0)
    standings = visit.member(1).get(f"{visit.path}/s/{season}/")
    assert [words for words in standings.links() if words.startswith("What round")] == []


def test_a_round_that_is_settled_decides_nothing(visit: Visit) -> None:
    season = league(visit, 1)
    settled = visit.director.get(f"{visit.path}/s/{season}/fixtures/1/decides")
    cup = visit.club.season(1, 2, name="Cup", format=Format.KNOCK_OUT)
    visit.club.drawn(cup, [(1, 2)])
    assert visit.director.get(settled.links()["Bulletin of round 1"]).status == 200
    assert visit.director.get(f"{visit.path}/s/{season}/fixtures/4/decides").status == 404
    assert visit.director.get(f"{visit.path}/s/{cup}/fixtures/1/decides").status == 404
    assert visit.director.get(f"{visit.path}/s/{season}/rounds/4").status == 404


def test_a_round_is_worth_reading_about_near_the_end_of_a_robin(visit: Visit) -> None:
    club = visit.club
    standings = f"{visit.path}/s/{{}}/"

    def offered(season: int) -> list[str]:
        found = visit.member(1).get(standings.format(season)).links()
        return [words.split(" which")[0] for words in found if words.startswith("What round")]

    season = league(visit, 1)
    assert offered(season) == ["What round 2 decides"]
    club.from_paper(season, 4, 3, WIN, round_=2)
    club.services.seasons.give_bye(club.director, season, (2, 2), 1)
    assert offered(season) == ["What round 3 decides"]
    for pair in ((2, 4), (3, 1)):
        club.from_paper(season, *pair, WIN, round_=3)
    assert offered(season) == []
    cup = club.season(1, 2, name="Cup", format=Format.KNOCK_OUT)
    club.drawn(cup, [(1, 2)])
    swiss = club.season(1, 2, name="Swiss", format=Format.SWISS, rounds=2)
    club.drawn(swiss, [(1, 2)])
    assert offered(cup) == []
    assert offered(swiss) == []


def test_a_bulletin_has_results_ranks_before_and_after_and_records(visit: Visit) -> None:
    """A penalty counts before the round too: Ada was second with 190 points, after Ben with 220."""
    season = league(visit, 3)
    visit.club.services.seasons.adjust(visit.club.director, season, 1, points=-30, reason="late")
    phone = visit.member(1)
    address = f"{visit.path}/s/{season}/rounds/2"
    page = phone.get(address)
    assert listed(page, "results") == ["Dan wins 220 against Cat", "Ada wins 220 against Ben"]
    assert table(page)[::3] == [
        ["Ada", "1", "2", "+220", "+410"],
        ["Cat", "4", "3=", "−220", "−440"],
    ]
    assert "ahead of Ben and Dan: 410 points to 0" in page.text
    assert listed(page, "records") == ["Longest run of parties won of the club: Ada, 2"]
    assert page.root.all("a", id="share")[0].attrs["data-words"].replace(
        "\N{NO-BREAK SPACE}", " "
    ) == (
        "Winter, round 2: Turf Club, 21 November 2026\n\nDan wins 220 against Cat\nAda wins 220 "
        "against Ben\n\n"
        "Standings by points\n1 Ada, +410 (was 2)\n2= Ben, 0 (was 1)\n2= Dan, 0 (was 3=)\n4 Cat, "
        "−440 (was 3=)\n\n"
        "Records\nLongest run of parties won of the club: Ada, 2"
    )
    drawn = ElementTree.fromstring(phone.client.get(f"{address}.svg").data)
    words = [str(each.text).replace("\N{NO-BREAK SPACE}", " ") for each in drawn.iter(f"{SVG}text")]
    won = f"{Name('Dan')} wins 220 against {Name('Cat')}"
    assert words[:3] == ["Winter, round 2", "Turf Club, 21 November 2026", won]
    assert words[-4:] == [f"4  {Name('Cat')}", "3=", "−220", "−440"]


def test_a_bulletin_shows_the_figure_that_ranks(visit: Visit) -> None:
    """In a Swiss match points: Cat is second by the points that she has lost,
    and has no more match points.
    """
    order = (TieBreak.MATCH_POINTS, TieBreak.POINTS)
    season = visit.club.season(1, 2, 3, name="Swiss", format=Format.SWISS, rounds=2, order=order)
    visit.club.services.seasons.draw(visit.club.director, season, Lots.AS_ENTERED)
    played, _ = visit.club.services.seasons.fixtures_now(visit.club.id, season)
    visit.club.from_paper(season, played.first, played.members[1], WIN, round_=1)
    page = visit.member(1).get(f"{visit.path}/s/{season}/rounds/1")
    assert [[row[1], row[-1]] for row in table(page)] == [
        ["1", "2 MP"],
        ["2", "2 MP"],
        ["3", "0 MP"],
    ]
    text = page.root.all("a", id="share")[0].attrs["data-words"]
    assert "Standings by match points\n1 " in text
    assert re.findall(r"(?<=, )\d MP", text) == ["2 MP", "2 MP", "0 MP"]
    drawn = ElementTree.fromstring(
        visit.member(1).client.get(f"{visit.path}/s/{season}/rounds/1.svg").data
    )
    assert [each.text for each in drawn.iter(f"{SVG}text")][-1] == "0"


def test_a_bulletin_of_forfeits_byes_and_fixtures_to_play(visit: Visit) -> None:
    """Match points come first, so what a round gave has them too, and a bye is level with a win."""
    club = visit.club
    season = club.season(1, 2, 3, format=Format.SINGLE, order=(TieBreak.MATCH_POINTS,))
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)
    fixture = next(
        each
        for each in club.services.seasons.fixtures_now(1, season)
        if each.round == 1 and each.second
    )
    before = visit.director.get(f"{visit.path}/s/{season}/rounds/1")
    club.services.seasons.forfeit(club.director, season, fixture.slot, fixture.first)
    after = visit.director.get(f"{visit.path}/s/{season}/rounds/1")
    assert "1 fixture still to play." in before.text
    assert listed(before, "results") == ["Ada has a bye", "Ben and Cat: to play"]
    assert "1 forfeit." in after.text
    assert listed(after, "results") == ["Ada has a bye", "Ben wins 200 by forfeit against Cat"]
    assert [row[3] for row in table(after)] == ["2 MP, 0", "2 MP, +200", "0 MP, −200"]
    assert not after.root.all("section", id="records")


def sat_out(visit: Visit) -> int:
    """A Swiss of which Cat sits out the first round, and Ada and Ben meet."""
    club = visit.club
    season = club.season(1, 2, 3, format=Format.SWISS, rounds=3, order=SWISS_ORDER)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED, "2026-12-01", here=[1, 2])
    return season


def test_a_bulletin_tells_who_sat_a_round_out_from_who_had_a_bye(visit: Visit) -> None:
    page = visit.director.get(f"{visit.path}/s/{sat_out(visit)}/rounds/1")
    assert listed(page, "results") == ["Ada and Ben: to play", "Cat sits out"]


def test_the_fixtures_and_the_terms_of_a_swiss_say_what_a_round_sat_out_is(visit: Visit) -> None:
    season = sat_out(visit)
    assert "Cat sits out" in visit.director.get(f"{visit.path}/s/{season}/fixtures").text
    terms = visit.director.get(f"{visit.path}/s/{season}/terms").text
    assert "A round sat out 1 match point" in terms


def test_the_calendar_of_a_member_has_the_round_that_they_sit_out(visit: Visit) -> None:
    sat_out(visit)
    own = [title for _, title, _ in events(visit.member(3), f"{visit.path}/players/3/calendar.ics")]
    assert own == ["Winter, round 1: sitting out"]


def test_a_round_that_is_changed_is_news_and_revises_its_calendar(visit: Visit) -> None:
    season = sat_out(visit)
    ben = visit.member(2)
    ben.get(f"{visit.path}/")
    club = visit.club
    club.clock.later(hours=1)
    club.services.seasons.redraw(
        club.director, season, 1, [Fixture(2, 1), Fixture(3, None)], "Ben begins."
    )
    assert "Round 1 of Winter is changed, Ben begins" in ben.get(f"{visit.path}/").text
    found = Calendar.from_ical(ben.client.get(f"{visit.path}/calendar.ics").data).walk("VEVENT")
    assert {str(each["summary"]): each["sequence"] for each in found} == {"Winter, round 1": 1}


def feed(visit: Visit) -> tuple[ElementTree.Element, list[ElementTree.Element]]:
    root = ElementTree.fromstring(
        without_isolates(visit.member(1).client.get(f"{visit.path}/feed.atom").text)
    )
    return root, root.findall(f"{ATOM}entry")


def test_the_feed_is_valid_atom(visit: Visit) -> None:
    """RFC 4287: 4.1.1 for a feed, 4.1.2 for an entry,
    3.3 for times and 4.2.6 for ids, which never change.
    """
    season = league(visit, 1)
    visit.club.clock.later(hours=1)
    code = visit.club.play(season, 4, 3, round_=2).sheet.code
    root, entries = feed(visit)
    assert root.tag == f"{ATOM}feed"
    assert [each.text for each in root.findall(f"{ATOM}author/{ATOM}name")] == ["Turf Club"]
    assert {each.get("rel") for each in root.findall(f"{ATOM}link")} == {"self", "alternate"}
    for each in (root, *entries):
        (id_,), (title,), (updated,) = (
            each.findall(f"{ATOM}{name}") for name in ("id", "title", "updated")
        )
        assert UUID(str(id_.text))
        assert title.text
        assert datetime.fromisoformat(str(updated.text)).tzinfo
        (link,) = (
            link.get("href", "")
            for link in each.findall(f"{ATOM}link")
            if link.get("rel") == "alternate"
        )
        assert link.startswith("http://")
        assert visit.member(1).get(link.removeprefix("http://piquet.test")).status == 200
    assert len({each.findtext(f"{ATOM}id") for each in (root, *entries)}) == 1 + len(entries)
    won = (
        "Dan wins 421 against Cat, who is under the Rubicon",
        "Ben wins 220 against Cat",
        "Ada wins 220 against Dan",
    )
    assert [each.findtext(f"{ATOM}title") for each in entries] == [
        *won,
        "Winter, round 1: bulletin",
    ]
    assert entries[0].findtext(f"{ATOM}summary") == "Winter, round 2. Dan 318, Cat 3."
    assert root.findtext(f"{ATOM}updated") == entries[0].findtext(f"{ATOM}updated")
    visit.club.clock.later(hours=1)
    visit.club.correct(code, CORRECTED, deal=3)
    _, corrected = feed(visit)
    assert corrected[0].findtext(f"{ATOM}summary") == "Winter, round 2. Dan 256, Cat 7. Corrected."
    assert [each.findtext(f"{ATOM}id") for each in corrected] == [
        each.findtext(f"{ATOM}id") for each in entries
    ]


def test_the_feed_is_sent_again_only_if_it_has_changed(visit: Visit) -> None:
    season = league(visit, 1)
    client = visit.member(1).client
    address = f"{visit.path}/feed.atom"
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    visit.club.from_paper(season, 4, 3, WIN, round_=2)
    changed = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert first.status_code == 200
    assert again.status_code == 304
    assert again.data == b""
    assert changed.status_code == 200
    assert first.headers["Content-Type"].startswith("application/atom+xml")
    assert first.headers["Cache-Control"] == "private, no-cache"


def test_the_feed_is_as_public_as_the_club(visit: Visit) -> None:
    league(visit, 1)
    services = visit.club.services
    director = visit.club.director
    stranger = visit.phone()
    address = f"{visit.path}/feed.atom"
    assert stranger.get(address).status == 403
    assert "application/atom+xml" not in visit.member(1).get(f"{visit.path}/").html
    services.clubs.choose(director, "public standings", "yes")
    services.clubs.choose(visit.club.members[1], "shown as", "initials")
    found = stranger.client.get(address).text
    assert f"{Name('A.')} wins 220 against {Name('Dan')}" in found
    assert "Ada" not in found
    assert (
        f'type="application/atom+xml" title="Turf Club" href="{address}"'
        in stranger.get(f"{visit.path}/").html
    )


def events(phone: Phone, address: str) -> list[tuple[date, str, str]]:
    answer = phone.client.get(address)
    assert answer.status_code == 200
    assert answer.mimetype == "text/calendar"
    found = Calendar.from_ical(answer.data).walk("VEVENT")
    assert len({str(each["uid"]) for each in found}) == len(found)
    return [
        (each.decoded("dtstart"), str(each["summary"]), str(each.get("description", "")))
        for each in found
    ]


def test_a_feed_has_the_days_of_the_season_the_rounds_and_the_own_fixtures(visit: Visit) -> None:
    season = visit.club.season(
        1, 2, 3, format=Format.SINGLE, first_day="2026-12-01", last_day="2027-01-31"
    )
    visit.club.services.seasons.draw(visit.club.director, season, Lots.AS_ENTERED, "2026-12-01", 7)
    visit.club.season(1, 2, name="Without days")
    first_and_last = [
        (date(2026, 12, 1), "Winter: first day", ""),
        (date(2027, 1, 31), "Winter: last day", ""),
    ]
    club = events(visit.member(1), f"{visit.path}/calendar.ics")
    assert club[:2] == first_and_last
    rounds = [(date(2026, 12, 7 * number - 6), f"Winter, round {number}") for number in (1, 2, 3)]
    assert [(day, title) for day, title, _ in club[2:]] == rounds
    own = events(visit.member(1), f"{visit.path}/players/1/calendar.ics")
    assert own[:2] == first_and_last
    ada, ben, cat = map(Name, ("Ada", "Ben", "Cat"))
    who = enumerate(("bye", f"{ada} and {ben}", f"{ada} and {cat}"), 1)
    assert sorted(title for _, title, _ in own[2:]) == [
        f"Winter, round {number}: {each}" for number, each in who
    ]
    elder = {f"{name} is elder in the first deal." for name in (ada, ben, cat)}
    assert {details for _, _, details in own[2:]} <= elder | {""}


def test_a_feed_leaves_out_what_is_forfeited_and_numbers_the_days_that_a_round_is_given(
    visit: Visit,
) -> None:
    """RFC 5545: 3.8.7.4 for SEQUENCE, and 3.8.7.2 for DTSTAMP, when the event was last revised."""
    club = visit.club
    seasons = visit.club.services.seasons
    season = club.season(1, 2, 3, 4, format=Format.SINGLE, last_day="2026-12-31")
    seasons.draw(club.director, season, Lots.AS_ENTERED, "2026-12-01", 7)
    seasons.forfeit(club.director, season, (1, 1), 1)
    seasons.give_bye(club.director, season, (2, 1), 4)
    club.clock.later(hours=3)
    for day in ("2026-12-16", "2026-12-17"):
        seasons.move_round(club.director, season, 3, day)
    own = [title for _, title, _ in events(visit.member(4), f"{visit.path}/players/4/calendar.ics")]
    assert own[1:] == ["Winter, round 2: bye", f"Winter, round 3: {Name('Dan')} and {Name('Ben')}"]
    assert len(events(visit.member(3), f"{visit.path}/players/3/calendar.ics")) == 3
    found = Calendar.from_ical(visit.member(1).client.get(f"{visit.path}/calendar.ics").data).walk(
        "VEVENT"
    )
    titles = "Winter: last day", "Winter, round 1", "Winter, round 2"
    wanted = dict.fromkeys(titles, (0, "2026-11-21 18:00:00+00:00"))
    wanted["Winter, round 3"] = (2, "2026-11-21 21:00:00+00:00")
    assert {
        str(each["summary"]): (each["sequence"], str(each.decoded("dtstamp"))) for each in found
    } == wanted


@pytest.mark.parametrize("path", ["/players/1/calendar.ics", "/calendar.ics", "/feed.atom"])
def test_a_program_without_cookies_reads_a_private_club_by_the_key_of_a_member(
    visit: Visit, path: str
) -> None:
    nobody = visit.phone()
    own = visit.member(1).get(f"{visit.path}/me")
    addresses = [href.removeprefix(SUBSCRIBED) for href in own.links().values()]
    (address,) = [href for href in addresses if href.startswith(f"{visit.path}{path}")]
    assert "key=" in address
    assert nobody.client.get(address.partition("?")[0]).status_code == 403
    assert nobody.client.get(f"{address}x").status_code == 403
    assert nobody.client.get(address).status_code == 200
    assert nobody.client.get(address.replace(path, "/members")).status_code == 403
    visit.club.services.people.end_credential(visit.club.director, visit.club.members[1].credential)
    assert nobody.client.get(address).status_code == 403
