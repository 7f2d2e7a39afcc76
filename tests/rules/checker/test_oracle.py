"""The oracle against itself: what was said is read twice, and hands are looked for in two ways."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from scorer.rules.cards import Card, parse_hand
from scorer.rules.checker.assertions import assertions
from scorer.rules.deal import Deal, fold
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.ruleset import Ruleset
from tests.rules.checker.agreement import FULL, HOUSE, written
from tests.rules.checker.demands import Cards
from tests.rules.checker.meaning import EVERY_CLASS, of_assertion, said_in
from tests.rules.checker.oracle import allows, candid, needed, true_of
from tests.rules.checker.rounds import ROUND, SMALL
from tests.rules.checker.sat import Formula
from tests.rules.checker.sat import verdict as by_sat
from tests.rules.checker.small_packs import SIXTEEN, TWELVE, pack_of
from tests.rules.checker.talk import talk
from tests.thorough import mostly_slow, some

CAVENDISH = "AS JS 9S 8S AH KH QH JH 8H JC 9C KD", "QS TS TH AC KC QC TC AD QD JD TD 7D"
SAID = (
    "E point 5; Y how many; E making 49 in hearts; Y good; E quart major in hearts; Y good; "
    "E trio of knaves; Y not good; Y quatorze of tens; Y trio of queens; tricks E1"
)


def dealt(log: str, rules: str = "portland") -> Deal:
    return fold(PRESETS[rules], parse_log(log, PRESETS[rules])).require()


def cards(elder: str, younger: str) -> tuple[Cards, Cards]:
    return frozenset(parse_hand(elder)), frozenset(parse_hand(younger))


def test_the_hands_of_a_printed_deal_are_true_and_candid() -> None:
    deal, hands = dealt(SAID), cards(*CAVENDISH)

    assert true_of(hands, deal)
    assert all(candid(hands, deal, seat, category) for seat, category in EVERY_CLASS)


@pytest.mark.parametrize(("old", "new"), [("9S", "7S"), ("KD", "9D"), ("JC", "7C")])
def test_the_oracle_sees_one_changed_card(old: str, new: str) -> None:
    """Without the knave, the trio is not true; another point-making card changes nothing."""
    deal, (elder, younger) = dealt(SAID), cards(*CAVENDISH)
    (out,), (into,) = parse_hand(old), parse_hand(new)
    changed = elder - {out} | {into}

    assert true_of((changed, younger), deal) is (old != "JC")


@pytest.mark.parametrize(
    ("log", "hand", "sunk"),
    [
        ("E point 4; Y good", "elder", ["point"]),
        ("E point 5; Y good; E tierce major; Y good", "elder", ["sequence"]),
        ("E point 5; Y good; E quart major; Y good; tricks E1", "elder", ["set"]),
        ("E trio of knaves; Y good", "younger", ["set"]),
        ("E trio of knaves; Y not good; Y quatorze of tens; tricks E1", "younger", ["point", "sequence", "set"]),
    ],
)
def test_the_oracle_sees_which_class_was_sunk(log: str, hand: str, sunk: list[str]) -> None:
    deal, hands = dealt(log), cards(*CAVENDISH)
    found = [c.value for seat, c in EVERY_CLASS if seat.word == hand and not candid(hands, deal, seat, c)]

    assert true_of(hands, deal)
    assert found == sunk


def test_two_hands_have_no_card_in_common_and_are_full() -> None:
    deal = dealt("")
    elder, younger = cards(*CAVENDISH)
    (shared,) = parse_hand("AS")

    assert allows(deal, (elder, younger))
    assert not allows(deal, (elder, younger - {Card(*parse_hand("QS")[0])} | {shared}))
    assert not allows(deal, (elder - {shared}, younger))


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", mostly_slow(FULL | ROUND, ["portland", "cent-36", "losers", *ROUND]))
def test_the_checker_and_the_oracle_read_the_same_assertions(rules: str) -> None:
    for number in range(40):
        log = talk((FULL | ROUND)[rules], f"said/{rules}/{number}", corrections=0.3)
        deal = fold((FULL | ROUND)[rules], log).require()

        assert Counter(map(of_assertion, assertions(deal))) == Counter(said_in(deal)), written(log)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", SMALL)
def test_enumeration_and_sat_agree_for_three_or_four(name: str) -> None:
    rules = SMALL[name]
    found: Counter[str] = Counter()
    for number in range(25):
        log = talk(rules, f"twice/{name}/{number}")
        deal = fold(rules, log).require()
        seen = pack_of(rules).verdict(deal)

        assert by_sat(deal) == seen, written(log)
        found[seen[0]] += 1
    assert len(found) >= 2


@pytest.mark.no_cover
@pytest.mark.parametrize("house", mostly_slow(["portland", *some(HOUSE, 3)], ["portland"]))
@pytest.mark.parametrize("small", [pytest.param(TWELVE, id="twelve"), pytest.param(SIXTEEN, id="sixteen")])
def test_enumeration_and_sat_agree(small: Ruleset, house: str) -> None:
    """Two ways to look for hands, one of which looks at all of them."""
    rules = replace(small, **HOUSE.get(house, {}))
    pack = pack_of(rules)
    found: Counter[str] = Counter()
    for number in range(100 if rules.hand == 4 else 40):
        log = talk(rules, f"twice/{house}/{number}")
        deal = fold(rules, log).require()
        seen = pack.verdict(deal)

        assert by_sat(deal) == seen, written(log)
        found[seen[0]] += 1
    assert set(found) == {"possible", "sunk", "impossible"}


@pytest.mark.no_cover
def test_the_hands_that_sat_finds_meet_every_demand() -> None:
    for number in range(40):
        deal = fold(PORTLAND, talk(PORTLAND, f"solved/{number}")).require()
        with Formula(deal) as formula:
            for classes in ((), EVERY_CLASS[:3], EVERY_CLASS[3:], EVERY_CLASS):
                if formula.possible(classes):
                    assert allows(deal, formula.hands(), classes)


@pytest.mark.no_cover
def test_swapping_unnamed_suits_changes_no_demand_met() -> None:
    """A small pack looks at one of them only."""
    asked = 0
    for house in HOUSE.values():
        rules = replace(TWELVE, **house)
        pack = pack_of(rules)
        demands = {
            each.demand
            for number in range(20)
            for each in needed(fold(rules, talk(rules, f"alike/{number}")).require(), EVERY_CLASS)[1]
        }
        for demand in demands:
            assert pack.meeting(demand) == pack.listed(demand.met(hand) for hand in pack.seen), demand
        asked += len(demands)
    assert asked > 300
