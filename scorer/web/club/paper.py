"""Paper: score sheets and a poster to print, and entering a partie from a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from flask import Blueprint, abort, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from ...rules.house_rules import title_of
from ...rules.laws import Law
from ...rules.ruleset import Ruleset
from ...service.club.credentials import Actor, Role
from ...service.club.disputes.cases import LONGEST_REASON, THE_TERMS
from ...service.club.disputes.paper import (
    ON_SHEETS,
    DoesNotAddUp,
    Likely,
    Written,
    faults,
    rows_of,
    scored,
)
from ...service.club.posting.signing import SeasonSheet
from ...service.club.seasons.season import Season, season_rules
from ...service.club.services import ClubServices
from ...table.again import Both, VersionText
from ...table.charts import QR
from ...table.contexts import Context
from ...table.entering import NotAllowed
from ...table.formatting import parse_number
from ...table.own_parties import Choice
from ...table.recording import HIGHEST, Sheet
from ..address import redirect_to
from ..forms import (
    LONGEST,
    FieldText,
    Page,
    PageOfList,
    carried,
    chosen_number,
    club_page,
    member_choices,
    part_of,
    posts,
    text,
    whole_number,
)
from ..kinds import address_of, pages_of
from ..notices import problem
from ..rights import the_actor, the_club, the_season
from ..sheets import qr_of
from ..visitor import form_token, has_role, the_club_services
from .corrections import post_or_preview

bp = Blueprint("paper", __name__, url_prefix="/c/<club>")

# Sheets to print


AT_ONCE = 20
"""Sheets printed together: each has a QR code of some kilobytes."""

OPEN_ENDED_ROWS = 8
"""Rows for a partie of no fixed number of deals."""


def _form_code(season: Season, **filled: str | int) -> QR | None:
    return qr_of("paper.form", season=season.number, **filled)


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """A sheet to print, with the code of its partie, if it has one, and the QR code of the form to
    enter it.
    """

    title: str
    players: tuple[str, ...]
    code: str
    qr: QR | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPage(Context):
    """Blank sheets, one to a page of paper.

    Attributes:
        title: of the rules.
        rows: how many deals a sheet has room for.
        enters: the reader may enter a finished sheet.
        rounds: those for which sheets with names can be printed.
        round: the one whose sheets these are; 0 for none.
        part: which of its tables.
    """

    template = "club/blank.html"
    season: Season
    rules: Ruleset
    title: str
    rows: int
    enters: bool
    blanks: Sequence[BlankSheet]
    rounds: Sequence[int] = ()
    round: int = 0
    part: PageOfList | None = None


def _blank(
    season: Season,
    sheets: Sequence[BlankSheet],
    rounds: Sequence[int] = (),
    round_: int = 0,
    part: PageOfList | None = None,
) -> Page:
    rules = season_rules(season.terms)
    page = BlankPage(
        season=season,
        rules=rules,
        title=title_of(rules),
        rows=OPEN_ENDED_ROWS if rules.deals is None else rows_of(rules),
        enters=has_role(the_actor(), Role.SCORER),
        blanks=sheets,
        rounds=rounds,
        round=round_,
        part=part,
    )
    return club_page(page)


@bp.get("/poster")
def poster() -> Page:
    return club_page("poster.html", code=qr_of("club.index"))


@bp.get("/s/<int:season>/sheets")
def blank(season: int) -> Page:
    names = the_club_services().people.shown_names(the_club().id)
    fixtures = the_club_services().seasons.drawn_fixtures(the_club().id, season)
    asked = parse_number(request.args.get("round", ""), LONGEST)
    of_round = [each for each in fixtures if each.round == asked and each.second]
    part = part_of(len(of_round), AT_ONCE)
    sheets = [
        BlankSheet(
            title=f"Round {each.round}, table {each.table}",
            players=(names[each.first], names[each.second]),
            code="",
            qr=_form_code(the_season(), first=each.first, second=each.second, round=each.round),
        )
        for each in part.of(of_round)
        if each.second is not None
    ]
    rounds = sorted({each.round for each in fixtures})
    without_names = BlankSheet("", ("", ""), "", _form_code(the_season()))
    return _blank(
        the_season(),
        sheets or [without_names],
        rounds=rounds,
        round_=asked if asked in rounds else 0,
        part=part,
    )


@bp.get("/parties/<code>/sheet")
def blank_of_partie(code: str) -> Page:
    season_sheet = the_club_services().signing.sheet(code, the_club().id)
    if season_sheet is None or not pages_of(season_sheet.sheet).blank:
        raise NotFound
    sheet = season_sheet.sheet
    entered = season_sheet.membership
    season = the_club_services().seasons.season(the_club().id, entered.season)
    assert season is not None
    first, second = entered.members
    form = _form_code(season, first=first, second=second, code=sheet.code)
    title = f"Round {entered.round}" if entered.round else ""
    return _blank(season, [BlankSheet(title, sheet.names, sheet.code, form)])


# Entering a sheet


def read_form(typed: Mapping[str, str], rows: int, names: tuple[str, str]) -> Written:
    """Return what was typed from a sheet with *rows* deals;
    empty ones at the end were not played.
    """

    def pair(number: int) -> list[str]:
        return [typed.get(f"{seat}{number}", "").strip() for seat in "ab"]

    def number(field: str, what: str) -> int:
        return whole_number(typed.get(field, ""), FieldText.NOT_WHOLE(word=what))

    def number_or_none(field: str, what: str) -> int | None:
        return number(field, what) if typed.get(field, "").strip() else None

    name, other_name = names
    found = [pair(number) for number in range(1, rows + 1)]
    while found and not any(found[-1]):
        found.pop()
    if not found:
        raise NotAllowed("Enter at least one deal.")
    deals = []
    for deal in range(1, len(found) + 1):
        first = number(f"a{deal}", f"Deal {deal}, {name}")
        second = number(f"b{deal}", f"Deal {deal}, {other_name}")
        most = max(first, second)
        if most > HIGHEST:
            raise NotAllowed(
                f"Deal {deal}: {most} points are impossible in one deal. Check the sheet."
            )
        deals.append((first, second))
    total = number("total_a", f"Total of {name}")
    other_total = number("total_b", f"Total of {other_name}")
    return Written(
        deals=tuple(deals),
        totals=(total, other_total),
        grand=number_or_none("grand", "Both totals together"),
        pays=number_or_none("pays", "Loser pays"),
        code=typed.get("code", "").strip(),
    )


def _players(names: Mapping[int, str], typed: Mapping[str, str]) -> tuple[str, str]:
    first = parse_number(typed.get("first", ""), LONGEST)
    second = parse_number(typed.get("second", ""), LONGEST)
    return names.get(first, "First player"), names.get(second, "Second player")


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPage(Context):
    """The form to enter a paper sheet.

    Attributes:
        sheet: what is typed, by the names of the fields.
        members: who can be each player.
        rows: the deals that a sheet has room for; *required_rows* must be filled in.
        contradicts: the sheet does not add up.
        key: the idempotency key of the form.
        others: the parties that this is known not to be.
    """

    template = "club/paper.html"
    sheet: Mapping[str, str]
    players: tuple[str, str]
    members: Sequence[Sequence[Choice]]
    rows: int
    required_rows: int
    errors: Sequence[str]
    contradicts: bool
    key: str
    others: Sequence[str]
    laws: Sequence[Law]
    terms: str


def _form(season: int, errors: tuple[str, ...] = (), *, contradicts: bool = False) -> Page:
    """Show the form with what was typed, or is in the address;
    *contradicts* is for a sheet that does not add up.
    """
    playing = the_club_services().standings.playing(the_club().id, season)
    rules = season_rules(the_season().terms)
    typed = {**request.args, **request.form}
    page = PaperPage(
        sheet=typed,
        players=_players(playing, typed),
        members=[
            member_choices(playing, playing, [typed.get(each, "")]) for each in ("first", "second")
        ],
        rows=rows_of(rules),
        required_rows=1 if rules.deals is None else rules.deals,
        errors=errors,
        contradicts=contradicts,
        key=form_token(),
        others=request.form.getlist("other"),
        laws=ON_SHEETS,
        terms=THE_TERMS,
    )
    shown, _ = club_page(page)
    return shown, 422 if errors else 200


@bp.get("/s/<int:season>/paper")
def form(season: int) -> Page:
    return _form(season)


@bp.post("/s/<int:season>/paper")
def enter(season: int) -> Page | Answer:
    """Enter a sheet for both to sign; or preview what it would post, and post it."""
    by = the_actor()
    into = request.form.get("into", "")
    entered = list[Sheet]()
    if request.form.get("step") == "change":
        return _form(season)
    shown = the_club_services().people.shown_names(the_club().id)
    try:
        names = _players(shown, request.form)
        members = (chosen_number("first"), chosen_number("second"))
        written = read_form(request.form, rows_of(season_rules(the_season().terms)), names)
        known = _known(by, season, members, written)
        if known:
            return _same_partie(known, members, names, written)

        def enter_sheet(services: ClubServices) -> None:
            sheet = services.paper.enter_paper(
                by,
                season,
                members,
                written,
                round_=chosen_number("round"),
                token=form_token(),
                into_book=into == "book",
                accepted=request.form.get("accepted", "") if into == "ruled" else "",
                law=request.form.get("law", ""),
                played=request.form.get("played", ""),
            )
            entered.append(sheet)

        if into not in POSTS:
            enter_sheet(the_club_services())
        else:
            posted = redirect_to("paper.form", season=season)
            answer = post_or_preview("Partie from paper", season, enter_sheet, posted)
            if answer is not posted and not _is_posted(entered[-1]):
                return answer
    except DoesNotAddUp as error:
        return _form(season, error.faults, contradicts=True)
    except NotAllowed as error:
        return _form(season, (str(error),))
    return redirect_to("sheets.settlement", code=entered[-1].code)


def _known(by: Actor, season: int, members: tuple[int, int], written: Written) -> list[Likely]:
    """Return the parties that may be the one on the sheet and that the form does not say are
    others.

    A form that is sent twice finds the partie that it entered itself, and is not asked about it.
    """
    paper = the_club_services().paper
    if paper.entered(by, season, written.code, form_token()) is not None:
        return []
    round_ = chosen_number("round")
    played = request.form.get("played", "")
    others = request.form.getlist("other")
    found = paper.likely(by, season, members, written, round_=round_, played=played)
    return [each for each in found if each.sheet.code not in others]


@dataclass(frozen=True, slots=True, kw_only=True)
class SamePage(Context):
    """Whether a sheet is that of a partie that is here already, or of one of *more*.

    Attributes:
        rows: both, deal by deal.
        figures: those of the sheet, to correct the posted ones with.
        can_retype: these were mistyped by a director, so they can be.
        carried: the fields that were typed, which the form sends again.
    """

    template = "club/same_partie.html"
    likely: Likely
    more: Sequence[Likely]
    names: tuple[str, str]
    rows: Sequence[Both]
    is_same: bool
    figures: Mapping[str, int]
    can_retype: bool
    carried: Sequence[tuple[str, str]]


def _same_partie(
    known: list[Likely], members: tuple[int, int], names: tuple[str, str], written: Written
) -> Page:
    """Ask whether the sheet is that of a partie that is here already,
    and show both deal by deal.
    """
    likely, *more = known
    is_turned = likely.season_sheet.membership.members != members
    rows = tuple(_compared(likely.sheet, written, is_turned=is_turned))
    page = SamePage(
        likely=likely,
        more=more,
        names=names,
        rows=rows,
        is_same=all(each.record == each.version for each in rows),
        figures=_figures(written.deals, written.totals),
        can_retype=likely.season_sheet.is_typed and not is_turned,
        carried=carried(),
    )
    return club_page(page)


def _figures(deals: Iterable[Sequence[int]], totals: Sequence[int]) -> dict[str, int]:
    """Return the figures of a sheet by the names that they have in a form."""
    figures = {}
    for number, points in enumerate(deals, 1):
        for seat, figure in zip("ab", points, strict=True):
            figures[f"{seat}{number}"] = figure
    for seat, total in zip("ab", totals, strict=True):
        figures[f"total_{seat}"] = total
    return figures


def _compared(sheet: Sheet, written: Written, *, is_turned: bool) -> Iterator[Both]:
    """Yield each deal of both sheets, and the totals,
    for the players as the new sheet names them.
    """
    points = [each.points[::-1] if is_turned else each.points for each in sheet.partie.deals]
    for number, (here, there) in enumerate(zip_longest(points, written.deals), 1):
        yield Both(f"Deal {number}", _pair(here), _pair(there))
    totals = sheet.partie.totals[::-1] if is_turned else sheet.partie.totals
    yield Both("Total", _pair(totals), _pair(written.totals))


def _pair(points: Sequence[int] | None) -> str:
    return str(VersionText.MISSING()) if points is None else " – ".join(map(str, points))


POSTS = ("book", "ruled")
"""What a director may choose instead of signatures:
both signed the paper, or it does not add up.
"""


def _is_posted(sheet: Sheet) -> bool:
    """Return whether the sheet of a preview was posted before: by the same form, sent twice."""
    found = the_club_services().signing.sheet(sheet.code, the_club().id)
    return found is not None and found.posted is not None


# A sheet that was mistyped


NOT_TYPED = (
    "Only what a director entered from paper can be corrected as mistyped. Decide as "
    "director instead."
)


def _mistyped(code: str) -> tuple[SeasonSheet, Sheet, Season]:
    """Return a partie that a director entered from paper and may correct as mistyped,
    with its season.
    """
    found = the_club_services().signing.sheet(code, the_club().id)
    if found is None:
        abort(404)
    if not found.is_typed:
        problem(NOT_TYPED)
        abort(redirect(address_of(found.sheet), 303))
    assert isinstance(found.sheet, Sheet), "only a partie is entered from paper"
    season = the_club_services().seasons.season(the_club().id, found.membership.season)
    assert season is not None
    return found, found.sheet, season


@dataclass(frozen=True, slots=True, kw_only=True)
class MistypedPage(Context):
    """A posted sheet with its figures to correct; *sheet* is what is typed, by the names of the
    fields.
    """

    template = "club/mistyped.html"
    season_sheet: SeasonSheet
    sheet: Mapping[str, str]
    code: str
    in_season: Season
    players: Sequence[str]
    rows: int
    longest: int


@bp.get("/parties/<code>/mistyped")
def mistyped(code: str, error: str = "") -> Page:
    """Show a posted sheet with its figures to correct,
    as they are in the address of another sheet, or as typed.
    """
    season_sheet, sheet, season = _mistyped(code)
    typed = {**posted_figures(sheet), "played": season_sheet.played, **request.args, **request.form}
    page = MistypedPage(
        season_sheet=season_sheet,
        sheet=typed,
        code=sheet.code,
        in_season=season,
        players=sheet.names,
        rows=len(sheet.partie.deals),
        longest=LONGEST_REASON,
    )
    return club_page(page, error)


def posted_figures(sheet: Sheet) -> dict[str, str]:
    """Return the figures of a sheet as they would be typed."""
    figures = _figures((each.points for each in sheet.partie.deals), sheet.partie.totals)
    return {name: str(figure) for name, figure in figures.items()}


@posts(bp, "/parties/<code>/mistyped", mistyped)
def retype(code: str) -> Page | Answer:
    season_sheet, sheet, season = _mistyped(code)
    first, second = sheet.names
    written = read_form(request.form, len(sheet.partie.deals), (first, second))
    partie = scored(season_rules(season.terms), (first, second), written)
    found = tuple(faults(partie, (first, second), written))
    if found:
        raise DoesNotAddUp(found)
    words = text("words")
    played = text("played")
    return post_or_preview(
        f"Correction of {sheet.code}: the paper sheet was mistyped",
        season_sheet.membership.season,
        lambda services: services.disputes.retype(
            code, the_actor(), written.deals, words=words, played=played
        ),
        redirect_to("sheets.settlement", code=sheet.code),
    )
