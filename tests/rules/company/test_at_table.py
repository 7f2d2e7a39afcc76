"""A table: all play together, and each loser of a partie pays for it."""

from __future__ import annotations

import pytest

from scorer.rules.company import (
    Card,
    CompanyRecord,
    Frame,
    Lineup,
    TableTerms,
    TurnRecord,
    Won,
    as_played,
    play,
    play_company,
    settle_totals,
    terms_named,
)
from scorer.rules.company.record import company_words, frame_words, lineup_words, result_words
from scorer.rules.errors import ContradictoryRules
from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.notation.company import format_company, parse_company
from scorer.rules.partie import DealRecord
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Player
from scorer.rules.sentences import IllegalStatement

NAMES = tuple(map(Player, "ABCD"))


def table(rules: str, *parties: TurnRecord, terms: str = "table") -> CompanyRecord:
    """A table of as many as the rules are for."""
    ruleset = PRESETS[rules]
    return CompanyRecord(ruleset, NAMES[: ruleset.players], terms_named(terms), parties)


def result(side: int | None, points: int = 1) -> TurnRecord:
    """A partie of which a paper card has no more than who won it."""
    return TurnRecord(result=Won(side, points))


def cards(*parties: Won) -> list[Card]:
    """The card of three, and of four in partnership."""
    return [play(TableTerms(), players, parties, sides) for players, sides in ((3, 3), (4, 2))]


def test_of_three_the_winner_takes_from_each_of_the_others() -> None:
    three, _ = cards(Won(2, 1), Won(2, 1), Won(0, 1))
    assert [turn.moves for turn in three.turns] == [(-1, -1, 2), (-1, -1, 2), (2, -1, -1)]
    assert three.balances == (0, -3, 3)


def test_of_four_each_winner_takes_from_one_loser() -> None:
    _, four = cards(Won(0, 1), Won(1, 2))
    assert [turn.moves for turn in four.turns] == [(1, -1, 1, -1), (-2, 2, -2, 2)]


def test_a_drawn_partie_moves_nothing() -> None:
    for card in cards(Won(None, 0)):
        assert set(card.balances) == {0}
        assert card.turns[0].points == 0


def test_everybody_plays_every_partie() -> None:
    for card in cards(Won(1, 1), Won(0, 1)):
        assert {turn.lineup for turn in card.turns} == {card.lineup} == {Lineup(tuple(range(card.players)))}
        assert all(turn.in_turn for turn in card.turns)


def test_partners_who_sat_otherwise_win_together() -> None:
    company = play_company(table("voleur", TurnRecord(seats=(0, 2, 1, 3), result=Won(0, 1))))
    assert company.card.balances == (1, 1, -1, -1)
    assert not company.card.turns[0].in_turn


@pytest.mark.parametrize("elder", [0, 1, 2])
def test_points_go_to_the_player_whichever_is_elder_first(elder: int) -> None:
    """B has a hundred points, whoever of three begins."""
    scores = [0, 0, 0]
    scores[(1 - elder) % 3] = 100
    company = play_company(table("normand", TurnRecord(elder=elder, deals=(DealRecord(scores=tuple(scores)),))))
    assert company.parties[0].won == Won(1, 1)
    assert company.card.balances == (-1, 2, -1)


def test_a_partie_of_three_is_played_out_by_what_is_said() -> None:
    log = parse_log("E trio of aces; E point 4 making 41; tricks E8:1 Y1:0 T1:0", PRESETS["normand"])
    company = play_company(table("normand", TurnRecord(elder=2, deals=(DealRecord(log),))))
    going_on = company.going_on
    assert going_on is not None
    assert going_on.partie is not None
    assert [player.name for player in going_on.partie.record.players] == ["C", "A", "B"]


def test_a_stake_multiplies() -> None:
    company = play_company(table("normand", result(0), terms="table stake=5"))
    assert company.card.balances == (10, -5, -5)
    assert company.card.turns[0].points == 5


@pytest.mark.parametrize(
    ("rules", "players", "terms", "why"),
    [
        ("portland", 3, "table", "for three or for four"),
        ("normand", 4, "table", "for 3 players"),
        ("voleur", 3, "table", "for 4 players"),
        ("normand", 3, "pool", "the parties of a pool are between two"),
        ("normand", 3, "chouette rounding=none", "the parties of a chouette are between two"),
    ],
)
def test_the_rules_must_be_for_as_many_as_play(rules: str, players: int, terms: str, why: str) -> None:
    with pytest.raises(ContradictoryRules, match=why):
        play_company(CompanyRecord(PRESETS[rules], NAMES[:players], terms_named(terms)))


