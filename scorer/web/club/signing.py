"""Signing: a player signs a season's partie, refuses, calls the director, or asks for a correction."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ...rules.partie import Partie
from ...rules.versions import Difference, first_difference
from ...service.club.credentials import Actor
from ...service.club.disputes import LONGEST_REASON, LONGEST_SAID, DisputeKind, version
from ...service.club.signing import SeasonSheet, Status
from ...service.opening import NotAllowed
from ...service.sheets import Sheet, from_paper
from ..formatting import parse_number
from ..phones import the_club_services
from ..sheets import settlement
from .forms import club_page, shown_again
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


def requested(sheet: Sheet, deal: int, said: str) -> tuple[Partie | None, Difference | None]:
    """Return the version of a partie that a request asks for, and its first difference; `None` if there is no such."""
    try:
        other = version(sheet, deal, said) if said else None
    except NotAllowed:
        return None, None
    return other, None if other is None else first_difference(sheet.partie, other)


def deal_links(season_sheet: SeasonSheet, form: str) -> list[tuple[str, str]]:
    """
    Return address and points of each deal.

    A deal from paper leads to the *form* for its totals, another to its own lines.
    """
    found = []
    for number, scored in enumerate(season_sheet.sheet.partie.deals, 1):
        lines = url_for("tables.deal", code=season_sheet.sheet.code, number=number)
        found.append((f"{form}?deal={number}" if scored.deal is None else lines, " – ".join(map(str, scored.points))))
    return found


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
    _, difference = requested(sheet, deal, said)
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
        "longest": LONGEST_REASON,
        "deal": deal + 1,
        "said": said if totals is None else "",
        "totals": totals,
        "difference": difference,
        "deals": deal_links(season_sheet, address) if corrects and not said and totals is None else (),
    }
    return club_page("ask.html", error, **found)


@bp.post("/ask/<what>")
@shown_again(asking)
def ask(code: str, what: str) -> Answer:
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
