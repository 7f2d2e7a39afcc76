"""Documents about a club for programs: seasons, standings, results, lines, sheets and members."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any, NamedTuple

from sqlalchemy import Connection

from ....ledger import entries as ledger
from ....ledger.chain import to_data
from ....ledger.finality import ResultState, finality, state_of
from ....ledger.results import CardResult
from ....rules.house_rules import name_of, ruleset_from_data
from ....storage import entry_rows, projections, season_sheets, sheets
from ....storage import schema as s
from ....storage.engine import reading
from ....table.entering import A_PAGE
from ....table.recording import SheetKind
from ....table.times import day_of
from ...service import Service
from ...sheets import find_any
from ...zones import zone_of
from ..people.clubs import Club
from ..people.members import shown_names
from ..posting.signing import find_season_sheet
from ..posts import Posted, entries_of_sheet, read_entry
from ..seasons.season import find_season
from ..seasons.standings import SeasonNow, provisional_for
from ..seasons.standings_columns import IN_JSON, rating_document
from .export_tables import result_record
from .exported_sheets import EXPORTING
from .sheet_documents import (
    people_of,
)

Document = dict[str, Any]

SHEETS_A_PART = 10
"""Sheets whose lines are in one part of a list: a partie has some hundred."""


class ListPart(NamedTuple):
    """A part of a long list, and where the next one begins: 0 if it is the last."""

    rows: list[Document]
    next: int


class Documents(Service):
    def seasons(self, club_id: int) -> list[Document]:
        with reading(self.engine) as db:
            return [
                {
                    "season": each.number,
                    "season_name": each.terms.name,
                    "closed": each.closed,
                    "format": to_data(each.terms.format),
                    "frame": each.terms.frame_name,
                    "rules": name_of(ruleset_from_data(each.terms.rules)),
                    "order": to_data(each.terms.ranking),
                }
                for each in projections.seasons(db, club_id)
            ]

    def results(self, club_id: int, season: int, before: int = 0) -> ListPart:
        """Return the current results of a season, latest first;
        *before* is the `next` of the part before.
        """
        with reading(self.engine) as db:
            names = shown_names(db, club_id)
            asked = find_season(db, club_id, season)
            if not asked.terms.is_for_two:
                entries = entry_rows.latest_current(
                    db, club_id, season, before=before, most=A_PAGE + 1
                )
                merged = projections.merged(db, club_id)
                posted = [read_entry(row, merged) for row in entries]
                zone = zone_of(db, club_id)
                found = [
                    (
                        each.entry.number,
                        card_document(
                            each,
                            names,
                            zone,
                            state=_state_of_card(db, club_id, each, is_closed=asked.closed),
                        ),
                    )
                    for each in posted
                ]
            else:
                rows = projections.latest_parties(
                    db, club_id, A_PAGE + 1, season=season, before=before
                )
                found = [
                    (
                        row.first_entry,
                        result_record(
                            row,
                            names,
                            state=row.state_in(closed=asked.closed),
                            counts=asked.terms.counts(row.result),
                        ),
                    )
                    for row in rows
                ]
        return _part(found)

    def sheet(self, club_id: int, code: str) -> Document:
        """Return a partie or a scorecard of the club, finished or not;
        `NotAllowed` if the club has none with this code.
        """
        with reading(self.engine) as db:
            found = find_season_sheet(db, code, self.clock(), club_id)
            people = people_of(
                found.membership.members,
                shown_names(db, club_id),
                projections.merged(db, club_id),
            )
        return EXPORTING[found.sheet.kind].document(found, people)

    def sheet_version(self, code: str) -> str:
        """Return a text that changes with every row of a sheet."""
        with reading(self.engine) as db:
            return season_sheets.state_of(db, find_any(db, code).id).version

    def lines(self, club_id: int, season: int, before: int = 0) -> ListPart:
        """Return the lines of the score of the current results of a season, latest result first; a
        part has those of `SHEETS_A_PART` results.
        """
        with reading(self.engine) as db:
            asked = find_season(db, club_id, season)
            if asked.terms.is_for_two:
                posted = [
                    (row.first_entry, row.code)
                    for row in projections.latest_parties(
                        db, club_id, SHEETS_A_PART + 1, season=season, before=before
                    )
                ]
            else:
                posted = [
                    (row.number, row.code)
                    for row in entry_rows.latest_current(
                        db, club_id, season, before=before, most=SHEETS_A_PART + 1
                    )
                ]
            shown = posted[:SHEETS_A_PART]
            rows = list(_lines_of_sheets(db, club_id, [code for _, code in shown if code]))
        last = 0
        if len(posted) > SHEETS_A_PART:
            last, _ = shown[-1]
        return ListPart(rows, last)

    def members(self, club_id: int, after: int = 0) -> ListPart:
        """Return the members by number, from the one after number *after*, with their ratings."""
        with reading(self.engine) as db:
            names = shown_names(db, club_id)
            merged = projections.merged(db, club_id)
            some = sorted(number for number in names.keys() - merged.keys() if number > after)[
                : A_PAGE + 1
            ]
            ratings = projections.latest_ratings(db, club_id, some)
            provisional = provisional_for(db, club_id)
        found = []
        for number in some:
            rating = rating_document(ratings.get(number), provisional)
            found.append((number, {"member": number, "name": names[number], **rating}))
        return _part(found)


def _part(found: list[tuple[int, Document]]) -> ListPart:
    """Return at most `A_PAGE` rows; one more shows that there is another part."""
    shown = found[:A_PAGE]
    last = 0
    if len(found) > A_PAGE:
        last, _ = shown[-1]
    return ListPart([row for _, row in shown], last)


def _lines_of_sheets(db: Connection, club_id: int, codes: Sequence[str]) -> Iterator[Document]:
    """Yield the lines of these parties and scorecards, in their order."""
    names = shown_names(db, club_id)
    merged = projections.merged(db, club_id)
    found = {row.code: row for row in sheets.sheets_where(db, s.sheet.c.code.in_(codes))}
    for code in codes:
        row = found[code]
        people = people_of(row.members, names, merged)
        yield from EXPORTING[SheetKind(row.kind)].lines(db, row, people)


def _state_of_card(db: Connection, club_id: int, posted: Posted, *, is_closed: bool) -> ResultState:
    assert isinstance(posted.entry.body, ledger.SheetPosted)
    about = entries_of_sheet(db, club_id, posted.entry.body.code)
    return state_of(finality(about), is_closed=is_closed)


def card_document(
    posted: Posted, names: Mapping[int, str], zone: tzinfo | None, *, state: ResultState
) -> Document:
    entry = posted.entry
    body = posted.entry.body
    assert isinstance(body, ledger.SheetPosted)
    card = body.result
    assert isinstance(card, CardResult)
    points = [each for each in entry.postings if each.commodity is ledger.Commodity.POINTS]
    return {
        "entry": entry.number,
        "company": body.code,
        "date": day_of(entry.at, zone),
        "frame": card.frame,
        "players": [
            {
                "member": each.member,
                "name": names[each.member],
                "parties": each.parties,
                "balance": each.balance,
            }
            for each in card.shares
        ],
        "pool": sum(each.amount for each in points if each.account.member == ledger.POOL),
        "state": state.value,
    }


def standings_document(club: Club, now: SeasonNow) -> Document:
    return {
        "club": club.code,
        "season": now.season.number,
        "season_name": now.season.terms.name,
        "closed": now.season.closed,
        "order": to_data(now.season.terms.ranking),
        "through_entry": now.table.through,
        "unposted": now.unposted,
        "rows": [
            {name: column.value(line) for name, column in IN_JSON.items()}
            for line in map(now.line, now.table.rows)
        ],
    }
