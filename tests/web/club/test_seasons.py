"""A season on its pages: opened under published terms, entered, drawn, played, withdrawn from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.ledger.stakes import Doubled, Settled, Stakes
from scorer.ledger.terms import Format, TieBreak, Withdrawal
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PRESETS
from tests.web.club.visitors import Visit, visiting
from tests.web.conftest import Page, Phone

NAMES = ("Ada", "Ben", "Cy", "Di")


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with visiting(tmp_path, *NAMES) as found:
        yield found


def drawn(visit: Visit, *members: int, kind: Format = Format.SINGLE) -> int:
    """A season of these members, drawn in the order of entry."""
    season = visit.club.season(*members, format=kind)
    phone = visit.director
    page = phone.send(phone.get(f"{visit.path}/s/{season}/fixtures"), "Draw the fixtures", lots="as_entered")
    assert page.status == 200
    return season


def rows(page: Page) -> list[str]:
    return [item.text for each in page.root.all("ul", class_="list fixtures") for item in each.all("li")]


def met(row: str) -> tuple[int, int]:
    """The numbers of the two who meet, from a row of a fixture that is to be played."""
    first, second = row.removesuffix(" to play").split(" – ")
    return NAMES.index(first) + 1, NAMES.index(second) + 1


def fixture_of(page: Page, names: str) -> str:
    return next(href for text, href in page.links().items() if text.startswith(names))


def opened(director: Phone, visit: Visit, **typed: str) -> Page:
    """Type the terms, look at them, and open the season."""
    form = director.get(f"{visit.path}/seasons/new").typed
    assert set(typed) <= set(form), set(typed) - set(form)
    shown = director.post(f"{visit.path}/seasons", {**form, **typed})
    assert shown.status == 200, shown.text
    assert visit.club.services.seasons.season(visit.club.club.id, 1) is None
    return director.send(shown, "Open the season")


def test_the_terms_are_shown_whole_and_then_published_as_they_were_typed(visit: Visit) -> None:
    director = visit.director
    page = opened(
        director,
        visit,
        name="Winter 2026",
        rules="four-deal",
        format="double",
        order_first="match_points",
        order_second="sonneborn_berger",
        order_third="",
        order_fourth="capots",
        win="3",
        draw="1",
        loss="0",
        bye="2",
        withdrawal="annul_under_half",
        forfeit_points="150",
        correction_hours="48",
        provisional="6",
        rate="25",
        unit="pence",
        per="100",
        points_step="50",
        money_step="240",
        doubled="never",
        settled="at_close",
    )
    assert "Entrants" in page.text
    season = visit.club.services.seasons.season(visit.club.club.id, 1)
    assert season is not None
    found = season.terms
    assert found.rules == ruleset_to_data(PRESETS["four-deal"])
    assert (found.name, found.format, found.withdrawal) == ("Winter 2026", Format.DOUBLE, Withdrawal.ANNUL_UNDER_HALF)
    assert found.order == (TieBreak.MATCH_POINTS, TieBreak.SONNEBORN_BERGER, TieBreak.CAPOTS)
    figures = (found.win, found.draw, found.loss, found.bye, found.forfeit_points, found.correction_hours)
    assert (*figures, found.provisional) == (3, 1, 0, 2, 150, 48, 6)
    assert found.stakes == Stakes(25, 100, 50, 240, Doubled.NEVER, Settled.AT_CLOSE, "pence")
    published = visit.member(1).get(f"{visit.path}/s/1/terms")
    for words in (
        "The partie of four deals",
        "double round robin",
        "3 for a win, 1 for a draw, 0 for a loss",
        "a player who does not come loses 150 points",
        "all parties are annulled if fewer than half were played",
        "within 2 days of posting",
        "provisional for the first 6 parties",
        "odd points below 50 are dropped",
        "match points Sonneborn-Berger capots",
    ):
        assert words in published.text, words
    assert published.root.all("form") == []


@pytest.mark.parametrize(
    ("rules", "stakes"),
    [
        ("portland", Stakes(25, 100, points_step=50)),
        ("portland stake_rounding=25", Stakes(25, 100, points_step=25)),
        ("modern", Stakes(25, 100)),
        ("meyer-1888", Stakes(25, 1, parties=True)),
        ("meyer-1888 stakes=per_point", Stakes(25, 100)),
    ],
)
def test_stakes_that_are_left_to_the_rules_are_as_they_say(visit: Visit, rules: str, stakes: Stakes) -> None:
    """Cavendish drops odd points below fifty; Meyer pays by the partie, or by house rule by eyes."""
    director = visit.director
    form = director.get(f"{visit.path}/seasons/new").typed
    shown = director.post(f"{visit.path}/seasons", {**form, "name": "Winter", "rules": rules, "rate": "25"})
    assert stakes.words in shown.text
    director.send(shown, "Open the season")
    season = visit.club.services.seasons.season(visit.club.club.id, 1)
    assert season is not None
    assert season.terms.stakes == stakes


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"rules": "meyer-1888", "rate": "10", "per": "100"}, "the rate is for one"),
        ({"name": " "}, "name"),
        ({"rules": "none"}, "no preset"),
        ({"win": "two"}, "whole number"),
        ({"win": "-1"}, "whole number"),
        ({"win": "0", "draw": "1"}, "at least as many"),
        ({"order_second": "points"}, "once"),
        ({"order_first": "luck"}, "Choose the ranking order"),
        ({"correction_hours": "999999"}, "90 days"),
        ({"rate": "ten"}, "Stake"),
        ({"rate": "10", "per": "7"}, "Stakes"),
        ({"format": "swiss"}, "Choose a format"),
        ({"withdrawal": ""}, "Choose what happens"),
    ],
)
def test_terms_that_cannot_be_are_refused_and_what_was_typed_stays(
    visit: Visit, typed: dict[str, str], says: str
) -> None:
    director = visit.director
    form = {**director.get(f"{visit.path}/seasons/new").typed, "name": "Winter", "bye": "7", **typed}
    page = director.post(f"{visit.path}/seasons", form)
    assert page.status == 422
    assert says in page.root.all("p", role="alert")[0].text
    assert page.root.all("input", id="bye")[0].attrs["value"] == "7"


def test_terms_that_were_shown_can_be_changed(visit: Visit) -> None:
    director = visit.director
    form = {**director.get(f"{visit.path}/seasons/new").typed, "name": "Winter", "bye": "1", "format": "knock_out"}
    shown = director.post(f"{visit.path}/seasons", form)
    page = director.send(shown, "Edit the terms")
    assert page.status == 200
    assert page.typed.items() >= {"name": "Winter", "bye": "1", "format": "knock_out"}.items()


def test_a_second_season_of_the_same_name_is_refused(visit: Visit) -> None:
    visit.club.season(name="Winter")
    director = visit.director
    form = {**director.get(f"{visit.path}/seasons/new").typed, "name": "winter", "step": "open"}
    assert "a season called winter" in director.post(f"{visit.path}/seasons", form).text


def test_members_are_entered_and_the_fixtures_drawn(visit: Visit) -> None:
    season = visit.club.season(format=Format.SINGLE)
    director, path = visit.director, f"{visit.path}/s/{season}"
    page = director.get(f"{path}/entrants")
    assert "No members are entered yet" in page.text
    for number in ("1", "2", "4"):
        page = director.send(page, "Enter these members", member=number)
    assert [node.text for node in page.root.all("label")] == ["Cy"]
    fixtures = director.send(director.get(page.links()["Fixtures"]), "Draw the fixtures", lots="as_entered")
    assert rows(fixtures) == [
        "Ada bye",
        "Ben – Di to play",
        "Di bye",
        "Ada – Ben to play",
        "Ben bye",
        "Di – Ada to play",
    ]
    assert "The player named first is elder in the first deal, the other in the fourth." in fixtures.text
    assert "3 to play" in fixtures.text
    assert "Draw" not in [node.text for node in fixtures.root.all("button")]
    assert "only as a substitute" in director.get(f"{path}/entrants").text


def test_a_fixture_is_started_by_two_taps_and_this_phone_scores(visit: Visit) -> None:
    season = drawn(visit, 1, 2, 3, 4)
    phone = visit.member(2)
    page = phone.get(f"{visit.path}/s/{season}/fixtures")
    assert [node.text for node in page.root.all("h2")][:2] == ["Your next fixtures", "Round 1"]
    fixture = phone.get(fixture_of(page, "Ben – Cy"))
    assert "Ben is elder in the first deal, Cy in the fourth." in fixture.text
    assert "No-show" not in fixture.text
    table = phone.send(fixture, "Start on this phone")
    assert table.said()
    page = phone.get(f"{visit.path}/s/{season}/fixtures")
    assert "Ben – Cy begun, not posted" in rows(page)
    again = visit.member(3).get(fixture_of(page, "Ben – Cy"))
    assert [node.text for node in again.root.all("button")] == []
    assert "Sheet" in again.text


def test_one_form_sent_twice_starts_one_partie(visit: Visit) -> None:
    season = drawn(visit, 1, 2)
    phone = visit.member(1)
    page = phone.get(f"{visit.path}/s/{season}/fixtures/1/1")
    action, data = Page.form(page.root.all("button")[0])
    first, second = (phone.post(action, data) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    late = phone.post(action, {**data, "key": "B" * 32})
    assert late.status == 422
    assert "being played" in late.root.all("p", role="alert")[0].text


def test_a_director_gives_a_fixture_to_the_one_who_came(visit: Visit) -> None:
    season = drawn(visit, 1, 2, 3, 4)
    director = visit.director
    fixture = director.get(fixture_of(director.get(f"{visit.path}/s/{season}/fixtures"), "Ben – Cy"))
    page = director.send(fixture, "Cy wins by forfeit")
    assert "Ben – Cy Cy won by forfeit" in rows(page)


def test_a_knock_out_s_next_round_is_drawn_when_this_one_is_settled(visit: Visit) -> None:
    season = drawn(visit, 1, 2, 3, 4, kind=Format.KNOCK_OUT)
    director, path = visit.director, f"{visit.path}/s/{season}/fixtures"
    assert "drawn when this one is complete" in director.get(path).text
    for row in rows(director.get(path)):
        visit.club.play(season, *met(row), round_=1)
    page = director.get(path)
    assert [node.text for node in page.root.all("summary")] == ["Round 1, complete"]
    page = director.send(page, "Draw the next round")
    first, second = met(rows(page)[-1])
    visit.club.play(season, first, second, round_=2)
    assert f"{NAMES[first - 1]} has won the knock-out." in director.get(path).text


def test_who_withdraws_sees_beforehand_what_follows(visit: Visit) -> None:
    season = drawn(visit, 1, 2, 3, 4)
    visit.club.play(season, 2, 3, round_=1)
    director, path = visit.director, f"{visit.path}/s/{season}/entrants/2"
    page = director.get(path)
    assert "win by forfeit: Di (round 3), Ada (round 2)" in page.text or "win by forfeit: Ada (round 2)" in page.text
    wrong = director.send(page, "Withdraw Ben", reason=" ")
    assert (wrong.status, "Enter a reason" in wrong.root.all("p", role="alert")[0].text) == (422, True)
    assert "has withdrawn from Winter" in director.send(wrong, "Withdraw Ben", reason="is moving away").text
    found = rows(director.get(f"{visit.path}/s/{season}/fixtures"))
    assert sum("by forfeit" in each for each in found) == 2
    assert "Ben won 421" in " ".join(found)


def test_a_substitute_takes_the_fixtures_that_are_left(visit: Visit) -> None:
    season = drawn(visit, 1, 2, 3)
    director, path = visit.director, f"{visit.path}/s/{season}/entrants/1"
    director.send(director.get(path), "Withdraw Ada", reason="is ill")
    page = director.send(director.get(path), "Enter the substitute", substitute="4")
    assert [each for each in rows(page) if "Ada" in each] == ["Ada bye"]
    assert sum("Di" in each and "to play" in each for each in rows(page)) == 2


def test_a_partie_of_an_open_season_is_begun_by_any_member(visit: Visit) -> None:
    """Two taps from the club's page, and the phone that begins it scores it."""
    season = visit.club.season(1, 2, 3)
    phone = visit.member(3)
    page = phone.get(phone.get(f"{visit.path}/").links()["Start a partie"])
    first = page.root.all("select", id="first")[0]
    assert [each.text for each in first.all("option") if "selected" in each.attrs] == ["Cy"]
    wrong = phone.send(page, "Begin the partie", first="1", second="1")
    assert (wrong.status, len(wrong.root.all("p", role="alert"))) == (422, 1)
    stranger = phone.send(page, "Begin the partie", first="1", second="4")
    assert stranger.status == 422
    table = phone.send(page, "Begin the partie", first="1", second="2", dealer="first")
    assert table.said()
    [waiting] = visit.club.services.signing.pending(visit.club.club.id)
    assert (waiting.season_partie.season, waiting.season_partie.members) == (season, (2, 1))
    assert waiting.sheet.names == ("Ben", "Ada")


def test_a_season_with_fixtures_is_played_by_them(visit: Visit) -> None:
    season = drawn(visit, 1, 2)
    phone = visit.member(1)
    answer = phone.get(f"{visit.path}/s/{season}/start")
    assert (answer.status, answer.headers["Location"]) == (303, f"{visit.path}/s/{season}/fixtures")
    assert phone.post(f"{visit.path}/s/{season}/start", {"first": "1", "second": "2"}).status in (303, 422)
    assert visit.club.services.signing.pending(visit.club.club.id) == []
