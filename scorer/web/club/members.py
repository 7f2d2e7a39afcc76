"""The people of a club: its members with their roles and personal links, its directors, and the club's settings."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.credentials import SHORTEST_PASSWORD, Role
from ...service.opening import NotAllowed
from ...service.parties import new_token
from ..address import NOT_REACHABLE, is_reachable
from ..formatting import counted
from ..phones import form_token, the_club_services
from ..rights import maybe_actor, the_actor, the_club
from ..sheets import QR, qr_of

# The poster of a personal link


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """A member's name and the QR code of their link; no code if phones cannot open the program."""

    name: str
    code: QR | None


def poster(name: str, token: str) -> Poster:
    """Return the poster of the personal link with the secret *token*."""
    return Poster(name=name, code=qr_of("account.personal_link", token=token))


# Members


bp = Blueprint("members", __name__, url_prefix="/c/<club>/members")

LONGEST = 40_000
"""Characters of the names admitted at once."""


@bp.get("")
def index(club: str, error: str = "") -> tuple[str, int]:
    """List the members; a director admits more here."""
    names = request.form.get("names", "")
    members = the_club_services().people.members(the_club().id)
    found = {"members": members, "names": names, "error": error, "key": new_token()}
    page = render_template("club/members.html", club=the_club(), actor=maybe_actor(), **found)
    return page, 422 if error else 200


@bp.post("")
def admit(club: str) -> tuple[str, int] | Answer:
    """Admit members, one name per line."""
    try:
        admitted = the_club_services().people.admit_all(
            the_actor(), request.form.get("names", "")[:LONGEST].splitlines()
        )
    except NotAllowed as error:
        return index(club, str(error))
    flash(f"{counted(len(admitted), 'member')} admitted.")
    return redirect(url_for("members.index", club=club), 303)


@bp.post("/links")
def all_links(club: str) -> tuple[str, int] | Answer:
    """Make a personal link for each member who has none, and show them once, to print."""
    if not is_reachable():
        return index(club, NOT_REACHABLE)
    people = the_club_services().people
    tokens = people.new_links(the_actor(), form_token() or new_token())
    names = {each.number: each.name for each in people.members(the_club().id)}
    posters = [poster(names[number], token) for number, token in tokens.items()]
    return render_template("club/posters.html", club=the_club(), posters=posters), 200


@bp.get("/<int:member>/edit")
def edit(club: str, member: int, error: str = "") -> tuple[str, int]:
    """Show one member to a director: name, role, links, PIN."""
    found = the_club_services().people.member(the_club().id, member)
    assert found is not None
    typed = {"name": request.form.get("name", found.name), "error": error, "key": new_token()}
    page = render_template("club/member.html", club=the_club(), member=found, **typed)
    return page, 422 if error else 200


@bp.post("/<int:member>/name")
def rename(club: str, member: int) -> tuple[str, int] | Answer:
    """Rename the member."""
    try:
        the_club_services().people.rename(the_actor(), member, request.form.get("name", ""))
    except NotAllowed as error:
        return edit(club, member, str(error))
    return redirect(url_for("members.edit", club=club, member=member), 303)


@bp.post("/<int:member>/role")
def give_role(club: str, member: int) -> Answer:
    """Make the member a scorer, or an ordinary member again."""
    role = Role.SCORER if request.form.get("role") == "scorer" else Role.MEMBER
    the_club_services().people.give_role(the_actor(), member, role)
    return redirect(url_for("members.edit", club=club, member=member), 303)


@bp.post("/<int:member>/links")
def new_link(club: str, member: int) -> str | tuple[str, int]:
    """Make a personal link and show it once, to scan or print."""
    if not is_reachable():
        return edit(club, member, NOT_REACHABLE)
    people = the_club_services().people
    token = people.new_link(the_actor(), member, token=form_token())
    found = people.member(the_club().id, member)
    assert found is not None
    return render_template("club/posters.html", club=the_club(), posters=[poster(found.name, token)])


@bp.post("/<int:member>/links/<int:credential>/end")
def end_link(club: str, member: int, credential: int) -> Answer:
    """Revoke a personal link."""
    the_club_services().people.end_credential(the_actor(), credential)
    flash("That link has been revoked. Phones that used it are signed out.")
    return redirect(url_for("members.edit", club=club, member=member), 303)


@bp.post("/<int:member>/pin/end")
def end_pin(club: str, member: int) -> Answer:
    """Revoke a PIN."""
    the_club_services().people.end_pin(the_actor(), member)
    flash("That PIN has been revoked.")
    return redirect(url_for("members.edit", club=club, member=member), 303)


# Directors and settings


directors_bp = Blueprint("directors", __name__, url_prefix="/c/<club>/directors")


@directors_bp.get("")
def overview(club: str, error: str = "") -> tuple[str, int]:
    """List the directors, and show the settings."""
    directors = the_club_services().people.directors(the_actor())
    name = request.form.get("name", "")
    found = {"directors": directors, "actor": the_actor(), "error": error, "name": name, "shortest": SHORTEST_PASSWORD}
    return render_template("club/directors.html", club=the_club(), **found), 422 if error else 200


@directors_bp.post("")
def add(club: str) -> tuple[str, int] | Answer:
    """Add a director."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    try:
        the_club_services().people.add_director(the_actor(), name=name, password=password)
    except NotAllowed as error:
        return overview(club, str(error))
    return redirect(url_for("directors.overview", club=club), 303)


@directors_bp.post("/<int:credential>/end")
def end(club: str, credential: int) -> tuple[str, int] | Answer:
    """Remove a director. A director who removes themself is signed out and sees the first page."""
    try:
        the_club_services().people.end_credential(the_actor(), credential)
    except NotAllowed as error:
        return overview(club, str(error))
    itself = credential == the_actor().credential
    return redirect(url_for("home.index") if itself else url_for("directors.overview", club=club), 303)


@directors_bp.post("/choices")
def choose(club: str) -> Answer:
    """Choose whether the standings are public."""
    public = "yes" if request.form.get("public") == "yes" else "no"
    the_club_services().clubs.choose(the_actor(), "public standings", public)
    readers = "Anyone with the address" if public == "yes" else "Only members"
    flash(f"{readers} can now read the standings.")
    return redirect(url_for("directors.overview", club=club), 303)
