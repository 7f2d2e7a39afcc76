"""A club on a database of its own, and short ways to say what happens in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Engine

from scorer.ledger.terms import SeasonTerms
from scorer.rules.house_rules import ruleset_to_data
from scorer.rules.presets import PORTLAND
from scorer.service.club.clubs import Club
from scorer.service.club.credentials import Actor
from scorer.service.club.disputes import DisputeKind
from scorer.service.club.services import ClubServices, club_services
from scorer.service.club.verification import verify
from scorer.service.parties import Parties, Recorded
from scorer.service.sheets import from_paper
from scorer.storage import parties as store
from scorer.storage.engine import open_engine, writing

TERMS = SeasonTerms("Winter", ruleset_to_data(PORTLAND))
DEAL = "E point 5; Y good; count E7 last E play 9"
Totals = Sequence[tuple[int, int]]


@dataclass
class Clock:
    """A clock that goes on by a minute whenever it is looked at."""

    now: datetime = datetime(2026, 9, 1, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The time."""
        self.now += timedelta(minutes=1)
        return self.now


@dataclass
class ClubBook:
    """A club with its director Ann; members are numbered as they are admitted."""

    parties: Parties
    services: ClubServices
    club: Club
    ann: Actor
    phones: dict[int, Actor] = field(default_factory=dict)

    @property
    def engine(self) -> Engine:
        """The database."""
        return self.parties.engine

    def admit(self, *names: str, season: int = 0) -> list[int]:
        """Admit members, and enter them for a season."""
        found = []
        for name in names:
            member = self.services.people.admit(self.ann, name)
            phone = self.services.people.open_link(self.services.people.new_link(self.ann, member))
            assert phone is not None
            self.phones[member] = phone
            if season:
                self.services.seasons.enter(self.ann, season, member)
            found.append(member)
        return found

    def open(self, first: int, second: int, *, season: int = 1, round_: int = 0) -> str:
        """Open a partie, and return its code."""
        return self.services.signing.open(self.club.id, season, first, second, round_=round_)[0].code

    def say(self, code: str, *deals: str) -> None:
        """Record deals, one form each."""
        for said in deals:
            sheet = self.parties.sheet(code)
            deal = sheet.current_deal
            position = len(sheet.log(deal))
            done = self.parties.record(code, deal=deal, position=position, said=said, form_key=f"{deal}-{position}")
            assert isinstance(done, Recorded), done

    def copy(self, code: str, totals: Totals) -> None:
        """Record the totals of deals, as they are copied from paper."""
        with writing(self.engine) as db:
            row = store.find_partie(db, code)
            assert row is not None
            for deal, pair in enumerate(totals):
                at = self.parties.clock().isoformat(timespec="seconds")
                said = [from_paper(*pair)]
                store.append_statements(db, row.id, deal=deal, position=0, said=said, form_key=f"paper {deal}", at=at)

    def sign(self, code: str) -> None:
        """Both sign."""
        season_sheet = self.services.signing.sheet(code)
        assert season_sheet is not None
        for member in season_sheet.season_partie.members:
            self.services.signing.sign(code, self.phones[member])

    def played(self, first: int, second: int, totals: Totals, *, season: int = 1) -> str:
        """A partie from paper, signed and posted; its code."""
        code = self.open(first, second, season=season)
        self.copy(code, totals)
        self.sign(code)
        return code

    def tapped(self, first: int, second: int, *, season: int = 1) -> str:
        """A partie that was recorded at the table, signed and posted; its code."""
        code = self.open(first, second, season=season)
        self.say(code, *[DEAL] * 5, DEAL.replace("point 5", "point 6"))
        self.sign(code)
        return code

    def correct(self, code: str, said: str, *, deal: int) -> None:
        """The first player asks for a correction, and the second agrees."""
        season_sheet = self.services.signing.sheet(code)
        assert season_sheet is not None
        first, second = season_sheet.season_partie.members
        reason = "we both remember it otherwise"
        self.services.disputes.file(code, self.phones[first], DisputeKind.CORRECTION, reason, deal=deal, said=said)
        self.services.disputes.agree(code, self.phones[second])

    def faults(self) -> list[str]:
        """What is wrong with the book."""
        return [fault.what for fault in verify(self.engine)]


def new_club_book(path: Path, terms: SeasonTerms = TERMS) -> ClubBook:
    """A new club with one season, on a new database."""
    parties = Parties(open_engine(f"sqlite:///{path}"), Clock())
    services = club_services(parties)
    club, ann = services.clubs.found(
        services.clubs.new_setup_link(), club="The Talon", director="Ann", password="thirteen tricks"
    )
    services.seasons.open(ann, terms)
    return ClubBook(parties, services, club, ann)
