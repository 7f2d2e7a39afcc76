"""The people of a club: its members with their roles and personal links, its directors, and the club's settings."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.credentials import SHORTEST_PASSWORD, Role
from ...service.opening import NotAllowed
from ...service.parties import new_token
from ..address import NOT_REACHABLE, is_reachable, redirect_to
from ..formatting import counted
from ..phones import form_token, the_club_services
from ..rights import the_actor, the_club
from ..sheets import qr_of
from .forms import Page, club_page, member_names, posts

# Members


bp = Blueprint("members", __name__, url_prefix="/c/<club>/members")

LONGEST = 40_000
"""Characters of the names admitted at once."""


@bp.get("")
def index(error: str = "") -> Page:
    members = the_club_services().people.members(the_club().id)
    return club_page("members.html", error, members=members, key=new_token())


@posts(bp, "", index)
def admit() -> None:
    names = request.form.get("names", "")[:LONGEST].splitlines()
    admitted = the_club_services().people.admit_all(the_actor(), names)
    flash(f"{counted(len(admitted), 'member')} admitted.")


@bp.post("/links")
def all_links() -> Page | Answer:
    """Make a personal link for each member who has none, and show them once, to print."""
    if not is_reachable():
        return index(NOT_REACHABLE)
    people = the_club_services().people
    tokens = people.new_links(the_actor(), form_token() or new_token())
    names = member_names()
    return _posters({names[number]: token for number, token in tokens.items()})


def _posters(tokens: dict[str, str]) -> Page:
    """Show the personal link of each name; without codes if phones cannot open the program."""
    codes = {name: qr_of("account.personal_link", token=token) for name, token in tokens.items()}
    return club_page("posters.html", codes=codes)


@bp.get("/<int:member>/edit")
def edit(member: int, error: str = "") -> Page:
    found = the_club_services().people.member(the_club().id, member)
    assert found is not None
    name = request.form.get("name", found.name)
    return club_page("member.html", error, member=found, name=name, key=new_token())


@posts(bp, "/<int:member>/name", edit)
def rename(member: int) -> None:
    the_club_services().people.rename(the_actor(), member, request.form.get("name", ""))


@posts(bp, "/<int:member>/role", edit)
def give_role(member: int) -> None:
    role = Role.SCORER if request.form.get("role") == "scorer" else Role.MEMBER
    the_club_services().people.give_role(the_actor(), member, role)


@bp.post("/<int:member>/links")
def new_link(member: int) -> Page:
    """Make a personal link and show it once, to scan or print."""
    if not is_reachable():
        return edit(member, NOT_REACHABLE)
    people = the_club_services().people
    token = people.new_link(the_actor(), member, token=form_token())
    found = people.member(the_club().id, member)
    assert found is not None
    return _posters({found.name: token})


@bp.post("/<int:member>/links/<int:credential>/end")
def end_link(member: int, credential: int) -> Answer:
    the_club_services().people.end_credential(the_actor(), credential)
    flash("That link has been revoked. Phones that used it are signed out.")
    return redirect_to("members.edit", member=member)


@posts(bp, "/<int:member>/pin/end", edit)
def end_pin(member: int) -> None:
    the_club_services().people.end_pin(the_actor(), member)
    flash("That PIN has been revoked.")


# Directors and settings


directors_bp = Blueprint("directors", __name__, url_prefix="/c/<club>/directors")


@directors_bp.get("")
def overview(error: str = "") -> Page:
    directors = the_club_services().people.directors(the_actor())
    return club_page("directors.html", error, directors=directors, shortest=SHORTEST_PASSWORD)


@posts(directors_bp, "", overview)
def add() -> None:
    name, password = request.form.get("name", ""), request.form.get("password", "")
    the_club_services().people.add_director(the_actor(), name=name, password=password)


@directors_bp.post("/<int:credential>/end")
def end(credential: int) -> Page | Answer:
    """Remove a director. A director who removes themself is signed out and sees the first page."""
    try:
        the_club_services().people.end_credential(the_actor(), credential)
    except NotAllowed as error:
        return overview(str(error))
    itself = credential == the_actor().credential
    return redirect(url_for("home.index") if itself else url_for("directors.overview"), 303)


@posts(directors_bp, "/choices", overview)
def choose() -> None:
    public = "yes" if request.form.get("public") == "yes" else "no"
    the_club_services().clubs.choose(the_actor(), "public standings", public)
    readers = "Anyone with the address" if public == "yes" else "Only members"
    flash(f"{readers} can now read the standings.")
