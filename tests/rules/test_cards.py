"""Cards: every rank, suit, card and pack, there and back."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.cards import Card, Rank, Suit, format_hand, pack, parse_card, parse_hand, pips
from scorer.rules.reasons import NotationError
from tests.rows import each_row

EVERY_CARD = tuple(Card(rank, suit) for rank, suit in product(Rank, Suit))


@pytest.mark.parametrize(("lowest", "cards", "suit_pips"), [(Rank.SEVEN, 32, 75), (Rank.SIX, 36, 81)])
def test_a_pack_has_each_card_once_suit_by_suit_and_high_to_low(lowest: Rank, cards: int, suit_pips: int) -> None:
    whole = pack(lowest)
    assert len(whole) == len(set(whole)) == cards
    assert set(whole) == {card for card in EVERY_CARD if card.rank >= lowest}
    assert format_hand(whole) == " ".join(map(str, whole))
    assert format_hand(reversed(whole)) == format_hand(whole)
    assert pips(whole) == 4 * suit_pips


def test_every_card_is_read_in_either_case_with_its_sign_and_with_10_for_the_ten() -> None:
    for card in EVERY_CARD:
        rank, suit = card.rank.code, card.suit.value
        assert str(card) == rank + suit
        spellings = {rank + suit, (rank + suit).lower(), rank.lower() + suit, rank + card.suit.sign}
        if card.rank is Rank.TEN:
            spellings |= {f"10{suit}", f"10{suit.lower()}", f"10{card.suit.sign}"}
        assert {parse_card(spelt) for spelt in spellings} == {card}


@pytest.mark.parametrize("text", ["", "A", "S", "SA", "5S", "11S", "0S", "AX", "ASS", "A S", "10", "♠A", "KÄ", "ß"])
def test_what_is_no_card_is_refused_and_repeated(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card") as caught:
        parse_card(text)
    assert caught.value.message == f"'{text}' is not a card: write rank and suit, as in AS, TH or 7C"


@given(st.lists(st.sampled_from(EVERY_CARD)), st.sampled_from((" ", ", ", ",", "  ,\t")))
def test_a_hand_is_read_in_the_order_given_and_written_in_one_order(cards: list[Card], separator: str) -> None:
    text = separator.join(map(str, cards))
    assert parse_hand(text) == tuple(cards)
    assert Counter(parse_hand(format_hand(cards))) == Counter(cards)
    assert format_hand(parse_hand(format_hand(cards))) == format_hand(cards)


@each_row("text", "line", "column")
def test_the_word_of_a_hand_that_is_no_card_is_located(text: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert (caught.value.line, caught.value.column) == (line, column)
