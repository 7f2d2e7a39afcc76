"""
The tables of an export; each is a CSV file and a list in the JSON document.

Members, seasons and entries are identified by number, parties by code. Deals, rounds and statements count from 1.
Points and match points are whole numbers; times are UTC in ISO 8601. Passwords, links and PINs are listed without
their secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

from ...ledger.results import MEETING_FIGURES, TALLY_FIGURES
from ...ledger.terms import SeasonTerms
from . import export_rows as rows
from .export_companies import companies, company_players
from .export_rows import Row, Source


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: tuple[str, ...]
    rows: Callable[[Source], Iterator[Row]]

    @property
    def meaning(self) -> str:
        """Return the description of the table."""
        return (self.rows.__doc__ or "").strip()


def _table(name: str, read: Callable[[Source], Iterator[Row]], columns: str, *more: str) -> Table:
    return Table(name, (*columns.split(), *more), read)


TABLES = (
    _table("members", rows.members, "number name shown_as role has_pin"),
    _table("settings", rows.settings, "member name value"),
    _table("credentials", rows.credentials, "kind role member name made_at ended"),
    _table("seasons", rows.seasons, "number closed", *(each.name for each in fields(SeasonTerms))),
    _table("entrants", rows.entrants, "season member name withdrew"),
    _table(
        "fixtures",
        rows.fixtures,
        "season round table first second first_name second_name state through points entry partie",
    ),
    _table(
        "standings",
        rows.standings,
        "season rank shared member name balance score rating deviation provisional",
        *TALLY_FIGURES,
    ),
    _table("meetings", rows.meetings, "season member other", *MEETING_FIGURES),
    _table(
        "parties",
        rows.parties,
        "code season round first second first_name second_name opened_at rules deals over first_total second_total "
        "winner points rubicon lurch entry",
    ),
    _table(
        "deals",
        rows.deals,
        "partie season round first second deal elder first_points second_points weight from_paper over",
    ),
    _table("companies", companies, "code season frame opened_at rules parties held signed entry"),
    _table("company_players", company_players, "company seat member name balance signed"),
    _table("statements", rows.statements, "partie deal number text recorded_at"),
    _table("signatures", rows.signatures, "partie player name signed_at"),
    _table(
        "disputes",
        rows.disputes,
        "partie number raised_by kind reason deal correction raised_at how by words law ended_at",
    ),
    _table("entries", rows.entries, "number at author kind season partie says reversed_by digest text"),
    _table("postings", rows.postings, "entry season member commodity amount"),
    _table("ratings", rows.ratings, "member entry rating deviation volatility parties"),
)
