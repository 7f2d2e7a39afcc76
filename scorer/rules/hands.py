"""What a hand declares: the best point, every sequence, every set, a carte blanche.

Scoring a deal never needs a hand; this tells players what their cards are worth, and serves the
proofs that enumerate every hand.

>>> from scorer.rules.presets import PORTLAND
>>> declared = declare(PORTLAND, parse_hand("AS JS 9S 8S AH KH QH JH 8H JC 9C KD"))
>>> declared.point, declared.total
(PointClaim(length=5, pips=49, suit=<Suit.HEARTS: 'H'>), 12)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .cards import Card, Rank, Suit, parse_hand
from .claims import Claim, PointClaim, SequenceClaim, SetClaim
from .reasons import Rule, refuse
from .reckoning import claim_points
from .ruleset import PointCompare, Ruleset
from .sentences import IllegalStatement

__all__ = ["Declarations", "Run", "declare", "is_blank", "parse_hand", "runs"]


class Run(NamedTuple):
    """A run in one suit: its length, and the index of its highest rank,
    from 0 for the lowest of the pack.
    """

    length: int
    top: int


@lru_cache(maxsize=512)
def runs(holding: int) -> tuple[Run, ...]:
    """Return the runs of three or more in a suit, highest first.

    *holding* has the cards of the suit as bits, the lowest rank being bit 0.

    >>> runs(0b11101111)
    (Run(length=3, top=7), Run(length=4, top=3))
    """
    found: list[Run] = []
    length = 0
    for rank in range(holding.bit_length() + 1):
        if holding >> rank & 1:
            length += 1
        else:
            if length >= 3:
                found.append(Run(length, rank - 1))
            length = 0
    return tuple(reversed(found))


@dataclass(frozen=True, slots=True)
class Declarations:
    """Everything a hand declares, nothing sunk;
    `counted` has the points of each, a carte blanche being `None`.
    """

    point: PointClaim | None
    sequences: tuple[SequenceClaim, ...]
    sets: tuple[SetClaim, ...]
    carte_blanche: bool
    counted: tuple[tuple[Claim | None, int], ...]
    total: int


def is_blank(rules: Ruleset, cards: Sequence[Card]) -> bool:
    return not any(card.rank in rules.face_ranks for card in cards)


def declare(rules: Ruleset, cards: Sequence[Card]) -> Declarations:
    """Return what *cards* declare under *rules*;
    `IllegalStatement` if they are not a hand of its pack.
    """
    _check(rules, cards)
    suits: dict[Suit, list[Rank]] = {suit: [] for suit in Suit}
    for card in cards:
        suits[card.suit].append(card.rank)
    has_nought = rules.nought and not all(suits.values())
    points = _points(rules, suits)
    sequences = _sequences(rules, suits)
    if has_nought:
        points.append(PointClaim(0))
        sequences.append(SequenceClaim(0))
    by_pips = rules.point_compare is PointCompare.PIPS
    points.sort(key=lambda claim: _best_first(claim, by_pips=by_pips))
    sequences.sort(key=_best_first)
    sets = _sets(rules, cards)
    blank = bool(rules.carte_blanche) and is_blank(rules, cards)
    counted: list[tuple[Claim | None, int]] = [(None, rules.carte_blanche)] if blank else []
    claims: list[Claim] = [*points[:1], *sequences, *sets]
    counted += [(claim, claim_points(rules, claim)) for claim in claims]
    return Declarations(
        point=points[0] if points else None,
        sequences=tuple(sequences),
        sets=tuple(sets),
        carte_blanche=blank,
        counted=tuple(counted),
        total=sum(worth for _, worth in counted),
    )


def _points(rules: Ruleset, suits: Mapping[Suit, Sequence[Rank]]) -> list[PointClaim]:
    found = []
    for suit, held in suits.items():
        pips = sum(rank.pips for rank in held)
        if len(held) >= max(1, rules.point_min) and pips >= rules.point_min_pips:
            found.append(PointClaim(len(held), pips, suit))
    return found


def _sequences(rules: Ruleset, suits: Mapping[Suit, Sequence[Rank]]) -> list[SequenceClaim]:
    found = list[SequenceClaim]()
    for suit, held in suits.items():
        holding = sum(1 << rank - rules.lowest for rank in held)
        found += [
            SequenceClaim(run.length, Rank(rules.lowest + run.top), suit) for run in runs(holding)
        ]
    return found


def _sets(rules: Ruleset, cards: Sequence[Card]) -> list[SetClaim]:
    """Return the sets, the best first."""
    found = []
    for rank, count in Counter(card.rank for card in cards).items():
        if count >= 3 and rules.carries_set(rank):
            found.append(SetClaim(count, rank))
    return sorted(found, key=lambda claim: (-claim.count, -claim.rank))


def _best_first(claim: PointClaim | SequenceClaim, *, by_pips: bool = False) -> tuple[int, int]:
    """Sort claims with everything said, the best first; a nought is as good as five cards."""
    length, rest = claim.strength
    assert rest is not None
    return 0 if by_pips else -length, -rest


def _check(rules: Ruleset, cards: Sequence[Card]) -> None:
    if len(cards) != rules.hand:
        raise IllegalStatement(
            refuse(Rule.HAND_SIZE, rules.sources["hand"], cards=len(cards), hand=rules.hand)
        )
    for number, card in enumerate(cards):
        if card.rank < rules.lowest:
            raise IllegalStatement(refuse(Rule.NOT_IN_PACK, rules.sources["lowest"], card=card))
        if card in cards[:number]:
            raise IllegalStatement(refuse(Rule.CARD_TWICE, "the pack", card=card))
