"""The form to enter a paper sheet: its view model, and the values read from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...service.club.paper import HIGHEST, Written, rows_of
from ...service.club.seasons import Season, season_rules
from ...service.opening import NotAllowed
from .forms import Choice


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the form, with what is typed in it."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRow:
    """One deal of the form; a deal that follows only a draw is not *required*."""

    number: int
    elder: str
    boxes: tuple[Box, Box]
    required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPage:
    """The form; *contradicts* says that the sheet does not agree with its own figures."""

    season: Season
    players: tuple[str, ...]
    first: tuple[Choice, ...]
    second: tuple[Choice, ...]
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
    is_director: bool
    form_key: str


def read_number(typed: str, where: str) -> int:
    """
    Return a figure of the form.

    Raises:
        NotAllowed: it is not a whole number of at most seven digits; the message begins with *where*.
    """
    typed = typed.strip()
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 8):
        raise NotAllowed(f"{where}: enter a whole number.")
    return int(typed)


def read_form(typed: Mapping[str, str], rows: int, names: tuple[str, ...]) -> Written:
    """
    Return what was typed from a sheet.

    Args:
        typed: the boxes of the form.
        rows: the deals of the form; empty ones at the end were not played.
        names: both players' names.

    Raises:
        NotAllowed: a box is empty or is not a number; the message says which.
    """
    found = [[typed.get(f"{seat}{number}", "").strip() for seat in "ab"] for number in range(1, rows + 1)]
    while found and not any(found[-1]):
        found.pop()
    if not found:
        raise NotAllowed("Enter at least one deal.")
    deals = []
    for number, pair in enumerate(found, 1):
        first, second = (read_number(text, f"Deal {number}, {name}") for text, name in zip(pair, names, strict=True))
        if max(first, second) > HIGHEST:
            raise NotAllowed(f"Deal {number}: {max(first, second)} points are impossible in one deal. Check the sheet.")
        deals.append((first, second))
    totals = [
        read_number(typed.get(f"total_{seat}", ""), f"Total of {name}") for seat, name in zip("ab", names, strict=True)
    ]
    grand, pays = (
        read_number(typed[name], what) if typed.get(name, "").strip() else None
        for name, what in (("grand", "Both totals together"), ("pays", "Loser pays"))
    )
    return Written(tuple(deals), (totals[0], totals[1]), grand, pays, typed.get("code", "").strip())


def paper_page(
    season: Season,
    names: Mapping[int, str],
    typed: Mapping[str, str],
    *,
    is_director: bool,
    form_key: str,
    errors: tuple[str, ...] = (),
    contradicts: bool = False,
) -> PaperPage:
    """Return the form, with what was typed before."""
    rules = season_rules(season.terms)
    first, second = typed.get("first", ""), typed.get("second", "")
    players = _name(names, first, "First player"), _name(names, second, "Second player")
    deals = rules.deals if rules.deals is not None else 1

    def box(name: str, label: str) -> Box:
        return Box(name, label, typed.get(name, ""))

    return PaperPage(
        season=season,
        players=players,
        first=_choices(names, first),
        second=_choices(names, second),
        rows=tuple(
            PaperRow(
                number=number,
                elder=players[(number - 1) % 2],
                boxes=(
                    box(f"a{number}", f"Deal {number}, {players[0]}"),
                    box(f"b{number}", f"Deal {number}, {players[1]}"),
                ),
                required=number <= deals,
            )
            for number in range(1, rows_of(rules) + 1)
        ),
        totals=(box("total_a", f"Total of {players[0]}"), box("total_b", f"Total of {players[1]}")),
        grand=box("grand", "Both totals together, if on the sheet"),
        pays=box("pays", "Loser pays, if on the sheet"),
        code=box("code", "Code, if printed on the sheet"),
        accepted=typed.get("accepted", ""),
        law=typed.get("law", "Law 74"),
        round=typed.get("round", ""),
        errors=errors,
        contradicts=contradicts,
        is_director=is_director,
        form_key=form_key,
    )


def _choices(names: Mapping[int, str], chosen: str) -> tuple[Choice, ...]:
    return tuple(Choice(str(number), name, str(number) == chosen) for number, name in names.items())


def _name(names: Mapping[int, str], number: str, otherwise: str) -> str:
    return (
        names.get(int(number), otherwise) if number.isascii() and number.isdecimal() and len(number) < 8 else otherwise
    )
