"""The laws, the rows of the literature and sources that differ, as facts:
what was said, and what it scores.
"""

import re
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import scorer
from scorer.rules import company as frames
from scorer.rules.company import (
    CompanyRecord,
    TurnRecord,
    Won,
    lineup_message,
    play_company,
    result_message,
    terms_named,
)
from scorer.rules.deal import Deal, Folded, fold
from scorer.rules.deal_state import Setting
from scorer.rules.errors import ContradictoryRules
from scorer.rules.house_rules import rules_named
from scorer.rules.lines import BONUSES
from scorer.rules.names import without_isolates
from scorer.rules.notation import parse_log
from scorer.rules.partie import play_partie
from scorer.rules.ruleset import DOCUMENTARY, RULE_FIELDS, Ruleset
from scorer.rules.seats import BySeat, Player
from scorer.rules.sentences import IllegalStatement
from scorer.rules.statements import Statement
from scorer.service.corpus.published import FROM_PAPER, partie_of
from tests.published import Fact, facts, published

FACTS = [
    fact
    for name in ("laws", "coverage", "variants", "games", "holdings", "peers")
    for fact in facts(name)
]
OF_COMPANY = re.compile(r"[A-H]+:")
"""The members of a company, before its parties."""


def folded(fact: Fact) -> Folded:
    rules = fact.ruleset
    is_last = "before the last deal" not in fact.rules
    return fold(rules, parse_log(fact.said, rules), Setting(final=is_last))


def score_lines(deal: Deal) -> str:
    """Return the lines of the score as a fact has them: whose, of what, and the points."""
    lines = [
        f"{line.seat.letter} {line.kind.value.replace('_', ' ')} {line.points}"
        for line in deal.lines
        if not line.is_equal
    ]
    return ", ".join(lines) or "no line"


def outcome_of_log(fact: Fact) -> str:
    log = parse_log(fact.said, fact.ruleset)
    deal, position, refusal = folded(fact)
    if refusal is not None and position is not None:
        return (
            refusal.rule.name
            if position == len(log) - 1
            else f"{refusal.rule.name} at {position + 1}"
        )
    if fact.result == "legal":
        return "legal"
    if fact.result[0].isdigit():
        made = (line for line in deal.lines if line.kind in BONUSES and line.points)
        bonuses = [f"{line.seat.letter} {line.kind.value}" for line in made]
        return ", ".join(["-".join(map(str, deal.score)), *bonuses])
    return score_lines(deal)


def outcome_of_partie(fact: Fact) -> str:
    """Return the winner of each partie of a series, whether it is open, and the totals;
    or what refuses a deal.
    """
    try:
        partie = play_partie(partie_of(fact))
    except IllegalStatement as error:
        number = "none" if error.deal is None else error.deal + 1
        return f"{error.refusal.rule.name} in deal {number}"
    settled = [each.settlement for each in partie.finished]
    ended = [
        "drawn" if each.winner is None else f"{'ABCD'[each.winner]} {each.points}"
        for each in settled
    ]
    return ", ".join(
        [*ended, *([] if partie.is_over else ["open"]), "-".join(map(str, partie.totals))]
    )


def outcome_of_company(fact: Fact) -> str:
    """Return what each member has won, what the pool holds, who plays next and the row;
    or the parties in words.
    """
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
        return "played " + " | ".join(str(result_message(company, turn)) for turn in card.turns)
    won = [f"{letter} {balance}" for letter, balance in zip(letters, card.balances, strict=True)]
    pool = [f"pool {card.held}"] if terms.startswith("pool") else []
    row = f"; row {card.row}" if card.row else ""
    return f"{', '.join(won + pool)}; {lineup_message(company, card.lineup)}{row}"


def is_of_log(fact: Fact) -> bool:
    is_of_partie = " | " in fact.said or FROM_PAPER.fullmatch(fact.said)
    return not is_of_partie and not OF_COMPANY.match(fact.said)


def outcome(fact: Fact) -> str:
    if OF_COMPANY.match(fact.said):
        return outcome_of_company(fact)
    return outcome_of_log(fact) if is_of_log(fact) else outcome_of_partie(fact)


def failure(fact: Fact, came: str) -> str:
    """Say how what *came* of a fact differs from what its source gives, a line for each part.

    Of the points alone nobody sees what is wrong, so the lines that make them up are there too.
    """
    expected = fact.result.split(", ")
    made = came.split(", ")
    shown = [
        f"{fact.source}: {fact.says}",
        f"  said:     {fact.said}",
        f"  under:    {fact.rules}",
        f"  expected: {fact.result}",
        f"  came:     {came}",
        f"  missing:  {', '.join(each for each in expected if each not in made) or 'nothing'}",
        f"  too much: {', '.join(each for each in made if each not in expected) or 'nothing'}",
    ]
    if is_of_log(fact):
        shown.append(f"  lines:    {score_lines(folded(fact).deal)}")
    return "\n".join(shown)


