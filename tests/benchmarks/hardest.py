"""
Find the hardest claims for the checker: `python -m tests.benchmarks.hardest 100000`, with `--round` of more than two.

Every claim set up to that number is checked as in a process that has checked those before it. The slowest are checked
again with nothing kept from any other, and printed with the best of three times, as logs for `hard_claims.toml`.
"""

import argparse
import gc
from heapq import nlargest
from time import process_time

from scorer.rules.checker import check
from scorer.rules.deal import Deal
from scorer.rules.notation import format_log
from tests.benchmarks.claims import claims, forget, round_claims

KEPT = 40
"""How many of the hardest are printed."""


def seconds(deal: Deal) -> float:
    start = process_time()
    check(deal)
    return process_time() - start


def alone(deal: Deal) -> float:
    forget()
    return seconds(deal)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.hardest", description="The hardest claims.")
    parser.add_argument("number", type=int, help="how many claim sets to check")
    parser.add_argument("--round", action="store_true", help="of more than two players")
    options = parser.parse_args()
    ask = round_claims if options.round else claims
    gc.disable()  # what there is of garbage is not the checker's
    slowest = nlargest(5 * KEPT, range(options.number), lambda number: seconds(ask(number)))
    again = [(min(alone(deal) for _ in range(3)), format_log(deal.log)) for deal in map(ask, slowest)]
    for time, log in nlargest(KEPT, again):
        print(f"{1000 * time:.2f} ms: {log.strip()}".replace("\n", "; "))


if __name__ == "__main__":
    main()
