"""A season's pages: standings, cross-table, race, charts, records and what is still open; and the club's records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request

from ...ledger.ratings import CONFIDENCE, Rating, interval, is_provisional
from ...ledger.records import RecordKind
from ...ledger.results import Meeting
from ...ledger.standings import Row, explain
from ...ledger.terms import TWO, TieBreak
from ...rules.words import number_words
from ...service.club.companies import plays_in
from ...service.club.credentials import Role
from ...service.club.records import PostedPartie, RatingsNow, RecordsNow
from ...service.club.seasons import Season, season_rules
from ...service.club.signing import SeasonSheet, Status
from ...service.club.standings import CrossTable, Race, SeasonNow, rank_words
from ..formatting import counted, day, first_up, grouped, signed, when
from ..phones import has_role, the_club_services
from ..proof import Mark
from ..rights import maybe_actor, the_club
from .forms import Slice, slices, start_of

# Standings


A_PAGE = 100
"""Rows on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """One row of the standings."""

    rank: str
    member: int
    name: str
    rating: str
    why: str
    parties: str
    won: int
    points: str
    match_points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage:
    """The standings of a season; *match_points* says whether they have a column."""

    season: Season
    summary: str
    order: str
    match_points: bool
    rows: tuple[StandingsRow, ...]
    slices: tuple[Slice, ...]
    unsettled: str
    of_companies: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A partie that is not posted yet."""

    code: str
    names: str
    state: str
    totals: str
    over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A partie that is still open to correction, with its entry."""

    entry: int
    names: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsettledPage:
    """The results of a season that are not yet final."""

    season: Season
    pending: tuple[Pending, ...]
    correctable: tuple[Period, ...]
    correction_rule: str
    slices: tuple[Slice, ...]


def order_words(order: Sequence[TieBreak]) -> str:
    """
    Return the order of the tie-breaks in words.

    >>> order_words((TieBreak.POINTS, TieBreak.HEAD_TO_HEAD))
    'points, then head-to-head'
    """
    return ", then ".join(each.value for each in order)


def rating_words(rating: Rating | None, provisional: int) -> str:
    """
    Return a rating with its 95 % interval.

    >>> rating_words(Rating(1612.4, 50.0, 0.06, 12), 10), rating_words(Rating(1500.0, 200.0, 0.06, 3), 10)
    ('1,612 ± 98', '1,500 ± 392, provisional')
    """
    if rating is None:
        return ""
    mark = ", provisional" if is_provisional(rating, provisional) else ""
    return f"{grouped(round(rating.rating))} ± {grouped(round(CONFIDENCE * rating.deviation))}{mark}"


def standings_page(now: SeasonNow, start: int, *, whole: bool) -> StandingsPage:
    """Return the standings from row *start*, or with *whole* all rows on one page to print."""
    rows = now.table.rows
    start = start if 1 <= start <= len(rows) else 1
    terms = now.season.terms
    return StandingsPage(
        season=now.season,
        summary=f"{_so_far(now)}. {season_rules(terms).title}.",
        order=f"Ranked by {order_words(terms.order)}.",
        match_points=TieBreak.MATCH_POINTS in terms.order,
        rows=tuple(_row(row, now) for row in (rows if whole else rows[start - 1 : start - 1 + A_PAGE])),
        slices=slices(len(rows), A_PAGE, 0 if whole else start),
        unsettled=_unsettled(now),
        of_companies=terms.frame != TWO,
    )


def _so_far(now: SeasonNow) -> str:
    """Return how much was played; a company's parties count for each member, so they are not added up."""
    terms = now.season.terms
    if terms.frame == TWO:
        return f"After {counted(now.parties, 'partie')}"
    return f"{first_up(plays_in(terms))}, scorecard by scorecard"


