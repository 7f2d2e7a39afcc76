"""A member's page, two members' page, the ratings, and what the stakes come to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.ledger.stakes import Settled, Stakes
from scorer.web.club import players
from tests.web.club.visitors import Visit, visiting
from tests.web.conftest import Page


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, "Ada", "Ben", "Cat") as found:
        yield found


def facts(page: Page) -> dict[str, str]:
    return {
        each.all("dt")[0].text: each.all("dd")[0].text for each in page.root.all("dl", class_="facts")[0].all("div")
    }


def test_a_members_page_has_the_record_the_form_and_every_partie_with_its_entry(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, 3)
    entries = []
    for first, second in ((1, 2), (2, 1), (1, 3)):
        posted = club.play(season, first, second).posted
        assert posted is not None
        entries.append(posted.entry.number)
        club.clock.later(days=1)
    page = visit.member(3).get(f"{visit.path}/players/1/?season={season}")
    assert "Rank 1 of 3. 3 parties: 2 won, 1 lost." in page.text
    found = facts(page)
    assert (found["Points"], found["Received"], found["Paid"]) == ("+421", "842", "421")
    assert (found["Rubicons inflicted"], found["Rubicons suffered"], found["Capots"]) == ("2", "1", "8")
    assert (found["Average deal as elder"], found["Average deal as younger"]) == ("35.7", "35.3")
    assert (found["Largest win"], found["Largest loss"]) == ("421", "421")
    assert [each.text for each in page.root.all("ol", class_="form-run")[0].all("li")] == ["W won", "L lost", "W won"]
    assert page.root.all("svg", role="img")[0].attrs["aria-label"].startswith("The rating after each of the last 3")
    links = list(page.links().values())
    assert all(f"{visit.path}/book/{number}" in links for number in entries)
    assert f"{visit.path}/players/1/against/2" in links
    assert "23 November 2026, won, Rubicon" in page.text


def test_a_member_who_has_not_played_has_a_page(visit: Visit) -> None:
    visit.club.season(1, 2)
    page = visit.director.get(f"{visit.path}/players/3/")
    assert "0 parties" in page.text
    assert not page.root.all("svg")


def test_a_long_list_of_parties_comes_in_parts(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "PARTIES_A_PAGE", 2)
    season = visit.club.season(1, 2)
    for _ in range(3):
        visit.club.play(season, 1, 2)
    first = visit.director.get(f"{visit.path}/players/1/?season={season}")
    address = first.links()["3 to 3"]
    assert f"season={season}" in address
    assert visit.director.get(address).status == 200


def test_two_members_have_every_partie_between_them_on_a_page(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, 3)
    club.play(season, 1, 2)
    club.play(season, 1, 2)
    club.play(season, 1, 3)
    page = visit.director.get(f"{visit.path}/players/2/against/1")
    assert "2 parties with each other; Ada is 842 points ahead." in page.text
    assert page.text.count("lost, Rubicon") == 2
    assert "They have not met." in visit.director.get(f"{visit.path}/players/2/against/3").text


def test_the_ratings_say_how_sure_they_are(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, provisional=2)
    club.play(season, 1, 2)
    page = visit.director.get(f"{visit.path}/ratings")
    assert page.text.count("provisional") == 3
    club.play(season, 1, 2)
    page = visit.director.get(f"{visit.path}/ratings")
    assert page.text.count("provisional") == 1
    assert " to " in page.root.all("tbody")[0].all("td")[-1].text


def test_a_reader_of_public_standings_sees_no_way_into_the_book(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2)
    club.play(season, 1, 2)
    club.services.clubs.choose(club.director, "public standings", "yes")
    reader = visit.phone()
    for path in ("players/1/", "players/1/against/2", "ratings", "records", f"s/{season}/", f"s/{season}/race"):
        page = reader.get(f"{visit.path}/{path}")
        assert page.status == 200
        assert not [each for each in page.links().values() if "/book" in each]


def test_the_stakes_page_has_the_arithmetic_of_each_partie(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, 3, stakes=Stakes(240, points_step=50))
    club.play(season, 1, 2)
    page = visit.member(1).get(f"{visit.path}/s/{season}/stakes/")
    assert "240 pence a hundred; odd points below 50 are dropped; paid after each partie." in page.text
    assert "Ben owes Ada 960 pence" in page.text
    own = visit.member(1).get(page.links()["Ada"])
    assert "Total: +960 pence, from 1 account with other members." in own.text
    assert [each.text for each in own.root.all("ol", class_="steps")[0].all("li")] == [
        "421 points; odd points below 50 are dropped: 400",
        "400 at 240 pence a hundred: 960 pence",
    ]
    code = club.play(season, 1, 2, signed=()).sheet.code
    settled = visit.member(1).get(f"/p/{code}/settlement")
    assert "400 at 240 pence a hundred: 960 pence" in settled.text


def test_stakes_of_a_balance_are_told_once_and_no_partie_is_paid_for(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, stakes=Stakes(1, per=1, settled=Settled.AT_CLOSE))
    club.play(season, 1, 2)
    code = club.play(season, 2, 1).sheet.code
    page = visit.member(2).get(f"{visit.path}/s/{season}/stakes/2")
    assert "quits" in page.text
    assert "1 pence a point; paid" in visit.member(2).get(f"/p/{code}/settlement").text
    free = club.season(1, 2, name="Free")
    assert visit.director.get(f"{visit.path}/s/{free}/stakes/").status == 404
