"""*Tonight*: who is here, who plays whom, how far each table has come, and how the evening ends.

Every act is a plain form. To swap two members of a pairing, the first tap is a link that marks one
of them, and the second posts the swap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, assert_never

from flask import Blueprint, abort, redirect, request, session, url_for
from jinja2_fragments.flask import render_block
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from ...ledger.results import result_of
from ...ledger.standings import StandingsRow
from ...ledger.terms import Format
from ...rules.words import MONTHS, listed, signed
from ...service.club.credentials import Role
from ...service.club.desk.open_items import Item, Kind
from ...service.club.disputes.cases import DisputeRow
from ...service.club.seasons.evenings import (
    Attendance,
    EveningNow,
    Evenings,
    TableStage,
    TableTonight,
)
from ...service.club.seasons.fixtures import offers_third
from ...service.club.seasons.latecomers import Pairing
from ...service.club.seasons.season import Season
from ...service.club.services import ClubServices
from ...service.parties import SheetKind, SheetRow
from ...service.sheets import AnySheet, CompanyCard
from ...table.contexts import Context
from ...table.entering import A_PAGE, NotAllowed, token_about
from ...table.formatting import counted, grouped, parse_number
from ...table.pair_words import WEEKDAYS
from ...table.race import totals_before
from ...table.recording import Sheet
from ..address import redirect_to
from ..forms import LONGEST, Page, chosen_number, club_page, member_names, posts, text
from ..kinds import address_of
from ..notices import done
from ..rights import the_actor, the_club, the_season
from ..tables import answer_poll
from ..visitor import day_said, form_token, has_role, let_score, the_club_services
from .corrections import Verb, post_or_preview
from .entrants import joins_rounds
from .fairness import unfair_words
from .fixtures import is_day, state_words
from .open_items import address
from .rounds import partie_words
from .standings import ranking_words

bp = Blueprint("evenings", __name__, url_prefix="/c/<club>")
for _enum in (TableStage, Attendance, Pairing):
    bp.add_app_template_global(_enum, _enum.__name__)

ON = "/s/<int:season>/evening/<day>"


# Words


bp.add_app_template_filter(unfair_words)


@bp.app_template_filter()
def stage_words(table: TableTonight, names: Mapping[int, str]) -> str:
    """Say how far a table has come."""
    match table.stage:
        case TableStage.PLAYING:
            return _playing_words(table)
        case TableStage.LEFT:
            return f"left unfinished: {_playing_words(table)}"
        case TableStage.UNSIGNED:
            return f"{_result_words(table, names)}{_signed_words(table)}"
        case TableStage.FINISHED if table.sheet is not None:
            return _result_words(table, names)
        case TableStage.FINISHED if table.fixture is not None:
            return state_words(table.fixture, names)
        case TableStage.WAITING | TableStage.DISPUTED | TableStage.FINISHED:
            return str(table.stage.value)
        case _:
            assert_never(table.stage)


def _playing_words(table: TableTonight) -> str:
    match table.sheet:
        case Sheet(partie=partie, current_deal=number):
            deals = partie.record.rules.deals
            of = f" of {deals}" if deals and number < deals else ""
            one, other = totals_before(partie, number)
            return f"deal {number + 1}{of}, {one} – {other}"
        case CompanyCard(company=company):
            parties = len(company.card.turns)
            return f"{counted(parties, 'partie')} so far" if parties else "begun"
        case None:
            return str(table.stage.value)
        case _:
            assert_never(table.sheet)


def _result_words(table: TableTonight, names: Mapping[int, str]) -> str:
    match table.sheet:
        case Sheet(partie=partie):
            if not partie.is_over:
                return str(table.stage.value)
            result = result_of(partie)
            if result.winner is None:
                return "drawn"
            winner = names[table.members[result.winner]]
            return f"{winner} won {grouped(result.points)}"
        case CompanyCard(company=company):
            return counted(len(company.card.turns), "partie")
        case None:
            return str(table.stage.value)
        case _:
            assert_never(table.sheet)


def _signed_words(table: TableTonight) -> str:
    if table.sheet is None:
        return ""
    signatures = [each for each in table.sheet.signatures if each is not None]
    return f", signed by {listed(signatures)}" if signatures else ", not signed"


@bp.app_template_filter()
def late_words(at: str) -> str:
    return f"comes at {at}" if at else "comes later"


NEXT_TO_LOOK_AT = (
    TableStage.DISPUTED,
    TableStage.WAITING,
    TableStage.PLAYING,
    TableStage.UNSIGNED,
    TableStage.LEFT,
    TableStage.FINISHED,
)


@bp.app_template_filter()
def tables_in_order(now: EveningNow, member: int) -> list[TableTonight]:
    """Return the tables in the order in which to look at them: a member's own first."""

    def order(table: TableTonight) -> tuple[bool, int, int]:
        is_done = table.stage is TableStage.FINISHED
        is_own = member in table.members and not is_done
        return not is_own, NEXT_TO_LOOK_AT.index(table.stage), table.number

    return sorted(now.tables, key=order)


