"""The season's pages as they are read: standings with the reason for each place, cross-table, race, records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.ledger.terms import TieBreak
from tests.web.club.visitors import Visit, visiting
from tests.web.conftest import Node, Page


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, "Ada", "Ben", "Клара", "Dora") as found:
        yield found


def rows(page: Page) -> list[list[str]]:
    body = page.root.all("table", class_="place")[0].all("tbody")[0]
    found: list[list[str]] = []
    for row in body.all("tr"):
        cells = [each.text for each in row.children if isinstance(each, Node)]
        if row.attrs.get("class") == "because":
            found[-1].append(cells[1])
        else:
            found.append(cells)
    return found


def test_every_row_says_why_it_stands_where_it_does(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, 3, 4)
    club.play(season, 1, 2)
    club.play(season, 3, 4)
    page = visit.director.get(f"{visit.path}/s/{season}/")
    table = rows(page)
    assert [row[:5] for row in table] == [
        ["1=", "Ada", "1", "1", "+421"],
        ["1=", "Клара", "1", "1", "+421"],
        ["3=", "Ben", "1", "0", "−421"],
        ["3=", "Dora", "1", "0", "−421"],
    ]
    assert table[0][5].startswith("level with Клара in every tie-break; ahead of Ben and Dora: 421 points to −421")
    assert "one correction period still open" in table[0][5]
    assert "rating 1,6" in table[0][5]
    assert "± " in table[0][5]
    assert table[0][5].endswith("provisional")
    assert page.links()["Ada"] == f"{visit.path}/players/1/?season={season}"


def test_the_published_order_stands_above_and_match_points_only_where_they_count(visit: Visit) -> None:
    club = visit.club
    plain = club.season(1, 2)
    matched = club.season(1, 2, name="Spring", order=(TieBreak.MATCH_POINTS, TieBreak.POINTS))
    club.play(matched, 1, 2)
    assert "Ranked by points, then" in visit.director.get(f"{visit.path}/s/{plain}/").text
    page = visit.director.get(f"{visit.path}/s/{matched}/")
    assert "After 1 partie. " in page.text
    assert "Ranked by match points, then points." in page.links()
    assert rows(page)[0][:6] == ["1", "Ada", "1", "1", "2", "+421"]


def test_what_is_unsettled_is_counted_for_all_and_listed_for_members(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2)
    club.play(season, 1, 2)
    half = club.play(season, 1, 2, signed=(0,)).sheet.code
    playing = club.play(season, 1, 2, "tricks E12", signed=()).sheet.code
    said = "Two results not posted yet; one result still open to correction."
    address = visit.director.get(f"{visit.path}/s/{season}/").links()[said]
    page = visit.member(1).get(address)
    assert "half signed: Ben to sign" in page.text
    assert "until 22 November 2026, 18:00 UTC" in page.text
    assert {f"/p/{half}/settlement", f"/p/{playing}/"} <= set(page.links().values())
    assert f"{visit.path}/parties/{playing}/sheet" in page.links().values()
    club.services.clubs.choose(club.director, "public standings", "yes")
    public = visit.phone().get(f"{visit.path}/s/{season}/")
    assert said in public.text
    assert address not in public.links().values()
    assert visit.phone().get(address).status == 403


def test_a_name_is_shown_as_its_owner_chose(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2)
    club.play(season, 1, 2)
    visit.member(2).post(f"{visit.path}/me/shown", {"shown": "initials"})
    for path in ("", "cross-table", "race", "records"):
        assert "Ben" not in visit.director.get(f"{visit.path}/s/{season}/{path}").text


def test_of_a_long_season_every_row_can_be_reached_and_all_are_printed(visit: Visit) -> None:
    club = visit.club
    club.services.people.admit_all(club.director, [f"Player {number}" for number in range(230)])
    season = club.season()
    club.services.seasons.enter(club.director, season, *range(1, 235))
    first = visit.director.get(f"{visit.path}/s/{season}/")
    seen = [row[1] for row in rows(first)]
    for part in ("101 to 200", "201 to 234"):
        seen += [row[1] for row in rows(visit.director.get(first.links()[part]))]
    assert len(seen) == len(set(seen)) == 234
    assert [row[1] for row in rows(visit.director.get(first.links()["Full table, to print"]))] == seen
    cross = visit.director.get(f"{visit.path}/s/{season}/cross-table")
    corner = visit.director.get(cross.links()["221 to 234"])
    assert len(corner.root.all("tbody")[0].all("tr")) in (14, 20)


@pytest.mark.parametrize("asked", ["0", "-1", "9999999999", "x", "²"])
def test_a_part_that_is_not_there_is_the_first(visit: Visit, asked: str) -> None:
    season = visit.club.season(1, 2)
    assert len(rows(visit.director.get(f"{visit.path}/s/{season}/?from={asked}"))) == 2


def test_the_cross_table_says_who_beat_whom(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, 3)
    club.play(season, 1, 2)
    page = visit.director.get(f"{visit.path}/s/{season}/cross-table")
    body = page.root.all("table", class_="cross")[0].all("tbody")[0]
    cells = {row.all("th")[0].text: [cell.text for cell in row.all("td")[1:]] for row in body.all("tr")}
    assert cells["Ada"] == ["", "1–0 +421", ""] or sorted(cells["Ada"]) == ["", "", "1–0 +421"]
    assert "0–1 −421" in cells["Ben"]
    links = [node.attrs for node in page.root.all("a") if "aria-label" in node.attrs]
    assert {"Ada and Ben: 1–0, +421", "Ben and Ada: 0–1, −421"} == {each["aria-label"] for each in links}
    assert f"{visit.path}/players/1/against/2" in {each["href"] for each in links}


def test_the_race_is_a_picture_with_the_names_on_its_lines_and_all_of_it_in_words(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2)
    page = visit.director.get(f"{visit.path}/s/{season}/race")
    assert "No partie has been posted yet." in page.text
    for _ in range(2):
        club.play(season, 1, 2)
        club.clock.later(days=1)
    page = visit.director.get(f"{visit.path}/s/{season}/race")
    (picture,) = page.root.all("svg", role="img")
    assert picture.attrs["aria-label"].endswith("Now: Ada +842; Ben −842.")
    assert {"Ada", "Ben"} <= {node.text for node in picture.all("text")}
    strokes = [node.attrs["class"] for node in picture.all("polyline")]
    assert len(set(strokes)) == len(strokes) == 2


def test_the_seasons_records_name_whose_they_are_and_their_entry(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2)
    posted = club.play(season, 1, 2).posted
    assert posted is not None
    page = visit.director.get(f"{visit.path}/s/{season}/records")
    assert "Largest margin Ada entry" in page.text
    assert f"{visit.path}/book/{posted.entry.number}" in page.links().values()


def test_nothing_of_one_club_is_found_in_another(visit: Visit) -> None:
    visit.club.season(1, 2)
    other = visit.founded("Other Club")
    theirs = other.season(*other.admit("Eve", "Fay"))
    two = other.season(1, 2, name="Their second")
    assert theirs == 1
    for path in ("", "cross-table", "race", "records", "unsettled", "stakes/", "sheets", "paper"):
        assert visit.director.get(f"{visit.path}/s/{two}/{path}").status == 404
    for path in ("players/5/", "players/1/against/5", "players/1/?season=2", "players/1/against/1"):
        assert visit.director.get(f"{visit.path}/{path}").status == 404
    code = other.play(theirs, 1, 2, "tricks E12").sheet.code
    assert visit.director.get(f"{visit.path}/parties/{code}/sheet").status == 404
