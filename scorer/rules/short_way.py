"""
When the play may be said in one statement: only if its order cannot matter.

The short way gives elder's tricks, the last trick and elder's points. That
fixes every lead and capture but not their order; so where a pique, or the
race to a target, depends on the order, more must be said.
"""

from __future__ import annotations

from copy import copy

from .bonuses import pique
from .lines import Line, LineKind
from .options import CardsToPique, TrickCount
from .play import counts_short, possible_plays, possible_splits, refuse_count_itself, tricks_of_count
from .reasons import Refusal, Rule, Why, refuse
from .reckoning import NO_ARGS, hand_lines
from .scoring import score
from .seats import Seat
from .statements import TricksCounted
from .table import Table, Trick


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
    candidates = splits if hangs or table.setting.before is not None else splits[:1]
    outcomes = {_outcome(table, tricks_of_count(rules, split, said, 0)) for split in candidates}
    if len(outcomes) > 1:
        return refuse(Rule.SAY_FIRST, rules.source("pique_bonus"))
    if table.setting.before is not None and any(stopped_early for _, stopped_early in outcomes):
        return refuse(Rule.RACE_ONE_BY_ONE, rules.source("stop_rule"), target=table.setting.target)
    return None


def pique_hangs(table: Table, said: TricksCounted) -> bool:
    """Whether a pique would be made if all of elder's points in play came before any of younger's."""
    rules = table.rules
    ten = rules.cards_points if rules.cards_to_pique is not CardsToPique.NEVER else 0
    first = [Line(Seat.ELDER, said.play + ten, LineKind.LEAD, 0, (), Why.LEADS, NO_ARGS, "")]
    return pique(rules, hand_lines(table), first, Seat.ELDER) is not None


def _outcome(table: Table, tricks: tuple[Trick, ...]) -> tuple[tuple[tuple[Seat, int, LineKind], ...], bool]:
    """The lines that *tricks* would give, and whether a race to a target would end before the last of them."""
    trial = copy(table)
    trial.tricks = list(tricks)
    lines, stopped = score(trial)
    trial.setting = table.setting.without_race
    whole = score(trial).lines
    in_hand = len(hand_lines(table))
    early = stopped is not None and in_hand < len(lines) < len(whole)
    return tuple((line.seat, line.points, line.kind) for line in lines), early


def legal_counts(table: Table) -> tuple[TricksCounted, ...]:
    """
    Every way in which the play can now be said in one statement.

    Where captured cards count, younger's points would multiply these past
    use: there the list is empty, and a page asks for the two numbers.
    """
    rules = table.rules
    if not counts_short(rules) or rules.trick_count is TrickCount.CAPTURED_CARDS:
        return ()
    found = []
    for elder in range(rules.hand + 1):
        for last in (Seat.ELDER, Seat.YOUNGER):
            for play in possible_plays(rules, elder, last):
                bare = TricksCounted(elder, last, play)
                refused = refuse_tricks_counted(table, bare)
                if refused is None:
                    found.append(bare)
                elif refused.rule is Rule.SAY_FIRST:
                    firsts = sorted({split.first for split in possible_splits(rules, bare)})
                    found += [TricksCounted(elder, last, play, first) for first in firsts]
    return tuple(found)
