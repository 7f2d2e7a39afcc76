"""
The rows of the coverage table in `scorer.rules.coverage` that no deal shows: hands, words, companies, and refusals.

The other rows are shown by the facts of `tests/vectors/coverage.toml`.
"""

from __future__ import annotations

from dataclasses import fields
from itertools import combinations
from typing import get_args

import pytest

from scorer.rules import coverage
from scorer.rules.cards import Rank, parse_hand, ranks
from scorer.rules.checker import Finding, check
from scorer.rules.checker.verdicts import verdict_sentence
from scorer.rules.claims import PointClaim
from scorer.rules.company import (
    ChouetteTerms,
    CompanyRecord,
    CompanyTerms,
    Lineup,
    PoolTerms,
    Rises,
    Rounding,
    TurnRecord,
    Won,
    after,
    begin,
    play,
    play_company,
    rounded,
    source_of,
    validate,
    words_of,
)
from scorer.rules.company.terms import AfterDraw, NextBox
from scorer.rules.deal import fold
from scorer.rules.errors import ContradictoryRules
from scorer.rules.hands import is_blank
from scorer.rules.house_rules import rules_named
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reckoning import point_points
from scorer.rules.ruleset import RULE_FIELDS, Ruleset
from scorer.rules.seats import Player
from scorer.rules.sentences import line_sentence
from scorer.rules.settlement import settle
from scorer.rules.statements import Statement

EITHER = pytest.mark.parametrize("terms", [ChouetteTerms(), PoolTerms()], ids=["chouette", "pool"])


def test_parameter_cb_blank_of_courts_alone_or_of_tens_too() -> None:
    with_a_ten = parse_hand("AS TS 9S 8S AH 9H 8H 7H AD 9D 8D 7D")
    without = parse_hand("AS 7S 9S 8S AH 9H 8H 7H AD 9D 8D 7D")
    assert is_blank(PORTLAND, with_a_ten)
    assert not is_blank(PRESETS["meyer-1888"], with_a_ten)
    assert is_blank(PRESETS["meyer-1888"], without)


@pytest.mark.parametrize(
    ("log", "bonus", "sentence"),
    [
        ("E quint major; Y good; E quatorze of aces; Y good; tricks E1", (30, 60), "pique: twenty-nine, sixty"),
        (
            "E point 5; Y good; E quint major; Y good; E quatorze of aces; Y good",
            (60, 94),
            "repique: thirty-four, ninety-four",
        ),
    ],
)
def test_question_10_a_bonus_is_added_and_spoken_as_sixty_or_ninety(
    log: str, bonus: tuple[int, int], sentence: str
) -> None:
    line = fold(PORTLAND, parse_log(log, PORTLAND)).require().lines[-1]
    assert (line.points, line.running) == bonus
    assert line_sentence(line).startswith(sentence)


def suits(lowest: Rank) -> list[tuple[Rank, ...]]:
    """Everything that a hand can hold of one suit."""
    every = ranks(lowest)
    return [held for length in range(1, len(every) + 1) for held in combinations(every, length)]


def test_question_15_one_less_at_four_and_tenths_of_the_pips_agree_on_every_holding_of_32_cards() -> None:
    """They take one off the 16 holdings with nine, eight and seven and no ace."""
    less, tenth = (
        rules_named(f"portland point_pips=always point_value={value}")
        for value in ("less_one_at_four", "tenth_of_pips")
    )
    short = []
    for held in suits(Rank.SEVEN):
        claim = PointClaim(len(held), sum(rank.pips for rank in held))
        assert point_points(less, claim) == point_points(tenth, claim)
        if point_points(less, claim) == len(held) - 1:
            short.append(held)
        else:
            assert point_points(less, claim) == len(held)
    low = {Rank.SEVEN, Rank.EIGHT, Rank.NINE}
    assert len(short) == 16
    assert short == [held for held in suits(Rank.SEVEN) if low <= set(held) and Rank.ACE not in held]


