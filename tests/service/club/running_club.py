"""A club evening in a few lines: a club, its members, its seasons, and parties as they come to the book."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from scorer.ledger.entries import Fixture, RoundDrawn
from scorer.ledger.terms import SeasonTerms
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PRESETS
from scorer.service.club.clubs import Club
from scorer.service.club.credentials import Actor
from scorer.service.club.posting import running
from scorer.service.club.services import ClubServices, club_services
from scorer.service.club.signing import SeasonSheet
from scorer.service.parties import Parties, Recorded
from scorer.storage.engine import open_engine, writing

FOUR = PRESETS["four-deal"]
"""The rules with the fewest deals; the first and the last count double."""

DEALS = ("tricks E12", "tricks Y12") * 2
"""Four deals that the first player wins with capots."""

IMPOSSIBLE = (
    "E exchange 5; Y exchange 3; E point 5; Y good; E quint; E to ace; Y good; E trio of knaves; Y not good; "
    "Y quatorze of tens; tricks E12"
)
"""A quint major, trio of knaves and four tens: no pack has them."""


def terms(name: str = "Winter", **others: Any) -> SeasonTerms:
    """The terms of a season of four deals a partie."""
    return SeasonTerms(name, **{"rules": ruleset_to_data(FOUR), **others})


@dataclass
class Clock:
    """A clock that is set by hand."""

    now: datetime = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def later(self, **by: int) -> None:
        """Let time pass."""
        self.now += timedelta(**by)


@dataclass
class RunningClub:
    """
    A club on its evening.

    Attributes:
        parties: the parties of its database.
        clock: the clock by which it is run.
        services: its use cases.
        club: the club.
        director: its director.
        members: who acts for each member, by number.
    """

    parties: Parties
    clock: Clock
    services: ClubServices
    club: Club
    director: Actor
    members: dict[int, Actor] = field(default_factory=dict)

    def admit(self, *names: str) -> tuple[int, ...]:
        """Admit members, each with a personal link."""
        found = []
        for name in names:
            number = self.services.people.admit(self.director, name)
            actor = self.services.people.open_link(self.services.people.new_link(self.director, number))
            assert actor is not None
            self.members[number] = actor
            found.append(number)
        return tuple(found)

    def copied(self, directory: Path) -> RunningClub:
        """The same evening on a copy of its book."""
        self.parties.engine.dispose()  # while somebody has it open, a part of a book is in other files
        book = self.parties.engine.url.database
        assert book is not None
        clock = replace(self.clock)
        parties = Parties(open_engine(f"sqlite:///{shutil.copy(book, directory / 'book.sqlite')}"), clock)
        return replace(self, parties=parties, clock=clock, services=club_services(parties), members=dict(self.members))

    def season(self, *members: int, name: str = "Winter", **others: Any) -> int:
        """Open a season and enter members."""
        number = self.services.seasons.open(self.director, terms(name, **others))
        for member in members:
            self.services.seasons.enter(self.director, number, member)
        return number

    def drawn(self, season: int, *rounds: Sequence[tuple[int, int | None]], start: int = 1) -> None:
        """Post rounds, the first of them that of number *start*, as if they had been drawn so."""
        with writing(self.services.seasons.engine) as db:
            run = running(db, self.club.id, season, author=self.director.author, at=self.clock().isoformat())
            for number, pairs in enumerate(rounds, start):
                run.post(RoundDrawn(season, number, tuple(Fixture(first, second) for first, second in pairs)))

    def play(
        self, season: int, first: int, second: int, *logs: str, round_: int = 0, signed: tuple[int, ...] = (0, 1)
    ) -> SeasonSheet:
        """Open a partie of a season, record deals of it (all, if none are named), and let players sign."""
        sheet, _ = self.services.signing.open(self.club.id, season, first, second, round_=round_)
        for deal, log in enumerate(logs or DEALS):
            said = self.parties.record(sheet.code, deal=deal, position=0, said=log, form_key=f"deal {deal}")
            assert isinstance(said, Recorded), said
        for player in signed if not logs or len(logs) == len(DEALS) else ():
            self.services.signing.sign(sheet.code, self.members[(first, second)[player]])
        season_sheet = self.services.signing.sheet(sheet.code)
        assert season_sheet is not None
        return season_sheet


def new_club(data: Path, name: str = "Turf Club") -> RunningClub:
    """A club on a database of its own, or another club on one that is there."""
    clock = Clock()
    return founded(Parties(open_engine(f"sqlite:///{data / 'book.sqlite'}"), clock), clock, name)


def founded(parties: Parties, clock: Clock, name: str = "Turf Club") -> RunningClub:
    """A club that Ann directs."""
    services = club_services(parties)
    link = services.clubs.new_setup_link()
    club, director = services.clubs.found(link, club=name, director="Ann", password="a long password")
    return RunningClub(parties, clock, services, club, director)
