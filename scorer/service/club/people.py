"""
The people of a club: who founds it, who directs it, who its members are, and how each proves himself.

Directors sign in with a password; a member has a personal link for his own
phone and a PIN for signing on somebody else's. All are stored as hashes, and
any of them can be ended.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sqlalchemy import Connection, Engine
from werkzeug.security import check_password_hash, generate_password_hash

from ...ledger.entries import MemberAdmitted, MemberRenamed
from ...storage import clubs as store
from ...storage import derived
from ...storage.clubs import CredentialRow
from ...storage.engine import reading, writing
from ..opening import NotAllowed, clean_name
from ..parties import Clock
from ..tokens import hash_token, new_token
from .actors import Actor, Role, actor
from .clubs import find_club, new_director
from .passwords import hashed
from .posting import post

PIN = re.compile(r"[0-9]{4,8}")
TOO_PLAIN = re.compile(r"(.)\1*|0123(4(5(6(78?)?)?)?)?|1234(5(6(78?)?)?)?|(19|20)[0-9]{2}")
"""PINs that everybody tries first: one digit repeated, digits in a row, a year."""


@dataclass(frozen=True, slots=True)
class Member:
    """
    A member of a club.

    Attributes:
        number: from 1, never used again.
        name: the whole name.
        shown: as the standings show it.
        role: scorer or member.
        has_pin: whether a PIN is set.
        links: the numbers of the personal links that hold, oldest first.
    """

    number: int
    name: str
    shown: str
    role: Role
    has_pin: bool
    links: tuple[int, ...]


def initials(name: str) -> str:
    """
    The initials of a name.

    >>> initials("Ada Lovelace"), initials("Élodie")
    ('A. L.', 'É.')
    """
    return " ".join(f"{part[0]}." for part in name.split())


def shown_names(db: Connection, club_id: int) -> dict[int, str]:
    """The name of every member as the club's pages show it."""
    as_initials = {member for member, value in store.chosen(db, club_id, "shown as").items() if value == "initials"}
    names = derived.members(db, club_id)
    return {number: initials(name) if number in as_initials else name for number, name in names.items()}


@cache
def _nobody() -> str:
    """The hash of a password that nobody has, checked where there is none so that both take as long."""
    return generate_password_hash(new_token())