def _row(row: Row, now: SeasonNow) -> StandingsRow:
    tally, terms = row.tally, now.season.terms
    rating = rating_words(now.table.ratings.get(row.member), terms.provisional)
    why = [explain(row, now.names)]
    periods = now.periods.of.get(row.member, 0)
    if periods:
        why.append(f"{_many(periods, 'correction period')} still open")
    return StandingsRow(
        rank=rank_words(row.rank, shared=row.shared),
        member=row.member,
        name=now.names[row.member],
        rating=rating,
        why="; ".join(each for each in why if each),
        parties=grouped(tally.parties),
        won=tally.won,
        points=signed(tally.balance),
        match_points=grouped(tally.score),
    )


def _many(number: int, word: str) -> str:
    return f"{number_words(number) if number <= 12 else grouped(number)} {word}{'' if number == 1 else 's'}"


def _unsettled(now: SeasonNow) -> str:
    parts = []
    if now.unposted:
        parts.append(f"{_many(now.unposted, 'result')} not posted yet")
    if now.periods.count:
        parts.append(f"{_many(now.periods.count, 'result')} still open to correction")
    return first_up("; ".join(parts))


def unsettled_page(
    now: SeasonNow, standings: Iterable[SeasonSheet], periods: Iterable[PostedPartie], start: int
) -> UnsettledPage:
    """
    Return the results of a season that are not yet final.

    Args:
        now: the season.
        standings: the parties that are not posted yet.
        periods: one page of the parties still open to correction, latest first.
        start: the number of the first of them, from 1.
    """
    hours = counted(now.season.terms.correction_hours, "hour")
    return UnsettledPage(
        season=now.season,
        pending=tuple(_pending(each, now.names) for each in standings),
        correctable=tuple(_period(each, now.names) for each in periods),
        correction_rule=f"Both players can agree to a correction within {hours}.",
        slices=slices(now.periods.count, A_PAGE, start),
    )


def _period(period: PostedPartie, members: Mapping[int, str]) -> Period:
    names = " and ".join(members[member] for member in period.members)
    return Period(entry=period.entry, names=names, until=f"until {when(period.correctable_until)}")


def _pending(season_sheet: SeasonSheet, members: Mapping[int, str]) -> Pending:
    sheet = season_sheet.sheet
    names = [members[member] for member in season_sheet.season_partie.members]
    state = season_sheet.status.value
    if season_sheet.status is Status.UNSIGNED:
        state = f"unsigned: {names[0]} and {names[1]} to sign"
    if season_sheet.status is Status.HALF_SIGNED:
        missing = [name for name, signed_as in zip(names, sheet.signatures, strict=True) if signed_as is None]
        state = f"half signed: {' and '.join(missing)} to sign"
    if any(each.deal is None for each in sheet.partie.deals):
        state += ", from paper"
    return Pending(
        code=sheet.code,
        names=" and ".join(names),
        state=state,
        totals=f"{sheet.partie.totals[0]} – {sheet.partie.totals[1]}",
        over=sheet.partie.is_over,
    )


# The cross-table


A_SIDE = 20
"""Rows and columns on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One member's results against another; empty if they have not met. *own* marks the diagonal."""

    other: int
    name: str
    parties: str = ""
    points: str = ""
    own: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow:
    """One member against the others."""

    rank: str
    member: int
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossPage:
    """One page of the cross-table; *columns* has each rank and name."""

    season: Season
    columns: tuple[tuple[str, str], ...]
    rows: tuple[CrossRow, ...]
    row_slices: tuple[Slice, ...]
    column_slices: tuple[Slice, ...]
    start: int
    start_column: int


def cross_page(found: CrossTable, start: int, start_column: int) -> CrossPage:
    """Return the rows from *start* against the columns from *start_column*, both from 1."""
    members = found.order[start - 1 : start - 1 + A_SIDE]
    others = found.order[start_column - 1 : start_column - 1 + A_SIDE]
    return CrossPage(
        season=found.season,
        columns=tuple((found.ranks[other], found.names[other]) for other in others),
        rows=tuple(
            CrossRow(
                rank=found.ranks[member],
                member=member,
                name=found.names[member],
                cells=tuple(_cell(member, other, found) for other in others),
            )
            for member in members
        ),
        row_slices=slices(len(found.order), A_SIDE, start),
        column_slices=slices(len(found.order), A_SIDE, start_column),
        start=start,
        start_column=start_column,
    )


