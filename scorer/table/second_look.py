"""A correction of a signed partie that moves much: it is kept on a second look, with both
settlements side by side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..rules.messages import Message, Text
from ..rules.partie import Partie
from ..rules.settlement import asks_twice
from ..rules.versions import margin_message
from .recording import Sheet
from .settled import ProofStep, steps_of, verdict


class SecondText(Text):
    """The versions on a second look, and the key that keeps the correction.

    They repeat the settlements of both, so no oracle asks them again.
    """

    KEEP_IT = "Keep"
    KEEP_RESULT = "Keep: {margin}, not {before_margin}"
    RECORD = "Record"
    CORRECTED = "Corrected"


class SettledVersion(NamedTuple):
    """What one version of a partie comes to, and why."""

    title: Message
    verdict: Message
    steps: Sequence[ProofStep]


@dataclass(frozen=True, slots=True)
class SecondLook:
    """What is asked once more before a correction of a signed partie is kept.

    Attributes:
        query: what the address of the second step has; empty if this is the second step, or none is
            needed.
        settlements: what the record and the correction come to, on the second step.
        keep: the words of the key that keeps it.
    """

    query: Mapping[str, str] = field(default_factory=dict)
    settlements: tuple[SettledVersion, ...] = ()
    keep: Message = field(default_factory=SecondText.KEEP_IT)


SURE = "sure"
"""What the address of the second step has more than that of the first."""

ASKED = ("at", "do", "pick", "version", "since", "back", "said", "dealer")
"""What else the address of a step can have, beside the names and the totals."""


def _asked_again(asked: Mapping[str, str]) -> Mapping[str, str]:
    """Return what the second step has from the address of the first, and nothing else."""
    kept = {
        key: value
        for key, value in asked.items()
        if key in ASKED or key.startswith(("name", "total"))
    }
    return {**kept, SURE: "yes"}


def second_look(sheet: Sheet, after: Partie, asked: Mapping[str, str]) -> SecondLook:
    """Return what is asked once more before a sheet becomes what it is *after* a correction:
    nothing if nobody has signed it, or if the correction moves little.
    """
    was = sheet.partie.settlement
    now = after.settlement
    if not sheet.is_closed or was is None or now is None:
        return SecondLook()
    if not asks_twice(was, now):
        return SecondLook()
    if SURE not in asked:
        return SecondLook(query=_asked_again(asked))
    both = ((SecondText.RECORD, sheet.partie, was), (SecondText.CORRECTED, after, now))
    settlements = tuple(
        SettledVersion(
            text(),
            verdict(partie, sheet.sides),
            steps_of(settlement, sheet.sides),
        )
        for text, partie, settlement in both
    )
    keep = SecondText.KEEP_RESULT(
        margin=margin_message(now, sheet.sides), before_margin=margin_message(was, sheet.sides)
    )
    return SecondLook(settlements=settlements, keep=keep)
