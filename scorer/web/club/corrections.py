"""Corrections of the book: a director previews and posts a reversal, a penalty or a compensation."""

from __future__ import annotations

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response as Answer
from wtforms import Form

from ...service.club.services import ClubServices
from ..address import redirect_to
from ..phones import the_club_services
from ..rights import the_actor, the_club
from .disputes import CITED
from .forms import Page, Whole, check, chosen_number, club_page, member_choices, member_names, posts
from .previews import asked_step, post_or_preview

bp = Blueprint("corrections", __name__, url_prefix="/c/<club>")

REVERSAL = ("reason", "law")


class PenaltyForm(Form):  # type: ignore[misc]  # WTForms has no types
    points = Whole("Points", default=0)
    match_points = Whole("Match points", default=0)


PENALTY = ("member", "what", "points", "match_points", "reason", "law")


@bp.get("/book/<int:number>/reversal")
def reversal(number: int, error: str = "") -> Page:
    found = the_club_services().book.entry(the_club().id, number)
    if found is None or not found.read.holds or found.read.entry is None or not found.read.entry.postings:
        abort(404)
    return club_page("reversal.html", error, number=number, says=found.read.says, cited=CITED)


@posts(bp, "/book/<int:number>/reversal", reversal)
def reverse(number: int) -> Page | Answer:
    by, reason, law = the_actor(), *(_typed(name) for name in REVERSAL)
    season = the_club_services().book.season_of(the_club().id, number)
    if not season:
        abort(404)

    def reverse_entry(services: ClubServices) -> object:
        return services.seasons.reverse(by, number, reason=reason, law=law)

    if asked_step() == "change":
        return reversal(number)
    posted = redirect_to("book.entry", number=number)
    return post_or_preview(f"Reversal of entry {number}", season, reverse_entry, REVERSAL, posted)


@bp.get("/s/<int:season>/penalty")
def penalty(season: int, error: str = "") -> Page:
    club_id, services = the_club().id, the_club_services()
    names = member_names()
    playing = sorted(services.seasons.entrants(club_id, season), key=names.__getitem__)
    members = member_choices(playing, names, [chosen_number("member")])
    return club_page("penalty.html", error, members=members, fields=PenaltyForm(request.form or None), cited=CITED)


@posts(bp, "/s/<int:season>/penalty", penalty)
def adjust(season: int) -> Page | Answer:
    by, reason, law = the_actor(), *(_typed(name) for name in REVERSAL)
    sign, member = 1 if request.form.get("what") == "given" else -1, chosen_number("member")
    if asked_step() == "change":
        return penalty(season)
    form = PenaltyForm(request.form)
    check(form)
    points, match_points = sign * form.points.data, sign * form.match_points.data

    def post_adjustment(services: ClubServices) -> object:
        return services.seasons.adjust(
            by, season, member, points=points, match_points=match_points, reason=reason, law=law
        )

    posted = redirect_to("book.index")
    title = "Compensation" if sign > 0 else "Penalty"
    return post_or_preview(title, season, post_adjustment, PENALTY, posted)


def _typed(name: str) -> str:
    return " ".join(request.form.get(name, "").split())
