"""
The play: tricks one by one, and the short way that says the same.

Let e and y be the tricks won, L_E and L_Y the leads each seat lost. Under the
club count elder's play points are e + L_E, younger's y + L_Y, the winner of
the last trick one more; and L_E - L_Y is 1 if younger won the last trick and 0
if elder did. So elder's tricks, the last trick and elder's points fix every
lead and capture; only where a pique depends on the order must the tricks that
elder won before younger's first be said too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .bidding import refuse_before_contract
from .options import FirstLead, TrickCount
from .reasons import Refusal, Rule, refuse
from .ruleset import Ruleset
from .seats import TWO, Seat
from .statements import TricksCounted, TrickTaken
from .table import Table, Trick

ALL_COUNT = 2
"""What a trick holds of counting cards where every card counts."""


class CardsPlayed(NamedTuple):
    """
    The cards of which the tricks tell whether they count, that is, are of the rank that counts in play or better.

    Attributes:
        high: for each seat, how many it played that count.
        low: for each seat, how many it played that do not.
        either: tricks of which one card counts and one does not, whoever played it.
    """

    high: tuple[int, ...]
    low: tuple[int, ...]
    either: int


class Split(NamedTuple):
    """Everything of the play but its order: tricks and leads lost, the last trick's winner, elder's first run."""

    elder: int
    elder_lost: int
    younger_lost: int
    last: Seat
    first: int


def refuse_trick_taken(table: Table, said: TrickTaken) -> Refusal | None:
    """Why the trick cannot be recorded."""
    unsettled = refuse_before_contract(table)
    if unsettled is not None:
        return unsettled
    if table.over:
        return refuse(Rule.DEAL_OVER, "Law 9")
    if table.pending is not None:
        return refuse(Rule.UNANSWERED, "Law 46", category=table.pending)
    if table.rules.counts_every_card and said.tens is None:
        return None
    source = table.rules.source("trick_min_rank")
    if table.rules.counts_every_card:
        return refuse(Rule.NO_TENS, source)
    if said.tens is None:
        return refuse(Rule.SAY_TENS, source)
    most = most_tens(table, said.seat)
    if not 0 <= said.tens <= most:
        return refuse(Rule.TENS_LIMIT, source, most=most)
    return _refuse_beyond_pack(table, Trick(0, said.seat, said.tens))


def _refuse_beyond_pack(table: Table, trick: Trick) -> Refusal | None:
    """Why the pack cannot have the cards of *trick*, after those of the tricks before."""
    rules, source = table.rules, table.rules.source("trick_min_rank")
    high, low, either = cards_played(rules, [*table.tricks, trick])
    pack = len(rules.pack)
    counting = sum(card.rank >= rules.trick_min_rank for card in rules.pack)
    if sum(high) + either > counting:
        return refuse(Rule.TENS_IN_PACK, source, most=counting)
    if sum(low) + either > pack - counting:
        return refuse(Rule.PLAIN_IN_PACK, source, most=pack - counting)
    return None


def cards_played(rules: Ruleset, tricks: Sequence[Trick]) -> CardsPlayed:
    """
    What *tricks* tell of the cards in them.

    A trick that its leader did not win was won with a higher card of the suit
    led: so if only one card of it counts, it is the winner's. Of one that the
    leader won the club count tells of the lead alone; the count of captured
    cards, of both cards.
    """
    high, low, either = [0] * rules.players, [0] * rules.players, 0
    by_leads = rules.trick_count is TrickCount.CLUB
    if rules.counts_every_card or (not by_leads and rules.players > 2):
        return CardsPlayed(tuple(high), tuple(low), either)
    leader = Seat.ELDER
    for _, winner, tens in tricks:
        if winner is not leader:
            (high if tens else low)[winner] += 1
            (high if tens == 2 else low)[leader] += 1
        elif by_leads:
            (high if tens else low)[leader] += 1
        elif tens == 1:
            either += 1
        else:
            for seat in TWO:
                (high if tens else low)[seat] += 1
        leader = winner
    return CardsPlayed(tuple(high), tuple(low), either)


def most_tens(table: Table, winner: Seat) -> int:
    """
    The most counting cards that can matter in the next trick if *winner* takes it.

    Under the club count a trick that its leader wins has one that can count,
    his lead; one that the second player wins has both.
    """
    led_and_won = table.rules.trick_count is TrickCount.CLUB and winner is table.leader
    return 1 if led_and_won else 2


def record_trick_taken(table: Table, said: TrickTaken, position: int) -> None:
    """Record a trick."""
    table.tricks.append(Trick(position, said.seat, ALL_COUNT if said.tens is None else said.tens))


def counts_short(rules: Ruleset) -> bool:
    """Whether the play can be said the short way: not where each lead's rank decides."""
    return rules.counts_every_card or rules.trick_count is not TrickCount.CLUB