@pytest.mark.parametrize(
    ("rules", "overlapping"),
    [(PORTLAND, []), (PRESETS["cent-36"], [(3, 4), (4, 5), (5, 6), (6, 7)])],
    ids=["32 cards", "36 cards"],
)
def test_question_16_more_pips_are_more_cards_but_for_the_sixes(
    rules: Ruleset, overlapping: list[tuple[int, int]]
) -> None:
    made = {n: rules.possible_pips(n) for n in rules.pips_of_length}
    assert [(n, n + 1) for n in range(3, len(made)) if max(made[n]) >= min(made[n + 1])] == overlapping


def test_question_22_carte_blanche_is_of_courts_as_dealt_but_for_meyer() -> None:
    others = {name for name, rules in PRESETS.items() if rules.carte_blanche_blank_of.name != "COURTS"}
    assert others == {name for name, rules in PRESETS.items() if rules.carte_blanche_when.name != "DEALT"}
    assert others == {"meyer-1888", "meyer-rubicon"}


def test_question_47_rounding_to_tens_is_a_choice_of_the_chouette_and_not_of_the_partie() -> None:
    assert [rounded(points) for points in (415, 416)] == [410, 420]
    assert [rounded(points, Rounding.NONE) for points in (415, 416)] == [415, 416]
    assert settle(PORTLAND, (418, 103)).points == 418 - 103 + 100


def test_question_55_no_rule_or_statement_says_whose_written_figure_is_whose() -> None:
    assert [f.name for f in fields(DealRecord)] == ["log", "scores"]
    names = [f.name for f in RULE_FIELDS] + [kind.__name__.lower() for kind in get_args(Statement)]
    assert not [name for name in names if "written" in name or "record" in name or "figure" in name]


def test_variant_auction_minus_forbids_sinking_and_the_checker_says_so() -> None:
    sunk = "Y passes; E point 3; Y good; E no sequence; E no set; Y no sequence; Y no set; tricks E1"
    for said, rules, forbidden in (
        ("E bids minus 7; ", "auction", True),
        ("E bids 7; ", "auction", False),
        ("E bids minus 7; ", "auction minus_sinking=yes", False),
    ):
        ruleset = rules_named(rules)
        verdict = check(fold(ruleset, parse_log(said + sunk, ruleset)).require())
        assert verdict.finding is Finding.SUNK
        assert ("; sinking is forbidden in a minus deal" in verdict_sentence(verdict)) is forbidden


@EITHER
def test_variant_chouette_players_and_pools_are_three_or_more(terms: CompanyTerms) -> None:
    assert begin(terms, 5).lineup == Lineup((0, 1), (2, 3, 4))
    with pytest.raises(ContradictoryRules, match="three players or more"):
        begin(terms, 2)


def test_variant_pool_players_wait_for_their_turn() -> None:
    assert play(PoolTerms(), 4, [Won(0, 150)]).lineup == Lineup((0, 2), (3, 1))


@pytest.mark.parametrize("terms", [ChouetteTerms(rounding=Rounding.NONE), PoolTerms()], ids=["chouette", "pool"])
def test_variant_chouette_deal_and_pools_have_any_rules_for_two(terms: CompanyTerms) -> None:
    for rules in PRESETS.values():
        if rules.players == 2:
            validate(terms, rules, 3)
        else:
            with pytest.raises(ContradictoryRules, match="between two"):
                validate(terms, rules, 3)


def test_variant_pool_deal_is_worth_its_parties_though_they_are_won_by_one_or_two() -> None:
    validate(PoolTerms(), PRESETS["cent-32"], 3)
    with pytest.raises(ContradictoryRules, match="rounding to tens would lose"):
        validate(ChouetteTerms(), PRESETS["cent-32"], 3)


