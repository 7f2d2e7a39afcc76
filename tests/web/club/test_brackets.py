"""A knock-out is shown as a bracket: who plays whom, who goes through, and what is to come."""

import pytest

from scorer.ledger.terms import Format
from scorer.service.club.seasons.fixtures import Lots
from scorer.web.club import brackets
from tests.web.club.conftest import Visit
from tests.web.conftest import Node, Page

OTHERS = ("Eve", "Fay", "Gil", "Hal", "Ida", "Joe", "Kim", "Leo")


@pytest.fixture
def cup(visit: Visit) -> int:
    """A cup of twelve, drawn in the order of entry: the first four have byes."""
    visit.club.admit(*OTHERS)
    season = visit.club.season(*range(1, 13), name="Cup", format=Format.KNOCK_OUT)
    visit.club.services.seasons.draw(visit.club.director, season, Lots.AS_ENTERED, "2026-12-01")
    return season


def fixtures_page(visit: Visit, season: int) -> Page:
    return visit.member(1).get(f"{visit.path}/s/{season}/fixtures")


def settle(visit: Visit, season: int) -> None:
    """Let the lower number win every open fixture, and draw the next round."""
    seasons = visit.club.services.seasons
    visit.club.clock.later(seconds=1)
    for each in seasons.fixtures_now(visit.club.id, season):
        if each.is_open:
            seasons.forfeit(visit.club.director, season, each.slot, min(each.members))
    visit.club.clock.later(seconds=1)


def bracket(page: Page) -> dict[str, list[str]]:
    """Return the matches of each round by its name, as they are read."""
    (found,) = page.root.all("section", class_="bracket whole")
    rounds: list[Node] = [each for each in found.all("li") if each.all("h3")]
    return {
        each.all("h3")[0].text: [match.text for match in each.all("ol")[0].all("li")]
        for each in rounds
    }


def test_a_bracket_has_every_round_and_byes_go_through(visit: Visit, cup: int) -> None:
    found = bracket(fixtures_page(visit, cup))
    assert [*found] == ["Round of 16 1 December 2026", "Quarter-finals", "Semi-finals", "Final"]
    first = found["Round of 16 1 December 2026"]
    assert first[0] == "Ada goes through, bye"
    assert first[1].endswith("to play")
    assert "goes through" not in first[1]
    assert found["Quarter-finals"][0] == "Ada to be decided"
    assert found["Final"] == ["to be decided to be decided"]


def test_who_wins_is_in_the_next_match_before_it_is_drawn(visit: Visit, cup: int) -> None:
    settle(visit, cup)
    found = bracket(fixtures_page(visit, cup))
    assert found["Quarter-finals"][0] == "Ada Hal"
    assert found["Round of 16 1 December 2026"][1] == "Hal goes through, forfeit Ida"


def test_a_match_leads_to_its_fixture(visit: Visit, cup: int) -> None:
    page = fixtures_page(visit, cup)
    matches = page.root.all("a", class_="match")
    assert [each.attrs["href"].rpartition("/")[2] for each in matches] == ["2", "4", "6", "8"]


def test_third_is_offered_with_the_final_and_shown_below_it(visit: Visit, cup: int) -> None:
    director = visit.director
    path = f"{visit.path}/s/{cup}/fixtures"
    for _ in range(2):
        settle(visit, cup)
        visit.club.services.seasons.draw(visit.club.director, cup)
        assert "Also play for third place" not in director.get(path).text
    settle(visit, cup)
    page = director.get(path)
    assert "Also play for third place" in page.text
    preview = director.send(page, "Draw the next round", third="yes")
    director.send(preview, "Draw")
    page = director.get(path)
    assert "Third place" in [each.text for each in page.root.all("h3")]
    settle(visit, cup)
    assert "Ada has won the knock-out." in director.get(path).text


def test_a_large_knock_out_begins_where_the_bracket_has_room(
    visit: Visit, cup: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brackets, "MOST_MATCHES", 4)
    assert [*bracket(fixtures_page(visit, cup))] == ["Quarter-finals", "Semi-finals", "Final"]


def test_a_cup_is_seeded_by_the_rank_in_another_season(visit: Visit) -> None:
    league = visit.club.season(1, 2, name="League")
    visit.club.play(league, 2, 1)
    cup = visit.club.season(1, 2, 3, name="Cup", format=Format.KNOCK_OUT)
    director = visit.director
    page = director.get(f"{visit.path}/s/{cup}/fixtures")
    preview = director.send(page, "Draw the fixtures", lots=f"season {league}")
    director.send(preview, "Draw")
    found = bracket(fixtures_page(visit, cup))
    assert found["Semi-finals"][0] == "Ben goes through, bye"


def test_the_page_of_the_round_leads_to_the_lot_and_how_to_check_it(visit: Visit) -> None:
    season = visit.club.season(1, 2, 3, 4, name="Cup", format=Format.KNOCK_OUT)
    visit.club.services.seasons.draw(visit.club.director, season)
    page = fixtures_page(visit, season)
    entry = visit.member(1).get(page.links()["How to check it"])
    assert "A lot decides the order in Cup" in entry.text
    assert "How to check the lot" in entry.text
    assert len(entry.root.all("ol", class_="list order")[0].all("li")) == 4


def test_fixtures_and_standings_lead_to_each_other(visit: Visit) -> None:
    for form in (Format.SINGLE, Format.SWISS, Format.KNOCK_OUT):
        season = visit.club.season(1, 2, name=form.name, format=form, rounds=1)
        path = f"{visit.path}/s/{season}"
        page = fixtures_page(visit, season)
        page = visit.member(1).get(page.links()["Standings"])
        assert page.links()["Fixtures"] == f"{path}/fixtures"
    season = visit.club.season(1, 2, name="Open")
    assert "Fixtures" not in visit.member(1).get(f"{visit.path}/s/{season}/").links()
