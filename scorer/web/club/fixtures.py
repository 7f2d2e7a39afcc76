"""The fixtures of a season, and opening its parties and companies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, assert_never

from flask import Blueprint, Flask, abort, request
from werkzeug.wrappers import Response as Answer
from wtforms import Form, SelectField

from ...ledger.pairing import Slot
from ...ledger.terms import Format, Withdrawal
from ...rules.company import Frame, cut_message, terms_named
from ...rules.words import listed
from ...service.club.credentials import Role
from ...service.club.posting.signing import SeasonSheet, SheetStatus
from ...service.club.seasons.appointments import FixtureDay
from ...service.club.seasons.drawing import ROBINS
from ...service.club.seasons.fixtures import (
    PLAYOFFS,
    FixtureNow,
    FixtureStatus,
    Left,
    Lots,
    Seeding,
    offers_third,
    rounds_to_draw,
)
from ...service.club.seasons.season import Season, plays_in, season_rules
from ...service.club.services import ClubServices
from ...service.parties import SheetKind
from ...service.sheets import CompanyCard
from ...table.contexts import Context
from ...table.entering import NotAllowed, refuse_if, token_about
from ...table.formatting import counted, parse_number
from ...table.own_parties import Choice
from ..address import redirect_to
from ..begun import begun_page, company_begun, partie_begun
from ..forms import (
    NOT_LISTED,
    Day,
    Page,
    PageOfList,
    check,
    chosen_number,
    club_page,
    member_choices,
    member_names,
    own_row,
    part_of,
    posts,
    text,
)
from ..notices import done
from ..rights import maybe_actor, the_actor, the_club, the_season
from ..visitor import day_said, form_token, has_role, let_score, the_club_services
from .brackets import Bracket, BracketReader, bracket_of
from .corrections import post_or_preview
from .day_words import own_day_words

bp = Blueprint("fixtures", __name__, url_prefix="/c/<club>/s/<int:season>/fixtures")
for _enum in (FixtureStatus, Format, Withdrawal):
    bp.add_app_template_global(_enum, _enum.__name__)


@bp.app_template_filter()
def state_words(fixture: FixtureNow, names: Mapping[int, str]) -> str:
    """Say how a fixture ended, or how far it has come."""
    if fixture.second is None:
        return "sits out" if fixture.sat_out else "bye"
    winner = "" if fixture.through is None else names[fixture.through]
    match fixture.state:
        case FixtureStatus.PLAYED:
            only = "" if fixture.code else ", result only"
            return f"{winner} won {fixture.points}{only}" if winner else f"drawn{only}"
        case FixtureStatus.BYE if winner:
            return f"bye for {winner}"
        case FixtureStatus.FORFEIT if winner:
            return f"{winner} won by forfeit"
        case (
            FixtureStatus.TO_PLAY
            | FixtureStatus.AT_TABLE
            | FixtureStatus.AGAIN
            | FixtureStatus.BYE
            | FixtureStatus.FORFEIT
            | FixtureStatus.LEFT_OUT
        ):
            return str(fixture.state.value)
        case _:
            assert_never(fixture.state)


NEXT = 3
"""A member's own next fixtures shown above the rounds."""


EVERY = {
    "7": "a week",
    "14": "two weeks",
    "28": "four weeks",
    "1": "a day",
    "0": "none: all on one day",
}


BY_LOT = Lots.BY_LOT.name.lower()

RANKED_IN = "season "
"""How the list of orders calls the ranks of a season, before its number."""


def _orders(_form: Form, _field: SelectField) -> dict[str, str]:
    """Return the orders of a draw: by lot first, and by rank in other seasons, the latest first."""
    seasons = the_club_services().seasons.seasons(the_club().id)
    others = [each for each in reversed(seasons) if each.number != the_season().number]
    ranks = {f"{RANKED_IN}{each.number}": f"by rank in {each.terms.name}" for each in others}
    return {each.name.lower(): each.value for each in Lots} | ranks


