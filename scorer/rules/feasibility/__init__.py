"""
The claim checker: can these cards exist?

The scorer never sees a hand, yet what all players claim binds one pack.
"""

from .assertions import Assertion, Says, played
from .cases import Sunk
from .checker import Checker, Finding, Verdict, Witness, check
from .false_claims import could_have_held
from .words import assertion_words, could_have_held_sentence, sunk_words, verdict_sentence

__all__ = [
    "Assertion",
    "Checker",
    "Finding",
    "Says",
    "Sunk",
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
