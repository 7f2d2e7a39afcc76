"""The book as plain-text accounting for beancount and its `bean-check`.

Every member has an account in each season with sub-accounts: points won and lost, match points,
stakes, adjustments, and what came from members who were merged into them. So the journal holds the
gross and the net figures of the standings. An entry is a transaction, without postings if it moves
nothing. At the end stand balance assertions: the net from the postings, the gross from the results,
so that a check of the journal proves the standings.

Names are user input and appear only in quotes; accounts are named by numbers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, field
from typing import NamedTuple, assert_never

from ..rules.names import without_isolates
from . import entries as ledger
from .changes import Changes, changes
from .entries import Account, Commodity
from .signature_words import author_words
from .terms import SeasonTerms

WON = "Won"
LOST = "Lost"
MATCHES = "Matches"
STAKES = "Stakes"
ADJUSTED = "Adjusted"
MERGED = "Merged"

_UNQUOTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def journal(
    club: str,
    entries: Iterable[tuple[ledger.Entry, str]],
    names: Mapping[int, str],
    *,
    day_of: Callable[[str], str],
    day_after: Callable[[str], str],
    season: int | None = None,
) -> Iterator[str]:
    """Yield the journal of a club's ledger, or of one season, in pieces of whole lines.

    Each entry has its digest beside it. *day_of* returns the day of a time in the club, and
    *day_after* counts days: they need a calendar.
    """
    yield f"option {_quoted('title')} {_quoted(club)}\n"
    yield f"option {_quoted('operating_currency')} {_quoted(_name(Commodity.POINTS))}\n"
    state = _Journal(names, day_of, season)
    for entry, digest in entries:
        yield from state.entered(entry, digest)
    if state.day:
        yield from state.closing(day_after(state.day))


@dataclass(slots=True)
class _Journal:
    """What the next entry needs; if the clock was set back, `day` stays,
    because beancount sorts by date.
    """

    names: Mapping[int, str]
    day_of: Callable[[str], str]
    season: int | None = None
    day: str = ""
    terms: dict[int, SeasonTerms] = field(default_factory=dict)
    origins: dict[int, tuple[ledger.Body, int]] = field(default_factory=dict)
    merged: dict[int, int] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)
    held: defaultdict[tuple[Account, Commodity], int] = field(
        default_factory=lambda: defaultdict(int)
    )
    due: defaultdict[tuple[Account, str, Commodity], int] = field(
        default_factory=lambda: defaultdict(int)
    )

    def entered(self, entry: ledger.Entry, digest: str) -> Iterator[str]:
        is_first = not self.day
        self.day = max(self.day, self.day_of(entry.at))
        if is_first:
            for commodity in (Commodity.POINTS, Commodity.MATCH_POINTS):
                yield f"{self.day} commodity {_name(commodity)}\n"
        body = entry.body
        sign = 1
        if isinstance(body, ledger.SeasonOpened):
            yield from self._season(body)
        if isinstance(body, ledger.MemberMerged):
            self.merged |= {
                each: body.into for each, into in self.merged.items() if into == body.member
            }
            self.merged[body.member] = body.into
        if isinstance(body, ledger.Reversed):
            body, sign = self.origins[body.entry]
            sign = -sign
        postings = [each for each in entry.postings if self.season in (None, each.account.season)]
        parts = [(each, _part(body, each, sign)) for each in postings]
        for each, part in parts:
            yield from self._opening(each.account, part)
        yield "".join(self._transaction(entry, digest, parts))
        self.origins[entry.number] = body, sign
        if parts:
            for each in postings:
                self.held[each.account, each.commodity] += each.amount
            self._expect(changes(body, self.terms.get(postings[0].account.season)), sign)

    def _season(self, body: ledger.SeasonOpened) -> Iterator[str]:
        self.terms[body.season] = body.terms
        if body.terms.stakes is not None:
            yield f"{self.day} commodity {_name(Commodity.STAKES, body.season)}\n"
            yield f"  unit: {_quoted(body.terms.stakes.unit)}\n"

    def _opening(self, account: Account, part: str) -> Iterator[str]:
        whole = _path(account)
        own = _path(account, part)
        for path in dict.fromkeys((whole, own)):
            if path not in self.opened:
                self.opened.add(path)
                yield f"{self.day} open {path}\n"
                if path == whole and account.member != ledger.POOL:
                    yield (
                        f"  name: {_quoted(self.names.get(account.member, str(account.member)))}\n"
                    )

    def _transaction(
        self, entry: ledger.Entry, digest: str, parts: Iterable[tuple[ledger.Posting, str]]
    ) -> Iterator[str]:
        body = entry.body
        links = [entry.number]
        if isinstance(body, ledger.Reversed):
            links.append(body.entry)
        if isinstance(body, ledger.SheetPosted) and body.instead_of is not None:
            links.append(body.instead_of)
        author = without_isolates(author_words(entry.author, self.names))
        linked = " ".join(f"^entry-{number}" for number in links)
        says = without_isolates(ledger.narration(body, self.names))
        yield f"\n{self.day} * {_quoted(author)} {_quoted(says)} {linked}\n"
        yield f"  entry: {entry.number}\n  kind: {_quoted(entry.kind)}\n  at: {_quoted(entry.at)}\n"
        yield f"  digest: {_quoted(digest)}\n"
        if isinstance(body, ledger.LotDrawn):
            order = " ".join(map(str, body.members))
            yield f"  seed: {_quoted(body.seed)}\n  order: {_quoted(order)}\n"
        for each, part in parts:
            yield (
                f"  {_path(each.account, part)}  {each.amount} "
                f"{_name(each.commodity, each.account.season)}\n"
            )

    def _expect(self, found: Changes | None, sign: int) -> None:
        if found is None:
            return
        for member, tally in found.of(self.merged).tallies.items():
            account = Account(found.season, member)
            for part, commodity, amount in (
                (WON, Commodity.POINTS, tally.points_won),
                (LOST, Commodity.POINTS, -tally.points_lost),
                (ADJUSTED, Commodity.POINTS, tally.adjusted),
                (MATCHES, Commodity.MATCH_POINTS, tally.match_points),
                (ADJUSTED, Commodity.MATCH_POINTS, tally.match_adjusted),
            ):
                if amount:
                    self.due[account, part, commodity] += sign * amount

    def closing(self, day: str) -> Iterator[str]:
        yield "\n"
        balances = [
            _Balance(account, _path(account), commodity, amount)
            for (account, commodity), amount in self.held.items()
        ]
        balances += [
            _Balance(account, _path(account, part), commodity, amount)
            for (account, part, commodity), amount in self.due.items()
        ]
        for each in sorted(balances, key=lambda each: (*astuple(each.account), each.path)):
            name = _name(each.commodity, each.account.season)
            yield f"{day} balance {each.path}  {each.amount} {name}\n"


class _Balance(NamedTuple):
    """What an account, or a part of it, holds in the end."""

    account: Account
    path: str
    commodity: Commodity
    amount: int


def _part(body: ledger.Body, posting: ledger.Posting, sign: int) -> str:
    if isinstance(body, ledger.Adjusted):
        return ADJUSTED
    if isinstance(body, ledger.MemberMerged):
        return MERGED
    match posting.commodity:
        case Commodity.POINTS:
            return WON if sign * posting.amount > 0 else LOST
        case Commodity.MATCH_POINTS:
            return MATCHES
        case Commodity.STAKES:
            return STAKES
        case _:
            assert_never(posting.commodity)


def _path(account: Account, part: str = "") -> str:
    if account.member == ledger.POOL:
        return f"Equity:Season{account.season}:Pool"
    return f"Assets:Season{account.season}:Member{account.member}" + (f":{part}" if part else "")


def _name(commodity: Commodity, season: int = 0) -> str:
    """Return the name of a commodity; stakes are per season, because units differ."""
    if commodity is Commodity.STAKES:
        return f"STAKES-{season}"
    return commodity.name.replace("_", "-")


def _quoted(text: str) -> str:
    r"""Quote text so that nothing in it can end the quotes.

    >>> print(_quoted('Ann "the\n2026-01-01 \\ cat"'))
    "Ann \"the 2026-01-01 \\ cat\""
    """
    return '"' + _UNQUOTABLE.sub(" ", text).replace("\\", "\\\\").replace('"', '\\"') + '"'
