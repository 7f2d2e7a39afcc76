"""A partie under other rules: what they count otherwise is read as they count it, and what is not known is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorer.rules.deal import fold
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.play import Split, possible_splits, split_of
from scorer.rules.presets import PRESETS
from scorer.rules.seats import ELDER
from scorer.rules.statements import Log, TricksCounted, TrickTaken, effective
from scorer.service.what_if import Question, under
from tests.rows import each_row
from tests.rules.strategies import points_in_play
from tests.service.test_hinges import PLAYERS, partie

TWO = {line: rules for line, rules in PRESETS.items() if rules.players == 2 and not rules.auction}


def of_one_deal(log: str, line: str = "portland") -> PartieRecord:
    return PartieRecord(PRESETS[line], PLAYERS, (DealRecord(parse_log(log, PRESETS[line])),))


@pytest.mark.parametrize("line", ["card-game-heaven", "heaven-100", "meyer-rubicon", "wikipedia"])
@pytest.mark.parametrize("seed", range(2))
def test_a_quick_count_is_read_as_the_tricks_that_it_counts(seed: int, line: str) -> None:
    """True answers give the score of the tricks one by one, and so does what needs no answer."""
    record = partie(seed).record
    truth: list[Split | None] = []
    deals = []
    for deal in record.deals:
        log: Log = tuple(statement for _, statement in effective(deal.log))
        won = [each for each in log if isinstance(each, TrickTaken)]
        truth.append(split_of([each.seat for each in won]) if len(won) == 12 else None)
        if truth[-1] is not None:
            count = TricksCounted(
                truth[-1].elder, truth[-1].last, points_in_play(fold(record.rules, log).require(), ELDER)
            )
            calls = tuple(each for each in log if not isinstance(each, TrickTaken))
            counted = fold(record.rules, (*calls, count))
            log = (*calls, count if counted.refusal is None else replace(count, first=truth[-1].first))
        deals.append(DealRecord(log))
    by_tricks = answered(record, line, lambda asked: usual(truth[asked.deal], asked, line))

    def true(asked: Question) -> list[str]:
        if asked.readings:
            return usual(truth[asked.deal], asked, line)
        return list(map(str, by_tricks.deals[asked.deal].points))

    assert answered(replace(record, deals=tuple(deals)), line, true).totals == by_tricks.totals


def usual(split: Split | None, asked: Question, line: str) -> list[str]:
    """The reading with these tricks, or else the first."""
    for each in asked.readings:
        for said in each.said:
            if split is not None and isinstance(said, TricksCounted) and split in possible_splits(PRESETS[line], said):
                return [each.written]
    return [asked.readings[0].written]


def answered(record: PartieRecord, line: str, answer: Callable[[Question], list[str]]) -> Partie:
    """Return the partie under the rules of *line* when all that is asked for has been answered, once for a deal."""
    answers, played = dict[int, list[str]](), play_partie(record)
    while isinstance(found := under(played, PRESETS[line], answers), Question):
        assert len(found.readings) != 1
        assert len({each.written for each in found.readings}) == len(found.readings)
        assert found.deal not in answers
        answers[found.deal] = answer(found)
    return found


@pytest.mark.parametrize("line", TWO)
def test_one_answer_for_a_deal_settles_every_partie(line: str) -> None:
    """Of one that was recorded by the Portland rules; by those themselves nothing is asked."""

    def last(asked: Question) -> list[str]:
        return [asked.readings[-1].written] if asked.readings else ["20", "15"]

    record = partie(0).record
    for first in (record, replace(record, deals=record.deals[:1])):
        answered(first, line, last)
    assert under(play_partie(record), record.rules) == play_partie(record)


@pytest.mark.parametrize(("line", "asks"), [("four-deal", False), ("french-150", True)])
def test_totals_are_kept_only_where_the_points_of_a_deal_are_the_same(line: str, *, asks: bool) -> None:
    """Whatever else is in the address is passed over, and so is an answer to what nobody asked."""
    played = play_partie(PartieRecord(PRESETS["portland"], PLAYERS, (DealRecord(scores=(30, 10)),)))
    for answer in ([], ["20"], ["1", "2", "3"], ["x", "1"], ["1000", "1"], ["１", "1"]):
        found = under(played, PRESETS[line], {0: answer})
        assert found == Question(0) if asks else isinstance(found, Partie) and found.totals == (60, 20)
    found = under(played, PRESETS[line], {0: ["20", "12"]})
    assert isinstance(found, Partie)
    assert found.totals == ((20, 12) if asks else (60, 20))


def test_totals_past_the_target_are_asked_for_until_only_one_side_reaches_it() -> None:
    played = play_partie(PartieRecord(PRESETS["meyer-1888"], PLAYERS, (DealRecord(scores=(60, 60)),)))
    of_two = PartieRecord(PRESETS["portland"], PLAYERS, (DealRecord(scores=(99, 80)), DealRecord(scores=(30, 40))))
    for answers in ({0: ["99", "80"]}, {0: ["99", "80"], 1: ["30", "40"]}):
        assert under(play_partie(of_two), PRESETS["heaven-100"], answers) == Question(1)
    settled = under(play_partie(of_two), PRESETS["heaven-100"], {0: ["99", "80"], 1: ["1", "0"]})
    assert isinstance(settled, Partie)
    assert settled.is_over
    assert isinstance(under(played, PRESETS["meyer-rubicon"]), Partie)


def test_a_deal_in_progress_is_asked_about_when_it_is_over() -> None:
    played = play_partie(of_one_deal("E no point; tricks E3"))
    found = under(played, PRESETS["cent-36"])
    assert isinstance(found, Partie)
    assert found.deals == ()


@each_row("log", "line", "asks")
def test_what_the_record_leaves_open_is_asked_with_every_reading(log: str, line: str, asks: tuple[str, ...]) -> None:
    found = under(play_partie(of_one_deal(log)), PRESETS[line])
    assert isinstance(found, Question)
    assert tuple(each.written for each in found.readings) == asks


@each_row("log", "line", "scores")
def test_what_follows_from_the_record_is_not_asked(log: str, line: str, scores: tuple[int, int]) -> None:
    found = under(play_partie(of_one_deal(log)), PRESETS[line])
    assert isinstance(found, Partie)
    assert found.totals == scores
