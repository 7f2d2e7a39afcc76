"""
Calls round the table: how three players, or four in partnership, claim and are compared.

Nobody answers. Before the first card each seat in its turn calls what it
likes, pips and heads said at once, and passes over the rest; the best claim of
a class is good, of equal ones between two sides none is, and where partners
sit opposite both may count what goes with the best of their side.

Source: Card Game Heaven for three; adpoker.fr for four in partnership, whose
text is not clear on who counts what (`LesserCount`).
"""

from __future__ import annotations

from .called import Entry
from .calls import refuse_beside
from .claimable import refuse_claim
from .claims import Better, Category
from .options import LesserCount, Penalties, TieSequence
from .reasons import Refusal, Rule, refuse
from .seats import Seat
from .statements import Called, Declined, FoundFalse, Statement, Withdrawn
from .table import Table

DIALOGUE = "Cavendish, for two players"
"""Where the statements come from that more than two do not make."""


class RoundTable(Table):
    """A table of more than two: the claims of all seats are held against each other, and nobody answers."""

    __slots__ = ()

    @property
    def calls_begun(self) -> bool:
        """Whether anything has been called or declined."""
        return any(any(state.entries) or any(state.declined) for state in self.categories.values())

    def unspoken(self, seat: Seat) -> tuple[Category, ...]:
        """The categories in which *seat* has neither called nor passed, before a card is played."""
        if self.play_begun:
            return ()
        return tuple(
            category
            for category, state in self.categories.items()
            if not state.declined[seat] and not state.entries[seat]
        )

    def scoring(self, category: Category) -> list[Entry]:
        """The claims that count in *category* as things stand, in the order of the seats."""
        if self.counts_losers(category):
            return self._standing(category)
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

    def _standing(self, category: Category) -> list[Entry]:
        state = self.categories[category]
        return [entry for seat in self.rules.seats for entry in state.standing(seat)]

    def _undisputed(self, category: Category) -> tuple[Entry | None, list[Entry]]:
        """
        The best claim of *category* that no other side equals, and the claims it was found among.

        Where only the equal sequences are lost, the best of what is left.
        """
        entries = self._standing(category)
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


def refuse_for_two(table: Table, said: Statement) -> Refusal:
    """Why *said* is not said here: it belongs to the dialogue of two."""
    return refuse(Rule.FOR_TWO, DIALOGUE, players=table.rules.players)


def refuse_called(table: Table, said: Called) -> Refusal | None:
    """Why *said* may not be called now."""
    category = said.claim.category
    state = table.categories[category]
    impossible = refuse_claim(table.rules, said.claim)
    if impossible is not None:
        return impossible
    if table.play_begun and not state.reopened[said.seat]:
        return refuse(Rule.OMITTED, table.rules.source("omission"), seat=said.seat)
    if state.declined[said.seat] and not state.reopened[said.seat]:
        return refuse(Rule.HAS_DECLINED, table.rules.source("omission"), seat=said.seat, category=category)
    if category is Category.POINT and not table.rules.partner_point:
        for partner in table.rules.partners(said.seat):
            for entry in state.standing(partner):
                if table.compare(said.claim, entry.claim) is Better.EQUAL:
                    source = table.rules.source("partner_point")
                    return refuse(Rule.PARTNER_HAS_POINT, source, seat=said.seat, claim=entry.claim)
    return refuse_beside(table, state, said) if state.standing(said.seat) else None


def record_called(table: Table, said: Called, position: int) -> None:
    """Record a call."""
    table.categories[said.claim.category].entries[said.seat].append(Entry(said.seat, said.claim, position))


def refuse_declined(table: Table, said: Declined) -> Refusal | None:
    """Why *said* may not be said now."""
    state = table.categories[said.category]
    if table.play_begun:
        return refuse(Rule.PLAY_BEGUN, table.rules.source("omission"))
    if state.declined[said.seat] or (state.entries[said.seat] and not said.more):
        return refuse(Rule.HAS_DECLINED, table.rules.source("omission"), seat=said.seat, category=said.category)
    return None


def record_declined(table: Table, said: Declined, position: int) -> None:
    """Record that a seat calls nothing in a category."""
    table.categories[said.category].declined[said.seat] = True


def refuse_withdrawn(table: Table, said: Withdrawn) -> Refusal | None:
    """Why *said* may not be taken back now."""
    if table.play_begun:
        return refuse(Rule.PLAY_BEGUN, "Law 52")
    entry = table.categories[said.claim.category].find(said.seat, said.claim)
    if entry is None:
        return refuse(Rule.NOT_CLAIMED, "Law 52", seat=said.seat, claim=said.claim)
    return refuse(Rule.PROVED, table.rules.source("show_duty"), claim=said.claim) if entry.proved else None


def record_withdrawn(table: Table, said: Withdrawn, position: int) -> None:
    """Record an over-call taken back: the seat may call in that category anew."""
    state = table.categories[said.claim.category]
    entry = state.find(said.seat, said.claim)
    assert entry is not None
    state.entries[said.seat].remove(entry)


def record_found_false(table: Table, said: FoundFalse, position: int) -> None:
    """
    Record a claim found false.

    It counts for nothing, the best of what is left is good, and the other
    sides may still call what they held back in its class; by rulesets with
    the penalty of Law 54 the offender reckons nothing once a card is played.
    """
    state = table.categories[said.claim.category]
    entry = state.find(said.seat, said.claim)
    assert entry is not None
    entry.false = True
    entry.because += (position,)
    for other in table.rules.opponents(said.seat):
        state.reopened[other] = True
    if table.play_begun and table.rules.penalties is not Penalties.VOID:
        table.penalised[said.seat] = position
        table.waived[said.seat] = False
