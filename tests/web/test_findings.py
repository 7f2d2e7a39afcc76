"""The claim check on the pages: the warning at the table, cards that fit, false claims, proof on demand."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn, cast

import pytest
from flask import Flask

from scorer.rules.deal import Deal
from scorer.rules.findings import Verdict, Witness
from scorer.service.checking import check
from scorer.service.parties import Parties, Sheet
from scorer.web import findings
from scorer.web.findings import SUNK_NOW
from scorer.web.rights import Right
from tests.web.conftest import WORKED_DEAL, Node, Page, Phone, routes

Recorder = Callable[..., Sheet]

WORKED = "; ".join(WORKED_DEAL)
TENS = "E exchange 5; Y exchange 3; E point 5; Y good; E quint; E to ace; Y good; E trio of knaves; Y not good"
"""Ada has a ten in the quint, so that Bea's better set is any but four tens."""

SUNK = "E exchange 5; Y exchange 3; E no point; E no sequence; E no set"
"""Every hand has a point to call; that neither called one is known with the first trick."""


def warnings(page: Page) -> list[Node]:
    return [node for node in page.root.nodes if node.attrs.get("class") == "doubt"]


def everything(app: Flask, phone: Phone, code: str) -> dict[str, Page]:
    """Return every page that needs only the code, with each number of a deal or a statement."""
    paths = {path for method, path in routes(app, Right.READER, code) if method == "GET"}
    for deal in (1, 2, 3):
        paths |= {f"/p/{code}/deals/{deal}", f"/p/{code}/deals/{deal}/cards", f"/p/{code}/?deal={deal}"}
    paths |= {f"/p/{code}/deals/2/again?at={number}&do=instead" for number in range(1, 8)}
    return {path: phone.get(path) for path in sorted(paths)}


def test_the_warning_leads_to_the_form_that_ends_it(phone: Phone, parties: Parties, code: str) -> None:
    parties.record(code, deal=0, position=0, said=TENS, form_key="tens")
    form = phone.get(warnings(phone.tap_all(code, "Y quatorze of tens"))[0].attrs["href"])
    (doubt,) = form.root.all("p", class_="doubt")
    assert doubt.text == "Impossible Ada’s quint and Bea’s four tens can’t both be true."
    (queens,) = (node for node in form.root.all("a") if node.attrs.get("aria-label") == "three queens")
    corrected = phone.tap(phone.get(queens.attrs["href"]), "strike 10 for Y trio of queens")
    assert (warnings(corrected), corrected.root.all("div", id="table")[0].attrs["data-warning"]) == ([], "")
    phone.tap_all(code, "strike 11", *["tricks E1"] * 12)
    page = phone.table(code)
    assert warnings(page)[0].attrs["href"] == f"/p/{code}/deals/1/again?at=10&do=instead&back=table"
    assert "Next deal" in page.links()
    assert "Cards that fit" not in phone.get(f"/p/{code}/deals/1").links()
    assert phone.get(f"/p/{code}/deals/1/cards").status == 404


def test_who_sank_what_is_said_later(
    app: Flask, phone: Phone, other: Phone, parties: Parties, record: Recorder
) -> None:
    """No seat, no category and no card, on any page and on either phone; nor where the deal is open again."""
    code = phone.open("Ada", "Bea")
    record(code, WORKED)
    assert phone.say(code, f"{SUNK}; tricks E11", deal=1, position=0, key="sunk").status == 303
    page = phone.table(code)
    assert [node.text for node in warnings(page)] == [SUNK_NOW]
    assert page.root.all("div", id="table")[0].attrs["data-warning"] == SUNK_NOW
    assert SUNK_NOW in phone.get(f"/p/{code}/deals/2").root.all("section", id="claims")[0].text
    for each in (phone, other):
        for path, found in everything(app, each, code).items():
            assert not re.search(r"\bs[au]nk\b", found.html.replace(SUNK_NOW, "")), path
    over = phone.tap(page, "tricks E1")
    assert "Possible if Bea sank a point and Ada sank a point." in over.text
    undo = next(said for said, node in over.said().items() if node.text.startswith("Undo"))
    assert [node.text for node in warnings(phone.tap(over, undo))] == [SUNK_NOW]
    assert phone.get(f"/p/{code}/deals/2/cards").status == 404


class Hidden:
    """Cards that nobody may look at."""

    def __getattribute__(self, name: str) -> NoReturn:
        raise AssertionError("the cards of a deal that goes on were looked at")


@pytest.mark.parametrize("log", ["; ".join(WORKED_DEAL[:-1]), "E carte blanche; E exchange 5; E no sequence"])
def test_no_page_shows_cards_of_a_deal_that_goes_on(
    app: Flask, phone: Phone, other: Phone, record: Recorder, monkeypatch: pytest.MonkeyPatch, log: str
) -> None:
    """On either phone every address is tried, and none even looks at them; those of the first deal are shown."""

    def guarded(deal: Deal) -> Verdict:
        found = check(deal)
        return found if deal.is_over else replace(found, witness=cast("Witness", Hidden()))

    monkeypatch.setattr(findings, "check", guarded)
    code = phone.open("Ada", "Bea")
    record(code, WORKED)
    assert phone.say(code, log, deal=1, position=0, key="the second").status == 303
    for each in (phone, other):
        pages = everything(app, each, code)
        assert {page.status for page in pages.values()} <= {200, 204, 404}
        shown = {path for path, page in pages.items() if "♠" in page.text or "suits" in page.html}
        assert shown == {f"/p/{code}/deals/1/cards"}
        assert pages[f"/p/{code}/deals/2/cards"].status == 404
        assert "Cards that fit" not in pages[f"/p/{code}/deals/2"].text


def test_a_claim_is_found_false_or_shown_once_by_its_key(phone: Phone, parties: Parties, code: str) -> None:
    """It is seen before it is kept. A claim that was shown scores nothing; the other player may waive a penalty."""
    log = "E point 5; Y good; E trio of kings; Y not good; Y quatorze of aces; tricks E12"
    parties.record(code, deal=0, position=0, said=log, form_key="calls")
    shows, false = "Ada: shows point of five", "Bea: four aces found false"
    before = phone.table(code).counts()
    for key, said in ((shows, "E shows point 5"), (false, "Y false quatorze of aces")):
        phone.tap(phone.get(phone.get(f"/p/{code}/deals/1").links()[key]), said)
        if said == "E shows point 5":
            assert phone.table(code).counts() == before
    page = phone.get(f"/p/{code}/deals/1")
    assert page.links()[shows].endswith("/again?at=18&do=instead"), "it is a line of the timeline, and no key any more"
    assert "Ada: point of five found false" not in page.links()
    (answer,) = (item for item in page.root.all("li", class_="item false") if item.text.startswith(false))
    assert "By what was said, Bea may have held it" in answer.text
    assert not any("Y+false" in href.rpartition(";")[2] for href in page.links().values())
    assert "Ada: waives the penalty" in page.links()
