"""A season's pages: standings, cross-table, race, charts, records and what is still open; and the club's records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask import Blueprint, request

from ...ledger.records import CONFIDENCE, Rating, RecordKind, interval, is_provisional
from ...ledger.results import Meeting
from ...ledger.standings import Row, explain
from ...ledger.terms import TWO, TieBreak
from ...rules.words import number_words
from ...service.club.clubs import Club
from ...service.club.credentials import Role
from ...service.club.seasons import plays_in, season_rules
from ...service.club.signing import SeasonSheet, Status
from ...service.club.standings import Race, SeasonNow, rank_words
from ...service.sheets import Sheet
from ..formatting import counted, first_up, grouped, named, signed
from ..phones import has_role, the_club_services
from ..proof import Mark
from ..rights import maybe_actor, the_club
from .forms import Page, club_page, slices, start_of

bp = Blueprint("standings", __name__, url_prefix="/c/<club>/s/<int:season>")

bp.add_app_template_filter(is_provisional)

A_PAGE = 100
"""Rows on one page."""


def order_words(order: Sequence[TieBreak]) -> str:
    """
    Return the order of the tie-breaks in words.

    >>> order_words((TieBreak.POINTS, TieBreak.HEAD_TO_HEAD))
    'points, then head-to-head'
    """
    return ", then ".join(each.value for each in order)


@bp.app_template_filter()
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


def _so_far(now: SeasonNow) -> str:
    """Return how much was played; a company's parties count for each member, so they are not added up."""
    terms = now.season.terms
    if terms.frame == TWO:
        return f"After {counted(now.parties, 'partie')}"
    return f"{first_up(plays_in(terms))}, scorecard by scorecard"


@bp.app_template_filter("rank_words")
def row_rank(row: Row) -> str:
    return rank_words(row.rank, shared=row.shared)


@bp.app_template_filter()
def reasons(row: Row, now: SeasonNow) -> str:
    """Return why a row has its rank, and how many of its results can still change."""
    why, periods = explain(row, now.names), now.correctable.get(row.member, 0)
    still_open = f"{_in_words(periods, 'correction period')} still open" if periods else ""
    return "; ".join(filter(None, (why, still_open)))


def _in_words(number: int, word: str) -> str:
    return f"{number_words(number) if number <= 12 else grouped(number)} {word}{'' if number == 1 else 's'}"


def _unsettled(now: SeasonNow) -> str:
    parts = []
    if now.unposted:
        parts.append(f"{_in_words(now.unposted, 'result')} not posted yet")
    if now.periods.count:
        parts.append(f"{_in_words(now.periods.count, 'result')} still open to correction")
    return first_up("; ".join(parts))


@bp.app_template_filter()
def pending_words(season_sheet: SeasonSheet, names: Mapping[int, str]) -> str:
    """Return the state of a partie that is not posted, and who must sign."""
    state, sheet = season_sheet.status.value, season_sheet.sheet
    if season_sheet.status in (Status.UNSIGNED, Status.HALF_SIGNED):
        players = zip(season_sheet.membership.members, sheet.signatures, strict=True)
        state += f": {named([member for member, signed_as in players if signed_as is None], names)} to sign"
    from_paper = isinstance(sheet, Sheet) and any(each.deal is None for each in sheet.partie.deals)
    return f"{state}, from paper" if from_paper else state


# The cross-table


A_SIDE = 20
"""Rows and columns on one page."""


@bp.app_template_filter()
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


def race_picture(race: Race) -> dict[str, Any] | None:
    """Return the context of the points chart of a season; `None` before its first partie."""
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
    ends = [y(final) for final in finals.values()]
    lines = []
    for (member, line), stroke, end, height in zip(race.lines.items(), STROKES, ends, spread(ends), strict=False):
        points = [(LEFT, y(0)), *((x(point.number), y(point.balance)) for point in line), (RIGHT, end)]
        name = race.names[member]
        shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
        label = Mark(RIGHT + 10, height + 4, shown)
        lines.append({"points": _polyline(points), "stroke": stroke, "end": Mark(RIGHT, end, ""), "name": label})
    totals = "; ".join(f"{race.names[member]} {signed(balance)}" for member, balance in finals.items())
    return {
        "lines": lines,
        "levels": [Mark(LEFT - 6, y(level) + 4, signed(level)) for level in levels(low, high)],
        "zero": y(0),
        "text": f"Points of the {len(lines)} leaders over the season. Now: {totals}.",
        "finals": finals,
    }


