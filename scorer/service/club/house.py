"""The house rules that a club keeps under a name, for its seasons and its tables."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.naming import name_of, rules_named
from ...storage import clubs as store
from ...storage.engine import Database, reading, writing
from ..opening import NotAllowed, clean_name
from ..parties import Clock
from .actors import Actor

KEPT = "rules: "
"""How a choice begins that keeps rules; the rest is their name, and no value means that they are kept no more."""

MOST = 50
"""How many rulesets a club keeps."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Rules that a club keeps: what it calls them, and the line that `scorer.rules.naming` reads."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules that the clubs of one database keep, and the clock by which they do."""

    engine: Database
    clock: Clock

    def kept(self, club_id: int) -> tuple[Kept, ...]:
        """The rules that a club keeps, by name."""
        with reading(self.engine) as db:
            chosen = store.settings_starting(db, club_id, KEPT)
        return tuple(Kept(name.removeprefix(KEPT), line) for name, line in sorted(chosen.items()) if line)

    def keep(self, by: Actor, name: str, line: str) -> Kept:
        """
        Keep rules under a name, in place of those that were kept under it.

        Raises:
            NotAllowed: the actor is no director, the name cannot be used, or
                the rules cannot be played; the message says why.
        """
        if not by.is_director:
            raise NotAllowed("That is for a director to choose.")
        name = clean_name(name)
        try:
            kept = Kept(name, name_of(rules_named(line)))
        except ValueError as error:
            raise NotAllowed(f"These rules cannot be kept: {error}.") from None
        others = [each for each in self.kept(by.club_id) if each.name != name]
        if len(others) >= MOST:
            raise NotAllowed(f"A club keeps up to {MOST} rulesets; drop one first.")
        self._choose(by, name, kept.line)
        return kept

    def drop(self, by: Actor, name: str) -> None:
        """
        Keep the rules of this name no more; what was opened under them goes on under them.

        Raises:
            NotAllowed: the actor is no director, or none are kept under the name.
        """
        if not by.is_director:
            raise NotAllowed("That is for a director to choose.")
        if name not in {each.name for each in self.kept(by.club_id)}:
            raise NotAllowed(f"The club keeps no rules called {name}.")
        self._choose(by, name, "")

    def _choose(self, by: Actor, name: str, line: str) -> None:
        at = self.clock().isoformat(timespec="seconds")
        with writing(self.engine) as db:
            store.save_setting(db, by.club_id, name=f"{KEPT}{name}", value=line, at=at)
