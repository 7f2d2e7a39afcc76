"""Corrections and versions: statements struck, corrected or inserted;
where two versions differ, and by which laws.
"""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules import versions
from scorer.rules.deal import ALONE, fold
from scorer.rules.laws import EVERY_LAW, Book, Matter
from scorer.rules.names import Name, without_isolates
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, Partie, PartieRecord, play_partie
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.seats import Player
from scorer.rules.statements import Correction, Log, effective, format_statement
from tests import there
from tests.rows import each_row
from tests.rules.settling import Said, play
from tests.rules.strategies import any_statements, presets, walks

# Statements struck, corrected and inserted, and what becomes of the rest

CAVENDISH = (
    "E exchange 5; Y exchange 3; E point 5; Y good; E quart major; Y good; E trio of knaves; Y "
    "not good; "
    "Y quatorze of tens; Y trio of queens; tricks E5 Y5 E2"
)
"""Cavendish's worked example, 28 to 23, in 22 statements."""


def log_of(text: str) -> Log:
    return parse_log(text, PORTLAND)


def current(log: Log) -> Log:
    return tuple(statement for _, statement in effective(log))


@each_row
def test_a_correction_that_makes_a_later_statement_illegal_stops_there(
    strike: str, at: int, rule: Rule
) -> None:
    """What is before it is scored, and the page can show which statement
    to strike or correct next.
    """
    log = log_of(f"{CAVENDISH}; {strike}")
    deal, position, refusal = fold(PORTLAND, log)
    assert position == at
    assert there(refusal).rule == rule
    before = tuple(statement for position, statement in effective(log) if position < at)
    assert [line[:4] for line in deal.lines] == [
        line[:4] for line in fold(PORTLAND, before).require().lines
    ]


@each_row
def test_a_bad_strike_is_refused_at_its_own_position(text: str, at: int, rule: Rule) -> None:
    log = log_of(text)
    deal, position, refusal = fold(PORTLAND, log)
    assert position == at
    assert there(refusal).rule == rule
    assert deal.log == log[:at]


@each_row
def test_lines_cite_the_positions_of_their_statements_in_the_log(
    text: str, because: tuple[tuple[int, ...], ...]
) -> None:
    """A corrected statement keeps its position, a strike moves no other,
    and an insertion has its own.
    """
    assert (
        tuple(line.because for line in fold(PORTLAND, log_of(text)).require().lines)[: len(because)]
        == because
    )


@each_row
def test_corrections_and_insertions_count_where_they_say(corrections: str, said: str) -> None:
    assert current(log_of(f"E point 5; Y good; E no set; {corrections}")) == log_of(said)


# Two versions of a partie

NAMES = (Name("Ada"), Name("Ben"))
DEAL = (
    "E exchange 5; Y exchange 3; E point 5; Y how many; E making 49; Y good; "
    "E quart; Y how high; E to ace; Y good; E no set; tricks E7 Y5"
)
"""Elder's five and four and play and cards against younger's play;
statement 10 is the answer to the quart.
"""


def partie(*deals: Said) -> Partie:
    return play([deal.replace("DEAL", DEAL) if isinstance(deal, str) else deal for deal in deals])


def changed(change: str, deal: int = 3, deals: int = 6) -> tuple[Partie, versions.Difference]:
    """A partie, and where the version that ends a deal's log
    with *change* first differs from it.
    """
    logs = [DEAL] * deals
    record = partie(*logs)
    logs[deal] += f"; {change}"
    return record, there(versions.first_difference(record, partie(*logs)))


def said_of(found: versions.Difference) -> str:
    return without_isolates(str(versions.difference_message(found, NAMES)))


def governed(found: versions.Difference, record: Partie) -> str:
    return " ".join(map(str, versions.governing_messages(found, record)))


# 1. Where they first differ


