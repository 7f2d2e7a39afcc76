"""What twelve cards declare."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.cards import Card, Rank, Suit, format_hand, parse_hand, pips
from scorer.rules.claims import Claim, PointClaim, SequenceClaim, SetClaim
from scorer.rules.hands import declare, is_blank
from scorer.rules.house_rules import house_rules
from scorer.rules.notation import format_claim
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reasons import Rule
from scorer.rules.ruleset import BlankOf, Ruleset
from scorer.rules.sentences import IllegalStatement, declaration_words
from tests.rules.strategies import hands, presets
from tests.thorough import examples

HANDS = [
    (
        "Cavendish's elder",
        "AS JS 9S 8S AH KH QH JH 8H JC 9C KD",
        "point 5 making 49 in hearts, quart major in hearts, trio of knaves",
        5 + 4 + 3,
    ),
    (
        "Cavendish's younger",
        "QS TS TH AC KC QC TC AD QD JD TD 7D",
        "point 5 making 48 in diamonds, tierce major in clubs, tierce to queen in diamonds,"
        "quatorze of tens, trio of queens",
        5 + 3 + 3 + 14 + 3,
    ),
    (
        "Hoffmann's elder",
        "AD JD TD 9D 8D 7D JC TC 9C KH AH AS",
        "point 6 making 55 in diamonds, quint to knave in diamonds, tierce to knave in clubs, trio of aces",
        6 + 15 + 3 + 3,
    ),
    (
        "Card Game Heaven's elder",
        "KD QD JD TD 9D 8D KS QS AH KH QH 8C",
        "point 6 making 57 in diamonds, sixieme to king in diamonds, tierce major in hearts,"
        "trio of kings, trio of queens",
        6 + 16 + 3 + 3 + 3,
    ),
    (
        "a huitieme and a quart",
        "7H 8H 9H TH JH QH KH AH AC KC QC JC",
        "point 8 making 75 in hearts, huitieme major in hearts, quart major in clubs",
        8 + 18 + 4,
    ),
    (
        "two runs in one suit",
        "7S 8S 9S JS QS KS AS 7H 8H 9H JD QC",
        "point 7 making 65 in spades, quart major in spades, tierce to nine in spades, tierce to nine in hearts",
        7 + 4 + 3 + 3,
    ),
    (
        "nines make no set, tens do",
        "9S 9H 9D 9C TS TH TD 7S 7H 7D 7C KS",
        "point 4 making 36 in spades, trio of tens",
        4 + 3,
    ),
    (
        "a carte blanche",
        "TS 9S 8S 7S AH 9H 8H 7H TD 9D TC AC",
        "point 4 making 35 in hearts, quart to ten in spades, tierce to nine in hearts, trio of tens, carte blanche",
        4 + 4 + 3 + 3 + 10,
    ),
    (
        "nothing but a point",
        "AS QS TS 8S AH QH 9H 7H KD JD 9D 7C",
        "point 4 making 39 in spades",
        4,
    ),
]


@pytest.mark.parametrize(("cards", "expected", "total"), [each[1:] for each in HANDS], ids=[each[0] for each in HANDS])
def test_declarations(cards: str, expected: str, total: int) -> None:
    """The best point, every whole run, every set and a carte blanche, each class best first, and what all score."""
    declared = declare(PORTLAND, parse_hand(cards))
    assert declared.point is not None
    claims: list[Claim] = [declared.point, *declared.sequences, *declared.sets]
    said = [format_claim(claim) for claim in claims] + ["carte blanche"] * declared.carte_blanche

    assert said == [claim.strip() for claim in expected.split(",")]
    assert declared.total == total


def test_declarations_in_words() -> None:
    """Each as it is said; a carte blanche, which is no claim, by its name."""
    counted = declare(PORTLAND, parse_hand("TS 9S 8S 7S AH 9H 8H 7H TD 9D TC AC")).counted

    assert {declaration_words(claim) for claim, _ in counted} == {
        "carte blanche",
        "point of four making 35 in hearts",
        "quart to the ten in spades",
        "tierce to the nine in hearts",
        "three tens",
    }


def test_thirty_six_cards() -> None:
    """With the sixes a suit has nine cards, whose run scores nineteen."""
    declared = declare(PRESETS["cent-36"], parse_hand("6S 7S 8S 9S TS JS QS KS AS 6H 6D 6C"))

    assert declared.point == PointClaim(9, 81, Suit.SPADES)
    assert declared.sequences == (SequenceClaim(9, Rank.ACE, Suit.SPADES),)
    assert declared.sets == ()
    assert declared.total == 9 + 19


def test_the_value_of_the_point_is_the_ruleset_s() -> None:
    """By Meyer a point of five scores twenty-five."""
    hand = parse_hand("AS JS 9S 8S AH KH QH JH 8H JC 9C KD")

    assert declare(PRESETS["meyer-1888"], hand).total == 25 + 4 + 3


@pytest.mark.parametrize(
    ("least", "expected"), [(4, PointClaim(4, 34, Suit.SPADES)), (5, None), (0, PointClaim(4, 34, Suit.SPADES))]
)
def test_the_least_point(least: int, expected: PointClaim | None) -> None:
    """Where a point has a least number of cards, a hand may have none."""
    rules = house_rules(PORTLAND, {"point_min": least})
    declared = declare(rules, parse_hand("TS 9S 8S 7S AH KH JH 8D 7D TD AC QC"))

    assert declared.point == expected
    assert declared.total == (expected.length if expected else 0) + 4


def test_a_point_by_pips_is_the_best_of_those_that_may_be_called() -> None:
    """With 36 cards three may make more than four do; where four are the least, the four are the point."""
    by_pips = {"point_compare": "pips", "point_pips": "always"}
    hand = parse_hand("AS KS QS 9H 8H 7H 6H TD 8D 6D 7C 6C")

    assert declare(house_rules(PRESETS["cent-36"], by_pips | {"point_min": 0}), hand).point == PointClaim(
        3, 31, Suit.SPADES
    )
    assert declare(house_rules(PRESETS["cent-36"], by_pips), hand).point == PointClaim(4, 30, Suit.HEARTS)


def test_the_longer_point_before_the_one_of_more_pips() -> None:
    """By length and then pips the four low cards are the point."""
    hand = parse_hand("AS KS QS 9H 8H 7H 6H TD 8D 6D 7C 6C")

    assert declare(PRESETS["cent-36"], hand).point == PointClaim(4, 30, Suit.HEARTS)


ONE_BLANK = {BlankOf.COURTS: {}, BlankOf.COURTS_AND_TENS: {"carte_blanche_both": "impossible"}}
"""Without the tens only twenty of thirty-six cards are blank, so two cartes blanches cannot be."""


@pytest.mark.parametrize("rank", Rank, ids=str)
@pytest.mark.parametrize("blank_of", BlankOf)
def test_one_card_that_unmakes_a_carte_blanche(blank_of: BlankOf, rank: Rank) -> None:
    """A king, queen or knave does; a ten where tens count as pictures; an ace never."""
    rules = house_rules(PRESETS["cent-36"], {"carte_blanche_blank_of": blank_of.name.lower(), **ONE_BLANK[blank_of]})
    faces = {Rank.KING, Rank.QUEEN, Rank.KNAVE} | ({Rank.TEN} if blank_of is BlankOf.COURTS_AND_TENS else set())
    blank = [card for card in rules.pack if card.rank not in {Rank.TEN, *faces} and card.rank != rank]
    hand = [*blank[: rules.hand - 1], Card(rank, Suit.CLUBS)]

    assert is_blank(rules, hand) is (rank not in faces)
    assert declare(rules, hand).carte_blanche is (rank not in faces)


def test_a_carte_blanche_that_is_not_played() -> None:
    """Where it scores nothing it is not declared."""
    rules = house_rules(PORTLAND, {"carte_blanche": 0})
    declared = declare(rules, parse_hand("TS 9S 8S 7S AH 9H 8H 7H TD 9D TC AC"))

    assert declared.carte_blanche is False
    assert declared.total == 4 + 4 + 3 + 3


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
def test_what_is_no_hand(preset: str, cards: str, rule: Rule) -> None:
    """Too few, too many, a card that the pack has not, and one card twice."""
    with pytest.raises(IllegalStatement) as caught:
        declare(PRESETS[preset], parse_hand(cards))
    assert caught.value.refusal.rule is rule
    assert caught.value.position is None


def spelt(rules: Ruleset, hand: list[Card]) -> tuple[list[SequenceClaim], list[SetClaim]]:
    """The runs and sets of a hand, found by looking for each that there could be."""
    runs, sets = [], []
    for suit in Suit:
        held = {card.rank for card in hand if card.suit is suit}
        for low in rules.ranks:
            for high in rules.ranks:
                whole = {rank for rank in rules.ranks if low <= rank <= high}
                bounded = low - 1 not in held and high + 1 not in held
                if len(whole) >= 3 and whole <= held and bounded:
                    runs.append(SequenceClaim(len(whole), high, suit))
    for rank in (Rank.TEN, Rank.KNAVE, Rank.QUEEN, Rank.KING, Rank.ACE):
        count = sum(card.rank is rank for card in hand)
        if count >= 3:
            sets.append(SetClaim(count, rank))
    return runs, sets


@examples(480)
@given(presets, st.data())
def test_every_run_and_set_of_any_hand(preset: str, data: st.DataObject) -> None:
    """Declarations are what a search for every possible run and set finds, best first, whatever the order of cards."""
    rules = PRESETS[preset]
    hand = data.draw(hands(rules))
    declared = declare(rules, hand)
    runs, sets = spelt(rules, hand)

    assert set(declared.sequences) == set(runs)
    assert list(declared.sequences) == sorted(declared.sequences, key=lambda claim: (-claim.length, -(claim.top or 0)))
    assert set(declared.sets) == set(sets)
    assert list(declared.sets) == sorted(sets, key=lambda claim: (-claim.count, -claim.rank))
    assert declare(rules, parse_hand(format_hand(hand))).total == declared.total


@examples(320)
@given(presets, st.data())
def test_suits_do_not_matter_to_a_hand(preset: str, data: st.DataObject) -> None:
    """The point is the longest suit that makes most, and permuting the suits leaves lengths, heads and total."""
    rules = PRESETS[preset]
    hand = data.draw(hands(rules))
    suits = dict(zip(Suit, data.draw(st.permutations(list(Suit))), strict=True))
    mine, theirs = declare(rules, hand), declare(rules, [Card(card.rank, suits[card.suit]) for card in hand])
    by_suit = [[card for card in hand if card.suit is suit] for suit in Suit]
    length = max(map(len, by_suit))

    assert theirs.total == mine.total
    assert theirs.carte_blanche == mine.carte_blanche
    assert [(each.length, each.top) for each in theirs.sequences] == [
        (each.length, each.top) for each in mine.sequences
    ]
    assert theirs.sets == mine.sets
    high = max(map(pips, by_suit)) >= rules.point_min_pips
    if length >= rules.point_min and high:
        assert mine.point is not None
        assert theirs.point is not None
        best = (length, max(pips(held) for held in by_suit if len(held) == length))
        assert (mine.point.length, mine.point.pips) == (theirs.point.length, theirs.point.pips) == best
    else:
        assert mine.point is None
