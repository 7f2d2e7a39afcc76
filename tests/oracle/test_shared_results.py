"""A result that is shared as text: every figure and mark in it, by the oracle's account of the
partie; and how long it is.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import cast

import pytest

from scorer.rules.house_rules import rules_named
from scorer.rules.names import Name, without_isolates
from scorer.rules.partie import heading, side_names
from scorer.table.checking import score_text
from scorer.table.recording import Sheet
from scorer.table.sharing import shared_lines
from tests import there
from tests.oracle.dealt import PRESET_NAMES
from tests.oracle.laws import PRESETS
from tests.oracle.players import Played, play_series
from tests.oracle.sizes import deals_of
from tests.thorough import SEED

LEAST = deals_of("shared results")
"""The least number of deals of each preset."""

MARK = "carte blanche|repique|pique|capot"
MARKS = re.compile(rf"((?:{MARK})(?:(?:, | and )(?:{MARK}))*) for (\w+(?: and \w+)?)")
DEALS = re.compile(r"Deals? (\d+)(?: (?:and|to) (\d+))?: (.*)")
COUNTED = ("no parties", "one partie", "two parties", "three parties", "four parties")
SCORE = re.compile(r"(−?\d+(?: – −?\d+)*)(.*)")


@dataclass(frozen=True)
class SharedDeal:
    """A deal as a shared text says it: its points by sides, and the marks of each side."""

    points: tuple[int, ...]
    marks: tuple[frozenset[str], ...]


@dataclass(frozen=True)
class SharedPartie:
    """A random partie, and the lines that share its result."""

    name: str
    played: Played
    sheet: Sheet
    lines: list[str]

    @property
    def sides(self) -> list[str]:
        return [without_isolates(side) for side in self.sheet.sides]


class SheetLike:
    """What of a sheet a shared text reads."""

    def __init__(self, rules: str, played: Played) -> None:
        self.partie = score_text(played.text(rules), rules_named(rules))
        names = [Name(player.name) for player in self.partie.record.players]
        self.sides = side_names(self.partie.record.rules, names)
        self.heading = heading(self.partie.record.rules, names)


@lru_cache(maxsize=1)  # several tests read the results of the same parties, one after another
def shared_parties(rules: str) -> list[SharedPartie]:
    """Return random parties that have so many deals together, half of them always the same."""
    found = list[SharedPartie]()
    for seed in ("always", SEED):
        dealt = number = 0
        while dealt < LEAST / 2:
            name = f"{rules} {seed} {number}"
            played = play_series(PRESETS[rules], Random(name))
            dealt += len(played.series.deals)
            number += 1
            sheet = cast("Sheet", SheetLike(rules, played))
            lines = [without_isolates(str(line)) for line in shared_lines(sheet)]
            found.append(SharedPartie(name, played, sheet, lines))
    return found


def said_deals(shared: SharedPartie) -> list[SharedDeal]:
    """Return the deals that the lines say, each of which has the number that is its turn."""
    found = list[SharedDeal]()
    for line in shared.lines[2:]:
        match = there(DEALS.fullmatch(line))
        deals = match[3].split("; ")
        numbers = (int(match[1]), int(match[2] or match[1]))
        assert numbers == (len(found) + 1, len(found) + len(deals)), (shared.name, line)
        found += (said_deal(each, shared.sides) for each in deals)
    return found


def said_deal(words: str, sides: list[str]) -> SharedDeal:
    score = there(SCORE.fullmatch(words))
    marks = [set[str]() for _ in sides]
    for said, side in MARKS.findall(score[2]):
        marks[sides.index(side)].update(re.split(", | and ", said))
    points = tuple(int(each.replace("−", "-")) for each in score[1].split(" – "))
    return SharedDeal(points, tuple(map(frozenset, marks)))


def oracle_deal(played: Played, number: int) -> SharedDeal:
    """Return a deal by the oracle's account, in which from totals there is nothing to mark."""
    series = played.series
    sides = series.laws.sides
    marks = [set[str]() for _ in range(sides)]
    score = series.scores[number]
    for line in score.lines if score is not None else ():
        if line.points and line.what in ("carte blanche", "repique", "pique", "capot"):
            marks[(line.side + number) % sides].add(line.what)
    return SharedDeal(tuple(series.deals[number]), tuple(map(frozenset, marks)))


def ends_in_hand(played: Played, number: int) -> bool:
    """Return whether a deal ended with a call; then the sheet may say less of it than happened."""
    score = played.series.scores[number]
    return score is not None and score.won_in_hand


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_a_shared_result_has_at_most_eight_lines(rules: str) -> None:
    for shared in shared_parties(rules):
        assert len(shared.lines) <= 8, shared.name


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_each_deal_of_a_shared_result_is_true(rules: str) -> None:
    for shared in shared_parties(rules):
        said = said_deals(shared)
        assert len(said) == len(shared.played.series.deals), shared.name
        for number, deal in enumerate(said):
            if not ends_in_hand(shared.played, number):
                assert deal == oracle_deal(shared.played, number), (shared.name, number + 1)


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_the_totals_of_a_shared_result_are_those_of_the_partie(rules: str) -> None:
    for shared in shared_parties(rules):
        said = [int(each) for each in re.findall(r"(?<= )\d+", shared.lines[1])]
        series = shared.played.series
        if series.laws.parties > 1:
            won = [f"{side} {COUNTED[each]}" for side, each in zip("AB", series.won, strict=True)]
            assert shared.lines[1].startswith(f"{', '.join(won)}."), shared.name
        elif not any(ends_in_hand(shared.played, deal) for deal in range(len(series.deals))):
            assert said == totals(shared.played), shared.name


def totals(played: Played) -> list[int]:
    """Return the totals of a partie that is no series; deals after the usual ones count once."""
    series = played.series
    extra = len(series.deals) - len(series.laws.weights)
    weights = (*series.laws.weights, *(1,) * extra)
    return [
        sum(weight * deal[side] for weight, deal in zip(weights, series.deals, strict=True))
        for side in range(series.laws.sides)
    ]


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_the_verdict_of_a_shared_result_is_the_settlement(rules: str) -> None:
    for shared in shared_parties(rules):
        settled = there(shared.sheet.partie.settlement)
        result = shared.lines[0].partition(" at Piquet. ")[2]
        if settled.winner is None:
            assert result == "Drawn.", shared.name
        else:
            winner = shared.sides[settled.winner]
            verb = "win" if " and " in winner else "wins"
            assert result.startswith(f"{winner} {verb} {settled.points}")
