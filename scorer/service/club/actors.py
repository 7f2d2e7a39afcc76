"""Who acts: a person of a club in a role, as the credential says that was shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ...storage.clubs import CredentialRow


class Role(Enum):
    """What a person of a club may do; each may do all that those below may."""

    DIRECTOR = "director"
    SCORER = "scorer"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Actor:
    """
    A person who acts in a club.

    Attributes:
        club_id: the club's number in the database.
        role: in which role.
        member: the member's number; 0 for a director who is none.
        name: the person's name.
        credential: the number of the credential that was shown.
    """

    club_id: int
    role: Role
    member: int
    name: str
    credential: int

    @property
    def author(self) -> str:
        """As the book names who posted an entry."""
        return self.name if self.role is Role.MEMBER else f"{self.role.value} {self.name}"

    @property
    def is_director(self) -> bool:
        """Whether it is a director."""
        return self.role is Role.DIRECTOR


def actor(row: CredentialRow, name: str) -> Actor:
    """The actor whom a credential stands for."""
    return Actor(row.club_id, Role(row.role), row.member, name, row.id)
