"""What the columns of a table seem to be, what is missing to read it, and what is read of it."""

from dataclasses import replace

import pytest

from scorer.ledger.results import Basis
from scorer.rules.names import without_isolates
from scorer.rules.presets import PRESETS
from scorer.service.club.transfer.import_files import File, KnownResult, read_files
from scorer.service.club.transfer.spreadsheet_columns import (
    DAY_MISSING,
    DEAL_MISSING,
    ORDER_MISSING,
    PLAYERS_MISSING,
    RESULT_MISSING,
    TOTALS_UNSETTLED,
    ColumnLayout,
    ColumnMeaning,
    PartiesRead,
    layout_data,
    layout_from,
    missing,
    parties_read,
    proposed,
)
from scorer.service.club.transfer.spreadsheets import DayOrder, Spreadsheet, spreadsheets

FOUR = PRESETS["four-deal"]
TO_A_HUNDRED = PRESETS["heaven-100"]

OUT = ColumnMeaning.OUT
FIRST = ColumnMeaning.FIRST
SECOND = ColumnMeaning.SECOND
WINNER = ColumnMeaning.WINNER
MARGIN = ColumnMeaning.MARGIN
TOTALS = (ColumnMeaning.FIRST_TOTAL, ColumnMeaning.SECOND_TOTAL)
DAY = ColumnMeaning.DAY
DEAL = ColumnMeaning.DEAL
PARTIE = ColumnMeaning.PARTIE
POINTS = (ColumnMeaning.FIRST_POINTS, ColumnMeaning.SECOND_POINTS)

BY_TOTALS = ColumnLayout(1, (FIRST, SECOND, *TOTALS), day="2025-03-14")


def table(*lines: str) -> Spreadsheet:
    (found,) = spreadsheets("a.csv", "\n".join(lines).encode())
    return found


def read(layout: ColumnLayout, *lines: str) -> PartiesRead:
    return parties_read(table(*lines), layout, FOUR)


def faults(found: PartiesRead) -> list[str]:
    return [without_isolates(f"{each.cell} {each.message}") for each in found.faults]


@pytest.mark.parametrize(
    ("lines", "heading", "meanings"),
    [
        (
            [
                "Season 2025",
                "",
                "Date,Player 1,Player 2,Score_1,Score_2,Notes",
                "2025-03-14,A,B,1,2,x",
            ],
            3,
            (DAY, FIRST, SECOND, *TOTALS, OUT),
        ),
        (
            ["No.,Winner,Home,Away,Points", "1,Ada,Ada,Ben,7"],
            1,
            (PARTIE, WINNER, FIRST, SECOND, MARGIN),
        ),
        (["Ada,Ben,134,98,14.3.25", "Cat,Ada,7,9,15.3.25"], 0, (FIRST, SECOND, *TOTALS, DAY)),
        (["Player,Opponent,,Player", "Ada,Ben,1/2/2025,x"], 1, (FIRST, SECOND, DAY, OUT)),
        (
            ["Datum;Spieler 1;Spieler 2;Punkte 1;Punkte 2", "14.03.2019;Ada;Ben;142;97"],
            1,
            (DAY, FIRST, SECOND, *TOTALS),
        ),
        (
            ["Soirée;Donneur;Autre;Marque;Sa marque", "14/03/2019;Ada;Ben;142;97"],
            1,
            (DAY, FIRST, SECOND, *TOTALS),
        ),
        (
            ["Player 1,Player 2,Winner,Points,Table", "Ada,Ben,Ada,122,3"],
            1,
            (FIRST, SECOND, WINNER, MARGIN, OUT),
        ),
    ],
)
def test_columns_are_proposed_by_their_headings_or_by_what_is_in_them(
    lines: list[str], heading: int, meanings: tuple[ColumnMeaning, ...]
) -> None:
    found = proposed(table(*lines))
    assert found.heading == heading
    assert found.meanings == meanings


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        # Each table has one typing error, in a column that only its content tells.
        ("14.3.25,Ada,Ben,134,98", "15.3.25,Ada,Ben,x12,99", "D4 “x12” was read; a whole number"),
        ("14.3.25,Ada,Ben,134,98", "15.3.25,Ada,Ben,134,9o", "E4 “9o” was read; a whole number"),
        ("14.3.25,Ada,Ben,134,98", "15.3x,Ada,Ben,134,99", "A4 “15.3x” was read; a day was"),
        ("14.3.25,Ada,Ben,134,98", "15.3.25,12,Ben,134,99", "B4 “12” was read; the name of a"),
        ("14.3.25,Ada,Ben,134,98", "15.3.25,Ada,1.3.25,134,99", "C4 “1.3.25” was read; the name"),
    ],
)
@pytest.mark.parametrize("heading", [[], ["Soirée,Donneur,Autre,Marque,Sa marque"]])
def test_a_typing_error_hides_no_column_and_is_listed_by_its_cell(
    right: str, wrong: str, fault: str, heading: list[str]
) -> None:
    rights = [right] * (3 - len(heading))
    found = table(*heading, *rights, wrong)
    layout = proposed(found)
    assert layout.heading == len(heading)
    assert layout.meanings == (DAY, FIRST, SECOND, *TOTALS)
    read_of_it = parties_read(found, layout, FOUR)
    assert len(read_of_it.parties) == 3 - len(heading)
    assert [each[: len(fault)] for each in faults(read_of_it)] == [fault]


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ("Ada,Ben,Ada,x20", "D3 “x20” was read; a whole number from 1 to"),
        ("Ada,Ben,Adx,20", "C3 “Adx” was read; the name of one of the two players"),
    ],
)
def test_a_typing_error_in_a_winner_or_a_margin_is_listed_by_its_cell(
    wrong: str, fault: str
) -> None:
    found = table("Player 1,Player 2,Winner,Margin", "Ada,Ben,Ada,20", wrong)
    layout = replace(proposed(found), day="2025-03-14")
    assert layout.meanings == (FIRST, SECOND, WINNER, MARGIN)
    assert [each[: len(fault)] for each in faults(parties_read(found, layout, FOUR))] == [fault]


