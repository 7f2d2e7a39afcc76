"""A club's first page and its open items: the report of a season, closing it, a member's list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response as Answer

from ...ledger.standings import explain_to, ordinal
from ...rules.words import first_up
from ...service.club.credentials import Actor, Role
from ...service.club.desk.open_items import (
    Item,
    Kind,
    Latest,
    SeasonReport,
    Whereabouts,
    partie_words,
)
from ...service.club.disputes.cases import Disputed
from ...service.club.people.clubs import Club
from ...service.club.posting.signing import SeasonSheet, SheetStatus
from ...service.club.seasons.appointments import OwnDay
from ...service.club.seasons.evenings import Waiting
from ...service.club.seasons.season import Season, plays_in
from ...service.club.services import ClubServices
from ...table.contexts import Context
from ...table.formatting import counted, grouped
from ..address import redirect_to
from ..forms import Page, chosen_number, club_page, numbers, part_of, posts, text
from ..notices import done
from ..rights import maybe_actor, the_actor, the_club, the_season
from ..season_sheet import own_disputes
from ..sheet_words import OwnSignature, own_signatures, unsigned_words
from ..visitor import see_entries, seen_entries, the_club_services
from .corrections import post_or_preview

# The first page


club_bp = Blueprint("club", __name__, url_prefix="/c/<club>")

MOST = 12
"""Pending parties listed; more are only counted."""


def _pending(services: ClubServices, club: Club, actor: Actor) -> list[SeasonSheet]:
    """Return a member's own sheets; for scorers and directors all that are over or in dispute."""
    if actor.role is Role.MEMBER:
        return services.signing.pending(club.id, actor.member)
    return [
        each for each in services.signing.pending(club.id) if each.status is not SheetStatus.PLAYING
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPage(Context):
    """The first page of a club.

    Attributes:
        waiting: the tables at which the reader plays now.
        signatures: those of the reader on another phone, of which they have not read.
        disputes: the open ones that concern the reader, each with their member.
        ended: those that have ended since the reader looked.
        latest: what was posted about the reader since then.
        pending: sheets that are not posted; there are *more*.
        where: where the reader is in each open season, by its number.
        own_days: what of the days of the reader's fixtures is to be shown to them.
        names: of the members, for *where* and *own_days*.
    """

    template = "club/home.html"
    seasons: Sequence[Season]
    waiting: Sequence[Waiting]
    signatures: Sequence[OwnSignature]
    disputes: Sequence[tuple[Disputed, int]]
    ended: Sequence[Disputed]
    latest: Latest | None
    pending: Sequence[SeasonSheet]
    more: int
    where: Mapping[int, Whereabouts]
    own_days: Sequence[OwnDay]
    names: Mapping[int, str]


@club_bp.get("/")
def index() -> Page:
    services = the_club_services()
    actor = maybe_actor()
    seasons = sorted(services.seasons.seasons(the_club().id), key=lambda each: -each.number)
    pending = [] if actor is None else _pending(services, the_club(), actor)
    own = own_disputes(the_club(), actor)
    disputes = [(each, member) for each, member in own if each.dispute.is_open]
    shown = {each.record.code for each, _ in disputes}
    member = 0 if actor is None else actor.member
    pending = [each for each in pending if each.sheet.code not in shown]
    pending.sort(key=lambda each: not is_unsigned_by(each, member))
    latest = None
    since = 0
    if actor is not None and member:
        latest, since = _latest(services, actor)
    where = services.home.whereabouts(the_club().id, member, since) if member else []
    page = ClubPage(
        seasons=seasons,
        waiting=services.evenings.waiting(the_club().id, member) if member else (),
        signatures=own_signatures(the_club(), actor),
        disputes=disputes,
        ended=[each for each, _ in own if not each.dispute.is_open],
        latest=latest,
        pending=pending[:MOST],
        more=max(0, len(pending) - MOST),
        where={each.season.number: each for each in where},
        own_days=services.appointments.own_days(the_club().id, member) if member else [],
        names=services.people.shown_names(the_club().id) if member else {},
    )
    return club_page(page)


@club_bp.app_template_filter()
def needed_words(sheet: SeasonSheet, actor: Actor | None) -> str:
    """Say of a pending sheet what it waits for."""
    if actor is not None and is_unsigned_by(sheet, actor.member):
        return "you have not signed yet"
    match sheet.status:
        case SheetStatus.HALF_SIGNED:
            return str(unsigned_words(sheet))
        case SheetStatus.UNSIGNED:
            return "nobody has signed yet"
        case (
            SheetStatus.PLAYING
            | SheetStatus.DISPUTED
            | SheetStatus.POSTED
            | SheetStatus.RULED
            | SheetStatus.REVERSED
        ):
            return str(sheet.status.value)
        case _:
            assert_never(sheet.status)


def is_unsigned_by(sheet: SeasonSheet, member: int) -> bool:
    """Return whether a member has yet to sign a sheet."""
    return member in [sheet.membership.members[player] for player in sheet.unsigned]


def _latest(services: ClubServices, actor: Actor) -> tuple[Latest, int]:
    """Return what was posted about the actor since they last looked,
    without what they have opened, and when.
    """
    mark, opened = seen_entries(actor, services.home.through(the_club().id))
    latest = services.home.news(the_club().id, actor.member, mark)
    news = tuple(each for each in latest.news if each.entry not in opened)
    return latest._replace(news=news), mark


@club_bp.post("/seen")
def seen() -> Answer:
    """Take what was listed off the first page:
    the news up to an entry, the outcomes of disputes, and signatures on another phone.
    """
    services = the_club_services()
    actor = the_actor()
    signed = numbers("signature")
    if signed:
        services.signing.see(actor, signed)
        return redirect_to("club.index")
    through = min(chosen_number("through"), services.home.through(the_club().id))
    mark, _ = seen_entries(actor, through)
    see_entries(actor, max(through, mark))
    ended = numbers("dispute")
    if ended:
        services.disputes.see_outcomes(the_club().id, actor.member, ended)
    return redirect_to("club.index")


@club_bp.app_template_filter()
def rank_sentences(where: Whereabouts, names: Mapping[int, str]) -> list[str]:
    """Return a member's rank, and what separates it from the next on each side, in sentences."""
    if not where.row.counted:
        return ["You have not played yet."]
    joint = "Joint " if where.row.shared else ""
    rank = f"{joint}{ordinal(where.row.rank)} of {grouped(where.of)}"
    return [f"{first_up(each)}." for each in (rank, *explain_to(where.row, names))]


@club_bp.app_template_filter()
def last_words(where: Whereabouts, names: Mapping[int, str]) -> str:
    """Tell a member how their latest partie ended."""
    assert where.last is not None
    player = where.last.player_of(where.row.member)
    return partie_words(where.last.result, player, names[where.last.members[1 - player]])


@club_bp.app_template_filter()
def season_state(season: Season) -> str:
    withdrew = the_club_services().seasons.entrants(the_club().id, season.number).values()
    playing = sum(not each for each in withdrew)
    terms = season.terms
    what = terms.format.value if terms.is_for_two else plays_in(terms)
    if season.closed:
        return f"{what}; closed"
    if not playing:
        return f"{what}; no members entered yet"
    return f"{what}; {counted(playing, 'player')}"


# Open items


bp = Blueprint("open_items", __name__, url_prefix="/c/<club>")
bp.add_app_template_global(Kind, "Kind")

A_GROUP = 20
"""Items of one kind listed beside those of other kinds."""

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
    Kind.WITHDREW: "settle them, or enter a return",
    Kind.NOT_DRAWN: "draw it",
    Kind.OVER: "close it",
    Kind.CLOCK: "have the clock of the server checked: correction periods begin at that time",
    Kind.OPEN: "wait until it ends, or leave it open",
}
"""What a director or a scorer can do about each kind of item."""


