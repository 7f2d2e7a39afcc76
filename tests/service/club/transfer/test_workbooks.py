"""The workbook of standings and results, read again as a spreadsheet program does."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from scorer.service.club.people import members
from scorer.service.club.transfer import workbooks
from scorer.service.club.transfer.exporting import ExportFormat
from tests.service.club.running_club import RunningClub, new_club

FORMULA = "=1+1"
"""The name of a member, which a spreadsheet must not compute."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClub]:
    """A season in which a member who is called like a formula has played twice."""
    found = new_club(tmp_path_factory.mktemp("workbook"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(members, "FORMULA", "\0")  # earlier versions admitted such names
        one, two, _ = found.admit(FORMULA, "Ben", "Cat")
    season = found.season(one, two)
    found.play(season, one, two)
    found.play(season, two, one)
    yield found
    found.engine.dispose()


def sheets(club: RunningClub, **asked: Any) -> dict[str, list[tuple[Any, ...]]]:
    data = club.exported(ExportFormat.WORKBOOK, **asked)
    book = load_workbook(io.BytesIO(data), read_only=True)
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book.worksheets}


def rows(club: RunningClub, title: str) -> list[dict[str, Any]]:
    heading, *found = sheets(club)[title]
    return [dict(zip(heading, row, strict=True)) for row in found]


def test_it_has_the_standings_and_the_results(club: RunningClub) -> None:
    assert [*sheets(club)] == ["Standings", "Results", "Lines"]


def test_the_points_of_the_results_add_up_to_the_standings(club: RunningClub) -> None:
    balances = {row["name"]: 0 for row in rows(club, "Standings")}
    for result in rows(club, "Results"):
        loser = {result["first"], result["second"]} - {result["winner"]}
        balances[result["winner"]] += result["margin"]
        balances[loser.pop()] -= result["margin"]
    assert balances == {row["name"]: row["balance"] for row in rows(club, "Standings")}


def test_a_day_is_a_day_and_a_total_a_number(club: RunningClub) -> None:
    first, *_ = rows(club, "Results")
    types = {name: type(first[name]) for name in ("date", "first_total", "margin", "rubicon")}
    assert types == {"date": datetime, "first_total": int, "margin": int, "rubicon": bool}


def test_a_name_that_begins_like_a_formula_is_text(club: RunningClub) -> None:
    data = club.exported(ExportFormat.WORKBOOK)
    book = load_workbook(io.BytesIO(data), read_only=True)
    sheet = book["Standings"]
    assert isinstance(sheet, ReadOnlyWorksheet)
    found = {cell.value: cell.data_type for row in sheet.iter_rows() for cell in row}
    assert found[FORMULA] == "s"


def test_one_season_has_only_its_results(club: RunningClub) -> None:
    other = club.season(1, 3, name="Another")
    club.play(other, 1, 3)
    assert len(sheets(club, season=other)["Results"]) == 2


def test_a_member_finds_only_their_own(club: RunningClub) -> None:
    before = len(sheets(club, member=2)["Results"])
    last = club.season(1, 3, name="Without Ben")
    club.play(last, 1, 3)
    assert len(sheets(club, member=2)["Results"]) == before


def test_an_empty_club_has_the_headings(tmp_path: Path) -> None:
    empty = new_club(tmp_path)
    found = sheets(empty)
    empty.engine.dispose()
    assert {title: len(lines) for title, lines in found.items()} == {"Standings": 1, "Results": 1}


def test_lines_that_are_too_many_are_left_out_with_a_word(
    club: RunningClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    heading, *lines = sheets(club)["Lines"]
    monkeypatch.setattr(workbooks, "MOST_LINES", len(lines))
    assert sheets(club)["Lines"] == [heading, *lines]
    monkeypatch.setattr(workbooks, "MOST_LINES", len(lines) - 1)
    ((only,),) = sheets(club)["Lines"]
    assert only == (
        "The club has more than 50,000 lines, too many for a workbook. Export one season, or the "
        "table lines as CSV."
    )
