"""The club's ledger: its entries, one entry with its proof, and the check of a receipt."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint, abort, request

from ...ledger.chain import receipt
from ...ledger.entries import (
    POOL,
    Commodity,
    DisputeEnded,
    Entry,
    LotDrawn,
    Reversed,
    SealedSignature,
    SheetPosted,
    is_doubling_unknown,
)
from ...ledger.finality import finality, state_of
from ...ledger.lots import lot
from ...ledger.results import CardResult
from ...ledger.signature_words import signature_sentence
from ...rules.words import signed
from ...service.club.audit.ledger_pages import (
    CheckedReceipt,
    Entries,
    EntryInBook,
    EntryNames,
    ReadEntry,
)
from ...service.club.disputes.cases import Disputed
from ...service.club.people.clubs import Club
from ...service.club.posts import REVERSIBLE
from ...table.contexts import Context
from ...table.entering import A_PAGE
from ...table.formatting import parse_number
from ..extensions import limited
from ..forms import Page, club_page
from ..kinds import KindPages, both_versions, pages_of
from ..rights import the_actor, the_club
from ..sheet_words import StateInShort, StateMeaning, lead, state_meaning
from ..two_versions import Compared
from ..visitor import closed_seasons, open_entry, the_club_services, the_parties, visitor, when

bp = Blueprint("book", __name__)

THE_POOL = "the season’s pool"


class AccountRow(NamedTuple):
    """An account by the name of its member, with its amount of each commodity."""

    name: str
    amounts: list[str]


def commodities_of(entry: Entry) -> list[Commodity]:
    moved = {each.commodity for each in entry.postings}
    return [each for each in Commodity if each in moved]


def accounts_of(entry: Entry, names: EntryNames) -> Iterator[AccountRow]:
    """Yield the accounts that an entry moves; the pool's is the last."""
    moved: dict[int, Counter[Commodity]] = {}
    for each in entry.postings:
        moved.setdefault(each.account.member, Counter())[each.commodity] += each.amount
    for member in sorted(moved, key=lambda member: (member == POOL, member)):
        amounts = moved[member]
        yield AccountRow(
            _name(member, names),
            [signed(amounts[one]) if one in amounts else "" for one in commodities_of(entry)],
        )


@bp.app_template_filter()
def moves(entry: Entry, names: EntryNames) -> list[str]:
    """Return a line for each commodity, without the pool,
    whose account only balances the others.
    """
    lines: defaultdict[Commodity, list[str]] = defaultdict(list)
    for each in entry.postings:
        if each.account.member != POOL:
            who = _name(each.account.member, names)
            lines[each.commodity].append(f"{who} {signed(each.amount)}")
    return [f"{unit(each, entry, names)}: {', '.join(moved)}" for each, moved in lines.items()]


@bp.app_template_filter()
def unit(commodity: Commodity, entry: Entry, names: EntryNames) -> str:
    if commodity is not Commodity.STAKES:
        return str(commodity.value)
    season = next(each.account.season for each in entry.postings if each.commodity is commodity)
    return names.units.get(season, "stakes")


def _name(member: int, names: EntryNames) -> str:
    return THE_POOL if member == POOL else names.members.get(member, f"member {member}")


def _receipt(read: ReadEntry, member: int) -> str:
    body = read.entry.body if read.entry is not None else None
    if not isinstance(body, SheetPosted) or member not in body.members:
        return ""
    return receipt(read.number, body.members.index(member), read.digest)


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPage(Context):
    """Entries of the ledger; those about one sheet have its *code*.

    Attributes:
        count: how many there are.
        older: the number before which the next page begins; `None` if this is the last.
        newer: the number before which the page before this one begins; `None` if this is the
            first.
        head: the digest of the last entry of all, if it is among these.
        kind: the pages of the sheet's kind.
    """

    template = "club/book.html"
    found: Entries
    count: int
    older: int | None = None
    newer: int | None = None
    head: str = ""
    code: str = ""
    kind: KindPages[Any] | None = None


@bp.get("/c/<club>/book")
def index() -> Page:
    asked = parse_number(request.args.get("before", ""), 9)
    before = asked if asked >= 0 else None
    found = the_club_services().book.page(the_club().id, before)
    first = found.entries[-1].number if found.entries else 1
    last = found.entries[0].number if found.entries else found.last
    newer = None
    if before is not None and last < found.last:
        newer = min(last + A_PAGE, found.last) + 1
    page = LedgerPage(
        found=found,
        count=found.last,
        older=first if first > 1 else None,
        newer=newer,
        head=found.entries[0].digest if last == found.last and found.entries else "",
    )
    return club_page(page)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage(Context):
    """An entry.

    Attributes:
        commodities: what it moves, and by how much in each of the *accounts*.
        reverses: the entry that it reverses; `None` for none.
        code: of the sheet that it is about; empty for none.
        kind: the pages of its kind.
        receipt: the reader's receipt, if the entry is about them.
        lots: of an entry that records a lot, the lot of each member, by whom it is.
        signatures: of an entry that posts a sheet, those of its players, each with their name.
        state: of an entry that posts a result now, what holds that, and what it means.
        result_only: of an entry that posts a result without its deals, what follows from that, in
            sentences.
    """

    template = "club/entry.html"
    whole: EntryInBook
    commodities: Sequence[Commodity]
    accounts: Sequence[AccountRow]
    reverses: int | None
    code: str
    kind: KindPages[Any] | None
    receipt: str
    may_reverse: bool
    lots: Sequence[tuple[str, str]]
    signatures: Sequence[tuple[SealedSignature, str]]
    state: str
    result_only: Sequence[str]


