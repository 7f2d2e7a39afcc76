"""The published settlements of `tests/vectors`: totals, score cards, and the parties that end in a published deal."""

from collections import Counter

import pytest

from scorer.rules.presets import PORTLAND
from scorer.rules.seats import Seat
from scorer.rules.settlement import Settlement, settle
from tests.published import Row, ids, published
from tests.rules.settling import B, play

PLAYERS = {"A": 0, "B": 1, "nobody": None}


SETTLEMENTS: list[Row] = published("settlements")["settlement"]
SCORE_CARD: Row = published("settlements")["score_card"]
LAST_DEALS: list[Row] = published("fragments")["last_deal"]
IN_A_PARTIE: list[Row] = [row for row in published("deals")["deal"] if "partie" in row]


def spread(total: int, deals: int) -> list[int]:
    """*total* over some deals, as even as may be."""
    return [total // deals + (number < total % deals) for number in range(deals)]


def outcome(settlement: Settlement | None) -> tuple[int | None, int, bool]:
    assert settlement is not None
    return settlement.winner, settlement.points, settlement.rubicon


@pytest.mark.parametrize("row", SETTLEMENTS, ids=ids(SETTLEMENTS))
def test_published_totals_settle_as_published(row: Row) -> None:
    totals = (row["a"], row["b"])
    expected = (PLAYERS[row["winner"]], row["points"], row["rubicon"])

    assert outcome(settle(PORTLAND, totals)) == expected
    assert outcome(settle(PORTLAND, totals[::-1])) == (None if expected[0] is None else 1 - expected[0], *expected[1:])


@pytest.mark.parametrize("row", SETTLEMENTS, ids=ids(SETTLEMENTS))
def test_published_totals_settle_the_same_as_six_deals_and_the_extra_ones(row: Row) -> None:
    extra = [(a, b) for a, b in row.get("extra", ())]
    six = zip(
        spread(row["a"] - sum(a for a, _ in extra), 6), spread(row["b"] - sum(b for _, b in extra), 6), strict=True
    )
    played = play([*six, *extra])

    assert played.totals == (row["a"], row["b"])
    assert outcome(played.settlement) == (PLAYERS[row["winner"]], row["points"], row["rubicon"])


@pytest.mark.parametrize("row", [row for row in SETTLEMENTS if "shown" in row], ids=lambda row: row["id"])
def test_a_count_that_shows_the_settlement_adds_it_to_the_winners_total(row: Row) -> None:
    _, points, _ = outcome(settle(PORTLAND, (row["a"], row["b"])))

    assert max(row["a"], row["b"]) + points == row["shown"]


@pytest.mark.parametrize("number", range(5))
def test_the_score_card_settles_partie_by_partie_as_printed(number: int) -> None:
    row = SCORE_CARD["partie"][number]
    played = play([*zip(row["a"], row["b"], strict=True)])
    first, second = row["totals"]

    assert outcome(settle(PORTLAND, (first, second))) == (PLAYERS[row["winner"]], row["points"], row["rubicon"])
    assert (played.totals == (first, second)) is row["agrees"]
    if row["agrees"]:
        assert outcome(played.settlement) == outcome(settle(PORTLAND, (first, second)))
    else:
        assert row["reason"]


def test_the_score_card_comes_out_at_the_printed_balance() -> None:
    won: Counter[int] = Counter()
    for row in SCORE_CARD["partie"]:
        settlement = settle(PORTLAND, (row["totals"][0], row["totals"][1]))
        assert settlement.winner is not None
        won[settlement.winner] += settlement.points

    assert dict(won) == {0: SCORE_CARD["won"]["a"], 1: SCORE_CARD["won"]["b"]}
    assert won[0] - won[1] == SCORE_CARD["balance"]["points"]


@pytest.mark.parametrize("row", IN_A_PARTIE, ids=ids(IN_A_PARTIE))
def test_a_published_last_deal_brings_the_partie_to_its_published_end(row: Row) -> None:
    before = row["partie"]["before"]
    five = zip(spread(before.get("younger", 0), 5), spread(before["elder"], 5), strict=True)
    played = play([*five, f"{row['log']}\ntricks {row['won']}"])
    totals = dict(zip(("younger", "elder"), played.totals, strict=True))

    assert played.deals[5].seats[Seat.ELDER] == B
    assert {seat: totals[seat] for seat in row["partie"]["after"]} == row["partie"]["after"]
    if "pays" in row["partie"]:
        winner = {"elder": 1, "younger": 0}[row["partie"]["winner"]]
        assert outcome(played.settlement) == (winner, row["partie"]["pays"], True)


@pytest.mark.parametrize("row", LAST_DEALS, ids=ids(LAST_DEALS))
def test_a_sum_worked_out_for_the_last_deal_comes_out(row: Row) -> None:
    elder, younger = row["before"]
    played = play([*zip(spread(younger, 5), spread(elder, 5), strict=True), row["log"]])

    assert list(played.totals[::-1]) == row["after"]
    assert played.is_over
