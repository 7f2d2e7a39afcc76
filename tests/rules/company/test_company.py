"""A company: its parties by their deals, their totals or their results, and the card they make."""

from __future__ import annotations

import pytest

from scorer.rules.company import (
    ChouetteTerms,
    CompanyRecord,
    CompanyTerms,
    Lineup,
    PoolTerms,
    TurnRecord,
    Won,
    play_company,
    settle_totals,
)
from scorer.rules.errors import ContradictoryRules
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player
from scorer.rules.sentences import IllegalStatement

ABC = tuple(map(Player, "ABC"))
DEAL = DealRecord(parse_log("E point 5; Y good; count E7 last E play 9", PORTLAND))
"""Elder has 24 and younger 6."""


def record(*parties: TurnRecord, terms: CompanyTerms | None = None, rules: Ruleset = PORTLAND) -> CompanyRecord:
    """A company of three."""
    return CompanyRecord(rules, ABC, terms or ChouetteTerms(), parties)


def scores(first: int, second: int) -> tuple[DealRecord, ...]:
    """Six deals, each with these points."""
    return (DealRecord(scores=(first, second)),) * 6


def test_a_partie_is_known_by_its_deals_its_totals_or_its_result() -> None:
    """Each gives A 150 of B: 100 for the partie and 50 for the difference."""
    deals = TurnRecord(deals=(*scores(25, 20)[:5], DealRecord(scores=(30, 5))))
    for turn in (deals, TurnRecord(totals=(155, 105)), TurnRecord(result=Won(0, 150))):
        company = play_company(record(turn))
        assert company.card.balances == (300, -150, -150)
        assert company.going_on is None


def test_a_partie_that_goes_on_is_shown_and_not_counted() -> None:
    company = play_company(record(TurnRecord(result=Won(1, 100)), TurnRecord(elder=1, deals=(DEAL,))))
    going_on = company.going_on
    assert going_on is not None
    assert going_on.partie is not None
    assert going_on.lineup == Lineup((1, 2), (0,))
    assert [player.name for player in going_on.partie.record.players] == ["C", "B"]
    assert going_on.partie.totals == (24, 6)
    assert len(company.card.turns) == 1
    assert company.name(going_on.lineup.first) == "B"


def test_elder_in_the_first_deal_may_be_either_of_the_two() -> None:
    """B, against the box, is elder first and wins."""
    company = play_company(record(TurnRecord(elder=1, deals=scores(30, 20))))
    assert [each.won for each in company.parties] == [Won(1, 160)]
    assert company.card.lineup.first == 1


def test_a_drawn_partie_is_won_by_nobody() -> None:
    company = play_company(record(TurnRecord(elder=1, deals=(*scores(20, 20), *scores(20, 20)[:2]))))
    assert [each.won for each in company.parties] == [Won(None, 0)]


def test_what_the_rules_refuse_names_the_partie() -> None:
    with pytest.raises(IllegalStatement, match="partie 1 is not finished") as refused:
        play_company(record(TurnRecord(deals=(DEAL,)), TurnRecord(result=Won(0, 100))))
    assert refused.value.partie == 1
    wrong = DealRecord(parse_log("Y good", PORTLAND))
    with pytest.raises(IllegalStatement) as refused:
        play_company(record(TurnRecord(result=Won(0, 100)), TurnRecord(deals=(DEAL, wrong))))
    assert (refused.value.partie, refused.value.deal, refused.value.position) == (1, 1, 0)


def test_terms_that_the_rules_make_nonsense_of_are_refused() -> None:
    with pytest.raises(ContradictoryRules, match="rounding to tens would lose"):
        play_company(record(rules=PRESETS["cent-32"]))


def test_a_pool_is_a_company_too() -> None:
    company = play_company(record(TurnRecord(result=Won(0, 150)), TurnRecord(result=Won(0, 80)), terms=PoolTerms()))
    assert (company.card.balances, company.card.turns[1].taken_by) == ((2, -1, -1), 0)


def test_totals_of_a_paper_card_are_settled_as_the_rules_say() -> None:
    assert settle_totals(PORTLAND, (90, 130)).points == 130 + 90 + 100
    assert settle_totals(PORTLAND, (120, 120)).winner is None
    assert settle_totals(PRESETS["cent-36"], (104, 60)).winner == 0


@pytest.mark.parametrize(
    ("rules", "totals", "why"),
    [
        ("cent-36", (90, 60), "must have reached 100"),
        ("cent-36", (104, 104), "be ahead of all others"),
        ("cent-36", (104, 101), "do not say who was first"),
        ("cent-32", (104, 60), "play a series"),
    ],
)
def test_totals_that_tell_nothing_are_refused(rules: str, totals: tuple[int, int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        settle_totals(PRESETS[rules], totals)
