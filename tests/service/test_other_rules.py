"""A partie under other rules: what they count otherwise is read as they count it, and what is not known is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

import pytest

from scorer.rules.deal import fold
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.play import Split, possible_splits
from scorer.rules.presets import PRESETS
from scorer.rules.seats import ELDER, YOUNGER, Seat
from scorer.rules.statements import Log, TricksCounted, TrickTaken, effective
from scorer.service.what_if import Question, Reading, under
from tests.rows import each_row
from tests.rules.strategies import points_in_play
from tests.service.test_hinges import PLAYERS, partie

TWO = {line: rules for line, rules in PRESETS.items() if rules.players == 2 and not rules.auction}


def of_one_deal(log: str, line: str = "portland") -> PartieRecord:
    return PartieRecord(PRESETS[line], PLAYERS, (DealRecord(parse_log(log, PRESETS[line])),))


def split_of(winners: list[Seat]) -> Split:
    """What a quick count can say of the tricks with these winners."""
    leaders = [ELDER, *winners[:-1]]
    lost = {
        seat: sum(leads is seat is not won for leads, won in zip(leaders, winners, strict=True))
        for seat in (ELDER, YOUNGER)
    }
    first = len(list(takewhile(lambda seat: seat is ELDER, winners)))
    return Split(winners.count(ELDER), lost[ELDER], lost[YOUNGER], winners[-1], first)


@pytest.mark.parametrize("line", ["card-game-heaven", "heaven-100", "meyer-rubicon", "wikipedia"])
@pytest.mark.parametrize("seed", range(2))
def test_a_quick_count_is_read_as_the_tricks_that_it_counts(seed: int, line: str) -> None:
    """True answers give the score of the tricks one by one, and so does what needs no answer."""
    rules, record = PRESETS[line], partie(seed).record
    truth: list[Split | None] = []
    deals = []
    for deal in record.deals:
        log: Log = tuple(statement for _, statement in effective(deal.log))
        won = [each for each in log if isinstance(each, TrickTaken)]
        truth.append(split_of([each.seat for each in won]) if len(won) == 12 else None)
        if truth[-1] is not None:
            count = TricksCounted(truth[-1].elder, truth[-1].last, points_in_play(record.rules, won)[ELDER])
            calls = tuple(each for each in log if not isinstance(each, TrickTaken))
            counted = fold(record.rules, (*calls, count))
            log = (*calls, count if counted.refusal is None else replace(count, first=truth[-1].first))
        deals.append(DealRecord(log))

    def true(asked: Question) -> Reading:
        split, (usual, *_) = truth[asked.deal], asked.readings
        for each in asked.readings:
            for said in each.said:
                if split is not None and isinstance(said, TricksCounted) and split in possible_splits(rules, said):
                    return each
        return usual

    by_tricks, by_counts = (answered(replace(record, deals=tuple(each)), line, true) for each in (record.deals, deals))
    assert by_tricks.totals == by_counts.totals


def answered(
    record: PartieRecord, line: str, answer: Callable[[Question], Reading], before: Sequence[str] = ()
) -> Partie:
    """Return the partie under the rules of *line* when all that is asked for has been answered."""
    answers = [*before]
    while isinstance(found := under(record, PRESETS[line], answers), Question):
        assert len(found.readings) > 1
        assert len({each.written for each in found.readings}) == len(found.readings)
        answers.append(answer(found).written)
        assert len(answers) < 200
    assert found is not None
    return found


@pytest.mark.parametrize("line", TWO)
def test_answers_settle_every_partie(line: str) -> None:
    """Of one that was recorded by the Portland rules; by those themselves nothing is asked."""
    record = partie(0).record
    older = ["tricks Y1:9"]  # from a page before a correction, say: nothing asks for it
    first = replace(record, deals=record.deals[:1])
    answered(first, line, lambda asked: asked.readings[len(asked.readings) // 2], older)
    assert under(record, record.rules) == play_partie(record)


@each_row("log", "line", "asks")
def test_what_is_asked(log: str, line: str, asks: tuple[str, ...]) -> None:
    found = under(of_one_deal(log), PRESETS[line])
    assert isinstance(found, Question)
    assert tuple(each.written for each in found.readings) == asks


@each_row("log", "line", "scores")
def test_what_follows_from_the_record_is_not_asked(log: str, line: str, scores: tuple[int, int]) -> None:
    found = under(of_one_deal(log), PRESETS[line])
    assert isinstance(found, Partie)
    assert found.totals == scores
