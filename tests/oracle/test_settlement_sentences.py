"""What each step of a settlement says, worked out from the totals of random parties from paper."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import pytest

from scorer.rules.messages import Message, Text
from scorer.rules.names import Name
from scorer.rules.partie import (
    DealRecord,
    GoingOn,
    Partie,
    PartieRecord,
    extend_partie,
    play_partie,
)
from scorer.rules.presets import PRESETS as RULES
from scorer.rules.reasons import Settling
from scorer.rules.seats import Player
from scorer.rules.sentences import IllegalStatement
from scorer.rules.settlement import Step
from scorer.table.settled import verdict
from tests import there
from tests.oracle.dealt import PRESET_NAMES
from tests.oracle.laws import PRESETS, Laws
from tests.oracle.scoring import Series
from tests.oracle.sizes import deals_of
from tests.thorough import SEED

PARTIES = deals_of("settlements")

MANY = 50
"""So many parties meet each way to end, or to go on."""

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


@dataclass(frozen=True)
class OnPaper:
    """A random partie from paper, or a series, that is over.

    Attributes:
        name: makes it again.
        deals: the points of each deal.
        after: the partie after each of them.
    """

    name: str
    deals: Sequence[tuple[int, ...]]
    after: Sequence[Partie]


def parties_on_paper(preset: str) -> Iterator[OnPaper]:
    """Yield random parties from paper that are over, many of them level or near the Rubicon."""
    rules = RULES[preset]
    laws = PRESETS[preset]
    for number in range(PARTIES):
        name = f"{preset} {SEED} {number}"
        rng = Random(name)
        close = rng.random() < 0.5
        deals = list[tuple[int, ...]]()
        after = list[Partie]()
        partie = play_partie(PartieRecord(rules, (Player("A"), Player("B")), ()))
        while not partie.is_over:
            low = rng.randrange(40)
            scores = (low, low) if close else (low, rng.randrange(60))
            if close and rng.random() < 0.2:
                scores = (low, low + 1)
            if laws.target:
                scores = (scores[0], 0) if rng.random() < 0.5 else (0, scores[1])
            records = (*partie.record.deals, DealRecord(scores=scores))
            try:
                partie = extend_partie(partie, records)
            except IllegalStatement:  # both are past the target, and nobody knows who was first
                continue
            deals.append(scores)
            after.append(partie)
        yield OnPaper(name, deals, after)


def series_of(laws: Laws, deals: Sequence[tuple[int, ...]]) -> Series:
    """Return the oracle's account of deals of which the points alone are known; in a race no two
    sides are past the target.
    """
    series = Series(laws)
    for points in deals:
        add_points(series, points)
    return series


def add_points(series: Series, points: tuple[int, ...]) -> None:
    """Count the next deal of a series."""
    sums = [total + more for total, more in zip(series.totals, points, strict=True)]
    target = series.target
    past = [side for side, total in enumerate(sums) if target and total >= target]
    series.add_points(points, reached=past[0] if past else None)


def settled_parties(preset: str) -> Iterator[tuple[str, tuple[Step, ...], Settled]]:
    """Yield what is said of random parties from paper."""
    laws = PRESETS[preset]
    for played in parties_on_paper(preset):
        deals = played.deals
        partie = played.after[-1]
        settlement = there(partie.settlement)
        ended = series_of(laws, deals).ended if laws.parties > 1 else ()
        parties = [(there(each.winner), each.points) for each in ended]
        last = partie.finished[-1]
        target = partie.deals[-2].after.target if laws.target and len(deals) > 1 else laws.target
        begun = partie.finished[-2].after + 1 if len(partie.finished) > 1 else 0
        pays = last.settlement.points
        found = Settled(laws, deals[begun:], last.totals, pays, target or 0, parties)
        yield played.name, settlement.steps, found


FOR_TWO = [name for name in PRESET_NAMES if PRESETS[name].seats == 2]


@pytest.mark.parametrize("preset", FOR_TWO)
def test_every_step_of_a_settlement_follows_from_the_totals(preset: str) -> None:
    met = set[Settling]()
    for name, steps, found in settled_parties(preset):
        met |= {step.settling for step in steps}
        failed = [step for step in steps if not STEPS[step.settling](step.args, found)]
        assert not failed, f"{name}: {failed} of {found}"
        tied = len(found.deals) > len(found.laws.weights) and not found.laws.target
        assert tied == any("TIED" in step.settling.name for step in steps), name
    if not PRESETS[preset].target and PARTIES >= MANY:
        assert Settling.MORE_POINTS in met
        assert Settling.TIED in met or Settling.TIED_ONCE in met


# What goes on


PLAYERS = (Name("Ada"), Name("Ben"))


def what_goes_on(series: Series) -> Message:
    """Return what is said while a partie is not over or, of a series, who has won how many."""
    if not series.ended:
        return GoingOn.PARTIE()
    most = max(series.won)
    least = min(series.won)
    if most == least:
        return GoingOn.SERIES_LEVEL(won=most)
    return GoingOn.SERIES(who=PLAYERS[series.won.index(most)], won=most, lost=least)


def what_is_missing(laws: Laws, deals: Sequence[tuple[int, ...]]) -> Message:
    """Return why a player who has entered these deals is not done, without the law of a tie."""
    more = len(laws.weights) + laws.tie_deals - len(deals)
    if laws.target or len(deals) < len(laws.weights):
        return GoingOn.MISSING(deals=len(deals))
    usual = len(laws.weights)
    sums = [
        sum(weight * deal[0] for weight, deal in zip(laws.weights, deals, strict=False)),
        series_of(laws, deals[:usual]).totals[1],
    ]
    assert sums[0] == sums[1]
    return GoingOn.EXTRA_DEALS(points=sums[0], deals=usual, number=more)


def uncited(said: Message) -> Message:
    """Return a message without the law that stands beside it."""
    what = said.values.get("why", said)
    return Message(what.text, what.values)


@pytest.mark.parametrize("preset", FOR_TWO)
def test_what_is_not_over_says_what_goes_on(preset: str) -> None:
    """And once a series is over, its winner is who has won it by the deals."""
    laws = PRESETS[preset]
    met = set[Text]()
    for played in parties_on_paper(preset):
        series = Series(laws)
        for number, partie in enumerate(played.after, 1):
            deals = played.deals[:number]
            add_points(series, deals[-1])
            where = f"{played.name}, deals {deals}"
            assert partie.is_over is series.over, where
            if partie.is_over:
                assert there(partie.settlement).winner == series.ended[-1].winner, where
                continue
            said = verdict(partie, PLAYERS)
            met.add(said.text)
            assert said == what_goes_on(series), where
            assert uncited(partie.missing) == what_is_missing(laws, deals), where
    if laws.parties > 1 and PARTIES >= MANY:
        assert met == {GoingOn.PARTIE, GoingOn.SERIES, GoingOn.SERIES_LEVEL}


def test_every_step_has_its_check() -> None:
    assert STEPS.keys() == set(Settling)