def _cell(member: int, other: int, found: CrossTable) -> Cell:
    meeting = found.meetings.get((member, other), Meeting())
    name = found.names[other]
    if not meeting.parties:
        return Cell(other=other, name=name, own=member == other)
    points = signed(meeting.balance)
    return Cell(other=other, name=name, parties=score_words(meeting), points=points, won=meeting.balance > 0)


def score_words(meeting: Meeting) -> str:
    """
    Return parties won and lost, and drawn if any were.

    >>> score_words(Meeting(parties=3, won=2, lost=1)), score_words(Meeting(parties=2, won=1, drawn=1))
    ('2–1', '1–0, 1 drawn')
    """
    return f"{meeting.won}–{meeting.lost}" + (f", {meeting.drawn} drawn" if meeting.drawn else "")


# Charts
#
# All coordinates are computed here; the template only draws. Lines differ by
# the name at their end and by their stroke, not by colour.


WIDTH, HEIGHT = 400, 260
LEFT, RIGHT, TOP, BOTTOM = 46, 296, 12, 232
"""The plot area of the points chart, in units of the view box; names are to the right of it."""

LINE_HEIGHT = 15
"""The least distance between two names, one above the other."""

LONGEST = 13
"""Letters shown of a name."""

STROKES = ("solid", "dashed", "dotted", "thin", "long", "mixed")
"""The strokes of the lines, the leader's first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceLine:
    """One member's line, with its end (x, y) and the name beside it."""

    points: str
    stroke: str
    x: float
    y: float
    name: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class RacePicture:
    """The points chart of a season; *zero* is the height of no points, *rows* has member, name and points."""

    lines: tuple[RaceLine, ...]
    levels: tuple[Mark, ...]
    zero: float
    ends: tuple[Mark, Mark]
    text: str
    rows: tuple[tuple[int, str, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingPicture:
    """The rating chart of a member: the line, its 95 % band, and both in words."""

    line: str
    band: str
    levels: tuple[Mark, ...]
    end: Mark
    numbers: tuple[Mark, Mark]
    text: str


def race_picture(race: Race) -> RacePicture | None:
    """Return the points chart of a season; `None` before its first partie."""
    if not race.lines or race.last <= race.first:
        return None
    balances = [point.balance for line in race.lines.values() for point in line]
    low, high = min(0, *balances), max(0, *balances)
    span = max(high - low, 1)

    def x(number: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * (number - race.first) / (race.last - race.first), 1)

    def y(balance: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (balance - low) / span, 1)

    finals = {member: line[-1].balance for member, line in race.lines.items()}
    heights = spread([y(finals[member]) for member in race.lines])
    lines = []
    for (member, line), stroke, height in zip(race.lines.items(), STROKES, heights, strict=False):
        points = [(LEFT, y(0)), *((x(point.number), y(point.balance)) for point in line), (RIGHT, y(finals[member]))]
        name = race.names[member]
        shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
        drawn = " ".join(f"{across},{up}" for across, up in points)
        label = Mark(RIGHT + 10, height + 4, shown)
        lines.append(RaceLine(points=drawn, stroke=stroke, x=RIGHT, y=y(finals[member]), name=label))
    totals = "; ".join(f"{race.names[member]} {signed(balance)}" for member, balance in finals.items())
    days = (*(day(each) for each in race.days), "", "")
    return RacePicture(
        lines=tuple(lines),
        levels=tuple(Mark(LEFT - 6, y(level) + 4, signed(level)) for level in levels(low, high)),
        zero=y(0),
        ends=(Mark(LEFT, HEIGHT - 8, days[0]), Mark(RIGHT, HEIGHT - 8, days[1])),
        text=f"Points of the {len(lines)} leaders over the season. Now: {totals}.",
        rows=tuple((member, race.names[member], signed(balance)) for member, balance in finals.items()),
    )


def spread(heights: Sequence[float]) -> list[float]:
    """
    Return heights for names, each near its line and none over another.

    >>> spread([100, 100, 40])
    [92.5, 107.5, 40]
    """
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    groups: list[list[int]] = []
    for number in order:
        groups.append([number])
        while len(groups) > 1 and _top(groups[-1], heights) - _bottom(groups[-2], heights) < LINE_HEIGHT:
            groups[-2:] = [groups[-2] + groups[-1]]
    found = list(heights)
    for group in groups:
        top = _top(group, heights)
        for step, number in enumerate(group):
            found[number] = round(top + LINE_HEIGHT * step, 1) if len(group) > 1 else heights[number]
    return found


def _top(group: Sequence[int], heights: Sequence[float]) -> float:
    middle = sum(heights[number] for number in group) / len(group)
    return middle - LINE_HEIGHT * (len(group) - 1) / 2


def _bottom(group: Sequence[int], heights: Sequence[float]) -> float:
    return _top(group, heights) + LINE_HEIGHT * (len(group) - 1)


def levels(low: int, high: int) -> tuple[int, ...]:
    """
    Return three to six round figures within a range.

    >>> levels(-212, 1204), levels(0, 0)
    ((0, 500, 1000), (0,))
    """
    step = 1
    for step in (each * 10**power for power in range(9) for each in (1, 2, 5)):
        if (high - low) / step <= 5:
            break
    first = -(-low // step) * step
    return tuple(range(first, high + 1, step))


def rating_picture(ratings: Sequence[tuple[int, Rating]]) -> RatingPicture | None:
    """Return the rating chart of a member; `None` before the second partie."""
    found = [rating for _, rating in ratings]
    if len(found) < 2:
        return None
    bounds = [interval(rating) for rating in found]
    low, high = min(each[0] for each in bounds), max(each[1] for each in bounds)
    left, right, top, bottom = 44, 300, 10, 118

    def x(number: int) -> float:
        return round(left + (right - left) * number / (len(found) - 1), 1)

    def y(rating: float) -> float:
        return round(bottom - (bottom - top) * (rating - low) / (high - low), 1)

    upper = [f"{x(number)},{y(each[1])}" for number, each in enumerate(bounds)]
    lower = [f"{x(number)},{y(each[0])}" for number, each in enumerate(bounds)]
    last, (least, most) = found[-1], bounds[-1]
    return RatingPicture(
        line=" ".join(f"{x(number)},{y(rating.rating)}" for number, rating in enumerate(found)),
        band=" ".join([*upper, *reversed(lower)]),
        levels=tuple(Mark(left - 6, y(level) + 4, grouped(level)) for level in levels(round(low), round(high))),
        end=Mark(right + 6, y(last.rating) + 4, grouped(round(last.rating))),
        numbers=(Mark(left, 138, f"partie {found[0].parties}"), Mark(right, 138, f"partie {last.parties}")),
        text=(
            f"The rating after each of the last {len(found)} parties, from {grouped(round(found[0].rating))} to "
            f"{grouped(round(last.rating))}. The true strength is between {grouped(round(least))} and "
            f"{grouped(round(most))} in 95 cases of 100."
        ),
    )


# Records and ratings


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLine:
    """A record; *where* names the entries it comes from, *entry* is the last of them."""

    kind: str
    figure: str
    member: int
    name: str
    entry: int
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordsPage:
    """The records of a season, or of the whole club."""

    season: Season | None
    lines: tuple[RecordLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedRow:
    """One row of the ratings; *between* is the 95 % interval."""

    rank: int
    member: int
    name: str
    rating: str
    between: str
    parties: str
    provisional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsPage:
    """One page of the ratings."""

    explanation: str
    rows: tuple[RatedRow, ...]
    slices: tuple[Slice, ...]


def records_page(now: RecordsNow) -> RecordsPage:
    """Return the records of a club, or of a season."""
    lines = []
    for kind in RecordKind:
        feat = now.records.get(kind)
        if feat is not None:
            lines.append(
                RecordLine(
                    kind=first_up(kind.value),
                    figure=grouped(feat.figure),
                    member=feat.member,
                    name=now.names[feat.member],
                    entry=feat.last,
                    where=f"entry {feat.first}" if feat.first == feat.last else f"entries {feat.first} to {feat.last}",
                )
            )
    return RecordsPage(season=now.season, lines=tuple(lines))


def ratings_page(now: RatingsNow, start: int) -> RatingsPage:
    """Return the ratings from rank *start*."""
    rows = []
    for rank, (member, rating) in enumerate(now.rated[start - 1 : start - 1 + A_PAGE], start):
        least, most = interval(rating)
        rows.append(
            RatedRow(
                rank=rank,
                member=member,
                name=now.names[member],
                rating=grouped(round(rating.rating)),
                between=f"{grouped(round(least))} to {grouped(round(most))}",
                parties=grouped(rating.parties),
                provisional=is_provisional(rating, now.provisional),
            )
        )
    explanation = (
        "Computed from every current partie. The true strength is within the range shown in 95 cases of 100. "
        f"A rating is provisional for the first {counted(now.provisional, 'partie')}."
    )
    return RatingsPage(explanation=explanation, rows=tuple(rows), slices=slices(len(now.rated), A_PAGE, start))


# The pages


bp = Blueprint("standings", __name__, url_prefix="/c/<club>/s/<int:season>")

LEADERS = 6
"""Members in the points chart."""


@bp.get("/")
def standings(club: str, season: int) -> str:
    """Show the standings page by page, or all rows to print."""
    now = the_club_services().standings.now(the_club().id, season)
    start = start_of(request.args.get("from", ""), len(now.table.rows), A_PAGE)
    page = standings_page(now, start, whole="all" in request.args)
    return render_template("club/standings.html", club=the_club(), page=page, **_rights())


def _rights() -> dict[str, bool]:
    """Return which links the reader may follow."""
    actor = maybe_actor()
    return {
        "reads_book": actor is not None,
        "enters": has_role(actor, Role.SCORER),
        "exports": has_role(actor, Role.DIRECTOR),
    }


@bp.get("/cross-table")
def cross_table(club: str, season: int) -> str:
    """Show the cross-table, a square at a time."""
    total = the_club_services().standings.size(the_club().id, season)
    start, column = (start_of(request.args.get(name, ""), total, A_SIDE) for name in ("rows", "columns"))
    found = the_club_services().standings.cross_table(the_club().id, season, start, A_SIDE)
    return render_template("club/cross_table.html", club=the_club(), page=cross_page(found, start, column))


@bp.get("/race")
def race(club: str, season: int) -> str:
    """Show the points chart."""
    found = the_club_services().standings.race(the_club().id, season, LEADERS)
    return render_template("club/race.html", club=the_club(), race=found, picture=race_picture(found))


@bp.get("/records")
def records(club: str, season: int) -> str:
    """List the season's records."""
    page = records_page(the_club_services().records.of_club(the_club().id, season))
    return render_template("club/records.html", club=the_club(), page=page, reads_book=maybe_actor() is not None)


@bp.get("/unsettled")
def unsettled(club: str, season: int) -> str:
    """List the parties that are not posted yet, and those still open to correction."""
    now = the_club_services().standings.now(the_club().id, season)
    pending = [
        each for each in the_club_services().signing.pending(the_club().id) if each.season_partie.season == season
    ]
    start = start_of(request.args.get("from", ""), now.periods.count, A_PAGE)
    periods = the_club_services().standings.in_period(the_club().id, season, start, A_PAGE)
    page = unsettled_page(now, pending, periods, start)
    return render_template("club/unsettled.html", club=the_club(), page=page)
