"""A season of companies on its pages: opened, sat down to, signed on own phones and with PINs, and read in the book."""

import pytest

from scorer.rules.company import Won
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.service.club.seasons import COMPANY_ORDER
from tests import there
from tests.web.club.visitors import Visit
from tests.web.conftest import Phone


def season(visit: Visit, *members: int) -> int:
    return visit.club.season(*(members or (1, 2, 3)), name="Evenings", frame="chouette", order=COMPANY_ORDER)


def started(visit: Visit, phone: Phone, number: int, people: int = 3) -> str:
    seats = {f"seat{seat}": str(seat + 1) for seat in range(people)}
    page = phone.post(f"{visit.path}/s/{number}/companies/new", seats)
    assert page.status == 303, page.text
    return page.headers["Location"].split("/")[2]


def paper(visit: Visit, code: str) -> None:
    """Enter one partie, that the box wins by 150."""
    visit.club.companies.enter(code, number=0, result=Won(0, 150), form_key="paper")


def test_members_sit_down_and_sign_on_their_phones_and_with_pins(visit: Visit) -> None:
    """Ada's own phone scores; Ben signs there with a PIN, Cat at home; then the scorecard is posted."""
    number = season(visit)
    ada, cat = visit.member(1), visit.member(3)
    start = ada.get(f"{visit.path}/s/{number}/start")
    assert start.headers["Location"] == f"{visit.path}/s/{number}/companies/new"
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
    entry = next(href for text, href in page.links().items() if text.startswith("Entry "))
    posted = cat.get(entry)
    assert posted.links()[f"Scorecard {code}"] == f"/company/{code}/"
    receipt = posted.root.all("span", class_="num receipt")[0].text
    assert receipt.split("-")[0].endswith("C")
    assert "Cat" in cat.get(posted.links()["check"]).text


def test_a_scorecard_of_a_season_is_followed_by_another_of_it(visit: Visit) -> None:
    """With the same members, those who play next first; once the season is closed it is not offered."""
    number = season(visit, 1, 2, 3, 4)
    phone = visit.member(1)
    code = started(visit, phone, number)
    visit.club.companies.enter(code, number=0, result=Won(1, 150), form_key="paper")
    links = phone.get(f"/company/{code}/").links()
    page = phone.get(links["Change the players starts a new scorecard"])
    assert [page.typed[f"seat{seat}"] for seat in range(4)] == ["2", "3", "1", ""]
    changed = phone.send(page, "Open the scorecard", seat2="4")
    assert "Ben, Cat and Dan" in changed.text
    items = there(visit.club.services.open_items.before_closing(1, number)).items
    visit.club.services.closing.close(visit.club.director, number, {each.key: "over" for each in items})
    assert "Change the players" not in phone.get(f"/company/{code}/").text


def test_a_stranger_and_a_member_who_does_not_play_cannot_sign_a_scorecard(visit: Visit) -> None:
    number = season(visit, 1, 2, 3, 4)
    code = started(visit, visit.member(1), number)
    paper(visit, code)
    for phone in (visit.phone(), visit.member(4)):
        assert phone.post(f"/p/{code}/signatures", {"player": "0"}).status == 403
    alone = visit.club.companies.open(["A", "B", "C"], visit.club.companies.card(code).company.record.terms, PORTLAND)[
        0
    ]
    assert visit.member(1).post(f"/p/{alone.code}/signatures", {"player": "0"}, missing=True).status == 404


def test_a_scorer_of_the_club_scores_every_company_of_it(visit: Visit) -> None:
    code = started(visit, visit.member(1), season(visit))
    assert "Begin the next partie" in visit.director.get(f"/company/{code}/").text
    assert "This phone is watching" in visit.member(2).get(f"/company/{code}/").text
    partie = visit.club.companies.begin(code, number=0, elder=0)[0]
    assert visit.director.table(partie.code).said()
    assert not visit.member(2).table(partie.code).said()


TABLES = {"normand": "a round table of three", "voleur": "a round table of four"}


@pytest.mark.parametrize(("rules", "words"), TABLES.items())
def test_a_season_of_tables_is_opened_and_sat_down_to(visit: Visit, rules: str, words: str) -> None:
    """By three members, or by four in partnership."""
    director, people = visit.director, PRESETS[rules].players
    typed = director.get(f"{visit.path}/seasons/new").typed
    fields = {**typed, "name": "Tables", "frame": "round table", "rules": rules}
    asked = director.post(f"{visit.path}/seasons", {**fields, "step": "2"})
    assert "Each loser pays for a partie, in units" in asked.text
    shown = director.post(f"{visit.path}/seasons", {**fields, "step": "show", "stake": "3"})
    assert (shown.status, words in shown.text) == (200, True)
    assert "3 units" in shown.text
    assert director.post(f"{visit.path}/seasons", {**fields, "step": "open"}).status == 303
    number = visit.club.services.seasons.seasons(visit.club.club.id)[-1].number
    for member in range(1, 5):
        visit.club.services.seasons.enter(visit.club.director, number, member)
    page = visit.member(1).get(f"{visit.path}/s/{number}/companies/new")
    assert f"Tables: {words}." in page.text
    assert len(page.root.all("select")) == people
    assert started(visit, visit.member(1), number, people)


def test_paper_sheets_lead_to_the_scorecards_in_a_season_of_companies(visit: Visit) -> None:
    number = season(visit)
    path = f"{visit.path}/s/{number}/paper"
    for page in (visit.director.get(path), visit.director.post(path, {})):
        assert page.headers["Location"] == f"{visit.path}/s/{number}/companies"
    code = started(visit, visit.member(1), number)
    assert visit.member(1).get(f"{visit.path}/parties/{code}/sheet").status == 404
