"""The table page: a partie opened in two posts, a deal walked through by its keys, whole pages and fragments."""

from __future__ import annotations

import re

import pytest

from scorer.rules.presets import PRESETS
from scorer.service.parties import Parties
from tests.service.tables import EVERY_LINK
from tests.web.conftest import WORKED_DEAL, Phone

DECLINED = ("E no point", "E no sequence", "E no set")
PARTIAL = {"HX-Request-Type": "partial"}


def test_a_partie_is_opened_in_two_steps(phone: Phone) -> None:
    form = phone.get("/parties/new")
    assert {node.attrs["value"] for node in form.root.all("option") if node.text} == set(PRESETS)
    begun = phone.table(phone.open("Ada", "Bea"))
    assert "Deal 1 of 6" in begun.text
    assert [node.text for node in begun.root.all("span", class_="name")] == ["Ada", "Bea"]


def test_who_deals_first_is_younger_first(phone: Phone) -> None:
    page = phone.post("/parties", {"first": "Ada", "second": "Bea", "rules": "portland", "dealer": "first"})
    seats = phone.get(page.headers["Location"]).root.all("section", class_="seat")
    assert [seat.all("span", class_="name")[0].text for seat in seats] == ["Bea", "Ada"]
    assert seats[0].all("span", class_="role elder")[0].text == "elder"


@pytest.mark.parametrize(
    ("names", "rules"),
    [
        (("", "Bea"), "portland"),
        (("Ada", "Ada"), "portland"),
        (("Ada", " Ada  "), "portland"),
        (("A" * 81, "Bea"), "portland"),
        (("Ada\x07", "Bea"), "portland"),
        (("Ada", "Bea"), "no such rules"),
    ],
)
def test_a_partie_that_cannot_be_opened_keeps_what_was_typed(
    phone: Phone, parties: Parties, names: tuple[str, str], rules: str
) -> None:
    page = phone.post("/parties", {"first": names[0], "second": names[1], "rules": rules, "dealer": "second"})
    assert page.status == 422
    assert page.root.all("p", role="alert")[0].text
    assert page.root.all("input", id="second")[0].attrs["value"] == names[1]
    assert parties.latest(EVERY_LINK) == []


def suggested(phone: Phone, path: str = "/parties/new") -> set[str]:
    return {node.attrs["value"] for node in phone.get(path).root.all("datalist", id="names")[0].all("option")}


def test_names_are_suggested_on_the_phone_that_typed_them_and_on_no_other(phone: Phone, other: Phone) -> None:
    phone.open("Ada", "Bea")
    for path in ("/parties/new", "/company/new"):
        assert suggested(phone, path) == {"Ada", "Bea"}
        assert suggested(other, path) == set()
    assert [field.attrs["value"] for field in other.get("/parties/new").root.all("input", required="")] == ["", ""]


def test_a_phone_s_own_partie_stands_on_its_first_page_and_on_no_stranger_s(phone: Phone, other: Phone) -> None:
    code = phone.open("Ada", "Bea")
    assert f"/p/{code}/" in phone.get("/").links().values()
    assert not {code, "Ada", "Bea"} & set(re.findall(r"\w+", other.get("/").text))


def test_a_partie_that_a_phone_follows_stands_on_its_first_page(phone: Phone, other: Phone) -> None:
    """By its code, or by the QR code of the sheet."""
    typed, scanned = phone.open("Ada", "Bea"), phone.open("Cem", "Dora")
    other.get(other.post("/find", {"code": typed}).headers["Location"])
    other.table(scanned)
    assert {f"/p/{typed}/", f"/p/{scanned}/"} <= set(other.get("/").links().values())
    assert suggested(other) == {"Ada", "Bea", "Cem", "Dora"}


def test_a_partie_whose_scoring_link_a_phone_opened_stands_on_its_first_page(phone: Phone, other: Phone) -> None:
    code = phone.open("Ada", "Bea")
    other.accept(phone.share(code))
    assert f"/p/{code}/" in other.get("/").links().values()