def test_neither_the_same_nor_a_strike_that_was_taken_back_is_a_difference() -> None:
    for same in (DEAL, f"{DEAL}; strike 10 for Y equal; strike 24"):
        assert versions.first_difference(partie(DEAL), partie(same)) is None
    assert versions.differing(partie(DEAL), partie(DEAL)) == ()


def test_the_first_difference_is_in_the_first_deal_that_differs() -> None:
    version = f"{DEAL}; strike 12 for tricks Y1; strike 10 for Y equal"
    record = partie(DEAL, DEAL, DEAL)
    other = partie(DEAL, version, (1, 2))
    found = there(versions.first_difference(record, other))
    assert found.deal == 1
    assert there(found.pair).position == 9
    assert versions.differing(record, other) == (1, 2)
    first = record.record.deals[0]
    second = other.record.deals[1]
    assert [each.position for each in versions.side_by_side(first, second)] == list(range(23))


# 2. What it moves, in words


@each_row
def test_a_difference_names_its_subject_and_both_statements_with_the_players_if_they_differ(
    log: str, change: str, words: str
) -> None:
    found = there(versions.first_difference(partie(log), partie(f"{log}; {change}")))
    assert said_of(found).startswith(f"Deal 1, {words}")


def test_a_difference_names_both_margins_when_the_partie_is_over() -> None:
    """The same deal eight times is a draw; without the four for the quart in the last Ben loses."""
    record, found = changed("strike 10 for Y equal", deal=7, deals=8)
    version = there(found.settled[1])
    assert there(record.settlement).winner is None
    assert version.winner == 0
    assert said_of(found) == (
        f"Deal 8, sequence. Record: good, drawn. Other version: equal, Ada {version.points}"
    )
    assert [old != new for old, new in zip(*found.points, strict=True)] == [False, True]
    assert Matter.PARTIE in found.matters


@each_row
def test_a_difference_names_both_statements_and_what_they_change(
    record: tuple[Said, ...], version: tuple[Said, ...], words: str, matters: tuple[Matter, ...]
) -> None:
    found = there(versions.first_difference(partie(*record), partie(*version)))
    assert said_of(found) == words
    assert found.matters == matters
    assert (found.pair is None) == isinstance(record[-1], tuple)


def test_a_difference_says_who_dealt_first_in_each_version() -> None:
    record = partie(DEAL, *[(30, 20)] * 5)
    other = play_partie(replace(record.record, first=1))
    found = there(versions.first_difference(record, other))
    assert said_of(found) == (
        "Who dealt first. Record: Ben, pays 171. Other version: Ada, pays 129"
    )
    assert [law.cited for law in versions.bearing(found, record).governing] == ["Law 4", "Law 16"]
    assert governed(found, record).startswith(
        "If it is proved, the points go to the players who scored them."
    )


@each_row
def test_what_a_statement_is_about(said: str, matters: tuple[Matter, ...]) -> None:
    assert versions.matters_of(log_of(said)[0]) == matters


# 3. The laws that govern a difference


@each_row
def test_the_law_that_governs_follows_from_the_matter(
    record: tuple[Said, ...], version: tuple[Said, ...], laws: tuple[int, ...], words: str
) -> None:
    first = partie(*record)
    found = there(versions.first_difference(first, partie(*version)))
    assert versions.subject_of(found).value == laws
    assert bool(versions.bearing(found, first).governing) is bool(laws)
    governing = governed(found, first)
    assert re.match(words, governing)
    assert "is right" not in governing
    assert all(str(law) in governing for law in laws[:1])


def disputed(rules: str, log: str, change: str) -> str:
    """What governs a dispute about one deal, in words."""
    record = play([log], rules)
    version = play([f"{log}; {change}"], rules)
    return governed(there(versions.first_difference(record, version)), record)


@each_row
def test_what_the_rules_of_the_partie_decide_governs(
    rules: str, log: str, change: str, words: str
) -> None:
    assert disputed(rules, log, change) == words


