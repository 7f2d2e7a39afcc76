"""A company in words: who plays whom, what the others do, and how a partie ended."""

from __future__ import annotations

import pytest

from scorer.rules.company import Company, CompanyRecord, Lineup, TurnRecord, Won, play_company, terms_named
from scorer.rules.company.record import company_words, lineup_words, listed, result_words
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Player


def company(terms: str, *parties: Won, names: str = "ABC", rules: str = "portland") -> Company:
    """A company whose parties ended so."""
    turns = tuple(TurnRecord(result=won) for won in parties)
    return play_company(CompanyRecord(PRESETS[rules], tuple(map(Player, names)), terms_named(terms), turns))


def told(found: Company) -> list[str]:
    """How each partie ended."""
    return [result_words(found, turn) for turn in found.card.turns]


def test_names_are_listed_with_commas_and_and() -> None:
    assert [listed(list(names)) for names in ("A", "AB", "ABCD")] == ["A", "A and B", "A, B, C and D"]


@pytest.mark.parametrize(
    ("terms", "names", "lineup", "words"),
    [
        ("chouette", "ABC", Lineup((0, 1), (2,)), "A in the box against B; C advises"),
        ("chouette", "ABCD", Lineup((1, 0), (2, 3)), "B in the box against A; C and D advise"),
        ("pool", "ABC", Lineup((0, 1), (2,)), "A against B; C waits"),
        ("pool", "ABCD", Lineup((0, 1), (2, 3)), "A against B; C and D wait"),
    ],
)
def test_who_plays_whom_and_what_the_others_do(terms: str, names: str, lineup: Lineup, words: str) -> None:
    assert lineup_words(company(terms, names=names), lineup) == words


def test_how_a_partie_ended() -> None:
    assert told(company("chouette", Won(1, 150), Won(None, 0))) == [
        "A in the box against B: B wins 150",
        "B in the box against C: drawn",
    ]
    assert told(company("pool", Won(0, 150), Won(0, 80)))[1] == "A against C: A wins 80, and A takes the pool"


def test_where_a_target_is_played_to_parties_are_won() -> None:
    ended = company("pool", Won(0, 1), Won(1, 2), rules="cent-32")
    assert told(ended) == ["A against B: A wins 1 partie", "A against C: C wins 2 parties"]
    assert company_words(ended) == "A, B and C: a pool"
