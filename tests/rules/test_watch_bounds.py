"""The bonus watch on random deals: no bonus that is made was thought impossible before."""

from random import Random

import pytest

from scorer.rules.claims import CALLED
from scorer.rules.deal import Deal, Phase, fold
from scorer.rules.house_rules import rules_named
from scorer.rules.legal import legal_next
from scorer.rules.lines import BONUSES, LineKind
from scorer.rules.notation import format_log
from scorer.rules.presets import PRESETS
from scorer.rules.reckoning import by_side
from scorer.rules.seats import Seat
from scorer.rules.statements import Called
from scorer.rules.watch import may_call, most_in_deal, watch
from tests.rules.checker.talk import dealt, perturbed
from tests.thorough import SEED, examples, mostly_slow, some


def bonuses(deal: Deal) -> set[tuple[LineKind, Seat]]:
    """Every repique and pique that is made in *deal* as it stands."""
    rules = deal.rules
    return {(line.kind, rules.seats[rules.side_of[line.seat]]) for line in deal.lines if line.kind in BONUSES}


def assert_open_classes(deal: Deal) -> None:
    """
    Assert that the look at a class, which stops early, finds what the list of all that may be said has.

    Round the table a player who has called is taken to have called the best first.
    """
    if deal.pending is None and deal.phase is not Phase.AUCTION:
        rules, state = deal.rules, deal.state
        calls = {(each.seat, each.claim.category) for each in legal_next(deal) if isinstance(each, Called)}
        legal = {(seat, kind) for seat, kind in calls if rules.players == 2 or not state.categories[kind].entries[seat]}
        assert legal == {(seat, each) for seat in rules.seats for each in CALLED if may_call(state, seat, each)}


OTHER_CALLS = "auction minus_calls=other"
"""House rules by which calls score for the other seat in a deal played to lose."""

QUICK = ["portland", "modern", "normand", "voleur", OTHER_CALLS]


@pytest.mark.no_cover
@pytest.mark.parametrize("line", mostly_slow(sorted({*QUICK, *some(PRESETS, 2)}), QUICK))
def test_no_bonus_that_is_made_was_thought_impossible(line: str) -> None:
    """
    The bounds are never too low: what is made was open at every earlier position where its maker had points, and no
    side exceeds what a deal can score.

    Positions with another bonus are left aside, and those before a contract, where nothing is said to be open. In
    every second deal between two something is said otherwise than the cards have it; in every fifth deal each class
    is asked, too. The first ten deals are always the same.
    """
    rules, made = rules_named(line), 0
    for number in range(examples(200).max_examples):
        rng = Random(f"{line}/{number}" if number < 10 else f"{SEED}/{line}/{number}")
        log = dealt(PRESETS[rules.id], rng, sink=number % 3 == 0, stacks=0.8).log
        if number % 2 and rules.players == 2:
            log = perturbed(rules, rng, log, changes=2)
        deals = [fold(rules, log[:end]).require() for end in range(len(log) + 1)]
        assert max(by_side(rules, tuple(deals[-1].score))) <= most_in_deal(rules, 0), format_log(log)
        if number % 5 == 0:
            for deal in deals:
                assert_open_classes(deal)
        for kind, seat in set().union(*map(bonuses, deals)):
            made += kind is LineKind.REPIQUE
            first = next(index for index, deal in enumerate(deals) if (kind, seat) in bonuses(deal))
            for deal in deals[:first]:
                scored = any(deal.score[each] for each in (seat, *rules.partners(seat)))
                if scored and not bonuses(deal) and deal.phase is not Phase.AUCTION:
                    assert (kind, seat) in [each[:2] for each in watch(deal)], format_log(log)
    assert made >= 2
