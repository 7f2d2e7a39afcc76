"""
What an entry moves between accounts, and what it changes in tallies and meetings.

A partie moves its points from the loser to the winner. The pool is the other side of match points, of adjustments, and
of what a company's shares do not add up to. Every commodity sums to zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .entries import POOL, Account, Adjusted, Body, ByeGiven, Commodity, Posting, SheetPosted, StakesPaid, transfer
from .results import CardResult, Meeting, Result, Tally, meeting_of, tally_of
from .stakes import Settled, paid, shared_out
from .terms import SeasonTerms


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
