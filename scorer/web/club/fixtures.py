"""The entrants and the fixtures of a season, and opening its parties and companies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from flask import Blueprint, Flask, abort, request
from werkzeug.wrappers import Response as Answer
from wtforms import Form, SelectField

from ...ledger.entries import with_names
from ...ledger.terms import TWO, Format
from ...rules.company import Frame, cut_words, terms_named
from ...rules.words import listed
from ...service.club.credentials import Role
from ...service.club.fixtures import (
    PLAYOFFS,
    FixtureNow,
    FixtureStatus,
    Lots,
    Seeding,
    rounds_to_draw,
)
from ...service.club.people import by_name
from ...service.club.seasons import Season, Seasons, plays_in, season_rules
from ...service.parties import SheetKind
from ...table.entering import NotAllowed, token_about
from ...table.formatting import parse_number
from ...table.own_parties import Choice
from ..address import redirect_to
from ..begun import begun_page, company_begun, partie_begun
from ..forms import (
    Day,
    OneOf,
    Page,
    Part,
    check,
    chosen_number,
    club_page,
    member_choices,
    member_names,
    numbers,
    own_row,
    part_of,
    posts,
    text,
)
from ..rights import maybe_actor, the_actor, the_club, the_season
from ..visitor import day_said, form_token, has_role, let_score, the_club_services
from .corrections import post_or_preview

# Entrants


entrants_bp = Blueprint("entrants", __name__, url_prefix="/c/<club>/s/<int:season>/entrants")


@entrants_bp.get("")
def of_season(season: int, error: str = "") -> Page:
    club_id = the_club().id
    services = the_club_services()
    playing = services.seasons.entrants(club_id, season)
    names = member_names()
    order = by_name(playing, names)
    left = [
        each for each in by_name(services.people.offered(club_id), names) if each not in playing
    ]
    part = part_of(len(order), own=own_row(order), may_be_whole=True)
    remaining = part_of(len(left), name="others")
    found = {
        "names": names,
        "playing": [(each, playing[each]) for each in part.of(order)],
        "part": part,
        "others": member_choices(remaining.of(left), names, numbers("member")),
        "remaining": remaining,
        "drawn": max(
            (each.round for each in services.seasons.drawn_fixtures(club_id, season)), default=0
        ),
        "too_late": services.seasons.too_late(club_id, season),
        "undo": services.seasons.draw_to_undo(club_id, season),
    }
    return club_page("entrants.html", error, **found)


@posts(entrants_bp, "", of_season)
def enter(season: int) -> None:
    services = the_club_services()
    entering = numbers("member")
    if request.form.get("every") == "yes":
        playing = services.seasons.entrants(the_club().id, season)
        entering = [each for each in services.people.offered(the_club().id) if each not in playing]
    services.seasons.enter(the_actor(), season, *entering)


@entrants_bp.get("/<int:member>")
def entrant(season: int, member: int, error: str = "") -> Page:
    club_id = the_club().id
    services = the_club_services()
    playing = services.seasons.entrants(club_id, season)
    if member not in playing:
        abort(404)
    names = member_names()
    withdrawal = services.seasons.left(club_id, season).get(member)
    if playing[member]:
        leaving = None
        left = services.seasons.fixtures_to_take_over(club_id, season, member)
    else:
        leaving = services.seasons.withdrawal_preview(club_id, season, member)
        left = [each for each in leaving.fixtures if member in each.members and each.is_open]
    found = {
        "member": member,
        "names": names,
        "withdrawal": withdrawal,
        "reason": with_names(withdrawal.reason, names).removesuffix(".") if withdrawal else "",
        "replaced_by": services.seasons.replaced_by(club_id, season, member),
        "is_due": withdrawal is not None and withdrawal.is_due(services.clubs.today(club_id)),
        "leaving": leaving,
        "left": left,
        "substitutes": member_choices(
            (each for each in services.people.offered(club_id) if each not in playing),
            names,
            numbers("substitute"),
        ),
    }
    return club_page("entrant.html", error, **found)


def _post_of(
    title: str, season: int, member: int, verb: Callable[..., object], *given: object
) -> Page | Answer:
    """Preview or post what the page of an entrant asks for:
    a *verb* of `Seasons`, with what else is *given* to it.
    """
    return post_or_preview(
        f"{title} {member_names()[member]}",
        season,
        lambda services: verb(services.seasons, the_actor(), season, member, *given),
        redirect_to("entrants.entrant", season=season, member=member),
    )


@posts(entrants_bp, "/<int:member>/withdraw", entrant)
def withdraw(season: int, member: int) -> Page | Answer:
    given = text("reason")[:500], chosen_number("substitute") or None
    return _post_of("Withdrawal of", season, member, Seasons.withdraw, *given)


@posts(entrants_bp, "/<int:member>/replace", entrant)
def replace(season: int, member: int) -> Page | Answer:
    return _post_of("Substitute for", season, member, Seasons.replace, chosen_number("substitute"))


@posts(entrants_bp, "/<int:member>/settle", entrant)
def settle(season: int, member: int) -> Page | Answer:
    return _post_of("Forfeits of", season, member, Seasons.settle_withdrawal)


@posts(entrants_bp, "/<int:member>/return", entrant)
def take_back(season: int, member: int) -> Page | Answer:
    return _post_of("Return of", season, member, Seasons.take_back)


# Fixtures


bp = Blueprint("fixtures", __name__, url_prefix="/c/<club>/s/<int:season>/fixtures")

NEXT = 3
"""A member's own next fixtures shown above the rounds."""


