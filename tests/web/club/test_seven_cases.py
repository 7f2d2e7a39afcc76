"""Seven disputes as both sides see them, each by links and keys to an end that both can read."""

from scorer.rules.presets import PRESETS
from scorer.service.club.disputes.cases import THE_TERMS
from tests.web.club.conftest import ADA, BEN, Table
from tests.web.conftest import Page, Phone
from tests.web.test_corrections import follow

FOUR = PRESETS["four-deal"]

DOOR = "Something is wrong pick the deal, or call the director"
NEVER = "I never signed a signature is not yours"
RULE = "The record stands"
CORRECT = "Correct it"
POST = "Post to the ledger"
SHOW = "Preview the changes"

CALLS = "E exchange 5; Y exchange 3; E point 5; Y good; E quint; Y good; E trio of kings; Y good"
FORGOTTEN = f"{CALLS}; count E7 last E play 10"
QUATORZE = FORGOTTEN.replace("Y good; count", "Y not good; Y quatorze of queens; count")
"""Elder’s trio was good, and then younger remembers a quatorze of queens."""

SEVENTH = "tricks E7 Y5"
SIX_ALL = "tricks E6 Y6"

NINETY_NINE = ("scores 40 20", "scores 30 20", "scores 30 19", "scores 20 10")
"""Ada 180, Ben 99: the first and the last deal count double."""


def door(phone: Phone, code: str) -> Page:
    """Open *Something is wrong* from the settlement."""
    return phone.get(phone.get(f"/p/{code}/settlement").links()[DOOR])


def picked(phone: Phone, page: Page, deal: int, line: int, recorded: str, becomes: str) -> Page:
    """Pick a line of a deal and say what it should have been; return what is asked for then."""
    page = phone.get(next(link for link in page.links().values() if link.endswith(f"/{deal}")))
    page = phone.get(next(link for link in page.links().values() if f"again?at={line}&" in link))
    page = follow(phone, page, recorded, becomes, FOUR)
    return phone.get(page.links()["Ask for this correction"])


def figures(phone: Phone, page: Page) -> Page:
    """Pick the third deal, which has only totals, and enter a twenty for Ben."""
    address = next(link for link in page.links().values() if "/deals/3/again" in link)
    (fields,) = [
        each for each in phone.get(address).root.all("form") if each.all("input", name="total1")
    ]
    return phone.get(f"{fields.attrs['action']}?total0=30&total1=20")


def reads(table: Table, code: str, number: int, says: str) -> None:
    """Check that both players, on their own phones, read how it ended."""
    for member in (ADA, BEN):
        page = table.member(member).get(f"/p/{code}/disputes/{number}")
        (ending,) = page.root.all("p", class_="watch")
        assert says in ending.text


def opens(table: Table, phone: Phone) -> Page:
    """Open the case from the first page of a member."""
    links = phone.get(f"{table.path}/").links().values()
    return phone.get(next(link for link in links if "/disputes/" in link))


def rules(table: Table, code: str, number: int, key: str, **typed: str) -> Page:
    director = table.director
    page = director.send(director.get(f"/p/{code}/disputes/{number}"), key, **typed)
    return director.send(page, POST)


def test_a_forgotten_quatorze_is_contested_and_ruled_on(table: Table) -> None:
    code = table.play("tricks E12", FORGOTTEN, "tricks E12", "tricks Y12", signed=(0, 1))
    ada = table.member(ADA)
    page = picked(ada, door(ada, code), 2, 8, FORGOTTEN, QUATORZE)
    ada.send(page, "Request a correction", reason="You forgot my quatorze in deal 2.")
    ben = table.member(BEN)
    ben.send(opens(table, ben), "Contest the correction", words="You called it after the lead.")
    typed = {"words": "It was called after the first trick.", "law": "Law 56"}
    rules(table, code, 1, RULE, **typed)
    says = "ruled that the record stands: “It was called after the first trick.” (Law 56)."
    reads(table, code, 1, says)


def test_the_seventh_trick_is_agreed_on(table: Table) -> None:
    code = table.play("tricks E12", "tricks Y12", SEVENTH, "tricks Y12", signed=(0, 1))
    ben = table.member(BEN)
    page = picked(ben, door(ben, code), 3, 7, SEVENTH, SIX_ALL)
    ben.send(page, "Request a correction", reason="The seventh trick was mine.")
    ada = table.member(ADA)
    page = ada.send(opens(table, ada), "Agree: correct the record")
    assert "Agreed. The record is corrected." in page.text
    reads(table, code, 1, "Ada agreed, and the record was corrected (Law 70).")


