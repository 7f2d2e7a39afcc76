"""
Options: for one seat and one suit, what its holding can be worth to the whole hand.

Of every holding it is known which of the demands on the hand it serves; the
families of those that serve the same are what the search chooses from.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..cards import Rank
from .demands import FrozenDemands
from .holdings import SUITS, Run, Suit
from .rouge import all_scored

Families = tuple[tuple[int, int], ...]
"""What is served, a bit for each run and then for each token, and the family of the holdings that serve just that."""


class Options(NamedTuple):
    """
    The options of one suit.

    Attributes:
        parted: each holding once, with all that it serves.
        serving: for all that can be served, such holdings as serve just that or more.
    """

    parted: Families
    serving: Families


def options(hand: FrozenDemands, *, nought: bool) -> list[Options]:
    """
    The options of *hand* in each suit.

    Args:
        hand: what is demanded.
        nought: an empty suit is a run.

    To a hand that is loose more cards are always as good, so only the least
    holdings are worth trying, and a holding once for all that it may be there for.
    """
    suit = hand.suit
    always = suit.having(sum(suit.bit(Rank(rank)) for rank, count in hand.least if count == len(SUITS)))
    ranks = [suit.bit(Rank(rank)) for rank, count in hand.least if count < len(SUITS)]
    found: list[Options] = []
    alike: dict[tuple[object, ...], Options] = {}
    for place, runs in enumerate(hand.runs):
        tokens = tuple(token[place] for token in hand.tokens)
        key = hand.allowed[place], runs, tokens, hand.rouge and hand.rouge.in_suit(place)
        if key not in alike:
            allowed = hand.allowed[place] & always
            if hand.rouge is None:
                families = _by_runs(
                    suit, allowed, runs, whole=hand.whole_runs, no_more=hand.no_more_runs, nought=nought
                )
            else:
                scored = _all_scored(hand, place, allowed, nought=nought)
                families = Options(scored, scored)
            serving = _serving(families.serving, len(runs), tokens)
            if hand.is_loose:
                parted = _least(suit, _serving(families.parted, len(runs), tokens), ranks)
                alike[key] = Options(parted, _least(suit, serving, ranks))
            else:
                alike[key] = Options(_parting(families.parted, len(runs), tokens), serving)
        found.append(alike[key])
    return found


@lru_cache(maxsize=256)
def _by_runs(suit: Suit, allowed: int, runs: tuple[Run, ...], *, whole: bool, no_more: bool, nought: bool) -> Options:
    """What of *runs* the suit can show together, as bits, and the holdings that show it; most first."""
    found: list[tuple[int, int]] = []
    serving: list[tuple[int, int]] = []
    for chosen in suit.choices(runs):
        together = tuple(runs[number] for number in chosen)
        whole_runs = suit.showing(together, nothing_more=no_more, nought=nought) if whole else None
        family = allowed & (suit.containing(together) if whole_runs is None else whole_runs)
        if not family:
            continue
        served = sum(1 << number for number in chosen)
        serving.append((served, family))
        for more, taken in found:
            if more & served == served:
                family &= ~taken
        if family:
            found.append((served, family))
    return Options(tuple(found), tuple(serving))


def _all_scored(hand: FrozenDemands, place: int, allowed: int, *, nought: bool) -> Families:
    """What a suit can serve of a carte rouge, as bits, and the allowed holdings of which every card has scored."""
    runs = hand.runs[place]
    assert hand.rouge is not None
    families = all_scored(
        hand.suit,
        hand.rouge.in_suit(place),
        runs,
        len(runs) + len(hand.tokens),
        whole=hand.whole_runs,
        no_more=hand.no_more_runs,
        nought=nought,
    )
    return tuple((served, family & allowed) for served, family in families if family & allowed)


def _parting(families: Families, runs: int, tokens: tuple[int, ...]) -> Families:
    """The families parted by the tokens that their holdings serve."""
    for number, token in enumerate(tokens, runs):
        serving = ((served | 1 << number, family & token) for served, family in families)
        families = (*serving, *((served, family & ~token) for served, family in families))
    return families


def _least(suit: Suit, families: Families, ranks: list[int]) -> Families:
    """The least holdings of the families."""
    return tuple((served, suit.least(family, ranks)) for served, family in families)


def _serving(families: Families, runs: int, tokens: tuple[int, ...]) -> Families:
    """The families, and such parts of them as serve these or those of the tokens."""
    for number, token in enumerate(tokens, runs):
        families = (*((served | 1 << number, family & token) for served, family in families), *families)
    return families
