"""What is announced as a great moment has just happened, and all that has is announced.

A moment is looked for statement by statement: a line of the score that was not there before, and at
the end of a partie the totals before and after, folded again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

import pytest

from scorer.rules.house_rules import rules_named
from scorer.rules.messages import Message
from scorer.rules.names import Name
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.play import TrickTaken
from scorer.rules.seats import Player, Seat
from scorer.rules.sentences import IllegalStatement
from scorer.rules.statements import Log
from scorer.table.moments import RECENT, WITHIN_REACH, Moment, MomentText, latest_moment, progress
from scorer.table.recording import Sheet
from tests import there
from tests.oracle.dealt import PRESET_NAMES, DealtDeal, random_deals
from tests.oracle.laws import PRESETS
from tests.oracle.sizes import deals_of

DEALS = deals_of("moments")

PARTIES = deals_of("ends of parties")
"""The parties of each preset with a Rubicon: so many last deals, each after others near it."""

MANY = DEALS >= 300

NAMES = tuple(map(Name, ("Ada", "Ben", "Cem", "Dora")))

BONUSES = {
    "carte_blanche": MomentText.CARTE_BLANCHE,
    "repique": MomentText.REPIQUE,
    "pique": MomentText.PIQUE,
    "capot": MomentText.CAPOT,
}
"""What announces each line of a bonus."""

WITH_RUBICON = tuple(each for each in PRESET_NAMES if rules_named(each).rubicon is not None)


def sheet_of(dealt: DealtDeal, log: Log, before: tuple[tuple[int, ...], ...] = ()) -> Sheet:
    """A sheet with a deal after others, each statement of which was a tap of its own."""
    players = tuple(map(Player, NAMES[: dealt.deal.rules.players]))
    deals = (*(DealRecord(scores=each) for each in before), DealRecord(log))
    return Sheet(
        id=1,
        code="AAAAAA",
        opened_at="2026-11-28T18:00:00+00:00",
        signatures=(None,) * len(players),
        version="1",
        partie=play_partie(PartieRecord(dealt.deal.rules, players, deals)),
        taps=(
            *((f"totals {number}",) for number in range(len(before))),
            tuple(f"tap {at}" for at in range(len(log))),
        ),
    )


def said_by(moment: Moment) -> list[Message]:
    return [moment.words, *moment.also]


# In a deal


def made_by(dealt: DealtDeal) -> list[set[tuple[Seat, str]]]:
    """Return what each statement of a deal has made that was not there before it."""
    found = []
    before = set[tuple[Seat, str]]()
    for deal in dealt.prefixes():
        scored = (line for line in deal.lines if line.points)
        made: set[tuple[Seat, str]] = {(line.seat, line.kind.value) for line in scored}
        made = {(seat, kind) for seat, kind in made if kind in BONUSES}
        found.append(made - before)
        before = made
    return found


def sheets_of(dealt: DealtDeal) -> Iterator[Sheet]:
    """Yield the sheet after each statement, whose partie goes on even where it would be won."""
    whole = sheet_of(dealt, ())
    forms = tuple(f"tap {at}" for at in range(len(dealt.deal.log)))
    (scored,) = whole.partie.deals
    for deal in dealt.prefixes():
        record = replace(whole.partie.record, deals=(DealRecord(deal.log),))
        partie = replace(whole.partie, record=record, deals=(replace(scored, deal=deal),))
        yield replace(whole, partie=partie, taps=(forms[: len(deal.log)],))


def expected_at(made: Sequence[set[tuple[Seat, str]]], now: int) -> int | None:
    """Return the statement that made the latest of what is recent."""
    recent = range(max(0, now - RECENT + 1), now + 1)
    return max((at for at in recent if made[at]), default=None)


@dataclass(frozen=True)
class Announced:
    """What the pages of a deal announce, each after one more statement.

    Attributes:
        name: makes the deal again.
        made: what each statement made that was not there before it.
        counts: of each side after each statement.
        moments: the latest after each statement, if one is recent.
        progress: how far the sheet has come with each statement.
    """

    name: str
    made: list[set[tuple[Seat, str]]]
    counts: list[tuple[int, ...]]
    moments: list[Moment | None]
    progress: list[int]


def announced_in(dealt: DealtDeal) -> Announced:
    sides = PRESETS[dealt.deal.rules.id].sides
    counts = [
        tuple(
            sum(line.points for line in deal.lines if line.seat % sides == side)
            for side in range(sides)
        )
        for deal in dealt.prefixes()
    ]
    sheets = list(sheets_of(dealt))
    return Announced(
        name=dealt.name,
        made=made_by(dealt),
        counts=counts,
        moments=[latest_moment(sheet, 0) for sheet in sheets],
        progress=[progress(sheet, 0) for sheet in sheets],
    )


@lru_cache(maxsize=1)  # two tests read the pages of the same deals, one after another
def announced(preset: str) -> list[Announced]:
    return [announced_in(dealt) for dealt in random_deals(preset, DEALS)]


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_moment_is_announced_if_and_only_if_its_line_is_new(preset: str) -> None:
    met = set[str]()
    for each in announced(preset):
        for now, moment in enumerate(each.moments):
            at = expected_at(each.made, now)
            if at is None:
                assert moment is None, (each.name, now)
                continue
            found = there(moment)
            kinds = {kind for _, kind in each.made[at]}
            said = {one.text for one in said_by(found)}
            assert said == {BONUSES[kind] for kind in kinds}, (each.name, now)
            assert found.at == at + 1, (each.name, now)
            met |= kinds
    assert "capot" in met or not MANY


def last_count(figures: Message) -> int:
    """Return the count with which the figures of a moment end."""
    assert figures.text is MomentText.COUNTED
    counted = figures.values["counted"].values
    count: int = counted["count"] if "count" in counted else counted["after"]
    return count


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_the_count_that_is_announced_is_the_sum_of_the_lines(preset: str) -> None:
    for each in announced(preset):
        before = (0,) * PRESETS[preset].sides
        for now, moment in enumerate(each.moments):
            counts = each.counts[now]
            if moment is not None and moment.at == each.progress[now]:
                assert moment.before == before[moment.side], each.name
                assert last_count(moment.figures) == counts[moment.side], each.name
            before = counts


# At the end of a partie


def near_the_rubicon(dealt: DealtDeal) -> tuple[tuple[int, ...], ...]:
    """Return the totals of all deals but the last, after which the loser may cross in the last."""
    rules = dealt.deal.rules
    rng = Random(dealt.name)
    weights = rules.deal_weights
    count = there(rules.deals) - 1
    low = there(rules.rubicon) - rng.randrange(60)
    figures = [low // sum(weights[:-1])] * count
    first = (figures[0] + low - figures[0] * sum(weights[:-1]),)
    high = rng.choice((0, 1, rng.randrange(40)))
    own = (*first, *figures[1:])
    other = tuple(each + high for each in own)
    return tuple(zip(own, other, strict=True))


def ended_by(dealt: DealtDeal, before: tuple[tuple[int, ...], ...]) -> set[tuple[MomentText, Name]]:
    """Return what the last statement of a partie decides, from the totals with it, without it, and
    with another last trick.
    """
    log = dealt.deal.log
    after = sheet_of(dealt, log, before).partie
    was = sheet_of(dealt, log[:-1], before).partie
    settlement = there(after.settlement)
    found = set[tuple[MomentText, Name]]()
    if settlement.winner is None:
        return found
    winner = NAMES[settlement.winner]
    loser = 1 - settlement.winner
    rubicon = there(dealt.deal.rules.rubicon)
    if abs(after.totals[0] - after.totals[1]) == 1:
        found.add((MomentText.WON_BY_ONE, winner))
    if after.totals[loser] >= rubicon > was.totals[loser]:
        found.add((MomentText.RUBICON_CROSSED, NAMES[loser]))
    if after.totals[loser] < rubicon and could_cross(dealt, before, loser):
        found.add((MomentText.RUBICON_MISSED, NAMES[loser]))
    return found


def could_cross(dealt: DealtDeal, before: tuple[tuple[int, ...], ...], loser: int) -> bool:
    """Return whether the loser crosses if the last trick is theirs, or in a good deal."""
    *rest, last = dealt.deal.log
    rubicon = there(dealt.deal.rules.rubicon)
    if not isinstance(last, TrickTaken):
        was = sheet_of(dealt, tuple(rest), before).partie
        return was.totals[loser] + WITHIN_REACH >= rubicon
    for seat in dealt.deal.rules.seats:
        taken = replace(last, seat=seat)
        partie = sheet_of(dealt, (*rest, taken), before).partie
        if seat != last.seat and (len(before) + seat) % 2 == loser:
            return partie.totals[loser] >= rubicon
    return False


@pytest.mark.parametrize("preset", WITH_RUBICON)
def test_the_end_of_a_partie_is_announced_if_and_only_if_it_is_so(preset: str) -> None:
    met = set[MomentText]()
    for dealt in random_deals(preset, PARTIES):
        before = near_the_rubicon(dealt)
        try:
            sheet = sheet_of(dealt, dealt.deal.log, before)
        except IllegalStatement:  # the last deal has other rules
            continue
        if not sheet.partie.is_over:
            continue
        moment = latest_moment(sheet, len(before))
        said = (
            [] if moment is None or moment.at != progress(sheet, len(before)) else said_by(moment)
        )
        of_end = [each for each in said if "who" in each.values]
        ends = {(each.text, each.values["who"]) for each in of_end}
        assert ends == ended_by(dealt, before), dealt.name
        met |= {text for text, _ in ended_by(dealt, before)}
    assert {MomentText.RUBICON_CROSSED, MomentText.RUBICON_MISSED} <= met or not MANY
