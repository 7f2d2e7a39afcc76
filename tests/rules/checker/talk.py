"""Random logs of whole and small packs: real deals as players speak of them, such logs changed, and
any legal log.

The players are the scoring oracle's, who know the presets; statements that other rules forbid are
left out.
"""

from dataclasses import dataclass, replace
from functools import cache
from random import Random

from scorer.rules import statements as spoken
from scorer.rules.cards import Card, Rank, Suit
from scorer.rules.claims import CALLED, SetClaim
from scorer.rules.deal import extend, fold
from scorer.rules.legal import legal_next, legal_of
from scorer.rules.notation import parse_log
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import LosersInClass, PointCompare, Ruleset
from scorer.rules.seats import Seat
from tests.oracle import laws
from tests.oracle.players import play_deal
from tests.rules.strategies import with_suit


@dataclass(frozen=True)
class Dealt:
    """The hands of a deal, and everything said and played."""

    hands: tuple[frozenset[Card], ...]
    log: spoken.Log

    @property
    def calls(self) -> spoken.Log:
        """What was said before the first card."""
        return tuple(
            said
            for said in self.log
            if not isinstance(said, spoken.TrickTaken | spoken.TricksCounted)
        )


@cache
def laws_of(rules: Ruleset) -> laws.Laws:
    """Return the laws of *rules* if it is a preset, or the nearest that the players know."""
    for name, preset in PRESETS.items():
        if preset == rules:
            return laws.PRESETS[name]
    base = laws.PRESETS[{2: "portland", 3: "normand", 4: "voleur"}[rules.players]]
    return replace(
        base,
        lowest=int(rules.lowest),
        hand=rules.hand,
        elder=(rules.elder_exchange_min, rules.elder_exchange_max),
        younger=(rules.younger_exchange_min, rules.younger_exchange_max or rules.talon),
        dealer=(rules.dealer_exchange_min, rules.dealer_exchange_max),
        blank=rules.carte_blanche if rules.hand == base.hand else 0,
        rouge=rules.carte_rouge,
        pips_first=rules.point_compare is PointCompare.PIPS,
        any_valid=rules.losers_in_class is LosersInClass.ALL_VALID,
    )


def dealt(
    rules: Ruleset, rng: Random, *, sink: bool = False, stacks: float = 0.5, only_good: bool = False
) -> Dealt:
    """Return a deal, with the log of honest players or of some who may sink;
    *stacks* is the share of stacked packs.
    """
    text, hands = play_deal(laws_of(rules), rng, sink=sink, stacks=stacks, only_good=only_good)
    cards = tuple(
        frozenset(Card(Rank(rank), Suit[suit.upper()]) for rank, suit in hand) for hand in hands
    )
    return Dealt(cards, parse_log(text, rules))


CALLS = (
    spoken.Called,
    spoken.Declined,
    spoken.Asked,
    spoken.PipsSaid,
    spoken.HeadSaid,
    spoken.Answered,
)


def perturbed(rules: Ruleset, rng: Random, log: spoken.Log, *, changes: int = 1) -> spoken.Log:
    """Return *log* with some calls and answers replaced, and without what is then illegal."""
    for _ in range(changes):
        positions = [position for position, said in enumerate(log) if isinstance(said, CALLS)]
        if not positions:
            return log
        position = rng.choice(positions)
        before = log[:position]
        was = log[position]
        may: list[spoken.Statement] = [
            said
            for said in legal_next(fold(rules, before).require())
            if type(said) is type(was) and said != was
        ]
        if isinstance(was, spoken.Called):
            alike = [
                said
                for said in may
                if isinstance(said, spoken.Called) and said.claim.category is was.claim.category
            ]
            may = [*alike] or may
        may = may or [was]
        log = legal(rules, (*before, rng.choice(may), *log[position + 1 :]))
    return log


def legal(rules: Ruleset, log: spoken.Log) -> spoken.Log:
    """Return *log* without its illegal statements."""
    deal = fold(rules, ()).deal
    for said in log:
        deal = extend(deal, (said,)).deal  # as it was, if that is refused
    return deal.log


CORRECTIONS = (
    spoken.Withdrawn,
    spoken.Proved,
    spoken.FoundFalse,
    spoken.PlayedShort,
    spoken.ReckonedNothing,
    spoken.CarteRougeShown,
)


