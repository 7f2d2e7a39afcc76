"""Random talk of hands of which every card may score, and of a carte rouge, true or false."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from scorer.rules.cards import Card, Suit
from scorer.rules.deal import fold
from scorer.rules.legal import legal_next
from scorer.rules.ruleset import Ruleset
from scorer.rules.statements import CarteRougeShown, Log
from tests.rules.checker.round_talk import honest_round
from tests.rules.checker.talk import honest, perturbed


def rouge_talk(rules: Ruleset, seed: str) -> Log:
    """One log for a seed, with a carte rouge if the rules allow anybody to show it."""
    rng = Random(seed)
    deal = honest if rules.players == 2 else honest_round
    log = deal(rules, rng, sinks=rng.randrange(2), later=_later(rules, rng)).log
    if rng.random() < 0.5:
        log = perturbed(rules, rng, log)
    *calls, trick = log
    may = [said for said in legal_next(fold(rules, tuple(calls)).require()) if isinstance(said, CarteRougeShown)]
    return (*calls, *may[:1], trick)


def _later(rules: Ruleset, rng: Random) -> Callable[[Card], bool]:
    """Which cards are dealt after those of one suit, of a few ranks and the lowest of another suit."""
    suit, other = rng.sample([*Suit], 2)
    ranks, top = rng.sample(rules.ranks, rng.randint(1, 2)), rng.choice(rules.ranks)

    def later(card: Card) -> bool:
        in_run = card.suit is other and card.rank <= top
        return card.suit is not suit and card.rank not in ranks and not in_run

    return later
