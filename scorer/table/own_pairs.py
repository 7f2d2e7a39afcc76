"""The pairs of a phone that is alone: made of the parties that it keeps, by the names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..rules.names import folded
from .own_parties import folded_players
from .pair_page import PAGE_SIZE, PairHistory
from .pair_results import (
    PairResult,
    best_deal,
    best_partie,
    by_period,
    pair_steps,
    result_for,
)
from .recording import Sheet
from .saving import SavedPartie

CODE_LENGTH = 12
"""Characters of the code of a pair; a phone has few of them."""


def pair_code(names: Iterable[str]) -> str:
    """Return the code of the pair of these names, in any order: a digest of them as names are
    compared.
    """
    content = json.dumps(folded_players(names))
    return hashlib.sha256(content.encode()).hexdigest()[:CODE_LENGTH]


@dataclass(frozen=True)
class OwnPairSheets:
    """The parties of a pair that a phone keeps, the latest first; at least one is over.

    The left player is the one who was first in the earliest.

    Attributes:
        notes: of the players, by the codes of their parties.
    """

    code: str
    sheets: Sequence[Sheet]
    notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def running(self) -> list[Sheet]:
        return [sheet for sheet in self.sheets if not sheet.partie.is_over]

    @property
    def finished(self) -> list[Sheet]:
        return [sheet for sheet in self.sheets if sheet.partie.is_over]

    @property
    def names(self) -> tuple[str, str]:
        """Return the names of the left and the right player as they were typed last."""
        names = self.sheets[0].names
        left = self._left_in(self.sheets[0])
        return names[left], names[1 - left]

    def _left_in(self, sheet: Sheet) -> int:
        """Return which player of a partie is the left one of the page, from 0."""
        first = folded(self.sheets[-1].names[0])
        return [folded(name) for name in sheet.names].index(first)

    @cached_property
    def results(self) -> list[PairResult]:
        """The results of the parties that are over, the latest first."""
        found = [
            result_for(
                sheet.partie,
                left=self._left_in(sheet),
                code=sheet.code,
                day=sheet.played,
                opened_at=sheet.opened_at,
                note=self.notes.get(sheet.code, ""),
            )
            for sheet in self.finished
        ]
        return sorted(found, key=lambda each: (each.day, each.opened_at, each.code), reverse=True)

    def saved(self) -> list[SavedPartie]:
        """Return every partie with its note and who is on the left, to save them."""
        return [
            SavedPartie(sheet, self._left_in(sheet), self.notes.get(sheet.code, ""))
            for sheet in self.sheets
        ]

    def history(self, *, year: str = "", rules: str = "", start: int = 0) -> PairHistory:
        """Return what a page shows of the pair, of parties by a filter; empty is no filter."""
        return history_of(
            self.results,
            self.names,
            year=year,
            rules=rules,
            start=start,
            running=self.running,
        )


def history_of(
    results: Sequence[PairResult],
    names: tuple[str, str],
    *,
    year: str = "",
    rules: str = "",
    start: int = 0,
    running: Sequence[Sheet] = (),
) -> PairHistory:
    """Return the history of a pair with these *results*, the latest first.

    Args:
        year: of the parties to show; empty for all years.
        rules: of these parties, in a line; empty for all rules.
        start: how many later parties are on the pages before.
    """
    shown = [each for each in results if year in ("", each.year) and rules in ("", each.rules)]
    return PairHistory(
        names=names,
        periods=by_period(results),
        steps=pair_steps(shown),
        results=shown[start : start + PAGE_SIZE],
        count=len(shown),
        best_deals=(best_deal(shown, 0), best_deal(shown, 1)),
        best_parties=(best_partie(shown, 0), best_partie(shown, 1)),
        running=running,
    )


def own_pairs(
    sheets: Iterable[Sheet], notes: Mapping[str, str] | None = None
) -> list[OwnPairSheets]:
    """Return the pairs of parties of two, of which each has one that is over; the parties come with
    the latest first, and so do the pairs.

    Args:
        notes: of the players, by the codes of their parties.
    """
    found: dict[str, list[Sheet]] = {}
    for sheet in sheets:
        if is_of_a_pair(sheet):
            found.setdefault(pair_code(sheet.names), []).append(sheet)
    return [
        OwnPairSheets(code, of_pair, notes or {})
        for code, of_pair in found.items()
        if any(sheet.partie.is_over for sheet in of_pair)
    ]


def is_of_a_pair(sheet: Sheet) -> bool:
    """Return whether a partie counts between two people: it is theirs alone, outside seasons."""
    return len(sheet.names) == 2 and not sheet.in_season and not sheet.on_card
