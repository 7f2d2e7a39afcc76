"""What a verdict of the checker must be, checked against an oracle;
and the rules that it is tried under.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Protocol

from scorer.rules import ruleset as o
from scorer.rules.cards import Rank
from scorer.rules.checker import check
from scorer.rules.checker.assertions import assertions
from scorer.rules.claims import Claim, SequenceClaim
from scorer.rules.deal import Deal, fold
from scorer.rules.findings import Finding, Says, SeatClass, Verdict
from scorer.rules.house_rules import house_rules
from scorer.rules.notation import format_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Seat
from scorer.rules.statements import Log
from tests.rows import beside
from tests.rules.checker.demands import courts, holds, holds_runs
from tests.rules.checker.meaning import Said, classes_of, of_assertion, said_in
from tests.rules.checker.sat import Formula, blank_seats, exchanges

HOUSE: dict[str, dict[str, Any]] = {
    "losers": {"losers_in_class": o.LosersInClass.ALL_VALID},
    "tied": {"sequence_tie": o.TieSequence.TIED_ONLY},
    "nought": {"nought": True, "sequence_tie": o.TieSequence.TIED_ONLY},
    "rouge": {"carte_rouge": 20},
    "pips": {
        "point_compare": o.PointCompare.PIPS,
        "point_pips": o.Stated.ALWAYS,
        "sequence_heads": o.Stated.ALWAYS,
    },
    "void": {"penalties": o.Penalties.VOID, "point_min": 3},
}
"""House rules that change what may be said, or what it means."""

FULL: dict[str, Ruleset] = {
    **{name: rules for name, rules in PRESETS.items() if rules.players == 2},
    "losers": replace(PORTLAND, **HOUSE["losers"]),
    "nought": replace(PORTLAND, **HOUSE["nought"]),
    "by pips": replace(PORTLAND, point_compare=o.PointCompare.PIPS),
    "rouge": replace(PORTLAND, **HOUSE["rouge"]),
    "rouge, nought": replace(PORTLAND, **HOUSE["rouge"], **HOUSE["nought"]),
    "rouge, losers": replace(PORTLAND, **HOUSE["rouge"], **HOUSE["losers"]),
    "cent-36-both": replace(PRESETS["cent-36"], carte_blanche_when=o.CarteBlancheWhen.BOTH),
}
"""Whole packs of two, under the presets and under house rules."""

NORMAND = PRESETS["normand"]
VOLEUR = PRESETS["voleur"]

ROUND: dict[str, Ruleset] = {"normand": NORMAND, "voleur": VOLEUR} | {
    name: house_rules(PRESETS[base], changes)
    for base, tables in beside(__file__).items()
    for name, changes in tables.items()
}
"""Whole packs of three and of four, under the presets and under house rules that change much."""

TWELVE = replace(
    PORTLAND,
    lowest=Rank.QUEEN,
    hand=4,
    talon=4,
    elder_exchange_max=2,
    sequence_points=(3,),
    set_min_rank=Rank.QUEEN,
)
SIXTEEN = replace(
    PORTLAND,
    lowest=Rank.KNAVE,
    hand=6,
    talon=4,
    elder_exchange_max=3,
    sequence_points=(3, 4),
    set_min_rank=Rank.KNAVE,
)


def small(base: Ruleset, lowest: Rank, hand: int, talon: int) -> Ruleset:
    """*base* with a small pack, of which the dealer exchanges as many
    as there are left over, or fewer.
    """
    most = min(base.dealer_exchange_max, talon)
    return replace(
        base,
        lowest=lowest,
        hand=hand,
        talon=talon,
        dealer_exchange_min=min(1, most),
        dealer_exchange_max=most,
        sequence_points=tuple(range(3, 16 - lowest)),
        set_min_rank=lowest,
        point_min_pips=0,
    )


SMALL: dict[str, Ruleset] = {
    "twelve": TWELVE,
    "three of four": small(NORMAND, Rank.QUEEN, 4, 0),
    "three of three, three left": small(NORMAND, Rank.QUEEN, 3, 3),
    "three of three, rouge": replace(small(NORMAND, Rank.QUEEN, 3, 3), carte_rouge=20),
    "four of three": small(VOLEUR, Rank.QUEEN, 3, 0),
    "four of three, holder": replace(small(ROUND["four, holder"], Rank.QUEEN, 3, 0), point_min=2),
    "three of three, losers": small(ROUND["three, losers"], Rank.QUEEN, 3, 3),
}
"""Packs of twelve cards."""


SMALL_PACKS: dict[str, Ruleset] = {
    "sixteen": SIXTEEN,
    **{f"twelve, {house}": replace(TWELVE, **changes) for house, changes in HOUSE.items()},
    **{f"sixteen, {house}": replace(SIXTEEN, **changes) for house, changes in HOUSE.items()},
    "three of five": small(NORMAND, Rank.KNAVE, 5, 1),
    "four of four": small(VOLEUR, Rank.KNAVE, 4, 0),
}
"""House rules of packs of twelve and of sixteen cards."""


def written(log: Log) -> str:
    """A log in one line, to be read where a test fails."""
    return format_log(log).strip().replace("\n", "; ")


def assert_witnessed(deal: Deal, verdict: Verdict, oracle: Formula | None = None) -> None:
    """The cards that the checker shows make everything true, with nothing sunk but what it says."""
    assert verdict.witness is not None
    hands = [frozenset(hand) for hand in verdict.witness.hands]
    candid = frozenset(classes_of(deal.rules)) - frozenset(verdict.sunk)
    assert (oracle or Formula(deal)).possible(candid, hands)
    said = said_in(deal)
    blank = blank_seats(said_in(deal))
    thrown = [frozenset(cards) for cards in verdict.witness.discards]
    lie = [*verdict.witness.hands, *thrown]
    assert sum(map(len, lie)) == len(frozenset().union(*lie)), "no card lies twice"
    assert all(cards <= set(deal.rules.pack) for cards in (*hands, *thrown))
    assert not any(card.rank in courts(deal.rules) for seat in blank for card in thrown[seat])
    if blank:
        ways = [
            way
            for way in exchanges(deal.rules, said)
            if all(len(thrown[seat]) == way[seat] for seat in blank)
        ]
        courtly = [sum(card.rank in courts(deal.rules) for card in hand) for hand in hands]
        assert any(all(courtly[seat] <= way[seat] for seat in blank) for way in ways)
    assert not any(thrown[seat] for seat in deal.rules.seats if seat not in blank)


def assert_conflicts(deal: Deal, verdict: Verdict) -> None:
    """What the checker names cannot all be, and all but any one of it can."""
    conflict = [of_assertion(each) for each in verdict.conflict]
    assert conflict
    with Formula(deal, conflict) as formula:
        assert not formula.possible(), "a conflict cannot be"
    for rest in combinations(conflict, len(conflict) - 1):
        with Formula(deal, rest) as formula:
            assert formula.possible(), "every part of a conflict is needed"


class Answers(Protocol):
    """Whoever knows whether there are cards, with nothing sunk in some classes."""

    def possible(self, declared: Iterable[SeatClass] = ..., /) -> bool: ...


def smallest_answers(formula: Answers, classes: Sequence[SeatClass]) -> set[tuple[SeatClass, ...]]:
    """Every smallest choice of classes that makes the formula true if something was sunk in each;
    none if it is true anyway, or never.
    """
    for many in range(len(classes) + 1):
        answers = {
            sunk
            for sunk in combinations(classes, many)
            if formula.possible(each for each in classes if each not in sunk)
        }
        if answers:
            return answers - {()}
    return set()


def assert_agrees(rules: Ruleset, log: Log) -> str:
    """The checker takes what was said for what the oracle takes it for,
    finds what it finds, and proves it.
    """
    deal = fold(rules, log).require()
    assert Counter(map(of_assertion, assertions(deal))) == Counter(said_in(deal)), written(log)
    verdict = check(deal)
    classes = classes_of(rules)
    with Formula(deal) as formula:
        if not formula.possible():
            finding = "impossible"
        elif not formula.possible(classes):
            finding = "sunk"
        else:
            finding = "possible"
        assert verdict.finding.value == finding, written(log)
        if verdict.finding is Finding.IMPOSSIBLE:
            assert verdict.witness is None
            assert verdict.sunk == ()
            assert_conflicts(deal, verdict)
            return finding
        assert verdict.conflict == ()
        assert (verdict.sunk != ()) == (finding == "sunk")
        assert_witnessed(deal, verdict, formula)
        assert set(verdict.answers) == smallest_answers(formula, classes), written(log)
    return finding


def could_lie(deal: Deal, seat: Seat, claim: Claim) -> bool:
    """Whether some deal that allows the rest has *claim* in the hand and
    the discards of *seat* together.
    """
    own = (Said(seat, Says.HOLDS, claim), Said(seat, Says.LACKS, claim))
    said = tuple(each for each in said_in(deal) if each not in own and claim not in each.claims)
    assert not blank_seats(said), "who was dealt a carte blanche cannot have thrown away anything"
    with Formula(deal, said) as formula:
        thrown, together = ({card: formula.new() for card in deal.rules.pack} for _ in range(2))
        formula.no_more([*thrown.values()], max(way[seat] for way in exchanges(deal.rules, said)))
        for card in deal.rules.pack:
            formula.add([-together[card], thrown[card], formula.holds[seat][card]])
            for hand in formula.holds:
                formula.add([-thrown[card], -hand[card]])
        formula.x = together
        (holds_runs((claim,)) if isinstance(claim, SequenceClaim) else holds(claim))(formula)
        return formula.possible()