# The page


NEEDS_A_DIRECTOR = frozenset(
    {
        Kind.CLAIMS,
        Kind.NO_FIXTURE,
        Kind.TOO_OFTEN,
        Kind.SEATS,
        Kind.WITHDREW,
        Kind.CLOCK,
        Kind.OVER,
    }
)
"""Open items that nobody but a director can settle; disputes are listed before them."""

SHOWN_HERE = frozenset({Kind.OPEN, Kind.DISPUTED, Kind.PLAYING, Kind.NOT_DRAWN})
"""Open items that this page shows elsewhere, or that need nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningPage(Context):
    """An evening.

    Attributes:
        season: the one that it is of.
        title: what it is called.
        seasons: those that are open, to choose from.
        directs: the reader can arrange it.
        scores: the reader can enter paper sheets and read the open items.
        disputes: those of the club that are open.
        needs: what else only a director can settle, each with where.
        open_count: what else is open in the season.
        mark: who is marked to be swapped; 0 for nobody.
        query: what was searched; *found* are the members with it in their names, of whom
            *others* are not in the season.
        may_enter: the season takes somebody new.
        rounds: those that are played on this evening.
        draws: starting the pairing draws a round.
        offers_third: that is a final, beside which the third place can be played for.
        next_away: the reader has said that they do not come to the next evening.
    """

    template = "club/evening.html"
    season: Season
    now: EveningNow
    title: str
    seasons: Sequence[Season]
    directs: bool
    scores: bool
    disputes: Sequence[tuple[SheetRow, DisputeRow]]
    needs: Sequence[tuple[Item, str]]
    open_count: int
    mark: int
    query: str
    found: Sequence[int]
    others: Sequence[tuple[int, str]]
    may_enter: bool
    rounds: Sequence[int]
    draws: bool
    offers_third: bool
    next_away: bool


def _require_day(day: str) -> None:
    if not is_day(day):
        abort(404)


def _open_seasons() -> list[Season]:
    seasons = the_club_services().seasons.seasons(the_club().id)
    return [each for each in seasons if not each.closed]


TONIGHT = "tonight"
"""The season of each club whose evenings this phone looked at last, in its session."""


@bp.get("/tonight")
def tonight() -> Page:
    """Show the evening that goes on: of the season that is asked for, or the one last looked at, or
    the latest.
    """
    seasons = [each.number for each in _open_seasons()]
    if not seasons:
        return club_page("no_evening.html")
    last = session.get(TONIGHT, {}).get(the_club().code, 0)
    asked = parse_number(request.args.get("season", ""), LONGEST)
    season = next((each for each in (asked, last) if each in seasons), seasons[-1])
    day = the_club_services().evenings.day(the_club().id, season)
    return evening(season, day)


def _title(now: EveningNow) -> str:
    when = "Tonight" if now.is_tonight else f"Evening of {date_words(now.day)}"
    rounds = sorted({each.table.plan.round for each in now.tables} | _planned_rounds(now))
    numbers = [str(each) for each in rounds if each]
    if not numbers:
        return f"{when}, {now.season.terms.name}"
    which = "round" if len(numbers) == 1 else "rounds"
    return f"{when}, {which} {listed(numbers)} of {now.season.terms.name}"


def _planned_rounds(now: EveningNow) -> set[int]:
    return {each.round for each in now.evening.plan}


def date_words(day: str) -> str:
    """Return a day with its weekday.

    >>> date_words("2026-12-05")
    'Saturday 5 December'
    """
    found = date.fromisoformat(day)
    return f"{WEEKDAYS[found.weekday()]()} {found.day} {MONTHS[found.month - 1]}"


bp.add_app_template_filter(date_words)


@bp.get(ON)
def evening(season: int, day: str, error: str = "") -> Page:
    _require_day(day)
    session[TONIGHT] = {**session.get(TONIGHT, {}), the_club().code: season}
    services = the_club_services()
    club_id = the_club().id
    actor = the_actor()
    now = services.evenings.now(club_id, season, day)
    directs = has_role(actor, Role.DIRECTOR) and not now.season.closed
    scores = has_role(actor, Role.SCORER) and not now.season.closed
    items = _items(season) if scores else ()
    query = " ".join(request.values.get("q", "").split())[:80]
    matching = services.people.search(club_id, query, whole_names=directs) if query else {}
    offered = services.people.offered(club_id) if query else []
    entrants = services.seasons.entrants(club_id, season) if query else {}
    others = [
        (member, str(name))
        for member, name in matching.items()
        if member in offered and member not in entrants
    ]
    next_evening = services.evenings.now(club_id, season, now.next_day).evening
    page = EveningPage(
        season=now.season,
        now=now,
        title=_title(now),
        seasons=_open_seasons(),
        directs=directs,
        scores=scores,
        disputes=services.disputes.open_in_club(club_id) if directs else (),
        needs=_needs(items) if directs else (),
        open_count=sum(each.count for each in items if _is_other(each, now)),
        mark=parse_number(request.args.get("mark", ""), LONGEST, 0),
        query=query,
        found=[member for member in matching if member in now.entrants],
        others=others,
        may_enter=bool(query) and not services.seasons.too_late(club_id, season),
        rounds=sorted({each.table.plan.round for each in now.tables} - {0}),
        draws=_draws(now),
        offers_third=_draws(now) and _offers_third(season),
        next_away=actor.member in next_evening.away,
    )
    return club_page(page, error)


def _items(season: int) -> Sequence[Item]:
    reports = the_club_services().open_items.report(the_club().id)
    return next((each.items for each in reports if each.season == season), ())


def _needs(items: Sequence[Item]) -> list[tuple[Item, str]]:
    """Return what only a director can settle, each with where."""
    return [(each, address(each)) for each in items if each.kind in NEEDS_A_DIRECTOR]


def _is_other(item: Item, now: EveningNow) -> bool:
    """Return whether an open item is shown nowhere else on the page."""
    at_tables = {each.fixture.slot for each in now.tables if each.fixture is not None}
    is_at_table = item.kind is Kind.MISSING and (item.round, item.table) in at_tables
    return item.kind not in NEEDS_A_DIRECTOR | SHOWN_HERE and not is_at_table


def _draws(now: EveningNow) -> bool:
    if now.season.terms.format is Format.OPEN or not now.evening.plan:
        return False
    drawn = the_club_services().seasons.drawn_fixtures(the_club().id, now.season.number)
    last = max((each.round for each in drawn), default=0)
    return max(_planned_rounds(now)) > last


def _offers_third(season: int) -> bool:
    fixtures = the_club_services().seasons.fixtures_now(the_club().id, season)
    return offers_third(fixtures, the_season().terms)


@bp.get(f"{ON}/live")
def live(season: int, day: str) -> Answer:
    """Show the tables, for the page that shows them already."""
    _require_day(day)
    services = the_club_services()
    version, _ = services.display.version(the_club().id)

    def shown() -> str:
        actor = the_actor()
        now = services.evenings.now(the_club().id, season, day)
        return render_block(
            EveningPage.template,
            "tables",
            now=now,
            directs=has_role(actor, Role.DIRECTOR) and not now.season.closed,
            season=now.season,
            actor=actor,
        )

    return answer_poll(version, shown)


# The bulletin


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningBulletin(Context):
    """What an evening came to.

    Attributes:
        heading: the season and the day.
        results: of the parties that were played on the day, and of companies, each with its
            members.
        unfinished: the tables that are not finished, each with how far it has come.
        rows: the first of the standings, as they are now.
        text: all of it as plain text, to share.
    """

    template = "club/evening_bulletin.html"
    now: EveningNow
    heading: str
    results: Sequence[EveningLine]
    unfinished: Sequence[EveningLine]
    rows: Sequence[StandingsRow]
    text: str


class EveningLine(NamedTuple):
    """A line of a bulletin, with the members of whom it is."""

    members: Sequence[int]
    words: str


def _balances(card: CompanyCard, members: Sequence[int], names: Mapping[int, str]) -> str:
    balances = zip(members, card.company.card.balances, strict=True)
    return ", ".join(f"{names[member]} {signed(points)}" for member, points in balances)


def _results(now: EveningNow) -> list[EveningLine]:
    """Return what was played: parties between two wherever they were begun, and companies."""
    parties = the_club_services().evenings.parties_on(the_club().id, now.season.number, now.day)
    found = [EveningLine(each.members, partie_words(each, now.names)) for each in parties]
    for table in now.tables:
        match table.sheet:
            case CompanyCard() as card:
                if table.stage is TableStage.FINISHED:
                    words = _balances(card, table.members, now.names)
                    found.append(EveningLine(table.members, words))
            case Sheet() | None:
                pass  # the parties between two are there already
            case _:
                assert_never(table.sheet)
    return found


def _unfinished(now: EveningNow) -> list[EveningLine]:
    found = []
    for table in sorted(now.tables, key=lambda table: table.number):
        if table.stage is not TableStage.FINISHED:
            who = " – ".join(f"{now.names[member]}" for member in table.members)
            found.append(EveningLine(table.members, f"{who}: {stage_words(table, now.names)}"))
    return found


@bp.get(f"{ON}/bulletin")
def bulletin(season: int, day: str) -> Page:
    """Show the results of an evening, what is unfinished, the standings and the next evening."""
    _require_day(day)
    services = the_club_services()
    now = services.evenings.now(the_club().id, season, day)
    results = _results(now)
    unfinished = _unfinished(now)
    rows = services.standings.now(the_club().id, season).table.rows[:A_PAGE]
    heading = f"{now.season.terms.name}, {date_words(day)}"
    lines = [f"{heading}: {the_club().name}", ""]
    lines += [each.words for each in (*results, *unfinished)]
    lines += ["", "Standings"]
    lines += [f"{row.rank_words} {now.names[row.member]}, {ranking_words(row)}" for row in rows]
    lines += ["", f"Next evening: {date_words(now.next_day)}"]
    page = EveningBulletin(
        now=now,
        heading=heading,
        results=results,
        unfinished=unfinished,
        rows=rows,
        text="\n".join(lines),
    )
    return club_page(page)


# Who is here


OF_A_NAME = {"came": Attendance.HERE, "gone": Attendance.GONE}
"""What the key of a name says: its name in the form, whose value is the member."""


@posts(bp, f"{ON}/here", evening)
def here(season: int, day: str) -> Answer:
    """Note of a member what the key says; the key of a name says whether they came or have gone."""
    _require_day(day)
    presence = Attendance.__members__.get(text("do").upper())
    member = chosen_number("member")
    for name, of_name in OF_A_NAME.items():
        if name in request.form:
            presence = of_name
            member = chosen_number(name)
    if presence is None or not member:
        raise NotAllowed("Choose a member.")
    the_club_services().evenings.presence(
        the_actor(), season, day, member, presence, late_at=text("at")
    )
    shown = text("shown") or day
    _require_day(shown)
    return redirect_to("evenings.evening", season=season, day=shown)


@posts(bp, f"{ON}/new", evening)
def welcome(season: int, day: str) -> Page | Answer:
    """Enter somebody who is here; into a round robin that is drawn, preview what follows."""
    _require_day(day)
    name = text("name")
    member = chosen_number("member")
    entered = redirect_to("evenings.evening", season=season, day=day)

    def enter(services: ClubServices) -> object:
        return services.evenings.welcome(the_actor(), season, day, name, member)

    if joins_rounds(season):
        return post_or_preview("Late entrant", season, enter, entered)
    enter(the_club_services())
    return entered


# The pairing


NOT_OFFERED = "Use the keys of this page."


def _swap(evenings: Evenings, season: int, day: str) -> None:
    evenings.swap(
        the_actor(),
        season,
        day,
        seen=chosen_number("seen"),
        one=chosen_number("one"),
        other=chosen_number("other"),
    )


def _turn(evenings: Evenings, season: int, day: str) -> None:
    seen = chosen_number("seen")
    evenings.turn(the_actor(), season, day, seen=seen, number=chosen_number("table"))


def _make(evenings: Evenings, season: int, day: str) -> None:
    evenings.make_pair(
        the_actor(),
        season,
        day,
        seen=chosen_number("seen"),
        one=chosen_number("one"),
        other=chosen_number("other"),
        reason=text("why"),
    )


def _drop(evenings: Evenings, season: int, day: str) -> None:
    evenings.unpair(the_actor(), season, day)


def _pair(evenings: Evenings, season: int, day: str) -> None:
    evenings.pair(the_actor(), season, day)


PAIRING = {"swap": _swap, "turn": _turn, "hand": _make, "drop": _drop, "pair": _pair}
"""What can be done to a pairing, by the word that a form sends."""


@posts(bp, f"{ON}/pairs", evening)
def pair(season: int, day: str) -> Answer:
    """Make the pairing, change it, or drop it."""
    _require_day(day)
    does = PAIRING.get(text("do"))
    if does is None:
        raise NotAllowed(NOT_OFFERED)
    does(the_club_services().evenings, season, day)
    return redirect_to("evenings.evening", season=season, day=day, _anchor="pairing")


@posts(bp, f"{ON}/start", evening)
def start(season: int, day: str) -> Answer:
    _require_day(day)
    seasons = the_club_services().seasons
    before = seasons.draw_to_undo(the_club().id, season)
    the_club_services().evenings.start(the_actor(), season, day, chosen_number("seen"))
    drawn = seasons.draw_to_undo(the_club().id, season)
    if drawn not in (0, before):
        undone_at = url_for("corrections.reversal", number=drawn)
        link = Markup('<a href="{}">Undo this draw</a>').format(undone_at)
        done(Markup("The round is drawn. ") + link)
    return redirect_to("evenings.evening", season=season, day=day, _anchor="tables")


def _take_back(evenings: Evenings, season: int, day: str) -> None:
    evenings.undo_table(the_actor(), season, day, chosen_number("started"))


def _leave(evenings: Evenings, season: int, day: str) -> None:
    evenings.leave_table(the_actor(), season, day, chosen_number("started"))


def _go_on(evenings: Evenings, season: int, day: str) -> None:
    evenings.resume_table(the_actor(), season, day, chosen_number("started"))


OF_TABLES = {"undo": _take_back, "leave": _leave, "go on": _go_on}
"""What can be done to a table that has started, by the word that a form sends."""


@posts(bp, f"{ON}/undo", evening)
def undo(season: int, day: str) -> None:
    """Take a table back, leave its partie for another day, or go on with it after all."""
    _require_day(day)
    does = OF_TABLES.get(text("do"))
    if does is None:
        raise NotAllowed(NOT_OFFERED)
    does(the_club_services().evenings, season, day)


# Who comes late, and who plays for another


def _draw_again(season: int, day: str) -> Verb:
    return lambda services: services.evenings.draw_again(the_actor(), season, day)


def _meet(season: int, day: str) -> Verb:
    one = chosen_number("one")
    other = chosen_number("other")
    reason = text("why")
    return lambda services: services.evenings.pair_late(
        the_actor(), season, day, one=one, other=other, reason=reason
    )


def _sit_out(season: int, day: str) -> Verb:
    started = chosen_number("started")
    member = chosen_number("member")
    return lambda services: services.evenings.sit_out_round(
        the_actor(), season, day, started, member
    )


OF_ROUNDS = {"again": _draw_again, "meet": _meet, "rest": _sit_out}
"""How a round of a Swiss that is drawn changes for one who comes late or sits it out, by the word
that a form sends.
"""

TITLES = {
    "again": "Draw the round again",
    "meet": "Late for the round",
    "rest": "Sits the round out",
}

THEN = {"again": "After it, all who are here are paired for you to look at and draw."}
"""What comes after a preview."""


@posts(bp, f"{ON}/late", evening)
def late(season: int, day: str) -> Page | Answer:
    """Preview or post how the round of a Swiss changes for who comes late or sits it out."""
    _require_day(day)
    do = text("do")
    if do not in OF_ROUNDS:
        raise NotAllowed(NOT_OFFERED)
    verb = OF_ROUNDS[do](season, day)
    posted = redirect_to("evenings.evening", season=season, day=day, _anchor="tables")
    return post_or_preview(TITLES[do], season, verb, posted, then=THEN.get(do, ""))


@posts(bp, f"{ON}/substitute", evening)
def substitute(season: int, day: str) -> Page | Answer:
    """Let somebody play for a member at a table; preview what that posts, if there are fixtures."""
    _require_day(day)
    started = chosen_number("started")
    member = chosen_number("member")
    by = chosen_number("substitute")
    name = text("name")
    reason = text("reason")
    posted = redirect_to("evenings.evening", season=season, day=day, _anchor="tables")

    def replace_player(services: ClubServices) -> None:
        services.evenings.substitute(
            the_actor(),
            season,
            day,
            started=started,
            member=member,
            by=by,
            name=name,
            reason=reason,
        )

    if the_season().terms.format is Format.OPEN:
        replace_player(the_club_services())
        return posted
    title = f"Substitute for {member_names().get(member, '')}"
    return post_or_preview(title, season, replace_player, posted)


# A table


@posts(bp, f"{ON}/begin", evening)
def begin(season: int, day: str) -> Answer:
    """Begin the partie, or the company, of a table; a second tap goes on with it."""
    _require_day(day)
    services = the_club_services()
    now = services.evenings.now(the_club().id, season, day)
    started = chosen_number("started")
    table = next((each for each in now.tables if each.table.started == started), None)
    if table is None:
        raise NotAllowed("This table was taken back. Ask the director.")
    if table.sheet is not None:
        return redirect(address_of(table.sheet), 303)
    token = token_about(form_token(), str(season), day, str(started))
    opened = _opened(table, token)
    let_score(token)
    return redirect(address_of(opened), 303)


def _opened(table: TableTonight, token: str) -> AnySheet:
    """Open what is played at a table, once for each token."""
    signing = the_club_services().signing
    season = the_season()
    where = (the_club().id, season.number)
    if table.fixture is not None:
        slot = table.fixture.slot
        return signing.open_fixture(*where, slot, token=token, today=day_said())
    kind = SheetKind.PARTIE if season.terms.is_for_two else SheetKind.COMPANY
    members = table.table.plan.members
    return signing.open(*where, members, kind, token=token, today=day_said())


# The end


def _set_bell(evenings: Evenings, season: int, day: str) -> None:
    evenings.set_bell(the_actor(), season, day, text("at"))


def _set_next(evenings: Evenings, season: int, day: str) -> None:
    evenings.set_next(the_actor(), season, day, text("next"))


def _resume(evenings: Evenings, season: int, day: str) -> None:
    evenings.resume(the_actor(), season, day)


def _end(evenings: Evenings, season: int, day: str) -> None:
    evenings.end(the_actor(), season, day)


ENDING = {"bell": _set_bell, "next": _set_next, "resume": _resume, "end": _end}
"""What can be set about the end of an evening, by the word that a form sends."""


@posts(bp, f"{ON}/end", evening)
def end(season: int, day: str) -> None:
    """Set when the round or the evening ends, and the day of the next."""
    _require_day(day)
    does = ENDING.get(text("do"))
    if does is None:
        raise NotAllowed(NOT_OFFERED)
    does(the_club_services().evenings, season, day)
