"""Paper: score sheets and a poster to print, and entering a partie from a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from ...rules.house_rules import title_of
from ...rules.ruleset import Ruleset
from ...service.club.clubs import Club
from ...service.club.credentials import Role
from ...service.club.disputes import THE_TERMS
from ...service.club.paper import HIGHEST, ON_SHEETS, DoesNotAddUp, Written, rows_of
from ...service.club.seasons import FixtureRow, Season, season_rules
from ...service.club.signing import SeasonSheet
from ...service.opening import NotAllowed
from ...service.parties import new_token
from ..formatting import parse_number
from ..phones import form_token, has_role, the_club_services
from ..rights import the_actor, the_club
from ..sheets import QR, qr_of
from .forms import LONGEST, Choice, chosen_number

# Sheets to print


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
            form = _form_code(club, season, first=each.first, second=each.second, round=each.round)
            sheets.append(_sheet(season, title, (names[each.first], names[each.second]), form))
    if not sheets:
        sheets.append(_sheet(season, "", ("", ""), _form_code(club, season)))
    rounds = tuple(sorted({each.round for each in fixtures}))
    return _page(season, tuple(sheets), rounds, asked if asked in rounds else 0)


def partie_sheet(club: Club, season: Season, season_sheet: SeasonSheet) -> BlankPage:
    """Return the blank sheet of one partie of a season, with its code."""
    code, place = season_sheet.sheet.code, season_sheet.season_partie
    form = _form_code(club, season, first=place.members[0], second=place.members[1], code=code)
    title = f"Round {place.round}" if place.round else ""
    sheet = _sheet(season, title, season_sheet.sheet.names, form, code=code)
    return _page(season, (sheet,))


def _page(season: Season, sheets: tuple[BlankSheet, ...], rounds: tuple[int, ...] = (), asked: int = 0) -> BlankPage:
    rules = season_rules(season.terms)
    return BlankPage(season=season, title=title_of(rules), rules=rules, sheets=sheets, rounds=rounds, round=asked)


def _form_code(club: Club, season: Season, **filled: str | int) -> QR | None:
    return qr_of("paper.form", club=club.code, season=season.number, **filled)


def _sheet(season: Season, title: str, players: tuple[str, ...], form: QR | None, *, code: str = "") -> BlankSheet:
    rows = blank_rows(season_rules(season.terms), players)
    return BlankSheet(title=title, players=players, rows=rows, code=code, qr=form)


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
    found = parse_number(typed.strip(), LONGEST)
    if found < 0:
        raise NotAllowed(f"{where}: enter a whole number.")
    return found


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
    players = (
        names.get(parse_number(first, LONGEST), "First player"),
        names.get(parse_number(second, LONGEST), "Second player"),
    )
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


bp = Blueprint("paper", __name__, url_prefix="/c/<club>")


@bp.get("/poster")
def poster(club: str) -> str:
    """Show a poster with the club's address."""
    code = qr_of("club.index", club=the_club().code)
    return render_template("club/poster.html", club=the_club(), code=code)


@bp.get("/s/<int:season>/sheets")
def blank(club: str, season: int) -> str:
    """Show a blank sheet without names, or one for each fixture of a round."""
    found = the_club_services().standings.players(the_club().id, season)
    fixtures = the_club_services().seasons.fixtures(the_club().id, season)
    asked = parse_number(request.args.get("round", ""), LONGEST)
    return _blank(season_sheets(the_club(), found.season, found.names, fixtures, asked))


@bp.get("/parties/<code>/sheet")
def blank_of_partie(club: str, code: str) -> str:
    """Show the blank sheet of a partie, with its code."""
    season_sheet = the_club_services().signing.sheet(code, the_club().id)
    if season_sheet is None:
        raise NotFound
    found = the_club_services().standings.players(the_club().id, season_sheet.season_partie.season)
    return _blank(partie_sheet(the_club(), found.season, season_sheet))


def _blank(page: BlankPage) -> str:
    enters = has_role(the_actor(), Role.SCORER)
    return render_template("club/blank.html", club=the_club(), page=page, enters=enters)


def _form(season: int, errors: tuple[str, ...] = (), *, contradicts: bool = False) -> tuple[str, int]:
    found = the_club_services().standings.players(the_club().id, season)
    page = paper_page(
        found.season,
        found.playing,
        {**request.args, **request.form},
        is_director=the_actor().is_director,
        form_key=form_token() or new_token(),
        errors=errors,
        contradicts=contradicts,
    )
    found_laws = {"laws": ON_SHEETS, "terms": THE_TERMS}
    return render_template("club/paper.html", club=the_club(), page=page, **found_laws), 422 if errors else 200


@bp.get("/s/<int:season>/paper")
def form(club: str, season: int) -> tuple[str, int]:
    """Show the form to enter a paper sheet."""
    return _form(season)


@bp.post("/s/<int:season>/paper")
def enter(club: str, season: int) -> tuple[str, int] | Answer:
    """Enter a sheet; one that does not add up comes back with its errors."""
    found = the_club_services().standings.players(the_club().id, season)
    members = chosen_number("first"), chosen_number("second")
    names = found.names.get(members[0], "First player"), found.names.get(members[1], "Second player")
    try:
        sheet = the_club_services().paper.enter_paper(
            the_actor(),
            season,
            members,
            read_form(request.form, rows_of(season_rules(found.season.terms)), names),
            round_=chosen_number("round"),
            token=form_token(),
            into_book=request.form.get("into") == "book",
            accepted=request.form.get("accepted", "") if request.form.get("into") == "ruled" else "",
            law=request.form.get("law", ""),
        )
    except DoesNotAddUp as error:
        return _form(season, error.faults, contradicts=True)
    except NotAllowed as error:
        return _form(season, (str(error),))
    return redirect(url_for("sheets.settlement", code=sheet.code), 303)
