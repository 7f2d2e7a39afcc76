"""
The hardest claims for the checker: `python -m tests.benchmarks.hardest 100000`, and with `--round` of more than two.

Every claim set up to that number is checked as in a process that has checked
those before it (warm); the slowest are checked again, in turn with nothing
kept from any other (cold) and as they would be next (warm), and the best of
three is printed. Times are of the process's own, in milliseconds at the pace of
the reference machine (`pace.py`), measured all along. The logs it prints
last are those to be kept in `hard_claims.toml`.
"""

import argparse
from collections.abc import Callable
from heapq import nlargest
from time import process_time

from scorer.rules.deal import Deal
from scorer.rules.notation import format_log
from tests.benchmarks.claims import checked, claims, round_claims
from tests.benchmarks.pace import Pace, percentile

EVERY = 500
"""After so many claim sets the pace is measured, and progress printed."""

SHARES = (0.5, 0.95, 0.99, 1.0)


def pace() -> float:
    """How much slower the machine is just now than the one of reference; 1 if it is not."""
    found = Pace(process_time)
    found.measure(25)
    return max(1.0, found.slowness)


def shares(times: list[float]) -> str:
    """Some percentiles of *times*, in milliseconds."""
    return "  ".join(
        f"{'worst' if share == 1 else f'{share:.0%}'} {1000 * percentile(times, share):.2f}" for share in SHARES
    )


def main() -> None:
    """Find the hardest claims."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.hardest", description="The hardest claims.")
    parser.add_argument("number", type=int, help="how many claim sets to check")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--round", action="store_true", help="of more than two players")
    parser.add_argument("--keep", type=int, default=40, help="how many of the hardest to print")
    options = parser.parse_args()
    ask = round_claims if options.round else claims
    found: list[tuple[float, int]] = []
    pending: list[tuple[float, int]] = []
    now = pace()
    for number in range(options.first, options.first + options.number):
        _, time = checked(ask(number), cold=False)
        pending.append((time, number))
        if len(pending) == EVERY or number == options.first + options.number - 1:
            before, now = now, pace()
            found += [(2 * time / (before + now), number) for time, number in pending]
            pending.clear()
            print(
                f"{len(found)} of {options.number}  pace {now:.2f}  {shares([each for each, _ in found])}", flush=True
            )
    print(f"\nat reference pace, warm, of {len(found)} claim sets: {shares([each for each, _ in found])} ms\n")
    slowest = [number for _, number in nlargest(5 * options.keep, found)]
    again = sorted(((*_again(ask, number), number) for number in slowest), reverse=True)[: options.keep]
    for cold, warm, number in again:
        print(f"{number:8}  cold {1000 * cold:6.2f}  warm {1000 * warm:6.2f} ms")
    for *_, number in again:
        print(format_log(ask(number).log).strip().replace("\n", "; "))


def _again(ask: Callable[[int], Deal], number: int) -> tuple[float, float]:
    """The time of one claim set, cold and warm, the best of three."""
    deal = ask(number)
    now = pace()
    cold = min(checked(deal, cold=True)[1] for _ in range(3))
    checked(ask(number + 1), cold=True)
    warm = checked(deal, cold=False)[1]
    return cold / now, warm / now


if __name__ == "__main__":
    main()
