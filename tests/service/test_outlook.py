"""The Rubicon dashboard: what the partie pays as it stands, at the edge, and for one point more."""

from __future__ import annotations

import pytest

from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player
from scorer.service.what_if import Outlook, outlook

PORTLAND = PRESETS["portland"]


def looked(rules: Ruleset, *scores: tuple[int, ...], log: str | None = None) -> Outlook | None:
    """The outlook of a partie with these deals, and one in progress if there is a *log*."""
    deals = [DealRecord(scores=score) for score in scores]
    if log is not None:
        deals.append(DealRecord(parse_log(log, rules)))
    players = tuple(Player(name) for name in ("Ada", "Bea", "Cem", "Dora")[: rules.players])
    return outlook(play_partie(PartieRecord(rules, players, tuple(deals))))


def at(first: int, second: int, rules: Ruleset = PORTLAND) -> Outlook:
    found = looked(rules, (first, second))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("totals", "winner", "pays", "rubicon"),
    [
        pytest.param((131, 113), 0, 118, False, id="both across"),
        pytest.param((113, 131), 1, 118, False, id="the other way round"),
        pytest.param((131, 100), 0, 131, False, id="just across"),
        pytest.param((131, 99), 0, 330, True, id="just not"),
        pytest.param((97, 89), 0, 286, True, id="neither across"),
        pytest.param((110, 110), None, 0, False, id="level"),
        pytest.param((0, 0), None, 0, False, id="nothing yet"),
    ],
)
def test_settlement_of_the_current_totals(
    totals: tuple[int, int], winner: int | None, pays: int, *, rubicon: bool
) -> None:
    """Cavendish, Laws 72 and 73: the difference and 100, or the sum and 100."""
    now = at(*totals).now
    assert (now.winner, now.points, now.rubicon) == (winner, pays, rubicon)


@pytest.mark.parametrize(
    ("totals", "behind", "edge"),
    [
        pytest.param((131, 88), 1, ((99, 330), (100, 131), (101, 130)), id="the second player behind"),
        pytest.param((88, 131), 0, ((99, 330), (100, 131), (101, 130)), id="the first player behind"),
        pytest.param((100, 99), 1, ((99, 299), (100, 0), (101, -101)), id="the leader at the Rubicon"),
        pytest.param((97, 89), 1, ((99, -296), (100, -297), (101, -298)), id="the leader would be overtaken"),
        pytest.param((131, 100), None, (), id="across by nothing"),
        pytest.param((131, 113), None, (), id="both across"),
    ],
)
def test_the_edge_of_the_rubicon(
    totals: tuple[int, int], behind: int | None, edge: tuple[tuple[int, int], ...]
) -> None:
    """What the player behind loses at 99, 100 and 101; negative what they then win, the other being under 100."""
    found = at(*totals)
    assert (found.behind, found.edge) == (behind, edge)


@pytest.mark.parametrize(
    ("totals", "gains"),
    [
        pytest.param((131, 113), (1, 1), id="a point is a point"),
        pytest.param((131, 99), (1, 199), id="crossing: 330 becomes 131"),
        pytest.param((99, 131), (199, 1), id="crossing, the other way round"),
        pytest.param((131, 88), (1, -1), id="under the Rubicon each point of the loser's costs one"),
        pytest.param((100, 99), (1, 299), id="level instead of lost"),
        pytest.param((100, 100), (101, 101), id="won instead of level"),
        pytest.param((50, 50), (201, 201), id="won under the Rubicon instead of level: 51 + 50 + 100"),
        pytest.param((120, 119), (1, 119 - 18), id="level instead of one behind"),
        pytest.param((99, 98), (1, 297), id="level under the Rubicon: 99 + 98 + 100 saved"),
    ],
)
def test_what_the_next_point_is_worth(totals: tuple[int, int], gains: tuple[int, int]) -> None:
    assert at(*totals).next_point == gains


def test_a_deal_in_progress_is_in_the_totals() -> None:
    """Bea is elder in the second deal and has just crossed."""
    found = looked(PORTLAND, (131, 95), log="E point 5; Y good")
    assert found is not None
    assert (found.now.points, found.behind, found.next_point) == (131, None, (1, 1))


def test_another_rubicon_has_another_edge() -> None:
    rules = house_rules(PORTLAND, {"rubicon": 80})
    found = at(131, 78, rules)
    assert found.edge == ((79, 310), (80, 151), (81, 150))
    assert at(131, 79, rules).next_point == (1, 159)


def test_without_a_rubicon_there_is_no_edge() -> None:
    found = at(131, 50, house_rules(PORTLAND, {"rubicon": None}))
    assert (found.now.points, found.behind, found.edge, found.next_point) == (181, None, (), (1, 1))


def test_in_a_deal_that_counts_twice_a_point_counts_twice() -> None:
    """The last of four deals: one point more takes Bea from 98 to 100 (Cavendish, Law 71, note)."""
    found = looked(PRESETS["four-deal"], (40, 20), (30, 20), (31, 28), log="E point 5; Y good")
    assert found is not None
    assert found.now.points == 141 + 98 + 100
    assert found.next_point == (2, 141 + 98 + 100 - 141)


def test_only_a_partie_of_deals_that_has_begun_has_an_outlook() -> None:
    assert looked(PORTLAND) is None
    for rules in PRESETS.values():
        found = looked(rules, (40, 30, 20)[: rules.sides])
        assert (found is None) == (rules.target is not None), rules.id