def test_law_70_says_whether_a_later_deal_has_begun() -> None:
    record, found = changed("strike 23 for tricks E1", deal=5)
    assert governed(found, record).endswith("No later deal of this partie has begun.")
    record, found = changed("strike 23 for tricks E1", deal=3)
    assert governed(found, record).endswith("now the players must agree, or the director decides.")
    record, found = changed("strike 10 for Y equal", deal=3)
    assert "later deal" not in governed(found, record)


def test_the_laws_that_govern_come_before_the_others_that_bear_on_it() -> None:
    record, found = changed("strike 23 for tricks E1")
    laws = versions.bearing(found, record)
    assert [law.cited for law in laws.governing] == ["Law 70", "Law 65", "Law 66"]
    assert "Law 74" in laws.cited[3:]
    assert {law.book for law in laws.cases} == {Book.CASES}
    assert Book.CASES not in {law.book for law in (*laws.governing, *laws.others)}
    assert len(set(laws.cited)) == len(laws.cited)


def test_without_a_second_version_any_law_that_holds_may_govern() -> None:
    laws = versions.bearing(None, partie(DEAL))
    assert [law.cited for law in laws.governing] == ["Law 70", "Law 74", "Law 65"]
    every = {law.cited for law in EVERY_LAW if law.book is not Book.AU_CENT}
    assert set(laws.cited) == every


def test_of_a_result_from_paper_any_law_may_govern() -> None:
    laws = versions.bearing(None, None)
    assert set(laws.cited) == {law.cited for law in EVERY_LAW}


def test_a_count_that_replaces_a_trick_replaces_all_of_them() -> None:
    (trick, *rest), count = (log_of(said) for said in ("tricks E1 Y1 E1", "count E7 last E play 9"))
    assert versions.following(trick, count, tuple(rest)) == ()


# 4. A deal said again: what is taken over, and the corrections that come of it


def joined(log: Log) -> str:
    return "; ".join(map(format_statement, log))


@given(st.data())
def test_what_fits_is_taken_over_whole(data: st.DataObject) -> None:
    rules = PRESETS[data.draw(presets)]
    said = current(data.draw(walks(rules)))
    begun = said[: data.draw(st.integers(0, len(said)))]
    again = versions.say_again(rules, ALONE, begun, said[len(begun) :])
    assert again.deal.log == said
    assert again.rest == ()
    assert again.dropped == ()


@given(st.data())
def test_the_corrections_make_exactly_what_was_said_again_current(data: st.DataObject) -> None:
    rules = PRESETS[data.draw(presets)]
    recorded = data.draw(walks(rules))
    said = list(current(recorded))
    for _ in range(data.draw(st.integers(1, 4))):
        first = data.draw(st.integers(0, len(said)))
        said[first : first + data.draw(st.integers(0, 2))] = data.draw(
            st.lists(any_statements(rules), max_size=2)
        )
    again = tuple(each for each in said if not isinstance(each, Correction))
    assert current((*recorded, *versions.corrections(recorded, again))) == again


@each_row
def test_the_rest_of_the_record_is_filled_in_as_far_as_it_fits(
    recorded: str, begun: str, fits: str, left: str, dropped: str
) -> None:
    again = versions.say_again(PORTLAND, ALONE, log_of(begun), log_of(recorded))
    parts = (again.deal.log[len(log_of(begun)) :], again.rest, again.dropped)
    assert tuple(map(joined, parts)) == (fits, left, dropped)


@each_row
def test_a_slip_is_put_right_by_few_corrections(recorded: str, said: str, appended: str) -> None:
    log = log_of(recorded)
    corrections = versions.corrections(log, log_of(said))
    assert joined(corrections) == appended
    assert fold(PORTLAND, (*log, *corrections)).require().lines


@each_row
def test_what_was_said_of_it_goes_with_a_call_or_a_question(
    was: str, instead: str, left: str
) -> None:
    rest = log_of("Y how many; E making 44; Y good; E quart")
    (said,) = log_of(was)
    assert joined(versions.following(said, log_of(instead), rest)) == left


