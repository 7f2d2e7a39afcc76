"""The oracle against itself: the solver's clauses for a demand, and a plain look at the cards."""

from collections import Counter
from random import Random

import pytest

from scorer.rules.cards import parse_hand
from scorer.rules.claims import SequenceClaim
from scorer.rules.deal import fold
from scorer.rules.presets import PORTLAND
from scorer.rules.ruleset import Ruleset
from scorer.rules.statements import CarteBlancheShown
from tests.rows import each_row
from tests.rules.checker.agreement import FULL
from tests.rules.checker.demands import Demand, Hand, HoldsRuns
from tests.rules.checker.meaning import classes_of, said_in
from tests.rules.checker.oracle import allows, blank_seats, needed
from tests.rules.checker.rounds import ROUND, SMALL
from tests.rules.checker.sat import Formula
from tests.rules.checker.small_packs import TWELVE
from tests.rules.checker.talk import arbitrary, dealt, legal, rouge_talk, talk
from tests.thorough import some

pytestmark = [pytest.mark.no_cover, pytest.mark.slow]

RULES = FULL | ROUND


@pytest.mark.parametrize("name", sorted({"portland", "rouge, nought", *some(RULES, 20)}))
def test_clauses_and_a_look_at_the_cards_agree_on_each_demand_of_random_talk(name: str) -> None:
    """Of hands that were dealt, and of the hands whose players said it."""
    rules, found = RULES[name], Counter[tuple[type[Demand], bool]]()
    hands = [hand for number in range(8) for hand in dealt(rules, Random(f"hands/{number}")).hands]
    with Formula(fold(rules, ()).require()) as formula:
        formula.x = formula.holds[0]
        for number in range(8):
            nothing_sunk = dealt(rules, Random(f"demands/{number}"))
            said = legal(rules, nothing_sunk.calls)
            log = rouge_talk(rules, f"{number}") if rules.carte_rouge and number % 2 else said
            deal = fold(rules, log if number % 4 else talk(rules, f"demands/{number}")).require()
            for demand in {each.demand for each in needed(deal, classes_of(rules))[1]}:
                demanded = formula.new()
                formula.unless = [-demanded]
                formula.demand(demand)
                for cards in (*hands, *nothing_sunk.hands):
                    met = demand.met(Hand(rules, cards))
                    found[type(demand), met] += 1
                    held = [demanded, *(formula.x[card] for card in cards)]
                    assert formula.solver.solve(assumptions=held) is met, (demand, cards)
    kinds = {kind for kind, _ in found}
    assert sum({(kind, True), (kind, False)} <= found.keys() for kind in kinds) > 5


@pytest.mark.parametrize("rules", [TWELVE, SMALL["three of three, three left"]], ids=["two players", "three players"])
def test_the_whole_formula_and_a_look_at_the_cards_agree_on_hands_of_a_small_pack(rules: Ruleset) -> None:
    """Also on how a carte blanche can have been dealt, and on what is true if nothing was sunk."""
    found = Counter[tuple[bool, bool]]()
    for number in range(60):
        rng = Random(f"whole/{rules.players}/{number}")
        blank = (CarteBlancheShown(rng.choice(rules.seats)),) if number % 2 else ()
        deal = fold(rules, legal(rules, (*blank, *arbitrary(rules, rng, most=4)))).require()
        with Formula(deal) as formula:
            for _ in range(10):
                cards = rng.sample(rules.pack, rules.hand * rules.players)
                hands = tuple(frozenset(cards[seat :: rules.players]) for seat in rules.seats)
                candid = rng.sample(classes_of(rules), rng.randrange(3))
                held = [formula.holds[seat][card] for seat in rules.seats for card in hands[seat]]
                allowed = allows(deal, hands, candid)
                assert formula.solver.solve([*held, *(formula.candid[each] for each in candid)]) is allowed, hands
                found[allowed, bool(blank_seats(said_in(deal)))] += 1
    assert len(found) == 4


@each_row("cards", "lengths", "held")
def test_no_card_serves_two_runs(cards: str, lengths: tuple[int, ...], held: bool) -> None:
    hand = Hand(PORTLAND, frozenset(parse_hand(cards)))
    assert HoldsRuns(tuple(map(SequenceClaim, lengths))).met(hand) is held
