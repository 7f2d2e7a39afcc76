"""A member's page, two members' page, the ratings, and what the stakes come to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.web.club import players
from tests.web.club.visitors import Visit, visiting


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, "Ada", "Ben", "Cat") as found:
        yield found


def test_a_long_list_of_parties_comes_in_parts(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "PARTIES_A_PAGE", 2)
    season = visit.club.season(1, 2)
    for _ in range(3):
        visit.club.play(season, 1, 2)
    first = visit.director.get(f"{visit.path}/players/1/?season={season}")
    address = first.links()["3 to 3"]
    assert f"season={season}" in address
    assert visit.director.get(address).status == 200


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
