"""The club's book: its entries, one entry with its proof, and the check of a receipt."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request

from ...ledger.chain import receipt
from ...ledger.entries import POOL, Commodity, CompanyPosted, Entry, PartiePosted, Posting, Reversed, Ruled
from ...service.club.book import AT_A_TIME, CheckedReceipt, Entries, EntryInBook, Names, ReadEntry
from ...service.club.clubs import Club, NoSuchClub
from ..extensions import LIMITER, TRIES
from ..formatting import counted, parse_number, signed, when
from ..phones import acting_in, the_club_services
from ..rights import the_actor, the_club

# The view models


THE_POOL = "the season’s pool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """
    An entry in the list.

    Attributes:
        says: the entry in one sentence.
        by: who posted it, and when.
        moved: its postings without the pool's, a line per commodity.
        holds: it matches its digest, and its postings balance.
    """

    number: int
    says: str
    by: str
    moved: tuple[str, ...]
    reversed_by: int | None
    holds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPage:
    """
    Some entries of the book, latest first.

    Attributes:
        length: the number of entries in words.
        older: the page of older entries has those before this number; `None` if there are none.
        newer: the same for newer entries.
        code: the partie that all the entries are about; empty for the whole book.
    """

    title: str
    rows: tuple[Row, ...]
    length: str
    older: int | None = None
    newer: int | None = None
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRow:
    """The postings to one account, by commodity."""

    name: str
    amounts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """
    One entry.

    Attributes:
        reverses: the number of the entry that it reverses.
        code: the code of its partie, or empty.
        company: the code of the company whose scorecard it posts, or empty.
        receipt: the reader's own receipt, or empty.
        follows: the entry before it has the digest that it names.
        before: the number of the entry before it; `None` for the first.
        after: the number of the entry after it; `None` for the last.
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


def book_page(page: Entries, before: int | None) -> BookPage:
    """Return the entries before number *before*, or the latest."""
    first = page.entries[-1].number if page.entries else 1
    shown = page.entries[0].number if page.entries else page.last
    return BookPage(
        title="Book",
        rows=tuple(_row(each, page.names) for each in page.entries),
        length=counted(page.last, "entry", "entries"),
        older=first if first > 1 else None,
        newer=min(shown + AT_A_TIME, page.last) + 1 if before is not None and shown < page.last else None,
    )


def partie_page(page: Entries, code: str) -> BookPage:
    """Return the entries of one partie."""
    rows = tuple(_row(each, page.names) for each in page.entries)
    return BookPage(
        title=f"Entries of partie {code}", rows=rows, length=counted(len(rows), "entry", "entries"), code=code
    )


def entry_page(whole: EntryInBook, member: int) -> EntryPage:
    """Return the page of one entry, for the member with this number or 0 for anyone else."""
    read, entry = whole.read, whole.read.entry
    postings = entry.postings if entry is not None else ()
    commodities = tuple(each for each in Commodity if any(posting.commodity is each for posting in postings))
    body = entry.body if entry is not None else None
    return EntryPage(
        row=_row(read, whole.names),
        kind=entry.kind if entry is not None else "",
        commodities=tuple(_unit(each, postings, whole.names) for each in commodities),
        accounts=_accounts(postings, commodities, whole.names),
        sums=tuple(str(sum(each.amount for each in postings if each.commodity is one)) for one in commodities),
        reverses=body.entry if isinstance(body, Reversed) else None,
        code=body.code if isinstance(body, PartiePosted | Ruled) else "",
        company=body.code if isinstance(body, CompanyPosted) else "",
        receipt=_receipt(read, member),
        text=read.text,
        digest=read.digest,
        previous=entry.previous if entry is not None else "",
        follows=whole.follows,
        before=read.number - 1 if read.number > 1 else None,
        after=read.number + 1 if read.number < whole.last else None,
    )


def _row(read: ReadEntry, names: Names) -> Row:
    entry = read.entry
    by = "" if entry is None else f"{entry.author}, {when(entry.at)}"
    return Row(
        number=read.number,
        says=read.says,
        by=by,
        moved=_moved(entry, names),
        reversed_by=read.reversed_by,
        holds=read.holds,
    )


