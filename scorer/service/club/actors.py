"""Who acts: a person of a club in a role, from the credential they showed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ...storage.clubs import CredentialRow


class Role(Enum):
    """What a person of a club may do; each role includes those below it."""

    DIRECTOR = "director"
    SCORER = "scorer"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Actor:
    """
    A person who acts in a club.

    Attributes:
        member: 0 for a director who is not a member.
        credential: the id of the credential; 0 for a PIN, which nobody stays signed in with.
    """

    club_id: int
    role: Role
    member: int
    name: str
    credential: int

    @property
    def author(self) -> str:
        """Return the author that entries name."""
        return self.name if self.role is Role.MEMBER else f"{self.role.value} {self.name}"

    @property
    def is_director(self) -> bool:
        return self.role is Role.DIRECTOR


def actor(row: CredentialRow, name: str) -> Actor:
    return Actor(row.club_id, Role(row.role), row.member, name, row.id)
