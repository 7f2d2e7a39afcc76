"""The pages of standings, cross-table and players."""

from pathlib import Path

import pytest

from scorer.ledger.terms import Format
from scorer.service.club.fixtures import Lots
from scorer.service.club.seasons import SWISS_ORDER
from scorer.web.club import forms, standings
from tests.service.club.full_club import NAMES
from tests.web.club.addresses import club_pages
from tests.web.club.visitors import Visit, visiting_house
from tests.web.conftest import Page


def names(page: Page) -> list[str]:
    """Return the names in the standings, in order."""
    body = page.root.all("table", class_="ranks")[0].all("tbody")[0]
    return [row.all("th")[0].text for row in body.all("tr") if row.all("th")]


def test_every_row_of_a_long_table_is_on_some_page_and_all_are_printed(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "A_PAGE", 3)
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


NO_LISTS_OF_MEMBERS = {
    *("book.index", "disputes.index", "club.index", "open_items.own_items"),  # entries, rulings, own items
    *("display.display", "display.live", "embed.standings_for_others"),  # the same for everybody
    "players.player",  # what somebody else has played
}
"""Pages whose rows name members too, and have no own one."""


def test_the_reader_s_own_row_is_marked_and_reached_in_every_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "A_PAGE", 1)
    monkeypatch.setattr(standings, "A_SIDE", 1)
    reached = set()
    with visiting_house(tmp_path) as (visit, house):
        phone, name = visit.member(3), NAMES[2]
        for endpoint, address in club_pages(visit.app.url_map, house).items():
            page = phone.get(f"{address}?around=me")
            if page.status != 200 or endpoint in NO_LISTS_OF_MEMBERS:
                continue
            rows = [row for tag in ("li", "tr") for row in page.root.all(tag)]
            own = [row for row in rows if row.attrs.get("id") == "me"]
            assert len(own) == any(name in row.text for row in rows), endpoint
            assert all(name in row.text and "you" in row.attrs["class"] for row in own)
            reached |= {endpoint} if own else set()
        listed = phone.get(f"{visit.path}/s/{house.of('standings.standings', 'season')}/")
    assert reached >= {"standings.standings", "rounds.decides", "rounds.bulletin", "fixtures.index", "members.index"}
    assert "you" not in [row.attrs.get("class") for row in listed.root.all("tr")]


def test_a_rank_is_explained_where_a_tie_break_decided_it_or_where_it_is_asked(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, 3, 4, format=Format.SINGLE)
    club.drawn(season, [(1, 4), (2, 3)], [(4, 2), (3, 1)])
    club.play(season, 1, 4, round_=1)
    club.play(season, 4, 2, round_=2)
    club.services.seasons.forfeit(club.director, season, (2, 2), winner=3)
    club.services.seasons.withdraw(club.director, season, 3, "abroad")

    def why(query: str) -> list[str]:
        page = visit.director.get(f"{visit.path}/s/{season}/{query}")
        return [each.all("td")[1].text for each in page.root.all("tr", class_="because")]

    ties = [
        "ahead of Cat, level in points and head-to-head: 1 Rubicon inflicted to 0",
        "behind Dan, level in points and head-to-head: 0 Rubicons inflicted to 1",
    ]
    assert why("") == ties
    assert why("?why=1") == ["ahead of Dan: 221 points to 0; one correction period still open", *ties]
    assert len(why("?why=yes")) == 4
    page = visit.director.get(f"{visit.path}/s/{season}/")
    assert "After 2 parties and 2 forfeits" in page.text
    cat = next(row for row in page.root.all("tr") if row.all("a") and "Cat" in row.text)
    assert "withdrew" in cat.text
    assert [each.text for each in cat.all("td")][1:] == ["0", "2", "1", "0"]


def test_the_rank_of_a_member_with_only_a_bye_is_said_with_what_it_gave(visit: Visit) -> None:
    club = visit.club
    season = club.season(1, 2, 3, format=Format.SWISS, rounds=3, order=SWISS_ORDER)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)
    (bye,) = [each.first for each in club.services.seasons.fixtures_now(club.id, season) if each.second is None]
    page = visit.member(bye).get(f"{visit.path}/s/{season}/?why={bye}")
    others = [name for number, name in enumerate(("Ada", "Ben", "Cat"), 1) if number != bye]
    assert f"ahead of {' and '.join(others)}, who have no result yet; 2 match points by one bye" in page.text
    assert "1st of 3." in visit.member(bye).get(f"{visit.path}/").text
    assert "You have not played yet." in visit.member(1 if bye != 1 else 2).get(f"{visit.path}/").text


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
