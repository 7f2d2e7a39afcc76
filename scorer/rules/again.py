"""
Say it again: a deal said anew from one of its statements on, with the rest of the record filled in.

What is said again replaces the record as a whole, so nothing in between has to be legal together with what follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import dropwhile, takewhile

from .deal import Deal, extend, fold
from .deal_state import Setting
from .reasons import Rule
from .ruleset import Ruleset
from .statements import REPLIES, Answered, Asked, Called, Inserted, Log, Statement, Struck, effective

_REPLIES_TO_NOTHING = {Rule.NOTHING_TO_ANSWER, Rule.NOTHING_ASKED, Rule.ALREADY_STATED}


@dataclass(frozen=True, slots=True)
class SaidAgain:
    """
    A deal as far as it was said again; its log has no corrections.

    Attributes:
        rest: what is left of the record. The first statement does not fit what was said before it.
        dropped: what went without asking: replies to what is no longer said, and what would follow the end of the deal.
    """

    deal: Deal
    rest: Log
    dropped: Log


def say_again(rules: Ruleset, setting: Setting, said: Log, rest: Log) -> SaidAgain:
    """
    Take over the *rest* of a record after *said*, up to the first statement that no longer fits.

    Raises:
        IllegalStatement: the rules refuse something that was said.

    >>> from scorer.rules.deal import ALONE
    >>> from scorer.rules.notation import parse_log
    >>> from scorer.rules.presets import PORTLAND
    >>> rest = parse_log("Y good; E trio of aces; Y good", PORTLAND)
    >>> again = say_again(PORTLAND, ALONE, (), rest)
    >>> [each.written for each in again.dropped], len(again.deal.log)
    (['good'], 2)
    """
    deal, left, dropped = fold(rules, said, setting).require(), list(rest), list[Statement]()
    while left:
        folded = extend(deal, (left[0],))
        if folded.refusal is None:
            deal = folded.deal
        elif deal.is_over or (isinstance(left[0], REPLIES) and folded.refusal.rule in _REPLIES_TO_NOTHING):
            dropped.append(left[0])
        else:
            break
        left.pop(0)
    return SaidAgain(deal, tuple(left), tuple(dropped))


def following(was: Statement, instead: Statement | None, rest: Log) -> Log:
    """
    Return the *rest* of a record after a statement that becomes another, or is removed.

    The replies to a call that was not made, and to a question that was not asked, go with it.
    """
    stays = isinstance(instead, Called) and isinstance(was, Called) and instead.seat is was.seat
    if (isinstance(was, Called) and not stays) or (isinstance(was, Asked) and isinstance(instead, Answered)):
        return tuple(dropwhile(lambda each: isinstance(each, REPLIES), rest))
    return rest


def corrections(recorded: Log, said: Log) -> Log:
    """
    Return what to append to *recorded* so that exactly *said*, which has no corrections, is current.

    >>> from scorer.rules.notation import parse_log
    >>> from scorer.rules.presets import PORTLAND
    >>> from scorer.rules.statements import format_statement
    >>> recorded, said = (parse_log(log, PORTLAND) for log in ("tricks E2 Y1", "tricks Y1 E1 Y1 E1"))
    >>> [format_statement(each) for each in corrections(recorded, said)]
    ['strike 1 for tricks Y1', 'tricks E1']
    """
    current = effective(recorded)
    positions, statements = [at for at, _ in current], tuple(each for _, each in current)
    same = _common(statements, said)
    end = len(statements) - _common(statements[same:][::-1], said[same:][::-1])
    new = said[same : len(said) - (len(statements) - end)]
    found: list[Statement] = []
    for kind, first, last, *both in SequenceMatcher(None, statements[same:end], new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        old, instead = positions[same + first : same + last], new[slice(*both)]
        found += [Struck(*each) for each in zip(old, instead, strict=False)]
        found += [Struck(at) for at in old[len(instead) :]]
        left_out, after = instead[len(old) :], positions[same + last : same + last + 1]
        found += [Inserted(after[0], each) for each in left_out] if after else left_out
    return tuple(found)


def _common(one: Log, other: Log) -> int:
    """Return with how many equal statements both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
