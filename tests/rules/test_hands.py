"""Cards, there and back; and what twelve of them declare:
those of hands, and every holding of a suit.
"""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.cards import (
    Card,
    Rank,
    Suit,
    format_hand,
    pack,
    pips,
    ranks,
)
from scorer.rules.claims import PointClaim, SequenceClaim, SetClaim
from scorer.rules.deal import fold
from scorer.rules.errors import NotationError
from scorer.rules.hands import declare, is_blank, parse_card, parse_hand
from scorer.rules.house_rules import house_rules, rules_named
from scorer.rules.notation import parse_log
from scorer.rules.presets import PORTLAND, PRESETS
from scorer.rules.reckoning import claim_points
from scorer.rules.ruleset import BlankOf, Ruleset
from scorer.rules.sentences import IllegalStatement, declaration_message
from tests import there
from tests.published import published
from tests.rows import each_row
from tests.rules.strategies import hands, presets
from tests.thorough import examples

EVERY_CARD = tuple(Card(rank, suit) for rank, suit in product(Rank, Suit))


@pytest.mark.parametrize(
    ("lowest", "cards", "suit_pips"), [(Rank.SEVEN, 32, 75), (Rank.SIX, 36, 81)]
)
def test_a_pack_has_each_card_once_suit_by_suit_and_high_to_low(
    lowest: Rank, cards: int, suit_pips: int
) -> None:
    whole = pack(lowest)
    assert len(whole) == len(set(whole)) == cards
    assert set(whole) == {card for card in EVERY_CARD if card.rank >= lowest}
    assert format_hand(whole) == " ".join(map(str, whole))
    assert format_hand(reversed(whole)) == format_hand(whole)
    assert pips(whole) == 4 * suit_pips


def test_every_card_is_read_in_either_case_with_its_sign_and_with_10_for_the_ten() -> None:
    for card in EVERY_CARD:
        rank = card.rank.code
        suit = card.suit.value
        assert str(card) == rank + suit
        spellings = {rank + suit, (rank + suit).lower(), rank.lower() + suit, rank + card.suit.sign}
        if card.rank is Rank.TEN:
            spellings |= {f"10{suit}", f"10{suit.lower()}", f"10{card.suit.sign}"}
        assert {parse_card(spelt) for spelt in spellings} == {card}


