"""View models of the book: its list, one entry with all that proves it, and what a receipt says."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from ...ledger.chain import receipt
from ...ledger.entries import POOL, Commodity, CompanyPosted, Entry, PartiePosted, Posting, Reversed, Ruled
from ...service.club.books import AT_A_TIME, Names, OnePage, Read, Whole
from ...service.club.receipts import Checked
from ..figures import counted, signed, when

THE_POOL = "the season’s pool"


@dataclass(frozen=True, slots=True)
class Row:
    """
    An entry in the list.

    Attributes:
        number: its number.
        says: it in one sentence.
        by: who posted it and when.
        moved: what it moved, a line a commodity.
        reversed_by: the number of the entry that reverses it, or `None`.
        holds: whether it is what was posted.
    """

    number: int
    says: str
    by: str
    moved: tuple[str, ...]
    reversed_by: int | None
    holds: bool


@dataclass(frozen=True, slots=True)
class BookPage:
    """
    Some entries of the book.

    Attributes:
        title: what they are.
        rows: the entries, the latest first.
        length: how long the whole book is, in words.
        older: before which number older ones stand; `None` if there are none.
        newer: before which number newer ones stand; `None` if there are none.
        code: the partie that they are all about; empty for the whole book.
    """

    title: str
    rows: tuple[Row, ...]
    length: str
    older: int | None
    newer: int | None
    code: str


@dataclass(frozen=True, slots=True)
class AccountRow:
    """What an entry moves into an account, commodity by commodity."""

    name: str
    amounts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryPage:
    """
    One entry whole.

    Attributes:
        row: it as in the list.
        kind: the name of its kind.
        commodities: what it moves.
        accounts: into which accounts.
        sums: what each commodity adds up to.
        reverses: the number of the entry that it reverses, or `None`.
        code: the code of the partie that it is about, or empty.
        company: the code of the company whose card it is, or empty.
        receipt: the receipt of whoever looks, if it is for him.
        text: all of it.
        digest: of the text.
        previous: the digest of the entry before it.
        follows: whether the entry before it has that digest.
        before: the number of the entry before it, or `None`.
        after: the number of the entry after it, or `None`.
    """

    row: Row
    kind: str
    commodities: tuple[str, ...]
    accounts: tuple[AccountRow, ...]
    sums: tuple[str, ...]
    reverses: int | None
    code: str
    company: str
    receipt: str
    text: str
    digest: str
    previous: str
    follows: bool
    before: int | None
    after: int | None


def book_page(page: OnePage, before: int | None) -> BookPage:
    """The page of the entries before number *before*, or of the latest."""
    first = page.entries[-1].number if page.entries else 1
    shown = page.entries[0].number if page.entries else page.last
    return BookPage(
        "The book",
        tuple(_row(each, page.names) for each in page.entries),
        counted(page.last, "entry", "entries"),
        first if first > 1 else None,
        min(shown + AT_A_TIME, page.last) + 1 if before is not None and shown < page.last else None,
        "",
    )


def partie_page(page: OnePage, code: str) -> BookPage:
    """The page of all that was posted about one partie."""
    rows = tuple(_row(each, page.names) for each in page.entries)
    return BookPage(f"Partie {code} in the book", rows, counted(len(rows), "entry", "entries"), None, None, code)


def entry_page(whole: Whole, member: int) -> EntryPage:
    """The page of one entry, for the member with this number; 0 for somebody who is none."""
    read, entry = whole.read, whole.read.entry
    postings = entry.postings if entry is not None else ()
    commodities = tuple(each for each in Commodity if any(posting.commodity is each for posting in postings))
    body = entry.body if entry is not None else None
    return EntryPage(
        _row(read, whole.names),
        entry.kind if entry is not None else "",
        tuple(_unit(each, postings, whole.names) for each in commodities),
        _accounts(postings, commodities, whole.names),
        tuple(str(sum(each.amount for each in postings if each.commodity is one)) for one in commodities),
        body.entry if isinstance(body, Reversed) else None,
        body.code if isinstance(body, PartiePosted | Ruled) else "",
        body.code if isinstance(body, CompanyPosted) else "",
        _receipt(read, member),
        read.text,
        read.digest,
        entry.previous if entry is not None else "",
        whole.follows,
        read.number - 1 if read.number > 1 else None,
        read.number + 1 if read.number < whole.last else None,
    )


def _row(read: Read, names: Names) -> Row:
    entry = read.entry
    by = "" if entry is None else f"{entry.author}, {when(entry.at)}"
    return Row(read.number, read.says, by, _moved(entry, names), read.reversed_by, read.holds)


def _moved(entry: Entry | None, names: Names) -> tuple[str, ...]:
    """What an entry moves, the pool aside, which is the other side of what is not told."""
    postings = [each for each in entry.postings if each.account.member != POOL] if entry is not None else []
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for each in postings:
        unit = _unit(each.commodity, postings, names)
        lines[unit].append(f"{_name(each.account.member, names)} {signed(each.amount)}")
    return tuple(f"{unit}: {', '.join(moves)}" for unit, moves in lines.items())


def _accounts(
    postings: tuple[Posting, ...], commodities: tuple[Commodity, ...], names: Names
) -> tuple[AccountRow, ...]:
    found: dict[int, dict[Commodity, int]] = {}
    for each in postings:
        held = found.setdefault(each.account.member, {})
        held[each.commodity] = held.get(each.commodity, 0) + each.amount
    return tuple(
        AccountRow(_name(member, names), tuple(signed(held[one]) if one in held else "" for one in commodities))
        for member, held in sorted(found.items(), key=lambda each: (each[0] == POOL, each[0]))
    )


def _unit(commodity: Commodity, postings: tuple[Posting, ...] | list[Posting], names: Names) -> str:
    if commodity is not Commodity.STAKES:
        return str(commodity.value)
    season = next(each.account.season for each in postings if each.commodity is commodity)
    return names.units.get(season, "stakes")


def _name(member: int, names: Names) -> str:
    return THE_POOL if member == POOL else names.members.get(member, f"member {member}")


def _receipt(read: Read, member: int) -> str:
    body = read.entry.body if read.entry is not None else None
    if not isinstance(body, PartiePosted | CompanyPosted) or member not in body.members:
        return ""
    return receipt(read.number, body.members.index(member), read.digest)


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of what a receipt says: a heading, the words, and the number of the entry that says it."""

    title: str
    words: str
    number: int


def receipt_facts(found: Checked) -> tuple[Fact, ...]:
    """What a receipt that holds says: what it was given for, whether it was reversed, and what stands instead."""
    facts = [Fact(f"Entry {found.number}, posted {when(found.at)}", found.says, found.number)]
    if found.reversed is not None:
        facts.append(Fact(f"Reversed {when(found.reversed.at)}", found.reversed.says, found.reversed.number))
    if found.instead is not None:
        title = f"What stands instead: entry {found.instead.number}, posted {when(found.instead.at)}"
        facts.append(Fact(title, found.instead.says, found.instead.number))
    return tuple(facts)
