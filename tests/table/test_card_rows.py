"""What was said in a deal, as the rows and the lines of the card."""

import pytest

from scorer.rules.deal import Deal, fold
from scorer.rules.names import Name, without_isolates
from scorer.rules.notation import parse_log
from scorer.rules.partie import PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.seats import BySeat, Player
from scorer.rules.sentences import Names
from scorer.table.card_rows import SaidLine, SaidRow, said_lines, said_rows

ADA = Name("Ada")
BEN = Name("Ben")
NAMES: Names = BySeat((ADA, BEN))
CAVENDISH = (
    "E exchange 5; Y exchange 3; E point 5; Y good; E quart; Y good; E trio of knaves; "
    "Y not good; Y quatorze of tens; Y trio of queens; count E7 last E play 9"
)


def dealt(log: str) -> Deal:
    rules = PRESETS["portland"]
    setting = play_partie(PartieRecord(rules, (Player(ADA), Player(BEN)), ())).next_setting
    return fold(rules, parse_log(log, rules), setting).require()


def lines(log: str, *, elder: int = 0) -> dict[str, SaidLine]:
    """Return the lines of a deal by their titles."""
    found = said_lines(said_rows(dealt(log), NAMES, elder))
    return {str(line.what): line for line in found}


def words(rows: tuple[SaidRow, ...]) -> list[str]:
    return [without_isolates(str(row.said)) for row in rows]


@pytest.mark.parametrize(
    ("title", "elders", "youngers"),
    [
        ("Exchange", ["five"], ["three"]),
        ("Point", ["five: good"], []),
        ("Sets", ["three knaves: not good"], ["four tens", "three queens"]),
        ("Play", ["seven tricks"], ["five tricks"]),
    ],
)
def test_a_kind_is_one_line_with_the_words_of_each_player_in_their_column(
    title: str, elders: list[str], youngers: list[str]
) -> None:
    first, second = lines(CAVENDISH)[title].columns
    assert words(first) == elders
    assert words(second) == youngers


def test_a_player_who_is_younger_keeps_their_column() -> None:
    first, second = lines(CAVENDISH, elder=1)["Sets"].columns
    assert words(first) == ["four tens", "three queens"]
    assert words(second) == ["three knaves: not good"]


@pytest.mark.parametrize(
    ("title", "numbers"),
    [("Exchange", [1, 2]), ("Point", [3]), ("Sets", [7, 9, 10]), ("Play", [11, 11])],
)
def test_each_statement_has_its_number(title: str, numbers: list[int]) -> None:
    rows = [row for own in lines(CAVENDISH)[title].columns for row in own]
    assert [row.line for row in rows] == numbers


def test_what_the_whole_deal_scores_has_no_statement() -> None:
    (cards,), _ = lines(CAVENDISH)["Cards"].columns
    assert cards.line == 0


def test_the_points_of_the_play_are_those_of_each_player() -> None:
    first, second = lines(CAVENDISH)["Play"].columns
    assert [row.points for row in (*first, *second)] == [("9", "6"), ("9", "6")]


def test_a_bonus_is_marked_in_its_line() -> None:
    found = lines("E point 6; Y good; E quint; Y good; E quatorze of aces; Y good")
    assert [title for title, line in found.items() if line.bonus] == ["Repique"]


def test_a_call_of_three_names_who_made_it() -> None:
    rules = PRESETS["normand"]
    names = tuple(map(Name, ("Ada", "Ben", "Cem")))
    record = PartieRecord(rules, tuple(map(Player, names)), ())
    log = parse_log("T exchange 2; E point 5 making 49", rules)
    deal = fold(rules, log, play_partie(record).next_setting).require()
    rows = said_rows(deal, BySeat(names), 0)
    assert [without_isolates(str(row.said)) for row in rows] == ["Cem: two", "Ada five making 49"]
    assert {row.column for row in rows} == {None}
