"""View models of the sheets that are printed blank, to be written on."""

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

BLANK = 8
"""Rows of a sheet of a partie that may take any number of deals."""


@dataclass(frozen=True, slots=True)
class BlankRow:
    """One deal of a blank sheet: its number, how often it counts, and who is elder in it."""

    number: int
    weight: str
    elder: str


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """A sheet to be printed and written on; its QR code leads to the form in which it is entered."""

    title: str
    players: tuple[str, ...]
    rows: tuple[BlankRow, ...]
    code: str
    qr: QR | None


@dataclass(frozen=True, slots=True)
class BlankPage:
    """Blank sheets, one to a page of paper."""

    season: int
    name: str
    rules: str
    rubicon: str
    is_bid_for: bool
    sheets: tuple[BlankSheet, ...]
    rounds: tuple[int, ...]
    round: int


def blank_rows(rules: Ruleset, players: tuple[str, ...]) -> tuple[BlankRow, ...]:
    """The rows of a blank sheet: as many as the ruleset has deals, and those that follow a draw."""
    rows = BLANK if rules.deals is None else rows_of(rules)
    found = []
    for number in range(rows):
        weight = rules.deal_weights[number] if number < len(rules.deal_weights) else 1
        said = "counts double" if weight == 2 else f"counts {weight} times" if weight > 2 else ""
        if rules.deals is not None and number >= rules.deals:
            said = "only after a draw"
        found.append(BlankRow(number + 1, said, players[number % 2]))
    return tuple(found)


def season_sheets(
    club: Club, season: Season, names: Mapping[int, str], fixtures: Sequence[FixtureRow], asked: int
) -> BlankPage:
    """
    Blank sheets of a season.

    Args:
        club: the club.
        season: the season.
        names: of every member.
        fixtures: of the season.
        asked: the round whose fixtures get a sheet each; one without names, if it has none.
    """
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
    """The blank sheet of a partie of a season, with its code."""
    code, place = standing.sheet.code, standing.place
    form = _form(club, season, first=place.members[0], second=place.members[1], code=code)
    title = f"Round {place.round}" if place.round else ""
    return _page(season, (_sheet(season, title, standing.sheet.names, form, code=code),), (), 0)


def _form(club: Club, season: Season, **filled: str | int) -> QR | None:
    """The QR code of the form in which a sheet is entered, with what is known of it."""
    return qr_of("paper.form", club=club.code, season=season.number, **filled)


def _sheet(season: Season, title: str, players: tuple[str, ...], form: QR | None, *, code: str = "") -> BlankSheet:
    return BlankSheet(title, players, blank_rows(season_rules(season.terms), players), code, form)


def _page(season: Season, sheets: tuple[BlankSheet, ...], rounds: tuple[int, ...], asked: int) -> BlankPage:
    rules = season_rules(season.terms)
    rubicon = "" if rules.rubicon is None else f"Rubicon {rules.rubicon}"
    return BlankPage(season.number, season.terms.name, title_of(rules), rubicon, rules.auction, sheets, rounds, asked)
