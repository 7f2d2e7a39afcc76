"""The view model of the page that shares a partie or a company: QR codes and scoring links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import segno
from flask import url_for

from ..service.companies import CompanyCard
from ..service.company_links import CompanyLinkRow
from ..service.parties import LinkRow, Sheet, new_token
from .address import outward


@dataclass(frozen=True, slots=True)
class QR:
    """A QR code: its address, and its dark squares as an SVG path in a square of *size* units."""

    address: str
    path: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A scoring link; *revoke* is the address that revokes it."""

    made: str
    revoked: bool
    revoke: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SharePage:
    """
    The context of the page that shares a partie or a company.

    Attributes:
        back: the links of the navigation, each with its words.
        follows, scores: what a phone that follows sees, and what a scoring link does.
        reading, scoring: QR codes; `None` if phones cannot open the program, or there is no new scoring link.
        new_link: the address that makes a scoring link.
    """

    code: str
    back: tuple[tuple[str, str], ...]
    follows: str
    scores: str
    reading: QR | None
    scoring: QR | None
    links: tuple[Link, ...]
    new_link: str
    may_score: bool
    form_key: str


def qr(address: str) -> QR:
    """Return the QR code of *address*, with its quiet zone."""
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
    """Return the QR code of a page; `None` if phones cannot open the program."""
    address = outward(endpoint, **values)
    return qr(address) if address else None


def share_page(sheet: Sheet, links: list[LinkRow], token: str) -> SharePage:
    """Return the page that shares a partie; *token* is the secret of a new link, which is shown once."""
    code: dict[str, Any] = {"code": sheet.code}
    return SharePage(
        code=sheet.code,
        back=((url_for("tables.table", **code), "Table"), (url_for("sheets.sheet", **code), "Sheet")),
        follows="That phone shows the partie live and cannot change it.",
        scores="Link 1 belongs to the phone that opened the partie.",
        reading=qr_of("tables.table", **code),
        scoring=_scoring_code(token),
        links=_links(links, "sheets.revoke", **code),
        new_link=url_for("sheets.new_link", **code),
        may_score=bool(links),
        form_key=new_token(),
    )


def company_share_page(card: CompanyCard, links: list[CompanyLinkRow], token: str) -> SharePage:
    """Return the page that shares a company; *token* is the secret of a new link, which is shown once."""
    code: dict[str, Any] = {"company": card.code}
    return SharePage(
        code=card.code,
        back=((url_for("companies.card", **code), "Scorecard"),),
        follows="That phone shows the scorecard and every partie live, and cannot change them.",
        scores="Each link scores every partie of the company. Link 1 belongs to the phone that opened the scorecard.",
        reading=qr_of("companies.card", **code),
        scoring=_scoring_code(token),
        links=_links(links, "companies.revoke", **code),
        new_link=url_for("companies.new_link", **code),
        may_score=bool(links),
        form_key=new_token(),
    )


def _scoring_code(token: str) -> QR | None:
    return qr_of("home.scoring_link", token=token) if token else None


def _links(links: Iterable[LinkRow | CompanyLinkRow], endpoint: str, **code: Any) -> tuple[Link, ...]:
    return tuple(
        Link(
            made=link.made_at[:16].replace("T", " "),
            revoked=link.revoked,
            revoke=url_for(endpoint, link=link.id, **code),
        )
        for link in links
    )
