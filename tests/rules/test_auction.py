"""Auction Piquet: what may be bid, and what a deal that is played to lose does otherwise."""

from scorer.rules.checker import check
from scorer.rules.deal import Deal, Phase, fold
from scorer.rules.findings import Finding, verdict_sentence
from scorer.rules.house_rules import rules_named
from scorer.rules.legal import legal_next, legal_play
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.seats import Seat
from scorer.rules.statements import Bid, Doubled, Passed, Redoubled

AUCTION = PRESETS["auction"]
NOTHING = "E no point; E no sequence; E no set; "


def deal_of(log: str, line: str = "auction") -> Deal:
    rules = rules_named(line)
    return fold(rules, parse_log(log, rules)).require()


def test_the_auction_is_a_phase_that_ends_with_a_pass_after_a_bid() -> None:
    assert deal_of("").phase is deal_of("E bids 7").phase is Phase.AUCTION
    assert deal_of("E bids 7; Y passes").phase is Phase.EXCHANGE


def test_a_page_offers_exactly_what_may_be_said() -> None:
    offered = legal_next(deal_of("E bids 11; Y doubles"))
    auction = {each for each in offered if isinstance(each, Bid | Passed | Doubled | Redoubled)}
    elder = Seat.ELDER
    assert auction == {Bid(elder, 12), Bid(elder, 12, minus=True), Passed(elder), Redoubled(elder)}
    assert not any(isinstance(each, Bid) for each in legal_next(fold(PORTLAND, ()).deal))


def test_a_minus_deal_leaves_the_rules_of_its_partie_and_counts_tricks_lost() -> None:
    assert deal_of("E bids minus 7; Y passes").rules == AUCTION
    assert {said.play for said in legal_play(deal_of("E bids minus 7; Y passes; " + NOTHING), 3)} == {9}


def test_sinking_is_forbidden_in_a_minus_deal_and_the_checker_says_so() -> None:
    calls = "E exchange 5; Y exchange 3; E point 3; Y good; E no sequence; E no set; Y no sequence; Y no set"
    for said, line, forbidden in (
        ("E bids minus 7; ", "auction", True),
        ("E bids 7; ", "auction", False),
        ("E bids minus 7; ", "auction minus_sinking=yes", False),
    ):
        verdict = check(deal_of(f"{said}Y passes; {calls}; tricks E1", line))
        assert verdict.finding is Finding.SUNK
        assert ("; sinking is forbidden in a minus deal" in verdict_sentence(verdict)) is forbidden
