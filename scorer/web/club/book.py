"""The club's book: the list of entries, one entry with its proof, and the check of a receipt."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from ...service.club.clubs import Club, NoSuchClub
from ..extensions import LIMITER, TRIES
from ..rights import acting_in, the_actor, the_club, the_club_services
from .posted import book_page, entry_page, partie_page, receipt_facts

bp = Blueprint("book", __name__)


@bp.get("/c/<club>/book")
def index(club: str) -> str:
    """List the entries, latest first."""
    asked = request.args.get("before", "")
    before = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else None
    page = book_page(the_club_services().books.page(the_club().id, before), before)
    return render_template("club/book.html", club=the_club(), page=page)


@bp.get("/c/<club>/book/<int:number>")
def entry(club: str, number: int) -> str:
    """Show one entry with its postings and its proof."""
    whole = the_club_services().books.entry(the_club().id, number)
    if whole is None:
        abort(404)
    page = entry_page(whole, the_actor().member)
    may_reverse = the_actor().is_director and bool(page.accounts) and not page.row.reversed_by
    return render_template("club/entry.html", club=the_club(), page=page, may_reverse=may_reverse)


@bp.get("/c/<club>/book/partie/<code>")
def partie(club: str, code: str) -> str:
    """List the entries of one partie."""
    found = the_club_services().books.of_partie(the_club().id, code)
    if not found.entries:
        abort(404)
    return render_template("club/book.html", club=the_club(), page=partie_page(found, code.upper()))


@bp.get("/verify")
@LIMITER.limit(TRIES)
def verify() -> tuple[str, int]:
    """Check a receipt: whether the book is unchanged since it was issued."""
    form = {name: request.args.get(name, "").strip()[:40] for name in ("club", "receipt")}
    clubs = the_club_services().clubs.clubs()
    club = _club(form["club"]) if form["club"] or len(clubs) != 1 else clubs[0]
    member = club is not None and acting_in(club) is not None
    reads = club is not None and (club.public or member)
    found = None
    if club is not None and form["receipt"]:
        found = the_club_services().receipts.check(club.id, form["receipt"], with_names=reads)
    missed = bool(form["receipt"]) and found is None
    facts = receipt_facts(found) if found else ()
    page = {"form": form, "several": len(clubs) != 1, "club": club, "found": found, "facts": facts, "reads": reads}
    return render_template("club/verify.html", **page, missed=missed, reads_book=member), 422 if missed else 200


def _club(code: str) -> Club | None:
    try:
        return the_club_services().clubs.club(code) if code else None
    except NoSuchClub:
        return None
