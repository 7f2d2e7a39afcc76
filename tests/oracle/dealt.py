"""Random deals of every preset, with the hands that were played: what the oracle for sentences is
asked about.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from typing import TypeVar

from scorer.rules.deal import Deal, extend, fold
from scorer.rules.house_rules import rules_named
from scorer.rules.notation import parse_log
from scorer.rules.statements import Statement, TricksCounted, TrickTaken
from tests.oracle.cards import Hand
from tests.oracle.laws import PRESETS
from tests.oracle.players import play_deal
from tests.thorough import SEED

PRESET_NAMES = tuple(PRESETS)

T = TypeVar("T")


def drawn(values: Sequence[T], most: int, name: str) -> list[T]:
    """Draw so many values at most, in their order; for a name always the same."""
    places = Random(name).sample(range(len(values)), min(most, len(values)))
    return [values[place] for place in sorted(places)]


@dataclass(frozen=True)
class DealtDeal:
    """A deal that was dealt, called and played.

    Attributes:
        name: makes it again, and says of which rules.
        log: what was said, as text.
        deal: the whole of it, folded.
        hands: the cards held after the exchange, by seats.
    """

    name: str
    log: str
    deal: Deal
    hands: tuple[Hand, ...]

    def prefixes(self) -> Sequence[Deal]:
        """Return the deal after each of its statements."""
        return self._prefixes

    @cached_property
    def _prefixes(self) -> tuple[Deal, ...]:
        found = []
        deal = fold(self.deal.rules, (), self.deal.setting).require()
        for statement in self.deal.log:
            deal = extend(deal, (statement,)).require()
            found.append(deal)
        return tuple(found)

    def moments(self, most: int, *, in_calls: bool = False) -> list[Deal]:
        """Return the deal at random moments, so many at most and always the same; with *in_calls*
        only before the first trick.
        """
        ends = [
            end for end in range(1, len(self.deal.log) + 1) if not in_calls or not self._plays(end)
        ]
        return [self.after(end) for end in drawn(ends, most, f"{self.name} moments")]

    def after(self, statements: int) -> Deal:
        """Return the deal after so many statements."""
        deal = self.deal
        return fold(deal.rules, deal.log[:statements], deal.setting).require()

    def _plays(self, end: int) -> bool:
        """Return whether the play has begun after so many statements."""
        return any(isinstance(each, TrickTaken | TricksCounted) for each in self.deal.log[:end])

    def then(self, deal: Deal) -> Sequence[Statement]:
        """Return what was said after a prefix."""
        return self.deal.log[len(deal.log) :]


KEPT = 500
"""The deals of a preset and a seed that are kept for the next oracle, which is asked of the same;
they take some thirty megabytes.
"""


def random_deals(preset: str, deals: int, *, sink: bool = False) -> Iterator[DealtDeal]:
    """Yield so many random deals of a preset, half of them always the same; with *sink* players may
    call less than they hold.
    """
    for seed in ("always", SEED):
        kept = _kept(preset, seed, sink)
        half = (deals + 1) // 2
        for number in range(len(kept), min(half, KEPT)):
            kept.append(_played(preset, seed, number, sink=sink))
        for dealt in kept[:half]:
            yield replace(dealt)  # without the prefixes, which would take ten times as much
        for number in range(KEPT, half):
            yield _played(preset, seed, number, sink=sink)


@lru_cache(maxsize=4)
def _kept(preset: str, seed: str, sink: bool) -> list[DealtDeal]:
    """Return the list of the deals that have been played, which grows."""
    return []


def _played(preset: str, seed: str, number: int, *, sink: bool) -> DealtDeal:
    name = f"{preset} {seed} {number}{' sinking' if sink else ''}"
    rng = Random(name)
    only_good = rng.random() < 0.3
    log, hands = play_deal(
        PRESETS[preset],
        rng,
        sink=sink,
        stacks=rng.choice((0.1, 0.3, 0.8)),
        only_good=only_good,
    )
    rules = rules_named(preset)
    return DealtDeal(name, log, fold(rules, parse_log(log, rules)).require(), hands)
