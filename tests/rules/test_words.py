"""The words of the game: every number there and back, and every name a card, a claim or a seat may be given."""

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
from tests.rows import each_row


def spoken(text: str) -> int:
    """Return the number that *text* speaks of."""
    head, hundred, rest = text.partition(" hundred")
    if hundred:
        return 100 * (1 if head == "a" else spoken(head)) + (spoken(rest.removeprefix(" and ")) if rest else 0)
    tens, _, ones = text.partition("-")
    if tens in TENS:
        return 10 * TENS.index(tens) + (NUMBERS.index(ones) if ones else 0)
    return NUMBERS.index(text)


def test_every_number_is_spoken_as_itself() -> None:
    assert [spoken(number_words(number)) for number in range(10_000)] == list(range(10_000))


def test_how_a_number_is_spoken_and_which_are_written_in_words() -> None:
    assert [number_words(n) for n in (0, 12, 21, 40, 94, 100, 101, 999)] == [
        "nought",
        "twelve",
        "twenty-one",
        "forty",
        "ninety-four",
        "a hundred",
        "a hundred and one",
        "nine hundred and ninety-nine",
    ]
    assert {word: number for number, word in enumerate(map(number_words, range(20)))} == COUNTS


@each_row("word", "read")
def test_a_plain_word_is_in_lower_case_without_accents(word: str, read: str) -> None:
    assert plain(word) == read
    assert plain(plain(word)) == plain(word)


def test_every_name_of_a_rank_and_a_suit() -> None:
    """A knave is a jack too, and the low cards have their numbers."""
    for rank in Rank:
        names = {rank.word, rank.plural, rank.code.lower()}
        names |= {str(int(rank))} if rank <= Rank.TEN else set()
        names |= {"jack", "jacks"} if rank is Rank.KNAVE else set()
        assert {word for word, named in RANKS.items() if named is rank} == names
    for suit in Suit:
        names = {suit.word, suit.word[:-1], suit.value.lower(), suit.sign}
        assert {word for word, named in SUITS.items() if named is suit} == names


def test_every_name_of_a_seat_and_a_claim() -> None:
    seats = {name: seat for seat in Seat for name in (seat.word, seat.letter.lower())}
    assert {word: Seat(number) for word, number in SEATS.items()} == seats
    runs = {plain(name): length for length, name in SEQUENCE_NAMES.items()}
    assert {"septime": 7, "huitime": 8} | runs == SEQUENCES
    assert SETS == {"trio": 3, "brelan": 3, "three": 3, "quatorze": 4, "four": 4}
    assert {CATEGORIES[category.value] for category in CALLED} == set(CALLED) == set(CATEGORIES.values())
    for table in (SEATS, RANKS, SUITS, SEQUENCES, SETS, CATEGORIES, COUNTS):
        assert all(plain(word) == word for word in table)


@each_row("value", "unit", "words")
def test_the_value_of_a_rule_in_words(
    value: Rank | Category | Order | tuple[int | Category, ...] | int | None, unit: str, words: str
) -> None:
    assert value_words(value, unit) == words


def test_no_value_of_a_preset_shows_as_code() -> None:
    for rules in PRESETS.values():
        for rule in RULE_FIELDS:
            words = value_words(getattr(rules, rule.name), rule.metadata["unit"])
            assert words == words.strip() != ""
            assert not set(words) & set("<>_[]{}")
