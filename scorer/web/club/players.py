"""Players: a member's record, two members head to head, the ratings and the club's records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, request

from ...ledger.entries import SheetPosted
from ...ledger.records import RecordKind, Records
from ...ledger.results import CardResult, Meeting, Tally
from ...rules.company import Frame
from ...rules.company.record import frame_words, listed
from ...service.club.posting import Posted
from ...service.club.records import MemberNow, PostedPartie
from ..formatting import counted, day, grouped, parse_number, signed
from ..phones import the_club_services
from ..rights import maybe_actor, the_club
from .forms import LONGEST, Page, club_page, slices, start_of
from .standings import A_PAGE, rating_picture, rating_words, records_of

bp = Blueprint("players", __name__, url_prefix="/c/<club>")

PARTIES_A_PAGE = 50
"""Parties of a member on one page."""

OPPONENTS_A_PAGE = 20


Fact = tuple[str, str, int]
"""A figure of a record: its label, the figure, and the entry that it comes from, or 0."""


def _summary(now: MemberNow) -> str:
    tally = now.tally
    drawn = f", {tally.drawn} drawn" if tally.drawn else ""
    results = f"{counted(tally.parties, 'partie')}: {tally.won} won, {tally.lost} lost{drawn}."
    if now.rank is None or not tally.parties:
        return results
    return f"Rank {now.rank[0]} of {now.rank[1]}. {results}"


def _feats(records: Records) -> list[Fact]:
    labels = (
        ("Largest win", RecordKind.MARGIN, ""),
        ("Largest loss", RecordKind.LOSS, ""),
        ("Highest total", RecordKind.TOTAL, ""),
        ("Lowest total", RecordKind.LOWEST, ""),
        ("Longest run", RecordKind.RUN, " won"),
    )
    return [
        (label, f"{grouped(records[kind].figure)}{unit}", records[kind].first)
        for label, kind, unit in labels
        if kind in records
    ]


def _points(tally: Tally) -> list[Fact]:
    adjusted = [("Adjusted by the director", signed(tally.adjusted), 0)] if tally.adjusted else []
    return [
        ("Points", signed(tally.balance), 0),
        ("Received", grouped(tally.points_won), 0),
        ("Paid", grouped(tally.points_lost), 0),
        *adjusted,
    ]


def _between_two(tally: Tally) -> list[Fact]:
    """Return the figures that only parties between two have."""
    forfeits = [("Forfeits", str(tally.forfeits), 0)] if tally.forfeits else []
    return [
        ("Rubicons inflicted", str(tally.rubicons_inflicted), 0),
        ("Rubicons suffered", str(tally.rubicons_suffered), 0),
        ("Piques", str(tally.piques), 0),
        ("Repiques", str(tally.repiques), 0),
        ("Capots", str(tally.capots), 0),
        *forfeits,
        ("Average deal as elder", _average(tally.as_elder, tally.elder_deals), 0),
        ("Average deal as younger", _average(tally.as_younger, tally.younger_deals), 0),
    ]


def _card_line(posted: Posted, member: int, names: Mapping[int, str]) -> dict[str, Any]:
    body = posted.entry.body
    assert isinstance(body, SheetPosted)
    assert isinstance(body.result, CardResult)
    own = next(share for share in body.result.shares if share.member == member)
    others = listed([names[each] for each in body.members if each != member])
    played = frame_words(Frame(body.result.frame), len(body.members))
    return {
        "title": f"with {others}",
        "note": f"{day(posted.entry.at)}, {played}, {counted(own.parties, 'partie')}",
        "points": signed(own.balance),
        "totals": "",
        "entry": posted.entry.number,
    }


def _average(points: int, deals: int) -> str:
    """
    Return points per deal, to a tenth.

    >>> _average(85, 3), _average(0, 0)
    ('28.3', 'no deal yet')
    """
    return f"{points / deals:.1f}" if deals else "no deal yet"


def partie_words(row: PostedPartie, member: int) -> str:
    result = row.result
    if result.forfeit:
        return "won by forfeit" if row.margin(member) > 0 else "forfeited"
    words = ["drawn" if result.winner is None else "won" if row.members[result.winner] == member else "lost"]
    if result.rubicon:
        words.append("Rubicon")
    if result.lurch:
        words.append("lurched")
    if result.from_paper:
        words.append("from paper")
    return ", ".join(words)


def _partie_line(row: PostedPartie, member: int, title: str, days: Mapping[int, str]) -> dict[str, Any]:
    own = row.player_of(member)
    totals = "" if row.result.forfeit else f"{row.result.sides[own].total} – {row.result.sides[1 - own].total}"
    return {
        "title": title,
        "note": f"{day(days[row.first_entry])}, {partie_words(row, member)}",
        "points": signed(row.margin(member)),
        "totals": totals,
        "entry": row.entry,
    }


def _meeting_words(meeting: Meeting, first: str, second: str) -> str:
    """
    Return the balance of two members' parties with each other.

    >>> _meeting_words(Meeting(parties=2), "Ada", "Ben")
    '2 parties with each other; level in points.'
    """
    if not meeting.parties:
        return "They have not met."
    met = f"{counted(meeting.parties, 'partie')} with each other"
    if not meeting.balance:
        return f"{met}; level in points."
    return f"{met}; {first if meeting.balance > 0 else second} is {grouped(abs(meeting.balance))} points ahead."


@bp.get("/players/<int:member>/")
def player(member: int) -> Page:
    season = parse_number(request.args.get("season", ""), LONGEST)
    in_season = season if season >= 0 else None
    now = the_club_services().records.of_member(the_club().id, member, in_season)
    total = sum(each.parties for each in now.meetings.values())
    start = start_of(request.args.get("from", ""), total, PARTIES_A_PAGE)
    found = the_club_services().records.parties(the_club().id, member, start, PARTIES_A_PAGE, season=in_season)
    met = list(now.meetings.items())
    first = start_of(request.args.get("opponents", ""), len(met), OPPONENTS_A_PAGE)
    return club_page(
        "player.html",
        now=now,
        title=now.season.terms.name if now.season else "All seasons",
        summary=_summary(now),
        figures=[*_points(now.tally), *(_between_two(now.tally) if total else ()), *_feats(now.records)],
        rating=rating_words(now.ratings[-1][1] if now.ratings else None, now.provisional),
        picture=rating_picture(now.ratings),
        cards=[_card_line(posted, member, now.names) for posted in now.cards],
        opponents=met[first - 1 : first - 1 + OPPONENTS_A_PAGE],
        opponent_slices=slices(len(met), OPPONENTS_A_PAGE, first),
        parties=[
            _partie_line(row, member, now.names[row.members[1 - row.player_of(member)]], found.days)
            for row in found.parties
        ],
        slices=slices(total, PARTIES_A_PAGE, start),
        reads_book=maybe_actor() is not None,
    )


@bp.get("/players/<int:member>/against/<int:other>")
def two(member: int, other: int) -> Page:
    now = the_club_services().records.of_two(the_club().id, member, other)
    first, second = (now.names[each] for each in now.members)
    own, others = now.meetings
    start = start_of(request.args.get("from", ""), own.parties, PARTIES_A_PAGE)
    played = the_club_services().records.parties(the_club().id, member, start, PARTIES_A_PAGE, other=other)
    figures = (
        ("Parties won", own.won, own.lost),
        ("Drawn", own.drawn, own.drawn),
        ("Points received", own.points_won, own.points_lost),
        ("Rubicons inflicted", own.rubicons_inflicted, others.rubicons_inflicted),
    )
    found = {
        "members": now.members,
        "names": (first, second),
        "summary": _meeting_words(own, first, second),
        "figures": figures,
        "parties": [_partie_line(row, member, now.seasons[row.season], played.days) for row in played.parties],
        "slices": slices(own.parties, PARTIES_A_PAGE, start),
        "reads_book": maybe_actor() is not None,
    }
    return club_page("two.html", **found)


@bp.get("/ratings")
def ratings() -> Page:
    now = the_club_services().records.ratings(the_club().id)
    start = start_of(request.args.get("from", ""), len(now.rated), A_PAGE)
    rated, parts = now.rated[start - 1 : start - 1 + A_PAGE], slices(len(now.rated), A_PAGE, start)
    return club_page("ratings.html", now=now, rated=rated, start=start, parts=parts)


@bp.get("/records")
def records() -> Page:
    return club_page("records.html", **records_of(the_club()))
