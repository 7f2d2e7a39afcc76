"""
Tables that every scorer of Piquet should give: four deals under three counts, the order of reckoning, the identities.

The identities of the play are shown over all 4,096 orders in which twelve
tricks can fall, not over a sample.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules import scoring
from scorer.rules.cards import Rank, pack, parse_card, parse_hand
from scorer.rules.claims import Better, Category, PointClaim, SequenceClaim, SetClaim, compare
from scorer.rules.deal import fold
from scorer.rules.hands import Run, declare, is_blank, runs
from scorer.rules.house_rules import house_rules
from scorer.rules.lines import Line, LineKind
from scorer.rules.notation import parse_log
from scorer.rules.play import possible_plays
from scorer.rules.possible_claims import every_claim
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule, Why
from scorer.rules.ruleset import Ruleset
from scorer.rules.seats import TWO, Seat
from scorer.rules.statements import Log, TrickTaken
from tests.published import Row, published

SEATS = {"elder": Seat.ELDER, "younger": Seat.YOUNGER, "nobody": None}
E, Y = Seat.ELDER, Seat.YOUNGER

HEAVEN = PRESETS["card-game-heaven"]
TENS = house_rules(PORTLAND, {"trick_min_rank": "ten"})
ALWAYS = house_rules(HEAVEN, {"first_lead": "always"})


DEALS: dict[str, Row] = {row["id"]: row for row in published("deals")["deal"]}
FEASIBILITY: dict[str, Row] = {row["id"]: row for row in published("feasibility")["row"]}


# ---------------------------------------------------------------------------------------------------------------------
# Four deals under three counts


def tricks(row: Row, rules: Ruleset) -> Log:
    """The tricks of a published deal, each with the cards of ten or better that count in it, where only those do."""
    found, leader = [], Seat.ELDER
    for pair in row["play"].replace("\n", ",").strip(",").split(","):
        lead, reply = (parse_card(word) for word in pair.split())
        winner = leader.other if reply.suit is lead.suit and reply.rank > lead.rank else leader
        counting = [card for card in (lead, reply)[: 1 + (winner is not leader)] if card.rank >= rules.trick_min_rank]
        found.append(TrickTaken(winner, None if rules.counts_every_card else len(counting)))
        leader = winner
    return tuple(found)


@pytest.mark.parametrize(
    ("deal", "rules", "expected"),
    [
        pytest.param("cgh-example", PORTLAND, (46, 8), id="card-game-heaven-rubicon"),
        pytest.param("cgh-example", HEAVEN, (46, 9), id="card-game-heaven-two-for-a-capture"),
        pytest.param("cgh-example", TENS, (43, 8), id="card-game-heaven-tens"),
        pytest.param("cav-example-1", PORTLAND, (28, 23), id="cavendish-rubicon"),
        pytest.param("cav-example-1", HEAVEN, (28, 23), id="cavendish-two-for-a-capture"),
        pytest.param("cav-example-1", TENS, (27, 23), id="cavendish-tens"),
        pytest.param("hoffmann-1", PORTLAND, (43, 23), id="hoffmann-rubicon"),
        pytest.param("hoffmann-1", HEAVEN, (43, 23), id="hoffmann-two-for-a-capture"),
        pytest.param("hoffmann-1", TENS, (40, 22), id="hoffmann-tens"),
        pytest.param("hoyle-170", PORTLAND, (170, 0), id="maximum-rubicon"),
        pytest.param("hoyle-170", HEAVEN, (170, 0), id="maximum-two-for-a-capture"),
        pytest.param("hoyle-170", ALWAYS, (171, 0), id="maximum-first-lead-always"),
        pytest.param("hoyle-170", TENS, (170, 0), id="maximum-tens"),
    ],
)
def test_a_complete_deal_under_each_count(deal: str, rules: Ruleset, expected: tuple[int, int]) -> None:
    row = DEALS[deal]

    assert fold(rules, parse_log(row["log"], rules) + tricks(row, rules)).require().score.values == expected


# ---------------------------------------------------------------------------------------------------------------------
# Identities of the play, over every order of the tricks


class Order(NamedTuple):
    """One order of twelve tricks: who won each, tricks won and leads lost by each seat, the points by two counts."""

    won: tuple[Seat, ...]
    tricks: tuple[int, int]
    lost: tuple[int, int]
    club: tuple[int, int]
    captures: tuple[int, int]


def in_play(rules: Ruleset, won: tuple[Seat, ...]) -> tuple[int, int]:
    deal = fold(rules, tuple(TrickTaken(seat) for seat in won)).require()
    kinds = (LineKind.LEAD, LineKind.TRICK, LineKind.LAST)
    elder, younger = (
        sum(line.points for line in deal.lines if line.seat is seat and line.kind in kinds) for seat in TWO
    )
    return elder, younger


@cache
def orders() -> list[Order]:
    """Every order of twelve tricks, with what each seat makes of it."""
    found = []
    for won in product(TWO, repeat=12):
        lost = Counter(leader for leader, winner in zip((E, *won[:-1]), won, strict=True) if leader is not winner)
        counts = (in_play(PORTLAND, won), in_play(HEAVEN, won))
        found.append(Order(won, (won.count(E), won.count(Y)), (lost[E], lost[Y]), *counts))
    return found


@pytest.mark.no_cover
def test_the_club_count_follows_from_tricks_leads_lost_and_the_last() -> None:
    for order in orders():
        assert order.club == tuple(order.tricks[seat] + order.lost[seat] + (order.won[-1] is seat) for seat in TWO)
        assert sum(order.club) == 13 + order.lost[E] + order.lost[Y]


@pytest.mark.no_cover
def test_elder_loses_one_lead_more_than_younger_if_she_wins_the_last_trick() -> None:
    for order in orders():
        assert order.lost[E] - order.lost[Y] == (order.won[-1] is Y)


@pytest.mark.no_cover
def test_two_for_a_capture_follows_from_the_same_numbers() -> None:
    for order in orders():
        first_lost, last = order.won[0] is Y, order.won[-1]

        assert order.captures[E] == order.tricks[E] + order.lost[Y] + (last is E) + first_lost
        assert order.captures[Y] == order.tricks[Y] + order.lost[E] + (last is Y)
        assert order.captures[Y] - order.club[Y] == (last is Y)
        assert order.captures[E] - order.club[E] == first_lost - (last is Y)


@pytest.mark.no_cover
def test_elders_tricks_the_last_trick_and_one_number_of_leads_lost_fix_the_play() -> None:
    by_tricks: dict[tuple[int, Seat], set[int]] = {}
    for order in orders():
        by_tricks.setdefault((order.tricks[E], order.won[-1]), set()).add(order.club[E])

    assert {(elder, last): set(possible_plays(PORTLAND, elder, last)) for elder in range(13) for last in TWO} == {
        (elder, last): by_tricks.get((elder, last), set()) for elder in range(13) for last in TWO
    }


@pytest.mark.no_cover
def test_a_capot_makes_thirteen_in_play_and_no_lead_is_lost() -> None:
    capots = [order for order in orders() if order.tricks[E] == 12]

    assert [(order.lost, order.club, order.captures) for order in capots] == [((0, 0), (13, 0), (13, 0))]


@pytest.mark.no_cover
def test_fz_play_points() -> None:
    """Both together make thirteen to twenty-five: one more than thirteen for each trick won by the second player."""
    row, identity = FEASIBILITY["fz-play-points"], published("fragments")["identity"]

    assert {sum(order.club) for order in orders()} == set(range(row["least"], row["most"] + 1))
    assert (identity["least"], identity["most"]) == (row["least"], row["most"])


@pytest.mark.no_cover
def test_fz_elder_min() -> None:
    """Elder never makes nothing: he leads first. Younger may."""
    row = FEASIBILITY["fz-elder-min"]

    assert min(order.club[E] for order in orders()) == row["elder"]
    assert min(order.club[Y] for order in orders()) == row["younger"]


@given(st.lists(st.tuples(st.sampled_from(TWO), st.sampled_from((3, 4, 5, 14, 15, 16))), min_size=1, max_size=8))
def test_by_category_whatever_denies_a_repique_at_thirty_denies_the_pique(held: list[tuple[Seat, int]]) -> None:
    hand = [Line(seat, n, LineKind.POINT, 0, (), Why.POINT, {}, "") for seat, n in held]
    lead = [Line(E, 1, LineKind.LEAD, 0, (), Why.LEADS, {}, "")]
    elder = sum(n for seat, n in held if seat is E)

    if elder >= 30 and scoring.repique(PORTLAND, hand, E) is None:
        assert scoring.pique(PORTLAND, hand, lead, E) is None


# ---------------------------------------------------------------------------------------------------------------------
# What the pack allows


def test_fz_point_values() -> None:
    """A point makes exactly the totals between its least and its most, which every holding of a suit confirms."""
    bands = {
        int(length): range(low, high + 1) for length, (low, high) in FEASIBILITY["fz-point-values"]["pips"].items()
    }
    made = {n: {sum(r.pips for r in held) for held in combinations(PORTLAND.ranks, n)} for n in bands}

    assert {n: set(band) for n, band in bands.items()} == made
    assert {n: PORTLAND.possible_pips(n) for n in bands} == {n: tuple(band) for n, band in bands.items()}
    assert {n for band in bands.values() for n in band if n >= 24 and n % 10 in (2, 3)} == set()


@pytest.mark.parametrize(("length", "making"), [(3, 32), (4, 33), (5, 43), (5, 52), (6, 53), (7, 63), (8, 74)])
def test_a_point_outside_its_band_is_refused(length: int, making: int) -> None:
    folded = fold(PORTLAND, parse_log(f"E point {length} making {making}", PORTLAND))

    assert folded.refusal is not None
    assert folded.refusal.rule is Rule.NO_SUCH_PIPS


def test_fz_50_unique() -> None:
    """The points of Cavendish's table, and fifty in five cards, are made of the cards he gives and no others."""
    table = FEASIBILITY["fz-50-unique"]["made_of"]
    made: dict[str, set[str]] = {}
    for held in (*combinations(PORTLAND.ranks, 4), *combinations(PORTLAND.ranks, 5)):
        cards = " ".join("x" if Rank.TEN <= rank <= Rank.KING else rank.code for rank in held)
        made.setdefault(str(sum(rank.pips for rank in held)), set()).add(cards)

    assert {total: sorted(made[total]) for total in table} == table