def test_a_partie_is_worth_something() -> None:
    with pytest.raises(ContradictoryRules, match="at least one"):
        terms_named("table stake=0")


def test_totals_of_a_paper_card_tell_who_won() -> None:
    assert settle_totals(PRESETS["normand"], (80, 104, 12)).winner == 1
    assert settle_totals(PRESETS["voleur"], (104, 12)).winner == 0
    for totals, why in (((99, 4, 8), "must have reached 100"), ((104, 101, 3), "more than one has reached 100")):
        with pytest.raises(ValueError, match=why):
            settle_totals(PRESETS["normand"], totals)


def test_where_partners_win_double_of_a_lurch_each_loser_pays_it() -> None:
    rules = house_rules(PRESETS["voleur"], {"lurch": True})
    company = play_company(CompanyRecord(rules, NAMES, TableTerms(), (TurnRecord(totals=(104, 12)),)))
    assert company.card.balances == (2, -2, 2, -2)


def test_in_words() -> None:
    three, four = play_company(table("normand", result(1))), play_company(table("voleur", result(1), result(None)))
    assert company_words(three) == "A, B and C: a table of three"
    assert frame_words(Frame.TABLE, 4) == "a table of four"
    assert lineup_words(three, three.card.lineup) == "A, B and C"
    assert lineup_words(four, four.card.lineup) == "A with C against B with D"
    assert [result_words(three, turn) for turn in three.card.turns] == ["B wins 1 partie"]
    assert [result_words(four, turn) for turn in four.card.turns] == ["B with D win 1 partie", "drawn"]
    otherwise = play_company(table("voleur", TurnRecord(seats=(0, 2, 1, 3), result=Won(0, 1))))
    assert result_words(otherwise, otherwise.card.turns[0]) == "A with B against C with D: A with B win 1 partie"


FILE = """frame = "table"
rules = "voleur"
players = ["A", "B", "C", "D"]

[[partie]]
seats = ["A", "C", "B", "D"]
result = { C = 1 }

[[partie]]
totals = { A = 104, B = 60 }

[[partie]]
elder = "C"

[[partie.deal]]
scores = { C = 30, D = 12 }
"""


def test_a_table_is_written_and_read_back() -> None:
    company = parse_company(FILE).company
    assert format_company(company.record) == FILE
    assert company.card.balances == (0, -2, 2, 0)
    assert [turn.seats for turn in as_played(company).parties] == [(0, 2, 1, 3), (0, 1, 2, 3), (0, 1, 2, 3)]
    going_on = company.going_on
    assert going_on is not None
    assert going_on.partie is not None
    assert going_on.partie.totals == (30, 12)


@pytest.mark.parametrize(
    ("partie", "why"),
    [
        ('seats = ["A", "B"]', "seats are four of the players"),
        ('seats = ["A", "B", "C", "C"]', "seats are four of the players"),
        ("result = { C = 1 }", "a result is what A or B wins"),
        ("totals = { A = 104, B = 60, C = 1, D = 1 }", "totals give the points of A and of B"),
        ('elder = "E"', "elder in the first deal is A or B or C or D"),
    ],
)
def test_what_cannot_be_read_of_a_table_is_refused(partie: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_company(FILE.split("[[", maxsplit=1)[0] + "[[partie]]\n" + partie)


def test_seats_that_were_theirs_are_not_written() -> None:
    record = table("normand", TurnRecord(seats=(0, 1, 2), result=Won(None, 0)), TurnRecord(seats=(0, 1, 2)))
    assert "seats" not in format_company(record)
    record = table("normand", TurnRecord(seats=(1, 0, 2)))
    assert 'seats = ["B", "A", "C"]' in format_company(record)


def test_a_partie_after_one_that_goes_on_is_refused() -> None:
    with pytest.raises(IllegalStatement, match="partie 1 is not finished"):
        play_company(table("normand", TurnRecord(deals=(DealRecord(scores=(1, 2, 3)),)), result(0)))