def test_a_column_of_which_no_kind_is_the_most_is_left_out() -> None:
    lines = ["Soirée,Donneur,Autre,Marque,Sa marque", "1.3.25,Ada,Ben,7,9", "2.3.25,Ada,Ben,x,8"]
    first_total, _ = TOTALS
    assert proposed(table(*lines)).meanings == (DAY, FIRST, SECOND, OUT, first_total)


def test_a_club_may_write_the_numbers_of_its_members() -> None:
    (partie,) = read(BY_TOTALS, "a,b,c,d", "12,7,150,87").parties
    assert partie.names == ("12", "7")


def test_a_table_without_players_or_results_is_left_out_unless_a_person_takes_it_in() -> None:
    assert not proposed(table("Phone,Town", "0170 1,Bath")).is_taken


NUMBERED_DAYS = table("d,a,b,w,m", "3/4/2025,Ada,Ben,Ada,20")


@pytest.mark.parametrize(
    ("meanings", "wanting"),
    [
        ((DAY, FIRST, SECOND, WINNER, MARGIN), [ORDER_MISSING]),
        ((OUT, FIRST, SECOND, WINNER, MARGIN), [DAY_MISSING]),
        ((OUT, FIRST, SECOND, WINNER, OUT), [RESULT_MISSING, DAY_MISSING]),
        ((OUT, FIRST, OUT, WINNER, MARGIN), [PLAYERS_MISSING, DAY_MISSING]),
        ((OUT, FIRST, SECOND, *POINTS), [DEAL_MISSING]),
        ((DEAL, FIRST, SECOND, *POINTS), []),
        (
            (OUT, FIRST, FIRST, WINNER, MARGIN),
            [
                "Two columns are the same: first player. Leave one out.",
                PLAYERS_MISSING,
                DAY_MISSING,
            ],
        ),
    ],
)
def test_what_is_still_to_be_said_of_the_columns(
    meanings: tuple[ColumnMeaning, ...], wanting: list[str]
) -> None:
    assert missing(NUMBERED_DAYS, ColumnLayout(1, meanings), FOUR) == wanting


def test_nothing_is_asked_of_a_table_that_is_left_out() -> None:
    layout = ColumnLayout(1, (OUT,) * 5, is_taken=False)
    assert missing(NUMBERED_DAYS, layout, FOUR) == []


def test_totals_alone_do_not_settle_a_partie_that_has_no_number_of_deals() -> None:
    layout = ColumnLayout(1, (OUT, FIRST, SECOND, *TOTALS), day="2025-03-14")
    assert missing(NUMBERED_DAYS, layout, TO_A_HUNDRED) == [TOTALS_UNSETTLED]


def test_what_is_remembered_of_a_table_is_read_again() -> None:
    layout = ColumnLayout(3, (DAY, FIRST, SECOND, *TOTALS), DayOrder.MONTH_FIRST)
    assert layout_from(layout_data(layout), 3) == layout
    without = replace(layout, order=None)
    assert layout_from(layout_data(without), 3) == without


def test_totals_are_settled_by_the_rules_and_the_rest_stays_unknown() -> None:
    (partie,) = read(BY_TOTALS, "a,b,c,d", "Ada,Ben,150,87").parties
    assert partie.known == KnownResult(0, 337, (150, 87), rubicon=True)
    assert partie.known.basis is Basis.TOTALS
    assert partie.deals == ()


@pytest.mark.parametrize(
    ("cells", "known"),
    [
        ("Ada,20", KnownResult(0, 20, None)),
        ("ben,20", KnownResult(1, 20, None)),
        ("2,20", KnownResult(1, 20, None)),
        ("drawn,", KnownResult(None, 0, None)),
        ("=,0", KnownResult(None, 0, None)),
    ],
)
def test_a_winner_is_named_by_name_or_by_column_or_nobody_won(
    cells: str, known: KnownResult
) -> None:
    layout = ColumnLayout(1, (FIRST, SECOND, WINNER, MARGIN), day="2025-03-14")
    (partie,) = read(layout, "a,b,c,d", f"Ada,Ben,{cells}").parties
    assert partie.known == known