@pytest.mark.parametrize("cards", FEASIBILITY["fz-max-hand"]["hands"])
def test_fz_max_hand(cards: str) -> None:
    """Three neighbouring ranks in every suit, ace to queen down to queen to ten, declare the most that a hand can."""
    assert declare(PORTLAND, parse_hand(cards)).total == FEASIBILITY["fz-max-hand"]["most"]


@pytest.mark.parametrize("preset", FEASIBILITY["fz-carte-blanche"]["hands"])
def test_fz_carte_blanche(preset: str) -> None:
    """A hand is blank once in 1,792, and two can be blank only where the pack has twenty-four plain cards."""
    row, rules = FEASIBILITY["fz-carte-blanche"], PRESETS[preset]
    blank = sum(is_blank(rules, [card]) for card in rules.pack)

    assert blank == row["blank_cards"][preset]
    assert comb(blank, 12) == row["hands"][preset]
    assert (blank >= 24) is (fold(rules, parse_log("E carte blanche; Y carte blanche", rules)).refusal is None)
    if preset == "portland":
        assert round(comb(32, 12) / comb(blank, 12)) - 1 == row["odds_against"]


@given(st.permutations(pack(Rank.SEVEN)))
def test_fz_min_point(cards: list[Any]) -> None:
    """Twelve cards have a point of three or more, and their runs never name a card twice."""
    declared = declare(PORTLAND, cards[:12])

    assert declared.point is not None
    assert declared.point.length >= FEASIBILITY["fz-min-point"]["least"]
    assert all(sequence.length <= declared.point.length for sequence in declared.sequences)


