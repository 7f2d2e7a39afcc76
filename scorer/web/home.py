"""The first page, a new partie, and the ways into one: its code, or a scoring link."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ..rules.presets import DEFAULT, PRESETS
from ..service.parties import NoSuchPartie, NotAllowed, Sheet, new_token
from .card import deal_title
from .extensions import LIMITER, TRIES
from .rights import form_token, let_score, the_parties

bp = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class Entry:
    """A partie in the list of the first page."""

    code: str
    names: str
    state: str
    totals: str


def _entry(sheet: Sheet) -> Entry:
    partie = sheet.partie
    if sheet.is_signed:
        state = "signed"
    elif partie.is_over:
        waits = [name for name, signed in zip(sheet.names, sheet.signatures, strict=True) if signed is None]
        state = f"finished, {' and '.join(waits)} to sign"
    else:
        state = f"{deal_title(partie, sheet.current_deal).lower()} · {partie.record.rules.title}"
    return Entry(sheet.code, " and ".join(sheet.names), state, f"{partie.totals[0]} – {partie.totals[1]}")


@bp.get("/")
def index() -> str:
    """Parties in progress to resume, and a new one."""
    sheets = the_parties().latest()
    entries = [_entry(sheet) for sheet in sheets if not sheet.is_signed]
    signed = [_entry(sheet) for sheet in sheets if sheet.is_signed]
    return render_template("home.html", entries=entries, signed=signed)


def _form(status: int = 200, error: str = "") -> tuple[str, int]:
    names, last = the_parties().names(), the_parties().last_names()
    form = {
        "first": request.form.get("first", last[0]),
        "second": request.form.get("second", last[1]),
        "rules": request.form.get("rules", DEFAULT.id),
        "dealer": request.form.get("dealer", "second"),
    }
    page = render_template("new.html", names=names, presets=PRESETS.values(), form=form, error=error, key=new_token())
    return page, status


@bp.get("/parties/new")
def new() -> tuple[str, int]:
    """Two names, the rules, who deals first."""
    return _form()


@bp.post("/parties")
def open_partie() -> tuple[str, int] | Answer:
    """Open a partie; this phone scores it."""
    first, second = request.form.get("first", ""), request.form.get("second", "")
    if request.form.get("dealer") == "first":
        first, second = second, first
    rules = PRESETS.get(request.form.get("rules", ""))
    if rules is None:
        return _form(422, "Choose the rules you play by.")
    try:
        sheet, token = the_parties().open(first, second, rules, form_token())
    except NotAllowed as error:
        return _form(422, str(error))
    opened = the_parties().open_link(token)
    assert opened is not None
    let_score(*opened)
    return redirect(url_for("tables.table", code=sheet.code), 303)


@bp.post("/find")
@LIMITER.limit(TRIES)
def find() -> Answer:
    """Open the sheet with a short code."""
    code = request.form.get("code", "").strip().upper()[:20]
    try:
        return redirect(url_for("tables.table", code=the_parties().sheet(code).code), 303)
    except NoSuchPartie:
        flash(f"No partie has the code {code}." if code else "Type the six letters on the sheet.")
        return redirect(url_for("home.index"), 303)


@bp.get("/s/<token>")
@LIMITER.limit(TRIES)
def scoring_link(token: str) -> tuple[str, int]:
    """What a scoring link leads to: one key, so that a preview of the link changes nothing."""
    opened = the_parties().open_link(token)
    if opened is None:
        advice = "It may have been revoked. Ask for a new one at the table: Share, on the phone that scores."
        return render_template(
            "error.html", title="This link no longer scores.", advice=advice, code=None, club=None
        ), 404
    sheet = the_parties().sheet(opened[0])
    return render_template("link.html", token=token, sheet=_entry(sheet)), 200


@bp.post("/s/<token>")
@LIMITER.limit(TRIES)
def accept_link(token: str) -> Answer:
    """Let this phone score."""
    opened = the_parties().open_link(token)
    if opened is None:
        return redirect(url_for("home.scoring_link", token=token), 303)
    let_score(*opened)
    return redirect(url_for("tables.table", code=opened[0]), 303)
