"""The bonus watch: which pique or repique is still open, how many points it has,
and what would close it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, assert_never

from .calls import Called
from .claims import CALLED, Category, Claim
from .deal import Deal, Phase
from .deal_state import FACTORS, CallStatus, DealState
from .grammar import every_claim
from .lines import Line, LineKind
from .reasons import OF_ONE
from .reckoning import claim_points
from .ruleset import (
    BlockedBy,
    CardsTie,
    CardsToPique,
    CarteBlancheWhen,
    FirstLead,
    Order,
    PiqueSeat,
    Ruleset,
    TrickCount,
    UnprovedDenial,
)
from .scoring import (
    bars_before,
    in_order,
    may_show_rouge,
    play_with_ten,
    reckon,
    reckons_before,
    rouge_helps,
    towards_thirty,
)
from .seats import ELDER, YOUNGER, Seat
from .sentences import SEATS, Names, other_name
from .words import number_words

# No rule is written here: every claim is asked whether it is refused. The sums are upper bounds: a
# seat has one point, and within a class it names no more cards than a hand has (Law 9). That the
# three classes share the same cards is ignored, as it is for calls. From these public facts the
# watch says what the scans for repique and pique in `scoring` still need.


@lru_cache(maxsize=64)
def _claims(rules: Ruleset, category: Category) -> tuple[Claim, ...]:
    return tuple(every_claim(rules, category))


@lru_cache(maxsize=64)
def _most_of_cards(rules: Ruleset, category: Category) -> tuple[int, ...]:
    """Return the most points that calls of *category* can make,
    by number of cards from none to the longest hand.
    """
    worth: dict[int, int] = {}
    for claim in _claims(rules, category):
        cards = claim.length
        worth[cards] = max(worth.get(cards, 0), claim_points(rules, claim))
    most = [worth.pop(0, 0)]  # a nought is called once and takes no card
    for cards in range(1, rules.hand + rules.talon + 1):
        with_one_more = [most[cards - n] + points for n, points in worth.items() if n <= cards]
        most.append(max([most[-1], *with_one_more]))
    return tuple(most)


def may_call(deal: DealState, seat: Seat, category: Category) -> bool:
    """Return whether *seat* may still call in *category*,
    whichever way a pending call is answered.
    """
    if deal.rules.round_the_table:
        return category in deal.unspoken(seat)
    if deal.categories[category].declined[seat]:
        return False
    if deal.pending is category:
        return True
    if category is Category.POINT and deal.categories[category].unrefuted(seat):
        # younger's may have been named in the answer to elder's, and can only be repeated
        return False
    answered = deal if deal.pending is None else deal.as_answered()
    for claim in _claims(deal.rules, category):
        refused = Called(seat, claim).refuse(answered)
        if refused is None or refused.rule not in OF_ONE:
            return refused is None
    return False


def still_open(deal: DealState, seat: Seat) -> tuple[Category, ...]:
    """Return the categories in which nothing of *seat* counts,
    but it may still call something that does.
    """
    return tuple(
        category
        for category in CALLED
        if all(entry.seat is not seat for entry in deal.scoring(category))
        and may_call(deal, seat, category)
    )


def most_in_class(deal: DealState, seat: Seat, category: Category) -> int:
    """Return the most points that *seat* can still add in *category*.

    That is one point; or the best sequences or sets from the cards that its good claims have not
    named, because lesser ones may follow any call. With no call left, it is what younger denied
    without outbidding it, where that scores.
    """
    rules = deal.rules
    if rules.round_the_table:
        more = deal.may_call_more(seat, category)
    else:
        more = may_call(deal, seat, category)
    if not more:
        return _denied(deal, seat, category)
    if category is Category.POINT:
        return max(claim_points(rules, claim) for claim in _claims(rules, category))
    named = sum(entry.claim.length for entry in deal.scoring(category) if entry.seat is seat)
    return _most_of_cards(rules, category)[deal.most_cards(seat) - named]


def _denied(deal: DealState, seat: Seat, category: Category) -> int:
    """Return the points that elder called in *category* and younger denied without outbidding,
    where they may score.
    """
    state = deal.categories[category]
    if seat is YOUNGER or deal.rules.unproved_denial is UnprovedDenial.NOBODY:
        return 0
    if state.status is not CallStatus.NOT_GOOD or deal.scoring(category):
        return 0
    return sum(claim_points(deal.rules, entry.claim) for entry in state.unrefuted(ELDER))


def _most_in_trick(rules: Ruleset) -> int:
    match rules.trick_count:
        case TrickCount.FLAT | TrickCount.LOST:
            return 1
        case TrickCount.CLUB:
            # partners may score both the lead and the trick that takes it
            return 2 if rules.in_partnership else 1
        case TrickCount.TWO_FOR_CAPTURE | TrickCount.CAPTURED_CARDS:
            return 2
        case _:
            assert_never(rules.trick_count)


def most_in_play(deal: DealState) -> int:
    """Return the most that the remaining tricks can add to one side's thirty."""
    rules = deal.rules
    most = _most_in_trick(rules) * (rules.hand - len(deal.tricks))
    if rules.last_to_pique:
        most += rules.last_points
    if rules.capot_to_pique:
        most += rules.capot_points
    before_seventh = len(deal.tricks) <= rules.hand // 2
    if rules.cards_to_pique is CardsToPique.AT_SEVENTH_TRICK and before_seventh:
        most += rules.cards_points + deal.setting.carried
    return most


