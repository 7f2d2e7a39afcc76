"""What programs read of a club: its seasons, standings, results and members, as plain data whose keys are stable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...ledger.entries import POOL, Commodity, SheetPosted
from ...ledger.records import Rating, is_provisional
from ...ledger.results import CardResult
from ...ledger.standings import Row, explain
from ...ledger.terms import TWO
from ...storage import book, projections
from ...storage.engine import reading
from ...storage.projections import PostedPartie
from ..opening import Service
from .clubs import Club
from .people import shown_names
from .posting import Posted, read_entry
from .seasons import find_season
from .standings import SeasonNow

AT_A_TIME = 50
"""Results or members in one document."""

Document = dict[str, Any]


class Part(NamedTuple):
    """A part of a long list, and where the next one begins: 0 if it is the last."""

    rows: list[Document]
    next: int


class Documents(Service):
    def seasons(self, club_id: int) -> list[Document]:
        with reading(self.engine) as db:
            return [
                {
                    "season": each.number,
                    "name": each.terms.name,
                    "closed": each.closed,
                    "format": each.terms.format.name.lower(),
                    "frame": each.terms.frame_name,
                    "rules": each.terms.rules["id"],
                    "order": [tie_break.value for tie_break in each.terms.order],
                }
                for each in projections.seasons(db, club_id)
            ]

    def results(self, club_id: int, season: int, before: int = 0) -> Part:
        """Return the current results of a season, latest first; *before* is the `next` of the part before."""
        with reading(self.engine) as db:
            names, terms = shown_names(db, club_id), find_season(db, club_id, season).terms
            if terms.frame != TWO:
                entries = book.latest_current(db, club_id, season, before=before, most=AT_A_TIME + 1)
                posted = [read_entry(row) for row in entries]
                found = [(each.entry.number, card_document(each, names)) for each in posted]
            else:
                rows = projections.latest_parties(db, club_id, AT_A_TIME + 1, season=season, before=before)
                found = [(row.first_entry, partie_document(row, names)) for row in rows]
        return _part(found)

    def members(self, club_id: int, after: int = 0) -> Part:
        """Return the members by number, from the one after number *after*, with their ratings."""
        with reading(self.engine) as db:
            names = shown_names(db, club_id)
            some = sorted(number for number in names if number > after)[: AT_A_TIME + 1]
            ratings = projections.latest_ratings(db, club_id, some)
            seasons = projections.seasons(db, club_id)
        provisional = seasons[-1].terms.provisional if seasons else 0
        found = []
        for number in some:
            rating = rating_document(ratings.get(number), provisional)
            found.append((number, {"member": number, "name": names[number], "rating": rating}))
        return _part(found)


def _part(found: list[tuple[int, Document]]) -> Part:
    """Return at most `AT_A_TIME` rows; one more shows that there is another part."""
    last = found[AT_A_TIME - 1][0] if len(found) > AT_A_TIME else 0
    return Part([row for _, row in found[:AT_A_TIME]], last)


def partie_document(row: PostedPartie, names: Mapping[int, str]) -> Document:
    result = row.result
    sides = zip(row.members, result.sides, strict=True)
    return {
        "entry": row.entry,
        "code": row.code or None,
        "date": row.played,
        "round": row.round or None,
        "players": [{"member": each, "name": names[each], "total": side.total} for each, side in sides],
        "winner": None if result.winner is None else row.members[result.winner],
        "points": result.points,
        "rubicon": result.rubicon,
        "lurch": result.lurch,
        "forfeit": result.forfeit,
    }


def card_document(posted: Posted, names: Mapping[int, str]) -> Document:
    entry, body = posted.entry, posted.entry.body
    assert isinstance(body, SheetPosted)
    card = body.result
    assert isinstance(card, CardResult)
    points = [each for each in entry.postings if each.commodity is Commodity.POINTS]
    return {
        "entry": entry.number,
        "code": body.code,
        "date": entry.at[:10],
        "frame": card.frame,
        "players": [
            {"member": each.member, "name": names[each.member], "parties": each.parties, "points": each.balance}
            for each in card.shares
        ],
        "pool": sum(each.amount for each in points if each.account.member == POOL),
    }


def standings_document(club: Club, now: SeasonNow) -> Document:
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


def _row(row: Row, now: SeasonNow) -> Document:
    tally = row.tally
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
        "rating": rating_document(now.table.ratings.get(row.member), now.season.terms.provisional),
        "why": explain(row, now.names),
    }


def rating_document(rating: Rating | None, provisional: int) -> Document | None:
    if rating is None:
        return None
    return {
        "rating": round(rating.rating, 1),
        "deviation": round(rating.deviation, 1),
        "provisional": is_provisional(rating, provisional),
    }