def test_the_121st_partie_of_one_address_in_an_hour_is_refused(phone: Phone, other: Phone) -> None:
    """120, of parties and companies together; what was typed stays, and another address goes on."""
    token, form = phone.token, {"first": "Ada", "second": "Bea", "rules": "portland", "dealer": "second"}
    company = {"frame": "pool", "rules": "portland", "name0": "Xi", "name1": "Yu", "name2": "Zoë"}
    for _ in range(119):
        assert phone.post("/parties", form, token=token).status == 303
    assert phone.post("/company/new", company, token=token).status == 303
    refused = phone.post("/parties", form, token=token)
    assert refused.status == 429
    assert "120 parties" in refused.root.all("p", role="alert")[0].text
    assert refused.root.all("input", id="second")[0].attrs["value"] == "Bea"
    assert phone.post("/company/new", company, token=token).status == 429
    assert other.post("/parties", form).status == 303


def test_the_counts_of_the_worked_deal_are_those_said_aloud(phone: Phone) -> None:
    """Nine in hand against seventeen; five leads of elder's, then younger wins one off him and leads four times."""
    code = phone.open()
    phone.tap_all(code, *WORKED_DEAL[:-12])
    aloud = [(10, 17), (11, 17), (12, 17), (13, 17), (14, 17)]
    aloud += [(15, 18), (15, 19), (15, 20), (15, 21), (15, 22), (16, 23), (28, 23)]
    assert [phone.tap_all(code, said).counts() for said in WORKED_DEAL[-12:]] == aloud


def test_the_worked_deal_with_a_quick_count_scores_the_same(phone: Phone) -> None:
    """Seven tricks, the one lead that elder lost, and the last: nine points of his in play."""
    code = phone.open()
    page = phone.tap_all(code, *WORKED_DEAL[:-12], "count E7 last E play 9")
    assert page.counts() == (28, 23)
    assert page.sums() == [["28", "23"], ["28", "23"]]


def test_htmx_gets_only_the_fragment_and_everybody_else_the_page(phone: Phone) -> None:
    code = phone.open()
    whole, part = phone.table(code), phone.get(f"/p/{code}/", headers=PARTIAL)
    assert whole.is_whole
    assert not part.is_whole
    assert [node.attrs.get("id") for node in part.root.children if not isinstance(node, str)] == ["table"]
    assert list(part.said()) == list(whole.said())


def test_a_tap_without_htmx_is_answered_303_and_with_it_by_the_fragment(phone: Phone) -> None:
    code = phone.open()
    action, data = phone.table(code).form(phone.table(code).said()["E exchange 5; Y exchange 3"])
    plain = phone.post(action, data)
    assert (plain.status, plain.headers["Location"]) == (303, f"/p/{code}/")
    page = phone.table(code)
    part = phone.tap(page, "E point 5", headers=PARTIAL)
    assert (part.status, part.is_whole) == (200, False)
    assert "Good" in [node.text for node in part.said().values()]


def test_a_choice_that_only_opens_records_nothing(phone: Phone, parties: Parties) -> None:
    code = phone.open(rules="french-150")
    page = phone.tap_all(code, "E exchange 5; Y exchange 3")
    opened = phone.find(page, "E point 5 making 49")
    assert opened.position == page.position == (0, 2)
    assert len(parties.sheet(code).log(0)) == 2


@pytest.mark.parametrize(
    "said", ["E point 9", "Y good", "E quatorze of sevens", "tricks E13", "nonsense", "", "é" * 3000]
)
def test_a_refused_statement_says_why_and_keeps_what_was_attempted(phone: Phone, parties: Parties, said: str) -> None:
    code = phone.open()
    phone.tap_all(code, "E exchange 5; Y exchange 3")
    page = phone.say(code, said, deal=0, position=2, key="by hand")
    assert page.status == 422
    alert = page.root.all("p", role="alert")[0]
    assert len(alert.text) > len("Not recorded: ")
    assert said[:100] in alert.text
    assert len(parties.sheet(code).log(0)) == 2
    assert "E point 5" in page.said()