EVERY = {
    "7": "a week",
    "14": "two weeks",
    "28": "four weeks",
    "1": "a day",
    "0": "none: all on one day",
}


class DrawForm(Form):  # type: ignore[misc]  # WTForms has no types
    lots = OneOf("Order of the draw", Lots, Lots.BY_LOT)
    first_day = Day("Day of the first round", default="")
    every = SelectField(
        "Days between rounds", choices=EVERY, default="7", coerce=int, validate_choice=False
    )


@bp.get("")
def index(season: int, error: str = "", round: int = 0) -> Page:
    services = the_club_services()
    actor = maybe_actor()
    terms = the_season().terms
    is_director = has_role(actor, Role.DIRECTOR) and not the_season().closed
    fixtures = services.seasons.fixtures_now(the_club().id, season)
    names = services.people.shown_names(the_club().id)
    playoff = next(iter(services.seasons.playoffs(the_club().id, season)[::-1]), None)
    left = services.seasons.left(the_club().id, season)
    today = services.clubs.today(the_club().id)
    due = {member for member, each in left.items() if each.is_due(today)}
    own = [each for each in fixtures if actor and actor.member in each.members]
    to_play = [each for each in own if each.is_open and left.keys().isdisjoint(each.members)]
    mine = next(iter(to_play or own), None)
    found = _shown(fixtures, mine) | {
        "mine": mine,
        "names": names,
        "own": to_play[:NEXT],
        "fixtures": fixtures,
        "deciding": services.rounds.next_decided(the_club().id, season),
        "draws_more": rounds_to_draw(fixtures, terms) and not the_season().closed,
        "playoff": playoff,
        "again": _again(playoff or the_season()) if has_role(actor, Role.DIRECTOR) else 0,
        "withdrawn": {
            member: each
            for member, each in left.items()
            if any(fixture.is_open and member in fixture.members for fixture in fixtures)
        },
        "unfinished": [each for each in fixtures if each.is_open and due.isdisjoint(each.members)],
        "deals": season_rules(the_season().terms).deals,
        "draw": DrawForm(request.form or None),
        "asked": round,
        "undo": services.seasons.draw_to_undo(the_club().id, season) if is_director else 0,
    }
    return club_page("fixtures.html", error, **found)


def _again(playoff: Season) -> int:
    """Return the season whose play-off can be opened again,
    because nothing in it has begun; else 0.
    """
    after = playoff.terms.after
    return (
        0
        if after and the_club_services().seasons.has_begun(the_club().id, playoff.number)
        else after
    )


def _shown(fixtures: Sequence[FixtureNow], mine: FixtureNow | None) -> dict[str, object]:
    """Return the fixtures to show: of more than a page those of the round asked for,
    at first the first to play.
    """
    if not part_of(len(fixtures)).starts:
        return {"shown": fixtures, "rounds": None, "tables": None}
    rounds = sorted({each.round for each in fixtures})
    now = next((each.round for each in fixtures if each.is_open), rounds[-1])
    asked = (
        part_of(len(rounds), 1, "round").start if "round" in request.args else rounds.index(now) + 1
    )
    if mine is not None and request.args.get("around") == "me":
        asked = rounds.index(mine.round) + 1
    part = Part("round", len(rounds), 1, asked)
    of_round = [each for each in fixtures if each.round == rounds[part.start - 1]]
    tables = part_of(len(of_round), own=own_row(each.members for each in of_round))
    return {"shown": tables.of(of_round), "rounds": part, "tables": tables}


