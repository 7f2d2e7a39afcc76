"""The search of a club: members by name, and for its members parties by code and rulings by their words or law."""

from __future__ import annotations

from flask import Blueprint, request

from ...service.club.disputes import Search
from ..phones import the_club_services
from ..rights import maybe_actor, the_club
from .forms import Page, club_page, part_of

bp = Blueprint("search", __name__, url_prefix="/c/<club>/search")

LONGEST_QUERY = 80


@bp.get("")
def index() -> Page:
    services, club_id, actor = the_club_services(), the_club().id, maybe_actor()
    query = " ".join(request.args.get("q", "")[:LONGEST_QUERY].split())
    members = services.people.search(club_id, query, whole_names=actor is not None) if query else {}
    asked = Search(words=query)
    reads = actor is not None and query
    rulings = part_of(services.disputes.laws_and_count(club_id, asked)[1] if reads else 0, name="rulings")
    return club_page(
        "search.html",
        query=query,
        members=members,
        part=part_of(len(members)),
        sheet=services.signing.sheet(query, club_id) if reads and query.isascii() else None,
        rulings=rulings,
        ended=services.disputes.search(club_id, asked, rulings.start - 1, rulings.size) if rulings.total else (),
    )
