"""Short ways to write down a season: who beat whom by how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from scorer.ledger.meetings import Meeting, meeting_of
from scorer.ledger.results import Result, Side
from scorer.ledger.tallies import Tally, tally_of
from scorer.ledger.terms import Terms
from scorer.ledger.tie_breaks import Met

TERMS = Terms("Winter", {"id": "portland"})

NAMES = {1: "Ann", 2: "Ben", 3: "Cat", 4: "Dan", 5: "Eve", 6: "Fay"}


def result(totals: tuple[int, int], points: int, *, rubicon: bool = False, forfeit: bool = False) -> Result:
    """A result by its totals; whoever made more has won so many points."""
    winner = None if totals[0] == totals[1] else int(totals[1] > totals[0])
    return Result((Side(totals[0]), Side(totals[1])), winner, points, rubicon=rubicon, forfeit=forfeit)


class Partie(NamedTuple):
    """Two members, the first player first, and what their partie came to."""

    members: tuple[int, int]
    result: Result


def won(winner: int, loser: int, points: int = 100, *, rubicon: bool = False) -> Partie:
    """A partie that *winner* won as first player."""
    return Partie((winner, loser), result((120, 100), points, rubicon=rubicon))


def drawn(first: int, second: int) -> Partie:
    """A partie that nobody won."""
    return Partie((first, second), result((100, 100), 0))


def tallies(parties: Iterable[Partie], members: Iterable[int] = (), terms: Terms = TERMS) -> dict[int, Tally]:
    """What the parties add up to for each member in them, and nothing for the other *members*."""
    found = {member: Tally() for member in members}
    for each in parties:
        for player, member in enumerate(each.members):
            points = terms.match_points(each.result.winner)[player]
            found[member] = found.get(member, Tally()) + tally_of(each.result, player, points)
    return found


def meetings(
    parties: Sequence[Partie], terms: Terms = TERMS, asked: list[frozenset[int]] | None = None
) -> Callable[[frozenset[int]], Iterable[Met]]:
    """What gives the meetings of a group; *asked* remembers for which it was asked."""

    def of(group: frozenset[int]) -> Iterable[Met]:
        if asked is not None:
            asked.append(group)
        found: dict[tuple[int, int], Meeting] = {}
        for each in parties:
            for player, member in enumerate(each.members):
                if member in group:
                    pair = member, each.members[1 - player]
                    points = terms.match_points(each.result.winner)[player]
                    found[pair] = found.get(pair, Meeting()) + meeting_of(each.result, player, points)
        return found.items()

    return of


def by_name(numbers: Iterable[int], names: Mapping[int, str] = NAMES) -> str:
    """Members by the first letters of their names."""
    return "".join(names[number][0] for number in numbers)
