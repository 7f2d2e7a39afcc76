"""The laws, the rows of the literature and sources that differ, as facts: what was said, and what it scores."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from scorer.rules.company import CompanyRecord, TurnRecord, Won, lineup_words, play_company, result_words, terms_named
from scorer.rules.deal import fold
from scorer.rules.deal_state import Setting
from scorer.rules.house_rules import rules_named
from scorer.rules.lines import BONUSES
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.reasons import ContradictoryRules
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player
from scorer.rules.sentences import IllegalStatement
from tests.published import Fact, facts

FACTS = [fact for name in ("laws", "coverage", "variants", "games", "holdings") for fact in facts(name)]
FROM_PAPER = re.compile(r"(\d+(?:-\d+)+)(?: \*(\d+))?")
"""The points of a deal for each player, and how often it is repeated."""

OF_COMPANY = re.compile(r"[A-H]+:")
"""The members of a company, before its parties."""


def ruleset(fact: Fact) -> Ruleset:
    line = fact.rules.removesuffix(" before the last deal")
    return rules_named(f"portland {line}" if "=" in line.split()[0] else line)


def outcome_of_log(fact: Fact) -> str:
    rules = ruleset(fact)
    log = parse_log(fact.said, rules)
    deal, position, refusal = fold(rules, log, Setting(final="before the last deal" not in fact.rules))
    if refusal is not None:
        assert position is not None
        return refusal.rule.name if position == len(log) - 1 else f"{refusal.rule.name} at {position + 1}"
    if fact.result == "legal":
        return "legal"
    if fact.result[0].isdigit():
        made = (line for line in deal.lines if line.kind in BONUSES and line.points)
        bonuses = [f"{line.seat.letter} {line.kind.value}" for line in made]
        return ", ".join(["-".join(map(str, deal.score)), *bonuses])
    lines = [f"{line.seat.letter} {line.kind.value.replace('_', ' ')} {line.points}" for line in deal.lines]
    return ", ".join(lines) or "no line"


def outcome_of_partie(fact: Fact) -> str:
    """Return the winner of each partie of a series, whether it is open, and the totals; or what refuses a deal."""
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


def outcome_of_company(fact: Fact) -> str:
    """Return what each member has won, what the pool holds, who plays next and the row; or the parties in words."""
    letters, _, parties = fact.said.partition(":")
    terms, _, line = fact.rules.partition(", ")
    rules = rules_named(line)
    record = CompanyRecord(rules, tuple(map(Player, letters)), terms_named(terms))
    try:
        company = play_company(record)
        for partie in filter(None, parties.split(",")):
            *out_of_turn, result = partie.strip().rpartition("> ")
            seats = tuple(map(letters.index, out_of_turn[0])) if out_of_turn[0] else None
            seated = company.card.lineup.seated(seats).seats
            winner, _, points = result.partition(" ")
            side = None if winner == "drawn" else seated.index(letters.index(winner)) % rules.sides
            turn = TurnRecord(seats, result=Won(side, int(points or 0)))
            company = play_company(replace(company.record, parties=(*company.record.parties, turn)))
    except ContradictoryRules as error:
        return f"refused: {error}"
    card = company.card
    if fact.result.startswith("played "):
        return "played " + " | ".join(result_words(company, turn) for turn in card.turns)
    won = [f"{letter} {balance}" for letter, balance in zip(letters, card.balances, strict=True)]
    pool = [f"pool {card.held}"] if terms.startswith("pool") else []
    row = f"; row {card.row}" if card.row else ""
    return f"{', '.join(won + pool)}; {lineup_words(company, card.lineup)}{row}"


def outcome(fact: Fact) -> str:
    if OF_COMPANY.match(fact.said):
        return outcome_of_company(fact)
    of_partie = " | " in fact.said or FROM_PAPER.fullmatch(fact.said)
    return outcome_of_partie(fact) if of_partie else outcome_of_log(fact)


@pytest.mark.parametrize("source", dict.fromkeys(fact.source for fact in FACTS))
def test_what_was_said_has_the_result_that_its_source_gives(source: str) -> None:
    found = {fact: outcome(fact) for fact in FACTS if fact.source == source}
    assert {fact.id: result for fact, result in found.items() if result != fact.result} == {}


def test_no_fact_is_asserted_twice() -> None:
    said = Counter((fact.said, fact.rules, fact.result) for fact in FACTS)
    assert [each for each, count in said.items() if count > 1] == []
