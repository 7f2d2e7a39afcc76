"""The bonus watch on random deals: no bonus that is made was thought impossible before."""

from collections.abc import Mapping
from random import Random

import pytest

from scorer.rules.checker import check
from scorer.rules.claims import CALLED
from scorer.rules.deal import Deal, Phase, fold
from scorer.rules.findings import Finding
from scorer.rules.house_rules import rules_named
from scorer.rules.legal import legal_next
from scorer.rules.lines import BONUSES, LineKind
from scorer.rules.notation import format_log
from scorer.rules.presets import PRESETS
from scorer.rules.reckoning import claim_points
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from scorer.rules.statements import (
    Answer,
    Answered,
    Asked,
    Bid,
    Called,
    Conceded,
    Exchanged,
    FoundFalse,
    HeadSaid,
    Passed,
    PipsSaid,
    Proved,
    ReckonedNothing,
    Statement,
    TrickTaken,
    Waived,
    Withdrawn,
)
from scorer.rules.watch import may_call, watch
from tests.rules.strategies import by_kind
from tests.thorough import SEED, examples, mostly_slow, some

CORRECTIONS = (Withdrawn, Proved, FoundFalse, ReckonedNothing, Waived)
"""What unmakes what was called: after it anything may be open again."""

LIKELY: Mapping[type, int] = {Called: 8, Answered: 12, Asked: 3, PipsSaid: 9, HeadSaid: 9, Exchanged: 2}


def may_follow(deal: Deal) -> list[Statement]:
    """What may be said next, corrections aside; an answer that is changed is one."""
    unwanted = (*CORRECTIONS, Conceded) if deal.pending else (*CORRECTIONS, Conceded, Answered, Asked)
    return [each for each in legal_next(deal) if not isinstance(each, unwanted)]


def anything(draw: Random, deal: Deal) -> Statement:
    """Something that may be said, calls and their answers more often, and rather the higher of its kind."""
    kinds = by_kind(may_follow(deal))
    likely = [LIKELY.get(type(among[0]), 1) * (1 + 2 * kind.endswith(" good")) for kind, among in kinds.items()]
    (among,) = draw.choices(list(kinds.values()), likely)
    return draw.choice(among[len(among) // 2 :] if draw.random() < 0.7 else among)


def in_favour_of(seat: Seat, draw: Random, deal: Deal) -> Statement:
    """What brings the most to *seat*: its best call, the answer that it wants, and every trick."""
    may = may_follow(deal)
    if deal.phase is Phase.AUCTION:
        kind = Bid if deal.state.auction.bid is None else Passed
        return draw.choice([each for each in may if isinstance(each, kind)])
    if deal.pending is not None:
        wanted = Answer.GOOD if seat is Seat.ELDER else Answer.NOT_GOOD
        return next(
            each for each in may if each == Answered(Seat.YOUNGER, wanted) or isinstance(each, PipsSaid | HeadSaid)
        )
    calls = [each for each in may if isinstance(each, Called) and each.seat is deal.state.caller(seat)]
    if calls:
        most = max(claim_points(deal.rules, each.claim) for each in calls)
        return draw.choice([each for each in calls if claim_points(deal.rules, each.claim) == most])
    winner = seat.other if deal.state.auction.minus else seat
    return [each for each in may if isinstance(each, TrickTaken) and each.seat is winner][-1]


def random_deals(draw: Random, rules: Ruleset) -> list[Deal]:
    """A deal after each of its statements: anything at first, and then what favours one seat."""
    deals, favoured, free = [fold(rules, ()).deal], draw.choice(rules.seats), draw.randrange(14)
    while not deals[-1].is_over:
        deal = deals[-1]
        said = anything(draw, deal) if len(deals) <= free else in_favour_of(favoured, draw, deal)
        deals.append(fold(rules, (*deal.log, said)).require())
    return deals


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


def outbid_themselves(deal: Deal) -> bool:
    """Return whether a seat round the table called something better after something worse."""
    states = deal.state.categories.values()
    called = [entries for state in states for entries in state.entries if entries]
    return any(deal.state.best(entries) is not entries[0] for entries in called)


OTHER_CALLS = "auction minus_calls=other"
"""House rules by which calls score for the other seat in a deal played to lose."""

QUICK = ["portland", "modern", "normand", OTHER_CALLS]


@pytest.mark.no_cover
@pytest.mark.parametrize("line", mostly_slow(sorted({*QUICK, *some(PRESETS, 2)}), QUICK))
def test_no_bonus_that_is_made_was_thought_impossible(line: str) -> None:
    """
    The bounds are never too low: what is made was open at every earlier position where its maker had points.

    Positions with another bonus are left aside, and those before a contract,
    where nothing is said to be open. In every fifth deal each class is asked, too.
    The first ten deals are always the same. Round the table a call says what a player holds,
    so claims that no cards allow without a sunk one, as a huitieme after a point of seven, prove nothing.
    """
    draw, rules, made = Random(line), rules_named(line), 0
    for number in range(examples(30).max_examples):
        deals = random_deals(draw if number < 10 else Random(f"{SEED}/{line}/{number}"), rules)
        if number % 5 == 0:
            for deal in deals:
                assert_open_classes(deal)
        for kind, seat in set().union(*map(bonuses, deals)):
            made += kind is LineKind.REPIQUE
            first = next(index for index, deal in enumerate(deals) if (kind, seat) in bonuses(deal))
            if rules.players > 2 and outbid_themselves(deals[first]):
                continue
            for deal in deals[:first]:
                scored = any(deal.score[each] for each in (seat, *rules.partners(seat)))
                if scored and not bonuses(deal) and deal.phase is not Phase.AUCTION:
                    is_open = (kind, seat) in [each[:2] for each in watch(deal)]
                    held = rules.players == 2 or check(deals[first]).finding is Finding.POSSIBLE
                    assert is_open or not held, format_log(deals[first].log)
    assert made >= 2
