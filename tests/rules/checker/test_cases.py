"""Short logs that are easily got wrong: the verdict on each, or whether a call in it could have been held."""

import tomllib
from itertools import chain, combinations
from pathlib import Path

import pytest

from scorer.rules.checker import check, could_have_held, finding
from scorer.rules.claims import CALLED, Claim, SequenceClaim
from scorer.rules.deal import Deal, fold
from scorer.rules.findings import Finding, Says, verdict_sentence
from scorer.rules.notation import parse_log
from scorer.rules.seats import Seat
from scorer.rules.sentences import seat_names
from scorer.rules.statements import Called
from tests.rules.checker.agreement import FULL, assert_agrees, assert_witnessed, written
from tests.rules.checker.demands import Demand, Hand, Holds, HoldsRuns
from tests.rules.checker.meaning import Said, said_in
from tests.rules.checker.oracle import blank_seats, exchanges
from tests.rules.checker.rounds import ROUND
from tests.rules.checker.sat import Formula
from tests.rules.checker.small_packs import TWELVE, bits, pack_of
from tests.rules.checker.talk import talk
from tests.thorough import mostly_slow, some

RULES = FULL | ROUND | {"twelve": TWELVE}
TABLES = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))
CASES, CLAIMS = TABLES["case"], TABLES["claim"]
EXACT = [case for case in CASES if case["rules"] not in ROUND or ":" not in case["log"]]
"""Of more than two players each hand alone is checked against the cards counted in the play."""


def deal_of(row: dict[str, str]) -> Deal:
    rules = RULES[row["rules"]]
    return fold(rules, parse_log(row["log"], rules)).require()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_hard_case_has_its_verdict_and_its_sentence(case: dict[str, str]) -> None:
    deal = deal_of(case)
    verdict = check(deal)
    number = len(verdict.sunk) + len(verdict.conflict)
    assert finding(deal) is verdict.finding
    assert f"{verdict.finding.value} {number or ''}".strip() == case["verdict"]
    assert case.get("sentence") in (None, verdict_sentence(verdict))
    assert verdict_sentence(verdict) == verdict_sentence(verdict, seat_names(deal.rules.players))
    if verdict.finding is not Finding.IMPOSSIBLE and case in EXACT:
        assert_witnessed(deal, verdict)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("case", some(EXACT, 5), ids=lambda case: case["name"])
def test_a_hard_case_put_to_the_solver(case: dict[str, str]) -> None:
    assert_agrees(RULES[case["rules"]], deal_of(case).log, Formula)


def by_looking(deal: Deal, seat: Seat, claim: Claim) -> bool:
    """Whether in some deal of a small pack that allows the rest *claim* lies in hand and discards together."""
    own = (Said(seat, Says.HOLDS, claim), Said(seat, Says.LACKS, claim))
    said = tuple(each for each in said_in(deal) if each not in own)
    assert not blank_seats(said), "who was dealt a carte blanche cannot have thrown away anything"
    demand: Demand = HoldsRuns((claim,)) if isinstance(claim, SequenceClaim) else Holds(claim)
    most = max(way[seat] for way in exchanges(deal.rules, said))
    pack = pack_of(deal.rules)
    return any(
        demand.met(Hand(deal.rules, pack.hands[hand] | {*thrown}))
        for lists in pack.heard(deal, said).lists()
        for hand in bits(lists[seat])
        for other in bits(lists[seat.other] & pack.apart[hand])
        for thrown in combinations(set(deal.rules.pack) - pack.hands[hand] - pack.hands[other], most)
    )


@pytest.mark.parametrize("row", CLAIMS, ids=lambda row: f"{row['log']}: {row['claimed']}")
def test_what_could_have_been_held(row: dict[str, str]) -> None:
    deal = deal_of(row)
    (call,) = parse_log(row["claimed"], deal.rules)
    assert isinstance(call, Called)
    could = {True: "yes", False: "no", None: "contradictory"}[could_have_held(deal, call.seat, call.claim)]
    assert could == row["could"]
    assert row["rules"] != "twelve" or by_looking(deal, call.seat, call.claim) is (could == "yes")


@pytest.mark.no_cover
@pytest.mark.parametrize("name", mostly_slow(FULL | ROUND, ["portland", "voleur"]))
def test_what_a_player_may_hold_they_could_have_held(name: str) -> None:
    asked = 0
    for number in range(8):
        deal = fold(RULES[name], talk(RULES[name], f"could/{name}/{number}")).require()
        if check(deal).finding is not Finding.IMPOSSIBLE:
            for category in CALLED:
                for entry in chain.from_iterable(deal.state.categories[category].entries):
                    assert could_have_held(deal, entry.seat, entry.claim) is True, (written(deal.log), entry)
                    asked += 1
    assert asked > 5
