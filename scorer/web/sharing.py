"""View models of the second phone: the sheet's address as a QR code, and the links that let a phone score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import segno

from ..rules.frames.words import listed
from ..service.companies import CompanyCard
from ..service.company_links import CompanyLinkRow
from ..service.parties import LinkRow, Sheet, new_token
from .address import outward


@dataclass(frozen=True, slots=True)
class QR:
    """A QR code: its address, and its dark squares as an SVG path in a square of `size` units."""

    address: str
    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Link:
    """A scoring link in the list."""

    id: int
    made: str
    revoked: bool


@dataclass(frozen=True, slots=True)
class SharePage:
    """The page that is held out to the other player."""

    code: str
    heading: str
    reading: QR | None
    scoring: QR | None
    links: tuple[Link, ...]
    may_score: bool
    form_key: str


def qr(address: str) -> QR:
    """The QR code of *address*, with the quiet margin it needs."""
    matrix = tuple(segno.make(address, error="m", micro=False).matrix)
    border = 4
    path = "".join(
        f"M{column + border} {row + border}h1v1h-1z"
        for row, line in enumerate(matrix)
        for column, dark in enumerate(line)
        if dark
    )
    return QR(address, path, len(matrix) + 2 * border)


def qr_of(endpoint: str, **values: Any) -> QR | None:
    """The QR code that leads a phone to a page; `None` if phones cannot open the program."""
    address = outward(endpoint, **values)
    return qr(address) if address else None


@dataclass(frozen=True, slots=True)
class CompanyShare:
    """The page with which a company's card goes onto other phones."""

    code: str
    title: str
    reading: QR | None
    scoring: QR | None
    links: tuple[Link, ...]
    may_score: bool
    form_key: str


def company_share_page(card: CompanyCard, links: list[CompanyLinkRow], token: str) -> CompanyShare:
    """The share page of a company; *token* is the secret of a link made just now, shown this once."""
    scoring = qr_of("home.scoring_link", token=token) if token else None
    reading = qr_of("companies.card", company=card.code)
    return CompanyShare(card.code, listed(card.names), reading, scoring, _listed(links), bool(links), new_token())


def _listed(links: Iterable[LinkRow | CompanyLinkRow]) -> tuple[Link, ...]:
    return tuple(Link(link.id, link.made_at[:16].replace("T", " "), link.revoked) for link in links)


def share_page(sheet: Sheet, links: list[LinkRow], token: str) -> SharePage:
    """The share page; *token* is the secret of a link made just now, shown this once."""
    scoring = qr_of("home.scoring_link", token=token) if token else None
    reading = qr_of("tables.table", code=sheet.code)
    return SharePage(sheet.code, sheet.heading, reading, scoring, _listed(links), bool(links), new_token())
