"""A season on its pages: opened under published terms, entered, drawn,
played or entered from paper, and closed.
"""

from typing import Any

import pytest

from scorer.ledger.entries import SeasonClosed
from scorer.ledger.terms import Format, TieBreak
from scorer.rules.company import Won
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.service.club.credentials import Role
from scorer.service.club.desk.open_items import Kind
from scorer.service.club.disputes.cases import DisputeKind
from scorer.service.club.seasons.fixtures import FixtureStatus, Lots
from scorer.service.club.seasons.season import COMPANY_ORDER
from scorer.table.entering import NotAllowed
from scorer.web import forms
from scorer.web.address import Reached
from scorer.web.club import corrections, open_items
from scorer.web.club.open_items import ACTIONS, OTHERS, OWN_ACTIONS
from tests import there
from tests.rows import beside
from tests.service.club.running_club import DEALS, IMPOSSIBLE, RunningClub
from tests.web.club.conftest import Visit
from tests.web.conftest import Page, Phone


def posted(director: Phone, page: Page, key: str, **typed: str) -> Page:
    return director.send(director.send(page, key, **typed), "Post to the ledger")


def drawn(visit: Visit, *members: int, **terms: Any) -> int:
    """Return a round robin of these members, drawn in the order of entry."""
    season = visit.club.season(*members, format=Format.SINGLE, **terms)
    visit.club.services.seasons.draw(visit.club.director, season, Lots.AS_ENTERED)
    return season


def rows(page: Page) -> list[str]:
    return [
        item.text for each in page.root.all("ul", class_="list fixtures") for item in each.all("li")
    ]