@EITHER
def test_variant_chouette_end_and_pools_is_one_partie_a_turn(terms: CompanyTerms) -> None:
    players = tuple(Player(name) for name in "ABC")
    company = play_company(CompanyRecord(PORTLAND, players, terms, (TurnRecord(result=Won(0, 150)),)))
    assert (len(company.parties), company.card.lineup.seats) == (1, (0, 2))


def test_variant_pool_end_is_that_of_a_partie_alone() -> None:
    assert len(play(PoolTerms(), 3, [Won(0, 1)] * 7).turns) == 7


def test_variant_chouette_money_is_double_for_the_box_and_rounded_to_tens() -> None:
    assert play(ChouetteTerms(), 3, [Won(0, 126)]).balances == (260, -130, -130)
    assert play(ChouetteTerms(rounding=Rounding.NONE), 3, [Won(0, 126)]).balances == (252, -126, -126)
    assert play(ChouetteTerms(share=2), 3, [Won(0, 150)]).balances == (600, -300, -300)
    assert "unsourced" not in {source_of(ChouetteTerms(), name) for name in ("rounding", "share", "choice")}


def test_variant_chouette_rotation_is_a_choice() -> None:
    assert play(ChouetteTerms(), 3, [Won(0, 150)]).lineup.seats == (0, 2)
    assert play(ChouetteTerms(), 3, [Won(1, 150)]).lineup.seats == (1, 2)
    assert play(ChouetteTerms(next_box=NextBox.ADVISER), 3, [Won(1, 150)]).lineup.seats == (2, 1)


def test_variant_chouette_choice_of_deal_and_cards_is_the_boxs() -> None:
    assert words_of(ChouetteTerms(), "choice") == "the box"


def test_variant_chouette_draw_is_played_again_by_the_same_two_or_not() -> None:
    drawn = [Won(None, 0)]
    assert play(ChouetteTerms(), 3, drawn).lineup.seats == (0, 1)
    assert play(ChouetteTerms(after_draw=AfterDraw.NEXT_ADVISER), 3, drawn).lineup.seats == (0, 2)


def test_variant_pool_money_goes_into_the_pool_and_out_of_it() -> None:
    for terms in (PoolTerms(), PoolTerms(stake=3, entry=2)):
        card = begin(terms, 3)
        for won in (Won(0, 150), Won(1, 80), Won(1, 90), Won(0, 10)):
            card = after(card, won)
            assert sum(card.balances) + card.held == 0


def test_variant_pool_rotation_is_a_choice() -> None:
    assert play(PoolTerms(), 3, [Won(0, 1)]).lineup.seats == (0, 2)
    assert play(PoolTerms(rises=Rises.WINNER, in_a_row=1), 3, [Won(0, 1)]).lineup.seats == (1, 2)


def test_variant_pool_taken_by_the_winner_of_as_many_in_a_row_as_agreed() -> None:
    assert [turn.taken_by for turn in play(PoolTerms(), 3, [Won(0, 1), Won(0, 1)]).turns] == [None, 0]
    assert [turn.taken_by for turn in play(PoolTerms(in_a_row=1), 3, [Won(1, 1)]).turns] == [1]


def test_variant_pool_choice_of_deal_and_cards_is_the_winners_of_a_cut() -> None:
    assert words_of(PoolTerms(), "choice") == "the winner of a cut"


def test_variant_pool_draw_costs_nothing_or_both_a_stake() -> None:
    drawn = [Won(None, 0)]
    assert play(PoolTerms(), 3, drawn).balances == (0, 0, 0)
    assert play(PoolTerms(stakes_of_a_draw=True), 3, drawn).balances == (-1, -1, 0)


def test_variant_company_changes_are_refused() -> None:
    assert "V company_changes       refused: " in (coverage.__doc__ or "")


def test_variant_counterpique_is_refused() -> None:
    assert "counterpique" not in PRESETS
    assert "V counterpique          refused: " in (coverage.__doc__ or "")
