"""Blank sheets and a poster to print, and a sheet that is entered from paper."""

from scorer.service.club.credentials import Role
from scorer.web.address import Reached
from tests.rows import beside
from tests.web.club.conftest import Visit
from tests.web.conftest import Phone

SHEET: dict[str, str] = beside(__file__)["sheet"]


def scorer(visit: Visit) -> Phone:
    visit.club.services.people.give_role(visit.club.director, 3, Role.SCORER)
    return visit.member(3)


def test_a_sheet_with_a_code_counts_on_the_day_it_was_played(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    opened = visit.club.services.signing.open(visit.club.id, season, (1, 2))
    phone = scorer(visit)
    address, played = f"{visit.path}/s/{season}/paper", {"code": opened.code, "played": "2026-11-19"}
    settlement = phone.get(phone.post(address, {**SHEET, **played}).headers["Location"])
    assert "Ada and Ben, 19 November 2026." in settlement.text
    assert "Ada and Ben, 18 November 2026." in phone.send(settlement, "Save the day", played="2026-11-18").text
    assert "is in the future" in phone.post(f"/p/{opened.code}/day", {"played": "2026-11-23"}).text
    visit.club.sign(opened.code, 1, 2)
    assert "It was played on another day" not in phone.get(f"/p/{opened.code}/settlement").text
    assert "18 November 2026" in phone.get(f"{visit.path}/players/1/").text


def test_a_sheet_that_does_not_add_up_comes_back_as_it_was_typed(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    wrong = {**SHEET, "total_a": "328", "round": "2", "code": ""}
    page = scorer(visit).post(f"{visit.path}/s/{season}/paper", wrong)
    assert "The deals of Ada add up to 318; the sheet says 328, which is 10 too many." in page.refusal
    assert "The two totals add up to 331; the sheet says 321, which is 10 too few." in page.refusal
    del wrong["into"]  # which key was tapped
    assert page.typed.items() >= wrong.items()
    assert "Rule by the deals" not in page.text
    assert visit.club.services.signing.pending(visit.club.id) == []


def test_a_director_rules_on_the_difference_and_it_is_previewed_and_logged(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    director, address = visit.director, f"{visit.path}/s/{season}/paper"
    page = director.post(address, {**SHEET, "total_a": "328", "grand": ""})
    ruling = {"accepted": "the deals are clear", "law": "Law 74"}
    preview = director.send(page, "Preview the ruling by the deals", **ruling)
    assert (preview.status, visit.club.services.signing.pending(visit.club.id)) == (200, [])
    figures = [cell.text for cell in preview.root.all("table", class_="sum moves")[0].all("td")]
    assert figures[:4] == ["1=", "1", "0", "+421"]
    assert director.send(preview, "Edit").typed.items() >= {"total_a": "328", "a1": "53"}.items()
    posted = director.send(preview, "Post to the ledger")
    assert "Ada wins 421" in posted.text
    assert any(words.startswith("Reverse entry ") for words in posted.links())
    assert director.send(preview, "Post to the ledger").root.all("h1")[0].text == posted.root.all("h1")[0].text
    assert director.get(f"{visit.path}/book").text.count("the deals are clear") == 1
    assert "+421" in director.get(f"{visit.path}/s/{season}/").text


def test_what_cannot_be_a_sheet_is_refused_in_words(visit: Visit) -> None:
    season, phone = visit.club.season(1, 2), scorer(visit)
    for typed, says in beside(__file__)["no_sheets"]:
        assert says in phone.post(f"{visit.path}/s/{season}/paper", {**SHEET, **typed}).refusal


def test_a_blank_sheet_has_no_code_that_no_phone_could_open(visit: Visit) -> None:
    season = visit.club.season(1, 2)
    visit.app.config["REACHED"] = Reached()
    page = visit.director.get(f"{visit.path}/s/{season}/sheets")
    assert "can only be opened on this computer" in page.text
    assert (page.root.all("svg"), len(page.root.all("article", class_="blank"))) == ([], 1)


def test_a_sheet_that_is_sent_after_the_session_has_ended_can_be_sent_again(visit: Visit) -> None:
    """By a phone without its cookie: then without its token too, so that it is asked twice, and nothing is lost."""
    season, phone = visit.club.season(1, 2), visit.director
    form = phone.get(f"{visit.path}/s/{season}/paper")
    with phone.client.session_transaction() as session:
        cookie = dict(session)
        session.clear()
    stale = phone.send(form, "Enter for both to sign", **{name: text for name, text in SHEET.items() if name != "into"})
    assert (stale.status, "Nothing was recorded" in stale.text) == (400, True)
    signed_out = phone.send(stale, "Send it again")
    assert (signed_out.status, "You are not signed in." in signed_out.text) == (403, True)
    with phone.client.session_transaction() as session:
        session.update({**cookie, "csrf_token": session["csrf_token"]})
    assert "Ada wins 421" in phone.send(signed_out, "Send it again").text


def test_of_a_form_with_a_password_the_rest_is_kept_after_the_session_has_ended(visit: Visit) -> None:
    phone = visit.director
    form = phone.get(f"{visit.path}/directors")
    with phone.client.session_transaction() as session:
        cookie = dict(session)
        session.pop("acts")
    ended = phone.send(form, "Add a director", name="Mo", password="thirteen tricks")
    assert (ended.status, "thirteen tricks" in ended.html) == (403, False)
    with phone.client.session_transaction() as session:
        session.update(cookie)
    assert "Remove Mo" in phone.send(ended, "Send it again", password="thirteen tricks").text
    for name in ("password", "current", "pin", "sure"):
        assert "8461" not in phone.post(f"{visit.path}/me/pin", {name: "8461"}, token="of another session").html