@lru_cache(maxsize=64)
def most_in_deal(rules: Ruleset, earlier: int) -> int:
    """Return a bound on the points of a side in a deal; *earlier* deals may all have carried their
    cards forward.

    A side may never reach it: the best calls, the bonus and the best play need not go together.

    >>> from scorer.rules.presets import PRESETS
    >>> most_in_deal(PRESETS["portland"], 0)
    205
    >>> [most_in_deal(PRESETS["meyer-1888"], earlier) for earlier in (0, 1)]
    [263, 273]
    """
    point = max(claim_points(rules, claim) for claim in _claims(rules, Category.POINT))
    called = point + sum(
        _most_of_cards(rules, category)[rules.hand]
        for category in (Category.SEQUENCE, Category.SET)
    )
    blank = rules.carte_blanche * (2 if rules.carte_blanche_when is CarteBlancheWhen.BOTH else 1)
    in_hand = (called + blank + rules.carte_rouge) * rules.players // rules.sides
    first_lead = 0 if rules.first_lead is FirstLead.NO else 1
    play = _most_in_trick(rules) * rules.hand + first_lead + rules.last_points
    cards = max(rules.cards_points, rules.capot_points)
    if rules.cards_tie is CardsTie.CARRIED:
        cards += rules.cards_points * earlier
    contract = rules.contract_points * rules.hand * FACTORS[-1] if rules.auction else 0
    return in_hand + max(rules.repique_bonus, rules.pique_bonus) + play + cards + contract


class Watch(NamedTuple):
    """One bonus that is still open.

    Attributes:
        seat: who may make it; of partners the first of the side.
        points: the points that count towards it so far, of the `threshold` that makes it.
        closed_by: the categories in which the opponent would close it by being good.
        led: the seat leads next, and the lead alone makes it.
        by_losing: tricks lost count, so a trick won by the seat closes it.
    """

    kind: LineKind
    seat: Seat
    points: int
    threshold: int
    closed_by: tuple[Category, ...]
    in_play: bool
    led: bool = False
    by_losing: bool = False

    @property
    def needs(self) -> int:
        return max(0, self.threshold - self.points)


def watch(deal: Deal) -> tuple[Watch, ...]:
    """Return the open bonuses, the nearest first;
    none before the contract of an auction, which sets the threshold.
    """
    unsettled = deal.phase in (Phase.AUCTION, Phase.OVER)
    if unsettled or any(line.kind in (LineKind.REPIQUE, LineKind.PIQUE) for line in deal.lines):
        return ()
    hand, play, _ = reckon(deal.state)
    found = [*_repiques(deal, hand), *_piques(deal, hand, play)]
    return tuple(sorted(found, key=lambda each: each.needs))


def _repiques(deal: Deal, lines: Sequence[Line]) -> list[Watch]:
    state = deal.state
    rules = deal.state.rules
    found = []
    if state.play_begun:
        return []
    for seat in rules.seats[: rules.sides]:
        bar = next((line for line in lines if _bars(state, seat, line)), None)
        anything_bars = rules.repique_blocked_by is BlockedBy.ANYTHING_VALID
        if state.reckons_nothing(seat) or (bar is not None and anything_bars):
            continue
        before = lines if bar is None else lines[: lines.index(bar)]
        count = _count(deal, before, seat)
        if not count:
            continue
        reached = _reached(deal, before, seat)
        most = count + _most_remaining(state, seat, bar)
        if reached is None and most < rules.repique_threshold:
            continue
        closed_by = tuple(
            category
            for category in _open_to_others(state, seat)
            if reached is None or bars_before(rules, category, reached)
        )
        found.append(
            Watch(LineKind.REPIQUE, seat, count, rules.repique_threshold, closed_by, in_play=False)
        )
    return found


def _open_to_others(state: DealState, seat: Seat) -> tuple[Category, ...]:
    """Return the categories in which an opponent may still call something that counts."""
    found: set[Category] = set()
    for other in state.rules.opponents(seat):
        found.update(still_open(state, state.caller(other)))
    return tuple(category for category in CALLED if category in found)


def _bars(state: DealState, seat: Seat, line: Line) -> bool:
    """Return whether *line* is an opponent's and bars the bonus of *seat*:
    nobody can outbid or equal it any more.
    """
    if state.rules.side_of[line.seat] == state.rules.side_of[seat] or not line.reckons:
        return False
    if line.kind not in (LineKind.POINT, LineKind.SEQUENCE, LineKind.SET):
        return True
    others = map(state.caller, state.rules.opponents(line.seat))
    return state.counts_losers(line.category) or not any(
        may_call(state, each, line.category) for each in others
    )


