"""The companies of a season: their scorecards, opening a new one, and the redirect to a season's own pages."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Flask, abort, request
from werkzeug.wrappers import Response as Answer

from ...ledger.terms import TWO
from ...rules.company import Frame
from ...rules.company.record import cut_words, listed
from ...service.club.seasons import agreed_in, plays_in, season_rules
from ...service.club.signing import SeasonSheet, Status
from ...service.parties import new_token
from ...service.sheets import CompanyCard
from ..address import redirect_to
from ..formatting import counted
from ..phones import form_token, let_score, the_club_services
from ..rights import the_actor, the_club, the_season
from .forms import Choice, Page, chosen_number, club_page, member_choices, posts

bp = Blueprint("season_companies", __name__, url_prefix="/c/<club>/s/<int:season>/companies")

FEW, MOST = 3, 8
"""Members of a company, at least and at most; more would play at two tables."""


@bp.get("")
def index(season: int) -> Page:
    companies = the_club_services().signing.companies(the_club().id, season)
    return club_page("companies.html", plays=plays_in(the_season().terms), companies=companies)


@bp.app_template_filter()
def company_status(season_sheet: SeasonSheet) -> str:
    card = season_sheet.sheet
    if season_sheet.status is Status.DISPUTED:
        return "disputed"
    if season_sheet.posted is not None:
        return f"posted as entry {season_sheet.posted.entry.number}"
    if season_sheet.reversed_by is not None:
        return f"reversed by entry {season_sheet.reversed_by}"
    if not isinstance(card, CompanyCard) or season_sheet.status is Status.PLAYING:
        return "in progress"
    to_sign = listed([card.names[player] for player in season_sheet.unsigned])
    return f"{counted(len(card.company.card.turns), 'partie')}, {to_sign} to sign"


@bp.get("/new")
def new(season: int, error: str = "") -> Page:
    plays = plays_in(the_season().terms)
    return club_page("start_company.html", error, plays=plays, seats=_seats(season), key=new_token())


@posts(bp, "/new", new)
def start(season: int) -> Answer:
    seated = [member for seat in range(MOST) if (member := chosen_number(f"seat{seat}"))]
    signing, token = the_club_services().signing, form_token() or new_token()
    card, token = signing.open_company(the_club().id, season, seated, token=token)
    if let_score(token) is None:
        abort(403)
    return redirect_to("companies.card", code=card.code)


def _seats(season: int) -> list[tuple[str, bool, list[Choice]]]:
    """Return the seats in the order of the cut: the label, whether it must be taken, and the members who can."""
    club_id, services = the_club().id, the_club_services()
    playing = [each for each, withdrew in services.seasons.entrants(club_id, season).items() if not withdrew]
    names = {each.number: each.name for each in services.people.members(club_id)}
    own = the_actor().member if the_actor().member in playing else 0
    ordered = sorted(playing, key=names.__getitem__)
    frame = agreed_in(the_season().terms).frame
    most = season_rules(the_season().terms).players if frame is Frame.TABLE else MOST
    seats = []
    for seat in range(min(most, len(ordered))):
        typed = request.form.get(f"seat{seat}", "" if seat else str(own))
        seats.append(
            (cut_words(frame, seat), seat < FEW or frame is Frame.TABLE, member_choices(ordered, names, [typed]))
        )
    return seats


OF_TWO: Mapping[str, str] = {
    "playing.new": "season_companies.new",
    "playing.begin": "season_companies.new",
    "paper.form": "season_companies.index",
    "paper.enter": "season_companies.index",
    "paper.blank": "season_companies.index",
    "standings.cross_table": "season_companies.index",
    "standings.records": "season_companies.index",
}
"""Pages for parties between two, and where a season of companies redirects them."""

COMPANY_ORDER: Mapping[str, str] = {
    "season_companies.index": "standings.standings",
    "season_companies.new": "playing.new",
    "season_companies.start": "playing.new",
}
"""Pages for companies, and where a season of parties between two redirects them."""


def _redirect() -> Answer | None:
    """Redirect a request for a page of the other kind of season to the nearest page that this season has."""
    asked = request.endpoint or ""
    if asked not in OF_TWO and asked not in COMPANY_ORDER:
        return None
    targets = COMPANY_ORDER if the_season().terms.frame == TWO else OF_TWO
    if asked not in targets:
        return None
    return redirect_to(targets[asked], season=the_season().number)


def init_app(app: Flask) -> None:
    """Redirect before a request, once its right is checked and its season is found."""
    app.before_request(_redirect)