@bp.app_template_filter()
def by_kind(report: SeasonReport) -> list[tuple[Kind, list[Item]]]:
    found: dict[Kind, list[Item]] = {kind: [] for kind in Kind}
    for each in report.items:
        found[each.kind].append(each)
    return [(kind, items) for kind, items in found.items() if items]


@bp.app_template_filter()
def action(item: Item) -> str:
    return ACTIONS[item.kind]


@bp.app_template_filter()
def address(item: Item) -> str:
    """Return the page on which an item can be settled."""
    match item.kind:
        case Kind.IDLE | Kind.PLAYING:
            return url_for("tables.table", code=item.code)
        case Kind.CARD:
            return url_for("companies.signatures", code=item.code)
        case Kind.CLAIMS:
            return url_for("tables.deal", code=item.code, number=item.deal)
        case Kind.MISSING:
            return url_for(
                "fixtures.fixture", season=item.season, round=item.round, table=item.table
            )
        case Kind.NOT_DRAWN:
            return url_for("fixtures.index", season=item.season)
        case Kind.OVER:
            return url_for("open_items.before_closing", season=item.season)
        case Kind.WITHDREW:
            return url_for("entrants.entrant", season=item.season, member=item.members[0])
        case Kind.OPEN if item.count > 1:
            return url_for("standings.unsettled", season=item.season)
        case Kind.CLOCK:
            return url_for("book.entry", number=item.entry)
        case (
            Kind.DISPUTED
            | Kind.HALF_SIGNED
            | Kind.UNSIGNED
            | Kind.NO_FIXTURE
            | Kind.TOO_OFTEN
            | Kind.SEATS
            | Kind.OPEN
        ) if item.entry:
            return url_for("book.entry", number=item.entry)
        case Kind.DISPUTED:
            return url_for("dispute.show", code=item.code, dispute=item.dispute)
        case Kind.HALF_SIGNED | Kind.UNSIGNED:
            return url_for("sheets.settlement", code=item.code)
        case Kind.NO_FIXTURE | Kind.TOO_OFTEN | Kind.SEATS | Kind.OPEN:
            return url_for("sheets.sheet", code=item.code)
        case _:
            assert_never(item.kind)


