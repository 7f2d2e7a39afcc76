"""The auction on the pages: every legal bid has a key, and the contract is shown once it is made."""

from collections.abc import Callable

import pytest

from scorer.rules.legal import legal_next
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.statements import Bid, Doubled, Passed, Redoubled
from scorer.service.parties import Sheet
from scorer.web.walk import bids_sentence
from tests.web.conftest import Phone
from tests.web.test_walk import NAMES, TABLES, ask, dealt

AUCTION = PRESETS["auction"]
REST = "E exchange 5; Y exchange 3; E point 5; Y good; E no sequence; E no set; "


@pytest.mark.parametrize("row", TABLES["bidding"], ids=lambda row: row["log"])
def test_every_legal_bid_has_a_key_under_what_was_bid_and_whose_turn_it_is(row: dict[str, str]) -> None:
    deal = dealt(AUCTION, row["log"])
    legal = {each for each in legal_next(deal) if isinstance(each, Bid | Passed | Doubled | Redoubled)}
    asked = ask(deal)
    assert {parse_log(key.said, AUCTION)[0] for row in asked.rows for key in row.keys} == legal
    assert (asked.heading, bids_sentence(deal, NAMES)) == (row["heading"], row["bids"])


@pytest.mark.parametrize("row", TABLES["contract"], ids=lambda row: row["log"])
def test_the_card_shows_the_contract_and_its_result(row: dict[str, str]) -> None:
    assert bids_sentence(dealt(AUCTION, row["log"]), NAMES) == row["contract"]


def test_other_rules_are_offered_only_if_they_can_express_the_bids(phone: Phone, record: Callable[..., Sheet]) -> None:
    bid, plain = phone.open("Ada", "Bea", rules="auction"), phone.open("Ada", "Bea")
    record(bid, f"E bids 7; Y passes; {REST}tricks E7 Y5")
    record(plain, f"{REST}tricks E7 Y5")
    assert f"/p/{bid}/other-rules" not in phone.get(f"/p/{bid}/sheet").links().values()
    assert f"/p/{plain}/other-rules" in phone.get(f"/p/{plain}/sheet").links().values()
    assert "Auction" not in phone.get(f"/p/{plain}/other-rules").text