def _moved(entry: Entry | None, names: Names) -> tuple[str, ...]:
    """Return the postings but the pool's, whose account only balances the others."""
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
        AccountRow(
            name=_name(member, names),
            amounts=tuple(signed(held[one]) if one in held else "" for one in commodities),
        )
        for member, held in sorted(found.items(), key=lambda each: (each[0] == POOL, each[0]))
    )


def _unit(commodity: Commodity, postings: tuple[Posting, ...] | list[Posting], names: Names) -> str:
    if commodity is not Commodity.STAKES:
        return str(commodity.value)
    season = next(each.account.season for each in postings if each.commodity is commodity)
    return names.units.get(season, "stakes")


def _name(member: int, names: Names) -> str:
    return THE_POOL if member == POOL else names.members.get(member, f"member {member}")


def _receipt(read: ReadEntry, member: int) -> str:
    body = read.entry.body if read.entry is not None else None
    if not isinstance(body, PartiePosted | CompanyPosted) or member not in body.members:
        return ""
    return receipt(read.number, body.members.index(member), read.digest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """An entry that a receipt leads to."""

    title: str
    text: str
    number: int


def receipt_facts(found: CheckedReceipt) -> tuple[Fact, ...]:
    """Return the entry of a valid receipt, its reversal, and the entry that replaces it, as far as they exist."""
    title = f"Entry {found.number}, posted {when(found.at)}"
    facts = [Fact(title=title, text=found.says, number=found.number)]
    if found.reversed is not None:
        title = f"Reversed {when(found.reversed.at)}"
        facts.append(Fact(title=title, text=found.reversed.says, number=found.reversed.number))
    if found.replacement is not None:
        title = f"Replaced by entry {found.replacement.number}, posted {when(found.replacement.at)}"
        facts.append(Fact(title=title, text=found.replacement.says, number=found.replacement.number))
    return tuple(facts)


# The pages


bp = Blueprint("book", __name__)


@bp.get("/c/<club>/book")
def index(club: str) -> str:
    """List the entries, latest first."""
    asked = parse_number(request.args.get("before", ""), 9)
    before = asked if asked >= 0 else None
    page = book_page(the_club_services().book.page(the_club().id, before), before)
    return render_template("club/book.html", club=the_club(), page=page)


@bp.get("/c/<club>/book/<int:number>")
def entry(club: str, number: int) -> str:
    """Show one entry with its postings and its proof."""
    whole = the_club_services().book.entry(the_club().id, number)
    if whole is None:
        abort(404)
    page = entry_page(whole, the_actor().member)
    may_reverse = the_actor().is_director and bool(page.accounts) and not page.row.reversed_by
    return render_template("club/entry.html", club=the_club(), page=page, may_reverse=may_reverse)


@bp.get("/c/<club>/book/partie/<code>")
def partie(club: str, code: str) -> str:
    """List the entries of one partie."""
    found = the_club_services().book.of_partie(the_club().id, code)
    if not found.entries:
        abort(404)
    return render_template("club/book.html", club=the_club(), page=partie_page(found, code.upper()))


@bp.get("/verify")
@LIMITER.limit(TRIES)
def verify() -> tuple[str, int]:
    """Check a receipt: whether the book is unchanged since it was issued."""
    form = {name: request.args.get(name, "").strip()[:40] for name in ("club", "receipt")}
    clubs = the_club_services().clubs.clubs()
    club = _club(form["club"]) if form["club"] or len(clubs) != 1 else clubs[0]
    member = club is not None and acting_in(club) is not None
    reads = club is not None and (club.public or member)
    found = None
    if club is not None and form["receipt"]:
        found = the_club_services().receipts.check(club.id, form["receipt"], with_names=reads)
    missed = bool(form["receipt"]) and found is None
    facts = receipt_facts(found) if found else ()
    page = {"form": form, "several": len(clubs) != 1, "club": club, "found": found, "facts": facts, "reads": reads}
    return render_template("club/verify.html", **page, missed=missed, reads_book=member), 422 if missed else 200


def _club(code: str) -> Club | None:
    try:
        return the_club_services().clubs.club(code) if code else None
    except NoSuchClub:
        return None
