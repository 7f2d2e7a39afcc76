"""Companies in an export: rows of tables, and each card as text."""

from __future__ import annotations

from collections.abc import Iterator

from ...rules.naming import name_of
from ...rules.notation.company_writing import format_company
from ...storage import companies as store
from .companies import CompanyStanding, standing_of_company
from .export_rows import Row, Source


def companies(of: Source) -> Iterator[Row]:
    """The companies, what they played, and the current entry of each card."""
    for each in _standing(of):
        card, company = each.card, each.card.company
        rules = name_of(company.record.rules)
        entry = None if each.posted is None else each.posted.entry.number
        turns, held = len(company.card.turns), company.card.held
        frame = company.record.terms.frame.value
        yield card.code, each.of.season, frame, card.opened_at, rules, turns, held, card.is_signed, entry


def company_players(of: Source) -> Iterator[Row]:
    """The players of each company in the order of the cut, and what each has won."""
    for each in _standing(of):
        card = each.card
        for place, member in enumerate(each.of.members):
            if of.wants(member):
                name, signed = of.names.get(member), card.signatures[place] is not None
                yield card.code, place + 1, member, name, card.company.card.balances[place], signed


def company_texts(of: Source) -> Iterator[tuple[int, str, str, str]]:
    """Yield season, code, status and text of every card."""
    for each in _standing(of):
        stands = "not posted" if each.posted is None else f"entry {each.posted.entry.number} of the book"
        yield each.of.season, each.card.code, stands, format_company(each.card.company.record)


def _standing(of: Source) -> Iterator[CompanyStanding]:
    for season in of.seasons:
        for row in store.of_season(of.db, of.club_id, season.number):
            found = standing_of_company(of.db, row)
            if found is not None and of.wants(*found.of.members):
                yield found
