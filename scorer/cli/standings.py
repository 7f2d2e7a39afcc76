"""The standings of a season on a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from ..ledger.records import CONFIDENCE, Rating, is_provisional
from ..ledger.standings import Row, explain
from ..ledger.terms import TieBreak
from ..service.club.clubs import Club
from ..service.club.seasons import NoSuchSeason
from ..service.club.standings import SeasonNow, rank_words
from .book import opened
from .options import club_option, data_option, give_up, json_option
from .plain_text import aligned, pad, width

LONGEST_NAME = 32
"""Columns of a name; a longer one is cut."""

Column = tuple[str, Callable[[Row], str]]
"""The heading of a column, and its cell in a row."""


@click.command()
@click.option("--season", "number", type=int, metavar="N", help="The number of the season; otherwise the latest.")
@click.option("--why", is_flag=True, help="Say under each row why it has that rank.")
@club_option
@data_option
@json_option
def standings(number: int | None, code: str | None, data: Path | None, why: bool, as_json: bool) -> None:
    """Print the standings of a season."""
    with opened(data) as book:
        club, seasons = book.club(code), book.services.standings
        if number is None:
            season = seasons.open_season(club.id)
            if season is None:
                give_up(f"{club.name} has no season yet")
            number = season.number
        try:
            now = seasons.now(club.id, number)
        except NoSuchSeason:
            give_up(f"{club.name} has no season {number}")
    if as_json:
        click.echo(json.dumps(_document(club, now)))
    else:
        click.echo("\n".join(_table(club, now, why=why)))


def _document(club: Club, now: SeasonNow) -> dict[str, Any]:
    return {
        "club": club.code,
        "season": now.season.number,
        "name": now.season.terms.name,
        "closed": now.season.closed,
        "order": [each.value for each in now.season.terms.order],
        "through": now.table.through,
        "unposted": now.unposted,
        "rows": [_row(row, now) for row in now.table.rows],
    }


def _row(row: Row, now: SeasonNow) -> dict[str, Any]:
    tally, rating = row.tally, now.table.ratings.get(row.member)
    return {
        "rank": row.rank,
        "shared": row.shared,
        "member": row.member,
        "name": now.names[row.member],
        "parties": tally.parties,
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "points": tally.balance,
        "points_won": tally.points_won,
        "points_lost": tally.points_lost,
        "adjusted": tally.adjusted,
        "match_points": tally.score,
        "rubicons_inflicted": tally.rubicons_inflicted,
        "rubicons_suffered": tally.rubicons_suffered,
        "rating": None
        if rating is None
        else {
            "rating": round(rating.rating, 1),
            "deviation": round(rating.deviation, 1),
            "provisional": is_provisional(rating, now.season.terms.provisional),
        },
        "why": explain(row, now.names),
    }


def _columns(now: SeasonNow) -> Iterator[Column]:
    """Yield the columns; those that no member needs are left out."""
    yield "Parties", lambda row: str(row.tally.parties)
    yield "Won", lambda row: str(row.tally.won)
    if any(row.tally.drawn for row in now.table.rows):
        yield "Drawn", lambda row: str(row.tally.drawn)
    if TieBreak.MATCH_POINTS in now.season.terms.order:
        yield "Match points", lambda row: str(row.tally.score)
    yield "Received", lambda row: str(row.tally.points_won)
    yield "Paid", lambda row: str(row.tally.points_lost)
    if any(row.tally.adjusted for row in now.table.rows):
        yield "Adjusted", lambda row: _signed(row.tally.adjusted)
    yield "Points", lambda row: _signed(row.tally.balance)
    yield "Rating", lambda row: _rating(now.table.ratings.get(row.member), now.season.terms.provisional)


def _signed(number: int) -> str:
    return f"{number:+}".replace("-", "−") if number else "0"


def _rating(rating: Rating | None, provisional: int) -> str:
    """
    Return a rating with its 95 % interval, and a question mark while it is provisional.

    >>> _rating(Rating(1612.4, 50.0, 0.06, 12), 10), _rating(Rating(1500.0, 200.0, 0.06, 3), 10), _rating(None, 10)
    ('1612 ± 98 ', '1500 ± 392?', '')
    """
    if rating is None:
        return ""
    mark = "?" if is_provisional(rating, provisional) else " "
    return f"{rating.rating:.0f} ± {CONFIDENCE * rating.deviation:.0f}{mark}"


def _table(club: Club, now: SeasonNow, *, why: bool) -> Iterator[str]:
    terms, rows = now.season.terms, now.table.rows
    state = "closed" if now.season.closed else f"through entry {now.table.through}"
    yield f"{club.name}, {terms.name}, {state}: by {', then '.join(each.value for each in terms.order)}"
    ranks = [rank_words(row.rank, shared=row.shared) for row in rows]
    first = max(map(len, ranks), default=0)
    name = min(max((width(now.names[row.member]) for row in rows), default=0), LONGEST_NAME)
    columns = [(heading, [cell(row) for row in rows]) for heading, cell in _columns(now)]
    wide = [max(len(heading), *map(len, cells), 0) for heading, cells in columns]
    heads = aligned([heading for heading, _ in columns], wide, "  ")
    yield f"{'':{first}}  {'':{name}}  {heads}".rstrip()
    yield "─" * (first + name + 4 + len(heads))
    for number, row in enumerate(rows):
        cells = aligned([each[number] for _, each in columns], wide, "  ")
        yield f"{ranks[number]:>{first}}  {pad(now.names[row.member], name)}  {cells}".rstrip()
        if why and (said := explain(row, now.names)):
            yield f"{'':{first}}  {said}"
    if not rows:
        yield "No members are entered yet."
    if now.unposted:
        yield f"{now.unposted} {'partie is' if now.unposted == 1 else 'parties are'} not posted yet."
