"""
The checker's findings in words.

>>> from scorer.rules.claims import SetClaim
>>> from scorer.rules.cards import Rank
>>> kings = Assertion(Seat.ELDER, Says.HOLDS, claim=SetClaim(4, Rank.KING))
>>> assertion_words(kings)
"elder's four kings"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..claims import Category
from ..seats import Seat
from ..sentences import Names, claim_words, seat_names
from ..words import number_words, times_words
from .assertions import Assertion, Says
from .cases import Sunk
from .checker import Finding, Verdict

SEATS: Names = seat_names(len(Seat))
"""The names of the seats where no player's are known, however many there are."""


def _of_claim(said: Assertion) -> str:
    assert said.claim is not None
    return claim_words(said.claim)


def _rival(said: Assertion, names: Names) -> str:
    assert said.rival is not None
    return f"to {names[said.seat.other]}'s {claim_words(said.rival)}"


_WORDS: Mapping[Says, Callable[[Assertion, Names], str]] = {
    Says.HOLDS: lambda said, names: _of_claim(said),
    Says.LACKS: lambda said, names: f"{_of_claim(said)} found false",
    Says.EQUALS: lambda said, names: f"'equal' {_rival(said, names)}",
    Says.AS_LONG: lambda said, names: f"'equal' {_rival(said, names)}",
    Says.ASKS: lambda said, names: f"'how many' {_rival(said, names)}",
    Says.BEATS: lambda said, names: f"'not good' {_rival(said, names)}",
    Says.BLANK: lambda said, names: "carte blanche",
    Says.STILL_BLANK: lambda said, names: "carte blanche after the exchange",
    Says.EXCHANGED: lambda said, names: f"exchange of {number_words(said.cards)}",
    Says.SHORT: lambda said, names: f"hand {number_words(said.cards)} short",
    Says.ALL_SCORED: lambda said, names: "carte rouge",
    Says.PLAYED_HIGH: lambda said, names: f"play of {_cards(said)} that {_count(said, 'counts', 'count')}",
    Says.PLAYED_LOW: lambda said, names: f"play of {_cards(said)} that {_count(said, 'does', 'do')} not count",
}


def _cards(said: Assertion) -> str:
    return times_words(said.cards, "card", "cards")


def _count(said: Assertion, one: str, many: str) -> str:
    return one if said.cards == 1 else many


def assertion_words(said: Assertion, names: Names = SEATS) -> str:
    """What was said, as a thing that can or cannot be: *elder's four kings*."""
    if said.says is Says.NO_TRICK:
        return f"the play in which {names[said.seat]} won no trick"
    return f"{names[said.seat]}'s {_WORDS[said.says](said, names)}"


def sunk_words(sunk: Sunk, names: Names = SEATS) -> str:
    """Who sank what: *younger sank a set*."""
    seat, category = sunk
    return f"{names[seat]} sank {'a point' if category is Category.POINT else f'a {category.value}'}"


def verdict_sentence(verdict: Verdict, names: Names = SEATS) -> str:
    """What the checker found, in a sentence without its full stop."""
    if verdict.finding is Finding.POSSIBLE:
        return "possible"
    if verdict.finding is Finding.SUNK:
        against = "; sinking is forbidden in a minus deal" if verdict.forbidden else ""
        return f"possible if {_listed([sunk_words(each, names) for each in verdict.sunk])}{against}"
    said = [assertion_words(each, names) for each in verdict.conflict]
    return _listed(said) + {1: " can't be", 2: " can't both be"}.get(len(said), " can't all be")


def _listed(words: Sequence[str]) -> str:
    *before, last = words
    return f"{', '.join(before)} and {last}" if before else last


def could_have_held_sentence(seat: Seat, *, could: bool, names: Names = SEATS) -> str:
    """What Law 53 asks of a false claim, answered."""
    if could:
        return f"by what was said, {names[seat]} could have held it, in hand and discards together"
    return f"by what was said, {names[seat]} could not possibly have held it, in hand and discards together"