def test_versions_that_pay_parties_say_how_many() -> None:
    """Forty is under half of a hundred, so that the loser pays double."""
    rules = PRESETS["meyer-1888"]
    players = (Player(NAMES[0]), Player(NAMES[1]))
    saved, lurched = (
        play_partie(PartieRecord(rules, players, (DealRecord(scores=scores),)))
        for scores in ((104, 60), (104, 40))
    )
    found = there(versions.first_difference(saved, lurched))
    assert str(versions.difference_message(found, NAMES)) == (
        "Deal 1, totals. Record: 104 – 60, pays 1 partie. Other version: 104 – 40, pays 2 parties"
    )


def test_a_difference_without_a_partie_has_the_laws_of_its_subject() -> None:
    found = versions.first_difference(partie("E point 5; Y good"), partie("E point 5; Y not good"))
    governing = versions.bearing(found, None).governing
    assert "Law 51" in [law.cited for law in governing]


@each_row
def test_a_call_in_words_is_offered_the_laws_that_fit(reason: str, cited: tuple[str, ...]) -> None:
    found = versions.bearing_of_words(reason, play([(30, 20)] * 6))
    assert tuple(law.cited for law in found.governing) == cited
    assert found.is_searched is True


def test_every_other_law_in_force_is_found_by_search() -> None:
    record = play([(30, 20)] * 6)
    found = versions.bearing_of_words("You forgot my quatorze.", record)
    every = versions.bearing(None, record)
    assert {*found.cited} == {*every.cited}
    assert "Law 56" not in [law.cited for law in found.others]


def test_what_says_nothing_is_about_the_totals_of_a_deal_that_has_only_these() -> None:
    record = play([(30, 20)] * 5 + ["tricks E12"])
    assert versions.bearing_of_words("No.", record, 0).governing[0].cited == "Law 74"
    assert versions.bearing_of_words("No.", record, 5).governing[0].cited == "Law 70"
    assert versions.bearing_of_words("No.", record).governing[0].cited == "Law 70"


def test_of_a_scorecard_every_law_is_in_force() -> None:
    found = versions.bearing_of_words("The dealer was wrong.", None)
    assert {*found.cited} == {law.cited for law in EVERY_LAW}


UNDER_BY_ONE: list[Said] = [*[(30, 17)] * 5, (30, 14)]
"""A 180, B 99."""


def test_the_figure_that_decides_is_the_nearest_on_which_the_rubicon_turns() -> None:
    found = there(versions.deciding_figure(play(UNDER_BY_ONE), 5))
    assert found.deal == 5
    assert found.player == 1
    assert found.record == 14
    assert found.other == 15
    assert there(found.settled).points == 180


def test_the_figure_that_decides_can_be_a_smaller_one() -> None:
    found = there(versions.deciding_figure(play([*[(30, 17)] * 5, (30, 15)]), 5))
    assert found.record == 15
    assert found.other == 14


@pytest.mark.parametrize(
    ("deals", "deal"),
    [
        ([(30, 20)] * 6, 0),
        ([*[(30, 17)] * 5, "tricks E12"], 5),
        (UNDER_BY_ONE, 6),
        (UNDER_BY_ONE, -1),
        ([(30, 17)] * 3, 0),
    ],
    ids=["nothing is near", "it has statements", "no such deal", "none is named", "it is not over"],
)
def test_no_figure_decides(deals: list[Said], deal: int) -> None:
    assert versions.deciding_figure(play(deals), deal) is None


def test_whose_totals_differ_is_known_of_totals_alone() -> None:
    record = play(UNDER_BY_ONE)
    other = play([*[(30, 17)] * 5, (30, 15)])
    found = there(versions.first_difference(record, other))
    assert versions.differing_figures(found) == (1,)
    _, of_statements = changed("strike 12 for tricks Y1")
    assert versions.differing_figures(of_statements) == ()
