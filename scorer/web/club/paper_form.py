"""The form for what was written on a paper sheet: its view model, and what is read from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...service.club.paper import HIGHEST, Written, rows_of
from ...service.club.seasons import Season, season_rules
from ...service.opening import NotAllowed


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
    players: tuple[str, ...]
    first: str
    second: str
    members: tuple[tuple[str, str], ...]
    rows: tuple[PaperRow, ...]
    totals: tuple[Box, Box]
    grand: Box
    pays: Box
    code: Box
    accepted: str
    law: str
    round: str
    errors: tuple[str, ...]
    contradicts: bool
    director: bool
    form_key: str


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


def read_form(typed: Mapping[str, str], rows: int, names: tuple[str, ...]) -> Written:
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
    return Written(tuple(deals), (totals[0], totals[1]), grand, pays, typed.get("code", "").strip())


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
        Box("code", "Code, if one is printed on the sheet", typed.get("code", "")),
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