def test_fz_set_tie() -> None:
    """Two sets are never equal: both would need the same rank."""
    sets = [claim for claim in every_claim(PORTLAND, Category.SET) if isinstance(claim, SetClaim)]
    refused = fold(PORTLAND, parse_log("E trio of aces; Y equal", PORTLAND)).refusal

    assert len(sets) == 10
    assert all(compare(mine, theirs) is not Better.EQUAL for mine, theirs in combinations(sets, 2))
    assert refused is not None
    assert refused.rule is Rule.SETS_NEVER_EQUAL


def refused_pips(making: int) -> list[int]:
    """The lengths of point that are refused as making *making*."""
    folded = {n: fold(PORTLAND, parse_log(f"E point {n} making {making}", PORTLAND)) for n in range(1, 9)}
    return [n for n, each in folded.items() if each.refusal and each.refusal.rule is Rule.NO_SUCH_PIPS]


def test_fz_53_impossible() -> None:
    """Fifty-three lies between the points of five cards and those of six, so nobody may say it."""
    assert refused_pips(FEASIBILITY["fz-53-impossible"]["pips"]) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_fz_casino_52() -> None:
    """Fifty-two is no point either, and forty in four cards loses to any five by its length."""
    assert refused_pips(FEASIBILITY["fz-casino-52"]["pips"]) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert compare(PointClaim(4, 40), PointClaim(5, 44)) is Better.NO


