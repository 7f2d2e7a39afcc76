"""Reckoning: the lines of the score that calls and tricks earn, from the state of the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, product, repeat
from typing import Any, assert_never

from .cards import Rank, Suit
from .claims import POINT, SEQUENCE, SET, Category, Claim, PointClaim, SequenceClaim, SetClaim
from .deal_state import CalledClaim, CallStatus, Contract, DealState, Trick, tricks_made
from .lines import NO_ARGS, Line, LineKind
from .reasons import Why
from .ruleset import (
    CapotForm,
    CardsBasis,
    CarteBlancheBoth,
    FirstLead,
    MinusCards,
    PointValue,
    Ruleset,
    TieSequence,
    TrickCount,
)
from .seats import ELDER, YOUNGER, Seat
from .sentences import bid_message

# The lines in hand come class by class, those of the play trick by trick. The scans in `scoring`
# find repique and pique and then gather the tricks into one line for each seat's leads, captures
# and so on, divided only where a bonus falls among them. So the same play gives the same lines
# whether it was recorded trick by trick or by the quick count.

NOUGHT_POINT = 5
NOUGHT_SEQUENCE = 10
"""What an empty suit scores as a point and as a sequence (Parlett, Penguin Book of Card Games)."""


KIND_OF_CLASS = {
    POINT: LineKind.POINT,
    SEQUENCE: LineKind.SEQUENCE,
    SET: LineKind.SET,
}
"""What the claims of a class score for."""


def claim_points(rules: Ruleset, claim: Claim) -> int:
    """Return the points of a good claim; where the pips of a point matter, the ruleset always has
    them said.

    Source: Cavendish, Laws 62 to 64; `PointValue` names the others.
    """
    if isinstance(claim, SetClaim):
        return rules.trio_points if claim.count == 3 else rules.quatorze_points
    if isinstance(claim, SequenceClaim):
        return rules.sequence_points[claim.length - 3] if claim.length else NOUGHT_SEQUENCE
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


def _claim_line(deal: DealState, entry: CalledClaim, because: tuple[int, ...]) -> Line:
    """Return the line of one good claim, without its running count."""
    rules = deal.rules
    seat = deal.caller(entry.seat)
    claim = entry.claim
    kind = KIND_OF_CLASS[claim.category]
    args = {"claim": claim}
    if entry.barred:
        state = deal.categories[claim.category]
        said_equal = state.asked_at == state.equal_number_at
        why = Why.POINT_SAID_EQUAL if said_equal else Why.POINT_ASKED_AWAY
        bars = rules.barred_blocks
        return Line(seat, 0, kind, because, why, args=args, bars=bars)
    points = claim_points(rules, claim)
    why = Why.CLAIM
    if _is_unproved_denial(deal, entry):
        why = Why.UNPROVED_DENIAL
    return Line(seat, points, kind, because, why, args=args)


def _is_unproved_denial(deal: DealState, entry: CalledClaim) -> bool:
    """Return whether *entry*, which is good, was denied, and nothing better was called."""
    state = deal.categories[entry.claim.category]
    was_denied = entry.seat is ELDER and state.status is CallStatus.NOT_GOOD
    # after younger's false call, elder's is good because it is better than what is left
    is_good_without = state.reopened[ELDER] or deal.counts_losers(entry.claim.category)
    return was_denied and not is_good_without


def _long_before_short(entry: CalledClaim) -> tuple[int, int, int]:
    """Sort claims of a class by seat, longer runs first, quatorzes before trios, higher cards
    first.

    So the order in which a seat calls them does not matter. Source: Hoyle's Games Improved;
    Hoffmann 1909.
    """
    _, height = entry.claim.strength
    return entry.seat, -entry.claim.length, -(height or 0)


def hand_lines(deal: DealState) -> list[Line]:
    """Return the lines in hand in the order of reckoning, without bonuses,
    each carte rouge after what completes it.
    """
    rules = deal.rules
    lines: list[Line] = []
    for category in rules.order[:-2]:  # the play and the cards come last
        if category is Category.CARTE_BLANCHE:
            lines += _blank_lines(deal) if any(deal.blanks) else ()
        elif any(deal.categories[category].entries):
            lines += _called_lines(deal, category)
    for seat in rules.seats if rules.carte_rouge else ():
        shown = deal.rouge[seat]
        last = None if shown is None else rouge_completed_by(deal, seat)
        if shown is not None and last is not None:
            line = Line(
                seat,
                rules.carte_rouge,
                LineKind.CARTE_ROUGE,
                (shown,),
                Why.CARTE_ROUGE,
                args={"after": last.claim.category},
            )
            index = next(n for n, each in enumerate(lines) if each.because[0] == last.because[0])
            lines.insert(index + 1, line)
    return lines


def _called_lines(deal: DealState, category: Category) -> list[Line]:
    """Return the lines of the good claims of a class, after those of equal ones, which score
    nothing.
    """
    state = deal.categories[category]
    lines = _equal_lines(deal, category)
    scoring = deal.scoring(category)
    if len(scoring) > 1:
        scoring.sort(key=_long_before_short)
    answered = state.answered_at and state.leading
    for entry in scoring:
        because = entry.because
        if entry is answered:
            because += state.answered_at
        lines.append(_claim_line(deal, entry, because))
    return lines


def _equal_lines(deal: DealState, category: Category) -> list[Line]:
    """Return the lines of the equal claims of a class, which score nothing."""
    rules = deal.rules
    state = deal.categories[category]
    kind = KIND_OF_CLASS[category]
    if rules.equality_blocks and state.status is CallStatus.EQUAL:
        equal = Line(
            ELDER,
            0,
            kind,
            state.answered_at,
            Why.EQUAL_BARS,
            args={"category": category},
            bars=True,
        )
        return [equal, equal._replace(seat=YOUNGER)]
    voids_class = category is SEQUENCE and rules.sequence_tie is TieSequence.VOID_CLASS
    why = Why.EQUAL_VOIDS if voids_class else Why.EQUAL
    return [
        Line(entry.seat, 0, kind, entry.because, why, args={"claim": entry.claim})
        for entry in deal.level(category)
    ]


def rouge_completed_by(deal: DealState, seat: Seat) -> CalledClaim | None:
    """Return the good claim of *seat* that names the last card of the hand, or `None` if some card
    is not named.

    Where suits were not said it is the earliest claim, in the order of reckoning, that any hand
    with all the good claims allows.

    Source: English Wikipedia, which awards a carte rouge at that stage of the count.
    """
    if not deal.covers_hand(seat):
        return None
    good: list[CalledClaim] = []
    for category in deal.rules.order:
        if category in deal.categories:
            scoring = sorted(deal.scoring(category), key=_long_before_short)
            good += [entry for entry in scoring if entry.seat is seat]
    return good[_completing(deal.rules, tuple(entry.claim for entry in good))]


@lru_cache(maxsize=256)
def _completing(rules: Ruleset, claims: tuple[Claim, ...]) -> int:
    """Return the first of *claims*, all of one hand,
    with which every card of it can be named; else the last.
    """
    in_suits = [claim for claim in claims if not isinstance(claim, SetClaim)]
    suitings = []
    for suits in product(Suit, repeat=len(in_suits)):
        suited = tuple(zip(in_suits, suits, strict=True))
        if all(claim.suit in (None, suit) for claim, suit in suited):
            suitings.append(suited)
    for last in range(len(claims)):
        if any(_names_all(rules, claims, last + 1, suited) for suited in suitings):
            return last
    return len(claims) - 1


def _names_all(
    rules: Ruleset,
    claims: Sequence[Claim],
    number: int,
    suited: Sequence[tuple[PointClaim | SequenceClaim, Suit]],
) -> bool:
    """Return whether the first *number* of *claims* can name every card of a hand that holds them
    all.

    *suited* has the points and runs with their suits. Overlaps of sets with runs are counted only
    where the heads of the runs were said.
    """
    sets = [claim for claim in claims[:number] if isinstance(claim, SetClaim)]
    named = suited[: number - len(sets)]
    # The cards of the points and runs, which cannot be shorter than those that follow in the suit.
    cards = 0
    suits = 0
    for suit in Suit:
        have = _most_cards([claim for claim, where in named if where is suit])
        of_all = _most_cards([claim for claim, where in suited if where is suit])
        if have < of_all or have > len(rules.ranks):
            return False
        cards += have
        suits += bool(have)
    # If they name every card, a later set is of these cards too, so of no more suits than they.
    later_sets = [claim for claim in claims[number:] if isinstance(claim, SetClaim)]
    if cards > rules.hand or any(claim.count > suits for claim in later_sets):
        return False
    # A set adds its cards but those that runs have named: a trio may be of the suits without one.
    for each in sets:
        within = sum(isinstance(run, SequenceClaim) and _has(run, each.rank) for run, _ in named)
        cards += each.count - max(0, within - (4 - each.count))
    return cards >= rules.hand


def _most_cards(held: Sequence[PointClaim | SequenceClaim]) -> int:
    """Return how many cards a point and runs of one suit name;
    runs are disjoint and lie within the point.
    """
    points = [claim.length for claim in held if isinstance(claim, PointClaim)]
    in_runs = sum(claim.length for claim in held if isinstance(claim, SequenceClaim))
    return max([*points, in_runs])


def _has(run: SequenceClaim, rank: Rank) -> bool:
    return run.top is not None and run.top - run.length < rank <= run.top


def _blank_lines(deal: DealState) -> list[Line]:
    rules = deal.rules
    several = sum(map(bool, deal.blanks)) > 1
    annulled = several and rules.carte_blanche_both is CarteBlancheBoth.ANNUL
    lines = []
    for seat in rules.seats:
        for again, position in enumerate(deal.blanks[seat]):
            why = Why.CARTE_BLANCHE_AGAIN if again else Why.CARTE_BLANCHE
            points = rules.carte_blanche
            if annulled:
                points = 0
                why = Why.CARTE_BLANCHE_ANNULLED
            kind = LineKind.CARTE_BLANCHE
            lines.append(Line(seat, points, kind, (position,), why))
    return lines


OPENS: Mapping[str, Any] = {"opens": True}
"""The arguments of elder's first lead, which chronological order puts before younger's calls."""


def play_lines(deal: DealState, *, ten_at_seventh: bool = False) -> list[Line]:
    """Return the lines of the play trick by trick, with the last trick, the cards and the capot
    where they are earned.

    *ten_at_seventh* counts the ten for the cards at the seventh trick if it is won before the other
    seat has one.
    """
    rules = deal.rules
    tricks = deal.tricks
    if deal.conceded is not None:
        return _conceded_lines(rules, *deal.conceded)
    winners = [trick.winner for trick in tricks]
    by_trick = list(map(trick_lines, repeat(rules), [None, *winners], tricks))
    majority = rules.hand // 2 + 1
    has_ten = ten_at_seventh and len(tricks) >= majority and len(set(winners[:majority])) == 1
    if has_ten:
        points = rules.cards_points + deal.setting.carried
        because = (tricks[majority - 1].position,)
        why = Why.CARDS_AT_SEVENTH
        ten = Line(winners[0], points, LineKind.CARDS, because, why)
        by_trick.insert(majority, [ten])
    return [*chain.from_iterable(by_trick), *closing_lines(deal, has_ten=has_ten)]


def trick_lines(rules: Ruleset, before: Seat | None, trick: Trick) -> list[Line]:
    """Return what a trick scores, led by the winner of the one *before*; elder leads the first."""
    position, winner, tens = trick
    leader = ELDER if before is None else before
    led_and_won = winner is leader

    def line(seat: Seat, points: int, kind: LineKind, why: Why) -> Line:
        args = OPENS if kind is LineKind.LEAD and before is None else NO_ARGS
        return Line(seat, points, kind, (position,), why, args=args)

    lines = []
    match rules.trick_count:
        case TrickCount.CLUB:
            every = rules.counts_every_card
            if tens >= (1 if led_and_won else 2):
                why = Why.LEADS if every else Why.TENS_LED
                lines.append(line(leader, 1, LineKind.LEAD, why))
            if not led_and_won and tens:
                why = Why.WINS if every else Why.TENS_WON
                lines.append(line(winner, 1, LineKind.TRICK, why))
        case TrickCount.TWO_FOR_CAPTURE:
            pays_lead = rules.first_lead is FirstLead.ALWAYS
            pays_lead = pays_lead or (rules.first_lead is FirstLead.IF_LOST and not led_and_won)
            if before is None and pays_lead:
                lines.append(line(leader, 1, LineKind.LEAD, Why.FIRST_LEAD))
            if led_and_won:
                lines.append(line(winner, 1, LineKind.LEAD, Why.LEADS_WON))
            else:
                lines.append(line(winner, 2, LineKind.TRICK, Why.CAPTURES))
        case TrickCount.CAPTURED_CARDS:
            if tens:
                lines.append(line(winner, tens, LineKind.TRICK, Why.TENS_CAPTURED))
        case TrickCount.LOST:
            lines.append(line(winner.other, 1, LineKind.TRICK, Why.TRICKS_LOST))
        case TrickCount.FLAT:
            lines.append(line(winner, 1, LineKind.TRICK, Why.TRICKS))
        case _:
            assert_never(rules.trick_count)
    return lines


def closing_lines(deal: DealState, *, has_ten: bool = False) -> list[Line]:
    """Return the lines after the last card, if it is played;
    with *has_ten* the cards counted at the seventh trick.
    """
    rules = deal.rules
    tricks = deal.tricks
    lines: list[Line] = []
    if not tricks or len(tricks) < deal.tricks_to_play:
        return lines
    last = tricks[-1].winner
    last_at = tricks[-1].position
    positions, winners, _ = zip(*tricks, strict=True)
    won = list(map(winners.count, rules.seats))
    # a count is one statement, and the cause of every trick
    every = positions[:1] if deal.quick_count else positions
    unplayed = rules.hand - deal.tricks_to_play
    if unplayed:
        opponent = YOUNGER if deal.short[ELDER] else ELDER
        assert deal.short_at is not None
        last = opponent
        last_at = deal.short_at
        won[last] += unplayed
        lines += [Line(last, 1, LineKind.TRICK, (last_at,), Why.UNPLAYED) for _ in range(unplayed)]
    if rules.last_points:
        points = rules.last_points
        lines.append(Line(last, points, LineKind.LAST, (last_at,), Why.LAST))
    bid = deal.auction.contract
    if bid is None or not bid.minus or rules.minus_cards is not MinusCards.NOBODY:
        by_last = None
        if rules.cards_basis is CardsBasis.LAST_TRICK:
            seat = _takes_for(deal, last)
            kind = LineKind.CARDS
            points = rules.cards_points
            by_last = Line(seat, points, kind, (last_at,), Why.CARDS_BY_LAST)
        lines += _cards_lines(deal, won, every, by_last, has_ten=has_ten)
    if bid is not None:
        lines += _contract_lines(deal, bid, won, every)
    return lines


def _cards_lines(
    deal: DealState,
    won: Sequence[int],
    every: tuple[int, ...],
    by_last: Line | None,
    *,
    has_ten: bool,
) -> list[Line]:
    """Return the lines of the cards and the capot.

    *by_last* is that of the cards where they go to the last trick; with *has_ten* they are counted
    already.
    """
    rules = deal.rules
    taker, most = _taker(deal, won)
    carried = deal.setting.carried
    if taker is not None and most == rules.hand:
        lines = []
        on_top = rules.capot_form is CapotForm.ON_TOP or has_ten or carried > 0
        if on_top and not has_ten:
            lines.append(_cards_line(rules, taker, every, most, carried))
        points = rules.capot_points - (rules.cards_points if on_top else 0)
        why = Why.CAPOT_MORE if on_top else Why.CAPOT
        return [*lines, Line(taker, points, LineKind.CAPOT, every, why)]
    if has_ten:
        return []
    if by_last is not None:
        return [by_last]
    return [] if taker is None else [_cards_line(rules, taker, every, most, carried)]


def _taker(deal: DealState, won: Sequence[int]) -> tuple[Seat | None, int]:
    """Return who takes the cards (of partners who won more tricks), with how many;
    nobody if no side has most.
    """
    rules = deal.rules
    sides = by_side(rules, won)
    most = max(sides)
    if sides.count(most) > 1:
        return None, most
    side = sides.index(most)
    return _takes_for(deal, max(rules.seats[side :: rules.sides], key=won.__getitem__)), most


def by_side(rules: Ruleset, values: Sequence[int]) -> Sequence[int]:
    """Return the sums of *values*, one for each seat, by side."""
    if not rules.in_partnership:
        return values
    return [sum(values[side :: rules.sides]) for side in range(rules.sides)]


def _takes_for(deal: DealState, seat: Seat) -> Seat:
    """Return who takes the cards that *seat* won: in some minus deals the other seat."""
    return seat.other if deal.rules.minus_cards is MinusCards.LOSER and deal.auction.minus else seat


def _contract_lines(
    deal: DealState, bid: Contract, won: Sequence[int], every: tuple[int, ...]
) -> list[Line]:
    """Return what a contract pays: its maker for each trick over it,
    or the other seat for each trick short.
    """
    rules = deal.rules
    made = tricks_made(bid, won)
    over = made - bid.tricks
    if not over:
        return []
    points = rules.contract_points * abs(over) * deal.auction.factor
    seat = bid.seat if over > 0 else bid.seat.other
    why = Why.CONTRACT_OVER if over > 0 else Why.CONTRACT_SHORT
    args = {
        "bid": bid_message(bid),
        "tricks": made,
        "by": abs(over),
        "doubled": deal.auction.doubled,
    }
    because = (*deal.auction.because, *every)
    return [Line(seat, points, LineKind.CONTRACT, because, why, args=args)]


def _cards_line(
    rules: Ruleset, seat: Seat, because: tuple[int, ...], tricks: int, carried: int
) -> Line:
    why = Why.CARDS_CARRIED if carried else Why.CARDS
    args = {"tricks": tricks, "carried": carried}
    points = rules.cards_points + carried
    return Line(seat, points, LineKind.CARDS, because, why, args=args)


def _conceded_lines(rules: Ruleset, loser: Seat, position: int) -> list[Line]:
    """Return what a conceded deal gives the other seat:
    every trick and the cards, without a bonus.
    """
    because = (position,)
    play = rules.hand + rules.last_points
    cards = rules.cards_points
    winner = loser.other
    return [
        Line(winner, play, LineKind.CONCEDED, because, Why.CONCEDED_PLAY),
        Line(winner, cards, LineKind.CARDS, because, Why.CONCEDED_CARDS),
    ]
