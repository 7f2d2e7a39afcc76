"""The page *This table*: what is rarely needed during a deal, behind one key of the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from ..rules.messages import Message
from .card import Shown, TableCard, table_card
from .contexts import Context
from .recording import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class ThisTablePage(Context):
    """The other pages of a table, how far the partie has come, and how this phone shows it.

    Attributes:
        card: the deal to which *Table* leads back.
        company: the code of the company that plays the partie.
        in_room: at which table of an evening it is played, and when the round ends.
    """

    template: ClassVar = "table/this.html"

    card: TableCard
    shown: Shown
    company: str = ""
    in_room: Message | None = None


def this_table_context(sheet: Sheet, deal: int, shown: Shown) -> ThisTablePage:
    """Return the context of the page, opened from deal *deal*, from 0."""
    card = table_card(sheet, deal, replace(shown, values=True))  # for the term of the glossary
    return ThisTablePage(card=card, shown=shown, company=shown.company)
