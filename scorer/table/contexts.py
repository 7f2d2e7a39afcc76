"""What a template shows: the fields of a dataclass, which are the names that the template knows;
and the form that several pages share.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a page shows, by the names that its *template* uses.

    The defaults of a page are those of a phone without the club, which adds what only it knows.
    """

    template: ClassVar[str]

    @property
    def variables(self) -> dict[str, Any]:
        """Return the fields by their names; what they hold is not copied."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


@dataclass(frozen=True, slots=True)
class Rematch:
    """The form that opens the next partie of the same players, who stay where they are.

    Attributes:
        elder: who is elder in its first deal.
        dealer: who deals it.
    """

    elder: str
    dealer: str
    fields: list[tuple[str, str]]
