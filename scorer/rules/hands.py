"""What a hand declares: the best point, every sequence, every set, a carte blanche.

Scoring a deal never needs a hand; this tells players what their cards are worth, and serves the
proofs that enumerate every hand.

>>> from scorer.rules.presets import PORTLAND
>>> declared = declare(PORTLAND, parse_hand("AS JS 9S 8S AH KH QH JH 8H JC 9C KD"))
>>> declared.point, declared.total
(PointClaim(length=5, pips=49, suit=<Suit.HEARTS: 'H'>), 12)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .cards import RANK_WRITTEN, SUIT_WRITTEN, Card, Rank, Suit
from .claims import Claim, PointClaim, SequenceClaim, SetClaim
from .errors import NotationError
from .messages import Text
from .reasons import PACK, Refusal, Rule, refuse
from .reckoning import claim_points
from .ruleset import PointCompare, Ruleset
from .sentences import IllegalStatement
from .sources import refusal_in_force


class CardText(Text):
    """What is wrong with a card that was typed.

    It is said of a text before there is a deal, so no oracle asks it: only texts are tested.
    """

    NO_CARD = "'{word}' is not a card: write rank and suit, as in AS, TH or 7C"


def parse_card(text: str) -> Card:
    """Read one card: rank then suit, in letters of any case or with the suit's sign;
    `NotationError` if it is no card.

    >>> parse_card("10♥") == parse_card("th")
    True
    """
    rank = RANK_WRITTEN.get(text[:-1].upper())
    suit = SUIT_WRITTEN.get(text[-1:].upper())
    if rank is None or suit is None:
        raise NotationError(CardText.NO_CARD(word=text))
    return Card(rank, suit)


def parse_hand(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas; `NotationError` says which word is not a card."""
    cards: list[Card] = []
    for word in re.finditer(r"[^\s,]+", text):
        try:
            cards.append(parse_card(word.group()))
        except NotationError as error:
            line_start = text.rfind("\n", 0, word.start()) + 1
            line = text.count("\n", 0, word.start()) + 1
            raise NotationError(error.message, line, word.start() - line_start + 1) from None
    return tuple(cards)


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
    refusal = _refuse(rules, cards)
    if refusal is not None:
        raise IllegalStatement(refusal_in_force(refusal, rules))


def _refuse(rules: Ruleset, cards: Sequence[Card]) -> Refusal | None:
    if len(cards) != rules.hand:
        return refuse(Rule.HAND_SIZE, "hand", cards=len(cards), hand=rules.hand)
    for number, card in enumerate(cards):
        if card.rank < rules.lowest:
            return refuse(Rule.NOT_IN_PACK, "lowest", card=card)
        if card in cards[:number]:
            return refuse(Rule.CARD_TWICE, PACK, card=card)
    return None
