"""What could not be made fair in a pairing or a draw, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from ...ledger.matching import Unfair, Unfairness
from ...ledger.standings import ordinal
from ...rules.words import listed
from ...table.formatting import counted


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def unfair_words(found: Unfair, names: Mapping[int, str]) -> str:
    """Say what could not be made fair in a pairing."""
    who = listed([names[member] for member in found.members])
    is_one = len(found.members) == 1
    match found.why:
        case Unfairness.MET_BEFORE:
            return f"{who} have met {_times(found.times)} before."
        case Unfairness.SAME_SEAT:
            return f"{who} has the same seat for the {ordinal(found.times)} time running."
        case Unfairness.BYE_AGAIN:
            return f"{who} sits out for the {ordinal(found.times)} time."
        case Unfairness.MORE_BYES:
            return f"{who} {'has' if is_one else 'have'} more byes than the others."
        case Unfairness.SEATS:
            return f"{who} is more often in one seat than in the other."
        case Unfairness.FURTHER_ROUNDS:
            further = counted(found.times, "further round")
            return f"{who} {'plays' if is_one else 'play'} in {further} after the last."
        case _:
            assert_never(found.why)
