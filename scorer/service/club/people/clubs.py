"""Clubs: found one by a set-up link, look one up by its code,
change its settings, save its house rules.
"""

from __future__ import annotations

from datetime import tzinfo
from typing import NamedTuple

from sqlalchemy import Connection

from ....ledger import chain
from ....ledger import entries as ledger
from ....ledger.entries import ClubFounded, DirectorAdded
from ....ledger.projections import Projections
from ....rules.house_rules import name_of, rules_named
from ....storage import clubs as store
from ....storage import entry_rows, projections
from ....storage import schema as s
from ....storage.clubs import ClubRow, CredentialRow
from ....storage.engine import reading, writing
from ....table.entering import NotAllowed, clean_name, clean_title, new_codes, new_token, refuse_if
from ...service import Service
from ...zones import ZONE, today, zone_name_of, zone_of, zone_typed
from ..credentials import Actor, actor, hashed
from ..posts import post, recount_periods

SETTINGS = {"public standings": ("no", "yes"), "shown as": ("name", "initials")}
"""The settings of a club (`public standings`) and of a member (`shown as`), with their values; the
first is the default.
"""


class NoSuchClub(LookupError):
    """No club has this code."""


class Summary(NamedTuple):
    """A club in a list of all; `last` is the time of its last entry, whose number is `entries`."""

    code: str
    name: str
    members: int
    seasons: int
    entries: int
    last: str
    public: bool

    @property
    def readers(self) -> str:
        return "public" if self.public else "members only"


class Club(NamedTuple):
    id: int
    code: str
    name: str
    public: bool


def find_club(db: Connection, code: str) -> ClubRow:
    row = store.find_club(db, code.upper())
    if row is None:
        raise NoSuchClub(code)
    return row


def clubs_named(db: Connection, code: str | None) -> list[ClubRow]:
    """Return the club with a code, as a list, or all clubs if *code* is `None`."""
    return store.clubs(db) if code is None else [find_club(db, code)]


def find_setup_link(db: Connection, token: str) -> int:
    link = store.open_setup_link(db, chain.digests(token))
    if link is None:
        raise NotAllowed(
            "This set-up link has been used or replaced. Run scorer club new for a new one."
        )
    return link


class Clubs(Service):
    def clubs(self) -> list[Club]:
        with reading(self.engine) as db:
            return [self._club(db, row) for row in store.clubs(db)]

    def summaries(self) -> list[Summary]:
        with reading(self.engine) as db:
            return [self._summary(db, row) for row in store.clubs(db)]

    def _summary(self, db: Connection, row: ClubRow) -> Summary:
        club = self._club(db, row)
        last = entry_rows.last_entry(db, row.id)
        assert last is not None, "founding a club is an entry"
        members = sum(each.is_member for each in projections.member_rows(db, row.id).values())
        seasons = len(projections.seasons(db, row.id))
        entry = chain.read(last.text)
        return Summary(
            code=club.code,
            name=club.name,
            members=members,
            seasons=seasons,
            entries=last.number,
            last=entry.at,
            public=club.public,
        )

    def club(self, code: str) -> Club:
        with reading(self.engine) as db:
            return self._club(db, find_club(db, code))

    def new_setup_link(self) -> str:
        """Return the secret of a new set-up link, which founds one club;
        earlier set-up links end.
        """
        token = new_token()
        with writing(self.engine) as db:
            store.insert_setup_link(db, token_hash=chain.digest(token), at=self.at())
        return token

    def setup_link_holds(self, token: str) -> bool:
        with reading(self.engine) as db:
            return store.open_setup_link(db, chain.digests(token)) is not None

    def found(self, token: str, *, club: str, director: str, password: str) -> tuple[Club, Actor]:
        name = clean_title(club)
        person = clean_name(director)
        secret = hashed(password, name, person)
        author = f"director {person!s}"
        with writing(self.engine) as db:
            link = find_setup_link(db, token)
            (code,) = new_codes(1, lambda _: [each.code for each in store.clubs(db)])
            row = store.insert_club(db, code=code, setup_link_id=link, at=self.at())
            post(db, row.id, ClubFounded(name), author=author, at=self.at())
            store.save_setting(db, row.id, name="name", value=name, at=self.at())
            credential = new_director(db, row.id, person, secret, author=author, at=self.at())
            return self._club(db, row), actor(credential, person)

    def code_of(self, club_id: int) -> str:
        with reading(self.engine) as db:
            return store.club_by_id(db, club_id).code

    def choose(self, by: Actor, name: str, value: str) -> None:
        refuse_if(value not in SETTINGS.get(name, ()), "There is no such setting.")
        refuse_if(
            name == "public standings" and not by.is_director, "Only a director can change this."
        )
        refuse_if(name == "shown as" and not by.member, "Only a member can change this.")
        member = 0 if name == "public standings" else by.member
        with writing(self.engine, club=by.club_id) as db:
            store.save_setting(db, by.club_id, name=name, value=value, at=self.at(), member=member)

    def zone(self, club_id: int) -> tzinfo | None:
        """Return the time zone of a club; `None` for that of the server."""
        with reading(self.engine) as db:
            return zone_of(db, club_id)

    def today(self, club_id: int) -> str:
        """Return the day in a club, in ISO 8601."""
        with reading(self.engine) as db:
            return today(db, club_id, self.at())

    def zone_name(self, club_id: int) -> str:
        """Return the name of the time zone that a club has chosen, or an empty text."""
        with reading(self.engine) as db:
            return zone_name_of(db, club_id)

    def choose_zone(self, by: Actor, typed: str) -> str:
        """Choose the time zone of a club, or with an empty text that of the server;
        return its name.
        """
        refuse_if(not by.is_director, "Only a director can change this.")
        name = zone_typed(typed)
        unknown = (
            f"There is no time zone “{typed[:40]}”. Enter one like Europe/London or "
            f"America/New_York."
        )
        refuse_if(typed.strip() and not name, unknown)
        with writing(self.engine, club=by.club_id) as db:
            if name != zone_name_of(db, by.club_id):
                store.save_setting(db, by.club_id, name=ZONE, value=name, at=self.at())
                recount_periods(db, by.club_id)
        return name

    def _club(self, db: Connection, row: ClubRow) -> Club:
        public = store.settings(db, row.id, "public standings").get(0) == "yes"
        return Club(row.id, row.code, store.name_of(db, row.id), public)


