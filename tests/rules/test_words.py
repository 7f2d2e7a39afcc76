"""Words: every number there and back, plain words, the values of rules, and the findings of the checker."""

from typing import Any

from scorer.rules.cards import Rank
from scorer.rules.claims import Category, PointClaim
from scorer.rules.findings import Assertion, Says, assertion_words, could_have_held_sentence
from scorer.rules.presets import PRESETS
from scorer.rules.ruleset import RULE_FIELDS, Order
from scorer.rules.seats import Seat
from scorer.rules.words import NUMBERS, TENS, number_words, plain, value_words
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


@each_row("word", "read")
def test_a_plain_word_is_in_lower_case_without_accents(word: str, read: str) -> None:
    assert plain(word) == read
    assert plain(plain(word)) == plain(word)


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


@each_row("seat", "says", "more", "words")
def test_every_assertion_has_words(seat: Seat, says: Says, more: dict[str, int], words: str) -> None:
    named: dict[str, Any] = {name: number if name == "cards" else PointClaim(number) for name, number in more.items()}
    assert assertion_words(Assertion(seat, says, **named)) == words


def test_what_could_have_been_held_is_a_sentence() -> None:
    may, cannot = (could_have_held_sentence(Seat.YOUNGER, could=could) for could in (True, False))
    assert may == "by what was said, younger may have held it, discards included"
    assert cannot == "by what was said, younger cannot have held it, even with the discards"
