"""What an entry says, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import assert_never

from .companies import CompanyPosted
from .entries import (
    Adjusted,
    Body,
    ByeGiven,
    ClubFounded,
    Entered,
    MemberAdmitted,
    MemberRenamed,
    PartiePosted,
    Replaced,
    Reversed,
    RoundDrawn,
    Ruled,
    SeasonClosed,
    SeasonOpened,
    StakesPaid,
    Withdrew,
)

NO_NAMES: Mapping[int, str] = MappingProxyType({})


def narration(body: Body, names: Mapping[int, str], seasons: Mapping[int, str] = NO_NAMES) -> str:
    """
    What an entry says.

    Args:
        body: the entry's body.
        names: the members' names by their numbers; who has none is told by the number.
        seasons: the seasons' names by theirs; likewise.

    >>> narration(Entered(season=1, member=3), {3: "Cat"})
    'Cat takes part in season 1'
    >>> narration(SeasonClosed(season=1), {}, {1: "Winter"})
    'Winter is closed'
    """

    def name(member: int) -> str:
        return names.get(member, f"member {member}")

    def season(number: int) -> str:
        return seasons.get(number, f"season {number}")

    match body:
        case ClubFounded():
            return f"the club is founded: {body.name}"
        case MemberAdmitted():
            return f"{body.name} becomes member {body.member}"
        case MemberRenamed():
            return f"member {body.member} is shown as {body.name}"
        case SeasonOpened():
            return f"season {body.season} is opened: {body.terms.name}"
        case Entered():
            return f"{name(body.member)} takes part in {season(body.season)}"
        case Withdrew():
            return f"{name(body.member)} withdraws from {season(body.season)}: {body.reason}"
        case Replaced():
            fixtures = _counted(len(body.taken), "fixture")
            return f"{name(body.by)} takes the place of {name(body.member)} in {season(body.season)}, with {fixtures}"
        case RoundDrawn():
            fixtures = _counted(len(body.fixtures), "fixture")
            return f"round {body.round} of {season(body.season)} is drawn: {fixtures}"
        case ByeGiven():
            return f"{name(body.member)} has a bye in round {body.round} of {season(body.season)}"
        case PartiePosted():
            return _partie(body, name(body.members[0]), name(body.members[1]))
        case CompanyPosted():
            told = ", ".join(f"{name(share.member)} {_signed(share.moved)}" for share in body.shares)
            pool = f", the pool {_signed(body.to_pool)}" if body.to_pool else ""
            parties = max((share.parties for share in body.shares), default=0)
            return f"a {body.frame} of {_counted(parties, 'partie')}: {told}{pool}"
        case Reversed():
            return f"entry {body.entry} is reversed: {body.reason}{_by(body.law)}"
        case Adjusted():
            given = [
                f"{'is given' if amount > 0 else 'loses'} {_counted(abs(amount), word)}"
                for amount, word in ((body.points, "point"), (body.match_points, "match point"))
                if amount
            ]
            return f"{name(body.member)} {' and '.join(given) or 'is given nothing'}: {body.reason}{_by(body.law)}"
        case Ruled():
            return f"dispute {body.dispute} of partie {body.code} is ruled on: {body.ruling}{_by(body.law)}"
        case StakesPaid():
            points = _counted(body.points, "point")
            return f"{name(body.payer)} pays {name(body.payee)} {body.amount} for a balance of {points}"
        case SeasonClosed():
            left_out = f"; left out: {'; '.join(body.left_out)}" if body.left_out else ""
            return f"{season(body.season)} is closed{left_out}"
    assert_never(body)


def _partie(body: PartiePosted, first: str, second: str) -> str:
    result = body.result
    noted = ", from paper" if result.from_paper else ""
    noted += f", instead of entry {body.instead_of}" if body.instead_of is not None else ""
    totals = f"{first} {result.sides[0].total}, {second} {result.sides[1].total}"
    if result.winner is None:
        return f"{totals}: drawn{noted}"
    winner, loser = (first, second) if result.winner == 0 else (second, first)
    if result.forfeit:
        return f"{loser} forfeits to {winner}: {result.points}{noted}"
    return f"{totals}: {winner} is paid {result.points}{noted}"


def _signed(amount: int) -> str:
    return f"{amount:+}" if amount else "0"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _by(law: str) -> str:
    return f" ({law})" if law else ""