@pytest.mark.parametrize(
    "text", ["", "A", "S", "SA", "5S", "11S", "0S", "AX", "ASS", "A S", "10", "♠A", "KÄ", "ß"]
)
def test_what_is_no_card_is_refused_and_repeated(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card") as caught:
        parse_card(text)
    assert (
        str(caught.value.message)
        == f"'{text}' is not a card: write rank and suit, as in AS, TH or 7C"
    )


@given(st.lists(st.sampled_from(EVERY_CARD)), st.sampled_from((" ", ", ", ",", "  ,\t")))
def test_a_hand_is_read_in_the_order_given_and_written_in_one_order(
    cards: list[Card], separator: str
) -> None:
    text = separator.join(map(str, cards))
    assert parse_hand(text) == tuple(cards)
    assert Counter(parse_hand(format_hand(cards))) == Counter(cards)
    assert format_hand(parse_hand(format_hand(cards))) == format_hand(cards)


@each_row
def test_the_word_of_a_hand_that_is_no_card_is_located(text: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert caught.value.line == line
    assert caught.value.column == column


# What twelve cards declare


@pytest.mark.parametrize(
    "row", published("hands")["hand"], ids=lambda row: f"{row['cards']} under {row['rules']}"
)
def test_a_hand_declares_its_point_its_runs_and_sets_best_first(row: dict[str, str]) -> None:
    declared = declare(rules_named(row["rules"]), parse_hand(row["cards"]))
    found = [
        f"{'carte blanche' if claim is None else claim.written} {n}"
        for claim, n in declared.counted
    ]
    assert ", ".join(found) == row["declares"]
    assert declared.total == sum(points for _, points in declared.counted)
    words = [str(declaration_message(claim)) for claim, _ in declared.counted]
    assert declared.carte_blanche == ("carte blanche" in words)


ONE_BLANK = {BlankOf.COURTS: {}, BlankOf.COURTS_AND_TENS: {"carte_blanche_both": "impossible"}}
"""Without the tens only twenty of thirty-six cards are blank,
so two cartes blanches cannot occur.
"""


@pytest.mark.parametrize("rank", Rank, ids=str)
@pytest.mark.parametrize("blank_of", BlankOf)
def test_one_card_that_unmakes_a_carte_blanche(blank_of: BlankOf, rank: Rank) -> None:
    """A king, queen or knave does; a ten where tens count as court cards; an ace never."""
    rules = house_rules(
        PRESETS["cent-36"], {"carte_blanche_blank_of": blank_of.name.lower(), **ONE_BLANK[blank_of]}
    )
    faces = {Rank.KING, Rank.QUEEN, Rank.KNAVE} | (
        {Rank.TEN} if blank_of is BlankOf.COURTS_AND_TENS else set()
    )
    blank = [
        card for card in rules.pack if card.rank not in {Rank.TEN, *faces} and card.rank != rank
    ]
    hand = [*blank[: rules.hand - 1], Card(rank, Suit.CLUBS)]
    assert is_blank(rules, hand) is (rank not in faces)
    assert declare(rules, hand).carte_blanche is (rank not in faces)


@each_row
def test_what_is_no_hand_is_refused(preset: str, cards: str, says: str) -> None:
    with pytest.raises(IllegalStatement) as caught:
        declare(PRESETS[preset], parse_hand(cards))
    assert str(caught.value) == says
    assert caught.value.position is None


def searched(rules: Ruleset, hand: list[Card]) -> tuple[list[SequenceClaim], list[SetClaim]]:
    """Return the runs and sets of a hand, found by looking for each possible one."""
    found = []
    for suit in Suit:
        in_suit = {card.rank for card in hand if card.suit is suit}
        for low, high in product(rules.ranks, repeat=2):
            whole = {rank for rank in rules.ranks if low <= rank <= high}
            bounded = low - 1 not in in_suit and high + 1 not in in_suit
            if len(whole) >= 3 and whole <= in_suit and bounded:
                found.append(SequenceClaim(len(whole), high, suit))
    held = Counter(card.rank for card in hand if card.rank >= Rank.TEN)
    return found, [SetClaim(count, rank) for rank, count in held.items() if count >= 3]


@examples(300)
@given(presets, st.data())
def test_any_hand_declares_every_run_and_set_and_its_best_point_in_any_suits(
    preset: str, data: st.DataObject
) -> None:
    """The declarations are those that a search finds, best first,
    and a permutation of the suits changes nothing.
    """
    rules = PRESETS[preset]
    hand = data.draw(hands(rules))
    declared = declare(rules, hand)
    found, sets = searched(rules, hand)
    suits = dict(zip(Suit, data.draw(st.permutations(list(Suit))), strict=True))
    permuted = declare(rules, [Card(card.rank, suits[card.suit]) for card in hand])
    by_suit = [[card for card in hand if card.suit is suit] for suit in Suit]
    length = max(map(len, by_suit))
    assert set(declared.sequences) == set(found)
    assert list(declared.sequences) == sorted(
        declared.sequences, key=lambda claim: (-claim.length, -(claim.top or 0))
    )
    assert list(declared.sets) == sorted(sets, key=lambda claim: (-claim.count, -claim.rank))
    assert declare(rules, parse_hand(format_hand(hand))).total == declared.total == permuted.total
    assert permuted.carte_blanche == declared.carte_blanche
    assert permuted.sets == declared.sets
    assert [each.essence for each in permuted.sequences] == [
        each.essence for each in declared.sequences
    ]
    if length >= rules.point_min and max(map(pips, by_suit)) >= rules.point_min_pips:
        most_pips = max(pips(cards) for cards in by_suit if len(cards) == length)
        for point in (declared.point, permuted.point):
            assert there(point).length == length
            assert there(point).pips == most_pips
    else:
        assert declared.point is None


# Every holding of a suit, and the most that a hand and a deal can score


@pytest.mark.parametrize("preset", ["portland", "cent-36"])
def test_pips_of_a_length_are_exactly_those_of_some_holding(preset: str) -> None:
    rules = PRESETS[preset]
    for length in range(1, len(rules.ranks) + 1):
        made = {sum(rank.pips for rank in some) for some in combinations(rules.ranks, length)}
        assert set(rules.possible_pips(length)) == made


@pytest.mark.parametrize(
    ("preset", "overlapping"), [("portland", []), ("cent-36", [(3, 4), (4, 5), (5, 6), (6, 7)])]
)
def test_more_cards_make_more_pips_but_for_the_sixes(
    preset: str, overlapping: list[tuple[int, int]]
) -> None:
    rules = PRESETS[preset]
    made = {length: rules.possible_pips(length) for length in rules.pips_of_length}
    assert [
        (n, n + 1) for n in range(3, len(made)) if max(made[n]) >= min(made[n + 1])
    ] == overlapping


def test_one_less_at_four_and_a_tenth_of_the_pips_agree_on_every_holding() -> None:
    """They take one off the 16 holdings of 32 cards with nine, eight and seven and no ace."""
    less, tenth = (
        rules_named(f"portland point_pips=always point_value={value}")
        for value in ("less_one_at_four", "tenth_of_pips")
    )
    every = [each for length in range(1, 9) for each in combinations(ranks(Rank.SEVEN), length)]
    for in_suit in every:
        claim = PointClaim(len(in_suit), sum(rank.pips for rank in in_suit))
        short = {Rank.SEVEN, Rank.EIGHT, Rank.NINE} <= set(in_suit) and Rank.ACE not in in_suit
        assert claim_points(less, claim) == claim_points(tenth, claim) == len(in_suit) - short


@each_row
def test_the_most_a_deal_can_score(hand: str, log: str, score: int) -> None:
    deal = fold(PORTLAND, parse_log(log, PORTLAND)).require()
    blank = 10 if "carte blanche" in log else 0
    assert deal.score.values == (score, 0)
    assert (
        declare(PORTLAND, parse_hand(hand)).total + deal.rules.repique_bonus + 13 + 40 + blank
        == score
    )
