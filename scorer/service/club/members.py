"""Members: names, shown names and roles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from ...ledger.entries import MemberAdmitted
from ...storage import clubs as store
from ...storage import projections
from ...storage.clubs import CredentialRow
from ..opening import NotAllowed, clean_name
from .actors import Actor, Role
from .posting import post

MOST_AT_ONCE = 500
"""The most names to admit in one step."""


@dataclass(frozen=True, slots=True)
class Member:
    """
    A member of a club.

    Attributes:
        number: from 1, never used again.
        shown: the name in the standings.
        role: scorer or member.
        links: ids of the valid personal links, oldest first.
    """

    number: int
    name: str
    shown: str
    role: Role
    has_pin: bool
    links: tuple[int, ...]


def initials(name: str) -> str:
    """
    Return the initials of a name.

    >>> initials("Ada Lovelace"), initials("Élodie")
    ('A. L.', 'É.')
    """
    return " ".join(f"{part[0]}." for part in name.split())


def shown_names(db: Connection, club_id: int) -> dict[int, str]:
    """Return the name of each member as the club's pages show it."""
    as_initials = {member for member, value in store.settings(db, club_id, "shown as").items() if value == "initials"}
    names = projections.members(db, club_id)
    return {number: initials(name) if number in as_initials else name for number, name in names.items()}


def members(db: Connection, club_id: int) -> list[Member]:
    """Return the members by number."""
    names, shown, roles = projections.members(db, club_id), shown_names(db, club_id), chosen_roles(db, club_id)
    links: dict[int, list[CredentialRow]] = {}
    for row in store.active_credentials(db, club_id, "link"):
        links.setdefault(row.member, []).append(row)
    pins = {row.member for row in store.active_credentials(db, club_id, "pin")}
    return [
        Member(
            number,
            name,
            shown[number],
            roles.get(number) or (Role(links[number][-1].role) if number in links else Role.MEMBER),
            number in pins,
            tuple(each.id for each in links.get(number, ())),
        )
        for number, name in names.items()
    ]


def chosen_roles(db: Connection, club_id: int) -> dict[int, Role]:
    """Return the roles that a director has set; other members have the role of their link."""
    return {member: Role(value) for member, value in store.settings(db, club_id, "role").items()}


def admit(db: Connection, by: Actor, names: Iterable[str], *, at: str) -> list[int]:
    """
    Admit members, all or none, and return their numbers.

    Raises:
        NotAllowed: a name is taken or cannot be used; the message names each.
    """
    wanted = [name for name in names if name.strip()]
    if not wanted:
        raise NotAllowed("Enter at least one name.")
    if len(wanted) > MOST_AT_ONCE:
        raise NotAllowed(f"You can admit up to {MOST_AT_ONCE} names at once. Admit them in several steps.")
    there = projections.members(db, by.club_id)
    taken = {name.casefold() for name in there.values()}
    new, wrong = [], []
    for each in wanted:
        try:
            name = clean_name(each)
        except NotAllowed as error:
            wrong.append(f"{each.strip()[:80]}: {error}")
            continue
        if name.casefold() in taken:
            wrong.append(f"The club has a member called {name}; add something to this name.")
        taken.add(name.casefold())
        new.append(name)
    if wrong:
        raise NotAllowed(" ".join(wrong))
    numbers = range(max(there, default=0) + 1, max(there, default=0) + 1 + len(new))
    for number, name in zip(numbers, new, strict=True):
        post(db, by.club_id, MemberAdmitted(number, name), author=by.author, at=at)
    return list(numbers)


def names_with(db: Connection, club_id: int, number: int) -> dict[int, str]:
    """
    Return the names of the members.

    Raises:
        NotAllowed: *number* is not a member.
    """
    names = projections.members(db, club_id)
    if number not in names:
        raise NotAllowed("The club has no such member.")
    return names


def same(name: str, other: str) -> bool:
    """Return whether two names differ only in case."""
    return name.casefold() == other.casefold()
