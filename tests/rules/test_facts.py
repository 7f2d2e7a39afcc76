"""The laws, the rows of the coverage table and sources that differ, as facts: what was said, and what it scores."""

from __future__ import annotations

import re

import pytest

from scorer.rules.deal import Deal, fold
from scorer.rules.deal_state import Setting
from scorer.rules.house_rules import rules_named
from scorer.rules.lines import BONUSES
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player
from scorer.rules.sentences import IllegalStatement
from tests.published import Fact, facts

FACTS = [fact for name in ("laws", "coverage", "variants", "games") for fact in facts(name)]
FROM_PAPER = re.compile(r"(\d+(?:-\d+)+)(?: \*(\d+))?")
"""The points of a deal for each player, and how often it is repeated."""


def ruleset(fact: Fact) -> Ruleset:
    """The ruleset of *fact*."""
    line = fact.rules.removesuffix(" before the last deal")
    return rules_named(f"portland {line}" if "=" in line.split()[0] else line)


def outcome_of_log(fact: Fact) -> str:
    """What comes of a log, in the form of the expected result."""
    rules = ruleset(fact)
    log = parse_log(fact.said, rules)
    deal, position, refusal = fold(rules, log, Setting(final="before the last deal" not in fact.rules))
    if refusal is not None:
        assert position is not None
        return refusal.rule.name if position == len(log) - 1 else f"{refusal.rule.name} at {position + 1}"
    if fact.result == "legal":
        return "legal"
    return score_of(deal) if fact.result[0].isdigit() else lines_of(deal)


def score_of(deal: Deal) -> str:
    """The points of the seats, and who made a bonus."""
    bonuses = [f"{line.seat.letter} {line.kind.value}" for line in deal.lines if line.kind in BONUSES and line.points]
    return ", ".join(["-".join(map(str, deal.score)), *bonuses])


def lines_of(deal: Deal) -> str:
    """The lines in short, as ``E point 5``."""
    lines = [f"{line.seat.letter} {line.kind.value.replace('_', ' ')} {line.points}" for line in deal.lines]
    return ", ".join(lines) or "no line"


def outcome_of_partie(fact: Fact) -> str:
    """Who wins each partie of a series and what, whether it is still open, and the totals; or what refuses a deal."""
    rules, deals = ruleset(fact), list[DealRecord]()
    for deal in fact.said.split(" | "):
        paper = FROM_PAPER.fullmatch(deal)
        if paper:
            deals += [DealRecord(scores=tuple(map(int, paper[1].split("-"))))] * int(paper[2] or 1)
        else:
            deals.append(DealRecord(parse_log(deal, rules)))
    players = tuple(map(Player, "ABCD"[: rules.players]))
    try:
        partie = play_partie(PartieRecord(rules, players, tuple(deals)))
    except IllegalStatement as error:
        number = "none" if error.deal is None else error.deal + 1
        return f"{error.refusal.rule.name} in deal {number}"
    settled = [each.settlement for each in partie.finished]
    ended = ["drawn" if each.winner is None else f"{'ABCD'[each.winner]} {each.points}" for each in settled]
    return ", ".join([*ended, *([] if partie.is_over else ["open"]), "-".join(map(str, partie.totals))])


def outcome(fact: Fact) -> str:
    """What comes of what was said."""
    of_partie = " | " in fact.said or FROM_PAPER.fullmatch(fact.said)
    return outcome_of_partie(fact) if of_partie else outcome_of_log(fact)


@pytest.mark.parametrize("fact", FACTS, ids=[fact.id for fact in FACTS])
def test_what_was_said_has_the_result_that_its_source_gives(fact: Fact) -> None:
    assert outcome(fact) == fact.result


def test_no_fact_is_asserted_twice() -> None:
    said = [(fact.said, fact.rules, fact.result) for fact in FACTS]
    assert [each for each in set(said) if said.count(each) > 1] == []
