"""Found a club, sign in and out, follow a personal link, and manage your own account."""

from __future__ import annotations

from flask import Blueprint, flash, g, render_template, request
from werkzeug.wrappers import Response as Answer

from ...service.club.credentials import SHORTEST_PASSWORD, Actor
from ...service.times import when
from ..address import redirect_to
from ..extensions import forget_tries_at_password, limited, may_try_a_password
from ..phones import let_act, stop_acting, the_club_services
from ..rights import the_actor, the_club
from .forms import Page, club_page, posts

bp = Blueprint("account", __name__)


def _gone(title: str, advice: str) -> Page:
    return render_template("error.html", title=title, advice=advice, code=None), 404


def _signed_in(actor: Actor) -> Answer:
    code = the_club_services().clubs.code_of(actor.club_id)
    let_act(code, actor)
    return redirect_to("club.index", club=code)


@bp.get("/set-up/<token>")
@limited
def found(token: str, error: str = "") -> Page:
    if not the_club_services().clubs.setup_link_holds(token):
        return _gone("This set-up link has been used or replaced.", "Run scorer club for a new one.")
    return club_page("found.html", error, token=token, shortest=SHORTEST_PASSWORD)


@posts(bp, "/set-up/<token>", found)
@limited
def found_club(token: str) -> Answer:
    asked = {name: request.form.get(name, "") for name in ("club", "director", "password")}
    _, director = the_club_services().clubs.found(token, **asked)
    return _signed_in(director)


@bp.get("/c/<club>/sign-in")
def sign_in(error: str = "", status: int = 200) -> Page:
    return club_page("sign_in.html", error, club=the_club_services().clubs.club(g.club_code))[0], status


@bp.post("/c/<club>/sign-in")
@limited
def accept_password() -> Page | Answer:
    name, password = request.form.get("name", ""), request.form.get("password", "")
    found = the_club_services().clubs.club(g.club_code)
    if not may_try_a_password(found.id, name):
        return sign_in("Too many passwords were tried for this name. Wait 15 minutes, then try again.", 429)
    director = the_club_services().people.sign_in(g.club_code, name, password)
    if director is None:
        return sign_in("Name or password is wrong. Check both and try again.", 422)
    forget_tries_at_password(found.id, name)
    return _signed_in(director)


@bp.post("/c/<club>/sign-out")
def sign_out() -> Answer:
    stop_acting(the_club().code)
    flash("You are signed out. This phone can still score the parties whose scoring links it opened.")
    return redirect_to("home.index")


@bp.get("/m/<token>")
@limited
def personal_link(token: str) -> Page:
    """Show one key, so that a messenger's preview of the link signs nobody in."""
    actor = the_club_services().people.open_link(token)
    if actor is None:
        return _gone("This personal link has been revoked.", "Ask a director of the club for a new one.")
    club = the_club_services().clubs.club(the_club_services().clubs.code_of(actor.club_id))
    return club_page("personal_link.html", token=token, actor=actor, club=club)


@bp.post("/m/<token>")
@limited
def accept_personal_link(token: str) -> Answer:
    actor = the_club_services().people.open_link(token)
    return redirect_to("account.personal_link", token=token) if actor is None else _signed_in(actor)


@bp.get("/director/<token>")
@limited
def director_link(token: str, error: str = "") -> Page:
    link = the_club_services().people.director_link(token)
    if link is None:
        return _gone("This link has been used or has expired.", "It works once. Run scorer director for a new one.")
    club = the_club_services().clubs.club(the_club_services().clubs.code_of(link.club_id))
    name = request.form.get("name", link.directors[0] if len(link.directors) == 1 else "")
    found = {"token": token, "link": link, "until": when(link.until), "name": name, "shortest": SHORTEST_PASSWORD}
    return club_page("director_link.html", error, club=club, **found)


@posts(bp, "/director/<token>", director_link)
@limited
def set_director(token: str) -> Answer:
    name, password = request.form.get("name", ""), request.form.get("password", "")
    director = the_club_services().people.set_director(token, name=name, password=password)
    signed_in = _signed_in(director)
    flash(f"The password of {director.name} is set. Use it from now on.")
    return signed_in


# My account


@bp.get("/c/<club>/me")
def settings(error: str = "") -> Page:
    member = the_club_services().people.member(the_club().id, the_actor().member)
    return club_page("account.html", error, member=member)


@posts(bp, "/c/<club>/me/pin", settings)
@limited
def set_pin() -> None:
    the_club_services().people.set_pin(the_actor(), the_actor().member, request.form.get("pin", ""))
    flash("Your PIN is set. Use it to sign on someone else’s phone.")


@posts(bp, "/c/<club>/me/shown", settings)
def choose_name() -> None:
    the_club_services().clubs.choose(the_actor(), "shown as", request.form.get("shown", ""))