@dataclass(frozen=True, slots=True)
class People:
    """The people of the clubs of one database, and the clock by which they act."""

    engine: Engine
    clock: Clock

    def now(self) -> str:
        """The time that is written with what happens."""
        return self.clock().isoformat(timespec="seconds")

    def add_director(self, by: Actor, *, name: str, password: str) -> None:
        """
        Let another person direct the club.

        Raises:
            NotAllowed: the name is taken or cannot be used, or the password
                is too short.
        """
        person, secret = clean_name(name), hashed(password)
        with writing(self.engine) as db:
            if any(_same(each.name, person) for each in self._holding(db, by.club_id, "password")):
                raise NotAllowed("A director of this name signs in already.")
            new_director(db, by.club_id, person, secret, at=self.now())

    def sign_in(self, code: str, name: str, password: str) -> Actor | None:
        """The director of this name, if the password is right; `None` otherwise."""
        with reading(self.engine) as db:
            club = find_club(db, code)
            named = [each for each in self._holding(db, club.id, "password") if _same(each.name, name.strip())]
        if not named:
            check_password_hash(_nobody(), password)
            return None
        return actor(named[-1], named[-1].name) if check_password_hash(named[-1].secret_hash, password) else None

    def directors(self, by: Actor) -> list[CredentialRow]:
        """The directors' credentials that hold, oldest first."""
        with reading(self.engine) as db:
            return self._holding(db, by.club_id, "password")

    def actor(self, credential: int) -> Actor | None:
        """Whom a credential that was shown before stands for; `None` if it holds no more."""
        with reading(self.engine) as db:
            row = store.credential(db, credential)
            if row is None or row.ended or row.kind == "pin":
                return None
            if not row.member:
                return actor(row, row.name)
            return actor(row, derived.members(db, row.club_id, [row.member])[row.member])

    def admit(self, by: Actor, name: str) -> int:
        """
        Admit a member and return the number.

        Raises:
            NotAllowed: the name is taken, or cannot be used.
        """
        name = clean_name(name)
        with writing(self.engine) as db:
            names = derived.members(db, by.club_id)
            if any(_same(name, each) for each in names.values()):
                raise NotAllowed(f"The club has a member called {name}; add something to tell them apart.")
            number = max(names, default=0) + 1
            post(db, by.club_id, MemberAdmitted(number, name), author=by.author, at=self.now())
            return number

    def rename(self, by: Actor, number: int, name: str) -> None:
        """
        Show a member under another name from now on.

        Raises:
            NotAllowed: there is no such member, or the name is taken or cannot be used.
        """
        name = clean_name(name)
        with writing(self.engine) as db:
            names = _members(db, by.club_id, number)
            if any(_same(name, each) for other, each in names.items() if other != number):
                raise NotAllowed(f"The club has a member called {name}; add something to tell them apart.")
            post(db, by.club_id, MemberRenamed(number, name), author=by.author, at=self.now())

    def members(self, club_id: int) -> list[Member]:
        """The members of a club, by number."""
        with reading(self.engine) as db:
            names, shown = derived.members(db, club_id), shown_names(db, club_id)
            links: dict[int, list[CredentialRow]] = {}
            for row in self._holding(db, club_id, "link"):
                links.setdefault(row.member, []).append(row)
            pins = {row.member for row in self._holding(db, club_id, "pin")}
            return [
                Member(
                    number,
                    name,
                    shown[number],
                    Role(links[number][-1].role) if number in links else Role.MEMBER,
                    number in pins,
                    tuple(each.id for each in links.get(number, ())),
                )
                for number, name in names.items()
            ]

    def new_link(self, by: Actor, number: int, *, role: Role = Role.MEMBER, token: str = "") -> str:
        """
        Make a personal link for a member and return its secret; the same *token* makes one link.

        Raises:
            NotAllowed: there is no such member, or the role is not one that a link gives.
        """
        if role is Role.DIRECTOR:
            raise NotAllowed("A director signs in with a password.")
        token = token or new_token()
        with writing(self.engine) as db:
            _members(db, by.club_id, number)
            if store.link_with(db, hash_token(token)) is None:
                secret = hash_token(token)
                store.insert_credential(
                    db, by.club_id, kind="link", role=role.value, secret_hash=secret, at=self.now(), member=number
                )
        return token

    def open_link(self, token: str) -> Actor | None:
        """Whom a personal link stands for; `None` if it holds no more."""
        with reading(self.engine) as db:
            row = store.link_with(db, hash_token(token))
        return None if row is None else self.actor(row.id)

    def set_pin(self, by: Actor, number: int, pin: str) -> None:
        """
        Set a member's PIN; the one before it holds no more.

        Raises:
            NotAllowed: it is not the actor's own to set, it is no PIN, or it
                is one that everybody tries first.
        """
        if by.member != number:
            raise NotAllowed("Everybody sets his own PIN, on his own phone.")
        if not PIN.fullmatch(pin):
            raise NotAllowed("A PIN has four to eight digits.")
        if TOO_PLAIN.fullmatch(pin):
            raise NotAllowed("Everybody tries that first; choose other digits.")
        with writing(self.engine) as db:
            for row in store.credentials_of(db, by.club_id, number, "pin"):
                if not row.ended:
                    store.end_credential(db, row.id, at=self.now())
            secret = generate_password_hash(pin)
            store.insert_credential(
                db, by.club_id, kind="pin", role="member", secret_hash=secret, at=self.now(), member=number
            )

    def pin_is_right(self, club_id: int, number: int, pin: str) -> bool:
        """Whether this is the member's PIN; not, if none is set."""
        with reading(self.engine) as db:
            holding = [row for row in store.credentials_of(db, club_id, number, "pin") if not row.ended]
        right = check_password_hash(holding[-1].secret_hash if holding else _nobody(), pin)
        return bool(holding) and right

    def end_credential(self, by: Actor, credential: int) -> None:
        """
        End a password, a link or a PIN of the club; once more changes nothing.

        Raises:
            NotAllowed: it is none of this club, or the last director's.
        """
        with writing(self.engine) as db:
            row = store.credential(db, credential)
            if row is None or row.club_id != by.club_id:
                raise NotAllowed("The club has no such credential.")
            if row.kind == "password" and len(self._holding(db, by.club_id, "password")) == 1:
                raise NotAllowed("This is the last director; add another one first.")
            if not row.ended:
                store.end_credential(db, credential, at=self.now())

    def shown_names(self, club_id: int) -> Mapping[int, str]:
        """The name of every member as the club's pages show it."""
        with reading(self.engine) as db:
            return shown_names(db, club_id)

    def _holding(self, db: Connection, club_id: int, kind: str) -> list[CredentialRow]:
        return [row for row in store.credentials(db, club_id, kind) if not row.ended]


def _members(db: Connection, club_id: int, number: int) -> dict[int, str]:
    names = derived.members(db, club_id)
    if number not in names:
        raise NotAllowed("The club has no such member.")
    return names


def _same(name: str, other: str) -> bool:
    return name.casefold() == other.casefold()
