"""What each step of a settlement says, worked out from the totals of random parties from paper."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import pytest

from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.presets import PRESETS as RULES
from scorer.rules.reasons import Settling
from scorer.rules.seats import Player
from scorer.rules.sentences import IllegalStatement
from scorer.rules.settlement import Step
from tests import there
from tests.oracle.dealt import PRESET_NAMES
from tests.oracle.laws import PRESETS, Laws
from tests.oracle.sizes import deals_of
from tests.thorough import SEED

PARTIES = deals_of("settlements")

Args = Mapping[str, int]

STEPS = dict[Settling, Callable[[Args, "Settled"], bool]]()


@dataclass(frozen=True)
class Settled:
    """A partie that is over: its points by deals, its totals, what it pays, and what it paid so
    far.
    """

    laws: Laws
    deals: Sequence[tuple[int, ...]]
    totals: tuple[int, ...]
    pays: int
    target: int
    parties: Sequence[tuple[int, int]]

    @property
    def high(self) -> int:
        return max(self.totals)

    @property
    def low(self) -> int:
        return min(self.totals)


def settles(*texts: Settling) -> Callable[[Callable[[Args, Settled], bool]], None]:
    def register(check: Callable[[Args, Settled], bool]) -> None:
        STEPS.update(dict.fromkeys(texts, check))

    return register


@settles(Settling.MORE_POINTS)
def names_the_totals(args: Args, found: Settled) -> bool:
    ends = (found.totals[args["winner"]], found.totals[args["loser"]])
    return (args["high"], args["low"]) == ends and args["high"] > args["low"]


@settles(Settling.TIED, Settling.TIED_ONCE)
def was_level(args: Args, found: Settled) -> bool:
    usual = len(found.laws.weights)
    weights = found.laws.weights
    sums = [
        sum(weight * deal[side] for weight, deal in zip(weights, found.deals, strict=False))
        for side in (0, 1)
    ]
    more = len(found.deals) - usual
    return sums == [args["points"]] * 2 and (args["deals"], args["number"]) == (usual, more)


@settles(Settling.DRAWN)
def is_level(args: Args, found: Settled) -> bool:
    return found.totals == (args["points"],) * 2 and not found.pays


@settles(Settling.CROSSED)
def crossed(args: Args, found: Settled) -> bool:
    return args["low"] == found.low >= found.laws.rubicon == args["rubicon"]


@settles(Settling.NOT_CROSSED)
def not_crossed(args: Args, found: Settled) -> bool:
    return args["low"] == found.low < found.laws.rubicon == args["rubicon"]


@settles(Settling.DIFFERENCE)
def is_the_difference(args: Args, found: Settled) -> bool:
    is_due = found.low >= found.laws.rubicon or bool(found.target)
    return is_due and args["difference"] == found.high - found.low


@settles(Settling.SUM)
def is_the_sum(args: Args, found: Settled) -> bool:
    crossed = max(found.totals) >= found.laws.rubicon > found.low
    return crossed and args["sum"] == sum(found.totals)


@settles(Settling.SUM_OF_BOTH_UNDER)
def is_the_sum_of_both_under(args: Args, found: Settled) -> bool:
    under = max(found.totals) < args["rubicon"] == found.laws.rubicon
    return under and args["sum"] == sum(found.totals)


@settles(Settling.BONUS)
def adds_the_bonus(args: Args, found: Settled) -> bool:
    adds = args["before"] + args["bonus"] == args["after"]
    return adds and args["bonus"] == found.laws.bonus and args["after"] == found.pays


@settles(Settling.REACHED)
def reached(args: Args, found: Settled) -> bool:
    return args["high"] == found.totals[args["winner"]] >= args["target"] == found.target


@settles(Settling.LURCHED)
def is_lurched(args: Args, found: Settled) -> bool:
    return args["low"] == found.low and 2 * found.low < found.target


@settles(Settling.NOT_LURCHED)
def is_not_lurched(args: Args, found: Settled) -> bool:
    return args["low"] == found.low and 2 * found.low >= found.target


@settles(Settling.DOUBLED)
def is_doubled(args: Args, found: Settled) -> bool:
    is_twice = 2 * args["before"] == args["after"] == found.pays
    return is_twice and args["before"] == found.high - found.low


@settles(Settling.SERIES)
def won_the_series(args: Args, found: Settled) -> bool:
    won = [0, 0]
    for winner, parties in found.parties:
        won[winner] += parties
    winner = args["winner"]
    return (args["won"], args["lost"]) == (won[winner], won[1 - winner])


def settled_parties(preset: str) -> Iterator[tuple[str, tuple[Step, ...], Settled]]:
    """Yield random parties from paper that are over, many of them level or near the Rubicon."""
    rules = RULES[preset]
    laws = PRESETS[preset]
    for number in range(PARTIES):
        name = f"{preset} {SEED} {number}"
        rng = Random(name)
        close = rng.random() < 0.5
        deals = list[tuple[int, ...]]()
        partie = play_partie(PartieRecord(rules, (Player("A"), Player("B")), ()))
        while not partie.is_over:
            low = rng.randrange(40)
            scores = (low, low) if close else (low, rng.randrange(60))
            if close and rng.random() < 0.2:
                scores = (low, low + 1)
            if laws.target:
                scores = (scores[0], 0) if rng.random() < 0.5 else (0, scores[1])
            records = tuple(DealRecord(scores=each) for each in (*deals, scores))
            try:
                partie = play_partie(PartieRecord(rules, (Player("A"), Player("B")), records))
            except IllegalStatement:  # both are past the target, and nobody knows who was first
                continue
            deals.append(scores)
        settlement = there(partie.settlement)
        parties = [
            (there(each.settlement.winner), each.settlement.points)
            for each in partie.finished
            if laws.parties > 1
        ]
        last = partie.finished[-1]
        target = partie.deals[-2].after.target if laws.target and len(deals) > 1 else laws.target
        begun = partie.finished[-2].after + 1 if len(partie.finished) > 1 else 0
        pays = last.settlement.points
        found = Settled(laws, deals[begun:], last.totals, pays, target or 0, parties)
        yield name, settlement.steps, found


@pytest.mark.parametrize("preset", [name for name in PRESET_NAMES if PRESETS[name].seats == 2])
def test_every_step_of_a_settlement_follows_from_the_totals(preset: str) -> None:
    met = set[Settling]()
    for name, steps, found in settled_parties(preset):
        met |= {step.settling for step in steps}
        failed = [step for step in steps if not STEPS[step.settling](step.args, found)]
        assert not failed, f"{name}: {failed} of {found}"
        tied = len(found.deals) > len(found.laws.weights) and not found.laws.target
        assert tied == any("TIED" in step.settling.name for step in steps), name
    if not PRESETS[preset].target:
        assert Settling.MORE_POINTS in met
        assert Settling.TIED in met or Settling.TIED_ONCE in met


def test_every_step_has_its_check() -> None:
    assert STEPS.keys() == set(Settling)
