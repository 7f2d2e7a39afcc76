"""
The claim checker: can these cards exist?

The scorer never sees a hand, yet the claims of all players share one pack. One search serves two, three and four
hands: `options` tells what each suit of a hand can serve, `grid` gives out the cards, and `readings` resolves what
two players left unsaid.
"""

from ..claims import Finding
from .assertions import Assertion, Says, played
from .readings import SeatClass
from .verdicts import (
    Checker,
    Verdict,
    Witness,
    assertion_words,
    check,
    could_have_held,
    could_have_held_sentence,
    sunk_words,
    verdict_sentence,
)

__all__ = [
    "Assertion",
    "Checker",
    "Finding",
    "Says",
    "SeatClass",
    "Verdict",
    "Witness",
    "assertion_words",
    "check",
    "could_have_held",
    "could_have_held_sentence",
    "played",
    "sunk_words",
    "verdict_sentence",
]