@pytest.mark.parametrize("source", dict.fromkeys(fact.source for fact in FACTS))
def test_what_was_said_has_the_result_that_its_source_gives(source: str) -> None:
    wrong = []
    for fact in FACTS:
        if fact.source == source:
            found = without_isolates(outcome(fact))
            if found != fact.result:
                wrong.append(failure(fact, found))
    if wrong:
        pytest.fail("\n\n".join(wrong), pytrace=False)


def test_a_law_that_fails_names_the_lines_it_expects_and_those_that_came() -> None:
    said = "E carte blanche; E point 5; Y good; E quint to knave; Y good"
    wrong = Fact(
        source="Law 18",
        says="carte blanche makes a repique",
        said=said,
        result="E carte blanche 10, E point 5, E sequence 15, E pique 30",
        rules="portland",
    )
    assert failure(wrong, outcome(wrong)).splitlines() == [
        "Law 18: carte blanche makes a repique",
        f"  said:     {said}",
        "  under:    portland",
        "  expected: E carte blanche 10, E point 5, E sequence 15, E pique 30",
        "  came:     E carte blanche 10, E point 5, E sequence 15, E repique 60",
        "  missing:  E pique 30",
        "  too much: E repique 60",
        "  lines:    E carte blanche 10, E point 5, E sequence 15, E repique 60",
    ]


def test_a_law_that_fails_by_its_points_names_the_lines_that_make_them_up() -> None:
    wrong = Fact("Law 18", "", said="E point 5; Y good", result="6-0", rules="portland")
    assert "lines:    E point 5" in failure(wrong, outcome(wrong))


# The rows of `tests/vectors/rows.toml`: each names what implements it, and is shown by a fact or a
# test

ROWS: dict[str, str] = published("rows")["rows"]
NAMED = {row: re.findall(r"`([^`]+)`", text) for row, text in ROWS.items()}
FIELDS = {rule.name for rule in RULE_FIELDS}

WITHOUT_A_ROW = {
    "discard_consulted": "a custom of the presets that scores nothing (Cavendish, Law 45)",
    "unproved_denial": "of the Laws of Piquet au Cent alone, where elder reckons what was denied "
    "for nothing",
}
"""The fields that no row names, and why."""

OTHER_NAMES = {
    kind.__name__ for kind in (*get_args(Statement), BySeat, frames.Lineup, frames.CompanyPartie)
}
for terms in frames.FRAMES.values():
    OTHER_NAMES |= {terms.__name__, *(f"{terms.__name__}.{each.name}" for each in fields(terms))}


def test_a_row_names_what_exists_or_says_why_not() -> None:
    assert {name for names in NAMED.values() for name in names} - FIELDS - OTHER_NAMES == set()
    assert [row for row, text in ROWS.items() if not NAMED[row] and len(text.split()) < 5] == []


def test_every_field_has_a_row_or_a_reason_to_have_none() -> None:
    assert FIELDS - {name for names in NAMED.values() for name in names} == set(WITHOUT_A_ROW)


def test_every_row_is_shown_by_facts_or_a_test_unless_it_is_refused_or_documentary() -> None:
    with_facts = {row for heading in published("coverage") for row in heading.split(", ")} - {
        "Companies in words"
    }
    tested = published("rows")["shown_by"]
    left_aside = {row for row, names in NAMED.items() if names and set(names) <= set(DOCUMENTARY)}
    left_aside |= {row for row, text in ROWS.items() if text.startswith("refused")}
    assert set(ROWS) - with_facts - set(tested) - left_aside == set()
    assert (with_facts | set(tested)) - set(ROWS) == set()
    for test in tested.values():
        path, name = test.split(": ")
        assert f"def {name}(" in (Path(__file__).parent / path).read_text("utf-8"), test


def rules_read() -> set[str]:
    """Return every name that code of `scorer` reads of something that it calls rules."""
    found = set()
    for path in Path(scorer.__file__).parent.rglob("*.py"):
        if path.name in ("governing.py", "versions.py"):  # they say what governs a dispute
            continue
        of = r"\bself" if path.name == "ruleset.py" else r"rules(?:\(\))?"
        found |= set(re.findall(rf"{of}\.(\w+)", path.read_text("utf-8")))
    return found


def test_a_rule_is_documentary_exactly_if_no_code_reads_it() -> None:
    """A rule of which there is only one reading is left aside: it is no setting."""
    hints = get_type_hints(Ruleset)
    settings = {
        name
        for name in FIELDS
        if not (isinstance(hints[name], type(Enum)) and len(hints[name]) == 1)
    }
    assert settings - rules_read() == set(DOCUMENTARY)
