"""Tables that are looked at: what was said at each, how many sit at it,
and where each page of them is.
"""

from collections.abc import Mapping

from tests.browser.taps import CAVENDISH_CALLS, CAVENDISH_SHORT
from tests.rows import beside

SEATED = ("Adelaide", "Bénédicte", "Cem", "Dora")
"""Who sits at those of other frames, and at those of a partie that is over, in this order."""

Played = dict[str, tuple[str, tuple[str, ...]]]
"""The rules and the deals of parties, by name."""

_DATA = beside(__file__)
WORDS: dict[str, str] = {"CAVENDISH_CALLS": CAVENDISH_CALLS, "CAVENDISH_SHORT": CAVENDISH_SHORT}
WORDS |= {name: said.format(**WORDS) for name, said in _DATA["words"].items()}


def played(table: Mapping[str, list[str]], words: Mapping[str, str] = WORDS) -> Played:
    """Return the parties of a table of data, with what is said in many of them filled in."""
    return {
        name: (rules, tuple(each.format(**words) for each in logs))
        for name, (rules, *logs) in table.items()
    }


TABLES: dict[str, str] = {name: said.format(**WORDS) for name, said in _DATA["tables"].items()}
FRAMES = played(_DATA["frames"])
ENDED = played(_DATA["ended"])
PAGES: dict[str, str] = _DATA["pages"]
FRAME_PAGES: dict[str, str] = _DATA["frame_pages"]
COMPANY_PAGES: dict[str, str] = _DATA["company_pages"]
PAIR_PAGES: dict[str, str] = _DATA["pair_pages"]
PLAYER_PAGES: list[str] = _DATA["player_pages"]
EVENING_PAGES: list[str] = _DATA["evening_pages"]
