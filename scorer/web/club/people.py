"""The people of a club: founding it, signing in and out, an account, members and directors;
and the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from flask import Blueprint, abort, current_app, g, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ...rules.names import searched
from ...service.club.credentials import SHORTEST_PASSWORD, Actor, Role, SignInRow
from ...service.club.disputes.cases import Found, Search
from ...service.club.people.clubs import Club
from ...service.club.people.members import Member, MergePreview, People
from ...service.club.posting.signing import SeasonSheet
from ...service.club.transfer.exporting import ExportFormat
from ...table.contexts import Context
from ...table.entering import NotAllowed, refuse_if
from ...table.formatting import counted, parse_number
from ...table.times import when
from ..address import NOT_REACHABLE, is_reachable, outward, redirect_to
from ..errors import error_page
from ..extensions import TOO_MANY_PASSWORDS, PasswordTries, director_with, limited
from ..forms import (
    Page,
    PageOfList,
    chosen_number,
    club_page,
    member_choices,
    member_names,
    own_row,
    part_of,
    posts,
)
from ..notices import done
from ..rights import maybe_actor, the_actor, the_club
from ..sheets import qr_of
from ..visitor import (
    asked_for,
    feed_key,
    form_token,
    is_sure,
    let_act,
    stop_acting,
    the_club_services,
    the_parties,
    visitor,
)

# Sign in


account_bp = Blueprint("account", __name__)


def _signed_in(actor: Actor, to: str = "", *, stays: bool = False) -> Answer:
    """Sign a person in, and redirect *to* a page of the club, if it is one;
    who *stays* is in `let_act`.
    """
    code = the_club_services().clubs.code_of(actor.club_id)
    let_act(code, actor, stays=stays)
    home = url_for("club.index", club=code)
    return redirect(to if to.startswith(home) and "//" not in to else home, 303)


@account_bp.get("/set-up/<token>")
@limited
def found(token: str, error: str = "") -> Page | Answer:
    if not the_club_services().clubs.setup_link_holds(token):
        return error_page(
            404, "This set-up link has been used or replaced.", "Run scorer club new for a new one."
        )
    if "copy" in request.args:
        return redirect_to("copies.choose", token=token)
    return club_page("found.html", error, shortest=SHORTEST_PASSWORD)


@posts(account_bp, "/set-up/<token>", found)
@limited
def found_club(token: str) -> Answer:
    club, director = the_club_services().clubs.found(
        token,
        club=request.form.get("club", ""),
        director=request.form.get("director", ""),
        password=request.form.get("password", ""),
    )
    signed_in = _signed_in(director, url_for("seasons.new", club=club.code))
    done(f"{club.name} is founded. Open its first season here, or later from the club’s page.")
    return signed_in


@account_bp.get("/c/<club>/sign-in")
def sign_in(error: str = "") -> Page:
    club = the_club_services().clubs.club(g.club_code)
    to = request.values.get("to", "")
    return club_page("sign_in.html", error, club=club, to=to, player=_player_here(club))


def _player_here(club: Club) -> str:
    """Return the name of the member who is signed in on this phone; empty for nobody."""
    actor = visitor().acting_in(club)
    if actor is None or not actor.member:
        return ""
    return the_club_services().people.names(club.id)[actor.member]


@posts(account_bp, "/c/<club>/sign-in", sign_in)
@limited
def accept_password() -> Answer:
    club = the_club_services().clubs.club(g.club_code)
    name = request.form.get("name", "")
    director = director_with(club, name, request.form.get("password", ""))
    return _signed_in(director, request.form.get("to", ""), stays=request.form.get("same") == "yes")


@account_bp.post("/c/<club>/sign-out")
def sign_out() -> Answer:
    stop_acting(the_club().code)
    done(
        "You are signed out. This phone can still score the parties whose scoring links it opened."
    )
    home = redirect_to("home.index")
    # the pages to go back to; not the taps that were not sent yet
    home.headers["Clear-Site-Data"] = '"cache"'
    return home


@account_bp.get("/m/<token>")
@limited
def personal_link(token: str) -> Page:
    """Show keys, so that a messenger's preview of the link signs nobody in,
    and no director is signed out unasked.
    """
    actor = the_club_services().people.open_link(token)
    if actor is None:
        return error_page(
            404, "This personal link has been revoked.", "Ask a director of the club for a new one."
        )
    club = the_club_services().clubs.club(the_club_services().clubs.code_of(actor.club_id))
    return club_page(
        "personal_link.html",
        token=token,
        actor=actor,
        club=club,
        director=_director_here(club),
        player=_player_here(club),
    )


def _director_here(club: Club) -> str:
    """Return the name of the director who is signed in on this phone; empty for nobody."""
    actor = visitor().acting_in(club)
    return actor.name if actor is not None and actor.has_password else ""


@account_bp.post("/m/<token>")
@limited
def accept_personal_link(token: str) -> Answer:
    actor = the_club_services().people.open_link(token)
    role = request.form.get("role", "")
    if actor is None:
        return redirect_to("account.personal_link", token=token)
    club = the_club_services().clubs.club(the_club_services().clubs.code_of(actor.club_id))
    if _director_here(club) and role not in ("both", "member"):
        return redirect_to("account.personal_link", token=token)
    return _signed_in(actor, asked_for(), stays=role == "both")


@account_bp.get("/director/<token>")
@limited
def director_link(token: str, error: str = "") -> Page:
    link = the_club_services().people.director_link(token)
    if link is None:
        return error_page(
            404,
            "This link has been used or has expired.",
            "It works once. Run scorer club director for a new one.",
        )
    club = the_club_services().clubs.club(the_club_services().clubs.code_of(link.club_id))
    name = request.form.get("name", link.directors[0] if len(link.directors) == 1 else "")
    return club_page(
        "director_link.html",
        error,
        club=club,
        token=token,
        link=link,
        until=when(link.until, the_club_services().clubs.zone(link.club_id)),
        name=name,
        player=_player_here(club),
        shortest=SHORTEST_PASSWORD,
    )


@posts(account_bp, "/director/<token>", director_link)
@limited
def set_director(token: str) -> Answer:
    name = request.form.get("name", "")
    password = request.form.get("password", "")
    director = the_club_services().people.set_director(token, name=name, password=password)
    signed_in = _signed_in(director, stays=request.form.get("same") == "yes")
    done(f"The password of {director.name} is set. Use it from now on.")
    return signed_in


# My account


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountPage(Context):
    """The account of a member, or of a director who is none.

    Attributes:
        key: with which programs read the feeds and the API of a private club.
        api: the address of the API, as programs know it.
        key_ends: when the key stops working.
        calendars: the addresses, titles and notes of the calendars of a member.
        phones: on which this person is signed in; *own* is this one.
        sure: they have just proved who they are.
        director: the name of the director who is signed in here; empty for none.
        formats: in which members export their own data.
    """

    template = "club/account.html"
    member: Member | None
    key: str | None
    api: str
    key_ends: str
    calendars: Sequence[tuple[str, str, str]]
    phones: Sequence[SignInRow]
    own: int
    sure: bool
    director: str
    formats: Sequence[ExportFormat]


LINK_ENDS = "your personal link is revoked"
PASSWORD_CHANGES = "your password is changed"


@account_bp.get("/c/<club>/me")
def settings(error: str = "") -> Page:
    people = the_club_services().people
    own, *beside = _own_phones()
    same = {each.this for each in beside}
    phones: list[SignInRow] = []
    for each in (own, *beside):
        phones += people.phones(the_club().id, each.member, each.credential, own=each.this)
    member = the_actor().member
    key = None if the_club().public else feed_key(the_actor())
    own_calendar = _subscription("calendar.of_member", member=member, key=key)
    page = AccountPage(
        member=people.member(the_club().id, member),
        key=key,
        api=outward("api.index") or url_for("api.index", _external=True),
        key_ends=PASSWORD_CHANGES if the_actor().has_password else LINK_ENDS,
        calendars=[
            (own_calendar, "My fixtures", "each round with its day"),
            (_subscription("calendar.of_club", key=key), "The club", "seasons and rounds"),
        ],
        phones=[phone for phone in phones if phone.id not in same],
        own=own.this,
        sure=is_sure(the_club().code),
        director=_director_here(the_club()),
        formats=[each for each in ExportFormat if each.file.of_member],
    )
    return club_page(page, error)


def _subscription(endpoint: str, **values: Any) -> str:
    """Return the address of a calendar that a calendar app subscribes to when it is tapped;
    with http the file would be downloaded once.
    """
    whole = outward(endpoint, **values) or url_for(endpoint, _external=True, **values)
    return f"webcal:{whole.partition(':')[2]}"


class OwnPhones(NamedTuple):
    """The phones of a person in one role: a director's by a password, a member's by every link;
    `this` is this one.
    """

    member: int
    credential: int | None
    this: int


def _own_phones() -> list[OwnPhones]:
    """Return the phones of the visitor; of a director who is a member too, those of both."""
    actor = the_actor()
    found = list[OwnPhones]()
    by_password = visitor().sign_in(the_club().code)
    by_link = visitor().sign_in_beside(the_club().code) or by_password
    if actor.has_password:
        found.append(OwnPhones(0, actor.credential, 0 if by_password is None else by_password.id))
    if actor.member:
        found.append(OwnPhones(actor.member, None, 0 if by_link is None else by_link.id))
    return found


@posts(account_bp, "/c/<club>/me/phones", settings)
def end_own_phones() -> None:
    refuse_if(
        not is_sure(the_club().code),
        "Open your personal link again on this phone, then sign the other one out.",
    )
    _end_phones(_own_phones())


def _end_phones(phones: Iterable[OwnPhones]) -> None:
    people = the_club_services().people
    asked = request.form.get("phone", "")
    number = None if asked == "all" else parse_number(asked, 9)
    ended = [
        people.end_phones(the_club().id, each.member, each.credential, number=number, own=each.this)
        for each in phones
    ]
    done(SIGNED_OUT if any(ended) else "That phone was not signed in any more.")


SIGNED_OUT = "Signed out. A phone can still score the parties whose scoring links it opened."


@posts(account_bp, "/c/<club>/me/pin", settings)
@limited
def set_pin() -> None:
    the_club_services().people.set_pin(the_actor(), the_actor().member, request.form.get("pin", ""))
    done("Your PIN is set. Use it to sign on someone else’s phone.")


@posts(account_bp, "/c/<club>/me/shown", settings)
def choose_name() -> None:
    the_club_services().clubs.choose(the_actor(), "shown as", request.form.get("shown", ""))


# Members


bp = Blueprint("members", __name__, url_prefix="/c/<club>/members")

LONGEST = 40_000
"""Characters of the names admitted at once."""


@bp.get("")
def index(error: str = "") -> Page:
    members = the_club_services().people.members(the_club().id)
    part = part_of(len(members), own=own_row(each.number for each in members), may_be_whole=True)
    return club_page("members.html", error, members=members, part=part)


@posts(bp, "", index)
def admit() -> None:
    names = request.form.get("names", "")[:LONGEST].splitlines()
    admitted = the_club_services().people.admit(the_actor(), names)
    done(f"{counted(len(admitted), 'member')} admitted.")


@bp.post("/links")
def all_links() -> Page | Answer:
    """Make a personal link for each member who has none, or renew those of all,
    and show them once, to print.
    """
    if not is_reachable():
        return index(str(NOT_REACHABLE))
    people = the_club_services().people
    renews = request.form.get("which") == "all"
    make = people.renew_links if renews else people.new_links
    tokens = make(the_actor(), form_token())
    names = member_names()
    return _posters({names[number]: token for number, token in tokens.items()})


def _posters(tokens: dict[str, str]) -> Page:
    codes = {name: qr_of("account.personal_link", token=token) for name, token in tokens.items()}
    return club_page("posters.html", codes=codes)


def the_member(number: int) -> Member:
    """Return a member whose name is not erased; else the page is not found."""
    found = the_club_services().people.member(the_club().id, number)
    return found or abort(404)


@bp.get("/<int:member>/edit")
def edit(member: int, error: str = "") -> Page:
    found = the_member(member)
    name = request.form.get("name", found.name)
    phones = the_club_services().people.phones(the_club().id, member)
    return club_page("member.html", error, member=found, name=name, phones=phones)


@posts(bp, "/<int:member>/name", edit)
def rename(member: int) -> None:
    the_club_services().people.rename(the_actor(), member, request.form.get("name", ""))


@posts(bp, "/<int:member>/role", edit)
def give_role(member: int) -> None:
    role = Role.SCORER if request.form.get("role") == "scorer" else Role.MEMBER
    the_club_services().people.give_role(the_actor(), member, role)


@bp.post("/<int:member>/links")
def new_link(member: int) -> Page:
    if not is_reachable():
        return edit(member, str(NOT_REACHABLE))
    people = the_club_services().people
    make = people.renew_link if request.form.get("which") == "renew" else people.new_link
    token = make(the_actor(), member, token=form_token())
    return _posters({the_member(member).name: token})


@bp.post("/<int:member>/links/<int:credential>/end")
def end_link(member: int, credential: int) -> Answer:
    the_club_services().people.end_credential(the_actor(), credential)
    done("That link has been revoked. Phones that used it are signed out.")
    return redirect_to("members.edit", member=member)


@posts(bp, "/<int:member>/phones", edit)
def end_phones(member: int) -> None:
    _end_phones([OwnPhones(member, None, 0)])


@posts(bp, "/<int:member>/pin/end", edit)
def end_pin(member: int) -> None:
    the_club_services().people.end_pin(the_actor(), member)
    done("That PIN has been revoked.")


@posts(bp, "/<int:member>/left", edit)
def leave(member: int) -> None:
    the_club_services().people.leave(the_actor(), member)


@posts(bp, "/<int:member>/returned", edit)
def rejoin(member: int) -> None:
    the_club_services().people.rejoin(the_actor(), member)


@bp.get("/<int:member>/merge")
def merging(member: int, error: str = "", preview: MergePreview | None = None) -> Page:
    members = the_club_services().people.members(the_club().id)
    names = {each.number: each.name for each in members if each.number != member}
    return club_page(
        "merge.html",
        error,
        member=the_member(member),
        others=member_choices(names, names, [chosen_number("into")]),
        preview=preview,
    )


@posts(bp, "/<int:member>/merge", merging)
def merge(member: int) -> Page | Answer:
    people = the_club_services().people
    into = chosen_number("into")
    preview = people.merge_preview(the_club().id, member, into)
    if request.form.get("step") != "post":
        return merging(member, preview=preview)
    people.merge(the_actor(), member, into)
    done(f"{preview.member.name} is merged into {preview.into.name}.")
    return redirect_to("members.edit", member=into)


@bp.get("/<int:member>/erase")
def erasing(member: int, error: str = "") -> Page:
    found = the_club_services().people.erase_preview(the_club().id, member)
    return club_page("erase.html", error, member=member, found=found)


@posts(bp, "/<int:member>/erase", erasing)
def erase(member: int) -> None:
    people = the_club_services().people
    found = people.erase_preview(the_club().id, member)
    refuse_if(
        not found.erased and request.form.get("asked") != "yes",
        "Tick that the member asked for this.",
    )
    if people.erase(the_actor(), member):
        done(f"The name is erased. It is now {found.former}.")
        return
    current_app.extensions["cleaner"].wake()
    done(f"The name is erased. It is now {found.former}. {TRACES_LEFT}")


TRACES_LEFT = (
    "Traces of it may still be in the database. The program removes them by itself, as "
    "soon as it can."
)


# Directors and settings


directors_bp = Blueprint("directors", __name__, url_prefix="/c/<club>/directors")


@directors_bp.get("")
def overview(error: str = "") -> Page:
    return club_page(
        "directors.html",
        error,
        directors=the_club_services().people.directors(the_actor()),
        shortest=SHORTEST_PASSWORD,
        zone=the_club_services().clubs.zone_name(the_club().id),
        server_zone=f"{the_parties().clock().astimezone():%Z}",
    )


@posts(directors_bp, "", overview)
def add() -> None:
    name = request.form.get("name", "")
    password = request.form.get("password", "")
    the_club_services().people.add_director(the_actor(), name=name, password=password)


@posts(directors_bp, "/password", overview)
def change_password() -> None:
    people = the_club_services().people
    actor = the_actor()
    tries = PasswordTries(the_club(), actor.name)
    refuse_if(not tries.hit(), TOO_MANY_PASSWORDS)
    changed = people.change_password(
        actor, request.form.get("current", ""), request.form.get("password", "")
    )
    tries.forget()
    let_act(the_club().code, changed, stays=True)
    done("Your password is changed. Other phones on which you were signed in are signed out.")


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
    done(f"{readers} can now read the standings.")


@posts(directors_bp, "/zone", overview)
def choose_zone() -> None:
    name = the_club_services().clubs.choose_zone(the_actor(), request.form.get("zone", ""))
    done(f"The club now goes by the time of {name or 'the server'}.")


# Search


search_bp = Blueprint("search", __name__, url_prefix="/c/<club>/search")

LONGEST_QUERY = 80

MOST_PAIRS = 12
"""Pairs of members that are listed for a query with the names of both."""


class MembersFound(NamedTuple):
    """Two members, whose parties with each other a query asks for."""

    first: int
    second: int
    words: str


def _pairs(people: People, query: str, *, whole_names: bool) -> Iterator[MembersFound]:
    """Yield two members for a query that has the name of the first and then that of the second."""

    def found(words: list[str]) -> Iterable[tuple[int, str]]:
        query = " ".join(words)
        return people.search(the_club().id, query, whole_names=whole_names).items()

    words = [each for each in searched(query).split() if each not in ("and", "against")]
    for at in range(1, len(words)):
        pairs = product(found(words[:at]), found(words[at:]))
        for (first, name), (second, other_name) in pairs:
            if first != second:
                yield MembersFound(first, second, f"{name} and {other_name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage(Context):
    """What a query finds in a club: members on the page *part*, a sheet by its code, and disputes
    that ended on the page *rulings*.
    """

    template = "club/search.html"
    query: str
    members: Mapping[int, str]
    part: PageOfList
    pairs: Sequence[MembersFound]
    sheet: SeasonSheet | None
    ended: Sequence[Found]
    rulings: PageOfList


@search_bp.get("")
def search() -> Page:
    services = the_club_services()
    club_id = the_club().id
    is_of_club = maybe_actor() is not None
    query = " ".join(request.args.get("q", "")[:LONGEST_QUERY].split())
    members: Mapping[int, str] = {}
    if query:
        members = services.people.search(club_id, query, whole_names=is_of_club)
    pairs: list[MembersFound] = []
    if not members:
        pairs = list(_pairs(services.people, query, whole_names=is_of_club))
    sheet = None
    total = 0
    asked = Search(words=query)
    if is_of_club and query:
        sheet = services.signing.sheet(query, club_id) if query.isascii() else None
        _, total = services.disputes.laws_and_count(club_id, asked)
    rulings = part_of(total, name="rulings")
    ended: Sequence[Found] = ()
    if total:
        ended = services.disputes.search(club_id, asked, rulings.start - 1, rulings.size)
    page = SearchPage(
        query=query,
        members=members,
        part=part_of(len(members)),
        pairs=pairs[:MOST_PAIRS],
        sheet=sheet,
        ended=ended,
        rulings=rulings,
    )
    return club_page(page)