WITH_BOTH = ColumnLayout(1, (FIRST, SECOND, WINNER, MARGIN, *TOTALS), day="2025-03-14")


@pytest.mark.parametrize(
    ("rules", "cells", "known"),
    [
        # By Meyer a loser under fifty loses two parties.
        ("meyer-1888", "Ada,2,104,49", KnownResult(0, 2, (104, 49), lurch=True)),
        ("meyer-1888", "Ben,1,90,101", KnownResult(1, 1, (90, 101))),
        ("meyer-1888", "drawn,,101,101", KnownResult(None, 0, (101, 101))),
        # A series is settled by its parties, and not by the totals of one.
        ("french-150", "Ada,3,151,80", KnownResult(0, 3, (151, 80))),
    ],
)
def test_totals_to_a_target_say_if_the_loser_was_lurched(
    rules: str, cells: str, known: KnownResult
) -> None:
    text = table("a,b,c,d,e,f", f"Ada,Ben,{cells}")
    (partie,) = parties_read(text, WITH_BOTH, PRESETS[rules]).parties
    assert partie.known == known


def test_totals_to_a_target_must_agree_with_what_is_stated() -> None:
    text = table("a,b,c,d,e,f", "Ada,Ben,Ada,1,104,49")
    (fault,) = faults(parties_read(text, WITH_BOTH, PRESETS["meyer-1888"]))
    assert fault.startswith("D2 “1” was read; by the rules of this season 104 to 49 pays 2.")


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("Ada,Ben,Cat,20", "C2 “Cat” was read; the name of one of the two players, or “drawn”"),
        ("Ada,Ben,,20", "C2 the cell is empty; the name of one of the two players, or “drawn”"),
        ("Ada,Ben,Ada,0", "D2 “0” was read; a whole number from 1 to 9,999"),
        ("Ada,Ben,drawn,20", "D2 “20” was read; a whole number from 0 to 0"),
    ],
)
def test_a_result_that_cannot_be_read_is_named_by_its_cell(row: str, fault: str) -> None:
    layout = ColumnLayout(1, (FIRST, SECOND, WINNER, MARGIN), day="2025-03-14")
    found = read(layout, "a,b,c,d", row)
    assert found.parties == []
    assert faults(found)[0].startswith(fault)


BY_DEAL = ColumnLayout(1, (DEAL, FIRST, SECOND, *POINTS))


def test_a_partie_begins_with_its_first_deal() -> None:
    found = read(BY_DEAL, "n,a,b,c,d", "1,Ada,Ben,3,4", "2,Ada,Ben,5,6", "1,Ben,Cat,7,8")
    assert [each.names for each in found.parties] == [("Ada", "Ben"), ("Ben", "Cat")]
    assert [each.scores for each in found.parties[0].deals] == [(3, 4), (5, 6)]
    assert found.parties[0].references == ("B2", "B3")


def test_rows_of_one_number_are_one_partie() -> None:
    layout = ColumnLayout(1, (PARTIE, FIRST, SECOND, *POINTS))
    found = read(layout, "n,a,b,c,d", "7,Ada,Ben,3,4", "7,Ada,Ben,5,6", "8,Ada,Ben,7,8")
    assert [len(each.deals) for each in found.parties] == [2, 1]


def test_the_player_who_is_elder_first_is_the_first() -> None:
    layout = ColumnLayout(1, (PARTIE, FIRST, SECOND, *POINTS, ColumnMeaning.ELDER))
    (partie,) = read(layout, "n,a,b,c,d,e", "7,Ada,Ben,3,4,Ben", "7,Ada,Ben,5,6,Ada").parties
    assert partie.names == ("Ben", "Ada")
    assert [each.scores for each in partie.deals] == [(4, 3), (6, 5)]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("3,Ada,Ben,5,6", "A3 “3” was read; deal 2 of this partie was expected"),
        ("2,Ada,Cat,5,6", "B3 “Ada” was read; Ada and Ben were expected, as above"),
        ("2,Ada,Ben,x,6", "D3 “x” was read; a whole number from 0 to"),
        ("2,Ada,,5,6", "C3 the cell is empty; the name of a player was expected"),
    ],
)
def test_a_deal_that_does_not_go_on_is_named_by_its_cell(row: str, fault: str) -> None:
    found = read(BY_DEAL, "n,a,b,c,d", "1,Ada,Ben,3,4", row)
    assert found.parties == []
    assert faults(found)[0].startswith(fault)


def test_a_row_that_has_no_partie_is_left_out_with_the_reason() -> None:
    found = read(BY_TOTALS, "a,b,c,d", "Evening of 14 March,,,", ",,284,199", "Ada,Ben,134,112")
    assert [each.cell for each in found.left_out] == ["A2", "A3"]
    assert len(found.parties) == 1


def test_of_two_tables_of_one_name_it_would_not_be_known_which_is_meant() -> None:
    twice = [File("a.csv", b"a,b\n1,2\n")] * 2
    found = read_files(twice, FOUR)
    assert len(found.tables) == 1
    assert [each.message for each in found.faults] == [
        "Another file has the same name. Rename one of them"
    ]
