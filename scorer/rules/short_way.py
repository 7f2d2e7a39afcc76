"""
When the play may be said in one statement: only if its order cannot matter.

The short way gives elder's tricks, the last trick and elder's points. That
fixes every lead and capture but not their order; so where a pique, or the
race to a target, depends on the order, more must be said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from .bonuses import pique, repique
from .lines import Line, LineKind
from .options import CardsToPique, PiqueSeat, TrickCount
from .play import ALL_COUNT, counts_short, possible_plays, possible_splits, refuse_count_itself, tricks_of_count
from .reasons import Refusal, Rule, Why, refuse
from .reckoning import hand_lines
from .scoring import score
from .seats import Seat
from .statements import TricksCounted
from .table import Table, Trick
from .trick_lines import OPENS


def refuse_tricks_counted(table: Table, said: TricksCounted) -> Refusal | None:
    """Why the play cannot be said so: it is impossible, or its order decides something."""
    refused = refuse_count_itself(table, said)
    if refused is not None:
        return refused
    rules = table.rules
    hangs = pique_hangs(table, said)
    if hangs and rules.trick_count is TrickCount.CAPTURED_CARDS:
        return refuse(Rule.PIQUE_ONE_BY_ONE, rules.source("pique_bonus"))
    splits = possible_splits(rules, said)
    racing = table.setting.before is not None
    one_will_do = not hangs and not racing and rules.trick_count is not TrickCount.TWO_FOR_CAPTURE
    candidates = splits[:1] if one_will_do else splits
    outcomes = {_outcome(table, tricks_of_count(rules, split, said, 0)) for split in candidates}
    if any(stopped_early for _, stopped_early in outcomes):
        return refuse(Rule.RACE_ONE_BY_ONE, rules.source("stop_rule"), target=table.setting.target)
    if hangs and rules.trick_count is TrickCount.LOST and said.first == 0:
        outcomes |= {_outcome(table, tricks) for tricks in _younger_first(table, said)}
        if len(outcomes) > 1:
            return refuse(Rule.PIQUE_ONE_BY_ONE, rules.source("pique_bonus"))
    if len(outcomes) > 1:
        return refuse(Rule.SAY_FIRST, rules.source("pique_bonus" if hangs else "trick_count"))
    return None


def _younger_first(table: Table, said: TricksCounted) -> Iterator[tuple[Trick, ...]]:
    """
    The play of *said*, for each number of tricks that younger can have won before elder's first.

    Where a trick lost is what scores, elder's pique depends on that number.
    """
    younger, last = table.rules.hand - said.elder, int(said.last is Seat.ELDER)
    middle = said.elder - last
    for first in range(1, younger + 1):
        rest = younger - first
        if (rest and not middle) or (said.elder and not rest and not last):
            continue  # the first run would be longer, or elder would have the last trick
        order = [Seat.YOUNGER] * first + [Seat.ELDER] * middle + [Seat.YOUNGER] * rest + [Seat.ELDER] * last
        yield tuple(Trick(0, winner, ALL_COUNT) for winner in order)


def pique_hangs(table: Table, said: TricksCounted) -> bool:
    """Whether the order of the tricks may decide a pique: it is made if all of a seat's points in play come first."""
    rules, hand = table.rules, hand_lines(table)
    if repique(rules, hand, Seat.ELDER) is not None:
        return False
    if rules.pique_seat is PiqueSeat.EITHER:
        return True
    ten = rules.cards_points if rules.cards_to_pique is not CardsToPique.NEVER else 0
    first = [Line(Seat.ELDER, said.play + ten, LineKind.LEAD, 0, (), Why.LEADS, OPENS, "")]
    return pique(rules, hand, first, Seat.ELDER) is not None


def _outcome(table: Table, tricks: tuple[Trick, ...]) -> tuple[tuple[tuple[Seat, int, LineKind], ...], bool]:
    """The lines that *tricks* would give, and whether a race to a target would end before the last of them."""
    trial = copy(table)
    trial.tricks = list(tricks)
    lines, stopped = score(trial)
    trial.setting = table.setting.without_race
    whole = score(trial).lines
    in_hand = len(hand_lines(table))
    early = stopped is not None and in_hand < len(lines) < len(whole) and not _after_the_play(lines, whole)
    return tuple((line.seat, line.points, line.kind) for line in lines), early


def _after_the_play(lines: Sequence[Line], whole: Sequence[Line]) -> bool:
    """Whether *lines* end with the cards, and leave out none of the play."""
    counting = (LineKind.LEAD, LineKind.TRICK, LineKind.LAST)
    played, all_played = (sum(line.kind in counting for line in each) for each in (lines, whole))
    return lines[-1].kind is LineKind.CARDS and played == all_played


def legal_counts(table: Table, elder: int | None = None) -> tuple[TricksCounted, ...]:
    """
    Every way in which the play can now be said in one statement, elder having won *elder* tricks if that is known.

    Where captured cards count, younger's points would multiply these past
    use: there the list is empty, and a page asks for the two numbers.
    """
    rules = table.rules
    if not counts_short(rules) or rules.trick_count is TrickCount.CAPTURED_CARDS:
        return ()
    found = []
    for tricks in range(rules.hand + 1) if elder is None else (elder,):
        for last in (Seat.ELDER, Seat.YOUNGER):
            for play in possible_plays(rules, tricks, last):
                bare = TricksCounted(tricks, last, play)
                refused = refuse_tricks_counted(table, bare)
                if refused is None:
                    found.append(bare)
                elif refused.rule is Rule.SAY_FIRST:
                    firsts = sorted({split.first for split in possible_splits(rules, bare)})
                    ordered = (TricksCounted(tricks, last, play, first) for first in firsts)
                    found += [said for said in ordered if refuse_tricks_counted(table, said) is None]
    return tuple(found)
