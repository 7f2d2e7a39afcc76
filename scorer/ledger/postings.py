"""
What an entry moves between accounts, and what it changes in tallies and meetings.

A partie moves its points from the loser to the winner. The pool is the other side of match points, of adjustments, and
of what a company's shares do not add up to. Every commodity sums to zero.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from .entries import (
    POOL,
    Account,
    Adjusted,
    Arrangement,
    Body,
    ByeGiven,
    Commodity,
    Entered,
    Entry,
    MemberAdmitted,
    MemberRenamed,
    Posting,
    Replaced,
    RoundDrawn,
    SeasonClosed,
    SeasonOpened,
    SheetPosted,
    StakesPaid,
    Withdrew,
    transfer,
)
from .records import Rating, Records, add_partie, rated
from .results import CardResult, Meeting, Result, Tally, meeting_of, tally_of
from .terms import SeasonTerms, Settled, paid, shared_out


def postings_of(body: Body, terms: SeasonTerms | None) -> tuple[Posting, ...]:
    """Return what an entry that is no reversal moves; nothing for a decision. Without a season *terms* is `None`."""
    if isinstance(body, SheetPosted):
        assert terms is not None
        result = body.result
        if isinstance(result, Result):
            return _of_a_partie(body, result, terms)
        return _of_a_company(body.season, result, terms)
    if isinstance(body, Adjusted):
        return (
            *transfer(body.season, Commodity.POINTS, body.points, giver=POOL, taker=body.member),
            *transfer(body.season, Commodity.MATCH_POINTS, body.match_points, giver=POOL, taker=body.member),
        )
    if isinstance(body, ByeGiven):
        assert terms is not None
        return transfer(body.season, Commodity.MATCH_POINTS, terms.bye, giver=POOL, taker=body.member)
    if isinstance(body, StakesPaid):
        return transfer(body.season, Commodity.STAKES, body.amount, giver=body.payer, taker=body.payee)
    return ()


def _of_a_partie(body: SheetPosted, result: Result, terms: SeasonTerms) -> tuple[Posting, ...]:
    season = body.season
    given = terms.match_points(result.winner)
    matches = tuple(
        posting
        for member, points in zip(body.members, given, strict=True)
        for posting in transfer(season, Commodity.MATCH_POINTS, points, giver=POOL, taker=member)
    )
    if result.winner is None:
        return matches
    winner, loser = body.members[result.winner], body.members[1 - result.winner]
    stakes = transfer(season, Commodity.STAKES, stakes_of(result, terms), giver=loser, taker=winner)
    return (*transfer(season, Commodity.POINTS, result.points, giver=loser, taker=winner), *matches, *stakes)


def stakes_of(result: Result, terms: SeasonTerms) -> int:
    """Return what the loser pays after the partie; a forfeit costs nothing."""
    stakes = terms.stakes
    if stakes is None or stakes.settled is not Settled.EACH_PARTIE or result.winner is None or result.forfeit:
        return 0
    return paid(stakes, result.points, rubicon=result.rubicon, lurch=result.lurch).amount


def _of_a_company(season: int, card: CardResult, terms: SeasonTerms) -> tuple[Posting, ...]:
    moves = tuple(share.balance for share in card.shares)
    found = [*_each(season, card, Commodity.POINTS, moves, card.to_pool)]
    if terms.stakes is not None:
        amounts = shared_out(terms.stakes, moves)
        found += _each(season, card, Commodity.STAKES, amounts, -sum(amounts))
    return tuple(found)


def _each(season: int, card: CardResult, commodity: Commodity, moves: Sequence[int], to_pool: int) -> Iterator[Posting]:
    members = [share.member for share in card.shares]
    for member, amount in (*zip(members, moves, strict=True), (POOL, to_pool)):
        if amount:
            yield Posting(Account(season, member), commodity, amount)


@dataclass(frozen=True, slots=True)
class Changes:
    season: int
    tallies: dict[int, Tally] = field(default_factory=dict)
    meetings: dict[tuple[int, int], Meeting] = field(default_factory=dict)

    def __neg__(self) -> Changes:
        return Changes(
            self.season,
            {member: -tally for member, tally in self.tallies.items()},
            {pair: -meeting for pair, meeting in self.meetings.items()},
        )


def changes(body: Body, terms: SeasonTerms | None) -> Changes | None:
    """Return what an entry that is no reversal adds to tallies and meetings; its reversal subtracts the same."""
    if isinstance(body, SheetPosted):
        assert terms is not None
        result = body.result
        return _of_two(body, result, terms) if isinstance(result, Result) else _of_all(body.season, result)
    if isinstance(body, Adjusted):
        return Changes(body.season, {body.member: Tally(adjusted=body.points, match_adjusted=body.match_points)})
    if isinstance(body, ByeGiven):
        assert terms is not None
        return Changes(body.season, {body.member: Tally(match_points=terms.bye, byes=1)})
    return None


def _of_two(body: SheetPosted, result: Result, terms: SeasonTerms) -> Changes:
    given, stakes, found = terms.match_points(result.winner), stakes_of(result, terms), Changes(body.season)
    for player, member in enumerate(body.members):
        other = body.members[1 - player]
        found.tallies[member] = tally_of(result, player, given[player])
        found.meetings[member, other] = meeting_of(result, player, given[player], stakes)
    return found


def _of_all(season: int, card: CardResult) -> Changes:
    """Return what a company's card adds to tallies; it does not say who won against whom, so there is no meeting."""
    return Changes(
        season,
        {
            share.member: Tally(
                *(share.parties, share.won, share.drawn, share.lost),
                points_won=max(share.balance, 0),
                points_lost=max(-share.balance, 0),
            )
            for share in card.shares
        },
    )