def arbitrary(rules: Ruleset, rng: Random, *, corrections: float) -> spoken.Log:
    """Return a random walk through the legal statements, up to the first trick."""
    log: spoken.Log = ()
    if rules.auction:
        log = (
            spoken.Bid(Seat.ELDER, rules.bid_min, minus=rng.random() < 0.5),
            spoken.Passed(Seat.YOUNGER),
        )
    if rng.random() < 0.5:
        log = legal(
            rules, (*log, spoken.Exchanged(Seat.ELDER, 1), spoken.Exchanged(Seat.YOUNGER, 1))
        )
    suits = rng.choice((0.0, 0.3, 1.0))
    deal = fold(rules, log).require()
    for _ in range(40):
        if deal.state.tricks:
            break
        kinds: dict[object, list[spoken.Statement]] = {}
        for said in legal_next(deal):
            if isinstance(said, spoken.CarteBlancheShown) and rng.random() > 0.03:
                continue
            if isinstance(said, CORRECTIONS) and rng.random() > corrections:
                continue
            if isinstance(
                said,
                (
                    *CALLS,
                    *CORRECTIONS,
                    spoken.CarteBlancheShown,
                    spoken.Exchanged,
                    spoken.TrickTaken,
                ),
            ):
                category = said.claim.category if isinstance(said, spoken.Called) else None
                kinds.setdefault((type(said), said.seat, category), []).append(said)
        if not kinds:
            break
        kind = rng.choice([*kinds])
        if kind in ((spoken.TrickTaken, Seat.ELDER, None), (spoken.TrickTaken, Seat.YOUNGER, None)):
            kind = rng.choice([*kinds])
        deal = extend(deal, (_plausible(rng, kinds[kind], suits),)).require()
    return deal.log


def _length(said: spoken.Statement) -> int:
    """Return the number of cards of a call that may name its suit."""
    return (
        said.claim.length
        if isinstance(said, spoken.Called) and not isinstance(said.claim, SetClaim)
        else 0
    )


def _plausible(rng: Random, may: list[spoken.Statement], suits: float) -> spoken.Statement:
    said = rng.choice(may)
    for _ in range(3):
        if _length(said) > 6:
            said = rng.choice(may)
    if isinstance(said, spoken.Called) and _length(said) and rng.random() < suits:
        return replace(said, claim=with_suit(said.claim, rng.choice([*Suit])))
    return said


def with_first_trick(rules: Ruleset, log: spoken.Log) -> spoken.Log:
    """Return *log* up to the first trick, and before it *no* of whoever said nothing of a class."""
    may = (spoken.Declined(seat, category) for seat in rules.seats for category in CALLED)
    log = legal(rules, (*log, *may))
    deal = fold(rules, log).require()
    tricks = () if deal.state.tricks else legal_of(deal, spoken.TrickTaken)
    return (*log, *tricks[:1])


def talk(rules: Ruleset, seed: str, *, corrections: float = 0.0) -> spoken.Log:
    """Return a log for *seed*: arbitrary, honest, of players who sink, or changed;
    some of them cut short.
    """
    rng = Random(seed)
    kind = rng.randrange(4)
    if kind == 0:
        return with_first_trick(rules, arbitrary(rules, rng, corrections=corrections))
    found = dealt(rules, rng, sink=kind > 1, stacks=0.0, only_good=rng.random() < 0.2)
    log = with_first_trick(rules, legal(rules, found.calls))
    if kind == 3:
        log = perturbed(rules, rng, log, changes=rng.randint(1, 2))
    return log[: rng.randrange(len(log) + 1)] if rng.random() < 0.2 else log


def rouge_talk(rules: Ruleset, seed: str) -> spoken.Log:
    """Return a log for *seed*, with a carte rouge, true or false, if anyone may show it."""
    rng = Random(seed)
    log = legal(rules, dealt(rules, rng, sink=rng.random() < 0.5).calls)
    if rng.random() < 0.5:
        log = perturbed(rules, rng, log)
    may = [
        said
        for said in legal_next(fold(rules, log).require())
        if isinstance(said, spoken.CarteRougeShown)
    ]
    return with_first_trick(rules, (*log, *may[:1]))