class DrawForm(Form):  # type: ignore[misc]  # WTForms has no types
    lots = SelectField(
        "Order of the draw",
        choices=_orders,
        default=BY_LOT,
        validate_choice=False,
    )
    first_day = Day("Day of the first round", default="")
    every = SelectField(
        "Days between rounds", choices=EVERY, default="7", coerce=int, validate_choice=False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturesPage(Context):
    """The fixtures of a season, of which *shown* are listed.

    Attributes:
        rounds: the round that is shown, if not all are.
        tables: which of its tables are shown.
        mine: the reader's first fixture to play, or else their first.
        own: the next that the reader plays.
        days: those of the shown open fixtures.
        deciding: the round of which it is shown what it decides; 0 for none.
        withdrawn: who withdrew with fixtures still open.
        asked: the round whose day was refused; 0 for none.
        undo: the entry of the last draw, if it can be reversed; else 0.
        draws_more: there is a round to draw.
        unfinished: fixtures to be played before it is drawn.
        draw_key: the words of the key that draws it; empty if the reader cannot.
        draws_all: it draws all rounds, so the days between them are asked.
        champion: who has won the knock-out, by name; else empty.
        playoff: the last play-off after this season.
        again: the season whose play-off can be opened again; else 0.
        may_open_playoff: the reader can open one.
        lots: the entries of the lots that decided the draw, for members.
        bracket: of a knock-out that is drawn.
        offers_third: the next draw is a final, beside which the third place can be played for.
    """

    template = "club/fixtures.html"
    names: Mapping[int, str]
    deals: int | None
    fixtures: Sequence[FixtureNow]
    shown: Sequence[FixtureNow]
    rounds: PageOfList | None
    tables: PageOfList | None
    mine: FixtureNow | None
    own: Sequence[FixtureNow]
    days: Mapping[Slot, FixtureDay]
    deciding: int
    withdrawn: Mapping[int, Left]
    asked: int
    undo: int
    draws_more: bool
    unfinished: Sequence[FixtureNow]
    draw: DrawForm
    draw_key: str
    draws_all: bool
    champion: str
    playoff: Season | None
    again: int
    may_open_playoff: bool
    lots: Sequence[int]
    bracket: Bracket | None
    offers_third: bool


@bp.get("")
def index(season: int, error: str = "", round: int = 0) -> Page:
    services = the_club_services()
    actor = maybe_actor()
    directs = has_role(actor, Role.DIRECTOR)
    may_draw = directs and not the_season().closed
    terms = the_season().terms
    fixtures = services.seasons.fixtures_now(the_club().id, season)
    still_open = [each for each in fixtures if each.is_open]
    playing = {member for each in still_open for member in each.members}
    names = services.people.shown_names(the_club().id)
    left = services.seasons.left(the_club().id, season)

    # what the reader plays: not against somebody who has withdrawn
    own = [each for each in fixtures if actor and actor.member in each.members]
    to_play = [each for each in own if each.is_open and left.keys().isdisjoint(each.members)]
    mine = next(iter(to_play or own), None)

    shown = _shown(fixtures, mine)
    to_arrange = [
        each
        for each in (*to_play[:NEXT], *shown.fixtures)
        if each.is_open and each.state is not FixtureStatus.AT_TABLE
    ]
    days = services.appointments.of_season(the_club().id, the_season(), to_arrange)
    draw = _next_draw(fixtures, left, may_draw=may_draw)
    end = _end_of_season(fixtures, names, draws_more=draw.is_there)
    page = FixturesPage(
        names=names,
        deals=season_rules(terms).deals,
        fixtures=fixtures,
        shown=shown.fixtures,
        rounds=shown.rounds,
        tables=shown.tables,
        mine=mine,
        own=to_play[:NEXT],
        days={each.fixture.slot: each for each in days},
        deciding=services.rounds.next_decided(the_club().id, season),
        withdrawn={member: each for member, each in left.items() if member in playing},
        asked=round,
        undo=services.seasons.draw_to_undo(the_club().id, season) if may_draw else 0,
        draws_more=draw.is_there,
        unfinished=draw.unfinished,
        draw=DrawForm(request.form or None),
        draw_key=draw.key,
        draws_all=not fixtures and terms.format not in (Format.KNOCK_OUT, Format.SWISS),
        champion=end.champion,
        playoff=end.playoff,
        again=_again(end.playoff or the_season()) if directs else 0,
        may_open_playoff=directs and end.may_have_playoff,
        lots=services.seasons.lots_of(the_club().id, season) if actor and fixtures else (),
        bracket=_bracket(fixtures, names),
        offers_third=offers_third(fixtures, terms),
    )
    return club_page(page, error)


def _bracket(fixtures: Sequence[FixtureNow], names: Mapping[int, str]) -> Bracket | None:
    if not fixtures or the_season().terms.format is not Format.KNOCK_OUT:
        return None
    actor = maybe_actor()
    still_open = [each for each in fixtures if each.is_open]
    days = the_club_services().appointments.of_season(the_club().id, the_season(), still_open)
    own_days = {each.fixture.slot: own_day_words(each) for each in days}
    return bracket_of(fixtures, BracketReader(names, actor.member if actor else 0, own_days))


class NextDraw(NamedTuple):
    """The next draw: whether there is one, the fixtures that it waits for,
    and the words of the key for it; empty if the reader has none.
    """

    is_there: bool
    unfinished: Sequence[FixtureNow]
    key: str


def _next_draw(
    fixtures: Sequence[FixtureNow], left: Mapping[int, Left], *, may_draw: bool
) -> NextDraw:
    """Return the next draw; it does not wait for fixtures that are to be settled."""
    terms = the_season().terms
    today = the_club_services().clubs.today(the_club().id)
    due = {member for member, each in left.items() if each.is_due(today)}
    unfinished = [each for each in fixtures if each.is_open and due.isdisjoint(each.members)]
    draws_more = rounds_to_draw(fixtures, terms) > 0 and not the_season().closed
    key = ""
    if may_draw and terms.format is not Format.OPEN:
        key = _draw_key(fixtures, is_due=draws_more and not unfinished)
    is_drawn_robin = terms.format in ROBINS and bool(fixtures)
    if may_draw and is_drawn_robin and _lacks_rounds():
        key = "Draw the rounds for late entrants"
    return NextDraw(draws_more, unfinished, key)


def _lacks_rounds() -> bool:
    """Return whether late entrants of a round robin lack rounds, because their draw was undone."""
    seasons = the_club_services().seasons
    missing = seasons.late_entry(the_club().id, the_season().number, ())
    return bool(missing.changed or missing.further)


class EndOfSeason(NamedTuple):
    """Who has won a knock-out, by name, else empty; the last play-off after the season;
    and whether one can follow.
    """

    champion: str
    playoff: Season | None
    may_have_playoff: bool


def _end_of_season(
    fixtures: Sequence[FixtureNow], names: Mapping[int, str], *, draws_more: bool
) -> EndOfSeason:
    season = the_season()
    is_knock_out = season.terms.format is Format.KNOCK_OUT
    is_played = bool(fixtures) and not any(each.is_open for each in fixtures)
    is_over = is_played and not draws_more
    winner = None
    if is_knock_out and is_over:
        # Beside the final, which is its first fixture, the last round may have one for third place.
        final = next(each for each in fixtures if each.round == fixtures[-1].round)
        winner = final.through
    has_ended = is_over or (bool(fixtures) and season.closed)
    playoffs = the_club_services().seasons.playoffs(the_club().id, season.number)
    return EndOfSeason(
        champion="" if winner is None else names[winner],
        playoff=playoffs[-1] if playoffs else None,
        may_have_playoff=has_ended and not is_knock_out,
    )


def _draw_key(fixtures: Sequence[FixtureNow], *, is_due: bool) -> str:
    """Return the words of the key that draws what *is_due*; empty if nothing is."""
    if not fixtures:
        return "Draw the fixtures"
    return "Draw the next round" if is_due else ""


def _again(playoff: Season) -> int:
    """Return the season whose play-off can be opened again,
    because nothing in it has begun; else 0.
    """
    after = playoff.terms.after
    if after and the_club_services().seasons.has_begun(the_club().id, playoff.number):
        return 0
    return after


class ShownFixtures(NamedTuple):
    """The fixtures on a page; of which round, and which of its tables, if not all are shown."""

    fixtures: Sequence[FixtureNow]
    rounds: PageOfList | None = None
    tables: PageOfList | None = None


def _shown(fixtures: Sequence[FixtureNow], mine: FixtureNow | None) -> ShownFixtures:
    """Return the fixtures to show: of more than a page those of the round asked for,
    at first the first to play.
    """
    if not part_of(len(fixtures)).starts:
        return ShownFixtures(fixtures)
    rounds = sorted({each.round for each in fixtures})
    if "round" in request.args:
        asked = part_of(len(rounds), 1, "round").start
    else:
        now = next((each.round for each in fixtures if each.is_open), rounds[-1])
        asked = rounds.index(now) + 1
    if mine is not None and request.args.get("around") == "me":
        asked = rounds.index(mine.round) + 1
    part = PageOfList("round", len(rounds), 1, asked)
    of_round = [each for each in fixtures if each.round == rounds[part.start - 1]]
    tables = part_of(len(of_round), own=own_row(each.members for each in of_round))
    return ShownFixtures(tables.of(of_round), part, tables)


@posts(bp, "/draw", index)
def draw(season: int) -> Page | Answer:
    form = DrawForm(request.form)
    check(form)
    asked = form.lots.data
    refuse_if(asked not in form.lots.choices, NOT_LISTED.format(form.lots.label.text))
    ranked_in = parse_number(asked.removeprefix(RANKED_IN), default=0)
    lots = Lots.BY_LOT if ranked_in else Lots[asked.upper()]

    def draw_rounds(services: ClubServices) -> object:
        return services.seasons.draw(
            the_actor(),
            season,
            lots,
            form.first_day.data,
            form.every.data,
            ranked_in=ranked_in,
            third=request.form.get("third") == "yes",
        )

    return post_or_preview(
        "Draw", season, draw_rounds, redirect_to("fixtures.index", season=season)
    )


@posts(bp, "/<int:round>/day", index)
def move(season: int, round: int) -> Answer:
    seasons = the_club_services().seasons
    if all(each.round != round for each in seasons.drawn_fixtures(the_club().id, season)):
        abort(404)
    seasons.move_round(the_actor(), season, round, request.form.get("day", ""))
    staying = _days_that_stay(round)
    if staying:
        done(f"The round is moved. These keep their own day: {listed(staying)}.")
    return redirect_to("fixtures.index", season=season)


def _days_that_stay(round_: int) -> list[str]:
    """Return the pairs of a round who keep a day of their own when it is moved."""
    services = the_club_services()
    fixtures = services.seasons.fixtures_now(the_club().id, the_season().number, since=round_)
    of_round = [each for each in fixtures if each.round == round_ and each.is_open]
    days = services.appointments.of_season(the_club().id, the_season(), of_round)
    names = services.people.shown_names(the_club().id)
    today = services.clubs.today(the_club().id)
    staying = [each.fixture for each in days if each.appointment.holds_on(today)]
    return [" – ".join(names[member] for member in each.members) for each in staying]


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturePage(Context):
    """A fixture.

    Attributes:
        withdrawn: which of its players withdrew, if it is open.
        may_start: it can be begun, or settled without play.
        enters: the reader may enter a paper sheet.
        cost: what a forfeit costs, for directors; else 0.
        of_day: its day.
        arranges: the reader is one of its players, and can arrange the day.
        fixes: the reader can fix it as a director.
    """

    template = "club/fixture.html"
    fixture: FixtureNow
    names: Mapping[int, str]
    deals: int | None
    withdrawn: Mapping[int, Left]
    may_start: bool
    enters: bool
    cost: int
    of_day: FixtureDay
    arranges: bool
    fixes: bool


@bp.get("/<int:round>/<int:table>")
def fixture(season: int, round: int, table: int, error: str = "") -> Page:
    services = the_club_services()
    now = services.seasons.fixtures_now(the_club().id, season, since=round)
    fixture = next((each for each in now if each.slot == (round, table)), None)
    if fixture is None or fixture.second is None:
        abort(404)
    names = services.people.shown_names(the_club().id)
    withdrawn = {}
    if fixture.is_open:
        left = services.seasons.left(the_club().id, season)
        withdrawn = {member: left[member] for member in fixture.members if member in left}
    cost = 0
    if has_role(maybe_actor(), Role.DIRECTOR):
        cost = services.seasons.forfeit_cost(the_club().id, season)
    is_to_play = fixture.is_open and fixture.state is not FixtureStatus.AT_TABLE
    may_start = is_to_play and not the_season().closed
    actor = maybe_actor()
    is_player = actor is not None and actor.member in fixture.members
    (of_day,) = services.appointments.of_season(the_club().id, the_season(), [fixture])
    page = FixturePage(
        fixture=fixture,
        names=names,
        deals=season_rules(the_season().terms).deals,
        withdrawn=withdrawn,
        may_start=may_start,
        enters=has_role(maybe_actor(), Role.SCORER),
        cost=cost,
        of_day=of_day,
        arranges=may_start and not withdrawn and is_player,
        fixes=may_start and not withdrawn and has_role(actor, Role.DIRECTOR),
    )
    return club_page(page, error)


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
    winner = chosen_number("winner")
    slot = (round, table)

    def settle_fixture(services: ClubServices) -> object:
        if bye:
            return services.seasons.give_bye(the_actor(), season, slot, bye)
        return services.seasons.forfeit(the_actor(), season, slot, winner)

    posted = redirect_to("fixtures.fixture", season=season, round=round, table=table)
    evening = text("evening")
    if is_day(evening):
        posted = redirect_to("evenings.evening", season=season, day=evening, _anchor="tables")
    return post_or_preview("Bye" if bye else "Forfeit", season, settle_fixture, posted)


def is_day(typed: str) -> bool:
    """Return whether a text is a day in ISO 8601, as addresses have it."""
    try:
        return date.fromisoformat(typed).isoformat() == typed
    except ValueError:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayoffPage(Context):
    """Who would take part in a play-off.

    Attributes:
        sizes: how many can.
        number: how many would.
        seeds: their names, each with whether a lot decides their place.
        level: those between whom a lot decides, in words.
        refused: why there can be none; else empty.
        instead_of: the play-offs whose place it takes.
    """

    template = "club/playoff.html"
    sizes: Sequence[int]
    number: int
    seeds: Sequence[tuple[str, bool]]
    level: str
    refused: str
    instead_of: Sequence[str]


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
    page = PlayoffPage(
        sizes=list(seedings),
        number=number,
        seeds=[(names[each], each in level) for each in seeds],
        level=listed([names[each] for each in level]) if level else "",
        refused="" if seedings else refused,
        instead_of=instead_of,
    )
    return club_page(page, error)


@posts(bp, "/play-off", playoff)
def open_playoff(season: int) -> Page | Answer:
    seeds = chosen_number("seeds")
    by_lot = text("lot") == "yes"
    # the number of the season that this opens
    opened = len(the_club_services().seasons.seasons(the_club().id)) + 1
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
    playing = _playing(season)
    chosen = chosen_number("first") or the_actor().member
    first = member_choices(playing, member_names(), [chosen])
    second = member_choices(playing, member_names(), [chosen_number("second")])
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
    if let_score(token) is None:
        begun = partie_begun(_named((first, second)), (the_club().code, season))
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


@companies_bp.app_template_filter()
def card_words(season_sheet: SeasonSheet) -> str:
    """Say in a few words how far a scorecard has come."""
    if season_sheet.status is SheetStatus.DISPUTED:
        return "disputed"
    if season_sheet.posted is not None:
        return f"posted as entry {season_sheet.posted.entry.number}"
    if season_sheet.reversed_by is not None:
        return f"reversed by entry {season_sheet.reversed_by}"
    card = season_sheet.sheet
    if card.unfinished:
        return "in progress"
    assert isinstance(card, CompanyCard), "the companies of a season are listed"
    parties = counted(len(card.company.card.turns), "partie")
    return f"{parties}, {listed([card.names[each] for each in season_sheet.unsigned])} to sign"


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
    chosen = [chosen_number(f"seat{seat}") for seat in range(MOST)]
    seated = [member for member in chosen if member]
    token = token_about(form_token(), str(season), *map(str, seated))
    if let_score(token) is None:
        begun = company_begun(_named(seated), (the_club().code, season))
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
        yield str(cut_message(frame, seat)), required, member_choices(playing, names, [typed])


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
    targets = COMPANY_ORDER if the_season().terms.is_for_two else OF_TWO
    if asked not in targets:
        return None
    return redirect_to(targets[asked], season=the_season().number)


def init_app(app: Flask) -> None:
    app.before_request(_redirect)
