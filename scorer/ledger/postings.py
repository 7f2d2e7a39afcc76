"""
What an entry moves, derived from what happened and the terms of its season.

A partie moves its points from loser to winner; match points come out of the
season's pool; a penalty goes into it; what more than two win and lose together
moves between all of them and the pool. Nothing is made and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .accounts import POOL, Account, Commodity, Posting, moved
from .companies import CompanyPosted
from .entries import Adjusted, Body, ByeGiven, PartiePosted, StakesPaid
from .stakes import Settled, paid, shared_out
from .terms import Terms


def postings_of(body: Body, terms: Terms | None) -> tuple[Posting, ...]:
    """
    The postings of an entry that is no reversal.

    Args:
        body: what happened.
        terms: the terms of the season it belongs to; `None` if it belongs to none.

    Returns:
        Postings of which every commodity sums to zero; none for an entry
        that only says something. A reversal undoes the postings of another
        entry, which the caller has.
    """
    if isinstance(body, PartiePosted):
        assert terms is not None
        return _of_a_partie(body, terms)
    if isinstance(body, CompanyPosted):
        assert terms is not None
        return _of_a_company(body, terms)
    if isinstance(body, Adjusted):
        return (
            *moved(body.season, Commodity.POINTS, body.points, giver=POOL, taker=body.member),
            *moved(body.season, Commodity.MATCH_POINTS, body.match_points, giver=POOL, taker=body.member),
        )
    if isinstance(body, ByeGiven):
        assert terms is not None
        return moved(body.season, Commodity.MATCH_POINTS, terms.bye, giver=POOL, taker=body.member)
    if isinstance(body, StakesPaid):
        return moved(body.season, Commodity.STAKES, body.amount, giver=body.payer, taker=body.payee)
    return ()


def _of_a_partie(body: PartiePosted, terms: Terms) -> tuple[Posting, ...]:
    season, result = body.season, body.result
    given = terms.match_points(result.winner)
    matches = tuple(
        posting
        for member, points in zip(body.members, given, strict=True)
        for posting in moved(season, Commodity.MATCH_POINTS, points, giver=POOL, taker=member)
    )
    if result.winner is None:
        return matches
    winner, loser = body.members[result.winner], body.members[1 - result.winner]
    stakes: tuple[Posting, ...] = ()
    if terms.stakes is not None and terms.stakes.settled is Settled.EACH_PARTIE and not result.forfeit:
        amount = paid(terms.stakes, result.points, rubicon=result.rubicon, lurch=result.lurch).amount
        stakes = moved(season, Commodity.STAKES, amount, giver=loser, taker=winner)
    return (*moved(season, Commodity.POINTS, result.points, giver=loser, taker=winner), *matches, *stakes)


def _of_a_company(body: CompanyPosted, terms: Terms) -> tuple[Posting, ...]:
    """What each member won, and the pool against all of them; and the money, if it is played for."""
    moves = tuple(share.moved for share in body.shares)
    found = [*_each(body, Commodity.POINTS, moves, body.to_pool)]
    if terms.stakes is not None:
        amounts = shared_out(terms.stakes, moves)
        found += _each(body, Commodity.STAKES, amounts, -sum(amounts))
    return tuple(found)


def _each(body: CompanyPosted, commodity: Commodity, moves: Sequence[int], to_pool: int) -> Iterator[Posting]:
    for member, amount in (*zip(body.members, moves, strict=True), (POOL, to_pool)):
        if amount:
            yield Posting(Account(body.season, member), commodity, amount)
