"""The season's pages as they are read: standings with the reason for each place, cross-table, race, records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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