def test_the_codes_of_parties_are_found_in_letters_of_any_case(phone: Phone, other: Phone) -> None:
    code = phone.open()
    lower = other.get(f"/p/{code.lower()}/")
    assert (lower.status, lower.headers["Location"]) == (302, f"/p/{code}/")
    found = other.post("/find", {"code": f" {code.lower()} "})
    assert (found.status, found.headers["Location"]) == (303, f"/p/{code}/")


@pytest.mark.parametrize("where", ["", "live", "across", "sheet", "settlement", "other-rules", "share", "deals/1"])
def test_an_unknown_code_gets_a_page_that_says_what_to_do(phone: Phone, where: str) -> None:
    answer = phone.get(f"/p/ZZZZZZ/{where}")
    assert answer.status == 404
    assert "code" in answer.text
    assert "/" in answer.links().values()


def test_a_code_that_is_not_found_says_so_on_the_first_page(phone: Phone) -> None:
    answer = phone.post("/find", {"code": "zzzzzz"})
    assert "ZZZZZZ" in phone.get(answer.headers["Location"]).root.all("p", role="alert")[0].text


def test_a_watching_phone_sees_the_table_without_keys(phone: Phone, other: Phone) -> None:
    code = phone.open()
    phone.tap_all(code, *WORKED_DEAL[:5])
    page = other.table(code)
    assert page.said() == {}
    assert page.root.all("div", id="table")[0].attrs["hx-get"] == f"/p/{code}/live"
    assert page.counts() == (5, 0)


@pytest.mark.parametrize(
    ("rules", "taps"),
    [
        pytest.param("portland", WORKED_DEAL, id="trick by trick"),
        pytest.param("portland", (*WORKED_DEAL[:12], "count E7 last E play 9"), id="counted"),
        pytest.param("portland", ("E exchange 5", "Y exchange 3", *WORKED_DEAL[1:4]), id="exchanges one by one"),
        pytest.param("cent-36", ("E exchange 7; Y exchange 5", *DECLINED, "tricks E1:2"), id="cards captured"),
        pytest.param("normand", ("T exchange 2", "E point 5 making 44", "E no sequence; E no set"), id="three"),
    ],
)
def test_undo_returns_to_exactly_the_screen_before(phone: Phone, rules: str, taps: tuple[str, ...]) -> None:
    """After every tap of a deal, however many choices were opened on the way to its key."""
    code = phone.open(rules=rules)
    page = phone.table(code)
    for said in taps:
        before = phone.find(page, said)
        after = phone.tap(before, said)
        undone = phone.tap(after, next(key for key in after.said() if key.startswith("strike")))
        assert (undone.text, list(undone.said()), undone.openers()) == (
            before.text,
            list(before.said()),
            before.openers(),
        )
        page = phone.tap(undone, said)


def test_after_a_correction_undo_takes_back_the_correction_and_then_what_was_said_before(phone: Phone) -> None:
    code = phone.open()
    page = phone.tap_all(code, *WORKED_DEAL[:12], "count E7 last E play 9")
    counted = page.counts()
    phone.say(code, "strike 14 for count E8 last Y play 9", deal=0, position=14, key="kept")
    page = phone.table(code)
    assert page.counts() == (28, 22)
    (key,) = [said for said, node in page.said().items() if node.text.startswith("Undo the correction")]
    page = phone.tap(page, key)
    assert page.counts() == counted
    assert page.said()["strike 14"].text == "Undo “Ada: seven tricks, the last to Ada, 9 in play”"
    assert "count E7 last E play 9" in phone.tap(page, "strike 14").said()