@bp.get("/c/<club>/book/<int:number>")
def entry(number: int) -> Page:
    whole = the_club_services().book.entry(the_club().id, number)
    if whole is None:
        abort(404)
    open_entry(the_actor(), number)
    entry = whole.read.entry
    body = entry.body if entry is not None else None
    code = body.code if isinstance(body, SheetPosted | DisputeEnded) else ""
    page = EntryPage(
        whole=whole,
        commodities=commodities_of(entry) if entry is not None else (),
        accounts=list(accounts_of(entry, whole.names)) if entry is not None else (),
        reverses=body.entry if isinstance(body, Reversed) else None,
        code=code,
        kind=_kind(code) if code else None,
        receipt=_receipt(whole.read, the_actor().member),
        may_reverse=the_actor().is_director
        and isinstance(body, REVERSIBLE)
        and not whole.read.reversed_by,
        lots=_lots(body, whole.names.members) if isinstance(body, LotDrawn) else (),
        signatures=_signatures(body, whole.names.members) if isinstance(body, SheetPosted) else (),
        state=_state(whole.read),
        result_only=list(_of_result_only(body)) if isinstance(body, SheetPosted) else (),
    )
    return club_page(page)


def _of_result_only(body: SheetPosted) -> Iterator[str]:
    """Yield what is not known of a result without its deals, and what follows by the terms."""
    result = body.result
    if isinstance(result, CardResult) or not result.is_result_only:
        return
    known = "totals are" if result.has_totals else "margin is"
    yield f"Only the {known} known, not the deals."
    yield "So no page can show its sheet, or what elder and younger made in it."
    season = the_club_services().seasons.season(the_club().id, body.season)
    assert season is not None
    if not season.terms.counts(result):
        yield "By the terms of its season it does not count in standings, ratings or records."
    if is_doubling_unknown(result, season.terms):
        yield "Nobody knows if the stakes are to be doubled, so they are paid once."


def _state(read: ReadEntry) -> str:
    """Return what holds the result that an entry posts now, and what that means;
    nothing of any other entry.
    """
    entry = read.entry
    if entry is None or read.reversed_by or not isinstance(entry.body, SheetPosted):
        return ""
    season_sheet = None
    if entry.body.code:
        season_sheet = the_club_services().signing.sheet(entry.body.code, the_club().id)
    if season_sheet is not None and season_sheet.posted is not None:
        now = the_club_services().signing.clock()
        to_player = the_actor().member in season_sheet.membership.members
        return f"{lead(season_sheet)} {state_meaning(season_sheet, now, to_player=to_player)}"
    is_closed = entry.body.season in closed_seasons(the_club().id)
    state = state_of(finality([entry]), is_closed=is_closed)
    return f"{StateInShort[state.name]()} {StateMeaning.ONLY_A_DIRECTOR()}"


def _signatures(body: SheetPosted, names: Mapping[int, str]) -> list[tuple[SealedSignature, str]]:
    found = []
    for each in body.signatures:
        member = body.members[each.seat]
        found.append((each, names.get(member, f"member {member}")))
    return found


@bp.app_template_filter()
def sealed_sentence(signature: SealedSignature, called: str, names: Mapping[int, str]) -> str:
    return f"{signature_sentence(signature, called, names, when(signature.at))}"


def _lots(body: LotDrawn, names: Mapping[int, str]) -> list[tuple[str, str]]:
    """Return the text of which each member's lot is the SHA-256, with the member; and the lot."""
    return [
        (f"{names.get(each, f'member {each}')}, member {each}", lot(body.seed, each))
        for each in body.members
    ]


def _kind(code: str) -> KindPages[Any]:
    return pages_of(the_parties().row(code))


@bp.get("/c/<club>/book/partie/<code>")
def partie(code: str) -> Page:
    found = the_club_services().book.of_partie(the_club().id, code)
    if not found.entries:
        abort(404)
    page = LedgerPage(found=found, count=len(found.entries), code=code.upper(), kind=_kind(code))
    return club_page(page)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptPage(Context):
    """The check of a receipt.

    Attributes:
        club: the club whose receipt it is; `None` if it is of none.
        missed: it is no receipt; then *lost* says if its entry may have been lost.
        reads: the reader may read the page of the season.
        reads_book: the reader may read the ledger.
        evidence: its disputes, each with both versions.
    """

    template = "club/verify.html"
    receipt: str
    club: Club | None
    found: CheckedReceipt | None
    missed: bool
    lost: str
    reads: bool
    reads_book: bool
    evidence: Sequence[tuple[Disputed, Compared | None]]


@bp.get("/verify")
@bp.get("/r/<receipt>")
@limited
def verify(receipt: str = "") -> Page:
    """Check a receipt: whether the ledger is unchanged since it was issued;
    with it anyone reads the disputes.
    """
    typed = (receipt or request.args.get("receipt", "")).strip()[:40]
    receipts = the_club_services().receipts
    clubs = the_club_services().clubs.clubs() if typed else ()
    club = None
    found = None
    is_member = False
    for each in clubs:
        is_member = visitor().acting_in(each) is not None
        found = receipts.check(each.id, typed, with_names=each.public or is_member)
        if found is not None:
            club = each
            break
    missed = bool(typed) and found is None
    disputes = found.disputes if found is not None else ()
    page = ReceiptPage(
        receipt=typed,
        club=club,
        found=found,
        missed=missed,
        lost=receipts.lost([each.id for each in clubs] if missed else [], typed),
        reads=club is not None and (club.public or is_member),
        reads_book=club is not None and is_member,
        evidence=[(each, both_versions(each.record, each.version)) for each in disputes],
    )
    shown, _ = club_page(page)
    return shown, 422 if missed else 200
