"""Signing: a player signs a season's sheet, refuses, calls the director, or asks for a correction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ...rules.company import Won, result_words, sides_of
from ...service.club.disputes import LONGEST_REASON, Correction, DisputeKind, Version, version
from ...service.club.signing import SeasonSheet
from ...service.opening import NotAllowed
from ...service.sheets import REMOVED, AnySheet, CompanyCard, Sheet, format_paper, from_paper
from ..formatting import parse_number
from ..phones import the_club_services
from ..sheets import address_of, shown_with
from .forms import Page, club_page, posts
from .season_partie import chosen_player, closed_season, the_player, viewer

MOST_SIDES = 4
"""The most sides of a partie."""

PAPER_FIELDS = ("by", "winner", "points", *(f"total{side}" for side in range(MOST_SIDES)))
"""The fields of a form that give a result or totals from paper."""


def requested_correction() -> Correction:
    """Return what a request corrects: of a company a turn, by its number; a deal, from 1 in the address; and how."""
    turn, deal = parse_number(request.values.get("turn", "")), parse_number(request.values.get("deal", "")) - 1
    totals = [parse_number(request.values.get(f"total{side}", "").strip()) for side in range(MOST_SIDES)]
    entered = tuple(each for each in totals if each >= 0)
    if turn >= 0 and deal < 0 and request.values.get("by"):
        return Correction(turn, -1, _result(request.values["by"], entered))
    said = request.values.get("said", "")
    if len(entered) == 2:
        said = from_paper(*entered)
    return Correction(turn, max(deal, -1), said)


def _result(by: str, totals: tuple[int, ...]) -> str:
    if by == "totals":
        return format_paper(totals, None) if totals else ""
    winner, points = (parse_number(request.values.get(name, "").strip()) for name in ("winner", "points"))
    return format_paper(None, Won(winner if winner >= 0 else None, points if winner >= 0 else 0))


def _typed_totals(partie: Sheet | None, asked: Correction) -> tuple[str, str] | None:
    """Return the totals of a deal from paper, as typed or as recorded; `None` for a deal with a log, or none."""
    records = () if partie is None else partie.partie.record.deals
    scores = records[asked.deal].scores if 0 <= asked.deal < len(records) else None
    if scores is None:
        return None
    first, second = (request.values.get(f"total{player}", str(scores[player])) for player in (0, 1))
    return first, second


def _requested(sheet: AnySheet, asked: Correction) -> Version | None:
    try:
        return version(sheet, asked) if asked.said else None
    except NotAllowed:
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """
    What a form for a correction shows of what is chosen.

    Attributes:
        choices: address, label and figure of what can be corrected; empty once it is chosen.
        removal: the address that asks to remove the chosen turn; empty if none is chosen.
        paper: the names of the sides of the chosen turn from paper; empty for none.
    """

    correction: Correction
    totals: tuple[str, str] | None
    version: Version | None
    choices: tuple[tuple[str, str, str], ...]
    removal: str
    paper: tuple[str, ...]

    @property
    def deal(self) -> int:
        """The deal, from 1; 0 for none."""
        return self.correction.deal + 1

    @property
    def said(self) -> str:
        return self.correction.said if self.totals is None else ""


def asked_correction(sheet: AnySheet, form: str) -> Asked:
    """Return what is chosen and what can be; *form* is the address of the page with the form."""
    asked, card = requested_correction(), sheet if isinstance(sheet, CompanyCard) else None
    partie = sheet if isinstance(sheet, Sheet) else sheet.sheet_of(asked.turn)
    totals, index = _typed_totals(partie, asked), -1 if card is None else card.index_of(asked.turn)
    is_chosen, turn = bool(asked.said) or totals is not None, "" if card is None else f"&turn={asked.turn}"
    choices: Iterator[tuple[str, str, str]] = iter(())
    if partie is not None and not is_chosen:
        choices = _deals(partie, f"{form}?deal={{}}{turn}")
    elif card is not None and index < 0 and not is_chosen:
        choices = _turns(card, form)
    paper: tuple[str, ...] = ()
    if card is not None and index >= 0 and not card.turns[index].code and asked.said != REMOVED:
        paper = sides_of(card.company, card.company.parties[index].lineup)
    return Asked(
        correction=asked,
        totals=totals,
        version=_requested(sheet, asked) if is_chosen else None,
        choices=tuple(choices),
        removal=f"{form}?turn={asked.turn}&said={REMOVED}" if index >= 0 and not is_chosen else "",
        paper=paper,
    )


def _deals(sheet: Sheet, form: str) -> Iterator[tuple[str, str, str]]:
    """Yield address, label and points of each deal; one from paper leads to the *form* for its totals."""
    for number, scored in enumerate(sheet.partie.deals, 1):
        lines = url_for("tables.deal", code=sheet.code, number=number)
        address = form.format(number) if scored.deal is None else lines
        yield address, f"Deal {number}", " – ".join(map(str, scored.points))


def _turns(card: CompanyCard, form: str) -> Iterator[tuple[str, str, str]]:
    for number, (turn, played) in enumerate(zip(card.turns, card.company.card.turns, strict=True), 1):
        yield f"{form}?turn={turn.number}", f"Partie {number}", result_words(card.company, played)


bp = Blueprint("signing", __name__, url_prefix="/p/<code>")


@bp.post("/signatures")
def sign(code: str) -> Page | Answer:
    """Sign for one player; the last signature posts the sheet."""
    try:
        return _back(the_club_services().signing.sign(code, the_player(code)))
    except NotAllowed as error:
        return shown_with(code, str(error)), 422


@bp.get("/ask/<what>")
def asking(code: str, what: str, error: str = "") -> Page:
    season_sheet = the_club_services().signing.sheet(code)
    if season_sheet is None or what.upper() not in DisputeKind.__members__:
        abort(404)
    if season_sheet.closed_at:
        return closed_season(season_sheet)
    asked, looks, sheet = DisputeKind[what.upper()], viewer(code), season_sheet.sheet
    address = url_for("signing.asking", code=sheet.code, what=what.lower())
    found = {
        "sheet": sheet,
        "what": what.lower(),
        "is_late": season_sheet.posted is not None and not season_sheet.is_open,
        "own": sheet.names[looks.player] if looks.player is not None and not looks.scores else "",
        "chosen": parse_number(request.form.get("player", ""), default=-1 if looks.player is None else looks.player),
        "longest": LONGEST_REASON,
        "correction": asked_correction(sheet, address) if asked is DisputeKind.CORRECTION else None,
    }
    return club_page("ask.html", error, **found)


@posts(bp, "/ask/<what>", asking)
def ask(code: str, what: str) -> Answer:
    disputes, reason = the_club_services().disputes, request.form.get("reason", "")
    try:
        if what == "call":
            now = disputes.call(code, chosen_player(code), reason)
        else:
            now = disputes.file(code, the_player(code), DisputeKind[what.upper()], reason, requested_correction())
    except KeyError:
        abort(404)
    flash("Sent. The director and everyone who plays can see it on their pages.")
    return _back(now)


def _back(now: SeasonSheet) -> Answer:
    return redirect(address_of(now.sheet), 303)
