"""
The claim checker: can these cards exist?

The scorer never sees a hand, yet the claims of all players share one pack. One search serves two, three and four
hands: `options` tells what each suit of a hand can serve, `grid` gives out the cards, and `readings` resolves what
two players left unsaid.
"""

from .assertions import played
from .verdicts import Checker, check, could_have_held

__all__ = ["Checker", "check", "could_have_held", "played"]
