"""Corrections: any earlier statement struck out, put right or inserted, and what then becomes of the rest."""

from __future__ import annotations

import pytest

from scorer.rules.deal import Deal, Folded, fold
from scorer.rules.lines import LineKind
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND
from scorer.rules.reasons import Rule
from scorer.rules.seats import BySeat
from scorer.rules.statements import Inserted, Log, Struck, effective

CALLS = "E exchange 5; Y exchange 3; E point 5; Y good; E quart major; Y good; E trio of knaves; Y not good"
DEAL = f"{CALLS}; Y quatorze of tens; Y trio of queens; tricks E5 Y5 E2"
"""Cavendish's worked example, 28 to 23, in 22 statements."""


def log_of(text: str) -> Log:
    """The statements of *text*."""
    return parse_log(text, PORTLAND)


def folded(text: str) -> Folded:
    """What a fold finds in *text*."""
    return fold(PORTLAND, log_of(text))


def deal_of(text: str) -> Deal:
    """The deal of *text*, all of it legal."""
    return folded(text).require()


def sheet(deal: Deal) -> list[tuple[str, str, int, int]]:
    """The lines but for their positions."""
    return [(line.seat.word, line.kind.value, line.points, line.running) for line in deal.lines]


@pytest.mark.parametrize("number", range(1, len(log_of(DEAL)) + 1))
def test_any_statement_may_be_struck_and_restored(number: int) -> None:
    """Without it the log is what it would be had it never been said; with the strike struck it is whole again."""
    log = log_of(DEAL)
    without = fold(PORTLAND, (*log[: number - 1], *log[number:]))
    struck = fold(PORTLAND, (*log, Struck(number - 1)))
    assert sheet(struck.deal) == sheet(without.deal)
    assert (struck.refusal is None) == (without.refusal is None)
    restored = fold(PORTLAND, (*log, Struck(number - 1), Struck(len(log))))
    assert sheet(restored.require()) == sheet(deal_of(DEAL))


@pytest.mark.parametrize("number", range(1, len(log_of(DEAL)) + 1))
def test_any_statement_may_be_put_right_by_itself(number: int) -> None:
    log = log_of(DEAL)
    again = fold(PORTLAND, (*log, Struck(number - 1, log[number - 1]))).require()
    assert again.lines == deal_of(DEAL).lines


@pytest.mark.parametrize(
    ("strike", "score"),
    [
        ("strike 3 for E point 6", (29, 23)),
        ("strike 5 for E quint major", (28 + 11, 23)),
        ("strike 8 for Y good; strike 9; strike 10", (28 + 3, 6)),
        ("strike 9 for Y trio of aces", (28, 12)),
        ("strike 10", (28, 20)),
        ("strike 22 for tricks Y1", (5 + 4 + 5 + 1 + 1 + 1, 17 + 1 + 4 + 1 + 1 + 1)),
        ("strike 1 for E exchange 3; strike 2 for Y exchange 5", (28, 23)),
    ],
)
def test_what_was_put_right_scores_as_it_is_now(strike: str, score: tuple[int, int]) -> None:
    """Of the last trick: elder captures and leads it, younger wins it and has the last, and the cards are six each."""
    assert deal_of(f"{DEAL}; {strike}").score == BySeat(score)


def test_a_strike_may_stand_anywhere_after_what_it_strikes() -> None:
    early = deal_of("E point 5; strike 1 for E point 6; Y good")
    late = deal_of("E point 5; Y good; strike 1 for E point 6")
    assert sheet(early) == sheet(late) == [("elder", "point", 6, 6)]


def test_striking_the_last_statement_again_and_again_walks_back() -> None:
    text = DEAL
    lengths = []
    for number in range(22, 0, -1):
        text += f"; strike {number}"
        deal = deal_of(text)
        lengths.append(sum(deal.tricks))
    assert lengths == [*range(11, -1, -1), *[0] * 10]
    assert deal_of(text).lines == ()


# Strikes of strikes, and several strikes of one statement.


@pytest.mark.parametrize(
    ("strikes", "points"),
    [
        ("", 5),
        ("; strike 1 for E point 6", 6),
        ("; strike 1 for E point 6; strike 1 for E point 7", 7),
        ("; strike 1 for E point 7; strike 1 for E point 6", 6),
        ("; strike 1 for E point 6; strike 3", 5),
        ("; strike 1 for E point 6; strike 1 for E point 7; strike 4", 6),
        ("; strike 1 for E point 6; strike 1 for E point 7; strike 3", 7),
        ("; strike 1 for E point 6; strike 3; strike 4", 6),
        ("; strike 1 for E point 6; strike 3; strike 4; strike 5", 5),
        ("; strike 1 for E point 6; strike 3 for E no sequence", 5),
        ("; strike 1 for E point 6; strike 1 for E point 7; strike 3; strike 4", 5),
    ],
)
def test_the_later_of_two_strikes_holds_and_a_struck_strike_does_not(strikes: str, points: int) -> None:
    assert deal_of(f"E point 5; Y good{strikes}").score == BySeat((points, 0))


