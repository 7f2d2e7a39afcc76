"""Cards: every rank, suit, card and pack, there and back."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.cards import Card, Rank, Suit, format_hand, pack, parse_card, parse_hand, pips, ranks
from scorer.rules.errors import NotationError

EVERY_CARD = tuple(Card(rank, suit) for rank, suit in product(Rank, Suit))


@pytest.mark.parametrize(
    ("rank", "code", "word", "plural", "worth"),
    [
        (Rank.SIX, "6", "six", "sixes", 6),
        (Rank.SEVEN, "7", "seven", "sevens", 7),
        (Rank.EIGHT, "8", "eight", "eights", 8),
        (Rank.NINE, "9", "nine", "nines", 9),
        (Rank.TEN, "T", "ten", "tens", 10),
        (Rank.KNAVE, "J", "knave", "knaves", 10),
        (Rank.QUEEN, "Q", "queen", "queens", 10),
        (Rank.KING, "K", "king", "kings", 10),
        (Rank.ACE, "A", "ace", "aces", 11),
    ],
    ids=str,
)
def test_ranks(rank: Rank, code: str, word: str, plural: str, worth: int) -> None:
    """Each rank's letter, its names, and what it makes in a point."""
    assert (rank.code, rank.word, rank.plural, rank.pips) == (code, word, plural, worth)


def test_ranks_go_up_to_the_ace() -> None:
    """Nine ranks in order, and eight of them from the seven up."""
    assert ranks(Rank.SIX) == tuple(sorted(Rank)) == (*tuple(Rank)[:-1], Rank.ACE)
    assert ranks(Rank.SEVEN) == ranks(Rank.SIX)[1:]


@pytest.mark.parametrize(
    ("suit", "letter", "word", "sign"),
    [
        (Suit.SPADES, "S", "spades", "♠"),
        (Suit.HEARTS, "H", "hearts", "♥"),
        (Suit.DIAMONDS, "D", "diamonds", "♦"),
        (Suit.CLUBS, "C", "clubs", "♣"),
    ],
    ids=str,
)
def test_suits(suit: Suit, letter: str, word: str, sign: str) -> None:
    """Each suit's letter, name and sign."""
    assert (suit.value, suit.word, suit.sign) == (letter, word, sign)


@pytest.mark.parametrize(("lowest", "cards", "suit_pips"), [(Rank.SEVEN, 32, 75), (Rank.SIX, 36, 81)])
def test_packs(lowest: Rank, cards: int, suit_pips: int) -> None:
    """A pack has each card once, suit by suit and high to low, as hands are written."""
    whole = pack(lowest)

    assert len(whole) == len(set(whole)) == cards
    assert set(whole) == {card for card in EVERY_CARD if card.rank >= lowest}
    assert format_hand(whole) == " ".join(map(str, whole))
    assert format_hand(reversed(whole)) == format_hand(whole)
    assert pips(whole) == 4 * suit_pips


@pytest.mark.parametrize("card", EVERY_CARD, ids=str)
def test_every_card_reads_back(card: Card) -> None:
    """A card is read as written, in letters of either case, with its sign, and with *10* for the ten."""
    rank, suit = card.rank.code, card.suit.value
    assert str(card) == rank + suit
    spellings = {rank + suit, (rank + suit).lower(), rank.lower() + suit, rank + card.suit.sign}
    if card.rank is Rank.TEN:
        spellings |= {f"10{suit}", f"10{suit.lower()}", f"10{card.suit.sign}"}

    assert {parse_card(spelt) for spelt in spellings} == {card}


@pytest.mark.parametrize("text", ["", "A", "S", "SA", "5S", "11S", "0S", "AX", "ASS", "A S", "10", "♠A", "KÄ", "ß"])
def test_what_is_no_card(text: str) -> None:
    """Anything else is no card, and the message repeats it."""
    with pytest.raises(NotationError, match="is no card") as caught:
        parse_card(text)
    assert caught.value.message.startswith(f"'{text}'")


@given(st.lists(st.sampled_from(EVERY_CARD)), st.sampled_from((" ", ", ", ",", "  ,\t")))
def test_hands_read_back(cards: list[Card], separator: str) -> None:
    """Cards are read in the order given, between spaces or commas, and written in order."""
    text = separator.join(map(str, cards))

    assert parse_hand(text) == tuple(cards)
    assert Counter(parse_hand(format_hand(cards))) == Counter(cards)
    assert format_hand(parse_hand(format_hand(cards))) == format_hand(cards)


def test_a_hand_is_written_suit_by_suit_and_high_to_low() -> None:
    """Spades, hearts, diamonds, clubs; within each from the ace down."""
    assert format_hand(parse_hand("6c 7d 10h js AS th AC ks")) == "AS KS JS TH TH 7D AC 6C"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("XX", 1, 1),
        ("AS XX", 1, 4),
        ("AS,  KS,XX JS", 1, 9),
        ("10H ASS AS", 1, 5),
        ("AS A AS", 1, 4),
        ("  \tXX", 1, 4),
        ("AS KS\nXX", 2, 1),
        ("AS\n\n KS XX", 3, 5),
    ],
    ids=ascii,
)
def test_the_word_of_a_hand_that_is_no_card(text: str, line: int, column: int) -> None:
    """The error stands at the word that is no card, even where the same letters stood before."""
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "worth"),
    [("", 0), ("AS JS 9S 8S", 38), ("AH KH QH JH 8H", 49), ("AS KS QS JS TS 9S 8S 7S", 75), ("6D 7D 8D 9D", 30)],
)
def test_pips(text: str, worth: int) -> None:
    """Aces eleven, courts and tens ten, the rest their number; Cavendish's forty-nine among them."""
    assert pips(parse_hand(text)) == worth