@posts(bp, "/draw", index)
def draw(season: int) -> Page | Answer:
    form = DrawForm(request.form)
    check(form)
    return post_or_preview(
        "Draw",
        season,
        lambda services: services.seasons.draw(the_actor(), season, **form.data),
        redirect_to("fixtures.index", season=season),
    )


@posts(bp, "/<int:round>/day", index)
def move(season: int, round: int) -> Answer:
    if round not in {
        each.round for each in the_club_services().seasons.drawn_fixtures(the_club().id, season)
    }:
        abort(404)
    the_club_services().seasons.move_round(the_actor(), season, round, request.form.get("day", ""))
    return redirect_to("fixtures.index", season=season)


@bp.get("/<int:round>/<int:table>")
def fixture(season: int, round: int, table: int, error: str = "") -> Page:
    services = the_club_services()
    now = services.seasons.fixtures_now(the_club().id, season, since=round)
    fixture = next((each for each in now if each.slot == (round, table)), None)
    if fixture is None or fixture.second is None:
        abort(404)
    names = services.people.shown_names(the_club().id)
    left = services.seasons.left(the_club().id, season)
    found = {
        "fixture": fixture,
        "names": names,
        "deals": season_rules(the_season().terms).deals,
        "withdrawn": {member: left[member] for member in fixture.members if member in left}
        if fixture.is_open
        else {},
        "may_start": fixture.is_open
        and fixture.state is not FixtureStatus.AT_TABLE
        and not the_season().closed,
        "enters": has_role(maybe_actor(), Role.SCORER),
        "cost": services.seasons.forfeit_cost(the_club().id, season)
        if has_role(maybe_actor(), Role.DIRECTOR)
        else 0,
    }
    return club_page("fixture.html", error, **found)


@posts(bp, "/<int:round>/<int:table>/start", fixture)
def start(season: int, round: int, table: int) -> Answer:
    token = form_token()
    sheet = the_club_services().signing.open_fixture(
        the_club().id, season, (round, table), token=token, today=day_said()
    )
    let_score(token)
    return redirect_to("tables.table", code=sheet.code)


@posts(bp, "/<int:round>/<int:table>/forfeit", fixture)
def forfeit(season: int, round: int, table: int) -> Page | Answer:
    """Preview or post what settles a fixture that is not played:
    a forfeit with a winner, or a bye.
    """
    bye = chosen_number("bye")
    verb, member = (Seasons.give_bye, bye) if bye else (Seasons.forfeit, chosen_number("winner"))
    return post_or_preview(
        "Bye" if bye else "Forfeit",
        season,
        lambda services: verb(services.seasons, the_actor(), season, (round, table), member),
        redirect_to("fixtures.fixture", season=season, round=round, table=table),
    )


@bp.get("/play-off")
def playoff(season: int, error: str = "") -> Page:
    """Show who would take part in a play-off of this size."""
    seasons = the_club_services().seasons
    names = the_club_services().people.shown_names(the_club().id)
    asked = parse_number(request.values.get("seeds", ""), 1)
    seedings = dict[int, Seeding]()
    refused = ""
    for size in PLAYOFFS:
        try:
            seedings[size] = seasons.seeding(the_club().id, season, size)
        except NotAllowed as why:
            refused = refused or str(why)
    number = asked if asked in seedings else next(iter(seedings), 0)
    seeds, level = seedings.get(number, Seeding(()))
    instead_of = [
        each.terms.name for each in seasons.playoffs(the_club().id, season) if not each.closed
    ]
    found = {
        "sizes": list(seedings),
        "number": number,
        "seeds": [(names[each], each in level) for each in seeds],
        "level": listed([names[each] for each in level]) if level else "",
        "refused": "" if seedings else refused,
        "instead_of": instead_of,
    }
    return club_page("playoff.html", error, **found)


@posts(bp, "/play-off", playoff)
def open_playoff(season: int) -> Page | Answer:
    seeds = chosen_number("seeds")
    by_lot = text("lot") == "yes"
    opened = (
        len(the_club_services().seasons.seasons(the_club().id)) + 1
    )  # the number of the season that this opens
    return post_or_preview(
        "Play-off",
        season,
        lambda services: services.seasons.open_playoff(the_actor(), season, seeds, by_lot=by_lot),
        redirect_to("fixtures.index", season=opened),
    )


# Parties and companies


