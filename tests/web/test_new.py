"""The form of a new partie: who sits where, who deals first, and what is usual for two people."""

import pytest

from scorer.service.parties import Parties, Sheet
from tests.service.tables import EVERY_LINK
from tests.web.conftest import RUBICON_PARTIE, Node, Page, Phone, Recorder

WHO_DEALS = "Who deals first? Choose one of the two players."


def latest(parties: Parties) -> Sheet:
    return parties.latest(EVERY_LINK)[0]


def begin(phone: Phone, first: str, second: str, **chosen: str) -> Page:
    page = phone.get("/parties/new")
    return phone.send(page, "Begin", first=first, second=second, **chosen)


def chosen(page: Page, name: str) -> list[str]:
    return chosen_in(page.root, name)


def chosen_in(root: Node, name: str) -> list[str]:
    """Return what the form shows as chosen."""
    keys = root.all("input", type="radio", name=name)
    return [key.attrs["value"] for key in keys if "checked" in key.attrs]


def columns(page: Page) -> list[str]:
    """Return the names in the header of the table, from the left."""
    (header,) = [node for node in page.root.nodes if node.tag == "header"]
    return [node.text for node in header.all("span", class_="name")]


@pytest.fixture
def played(phone: Phone, record: Recorder) -> str:
    """The code of a finished partie of Ada and Bea, which Bea dealt first."""
    code = phone.open()
    record(code, *RUBICON_PARTIE)
    return code


@pytest.mark.parametrize(("deals", "elder"), [("first", 1), ("second", 0)])
def test_the_first_name_is_on_the_left_if_either_deals(
    phone: Phone, parties: Parties, deals: str, elder: int
) -> None:
    page = begin(phone, "Ada", "Bea", deals=deals)
    assert columns(page) == ["Ada", "Bea"]
    assert latest(parties).names == ("Ada", "Bea")
    assert latest(parties).elder(0) == elder


def test_the_columns_are_the_same_in_a_rematch_and_on_every_page(
    phone: Phone, played: str, parties: Parties, record: Recorder
) -> None:
    table = phone.send(phone.get(f"/p/{played}/settlement"), "Play again Ada deals")
    code = latest(parties).code
    assert columns(table) == ["Ada", "Bea"]
    record(code, "tricks E12")
    after = phone.table(code)
    assert columns(after) == ["Ada", "Bea"]
    assert after.counts() == (0, 53)
    heads = phone.get(f"/p/{code}/sheet").root.all("th", scope="col")
    assert [node.text for node in heads][-2:] == ["Ada", "Bea"]
    halves = phone.get(f"/p/{code}/?across=yes").root.all("section", class_="half ask")
    assert [half.all("b")[0].text for half in halves] == ["Bea", "Ada"]


@pytest.mark.parametrize("page", ["settlement", "sheet", "deals/1"])
def test_the_first_name_is_on_the_left_of_what_is_printed(
    phone: Phone, parties: Parties, record: Recorder, page: str
) -> None:
    """The right is elder in the first deal."""
    begin(phone, "Ada", "Bea", deals="first")
    code = latest(parties).code
    record(code, *RUBICON_PARTIE)
    heads = phone.get(f"/p/{code}/{page}").root.all("th", scope="col")
    assert [node.text for node in heads][-2:] == ["Ada", "Bea"]


def test_a_tap_is_recorded_in_a_partie_that_the_left_deals(phone: Phone, parties: Parties) -> None:
    page = begin(phone, "Ada", "Bea", deals="first")
    phone.tap(page, "E exchange 5; Y exchange 3")
    assert len(latest(parties).log(0)) == 2


def test_nobody_deals_until_that_is_chosen_and_everything_typed_stays(
    phone: Phone, parties: Parties
) -> None:
    assert chosen(phone.get("/parties/new"), "deals") == []
    page = begin(phone, "Ada", "Bea", rules="modern")
    assert page.status == 422
    assert page.refusal == WHO_DEALS
    typed = page.typed
    assert typed["first"] == "Ada"
    assert typed["second"] == "Bea"
    assert page.root.all("option", selected="")[0].attrs["value"] == "modern"
    assert parties.latest(EVERY_LINK) == []


@pytest.mark.parametrize(
    ("first", "second", "usual"),
    [
        ("Ada", "Bea", ["first"]),
        ("bea", "ADA", ["second"]),
        ("Ada", "Cem", []),
        ("", "", []),
    ],
)
def test_of_a_pair_in_the_address_the_other_deals_next(
    phone: Phone, played: str, first: str, second: str, usual: list[str]
) -> None:
    """Bea dealt their last partie."""
    page = phone.get("/parties/new", query_string={"first": first, "second": second})
    assert played
    assert chosen(page, "deals") == usual


def test_of_the_last_pair_only_the_script_of_the_page_chooses_who_deals(
    phone: Phone, played: str
) -> None:
    """Without it the choice would stay when other names are typed."""
    page = phone.get("/parties/new")
    assert played
    assert page.typed["first"] == "Ada"
    assert chosen(page, "deals") == []
    (pairs,) = [node.attrs["data-pairs"] for node in page.root.all("fieldset", id="who")]
    assert pairs == '[[["Ada","Bea"],0,"every call"]]'


def test_who_deals_next_is_open_until_a_partie_is_finished(phone: Phone, code: str) -> None:
    page = phone.get("/parties/new", query_string={"first": "Ada", "second": "Bea"})
    assert code
    assert chosen(page, "deals") == []


def test_a_finished_partie_counts_although_a_later_one_is_going_on(
    phone: Phone, played: str
) -> None:
    assert played
    phone.open("Bea", "Ada")
    page = phone.get("/parties/new", query_string={"first": "Ada", "second": "Bea"})
    assert chosen(page, "deals") == ["first"]


@pytest.mark.parametrize("rules", ["normand", "voleur"])
def test_of_more_than_two_the_last_deals_first(phone: Phone, parties: Parties, rules: str) -> None:
    assert phone.get("/parties/new", query_string={"rules": rules}).root.all("legend") == []
    phone.open(rules=rules)
    assert latest(parties).elder(0) == 0


def test_in_a_rematch_of_three_the_deal_goes_on_and_the_seats_stay(
    phone: Phone, parties: Parties, record: Recorder
) -> None:
    code = phone.open(rules="normand")
    record(code, "scores 100 20 30")
    phone.send(phone.get(f"/p/{code}/settlement"), "Play again Ada deals")
    assert latest(parties).names == ("Ada", "Bea", "Cem")
    assert latest(parties).partie.record.dealer == 0


def test_a_form_of_a_program_before_seats_had_sides_puts_elder_first(
    phone: Phone, parties: Parties
) -> None:
    """A phone that was without the club has recorded taps on a copy that has elder first."""
    form = {"first": "Ada", "second": "Bea", "rules": "portland", "dealer": "first"}
    phone.post("/parties", form)
    assert latest(parties).names == ("Bea", "Ada")
    assert latest(parties).elder(0) == 0