def _polyline(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{across},{up}" for across, up in points)


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


def rating_picture(ratings: Sequence[tuple[int, Rating]]) -> dict[str, Any] | None:
    """Return the context of the rating chart of a member, with its 95 % band; `None` before the second partie."""
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

    lower, upper = ([(x(number), y(each[side])) for number, each in enumerate(bounds)] for side in (0, 1))
    last, (least, most) = found[-1], bounds[-1]
    return {
        "line": _polyline((x(number), y(rating.rating)) for number, rating in enumerate(found)),
        "band": _polyline([*upper, *reversed(lower)]),
        "levels": [Mark(left - 6, y(level) + 4, grouped(level)) for level in levels(round(low), round(high))],
        "end": Mark(right + 6, y(last.rating) + 4, grouped(round(last.rating))),
        "numbers": (Mark(left, 138, f"partie {found[0].parties}"), Mark(right, 138, f"partie {last.parties}")),
        "text": (
            f"The rating after each of the last {len(found)} parties, from {grouped(round(found[0].rating))} to "
            f"{grouped(round(last.rating))}. The true strength is between {grouped(round(least))} and "
            f"{grouped(round(most))} in 95 cases of 100."
        ),
    }


# Records and ratings


@bp.app_template_filter()
def interval_words(rating: Rating) -> str:
    least, most = interval(rating)
    return f"{grouped(round(least))} to {grouped(round(most))}"


def records_of(club: Club, season: int | None = None) -> dict[str, object]:
    """Return the context of the records of a season, or of the whole club."""
    now = the_club_services().records.of_club(club.id, season)
    feats = [(kind, now.records[kind]) for kind in RecordKind if kind in now.records]
    return {"now": now, "feats": feats, "reads_book": maybe_actor() is not None}


LEADERS = 6
"""Members in the points chart."""


@bp.get("/")
def standings(season: int) -> Page:
    """Show the standings page by page, or all rows to print."""
    now, actor = the_club_services().standings.now(the_club().id, season), maybe_actor()
    rows, terms = now.table.rows, now.season.terms
    start = start_of(request.args.get("from", ""), len(rows), A_PAGE)
    whole = "all" in request.args
    return club_page(
        "standings.html",
        now=now,
        rows=rows if whole else rows[start - 1 : start - 1 + A_PAGE],
        slices=slices(len(rows), A_PAGE, 0 if whole else start),
        summary=f"{_so_far(now)}. {season_rules(terms).title}.",
        order=order_words(terms.order),
        match_points=TieBreak.MATCH_POINTS in terms.order,
        unsettled=_unsettled(now),
        of_companies=terms.frame != TWO,
        reads_book=actor is not None,
        enters=has_role(actor, Role.SCORER),
        exports=has_role(actor, Role.DIRECTOR),
    )


@bp.get("/cross-table")
def cross_table(season: int) -> Page:
    """Show the cross-table, a square at a time."""
    total = the_club_services().standings.size(the_club().id, season)
    start, column = (start_of(request.args.get(name, ""), total, A_SIDE) for name in ("rows", "columns"))
    found = the_club_services().standings.cross_table(the_club().id, season, start, column, A_SIDE)
    return club_page(
        "cross_table.html",
        found=found,
        members=found.order[start - 1 : start - 1 + A_SIDE],
        others=found.order[column - 1 : column - 1 + A_SIDE],
        row_slices=slices(len(found.order), A_SIDE, start),
        column_slices=slices(len(found.order), A_SIDE, column),
        start=start,
        start_column=column,
        unmet=Meeting(),
    )


@bp.get("/race")
def race(season: int) -> Page:
    found = the_club_services().standings.race(the_club().id, season, LEADERS)
    plot = {"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": RIGHT}
    return club_page("race.html", race=found, picture=race_picture(found), plot=plot)


@bp.get("/records")
def records(season: int) -> Page:
    return club_page("records.html", **records_of(the_club(), season))


@bp.get("/unsettled")
def unsettled(season: int) -> Page:
    now = the_club_services().standings.now(the_club().id, season)
    pending = [each for each in the_club_services().signing.pending(the_club().id) if each.membership.season == season]
    start = start_of(request.args.get("from", ""), now.periods.count, A_PAGE)
    periods = the_club_services().standings.in_period(the_club().id, season, start, A_PAGE)
    parts = slices(now.periods.count, A_PAGE, start)
    return club_page("unsettled.html", now=now, pending=pending, periods=periods, parts=parts)
