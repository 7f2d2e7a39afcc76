"""Players: a member's record, two members head to head, the ratings and the club's records."""

from __future__ import annotations

from flask import Blueprint, request

from ...ledger.entries import SheetPosted
from ...ledger.results import CardResult
from ...rules.company import Frame
from ...rules.company.record import frame_words
from ..charts import rating_chart
from ..formatting import parse_number
from ..phones import the_club_services
from ..rights import maybe_actor, the_club
from .forms import LONGEST, Page, club_page, part_of
from .standings import A_PAGE, rating_words, records_of

bp = Blueprint("players", __name__, url_prefix="/c/<club>")

PARTIES_A_PAGE = 50
"""Parties of a member on one page."""

OPPONENTS_A_PAGE = 20


@bp.app_template_filter()
def played_as(body: SheetPosted) -> str:
    assert isinstance(body.result, CardResult)
    return frame_words(Frame(body.result.frame), len(body.members))


@bp.get("/players/<int:member>/")
def player(member: int) -> Page:
    season = parse_number(request.args.get("season", ""), LONGEST)
    in_season = season if season >= 0 else None
    now = the_club_services().records.of_member(the_club().id, member, in_season)
    total = sum(each.parties for each in now.meetings.values())
    part = part_of(total, PARTIES_A_PAGE)
    opponents = part_of(len(now.meetings), OPPONENTS_A_PAGE, "opponents")
    return club_page(
        "player.html",
        now=now,
        title=now.season.terms.name if now.season else "All seasons",
        total=total,
        feats={kind.name: each for kind, each in now.records.items()},
        rating=rating_words(now.ratings[-1][1] if now.ratings else None, now.provisional),
        picture=rating_chart(now.ratings),
        opponents=opponents,
        part=part,
        found=the_club_services().records.parties(the_club().id, member, part.start, PARTIES_A_PAGE, season=in_season),
        reads_book=maybe_actor() is not None,
    )


@bp.get("/players/<int:member>/against/<int:other>")
def two(member: int, other: int) -> Page:
    now = the_club_services().records.of_two(the_club().id, member, other)
    own, others = now.meetings
    part = part_of(own.parties, PARTIES_A_PAGE)
    return club_page(
        "two.html",
        members=now.members,
        names=[now.names[each] for each in now.members],
        own=own,
        others=others,
        found=the_club_services().records.parties(the_club().id, member, part.start, PARTIES_A_PAGE, other=other),
        seasons=now.seasons,
        part=part,
        reads_book=maybe_actor() is not None,
    )


@bp.get("/ratings")
def ratings() -> Page:
    now = the_club_services().records.ratings(the_club().id)
    return club_page("ratings.html", now=now, part=part_of(len(now.rated), A_PAGE))


@bp.get("/records")
def records() -> Page:
    return club_page("records.html", **records_of(the_club()))
