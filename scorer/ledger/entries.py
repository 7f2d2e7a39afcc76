"""Entries of the ledger: what was decided or played, by whom, when, and what it moves.

The postings of an entry are derived from its body and the terms of its season when it is posted,
and stored with it, so that an auditor needs neither.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import TypeVar, assert_never, get_args

from ..rules.names import Name, joined
from ..rules.words import day_words, listed
from .late import LATE
from .results import (
    Basis,
    CardResult,
    Result,
)
from .signing import Means
from .terms import Doubling, SeasonTerms, Settled, paid, shared_out


class Commodity(Enum):
    """What an account holds, in whole units."""

    POINTS = "points"
    MATCH_POINTS = "match points"
    STAKES = "stakes"


POOL = 0
"""The member number of a season's pool: the other side of match points,
adjustments and companies.
"""


@dataclass(frozen=True, slots=True)
class Account:
    season: int
    member: int


@dataclass(frozen=True, slots=True)
class Posting:
    """An amount into an account, or out of it if negative."""

    account: Account
    commodity: Commodity
    amount: int

    def reversed(self, merged: Mapping[int, int]) -> Posting:
        """Return what undoes it now, for members some of whom are *merged* into others."""
        member = merged.get(self.account.member, self.account.member)
        return Posting(Account(self.account.season, member), self.commodity, -self.amount)


def transfer(
    season: int, commodity: Commodity, amount: int, *, giver: int, taker: int
) -> tuple[Posting, ...]:
    """Return the postings that move *amount* from *giver* to *taker*; none if it is 0.

    >>> [each.amount for each in transfer(1, Commodity.POINTS, 150, giver=2, taker=1)]
    [-150, 150]
    """
    if amount == 0:
        return ()
    return (
        Posting(Account(season, giver), commodity, -amount),
        Posting(Account(season, taker), commodity, amount),
    )


def sums(postings: Iterable[Posting]) -> Counter[Commodity]:
    """Return the sum of each commodity: 0 for postings that balance."""
    found = Counter[Commodity]()
    for each in postings:
        found[each.commodity] += each.amount
    return found


class Role(Enum):
    """What a person may do in a club."""

    DIRECTOR = "director"
    SCORER = "scorer"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class ClubFounded:
    name: str


@dataclass(frozen=True, slots=True)
class DirectorAdded:
    name: str


@dataclass(frozen=True, slots=True)
class DirectorRemoved:
    name: str


@dataclass(frozen=True, slots=True)
class RoleGiven:
    """A member has another role than before."""

    member: int
    role: Role


@dataclass(frozen=True, slots=True)
class MemberAdmitted:
    """The number is never used again. The name is `sealed` (`scorer.ledger.chain.seal`),
    so that it can be erased.
    """

    member: int
    sealed: str


@dataclass(frozen=True, slots=True)
class MemberRenamed:
    """A member has another name, which is sealed as in `MemberAdmitted`."""

    member: int
    sealed: str


@dataclass(frozen=True, slots=True)
class MemberAlias:
    """A member is found by another name too, which is sealed as in `MemberAdmitted`."""

    member: int
    sealed: str


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A former member is no longer offered for seasons and keeps every result."""

    member: int


@dataclass(frozen=True, slots=True)
class MemberRejoined:
    member: int


@dataclass(frozen=True, slots=True)
class MemberMerged:
    """A member was admitted twice: from this entry on, whatever is of `member` is of `into`.

    `balances` are what the accounts of `member` hold by then: season, commodity and amount.
    """

    member: int
    into: int
    balances: tuple[tuple[int, Commodity, int], ...] = ()


@dataclass(frozen=True, slots=True)
class MemberErased:
    """The name of a member is erased, wherever it was stored beside the book; results stay."""

    member: int


@dataclass(frozen=True, slots=True)
class SeasonOpened:
    season: int
    terms: SeasonTerms


@dataclass(frozen=True, slots=True)
class Entered:
    season: int
    member: int


@dataclass(frozen=True, slots=True)
class Withdrew:
    """The remaining fixtures are forfeited from the day `forfeits_from` on (ISO 8601),
    or at once if it is empty.
    """

    season: int
    member: int
    reason: str
    forfeits_from: str = ""


