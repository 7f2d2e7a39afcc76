"""The Rubicon dashboard: what the partie pays as it stands, at the edge, and for one point more."""

from scorer.rules.house_rules import house_rules
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player
from scorer.service.what_if import Outlook, outlook
from tests import there
from tests.rows import each_row

PORTLAND = PRESETS["portland"]


def looked(rules: Ruleset, *scores: tuple[int, ...], log: str | None = None) -> Outlook | None:
    """The outlook of a partie with these deals, and one in progress if there is a *log*."""
    deals = [DealRecord(scores=score) for score in scores]
    if log is not None:
        deals.append(DealRecord(parse_log(log, rules)))
    players = tuple(Player(name) for name in ("Ada", "Bea", "Cem", "Dora")[: rules.players])
    return outlook(play_partie(PartieRecord(rules, players, tuple(deals))))


def at(first: int, second: int, rules: Ruleset = PORTLAND) -> Outlook:
    return there(looked(rules, (first, second)))


@each_row("totals", "now", "behind", "edge", "gains")
def test_what_a_point_more_or_less_would_pay_follows_from_the_totals(
    totals: tuple[int, int],
    now: tuple[int | None, int, bool],
    behind: int | None,
    edge: tuple[tuple[int, int], ...],
    gains: tuple[int, int],
) -> None:
    """
    The settlement now, what the player behind loses at 99, 100 and 101, and what a point more is worth to each.

    Cavendish, Laws 72 and 73: the difference and 100, or the sum and 100. A negative loss is what they then win.
    """
    found = at(*totals)
    assert (found.now.winner, found.now.points, found.now.rubicon) == now
    assert (found.behind, found.edge, found.next_point) == (behind, edge, gains)


def test_a_deal_in_progress_is_in_the_totals() -> None:
    """Bea is elder in the second deal and has just crossed."""
    found = there(looked(PORTLAND, (131, 95), log="E point 5; Y good"))
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
    found = there(looked(PRESETS["four-deal"], (40, 20), (30, 20), (31, 28), log="E point 5; Y good"))
    assert found.now.points == 141 + 98 + 100
    assert found.next_point == (2, 141 + 98 + 100 - 141)


def test_only_a_partie_of_deals_that_has_begun_has_an_outlook() -> None:
    assert looked(PORTLAND) is None
    for rules in PRESETS.values():
        found = looked(rules, (40, 30, 20)[: rules.sides])
        assert (found is None) == (rules.target is not None), rules.id
