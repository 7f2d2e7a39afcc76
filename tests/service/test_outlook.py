"""The Rubicon dashboard: what the partie pays as it stands, at the edge, and for one point more."""

import pytest

from scorer.rules.house_rules import rules_named
from scorer.rules.notation import parse_log
from scorer.rules.partie import DealRecord, PartieRecord, play_partie
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import Player
from scorer.service.what_if import Outlook, outlook
from tests import there
from tests.rows import each_row


def looked(rules: Ruleset, *scores: tuple[int, ...], log: str = "") -> Outlook | None:
    """The outlook of a partie with these deals, and one in progress if there is a *log*."""
    deals = [DealRecord(scores=score) for score in scores]
    deals += [DealRecord(parse_log(log, rules))] if log else []
    players = tuple(Player(name) for name in ("Ada", "Bea", "Cem", "Dora")[: rules.players])
    return outlook(play_partie(PartieRecord(rules, players, tuple(deals))))


@each_row("rules", "deals", "log", "now", "behind", "edge", "gains")
def test_what_a_point_more_or_less_would_pay_follows_from_the_totals(
    rules: str,
    deals: tuple[tuple[int, int], ...],
    log: str,
    now: tuple[int | None, int, bool],
    behind: int | None,
    edge: tuple[tuple[int, int], ...],
    gains: tuple[int, int],
) -> None:
    """
    The settlement now, what the player behind loses next to the Rubicon and on it, and what a point is worth to each.

    Cavendish, Laws 72 and 73: the difference and 100, or the sum and 100. A negative loss is what they then win.
    """
    found = there(looked(rules_named(rules), *deals, log=log))
    assert (found.now.winner, found.now.points, found.now.rubicon) == now
    assert (found.behind, found.edge, found.next_point) == (behind, edge, gains)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_only_a_partie_of_deals_that_has_begun_has_an_outlook(rules: Ruleset) -> None:
    assert looked(rules) is None
    assert (looked(rules, (40, 30, 20)[: rules.sides]) is None) == (rules.target is not None)
