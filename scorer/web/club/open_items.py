"""Open items: the report of a season, closing it, the director's desk, and a member's own list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ...service.club.open_items import Item, Kind, SeasonReport
from ...service.opening import NotAllowed
from ..formatting import counted, first_up, grouped, when
from ..phones import the_club_services
from ..rights import the_actor, the_club
from .forms import Slice, slices, start_of

# The view models


A_GROUP = 20
"""Items of one kind listed beside those of other kinds."""

A_PAGE = 100
"""Items of one kind on a page of their own."""

ACTIONS = {
    Kind.DISPUTED: "rule on it",
    Kind.HALF_SIGNED: "have it signed",
    Kind.UNSIGNED: "have it signed",
    Kind.IDLE: "have it finished",
    Kind.PLAYING: "watch it",
    Kind.CARD: "have it signed",
    Kind.CLAIMS: "check the claims",
    Kind.NO_FIXTURE: "reverse it or accept it",
    Kind.TOO_OFTEN: "reverse it or accept it",
    Kind.SEATS: "reverse it or accept it",
    Kind.MISSING: "have it played or forfeited",
    Kind.NOT_DRAWN: "draw it",
    Kind.OPEN: "wait for its end, or leave it open",
}
"""What a director or a scorer can do about each kind of item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One item: *key* names it in a form, *reason* is the typed reason to leave it open."""

    key: str
    about: str
    action: str
    address: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The items of one kind; *more* counts those not listed."""

    kind: str
    title: str
    count: str
    lines: tuple[Line, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPage:
    """The open items of one season, kind by kind; *seen* proves that a form was made for exactly these."""

    number: int
    name: str
    summary: str
    groups: tuple[Group, ...]
    seen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsPage:
    """One page of the open items of a season, of one kind or of all."""

    season: int
    name: str
    title: str
    kind: str
    lines: tuple[Line, ...]
    slices: tuple[Slice, ...]


def season_page(club: str, report: SeasonReport, typed: Mapping[str, str] | None = None) -> SeasonPage:
    """Return the open items of a season; *club* is the club's code, *typed* has reasons by the items' keys."""
    groups = []
    for kind in Kind:
        items = [each for each in report.items if each.kind is kind]
        if items:
            groups.append(
                Group(
                    kind=kind.name.lower(),
                    title=first_up(kind.value),
                    count=grouped(sum(each.count for each in items)),
                    lines=tuple(_line(club, each, typed or {}) for each in items[:A_GROUP]),
                    more=max(0, len(items) - A_GROUP),
                )
            )
    summary = counted(report.count, "open item") if report.items else "nothing is open"
    return SeasonPage(number=report.season, name=report.name, summary=summary, groups=tuple(groups), seen=report.seen)


def items_page(club: str, report: SeasonReport, kind: Kind | None, asked: str) -> ItemsPage:
    """Return a page of the items of *kind*, or of all kinds, from row *asked*."""
    items = [each for each in report.items if kind in (None, each.kind)]
    start = start_of(asked, len(items), A_PAGE)
    return ItemsPage(
        season=report.season,
        name=report.name,
        title="All open items" if kind is None else first_up(kind.value),
        kind="" if kind is None else kind.name.lower(),
        lines=tuple(_line(club, each, {}) for each in items[start - 1 : start - 1 + A_PAGE]),
        slices=slices(len(items), A_PAGE, start),
    )


def _line(club: str, item: Item, typed: Mapping[str, str]) -> Line:
    return Line(
        key=item.key,
        about=item.what,
        action=ACTIONS[item.kind],
        address=address(club, item),
        reason=typed.get(item.key, ""),
    )


def address(club: str, item: Item) -> str:
    """Return the page on which an item can be settled."""
    match item.kind:
        case Kind.IDLE | Kind.PLAYING:
            return url_for("tables.table", code=item.code)
        case Kind.CARD:
            return url_for("companies.signatures", company=item.code)
        case Kind.CLAIMS:
            return url_for("tables.deal", code=item.code, number=item.deal)
        case Kind.MISSING | Kind.NOT_DRAWN:
            return url_for("fixtures.index", club=club, season=item.season)
        case Kind.OPEN if item.count > 1:
            return url_for("standings.unsettled", club=club, season=item.season)
        case (
            Kind.DISPUTED | Kind.HALF_SIGNED | Kind.UNSIGNED | Kind.NO_FIXTURE | Kind.TOO_OFTEN | Kind.SEATS | Kind.OPEN
        ) if item.entry:
            return url_for("book.entry", club=club, number=item.entry)
        case Kind.DISPUTED:
            return url_for("disputes.dispute", club=club, code=item.code, dispute=item.dispute)
        case Kind.HALF_SIGNED | Kind.UNSIGNED:
            return url_for("sheets.settlement", code=item.code)
        case Kind.NO_FIXTURE | Kind.TOO_OFTEN | Kind.SEATS | Kind.OPEN:
            return url_for("sheets.sheet", code=item.code)
        case _:
            assert_never(item.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """An item on a member's own page, with what they can do or whom it waits for."""

    about: str
    action: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPage:
    """A member's open items: those they can settle themselves, and the others."""

    own: tuple[Task, ...]
    others: tuple[Task, ...]


OWN_ACTIONS = {
    Kind.DISPUTED: "answer it",
    Kind.HALF_SIGNED: "sign it",
    Kind.UNSIGNED: "sign it",
    Kind.IDLE: "finish it",
    Kind.PLAYING: "continue it",
    Kind.CARD: "sign it",
}
"""What a member can do about their own parties."""

OTHERS = {
    Kind.DISPUTED: "the other player or a director must answer",
    Kind.HALF_SIGNED: "the other player must sign",
    Kind.CARD: "others must sign",
    Kind.CLAIMS: "these claims are impossible: something was misheard",
    Kind.OPEN: "you can both still agree to a correction",
}
"""The items that a member cannot settle alone."""


def own_page(club: str, items: Iterable[Item], member: int) -> OwnPage:
    """Return the open items of a member's parties."""
    own: list[Task] = []
    others: list[Task] = []
    for item in items:
        is_own = member in item.settled_by
        action = OWN_ACTIONS[item.kind] if is_own else OTHERS[item.kind]
        task = Task(about=item.what, action=action, address=address(club, item))
        (own if is_own else others).append(task)
    return OwnPage(own=tuple(own), others=tuple(others))


# The pages


bp = Blueprint("open_items", __name__, url_prefix="/c/<club>")

LONGEST_REASON = 200


@bp.get("/open-items")
def report(club: str) -> str:
    """List the open items of every open season."""
    night = the_club_services().open_items
    seasons = [season_page(the_club().code, each) for each in night.report(the_club().id)]
    made = when(night.clock().isoformat())
    return render_template("club/night.html", club=the_club(), seasons=seasons, made=made)


@bp.get("/open-items/<int:season>")
def of_season(club: str, season: int) -> str:
    """List the open items of a season, of one kind or of all, page by page."""
    found = next((each for each in the_club_services().open_items.report(the_club().id) if each.season == season), None)
    if found is None:
        abort(404)
    kind = Kind.__members__.get(request.args.get("kind", "").upper())
    page = items_page(the_club().code, found, kind, request.args.get("from", ""))
    return render_template("club/night_items.html", club=the_club(), page=page)


@bp.get("/s/<int:season>/close")
def before_closing(club: str, season: int, error: str = "") -> tuple[str, int]:
    """Show the form to close a season, with the items that are still open."""
    found = the_club_services().open_items.before_closing(the_club().id, season)
    if found is None:
        abort(404)
    page = season_page(the_club().code, found, request.form)
    form = render_template("club/close.html", club=the_club(), page=page, every=_typed("every"), error=error)
    return form, 422 if error else 200


@bp.post("/s/<int:season>/close")
def close(club: str, season: int) -> tuple[str, int] | Answer:
    """Close the season; each open item needs a reason."""
    left_out = {key: _typed(key) or _typed("every") for key in request.form.getlist("item")}
    found = the_club_services().open_items.before_closing(the_club().id, season)
    if found is not None and found.seen == request.form.get("seen"):
        left_out = {each.key: _typed("every") for each in found.items} | left_out
    try:
        posted = the_club_services().closing.close(the_actor(), season, left_out)
    except NotAllowed as error:
        return before_closing(club, season, str(error))
    flash("The season is closed.")
    return redirect(url_for("book.entry", club=the_club().code, number=posted.entry.number), 303)


@bp.get("/desk")
def desk(club: str) -> str:
    """Show the director's desk."""
    seasons = [season_page(the_club().code, each) for each in the_club_services().open_items.report(the_club().id)]
    return render_template("club/desk.html", club=the_club(), actor=the_actor(), seasons=seasons)


@bp.get("/me/open-items")
def waiting(club: str) -> str:
    """List a member's own open items."""
    items = the_club_services().open_items.of_member(the_club().id, the_actor().member) if the_actor().member else ()
    page = own_page(the_club().code, items, the_actor().member)
    return render_template("club/waiting.html", club=the_club(), actor=the_actor(), page=page)


def _typed(name: str) -> str:
    return request.form.get(name, "").strip()[:LONGEST_REASON]
