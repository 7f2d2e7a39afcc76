"""A club's saved house rules, for its seasons and tables."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.naming import name_of, rules_named
from ...storage import clubs as store
from ...storage.engine import Database, reading, writing
from ..opening import NotAllowed, clean_name
from ..parties import Clock
from .actors import Actor

KEPT = "rules: "
"""The prefix of the settings that hold saved rules; the rest of the name is theirs, and an empty value deletes them."""

MOST = 50
"""The most saved house rules of a club."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Saved house rules: a name, and the line that `scorer.rules.naming` reads."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class HouseRules:
    engine: Database
    clock: Clock

    def kept(self, club_id: int) -> tuple[Kept, ...]:
        """Return a club's saved house rules, by name."""
        with reading(self.engine) as db:
            chosen = store.settings_starting(db, club_id, KEPT)
        return tuple(Kept(name.removeprefix(KEPT), line) for name, line in sorted(chosen.items()) if line)

    def keep(self, by: Actor, name: str, line: str) -> Kept:
        """
        Save house rules under a name, replacing those with the same name.

        Raises:
            NotAllowed: the actor is not a director, the name cannot be used, or the rules cannot be played.
        """
        if not by.is_director:
            raise NotAllowed("Only a director can change this.")
        name = clean_name(name)
        try:
            kept = Kept(name, name_of(rules_named(line)))
        except ValueError as error:
            raise NotAllowed(f"These rules cannot be saved: {error}.") from None
        others = [each for each in self.kept(by.club_id) if each.name != name]
        if len(others) >= MOST:
            raise NotAllowed(f"A club can save up to {MOST} house rules. Delete one first.")
        self._choose(by, name, kept.line)
        return kept

    def drop(self, by: Actor, name: str) -> None:
        """
        Delete saved house rules; parties and seasons opened under them keep them.

        Raises:
            NotAllowed: the actor is not a director, or there are none of this name.
        """
        if not by.is_director:
            raise NotAllowed("Only a director can change this.")
        if name not in {each.name for each in self.kept(by.club_id)}:
            raise NotAllowed(f"The club has no saved house rules called {name}.")
        self._choose(by, name, "")

    def _choose(self, by: Actor, name: str, line: str) -> None:
        at = self.clock().isoformat(timespec="seconds")
        with writing(self.engine) as db:
            store.save_setting(db, by.club_id, name=f"{KEPT}{name}", value=line, at=at)
