"""
Entries of the ledger: what was decided or played, by whom, when, and what it moves.

The postings of an entry are derived from its body and the terms of its season when it is posted, and stored with it, so
that an auditor needs neither.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import assert_never, get_args

from .canonical import later
from .results import Result
from .terms import SeasonTerms


class Commodity(Enum):
    """What an account holds; each is counted in whole units of its own."""

    POINTS = "points"
    MATCH_POINTS = "match points"
    STAKES = "stakes"


POOL = 0
"""The number, in place of a member's, of the season's pool: the other side of match points and of penalties."""


@dataclass(frozen=True, slots=True)
class Account:
    """
    What a member holds in a season.

    Attributes:
        season: the season's number.
        member: the member's number, or `POOL`.
    """

    season: int
    member: int


@dataclass(frozen=True, slots=True)
class Posting:
    """So much of a commodity into an account; out of it, if the amount is negative."""

    account: Account
    commodity: Commodity
    amount: int

    @property
    def reversed(self) -> Posting:
        """The posting that undoes this one."""
        return Posting(self.account, self.commodity, -self.amount)


def moved(season: int, commodity: Commodity, amount: int, *, giver: int, taker: int) -> tuple[Posting, ...]:
    """
    The postings that move *amount* from one member to another in a season; none if it is nothing.

    >>> [each.amount for each in moved(1, Commodity.POINTS, 150, giver=2, taker=1)]
    [-150, 150]
    """
    if amount == 0:
        return ()
    return (
        Posting(Account(season, giver), commodity, -amount),
        Posting(Account(season, taker), commodity, amount),
    )


def sums(postings: Iterable[Posting]) -> dict[Commodity, int]:
    """What the postings of each commodity add up to: zero, if nothing is made or lost."""
    found: defaultdict[Commodity, int] = defaultdict(int)
    for each in postings:
        found[each.commodity] += each.amount
    return dict(found)


def balances(postings: Iterable[Posting]) -> dict[tuple[Account, Commodity], int]:
    """What every account holds of every commodity after the postings."""
    found: dict[tuple[Account, Commodity], int] = {}
    enter(found, postings)
    return found


def enter(held: MutableMapping[tuple[Account, Commodity], int], postings: Iterable[Posting]) -> None:
    """Change what accounts hold by some more postings."""
    for each in postings:
        key = each.account, each.commodity
        held[key] = held.get(key, 0) + each.amount


@dataclass(frozen=True, slots=True)
class Share:
    """
    What it came to for one member.

    Attributes:
        member: the member's number.
        moved: what was won, in points or the frame's units; less than nothing if it was lost.
        parties: the parties that counted for the member.
        won: those that brought something, or were won at the table.
        drawn: those that nobody won.
        lost: those that cost something, or were lost at the table.
    """

    member: int
    moved: int
    parties: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class CompanyPosted:
    """
    What more than two played together is entered in the book.

    Attributes:
        season: the season it belongs to.
        frame: what was played: `chouette`, `pool`, and whatever else is played by more than two.
        code: the code of the company, or of the partie.
        shares: what it came to for each who played, in the order of the card.
        record: the digest of all that it was made from, as it was when it was posted.
        instead_of: the number of the first entry of the same, whose place this one takes.
    """

    season: int
    frame: str
    code: str
    shares: tuple[Share, ...]
    record: str
    instead_of: int | None = None

    @property
    def members(self) -> tuple[int, ...]:
        """The numbers of all who played, in the order of the card."""
        return tuple(share.member for share in self.shares)

    @property
    def to_pool(self) -> int:
        """What the pool won."""
        return -sum(share.moved for share in self.shares)


@dataclass(frozen=True, slots=True)
class ClubFounded:
    """The club is opened under a name."""

    name: str


@dataclass(frozen=True, slots=True)
class MemberAdmitted:
    """A person becomes a member; the number is never used again."""

    member: int
    name: str


@dataclass(frozen=True, slots=True)
class MemberRenamed:
    """A member is shown under another name from now on; what was posted keeps the old one."""

    member: int
    name: str


@dataclass(frozen=True, slots=True)
class SeasonOpened:
    """A season is opened under terms that do not change."""

    season: int
    terms: SeasonTerms


@dataclass(frozen=True, slots=True)
class Entered:
    """A member takes part in a season."""

    season: int
    member: int


@dataclass(frozen=True, slots=True)
class Withdrew:
    """A member withdraws from a season; what becomes of the parties, the terms say."""

    season: int
    member: int
    reason: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """
    A member takes the place of one who withdrew.

    Attributes:
        season: the season.
        member: who withdrew.
        by: who comes instead.
        taken: the fixtures that are left and pass over, each as its round and its place in it.
    """

    season: int
    member: int
    by: int
    taken: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Fixture:
    """
    Two members who are to meet.

    Attributes:
        first: elder in the first deal.
        second: elder in the sixth; `None` if the first has a bye.
    """

    first: int
    second: int | None


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """The fixtures of one round of a season, counted from 1."""

    season: int
    round: int
    fixtures: tuple[Fixture, ...]


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """A member whom nobody meets in a round is given the season's match points for it."""

    season: int
    member: int
    round: int


