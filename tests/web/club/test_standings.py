"""The pages of standings, cross-table and players."""

import pytest

from scorer.web.club import standings
from tests.web.club.visitors import Visit
from tests.web.conftest import Page


def names(page: Page) -> list[str]:
    """Return the names in the standings, in order."""
    body = page.root.all("table", class_="place")[0].all("tbody")[0]
    return [row.all("th")[0].text for row in body.all("tr") if row.all("th")]


def test_every_row_of_a_long_table_is_on_some_page_and_all_are_printed(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "A_PAGE", 3)
    monkeypatch.setattr(standings, "A_SIDE", 3)
    visit.club.admit("Eve", "Fay", "Gil", "Hal")
    season, phone = visit.club.season(*range(1, 9)), visit.director
    first = phone.get(f"{visit.path}/s/{season}/")
    seen = names(first)
    for part in ("4 to 6", "7 to 8"):
        seen += names(phone.get(first.links()[part]))
    assert len(seen) == len(set(seen)) == 8
    assert names(phone.get(first.links()["Full table, to print"])) == seen
    for asked in ("0", "-1", "9999999999", "x", "²"):
        assert names(phone.get(f"{visit.path}/s/{season}/?from={asked}")) == seen[:3]
    cross = phone.get(f"{visit.path}/s/{season}/cross-table?rows=7")
    assert len(cross.root.all("tbody")[0].all("tr")) == 2
    corner = phone.get(f"{visit.path}/s/{season}/cross-table?rows=7&columns=7")
    assert [len(each.all("th")) for each in corner.root.all("thead")[0].all("tr")] == [2]


def test_a_reader_of_public_standings_sees_no_link_into_the_book(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2)
    club.play(season, 1, 2)
    club.services.clubs.choose(club.director, "public standings", "yes")
    reader = visit.phone()
    for path in ("players/1/", "players/1/against/2", "ratings", "records", f"s/{season}/", f"s/{season}/race"):
        page = reader.get(f"{visit.path}/{path}")
        assert page.status == 200
        assert not [each for each in page.links().values() if "/book" in each]
