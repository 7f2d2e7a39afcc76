"""Corrections: any earlier statement struck, corrected or inserted, and what becomes of the rest."""

from scorer.rules.deal import Deal, Folded, fold
from scorer.rules.lines import LineKind
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND
from scorer.rules.reasons import Rule
from scorer.rules.statements import Log, effective
from tests.rows import each_row

CALLS = "E exchange 5; Y exchange 3; E point 5; Y good; E quart major; Y good; E trio of knaves; Y not good"
DEAL = f"{CALLS}; Y quatorze of tens; Y trio of queens; tricks E5 Y5 E2"
"""Cavendish's worked example, 28 to 23, in 22 statements."""


def log_of(text: str) -> Log:
    return parse_log(text, PORTLAND)


def folded(text: str) -> Folded:
    return fold(PORTLAND, log_of(text))


def deal_of(text: str) -> Deal:
    return folded(text).require()


def sheet(deal: Deal) -> list[tuple[str, str, int]]:
    return [(line.seat.word, line.kind.value, line.points) for line in deal.lines]


def test_a_corrected_strike_counts_at_its_own_position_as_a_statement() -> None:
    log = log_of("E point 5; Y good; strike 2; strike 3 for E quart major; Y good")
    assert [position for position, _ in effective(log)] == [0, 1, 2, 4]
    assert sheet(fold(PORTLAND, log).require()) == [("elder", "point", 5), ("elder", "sequence", 4)]


@each_row("strike", "at", "rule")
def test_a_correction_that_makes_a_later_statement_illegal_stops_there(strike: str, at: int, rule: Rule) -> None:
    """What is before it is scored, and the page can show which statement to strike or correct next."""
    log = log_of(f"{DEAL}; {strike}")
    deal, position, refusal = fold(PORTLAND, log)
    assert refusal is not None
    assert (position, refusal.rule) == (at, rule)
    before = tuple(statement for position, statement in effective(log) if position < at)
    assert sheet(deal) == sheet(fold(PORTLAND, before).require())


@each_row("text", "at", "rule")
def test_a_bad_strike_is_refused_at_its_own_position(text: str, at: int, rule: Rule) -> None:
    log = log_of(text)
    deal, position, refusal = fold(PORTLAND, log)
    assert refusal is not None
    assert (position, refusal.rule, deal.log) == (at, rule, log[:at])


def test_lines_cite_the_positions_of_their_statements_in_the_log() -> None:
    """A corrected statement keeps its position, and a strike moves no other."""
    deal = deal_of("E exchange 5; E point 5; Y good; strike 1; strike 2 for E point 6; E quart; Y good; tricks E1")
    assert [(line.kind, line.because) for line in deal.lines] == [
        (LineKind.POINT, (1, 2)),
        (LineKind.SEQUENCE, (5, 6)),
        (LineKind.LEAD, (7,)),
    ]


def test_an_inserted_call_is_cited_by_the_positions_of_the_insertions() -> None:
    deal = deal_of("E point 5; Y good; count E7 last E play 9; insert E trio of aces before 3; insert Y good before 3")
    assert [line.because for line in deal.lines][:2] == [(0, 1), (3, 4)]


@each_row("corrections", "said")
def test_an_insertion_counts_before_the_statement_it_names_and_can_be_corrected(corrections: str, said: str) -> None:
    found = effective(log_of(f"E point 5; Y good; E no set; {corrections}"))
    assert tuple(statement for _, statement in found) == log_of(said)


def test_an_insertion_before_no_statement_has_no_effect() -> None:
    assert effective(log_of("E point 5; insert Y good before 9")) == effective(log_of("E point 5"))