@dataclass(frozen=True, slots=True)
class PartiePosted:
    """
    A partie is entered in the book.

    Attributes:
        season: the season it belongs to.
        members: the first player's number and the second's.
        code: the partie's code; empty for one that was not played.
        lengths: how long each deal's log was when it was posted.
        record: the digest of all that it was made from, as it was when it was posted.
        result: what it came to.
        round: the round of the fixture it was played for; 0 for none.
        instead_of: the number of the first entry of this partie, whose place this one takes; `None` if it is the
            first itself.
        signed: how many of the two had signed it by then.
        marks: for each deal two letters for every statement, by which one that was changed is told from the others.
        imported: it came from a file. Nobody signed it, so it has no correction period.
        impossible: the deals, from 1, whose claims no pack allows; of an imported partie none are looked for.
    """

    season: int
    members: tuple[int, int]
    code: str
    lengths: tuple[int, ...]
    record: str
    result: Result
    round: int = 0
    instead_of: int | None = None
    signed: int = 0
    marks: tuple[str, ...] = ()
    imported: bool = later(default=False)
    impossible: tuple[int, ...] = later(default=())


@dataclass(frozen=True, slots=True)
class Reversed:
    """
    An earlier entry counts no more.

    Attributes:
        entry: its number.
        reason: why.
        law: the law or the season's term that says so.
    """

    entry: int
    reason: str
    law: str


@dataclass(frozen=True, slots=True)
class Adjusted:
    """
    The director gives a member points, or takes them: a penalty or a compensation.

    Attributes:
        season: the season.
        member: the member.
        points: points given, or taken if negative.
        match_points: match points likewise.
        reason: why.
        law: the law or the term that says so.
    """

    season: int
    member: int
    points: int
    match_points: int
    reason: str
    law: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """
    The director rules on a dispute.

    Attributes:
        season: the season.
        code: the partie's code.
        dispute: the dispute's number.
        asked: the digest of what was asked, of whom and when.
        ruling: what was decided, in words.
        law: the law or the decided case it rests on.
    """

    season: int
    code: str
    dispute: int
    asked: str
    ruling: str
    law: str


@dataclass(frozen=True, slots=True)
class StakesPaid:
    """
    The balance between two members is paid when the season closes.

    Attributes:
        season: the season.
        payer: who pays.
        payee: who is paid.
        points: the balance in points that it is paid for.
        amount: in the smallest unit.
    """

    season: int
    payer: int
    payee: int
    points: int
    amount: int


@dataclass(frozen=True, slots=True)
class SeasonClosed:
    """
    A season takes no more parties.

    Attributes:
        season: the season.
        left_out: what was open still and is left out, each with the director's reason.
    """

    season: int
    left_out: tuple[str, ...] = ()


Body = (
    ClubFounded
    | MemberAdmitted
    | MemberRenamed
    | SeasonOpened
    | Entered
    | Withdrew
    | Replaced
    | RoundDrawn
    | ByeGiven
    | PartiePosted
    | CompanyPosted
    | Reversed
    | Adjusted
    | Ruled
    | StakesPaid
    | SeasonClosed
)

BODIES: dict[str, type[Body]] = {re.sub(r"\B([A-Z])", r" \1", kind.__name__).lower(): kind for kind in get_args(Body)}
"""Every kind of entry by the name it has in the book: ``partie posted`` is `PartiePosted`."""

KINDS = {kind: name for name, kind in BODIES.items()}


@dataclass(frozen=True, slots=True)
class Entry:
    """
    One entry of a club's book.

    Attributes:
        number: from 1, without a gap.
        at: when it was posted, UTC in ISO 8601.
        author: who posted it, in words: `director Ann`, `Ada and Ben`.
        body: what happened.
        postings: what it moves; every commodity sums to zero.
        previous: the digest of the entry before it, or of the book's beginning.
    """

    number: int
    at: str
    author: str
    body: Body
    postings: tuple[Posting, ...]
    previous: str

    @property
    def kind(self) -> str:
        """The name of its kind, as it stands in the book."""
        return KINDS[type(self.body)]


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
