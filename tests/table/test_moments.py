"""Which great moment the last taps of a sheet have made."""

import pytest

from scorer.rules.names import without_isolates
from scorer.rules.partie import DealRecord, PartieRecord
from scorer.rules.presets import PRESETS
from scorer.rules.seats import ELDER, Player
from scorer.table.card import KEPT, Shown
from scorer.table.great_lines import MomentKind
from scorer.table.kept import TableOnPhone, new_sheet
from scorer.table.moments import Moment, MomentText, latest_moment, progress
from tests import there
from tests.rows import each_row

Totals = tuple[tuple[int, ...], ...]

REPIQUE = ("E point 6", "Y good", "E quint", "Y good", "E quatorze of aces", "Y good")


def table_of(rules: str, totals: Totals, *taps: str) -> TableOnPhone:
    """A table where earlier deals have these totals, and then this was tapped in the next."""
    ruleset = PRESETS[rules]
    players = tuple(map(Player, ("Ada", "Ben", "Cem", "Dora")[: ruleset.players]))
    deals = tuple(DealRecord(scores=each) for each in totals)
    table = TableOnPhone(
        new_sheet(PartieRecord(ruleset, players, deals)), Shown(may_score=True), {}
    )
    tap(table, *taps, deal=len(totals))
    return table


def tap(table: TableOnPhone, *taps: str, deal: int = 0, prefix: str = "") -> None:
    for said in taps:
        at = table.sheet.recorded(deal)
        form = {"deal": f"{deal}", "position": f"{at}", "say": said, "key": f"{prefix}{deal}-{at}"}
        after, is_new = table.say(form)
        assert is_new, (said, after.notice)


def latest(table: TableOnPhone, deal: int = 0) -> Moment | None:
    return latest_moment(table.sheet, deal)


def words_of(moment: Moment | None) -> tuple[str, ...]:
    if moment is None:
        return ()
    said = (moment.words, moment.figures, *moment.also)
    return tuple(without_isolates(str(each)) for each in said)


@each_row
def test_a_tap_makes_a_moment(
    rules: str, totals: Totals, taps: tuple[str, ...], announced: tuple[str, ...]
) -> None:
    table = table_of(rules, totals, *taps)
    assert words_of(latest(table, len(totals))) == announced


@each_row
def test_a_tap_makes_no_moment(rules: str, totals: Totals, taps: tuple[str, ...]) -> None:
    assert latest(table_of(rules, totals, *taps), len(totals)) is None


def test_a_moment_is_that_of_the_tap_before_which_it_was_not() -> None:
    table = table_of("portland", (), *REPIQUE)
    moment = there(latest(table))
    assert moment.at == progress(table.sheet, 0)
    assert moment.side == 0
    assert moment.before == 21


def test_totals_are_a_tap_from_nothing() -> None:
    table = table_of("portland", ((20, 9),) * 5, "scores 20 48")
    moment = there(latest(table, 5))
    assert moment.at == progress(table.sheet, 5)
    assert moment.before == 0


def test_the_count_of_the_player_runs_up_who_sits_in_another_column() -> None:
    table = table_of("portland", ((20, 20),), *REPIQUE)
    assert there(latest(table, 1)).side == 1


def test_a_moment_keeps_its_time_while_players_go_on() -> None:
    table = table_of("portland", (), *REPIQUE)
    moment = there(latest(table))
    tap(table, "tricks E1", "tricks Y1", "tricks Y1")
    assert there(latest(table)).at == moment.at
    tap(table, "tricks Y1")
    assert latest(table) is None


def test_an_undo_takes_a_moment_back() -> None:
    table = table_of("portland", (), *REPIQUE, "strike 6")
    assert latest(table) is None


def test_what_is_said_again_after_an_undo_is_another_moment() -> None:
    table = table_of("portland", (), *REPIQUE)
    first = there(latest(table))
    tap(table, "strike 6", "Y good")
    assert there(latest(table)).at == first.at + 2


def test_an_undo_of_what_followed_leaves_a_moment_where_it_was() -> None:
    table = table_of("portland", (), *REPIQUE)
    moment = there(latest(table))
    tap(table, "tricks E1", "strike 7")
    assert there(latest(table)).at == moment.at


@pytest.mark.parametrize("prefix", [KEPT, ""])
def test_a_correction_makes_no_moment(prefix: str) -> None:
    called = ("E point 6", "Y good", "E quint", "Y good", "E trio of aces", "Y good")
    table = table_of("portland", (), *called)
    tap(table, "strike 5 for E quatorze of aces", prefix=prefix)
    assert there(table.sheet.deal(0)).score[ELDER] == 95
    assert latest(table) is None


def test_corrected_totals_make_no_moment() -> None:
    table = table_of("portland", ((20, 10),) * 5, "scores 20 10")
    tap(table, "scores 3 48", deal=5, prefix=KEPT)
    assert table.sheet.partie.totals == (103, 98)
    assert latest(table, 5) is None


def test_a_correction_of_the_names_makes_no_moment() -> None:
    table = table_of("portland", ((20, 9),) * 5, "scores 20 48")
    at = there(latest(table, 5)).at
    tap(table, 'players first 1 ["Ann", "Bob"]', deal=5)
    assert progress(table.sheet, 5) > at
    assert latest(table, 5) is None


def test_a_moment_from_a_file_is_no_news_to_a_page_that_shows_it() -> None:
    table = table_of("portland", (), *REPIQUE)
    copied = TableOnPhone(new_sheet(table.sheet.partie.record), Shown(may_score=True), {})
    assert there(latest(copied)).at <= progress(copied.sheet, 0)


def test_progress_grows_with_each_row_and_each_deal() -> None:
    table = table_of("portland", ((20, 20),), *REPIQUE)
    before = progress(table.sheet, 0)
    now = progress(table.sheet, 1)
    tap(table, "strike 6", deal=1)
    assert before < now < progress(table.sheet, 1) < progress(table.sheet, 2)


def test_every_kind_of_moment_has_its_words() -> None:
    assert {each.name for each in MomentKind} <= MomentText.__members__.keys()
