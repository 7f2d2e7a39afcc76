"""The pages of each kind of sheet: where it is kept, proved and signed, and how it is listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from flask import url_for

from ..rules.company import frame_message, result_message
from ..rules.laws import by_member
from ..rules.messages import Message, Text
from ..rules.names import together
from ..service.club.disputes.versions import Version
from ..service.companies import CompanyCard
from ..service.parties import Sheet, SheetKind, SheetRow
from ..service.sheets import AnySheet
from ..table.again import Both
from ..table.own_parties import SheetEntry, StateText, sheet_entry
from .two_versions import (
    Compared,
    balance_rows,
    balances_key,
    balances_words,
    compared,
    result_change,
    result_key,
    turn_words,
)

OneSheet = TypeVar("OneSheet", Sheet, CompanyCard)


class KindText(Text):
    """The pages of a sheet and what can be chosen on them.

    They are labels and claim nothing of a deal, so no oracle asks them.
    """

    TABLE = "Table"
    SHEET = "Sheet"
    SCORECARD = "Scorecard"
    SIGNATURES = "Signatures"
    SETTLEMENT = "Settlement"
    DEAL = "Deal {number}"
    PARTIE_OF_CARD = "Partie {number}"
    FROM_TOTALS = "from totals"
    FOLLOWED_PARTIE = "That phone shows the partie live and cannot change it."
    FOLLOWED_CARD = "That phone shows the scorecard and every partie live, and cannot change them."
    LINKED_PARTIE = "Link 1 belongs to the phone that opened the partie."
    LINKED_CARD = (
        "Each link lets a phone score every partie of the company. Link 1 belongs to the phone "
        "that opened the scorecard."
    )
    PICK_DEAL = (
        "Choose the deal, then the line to correct. If something was left out, choose the line "
        "that should follow it."
    )
    PICK_PARTIE = "Choose the partie to correct."


class PageLink(NamedTuple):
    endpoint: str
    label: Message


class OnCard(NamedTuple):
    """What another version changes on a scorecard, in sentences."""

    turn: Message | None
    balances: Message


class Correctable(NamedTuple):
    """A deal, or a partie of a company, that can be chosen to be corrected."""

    address: str
    label: Message
    figure: Message | str


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
        becomes: says it on the key that makes another version the record.
        compared: yields what another version changes beside the statements of a partie.
        on_card: says what another version changes on a scorecard; `None` of what is none.
        part: what of it is corrected, in a word.
        pick: how that is chosen.
        correctable: yields what can be chosen to be corrected.
        deal: returns the page that corrects a deal, from 1; empty if it has no deals of its own.
        back: the pages to which a request leads back.
        score: what stands beside it where it is listed as not posted; empty for nothing.
        note: what is said there beside how far it has come; empty for nothing.
        blank: the page of its blank paper sheet; empty for none.
        day: what its players send the day of play to; empty if it counts on the day on which it is
            posted.
        file: the page that saves it as a file; empty for none.
    """

    called: str
    kept: PageLink
    record: PageLink
    signatures: PageLink
    in_ledger: tuple[str, str]
    followed: Message
    linked: Message
    entry: Callable[[OneSheet], SheetEntry]
    unplayed: Callable[[OneSheet], SheetEntry]
    moved: Callable[[OneSheet, OneSheet], Message]
    becomes: Callable[[OneSheet, OneSheet], Message]
    compared: Callable[[OneSheet, OneSheet], Iterator[Both]]
    on_card: Callable[[OneSheet, OneSheet], OnCard | None]
    part: str
    pick: Message
    correctable: Callable[[OneSheet], Iterator[Correctable]]
    deal: Callable[[OneSheet, int], str]
    back: tuple[PageLink, ...]
    score: Callable[[OneSheet], str]
    note: Callable[[OneSheet], Message | None]
    blank: str
    day: str
    file: str

    @property
    def title(self) -> str:
        return self.called.capitalize()

    @property
    def tabs(self) -> tuple[PageLink, ...]:
        """Return the pages of it that are linked beside each other."""
        return (self.kept,) if self.kept == self.record else (self.kept, self.record)


# A partie


def deal_address(sheet: Sheet, number: int) -> str:
    """Return the page of a deal, from 1; one from paper leads to its totals."""
    from_paper = sheet.partie.deals[number - 1].deal is None
    return url_for("tables.again" if from_paper else "tables.deal", code=sheet.code, number=number)


def _deals(sheet: Sheet) -> Iterator[Correctable]:
    for number, scored in enumerate(sheet.partie.deals, 1):
        points = " – ".join(map(str, scored.points))
        yield Correctable(deal_address(sheet, number), KindText.DEAL(number=number), points)


