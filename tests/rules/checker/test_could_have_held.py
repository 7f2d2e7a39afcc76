"""Whether somebody could have held what he claimed, against every deal of a small pack."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from scorer.rules.cards import Rank
from scorer.rules.checker import Finding, check, could_have_held
from scorer.rules.claims import Claim, SequenceClaim, SetClaim
from scorer.rules.deal import Deal, fold
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND
from scorer.rules.seats import Seat
from scorer.rules.statements import Called
from tests.rules.checker.agreement import FULL, written
from tests.rules.checker.demands import Cards, Demand, Hand, Holds, HoldsRuns
from tests.rules.checker.meaning import Kind, said_in
from tests.rules.checker.oracle import blank_seats, exchanges
from tests.rules.checker.rounds import ROUND
from tests.rules.checker.small_packs import TWELVE, bits, pack_of
from tests.rules.checker.talk import talk
from tests.thorough import mostly_slow


def by_looking(deal: Deal, seat: Seat, claim: Claim) -> bool:
    """Whether in some deal that allows the rest *claim* lies in hand and discards together."""
    said = tuple(
        each
        for each in said_in(deal)
        if not (each.seat is seat and each.claim == claim and each.kind in (Kind.HELD, Kind.FALSE))
    )
    assert not blank_seats(said), "who was dealt a carte blanche cannot have thrown away anything"
    demand: Demand = HoldsRuns((claim,)) if isinstance(claim, SequenceClaim) else Holds(claim)
    most = max(way[seat] for way in exchanges(deal.rules, said))
    pack = pack_of(deal.rules)
    full = frozenset(deal.rules.pack)

    @cache
    def shows(cards: Cards) -> bool:
        return demand.met(Hand(deal.rules, cards))

    return any(
        any(
            shows(pack.hands[own] | {*thrown})
            for thrown in combinations(full - pack.hands[own] - pack.hands[other], most)
        )
        for lists in pack.heard(deal, said).lists()
        for own in bits(lists[seat])
        for other in bits(lists[seat.other] & pack.apart[own])
    )


CASES = pytest.mark.parametrize(
    ("log", "claimed", "could"),
    [
        # nobody has said anything of kings
        ("E trio of kings; Y good; tricks E1; E false trio of kings", "E trio of kings", True),
        # she has all four aces
        ("E trio of aces; Y not good; Y quatorze of aces", "E trio of aces", False),
        ("E trio of kings; Y not good; Y quatorze of aces", "E trio of kings", True),
        # a trio of hers leaves one
        ("E trio of queens; Y not good; Y trio of aces", "E trio of aces", False),
        ("E trio of queens; Y not good; Y trio of aces", "E trio of queens", True),
        # four kings and three queens are seven cards: four in hand and two thrown away are six
        ("E quatorze of kings; Y good", "E trio of queens", False),
        # four kings and a tierce: four in hand and two thrown away
        ("E quatorze of kings; Y good; E tierce; Y good", "E tierce", True),
        # with one thrown away, five
        ("E exchange 1; E quatorze of kings; Y good; E tierce; Y good", "E tierce", False),
        ("E exchange 2; E quatorze of kings; Y good; E tierce; Y good", "E tierce", True),
        # in every suit but one a card is hers
        ("Y quatorze of aces; Y no point", "E tierce", False),
        ("E tierce in hearts; Y good; Y trio of aces", "E tierce in hearts", True),
        # three queens of hers and a tierce of his would share one
        ("E tierce; Y good; Y point 1 making 11; Y quatorze of queens", "Y point 1 making 11", None),
        # without the tierce there is nothing to contradict them
        ("E tierce; Y good; Y quatorze of queens", "E tierce", False),
    ],
)


def asked(log: str, claimed: str) -> tuple[Deal, Called]:
    """A deal with the small pack, and a call in it or in doubt."""
    (call,) = parse_log(claimed, TWELVE)
    assert isinstance(call, Called)
    return fold(TWELVE, parse_log(log, TWELVE)).require(), call


@CASES
def test_what_could_have_been_held(log: str, claimed: str, could: bool | None) -> None:
    deal, call = asked(log, claimed)
    assert could_have_held(deal, call.seat, call.claim) is could


@pytest.mark.no_cover
@CASES
def test_what_could_have_been_held_lies_in_some_deal(log: str, claimed: str, could: bool | None) -> None:
    deal, call = asked(log, claimed)
    assert by_looking(deal, call.seat, call.claim) is bool(could)


def test_every_head_is_tried_for_a_denied_call_without_one() -> None:
    deal = fold(PORTLAND, parse_log("E tierce; Y not good; tricks E1", PORTLAND)).require()
    assert could_have_held(deal, Seat.YOUNGER, SequenceClaim(8, Rank.ACE)) is True
    four = fold(PORTLAND, parse_log("E quatorze of aces; Y good; E tierce; Y not good; tricks E1", PORTLAND)).require()
    assert could_have_held(four, Seat.YOUNGER, SequenceClaim(8, Rank.ACE)) is False


@pytest.mark.parametrize(
    ("rules", "log", "claimed", "could"),
    [
        ("normand", "E trio of aces; Y trio of kings", "Y trio of kings", True),
        ("normand", "E trio of aces; Y trio of kings", "T trio of kings", False),
        # of four aces one is not elder's
        ("normand", "E trio of aces; Y trio of kings", "T trio of aces", False),
        # elder exchanges nothing, and has ten cards
        ("normand", "E point 8 making 75 in hearts; E trio of kings", "E trio of queens", False),
        # the dealer threw two away
        ("normand", "T point 8 making 75 in hearts; T trio of kings", "T quatorze of kings", True),
        ("normand", "T exchange 1; T point 8 making 75 in hearts; T trio of kings", "T quatorze of kings", True),
        ("normand", "T point 8 making 75 in hearts; T trio of kings", "T trio of queens", True),
        ("voleur", "F point 8 making 75 in hearts", "F tierce major in spades", False),
        ("voleur", "E tierce major in hearts; F trio of aces", "F tierce major in hearts", False),
        ("normand", "E trio of aces; Y trio of aces", "T trio of kings", None),
    ],
)
def test_what_could_have_been_held_of_three_or_four(rules: str, log: str, claimed: str, could: bool | None) -> None:
    deal = fold(ROUND[rules], parse_log(log, ROUND[rules])).require()
    (call,) = parse_log(claimed, ROUND[rules])
    assert isinstance(call, Called)
    assert could_have_held(deal, call.seat, call.claim) is could


@pytest.mark.no_cover
@pytest.mark.parametrize("name", mostly_slow(FULL | ROUND, ["portland", "voleur"]))
def test_what_a_player_may_hold_they_could_have_held(name: str) -> None:
    asked = 0
    for number in range(12):
        deal = fold((FULL | ROUND)[name], talk((FULL | ROUND)[name], f"could/{name}/{number}")).require()
        if check(deal).finding is not Finding.IMPOSSIBLE:
            for said in deal.log:
                entries = deal.state.categories[said.claim.category].entries if isinstance(said, Called) else ()
                if isinstance(said, Called) and any(said.claim == each.claim for each in entries[said.seat]):
                    assert could_have_held(deal, said.seat, said.claim) is True, (written(deal.log), said)
                    asked += 1
    assert asked > 5


def test_four_tens_that_lie_in_the_hand_could_have_been_held() -> None:
    log = "E point 5; Y good; E quart; Y good; E trio of knaves; Y not good; Y quatorze of tens; Y trio of queens"
    deal = fold(PORTLAND, parse_log(log, PORTLAND)).require()

    assert could_have_held(deal, Seat.YOUNGER, SetClaim(4, Rank.TEN)) is True