# Projections: what the entries of a book add up to
#
# Storage updates them with each entry. When a book is verified, they are checked against this fold.


@dataclass(slots=True)
class Projections:
    """
    The projections of the entries so far that grow with members and seasons, not with parties.

    `entrants` has, by season and member, whether the member has withdrawn; `fixtures` the two members, 0 for a bye.
    """

    members: dict[int, str] = field(default_factory=dict)
    seasons: dict[int, SeasonTerms] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)
    entrants: dict[tuple[int, int], bool] = field(default_factory=dict)
    fixtures: dict[tuple[int, int, int], tuple[int, int]] = field(default_factory=dict)
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    position: int = 0

    def add(self, entry: Entry, undone: Entry | None = None) -> Changes | None:
        """Add the next entry, and return what it adds; *undone* is the entry that it reverses, if it is a reversal."""
        self.position = entry.number
        body = entry.body
        if isinstance(body, Arrangement):
            self._arrange(body)
        counted = body if undone is None else undone.body
        change = changes(counted, self.seasons.get(getattr(counted, "season", 0)))
        if change is None:
            return None
        if undone is not None:
            change = -change
        for member, tally in change.tallies.items():
            at = change.season, member
            self.tallies[at] = self.tallies.get(at, Tally()) + tally
        return change

    def _arrange(self, body: Arrangement) -> None:
        match body:
            case MemberAdmitted(member, name) | MemberRenamed(member, name):
                self.members[member] = name
            case SeasonOpened(season, terms):
                self.seasons[season] = terms
            case SeasonClosed(season):
                self.closed.add(season)
            case Entered(season, member):
                self._enter(season, member)
            case Withdrew(season, member):
                self.entrants[season, member] = True
            case Replaced(season, member, by, slots):
                self._enter(season, by)
                for at in ((season, *slot) for slot in slots):
                    if at in self.fixtures:
                        first, second = (by if each == member else each for each in self.fixtures[at])
                        self.fixtures[at] = first, second
            case RoundDrawn(season, number, fixtures):
                for table, each in enumerate(fixtures, 1):
                    self.fixtures[season, number, table] = each.first, each.second or 0
            case _:
                assert_never(body)

    def _enter(self, season: int, member: int) -> None:
        self.entrants.setdefault((season, member), False)
        self.tallies.setdefault((season, member), Tally())


@dataclass(slots=True)
class History:
    """
    What the current parties add up to in the order of the book: each where its first entry is.

    So a corrected partie is rated as if the correction had always been there. Records are by season, or 0, and member.
    """

    ratings: dict[int, Rating] = field(default_factory=dict)
    records: defaultdict[tuple[int, int], Records] = field(default_factory=lambda: defaultdict(dict))

    def add(self, number: int, season: int, members: Sequence[int], result: Result) -> dict[int, Rating]:
        """Add the next partie, by its first entry, and return the members' new ratings; a forfeit is not rated."""
        for player, member in enumerate(members):
            for of in (0, season):
                add_partie(self.records[of, member], number, member, result, player)
        if result.forfeit:
            return {}
        first, second = (self.ratings.get(member, Rating()) for member in members)
        after = dict(zip(members, rated(first, second, result.winner), strict=True))
        self.ratings |= after
        return after