OWN_ACTIONS = {
    Kind.DISPUTED: "reply to it",
    Kind.HALF_SIGNED: "sign it",
    Kind.UNSIGNED: "sign it",
    Kind.IDLE: "finish it",
    Kind.PLAYING: "continue it",
    Kind.CARD: "sign it",
}
"""What a member can do about their own parties."""

OTHERS = {
    Kind.DISPUTED: "the other player or a director must reply",
    Kind.HALF_SIGNED: "the other player must sign",
    Kind.CARD: "others must sign",
    Kind.CLAIMS: "these claims are impossible: something was misheard",
    Kind.OPEN: "you can both still agree to a correction",
}
"""The items that a member cannot settle alone."""


NEEDS_NOBODY = frozenset({Kind.OPEN})
"""The kinds of items that end by themselves."""


def to_settle(report: SeasonReport) -> SeasonReport:
    """Return a report without what needs nobody."""
    items = tuple(each for each in report.items if each.kind not in NEEDS_NOBODY)
    return replace(report, items=items)


@bp.get("/open-items")
def report() -> Page:
    found = the_club_services().open_items
    seasons = [to_settle(each) for each in found.report(the_club().id)]
    at = found.clock().isoformat()
    return club_page("open_items.html", seasons=seasons, at=at, most=A_GROUP)


@bp.get("/open-items/<int:season>")
def of_season(season: int) -> Page:
    reports = the_club_services().open_items.report(the_club().id)
    found = next((each for each in reports if each.season == season), None)
    if found is None:
        abort(404)
    kind = Kind.__members__.get(request.args.get("kind", "").upper())
    items = [each for each in to_settle(found).items if kind in (None, each.kind)]
    part = part_of(len(items))
    return club_page(
        "open_items_of_season.html", season=found, kind=kind, part=part, items=part.of(items)
    )


@bp.get("/s/<int:season>/close")
def before_closing(season: int, error: str = "") -> Page:
    found = the_club_services().open_items.before_closing(the_club().id, season)
    if found is None:
        abort(404)
    return club_page("close.html", error, season=found, most=A_GROUP, every=text("every"))


@posts(bp, "/s/<int:season>/close", before_closing)
def close(season: int) -> Page | Answer:
    left_out = {key: text(key) or text("every") for key in request.form.getlist("item")}
    found = the_club_services().open_items.before_closing(the_club().id, season)
    if found is not None and found.seen == request.form.get("seen"):
        left_out = {each.key: text("every") for each in found.items} | left_out
    posted = redirect_to("evenings.tonight")
    answer = post_or_preview(
        f"Close {the_season().terms.name}",
        season,
        lambda services: services.closing.close(the_actor(), season, left_out),
        posted,
    )
    if answer is not posted:
        return answer
    said = "The season is closed."
    if found is not None and found.stakes:
        said += " The page of its stakes shows who pays whom."
    done(said)
    return redirect_to("standings.standings", season=season)


@bp.get("/me/open-items")
def own_items() -> Page:
    member = the_actor().member
    items = the_club_services().open_items.of_member(the_club().id, member) if member else ()
    own = [(each, OWN_ACTIONS[each.kind]) for each in items if member in each.settled_by]
    others = [(each, OTHERS[each.kind]) for each in items if member not in each.settled_by]
    return club_page("own_items.html", own=own, others=others)
