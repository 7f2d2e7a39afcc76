"""The sheet of a partie: its settlement and proof, other rules, its QR code, and the links that let a phone score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import segno
from flask import Blueprint, flash, redirect, render_template, request, url_for
from jinja2_fragments.flask import render_block
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from ..service.companies import CompanyCard, CompanyLinkRow
from ..service.parties import LinkRow, NotAllowed, Sheet, new_token
from . import proof
from .address import is_reachable, outward
from .club.season_partie import way_to_the_book
from .club.stakes import partie_stakes
from .phones import company_of, form_token, may_score, the_club_services, the_parties
from .tables import is_partial

# Sharing


@dataclass(frozen=True, slots=True)
class QR:
    """A QR code: its address, and its dark squares as an SVG path in a square of *size* units."""

    address: str
    path: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A scoring link; *revoke* is the address that revokes it."""

    made: str
    revoked: bool
    revoke: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SharePage:
    """
    The context of the page that shares a partie or a company.

    Attributes:
        back: the links of the navigation, each with its words.
        follows, scores: what a phone that follows sees, and what a scoring link does.
        reading, scoring: QR codes; `None` if phones cannot open the program, or there is no new scoring link.
        new_link: the address that makes a scoring link.
    """

    code: str
    back: tuple[tuple[str, str], ...]
    follows: str
    scores: str
    reading: QR | None
    scoring: QR | None
    links: tuple[Link, ...]
    new_link: str
    may_score: bool
    form_key: str


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


def share_page(sheet: Sheet, links: list[LinkRow], token: str) -> SharePage:
    """Return the page that shares a partie; *token* is the secret of a new link, which is shown once."""
    code: dict[str, Any] = {"code": sheet.code}
    return SharePage(
        code=sheet.code,
        back=((url_for("tables.table", **code), "Table"), (url_for("sheets.sheet", **code), "Sheet")),
        follows="That phone shows the partie live and cannot change it.",
        scores="Link 1 belongs to the phone that opened the partie.",
        reading=qr_of("tables.table", **code),
        scoring=_scoring_code(token),
        links=_links(links, "sheets.revoke", **code),
        new_link=url_for("sheets.new_link", **code),
        may_score=bool(links),
        form_key=new_token(),
    )


def company_share_page(card: CompanyCard, links: list[CompanyLinkRow], token: str) -> SharePage:
    """Return the page that shares a company; *token* is the secret of a new link, which is shown once."""
    code: dict[str, Any] = {"company": card.code}
    return SharePage(
        code=card.code,
        back=((url_for("companies.card", **code), "Scorecard"),),
        follows="That phone shows the scorecard and every partie live, and cannot change them.",
        scores="Each link scores every partie of the company. Link 1 belongs to the phone that opened the scorecard.",
        reading=qr_of("companies.card", **code),
        scoring=_scoring_code(token),
        links=_links(links, "companies.revoke", **code),
        new_link=url_for("companies.new_link", **code),
        may_score=bool(links),
        form_key=new_token(),
    )


def _scoring_code(token: str) -> QR | None:
    return qr_of("home.scoring_link", token=token) if token else None


def _links(links: Iterable[LinkRow | CompanyLinkRow], endpoint: str, **code: Any) -> tuple[Link, ...]:
    return tuple(
        Link(
            made=link.made_at[:16].replace("T", " "),
            revoked=link.revoked,
            revoke=url_for(endpoint, link=link.id, **code),
        )
        for link in links
    )


# The pages


bp = Blueprint("sheets", __name__, url_prefix="/p/<code>")


@bp.get("/sheet")
def sheet(code: str) -> str:
    """Show the sheet of a partie."""
    found = {
        "page": proof.sheet_page(the_parties().sheet(code)),
        "way": way_to_the_book(code),
        "company": company_of(code),
    }
    return render_block("sheet.html", "sheet", **found) if is_partial() else render_template("sheet.html", **found)


@bp.get("/settlement")
def settlement(code: str, error: str = "") -> str:
    """Show what the partie pays and why, the signatures, and its status in a season."""
    found = the_parties().sheet(code)
    page = proof.settlement_page(found, may_score=may_score(code), stakes=partie_stakes(the_club_services(), found))
    if page is None:
        raise NotFound
    way = way_to_the_book(code)
    return render_template("settlement.html", page=page, way=way, company=company_of(code), error=error)


@bp.post("/sign")
def sign(code: str) -> Answer:
    """Sign the settlement for one player."""
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
    """Show the partie scored by other rules."""
    return render_template("other_rules.html", page=proof.other_rules_page(the_parties().sheet(code)))


@bp.get("/share")
def share(code: str) -> str:
    """Show how another phone follows the partie; on a phone that scores, its scoring links too."""
    links = the_parties().links(code) if may_score(code) else []
    return render_template("share.html", page=share_page(the_parties().sheet(code), links, ""))


@bp.post("/links")
def new_link(code: str) -> str:
    """Make a scoring link and show it once."""
    token = the_parties().new_link(code, form_token()) if is_reachable() else ""
    links = the_parties().links(code)
    return render_template("share.html", page=share_page(the_parties().sheet(code), links, token))


@bp.post("/links/<int:link>/revoke")
def revoke(code: str, link: int) -> Answer:
    """Revoke a scoring link."""
    try:
        the_parties().revoke_link(code, link)
    except NotAllowed as error:
        flash(str(error))
    return redirect(url_for("sheets.share", code=code), 303)
