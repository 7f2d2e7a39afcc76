"""
Reckoning: from the state of a deal to the lines of its score.

The lines in hand come class by class here; the play is reckoned trick by
trick in `trick_lines`; the two scans of `bonuses` find repique and pique; and
the tricks are then gathered into one line for each seat's leads, captures and
so on, divided only where a bonus falls among them. So the same play gives the
same lines whether it was recorded trick by trick or by the quick count.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import assert_never

from .bidding import caller
from .called import Entry, Status, claim_cards
from .cards import Rank, Suit
from .claims import Category, Claim, PointClaim, SequenceClaim, SetClaim
from .lines import KIND_OF_CATEGORY, NO_ARGS, Line, LineKind
from .options import (
    CarteBlancheBoth,
    PointValue,
)
from .reasons import Why
from .ruleset import Ruleset
from .seats import Seat
from .table import DealState

NOUGHT_POINT, NOUGHT_SEQUENCE = 5, 10
"""What an empty suit scores as a point and as a sequence (Parlett, Penguin Book of Card Games)."""


def point_points(rules: Ruleset, claim: PointClaim) -> int:
    """
    Return the points of a good point.

    Where they depend on the pips, `scorer.rules.house` requires a ruleset
    that has the pips said.

    Source: Cavendish, Law 62; `PointValue` names the others.
    """
    if claim.length == 0:
        return NOUGHT_POINT
    match rules.point_value:
        case PointValue.LENGTH:
            return claim.length
        case PointValue.LENGTH_SQUARED:
            return claim.length**2
        case PointValue.FLAT_FIVE:
            return 5
        case PointValue.LESS_ONE_AT_FOUR:
            return claim.length - (claim.pips is not None and claim.pips % 10 == 4)
        case PointValue.TENTH_OF_PIPS:
            return ((claim.pips or 0) + 5) // 10
        case _:
            assert_never(rules.point_value)


def sequence_points(rules: Ruleset, claim: SequenceClaim) -> int:
    """Return the points of a good sequence. Source: Cavendish, Law 63."""
    return rules.sequence_points[claim.length - 3] if claim.length else NOUGHT_SEQUENCE


def set_points(rules: Ruleset, claim: SetClaim) -> int:
    """Return the points of a good set. Source: Cavendish, Law 64."""
    return rules.trio_points if claim.count == 3 else rules.quatorze_points


def claim_points(rules: Ruleset, claim: Claim) -> int:
    """Return the points of a good claim."""
    if isinstance(claim, PointClaim):
        return point_points(rules, claim)
    return sequence_points(rules, claim) if isinstance(claim, SequenceClaim) else set_points(rules, claim)


def claim_line(rules: Ruleset, entry: Entry) -> Line:
    """Return the line of one good claim, without its running count."""
    claim, points = entry.claim, claim_points(rules, entry.claim)
    if isinstance(claim, PointClaim):
        why, source = Why.POINT, rules.sources["point_value"]
        if entry.barred:
            points, why, source = 0, Why.POINT_ASKED_AWAY, "Law 46"
    elif isinstance(claim, SequenceClaim):
        why, source = Why.SEQUENCE, rules.sources["sequence_points"]
    else:
        why = Why.SET
        source = rules.sources["trio_points" if claim.count == 3 else "quatorze_points"]
    kind = KIND_OF_CATEGORY[claim.category]
    bars = entry.barred and rules.barred_blocks
    return Line(entry.seat, points, kind, 0, entry.because, why, {"claim": claim}, source, bars)


def _long_before_short(entry: Entry) -> tuple[int, int, int]:
    """
    Sort claims of a class by seat, longer runs first, quatorzes before trios, higher cards first.

    So the order in which a seat calls them does not matter. Source: Hoyle's
    Games Improved; Hoffmann 1909.
    """
    claim = entry.claim
    match claim:
        case PointClaim():
            head = claim.pips
        case SequenceClaim():
            head = claim.top
        case SetClaim():
            head = claim.rank
        case _:
            assert_never(claim)
    return entry.seat, -claim_cards(claim), -(head or 0)


def hand_lines(deal: DealState) -> list[Line]:
    """Return the lines in hand in the order of reckoning, without bonuses, each carte rouge after what completes it."""
    rules = deal.rules
    lines: list[Line] = []
    for category in rules.order:
        if category is Category.CARTE_BLANCHE:
            if any(deal.blanks):
                lines += _blank_lines(deal)
        elif category in deal.categories:
            state = deal.categories[category]
            scoring = deal.scoring(category)
            if len(scoring) > 1:
                scoring.sort(key=_long_before_short)
            for entry in scoring:
                line = claim_line(rules, entry)
                if deal.auction.minus:
                    line = line._replace(seat=caller(deal, line.seat))
                if state.answered_at and entry is state.leading:
                    line = line._replace(because=line.because + state.answered_at)
                lines.append(line)
            if state.status is Status.EQUAL and rules.equality_blocks:
                lines += _equal_lines(rules, category, state.answered_at)
    for seat in rules.seats:
        shown = deal.rouge[seat]
        last = None if shown is None else rouge_completed_by(deal, seat)
        if shown is not None and last is not None:
            source, args = rules.sources["carte_rouge"], {"after": last.claim.category}
            line = Line(seat, rules.carte_rouge, LineKind.CARTE_ROUGE, 0, (shown,), Why.CARTE_ROUGE, args, source)
            place = next(n for n, each in enumerate(lines) if each.because[0] == last.because[0])
            lines.insert(place + 1, line)
    return lines


def reckoned_with(line: Line) -> LineKind:
    """Return the class in which a line in hand is reckoned; for a carte rouge that of the claim that completes it."""
    return KIND_OF_CATEGORY[line.args["after"]] if line.kind is LineKind.CARTE_ROUGE else line.kind


def rouge_completed_by(deal: DealState, seat: Seat) -> Entry | None:
    """
    Return the good claim of *seat* that names the last card of the hand, or `None` if some card is not named.

    Where suits were not said it is the earliest claim, in the order of
    reckoning, that any hand with all the good claims allows.

    Source: English Wikipedia, which awards a carte rouge at that stage of the count.
    """
    if not deal.covers_hand(seat):
        return None
    mine = [
        entry
        for category in deal.rules.order
        if category in deal.categories
        for entry in sorted(deal.scoring(category), key=_long_before_short)
        if entry.seat is seat
    ]
    return mine[_completing(deal.rules, tuple(entry.claim for entry in mine))]


@lru_cache(maxsize=256)
def _completing(rules: Ruleset, claims: tuple[Claim, ...]) -> int:
    """Return the first of *claims*, all of one hand, with which every card of it can be named; else the last."""
    in_suits = [claim for claim in claims if not isinstance(claim, SetClaim)]
    placings = [
        tuple(zip(in_suits, suits, strict=True))
        for suits in product(Suit, repeat=len(in_suits))
        if all(claim.suit in (None, suit) for claim, suit in zip(in_suits, suits, strict=True))
    ]
    for last in range(len(claims)):
        if any(_names_all(rules, claims, last + 1, placing) for placing in placings):
            return last
    return len(claims) - 1


def _names_all(
    rules: Ruleset,
    claims: Sequence[Claim],
    number: int,
    placing: Sequence[tuple[PointClaim | SequenceClaim, Suit]],
) -> bool:
    """
    Return whether the first *number* of *claims* can name every card of a hand that holds them all.

    The points and runs are in the suits of *placing*. Overlaps of sets with runs are
    counted only where the heads of the runs were said.
    """
    sets = [claim for claim in claims[:number] if isinstance(claim, SetClaim)]
    named = placing[: number - len(sets)]
    cards, suits = 0, 0
    for suit in Suit:
        have = _most_cards([claim for claim, where in named if where is suit])
        if have < _most_cards([claim for claim, where in placing if where is suit]) or have > len(rules.ranks):
            return False
        cards += have
        suits += have > 0
    if cards > rules.hand or any(isinstance(claim, SetClaim) and claim.count > suits for claim in claims[number:]):
        return False
    for each in sets:
        within = sum(isinstance(run, SequenceClaim) and _has(run, each.rank) for run, _ in named)
        cards += each.count - max(0, within - (4 - each.count))
    return cards >= rules.hand


def _most_cards(held: Sequence[PointClaim | SequenceClaim]) -> int:
    """Return how many cards a point and runs of one suit name; runs are disjoint and lie within the point."""
    points = [claim.length for claim in held if isinstance(claim, PointClaim)]
    return max([*points, sum(claim.length for claim in held if isinstance(claim, SequenceClaim))], default=0)


def _has(run: SequenceClaim, rank: Rank) -> bool:
    """Return whether a run with a known head has *rank*."""
    return run.top is not None and run.top - run.length < rank <= run.top


def _blank_lines(deal: DealState) -> list[Line]:
    rules = deal.rules
    several = sum(map(bool, deal.blanks)) > 1
    annulled = several and rules.carte_blanche_both is CarteBlancheBoth.ANNUL
    lines = []
    for seat in rules.seats:
        for again, position in enumerate(deal.blanks[seat]):
            why = Why.CARTE_BLANCHE_AGAIN if again else Why.CARTE_BLANCHE
            points, source = rules.carte_blanche, rules.sources["carte_blanche"]
            if annulled:
                points, why, source = 0, Why.CARTE_BLANCHE_ANNULLED, rules.sources["carte_blanche_both"]
            lines.append(Line(seat, points, LineKind.CARTE_BLANCHE, 0, (position,), why, NO_ARGS, source))
    return lines


def _equal_lines(rules: Ruleset, category: Category, because: tuple[int, ...]) -> list[Line]:
    kind, source = KIND_OF_CATEGORY[category], rules.sources["equality_blocks"]
    args = {"category": category}
    return [
        Line(seat, 0, kind, 0, because, Why.EQUAL_BARS, args, source, bars=True) for seat in (Seat.ELDER, Seat.YOUNGER)
    ]
