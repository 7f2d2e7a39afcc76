"""View models of the paper bridge: blank sheets and a poster to print, and the form for what was written on one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from ...rules.ruleset import Ruleset
from ...service.club.clubs import Club
from ...service.club.paper import HIGHEST, Written, rows_of
from ...service.club.seasons import Season, season_rules
from ...service.opening import NotAllowed
from ...storage.derived import FixtureRow
from ..sharing import QR, qr

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
    """A sheet to be printed and written on."""

    title: str
    players: tuple[str, str]
    rows: tuple[BlankRow, ...]
    code: str
    qr: QR | None
    leads: str


@dataclass(frozen=True, slots=True)
class BlankPage:
    """Blank sheets, one to a page of paper."""

    season: int
    name: str
    rules: str
    rubicon: str
    sheets: tuple[BlankSheet, ...]
    rounds: tuple[int, ...]
    round: int


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the form: its name, what it is called, and what is typed in it."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One deal of the form."""

    number: int
    elder: str
    boxes: tuple[Box, Box]
    needed: bool


@dataclass(frozen=True, slots=True)
class PaperPage:
    """The form for what was written on a paper sheet."""

    season: int
    name: str
    players: tuple[str, str]
    first: str
    second: str
    members: tuple[tuple[str, str], ...]
    rows: tuple[PaperRow, ...]
    totals: tuple[Box, Box]
    grand: Box
    pays: Box
    accepted: str
    law: str
    round: str
    errors: tuple[str, ...]
    contradicts: bool
    director: bool
    form_key: str


def blank_rows(rules: Ruleset, players: tuple[str, str]) -> tuple[BlankRow, ...]:
    """The rows of a blank sheet: as many as the ruleset has deals, and those that follow a draw."""
    rows = BLANK if rules.deals is None else rows_of(rules)
    found = []
    for number in range(rows):
        weight = rules.deal_weights[number] if number < len(rules.deal_weights) else 1
        said = f"counts {weight} times" if weight > 1 else ""
        if rules.deals is not None and number >= rules.deals:
            said = "only after a draw"
        found.append(BlankRow(number + 1, said, players[number % 2]))
    return tuple(found)


def blank_page(
    club: Club,
    season: Season,
    names: Mapping[int, str],
    fixtures: Sequence[FixtureRow],
    asked: int,
    partie: tuple[str, tuple[str, str]] | None = None,
) -> BlankPage:
    """
    Blank sheets of a season.

    Args:
        club: the club.
        season: the season.
        names: of every member.
        fixtures: of the season.
        asked: the round whose fixtures get a sheet each; 0 for one sheet without names.
        partie: the code of a partie and its players' names, if the sheet is for one.
    """
    rules = season_rules(season.terms)
    sheets = []
    for each in fixtures:
        if each.round == asked and each.second and partie is None:
            players = names[each.first], names[each.second]
            address = url_for(
                "paper.form",
                club=club.code,
                season=season.number,
                first=each.first,
                second=each.second,
                round=each.round,
                _external=True,
            )
            title = f"Round {each.round}, table {each.table}"
            sheets.append(
                BlankSheet(title, players, blank_rows(rules, players), "", qr(address), "to enter this sheet")
            )
    if partie is not None:
        code, players = partie
        address = url_for("tables.table", code=code, _external=True)
        sheets.append(BlankSheet("", players, blank_rows(rules, players), code, qr(address), "the partie on a phone"))
    if not sheets:
        players = ("", "")
        address = url_for("paper.form", club=club.code, season=season.number, _external=True)
        sheets.append(BlankSheet("", players, blank_rows(rules, players), "", qr(address), "to enter this sheet"))
    return BlankPage(
        season.number,
        season.terms.name,
        rules.title,
        f"Rubicon {rules.rubicon}" if rules.rubicon is not None else "",
        tuple(sheets),
        tuple(sorted({each.round for each in fixtures})),
        asked,
    )


def read_number(typed: str, where: str) -> int:
    """
    A figure of the form.

    Raises:
        NotAllowed: it is no whole number, or too high; the message says where.
    """
    typed = typed.strip()
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 8):
        raise NotAllowed(f"{where}: write a whole number.")
    return int(typed)


def read_form(typed: Mapping[str, str], rows: int, names: tuple[str, str]) -> Written:
    """
    What was typed from a sheet.

    Args:
        typed: the boxes of the form.
        rows: how many deals the form has; those that are left empty at the end were not played.
        names: of both players.

    Raises:
        NotAllowed: a box is empty or has no number; the message says which.
    """
    found = [[typed.get(f"{seat}{number}", "").strip() for seat in "ab"] for number in range(1, rows + 1)]
    while found and not any(found[-1]):
        found.pop()
    if not found:
        raise NotAllowed("No deal is entered.")
    deals = []
    for number, pair in enumerate(found, 1):
        first, second = (read_number(text, f"Deal {number}, {name}") for text, name in zip(pair, names, strict=True))
        if max(first, second) > HIGHEST:
            raise NotAllowed(f"Deal {number}: nobody makes {max(first, second)} points in a deal.")
        deals.append((first, second))
    totals = [
        read_number(typed.get(f"total_{seat}", ""), f"The total of {name}")
        for seat, name in zip("ab", names, strict=True)
    ]
    grand, pays = (
        read_number(typed[name], what) if typed.get(name, "").strip() else None
        for name, what in (("grand", "Both together"), ("pays", "What the loser pays"))
    )
    return Written(tuple(deals), (totals[0], totals[1]), grand, pays)


def paper_page(
    season: Season,
    names: Mapping[int, str],
    typed: Mapping[str, str],
    *,
    director: bool,
    form_key: str,
    errors: tuple[str, ...] = (),
    contradicts: bool = False,
) -> PaperPage:
    """The form, with what was typed in it before."""
    rules = season_rules(season.terms)
    first, second = typed.get("first", ""), typed.get("second", "")
    players = _name(names, first, "First player"), _name(names, second, "Second player")
    deals = rules.deals if rules.deals is not None else 1
    rows = tuple(
        PaperRow(
            number,
            players[(number - 1) % 2],
            (
                Box(f"a{number}", f"Deal {number}, {players[0]}", typed.get(f"a{number}", "")),
                Box(f"b{number}", f"Deal {number}, {players[1]}", typed.get(f"b{number}", "")),
            ),
            number <= deals,
        )
        for number in range(1, rows_of(rules) + 1)
    )
    return PaperPage(
        season.number,
        season.terms.name,
        players,
        first,
        second,
        tuple((str(number), name) for number, name in names.items()),
        rows,
        (
            Box("total_a", f"Total of {players[0]}", typed.get("total_a", "")),
            Box("total_b", f"Total of {players[1]}", typed.get("total_b", "")),
        ),
        Box("grand", "Both together, if the sheet has it", typed.get("grand", "")),
        Box("pays", "What the loser pays, if the sheet has it", typed.get("pays", "")),
        typed.get("accepted", ""),
        typed.get("law", "Law 74"),
        typed.get("round", ""),
        errors,
        contradicts,
        director,
        form_key,
    )


def _name(names: Mapping[int, str], number: str, otherwise: str) -> str:
    return (
        names.get(int(number), otherwise) if number.isascii() and number.isdecimal() and len(number) < 8 else otherwise
    )
