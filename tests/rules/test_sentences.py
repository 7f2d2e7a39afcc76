"""The words of `tests/vectors/sentences.toml`, of numbers, of values of rules,
and of the findings of the checker.
"""

from collections.abc import Callable
from typing import Any, get_args

import pytest

from scorer.rules.bounds import Calls
from scorer.rules.cards import Rank
from scorer.rules.claims import Category, PointClaim
from scorer.rules.company import ChouetteTerms, CompanyRecord, TurnRecord, Won, play_company
from scorer.rules.deal import ALONE, Deal, fold
from scorer.rules.deal_state import Setting
from scorer.rules.findings import (
    Assertion,
    Says,
    assertion_message,
    could_have_held_message,
    sunk_message,
)
from scorer.rules.house_rules import rules_named
from scorer.rules.lines import LineKind
from scorer.rules.names import Name, without_isolates
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule, Settling, Why
from scorer.rules.ruleset import RULE_FIELDS, Order, Ruleset
from scorer.rules.seats import BySeat, Player, Seat
from scorer.rules.sentences import (
    IllegalStatement,
    Names,
    cited,
    contract_message,
    line_message,
    refusal_message,
    seat_names,
    step_message,
)
from scorer.rules.settlement import settle, settle_series, settle_target
from scorer.rules.statements import Statement, TrickTaken, statement_message
from scorer.rules.watch import watch, watch_messages
from scorer.rules.words import number_words, plain, value_words
from tests import there
from tests.published import published
from tests.rows import each_row
from tests.rules.settling import play

SENTENCES = published("sentences")
NAMES: Names = BySeat((Name("Ada"), Name("Ben")))

Rows = dict[str, Any]


def each_table(kind: str) -> pytest.MarkDecorator:
    """Run a test once for each table of a kind."""
    return pytest.mark.parametrize(
        ("heading", "rows"), SENTENCES[kind].items(), ids=list(SENTENCES[kind])
    )


def read(heading: str) -> tuple[Ruleset, Setting]:
    line, _, known = heading.partition(", ")
    rules = rules_named(line)
    if known == "before the last deal":
        return rules, Setting(final=False)
    points, _, what = known.partition(" ")
    if what == "carried":
        return rules, Setting(carried=int(points))
    if what == "before":
        before = BySeat(tuple(map(int, points.split("-"))))
        return rules, Setting(final=False, before=before, target=rules.target)
    return rules, ALONE


def deal_of(heading: str, log: str) -> Deal:
    rules, setting = read(heading)
    return fold(rules, parse_log(log, rules), setting).require()


def with_players(sentences: list[str]) -> list[str]:
    seats = {"elder": "Ada", "Elder": "Ada", "younger": "Ben"}
    for seat, name in seats.items():
        sentences = [each.replace(seat, name) for each in sentences]
    return sentences


@each_table("refused")
def test_a_refusal_says_why_and_names_its_source(heading: str, rows: Rows) -> None:
    """The fold stops at the last statement and keeps all before it."""
    rules, setting = read(heading)
    for text, sentence in rows.items():
        log = parse_log(text, rules)
        deal, position, refusal = fold(rules, log, setting)
        assert position == len(log) - 1
        assert deal.log == log[:-1]
        assert str(refusal_message(there(refusal))) == sentence


def assert_said(heading: str, rows: Rows, words: Callable[[Deal, BySeat[str]], list[str]]) -> None:
    """Assert that deals are told in the words of *rows*,
    and between two with the names of players as well.
    """
    deals = {log: deal_of(heading, log) for log in rows}
    assert {log: words(deal, seat_names(deal.rules.players)) for log, deal in deals.items()} == rows
    for log, deal in deals.items():
        if deal.rules.players == 2:
            named = [without_isolates(each) for each in words(deal, NAMES)]
            assert named == with_players(rows[log])


