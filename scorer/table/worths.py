"""What each call would score, on its key, for who is learning the words of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..rules.claims import Category, Claim, SequenceClaim, SetClaim
from ..rules.messages import Message, Text
from ..rules.notation import parse_log
from ..rules.reckoning import claim_points
from ..rules.ruleset import Ruleset
from ..rules.statements import Called
from .keys import Key, Keys, Question
from .recording import FROM_PAPER


class WorthText(Text):
    """How many cards a call names, and what it scores if it is good."""

    CARDS = "{cards:card}, {points:words}"
    SET = "{count:words}, {points:words}"
    POINTS = "{points:point}"


def worth_of(rules: Ruleset, claim: Claim) -> Message:
    """Return what *claim* is worth: its cards, where its name does not say how many, and points."""
    points = claim_points(rules, claim)
    if isinstance(claim, SequenceClaim) and claim.length:
        return WorthText.CARDS(cards=claim.length, points=points)
    if isinstance(claim, SetClaim):
        return WorthText.SET(count=claim.count, points=points)
    return WorthText.POINTS(points=points)


def with_worths(rules: Ruleset, asked: Question) -> Question:
    """Return what is *asked* with the worth of each call on its key."""

    def on_keys(keys: Sequence[Key]) -> tuple[Key, ...]:
        return tuple(_with_worth(rules, key) for key in keys)

    def on_row(row: Keys) -> Keys:
        return replace(row, keys=on_keys(row.keys))

    return replace(asked, rows=tuple(map(on_row, asked.rows)))


def _with_worth(rules: Ruleset, key: Key) -> Key:
    called = call_of(rules, key)
    return key if called is None else replace(key, note=worth_of(rules, called.claim))


def call_of(rules: Ruleset, key: Key) -> Called | None:
    """Return the call that a key records, perhaps with its answer; `None` if it records another
    thing or nothing.
    """
    if key.said in ("", FROM_PAPER):  # the totals of a deal are no statement
        return None
    said = parse_log(key.said, rules)
    return said[0] if said and isinstance(said[0], Called) else None


def category_of(rules: Ruleset, asked: Question) -> Category | None:
    """Return the first class of which something may be called."""
    for row in asked.rows:
        for key in row.keys:
            called = call_of(rules, key)
            if called is not None:
                return called.claim.category
    return None
