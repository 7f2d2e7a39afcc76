"""A member's first page: where they are in each open season, and what was posted about them since they last looked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, assert_never

from sqlalchemy import Connection

from ...ledger.entries import Adjusted, ByeGiven, Entry, Reversed, SheetPosted, StakesPaid, narration
from ...ledger.results import CardResult, Result
from ...ledger.standings import Row
from ...rules.words import listed
from ...storage import book, projections
from ...storage.engine import reading
from ...storage.projections import PostedPartie
from ..opening import Service, sentence
from .fixtures import FixtureNow, fixtures_now
from .people import shown_names
from .posting import read_entry
from .seasons import Season
from .signing import entries_about
from .standings import season_rows

LOOKED_AT = 60
"""Entries since the last look that are read, at most; the book has the others."""


class Whereabouts(NamedTuple):
    """Where a member is in an open season: the row of `of` entrants, the latest partie, and the fixtures to play."""

    season: Season
    row: Row
    of: int
    last: PostedPartie | None
    ahead: tuple[FixtureNow, ...]


class News(NamedTuple):
    """Something posted about a member that they did not sign themselves; `at` is UTC in ISO 8601."""

    entry: int
    at: str
    says: str


class Latest(NamedTuple):
    """The news since an entry, latest first, with the number of the last entry; `whole` says that none is left out."""

    news: tuple[News, ...]
    through: int
    whole: bool


class Home(Service):
    def whereabouts(self, club_id: int, member: int) -> list[Whereabouts]:
        """Return where a member is in each open season that they entered, the latest season first."""
        with reading(self.engine) as db:
            tallies = projections.tallies_of(db, club_id, member)
            seasons = [each for each in projections.seasons(db, club_id) if not each.closed and each.number in tallies]
            return [_whereabouts(db, club_id, each, member) for each in reversed(seasons)]

    def through(self, club_id: int) -> int:
        """Return the number of the last entry."""
        with reading(self.engine) as db:
            return projections.position(db, club_id)

    def news(self, club_id: int, member: int, since: int) -> Latest:
        """Return what was posted about a member after entry *since*."""
        with reading(self.engine) as db:
            through = projections.position(db, club_id)
            if since >= through:
                return Latest((), through, whole=True)
            rows = book.moved_since(db, club_id, member, since, LOOKED_AT)
            names = shown_names(db, club_id)
            found = (_news(db, club_id, read_entry(row).entry, member, names) for row in rows)
            return Latest(tuple(each for some in found for each in some), through, len(rows) < LOOKED_AT)


def _whereabouts(db: Connection, club_id: int, season: Season, member: int) -> Whereabouts:
    rows = season_rows(db, club_id, season.number)
    last = projections.parties_of(db, club_id, member, season=season.number, most=1)
    fixtures = fixtures_now(db, club_id, season.number, season.terms, member=member)
    row = next(each for each in rows if each.member == member)
    ahead = tuple(each for each in fixtures if each.is_open)
    return Whereabouts(season, row, len(rows), last[0] if last else None, ahead)


def _news(db: Connection, club_id: int, entry: Entry, member: int, names: Mapping[int, str]) -> Iterator[News]:
    """Yield what an entry tells a member; a correction is told with the end of its dispute, and not here."""
    body = entry.body
    if isinstance(body, SheetPosted):
        signed = body.signed == len(body.members) and not body.imported
        if body.instead_of is None and not signed and not _is_ruled(db, club_id, entry, body):
            yield News(entry.number, entry.at, f"{result_words(body, member, names)}.")
    elif isinstance(body, Reversed):
        row = book.find_entry(db, club_id, body.entry)
        undone = None if row is None else read_entry(row).entry.body
        if not isinstance(undone, SheetPosted):
            yield News(entry.number, entry.at, sentence(narration(body, names)))
        elif not undone.code or entries_about(db, club_id, undone.code).current is None:
            what = result_words(undone, member, names)
            yield News(entry.number, entry.at, f"Reversed: {what[:1].lower()}{what[1:]}. {sentence(body.reason)}")
    elif isinstance(body, Adjusted | ByeGiven | StakesPaid):
        yield News(entry.number, entry.at, sentence(narration(body, names)))


def _is_ruled(db: Connection, club_id: int, entry: Entry, body: SheetPosted) -> bool:
    about = entries_about(db, club_id, body.code) if body.code else None
    posted = None if about is None else about.current
    return about is not None and posted is not None and posted.entry == entry and about.is_ruled(posted)


def result_words(body: SheetPosted, member: int, names: Mapping[int, str]) -> str:
    """Tell a member what they won or lost, without a full stop."""
    others, result = listed([names[each] for each in body.members if each != member]), body.result
    match result:
        case CardResult():
            balance = next(share.balance for share in result.shares if share.member == member)
            return f"Your scorecard with {others}: {balance:+,}".replace("-", "−")
        case Result():
            return partie_words(result, body.members.index(member), others)
        case _:
            assert_never(result)


def partie_words(result: Result, player: int, other: str) -> str:
    """
    Tell a player how a partie with *other* ended.

    >>> from scorer.ledger.results import Side
    >>> sides = Side(154), Side(67)
    >>> [partie_words(Result(sides, winner, 321, rubicon=True), 0, "Ben") for winner in (0, 1, None)]
    ['You won 321 against Ben, Rubicon', 'You lost 321 against Ben, Rubicon', 'You drew with Ben']
    """
    if result.winner is None:
        return f"You drew with {other}"
    how = "won" if result.winner == player else "lost"
    why = " by forfeit" if result.forfeit else ", Rubicon" if result.rubicon else ""
    return f"You {how} {result.points:,} against {other}{why}"