def test_ninety_nine_or_a_hundred_is_ruled_on_and_no_tap_undoes_it(table: Table) -> None:
    code = table.play(*NINETY_NINE, signed=(0, 1))
    ben = table.member(BEN)
    page = door(ben, code)
    page = figures(ben, page)
    page = ben.get(page.links()["Ask for this correction"])
    ben.send(page, "Request a correction", reason="My pad says 20, the phone 19.")
    ada = table.member(ADA)
    page = opens(table, ada)
    assert "Was the figure of Ben in deal 3 19 or 20?" in page.text
    ada.send(page, "Contest the correction", words="I wrote 19.")
    typed = {"words": "Ben’s own figure for Ben’s own hand counts.", "law": "Law 74"}
    rules(table, code, 1, CORRECT, **typed)
    reads(table, code, 1, "corrected the record: “Ben’s own figure for Ben’s own hand counts.”")
    page = door(table.member(ADA), code)
    assert page.root.all("form", method="post") == [], "no other director could decide an appeal"


def test_a_call_under_other_rules_is_ruled_on_by_the_terms_of_the_season(table: Table) -> None:
    code = table.play(signed=(0, 1))
    ben = table.member(BEN)
    ben.send(
        door(ben, code), "Call the director", reason="I had a carte rouge in deal 1.", deal="1"
    )
    page = table.director.get(f"/p/{code}/disputes/1")
    assert "No law was found for these words." in page.text
    typed = {"words": "This season has no carte rouge.", "law": THE_TERMS}
    rules(table, code, 1, RULE, **typed)
    reads(table, code, 1, "“This season has no carte rouge.” (the terms of the season).")


def test_both_signed_and_one_denies(table: Table) -> None:
    code = table.play(signed=(0, 1))
    ben = table.member(BEN)
    page = ben.get(ben.get(f"/p/{code}/settlement").links()[NEVER])
    ben.send(page, "Say that you never signed", reason="I left before the end.")
    ada = table.member(ADA)
    ada.send(opens(table, ada), "Send the reply", words="I signed for Ben, who had to run.")
    typed = {"words": "Nobody signs for another.", "law": THE_TERMS}
    rules(table, code, 1, "Take it out of the ledger", **typed)
    reads(table, code, 1, "took the partie out of the ledger: “Nobody signs for another.”")
    page = ada.get(f"/p/{code}/settlement")
    assert "A director reversed its entry." in page.text


def test_a_paper_sheet_after_the_phone_is_compared_and_ruled_on(table: Table) -> None:
    code = table.play(*NINETY_NINE, signed=(0, 1))
    director = table.director
    page = director.get(f"{table.path}/s/{table.season}/paper")
    written = {"a1": "40", "b1": "20", "a2": "30", "b2": "20", "a3": "30", "b3": "20"}
    written |= {"a4": "20", "b4": "10", "total_a": "180", "total_b": "100"}
    players = {"first": str(ADA), "second": str(BEN)}
    page = director.send(page, "Preview and post both signed the paper", **players, **written)
    assert f"code {code}" in page.text
    page = director.get(page.links()["Correct the posted partie by a ruling"])
    page = figures(director, page)
    page = director.get(page.links()["Correct it as the director"])
    typed = {"words": "Both signed the paper sheet.", "law": "Law 74"}
    director.send(director.send(page, SHOW, **typed), POST)
    reads(table, code, 1, "corrected the record: “Both signed the paper sheet.” (Law 74).")


def test_a_refusal_at_the_table_is_answered_and_both_sign(table: Table) -> None:
    code = table.play("tricks E12", "tricks Y12", SEVENTH, "tricks Y12", signed=(0,))
    table.club.clock.later(minutes=1)
    ben = table.member(BEN)
    ben.send(door(ben, code), "Refuse to sign", reason="Deal 3 was six all.", deal="3")
    ada = table.member(ADA)
    page = ada.get(opens(table, ada).links()["Agree: correct deal 3"])
    page = ada.get(next(link for link in page.links().values() if "again?at=7&" in link))
    page = follow(ada, page, SEVENTH, SIX_ALL, FOUR)
    page = ada.send(ada.get(page.links()["Ask for this correction"]), "Agree: correct the record")
    page = ben.send(ben.get(f"/p/{code}/settlement"), "Ben signs")
    assert "Ben requested it, and Ada agreed." in page.text
    reads(table, code, 1, "Ada agreed, and the record was corrected (Law 70).")