def _most_remaining(state: DealState, seat: Seat, bar: Line | None) -> int:
    """Return the most that *seat* can still add in hand, only before *bar* if there is one.

    A carte blanche is ignored: it is announced before the calls, when everything is open.
    """
    rules = state.rules
    most = 0
    for each in (seat, *rules.partners(seat)):
        caller = state.caller(each)
        for category in CALLED:
            if bar is None or _adds_before(state, caller, category, bar):
                most += most_in_class(state, caller, category)
    before = None if bar is None else bar.category
    helps = rouge_helps(rules, seat) and state.rouge[seat] is None
    if helps and (most or may_show_rouge(state, seat, before)):
        most += rules.carte_rouge
    return most


def _adds_before(state: DealState, seat: Seat, category: Category, bar: Line) -> bool:
    """Return whether a call of *seat* in *category* reckons before *bar*;
    of two in a class, elder's comes first.
    """
    elders_comes_first = seat is ELDER and bar.category is category
    return elders_comes_first or reckons_before(state.rules, category, bar.category)


def _reached(deal: Deal, lines: Sequence[Line], seat: Seat) -> Category | None:
    """Return the class of the line with which *seat* has enough for a repique, or `None`."""
    count = 0
    for line in lines:
        count += _count(deal, (line,), seat)
        if count >= deal.state.rules.repique_threshold:
            return line.category
    return None


def _piques(deal: Deal, hand: Sequence[Line], play: Sequence[Line]) -> list[Watch]:
    state = deal.state
    rules = deal.state.rules
    found = []
    if rules.cards_to_pique is CardsToPique.AT_SEVENTH_TRICK:
        play = play_with_ten(state)
    seats = (ELDER,) if rules.pique_seat is PiqueSeat.ELDER else rules.seats[: rules.sides]
    for seat in seats:
        count = _count(deal, (*hand, *play), seat)
        wanting = rules.pique_threshold - count
        remaining = 0 if state.play_begun or not count else _most_remaining(state, seat, None)
        if not count or wanting > remaining + most_in_play(state) or state.reckons_nothing(seat):
            continue
        ordered = in_order(rules.pique_order, hand, play)
        closed_by = _open_to_others(state, seat)
        barred = any(_bars(state, seat, line) for line in ordered)
        if seat is ELDER and _first_lead_makes_it(deal, hand, remaining):
            ordered = [
                line for line in ordered if line.seat is seat or line.kind is LineKind.CARTE_BLANCHE
            ]
            if barred or (_leads_count(deal) and _first_lead_makes_it(deal, hand, 0)):
                closed_by = ()
            barred = any(_bars(state, seat, line) for line in ordered)
        if barred:
            continue
        leads_next = state.play_begun and state.leader is seat
        found.append(
            Watch(
                kind=LineKind.PIQUE,
                seat=seat,
                points=count,
                threshold=rules.pique_threshold,
                closed_by=closed_by,
                in_play=state.play_begun,
                led=leads_next and wanting == 1 and _leads_count(deal),
                by_losing=state.auction.minus,
            )
        )
    return found


def _first_lead_makes_it(deal: Deal, hand: Sequence[Line], remaining: int) -> bool:
    """Return whether *remaining* more in hand and the first lead,
    said before younger's calls, make a pique.
    """
    if deal.rules.pique_order is Order.CATEGORY or deal.state.play_begun:
        return False
    return _count(deal, hand, ELDER) + remaining + 1 >= deal.state.rules.pique_threshold


def _leads_count(deal: Deal) -> bool:
    """Return whether a lead scores even if it loses the trick."""
    return deal.rules.trick_count is TrickCount.CLUB and deal.rules.counts_every_card


def _count(deal: Deal, lines: Sequence[Line], seat: Seat) -> int:
    side_of = deal.rules.side_of
    return sum(
        line.points
        for line in lines
        if side_of[line.seat] == side_of[seat] and towards_thirty(deal.rules, line)
    )


def watch_sentence(watch: Watch, names: Names = SEATS) -> str:
    who = names[watch.seat]
    other = other_name(names, watch.seat)
    name = watch.kind.value
    closes = " or ".join(
        "the point" if category is Category.POINT else f"{category.value}s"
        for category in watch.closed_by
    )
    if watch.kind is LineKind.PIQUE and watch.in_play:
        taker = who if watch.by_losing else other
        ending = f"{who}’s lead makes it." if watch.led else f"A trick to {taker} closes it."
        return (
            f"Pique in {number_words(watch.needs)} for {who}: {watch.points} of "
            f"{watch.threshold}. {ending}"
        )
    ending = f" Closes if {other} is good in {closes}." if closes else ""
    if not watch.needs:
        return (
            f"{name.capitalize()} depends on {other}’s calls: {watch.points} of "
            f"{watch.threshold}.{ending}"
        )
    return f"{name.capitalize()} open for {who}: {watch.points} of {watch.threshold}.{ending}"
