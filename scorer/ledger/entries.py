"""
Entries of the book: what was decided or played, by whom, when, and what it moves.

An entry's body says what happened in the words of the club; its postings are
derived from the body and the season's terms when it is posted, and stand in
the entry, so that an auditor needs neither.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import get_args

from .accounts import Posting
from .companies import CompanyPosted
from .plain import later
from .results import Result
from .terms import Terms


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
    terms: Terms


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