def test_a_statement_struck_out_and_then_put_right_is_put_right() -> None:
    assert deal_of("E point 5; Y good; strike 1; strike 1 for E point 7").score == BySeat((7, 0))


def test_a_strike_put_right_stands_in_its_place_as_what_was_said_there() -> None:
    log = log_of("E point 5; Y good; strike 2; strike 3 for E quart major; Y good")
    assert [position for position, _ in effective(log)] == [0, 1, 2, 4]
    assert sheet(fold(PORTLAND, log).require()) == [("elder", "point", 5, 5), ("elder", "sequence", 4, 9)]


# A correction that makes something later illegal.


@pytest.mark.parametrize(
    ("strike", "at", "rule"),
    [
        pytest.param("strike 3", 3, Rule.NOTHING_TO_ANSWER, id="the answer to a call that is gone"),
        pytest.param("strike 4", 4, Rule.UNANSWERED, id="the next call, though the point waits"),
        pytest.param("strike 8 for Y good", 8, Rule.ELDER_IS_GOOD, id="younger's set, though elder's is good"),
        pytest.param("strike 7 for E quatorze of aces", 8, Rule.NOT_BETTER, id="younger's set, no longer better"),
        pytest.param("strike 8", 8, Rule.UNANSWERED, id="younger's set, though she has not answered elder's"),
        pytest.param("strike 6 for tricks E1", 5, Rule.UNANSWERED, id="a trick among the calls"),
        pytest.param("strike 11 for count E7 last E play 9", 11, Rule.DEAL_OVER, id="tricks after they were counted"),
        pytest.param("strike 1 for E exchange 1; strike 2 for Y exchange 8", 1, Rule.EXCHANGE_LIMIT, id="an exchange"),
    ],
)
def test_a_correction_that_makes_a_later_statement_illegal_stops_there(strike: str, at: int, rule: Rule) -> None:
    """What stands before it is scored, and the page can show which statement must be struck or put right next."""
    log = log_of(f"{DEAL}; {strike}")
    deal, position, refusal = fold(PORTLAND, log)
    assert refusal is not None
    assert (position, refusal.rule) == (at, rule)
    standing = tuple(statement for place, statement in effective(log) if place < at)
    assert sheet(deal) == sheet(fold(PORTLAND, standing).require())


def test_a_later_strike_can_make_the_log_legal_again() -> None:
    broken = f"{DEAL}; strike 8 for Y good"
    assert folded(broken).position == 8
    assert folded(f"{broken}; strike 9").position == 9
    assert folded(f"{broken}; strike 9; strike 10").require().score == BySeat((31, 6))
    assert folded(f"{broken}; strike 23").require().score == BySeat((28, 23))


# Strikes that strike nothing.


@pytest.mark.parametrize(
    ("text", "at", "rule"),
    [
        ("strike 1", 0, Rule.NOTHING_TO_STRIKE),
        ("E point 5; Y good; strike 3", 2, Rule.NOTHING_TO_STRIKE),
        ("E point 5; Y good; strike 9", 2, Rule.NOTHING_TO_STRIKE),
        ("E point 5; Y good; strike 0", 2, Rule.NOTHING_TO_STRIKE),
        ("E point 5; Y good; strike 4 for E point 6; E quart", 2, Rule.NOTHING_TO_STRIKE),
        ("E point 5; Y good; strike 1 for strike 1", 2, Rule.STRIKE_FOR_STRIKE),
        ("E point 5; Y good; strike 1 for strike 9", 2, Rule.STRIKE_FOR_STRIKE),
    ],
)
def test_a_bad_strike_is_refused_where_it_stands(text: str, at: int, rule: Rule) -> None:
    """Everything before it is applied, and nothing after it."""
    log = log_of(text)
    deal, position, refusal = fold(PORTLAND, log)
    assert refusal is not None
    assert (position, refusal.rule, deal.log) == (at, rule, log[:at])


def test_an_illegal_statement_before_a_bad_strike_is_the_one_that_is_told() -> None:
    found = folded("E point 5; Y equal; Y equal; strike 9")
    assert found.position == 2
    assert found.refusal is not None
    assert found.refusal.rule is Rule.ELDER_TO_SAY


def test_a_bad_strike_hides_the_strikes_after_it() -> None:
    found = folded("E point 5; Y good; strike 9; strike 1 for E point 6")
    assert found.position == 2
    assert found.deal.score == BySeat((5, 0))


