"""The claim checker: can these cards exist?

The scorer never sees a hand, yet the claims of all players share one pack. One search serves two,
three and four hands: `assertions` and `demands` tell what each hand must be, `columns` what each
suit of it can serve, and `grid` gives out the cards. `verdicts` resolves what two players left
unsaid, and finds what was sunk or what conflicts.
"""

from .assertions import played
from .verdicts import Checker, check, could_have_held, finding

__all__ = ["Checker", "check", "could_have_held", "finding", "played"]