def splits(rules: Ruleset, elder: int, last: Seat) -> tuple[Split, ...]:
    """
    Every way in which the tricks can fall to *elder* of them and *last*, elder's first run unfixed.

    `first` of each is the longest first run that the leads allow; any shorter
    one is as possible where younger lost a lead.
    """
    younger = rules.hand - elder
    ends_with_younger = int(last is Seat.YOUNGER)
    found = []
    for younger_lost in range(min(elder, younger) + 1):
        elder_lost = younger_lost + ends_with_younger
        if elder_lost > younger or (younger > 0) != (elder_lost > 0):
            continue
        found.append(Split(elder, elder_lost, younger_lost, last, elder - younger_lost))
    return tuple(found)


def firsts(split: Split) -> range:
    """The numbers of tricks that elder can have won before younger's first, the rest being as in *split*."""
    return range(split.first + 1) if split.younger_lost else range(split.elder, split.elder + 1)


def elder_points(rules: Ruleset, split: Split) -> int:
    """Elder's points in play, the last trick's extra included, by the trick count of *rules*."""
    last = rules.last_points if split.last is Seat.ELDER else 0
    match rules.trick_count:
        case TrickCount.CLUB:
            return split.elder + split.elder_lost + last
        case TrickCount.TWO_FOR_CAPTURE:
            lead = rules.first_lead is FirstLead.ALWAYS
            lead = lead or (rules.first_lead is FirstLead.IF_LOST and split.first == 0)
            return split.elder + split.younger_lost + last + int(lead)
        case TrickCount.LOST:
            return rules.hand - split.elder + last
        case _:
            return split.elder + last


def possible_splits(rules: Ruleset, said: TricksCounted) -> tuple[Split, ...]:
    """Every split, with elder's first run fixed, that *said* leaves possible, shortest first run first."""
    found = []
    for split in splits(rules, said.elder, said.last):
        for first in firsts(split):
            fixed = split._replace(first=first)
            fits = rules.trick_count is TrickCount.CAPTURED_CARDS or elder_points(rules, fixed) == said.play
            if fits and said.first in (None, first):
                found.append(fixed)
    return tuple(found)


def possible_plays(rules: Ruleset, elder: int, last: Seat) -> tuple[int, ...]:
    """
    The play points that elder can have with *elder* tricks and *last*, low to high.

    Empty where they do not follow from the tricks: under the count of
    captured cards anything up to two a trick may be.
    """
    fixed = (split._replace(first=first) for split in splits(rules, elder, last) for first in firsts(split))
    return tuple(sorted({elder_points(rules, split) for split in fixed}))


def winners(split: Split, tricks: int) -> tuple[Seat, ...]:
    """
    One order of *tricks* tricks that makes *split*: elder's first run, then runs in turn, the spare tricks first.

    >>> "".join(seat.letter for seat in winners(Split(7, 1, 1, Seat.ELDER, 5), 12))
    'EEEEEYYYYYEE'
    """
    order = [Seat.ELDER] * split.first
    spare = {
        Seat.YOUNGER: tricks - split.elder - split.elder_lost,
        Seat.ELDER: split.elder - split.first - split.younger_lost,
    }
    seat = Seat.YOUNGER
    for _ in range(split.elder_lost + split.younger_lost):
        order += [seat] * (1 + spare[seat])
        spare[seat] = 0
        seat = seat.other
    return tuple(order)


