"""A club in a few words: its members, its seasons, and parties on their way to the book."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Engine

from scorer.ledger import chain
from scorer.ledger.entries import Entry, Fixture, RoundDrawn
from scorer.ledger.terms import SeasonTerms
from scorer.rules.company import Won
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.names import without_isolates
from scorer.rules.presets import PRESETS
from scorer.service.club.audit.verification import verify
from scorer.service.club.credentials import Actor
from scorer.service.club.disputes.cases import Correction, DisputeKind, ReplyKind
from scorer.service.club.people.clubs import Club
from scorer.service.club.posting.signing import SeasonSheet
from scorer.service.club.posts import running
from scorer.service.club.services import ClubServices, club_services
from scorer.service.club.transfer.exporting import ExportFormat
from scorer.service.companies import Companies
from scorer.service.parties import Parties, Recorded, SheetKind
from scorer.storage import entry_rows
from scorer.storage import statements as store
from scorer.storage.engine import open_engine, reading, writing
from scorer.storage.schema import metadata
from scorer.table.entering import NotAllowed
from scorer.table.recording import from_paper
from tests import there
from tests.quick_books import copied
from tests.service import tampered

FOUR = PRESETS["four-deal"]
"""The rules with the fewest deals; the first and the last count double."""

DEALS = ("tricks E12", "tricks Y12") * 2
"""Four deals that the first player wins with capots: 421 points."""

IMPOSSIBLE = (
    "E exchange 5; Y exchange 3; E point 5; Y good; E quint; E to ace; Y good; E trio of knaves; "
    "Y not good; "
    "Y quatorze of tens; tricks E12"
)
"""A quint major, trio of knaves and four tens: no pack has them."""


COUNTS = "SELECT " + ", ".join(
    f'(SELECT count(*) FROM "{each.name}")' for each in metadata.sorted_tables
)
"""How many rows each table has."""


def terms(name: str = "Winter", **others: Any) -> SeasonTerms:
    return SeasonTerms(name, **{"rules": ruleset_to_data(FOUR), **others})


@dataclass
class Clock:
    now: datetime = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def later(self, **by: int) -> None:
        self.now += timedelta(**by)


@dataclass
class RunningClub:
    """A club that Ann directs; `members` has the actor of each member by number."""

    parties: Parties
    clock: Clock
    services: ClubServices
    club: Club
    director: Actor
    members: dict[int, Actor] = field(default_factory=dict)

    @property
    def id(self) -> int:
        return self.club.id

    @property
    def engine(self) -> Engine:
        return self.parties.engine

    @property
    def companies(self) -> Companies:
        return Companies(self.engine, self.clock)

    @property
    def entries(self) -> list[Entry]:
        with reading(self.engine) as db:
            return [chain.read(row.text) for row in entry_rows.entries(db, self.id)]

    @property
    def happened(self) -> tuple[object, ...]:
        """The entries of the book by their kinds, and how many rows each table has."""
        with reading(self.engine) as db:
            return *(each.kind for each in self.entries), *db.exec_driver_sql(COUNTS).one()

    @property
    def faults(self) -> list[str]:
        return [fault.what for fault in verify(self.engine, now=self.clock())]

    def admit(self, *names: str) -> tuple[int, ...]:
        people = self.services.people
        before = [*self.members]
        for name in names:
            (number,) = people.admit(self.director, [name])
            self.members[number] = there(people.open_link(people.new_link(self.director, number)))
        return tuple(number for number in self.members if number not in before)

    def copied(self, directory: Path) -> Self:
        """The same club on a copy of its book."""
        clock = replace(self.clock)
        parties = Parties(copied(self.engine, directory), clock)
        return replace(
            self,
            parties=parties,
            clock=clock,
            services=club_services(parties),
            members=dict(self.members),
        )

    def season(self, *members: int, name: str = "Winter", **others: Any) -> int:
        number = self.services.seasons.open(self.director, terms(name, **others))
        self.services.seasons.enter(self.director, number, *members)
        return number

    def drawn(self, season: int, *rounds: Sequence[tuple[int, int | None]], start: int = 1) -> None:
        """Post rounds, the first of them that of number *start*, as if they had been drawn so."""
        with writing(self.engine) as db:
            run = running(
                db, self.id, season, author=self.director.author, at=self.clock().isoformat()
            )
            for number, pairs in enumerate(rounds, start):
                run.post(
                    RoundDrawn(
                        season, number, tuple(Fixture(first, second) for first, second in pairs)
                    )
                )

    def play(
        self,
        season: int,
        first: int,
        second: int,
        *logs: str,
        round_: int = 0,
        signed: tuple[int, ...] = (0, 1),
    ) -> SeasonSheet:
        """Open a partie of a season, record deals of it (all,
        if none are named), and let players sign.
        """
        sheet = self.services.signing.open(self.id, season, (first, second), round_=round_)
        for deal, log in enumerate(logs or DEALS):
            said = self.parties.record(
                sheet.code, deal=deal, position=0, said=log, form_key=f"deal {deal}"
            )
            assert isinstance(said, Recorded), said
        complete = not logs or len(logs) == len(DEALS)
        return self.sign(
            sheet.code, *((first, second)[player] for player in (signed if complete else ()))
        )

    def from_paper(
        self, season: int, one: int, other: int, totals: Sequence[tuple[int, int]], round_: int = 0
    ) -> str:
        """A partie with these totals of its deals, signed by both and posted; its code."""
        sheet = self.services.signing.open(self.id, season, (one, other), round_=round_)
        self.copy_totals(sheet.id, dict(enumerate(totals)))
        return self.sign(sheet.code, one, other).sheet.code

    def card(self, season: int, *members: int, won: Sequence[tuple[int, int]] = ((0, 150),)) -> str:
        """The code of a company's scorecard, with who won each partie from paper, and what."""
        card = self.services.signing.open(self.id, season, members, SheetKind.COMPANY)
        for turn, each in enumerate(won):
            self.companies.enter(card.code, number=turn, result=Won(*each), form_key=f"{turn}")
        return card.code

    def sign(self, code: str, *members: int) -> SeasonSheet:
        for member in members:
            self.signed(code, member)
        return self.sheet(code)

    def signed(self, code: str, member: int) -> SeasonSheet:
        """What a signature returns; one that breaks says who signs what."""
        who = self.members[member]
        try:
            return self.services.signing.sign(code, who)
        except NotAllowed:
            raise
        except Exception as error:
            state = self.sheet(code).status.value
            came = f"{type(error).__name__}: {error}"
            act = f"{state}, {without_isolates(who.name)} signs"
            raise AssertionError(f"{act}: expected a signature, came: {came}") from error

    def copy_totals(self, partie_id: int, totals: dict[int, tuple[int, int]]) -> None:
        at = self.clock().isoformat()
        with writing(self.engine) as db:
            for deal, pair in totals.items():
                said = [from_paper(*pair)]
                key = f"paper {deal}"
                store.append_statements(
                    db, partie_id, deal=deal, position=0, said=said, form_key=key, at=at
                )

    def exported(self, form: ExportFormat, **asked: Any) -> bytes:
        return b"".join(self.services.exporting.export(self.id, form, **asked).pieces)

    def document(self, **asked: Any) -> Any:
        return json.loads(self.exported(ExportFormat.JSON, **asked))

    def correct(
        self, code: str, said: str, *, deal: int, reason: str = "we both remember it otherwise"
    ) -> None:
        """The first player asks for a correction, and the second agrees."""
        first, second = self.sheet(code).membership.members
        disputes = self.services.disputes
        disputes.file(
            code,
            self.members[first],
            DisputeKind.CORRECTION,
            reason,
            Correction(deal=deal, said=said),
        )
        disputes.reply(code, self.members[second], ReplyKind.AGREES)

    def sheet(self, code: str) -> SeasonSheet:
        return there(self.services.signing.sheet(code))

    @contextmanager
    def tampered(self, table: str, sql: str, *values: object) -> Iterator[Connection]:
        """The database after a change of a table past its triggers; the change is rolled back."""
        with tampered(self.engine, table, sql, *values) as db:
            yield db


def new_club(data: Path, name: str = "Turf Club") -> RunningClub:
    """A club on a database of its own, or another club on one that is there."""
    clock = Clock()
    return founded(Parties(open_engine(f"sqlite:///{data / 'book.sqlite'}"), clock), clock, name)


def founded(parties: Parties, clock: Clock, name: str = "Turf Club") -> RunningClub:
    services = club_services(parties)
    link = services.clubs.new_setup_link()
    club, director = services.clubs.found(
        link, club=name, director="Ann", password="a long password"
    )
    return RunningClub(parties, clock, services, club, director)
