"""The sheet of a partie: its settlement and proof, other rules, its QR code, and the links that let a phone score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import segno
from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from ..service.companies import CompanyCard
from ..service.parties import LinkRow, NotAllowed, Sheet, new_token
from . import proof
from .address import is_reachable, outward
from .club.season_partie import signing_status
from .club.stakes import partie_stakes
from .phones import company_of, form_token, the_club_services, the_parties, visitor
from .tables import render_part


@dataclass(frozen=True, slots=True)
class QR:
    """A QR code: its address, and its dark squares as an SVG path in a square of *size* units."""

    address: str
    path: str
    size: int


def qr(address: str) -> QR:
    """Return the QR code of *address*, with its quiet zone."""
    matrix = tuple(segno.make(address, error="m", micro=False).matrix)
    border = 4
    path = "".join(
        f"M{column + border} {row + border}h1v1h-1z"
        for row, line in enumerate(matrix)
        for column, dark in enumerate(line)
        if dark
    )
    return QR(address, path, len(matrix) + 2 * border)


def qr_of(endpoint: str, **values: Any) -> QR | None:
    """Return the QR code of a page; `None` if phones cannot open the program."""
    address = outward(endpoint, **values)
    return qr(address) if address else None


def share_page(sheet: Sheet, links: list[LinkRow], token: str) -> str:
    """Render the page that shares a partie; *token* is the secret of a new link, which is shown once."""
    return render_template(
        "share.html",
        code=sheet.code,
        here={"code": sheet.code},
        of="sheets",
        back=(("tables.table", "Table"), ("sheets.sheet", "Sheet")),
        follows="That phone shows the partie live and cannot change it.",
        scores="Link 1 belongs to the phone that opened the partie.",
        links=links,
        **_codes("tables.table", token, code=sheet.code),
    )


def company_share_page(card: CompanyCard, links: list[LinkRow], token: str) -> str:
    """Render the page that shares a company; *token* is the secret of a new link, which is shown once."""
    return render_template(
        "share.html",
        code=card.code,
        here={"code": card.code},
        of="companies",
        back=(("companies.card", "Scorecard"),),
        follows="That phone shows the scorecard and every partie live, and cannot change them.",
        scores="Each link scores every partie of the company. Link 1 belongs to the phone that opened the scorecard.",
        links=links,
        **_codes("companies.card", token, code=card.code),
    )


def _codes(followed: str, token: str, **code: Any) -> dict[str, Any]:
    """Return the QR codes to follow and to score; `None` if phones cannot open the program, or no link is new."""
    scoring = qr_of("home.scoring_link", token=token) if token else None
    return {"reading": qr_of(followed, **code), "scoring": scoring, "form_key": new_token()}


bp = Blueprint("sheets", __name__, url_prefix="/p/<code>")


@bp.get("/sheet")
def sheet(code: str) -> str:
    found = {
        **proof.sheet_context(the_parties().sheet(code)),
        "signing": signing_status(code),
        "company": company_of(code),
    }
    return render_part("sheet.html", "sheet", **found)


@bp.get("/settlement")
def settlement(code: str, error: str = "") -> str:
    """Show what the partie pays and why, the signatures, and its status in a season."""
    found = the_parties().sheet(code)
    if found.partie.settlement is None:
        raise NotFound
    stakes = partie_stakes(the_club_services(), found)
    context = {
        **proof.sheet_context(found),
        "verdict": proof.verdict(found.partie, found.sides),
        "rubicon": proof.rubicon_sentence(found, found.partie.settlement),
        "steps": proof.steps_of(found.partie.settlement, found.sides, stakes),
        "corrected": proof.corrected_sentence(found),
        "may_score": visitor().may_score(code),
        "signing": signing_status(code),
        "company": company_of(code),
    }
    return render_template("settlement.html", error=error, **context)


@bp.post("/sign")
def sign(code: str) -> Answer:
    typed, players = request.form.get("player", ""), len(the_parties().sheet(code).names)
    player = next((index for index in range(players) if str(index) == typed), -1)
    try:
        name, seen = request.form.get("name", ""), request.form.get("seen", "")[:64]
        the_parties().sign(code, player=player, name=name, seen=seen)
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("sheets.settlement", code=code), 303)


@bp.get("/other-rules")
def other_rules(code: str) -> str:
    sheet = the_parties().sheet(code)
    return render_template("other_rules.html", code=sheet.code, rows=proof.under_other_rules(sheet))


@bp.get("/share")
def share(code: str) -> str:
    """Show how another phone follows the partie; on a phone that scores, its scoring links too."""
    links = the_parties().links(code) if visitor().may_score(code) else []
    return share_page(the_parties().sheet(code), links, "")


@bp.post("/links")
def new_link(code: str) -> str:
    """Make a scoring link and show it once."""
    token = the_parties().new_link(code, form_token()) if is_reachable() else ""
    links = the_parties().links(code)
    return share_page(the_parties().sheet(code), links, token)


@bp.post("/links/<int:link>/revoke")
def revoke(code: str, link: int) -> Answer:
    try:
        the_parties().revoke_link(code, link)
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("sheets.share", code=code), 303)
