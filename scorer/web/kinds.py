"""The pages of each kind of sheet: where it is kept, proved and signed, and how it is listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from flask import url_for

from ..rules.company import frame_message, result_message
from ..rules.laws import by_member
from ..rules.words import listed
from ..service.companies import CompanyCard
from ..service.parties import Sheet, SheetKind, SheetRow
from ..service.sheets import AnySheet
from ..table.own_parties import SheetEntry, StateText, sheet_entry
from .two_versions import balances_words, result_change

OneSheet = TypeVar("OneSheet", Sheet, CompanyCard)


class PageLink(NamedTuple):
    endpoint: str
    label: str


class Correctable(NamedTuple):
    """A deal, or a partie of a company, that can be chosen to be corrected."""

    address: str
    label: str
    figure: str


@dataclass(frozen=True, kw_only=True)  # a generic class with slots takes no argument
class KindPages(Generic[OneSheet]):
    """The pages of a kind of sheet, and what they say that no other kind does.

    Attributes:
        called: the kind, in a sentence.
        kept: the page on which it is recorded.
        record: the page with all that is recorded.
        signatures: the page with its result and signatures; its view also takes an error.
        in_ledger: how the ledger names `record`, and the note beside it; `{}` is the code.
        followed: what a phone that only follows it shows, and may not do.
        linked: what its scoring links let a phone do.
        entry: how it is listed.
        unplayed: how it is listed where it is offered to go on with.
        moved: says what another version changes.
        correctable: yields what can be chosen to be corrected.
    """

    called: str
    kept: PageLink
    record: PageLink
    signatures: PageLink
    in_ledger: tuple[str, str]
    followed: str
    linked: str
    entry: Callable[[OneSheet], SheetEntry]
    unplayed: Callable[[OneSheet], SheetEntry]
    moved: Callable[[OneSheet, OneSheet], str]
    correctable: Callable[[OneSheet], Iterator[Correctable]]

    @property
    def title(self) -> str:
        return self.called.capitalize()

    @property
    def tabs(self) -> tuple[PageLink, ...]:
        """Return the pages of it that are linked beside each other."""
        return tuple(dict.fromkeys((self.kept, self.record)))


# A partie


def deal_address(sheet: Sheet, number: int) -> str:
    """Return the page of a deal, from 1; one from paper leads to its totals."""
    from_paper = sheet.partie.deals[number - 1].deal is None
    return url_for("tables.again" if from_paper else "tables.deal", code=sheet.code, number=number)


def _deals(sheet: Sheet) -> Iterator[Correctable]:
    for number, scored in enumerate(sheet.partie.deals, 1):
        points = " – ".join(map(str, scored.points))
        yield Correctable(deal_address(sheet, number), f"Deal {number}", points)


# The scorecard of a company


def card_entry(card: CompanyCard) -> SheetEntry:
    state = StateText.PARTIES(parties=len(card.company.card.turns))
    if card.is_signed:
        state = StateText.SIGNED()
    elif card.going_on():
        state = StateText.IN_PROGRESS()
    frame = frame_message(card.company.record.terms.frame, len(card.names))
    return SheetEntry(card.code, listed(card.names), StateText.OF_CARD(frame=frame, what=state))


def _unplayed_card(card: CompanyCard) -> SheetEntry:
    return SheetEntry(card.code, listed(card.names), StateText.NOTHING_PLAYED())


def _balances(record: CompanyCard, after: CompanyCard) -> str:
    return balances_words(after, record)


def _turns(card: CompanyCard) -> Iterator[Correctable]:
    both = zip(card.turns, card.company.card.turns, strict=True)
    for number, (turn, played) in enumerate(both, 1):
        address = url_for("companies.turn", code=card.code, number=turn.number)
        yield Correctable(address, f"Partie {number}", str(result_message(card.company, played)))


# Either


_CARD = PageLink("companies.card", "Scorecard")

PAGES: Mapping[SheetKind, KindPages[Any]] = by_member(
    SheetKind,
    {
        "PARTIE": KindPages[Sheet](
            called=Sheet.called,
            kept=PageLink("tables.table", "Table"),
            record=PageLink("sheets.sheet", "Sheet"),
            signatures=PageLink("sheets.settlement", "Settlement"),
            in_ledger=("Sheet of partie {}", "deal by deal"),
            followed="That phone shows the partie live and cannot change it.",
            linked="Link 1 belongs to the phone that opened the partie.",
            entry=sheet_entry,
            unplayed=sheet_entry,
            moved=result_change,
            correctable=_deals,
        ),
        "COMPANY": KindPages[CompanyCard](
            called=CompanyCard.called,
            kept=_CARD,
            record=_CARD,
            signatures=PageLink("companies.signatures", "Signatures"),
            in_ledger=("Scorecard", "{}"),
            followed=(
                "That phone shows the scorecard and every partie live, and cannot change them."
            ),
            linked=(
                "Each link lets a phone score every partie of the company. Link 1 belongs to the "
                "phone that opened the scorecard."
            ),
            entry=card_entry,
            unplayed=_unplayed_card,
            moved=_balances,
            correctable=_turns,
        ),
    },
)


def pages_of(sheet: AnySheet | SheetRow) -> KindPages[Any]:
    """Return the pages of the kind of a sheet, or of its row."""
    return PAGES[SheetKind(sheet.kind)]


def address_of(sheet: AnySheet) -> str:
    """Return the address of a sheet's signatures;
    of one that is not over, of its table or scorecard.
    """
    pages = pages_of(sheet)
    page = pages.kept if sheet.unfinished else pages.signatures
    return url_for(page.endpoint, code=sheet.code)
