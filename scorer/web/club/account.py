"""Found a club, sign in and out, follow a personal link, and manage your own account."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.credentials import SHORTEST_PASSWORD
from ...service.opening import NotAllowed
from ...service.times import when
from ..extensions import LIMITER, TRIES, forget_tries_at_password, may_try_a_password
from ..phones import let_act, stop_acting, the_club_services
from ..rights import the_actor, the_club

bp = Blueprint("account", __name__)


def _gone(title: str, advice: str) -> tuple[str, int]:
    return render_template("error.html", title=title, advice=advice, code=None), 404


@bp.get("/set-up/<token>")
@LIMITER.limit(TRIES)
def found(token: str, error: str = "") -> tuple[str, int]:
    """Show the form to found a club, to anyone with the set-up link."""
    if not the_club_services().clubs.setup_link_holds(token):
        return _gone("This set-up link has been used or replaced.", "Run scorer club for a new one.")
    form = {name: request.form.get(name, "") for name in ("club", "director")}
    return render_template(
        "club/found.html", token=token, form=form, shortest=SHORTEST_PASSWORD, error=error
    ), 422 if error else 200


@bp.post("/set-up/<token>")
@LIMITER.limit(TRIES)
def found_club(token: str) -> tuple[str, int] | Answer:
    """Found the club, and sign its founder in as director."""
    asked = {name: request.form.get(name, "") for name in ("club", "director", "password")}
    try:
        club, director = the_club_services().clubs.found(token, **asked)
    except NotAllowed as error:
        return found(token, str(error))
    let_act(club.code, director)
    return redirect(url_for("club.index", club=club.code), 303)


@bp.get("/c/<club>/sign-in")
def sign_in(club: str, error: str = "", status: int = 200) -> tuple[str, int]:
    """Show the form for a director's name and password."""
    found_club = the_club_services().clubs.club(club)
    name = request.form.get("name", "")
    return render_template("club/sign_in.html", club=found_club, name=name, error=error), status


@bp.post("/c/<club>/sign-in")
@LIMITER.limit(TRIES)
def accept_password(club: str) -> tuple[str, int] | Answer:
    """Sign a director in."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    found = the_club_services().clubs.club(club)
    if not may_try_a_password(found.id, name):
        return sign_in(club, "Too many passwords were tried for this name. Wait 15 minutes, then try again.", 429)
    director = the_club_services().people.sign_in(club, name, password)
    if director is None:
        return sign_in(club, "Name or password is wrong. Check both and try again.", 422)
    forget_tries_at_password(found.id, name)
    let_act(found.code, director)
    return redirect(url_for("club.index", club=club), 303)


@bp.post("/c/<club>/sign-out")
def sign_out(club: str) -> Answer:
    """Sign this phone out of the club."""
    stop_acting(the_club().code)
    flash("You are signed out. This phone can still score the parties whose scoring links it opened.")
    return redirect(url_for("home.index"), 303)


@bp.get("/m/<token>")
@LIMITER.limit(TRIES)
def personal_link(token: str) -> tuple[str, int]:
    """Show one key, so that a messenger's preview of the link signs nobody in."""
    actor = the_club_services().people.open_link(token)
    if actor is None:
        return _gone("This personal link has been revoked.", "Ask a director of the club for a new one.")
    club = the_club_services().clubs.club(the_club_services().clubs.code_of(actor.club_id))
    return render_template("club/personal_link.html", token=token, actor=actor, club=club), 200


@bp.post("/m/<token>")
@LIMITER.limit(TRIES)
def accept_personal_link(token: str) -> Answer:
    """Sign the member in on this phone."""
    actor = the_club_services().people.open_link(token)
    if actor is None:
        return redirect(url_for("account.personal_link", token=token), 303)
    code = the_club_services().clubs.code_of(actor.club_id)
    let_act(code, actor)
    return redirect(url_for("club.index", club=code), 303)


@bp.get("/director/<token>")
@LIMITER.limit(TRIES)
def director_link(token: str, error: str = "") -> tuple[str, int]:
    """Show the form to set a director's password, or to become a director."""
    link = the_club_services().people.director_link(token)
    if link is None:
        return _gone("This link has been used or has expired.", "It works once. Run scorer director for a new one.")
    club = the_club_services().clubs.club(the_club_services().clubs.code_of(link.club_id))
    name = request.form.get("name", link.directors[0] if len(link.directors) == 1 else "")
    context = {
        "club": club,
        "token": token,
        "link": link,
        "until": when(link.until),
        "name": name,
        "shortest": SHORTEST_PASSWORD,
    }
    return render_template("club/director_link.html", **context, error=error), 422 if error else 200


@bp.post("/director/<token>")
@LIMITER.limit(TRIES)
def set_director(token: str) -> tuple[str, int] | Answer:
    """Set the password, and sign the director in."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    try:
        director = the_club_services().people.set_director(token, name=name, password=password)
    except NotAllowed as error:
        return director_link(token, str(error))
    code = the_club_services().clubs.code_of(director.club_id)
    let_act(code, director)
    flash(f"The password of {director.name} is set. Use it from now on.")
    return redirect(url_for("club.index", club=code), 303)


# My account


@bp.get("/c/<club>/me")
def settings(club: str, error: str = "") -> tuple[str, int]:
    """Show the member's own settings."""
    member = the_club_services().people.member(the_club().id, the_actor().member)
    page = render_template("club/account.html", club=the_club(), actor=the_actor(), member=member, error=error)
    return page, 422 if error else 200


@bp.post("/c/<club>/me/pin")
@LIMITER.limit(TRIES)
def set_pin(club: str) -> tuple[str, int] | Answer:
    """Set the member's own PIN."""
    try:
        the_club_services().people.set_pin(the_actor(), the_actor().member, request.form.get("pin", ""))
    except NotAllowed as error:
        return settings(club, str(error))
    flash("Your PIN is set. Use it to sign on someone else’s phone.")
    return redirect(url_for("account.settings", club=club), 303)


@bp.post("/c/<club>/me/shown")
def choose_name(club: str) -> tuple[str, int] | Answer:
    """Choose between name and initials."""
    try:
        the_club_services().clubs.choose(the_actor(), "shown as", request.form.get("shown", ""))
    except NotAllowed as error:
        return settings(club, str(error))
    return redirect(url_for("account.settings", club=club), 303)
