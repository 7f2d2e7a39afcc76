"""The table, the pages of a deal, and the correction of a statement."""

from __future__ import annotations

from typing import assert_never

from flask import Blueprint, Response, redirect, render_template, request, url_for
from jinja2_fragments.flask import render_block
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from ..rules.notation import format_statement, parse_log
from ..rules.statements import Struck
from ..service.parties import Clash, Recorded, Refused, Sheet
from . import breakdown, findings, putting_right
from .card import open_deal, seat_names, table_card
from .club.at_the_table import corrections, may_call
from .figures import parse_number
from .phones import company_of, follow
from .rights import may_score, the_parties
from .seen import note_seen, seen_by_another
from .walk import pick_that_says

bp = Blueprint("tables", __name__, url_prefix="/p/<code>")

LONGEST = 2000
"""The most characters of statements in one tap."""

OVERTAKEN = "The deal had already moved on. This is its current state. Your tap was not recorded:"
AN_EARLIER_TAP = "Your earlier tap had already been recorded. Undo it if it was wrong. Your last tap was not recorded:"
"""Why a tap clashes. Nothing says which phone recorded the other tap, so the page blames no phone."""


def is_partial() -> bool:
    """Whether htmx asks for the part of the page that it replaces."""
    return request.headers.get("HX-Request-Type") == "partial"


def _number(name: str) -> int:
    """Return a whole number from the form; -1, which is never valid, if there is none."""
    return parse_number(request.form.get(name, ""))


def _shown_deal(sheet: Sheet) -> int:
    """Return the deal to show: the last with statements, or the next if the request asks for it."""
    asked = request.args.get("deal", "")
    last = max(0, len(sheet.partie.deals) - 1)
    if asked == str(sheet.current_deal):
        return sheet.current_deal
    return last


def _undone(sheet: Sheet, number: int, said: str) -> str:
    """Return the pick to show after *said* was recorded: after an undo, the one with the key that was undone."""
    deal = open_deal(sheet, number)
    new = parse_log(said, sheet.partie.record.rules)
    if deal is None or not all(isinstance(each, Struck) and each.instead is None for each in new):
        return ""
    struck = sorted(each.position for each in new if isinstance(each, Struck))
    words = "; ".join(format_statement(deal.log[position]) for position in struck)
    return pick_that_says(deal, seat_names(sheet, number), words, number=number)


def _render(sheet: Sheet, deal: int, *, pick: str = "", notice: str = "", attempted: str = "") -> str:
    card = table_card(
        sheet,
        deal,
        may_score=may_score(sheet.code),
        pick=pick or request.args.get("pick", "")[:20],
        notice=notice,
        attempted=attempted,
    )
    explained = breakdown.explained(sheet, deal) if card.is_over else None
    doubt = findings.doubt(sheet, deal)
    company = company_of(sheet.code) if card.partie_is_over else ""
    found = {"card": card, "explained": explained, "doubt": doubt, "company": company, "may_call": may_call(sheet.code)}
    return render_block("table.html", "table", **found) if is_partial() else render_template("table.html", **found)


@bp.get("/")
def table(code: str) -> Response | str | Answer:
    """Show the table of the current deal."""
    sheet = the_parties().sheet(code)
    if code != sheet.code:
        return redirect(url_for("tables.table", code=sheet.code))
    follow(sheet.code)
    return _render(sheet, _shown_deal(sheet))


@bp.get("/live")
def live(code: str) -> Response:
    """Show the table to a phone that polls; 304 while nothing has changed."""
    version = the_parties().version(code)
    tag = f'"{version}-{may_score(code):d}"'
    if not may_score(code):
        note_seen(code, version)
    if request.headers.get("If-None-Match") == tag:
        return Response(status=304, headers={"ETag": tag, "Cache-Control": "no-cache"})
    sheet = the_parties().sheet(code)
    return Response(_render(sheet, _shown_deal(sheet)), headers={"ETag": tag, "Cache-Control": "no-cache"})


