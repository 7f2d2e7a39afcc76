"""Signing: a player signs a season's partie, refuses, calls the director, or asks for a correction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...rules.versions import difference_words, first_difference, governing, governing_words
from ...service.club.credentials import Actor
from ...service.club.disputes import LONGEST_REASON, LONGEST_SAID, DisputeKind, version
from ...service.club.signing import SeasonSheet, Status
from ...service.opening import NotAllowed
from ...service.sheets import from_paper
from ..formatting import first_up, parse_number
from ..phones import the_club_services
from ..sheets import settlement
from .season_partie import chosen_player, closed_season, the_player, viewer

TITLES = {
    DisputeKind.REFUSAL: "Refuse to sign",
    DisputeKind.CALL: "Call the director",
    DisputeKind.CORRECTION: "Request a correction",
}

EXPLANATIONS = {
    DisputeKind.REFUSAL: "Say what is wrong. The partie is then disputed, and is not posted until the dispute ends.",
    DisputeKind.CALL: "Say what it is about. The director and the other player see it at once. You can play on.",
    DisputeKind.CORRECTION: (
        "The other player can agree on their own phone, or here with their PIN. If they do not, a director rules."
    ),
}

AFTER_THE_PERIOD = "The correction period has ended, so a director decides. The other player sees your request."


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLink:
    """A deal to choose, by its number from 1."""

    number: int
    totals: str
    address: str


def requested_version() -> tuple[int, str]:
    """Return the deal (from 0) that a request corrects, and the correction; -1 and nothing if it corrects none."""
    deal = parse_number(request.values.get("deal", ""), 3, default=0) - 1
    first, second = (parse_number(request.values.get(f"total{player}", "").strip(), 4) for player in (0, 1))
    if first >= 0 and second >= 0:
        return deal, from_paper(first, second)
    return deal, request.values.get("said", "")[: LONGEST_SAID + 1]


def typed_totals(season_sheet: SeasonSheet, deal: int) -> tuple[str, str] | None:
    """Return the totals of a deal from paper, as typed or as recorded; `None` for a deal with a log, or none."""
    records = season_sheet.sheet.partie.record.deals
    scores = records[deal].scores if 0 <= deal < len(records) else None
    if scores is None:
        return None
    first, second = (request.values.get(f"total{player}", str(scores[player]))[:5] for player in (0, 1))
    return first, second


def _difference(season_sheet: SeasonSheet, deal: int, said: str) -> tuple[str, str]:
    """Return the first difference of a version and the laws on it; empty if there is no such version."""
    sheet = season_sheet.sheet
    try:
        found = first_difference(sheet.partie, version(sheet, deal, said)) if said else None
    except NotAllowed:
        return "", ""
    if found is None:
        return "", ""
    return first_up(difference_words(found, sheet.names)), governing_words(governing(found, sheet.partie))


def deal_links(season_sheet: SeasonSheet, form: str) -> tuple[DealLink, ...]:
    """Return a link for each deal: to the *form* for the totals of a deal from paper, else to the deal's own lines."""
    code = season_sheet.sheet.code
    return tuple(
        DealLink(
            number=scored.number + 1,
            totals=f"{scored.points[0]} – {scored.points[1]}",
            address=(
                f"{form}?deal={scored.number + 1}"
                if scored.deal is None
                else url_for("tables.deal", code=code, number=scored.number + 1)
            ),
        )
        for scored in season_sheet.sheet.partie.deals
    )


bp = Blueprint("signing", __name__, url_prefix="/p/<code>")


@bp.post("/signatures")
def sign(code: str) -> tuple[str, int] | Answer:
    """Sign for one player; the second signature posts the partie."""
    return _run(code, the_club_services().signing.sign)


@bp.post("/agree")
def agree(code: str) -> tuple[str, int] | Answer:
    """Agree to the correction that the other player requested."""
    return _run(code, the_club_services().disputes.agree)


@bp.post("/withdraw")
def withdraw(code: str) -> tuple[str, int] | Answer:
    """Withdraw the player's own dispute."""
    return _run(code, the_club_services().disputes.withdraw)


@bp.get("/ask/<what>")
def asking(code: str, what: str, error: str = "") -> tuple[str, int]:
    """Show the form to refuse to sign, call the director or request a correction."""
    season_sheet = the_club_services().signing.sheet(code)
    if season_sheet is None or what.upper() not in DisputeKind.__members__:
        abort(404)
    if season_sheet.closed_at:
        return closed_season(season_sheet), 409
    asked, looks, sheet = DisputeKind[what.upper()], viewer(code), season_sheet.sheet
    corrects = asked is DisputeKind.CORRECTION
    deal, said = requested_version() if corrects else (-1, "")
    totals = typed_totals(season_sheet, deal) if corrects else None
    differs, law = _difference(season_sheet, deal, said)
    is_late = corrects and season_sheet.posted is not None and not season_sheet.is_open
    address = url_for("signing.asking", code=sheet.code, what=what.lower())
    found = {
        "sheet": sheet,
        "what": what.lower(),
        "title": TITLES[asked],
        "explanation": AFTER_THE_PERIOD if is_late else EXPLANATIONS[asked],
        "own": sheet.names[looks.player] if looks.player is not None and not looks.scores else "",
        "chosen": parse_number(request.form.get("player", ""), 1, -1 if looks.player is None else looks.player),
        "by_pin": asked is not DisputeKind.CALL,
        "reason": request.form.get("reason", ""),
        "longest": LONGEST_REASON,
        "deal": deal + 1,
        "said": said if totals is None else "",
        "totals": totals,
        "differs": differs,
        "law": law,
        "deals": deal_links(season_sheet, address) if corrects and not said and totals is None else (),
    }
    return render_template("club/ask.html", error=error, **found), 422 if error else 200


@bp.post("/ask/<what>")
def ask(code: str, what: str) -> tuple[str, int] | Answer:
    """Refuse to sign, call the director or request a correction."""
    disputes, reason = the_club_services().disputes, request.form.get("reason", "")
    deal, said = requested_version()
    try:
        if what == "call":
            now = disputes.call(code, chosen_player(code), reason)
        else:
            now = disputes.file(code, the_player(code), DisputeKind[what.upper()], reason, deal=deal, said=said)
    except KeyError:
        abort(404)
    except NotAllowed as error:
        return asking(code, what, str(error))
    flash("Sent. The director and the other player can see it on their pages.")
    return _back(now)


def _run(code: str, verb: Callable[[str, Actor], SeasonSheet]) -> tuple[str, int] | Answer:
    """Run *verb* and redirect; on an error show the settlement with it."""
    try:
        return _back(verb(code, the_player(code)))
    except NotAllowed as error:
        return settlement(code, str(error)), 422


def _back(now: SeasonSheet) -> Answer:
    """Redirect to the settlement, or to the table of a partie in progress."""
    is_over = now.status is not Status.PLAYING and now.sheet.partie.is_over
    return redirect(url_for("sheets.settlement" if is_over else "tables.table", code=now.sheet.code), 303)
