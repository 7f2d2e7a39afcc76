"""The strip of the deals and the totals on their way, in parties of every kind."""

import pytest

from scorer.rules.names import Name, without_isolates
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie, side_names
from scorer.rules.presets import PRESETS
from scorer.rules.seats import Player
from scorer.table.race import MOST_CELLS, DealCell, PartieRace, race
from tests.rows import each_row

NAMES = tuple(map(Name, ("Ada", "Ben", "Cem", "Dora")))
Scores = tuple[tuple[int, ...], ...]


def sides_of(rules: str) -> tuple[str, ...]:
    ruleset = PRESETS[rules]
    return side_names(ruleset, NAMES[: ruleset.players])


def partie(rules: str, scores: Scores, log: str) -> Partie:
    """A partie of deals from paper, and one in progress or over if there is a *log*."""
    ruleset = PRESETS[rules]
    players = tuple(Player(name) for name in NAMES[: ruleset.players])
    deals = [DealRecord(scores=each) for each in scores]
    if log:
        deals.append(DealRecord(parse_log(log, ruleset)))
    return play_partie(PartieRecord(ruleset, players, tuple(deals)))


def race_of(rules: str, scores: Scores, log: str, shown: int) -> PartieRace:
    return race(partie(rules, scores, log), sides_of(rules), shown)


def drawn(cell: DealCell, sides: tuple[str, ...]) -> str:
    """Return what a cell shows: its winner and figure, or its number; > if it is marked."""
    figure = f"{cell.number}"
    if cell.points is not None:
        winner = "level" if cell.winner is None else without_isolates(sides[cell.winner])
        figure = f"{winner} {cell.points}"
    return f"> {figure}" if cell.is_shown else figure


@each_row
def test_the_strip_has_each_deal_with_its_winner(
    rules: str, scores: Scores, log: str, shown: int, cells: tuple[str, ...]
) -> None:
    found = race_of(rules, scores, log, shown)
    sides = sides_of(rules)
    assert tuple(drawn(each, sides) for each in found.cells) == cells


@each_row
def test_a_total_is_on_its_way_to_the_rubicon_or_the_target(
    rules: str, scores: Scores, log: str, shown: int, bars: tuple[str, ...]
) -> None:
    found = race_of(rules, scores, log, shown)
    assert tuple(without_isolates(str(each.spoken)) for each in found.bars) == bars


@each_row
def test_a_series_shows_the_parties_that_each_has_won(
    rules: str, scores: Scores, shown: int, won: tuple[str, ...]
) -> None:
    found = race_of(rules, scores, "", shown)
    assert tuple(map(str, found.won)) == won


def test_a_screen_reader_hears_the_points_of_every_side_of_a_deal() -> None:
    cells = race_of("normand", ((30, 12, 9),), "", 1).cells
    spoken = [without_isolates(str(each.spoken)) for each in cells[:2]]
    assert spoken == ["Deal 1: Ada 30, Ben 12, Cem 9", "Deal 2, in progress"]


def test_what_a_deal_has_scored_so_far_is_ahead_of_the_total() -> None:
    (ada, ben) = race_of("portland", ((20, 10),), "E point 6; Y good", 1).bars
    assert ada.total == 20
    assert ada.reached == 20
    assert ben.total == 10
    assert ben.reached == 16


def test_what_is_left_counts_the_deal_in_progress() -> None:
    (ada, _) = race_of("cent-32", ((89, 20),), "Y carte blanche", 1).bars
    assert ada.left == 1


def test_a_long_partie_to_a_target_shows_its_last_deals() -> None:
    cells = race_of("heaven-100", ((5, 3),) * 12, "", 12).cells
    assert [each.number for each in cells] == list(range(14 - MOST_CELLS, 14))


@pytest.mark.parametrize("rules", [name for name, each in PRESETS.items() if each.sides == 2])
def test_a_deal_that_is_level_has_no_winner(rules: str) -> None:
    assert race_of(rules, ((7, 7),), "", 1).cells[0].winner is None


@each_row
def test_a_deal_is_marked_by_its_greatest_moment(
    log: str, shown: int, marked: str, spoken: str | None
) -> None:
    cell = race_of("portland", (), log, shown).cells[0]
    assert ("" if cell.moment is None else cell.moment.style) == marked
    assert (cell.spoken and without_isolates(str(cell.spoken))) == spoken
