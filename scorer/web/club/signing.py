"""Signing: a player signs a season's sheet, refuses, calls the director, or asks for a correction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ...rules.company import result_words
from ...service.club.disputes import LONGEST_REASON, Correction, DisputeKind, Version, version
from ...service.club.signing import SeasonSheet
from ...service.opening import NotAllowed
from ...service.recording import Sheet
from ...service.sheets import AnySheet, CompanyCard
from ..formatting import parse_number
from ..phones import the_club_services
from ..sheets import address_of, shown_with
from .forms import Page, club_page, posts
from .season_partie import chosen_player, closed_season, the_player, viewer


def requested_correction() -> Correction:
    """Return what a request corrects: of a company a turn, by its number; a deal, from 1 in the address; and how."""
    turn, deal = (parse_number(request.values.get(name, "")) for name in ("turn", "deal"))
    return Correction(turn, max(deal - 1, -1), request.values.get("said", ""))


def _requested(sheet: AnySheet, asked: Correction) -> Version | None:
    try:
        return version(sheet, asked)
    except NotAllowed:
        return None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a form for a correction shows: what is chosen; or address, label and figure of what can be."""

    correction: Correction
    version: Version | None
    choices: tuple[tuple[str, str, str], ...] = ()


def asked_correction(sheet: AnySheet) -> Asked:
    asked = requested_correction()
    if asked.said:
        return Asked(asked, _requested(sheet, asked))
    return Asked(asked, None, tuple(_deals(sheet) if isinstance(sheet, Sheet) else _turns(sheet)))


def _deals(sheet: Sheet) -> Iterator[tuple[str, str, str]]:
    """Yield address, label and points of each deal; one from paper leads to its totals."""
    for number, scored in enumerate(sheet.partie.deals, 1):
        page = "tables.again" if scored.deal is None else "tables.deal"
        yield url_for(page, code=sheet.code, number=number), f"Deal {number}", " – ".join(map(str, scored.points))


def _turns(card: CompanyCard) -> Iterator[tuple[str, str, str]]:
    for number, (turn, played) in enumerate(zip(card.turns, card.company.card.turns, strict=True), 1):
        address = url_for("companies.turn", code=card.code, number=turn.number)
        yield address, f"Partie {number}", result_words(card.company, played)


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
    found = {
        "sheet": sheet,
        "what": what.lower(),
        "is_late": season_sheet.posted is not None and not season_sheet.is_open,
        "own": sheet.names[looks.player] if looks.player is not None and not looks.scores else "",
        "chosen": parse_number(request.form.get("player", ""), default=-1 if looks.player is None else looks.player),
        "longest": LONGEST_REASON,
        "correction": asked_correction(sheet) if asked is DisputeKind.CORRECTION else None,
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