def scored(deal: Deal, names: BySeat[str]) -> list[str]:
    return [
        f"{names[line.seat]}: {line_message(line, names)}, {line.points}" for line in deal.lines
    ]


@each_table("scored")
def test_a_line_says_what_it_scores_for(heading: str, rows: Rows) -> None:
    assert_said(heading, rows, scored)


@each_table("open")
def test_the_bonuses_that_are_open_with_what_closes_them(heading: str, rows: Rows) -> None:
    assert_said(heading, rows, opened)


def opened(deal: Deal, names: BySeat[str]) -> list[str]:
    return [" ".join(map(str, watch_messages(each, names))) for each in watch(deal)]


def last_of(text: str) -> Statement:
    return parse_log(text, PORTLAND)[-1]


def test_a_statement_in_words_and_with_the_players_names() -> None:
    said = SENTENCES["spoken"]
    assert {text: str(statement_message(last_of(text))) for text in said} == said
    named = [without_isolates(str(statement_message(last_of(text), NAMES))) for text in said]
    assert named == with_players(list(said.values()))
    assert {type(last_of(text)) for text in said} == set(get_args(Statement))


@each_table("made")
def test_a_bonus_that_is_made_was_open_from_the_first_point_of_its_maker(
    heading: str, rows: Rows
) -> None:
    rules = PRESETS[heading]
    for text, bonus in rows.items():
        log = parse_log(text, rules)
        deals = [fold(rules, log[:end]).require() for end in range(1, len(log) + 1)]
        seat = Seat["ELDER" if bonus[0] == "E" else "YOUNGER"]
        kind = LineKind(bonus[2:])
        assert deals[-1].made_by(kind) is seat
        earlier = [deal for deal in deals if deal.score[seat] and deal.made_by(kind) is None]
        assert [
            deal.log
            for deal in earlier
            if (kind, seat) not in [each[:2] for each in watch(deal, Calls.LEGAL)]
        ] == []


def test_the_last_bid_with_its_doubles_is_the_contract() -> None:
    contracts = SENTENCES["contract"]
    auctions = [deal_of("auction", log).state.auction for log in contracts]
    assert [str(contract_message(each) or "") for each in auctions] == list(contracts.values())
    named = [without_isolates(str(contract_message(each, NAMES) or "")) for each in auctions]
    assert named == with_players(list(contracts.values()))


# What no log shows


BEGUN = "E point 5; Y good"
TURNS = TurnRecord(deals=(DealRecord(parse_log(BEGUN, PORTLAND)),)), TurnRecord(result=Won(0, 100))
UNFINISHED = CompanyRecord(PORTLAND, tuple(map(Player, "ABC")), ChouetteTerms(), TURNS)
ELSEWHERE: dict[Rule, tuple[Callable[[], object], str]] = {
    Rule.PARTIE_OVER: (lambda: play([(20, 10)] * 7), "the partie was over after deal 6 (Law 71)"),
    Rule.DEAL_UNFINISHED: (lambda: play([BEGUN, BEGUN]), "deal 1 is not finished (the sheet)"),
    Rule.PARTIE_UNFINISHED: (
        lambda: play_company(UNFINISHED),
        "partie 1 is not finished (the card)",
    ),
    Rule.OTHER_PLAYERS: (
        lambda: play([BEGUN], "normand"),
        "these rules are for three players (Card Game Heaven, Piquet)",
    ),
    Rule.NO_SUCH_SEAT: (
        lambda: fold(PORTLAND, (TrickTaken(Seat.THIRD),)).require(),
        "only two play under these rules (Cavendish, description of the game)",
    ),
    Rule.RACE_UNKNOWN: (
        lambda: play([(120, 110)], "cent-32"),
        "both totals have reached 100, and totals alone cannot say who was first (American "
        "Cyclopaedia)",
    ),
}


