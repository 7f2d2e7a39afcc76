"""View models of blank score sheets, to print and fill in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...rules.naming import title_of
from ...rules.ruleset import Ruleset
from ...service.club.clubs import Club
from ...service.club.paper import rows_of
from ...service.club.seasons import FixtureRow, Season, season_rules
from ...service.club.signing import Standing
from ..sharing import QR, qr_of

OPEN_ENDED_ROWS = 8
"""Rows for a partie of no fixed number of deals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankRow:
    """One deal; *note* says what is special about it."""

    number: int
    note: str
    elder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankSheet:
    """A sheet to print and fill in; its QR code leads to the form to enter it."""

    title: str
    players: tuple[str, ...]
    rows: tuple[BlankRow, ...]
    code: str
    qr: QR | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPage:
    """Blank sheets, one to a page of paper; *round* is 0 for sheets without names."""

    season: Season
    title: str
    rules: Ruleset
    sheets: tuple[BlankSheet, ...]
    rounds: tuple[int, ...]
    round: int


def blank_rows(rules: Ruleset, players: tuple[str, ...]) -> tuple[BlankRow, ...]:
    """Return a row for each deal of the ruleset, and for those that follow a draw."""
    count = OPEN_ENDED_ROWS if rules.deals is None else rows_of(rules)
    return tuple(
        BlankRow(number=number + 1, note=_note(rules, number), elder=players[number % 2]) for number in range(count)
    )


def _note(rules: Ruleset, number: int) -> str:
    if rules.deals is not None and number >= rules.deals:
        return "only after a draw"
    weight = rules.deal_weights[number] if number < len(rules.deal_weights) else 1
    return "" if weight == 1 else "counts double" if weight == 2 else f"counts {weight} times"


def season_sheets(
    club: Club, season: Season, names: Mapping[int, str], fixtures: Sequence[FixtureRow], asked: int
) -> BlankPage:
    """Return a sheet for each fixture of round *asked*, or one without names if the season has no such round."""
    sheets = []
    for each in fixtures:
        if each.round == asked and each.second:
            title = f"Round {each.round}, table {each.table}"
            form = _form(club, season, first=each.first, second=each.second, round=each.round)
            sheets.append(_sheet(season, title, (names[each.first], names[each.second]), form))
    if not sheets:
        sheets.append(_sheet(season, "", ("", ""), _form(club, season)))
    rounds = tuple(sorted({each.round for each in fixtures}))
    return _page(season, tuple(sheets), rounds, asked if asked in rounds else 0)


def partie_sheet(club: Club, season: Season, standing: Standing) -> BlankPage:
    """Return the blank sheet of one partie of a season, with its code."""
    code, place = standing.sheet.code, standing.place
    form = _form(club, season, first=place.members[0], second=place.members[1], code=code)
    title = f"Round {place.round}" if place.round else ""
    sheet = _sheet(season, title, standing.sheet.names, form, code=code)
    return _page(season, (sheet,))


def _page(season: Season, sheets: tuple[BlankSheet, ...], rounds: tuple[int, ...] = (), asked: int = 0) -> BlankPage:
    rules = season_rules(season.terms)
    return BlankPage(season=season, title=title_of(rules), rules=rules, sheets=sheets, rounds=rounds, round=asked)


def _form(club: Club, season: Season, **filled: str | int) -> QR | None:
    return qr_of("paper.form", club=club.code, season=season.number, **filled)


def _sheet(season: Season, title: str, players: tuple[str, ...], form: QR | None, *, code: str = "") -> BlankSheet:
    rows = blank_rows(season_rules(season.terms), players)
    return BlankSheet(title=title, players=players, rows=rows, code=code, qr=form)
