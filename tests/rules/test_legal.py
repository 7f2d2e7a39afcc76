"""What may be recorded at a position of a deal and in an auction,
and what goes when a call is removed.
"""

import re

import pytest

from scorer.rules.checker import check
from scorer.rules.claims import Category
from scorer.rules.deal import ALONE, Deal, Phase, fold
from scorer.rules.deal_state import Setting
from scorer.rules.errors import NotationError
from scorer.rules.findings import Finding, verdict_message
from scorer.rules.house_rules import house_rules, rules_named
from scorer.rules.legal import before, legal_calls, legal_next, legal_of, legal_play
from scorer.rules.notation import format_statement, parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import BySeat, Seat
from scorer.rules.statements import (
    Answered,
    Bid,
    Doubled,
    Exchanged,
    Passed,
    Redoubled,
    TricksCounted,
    TrickTaken,
)
from tests import there
from tests.rows import each_row

NORMAND = PRESETS["normand"]
VOLEUR = PRESETS["voleur"]
DEAL = (
    "E exchange 5; Y exchange 3; E point 5; Y how many; E making 49; Y good; E no set; count "
    "E7 last E play 9"
)


def offered(text: str, number: int) -> set[str]:
    """What may replace statement *number*, from 1, of the log *text*."""
    earlier = before(PORTLAND, parse_log(text, PORTLAND), ALONE, number - 1)
    return {format_statement(each) for each in (*legal_next(earlier), *legal_play(earlier))}


def deal_of(rules: Ruleset, log: str) -> Deal:
    return fold(rules, parse_log(log, rules)).require()


@each_row
def test_a_statement_may_be_replaced_by_what_was_legal_at_its_position(
    number: int, may: tuple[str, ...], may_not: tuple[str, ...]
) -> None:
    found = offered(DEAL, number)
    assert set(may) <= found
    assert not set(may_not) & found


@each_row
def test_a_hand_has_room_for_another_call_as_its_cards_and_suits_allow(
    log: str, sequence: bool, set_: bool
) -> None:
    state = deal_of(PORTLAND, log).state
    assert [state.has_room(Seat.ELDER, each) for each in (Category.SEQUENCE, Category.SET)] == [
        sequence,
        set_,
    ]


@pytest.mark.parametrize(
    ("preset", "offered"),
    [
        ("wikipedia", [1, 2, 3, 4, 5]),
        ("portland", [1, 2, 3, 4, 5, 6, 7]),
        ("cent-36", [*range(1, 12)]),
    ],
)
def test_younger_is_offered_the_exchange_that_the_ruleset_allows(
    preset: str, offered: list[int]
) -> None:
    deal = deal_of(PRESETS[preset], "E exchange 1")
    assert [each.cards for each in legal_of(deal, Exchanged)] == offered


def test_every_recorded_statement_is_among_its_own_replacements() -> None:
    log = parse_log(DEAL, PORTLAND)
    assert [format_statement(each) in offered(DEAL, at) for at, each in enumerate(log, 1)] == [
        True
    ] * 8


def test_an_illegal_count_may_be_replaced_by_the_answer_that_is_missing_before_it() -> None:
    """The quart was inserted before the count, and nobody has answered it."""
    log = f"{DEAL}; insert E quart before 8"
    assert fold(PORTLAND, parse_log(log, PORTLAND)).position == 7
    assert {"Y good", "Y not good"} <= offered(log, 8)
    assert {"E quint", "E no sequence"} <= offered(log, 9), "in place of what was inserted"
    answered = f"{log}; insert Y good before 8"
    assert "count E7 last E play 9" in offered(answered, 8)


def test_a_count_is_offered_with_elders_first_tricks_where_a_pique_depends_on_them() -> None:
    calls = (
        "E point 5 making 49; Y good; E quint to ace; Y good; E trio of aces; Y good; E trio "
        "of kings"
    )
    found = {
        format_statement(each)
        for each in legal_play(fold(PORTLAND, parse_log(calls, PORTLAND)).deal, 11)
    }
    assert found == {
        "count E11 last E play 13 first 0-2",
        "count E11 last E play 13 first 3-10",
        "count E11 last Y play 12",
    }
    assert legal_play(fold(NORMAND, ()).deal) == (), "of more than two nobody counts"