def test_of_many_fixtures_one_round_is_shown_at_a_time(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = drawn(visit, 1, 2, 3, 4)
    assert len(rows(visit.director.get(f"{visit.path}/s/{season}/fixtures"))) == 6
    monkeypatch.setattr(forms, "A_PAGE", 5)
    page = visit.director.get(f"{visit.path}/s/{season}/fixtures")
    first = rows(page)
    assert len(first) == 2
    for each in visit.club.services.seasons.fixtures_now(visit.club.id, season)[:2]:
        visit.club.services.seasons.forfeit(
            visit.club.director, season, each.slot, winner=each.first
        )
    second = rows(visit.director.get(f"{visit.path}/s/{season}/fixtures"))
    assert second == rows(visit.director.get(page.links()["Round 2"]))
    assert not set(first) & set(second)
    monkeypatch.setattr(forms, "A_PAGE", 1)
    page = visit.director.get(f"{visit.path}/s/{season}/fixtures?round=3")
    third = rows(page)
    assert len(third) == 1
    assert rows(visit.director.get(page.links()["2 to 2"])) not in ([], third)


def test_a_draw_is_previewed_and_can_be_undone_while_nothing_of_it_has_begun(visit: Visit) -> None:
    """Of five one has a bye in each round; the lot is the same when it is posted."""
    visit.club.admit("Eve")
    season = visit.club.season(*range(1, 6), format=Format.SINGLE)
    director = visit.director
    path = f"{visit.path}/s/{season}"
    preview = director.send(
        director.get(f"{path}/fixtures"), "Draw the fixtures", first_day="2026-12-01", every="14"
    )
    said = [each.text for each in preview.root.all("ol")[0].all("li")]
    assert sum("has a bye in round" in each for each in said) == 5
    page = director.send(preview, "Draw")
    rounds = [
        [row for row in rows(page) if row.endswith("to play")][2 * each : 2 * each + 2]
        for each in range(5)
    ]
    drawn = [
        " and ".join(row.removesuffix(" to play").split(" – ")) for each in rounds for row in each
    ]
    assert all(each in " ".join(said) for each in drawn)
    days = {each.round: each.day for each in visit.club.services.seasons.fixtures_now(1, season)}
    assert days[1] == "2026-12-01"
    assert days[2] == "2026-12-15"
    again = director.get(page.links()["Undo this draw"])
    fixture = next(
        each for each in visit.club.services.seasons.fixtures_now(1, season) if each.second
    )
    visit.club.services.signing.open_fixture(1, season, fixture.slot, token="t" * 32)
    assert (
        "has begun" in director.send(again, "Preview the changes", reason="Fay comes too.").refusal
    )
    assert "Undo the last draw" not in director.get(f"{path}/fixtures").links()


def test_the_last_draw_of_a_knock_out_is_undone_first_and_a_play_off_keeps_its_seeds(
    visit: Visit,
) -> None:
    season = visit.club.season(1, 2, 3, 4, format=Format.SWISS, rounds=1)
    seasons = visit.club.services.seasons
    director = visit.club.director
    seasons.draw(director, season)
    for each in seasons.fixtures_now(1, season):
        visit.club.play(season, each.first, there(each.second), round_=1)
    cup = seasons.open_playoff(director, season, 4, by_lot=True)
    first = [each.members for each in seasons.fixtures_now(1, cup)]
    seasons.reverse(director, seasons.draw_to_undo(1, cup), reason="not tonight")
    assert seasons.fixtures_now(1, cup) == ()
    seasons.draw(director, cup)
    assert [each.members for each in seasons.fixtures_now(1, cup)] == first
    drawn = seasons.draw_to_undo(1, cup)
    visit.club.clock.later(seconds=1)
    for each in seasons.fixtures_now(1, cup):
        seasons.forfeit(director, cup, each.slot, each.first)
    assert seasons.draw_to_undo(1, cup) == 0
    seasons.draw(director, cup)
    with pytest.raises(
        NotAllowed, match=r"^Round 1 has begun\. Its draw can no longer be undone\.$"
    ):
        seasons.reverse(director, drawn, reason="too late")
    seasons.reverse(director, seasons.draw_to_undo(1, cup), reason="not tonight")
    assert len(seasons.fixtures_now(1, cup)) == 2
    assert visit.club.faults == []


_DATA = beside(__file__)
SHEET = _DATA["sheet"]


def test_everyone_is_entered_at_once_and_a_preview_says_whom(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First the one whose points move, then those whose rank does;
    not who only has another behind or beside them.
    """
    season = visit.club.season(1)
    director = visit.director
    director.send(director.get(f"{visit.path}/s/{season}/entrants"), "Enter all 3 members")
    assert [*visit.club.services.seasons.entrants(visit.club.id, season)] == [1, 2, 3, 4]

    def concerned(what: str) -> Page:
        asked = {"member": "4", "what": what, "points": "5", "reason": "late"}
        return director.send(
            director.get(f"{visit.path}/s/{season}/penalty"), "Preview the changes", **asked
        )

    assert [each.text for each in concerned("taken").root.all("caption")] == ["Dan"]
    assert [each.text for each in concerned("given").root.all("caption")] == [
        "Dan",
        "Ada",
        "Ben",
        "Cat",
    ]
    monkeypatch.setattr(corrections, "A_PAGE", 3)
    page = concerned("given")
    assert [each.text for each in page.root.all("caption")] == ["Dan", "Ada", "Ben"]
    assert "The figures of 1 more member change too." in page.text


def test_one_form_sent_twice_starts_one_partie(visit: Visit) -> None:
    season = drawn(visit, 1, 2)
    phone = visit.member(1)
    action, data = Page.form(
        phone.get(f"{visit.path}/s/{season}/fixtures/1/1").root.all("button")[0]
    )
    first, second = (phone.post(action, data) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert "being played" in phone.post(action, {**data, "key": "B" * 32}).refusal


def test_the_next_round_can_be_drawn_when_only_forfeits_that_are_due_are_open(visit: Visit) -> None:
    club = visit.club
    director = visit.director
    season = club.season(1, 2, 3, 4, format=Format.KNOCK_OUT, grace_days=7)
    club.services.seasons.draw(club.director, season, Lots.AS_ENTERED)
    club.play(season, 3, 2, round_=1)
    club.services.seasons.withdraw(club.director, season, 1, "is ill")
    path = f"{visit.path}/s/{season}/fixtures"
    assert "The next round is drawn when this one is complete." in director.get(path).text
    club.clock.later(days=7)
    assert (
        "Ada forfeits to Dan: 200." in director.send(director.get(path), "Draw the next round").text
    )


def test_a_substitute_is_entered_with_the_withdrawal(visit: Visit) -> None:
    season = drawn(visit, 1, 2, 3)
    director = visit.director
    page = director.get(f"{visit.path}/s/{season}/entrants/1")
    posted(director, page, "Withdraw Ada", reason="is ill", substitute="4")
    found = rows(director.get(f"{visit.path}/s/{season}/fixtures"))
    assert [each for each in found if "Ada" in each] == ["Ada bye"]
    assert sum("Dan" in each and "to play" in each for each in found) == 2


def test_a_bye_is_given_on_the_page_of_its_fixture(visit: Visit) -> None:
    season = drawn(visit, 1, 2)
    director = visit.director
    posted(director, director.get(f"{visit.path}/s/{season}/fixtures/1/1"), "Ben has a bye")
    (fixture,) = visit.club.services.seasons.fixtures_now(visit.club.id, season)
    assert fixture.state == FixtureStatus.BYE
    assert fixture.through == 2


def test_a_closed_season_has_no_fixture_left_to_play(visit: Visit) -> None:
    club = visit.club
    director = visit.club.director
    season = club.season(1, 2, 3, 4, format=Format.SINGLE)
    club.drawn(season, [(1, 4), (2, 3)])
    club.play(season, 1, 4, round_=1, signed=())
    phone = visit.member(2)
    page = phone.get(f"{visit.path}/s/{season}/fixtures/1/2")
    report = there(club.services.open_items.before_closing(club.id, season))
    club.services.closing.close(director, season, {each.key: "over" for each in report.items})
    assert "The season is closed" in phone.send(page, "Start on this phone").refusal
    fixtures = phone.get(f"{visit.path}/s/{season}/fixtures")
    assert fixtures.text.count("left out when the season was closed") == 2
    for words in ("to play Your", "Blank sheets", "Your next fixtures", "decides", "complete"):
        assert words not in fixtures.text
    assert (
        "Every partie is posted"
        not in visit.director.get(f"{visit.path}/s/{season}/unsettled").text
    )


def test_the_page_of_entrants_says_who_can_still_join(visit: Visit) -> None:
    club = visit.club
    director = visit.director
    swiss = club.season(1, 2, name="Swiss", format=Format.SWISS, rounds=2)
    club.services.seasons.draw(club.director, swiss)
    page = director.get(f"{visit.path}/s/{swiss}/entrants")
    assert "Who enters now joins in round 2." in page.text
    page = director.send(page, "Enter all 2 members")
    assert {*club.services.seasons.entrants(club.id, swiss)} == {1, 2, 3, 4}
    robin = drawn(visit, 1, 2)
    page = director.get(f"{visit.path}/s/{robin}/entrants")
    assert "takes the byes that are left, and plays the others in further rounds." in page.text
    club.play(robin, 1, 2, round_=1)
    page = director.get(f"{visit.path}/s/{robin}/entrants")
    assert "All fixtures are played. A new member can only replace one who withdrew." in page.text


def test_the_page_of_entrants_of_a_knock_out_leads_to_undo_its_draw(visit: Visit) -> None:
    club = visit.club
    director = visit.director
    cup = club.season(1, 2, name="Cup", format=Format.KNOCK_OUT)
    club.services.seasons.draw(club.director, cup)
    page = director.get(f"{visit.path}/s/{cup}/entrants")
    assert "To enter a new member, undo the draw, and draw it again." in page.text
    assert "This undoes the whole draw" in director.get(page.links()["Undo the draw"]).text
    fixture = club.services.seasons.fixtures_now(club.id, cup)[0]
    club.play(cup, fixture.first, there(fixture.second), round_=1)
    assert "Undo the draw" not in director.get(f"{visit.path}/s/{cup}/entrants").links()


def test_a_play_off_is_opened_from_the_fixtures_of_a_season(visit: Visit) -> None:
    season = drawn(visit, 1, 2, 3, 4, order=(TieBreak.POINTS,))
    director = visit.director
    path = f"{visit.path}/s/{season}/fixtures"
    early = director.get(f"{path}/play-off")
    assert "when all fixtures are settled" in early.text
    assert "the first" not in early.text
    for each in visit.club.services.seasons.fixtures_now(visit.club.id, season):
        visit.club.play(season, each.first, there(each.second), round_=each.round)
    page = director.get(
        director.get(path).links()["Open a play-off of the first two, four or eight"]
    )
    page = director.get(page.links()["the first 4"])
    assert "are level in every tie-break" in page.text
    refused = director.send(page, "Open the play-off")
    assert "Tick the box" in refused.refusal
    preview = director.send(refused, "Open the play-off", lot="yes")
    assert director.send(preview, "Edit").typed["lot"] == "yes"
    (round_,) = [each.text for each in preview.root.all("li") if "is drawn" in each.text]
    opened = director.send(preview, "Draw")
    assert all(
        row.removesuffix(" to play").replace(" – ", " and ") in round_ for row in rows(opened)
    )
    page = director.get(opened.links()["Open another play-off instead"])
    preview = director.send(page, "Open the play-off", lot="yes")
    assert "Winter: play-off is closed; left out: every fixture" in preview.text
    again = director.send(preview, "Draw")
    assert "Open another play-off instead" in director.get(path).links()
    final = again.links()[next(each for each in again.links() if each.endswith("to play"))]
    phone = visit.member(1)
    phone.send(phone.get(final), "Start on this phone")
    assert "Open another play-off instead" not in director.get(path).links()


def test_a_phone_that_begins_a_partie_of_an_open_season_scores_it_and_chooses_the_dealer(
    visit: Visit,
) -> None:
    visit.club.season(1, 2, 3)
    phone = visit.member(3)
    page = phone.get(phone.get(f"{visit.path}/").links()["Start a partie"])
    assert phone.send(page, "Begin the partie", first="1", second="2", dealer="first").said()
    [pending] = visit.club.services.signing.pending(visit.club.id)
    assert pending.membership.members == (2, 1)
    assert pending.sheet.names == ("Ben", "Ada")


def test_a_season_with_fixtures_is_played_by_them(visit: Visit) -> None:
    season = drawn(visit, 1, 2)
    phone = visit.member(1)
    path = f"{visit.path}/s/{season}/start"
    for answer in (phone.get(path), phone.post(path, {"first": "1", "second": "2"})):
        assert answer.status == 303
        assert answer.headers["Location"] == f"{visit.path}/s/{season}/fixtures"
    assert visit.club.services.signing.pending(visit.club.id) == []


def test_a_second_partie_of_the_same_members_is_asked_about_while_the_first_is_unplayed(
    visit: Visit,
) -> None:
    """Reached by Back, the form has another key;
    another season, and another partie, are not meant.
    """
    first = visit.club.season(1, 2)
    second = visit.club.season(1, 2, name="Spring")
    phone = visit.member(1)
    typed = {"first": "1", "second": "2", "dealer": "second"}
    forms = [
        (number, phone.get(f"{visit.path}/s/{number}/start")) for number in (first, first, second)
    ]
    (_, begun), (_, asked), (_, other) = (
        (number, phone.send(form, "Begin the partie", **typed)) for number, form in forms
    )
    assert (begun.said() != {}) is True
    assert (other.said() != {}) is True
    assert "go on, or begin another?" in asked.text
    assert phone.tap_form(asked.key("Begin another")).said()
    assert len(visit.club.services.signing.pending(visit.club.id)) == 3


def season(visit: Visit, *members: int) -> int:
    return visit.club.season(
        *(members or (1, 2, 3)), name="Evenings", frame="chouette", order=COMPANY_ORDER
    )


def started(visit: Visit, phone: Phone, number: int, people: int = 3) -> str:
    seats = {f"seat{seat}": str(seat + 1) for seat in range(people)}
    page = phone.post(f"{visit.path}/s/{number}/companies/new", seats)
    assert page.status == 303, page.text
    return page.headers["Location"].split("/")[2]


def paper(visit: Visit, code: str) -> None:
    visit.club.companies.enter(code, number=0, result=Won(0, 150), form_key="paper")


def test_members_sit_down_and_sign_on_their_phones_and_with_pins(visit: Visit) -> None:
    number = season(visit)
    ada = visit.member(1)
    cat = visit.member(3)
    assert (
        ada.get(f"{visit.path}/s/{number}/start").headers["Location"]
        == f"{visit.path}/s/{number}/companies/new"
    )
    code = started(visit, ada, number)
    paper(visit, code)
    visit.club.companies.begin(code, number=1, elder=0)
    assert "Ada, Ben and Cat in progress" in cat.get(f"{visit.path}/s/{number}/companies").text
    visit.club.companies.remove(code, number=1, form_key="mistake")
    ada.tap_form(ada.get(f"/company/{code}/signatures").key("Ada signs"))
    visit.club.services.people.set_pin(visit.club.members[2], 2, "471147")
    sign = f"/p/{code}/signatures"
    assert "not Ben’s PIN" in ada.post(sign, {"player": "1", "pin": "999999"}).refusal
    assert ada.post(sign, {"player": "1", "pin": "471147"}).status == 303
    assert cat.post(sign, {"player": "0"}).status == 403
    page = cat.get(cat.post(sign, {"player": "2"}).headers["Location"])
    posted = cat.get(next(href for text, href in page.links().items() if text.startswith("Entry ")))
    assert posted.links()[f"Scorecard {code}"] == f"/company/{code}/"
    assert posted.root.all("span", class_="num receipt")[0].text.split("-")[0].endswith("C")
    assert "Cat" in cat.get(posted.links()["check"]).text


def test_a_scorecard_of_a_season_is_followed_by_another_of_it(visit: Visit) -> None:
    """With the same members, those who play next first;
    once the season is closed it is not offered.
    """
    number = season(visit, 1, 2, 3, 4)
    phone = visit.member(1)
    code = started(visit, phone, number)
    visit.club.companies.enter(code, number=0, result=Won(1, 150), form_key="paper")
    page = phone.get(
        phone.get(f"/company/{code}/").links()["Change the players starts a new scorecard"]
    )
    assert [page.typed[f"seat{seat}"] for seat in range(4)] == ["2", "3", "1", ""]
    assert "Ben, Cat and Dan" in phone.send(page, "Open the scorecard", seat2="4").text
    items = there(visit.club.services.open_items.before_closing(1, number)).items
    visit.club.services.closing.close(
        visit.club.director, number, {each.key: "over" for each in items}
    )
    assert "Change the players" not in phone.get(f"/company/{code}/").text


def test_scorers_score_every_scorecard_and_only_who_plays_signs_it(visit: Visit) -> None:
    code = started(visit, visit.member(1), season(visit, 1, 2, 3, 4))
    paper(visit, code)
    assert "Begin the next partie" in visit.director.get(f"/company/{code}/").text
    assert "This phone is watching" in visit.member(2).get(f"/company/{code}/").text
    partie = visit.club.companies.begin(code, number=1, elder=0)[0]
    assert visit.director.table(partie.code).said()
    assert not visit.member(2).table(partie.code).said()
    visit.club.companies.remove(code, number=1, form_key="mistake")
    for phone in (visit.phone(), visit.member(4)):
        assert phone.post(f"/p/{code}/signatures", {"player": "0"}).status == 403
    companies = visit.club.companies
    alone, _ = companies.open(["A", "B", "C"], companies.card(code).company.record.terms, PORTLAND)
    assert (
        visit.member(1).post(f"/p/{alone.code}/signatures", {"player": "0"}, missing=True).status
        == 404
    )


@pytest.mark.parametrize(("rules", "people"), [("normand", "three"), ("voleur", "four")])
def test_a_season_of_tables_is_opened_and_sat_down_to(
    visit: Visit, rules: str, people: str
) -> None:
    director = visit.director
    words = f"a round table of {people}"
    players = PRESETS[rules].players
    page = director.get(f"{visit.path}/seasons/new")
    asked = director.send(
        page, "Update these sentences", name="Tables", frame="round table", rules=rules
    )
    assert "Each loser pays for a partie, in units" in asked.text
    shown = director.send(asked, "Show all the terms", stake="3")
    assert shown.status == 200
    assert (words in shown.text) is True
    assert "3 units" in shown.text
    assert "Tables is open." in director.send(shown, "Open the season").text
    number = visit.club.services.seasons.seasons(visit.club.id)[-1].number
    for member in range(1, 5):
        visit.club.services.seasons.enter(visit.club.director, number, member)
    page = visit.member(1).get(f"{visit.path}/s/{number}/companies/new")
    assert f"Tables: {words}." in page.text
    assert len(page.root.all("select")) == players
    assert started(visit, visit.member(1), number, players)


def test_paper_sheets_lead_to_the_scorecards_in_a_season_of_companies(visit: Visit) -> None:
    number = season(visit)
    path = f"{visit.path}/s/{number}/paper"
    for page in (visit.director.get(path), visit.director.post(path, {})):
        assert page.headers["Location"] == f"{visit.path}/s/{number}/companies"
    code = started(visit, visit.member(1), number)
    assert visit.member(1).get(f"{visit.path}/parties/{code}/sheet").status == 404


def busy(club: RunningClub) -> int:
    """A season with an item of nearly every kind."""
    season = club.season(1, 2, 3, 4, format=Format.SINGLE)
    club.drawn(season, [(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)])
    club.play(season, 1, 4, "tricks E12", round_=1)
    club.clock.later(hours=5)
    club.play(season, 3, 2, round_=1)
    club.play(season, 2, 3, "tricks E12", "tricks Y12", round_=1)
    club.play(season, 4, 3, *DEALS[:2], IMPOSSIBLE, DEALS[3], round_=2, signed=())
    club.play(season, 1, 3, round_=2, signed=(0,))
    disputed = club.play(season, 2, 4, round_=3, signed=())
    club.services.disputes.file(
        disputed.sheet.code, club.members[2], DisputeKind.REFUSAL, "the count of deal 4"
    )
    return season


def test_every_kind_of_open_item_has_an_action() -> None:
    of_a_season = {
        Kind.NO_FIXTURE,
        Kind.TOO_OFTEN,
        Kind.SEATS,
        Kind.MISSING,
        Kind.WITHDREW,
        Kind.NOT_DRAWN,
        Kind.OVER,
    }
    assert set(ACTIONS) == set(Kind)
    assert set(OWN_ACTIONS) | set(OTHERS) == set(Kind) - of_a_season - {Kind.CLOCK}


def closed_with(
    visit: Visit, reasons: dict[str, str | list[str]], season: int = 1
) -> tuple[Page, list[str]]:
    """Post the form that closes a season, then its preview;
    return the answer, and what was left open once closed.
    """
    phone = visit.director
    path = f"{visit.path}/s/{season}/close"
    page = Page(phone.client.post(path, data={"csrf_token": phone.token, **reasons}))
    if page.status == 200:
        assert not visit.club.services.seasons.seasons(visit.club.id)[season - 1].closed
        data: dict[str, list[str]] = {"step": ["post"]}
        for each in page.root.all("input", type="hidden"):
            data.setdefault(each.attrs["name"], []).append(each.attrs["value"])
        page = Page(phone.client.post(path, data=data))
    body = visit.club.entries[-1].body
    return page, [*body.left_out] if isinstance(body, SeasonClosed) else []


def test_closing_a_season_ends_on_its_final_table(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    visit.club.play(season, 1, 2)
    visit.club.clock.later(days=2)
    director = visit.director
    preview = director.send(
        director.get(f"{visit.path}/s/{season}/close"), "Preview closing Winter"
    )
    page = director.send(preview, "Close the season")
    assert page.root.all("h1")[0].text == "Final standings"
    assert "The season is closed." in page.root.all("p", role="status")[-1].text


def test_a_season_is_not_closed_while_an_open_item_has_no_reason(visit: Visit) -> None:
    season = busy(visit.club)
    shown = visit.director.get(f"{visit.path}/s/{season}/close").root.all("input", name="item")
    assert len(shown) == 12
    first, *rest = (node.attrs["value"] for node in shown)
    page, _ = closed_with(visit, {"item": first, first: "settled over a drink"})
    assert "Still without a reason" in page.refusal
    assert page.root.all("input", name=first)[0].attrs["value"] == "settled over a drink"
    assert not visit.club.services.seasons.seasons(visit.club.id)[0].closed
    reasons = {first: "settled over a drink", "every": "the season is over"}
    page, left_out = closed_with(visit, {"item": [first, *rest], **reasons})
    assert page.status == 303
    assert len(left_out) == 12
    assert visit.director.get(f"{visit.path}/s/{season}/close").status == 404
    assert left_out[0].endswith("(settled over a drink)")
    assert all(each.endswith("(the season is over)") for each in left_out[1:])


def test_a_fixture_that_is_not_played_leads_to_where_it_is_forfeited(visit: Visit) -> None:
    season = visit.club.season(1, 2, 3, 4, format=Format.SINGLE)
    visit.club.drawn(season, [(1, 4), (2, 3)])
    visit.club.play(season, 1, 4, round_=1)
    links = visit.director.get(f"{visit.path}/open-items").links()
    (address,) = (to for words, to in links.items() if words.startswith("Ben and Cat, round 1"))
    assert "Ben wins by forfeit" in visit.director.get(address).text


def test_many_open_items_are_listed_in_parts_and_closed_at_once(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One reason for all the others covers those too,
    as long as they are the same as when the page was shown.
    """
    monkeypatch.setattr(open_items, "A_GROUP", 2)
    monkeypatch.setattr(forms, "A_PAGE", 3)
    season = visit.club.season(1, 2, 3)
    for _ in range(5):
        visit.club.play(season, 1, 2, signed=())
    phone = visit.director
    path = f"{visit.path}/s/{season}/close"
    for address in (f"{visit.path}/open-items", path):
        page = phone.get(address)
        assert page.text.count("Ada and Ben: 318 to 3") == 2
        rest = page.links()["3 more show all"]
    page = phone.get(rest)
    assert page.text.count("Ada and Ben: 318 to 3") == 3
    assert phone.get(page.links()["4 to 5"]).text.count("Ada and Ben: 318 to 3") == 2
    assert "All open items" in phone.get(f"{visit.path}/open-items/{season}?kind=nothing").text
    assert phone.get(f"{visit.path}/open-items/{season + 1}?kind=unsigned").status == 404

    def shown() -> dict[str, str | list[str]]:
        form = phone.get(path).root
        (seen,) = (node.attrs["value"] for node in form.all("input", name="seen"))
        return {
            "seen": seen,
            "item": [node.attrs["value"] for node in form.all("input", name="item")],
        }

    before = shown()
    visit.club.play(season, 1, 3, signed=())
    page, _ = closed_with(visit, {**before, "every": "both left"})
    assert "Ada and Cat" in page.refusal
    assert page.root.all("input", name="every")[0].attrs["value"] == "both left"
    page, left_out = closed_with(visit, {**shown(), "every": "both left"})
    assert page.status == 303
    assert len(left_out) == 6


def scorer(visit: Visit) -> Phone:
    visit.club.services.people.give_role(visit.club.director, 3, Role.SCORER)
    return visit.member(3)


def test_a_sheet_with_a_code_counts_on_the_day_it_was_played(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    opened = visit.club.services.signing.open(visit.club.id, season, (1, 2))
    phone = scorer(visit)
    address = f"{visit.path}/s/{season}/paper"
    played = {"code": opened.code, "played": "2026-11-19"}
    settlement = phone.get(phone.post(address, {**SHEET, **played}).headers["Location"])
    assert "Ada and Ben, 19 November 2026." in settlement.text
    assert (
        "Ada and Ben, 18 November 2026."
        in phone.send(settlement, "Save the day", played="2026-11-18").text
    )
    assert "is in the future" in phone.post(f"/p/{opened.code}/day", {"played": "2026-11-23"}).text
    visit.club.sign(opened.code, 1, 2)
    assert "It was played on another day" not in phone.get(f"/p/{opened.code}/settlement").text
    assert "18 November 2026" in phone.get(f"{visit.path}/players/1/").text


def test_a_sheet_that_does_not_add_up_comes_back_as_it_was_typed(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    wrong = {**SHEET, "total_a": "328", "round": "2", "code": ""}
    page = scorer(visit).post(f"{visit.path}/s/{season}/paper", wrong)
    assert (
        "The deals of Ada add up to 318; the sheet says 328, which is 10 too many." in page.refusal
    )
    assert "The two totals add up to 331; the sheet says 321, which is 10 too few." in page.refusal
    del wrong["into"]  # which key was tapped
    assert page.typed.items() >= wrong.items()
    assert "Rule by the deals" not in page.text
    assert visit.club.services.signing.pending(visit.club.id) == []


def test_a_director_rules_on_the_difference_and_it_is_previewed_and_logged(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    director = visit.director
    address = f"{visit.path}/s/{season}/paper"
    page = director.post(address, {**SHEET, "total_a": "328", "grand": ""})
    ruling = {"accepted": "the deals are clear", "law": "Law 74"}
    preview = director.send(page, "Preview the ruling by the deals", **ruling)
    assert preview.status == 200
    assert visit.club.services.signing.pending(visit.club.id) == []
    figures = [cell.text for cell in preview.root.all("table", class_="sum moves")[0].all("td")]
    assert figures[:4] == ["1=", "1", "0", "+421"]
    assert director.send(preview, "Edit").typed.items() >= {"total_a": "328", "a1": "53"}.items()
    posted = director.send(preview, "Post to the ledger")
    assert "Ada wins 421" in posted.text
    assert any(words.startswith("Reverse entry ") for words in posted.links())
    assert (
        director.send(preview, "Post to the ledger").root.all("h1")[0].text
        == posted.root.all("h1")[0].text
    )
    assert director.get(f"{visit.path}/book").text.count("the deals are clear") == 1
    assert "+421" in director.get(f"{visit.path}/s/{season}/").text


def test_what_cannot_be_a_sheet_is_refused_in_words(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    phone = scorer(visit)
    for typed, says in beside(__file__)["no_sheets"]:
        assert says in phone.post(f"{visit.path}/s/{season}/paper", {**SHEET, **typed}).refusal


def test_a_blank_sheet_has_no_code_that_no_phone_could_open(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    visit.app.config["REACHED"] = Reached()
    page = visit.director.get(f"{visit.path}/s/{season}/sheets")
    assert "can only be opened on this computer" in page.text
    assert page.root.all("svg") == []
    assert len(page.root.all("article", class_="blank")) == 1


def test_a_sheet_that_is_sent_after_the_session_has_ended_can_be_sent_again(visit: Visit) -> None:
    """By a phone without its cookie: then without its token too,
    so that it is asked twice, and nothing is lost.
    """
    season = visit.club.season(1, 2)
    phone = visit.director
    form = phone.get(f"{visit.path}/s/{season}/paper")
    with phone.client.session_transaction() as session:
        cookie = dict(session)
        session.clear()
    stale = phone.send(
        form,
        "Enter for both to sign",
        **{name: text for name, text in SHEET.items() if name != "into"},
    )
    assert stale.status == 400
    assert ("Nothing was recorded" in stale.text) is True
    signed_out = phone.send(stale, "Send it again")
    assert signed_out.status == 403
    assert ("You are not signed in." in signed_out.text) is True
    with phone.client.session_transaction() as session:
        session.update({**cookie, "csrf_token": session["csrf_token"]})
    assert "Ada wins 421" in phone.send(signed_out, "Send it again").text


PIN = "84617392"
"""Eight digits, which no digest in a page happens to have."""


def test_of_a_form_with_a_password_the_rest_is_kept_after_the_session_has_ended(
    visit: Visit,
) -> None:
    phone = visit.director
    form = phone.get(f"{visit.path}/directors")
    with phone.client.session_transaction() as session:
        cookie = dict(session)
        session.pop("acts")
    ended = phone.send(form, "Add a director", name="Mo", password="thirteen tricks")
    assert ended.status == 403
    assert ("thirteen tricks" in ended.html) is False
    with phone.client.session_transaction() as session:
        session.update(cookie)
    assert "Remove Mo" in phone.send(ended, "Send it again", password="thirteen tricks").text
    for name in ("password", "current", "pin", "sure"):
        refused = phone.post(f"{visit.path}/me/pin", {name: PIN}, token="of another session")
        assert PIN not in refused.html
