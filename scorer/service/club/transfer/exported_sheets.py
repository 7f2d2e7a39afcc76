"""What is exported of a club; and of a sheet of each kind, its disputes and its notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from ....rules.laws import by_member
from ....rules.notation.company_document import format_company
from ....rules.notation.document import format_partie
from ....storage import clubs as clubs_store
from ....storage import disputes as disputes_store
from ....storage import projections, season_sheets
from ....storage.disputes import DisputeRow
from ....storage.season_sheets import WholePartie
from ....storage.sheets import SheetRow
from ....table.recording import SheetKind
from ...sheets import CompanyCard, read_card, read_sheet
from ...zones import played_on
from ..posting.signing import SeasonSheet, entries_about
from ..posts import Posted, record_of
from .sheet_documents import (
    Document,
    Person,
    lines_of,
    lines_of_turn,
    turns_of,
    whole_card_document,
    whole_partie_document,
)


class Source(NamedTuple):
    """What to export: everything, one season, or one member's own data (with names as the club
    shows them).

    What is of members who were *merged* is of those who they are.
    """

    db: Connection
    club_id: int
    names: Mapping[int, str]
    merged: Mapping[int, int]
    season: int | None = None
    member: int | None = None

    @property
    def seasons(self) -> list[projections.Season]:
        rows = projections.seasons(self.db, self.club_id)
        if self.member is not None:
            playing = projections.tallies_of(self.db, self.club_id, self.member)
            rows = [row for row in rows if row.number in playing]
        return [row for row in rows if self.season in (None, row.number)]

    def wants(self, *numbers: int) -> bool:
        return self.member is None or self.member in {self.itself(number) for number in numbers}

    def itself(self, number: int) -> int:
        """Return the number under which a member is now."""
        return self.merged.get(number, number)

    def name(self, number: int | None) -> str | None:
        return None if number is None else self.names.get(number)

    def parties(self) -> Iterator[WholePartie]:
        return season_sheets.whole_parties(
            self.db, self.club_id, season=self.season, member=self.member
        )


# Of each kind of sheet


def cards(of: Source) -> Iterator[tuple[int, CompanyCard, Posted | None]]:
    """Yield each card with the number of its season and its current entry,
    in the order they were opened.
    """
    for season in of.seasons:
        latest_first = season_sheets.sheets_of(
            of.db, of.club_id, SheetKind.COMPANY, season=season.number, member=of.member
        )
        for row in reversed(latest_first):
            yield (
                season.number,
                read_card(of.db, row),
                entries_about(of.db, of.club_id, row.code).current,
            )


class SheetNamed(NamedTuple):
    """A sheet by its code, with the names of its players as at the table."""

    code: str
    names: Sequence[str]

    def player(self, number: int) -> str | None:
        """Return the name of a player, from 0; `None` for -1, who is a director."""
        return None if number < 0 else self.names[number]


def _disputes_of_parties(of: Source) -> Iterator[tuple[SheetNamed, Sequence[DisputeRow]]]:
    for found in of.parties():
        yield SheetNamed(found.row.code, found.row.names), found.disputes


def _disputes_of_cards(of: Source) -> Iterator[tuple[SheetNamed, Sequence[DisputeRow]]]:
    for _, card, _ in cards(of):
        yield SheetNamed(card.code, card.names), disputes_store.disputes(of.db, card.id)


def _about(club: str, season: object, number: int = 0) -> dict[str, object]:
    """Return what the club knows of a sheet, for the notation: its season is the event, and the
    *number* of its round is 0 where there is none.
    """
    about: dict[str, object] = {"event": str(season), "club": club}
    if number:
        about["round"] = number
    return about


def _piquets_of_parties(of: Source) -> Iterator[tuple[str, Iterator[str]]]:
    club = clubs_store.name_of(of.db, of.club_id)
    seasons = {row.number: row.terms.name for row in of.seasons}
    for found in of.parties():
        row = found.row
        season = found.row.membership.season
        status = "not posted" if found.entry is None else f"entry {found.entry} of the ledger"
        about = (
            f"# {club}, {seasons.get(season, season)}: partie {row.code}, opened "
            f"{row.opened_at}, {status}\n"
        )
        text = format_partie(
            record_of(found),
            found.posted_on or played_on(of.db, row),
            about=_about(club, seasons.get(season, season), row.membership.round),
        )
        yield f"season-{season}/{row.code}.piquet", iter([about, text])


def _piquets_of_cards(of: Source) -> Iterator[tuple[str, Iterator[str]]]:
    club = clubs_store.name_of(of.db, of.club_id)
    seasons = {row.number: row.terms.name for row in of.seasons}
    for season, card, posted in cards(of):
        status = "not posted" if posted is None else f"entry {posted.entry.number} of the ledger"
        about = f"# {club}, {seasons.get(season, season)}: card {card.code}, {status}\n"
        text = format_company(card.company.record, about=_about(club, seasons.get(season, season)))
        yield f"season-{season}/{card.code}.piquet", iter([about, text])


def _lines_of_partie(db: Connection, row: SheetRow, people: Sequence[Person]) -> Iterator[Document]:
    for line in lines_of(read_sheet(db, row).partie, people):
        yield {"partie": row.code, "company": None, "turn": None, **line}


def _lines_of_card(db: Connection, row: SheetRow, people: Sequence[Person]) -> Iterator[Document]:
    for turn in turns_of(read_card(db, row)):
        for line in lines_of_turn(turn, people):
            yield {"partie": None, "company": row.code, **line}


class KindExported(NamedTuple):
    """What is exported of each sheet of a kind, beside the tables of its own.

    Attributes:
        disputes: its disputes, with its code and names.
        piquets: its file in the notation, with the name of that.
        document: the whole of it, for a program.
        lines: the lines of its score, for a program.
    """

    disputes: Callable[[Source], Iterator[tuple[SheetNamed, Sequence[DisputeRow]]]]
    piquets: Callable[[Source], Iterator[tuple[str, Iterator[str]]]]
    document: Callable[[SeasonSheet, Sequence[Person]], Document]
    lines: Callable[[Connection, SheetRow, Sequence[Person]], Iterator[Document]]


EXPORTING: Mapping[SheetKind, KindExported] = by_member(
    SheetKind,
    {
        "PARTIE": KindExported(
            _disputes_of_parties,
            _piquets_of_parties,
            document=whole_partie_document,
            lines=_lines_of_partie,
        ),
        "COMPANY": KindExported(
            _disputes_of_cards,
            _piquets_of_cards,
            document=whole_card_document,
            lines=_lines_of_card,
        ),
    },
)


def all_disputes(of: Source) -> Iterator[tuple[SheetNamed, DisputeRow]]:
    for kind in EXPORTING.values():
        for sheet, found in kind.disputes(of):
            for each in found:
                yield sheet, each


def piquets(of: Source) -> Iterator[tuple[str, Iterator[str]]]:
    for kind in EXPORTING.values():
        yield from kind.piquets(of)
