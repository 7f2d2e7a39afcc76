"""What twelve cards declare."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.cards import Card, Rank, Suit, format_hand, parse_hand, pips
from scorer.rules.claims import SequenceClaim, SetClaim
from scorer.rules.hands import declare, is_blank
from scorer.rules.house_rules import house_rules, rules_named
from scorer.rules.notation import format_claim
from scorer.rules.presets import PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.ruleset import BlankOf, Ruleset
from scorer.rules.sentences import IllegalStatement, declaration_words
from tests.rules.strategies import hands, presets
from tests.thorough import examples

CAVENDISH = "AS JS 9S 8S AH KH QH JH 8H JC 9C KD"
LOW = "TS 9S 8S 7S AH KH JH 8D 7D TD AC QC"
LONG = "AS KS QS 9H 8H 7H 6H TD 8D 6D 7C 6C"
BLANK = "TS 9S 8S 7S AH 9H 8H 7H TD 9D TC AC"
BY_PIPS = "cent-36 point_compare=pips point_pips=always"

HANDS = [
    ("portland", CAVENDISH, "point 5 making 49 in hearts 5, quart major in hearts 4, trio of knaves 3"),
    (
        "portland",
        "QS TS TH AC KC QC TC AD QD JD TD 7D",
        "point 5 making 48 in diamonds 5, tierce major in clubs 3, tierce to queen in diamonds 3,"
        "quatorze of tens 14, trio of queens 3",
    ),
    (
        "portland",
        "KD QD JD TD 9D 8D KS QS AH KH QH 8C",
        "point 6 making 57 in diamonds 6, sixieme to king in diamonds 16, tierce major in hearts 3,"
        "trio of kings 3, trio of queens 3",
    ),
    (
        "portland",
        "7H 8H 9H TH JH QH KH AH AC KC QC JC",
        "point 8 making 75 in hearts 8, huitieme major in hearts 18, quart major in clubs 4",
    ),
    (
        "portland",
        "7S 8S 9S JS QS KS AS 7H 8H 9H JD QC",
        "point 7 making 65 in spades 7, quart major in spades 4, tierce to nine in spades 3,tierce to nine in hearts 3",
    ),
    ("portland", "9S 9H 9D 9C TS TH TD 7S 7H 7D 7C KS", "point 4 making 36 in spades 4, trio of tens 3"),
    ("portland", "AS QS TS 8S AH QH 9H 7H KD JD 9D 7C", "point 4 making 39 in spades 4"),
    (
        "portland",
        BLANK,
        "carte blanche 10, point 4 making 35 in hearts 4, quart to ten in spades 4, tierce to nine in hearts 3,"
        "trio of tens 3",
    ),
    (
        "portland carte_blanche=0",
        BLANK,
        "point 4 making 35 in hearts 4, quart to ten in spades 4, tierce to nine in hearts 3, trio of tens 3",
    ),
    ("meyer-1888", CAVENDISH, "point 5 making 49 in hearts 25, quart major in hearts 4, trio of knaves 3"),
    ("portland point_min=4", LOW, "point 4 making 34 in spades 4, quart to ten in spades 4"),
    ("portland point_min=5", LOW, "quart to ten in spades 4"),
    ("cent-36", "6S 7S 8S 9S TS JS QS KS AS 6H 6D 6C", "point 9 making 81 in spades 9, neuvieme major in spades 19"),
    ("cent-36", LONG, "point 4 making 30 in hearts 4, quart to nine in hearts 4, tierce major in spades 3"),
    (BY_PIPS, LONG, "point 4 making 30 in hearts 4, quart to nine in hearts 4, tierce major in spades 3"),
    (
        f"{BY_PIPS} point_min=0",
        LONG,
        "point 3 making 31 in spades 3, quart to nine in hearts 4, tierce major in spades 3",
    ),
]
"""Each hand with what it declares and scores; with 36 cards three may make more pips than four do."""


@pytest.mark.parametrize(("line", "cards", "expected"), HANDS)
def test_a_hand_declares_its_point_its_runs_and_sets_best_first(line: str, cards: str, expected: str) -> None:
    declared = declare(rules_named(line), parse_hand(cards))
    found = [f"{'carte blanche' if claim is None else format_claim(claim)} {n}" for claim, n in declared.counted]
    assert found == [claim.strip() for claim in expected.split(",")]
    assert declared.total == sum(points for _, points in declared.counted)
    words = [declaration_words(claim) for claim, _ in declared.counted]
    assert declared.carte_blanche == ("carte blanche" in words)


ONE_BLANK = {BlankOf.COURTS: {}, BlankOf.COURTS_AND_TENS: {"carte_blanche_both": "impossible"}}
"""Without the tens only twenty of thirty-six cards are blank, so two cartes blanches cannot occur."""


@pytest.mark.parametrize("rank", Rank, ids=str)
@pytest.mark.parametrize("blank_of", BlankOf)
def test_one_card_that_unmakes_a_carte_blanche(blank_of: BlankOf, rank: Rank) -> None:
    """A king, queen or knave does; a ten where tens count as court cards; an ace never."""
    rules = house_rules(PRESETS["cent-36"], {"carte_blanche_blank_of": blank_of.name.lower(), **ONE_BLANK[blank_of]})
    faces = {Rank.KING, Rank.QUEEN, Rank.KNAVE} | ({Rank.TEN} if blank_of is BlankOf.COURTS_AND_TENS else set())
    blank = [card for card in rules.pack if card.rank not in {Rank.TEN, *faces} and card.rank != rank]
    hand = [*blank[: rules.hand - 1], Card(rank, Suit.CLUBS)]

    assert is_blank(rules, hand) is (rank not in faces)
    assert declare(rules, hand).carte_blanche is (rank not in faces)


@pytest.mark.parametrize(
    ("preset", "cards", "rule"),
    [
        ("portland", "", Rule.HAND_SIZE),
        ("portland", "AS KS QS JS TS 9S 8S 7S AH KH QH", Rule.HAND_SIZE),
        ("portland", "AS KS QS JS TS 9S 8S 7S AH KH QH JH TH", Rule.HAND_SIZE),
        ("portland", "AS KS QS JS TS 9S 8S 7S AH KH QH 6H", Rule.NOT_IN_PACK),
        ("portland", "AS KS QS JS TS 9S 8S 7S AH KH QH AS", Rule.CARD_TWICE),
        ("cent-36", "AS KS QS JS TS 9S 8S 6S AH KH QH 6S", Rule.CARD_TWICE),
    ],
)
def test_what_is_no_hand_is_refused(preset: str, cards: str, rule: Rule) -> None:
    with pytest.raises(IllegalStatement) as caught:
        declare(PRESETS[preset], parse_hand(cards))
    assert caught.value.refusal.rule is rule
    assert caught.value.position is None


def searched(rules: Ruleset, hand: list[Card]) -> tuple[list[SequenceClaim], list[SetClaim]]:
    """Return the runs and sets of a hand, found by looking for each possible one."""
    runs, sets = [], []
    for suit in Suit:
        in_suit = {card.rank for card in hand if card.suit is suit}
        for low, high in product(rules.ranks, repeat=2):
            whole = {rank for rank in rules.ranks if low <= rank <= high}
            bounded = low - 1 not in in_suit and high + 1 not in in_suit
            if len(whole) >= 3 and whole <= in_suit and bounded:
                runs.append(SequenceClaim(len(whole), high, suit))
    for rank in rules.ranks[rules.ranks.index(Rank.TEN) :]:
        count = sum(card.rank is rank for card in hand)
        if count >= 3:
            sets.append(SetClaim(count, rank))
    return runs, sets


@examples(300)
@given(presets, st.data())
def test_any_hand_declares_every_run_and_set_and_its_best_point_in_any_suits(preset: str, data: st.DataObject) -> None:
    """The declarations are those that a search finds, best first, and a permutation of the suits changes nothing."""
    rules = PRESETS[preset]
    hand = data.draw(hands(rules))
    declared = declare(rules, hand)
    runs, sets = searched(rules, hand)
    suits = dict(zip(Suit, data.draw(st.permutations(list(Suit))), strict=True))
    permuted = declare(rules, [Card(card.rank, suits[card.suit]) for card in hand])
    by_suit = [[card for card in hand if card.suit is suit] for suit in Suit]
    length = max(map(len, by_suit))

    assert set(declared.sequences) == set(runs)
    assert list(declared.sequences) == sorted(declared.sequences, key=lambda claim: (-claim.length, -(claim.top or 0)))
    assert list(declared.sets) == sorted(sets, key=lambda claim: (-claim.count, -claim.rank))
    assert declare(rules, parse_hand(format_hand(hand))).total == declared.total == permuted.total
    assert (permuted.carte_blanche, permuted.sets) == (declared.carte_blanche, declared.sets)
    assert [(each.length, each.top) for each in permuted.sequences] == [
        (each.length, each.top) for each in declared.sequences
    ]
    if length >= rules.point_min and max(map(pips, by_suit)) >= rules.point_min_pips:
        best = (length, max(pips(cards) for cards in by_suit if len(cards) == length))
        for point in (declared.point, permuted.point):
            assert point is not None
            assert (point.length, point.pips) == best
    else:
        assert declared.point is None