# Positions are those of the log.


def test_lines_cite_the_places_in_the_log_where_their_statements_stand() -> None:
    """A statement put right is cited by the place it was first said at, and a strike moves no other."""
    deal = deal_of("E exchange 5; E point 5; Y good; strike 1; strike 2 for E point 6; E quart; Y good; tricks E1")
    assert [(line.kind, line.because) for line in deal.lines] == [
        (LineKind.POINT, (1, 2)),
        (LineKind.SEQUENCE, (5, 6)),
        (LineKind.LEAD, (7,)),
    ]


def test_a_refusal_cites_the_place_in_the_log() -> None:
    assert folded("E exchange 5; strike 1; E point 5; Y good; Y good").position == 4


def test_a_legal_log_is_kept_whole_with_its_strikes() -> None:
    log = log_of(f"{DEAL}; strike 3 for E point 6; strike 23; strike 24")
    assert fold(PORTLAND, log).require().log == log


def test_a_penalty_can_be_struck() -> None:
    penalised = f"{DEAL}; Y reckons nothing"
    assert deal_of(penalised).score == BySeat((28, 0))
    assert deal_of(f"{penalised}; strike 23").score == BySeat((28, 23))


# Insertions.


@pytest.mark.parametrize("number", range(1, len(log_of(DEAL)) + 1))
def test_a_statement_left_out_and_inserted_leaves_the_score_as_if_it_had_been_recorded(number: int) -> None:
    """Whatever was left out: the log without it may be illegal, the corrected one is not."""
    log = log_of(DEAL)
    without = (*log[: number - 1], *log[number:])
    place = min(number - 1, len(without) - 1)
    whole = (*without, Inserted(place, log[number - 1])) if number <= len(without) else (*without, log[number - 1])
    assert sheet(fold(PORTLAND, whole).require()) == sheet(deal_of(DEAL))


def test_a_forgotten_call_is_inserted_with_its_answer_and_the_count_is_kept() -> None:
    deal = deal_of("E point 5; Y good; count E7 last E play 9; insert E trio of aces before 3; insert Y good before 3")
    assert deal.score == BySeat((5 + 3 + 9 + 10, 6))
    assert [line.because for line in deal.lines][:2] == [(0, 1), (3, 4)]


@pytest.mark.parametrize(
    ("corrections", "said"),
    [
        ("insert E quart before 3", "E point 5; Y good; E quart; E no set"),
        ("insert E quart before 3; insert Y good before 3", "E point 5; Y good; E quart; Y good; E no set"),
        ("insert Y good before 3; insert E quart before 4", "E point 5; Y good; E quart; Y good; E no set"),
        ("insert E quart before 3; strike 4", "E point 5; Y good; E no set"),
        ("insert E quart before 3; strike 4 for E quint", "E point 5; Y good; E quint; E no set"),
        ("insert E quart before 3; strike 4; strike 5", "E point 5; Y good; E quart; E no set"),
        ("strike 3; insert E trio of aces before 3", "E point 5; Y good; E trio of aces"),
    ],
)
def test_what_was_inserted_stands_in_its_place_and_can_be_corrected_there(corrections: str, said: str) -> None:
    found = effective(log_of(f"E point 5; Y good; E no set; {corrections}"))
    assert tuple(statement for _, statement in found) == log_of(said)


@pytest.mark.parametrize(
    ("text", "at", "rule"),
    [
        ("insert E point 5 before 1", 0, Rule.NO_SUCH_POSITION),
        ("E point 5; insert Y good before 0", 1, Rule.NO_SUCH_POSITION),
        ("E point 5; insert Y good before 3", 1, Rule.NO_SUCH_POSITION),
        ("E point 5; insert strike 1 before 1", 1, Rule.STRIKE_FOR_STRIKE),
        ("E point 5; insert insert Y good before 1 before 1", 1, Rule.STRIKE_FOR_STRIKE),
        ("E point 5; strike 1 for insert Y good before 1", 1, Rule.STRIKE_FOR_STRIKE),
        ("E point 5; E no set; insert E trio of aces before 2; Y good", 1, Rule.UNANSWERED),
    ],
)
def test_a_bad_insertion_is_refused_where_it_stands(text: str, at: int, rule: Rule) -> None:
    _, position, refusal = folded(text)
    assert refusal is not None
    if rule is Rule.UNANSWERED:
        assert (position, refusal.rule) == (2, rule), "it is the insertion that comes too early"
    else:
        assert (position, refusal.rule) == (at, rule)


def test_an_insertion_that_names_no_place_says_nothing() -> None:
    assert effective(log_of("E point 5; insert Y good before 9")) == effective(log_of("E point 5"))
