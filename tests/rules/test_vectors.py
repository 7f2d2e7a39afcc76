"""The published deals, fragments and settlements of `tests/vectors`, scored by the kernel.

Who wins and who leads is worked out here from the cards, so that the kernel is told no more than a
scorer would be.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from scorer.rules.cards import Card
from scorer.rules.checker import check
from scorer.rules.deal import Deal, fold
from scorer.rules.findings import Finding
from scorer.rules.hands import parse_card, parse_hand
from scorer.rules.house_rules import house_rules
from scorer.rules.lines import LineKind
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import TWO, Seat
from scorer.rules.settlement import Settlement, settle
from scorer.rules.statements import Log, TrickTaken
from tests import there
from tests.published import Row, ids, published
from tests.rules.checker.agreement import assert_witnessed
from tests.rules.checker.meaning import classes_of
from tests.rules.checker.sat import Formula
from tests.rules.settling import B, play

IN_HAND = (LineKind.CARTE_BLANCHE, LineKind.POINT, LineKind.SEQUENCE, LineKind.SET)
IN_PLAY = (LineKind.LEAD, LineKind.TRICK, LineKind.LAST)
MADE = (LineKind.REPIQUE, LineKind.PIQUE, LineKind.CAPOT, LineKind.CARDS)

DEALS: list[Row] = published("deals")["deal"]


def ruleset(scored: Row) -> Ruleset:
    return house_rules(PRESETS[scored.get("rules", "portland")], scored.get("house", {}))


# The play, from the cards


def hand(row: Row, seat: Seat) -> tuple[Card, ...]:
    return parse_hand(row["hand"][seat.word])


def one_by_one(row: Row, rules: Ruleset) -> Log:
    """The tricks of a deal; every card must be its player's,
    and the second player follows suit if able.
    """
    if "play" not in row:
        return parse_log(f"tricks {row['won']}", PORTLAND)
    left = {seat: set(hand(row, seat)) for seat in TWO}
    tricks = list[TrickTaken]()
    leader = Seat.ELDER
    for pair in row["play"].replace("\n", ",").strip(",").split(","):
        lead, reply = (parse_card(word) for word in pair.split())
        left[leader].remove(lead)
        follows = reply.suit is lead.suit
        assert follows or all(card.suit is not lead.suit for card in left[leader.other]), (
            f"{pair}: no suit followed"
        )
        left[leader.other].remove(reply)
        winner = leader.other if follows and reply.rank > lead.rank else leader
        counting = {lead} if winner is leader else {lead, reply}
        tens = (
            None
            if rules.counts_every_card
            else sum(card.rank >= rules.trick_min_rank for card in counting)
        )
        tricks.append(TrickTaken(winner, tens))
        leader = winner
    assert left == {Seat.ELDER: set(), Seat.YOUNGER: set()}
    return tuple(tricks)


def score(row: Row, rules: Ruleset) -> Deal:
    return fold(rules, parse_log(row["log"], rules) + one_by_one(row, rules)).require()


def points(deal: Deal, seat: Seat, kinds: Sequence[LineKind]) -> int:
    return sum(line.points for line in deal.lines if line.seat is seat and line.kind in kinds)


SCORED = [(row, scored) for row in DEALS for scored in row["scored"]]
NAMED = ["-".join([row["id"], scored["rules"], *scored.get("house", {})]) for row, scored in SCORED]
"""A deal, the ruleset, and the fields that house rules change in it."""


@pytest.mark.parametrize(("row", "scored"), SCORED, ids=NAMED)
def test_a_published_deal_scores_as_the_ruleset_has_it(row: Row, scored: Row) -> None:
    deal = score(row, ruleset(scored))
    assert deal.is_over
    for seat in TWO:
        found = {kind.value: n for kind in LineKind if (n := points(deal, seat, [kind]))}
        assert {**found, "total": deal.score[seat]} == scored[seat.word]


@pytest.mark.parametrize(
    "row", [row for row in DEALS if "counts" in row], ids=lambda row: row["id"]
)
def test_the_counts_after_each_trick_are_those_the_players_say(row: Row) -> None:
    rules = ruleset(row["scored"][0])
    calls = parse_log(row["log"], rules)
    tricks = one_by_one(row, rules)
    counts = []
    aside = (LineKind.CARDS, LineKind.CAPOT)
    for number in range(1, len(tricks) + 1):
        deal = fold(rules, calls + tricks[:number]).require()
        counts.append("-".join(str(deal.score[seat] - points(deal, seat, aside)) for seat in TWO))
    assert " ".join(counts) == row["counts"]


@pytest.mark.parametrize("row", DEALS, ids=ids(DEALS))
def test_a_published_deal_is_possible(row: dict[str, Any]) -> None:
    """Where its cards are printed they make everything true;
    nothing was sunk where the book does not say so.
    """
    deal = score(row, ruleset(row["scored"][0]))
    verdict = check(deal)
    oracle = Formula(deal)
    assert verdict.finding is not Finding.IMPOSSIBLE
    assert_witnessed(deal, verdict, oracle)
    if "hand" in row:
        hands = tuple(frozenset(hand(row, seat)) for seat in TWO)
        assert oracle.possible((), hands)
        if "sunk" not in row and oracle.possible(classes_of(deal.rules), hands):
            assert verdict.finding is Finding.POSSIBLE


# What the sources print


def as_printed(deal: Deal) -> dict[str, Any]:
    """Everything of a deal that a source may print, under the names the data use."""
    made = {kind.value: seat.word for kind in MADE if (seat := deal.made_by(kind)) is not None}
    return (
        {"cards": None}
        | made
        | {
            "elder": deal.score[Seat.ELDER],
            "younger": deal.score[Seat.YOUNGER],
            "elder_hand": points(deal, Seat.ELDER, IN_HAND),
            "elder_play": points(deal, Seat.ELDER, IN_PLAY),
            "younger_play": points(deal, Seat.YOUNGER, IN_PLAY),
            "tricks": list(deal.tricks),
        }
    )


AGREEING, ERRATA = (
    [row for row in DEALS if row.get("agrees") is agrees] for agrees in (True, False)
)


@pytest.mark.parametrize("row", AGREEING, ids=ids(AGREEING))
def test_the_print_agrees_with_the_laws(row: Row) -> None:
    rules = ruleset(row["scored"][0])
    deal = score(row, rules)
    published = dict(row["published"])
    if "before_last" in published:
        said = parse_log(row["log"], rules) + one_by_one(row, rules)
        assert list(fold(rules, said[:-1]).require().score) == published.pop("before_last")
    assert {key: as_printed(deal).get(key) for key in published} == published


@pytest.mark.parametrize("row", ERRATA, ids=ids(ERRATA))
def test_an_erratum_differs_from_the_laws_and_is_right_only_under_its_own_rules(row: Row) -> None:
    printed = [row["published"]["elder"], row["published"]["younger"]]
    is_right = [list(score(row, ruleset(scored)).score) == printed for scored in row["scored"]]
    assert is_right == [bool(scored.get("as_published")) for scored in row["scored"]]
    assert is_right[0] is False
    assert is_right.count(True) == 1
    assert row["reason"]


# Settlements: totals, the score card, and the parties that end in a published deal

PLAYERS = {"A": 0, "B": 1, "nobody": None}
SETTLEMENTS: list[Row] = published("settlements")["settlement"]
LAST_DEALS: list[Row] = published("fragments")["last_deal"]
IN_A_PARTIE = [row for row in DEALS if "partie" in row]


def spread(total: int, deals: int) -> list[int]:
    """*total* over some deals, as even as may be."""
    return [total // deals + (number < total % deals) for number in range(deals)]


def outcome(settlement: Settlement | None) -> tuple[int | None, int, bool]:
    return there(settlement).winner, there(settlement).points, there(settlement).rubicon


@pytest.mark.parametrize("row", SETTLEMENTS, ids=ids(SETTLEMENTS))
def test_published_totals_settle_as_published_by_themselves_and_deal_by_deal(row: Row) -> None:
    """A source that shows the settlement in the winner's count has added it to their total."""
    totals = (row["a"], row["b"])
    extra = row.get("extra", ())
    winner = PLAYERS[row["winner"]]
    points = row["points"]
    rubicon = row["rubicon"]
    left = (total - sum(deal[player] for deal in extra) for player, total in enumerate(totals))
    partie = play([*zip(*(spread(each, 6) for each in left), strict=True), *map(tuple, extra)])
    assert (
        outcome(settle(PORTLAND, totals)) == outcome(partie.settlement) == (winner, points, rubicon)
    )
    assert outcome(settle(PORTLAND, totals[::-1])) == (
        None if winner is None else 1 - winner,
        points,
        rubicon,
    )
    assert partie.totals == totals
    assert row.get("shown", max(totals) + points) == max(totals) + points


@pytest.mark.parametrize("row", IN_A_PARTIE, ids=ids(IN_A_PARTIE))
def test_a_published_last_deal_brings_the_partie_to_its_published_end(row: Row) -> None:
    before = row["partie"]["before"]
    five = zip(spread(before.get("younger", 0), 5), spread(before["elder"], 5), strict=True)
    partie = play([*five, f"{row['log']}\ntricks {row['won']}"])
    totals = dict(zip(("younger", "elder"), partie.totals, strict=True))
    assert partie.deals[5].seats[Seat.ELDER] == B
    assert {seat: totals[seat] for seat in row["partie"]["after"]} == row["partie"]["after"]
    if "pays" in row["partie"]:
        winner = {"elder": 1, "younger": 0}[row["partie"]["winner"]]
        assert outcome(partie.settlement) == (winner, row["partie"]["pays"], True)


@pytest.mark.parametrize("row", LAST_DEALS, ids=ids(LAST_DEALS))
def test_a_sum_worked_out_for_the_last_deal_comes_out(row: Row) -> None:
    elder, younger = row["before"]
    partie = play([*zip(spread(younger, 5), spread(elder, 5), strict=True), row["log"]])
    assert list(partie.totals[::-1]) == row["after"]
    assert partie.is_over
