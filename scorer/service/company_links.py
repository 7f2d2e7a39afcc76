"""Scoring links of companies: every partie and the card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine

from ..storage import companies as store
from ..storage.companies import CompanyLinkRow
from ..storage.engine import reading, writing
from .company_cards import find_row
from .opening import NotAllowed
from .tokens import hash_token, new_token

__all__ = ["CompanyLinkRow", "CompanyLinks"]


@dataclass(frozen=True, slots=True)
class CompanyLinks:
    engine: Engine
    clock: Callable[[], datetime]

    def new(self, code: str, token: str = "") -> str:
        """Make another scoring link and return its secret; the same *token* makes one link."""
        token = token or new_token()
        with writing(self.engine) as db:
            row = find_row(db, code)
            if store.link_with(db, hash_token(token)) is None:
                store.insert_link(db, row.id, token_hash=hash_token(token), at=self._now())
        return token

    def all(self, code: str) -> list[CompanyLinkRow]:
        """Return the scoring links, oldest first."""
        with reading(self.engine) as db:
            return store.links(db, find_row(db, code).id)

    def revoke(self, code: str, link_id: int) -> None:
        """
        Revoke a scoring link; a repeat changes nothing.

        Raises:
            NotAllowed: it is not a link of this company.
        """
        with writing(self.engine) as db:
            links = store.links(db, find_row(db, code).id)
            link = next((link for link in links if link.id == link_id), None)
            if link is None:
                raise NotAllowed("This company has no such link.")
            if not link.revoked:
                store.revoke_link(db, link_id, at=self._now())

    def open(self, token: str) -> tuple[str, int] | None:
        """Return the company's code and the link's id for a secret; `None` if it is revoked or unknown."""
        with reading(self.engine) as db:
            link = store.link_with(db, hash_token(token))
            if link is None or link.revoked:
                return None
            return store.company_by_id(db, link.company_id).code, link.id

    def holds(self, code: str, link_id: int) -> bool:
        """Return whether a link is still valid for the company."""
        return any(link.id == link_id and not link.revoked for link in self.all(code))

    def _now(self) -> str:
        return self.clock().isoformat(timespec="seconds")
