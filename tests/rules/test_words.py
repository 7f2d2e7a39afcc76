"""The words of the game: every number there and back, and every name a card, a claim or a seat may be given."""

from __future__ import annotations

import pytest

from scorer.rules.cards import Rank, Suit
from scorer.rules.claims import CALLED, SEQUENCE_NAMES, Category
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import RULE_FIELDS, Order
from scorer.rules.seats import Seat
from scorer.rules.words import (
    CATEGORIES,
    COUNTS,
    NUMBERS,
    RANKS,
    SEATS,
    SEQUENCES,
    SETS,
    SUITS,
    TENS,
    number_words,
    plain,
    value_words,
)


def spoken(text: str) -> int:
    """The number that *text* speaks of."""
    head, hundred, rest = text.partition(" hundred")
    if hundred:
        return 100 * (1 if head == "a" else spoken(head)) + (spoken(rest.removeprefix(" and ")) if rest else 0)
    tens, _, ones = text.partition("-")
    if tens in TENS:
        return 10 * TENS.index(tens) + (NUMBERS.index(ones) if ones else 0)
    return NUMBERS.index(text)


def test_every_number_is_spoken_as_itself() -> None:
    """No two scores from 0 to 9999 are spoken alike, and each is read back."""
    for number in range(10_000):
        assert spoken(number_words(number)) == number
    assert len({number_words(number) for number in range(10_000)}) == 10_000


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "nought"),
        (1, "one"),
        (12, "twelve"),
        (19, "nineteen"),
        (20, "twenty"),
        (21, "twenty-one"),
        (40, "forty"),
        (94, "ninety-four"),
        (100, "a hundred"),
        (101, "a hundred and one"),
        (174, "a hundred and seventy-four"),
        (200, "two hundred"),
        (999, "nine hundred and ninety-nine"),
    ],
)
def test_how_a_number_is_spoken(number: int, words: str) -> None:
    """As a player says it."""
    assert number_words(number) == words


def test_numbers_that_may_be_written_in_words() -> None:
    """A log may say any number up to nineteen in words."""
    assert {word: number for number, word in enumerate(map(number_words, range(20)))} == COUNTS


@pytest.mark.parametrize(
    ("word", "read"),
    [
        ("Sixième", "sixieme"),
        ("SEPTIÈME", "septieme"),
        ("huitie\u0300me", "huitieme"),
        ("point", "point"),
        ("\uff11\uff10", "10"),
        ("♥", "♥"),
        ("", ""),
        ("\u0301", ""),
    ],
)
def test_plain(word: str, read: str) -> None:
    """Lower case without accents, however they were typed."""
    assert plain(word) == read
    assert plain(plain(word)) == plain(word)


@pytest.mark.parametrize("rank", Rank, ids=str)
def test_every_name_of_a_rank(rank: Rank) -> None:
    """A rank goes by its name, its plural, its letter, and its number if it has one; a knave is a jack too."""
    names = {rank.word, rank.plural, rank.code.lower()}
    names |= {str(int(rank))} if rank <= Rank.TEN else set()
    names |= {"jack", "jacks"} if rank is Rank.KNAVE else set()

    assert {word for word, named in RANKS.items() if named is rank} == names


@pytest.mark.parametrize("suit", Suit, ids=str)
def test_every_name_of_a_suit(suit: Suit) -> None:
    """A suit goes by its name, its singular, its letter and its sign."""
    names = {suit.word, suit.word[:-1], suit.value.lower(), suit.sign}

    assert {word for word, named in SUITS.items() if named is suit} == names


def test_every_name_of_a_seat() -> None:
    """Elder and younger, the third and the fourth of more, and their letters."""
    assert {word: Seat(number) for word, number in SEATS.items()} == {
        "e": Seat.ELDER,
        "elder": Seat.ELDER,
        "y": Seat.YOUNGER,
        "younger": Seat.YOUNGER,
        "t": Seat.THIRD,
        "third": Seat.THIRD,
        "f": Seat.FOURTH,
        "fourth": Seat.FOURTH,
    }


def test_every_name_of_a_claim() -> None:
    """Runs of three to nine cards by their French names without accents, or clipped; sets by name or number."""
    assert SEQUENCES == {
        "tierce": 3,
        "quart": 4,
        "quint": 5,
        "sixieme": 6,
        "septieme": 7,
        "septime": 7,
        "huitieme": 8,
        "huitime": 8,
        "neuvieme": 9,
    }
    assert {plain(name) for name in SEQUENCE_NAMES.values()} < set(SEQUENCES)
    assert SETS == {"trio": 3, "brelan": 3, "three": 3, "quatorze": 4, "four": 4}
    assert {CATEGORIES[category.value] for category in CALLED} == set(CALLED) == set(CATEGORIES.values())


def test_every_word_of_the_tables_is_plain() -> None:
    """The tables hold only words that a text, made plain, can contain."""
    for table in (SEATS, RANKS, SUITS, SEQUENCES, SETS, CATEGORIES, COUNTS):
        assert all(plain(word) == word for word in table)


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (True, "", "yes"),
        (False, "", "no"),
        (None, "points", "none"),
        (0, "points", "0 points"),
        (1, "points", "1 point"),
        (10, "points", "10 points"),
        (2, "", "2"),
        (1, "", "1"),
        ((), "", "none"),
        ((3, 4, 15), "points", "3, 4, 15"),
        (Rank.TEN, "", "ten"),
        (Category.CARTE_BLANCHE, "", "carte blanche"),
        ((Category.PLAY, Category.CARDS), "", "play, cards"),
        (Order.CATEGORY, "", "class by class, in the order of Law 67"),
    ],
    ids=str,
)
def test_the_value_of_a_rule_in_words(value: object, unit: str, words: str) -> None:
    """A number has its unit, one of it in the singular; a choice has its own words; a list has commas."""
    assert value_words(value, unit) == words


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_has_its_value_in_words(preset: str) -> None:
    """No value of any preset shows as code."""
    for rule in RULE_FIELDS:
        words = value_words(getattr(PRESETS[preset], rule.name), rule.metadata["unit"])

        assert words == words.strip() != ""
        assert not set(words) & set("<>_[]{}")
