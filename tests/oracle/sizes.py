"""How many random deals of each preset an oracle checks, and how much of each: the one table of all
of them.

CI asks a thousand. Where a deal is dear, an oracle looks at one moment of it, or at one slip or
question, drawn at random: a thousand deals so meet more than a few of which all is looked at. A run
in full looks at all of each. The environment variable `DEALS` asks every oracle for so many deals
instead, in any run: `DEALS=20000 python -m pytest tests/oracle`.
`python -m tests.oracle.sizes` prints the table.
"""

import os
import sys
from collections.abc import Mapping
from typing import NamedTuple

from tests.thorough import WHOLE, this_run

ASKED = int(os.environ.get("DEALS", "0"))
"""How many deals of each preset every oracle checks; 0 leaves it to the table."""

A_THOUSAND = 1_000

ALL = 1_000_000
"""More than a deal has moments, slips or questions."""


class Size(NamedTuple):
    """How many deals of each preset an oracle checks, and how much of each.

    Attributes:
        cost: the processor time of a deal in CI, in milliseconds.
        whole: the deals in a run in full, before a release.
        in_ci: those in CI.
        usual: those in an ordinary run.
        moments: how many moments of a deal, slips or questions are looked at, drawn at random; in a
            run in full all of them.
    """

    cost: float
    whole: int
    in_ci: int
    usual: int
    moments: int = ALL


SIZES: Mapping[str, Size] = {
    "scores": Size(cost=2, whole=20_000, in_ci=1_000, usual=20),
    "lines": Size(cost=1, whole=20_000, in_ci=1_000, usual=20),
    "printed lines": Size(cost=5, whole=5_000, in_ci=1_000, usual=20),
    "laws of lines": Size(cost=4, whole=5_000, in_ci=1_000, usual=20),
    "what is heard": Size(cost=1, whole=20_000, in_ci=1_000, usual=20),
    "refusals": Size(cost=1, whole=2_000, in_ci=1_000, usual=20, moments=1),
    "what a call is worth": Size(cost=1, whole=2_000, in_ci=1_000, usual=20, moments=1),
    "the table": Size(cost=7, whole=1_000, in_ci=1_000, usual=12, moments=1),
    "the watch as a deal goes on": Size(cost=1, whole=5_000, in_ci=1_000, usual=20, moments=2),
    "the watch in other ways": Size(cost=4, whole=1_000, in_ci=1_000, usual=20, moments=2),
    "moments": Size(cost=3, whole=5_000, in_ci=1_000, usual=12),
    "ends of parties": Size(cost=2, whole=2_000, in_ci=1_000, usual=12),
    "outlooks": Size(cost=0.5, whole=20_000, in_ci=1_000, usual=20),
    "settlements": Size(cost=1, whole=5_000, in_ci=1_000, usual=50),
    "results": Size(cost=2, whole=20_000, in_ci=1_000, usual=20),
    # Every value of every statement is scored: of three players half a second.
    "what a partie hinges on": Size(cost=26, whole=1_000, in_ci=1_000, usual=12, moments=1),
    "other rules": Size(cost=4, whole=2_000, in_ci=1_000, usual=20, moments=1),
    "versions": Size(cost=2, whole=5_000, in_ci=1_000, usual=20, moments=2),
    "corrections": Size(cost=3, whole=2_000, in_ci=1_000, usual=20, moments=1),
    # A formula of seven thousand clauses is made of each deal.
    "verdicts": Size(cost=24, whole=1_000, in_ci=1_000, usual=10, moments=1),
    "shared results": Size(cost=1, whole=5_000, in_ci=1_000, usual=20),
}
"""The oracles, by what they are asked about."""


def deals_of(oracle: str) -> int:
    """Return how many deals of each preset an oracle checks in this run."""
    size = SIZES[oracle]
    return ASKED or this_run(whole=size.whole, in_ci=size.in_ci, usual=size.usual)


def moments_of(oracle: str) -> int:
    """Return how many moments, slips or questions of a deal are looked at in this run."""
    return ALL if WHOLE else SIZES[oracle].moments


def main() -> None:
    """Print the table."""
    titles = f"{'ms':>6} {'whole':>7} {'CI':>6} {'usual':>6} {'moments':>7}"
    sys.stdout.write(f"{'deals of each preset':28} {titles}\n")
    for oracle, size in SIZES.items():
        moments = "all" if size.moments == ALL else str(size.moments)
        deals = f"{size.whole:7,} {size.in_ci:6,} {size.usual:6}"
        sys.stdout.write(f"{oracle:28} {size.cost:6g} {deals} {moments:>7}\n")


if __name__ == "__main__":
    main()
