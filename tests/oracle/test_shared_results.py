"""A result that is shared as text: every figure and mark in it, by the oracle's account of the
partie; and how long it is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import cast

import pytest

from scorer.rules.house_rules import rules_named
from scorer.rules.messages import Message
from scorer.rules.names import Name
from scorer.rules.partie import heading, side_names
from scorer.table.checking import score_text
from scorer.table.marks import MarkText
from scorer.table.recording import Sheet
from scorer.table.settled import ResultText
from scorer.table.sharing import SharedText, shared_lines
from tests import there
from tests.oracle.dealt import PRESET_NAMES
from tests.oracle.laws import PRESETS
from tests.oracle.players import Played, play_series
from tests.oracle.sizes import deals_of
from tests.thorough import SEED

LEAST = deals_of("shared results")
"""The least number of deals of each preset."""

MARKS = {
    "carte blanche": MarkText.CARTE_BLANCHE,
    "repique": MarkText.REPIQUE,
    "pique": MarkText.PIQUE,
    "capot": MarkText.CAPOT,
}
"""What marks a line, by its name in the oracle's account."""


@dataclass(frozen=True)
class SharedDeal:
    """A deal as a shared text says it: its points by sides, and the marks of each side."""

    points: tuple[int, ...]
    marks: tuple[frozenset[MarkText], ...]


@dataclass(frozen=True)
class SharedPartie:
    """A random partie, and the lines that share its result."""

    name: str
    played: Played
    sheet: Sheet
    lines: list[Message]


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
            found.append(SharedPartie(name, played, sheet, shared_lines(sheet)))
    return found


def said_deals(shared: SharedPartie) -> list[SharedDeal]:
    """Return the deals that the lines say, each of which has the number that is its turn."""
    found = list[SharedDeal]()
    for line in shared.lines[2:]:
        values = line.values
        if line.text is SharedText.DEAL:
            deals = (values["what"],)
            numbers = (values["deal"], values["deal"])
        else:
            assert line.text in (SharedText.TWO_DEALS, SharedText.DEALS), shared.name
            deals = values["scores"]
            numbers = (values["least"], values["most"])
            assert (line.text is SharedText.TWO_DEALS) is (len(deals) == 2), shared.name
        assert numbers == (len(found) + 1, len(found) + len(deals)), (shared.name, line)
        found += (said_deal(each, shared.sheet.sides) for each in deals)
    return found


def said_deal(score: Message, sides: Sequence[str]) -> SharedDeal:
    marks = [set[MarkText]() for _ in sides]
    for said in score.values.get("marks", ()):
        if said.text is SharedText.MARKS:
            marks[sides.index(said.values["who"])].update(marks_of(said))
    return SharedDeal(score.values["score"], tuple(map(frozenset, marks)))


def marks_of(said: Message) -> Iterator[MarkText]:
    return (each.text for each in said.values["marks"])


def oracle_deal(played: Played, number: int) -> SharedDeal:
    """Return a deal by the oracle's account, in which from totals there is nothing to mark."""
    series = played.series
    sides = series.laws.sides
    marks = [set[MarkText]() for _ in range(sides)]
    score = series.scores[number]
    for line in score.lines if score is not None else ():
        if line.points and line.what in MARKS:
            marks[(line.side + number) % sides].add(MARKS[line.what])
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
        sides = shared.sheet.sides
        said = shared.lines[1].values["totals"]
        series = shared.played.series
        if series.laws.parties > 1:
            won = zip(sides, series.won, strict=True)
            assert said == tuple(
                SharedText.PARTIES(who=side, parties=parties) for side, parties in won
            ), shared.name
        elif not any(ends_in_hand(shared.played, deal) for deal in range(len(series.deals))):
            both = zip(sides, totals(shared.played), strict=True)
            assert said == tuple(
                SharedText.POINTS(who=side, points=points) for side, points in both
            ), shared.name


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
        result = shared.lines[0].values["result"]
        if settled.winner is None:
            assert result == ResultText.DRAWN(), shared.name
            continue
        assert result.text in (ResultText.WINS, ResultText.WINS_FROM_EACH), shared.name
        assert result.values["winner"] == shared.sheet.sides[settled.winner], shared.name
        (paid,) = result.values["what"].values.values()
        assert paid == settled.points, shared.name