def _playing(season: int) -> list[int]:
    entrants = the_club_services().seasons.entrants(the_club().id, season)
    return [each for each in member_names() if not entrants.get(each, True)]


playing_bp = Blueprint("playing", __name__, url_prefix="/c/<club>/s/<int:season>/start")


@playing_bp.get("")
def new(season: int, error: str = "") -> Page | Answer:
    """Show the form; a season with fixtures decides both questions itself."""
    if the_season().terms.format is not Format.OPEN:
        return redirect_to("fixtures.index", season=season)
    chosen = chosen_number("first") or the_actor().member, chosen_number("second")
    first, second = (member_choices(_playing(season), member_names(), [each]) for each in chosen)
    return club_page("start.html", error, first=first, second=second)


@posts(playing_bp, "", new)
def begin(season: int) -> Page | Answer:
    """Start a partie; one that was started by this form,
    or that the same members may mean, is gone on with.
    """
    first = chosen_number("first")
    second = chosen_number("second")
    token = form_token()
    if request.form.get("dealer") == "first":
        first, second = second, first
    if the_season().terms.format is not Format.OPEN or first == second:
        raise NotAllowed("Choose two different members.")
    token = token_about(token, str(season), str(first), str(second))
    begun = (
        None
        if let_score(token)
        else partie_begun(_named((first, second)), (the_club().code, season))
    )
    if begun is not None:
        return begun_page(begun)
    sheet = the_club_services().signing.open(
        the_club().id, season, (first, second), token=token, today=day_said()
    )
    let_score(token)
    return redirect_to("tables.table", code=sheet.code)


def _named(members: Iterable[int]) -> list[str]:
    names = member_names()
    return [names.get(each, "") for each in members]


companies_bp = Blueprint(
    "season_companies", __name__, url_prefix="/c/<club>/s/<int:season>/companies"
)

FEW = 3
MOST = 8
"""Members of a company, at least and at most; more would play at two tables."""


@companies_bp.get("", endpoint="index")
def companies(season: int) -> Page:
    signing = the_club_services().signing
    actor = maybe_actor()
    total, own = signing.count_companies(the_club().id, season, actor.member if actor else 0)
    part = part_of(total, own=own)
    found = signing.companies(the_club().id, season, part.start, part.size)
    return club_page(
        "companies.html", plays=plays_in(the_season().terms), companies=found, part=part
    )


@companies_bp.get("/new", endpoint="new")
def new_company(season: int, error: str = "") -> Page:
    plays = plays_in(the_season().terms)
    return club_page("start_company.html", error, plays=plays, seats=list(_seats(season)))


@posts(companies_bp, "/new", new_company)
def start_company(season: int) -> Page | Answer:
    seated = [member for seat in range(MOST) if (member := chosen_number(f"seat{seat}"))]
    token = token_about(form_token(), str(season), *map(str, seated))
    begun = None if let_score(token) else company_begun(_named(seated), (the_club().code, season))
    if begun is not None:
        return begun_page(begun)
    card = the_club_services().signing.open(
        the_club().id, season, seated, SheetKind.COMPANY, token=token, today=day_said()
    )
    if let_score(token) is None:
        abort(403)
    return redirect_to("companies.card", code=card.code)


def _seats(season: int) -> Iterator[tuple[str, bool, list[Choice]]]:
    """Yield the seats in the order of the cut:
    the label, whether it must be taken, and the members who can.
    """
    names = member_names()
    playing = _playing(season)
    own = the_actor().member
    frame = terms_named(the_season().terms.frame).frame
    most = season_rules(the_season().terms).players if frame is Frame.ROUND_TABLE else MOST
    for seat in range(min(most, len(playing))):
        typed = request.values.get(f"seat{seat}", "" if seat else str(own))
        required = seat < FEW or frame is Frame.ROUND_TABLE
        yield cut_words(frame, seat), required, member_choices(playing, names, [typed])


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
    "season_companies.start_company": "playing.new",
}
"""Pages for companies, and where a season of parties between two redirects them."""


def _redirect() -> Answer | None:
    """Redirect a request for a page of the other kind of season to
    the nearest page that this season has.
    """
    asked = request.endpoint or ""
    if asked not in OF_TWO and asked not in COMPANY_ORDER:
        return None
    targets = COMPANY_ORDER if the_season().terms.frame == TWO else OF_TWO
    if asked not in targets:
        return None
    return redirect_to(targets[asked], season=the_season().number)


def init_app(app: Flask) -> None:
    app.before_request(_redirect)
