"""
Calls round the table: how three players, or four in partnership, claim and are compared.

Nobody answers. Before the first card each seat in turn calls any of its holdings, with pips and heads. The best claim
of a class is good; if two sides have equal best claims, none is. In partnership both partners may count lesser claims
with the best one of their side.

Source: Card Game Heaven for three; adpoker.fr for four in partnership, whose text is not clear on who counts what
(`LesserCount`).
"""

from __future__ import annotations

from .claims import Better, Category
from .deal_state import DealState, Entry
from .ruleset import LesserCount, TieSequence
from .seats import Seat


class RoundState(DealState):
    """The state of a deal for more than two: nobody answers, and the claims of all seats are compared."""

    __slots__ = ()

    @property
    def calls_begun(self) -> bool:
        return any(any(state.entries) or any(state.declined) for state in self.categories.values())

    def unspoken(self, seat: Seat) -> tuple[Category, ...]:
        """Return the categories in which *seat* has neither called nor declined, before a card is played."""
        if self.play_begun:
            return ()
        return tuple(
            category
            for category, state in self.categories.items()
            if not state.declined[seat] and not state.entries[seat]
        )

    def scoring(self, category: Category) -> list[Entry]:
        """Return the claims that currently count in *category*, in the order of the seats."""
        if self.counts_losers(category):
            return self._unrefuted(category)
        best, beside = self._undisputed(category)
        if best is None:
            return []
        if category is Category.POINT:
            return [best]
        side_of = self.rules.side_of
        both = self.rules.lesser_count is LesserCount.SIDE
        return [
            entry for entry in beside if entry.seat is best.seat or (both and side_of[entry.seat] == side_of[best.seat])
        ]

    def _unrefuted(self, category: Category) -> list[Entry]:
        state = self.categories[category]
        return [entry for seat in self.rules.seats for entry in state.unrefuted(seat)]

    def _undisputed(self, category: Category) -> tuple[Entry | None, list[Entry]]:
        """
        Return the best claim of *category* that no other side equals, and the claims that it was compared with.

        Where only the equal sequences are lost, it is the best of the others.
        """
        entries = self._unrefuted(category)
        side_of = self.rules.side_of
        while entries:
            best = self.best(entries)
            assert best is not None
            level = [entry for entry in entries if self.compare(entry.claim, best.claim) is Better.EQUAL]
            if len({side_of[entry.seat] for entry in level}) == 1:
                return best, entries
            if category is not Category.SEQUENCE or self.rules.sequence_tie is not TieSequence.TIED_ONLY:
                break
            entries = [entry for entry in entries if entry not in level]
        return None, []
