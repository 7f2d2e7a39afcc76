"""What a strike or a correction would change, told before it is kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorer.rules.house_rules import house_rules
from scorer.rules.notation import format_statement
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.service.parties import Parties, Recorded, Sheet
from scorer.service.what_if import Consequences, consequences
from tests.rows import each_row
from tests.service.tables import PLAIN

CALLS = "E point 5; Y good; E quint; Y good; E quatorze of aces; Y good"
"""Repique: 34 and 60."""

Opened = Callable[..., Sheet]


@pytest.fixture
def sheet(parties: Parties) -> Opened:
    """A partie in which these deals were recorded."""

    def opened(*deals: str, rules: Ruleset = PRESETS["portland"]) -> Sheet:
        sheet, _ = parties.open(("Ada", "Bea"), rules)
        for number, said in enumerate(deals):
            result = parties.record(sheet.code, deal=number, position=0, said=said, form_key=str(number))
            assert isinstance(result, Recorded), result
            sheet = result.sheet
        return sheet

    return opened


def lines(change: Consequences) -> tuple[tuple[str, ...], tuple[str, ...]]:
    gone, new = (
        tuple(f"{line.seat.letter} {line.kind.value} {line.points}" for line in each)
        for each in (change.gone, change.new)
    )
    return gone, new


@each_row("said", "then", "gone", "new")
def test_lines_and_points_that_a_correction_changes(
    sheet: Opened, said: str, then: tuple[int, int], gone: tuple[str, ...], new: tuple[str, ...]
) -> None:
    change = consequences(sheet(CALLS), 0, said)
    assert (change.before, change.then) == ((94, 0), then)
    assert lines(change) == (gone, new)
    assert (change.refused, change.becomes_illegal, change.in_deal) == ("", None, None)


def test_one_of_two_equal_lines_is_removed(sheet: Opened) -> None:
    """Two quarts without their heads are told apart by nothing but their number."""
    change = consequences(sheet("E no point; E quart; Y good; E quart"), 0, "strike 4")
    assert (change.before, change.then) == ((8, 0), (4, 0))
    assert lines(change) == (("E sequence 4",), ())


def test_points_are_by_player(parties: Parties, sheet: Opened) -> None:
    """In the second deal Bea is elder; the preview records nothing."""
    before = sheet(PLAIN, PLAIN)
    change = consequences(before, 1, "strike 1 for E point 6")
    assert parties.sheet(before.code) == before
    assert (change.before, change.then) == ((6, 24), (6, 25))
    assert change.after is not None
    assert change.after.totals == (30, 31)


@each_row("log", "said", "culprit")
def test_a_later_statement_that_becomes_illegal_is_named(sheet: Opened, log: str, said: str, culprit: str) -> None:
    change = consequences(sheet(log), 0, said)
    assert change.after is None
    assert change.refused
    assert change.becomes_illegal is not None
    assert (format_statement(change.becomes_illegal), change.in_deal) == (culprit, 0)
    assert (change.gone, change.new) == ((), ())


@each_row("said", "why")
def test_what_is_itself_illegal_makes_no_later_statement_so(sheet: Opened, said: str, why: str) -> None:
    change = consequences(sheet("E point 5; Y good"), 0, said)
    assert change.after is None
    assert change.refused
    assert why in change.refused
    assert change.becomes_illegal is None


def test_an_unfinished_deal_before_another_is_refused(sheet: Opened) -> None:
    change = consequences(sheet(PLAIN, "E point 5"), 0, "strike 3")
    assert change.after is None
    assert "deal 1 is not finished" in change.refused
    assert (change.becomes_illegal, change.in_deal) == (None, 1)


def test_a_statement_of_a_later_deal_that_becomes_illegal_is_named(sheet: Opened) -> None:
    """To thirty at once: with eleven more in the first deal Bea wins by the point of the second, and says no more."""
    rules = house_rules(PRESETS["cent-32"], {"target": 30})
    first = "E no point; E no sequence; E no set; Y point 5 making 45; Y trio of kings; tricks E6:1 Y6:1"
    second = "E point 5 making 49; Y good; E no sequence; E trio of kings; Y good"
    before = sheet(first, second, rules=rules)
    assert [deal.points for deal in before.partie.deals] == [(6, 15), (0, 8)]
    change = consequences(before, 0, "strike 5 for Y quatorze of kings")
    assert change.after is None
    assert change.becomes_illegal is not None
    assert (format_statement(change.becomes_illegal), change.in_deal) == ("E no sequence", 1)


def test_a_correction_ends_a_partie_or_opens_it_again(sheet: Opened) -> None:
    """The last trick removed, the last deal is open again; and level after six deals, a point more decides."""
    before = sheet(f"{PLAIN}; strike 1 for E point 6", *[PLAIN] * 5)
    change = consequences(before, 5, "strike 3")
    assert before.partie.is_over
    assert change.after is not None
    assert (change.after.is_over, change.after.settlement) == (False, None)
    assert (change.before, change.then) == ((6, 24), (0, 5))
    level = sheet(*[PLAIN] * 6)
    assert (level.partie.totals, level.partie.is_over) == ((90, 90), False)
    change = consequences(level, 0, "strike 1 for E point 6")
    assert change.after is not None
    assert change.after.settlement is not None
    assert change.after.settlement.points == 91 + 90 + 100


def test_an_extra_deal_that_would_not_be_played_is_refused(sheet: Opened) -> None:
    change = consequences(sheet(*[PLAIN] * 6, "E point 5"), 0, "strike 1 for E point 6")
    assert change.after is None
    assert "over after deal 6" in change.refused
    assert (change.becomes_illegal, change.in_deal) == (None, 6)


@pytest.mark.parametrize("deal", [-1, 2])
def test_a_deal_number_out_of_range_is_refused(sheet: Opened, deal: int) -> None:
    change = consequences(sheet(PLAIN), deal, "E point 5; Y good")
    assert change.after is None
    assert "recorded in order" in change.refused