def _nothing_beside(_record: Sheet, _other: Sheet) -> Iterator[Both]:
    """Yield nothing: what differs in a partie is in its statements."""
    yield from ()


def _on_no_card(_record: Sheet, _after: Sheet) -> None:
    """Return nothing: a partie is no scorecard."""


def _totals(sheet: Sheet) -> str:
    return " – ".join(map(str, sheet.partie.totals))


def _from_totals(sheet: Sheet) -> Message | None:
    is_from_totals = any(each.deal is None for each in sheet.partie.deals)
    return KindText.FROM_TOTALS() if is_from_totals else None


# The scorecard of a company


def card_entry(card: CompanyCard) -> SheetEntry:
    state = StateText.PARTIES(parties=len(card.company.card.turns))
    if card.is_signed:
        state = StateText.SIGNED()
    elif card.going_on():
        state = StateText.IN_PROGRESS()
    frame = frame_message(card.company.record.terms.frame, len(card.names))
    return SheetEntry(card.code, together(card.names), StateText.OF_CARD(frame=frame, what=state))


def _unplayed_card(card: CompanyCard) -> SheetEntry:
    return SheetEntry(card.code, together(card.names), StateText.NOTHING_PLAYED())


def _balances(record: CompanyCard, after: CompanyCard) -> Message:
    return balances_words(after, record)


def _on_card(record: CompanyCard, after: CompanyCard) -> OnCard:
    return OnCard(turn_words(after, record), balances_words(after, record))


def _turns(card: CompanyCard) -> Iterator[Correctable]:
    both = zip(card.turns, card.company.card.turns, strict=True)
    for number, (turn, played) in enumerate(both, 1):
        address = url_for("companies.turn", code=card.code, number=turn.number)
        title = KindText.PARTIE_OF_CARD(number=number)
        yield Correctable(address, title, result_message(card.company, played))


def _no_deal(_card: CompanyCard, _number: int) -> str:
    """Return no page: the deals are those of its parties, each on a page of its own."""
    return ""


def _no_score(_card: CompanyCard) -> str:
    return ""


def _no_note(_card: CompanyCard) -> None:
    """Return nothing: no scorecard has a note."""


# Either


_TABLE = PageLink("tables.table", KindText.TABLE())
_SHEET = PageLink("sheets.sheet", KindText.SHEET())
_CARD = PageLink("companies.card", KindText.SCORECARD())
_SIGNATURES = PageLink("companies.signatures", KindText.SIGNATURES())

PAGES: Mapping[SheetKind, KindPages[Any]] = by_member(
    SheetKind,
    {
        "PARTIE": KindPages[Sheet](
            called=Sheet.called,
            kept=_TABLE,
            record=_SHEET,
            signatures=PageLink("sheets.settlement", KindText.SETTLEMENT()),
            in_ledger=("Sheet of partie {}", "deal by deal"),
            followed=KindText.FOLLOWED_PARTIE(),
            linked=KindText.LINKED_PARTIE(),
            entry=sheet_entry,
            unplayed=sheet_entry,
            moved=result_change,
            becomes=result_key,
            compared=_nothing_beside,
            on_card=_on_no_card,
            part="deal",
            pick=KindText.PICK_DEAL(),
            correctable=_deals,
            deal=deal_address,
            back=(_TABLE, _SHEET),
            score=_totals,
            note=_from_totals,
            blank="paper.blank_of_partie",
            day="signing.set_day",
            file="sheets.saved",
        ),
        "COMPANY": KindPages[CompanyCard](
            called=CompanyCard.called,
            kept=_CARD,
            record=_CARD,
            signatures=_SIGNATURES,
            in_ledger=("Scorecard", "{}"),
            followed=KindText.FOLLOWED_CARD(),
            linked=KindText.LINKED_CARD(),
            entry=card_entry,
            unplayed=_unplayed_card,
            moved=_balances,
            becomes=balances_key,
            compared=balance_rows,
            on_card=_on_card,
            part="partie",
            pick=KindText.PICK_PARTIE(),
            correctable=_turns,
            deal=_no_deal,
            back=(_CARD, _SIGNATURES),
            score=_no_score,
            note=_no_note,
            blank="",
            day="",
            file="",
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


def both_versions(record: AnySheet, version: Version | None) -> Compared | None:
    """Return the record and another version side by side; `None` if they do not differ."""
    if version is None:
        return None
    return compared(version, tuple(pages_of(record).compared(record, version.whole)))