def test_of_one_kind_or_of_one_seat_in_one_category_the_same_is_legal_as_of_all() -> None:
    called = deal_of(PORTLAND, "E exchange 5; Y exchange 3; E point 5")
    assert (
        legal_of(called, Answered)
        == tuple(each for each in legal_next(called) if isinstance(each, Answered))
        != ()
    )
    deal = deal_of(PORTLAND, "E exchange 5; Y exchange 3")
    found = {format_statement(each) for each in legal_calls(deal, Seat.ELDER, Category.POINT)}
    assert found == {
        each for each in map(format_statement, legal_next(deal)) if re.match(r"E point \d", each)
    }
    assert "E point 5" in found


def test_nothing_is_called_once_a_race_is_won() -> None:
    rules = PRESETS["cent-36"]
    log = parse_log("E no point; E quatorze of aces; Y good; Y no point; Y no sequence", rules)
    race = Setting(final=False, before=BySeat((90, 60)), target=100)
    deal = fold(rules, log, race).require()
    assert deal.stopped is Seat.ELDER
    assert legal_calls(deal, Seat.ELDER, Category.SET) == ()


# Three players, and four in partnership


def test_a_seat_that_nobody_sits_in_is_refused_in_text_and_in_the_fold() -> None:
    with pytest.raises(NotationError, match=r"only three play under these rules$"):
        parse_log("F point 5 making 44", NORMAND)
    with pytest.raises(NotationError, match=r"only two play under these rules$"):
        parse_log("tricks T1", PORTLAND)
    with pytest.raises(NotationError, match="begins with E, Y or T"):
        parse_log("hello", NORMAND)
    for said in (TrickTaken(Seat.THIRD), TricksCounted(7, Seat.THIRD, 9)):
        assert there(fold(PORTLAND, (said,)).refusal).rule is Rule.NO_SUCH_SEAT


@each_row
def test_a_deal_goes_from_auction_to_exchange_to_calls_to_play_to_its_end(
    rules: str, log: str, phase: Phase
) -> None:
    assert deal_of(PRESETS[rules], log).phase is phase


@pytest.mark.parametrize("rules", [NORMAND, VOLEUR], ids=["three", "four"])
def test_every_card_may_count_and_whole_tricks_are_two_keys(rules: Ruleset) -> None:
    plain = house_rules(rules, {"trick_min_rank": "seven"})
    taken = [each for each in legal_next(deal_of(plain, "")) if isinstance(each, TrickTaken)]
    assert taken == [TrickTaken(seat) for seat in rules.seats]
    assert deal_of(plain, f"tricks E{rules.hand}").is_over


# Auction Piquet

AUCTION = PRESETS["auction"]
NOTHING = "E no point; E no sequence; E no set; "


def after(log: str, line: str = "auction") -> Deal:
    return deal_of(rules_named(line), log)


def test_a_page_offers_exactly_what_may_be_said() -> None:
    may = legal_next(after("E bids 11; Y doubles"))
    elder = Seat.ELDER
    auction = {each for each in may if isinstance(each, Bid | Passed | Doubled | Redoubled)}
    assert auction == {Bid(elder, 12), Bid(elder, 12, minus=True), Passed(elder), Redoubled(elder)}
    assert not any(isinstance(each, Bid) for each in legal_next(fold(PORTLAND, ()).deal))


def test_a_minus_deal_leaves_the_rules_of_its_partie_and_counts_tricks_lost() -> None:
    assert after("E bids minus 7; Y passes").rules == AUCTION
    assert {said.play for said in legal_play(after("E bids minus 7; Y passes; " + NOTHING), 3)} == {
        9
    }


def test_sinking_is_forbidden_in_a_minus_deal_and_the_checker_says_so() -> None:
    calls = (
        "E exchange 5; Y exchange 3; E no point; E no sequence; E no set; Y no point; Y no "
        "sequence; Y no set"
    )
    for said, line, forbidden in (
        ("E bids minus 7; ", "auction", True),
        ("E bids 7; ", "auction", False),
        ("E bids minus 7; ", "auction minus_sinking=yes", False),
    ):
        verdict = check(after(f"{said}Y passes; {calls}; tricks E1", line))
        assert verdict.finding is Finding.SUNK
        assert (
            "; sinking is forbidden in a minus deal" in str(verdict_message(verdict))
        ) is forbidden