@bp.get("/saved")
def saved(code: str) -> Response | str:
    """
    Say whether a second phone has the statements too; 204 while that has not changed.

    A phone with an old version gets the current table: another phone scored,
    or a tap arrived that this phone had taken back.
    """
    version = the_parties().version(code)
    is_current = request.args.get("version") == version
    if not is_current and is_partial():
        sheet = the_parties().sheet(code)
        return Response(_render(sheet, _shown_deal(sheet)), headers={"HX-Retarget": "#table", "HX-Reswap": "outerHTML"})
    if not is_current or not seen_by_another(code, version):
        return Response(status=204)
    words = "Both phones have it"
    return render_block("table.html", "saved", card={"may_score": False, "saved": words})


@bp.post("/say")
def say(code: str) -> tuple[str, int] | Answer | str:
    """Record statements and show the table after them."""
    said, deal = request.form.get("say", "")[:LONGEST], _number("deal")
    key, seen = request.form.get("key", "")[:64], request.form.get("seen", "")[:64]
    result = the_parties().record(code, deal=deal, position=_number("position"), said=said, form_key=key, seen=seen)
    shown = min(max(deal, 0), max(0, result.sheet.current_deal))
    match result:
        case Recorded(sheet):
            pick = _undone(sheet, shown, said)
            if is_partial():
                return _render(sheet, shown, pick=pick)
            if seen and sheet.lapsed and sheet.partie.is_over:
                return redirect(url_for("sheets.settlement", code=code), 303)
            return redirect(url_for("tables.table", code=code, pick=pick or None), 303)
        case Clash(sheet, attempted, own):
            notice = AN_EARLIER_TAP if own else OVERTAKEN
            return _render(sheet, max(0, len(sheet.partie.deals) - 1), notice=notice, attempted=attempted), 409
        case Refused(sheet, attempted, reason):
            return _render(sheet, shown, notice=f"Not recorded: {reason}", attempted=attempted), 422
        case _:
            assert_never(result)


@bp.get("/across")
def across(code: str) -> str:
    """Show the totals, readable from both sides of the table."""
    sheet = the_parties().sheet(code)
    card = table_card(sheet, max(0, len(sheet.partie.deals) - 1), may_score=False)
    if is_partial():
        return render_block("across.html", "across", card=card)
    return render_template("across.html", card=card)


@bp.get("/deals/<int:number>")
def deal(code: str, number: int) -> str:
    """Show a deal line by line, and its timeline."""
    sheet = the_parties().sheet(code)
    if not 1 <= number <= len(sheet.partie.deals):
        raise NotFound
    page = breakdown.deal_page(sheet, number - 1, may_correct=corrections(sheet).any)
    return render_template("deal.html", deal=page)


@bp.get("/deals/<int:number>/cards")
def cards(code: str, number: int) -> str:
    """Show cards that fit the claims of a deal; 404 while it is being played."""
    sheet = the_parties().sheet(code)
    page = findings.cards_page(sheet, number - 1) if 1 <= number <= len(sheet.partie.deals) else None
    if page is None:
        raise NotFound
    return render_template("cards.html", page=page)


@bp.get("/deals/<int:number>/statements/<int:statement>")
def statement(code: str, number: int, statement: int) -> str:
    """Show a step of a correction: the choices for a statement, or what the correction would change."""
    sheet = the_parties().sheet(code)
    if not 1 <= number <= len(sheet.partie.deals):
        raise NotFound
    asked = putting_right.Request(
        position=statement - 1,
        change=request.args.get("change", "")[:LONGEST],
        since=request.args.get("since", type=int),
        do=request.args.get("do", ""),
        pick=request.args.get("pick", "")[:20],
    )
    page = putting_right.correction_page(sheet, number - 1, asked)
    if page is None:
        raise NotFound
    return render_template("statement.html", page=page, corrections=corrections(sheet))
