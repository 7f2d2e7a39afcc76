"""How deals are entered, and what a phone remembers of that for the same players:
how much of them, and whether the tricks are counted at the end.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from ..rules.names import folded
from ..rules.ruleset import Ruleset
from ..rules.statements import Statement, TricksCounted, TrickTaken, effective
from .contexts import Context
from .recording import Sheet


class Speed(StrEnum):
    """How much is entered, as forms and phones name it."""

    EVERY_CALL = "every call"
    GOOD_CALLS = "good calls"
    TOTALS = "totals"


SPEED = "speed"
"""The field of a form that says how much is entered."""


def speed_named(said: str) -> Speed | None:
    """Return the speed of that name; `None` if there is none.

    >>> speed_named("totals"), speed_named("")
    (<Speed.TOTALS: 'totals'>, None)
    """
    return Speed(said) if said in [*Speed] else None


def speeds_of(rules: Ruleset) -> tuple[Speed, ...]:
    """Return the speeds to choose from: where more than two call, nobody answers,
    so there are no good calls alone.
    """
    if rules.players == 2:
        return tuple(Speed)
    return (Speed.EVERY_CALL, Speed.TOTALS)


# What a phone remembers

Remembered: TypeAlias = Sequence[Sequence[str]]
"""For each set of players a digest of their names, their speed, and `COUNTS` if they count the
tricks at the end; the latest last.
"""

COUNTS = "counts"

MOST_REMEMBERED = 20
"""Maximum sets of players whose speed a phone remembers: they are kept in a cookie."""

DIGEST_BYTES = 6
"""Bytes of the digest: among so few, two alike are a matter of one in a trillion."""


def _digest(names: Iterable[str]) -> str:
    """Return a digest of names as they are compared, in whatever order."""
    text = json.dumps(sorted(map(folded, names)))
    whole = hashlib.sha256(text.encode()).digest()
    return base64.urlsafe_b64encode(whole[:DIGEST_BYTES]).decode()


def _remembered_of(remembered: Remembered, names: Iterable[str]) -> Sequence[str]:
    """Return what is remembered of these players, without their digest."""
    asked = _digest(names)
    for digest, *habits in remembered:
        if digest == asked:
            return habits
    return ()


def remembered_speed(remembered: Remembered, names: Iterable[str]) -> Speed:
    """Return the speed of these players; every call if none is remembered."""
    for said in _remembered_of(remembered, names)[:1]:
        return speed_named(said) or Speed.EVERY_CALL
    return Speed.EVERY_CALL


def remembered_counts(remembered: Remembered, names: Iterable[str]) -> bool:
    """Return whether these players counted the tricks at the end of their last deal."""
    return COUNTS in _remembered_of(remembered, names)


def with_speed(remembered: Remembered, names: Sequence[str], speed: Speed) -> list[list[str]]:
    """Return what is remembered with the speed of these players; the oldest is dropped."""
    return _with(remembered, names, speed, counts=remembered_counts(remembered, names))


def with_counts(remembered: Remembered, names: Sequence[str], *, counts: bool) -> list[list[str]]:
    """Return what is remembered with whether these players count the tricks at the end;
    the oldest is dropped.
    """
    return _with(remembered, names, remembered_speed(remembered, names), counts=counts)


def _with(
    remembered: Remembered, names: Iterable[str], speed: Speed, *, counts: bool
) -> list[list[str]]:
    digest = _digest(names)
    others = [[*each] for each in remembered if digest not in each]
    habits = [speed.value, COUNTS] if counts else [speed.value]
    return [*others[1 - MOST_REMEMBERED :], [digest, *habits]]


def counts_in(said: Sequence[Statement]) -> bool | None:
    """Return whether statements count the tricks of a deal at its end, or enter one of them;
    `None` if they say nothing of the play.
    """
    if any(isinstance(each, TricksCounted) for each in said):
        return True
    if any(isinstance(each, TrickTaken) for each in said):
        return False
    return None


# The page that changes it


class SpeedChoice(NamedTuple):
    """A speed to choose for a partie.

    Attributes:
        is_later: it counts from the next deal: what was entered of this one stays as it is.
    """

    speed: Speed
    is_current: bool
    is_later: bool


def speed_choices(sheet: Sheet, current: Speed) -> tuple[SpeedChoice, ...]:
    """Return the speeds to choose from in the deal that is played now."""
    deal = sheet.deal(sheet.current_deal)
    begun = deal is not None and bool(effective(deal.log))
    every = deal is not None and begun and deal.state.has_every_call
    later = {Speed.EVERY_CALL: False, Speed.GOOD_CALLS: every, Speed.TOTALS: begun}
    return tuple(
        SpeedChoice(speed, speed is current, later[speed])
        for speed in speeds_of(sheet.partie.record.rules)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedPage(Context):
    """The page that changes how much of a partie is entered.

    Attributes:
        speeds: to choose from; empty on a phone that enters nothing.
    """

    template: ClassVar = "table/speed.html"

    sheet: Sheet
    speeds: tuple[SpeedChoice, ...]


def speed_context(sheet: Sheet, current: Speed) -> SpeedPage:
    """Return the context of the page, for a phone that enters the *current* speed."""
    return SpeedPage(sheet=sheet, speeds=speed_choices(sheet, current))