def tricks_of_count(rules: Ruleset, split: Split, said: TricksCounted, position: int) -> tuple[Trick, ...]:
    """The tricks of the short way: an order that makes *split*, captured cards spread over each seat's tricks."""
    left = {Seat.ELDER: said.play, Seat.YOUNGER: said.younger_play or 0}
    if rules.trick_count is not TrickCount.CAPTURED_CARDS:
        return tuple(Trick(position, winner, ALL_COUNT) for winner in winners(split, rules.hand))
    found = []
    for winner in winners(split, rules.hand):
        tens = min(ALL_COUNT, left[winner])
        left[winner] -= tens
        found.append(Trick(position, winner, tens))
    return tuple(found)


def refuse_count_itself(table: Table, said: TricksCounted) -> Refusal | None:
    """Why the play cannot have been as *said*, whatever was called before."""
    rules = table.rules
    source = rules.source("trick_count")
    unsettled = refuse_before_contract(table)
    if unsettled is not None:
        return unsettled
    if table.over:
        return refuse(Rule.DEAL_OVER, "Law 9")
    if table.pending is not None:
        return refuse(Rule.UNANSWERED, "Law 46", category=table.pending)
    if not counts_short(rules):
        return refuse(Rule.COUNT_ONE_BY_ONE, rules.source("trick_min_rank"))
    if table.tricks:
        return refuse(Rule.COUNT_BEGUN, source)
    if table.tricks_to_play < rules.hand:
        return refuse(Rule.COUNT_SHORT_HAND, "Law 57")
    if not 0 <= said.elder <= rules.hand:
        return refuse(Rule.COUNT_TRICKS, "Law 9", most=rules.hand)
    if not splits(rules, said.elder, said.last):
        won = said.elder if said.last is Seat.ELDER else rules.hand - said.elder
        return refuse(Rule.COUNT_LAST, source, seat=said.last, tricks=won)
    if rules.trick_count is TrickCount.CAPTURED_CARDS:
        return _refuse_captured(table, said)
    if said.younger_play is not None:
        return refuse(Rule.COUNT_YOUNGER, source, play=said.play, younger_play=said.younger_play)
    possible = possible_plays(rules, said.elder, said.last)
    if said.play not in possible:
        return refuse(Rule.COUNT_PLAY, source, tricks=said.elder, play=said.play, possible=possible)
    if not possible_splits(rules, said):
        return refuse(Rule.COUNT_FIRST, source, first=said.first)
    return None


def _refuse_captured(table: Table, said: TricksCounted) -> Refusal | None:
    """
    Why captured cards cannot be as *said*.

    Two a trick at the most, and of the twenty cards of ten or better no more
    than the talon's number can be out of play.
    """
    rules, younger = table.rules, said.younger_play
    source = rules.source("trick_count")
    counting = 4 * sum(rank >= rules.trick_min_rank for rank in rules.ranks)
    out_of_play = len(rules.pack) - 2 * rules.hand
    tricks = rules.hand - said.elder
    last = [rules.last_points if said.last is seat else 0 for seat in TWO]
    if younger is None:
        return refuse(Rule.COUNT_YOUNGER, source, play=said.play, younger_play=None)
    won, lost = said.play - last[Seat.ELDER], younger - last[Seat.YOUNGER]
    within = 0 <= won <= 2 * said.elder and 0 <= lost <= 2 * tricks
    if not within or not counting - out_of_play <= won + lost <= counting:
        return refuse(Rule.COUNT_YOUNGER, source, play=said.play, younger_play=younger)
    if not possible_splits(rules, said):
        return refuse(Rule.COUNT_FIRST, source, first=said.first)
    return None


def record_tricks_counted(table: Table, said: TricksCounted, position: int) -> None:
    """Record the play said the short way, as one order of tricks that it stands for."""
    split = possible_splits(table.rules, said)[0]
    table.count = (position, said)
    table.tricks = list(tricks_of_count(table.rules, split, said, position))
