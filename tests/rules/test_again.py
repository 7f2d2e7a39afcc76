"""Saying a deal again: what is taken over, and the corrections that come of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.deal import ALONE, fold
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.statements import Correction, Log, effective, format_statement
from scorer.rules.versions import corrections, following, say_again
from tests.rows import each_row
from tests.rules.strategies import any_statements, presets, walks


def current(log: Log) -> Log:
    return tuple(statement for _, statement in effective(log))


@given(st.data())
def test_what_fits_is_taken_over_whole(data: st.DataObject) -> None:
    rules = PRESETS[data.draw(presets)]
    said = current(data.draw(walks(rules)))
    begun = said[: data.draw(st.integers(0, len(said)))]
    again = say_again(rules, ALONE, begun, said[len(begun) :])
    assert (again.deal.log, again.rest, again.dropped) == (said, (), ())


@given(st.data())
def test_the_corrections_make_exactly_what_was_said_again_current(data: st.DataObject) -> None:
    rules = PRESETS[data.draw(presets)]
    recorded = data.draw(walks(rules))
    said = list(current(recorded))
    for _ in range(data.draw(st.integers(1, 4))):
        first = data.draw(st.integers(0, len(said)))
        said[first : first + data.draw(st.integers(0, 2))] = data.draw(st.lists(any_statements(rules), max_size=2))
    again = tuple(each for each in said if not isinstance(each, Correction))
    assert current((*recorded, *corrections(recorded, again))) == again


@each_row("recorded", "begun", "fits", "left", "dropped")
def test_the_rest_of_the_record_is_filled_in_as_far_as_it_fits(
    recorded: str, begun: str, fits: str, left: str, dropped: str
) -> None:
    again = say_again(PORTLAND, ALONE, parse_log(begun, PORTLAND), parse_log(recorded, PORTLAND))
    parts = (again.deal.log[len(parse_log(begun, PORTLAND)) :], again.rest, again.dropped)
    assert tuple("; ".join(map(format_statement, part)) for part in parts) == (fits, left, dropped)


@each_row("recorded", "said", "appended")
def test_a_slip_is_put_right_by_few_corrections(recorded: str, said: str, appended: str) -> None:
    log, again = parse_log(recorded, PORTLAND), parse_log(said, PORTLAND)
    assert "; ".join(map(format_statement, corrections(log, again))) == appended
    assert fold(PORTLAND, (*log, *corrections(log, again))).require().lines


@each_row("was", "instead", "left")
def test_what_was_said_of_it_goes_with_a_call_or_a_question(was: str, instead: str, left: str) -> None:
    rest = parse_log("Y how many; E making 44; Y good; E quart", PORTLAND)
    (said,), becomes = parse_log(was, PORTLAND), parse_log(instead, PORTLAND)
    remaining = following(said, becomes, rest)
    assert "; ".join(map(format_statement, remaining)) == left
