"""What a verdict of the checker must be, held against an oracle."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from scorer.rules import ruleset as o
from scorer.rules.checker import check
from scorer.rules.checker.assertions import assertions
from scorer.rules.deal import Deal, fold
from scorer.rules.findings import Finding, Verdict
from scorer.rules.notation import format_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.statements import Log
from tests.rules.checker.demands import Cards, courts
from tests.rules.checker.meaning import ClassOf, Said, classes_of, of_assertion, said_in
from tests.rules.checker.oracle import allows, blank_seats, exchanges, fewest


class Heard(Protocol):
    """What was said, heard by an oracle."""

    def possible(self, candid: Iterable[ClassOf] = ()) -> bool:
        """Whether some hands make everything true that was said, nothing being sunk in these classes."""


Oracle = Callable[[Deal, Sequence[Said]], Heard]

HOUSE: dict[str, dict[str, Any]] = {
    "losers": {"losers_in_class": o.LosersInClass.ALL_VALID},
    "tied": {"sequence_tie": o.TieSequence.TIED_ONLY},
    "nought": {"nought": True, "sequence_tie": o.TieSequence.TIED_ONLY},
    "rouge": {"carte_rouge": 20},
    "pips": {"point_compare": o.PointCompare.PIPS, "point_pips": o.Stated.ALWAYS, "sequence_heads": o.Stated.ALWAYS},
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
"""Whole packs, under the presets and under house rules."""


def written(log: Log) -> str:
    """A log in one line, to be read where a test fails."""
    return format_log(log).strip().replace("\n", "; ")


def assert_witnessed(deal: Deal, verdict: Verdict) -> None:
    """The cards that the checker shows make everything true, with nothing sunk but what it says."""
    assert verdict.witness is not None
    hands: tuple[Cards, ...] = tuple(map(frozenset, verdict.witness.hands))
    assert [len(hand) for hand in hands] == [len(hand) for hand in verdict.witness.hands], "no card twice"
    assert allows(deal, hands, frozenset(classes_of(deal.rules)) - frozenset(verdict.sunk))
    said, blank = said_in(deal), blank_seats(said_in(deal))
    thrown = [frozenset(cards) for cards in verdict.witness.discards]
    lie = [*hands, *thrown]
    assert sum(map(len, lie)) == len(frozenset().union(*lie)), "discards lie apart"
    assert all(cards <= set(deal.rules.pack) for cards in thrown)
    assert not any(card.rank in courts(deal.rules) for seat in blank for card in thrown[seat])
    if blank:
        ways = [way for way in exchanges(deal.rules, said) if all(len(thrown[seat]) == way[seat] for seat in blank)]
        courtly = [sum(card.rank in courts(deal.rules) for card in hand) for hand in hands]
        assert any(all(courtly[seat] <= way[seat] for seat in blank) for way in ways)
    assert not any(thrown[seat] for seat in deal.rules.seats if seat not in blank)


def assert_conflicts(deal: Deal, verdict: Verdict, oracle: Oracle) -> None:
    """What the checker names cannot all be, and all but any one of it can."""
    conflict = [of_assertion(each) for each in verdict.conflict]
    assert conflict
    assert not oracle(deal, conflict).possible(), "a conflict cannot be"
    for place in range(len(conflict)):
        assert oracle(deal, conflict[:place] + conflict[place + 1 :]).possible(), "every part of a conflict is needed"


def assert_agrees(rules: Ruleset, log: Log, oracle: Oracle) -> str:
    """The checker takes what was said for what the oracle takes it for, finds what it finds, and proves it."""
    deal = fold(rules, log).require()
    said = said_in(deal)
    assert Counter(map(of_assertion, assertions(deal))) == Counter(said), written(log)
    finding, sinks = fewest(oracle(deal, said).possible, classes_of(rules))
    verdict = check(deal)
    assert verdict.finding.value == finding, written(log)
    if verdict.finding is Finding.IMPOSSIBLE:
        assert verdict.witness is None
        assert verdict.sunk == ()
        assert_conflicts(deal, verdict, oracle)
        return finding
    assert verdict.conflict == ()
    assert frozenset(verdict.sunk) in (sinks or {frozenset()}), (written(log), sinks)
    assert_witnessed(deal, verdict)
    return finding
