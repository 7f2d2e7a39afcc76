"""
Companies of seasons: opened for members, signed by each of them, then posted.

Every member of the company signs, not only the two who played last, because the card moves points of each. Only their
own signature, on their phone or with their PIN, shows that they have seen what they pay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.entries import CompanyPosted
from ...ledger.terms import TWO, SeasonTerms
from ...rules.company import CompanyTerms, terms_named
from ...rules.company.record import frame_words
from ...storage import book, projections, season_sheets, sheets
from ...storage.engine import reading, writing
from ...storage.sheets import SheetKind, SheetRow
from ..base import Service
from ..companies import CompanyCard, find_row, open_company, read_card, refuse_to_sign
from ..opening import NotAllowed, hash_token, new_token
from .credentials import Actor
from .posting import Posted, open_terms, post, read_entry
from .seasons import names_playing, season_rules
from .signing import SheetSeason, season_of
from .snapshots import company_body


@dataclass(frozen=True, slots=True)
class CompanyInSeason:
    """A company in a season; `posted` is its current entry, `reversed_by` the entry that reversed it."""

    card: CompanyCard
    of: SheetSeason
    posted: Posted | None
    reversed_by: int | None

    @property
    def unsigned(self) -> tuple[str, ...]:
        if self.posted is not None or self.reversed_by is not None:
            return ()
        signed = zip(self.card.names, self.card.signatures, strict=True)
        return tuple(name for name, signature in signed if signature is None)


class ClubCompanies(Service):
    def open(self, club_id: int, season: int, members: Sequence[int], *, token: str = "") -> tuple[CompanyCard, str]:
        """Open a company once for each *token*; return its card and the secret of its first scoring link."""
        token = token or new_token()
        with writing(self.engine) as db:
            terms = open_terms(db, club_id, season)
            if terms.frame_name == TWO:
                raise NotAllowed("This season is for two players at a table.")
            opened = sheets.link_with(db, hash_token(token))
            if opened is not None:
                of = season_sheets.season_of(db, opened.sheet_id)
                if of is None or (of.club_id, of.season) != (club_id, season):
                    raise NotAllowed("This form is out of date. Reload the page and try again.")
                return read_card(db, sheets.sheet_by_id(db, opened.sheet_id)), token
            names = names_playing(db, club_id, season, members)
            if len(set(members)) < len(members):
                raise NotAllowed("A player is listed twice. Choose different players.")
            players = [(names[member], member) for member in members]
            row = open_company(db, players, agreed_in(terms), season_rules(terms), token, at=self.at())
            season_sheets.add_to_season(db, row, club_id=club_id, season=season, at=self.at())
            return read_card(db, row), token

    def card(self, code: str) -> CompanyInSeason | None:
        with reading(self.engine) as db:
            row = sheets.find_sheet(db, code.upper(), SheetKind.COMPANY)
            return None if row is None else company_in_season(db, row)

    def in_season(self, club_id: int, season: int) -> list[CompanyInSeason]:
        with reading(self.engine) as db:
            rows = season_sheets.of_season(db, club_id, season, SheetKind.COMPANY)
            return [found for row in rows if (found := company_in_season(db, row)) is not None]

    def to_sign(self, club_id: int, member: int) -> list[CompanyInSeason]:
        """Return the cards of open seasons that a member can sign now, latest first."""
        with reading(self.engine) as db:
            open_seasons = {row.number for row in projections.seasons(db, club_id) if not row.closed}
            rows = season_sheets.of_member(db, club_id, member, SheetKind.COMPANY)
            found = [company_in_season(db, row) for row in rows]
        return [
            each
            for each in found
            if each is not None
            and each.of.season in open_seasons
            and each.unsigned
            and each.card.signatures[each.of.members.index(member)] is None
            and each.card.company.card.turns
            and each.card.company.going_on is None
        ]

    def sign(self, code: str, by: Actor) -> CompanyInSeason:
        """Sign the card; the last signature posts it, and a second signature of the same player changes nothing."""
        with writing(self.engine) as db:
            row = find_row(db, code)
            now = company_in_season(db, row)
            if now is None or now.of.club_id != by.club_id or by.member not in now.of.members:
                raise NotAllowed("Only the players of this company can sign its scorecard.")
            if now.reversed_by is not None:
                raise NotAllowed("A director has reversed this scorecard, so it cannot be signed again.")
            refuse_to_sign(now.card)
            seat = now.of.members.index(by.member)
            if now.card.signatures[seat] is None:
                sheets.append_signature(db, row.id, player=seat, name=now.card.names[seat], at=self.at())
            if read_card(db, row).is_signed and now.posted is None:
                body = company_body(db, row, now.of.season)
                post(db, now.of.club_id, body, author=" and ".join(now.card.names), at=self.at())
            after = company_in_season(db, row)
            assert after is not None
            return after


def agreed_in(terms: SeasonTerms) -> CompanyTerms:
    """Return the company's terms in the terms of its season."""
    return terms_named(terms.frame)


def plays_in(terms: SeasonTerms) -> str:
    return frame_words(agreed_in(terms).frame, season_rules(terms).players)


def cards_of(db: Connection, club_id: int, member: int, season: int | None = None) -> list[Posted]:
    """Return the current entries of a member's cards, latest first."""
    rows = season_sheets.of_member(db, club_id, member, SheetKind.COMPANY, season)
    found = [posted for row in rows if (posted := _entries(db, club_id, row.code)[0]) is not None]
    return sorted(found, key=lambda posted: -posted.entry.number)


def company_in_season(db: Connection, row: SheetRow) -> CompanyInSeason | None:
    """Return the status of a stored company; `None` if it is in no season."""
    of = season_of(db, row.code)
    if of is None:
        return None
    return CompanyInSeason(read_card(db, row), of, *_entries(db, of.club_id, row.code))


def _entries(db: Connection, club_id: int, code: str) -> tuple[Posted | None, int | None]:
    """Return the current entry of a company, or the number of the one that reversed it."""
    entries = [
        (each, read)
        for each in book.entries_of_partie(db, club_id, code)
        if isinstance((read := read_entry(each)).entry.body, CompanyPosted)
    ]
    posted = next((read for stored, read in entries if stored.reversed_by is None), None)
    return posted, entries[-1][0].reversed_by if entries and posted is None else None
