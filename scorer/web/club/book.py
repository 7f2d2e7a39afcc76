"""The club's ledger: its entries, one entry with its proof, and the check of a receipt."""

from __future__ import annotations

from collections import defaultdict

from flask import Blueprint, abort, request

from ...ledger.chain import receipt
from ...ledger.entries import POOL, Commodity, DisputeEnded, Entry, Reversed, SheetPosted
from ...service.club.book import Names, ReadEntry
from ...service.club.posting import REVERSIBLE
from ...service.parties import SheetKind
from ...table.entering import A_PAGE
from ...table.formatting import parse_number, signed
from ..extensions import limited
from ..forms import Page, club_page
from ..rights import the_actor, the_club
from ..two_versions import both_versions
from ..visitor import open_entry, the_club_services, the_parties, visitor

bp = Blueprint("book", __name__)

THE_POOL = "the season’s pool"


def accounts_of(entry: Entry, names: Names) -> tuple[list[Commodity], list[tuple[str, list[str]]]]:
    """Return the commodities of an entry, and its accounts, each by name with its amounts;
    the pool's is the last.
    """
    moved = [
        each for each in Commodity if any(posting.commodity is each for posting in entry.postings)
    ]
    found: dict[int, dict[Commodity, int]] = {}
    for each in entry.postings:
        account = found.setdefault(each.account.member, {})
        account[each.commodity] = account.get(each.commodity, 0) + each.amount
    accounts = sorted(found.items(), key=lambda each: (each[0] == POOL, each[0]))
    return moved, [
        (_name(member, names), [signed(amounts[one]) if one in amounts else "" for one in moved])
        for member, amounts in accounts
    ]


@bp.app_template_filter()
def moves(entry: Entry, names: Names) -> list[str]:
    """Return a line for each commodity, without the pool,
    whose account only balances the others.
    """
    lines: defaultdict[Commodity, list[str]] = defaultdict(list)
    for each in entry.postings:
        if each.account.member != POOL:
            lines[each.commodity].append(
                f"{_name(each.account.member, names)} {signed(each.amount)}"
            )
    return [f"{unit(each, entry, names)}: {', '.join(moved)}" for each, moved in lines.items()]


@bp.app_template_filter()
def unit(commodity: Commodity, entry: Entry, names: Names) -> str:
    if commodity is not Commodity.STAKES:
        return str(commodity.value)
    season = next(each.account.season for each in entry.postings if each.commodity is commodity)
    return names.units.get(season, "stakes")


def _name(member: int, names: Names) -> str:
    return THE_POOL if member == POOL else names.members.get(member, f"member {member}")


def _receipt(read: ReadEntry, member: int) -> str:
    body = read.entry.body if read.entry is not None else None
    if not isinstance(body, SheetPosted) or member not in body.members:
        return ""
    return receipt(read.number, body.members.index(member), read.digest)


@bp.get("/c/<club>/book")
def index() -> Page:
    asked = parse_number(request.args.get("before", ""), 9)
    before = asked if asked >= 0 else None
    found = the_club_services().book.page(the_club().id, before)
    first, last = (
        (found.entries[-1].number, found.entries[0].number) if found.entries else (1, found.last)
    )
    newer = min(last + A_PAGE, found.last) + 1 if before is not None and last < found.last else None
    older = first if first > 1 else None
    head = found.entries[0].digest if last == found.last and found.entries else ""
    paging = {"older": older, "newer": newer, "head": head}
    return club_page("book.html", found=found, count=found.last, code="", company=False, **paging)


@bp.get("/c/<club>/book/<int:number>")
def entry(number: int) -> Page:
    whole = the_club_services().book.entry(the_club().id, number)
    if whole is None:
        abort(404)
    open_entry(the_actor(), number)
    entry = whole.read.entry
    body = entry.body if entry is not None else None
    code = body.code if isinstance(body, SheetPosted | DisputeEnded) else ""
    commodities, accounts = accounts_of(entry, whole.names) if entry is not None else ([], [])
    return club_page(
        "entry.html",
        whole=whole,
        commodities=commodities,
        accounts=accounts,
        reverses=body.entry if isinstance(body, Reversed) else None,
        code=code,
        company=bool(code) and _is_card(code),
        receipt=_receipt(whole.read, the_actor().member),
        may_reverse=the_actor().is_director
        and isinstance(body, REVERSIBLE)
        and not whole.read.reversed_by,
    )


def _is_card(code: str) -> bool:
    return the_parties().row(code).kind == SheetKind.COMPANY


@bp.get("/c/<club>/book/partie/<code>")
def partie(code: str) -> Page:
    found = the_club_services().book.of_partie(the_club().id, code)
    if not found.entries:
        abort(404)
    context = {
        "found": found,
        "count": len(found.entries),
        "older": None,
        "newer": None,
        "head": "",
    }
    return club_page("book.html", code=code.upper(), company=_is_card(code), **context)


@bp.get("/verify")
@bp.get("/r/<receipt>")
@limited
def verify(receipt: str = "") -> Page:
    """Check a receipt: whether the ledger is unchanged since it was issued;
    with it anyone reads the disputes.
    """
    typed = (receipt or request.args.get("receipt", "")).strip()[:40]
    club = None
    found = None
    member = False
    for each in the_club_services().clubs.clubs() if typed else ():
        member = visitor().acting_in(each) is not None
        found = the_club_services().receipts.check(each.id, typed, with_names=each.public or member)
        if found is not None:
            club = each
            break
    shown = {
        "receipt": typed,
        "club": club,
        "found": found,
        "reads": club is not None and (club.public or member),
        "reads_book": club is not None and member,
        "evidence": [(each, both_versions(each.record, each.version)) for each in found.disputes]
        if found
        else [],
    }
    missed = bool(typed) and found is None
    clubs = the_club_services().clubs.clubs() if missed else ()
    lost = the_club_services().receipts.lost([each.id for each in clubs], typed)
    return club_page("verify.html", **shown, missed=missed, lost=lost)[0], 422 if missed else 200