def test_fz_sequences_21() -> None:
    """A suit has six tierces, five quarts, and so on down to one huitieme: twenty-one runs."""
    claims = [claim for claim in every_claim(PORTLAND, Category.SEQUENCE) if isinstance(claim, SequenceClaim)]

    assert sum(claim.top is not None for claim in claims) == FEASIBILITY["fz-sequences-21"]["runs"]


def test_fz_parlett_1() -> None:
    """A quint, a quart and a tierce that leave a point of seven fill two suits, and no rank is held three times."""
    row = FEASIBILITY["fz-parlett-1"]
    whole = [holding for holding in range(256) if holding.bit_count() == sum(run.length for run in runs(holding))]
    found = [
        suits
        for suits in product(whole, repeat=4)
        if sum(holding.bit_count() for holding in suits) == 12
        and max(holding.bit_count() for holding in suits) == row["point"]
        and sorted((run.length for holding in suits for run in runs(holding)), reverse=True) == row["runs"]
    ]

    assert found
    assert all(sum(holding >> place & 1 for holding in suits) < 3 for suits in found for place in range(8))


def test_fz_parlett_2() -> None:
    """Against two quatorzes and a trio nobody holds a best sequence equal to theirs: it would need their cards."""
    equal = []
    for first, second in combinations(range(3, 8), 2):
        for third, missing, more in product(range(3, 8), range(4), range(32)):
            mine = [1 << first | 1 << second | (1 << third if suit != missing else 0) for suit in range(4)]
            if third in (first, second) or mine[more // 8] >> more % 8 & 1:
                continue
            mine[more // 8] |= 1 << more % 8
            best = best_run(mine)
            theirs = [255 & ~holding for holding in mine]
            equal += [best for holding in theirs if best is not None and holds_run(holding, best)]

    assert equal == []


def best_run(suits: list[int]) -> Run | None:
    return max((run for holding in suits for run in runs(holding)), default=None)


def holds_run(holding: int, run: Run) -> bool:
    """Whether some of the cards in *holding* are a run like *run*."""
    bits = (1 << run.length) - 1 << run.top - run.length + 1
    return holding & bits == bits


def test_fz_wiki_two_quints() -> None:
    """Seven cards of a suit without its ace are one septieme to the king, never two quints."""
    cards = parse_hand(FEASIBILITY["fz-wiki-two-quints"]["cards"])

    assert runs(sum(1 << card.rank - Rank.SEVEN for card in cards)) == (Run(7, 6),)
