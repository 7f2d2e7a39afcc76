"""Corrections of the book: a director previews and posts a reversal, a penalty or a compensation."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.services import ClubServices
from ...service.opening import NotAllowed
from ..phones import the_club_services
from ..rights import the_actor, the_club, the_season
from .disputes import cited
from .forms import Choice, chosen_number, number, whole
from .previews import asked_step, post_or_preview

bp = Blueprint("corrections", __name__, url_prefix="/c/<club>")

REVERSAL = ("reason", "law")
PENALTY = ("member", "what", "points", "match_points", "reason", "law")


@bp.get("/book/<int:number>/reversal")
def reversal(club: str, number: int, error: str = "") -> tuple[str, int]:
    """Show the form to reverse an entry."""
    found = the_club_services().book.entry(the_club().id, number)
    if found is None or not found.read.holds:
        abort(404)
    if found.read.entry is None or not found.read.entry.postings:
        abort(404)
    typed = {name: request.form.get(name, "") for name in REVERSAL}
    context = {"number": number, "says": found.read.says, "typed": typed, "cited": cited(), "error": error}
    return render_template("club/reversal.html", club=the_club(), **context), 422 if error else 200


@bp.post("/book/<int:number>/reversal")
def reverse(club: str, number: int) -> tuple[str, int] | str | Answer:
    """Preview or post a reversal."""
    by, reason, law = the_actor(), *(_typed(name) for name in REVERSAL)
    season = the_club_services().book.season_of(the_club().id, number)
    if not season:
        abort(404)

    def reverse_entry(services: ClubServices) -> object:
        return services.seasons.reverse(by, number, reason=reason, law=law)

    if asked_step() == "change":
        return reversal(club, number)
    posted = redirect(url_for("book.entry", club=the_club().code, number=number), 303)
    try:
        return post_or_preview(f"Reversal of entry {number}", season, reverse_entry, REVERSAL, posted)
    except NotAllowed as error:
        return reversal(club, number, str(error))


@bp.get("/s/<int:season>/penalty")
def penalty(club: str, season: int, error: str = "") -> tuple[str, int]:
    """Show the form for a penalty or a compensation."""
    club_id, services = the_club().id, the_club_services()
    names = {each.number: each.name for each in services.people.members(club_id)}
    playing = sorted(services.seasons.entrants(club_id, season), key=names.__getitem__)
    chosen = chosen_number("member")
    found = {
        "season": the_season(),
        "members": [Choice(str(each), names[each], each == chosen) for each in playing],
        "fields": (number("points", "Points", 0), number("match_points", "Match points", 0)),
        "typed": {name: request.form.get(name, "") for name in PENALTY},
        "cited": cited(),
        "error": error,
    }
    return render_template("club/penalty.html", club=the_club(), **found), 422 if error else 200


@bp.post("/s/<int:season>/penalty")
def adjust(club: str, season: int) -> tuple[str, int] | str | Answer:
    """Preview or post a penalty or a compensation."""
    by, reason, law = the_actor(), *(_typed(name) for name in REVERSAL)
    sign, member = 1 if request.form.get("what") == "given" else -1, chosen_number("member")
    if asked_step() == "change":
        return penalty(club, season)
    posted = redirect(url_for("book.index", club=the_club().code), 303)
    try:
        points, match_points = whole("points", "Points"), whole("match_points", "Match points")

        def post_adjustment(services: ClubServices) -> object:
            moved = {"points": sign * points, "match_points": sign * match_points}
            return services.seasons.adjust(by, season, member, **moved, reason=reason, law=law)

        title = "Compensation" if sign > 0 else "Penalty"
        return post_or_preview(title, season, post_adjustment, PENALTY, posted)
    except NotAllowed as error:
        return penalty(club, season, str(error))


def _typed(name: str) -> str:
    return " ".join(request.form.get(name, "").split())