@pytest.mark.parametrize("rule", ELSEWHERE, ids=lambda rule: rule.name.lower())
def test_parties_are_refused_in_words(rule: Rule) -> None:
    attempt, sentence = ELSEWHERE[rule]
    with pytest.raises(IllegalStatement) as caught:
        attempt()
    assert caught.value.refusal.rule == rule
    assert str(caught.value) == sentence


def test_every_reason_has_its_sentence_here() -> None:
    """But of hands, which `test_hands` reads."""
    rules = {*ELSEWHERE, Rule.HAND_SIZE, Rule.NOT_IN_PACK, Rule.CARD_TWICE}
    reasons = set[Why]()
    for heading, rows in SENTENCES["refused"].items():
        ruleset, setting = read(heading)
        refusals = [fold(ruleset, parse_log(log, ruleset), setting).refusal for log in rows]
        rules |= {refusal.rule for refusal in refusals if refusal is not None}
    for heading, rows in SENTENCES["scored"].items():
        reasons |= {line.why for log in rows for line in deal_of(heading, log).lines}
    assert rules == set(Rule)
    assert reasons == set(Why)


def test_settlements_are_proved_step_by_step_and_every_step_has_its_sentence() -> None:
    cent_32 = PRESETS["cent-32"]
    by_the_point = rules_named("meyer-1888 stakes=per_point")
    proofs = {
        "the Rubicon not crossed": settle(PORTLAND, (97, 89)).steps,
        "the Rubicon crossed by the winner alone": settle(PORTLAND, (120, 99)).steps,
        "the Rubicon crossed": settle(PORTLAND, (113, 131)).steps,
        "drawn": settle(PORTLAND, (122, 122)).steps,
        "a tie, and two extra deals": settle(PORTLAND, (109, 106), 75).steps,
        "a tie, and one extra deal": settle(PRESETS["auction"], (170, 170), 160).steps,
        "a lurch": settle_target(by_the_point, (40, 104), 1, 100).steps,
        "a series": settle_series(
            cent_32, (3, 2), 0, settle_target(cent_32, (104, 50), 0, 100)
        ).steps,
    }
    said = {
        settled: [without_isolates(str(cited(step_message(step, NAMES.values)))) for step in steps]
        for settled, steps in proofs.items()
    }
    assert said == SENTENCES["proved"]
    assert {step.settling for steps in proofs.values() for step in steps} == set(Settling)


# Numbers, plain words, values and findings


@each_row
def test_a_number_is_spoken(number: int, words: str) -> None:
    assert number_words(number) == words


@each_row
def test_a_plain_word_is_in_lower_case_without_accents(word: str, read: str) -> None:
    assert plain(word) == read
    assert plain(plain(word)) == plain(word)


@each_row
def test_the_value_of_a_rule_in_words(
    value: Rank | Category | Order | tuple[int | Category, ...] | int | None, unit: str, words: str
) -> None:
    assert value_words(value, unit) == words


def test_no_value_of_a_preset_shows_as_code() -> None:
    for rules in PRESETS.values():
        for rule in RULE_FIELDS:
            words = value_words(getattr(rules, rule.name), rule.metadata["unit"])
            assert words == words.strip() != ""
            assert not set(words) & set("<>_[]{}")


@each_row
def test_every_assertion_has_words(
    seat: Seat, says: Says, more: dict[str, int], words: str
) -> None:
    named: dict[str, Any] = {
        name: number if name == "cards" else PointClaim(number) for name, number in more.items()
    }
    assert str(assertion_message(Assertion(seat, says, **named))) == words


def test_what_could_have_been_held_is_a_sentence() -> None:
    may, cannot = (
        str(could_have_held_message(Seat.YOUNGER, could=could)) for could in (True, False)
    )
    assert may == "by what was said, younger may have held it, discards included"
    assert cannot == "by what was said, younger cannot have held it, even with the discards"


def test_who_sank_is_named_with_what() -> None:
    assert str(sunk_message((Seat.YOUNGER, Category.SET))) == "younger sank a set"