@dataclass(frozen=True, slots=True)
class Returned:
    """A member who withdrew plays on."""

    season: int
    member: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """A member takes over the remaining fixtures (`slots`:
    round and number, from 1) of one who withdrew.
    """

    season: int
    member: int
    by: int
    slots: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Fixture:
    """Two members who are to meet; the first is elder in the first deal,
    and has a bye if there is no second.
    """

    first: int
    second: int | None

    @property
    def members(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class LotDrawn:
    """A lot decides the order of members for the draw of a season.

    `seed` is the digest of the last entry of the season before it; in a play-off, of the season
    whose ranks are level. `members` are in the order that `scorer.ledger.lots.by_lot` makes of it,
    so that everybody can draw it again.
    """

    season: int
    seed: str
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """The fixtures of a round; its day is in ISO 8601, or empty.

    `by_hand` has the tables, from 1, whose pairs a director made, each with the reason.
    """

    season: int
    round: int
    fixtures: tuple[Fixture, ...]
    day: str = ""
    by_hand: tuple[tuple[int, str], ...] = field(default=(), metadata=LATE)


@dataclass(frozen=True, slots=True)
class RoundRedrawn:
    """From now on these are the fixtures of a round, which is drawn; `by_hand` as in `RoundDrawn`.

    Its day stays.
    """

    season: int
    round: int
    fixtures: tuple[Fixture, ...]
    reason: str
    by_hand: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RoundDated:
    """A round has a day, or another one."""

    season: int
    round: int
    day: str


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """A member plays nobody in a round; `absent` is that they asked for it, and sit it out."""

    season: int
    member: int
    round: int
    absent: bool = field(default=False, metadata=LATE)


@dataclass(frozen=True, slots=True)
class SealedSignature:
    """By what a player, by `seat`, signed a posted sheet, or who posted it for them.

    `at` is the moment of the signature, or that of the entry if a director posted the sheet without
    it; `by` is as in `scorer.ledger.signing.HowSigned`.
    """

    seat: int
    means: Means
    at: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class SheetPosted:
    """The result of a sheet is posted: of a partie between two, or of a company's scorecard.

    `code` and `record`, the digest of the stored rows, are empty for a forfeit, and for a result
    without deals; `round` is 0 for none. `instead_of` is the first entry of the same sheet, if
    this one replaces it; `signed` is how many players had signed. Of a partie, `lengths` is the
    number of statements of each deal, and `marks` has two letters for each, which name a changed
    one. An `imported` one has no correction period. `impossible` are the deals, from 1, whose
    claims the pack does not allow; they are not looked for in imports and companies. `played` is
    the day it was played, in ISO 8601; if empty, the day of its first entry. `signatures` are
    those of its players as far as they are known, by seat: none in an import, a forfeit, and an
    entry from before they were sealed.
    """

    season: int
    members: tuple[int, ...]
    code: str
    record: str
    result: Result | CardResult
    round: int = 0
    instead_of: int | None = None
    signed: int = 0
    lengths: tuple[int, ...] = ()
    marks: tuple[str, ...] = ()
    imported: bool = False
    impossible: tuple[int, ...] = ()
    played: str = ""
    signatures: tuple[SealedSignature, ...] = field(default=(), metadata=LATE)


@dataclass(frozen=True, slots=True)
class Reversed:
    """An earlier entry no longer counts;
    `law` is the law or the season's term that requires it, and may be empty.

    A `mistyped` one is what a director entered by mistake: to correct it rules on nothing. Somebody
    who was entered for a season so takes part in it no longer.
    """

    entry: int
    reason: str
    law: str
    mistyped: bool = field(default=False, metadata=LATE)


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The director gives points to a member, or takes them (negative):
    a penalty or compensation.
    """

    season: int
    member: int
    points: int
    match_points: int
    reason: str
    law: str


class Outcome(Enum):
    """How a dispute ends: the first four by a ruling, or with the players, or with the season.

    A director who corrects a paper sheet that they mistyped rules on nothing.
    """

    UPHELD = "the record stands"
    CORRECTED = "corrected by ruling"
    OTHERWISE = "corrected in the director’s own version"
    TAKEN_OUT = "taken out of the ledger"
    AGREED = "corrected by agreement"
    REPLACED = "replaced by a request for a correction"
    WITHDRAWN = "withdrawn"
    MISTYPED = "corrected: the paper sheet was mistyped"
    CLOSED = "left open when the season was closed"

    @property
    def is_ruling(self) -> bool:
        return self in (
            Outcome.UPHELD,
            Outcome.CORRECTED,
            Outcome.OTHERWISE,
            Outcome.TAKEN_OUT,
        )

    @property
    def decides(self) -> bool:
        """Whether it says what the record is; the others leave it as it was."""
        return self.is_ruling or self in (Outcome.AGREED, Outcome.MISTYPED)


@dataclass(frozen=True, slots=True)
class DisputeEnded:
    """A dispute, which is numbered in its sheet, ends.

    Its digest covers the request and the replies. `ruling` is also the reason for leaving it open,
    or what was mistyped, and empty if the players ended it; `law` is a law or a decided case, or
    empty. `ranks` are its players' ranks as far as they changed: member, before, after.
    `supersedes` are the earlier disputes of the sheet whose decision no longer holds with this one.
    """

    season: int
    code: str
    dispute: int
    dispute_digest: str
    how: Outcome
    ruling: str
    law: str
    ranks: tuple[tuple[int, str, str], ...] = ()
    supersedes: tuple[int, ...] = field(default=(), metadata=LATE)


@dataclass(frozen=True, slots=True)
class StakesPaid:
    """The balance between two members is paid at the close of a season;
    `amount` is in the smallest unit.
    """

    season: int
    payer: int
    payee: int
    points: int
    amount: int


@dataclass(frozen=True, slots=True)
class SeasonClosed:
    """A season takes no more parties; `left_out` are open items,
    each with the director's reason.
    """

    season: int
    left_out: tuple[str, ...] = ()


Arrangement = (
    ClubFounded
    | DirectorAdded
    | DirectorRemoved
    | RoleGiven
    | MemberAdmitted
    | MemberRenamed
    | MemberAlias
    | MemberLeft
    | MemberRejoined
    | MemberMerged
    | MemberErased
    | SeasonOpened
    | SeasonClosed
    | Entered
    | Withdrew
    | Returned
    | Replaced
    | LotDrawn
    | RoundDrawn
    | RoundRedrawn
    | RoundDated
)

Body = Arrangement | ByeGiven | SheetPosted | Reversed | Adjusted | DisputeEnded | StakesPaid

T = TypeVar("T")


def named(*kinds: type[T]) -> dict[str, type[T]]:
    """Return classes by the names with which they are written.

    >>> class CameLate: ...
    >>> list(named(CameLate))
    ['came late']
    """
    return {re.sub(r"\B([A-Z])", r" \1", kind.__name__).lower(): kind for kind in kinds}


BODIES: dict[str, type[Body]] = named(*get_args(Body))
"""Every kind of entry by its name in the book: ``sheet posted`` is `SheetPosted`."""

KINDS: dict[type, str] = {kind: name for name, kind in BODIES.items()}


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a club's book; `author` is in words: `director Ann`, `member 3 and member 7`."""

    number: int
    at: str
    author: str
    body: Body
    postings: tuple[Posting, ...]
    previous: str

    @property
    def kind(self) -> str:
        return KINDS[type(self.body)]


def of_merged(body: Body, merged: Mapping[int, int]) -> Body:
    """Return a body about a season with its members as they are now,
    some of whom are *merged* into others.
    """
    if not hasattr(body, "season"):
        return body
    named = {
        each: getattr(body, each)
        for each in ("member", "by", "payer", "payee")
        if hasattr(body, each)
    }
    found: Body = replace(
        body, **{name: merged.get(member, member) for name, member in named.items()}
    )
    if not isinstance(found, SheetPosted):
        return found
    result = found.result
    members = tuple(merged.get(each, each) for each in found.members)
    if isinstance(result, CardResult):
        shares = (
            replace(each, member=merged.get(each.member, each.member)) for each in result.shares
        )
        result = replace(result, shares=tuple(shares))
    return replace(found, members=members, result=result)


NO_NAMES: Mapping[int, str] = MappingProxyType({})

_NUMBERED = re.compile(r"\bmember ([1-9][0-9]{0,8})\b")


def numbered(members: Iterable[int]) -> str:
    """Return members as the book calls them, because names are not in it.

    >>> numbered([3, 7])
    'member 3 and member 7'
    """
    return " and ".join(f"member {member}" for member in members)


def with_names(text: str, names: Mapping[int, str]) -> str:
    """Return a text of the book with the names of members in place of their numbers.

    >>> with_names("member 3 and member 7", {3: "Cat"})
    'Cat and member 7'
    """
    return _NUMBERED.sub(lambda found: f"{names.get(int(found[1]), found[0])}", text)


BY_LINK = "{}, by a link of the keeper"
"""The author of the entry for a new director who had the one-time link that
the keeper of the book made.
"""


def former_name(member: int) -> str:
    """Return what a member is called whose name is erased.

    >>> former_name(7)
    'Former member 7'
    """
    return f"Former member {member}"


FEW = 8
"""A draw of more fixtures is described by their number."""


def narration(body: Body, names: Mapping[int, str], seasons: Mapping[int, str] = NO_NAMES) -> str:
    """Describe an entry in one sentence; a member or a season without a name is called by its
    number.

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
        case DirectorAdded():
            return f"{Name(body.name)} becomes a director"
        case DirectorRemoved():
            return f"{Name(body.name)} is no longer a director"
        case RoleGiven():
            return f"{name(body.member)} {_MAY[body.role]}"
        case MemberAdmitted():
            return f"{name(body.member)} becomes member {body.member}"
        case MemberRenamed():
            return f"member {body.member} is renamed {name(body.member)}"
        case MemberAlias():
            return f"{name(body.member)} is found by another name too"
        case MemberLeft():
            return f"{name(body.member)} leaves the club"
        case MemberRejoined():
            return f"{name(body.member)} returns to the club"
        case MemberMerged():
            return f"member {body.member} is merged into {name(body.into)}, member {body.into}"
        case MemberErased():
            return f"the name of member {body.member} is erased"
        case SeasonOpened():
            return f"season {body.season} is opened: {body.terms.name}"
        case Entered():
            return f"{name(body.member)} takes part in {season(body.season)}"
        case Withdrew():
            grace = ""
            if body.forfeits_from:
                grace = f"; forfeits count from {day_words(body.forfeits_from)}"
            return (
                f"{name(body.member)} withdraws from {season(body.season)}: "
                f"{_clause(body.reason, names)}{grace}"
            )
        case Returned():
            return f"{name(body.member)} returns to {season(body.season)}"
        case Replaced():
            fixtures = _counted(len(body.slots), "fixture")
            return (
                f"{name(body.by)} replaces {name(body.member)} in {season(body.season)} and "
                f"takes over {fixtures}"
            )
        case LotDrawn():
            return f"a lot decides the order in {season(body.season)}: {_in_order(body, names)}"
        case RoundDrawn():
            day = f" for {day_words(body.day)}" if body.day else ""
            drawn = _round(body.fixtures, body.by_hand, names)
            return f"round {body.round} of {season(body.season)} is drawn{day}: {drawn}"
        case RoundRedrawn():
            drawn = _round(body.fixtures, body.by_hand, names)
            return (
                f"round {body.round} of {season(body.season)} is changed, "
                f"{_clause(body.reason, names)}: {drawn}"
            )
        case RoundDated():
            return f"round {body.round} of {season(body.season)} is set for {day_words(body.day)}"
        case ByeGiven():
            how = "sits out" if body.absent else "has a bye in"
            return f"{name(body.member)} {how} round {body.round} of {season(body.season)}"
        case SheetPosted():
            result = body.result
            members = [name(each) for each in body.members]
            says = (
                _partie(result, *members) if isinstance(result, Result) else _card(result, members)
            )
            played = f", played on {day_words(body.played)}" if body.played else ""
            return says + (
                f". Replaces entry {body.instead_of}{played}" if body.instead_of is not None else ""
            )
        case Reversed():
            what = ", which was entered by mistake," if body.mistyped else ""
            reason = f"{_clause(body.reason, names)}{_by(body.law)}"
            return f"entry {body.entry}{what} is reversed: {reason}"
        case Adjusted():
            return f"{name(body.member)} {_adjusted(body)}"
        case DisputeEnded():
            return _end_of(body)
        case StakesPaid():
            points = _counted(body.points, "point")
            return (
                f"{name(body.payer)} pays {name(body.payee)} {body.amount} for a balance of "
                f"{points}"
            )
        case SeasonClosed():
            left_out = f"; left out: {'; '.join(body.left_out)}" if body.left_out else ""
            return f"{season(body.season)} is closed{with_names(left_out, names)}"
        case _:
            assert_never(body)


def _adjusted(body: Adjusted) -> str:
    """Say what the director gave to a member or took from them, and why."""
    given = [
        f"{'receives' if amount > 0 else 'loses'} {_counted(abs(amount), word)}"
        for amount, word in ((body.points, "point"), (body.match_points, "match point"))
        if amount
    ]
    why = f"{_clause(body.reason)}{_by(body.law)}"
    return f"{' and '.join(given) or 'receives nothing'}: {why}"


def _end_of(dispute: DisputeEnded) -> str:
    ruling = f": {_clause(dispute.ruling)}" if dispute.ruling else ""
    how = dispute.how
    before = ""
    if dispute.supersedes:
        several = "s" * (len(dispute.supersedes) > 1)
        numbers = listed([str(each) for each in dispute.supersedes])
        before = f". Supersedes dispute{several} {numbers}"
    if how is Outcome.MISTYPED:
        return f"partie {dispute.code} is {how.value}{ruling}{before}"
    ended = f"dispute {dispute.dispute} of {dispute.code} ends, {how.value}{ruling}"
    return f"{ended}{_by(dispute.law)}{before}"


def _in_order(lot: LotDrawn, names: Mapping[int, str]) -> str:
    """Return the members in the order of a lot; of many, how many they are."""
    if len(lot.members) > FEW:
        return _counted(len(lot.members), "member")
    return joined([names.get(each, f"member {each}") for each in lot.members], ", ")


_MAY = {
    Role.DIRECTOR: "directs the club",
    Role.SCORER: "may record all parties",
    Role.MEMBER: "may record own parties only",
}


def _card(card: CardResult, names: Sequence[str]) -> str:
    balances = ", ".join(
        f"{name} {_signed(each.balance)}" for name, each in zip(names, card.shares, strict=True)
    )
    pool = f", the pool {_signed(card.to_pool)}" if card.to_pool else ""
    parties = max((share.parties for share in card.shares), default=0)
    return f"a {card.frame} of {_counted(parties, 'partie')}: {balances}{pool}"


def _partie(result: Result, first: str, second: str) -> str:
    note = ", from totals" if result.from_paper else ""
    if result.is_result_only:
        note = ", result only"
    own, others = result.sides
    totals = f"{first} {own.total}, {second} {others.total}"
    if not result.has_totals:
        totals = f"{first} and {second}"
    if result.winner is None:
        return f"{totals}: drawn{note}"
    winner, loser = (first, second) if result.winner == 0 else (second, first)
    if result.forfeit:
        return f"{loser} forfeits to {winner}: {result.points}{note}"
    return f"{totals}: {winner} receives {result.points}{note}"


def _signed(amount: int) -> str:
    return f"{amount:+}" if amount else "0"


def _round(
    fixtures: Sequence[Fixture], by_hand: Iterable[tuple[int, str]], names: Mapping[int, str]
) -> str:
    """Name who meets in a round, or count the fixtures of a large one; and say what was made by
    hand.
    """
    pairs = [joined(_named(each, names), " and ") for each in fixtures if each.second]
    drawn = ", ".join(pairs) if 0 < len(pairs) <= FEW else _fixtures(fixtures)
    tables = dict(enumerate(fixtures, 1))
    for table, reason in by_hand:
        made = joined(_named(tables[table], names), " and ") if table in tables else ""
        drawn += f"; by hand {made or f'table {table}'}: {_clause(reason, names)}"
    return drawn


def _named(fixture: Fixture, names: Mapping[int, str]) -> list[str]:
    return [names.get(member, f"member {member}") for member in fixture.members]


def _fixtures(fixtures: Sequence[Fixture]) -> str:
    """Count the fixtures of a round, and apart from them the byes, for which nobody meets.

    >>> _fixtures([Fixture(1, 2), Fixture(3, 4), Fixture(5, None)])
    '2 fixtures and a bye'
    """
    byes = sum(each.second is None for each in fixtures)
    found = [_counted(len(fixtures) - byes, "fixture")]
    if byes:
        found.append("a bye" if byes == 1 else _counted(byes, "bye"))
    return " and ".join(found)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _clause(reason: str, names: Mapping[int, str] = NO_NAMES) -> str:
    """Return what a person typed for the end of a clause: without its full stop."""
    return with_names(reason, names).removesuffix(".")


def _by(law: str) -> str:
    return f" ({law})" if law else ""


# What entries move, and what they add up to


def postings_of(body: Body, terms: SeasonTerms | None) -> tuple[Posting, ...]:
    """Return what an entry that is no reversal moves; nothing for a decision.
    Without a season *terms* is `None`.
    """
    if isinstance(body, SheetPosted):
        assert terms is not None
        result = body.result
        if isinstance(result, Result):
            return _of_a_partie(body, result, terms)
        return _of_a_company(body.season, result, terms)
    if isinstance(body, Adjusted):
        return (
            *transfer(body.season, Commodity.POINTS, body.points, giver=POOL, taker=body.member),
            *transfer(
                body.season,
                Commodity.MATCH_POINTS,
                body.match_points,
                giver=POOL,
                taker=body.member,
            ),
        )
    if isinstance(body, ByeGiven):
        assert terms is not None
        return transfer(
            body.season,
            Commodity.MATCH_POINTS,
            terms.bye_points(absent=body.absent),
            giver=POOL,
            taker=body.member,
        )
    if isinstance(body, StakesPaid):
        return transfer(
            body.season, Commodity.STAKES, body.amount, giver=body.payer, taker=body.payee
        )
    if isinstance(body, MemberMerged):
        return tuple(
            posting
            for season, commodity, amount in body.balances
            for posting in transfer(season, commodity, amount, giver=body.member, taker=body.into)
        )
    return ()


def _of_a_partie(body: SheetPosted, result: Result, terms: SeasonTerms) -> tuple[Posting, ...]:
    if not terms.counts(result):
        return ()
    season = body.season
    given = terms.match_points(result.winner)
    matches = tuple(
        posting
        for member, points in zip(body.members, given, strict=True)
        for posting in transfer(season, Commodity.MATCH_POINTS, points, giver=POOL, taker=member)
    )
    if result.winner is None:
        return matches
    winner = body.members[result.winner]
    loser = body.members[1 - result.winner]
    stakes = transfer(season, Commodity.STAKES, stakes_of(result, terms), giver=loser, taker=winner)
    return (
        *transfer(season, Commodity.POINTS, result.points, giver=loser, taker=winner),
        *matches,
        *stakes,
    )


def stakes_of(result: Result, terms: SeasonTerms) -> int:
    """Return what the loser pays after the partie; a forfeit costs nothing.

    Where only the margin is known, what doubles the stakes may not be: `is_doubling_unknown`.
    """
    stakes = terms.stakes
    if not terms.counts(result):
        return 0
    if stakes is None or stakes.settled is not Settled.EACH_PARTIE:
        return 0
    if result.winner is None or result.forfeit:
        return 0
    return paid(stakes, result.points, rubicon=result.rubicon, lurch=result.lurch).amount


def is_doubling_unknown(result: Result, terms: SeasonTerms) -> bool:
    """Return whether a Rubicon or a lurch doubles what is paid, and nobody knows if there was one.

    Then it is paid once.
    """
    is_doubled = terms.stakes is not None and terms.stakes.doubled is not Doubling.NEVER
    is_won_by_margin = result.known is Basis.MARGIN and result.winner is not None
    return is_doubled and is_won_by_margin and terms.counts(result)


def _of_a_company(season: int, card: CardResult, terms: SeasonTerms) -> tuple[Posting, ...]:
    moves = tuple(share.balance for share in card.shares)
    found = [*_each(season, card, Commodity.POINTS, moves, card.to_pool)]
    if terms.stakes is not None:
        amounts = shared_out(terms.stakes, moves)
        found += _each(season, card, Commodity.STAKES, amounts, -sum(amounts))
    return tuple(found)


def _each(
    season: int, card: CardResult, commodity: Commodity, moves: Sequence[int], to_pool: int
) -> Iterator[Posting]:
    members = [share.member for share in card.shares]
    for member, amount in (*zip(members, moves, strict=True), (POOL, to_pool)):
        if amount:
            yield Posting(Account(season, member), commodity, amount)
