"""How many random deals of each preset an oracle checks: the one table of all of them.

CI asks a thousand, except where a deal is too dear: then as many as all oracles together can
afford. The environment variable `DEALS` asks every oracle for so many instead, in any run:
`DEALS=20000 python -m pytest tests/oracle`. `python -m tests.oracle.sizes` prints the table.
"""

import os
import sys
from collections.abc import Mapping
from typing import NamedTuple

from tests.thorough import this_run

ASKED = int(os.environ.get("DEALS", "0"))
"""How many deals of each preset every oracle checks; 0 leaves it to the table."""

A_THOUSAND = 1_000


class Size(NamedTuple):
    """How many deals of each preset an oracle checks.

    Attributes:
        cost: the processor time of a deal, in milliseconds, with that of playing it.
        whole: in a run in full, before a release.
        in_ci: in CI.
        usual: in an ordinary run.
    """

    cost: float
    whole: int
    in_ci: int
    usual: int


SIZES: Mapping[str, Size] = {
    "scores": Size(cost=5, whole=20_000, in_ci=100, usual=20),
    "lines": Size(cost=2, whole=20_000, in_ci=1_000, usual=20),
    "printed lines": Size(cost=8, whole=5_000, in_ci=1_000, usual=20),
    "laws of lines": Size(cost=9, whole=5_000, in_ci=1_000, usual=20),
    "what is heard": Size(cost=2, whole=20_000, in_ci=1_000, usual=20),
    "refusals": Size(cost=5, whole=20_000, in_ci=1_000, usual=20),
    "what a call is worth": Size(cost=5, whole=20_000, in_ci=1_000, usual=20),
    "the table": Size(cost=12, whole=5_000, in_ci=200, usual=12),
    "the watch as a deal goes on": Size(cost=6, whole=20_000, in_ci=1_000, usual=20),
    "the watch in other ways": Size(cost=390, whole=1_000, in_ci=10, usual=4),
    "moments": Size(cost=5, whole=5_000, in_ci=1_000, usual=12),
    "ends of parties": Size(cost=4, whole=2_000, in_ci=1_000, usual=12),
    "outlooks": Size(cost=1, whole=20_000, in_ci=1_000, usual=20),
    "settlements": Size(cost=1, whole=5_000, in_ci=1_000, usual=50),
    "results": Size(cost=14, whole=20_000, in_ci=120, usual=20),
    "what a partie hinges on": Size(cost=120, whole=400, in_ci=12, usual=6),
    "other rules": Size(cost=50, whole=2_000, in_ci=40, usual=12),
    "versions": Size(cost=22, whole=5_000, in_ci=80, usual=12),
    "corrections": Size(cost=29, whole=2_000, in_ci=100, usual=10),
    "verdicts": Size(cost=190, whole=1_000, in_ci=36, usual=4),
    "shared results": Size(cost=3, whole=5_000, in_ci=1_000, usual=20),
}
"""The oracles, by what they are asked about."""


def deals_of(oracle: str) -> int:
    """Return how many deals of each preset an oracle checks in this run."""
    size = SIZES[oracle]
    return ASKED or this_run(whole=size.whole, in_ci=size.in_ci, usual=size.usual)


def main() -> None:
    """Print the table."""
    sys.stdout.write(f"{'deals of each preset':28} {'ms':>6} {'whole':>7} {'CI':>6} {'usual':>6}\n")
    for oracle, size in SIZES.items():
        row = f"{oracle:28} {size.cost:6g} {size.whole:7,} {size.in_ci:6,} {size.usual:6}\n"
        sys.stdout.write(row)


if __name__ == "__main__":
    main()