def new_director(
    db: Connection, club_id: int, name: str, secret: str, *, author: str, at: str
) -> CredentialRow:
    """Store the password of a director, and post who is a new one."""
    found = Projections()
    c = s.entry.c
    kinds = [ledger.KINDS[each] for each in (DirectorAdded, ledger.DirectorRemoved)]
    for each in entry_rows.entries_where(db, club_id, (c.season == 0) & c.kind.in_(kinds)):
        found.add(chain.read(each.text))
    if name not in found.directors:
        post(db, club_id, DirectorAdded(str(name)), author=author, at=at)
    row = store.credential(
        db,
        store.insert_credential(db, club_id, kind="password", secret_hash=secret, at=at, name=name),
    )
    assert row is not None
    return row


RULES_PREFIX = "rules: "
"""The prefix of the settings that hold saved rules;
the rest of the name is theirs, and an empty value deletes them.
"""

MOST = 50


class SavedRules(NamedTuple):
    name: str
    line: str


class HouseRules(Service):
    def saved(self, club_id: int) -> tuple[SavedRules, ...]:
        with reading(self.engine) as db:
            chosen = store.settings_starting(db, club_id, RULES_PREFIX)
        return tuple(
            SavedRules(name.removeprefix(RULES_PREFIX), line)
            for name, line in sorted(chosen.items())
            if line
        )

    def save(self, by: Actor, name: str, line: str) -> SavedRules:
        refuse_if(not by.is_director, "Only a director can change this.")
        name = clean_title(name)
        try:
            saved = SavedRules(name, name_of(rules_named(line)))
        except ValueError as error:
            raise NotAllowed(f"These rules cannot be saved: {error}.") from None
        others = [each for each in self.saved(by.club_id) if each.name != name]
        refuse_if(
            len(others) >= MOST, f"A club can save up to {MOST} house rules. Remove one first."
        )
        self._choose(by, name, saved.line)
        return saved

    def delete(self, by: Actor, name: str) -> None:
        refuse_if(not by.is_director, "Only a director can change this.")
        if name not in {each.name for each in self.saved(by.club_id)}:
            raise NotAllowed(f"The club has no saved house rules called {name}.")
        self._choose(by, name, "")

    def _choose(self, by: Actor, name: str, line: str) -> None:
        with writing(self.engine, club=by.club_id) as db:
            store.save_setting(
                db, by.club_id, name=f"{RULES_PREFIX}{name}", value=line, at=self.at()
            )
